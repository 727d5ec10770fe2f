"""Variables and their values: LET, DIM, DEF, DATA and READ, MID$, RANDOMIZE."""

import re

from basic import numerals, reals
from basic.errors import (
    DATA_EXHAUSTED,
    IMPROPER,
    INVALID_DIRECT,
    NO_LINE,
    SYNTAX,
    TYPE_MISMATCH,
    BasicError,
    SoftError,
)
from basic.nodes import ALWAYS, INTEGER, REAL, STRING, Any, Broken, statement
from basic.operators import as_integer
from basic.units import CannotHeat


@statement('["LET"] variable "=" expr', token=0xA5, word="LET")
class Let:
    """[LET] variable = value"""
    variable: Any
    value: Any

    def compile(self, c):
        if hasattr(self.variable, "subscripts"):
            return self._element(c)
        slot, kind = c.variable(self.variable.name, self.variable.token)
        code = c.code(self.value)
        c.charge(c.costs.assignment(kind, code))
        values, get, after = c.variables.values, code.get, c.after
        if (kind == STRING) != (code.kind == STRING):
            def mismatch():
                get()
                raise BasicError(TYPE_MISMATCH)
            return c.creating(slot, mismatch)
        if kind == STRING:
            heap, literals = c.variables.heap, c.variables.literals
            take = heap.take_passing if code.passing and c.basic_1_1 else heap.take
            if code.value is not None and c.line is not None:
                literals[id(code.value)] = code.value
            clock, (copying_us, character_us) = c.machine.clock, self._copying(c)

            if self.variable.name == b"TI" and c.dialect.commodore:
                def set_clock():
                    c.dialect.set_clock(get())
                    return after
                return set_clock

            def let_string():
                text = get()
                if id(text) not in literals:
                    take(len(text))
                    clock.us += copying_us + character_us * len(text)
                values[slot] = text
                return after
            return c.creating(slot, let_string)
        if kind == INTEGER:
            get = as_integer(code)
        elif code.kind != REAL:
            as_real = get
            if code.value is not None:
                value = float(code.value)
                get = lambda: value             # noqa: E731
            else:
                get = lambda: float(as_real())  # noqa: E731

        def let():
            values[slot] = get()
            return after
        return c.creating(slot, let)

    def heat(self, c, unit):
        code = c.code(self.value)
        if hasattr(self.variable, "subscripts"):
            array, kind = c.array(self.variable.name, self.variable.token)
            text = unit.as_kind(code, kind)
            subscripts = [c.code(one) for one in self.variable.subscripts]
            target = unit.element(array.number, subscripts, checked=kind == STRING)
            if kind == STRING:
                text = unit.keep_string(text, code.passing and c.basic_1_1)
        else:
            slot, kind = c.variable(self.variable.name, self.variable.token)
            text = unit.as_kind(code, kind)
            if kind == STRING:
                if self.variable.name == b"TI":
                    raise CannotHeat
                text = unit.keep_string(text, code.passing and c.basic_1_1, *self._copying(c))
            target = unit.assigned(slot)
        unit.line(f"{target} = {text}")
        unit.go(c.after)

    def _copying(self, c) -> tuple[int, int]:
        """What keeping a string takes, and each of its characters; one that another variable holds is copied as a whole."""
        return c.costs.lasting(c.costs.copying) if hasattr(self.value, "name") else 0, c.costs.copied_character

    def _element(self, c):
        code, after = c.code(self.value), c.after
        if code.kind == STRING and code.value is not None and c.line is not None:
            c.variables.literals[id(code.value)] = code.value
        target, assign = c.assigner(self.variable, code.passing)
        place_of = target.prepare
        get = code.get
        c.charge(c.costs.assignment(target.kind, code) - c.costs.variable[target.kind])

        def let_element():
            place = place_of()
            assign(place, get())
            return after
        return let_element


