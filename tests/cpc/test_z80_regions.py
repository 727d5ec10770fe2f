"""Translated machine code does the same as the interpreter, to the microsecond: random programs, run both ways."""

import random

import pytest

from cpc.firmware.ports import PlainBus
from cpc.firmware.z80 import Z80
from cpc.firmware.z80_decode import operand_size
from cpc.firmware.z80_runner import AFTER_US, AT_ONCE, Runner
from cpc.firmware.z80_times import near_index
from tests.places import EVERYTHING

START, LENGTH = 0x8000, 64
PREFIXES = [b""] * 8 + [b"\xcb", b"\xdd", b"\xfd", b"\xed", b"\xdd\xcb", b"\xfd\xcb"]
RELATIVE = bytes.fromhex("10 18 20 28 30 38 10 20")
ABSOLUTE = bytes.fromhex("c2 ca d2 da e2 ea f2 fa cd c4 dc")
LEAVES = bytes.fromhex("76 c0 c7 c8 c9 cf d0 d7 d8 df e0 e7 e8 e9 ef f0 f7 f8 f9 ff 31")      # for elsewhere, mostly


def an_instruction(dice):
    """Any but a jump; addresses in it are often those of the program."""
    while True:
        prefix, code, near = dice.choice(PREFIXES), dice.randrange(256), START + dice.randrange(2 * LENGTH)
        if code in RELATIVE or code in ABSOLUTE or code in LEAVES and dice.random() < 0.97:
            continue
        if len(prefix) == 2:
            return prefix + bytes((dice.randrange(256), code))
        size = 0 if prefix == b"\xcb" else operand_size(code) if prefix != b"\xed" else 2 * (code & 0xC7 == 0x43)
        away = dice.randbytes(1) if prefix in (b"\xdd", b"\xfd") and near_index(code) else b""
        return prefix + bytes((code,)) + away + (near.to_bytes(2, "little") if size == 2 else dice.randbytes(size))


def a_program(dice):
    """Random memory, with instructions at START that jump to and fro. They may well write to themselves."""
    ram = bytearray(dice.randbytes(0x10000))
    code = bytearray()
    while len(code) < LENGTH:
        kind = dice.random()
        if kind < 0.12:
            code += bytes((dice.choice(RELATIVE), dice.randrange(-len(code) - 2, LENGTH - len(code)) & 255))
        elif kind < 0.18:
            code += bytes((dice.choice(ABSOLUTE),)) + (START + dice.randrange(LENGTH)).to_bytes(2, "little")
        elif kind < 0.2:
            code += b"\x21" + (START + dice.randrange(LENGTH)).to_bytes(2, "little")
        else:
            code += an_instruction(dice)
    code += b"\xc3" + START.to_bytes(2, "little")
    ram[START:START + len(code)] = code
    return ram


def a_machine(ram, dice):
    cpu = Z80(PlainBus(bytearray(ram), lambda port: port >> 8 ^ port & 255, lambda port, value: None))
    cpu.r[:] = dice.randbytes(8)
    cpu.r[4] = dice.choice((0x80, 0x90))
    cpu.others[:] = dice.randbytes(9)
    cpu.f, cpu.refresh, cpu.pc = dice.randrange(256), dice.randrange(256), START
    cpu.sp = dice.choice((0xB000, 0xB000, 0xB000, START + dice.randrange(LENGTH)))      # what is pushed may be code
    cpu.ix, cpu.iy = dice.randrange(0x10000), START + dice.randrange(0x2000)
    return cpu


def step_until(cpu, limit):
    while cpu.us < limit:
        cpu.step()
        if cpu.halted and not (cpu.interrupt_waits and cpu.iff1):
            return


@pytest.mark.parametrize("seed", range(1000 if EVERYTHING else 60))
def test_random_programs(seed):
    dice = random.Random(seed)
    ram = a_program(dice)
    state = dice.getstate()
    plain = a_machine(ram, dice)
    dice.setstate(state)
    fast = a_machine(ram, dice)
    runner = Runner(fast, lambda address: False, often=2)
    limit = 0
    for _ in range(12):
        limit += dice.choice((dice.randrange(1, 100), dice.randrange(1, 4000)))
        if dice.random() < 0.5:
            plain.request_interrupt()
            fast.request_interrupt()
        if dice.random() < 0.3:
            address, value = START + dice.randrange(LENGTH), dice.randrange(256)
            plain.ram[address] = fast.ram[address] = value
        step_until(plain, limit)
        runner.run(limit)
        assert fast.snapshot() == plain.snapshot()
        assert fast.ram == plain.ram


