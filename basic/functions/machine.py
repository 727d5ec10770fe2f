"""What the machine knows: memory, keys, time, errors, files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basic.errors import IMPROPER, BasicError
from basic.functions.strings import CHARACTERS
from basic.syntax.function import Made, function
from basic.syntax.nodes import INTEGER, REAL, STRING, Code

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler

SWALLOWED_IN_1_1 = (252, 239)       # ESC, and what the firmware puts behind it: INKEY$ takes them and gives nothing


@function("PEEK", 0x12, "a", INTEGER)
def _peek(c: Compiler, address: Code) -> Made:
    """PEEK(address): the byte of the memory"""
    get, peek = address.get, c.executor.addresses.peek
    return Code(INTEGER, lambda: peek(get()), bounds=(0, 255), expr=lambda unit: unit.peek(unit.value(address)))


@function("INP", 0x0B, "a", INTEGER)
def _inp(c: Compiler, port: Code) -> Made:
    """INP(port): a byte from a chip"""
    get, read = port.get, c.machine.input_port
    return lambda: read(get())


@function("INKEY", 0x0A, "i", INTEGER)
def _inkey(c: Compiler, key: Code) -> Made:
    """INKEY(key): -1 up, 0 down, 32 with SHIFT, 128 with CTRL"""
    get, pressed, runner, look = key.get, c.machine.keyboard.pressed, c.executor.runner, c.look()

    def inkey() -> int:
        number = get()
        if not 0 <= number < 80:
            raise BasicError(IMPROPER)
        runner.asked_for_key()
        runner.look_at_keys(look.later)
        return pressed(number)
    return c.measured_code("INKEY", Code(INTEGER, inkey, expr=lambda unit: unit.look_at_keys("pressed", key, 79)))


@function("INKEY$", 0x43, "", STRING)
def _inkey_string(c: Compiler) -> Made:
    """INKEY$: the key pressed, or nothing"""
    keyboard, clock, runner, look = c.machine.keyboard, c.machine.clock, c.executor.runner, c.look()
    us: int = c.costs.key_made_character
    taken = SWALLOWED_IN_1_1 if c.basic_1_1 else ()

    def key() -> bytes:
        runner.look_at_keys(look.later)
        of_a_key = keyboard.nothing_typed()
        char = keyboard.read_char()
        if char is None:
            runner.asked_for_key()
            return b""
        if of_a_key:
            clock.us += us
        return b"" if char in taken else CHARACTERS[char]
    return Code(STRING, key, expr=lambda unit: unit.no_key())


@function("JOY", 0x0D, "i", INTEGER)
def _joy(c: Compiler, number: Code) -> Made:
    """JOY(0 or 1): 1 up, 2 down, 4 left, 8 right, 16 and 32 fire"""
    get, joystick, runner, look = number.get, c.machine.keyboard.joystick, c.executor.runner, c.look()

    def joy() -> int:
        value = get()
        if value not in (0, 1):
            raise BasicError(IMPROPER)
        runner.asked_for_key()
        runner.look_at_keys(look.later)
        return joystick(value)
    return c.measured_code("JOY", Code(INTEGER, joy, expr=lambda unit: unit.look_at_keys("joystick", number, 1)))


@function("SQ", 0x17, "b", INTEGER)
def _sq(c: Compiler, channel: Code) -> Made:
    """SQ(channel): how its queue stands"""
    get, status = channel.get, c.machine.sound.status

    def queue() -> int:
        bits = get()
        if bits not in (1, 2, 4):
            raise BasicError(IMPROPER)
        return status(bits >> 1)
    return queue


@function("TIME", 0x46, "", REAL)
def _time(c: Compiler) -> Made:
    """TIME: in 1/300 s since the machine was switched on"""
    clock, look = c.machine.clock, c.look()
    ticks_at = clock.ticks_at
    code = Code(REAL, lambda: float(ticks_at(clock.us - look.later)),
                expr=lambda unit: unit.ticks(clock, look.later))
    return c.measured_code("TIME", code)


@function("REMAIN", 0x13, "i", INTEGER)
def _remain(c: Compiler, timer: Code) -> Made:
    """REMAIN(timer): what is left of it; it stops"""
    get, remain = timer.get, c.executor.events.remain

    def left() -> int:
        number = get()
        if not 0 <= number <= 3:
            raise BasicError(IMPROPER)
        return remain(number)
    return left


@function("FRE", 0x09, "x", REAL)
def _fre(c: Compiler, what: Code) -> Made:
    """FRE(0), FRE(""): bytes left; with a string, after tidying up"""
    get, variables = what.get, c.variables
    tidy = what.kind == STRING

    def free() -> float:
        get()
        if tidy:
            variables.heap.collect()
        return float(variables.free())
    return free


@function("HIMEM", 0x42, "", REAL)
def _himem(c: Compiler) -> Made:
    """HIMEM: the highest byte that BASIC uses"""
    session = c.executor.session
    return lambda: float(session.top.himem)


@function("ERR", 0x41, "", INTEGER)
def _err(c: Compiler) -> Made:
    """ERR: the number of the last error"""
    executor = c.executor
    return lambda: executor.errors.err


@function("ERL", 0xE3, "", REAL)
def _erl(c: Compiler) -> Made:
    """ERL: the line of the last error"""
    executor = c.executor
    return lambda: float(executor.errors.erl)


@function("DERR", 0x49, "", INTEGER, since=11)
def _derr(c: Compiler) -> Made:
    """DERR: what the drive said of the last file error (1.1)"""
    executor = c.executor
    return lambda: executor.errors.derr


@function("EOF", 0x40, "", INTEGER)
def _eof(c: Compiler) -> Made:
    """EOF: whether the open file is read to its end"""
    files = c.machine.files

    def eof() -> int:
        return -1 if files.at_end() else 0
    return eof
