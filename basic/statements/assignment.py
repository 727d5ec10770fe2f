"""Variables and their values: LET, DIM, ERASE, MID$ =, CLEAR, RANDOMIZE, DEG and RAD."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from basic.errors import IMPROPER, SYNTAX, TYPE_MISMATCH, BasicError, SoftError
from basic.runtime.control import Diverted, Step
from basic.runtime.variables import KINDS
from basic.syntax.function import FUNCTIONS
from basic.syntax.nodes import Broken, Call, Element, Expression, Name, UserCall, Variable, constant_in, is_made
from basic.syntax.statement import Cost, Plan, Statement, statement
from basic.units import effects as ef
from basic.units.builder import CannotEmit, UnitBuilder
from basic.values import numerals
from basic.values.code import INTEGER, REAL, STRING, Code, Get
from basic.values.conversions import as_integer, mismatch
from basic.values.texts import made_of

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler
    from basic.runtime.executor import Executor
    from basic.runtime.targets import Assign
    from basic.source.dialect import Dialect
    from basic.units.operations import Operation


@statement('["LET"] variable "=" expr', token=0xA5, word="LET")
class Let(Statement):
    """[LET] variable = value: the variable gets the value"""
    step_lasts = True
    cost = Cost.nothing("what is assigned takes its time: Costs.assignment")
    sets = ("variable",)
    variable: Variable | Element
    value: Expression

    def only_waits(self) -> bool:
        return isinstance(self.variable, Variable)

    def compile(self, c: Compiler) -> Step:
        return self.plan(c)(c)

    def plan(self, c: Compiler) -> Plan:
        variable = self.variable
        if isinstance(variable, Element):
            return self._element(c, variable)
        slot, kind = c.variable(variable.name, variable.token)
        c.begun += c.costs.let_begun
        code = c.code(self.value)
        c.cost += c.costs.assignment(kind, code) + c.costs.named(kind, variable.token) - c.costs.variable[kind]
        if kind == STRING and variable.name == b"TI" and c.dialect.commodore:
            return partial(_setting_clock, c.dialect, code.get)
        c.makes = c.made_first = slot
        if (kind == STRING) != (code.kind == STRING):
            fail = mismatch(code).get
            return lambda c: fail
        if kind == STRING:
            return self._string(c, slot, code)
        code = c.fitting(code, kind)
        return partial(_letting, c.variables.values, slot, as_integer(code) if kind == INTEGER else _as_real(code))

    def _string(self, c: Compiler, slot: int, code: Code) -> Plan:
        values, get, heap, literals = c.variables.values, self._made(c, code), c.variables.heap, c.variables.literals
        take = heap.take_passing if code.passing and c.basic_1_1 else heap.take
        c.literal(code)
        clock, (copying_us, character_us, empty_us) = c.machine.clock, self._copying(c, code)

        def letting_string(c: Compiler) -> Step:
            after = c.after

            def let_string() -> int:
                text = get()
                if id(text) not in literals:
                    take(len(text))
                    clock.us += copying_us + (character_us * len(text) >> 10) if text else empty_us
                values[slot] = text
                return after
            return let_string
        return letting_string

    def emit(self, c: Compiler, unit: UnitBuilder) -> None:
        code = c.code(self.value)
        if isinstance(self.variable, Element):
            array, kind = c.array_of(self.variable)
            if array.lost_name:
                raise CannotEmit
            subscripts = [c.whole(one) for one in self.variable.subscripts]
            placed_first = kind == STRING or self._reads_clock()    # subscripts take their time before the value
            element = (unit.checked_element if placed_first else unit.element)(array.number, subscripts)
            value = unit.as_kind(c.fitting(code, kind), kind)
            if kind == STRING:
                value = self._kept(c, unit, code, value)
            unit.do(ef.SetElement(element, value))
        else:
            slot, kind = c.variable(self.variable.name, self.variable.token)
            value = unit.as_kind(c.fitting(code, kind), kind)
            if kind == STRING:
                if self.variable.name == b"TI":
                    raise CannotEmit
                value = self._kept(c, unit, code, value)
            unit.assign(slot, value)
        unit.go(c.after)

    def _kept(self, c: Compiler, unit: UnitBuilder, code: Code, text: Operation) -> Operation:
        doubled = bool(code.passing) and c.basic_1_1
        return unit.keep_string(text, self._is_made(code), doubled, *self._copying(c, code))

    def _reads_clock(self) -> bool:
        return any(isinstance(one, UserCall) or isinstance(one, Call) and FUNCTIONS[one.token].name == "TIME"
                   for one in self.looked_at())

    def _is_made(self, code: Code) -> bool:
        return is_made(code, self.value)

    def _made(self, c: Compiler, code: Code) -> Get:
        return made_of(code.get, c.variables.literals) if self._is_made(code) else code.get

    def _copying(self, c: Compiler, code: Code) -> tuple[int, int, int]:
        """What keeping a string takes, each of its characters, and an empty one; one that another variable holds is copied as
        a whole."""
        held, costs = isinstance(self.value, Variable | Element | UserCall), c.costs
        if held:
            return costs.lasting(costs.copying), costs.copied_character, costs.empty_copied
        return 0, costs.copied_character, 0 if code.is_constant else costs.empty_kept

    def _copied(self, c: Compiler, code: Code, get: Get) -> Get:
        """A text, and what keeping it takes."""
        clock, literals = c.machine.clock, c.variables.literals
        copying_us, character_us, empty_us = self._copying(c, code)

        def copied() -> bytes:
            text: bytes = get()
            if id(text) not in literals:
                clock.us += copying_us + (character_us * len(text) >> 10) if text else empty_us
            return text
        return copied

    def _element(self, c: Compiler, variable: Element) -> Plan:
        code = c.code(self.value)
        c.literal(code)
        value_us = c.cost
        target, assign = c.assigner(variable, bool(code.passing))
        c.delay_looks(c.cost - value_us + c.costs.element_begun)
        place_of = target.prepare
        get = self._made(c, code)
        if target.kind is not None:
            c.charge(c.costs.assignment(target.kind, code) - c.costs.variable[target.kind])
            if code.kind != STRING:
                get = c.fitting(code, target.kind).get
        if target.kind != STRING and code.kind == STRING:
            get = mismatch(code).get
        elif code.kind == STRING:
            get = self._copied(c, code, get)

        return partial(_letting_element, place_of, assign, get)


# Closures are made in functions of their own: one that makes several of them takes longer, whichever it makes.

def _letting(values: list[Any], slot: int, get: Get, c: Compiler) -> Step:
    after = c.after

    def let() -> int:
        values[slot] = get()
        return after
    return let


def _letting_element(place_of: Get, assign: Assign, get: Get, c: Compiler) -> Step:
    after = c.after

    def let_element() -> int:
        place = place_of()
        assign(place, get())
        return after
    return let_element


def _as_real(code: Code) -> Get:
    """The closure of a number that a real variable is to keep."""
    if code.kind == REAL:
        return code.get
    return _made_real(code.get) if code.varies or code.value is None else _constant(float(code.value))


def _made_real(get: Get) -> Get:
    return lambda: float(get())


def _setting_clock(dialect: Dialect, get: Get, c: Compiler) -> Step:
    after = c.after

    def set_clock() -> int:
        dialect.set_clock(get())
        return after
    return set_clock


@statement('"DIM" dimensioned', token=0x93)
class Dim(Statement):
    """DIM array(top, top ...), array ...: makes arrays"""
    step_lasts = True
    cost = Cost.nothing("each array takes its time: dimension_made")
    sets = ("elements",)
    elements: list[Element | Broken]

    def compile(self, c: Compiler) -> Step:
        arrays: list[tuple[int, list[Get]]] = []
        for element in self.elements:
            if isinstance(element, Broken):
                arrays.append((-1, [c.value(element)]))     # which fails
                continue
            array, _ = c.array(element.name, element.token)
            arrays.append((array.number, [c.positive(top) for top in element.subscripts]))
            c.charge(c.costs.dimension_made)
        variables, table, pc, after, kinds = c.variables, c.executor.table, c.pc, c.after, c.default_kinds
        dimension = variables.dimension
        untyped = [element for element in self.elements if isinstance(element, Element) and element.token not in KINDS]
        letters = {element.name[0] - 65 for element in untyped}

        def step() -> int:
            if variables.default_kinds is not kinds and any(kinds[at] != variables.default_kinds[at] for at in letters):
                table.forget_at(pc)             # here, names do not stay what they were
                raise Diverted(pc)
            for number, tops in arrays:
                dimension(number, [top() for top in tops])
            return after
        return step


def _constant(number: int | float) -> Get:
    return lambda: number


@statement('"ERASE" arrays', token=0x9B)
class Erase(Statement):
    """ERASE array, array ...: gives the room of arrays back"""
    cost = Cost(382, 457)
    changes_everything = True
    looks_anew = True
    names: list[Name | Broken]

    def compile(self, c: Compiler) -> Step:
        numbers = [c.value(name) if isinstance(name, Broken) else _constant(c.array(*name)[0].number) for name in self.names]
        erase, after, clock = c.variables.erase, c.after, c.machine.clock
        table, costs = c.executor.table, c.costs
        c.charge(costs.further_erased * (len(numbers) - 1))
        c.charge(costs.found_anew([name for name in self.names if not isinstance(name, Broken)]))

        def step() -> int:
            for number in numbers:
                erase(number())
            clock.us += costs.lasting(table.walk.for_names())
            table.forget_names()
            return after
        return step


@statement('"MID$" "(" variable "," expr ["," expr] ")" "=" expr', token=0xAC)
class MidAssign(Statement):
    """MID$(string, start [, length]) = string: replaces a part of a string"""
    cost = Cost(405, 377)
    sets = ("variable",)
    variable: Variable | Element
    start: Expression
    length: Expression | None
    value: Expression

    def compile(self, c: Compiler) -> Step:
        target, heap = c.target(self.variable), c.variables.heap
        looked_up = c.cost
        read = c.value(self.variable)
        c.cost = looked_up                  # the variable is looked for once
        start = c.byte(self.start, 1)
        length = c.byte(self.length) if self.length is not None else lambda: 255
        value, after, basic_1_1, literals = c.string(self.value), c.after, c.basic_1_1, c.variables.literals
        clock, costs = c.machine.clock, c.costs
        is_constant = isinstance(constant_in(self.value), bytes)
        c.charge(costs.replaced_length * (self.length is not None) + costs.constant_operand * is_constant)

        def step() -> int:
            place = target.prepare()
            if target.kind != STRING:
                raise BasicError(TYPE_MISMATCH)
            text = read()
            if id(text) in literals:
                target.store(place, heap.copied(text))
                clock.us += costs.moved_string + (costs.copied_character * len(text) >> 10)
            first = start()
            count = length()
            new = value()
            text = read()
            if first > len(text):
                if basic_1_1 or not count:
                    return after
                raise BasicError(IMPROPER)
            new = new[:min(count, len(text) - first + 1)]
            clock.us += costs.copied_character * len(new) >> 10
            target.store(place, text[:first - 1] + new + text[first - 1 + len(new):])
            return after
        return step


@statement('"CLEAR"', token=0x86)
class Clear(Statement):
    """CLEAR: forgets all variables"""
    cost = Cost(4360, 4590)
    changes_everything = True
    sees_its_end = True

    def compile(self, c: Compiler) -> Step:
        executor, session, pc, then_fails = c.executor, c.executor.session, c.pc, self.then_fails

        def step() -> int:
            line, at = executor.table.where[pc]
            executor.clock.us += executor.costs.lasting(executor.costs.walks * executor.table.walk.for_names())
            session.clear_variables()
            session.abandon_files()
            executor.reset_control()
            executor.table.rebuild_keeping_direct()
            pc_of = executor.table.pc_of
            return executor.errors.fail(SYNTAX, pc_of(line, at)) if then_fails else pc_of(line, at + 1)
        return step


@statement('"CLEAR" "INPUT"')
class ClearInput(Statement):
    """CLEAR INPUT: forgets the keys pressed so far (1.1)"""
    cost = Cost(253, 253)
    changes_everything = True           # in 1.0 it is a CLEAR
    sees_its_end = True

    def compile(self, c: Compiler) -> Step:
        if not c.basic_1_1:
            clear = Clear()
            clear.then_fails = True
            return clear.compile(c)
        keyboard, after, then_fails = c.machine.keyboard, c.after, self.then_fails

        def step() -> int:
            keyboard.clear()
            if then_fails:
                raise BasicError(SYNTAX)
            return after
        return step


@statement('"RANDOMIZE" [expr]', token=0xC2)
class Randomize(Statement):
    """RANDOMIZE [number]: begins the sequence of random numbers that the number stands for"""
    cost = Cost(381, 388)
    seed: Expression | None = None

    def compile(self, c: Compiler) -> Step:
        random, after = c.executor.random, c.after
        seed = c.number(self.seed) if self.seed is not None else None
        executor, pc = c.executor, c.pc

        def step() -> int:
            random.randomize(float(ask_number(executor, b"Random number seed ? ", pc) if seed is None else seed()))
            return after
        return step


def ask_number(executor: Executor, prompt: bytes, pc: int) -> int | float:
    """The number that is typed behind a prompt, which comes again until it is one."""
    while True:
        line = executor.runner.ask(prompt, pc)
        try:
            number = numerals.read_number(line, 0)
        except SoftError as error:
            executor.soft(error)
            number = None
        if number is not None and not line[number.end:].strip(b" \t\n"):
            return number.value


@statement('"DEG"', token=0x91)
class Deg(Statement):
    """DEG: angles in degrees"""
    cost = Cost(111, 111)
    finds_end = True
    degrees = True

    def compile(self, c: Compiler) -> Step:
        executor, after, degrees = c.executor, c.after, self.degrees

        def step() -> int:
            executor.degrees = degrees
            return after
        return step


@statement('"RAD"', token=0xC1)
class Rad(Deg):
    """RAD: angles in radians"""
    cost = Cost(107, 107)
    degrees = False
