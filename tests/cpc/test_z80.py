"""The processor against what a real machine's made of the same registers and memory (golden/z80.json).

Each batch is run as one piece of code: it loads all registers from the stack, does one instruction, pushes them.
"""

import json

import pytest

from cpc.firmware.ports import PlainBus
from cpc.firmware.z80 import Z80
from cpc.memory import new_ram
from tests.places import GOLDEN

BATCHES = json.loads(GOLDEN.joinpath("z80.json").read_text())
UNDOCUMENTED = 0x28             # flags; BIT n,(HL) takes them from what the CALL has left in the processor
BITS_OF_MEMORY = [f"cb{code:02x}" for code in range(0x46, 0x80, 8)]
CODE, REGISTERS, MEMORY, STACK = 0x4000, 0x8000, 0x9000, 0x9200


def word(value):
    return value.to_bytes(2, "little")


def machine_code(batch):
    code = bytearray()
    for number, instruction in enumerate(batch["instructions"]):
        place = REGISTERS + 12 * number
        code += b"\x31" + word(place) + b"\xf1\xc1\xd1\xe1\xdd\xe1\xfd\xe1" + b"\x31" + word(STACK)
        code += bytes.fromhex(instruction)
        code += b"\x31" + word(place + 12) + b"\xfd\xe5\xdd\xe5\xe5\xd5\xc5\xf5"
    return code


@pytest.mark.parametrize("batch", BATCHES)
def test_instructions(batch):
    ram = new_ram()
    before, after, memory = (bytes.fromhex(batch[name]) for name in ("before", "after", "memory"))
    code = machine_code(batch)
    ram[CODE:CODE + len(code)] = code
    ram[REGISTERS:REGISTERS + len(before)] = before
    ram[MEMORY:MEMORY + len(memory)] = memory
    cpu = Z80(PlainBus(ram, lambda port: 255, lambda port, value: None))
    cpu.pc = CODE
    while cpu.pc != CODE + len(code):
        cpu.step()
    for number, instruction in enumerate(batch["instructions"]):
        real = after[12 * number:12 * number + 12]
        ours = ram[REGISTERS + 12 * number:REGISTERS + 12 * number + 12]
        unknown = UNDOCUMENTED if instruction in BITS_OF_MEMORY else 0
        assert (ours[0] & ~unknown, ours[1:]) == (real[0] & ~unknown, real[1:]), instruction
    assert ram[MEMORY:MEMORY + len(memory)].hex() == batch["memory_after"]


@pytest.mark.parametrize("code, us", [
    ("00", 1), ("010000", 3), ("10fe", 4), ("18fe", 3), ("2000", 3), ("2800", 2), ("e3", 6), ("c5", 4), ("c1", 3),
    ("cd0000", 5), ("c9", 3), ("c0", 4), ("c8", 2), ("c40000", 5), ("cc0000", 3), ("cb06", 4), ("cb46", 3),
    ("dd4601", 5), ("dd360102", 6), ("ddcb0146", 6), ("ddcb01c6", 7), ("ed42", 4), ("ed67", 5), ("eda0", 5),
    ("edb0", 6),
])
def test_time(code, us):
    ram = new_ram()
    ram[0x4000:0x4000 + len(code) // 2] = bytes.fromhex(code)
    cpu = Z80(PlainBus(ram, lambda port: 255, lambda port, value: None))
    cpu.pc, cpu.sp, cpu.bc = 0x4000, 0x8000, 0x0202
    cpu.step()
    assert cpu.us == us


def test_ports():
    written = []
    cpu = Z80(PlainBus(new_ram(), lambda port: port >> 8, lambda port, value: written.append((port, value))))
    cpu.ram[0x4000:0x4004] = bytes.fromhex("ed78ed49")
    cpu.pc, cpu.bc = 0x4000, 0xF57F
    cpu.step()
    cpu.step()
    assert (cpu.a, written) == (0xF5, [(0xF57F, 0x7F)])


def test_a_snapshot_is_the_whole_state():
    cpu = Z80(PlainBus(new_ram(), lambda port: 255, lambda port, value: None))
    cpu.ram[:6] = bytes.fromhex("3c0403d93c08")
    state = cpu.snapshot()
    for _ in range(6):
        cpu.step()
    assert (cpu.a, cpu.b, cpu.pc) != (0, 0, 0)
    cpu.restore(state)
    assert cpu.snapshot() == state


def interrupted(code, mode=1):
    """A processor that has been asked for an interrupt, with `code` at &4000."""
    ram = new_ram()
    ram[0x4000:0x4000 + len(code) // 2] = bytes.fromhex(code)
    cpu = Z80(PlainBus(ram, lambda port: 255, lambda port, value: None))
    cpu.pc, cpu.sp, cpu.im, cpu.iff1, cpu.iff2 = 0x4000, 0x8000, mode, 1, 1
    cpu.request_interrupt()
    return cpu


@pytest.mark.parametrize("mode, target", [(0, 0x38), (1, 0x38), (2, 0x1234)])
def test_an_interrupt(mode, target):
    cpu = interrupted("00", mode)
    cpu.i = 0x50
    cpu.set_word(0x50FF, 0x1234)
    cpu.step()
    assert (cpu.pc, cpu.word(cpu.sp), cpu.iff1, cpu.interrupt_waits) == (target, 0x4000, 0, False)
    cpu.step()
    assert cpu.pc == target + 1


def test_interrupts_wait_until_the_instruction_behind_ei_is_done():
    cpu = interrupted("f3fb3c00")
    cpu.iff1 = 0
    places = []
    for _ in range(4):
        cpu.step()
        places.append(cpu.pc)
    assert places == [0x4001, 0x4002, 0x4003, 0x38]


def test_halt_lasts_until_an_interrupt():
    cpu = interrupted("763c")
    cpu.interrupt_waits = False
    for _ in range(5):
        cpu.step()
    assert (cpu.pc, cpu.us, cpu.refresh) == (0x4001, 5, 5)
    cpu.request_interrupt()
    cpu.step()
    assert (cpu.pc, cpu.word(cpu.sp), cpu.halted) == (0x38, 0x4001, False)
