"""A library in machine code, as games use one: bar commands for sprites and strings, music by an event at each frame flyback.

What the program must show was recorded from the firmware of both machines.
"""

import hashlib

import pytest

from cpc import CPC
from cpc.disc.dsk import blank

ORIGIN, SIZE = 0x8000, 0x220
PARTS = {
    0x8000: "010980 214080 c3d1bc",                                         # KL LOG EXT
    0x8009: "2080 c35080 c36080 c38080 c3c080",                             # the table of commands, and their names
    0x8020: "53455455d0 53544fd0 53505249 54c5 4c454e475 4c8 00",           # SETUP STOP SPRITE LENGTH
    0x8050: "214480 01ff81 110081 c3d7bc",                                  # SETUP: KL NEW FRAME FLY
    0x8060: "214480 cdddbc 3e08 0e00 c334bd",                               # STOP: KL DEL FRAME FLY, silence
    0x8080: "dd6604 dd6e02 cd1abc dd7e00 e5 87878787 6f 2682 eb e1 0608"    # SPRITE, column, row, number: two bytes wide
            "1a771323 1a77132b c5d5cd26bcd1c1 10ef c9",
    0x80C0: "dd6e02 dd6603 7e dd6e00 dd6601 77 23 3600 c9",                 # LENGTH, @a$, @n%
    0x8100: "214081 35 c0 3605 3a4181 3c e607 324181 5f1600 214881 19 4e"   # the event: another note each fifth time
            "af cd34bd 3e01 0e00 cd34bd 3e07 0e3e cd34bd 3e08 0e0f c334bd",
    0x8140: "0100",
    0x8148: "efd5beb39f8e7f77",
    0x8200: "1080 30c0 70e0 f0f0 f0f0 70e0 30c0 1080 0f0f 0801 0801 0801 0801 0801 0801 0f0f",
}
PROGRAM = """10 MEMORY &7FFF:LOAD"lib.bin":CALL &8000:MODE 1:a$="sprite":n%=0
20 |LENGTH,@a$,@n%:PRINT n%
30 CALL &BD19:|SETUP:FOR i=1 TO 60:CALL &BD19:|SPRITE,i MOD 38,5+i\\4,i AND 1:NEXT:|STOP
40 PRINT"end"
RUN
"""
PRINTED = b"\r\n 6 \r\nend\r\nReady\r\n"
PENS = "4f1a1e1d00e3f8ed6824a5ee27855460faa0d38c31ab82b9347c6cd16778c95d"
NOTES = [213, 190, 179, 159, 142, 127, 119, 239, 213, 190, 179, 159]
WRITES = [write for note in NOTES for write in ((0, note), (1, 0), (7, 62), (8, 15))] + [(8, 0)]


def library() -> bytes:
    image = bytearray(SIZE)
    for address, code in PARTS.items():
        data = bytes.fromhex(code.replace(" ", ""))
        image[address - ORIGIN:address - ORIGIN + len(data)] = data
    return bytes(image)


def saved(cpc: CPC) -> None:
    cpc.type("MEMORY &7FFF\n")
    assert cpc.run_until_idle(5)
    cpc.memory[ORIGIN:ORIGIN + SIZE] = library()
    cpc.type(f'SAVE"lib.bin",b,&{ORIGIN:X},&{SIZE:X}\n')
    assert cpc.run_until_idle(60) and cpc.error is None


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize("on_disc", [False, True])
def test_a_library_with_sprites_and_music(model, on_disc, tmp_path):
    if on_disc:
        (tmp_path / "game.dsk").write_bytes(blank())
    where = {"disc": tmp_path / "game.dsk"} if on_disc else {"drive": tmp_path}
    saved(CPC(model=model, **where))
    cpc = CPC(model=model, **where)
    assert cpc.peek(0x8001) == 0
    for line in PROGRAM.splitlines(keepends=True)[:-1]:
        cpc.type(line)
        cpc.run_until_idle(5)
    printed, written = len(cpc.printed), len(cpc.sound.writes)
    cpc.type("RUN\n")
    assert cpc.run_until_idle(60) and cpc.error is None
    assert cpc.printed[printed:] == PRINTED
    assert hashlib.sha256(b"".join(cpc.screen.pens())).hexdigest() == PENS
    assert [write[1:] for write in cpc.sound.writes[written:]][-len(WRITES):] == WRITES


def test_a_snapshot_has_the_events(tmp_path):
    saved(CPC(drive=tmp_path))
    cpc = CPC(drive=tmp_path)
    cpc.type('MEMORY &7FFF:LOAD"lib.bin":CALL &8000:|SETUP\n')
    assert cpc.run_until_idle(5)
    state = cpc.snapshot()
    cpc.run(1)
    after, writes = cpc.peek(0x8141), len(cpc.sound.writes)
    cpc.restore(state)
    cpc.run(1)
    assert (cpc.peek(0x8141), len(cpc.sound.writes)) == (after, writes) and writes > 30


@pytest.mark.parametrize("model", ["464", "6128"])
def test_a_program_goes_on_behind_bytes_that_it_loads(model, tmp_path):
    saved(CPC(model=model, drive=tmp_path))
    cpc = CPC(model=model, drive=tmp_path)
    cpc.type('10 MEMORY &7FFF:PRINT HIMEM:FOR i=0 TO 1:LOAD"lib.bin",&9000+i*&400:PRINT PEEK(&9000+i*&400):NEXT\n'
             '20 PRINT HIMEM:MEMORY &7FFF\nRUN\n')
    assert cpc.run_until_idle(20)
    kept = cpc.printed.split(b"\r\n")[-3:]
    if model == "464":      # BASIC 1.0 keeps the room for files until CLOSEIN
        assert b" 1 \r\n 1 \r\n 28671 \r\nMemory full in 20\r\n" in cpc.printed, kept
    else:
        assert b" 1 \r\n 1 \r\n 32767 \r\nReady\r\n" in cpc.printed, kept


def test_music_by_the_chips_registers_is_heard_in_real_time(tmp_path):
    saved(CPC(drive=tmp_path))
    cpc = CPC(drive=tmp_path)
    assert not cpc.machine.sound.sounding()
    cpc.type('MEMORY &7FFF:LOAD"lib.bin":CALL &8000:|SETUP\n')
    cpc.run(2)
    assert cpc.machine.sound.sounding()
    cpc.type("|STOP\n")
    cpc.run(1)
    assert not cpc.machine.sound.sounding()
