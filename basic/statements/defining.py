"""What names mean: DEFINT, DEFREAL, DEFSTR and DEF FN."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from basic.errors import INVALID_DIRECT, SYNTAX, BasicError
from basic.runtime.control import Step
from basic.syntax.nodes import Expression, Name, Variable, is_made
from basic.syntax.statement import Cost, Statement, statement, walk
from basic.timing import calling
from basic.units.user_functions import Definition
from basic.values.code import INTEGER, REAL, STRING, Kind
from basic.values.conversions import mismatch
from basic.values.texts import made_of

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler


class Define(Statement):
    """DEFINT, DEFREAL, DEFSTR: what names without a suffix mean, by their first letter"""
    changes_everything = True
    kind: Kind = REAL

    text: bytes

    @property
    def letters(self) -> tuple[list[int], bool]:
        """The letters as 0 to 25, as far as its text is such a list, and whether it is one to its end."""
        return _letters(self.text)

    def compile(self, c: Compiler) -> Step:
        variables, after, kind = c.variables, c.after, self.kind
        letters, whole = self.letters
        c.charge(c.costs.declared_letter * len(letters))

        def step() -> int:
            defaults = list(variables.default_kinds)        # statements that have been reached keep theirs
            for letter in letters:
                defaults[letter] = kind
            variables.default_kinds = defaults
            if not whole:
                raise BasicError(SYNTAX)
            return after
        return step


_RANGE = re.compile(rb"([A-Z])(?:-([A-Z]))?(,|$)?")


def _letters(text: bytes) -> tuple[list[int], bool]:
    """a-c, x: the letters as 0 to 25, as far as it is such a list, and whether it is."""
    letters: list[int] = []
    text, at, more = text.replace(b" ", b"").upper(), 0, True
    while more:
        match = _RANGE.match(text, at)
        if not match or match[2] and match[1] > match[2] or match[2] is None and text[match.end(1):][:1] == b"-":
            return letters, False
        letters += range(match[1][0] - 65, (match[2] or match[1])[0] - 64)
        at, more = match.end(), match[3] == b","
    return letters, at == len(text)


@statement('"DEFINT" text', token=0x8E)
class Defint(Define):
    """DEFINT a, c-f: integers"""
    cost = Cost(197, 197)
    text: bytes
    kind = INTEGER


@statement('"DEFREAL" text', token=0x8F)
class Defreal(Define):
    """DEFREAL a, c-f: reals"""
    cost = Cost(197, 197)
    text: bytes


@statement('"DEFSTR" text', token=0x90)
class Defstr(Define):
    """DEFSTR a, c-f: strings"""
    cost = Cost(197, 197)
    text: bytes
    kind = STRING


def _place(c: Compiler) -> tuple[int, int]:
    """In direct mode nothing is defined."""
    line, at = c.executor.table.where[c.pc]
    return (0 if line is None else c.executor.program.numbers[line]), at


@statement('"DEF" "FN" BROKEN_ITEM')
class NamelessDefFn(Statement):
    """DEF FN without a name"""
    cost = Cost.nothing("it ends in an error")
    number: int

    def compile(self, c: Compiler) -> Step:
        direct = c.line is None

        def fail() -> int:
            raise BasicError(INVALID_DIRECT if direct else SYNTAX)
        return fail


@statement('"DEF" "FN" NAME ["(" names] BROKEN_ITEM')
class BrokenDefFn(Statement):
    """A definition that makes no sense: it fails when it is called."""
    cost = Cost.nothing("it ends in an error")
    name: Name
    parameters: list[Name] | None
    number: int

    def compile(self, c: Compiler) -> Step:
        executor, after, number, place = c.executor, c.after, self.number, _place(c)
        key = self.name[0], c.kind_of(*self.name)
        kinds = [c.kind_of(*name) for name in self.parameters or []]

        def fail() -> int:
            raise BasicError(number)

        def step() -> int:
            if c.line is None:
                raise BasicError(INVALID_DIRECT)
            c.variables.create_function(*key)
            executor.define(key, Definition(place, key, kinds, [None] * len(kinds), fail))
            return after
        return step


@statement('"DEF" "FN" NAME ["(" names ")"] "=" expr', token=0x8D)
class DefFn(Statement):
    """DEF FNname(parameter, ...) = expression: a function of your own"""
    cost = Cost(577, 584)
    evaluates = False
    name: Name
    parameters: list[Name] | None
    expression: Expression

    def looked_at(self) -> Iterator[Any]:
        """Of its expression, what is not a parameter."""
        parameters = {name for name, _ in self.parameters or []}
        for node in super().looked_at():
            if not isinstance(node, Variable) or node.name not in parameters:
                yield node

    def compile(self, c: Compiler) -> Step:
        executor, after = c.executor, c.after
        kind = c.kind_of(*self.name)
        kinds = [c.kind_of(*name) for name in self.parameters or []]
        cells: list[Any] = [None] * len(kinds)
        before, c.cost, c.begun = c.cost, 0, 0
        c.notes_reads = False
        c.parameters = {(name[0], one): at for at, (name, one) in enumerate(zip(self.parameters or [], kinds, strict=True))}
        c.cells = cells
        code = c.code(self.expression)
        c.charge(calling.result(c.costs, kind, code))
        c.know_looks()
        brackets = 0 if c.line is None else c.executor.table.line_of(c.line).statements[c.statement].contents().brackets
        parameters = [(node.name, node.token) for node in walk(self.expression)
                      if isinstance(node, Variable) and c.parameter_of(node.name, node.token) is not None]
        c.first_us -= c.costs.found_anew(parameters) + c.costs.read_name * len(parameters)
        body = c.cost + calling.expression(c.costs, self.parameters or [], brackets)
        c.cost = before + (c.costs.brackets_passed - c.costs.brackets) * brackets
        get = code.get if (kind == STRING) == (code.kind == STRING) else mismatch(code).get
        makes = is_made(code, self.expression)
        if makes:
            get = made_of(get, c.variables.literals)
        key, ran_before = (self.name[0], kind), executor.addresses.ran_before(c.line, c.statement)
        definition = Definition(_place(c), key, kinds, cells, get, c.costs.lasting(body), code, "".join(c.default_kinds), makes)
        definition.last_parameter, definition.inside = self.parameters[-1][0] if self.parameters else None, [self.expression]

        def step() -> int:
            if c.line is None:
                raise BasicError(INVALID_DIRECT)
            if ran_before and key in executor.functions_before:
                executor.functions_before[key] = definition
                return after
            c.variables.create_function(*key)
            executor.define(key, definition)
            return after
        return step
