"""FN name(...) as a closure: the arguments in the order in which the machine evaluates, converts and keeps them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from basic.errors import SYNTAX, TYPE_MISMATCH, UNKNOWN_FUNCTION, BasicError
from basic.runtime.control import NEVER_FULL, Diverted
from basic.syntax.nodes import UserCall, is_made
from basic.timing.calling import called
from basic.units import operations as op
from basic.units.value_builder import CannotEmit
from basic.values import reals
from basic.values.code import INTEGER, REAL, STRING, Code, Kind
from basic.values.texts import made_of

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler
    from basic.syntax.nodes import Expression
    from basic.units.value_builder import ValueBuilder


def user_call(c: Compiler, node: UserCall) -> Code:        # noqa: C901  (in the order in which the machine evaluates and fails)
    if len(c.executor.stack.frames) >= NEVER_FULL:
        c.take_name()
    kind = c.kind_of(node.name, node.token)
    heap, literals, basic_1_1 = c.variables.heap, c.variables.literals, c.basic_1_1
    arguments = [one.compile(c) for one in node.arguments or []]
    c.step_lasts = False
    for one in arguments:
        c.literal(one)
    gets = [made_of(one.get, literals) if is_made(one, given) else one.get
            for one, given in zip(arguments, node.arguments or [], strict=True)]
    kinds = [one.kind for one in arguments]
    leave = [one.passing for one in arguments]
    functions, key, create = c.executor.functions, (node.name, kind), c.variables.create_function
    if node.arguments and key in functions and not functions[key].kinds and c.pc not in c.executor.table.reached:
        _cut_brackets_off(c, node)
    executor, clock, ran_before = c.executor, c.machine.clock, c.executor.addresses.ran_before(c.line, c.statement)
    look = c.look_of(node, c.costs.user_call_ends)
    measured: Any = None
    calling_us = 0

    def call() -> Any:
        nonlocal measured, calling_us
        definition = functions.get(key)
        if ran_before and key in executor.functions_before:
            definition = executor.functions_before[key]
            if definition is None:
                raise BasicError(SYNTAX)
        if definition is None:
            create(*key)
            raise BasicError(UNKNOWN_FUNCTION)
        values = []
        for get, given, wanted, passing in zip(gets, kinds, definition.kinds, leave, strict=False):
            value = get()
            if given == STRING and (wanted != STRING or passing and not basic_1_1):
                value = passing(value) if passing else value
            elif passing:
                heap.take_passing(len(value))
            elif given == STRING and id(value) not in literals:
                heap.take(len(value))
            values.append(converted_to(wanted, given, value))
        if len(gets) != len(definition.kinds):
            if not definition.kinds:
                definition.call(values)     # the brackets are looked at when its value is known
            raise BasicError(SYNTAX)
        if definition is not measured:
            measured, calling_us = definition, called(c.costs, definition.kinds, arguments)
        clock.us += calling_us + definition.cost - look.later
        value = definition.call(values)
        clock.us += look.later
        return value

    def taken(unit: ValueBuilder, node: Expression, code: Code, wanted: Kind) -> op.Operation:
        value = unit.as_kind(code, wanted)
        if wanted != STRING:
            return value
        if is_made(code, node):
            value = op.Made(value, literals)
        if not code.passing or basic_1_1:
            return unit.kept_argument(value, bool(code.passing), bool(code.passing))
        if isinstance(node, UserCall) and not functions[node.name, c.kind_of(node.name, node.token)].passing:
            return value
        return unit.left_behind(value)

    def expr(unit: ValueBuilder) -> op.Operation:
        definition = functions.get(key)
        if definition is None or ran_before or len(arguments) != len(definition.kinds):
            raise CannotEmit
        given = [taken(unit, one, code, wanted)
                 for one, code, wanted in zip(node.arguments or [], arguments, definition.kinds, strict=True)]
        us = called(c.costs, definition.kinds, arguments) + definition.cost
        return unit.user_function(definition, given, us, look.later)
    made = Code(kind, call, expr=expr)
    if kind == STRING:
        made.passing = lambda text: heap.leave(text) if functions[key].passing else text
    return made


def _cut_brackets_off(c: Compiler, call: UserCall) -> NoReturn:
    """A function without parameters ends with its name: the statement is read again, with that for an end."""
    executor = c.executor
    executor.table.line_of(c.line).statements[c.statement].end_behind_function((call.name, call.token))
    raise Diverted(c.pc)


def converted_to(wanted: Kind, given: Kind, value: Any) -> Any:
    if (wanted == STRING) != (given == STRING):
        raise BasicError(TYPE_MISMATCH)
    if wanted == INTEGER and type(value) is not int:
        return reals.to_integer(value)
    if wanted == REAL:
        return float(value)
    return value