def both_ways(code, us):
    ram = bytearray(0x10000)
    ram[START:START + len(code) // 2] = bytes.fromhex(code)
    plain, fast = a_machine(ram, random.Random(1)), a_machine(ram, random.Random(1))
    runner = Runner(fast, lambda address: False)
    step_until(plain, us)
    runner.run(us)
    assert fast.snapshot() == plain.snapshot()
    assert fast.ram == plain.ram
    return runner


@pytest.mark.parametrize("code", [
    "0602" "0000000000000000" "a7" "52" "a9" "10fc" "c30080",           # AND A: its flags are set again in the loop behind it
    "210090" "11f0a0" "010500" "edb0" "f5" "f1" "c30080",               # LDIR to its end
    "210090" "11f0a0" "010200" "eda8" "eda0" "e0" "0603" "cb3a" "1f" "8f" "17" "3d" "10f7" "c30080",
    "2100a0" "0608" "35" "34" "29" "ed6a" "3f" "dd34057e" "37" "10f4" "e3" "c30080",
])
def test_a_short_loop_left_at_each_microsecond(code):
    runner = both_ways(code, 5_000)
    fast, plain = runner.cpu, a_machine(runner.cpu.ram, random.Random(1))
    state, ram = fast.snapshot(), bytes(fast.ram)
    for limit in range(fast.us, fast.us + 400):
        for cpu in (plain, fast):
            cpu.restore(state)
            cpu.ram[:] = ram
        step_until(plain, limit)
        runner.run(limit)
        assert fast.snapshot() == plain.snapshot()


def test_an_operand_that_the_program_changes():
    runner = both_ways("3e00" "320980" "3c" "0605" "0e00" "81" "10fd" "c30280", 20_000)
    assert runner.changing == {START + 9}
    assert not runner.cpu.bus.guarded[START + 9] and runner.cpu.bus.guarded[START + 8]


def test_what_is_pushed_becomes_the_next_instruction():
    """The flags before it count then, which the old instruction would have set again."""
    both_ways("3100b0" "2118fe" "3d" "e5" "00" "a7a7" "3333" "10f7" "310b80" "c30680", 20_000)
    both_ways("3100b0" "2118fe" "3d" "e3" "00" "a7a7" "0000" "10f7" "310980" "2118fe" "c30680", 20_000)


def test_copying_over_the_program_itself():
    both_ways("210090" "01ff1f" "110080" "edb0", 60_000)
    both_ways("210080" "010300" "110180" "edb8" "c30080", 60_000)


def test_loops_are_run_translated(monkeypatch):
    runner = both_ways("110040" "0600" "10fe" "1b" "7a" "b3" "20f7" "c30080", 20_000)
    steps = []
    step = runner.cpu.step
    monkeypatch.setattr(runner.cpu, "step", lambda: steps.append(1) or step())
    runner.run(120_000)
    assert len(steps) < 50


def test_a_stop_ends_the_run():
    ram = bytearray(0x10000)
    ram[START:START + 6] = bytes.fromhex("3c0018fc0000")
    fast = a_machine(ram, random.Random(1))
    runner = Runner(fast, lambda address: address == START + 1)
    for _ in range(40):
        fast.pc = START
        runner.run(fast.us + 1000)
        assert fast.pc == START + 1


def test_code_that_runs_astray_has_few_regions_made():
    fast = a_machine(bytearray(0x10000), random.Random(1))
    runner = Runner(fast, lambda address: False, often=2)
    for start in range(0, 3000, 3):
        for _ in range(3):
            fast.pc = start
            runner.run(fast.us + 2)
    assert 0 < len(runner.known) <= AT_ONCE + fast.us / AFTER_US + 1
