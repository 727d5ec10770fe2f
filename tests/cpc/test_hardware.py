"""OUT and INP: what the chips do, and that a snapshot has them."""

import pytest

from basic.ports import FRAME_US
from cpc import CPC


def ran(text: str, model: str = "464", **more) -> CPC:
    cpc = CPC(model=model, **more)
    cpc.type(text + "\n")
    assert cpc.run_until_idle(60)
    return cpc


def test_a_colour_lasts_until_the_inks_are_sent_again():
    cpc = CPC()
    cpc.machine.palette.set_flash(100, 100)
    cpc.run(1)
    cpc.machine.output_port(0x7F00, 2)
    cpc.machine.output_port(0x7F00, 0x40 | 11)
    cpc.machine.output_port(0x7F00, 16)
    cpc.machine.output_port(0x7F00, 0x40 | 12)
    assert (cpc.screen.inks[2], cpc.screen.border) == (26, 6)
    cpc.type("INK 5,7\n")
    cpc.run(0.2)
    assert (cpc.screen.inks[2], cpc.screen.border) == (20, 1)


def test_banks_of_the_6128():
    cpc = ran("OUT &7F00,&C4:POKE &4000,1:OUT &7F00,&C7:POKE &4000,2:OUT &7F00,&C0:POKE &4000,3", "6128")
    for arrangement, byte in ((0xC4, 1), (0xC7, 2), (0xC0, 3)):
        cpc.machine.output_port(0x7F00, arrangement)
        assert cpc.peek(0x4000) == byte
    assert ran("POKE &4000,3:OUT &7F00,&C4", "464").peek(0x4000) == 3


def test_each_arrangement_keeps_all_eight_blocks():
    cpc = CPC(model="6128")
    banks = cpc.machine.chips.banks
    cpc.machine.ram[0x4000], cpc.machine.ram[0xC000] = 11, 33
    for number in range(4, 8):
        banks.arrange(number)
        cpc.machine.ram[0x4000] = number
    for number in (3, 1, 2, 0, 2, 3, 1, 0):
        banks.arrange(number)
        assert len(cpc.machine.ram) == 0x10000 and len(banks.aside) == 4
    assert (cpc.machine.ram[0x4000], cpc.machine.ram[0xC000]) == (11, 33)
    banks.arrange(3)
    assert (cpc.machine.ram[0x4000], cpc.machine.ram[0xC000]) == (33, 7)


@pytest.mark.parametrize("model", ["464", "6128"])
def test_the_start_of_the_picture(model):
    cpc = ran("CLS:LOCATE 3,4:PRINT CHR$(143)", model)
    before = cpc.screen.text()
    cpc.type("OUT &BC00,13:OUT &BD00,40\n")
    assert cpc.run_until_idle(5)
    assert cpc.screen.offset == 80
    assert cpc.screen.text()[2] == before[3]
    assert cpc.screen.pens()[16] != cpc.screen.pens()[24]
    cpc.machine.output_port(0xBC00, 12)
    cpc.machine.output_port(0xBD00, 0x10)
    assert not any(map(any, cpc.screen.pens()[:8]))
    assert cpc.machine.input_port(0xBF00) == 0x10
    cpc.type("MODE 1\n")
    assert cpc.run_until_idle(5)
    assert cpc.screen.offset == 0


def test_keys_by_way_of_the_sound_chip():
    cpc = CPC()
    out = cpc.machine.output_port
    cpc.machine.keyboard.key(69, True)
    for port, value in ((0xF400, 14), (0xF600, 0xC0), (0xF600, 0), (0xF700, 0x92), (0xF600, 0x48)):
        out(port, value)
    assert cpc.machine.input_port(0xF400) == 255 - 32
    out(0xF600, 0x47)
    assert cpc.machine.input_port(0xF400) == 255


def test_sound_by_way_of_the_ppi():
    cpc = CPC()
    out = cpc.machine.output_port
    for register, value in ((7, 0x3E), (0, 100), (8, 15)):
        for port, data in ((0xF400, register), (0xF600, 0xC0), (0xF600, 0), (0xF400, value), (0xF600, 0x80), (0xF600, 0)):
            out(port, data)
    assert [(register, value) for _, register, value in cpc.sound.writes][-3:] == [(7, 0x3E), (0, 100), (8, 15)]


@pytest.mark.parametrize(("brand", "links"), [("amstrad", 7), ("schneider", 5)])
def test_port_b_has_the_makers_links(brand, links):
    assert CPC(brand=brand).machine.input_port(0xF500) >> 1 & 7 == links


def test_the_printer_takes_a_byte_at_the_strobe(tmp_path):
    cpc = ran("OUT &EF00,65:OUT &EF00,193:OUT &EF00,65:OUT &EF00,66:OUT &EF00,194", printer=tmp_path / "paper")
    assert (tmp_path / "paper").read_bytes() == b"AB"
    assert cpc.machine.input_port(0x7F00) == 255