@statement('"DIM" dimensioned', token=0x93)
class Dim:
    """DIM array(top, top ...), array ..."""
    elements: list

    def compile(self, c):
        arrays = []
        for element in self.elements:
            if isinstance(element, Broken):
                arrays.append((None, [c.value(element)]))
                continue
            array, _ = c.array(element.name, element.token)
            arrays.append((array.number, [c.positive(top) for top in element.subscripts]))
            c.charge(c.costs.dimension_made)
        dimension, after = c.variables.dimension, c.after

        def step():
            for number, tops in arrays:
                dimension(number, [top() for top in tops])
            return after
        return step


@statement('"ERASE" arrays', token=0x9B)
class Erase:
    """ERASE array, array ..."""
    names: list

    def compile(self, c):
        numbers = [c.value(name) if isinstance(name, Broken) else c.array(*name)[0].number for name in self.names]
        erase, after, clock, program = c.variables.erase, c.after, c.machine.clock, c.executor.program
        per_byte = c.costs.pass_over

        def step():
            for number in numbers:
                erase(number if type(number) is int else number())
                clock.us += per_byte * program.size()
            return after
        return step


class _Define:
    """DEFINT, DEFREAL, DEFSTR: what names without a suffix mean, by their first letter"""
    kind = REAL

    def compile(self, c):
        executor, after, kind, pc = c.executor, c.after, self.kind, c.pc
        letters, whole = _letters(self.text)

        def step():
            defaults = executor.variables.default_kinds
            changes = any(defaults[letter] != kind for letter in letters)
            for letter in letters:
                defaults[letter] = kind
            if not whole:
                return executor.fail(SYNTAX, executor.refresh(pc))
            return executor.refresh(after) if changes else after
        return step


_RANGE = re.compile(rb"([A-Z])(?:-([A-Z]))?(,|$)?")


def _letters(text: bytes) -> tuple[list[int], bool]:
    """a-c, x: the letters as 0 to 25, as far as it is such a list, and whether it is."""
    text, at, letters, more = text.replace(b" ", b"").upper(), 0, [], True
    while more:
        match = _RANGE.match(text, at)
        if not match or match[2] and match[1] > match[2] or match[2] is None and text[match.end(1):][:1] == b"-":
            return letters, False
        letters += range(match[1][0] - 65, (match[2] or match[1])[0] - 64)
        at, more = match.end(), match[3] == b","
    return letters, at == len(text)


@statement('"DEFINT" text', token=0x8E)
class Defint(_Define):
    """DEFINT a, c-f: integers"""
    text: bytes
    kind = INTEGER


@statement('"DEFREAL" text', token=0x8F)
class Defreal(_Define):
    """DEFREAL a, c-f: reals"""
    text: bytes


@statement('"DEFSTR" text', token=0x90)
class Defstr(_Define):
    """DEFSTR a, c-f: strings"""
    text: bytes
    kind = STRING


class Definition:
    """What DEF FN has defined."""

    def __init__(self, kinds: list, cells: list, get, kind: str, cost: int):
        self.kinds = kinds
        self.cells = cells
        self.get = get
        self.kind = kind
        self.cost = cost
        self.depth = 0

    def call(self, values: list):
        kept = self.cells[:]
        self.cells[:] = values
        self.depth += 1
        try:
            if self.depth > 40:
                raise BasicError(7)
            value = self.get()
        finally:
            self.depth -= 1
            self.cells[:] = kept
        if self.kind == INTEGER and type(value) is not int:
            return reals.to_integer(value)
        return float(value) if self.kind == REAL else value


@statement('"DEF" "FN" BROKEN_ITEM')
class NamelessDefFn:
    """DEF FN without a name"""
    number: int

    def compile(self, c):
        direct = c.line is None

        def fail():
            raise BasicError(INVALID_DIRECT if direct else SYNTAX)
        return fail


@statement('"DEF" "FN" NAME BROKEN_ITEM')
class BrokenDefFn:
    """A definition that makes no sense: it fails when it is called."""
    name: tuple
    number: int

    def compile(self, c):
        executor, after, number = c.executor, c.after, self.number
        key = self.name[0], c.variables.kind_of(*self.name)

        def fail():
            raise BasicError(number)

        def step():
            if c.line is None:
                raise BasicError(INVALID_DIRECT)
            c.variables.create_function(*key)
            executor.functions[key] = Definition([], [], fail, key[1], 0)
            return after
        return step


