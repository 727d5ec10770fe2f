"""CALLs of the firmware and small machine code against what both machines did (golden/firmware_calls.jsonl).

The cases are those of the corpus in form: a program, what it printed, the picture, mode, inks and border then.
"""

import json

import pytest

from basic.errors import BasicError
from cpc import CPC
from tests import left_behind
from tests.corpus import difference, run
from tests.places import GOLDEN

CASES = [json.loads(line) for line in GOLDEN.joinpath("firmware_calls.jsonl").open()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_call(case):
    cpc = run(case)
    assert difference(case, cpc, picture=True) is None
    assert not left_behind.difference(f"firmware_calls {case['id']}", cpc)


def poked(cpc, address, code):
    cpc.machine.ram[address:address + len(code) // 2] = bytes.fromhex(code)


def test_registers_are_as_basic_leaves_them():
    cpc = CPC(model="464")
    firmware = cpc.machine.firmware
    poked(cpc, 0x8000, "00c9")
    assert firmware.call(0x8000, [7, 0x1234])
    cpu = firmware.cpu
    assert (cpu.a, cpu.bc, cpu.de, cpu.carry) == (2, 0x1EFF, 0x1234, False)
    assert (cpu.word(cpu.ix), cpu.word(cpu.ix + 2)) == (0x1234, 7)
    assert firmware.call(0x8000, [])
    assert (cpu.a, cpu.bc, cpu.de, cpu.zero) == (0, 0x20FF, 0x8000, True)


def test_waiting_for_a_key_in_machine_code():
    cpc = CPC(model="6128")
    firmware = cpc.machine.firmware
    poked(cpc, 0x8000, "cd06bb320081c9")
    assert not firmware.call(0x8000, []) and firmware.waits_for == "key"
    state = firmware.snapshot()
    cpc.machine.keyboard.type(b"q")
    assert firmware.call(0x8000, []) and cpc.machine.ram[0x8100] == ord("q")
    firmware.restore(state)
    cpc.machine.keyboard.type(b"r")
    assert firmware.call(0x8000, []) and cpc.machine.ram[0x8100] == ord("r")


def test_endless_machine_code_gives_others_their_turn():
    cpc = CPC()
    poked(cpc, 0x8000, "18fe")
    before = cpc.machine.clock.us
    assert not cpc.machine.firmware.call(0x8000, []) and cpc.machine.firmware.waits_for == "frame"
    assert cpc.machine.clock.us > before


def test_reset():
    cpc = CPC()
    assert not cpc.machine.firmware.call(0, [])
    assert cpc.machine.keyboard.reset_asked


@pytest.mark.parametrize("address", [0xBD67, 0xC000, 0x0013])
def test_addresses_that_nobody_knows(address):
    with pytest.raises(BasicError):
        CPC(model="464").machine.firmware.call(address, [])


def test_entries_of_the_6128_alone():
    with pytest.raises(BasicError):
        CPC(model="464").machine.firmware.call(0xBD4C, [1])
    cpc = CPC(model="6128")
    assert cpc.machine.firmware.call(0xBD4C, [1, 1]) and cpc.machine.graphics.mask == 2


def test_a_jump_that_a_listing_has_changed():
    cpc = CPC()
    poked(cpc, 0xBB5A, "320081c9")
    assert cpc.machine.firmware.call(0xBB5A, [1, 2, 3])
    assert cpc.machine.ram[0x8100] == 3
    assert cpc.machine.firmware.call(0xBD37, [])
    assert cpc.machine.ram[0xBB5A:0xBB5D] == cpc.machine.firmware.jumps[0xBB5A]


def test_lines_above_and_below_each_other_on_the_screen():
    cpc = CPC()
    poked(cpc, 0x8000, "2100c0" + "cd26bb".replace("bb", "bc") * 8 + "220081" + "cd29bc" * 8 + "220281c9")
    assert cpc.machine.firmware.call(0x8000, [])
    cpu = cpc.machine.firmware.cpu
    assert (cpu.word(0x8100), cpu.word(0x8102)) == (0xC050, 0xC000)


def test_time_in_long_machine_code_passes_as_on_the_machine():
    def ticks(loops):
        cpc = CPC(model="6128")
        poked(cpc, 0x8000, "01" + loops.to_bytes(2, "little").hex() + "0b78b120fbc9")       # 7 us a loop
        cpc.type("FRAME:t=TIME:CALL &8000:PRINT TIME-t\n")
        assert cpc.run_until_idle(10)
        return int(cpc.printed.split()[-2])
    assert ticks(0xFFFF) - ticks(0x4000) in (112, 113, 114)         # 344 ms, and the interrupts