def test_a_snapshot_has_the_chips():
    cpc = ran("OUT &7F00,&C4:POKE &4000,1:OUT &BC00,13:OUT &BD00,40:OUT &BC00,1:OUT &F400,7", "6128")
    state = cpc.snapshot()
    other = CPC(model="6128")
    other.restore(state)
    assert other.peek(0x4000) == 1 and other.screen.offset == 80 and other.machine.chips.ppi.a == 7
    other.machine.output_port(0x7F00, 0xC0)
    assert other.peek(0x4000) == 0
    assert other.screen.crtc_register == 1


@pytest.mark.parametrize("model", ["464", "6128"])
def test_wait_sees_the_flyback_begin(model):
    cpc = CPC(model=model)
    cpc.type('10 WAIT &F500,1:PRINT "sync"\nRUN\n')
    assert cpc.run_until_idle(1) and b"sync" in cpc.printed


SEEN = {0: "0123", 1: "0127", 2: "4567", 3: "0327", 4: "0423", 5: "0523", 6: "0623", 7: "0723"}     # blocks in order


def test_each_arrangement_shows_its_blocks():
    cpc = CPC(model="6128")
    banks, ram = cpc.machine.chips.banks, cpc.machine.ram
    for arrangement, place, block in [(0, 0, 0), (0, 1, 1), (0, 2, 2), (0, 3, 3), (4, 1, 4), (5, 1, 5), (6, 1, 6), (7, 1, 7)]:
        banks.arrange(arrangement)
        ram[place * 0x4000 + 0x3FFF] = block
    for arrangement, blocks in SEEN.items():
        banks.arrange(arrangement)
        assert "".join(str(ram[place * 0x4000 + 0x3FFF]) for place in range(4)) == blocks


# The firmware's colours by their numbers in the gate array, five of which look like another one.
BY_HARDWARE = (13, 13, 19, 25, 1, 7, 10, 16, 7, 25, 24, 26, 6, 8, 15, 17,
               1, 19, 18, 20, 0, 2, 9, 11, 4, 22, 21, 23, 3, 5, 12, 14)


@pytest.mark.parametrize("pen", [2, 16])
def test_colours_by_their_numbers_in_the_gate_array(pen):
    cpc = CPC()
    cpc.machine.palette.set_flash(100, 100)
    cpc.run(1)
    found = []
    for number in range(32):
        cpc.machine.output_port(0x7F00, pen)
        cpc.machine.output_port(0x7F00, 0x40 | number)
        found.append(cpc.screen.border if pen == 16 else cpc.screen.inks[pen])
    assert tuple(found) == BY_HARDWARE


def test_the_crtc_after_power_on_shows_forty_characters_in_twenty_five_rows():
    crtc = CPC().machine.chips.crtc
    read = []
    for register in range(20):
        crtc.select(register)
        read.append(crtc.read())
    assert read == [63, 40, 46, 142, 38, 0, 25, 30, 0, 7, 0, 0, 48, 0, 192, 0, 0, 0, 0, 0]


@pytest.mark.parametrize("model", ["464", "664", "6128"])
def test_the_keys_are_scanned_as_often_as_even_interrupts_say(model):
    clock = CPC(model=model).machine.clock
    for frame in range(1, 400, 7):
        us = clock.begin_of_scan(frame)
        assert abs(clock.scans_until(us + FRAME_US // 2) - frame) <= 1
        assert clock.scans_until(us + 10 * FRAME_US) - clock.scans_until(us) == 10


@pytest.mark.parametrize(("program", "start"), [
    ("OUT &BD00,40", 40), ("OUT &BC00,1:MODE 1:OUT &B517,30", 30),
    ("OUT &BC00,12:LOCATE 1,25:PRINT:PRINT:OUT &BD00,10", 10), ("OUT &BC00,1:OUT &BD00,20", 0)])
@pytest.mark.parametrize("model", ["464", "6128"])
def test_the_firmware_leaves_the_low_byte_of_the_start_selected(model, program, start):
    cpc = CPC(model=model)
    cpc.type(f"10 {program}\n20 GOTO 20\nRUN\n")
    cpc.run(2)
    assert cpc.screen.offset >> 1 == start


@pytest.mark.parametrize(("model", "seen"), [("464", 232), ("6128", 56)])
def test_basic_seldom_sees_the_flyback_since_interrupts_hide_it(model, seen):
    cpc = ran("10 FOR i%=1 TO 8000:n%=n%+(INP(&F500) AND 1):NEXT:PRINT n%\nRUN", model)
    assert int(cpc.printed.split()[-2]) == pytest.approx(seen, rel=0.1)


@pytest.mark.parametrize("model", ["464", "6128"])
def test_machine_code_without_interrupts_sees_all_of_the_flyback(model):
    # LD B,&F5: DI: wait for its end, for its begin, and count up to its end: 96 times on the machines
    cpc = CPC(model=model)
    code = bytes.fromhex("06f5f3 ed781f38fb ed781f30fb 210000 23ed781f38fa fb220081c9")
    cpc.machine.ram[0x8000:0x8000 + len(code)] = code
    cpc.type("CALL &8000\n")
    assert cpc.run_until_idle(10)
    assert int.from_bytes(cpc.machine.ram[0x8100:0x8102], "little") == pytest.approx(96, rel=0.1)
