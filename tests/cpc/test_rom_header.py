"""What machine code reads of BASIC's ROM: its kind and version, as long as it has switched it on."""

import pytest

from cpc import CPC

# LD BC,&7F86: OUT (C),C: LD HL,&C000: LD DE,&4040: LD BC,4: LDIR: LD A,9: LD (&C001),A: LD BC,&7F8E: OUT (C),C: RET
READS_ROM = "01,86,7F,ED,49,21,00,C0,11,40,40,01,04,00,ED,B0,3E,09,32,01,C0,01,8E,7F,ED,49,C9"
LINES = """10 MEMORY &3FFF:FOR i=&4000 TO &401A:READ a$:POKE i,VAL("&"+a$):NEXT
20 POKE &C000,5:POKE &C001,6:POKE &C002,7:CALL &4000:FOR i=&4040 TO &4043:PRINT PEEK(i);:NEXT
30 PRINT PEEK(&C000);PEEK(&C001);PEEK(&C002):END
40 DATA """ + READS_ROM + "\n"


@pytest.mark.parametrize(("model", "version"), [("464", 0), ("664", 1), ("6128", 2)])
def test_machine_code_reads_the_version_in_the_rom_and_writes_to_the_ram_below(model, version):
    cpc = CPC(model=model)
    cpc.type(LINES + "RUN\n")
    assert cpc.run_until_idle(60)
    assert [int(one) for one in cpc.printed.split(b"Ready")[-2].split()[-7:]] == [128, 1, version, 0, 5, 9, 7]
