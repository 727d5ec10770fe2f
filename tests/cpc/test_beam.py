"""What the monitor shows of a frame that was changed while the beam drew it, and of other shapes of the picture."""

import pytest

from cpc import CPC
from cpc.picture import beam
from cpc.recording.png import picture

RED, GREEN, BLACK = 6, 18, 0
GATE_RED, GATE_GREEN = 0x4C, 0x52


def code_at(cpc, address, code):
    data = bytes.fromhex(code)
    cpc.machine.ram[address:address + len(data)] = data


def raster_bars(lines):
    """Waits for the flyback, makes the border red, and green so many lines of 64 microseconds later; again and again."""
    wait = "06f5ed781f30fb"
    red, green = ("0110 7fed49 0e{:02x}ed49".replace(" ", "").format(colour) for colour in (GATE_RED, GATE_GREEN))
    delay = f"06{lines:02x}" + "0e0e0d20fd0010f8"          # a turn takes 2 + 14 * 4 - 1 + 1 + 4 microseconds
    return "f3" + wait + red + delay + green + "18" + f"{256 - (7 + 9 + 10 + 9 + 2):02x}"


@pytest.fixture
def cpc():
    cpc = CPC(model="6128")
    cpc.type("BORDER 0\n")
    cpc.run_until_idle(5)
    cpc.run(0.1)
    return cpc


def test_a_plain_picture_is_no_matter_of_the_beam(cpc):
    assert not cpc.screen.beam.draws_more()
    plain = [bytes(cpc.screen.inks[pen] for pen in row for _ in range(2)) for row in cpc.screen.pens()]
    assert cpc.screen.beam.picture(cpc.screen) == plain
    frame = cpc.screen.beam.frame(cpc.screen)
    assert len(frame) == beam.LINES and {len(row) for row in frame} == {beam.WIDTH}
    assert set(frame[0] + frame[-1]) == {BLACK} and set(frame[100][:64] + frame[100][-64:]) == {BLACK}


def test_bars_in_the_border(cpc):
    code_at(cpc, 0x8000, raster_bars(100))
    cpc.type("CALL &8000\n")
    cpc.run(0.5)
    assert cpc.screen.beam.draws_more()
    borders = [row[0] for row in cpc.screen.beam.frame(cpc.screen)]
    assert set(borders) == {RED, GREEN}
    change = borders.index(GREEN)
    assert set(borders[:change]) == {RED} and set(borders[change:]) == {GREEN}
    assert change == pytest.approx(100 * 62 / 64 - beam.BLANK_LINES, abs=3)
    assert picture(cpc.screen)[:4] == b"\x89PNG"


def test_a_split_of_the_mode(cpc):
    code_at(cpc, 0x8000, "f306f5ed781f30fb018e7fed490680" + "0e0e0d20fd0010f8" + "018d7fed4918e2")
    cpc.machine.ram[0xC000:0x10000] = bytes((0x80,)) * 0x4000
    cpc.type("CALL &8000\n")
    cpc.run(0.5)
    rows = [row[:16] for row in cpc.screen.beam.picture(cpc.screen)]
    assert rows[10].count(24) == 2 and rows[190].count(24) == 4      # one dot of a byte: narrow in mode 2, wide in mode 1
    assert cpc.screen.mode in (1, 2)


def test_a_mode_of_the_hardware_ends_with_the_next_interrupt(cpc):
    cpc.type("OUT &7F00,&8C:FOR i=1 TO 100:NEXT\n")
    cpc.run_until_idle(5)
    assert cpc.screen.mode == 1


@pytest.mark.parametrize("register, value, column, row, width, height", [
    (1, 32, 64, 44, 512, 200), (2, 42, 128, 44, 640, 200), (6, 20, 64, 44, 640, 160), (7, 28, 64, 60, 640, 200),
    (1, 48, 64, 44, 704, 200), (6, 30, 64, 44, 640, 240)])
def test_shapes_of_the_picture(cpc, register, value, column, row, width, height):
    cpc.machine.ram[0xC000:0x10000] = bytes((0xF0,)) * 0x4000
    cpc.type(f"OUT &BC00,{register}:OUT &BD00,{value}\n")
    cpc.run_until_idle(5)
    cpc.machine.ram[0xC000:0x10000] = bytes((0xF0,)) * 0x4000
    frame = cpc.screen.beam.frame(cpc.screen)
    inside = [at for at, line in enumerate(frame) if 24 in line]
    assert (inside[0], len(inside)) == (row, height)
    line = frame[inside[0]]
    assert (line.index(24), line.count(24)) == (column, width)


def test_registers_go_back_with_a_snapshot(cpc):
    before = cpc.snapshot()
    cpc.type("OUT &BC00,1:OUT &BD00,32\n")
    cpc.run_until_idle(5)
    assert cpc.screen.beam.draws_more()
    cpc.restore(before)
    assert not cpc.screen.beam.draws_more()
