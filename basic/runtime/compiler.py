"""Nodes to steps. A Compiler is what a node sees while it compiles: one statement's place, and the way to its parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from basic.errors import IMPROPER, MEMORY_FULL, NO_LINE, SYNTAX, BasicError
from basic.runtime import user_calls
from basic.runtime.clock import INTERRUPTS
from basic.runtime.control import FILE, LONGEST_NAME, NEVER_FULL, PRINTER, Step
from basic.runtime.lost_names import hiding, name_instead
from basic.runtime.program import LINE_HEAD, START
from basic.runtime.statement_time import StatementTime
from basic.runtime.targets import Assign, Target, assigner_of, target_of
from basic.runtime.variables import KINDS
from basic.source.bars import leaves_line, next_line_behind, swallowed_by
from basic.syntax import parser
from basic.syntax.nodes import Broken, Element, Expression, UserCall, Variable, constant_in, failing
from basic.syntax.tokens import Token
from basic.timing import calling
from basic.units import operations as op
from basic.values import reals
from basic.values.code import INTEGER, REAL, STRING, Code, Get, Kind
from basic.values.conversions import as_integer, mismatch, seen_by_1_0

if TYPE_CHECKING:
    from basic.runtime.control_stack import ControlStack
    from basic.runtime.executor import Executor
    from basic.runtime.variables import Variables

HIGHEST = {"b": 255, "o": 255, "t": 9, "w": 7, "d": 16, "p": 32767}      # of the kinds of arguments that begin with 0


GetInteger = Callable[[], int]
GetString = Callable[[], bytes]
Subscripts = list[GetInteger]


class Array:
    """An array as a statement uses it."""

    def __init__(self, variables: Variables, number: int, hides: ControlStack | None = None):
        self.number = number
        self.lost_name = hides is not None          # it stands for another one: see basic.runtime.lost_names
        self.reader: Callable[[Subscripts], Get] = lambda subscripts: variables.reader(number, subscripts)
        self.placer: Callable[[Subscripts], GetInteger] = lambda subscripts: variables.placer(number, subscripts)
        if hides is not None:
            self.reader = lambda subscripts: hiding(hides, variables.reader(number, subscripts))
            self.placer = lambda subscripts: hiding(hides, variables.placer(number, subscripts))

BUFFER = 0x40               # where 1.0 keeps a line without a number
BASIC_ENDS = 0xAC00         # of 1.0: what lies behind is its own


class Compiler(StatementTime):
    """What a node asks while it compiles. Nothing of this is done again when the step runs: closures are.

    A value:        value, number, integer, string; byte, positive, address, stream (with their limits): closures;
                    code: a Code, which also has the kind
    A variable:     target (prepare its place, store a value there); assigner (the same, and converts the value);
                    variable, array: where it is kept in `variables`, and its kind
    The way on:     after, line_end, jump; calling: a step that gives values to a function
    Time:           charge what the statement always takes; at run time a step adds to machine.clock.us (StatementTime)
    The rest:       machine (its parts are the Protocols of basic.ports), executor, basic_1_1
    """

    __slots__ = ("executor", "variables", "basic_1_1", "dialect", "default_kinds", "pc", "after", "line", "statement",
                 "ends_line", "line_end", "false_pc", "false_us", "parameters", "cells", "step_lasts", "literals", "makes",
                 "made_first", "first_us", "reads", "notes_reads")

    def __init__(self, executor: Executor, pc: int, after: int, line: int | None, statement: int):
        super().__init__(executor.machine, executor.costs)
        self.executor: Executor = executor
        self.variables = executor.variables
        self.basic_1_1 = executor.basic_1_1
        self.dialect = executor.session.dialect
        self.default_kinds = executor.variables.default_kinds       # DEFINT and its like put another list there later
        self.pc = pc
        self.after = after          # the program counter behind this statement
        self.line: int | None = line    # the line's place in the program, None in direct mode
        self.statement: int = statement     # the statement's place in the line
        self.ends_line = False      # it is the last of its line
        self.line_end = after       # the program counter behind this line
        self.false_pc: int | None = None    # where a false IF goes on that THEN or GOTO follows
        self.false_us = 0           # and what getting there takes
        self.parameters: dict[tuple[bytes, str], int] | None = None
        self.cells: list[Any] | None = None
        self.step_lasts = True      # nothing in the step hangs on what this run has done (Statement.step_lasts)
        self.literals: tuple[bytes, ...] = ()   # strings of the program that it gives to variables
        self.makes: int | None = None       # the slot of the variable that it makes before anything else
        self.made_first: int | None = None  # the same, or that of a FOR
        self.first_us: float = 0    # what it takes more when it is first reached, besides finding its own names
        self.reads: list[tuple[bytes, int, int, Kind]] = []     # plain variables: names, type bytes, slots, kinds
        self.notes_reads = True     # they are noted: not in DEF FN, nor where a unit is made of the statement

    def share(self, first: Compiler) -> None:
        """The statement is done as that one, which has been compiled."""
        self.makes, self.made_first, self.literals, self.looks = first.makes, first.made_first, first.literals, first.looks
        self.reads, self.notes_reads = first.reads, False

    # expressions, each as a closure

    def code(self, node: Expression) -> Code:
        self.cost += self.costs.expression
        return node.compile(self)

    def value(self, node: Expression) -> Get:
        return self.code(node).get

    def number(self, node: Expression) -> Get:
        code = self.code(node)
        return mismatch(code).get if code.kind == STRING else code.get

    def reading(self, parts: list[Token]) -> Get:
        """The closure of a variable that tokens begin with."""
        return self.value(parser.variable_of(parts))

    def truth(self, code: Code) -> Code:
        """What IF and WHILE ask of a number: of an integer that is not negative, 1.0 looks at the low byte only."""
        if self.basic_1_1 or code.kind in (REAL, STRING) or code.high is not None and code.high < 256:
            return code
        get = code.get

        def test(unit: Any) -> Any:
            if code.kind != INTEGER:
                return op.Truth(op.Call(seen_by_1_0, [unit.value(code)], op.NUMBER, fails=False))
            return op.LowByteTruth(unit.value(code))
        return Code(code.kind, lambda: seen_by_1_0(get()), test=test)

    def number_of(self, code: Code) -> Get:
        return mismatch(code).get if code.kind == STRING else code.wide or code.get

    def before_error(self, node: Expression, convert: Callable[[Expression], Get]) -> Callable[[], NoReturn] | None:
        """What stands before an error is converted and checked as if it were whole."""
        if not isinstance(node, Broken) or node.before is None or node.sealed:
            return None
        get, number = convert(node.before), node.number

        def fail() -> NoReturn:
            get()
            raise BasicError(number)
        return fail

    def integer(self, node: Expression) -> GetInteger:
        if fail := self.before_error(node, self.integer):
            return fail
        code = self.code(node)
        if code.is_real:
            self.charge(self.costs.integer_operand)
        return as_integer(self.rounded(code))

    def string(self, node: Expression) -> GetString:
        if fail := self.before_error(node, self.string):
            return fail
        code = self.code(node)
        return code.get if code.kind == STRING else mismatch(code).get

    def byte(self, node: Expression, low: int = 0, high: int = 255, error: int = IMPROPER) -> GetInteger:
        """An integer from low to high, or Improper argument."""
        if fail := self.before_error(node, lambda before: self.byte(before, low, high, error)):
            return fail
        get = self.integer(node)

        def byte() -> int:
            value = get()
            if low <= value <= high:
                return value
            raise BasicError(error)
        return byte

    def positive(self, node: Expression, high: int = 32767) -> GetInteger:
        return self.byte(node, 0, high)

    def address(self, node: Expression) -> GetInteger:
        """-32768 to 65535 as 0 to 65535."""
        if fail := self.before_error(node, self.address):
            return fail
        code = self.code(node)
        if code.is_real:
            self.charge(self.costs.real_address)
        return self.address_in(self.rounded_address(code))

    def whole(self, node: Expression) -> Code:
        """An expression of which an integer is made."""
        return self.rounded(self.code(node))

    def address_in(self, code: Code) -> GetInteger:
        get = mismatch(code).get if code.kind == STRING else code.get

        def address() -> int:
            return reals.to_unsigned(get())
        return address

    def stream(self, node: Expression | None, low: int = 0, high: int = 9) -> GetInteger:
        """The stream's number; #0 where none is given."""
        if node is None:
            return lambda: 0
        self.charge(self.costs.stream)
        if constant_in(node) not in (0, PRINTER, FILE):
            self.charge(self.costs.other_stream)
        if isinstance(node, Broken):        # what stands behind it is looked at before what the statement can do with it
            high = 9
        get, begin = self.byte(node, low, high), self.executor.output.begin_file

        def stream() -> int:
            number = get()
            if number == FILE:
                begin()
            return number
        return stream

    def subscript_code(self, node: Expression) -> Code:
        if isinstance(node, Broken) and node.before is not None and not node.sealed:
            return failing(self, node.number, [Code(INTEGER, as_integer(node.before.compile(self)))])
        return self.rounded(node.compile(self))

    def subscripts(self, codes: list[Code]) -> list[GetInteger]:
        """The last of several takes its time by its size."""
        subscripts = [self.subscript(code) for code in codes]
        if len(codes) > 1:
            weigh, _ = self.costs.of_subscript
            if isinstance(known := codes[-1].value, int | float):
                self.charge(weigh(round(known)) / INTERRUPTS)
            else:
                subscripts[-1] = self._scaled(subscripts[-1], weigh)
        return subscripts

    def _scaled(self, get: GetInteger, weigh: Callable[[int], int]) -> GetInteger:
        clock = self.machine.clock

        def scaled() -> int:
            place = get()
            clock.us += weigh(place)
            return place
        return scaled

    def subscript(self, code: Code) -> GetInteger:
        if code.is_real:
            self.charge(self.costs.integer_operand)
        return as_integer(code)

    def converted(self, code: Code, kind: str) -> Code:
        """An argument as a function wants it: n number, i integer, b byte, o a byte but 0, t stream, w window, d digits,
        p positive, a address, s string, x any. Where 1.0 looks later, w is a stream and h, an address, is any."""
        if kind == "h":
            kind = "a" if self.basic_1_1 else "x"
        if kind == "x":
            return code
        if (kind == "s") != (code.kind == STRING):
            return mismatch(code)
        if kind in "ns":
            return code
        code = self.rounded_address(code) if kind == "a" else self.rounded(code)
        if kind == "a":
            return Code(INTEGER, self.address_in(code), expr=lambda unit: unit.address(code))
        get = as_integer(code)
        if kind == "i":
            whole = code.kind == INTEGER
            return Code(INTEGER, get, code.value if whole else None, code.slot if whole else None,
                        expr=lambda unit: unit.integer(code))
        low, high = int(kind == "o"), HIGHEST[kind] if self.basic_1_1 or kind != "w" else HIGHEST["t"]

        def limited() -> int:
            value = get()
            if low <= value <= high:
                return value
            raise BasicError(IMPROPER)

        return Code(INTEGER, limited, bounds=(low, high),
                    expr=lambda unit: unit.within(code, low, high))

    # variables

    def kind_of(self, name: bytes, token: int) -> Kind:
        """The kind of a variable, which stays what it was when the statement was first reached."""
        return KINDS.get(token) or self.default_kinds[name[0] - 65]

    def variable(self, name: bytes, token: int) -> tuple[int, Kind]:
        if len(name) > LONGEST_NAME:
            raise BasicError(SYNTAX)
        if len(self.executor.stack.frames) >= NEVER_FULL:
            self.take_name()
        kind = KINDS.get(token) or self.default_kinds[name[0] - 65]
        slot = self.variables.slots.get((name, kind))
        return self.variables.slot(name, kind) if slot is None else slot, kind

    def take_name(self) -> None:
        executor = self.executor
        if self.pc not in executor.table.reached:
            executor.stack.take_name()

    def array(self, name: bytes, token: int, dimensions: int = 0) -> tuple[Array, Kind]:
        if len(name) > LONGEST_NAME:
            raise BasicError(SYNTAX)
        if len(self.executor.stack.frames) >= NEVER_FULL:
            self.take_name()
        kind = self.kind_of(name, token)
        return Array(self.variables, self.variables.array(name, kind)), kind

    def array_of(self, element: Element) -> tuple[Array, Kind]:
        """The array of an element, or what BASIC 1.0 takes for it."""
        array, kind = self.array(element.name, element.token, len(element.subscripts))
        instead = name_instead(self, element)
        if instead is None:
            return array, kind
        return Array(self.variables, self.variables.array(instead, kind), self.executor.stack), kind

    def parameter_of(self, name: bytes, token: int) -> int | None:
        """Inside DEF FN: which of the parameters has that name."""
        return None if self.parameters is None else self.parameters.get((name, self.kind_of(name, token)))

    def parameter(self, name: bytes, token: int) -> Code | None:
        """Inside DEF FN: the parameter of that name."""
        kind, at = self.kind_of(name, token), self.parameter_of(name, token)
        if at is None or self.parameters is None:
            return None
        cells = self.cells
        assert cells is not None
        self.charge(calling.parameter(self.costs, kind, (name, token), len(self.parameters) - 1 - at))
        return Code(kind, lambda: cells[at], expr=lambda unit: unit.parameter(cells, at))

    def target(self, node: Variable | Element | Broken) -> Target:
        """A variable as something to assign to."""
        return target_of(self, node)

    def assigner(self, node: Variable | Element | Broken, passing: bool = False) -> tuple[Target, Assign]:
        """(target, assign): assign(place, value) converts, keeps strings and stores, as READ, INPUT and LET do."""
        return assigner_of(self, node, passing)

    def assigners(self, variables: Sequence[Variable | Element | Broken]) -> list[tuple[Target, Assign]] | None:
        """For what READ and INPUT give to variables; None where the BASIC stack has no room for a name, which is found out when
        there is something to give."""
        try:
            return [self.assigner(variable) for variable in variables]
        except BasicError as error:
            if error.number != MEMORY_FULL:
                raise
            return None

    def literal(self, code: Code) -> None:
        """A string that stands in the program takes no room in the string space."""
        if isinstance(code.value, bytes) and self.line is not None:
            self.literals += code.value,
            self.variables.literals.note(code.value)

    def begin(self, step: Step) -> Step:
        """The step as it first runs in a run of the program."""
        for text in self.literals:
            self.variables.literals.note(text, self._address_of(text))
        if self.makes is None or self.makes in self.variables.created:
            return step
        return self._creating(self.makes, step)

    def _address_of(self, text: bytes) -> int | None:
        """Where a string of this statement stands in the memory."""
        if self.line is None:
            return None
        program, statements = self.executor.program, self.executor.table.line_of(self.line).statements
        begin = statements[self.statement - 1].end if self.statement else 0
        at = program.lines[program.numbers[self.line]].find(b'"' + text, begin)
        return None if at < 0 else program.address(self.line) + LINE_HEAD + at + 1

    def _creating(self, slot: int, step: Step) -> Step:
        variables, table, pc = self.variables, self.executor.table, self.pc

        def first() -> int:
            variables.create(slot)
            if not table.trace.on:         # else the step is wrapped in one that shows the line's number
                table.put_step(pc, step)
            return step()
        return first

    # steps

    def calling(self, do: Callable[..., object], *arguments: Get) -> Step:
        """The step that evaluates the arguments from left to right and gives them to `do`."""
        after = self.after
        if len(arguments) == 1:
            only, = arguments

            def step() -> int:
                do(only())
                return after
        elif len(arguments) == 3:
            first, second, third = arguments

            def step() -> int:
                do(first(), second(), third())
                return after
        else:
            def step() -> int:
                do(*[argument() for argument in arguments])
                return after
        return step

    def line_pc(self, number: int) -> int | None:
        """Where a line begins, None where there is no such line."""
        return self.executor.table.pc_of_line(number)

    def jump(self, number: int, otherwise: int | None = None) -> GetInteger:
        """A closure that gives where line `number` begins, or fails as the machine does; `otherwise` is an error that
        comes all the same where the line exists."""
        pc = self.line_pc(number)
        if pc is not None and otherwise is None:
            return lambda: pc
        error = NO_LINE if pc is None or otherwise is None else otherwise

        def fail() -> int:
            raise BasicError(error)
        return fail

    def misread_line(self) -> Step | None:
        """What comes behind DATA or a remark with a bar, if the machine takes bytes within a line for the next one: these make
        no sense."""
        errors, program, pc = self.executor.errors, self.executor.program, self.pc
        if self.line is None:
            return self._misread_direct()
        swallowed = swallowed_by(program.numbers, program.lines, self.line, self.basic_1_1)
        if swallowed.leaves:
            return self._line_behind(program.address(len(program.numbers)))
        if swallowed.misread is None:
            return None
        address = program.address(self.line + swallowed.lines) + swallowed.misread
        return lambda: errors.fail(SYNTAX, pc, address=address)

    def _misread_direct(self) -> Step | None:
        table = self.executor.table
        direct = table.direct
        if direct is None or direct.begin or not leaves_line(direct.crunched, self.basic_1_1):
            return None
        if table.direct_bytes.has_end_of_name(len(direct.crunched)):
            return None
        return self._line_behind(START, START - BUFFER - len(direct.crunched))

    def _line_behind(self, address: int, before: int = 0) -> Step:
        """The machine looks for the next line in all memory from there on: it is one of the program, or there is none, or what
        it finds makes no sense. `before`: how many bytes it has looked at already."""
        executor, pc, after, clock, costs = self.executor, self.pc, self.after, self.machine.clock, self.costs
        program, peek = executor.program, executor.addresses.peek

        def step() -> int:
            end, found = next_line_behind(address, BASIC_ENDS, peek)
            clock.us += costs.lasting(costs.bar_byte * (before + end - address))
            if not peek(found) and not peek(found + 1):
                return after
            addresses = program.line_addresses()
            if found in addresses:
                return executor.table.pc_of(addresses.index(found), 0)
            return executor.errors.fail(SYNTAX, pc, address=found)
        return step

    def user_call(self, node: UserCall) -> Code:
        return user_calls.user_call(self, node)

    def address_of(self, node: Variable | Element) -> GetInteger:
        self.charge(self.costs.address + self.costs.integer_variable)
        self.step_lasts = False
        return self.executor.addresses.of(node, self)
