"""How long FN takes: calling it, its parameters, and what makes them and the result fit."""

from collections.abc import Sequence

from basic.source.walker import BARE_NAMES
from basic.syntax.nodes import Name
from basic.timing.costs import Costs
from basic.values.code import INTEGER, REAL, STRING, Code, Kind


def called(costs: Costs, wanted: Sequence[Kind], given: Sequence[Code]) -> int:
    """What calling a function with these parameters takes, without its expression."""
    us = costs.user_call + costs.first_argument * bool(wanted)
    for kind, code in zip(wanted, given, strict=False):
        us += costs.user_argument
        if kind == REAL:
            us += costs.real_argument
            if not code.is_real:
                us += costs.real_of(code)
        elif kind == STRING:
            us += costs.string_argument
        elif code.is_real:
            us += costs.to_integer
    return costs.lasting(us)


def expression(costs: Costs, parameters: Sequence[Name], brackets: int) -> float:
    """What the parameters' names and the brackets of a function's expression take, besides the expression."""
    us = costs.brackets * brackets
    for name, token in parameters:
        us += costs.untyped_parameter * (token in BARE_NAMES) + costs.parameter_letter * (len(name) - 1)
    return us


def parameter(costs: Costs, kind: Kind, name: Name, behind: int) -> float:
    """What one takes, named in the function's expression; `behind` is how many others come behind it."""
    us = costs.variable[kind] + costs.parameter + costs.real_parameter * (kind == REAL)
    us += costs.untyped_parameter * (name[1] in BARE_NAMES) + costs.named_letter * (len(name[0]) - 1)
    return us + costs.parameter_passed * behind


def result(costs: Costs, kind: Kind, code: Code) -> float:
    """What makes the expression's value one of the function's kind."""
    if kind == STRING:
        return costs.user_string
    if kind == REAL and not code.is_real:
        return costs.real_of(code) - costs.real_result
    if kind == INTEGER and code.is_real:
        return costs.integer_result
    return 0
