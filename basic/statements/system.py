"""The machine underneath: memory, ports, CALL and bar commands, the keyboard's settings, the printer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from basic.errors import IMPROPER, SYNTAX, UNKNOWN_COMMAND, BasicError
from basic.runtime.clock import INTERRUPTS
from basic.runtime.control import BasicStarts, Step, Waiting
from basic.statements.screen import failing_after
from basic.syntax.nodes import Broken, Expression
from basic.syntax.statement import ALWAYS, Cost, Statement, part, statement
from basic.units import effects as ef
from basic.units import operations as op
from basic.units.value_builder import CannotEmit
from basic.values.code import REAL, STRING, Code, Get
from basic.values.conversions import mismatch

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler, GetString
    from basic.units.builder import UnitBuilder


@statement('"POKE" expr "," expr', token=0xBE)
class Poke(Statement):
    """POKE address, byte: into the memory"""
    step_lasts = True
    cost = Cost(89, 93)
    changes_everything = True
    address: Expression
    value: Expression

    def compile(self, c: Compiler) -> Step:
        executor, after = c.executor, c.after
        address, value, poke = c.address(self.address), c.byte(self.value), executor.addresses.poke

        def step() -> int:
            poke(address(), value())
            return after if executor.program.version == executor.table.built else executor.table.refresh(after)
        return step

    def emit(self, c: Compiler, unit: UnitBuilder) -> None:
        code = c.code(self.address)
        if code.kind == STRING:
            raise CannotEmit
        address = unit.temporary(op.WHOLE, unit.free_address(c.rounded_address(code)))
        value = unit.temporary(op.WHOLE, unit.within(c.whole(self.value), 0, 255))
        unit.do(ef.Poke(address, value, c.machine.ram))
        unit.go(c.after)


@statement('"OUT" expr "," expr', token=0xB9)
class Out(Statement):
    """OUT port, byte: to a chip"""
    cost = Cost(89, 90)
    port: Expression
    value: Expression

    def compile(self, c: Compiler) -> Step:
        port, value, after = c.address(self.port), c.byte(self.value), c.after
        executor, write = c.executor, c.machine.output_port

        def step() -> int:
            write(port(), value())
            return executor.runner.look_again(after)
        return step


@statement('"WAIT" expr "," expr ["," expr]', token=0xD4)
class Wait(Statement):
    """WAIT port, mask [, inversion]: until a bit of the mask is set"""
    cost = Cost(100, 100)
    sees_its_end = True
    port: Expression
    mask: Expression
    inversion: Expression | None = None

    def compile(self, c: Compiler) -> Step:
        port, mask, after = c.address(self.port), c.byte(self.mask), c.after
        machine, clock, read = c.machine, c.machine.clock, c.machine.input_port
        inversion = c.byte(self.inversion) if self.inversion is not None else lambda: 0
        if self.then_fails:
            return failing_after([port, mask, inversion], SYNTAX)

        def step() -> int:
            number = port()
            bits = mask()
            turned = inversion()
            now = clock.us
            for clock.us in (now, *machine.port_changes()):         # the machine looks all the time
                if (read(number) ^ turned) & bits:
                    return after
            clock.us = now
            raise Waiting("frame")
        return step


@statement('"MEMORY" expr', token=0xAA)
class Memory(Statement):
    """MEMORY address: the highest byte BASIC may use"""
    cost = Cost.nothing("looking at all variables takes its time: Heap.move_with_himem")
    top: Expression

    def compile(self, c: Compiler) -> Step:
        set_himem, heap, collects_first = c.executor.session.top.set_himem, c.variables.heap, not c.basic_1_1

        def set_top(address: int) -> None:
            set_himem(address)
            if collects_first:
                heap.collect()
            heap.move_with_himem()
        return c.calling(set_top, c.address(self.top))


@statement('"CALL" expr ("," expr)*', token=0x83)
class CallRoutine(Statement):
    """CALL address, values: a routine in machine code"""
    cost = Cost(231.7, 256)
    changes_everything = True
    ends_first = ALWAYS

    address: Expression
    arguments: tuple[Expression, ...]

    def __init__(self, address: Expression, *arguments: Expression):
        self.address = address
        self.arguments = arguments

    def commas_missed(self, basic_1_1: bool) -> int:
        return 1

    def compile(self, c: Compiler) -> Step:
        address = c.address(self.address)
        c.charge(c.costs.routine_argument * len(self.arguments))
        arguments = [routine_argument(c, argument) for argument in most(self.arguments)]
        return calling_routine(c, "call", address, arguments, c.machine.call)


def calling_routine(c: Compiler, name: str, target: Get, arguments: Sequence[Get],
                    call: Callable[[Any, list[int | bytes], int], bool]) -> Step:
    """The step that calls a routine and waits as long as it waits. A routine that gets a variable's address finds the
    variables in the RAM, and what it writes there is theirs."""
    after, executor = c.after, c.executor
    addresses, underway, line, statement = executor.addresses, executor.underway, c.line, c.statement

    def step() -> int:
        given = underway.pop(name, None)
        if given is None:
            to = target()
            values = [argument() for argument in arguments]
            laid_out = addresses.lay_out_variables() if values and addresses.concerns_variables(values) else b""
            given = to, values, addresses.text_pointer(line, statement), laid_out
        try:
            done = call(*given[:3])
        except BasicStarts as start:
            return c.executor.session.start_again(clear_screen=False, himem=start.himem)
        if not done:
            underway[name] = given
            raise Waiting(executor.machine.waits_for())
        if given[3]:
            addresses.take_back(given[3])
        same = executor.program.version == executor.table.built
        return executor.runner.look_again(after if same else executor.table.refresh(after))
    return step


def routine_argument(c: Compiler, node: Expression) -> Get:
    code = c.code(node)
    if code.kind == STRING:
        return string_argument(c, code) if c.basic_1_1 else mismatch(code).get
    if code.kind == REAL:
        c.charge(c.costs.real_address)
    return c.address_in(c.rounded_address(code))


def string_argument(c: Compiler, code: Code) -> GetString:
    """Routines are given the address of a string: it has to lie in the string space."""
    get, slot, heap, literals, values = code.get, code.slot, c.variables.heap, c.variables.literals, c.variables.values

    def argument() -> bytes:
        text: bytes = get()
        if code.passing or code.value is not None:
            return heap.leave(text)
        if slot is not None and id(text) in literals:
            values[slot] = heap.copied(text)
        return text
    return argument


MOST_ARGUMENTS = 32


def most(arguments: Sequence[Expression]) -> list[Expression]:
    """As many arguments as a routine takes, and the error that more of them are."""
    taken = list(arguments[:MOST_ARGUMENTS])
    return taken + [Broken()] if len(arguments) > MOST_ARGUMENTS else taken


@part('"," expr')
class BarArgument:
    value: Expression


@part("BROKEN_ITEM")
class BarNonsense:
    number: int

    @property
    def value(self) -> Expression:
        return Broken(self.number)


@statement("BAR bar_argument* [bar_nonsense]")
class BarCommand(Statement):
    """|NAME, values: a command of a ROM or of the drive"""
    cost = Cost(1270, 1300)
    passes_variables = True

    name: bytes
    arguments: list[Expression]

    def __init__(self, name: bytes, *arguments: BarArgument | BarNonsense | None):
        self.name = name
        self.arguments = [argument.value for argument in arguments if argument is not None]

    def compile(self, c: Compiler) -> Step:
        arguments = [routine_argument(c, argument) for argument in most(self.arguments)]
        name, machine = self.name, c.machine
        if name == b"BASIC":
            return c.executor.session.start_again

        def known() -> bytes:
            if not machine.knows_bar_command(name):
                raise BasicError(UNKNOWN_COMMAND)
            return name
        return calling_routine(c, "bar command", known, arguments, machine.bar_command)


@statement('"KEY" expr "," expr', token=0xA4)
class Key(Statement):
    """KEY number, string: what a function key types"""
    cost = Cost(455, 432)
    number: Expression
    text: Expression

    def compile(self, c: Compiler) -> Step:
        set_expansion, clock = c.machine.keyboard.set_expansion, c.machine.clock

        def key(number: int, text: bytes) -> None:
            us = set_expansion(number, text)
            if us is None:
                raise BasicError(IMPROPER)
            clock.us += round(us * INTERRUPTS)
        return c.calling(key, c.byte(self.number, 0, 255 if c.basic_1_1 else 254), c.string(self.text))


@statement('"KEY" "DEF" expr "," expr ["," expr ["," expr ["," expr]]]')
class KeyDef(Statement):
    """KEY DEF key, repeats [, normal [, shifted [, with CTRL]]]: what a key gives"""
    cost = Cost(461, 467)
    key: Expression
    repeat: Expression
    normal: Expression | None = None
    shifted: Expression | None = None
    control: Expression | None = None

    def compile(self, c: Compiler) -> Step:
        key, repeat = c.byte(self.key, 0, 79), c.byte(self.repeat, 0, 1)
        codes = [c.byte(code) if code is not None else (lambda: None) for code in (self.normal, self.shifted, self.control)]
        c.charge(c.costs.optional * sum(code is not None for code in (self.normal, self.shifted, self.control)))
        define = c.machine.keyboard.define_key
        return c.calling(lambda key, repeat, *codes: define(key, repeat, codes), key, repeat, *codes)


@statement('"SPEED" "KEY" expr "," expr')
class SpeedKey(Statement):
    """SPEED KEY delay, interval: of repeating keys, in fiftieths"""
    cost = Cost(258, 268)
    delay: Expression
    interval: Expression

    def compile(self, c: Compiler) -> Step:
        return c.calling(c.machine.keyboard.set_speed, c.byte(self.delay, 1), c.byte(self.interval, 1))


@statement('"SPEED" "WRITE" expr')
class SpeedWrite(Statement):
    """SPEED WRITE 0 or 1: of the tape"""
    cost = Cost(250, 249)
    speed: Expression

    def compile(self, c: Compiler) -> Step:
        return c.calling(c.machine.files.set_tape_speed, c.byte(self.speed, 0, 1))