@statement('"DEF" "FN" NAME ["(" names ")"] "=" expr', token=0x8D)
class DefFn:
    """DEF FNname(parameter, ...) = expression"""
    name: tuple
    parameters: list | None
    expression: Any

    def compile(self, c):
        executor, after = c.executor, c.after
        kind = c.variables.kind_of(*self.name)
        kinds = [c.variables.kind_of(*name) for name in self.parameters or []]
        cells: list = [None] * len(kinds)
        before = c.cost
        c.parameters = {(name[0], one): at for at, (name, one) in enumerate(zip(self.parameters or [], kinds, strict=True))}
        c.cells = cells
        code = c.code(self.expression)
        body, c.cost = c.cost - before, before
        if (kind == STRING) != (code.kind == STRING):
            get = code.get

            def wrong():
                get()
                raise BasicError(TYPE_MISMATCH)
            code.get = wrong
        definition = Definition(kinds, cells, code.get, kind, c.costs.lasting(body))
        key = self.name[0], kind

        def step():
            if c.line is None:
                raise BasicError(INVALID_DIRECT)
            c.variables.create_function(*key)
            executor.functions[key] = definition
            return after
        return step


# DATA

@statement('"DATA" text', token=0x8C)
class Data:
    """DATA value, value ...: for READ"""
    text: bytes

    def compile(self, c):
        after = c.after
        return lambda: after

    def heat(self, c, unit):
        unit.go(c.after)


@statement('"RESTORE" [line]', token=0xC7)
class Restore:
    """RESTORE [line]: READ goes on with the DATA from there"""
    line: int | None = None

    @property
    def ends_first(self):
        return ALWAYS if self.line is None else None

    def compile(self, c):
        executor, after = c.executor, c.after
        line = None if self.line is None else int(self.line)
        if line is not None:
            c.charge(c.costs.restored + c.costs.line_passed * executor.lines_to(line, None))

        def step():
            if line is None:
                executor.data_at = (0, -1)
            else:
                pc = executor.pc_of_line(line)
                if pc is None:
                    raise BasicError(NO_LINE)
                executor.data_at = (executor.program.index(line), -1)
            return after
        return step


@statement('"READ" variables', token=0xC3)
class Read:
    """READ variable, variable ...: from DATA"""
    variables: list

    def compile(self, c):
        executor, after = c.executor, c.after
        targets = [c.assigner(variable) for variable in self.variables]
        literals = c.variables.literals
        clock, real_us = c.machine.clock, c.costs.lasting(c.costs.reading_real)
        for target, _ in targets:
            c.charge(c.costs.reading_text if target.kind == STRING else c.costs.reading)
            c.charge(c.costs.to_real * (target.kind == REAL))

        def step():
            at = executor.data_at
            for target, assign in targets:
                line, text, start = find_item(executor, *at)
                place = target.prepare()
                value, end = read_item(text, start, target.kind == STRING, not executor.basic_1_1, executor.soft)
                if value is None:
                    raise BasicError(TYPE_MISMATCH)
                if type(value) is float:
                    clock.us += real_us
                elif type(value) is bytes:      # it stays in the program
                    value = executor.data_texts.setdefault((line, start), value)
                    literals[id(value)] = value
                assign(place, value)
                if end < len(text) and text[end] not in b",\x01":
                    executor.failing_line = line
                    raise BasicError(SYNTAX)
                at = line, end
            executor.data_at = at
            return after
        return step


def find_item(executor, line: int, at: int) -> tuple[int, bytes, int]:
    """The next DATA item: its line's place, the line's bytes, where in them it begins."""
    program = executor.program
    while line < len(program.numbers):
        text = program.lines[program.numbers[line]]
        if at >= 0 and at < len(text) and text[at] == 44:
            return line, text, at + 1
        within = False      # behind THEN and ELSE no DATA is seen
        for one in executor.layout(line)[0]:
            if one.tokens and one.tokens[0].type == "_DATA" and one.tokens[0].at >= max(at, 0) and not within:
                return line, text, one.tokens[0].at + 1
            if one.start >= at:
                executor.clock.us += executor.costs.read_over(one, text)
            within = one.opens_if or one.is_else
        line, at = line + 1, -1
    raise BasicError(DATA_EXHAUSTED)


def read_item(text: bytes, at: int, string: bool, basic_1_0: bool, soft) -> tuple[int | float | bytes | None, int]:
    """The value that begins at `at`, None for what is no number, and where what follows it stands. `soft` is told of
    numbers that are too large."""
    while at < len(text) and text[at] in b" \t\n":
        at += 1
    if string:
        if at < len(text) and text[at] == 34:
            end = text.find(b'"', at + 1)
            end = len(text) if end < 0 else end
            value, at = text[at + 1:end], end + 1
        else:
            end = at
            stops = b"," if basic_1_0 else b",\x01"
            while end < len(text) and text[end] not in stops:
                end += 1
            value, at = text[at:end].rstrip(b" \t\n"), end
    else:
        try:
            number = numerals.read_number(text, at)
        except SoftError as error:
            soft(error)
            number = None
        if number is None:
            return None, at
        value, at = number.value, number.end
    while at < len(text) and text[at] in b" \t\n":
        at += 1
    return value, at


# strings, chance, angles

@statement('"MID$" "(" variable "," expr ["," expr] ")" "=" expr', token=0xAC)
class MidAssign:
    """MID$(string, start [, length]) = string"""
    variable: Any
    start: Any
    length: Any | None
    value: Any

    def compile(self, c):
        target, assign = c.assigner(self.variable)
        read = c.value(self.variable)
        start = c.byte(self.start, 1)
        length = c.byte(self.length) if self.length is not None else lambda: 255
        value, after, basic_1_1, literals = c.string(self.value), c.after, c.basic_1_1, c.variables.literals
        if target.kind != STRING:
            def mismatch():
                raise BasicError(TYPE_MISMATCH)
            return mismatch

        def step():
            place = target.prepare()
            first = start()
            count = length()
            new = value()
            text = read()
            if first > len(text):
                if basic_1_1 or not count:
                    return after
                raise BasicError(IMPROPER)
            new = new[:min(count, len(text) - first + 1)]
            if id(text) in literals:
                assign(place, text[:first - 1] + new + text[first - 1 + len(new):])
            else:
                target.store(place, text[:first - 1] + new + text[first - 1 + len(new):])
            return after
        return step


@statement('"CLEAR"', token=0x86)
class Clear:
    """CLEAR: forgets all variables"""
    then_fails = False

    def compile(self, c):
        executor, session, pc, then_fails = c.executor, c.executor.session, c.pc, self.then_fails

        def step():
            line, at = executor.where[pc]
            session.clear_variables()
            session.close_files()
            executor.reset_control()
            executor.rebuild_keeping_direct()
            return executor.fail(SYNTAX, executor.pc_of(line, at)) if then_fails else executor.pc_of(line, at + 1)
        return step


@statement('"CLEAR" "INPUT"')
class ClearInput:
    """CLEAR INPUT: forgets the keys pressed so far (1.1)"""

    def compile(self, c):
        keyboard, after, known = c.machine.keyboard, c.after, c.basic_1_1

        def step():
            if not known:
                raise BasicError(SYNTAX)
            keyboard.clear()
            return after
        return step


@statement('"RANDOMIZE" [expr]', token=0xC2)
class Randomize:
    """RANDOMIZE [number]: begins the chance sequence that the number stands for"""
    seed: Any | None = None

    def compile(self, c):
        random, after = c.executor.random, c.after
        seed = c.number(self.seed) if self.seed is not None else None
        executor, pc = c.executor, c.pc

        def step():
            if seed is None:
                number = executor.ask(b"Random number seed ? ", pc)
            else:
                number = seed()
            random.randomize(float(number))
            return after
        return step


@statement('"DEG"', token=0x91)
class Deg:
    """DEG: angles in degrees"""
    degrees = True

    def compile(self, c):
        executor, after, degrees = c.executor, c.after, self.degrees

        def step():
            executor.degrees = degrees
            return after
        return step


@statement('"RAD"', token=0xC1)
class Rad(Deg):
    """RAD: angles in radians"""
    degrees = False
