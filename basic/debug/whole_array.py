"""An array as a value that can be watched: all its elements."""

from typing import Any

from basic.debug.expressions import Expression
from basic.debug.views import array_number, name_of
from basic.errors import SYNTAX, BasicError
from basic.session import Session
from basic.values.code import Code


class WholeArray(Expression):
    """An array that exists: its value is a tuple of all elements, empty where it is gone."""

    def __init__(self, session: Session, name: str) -> None:
        number = array_number(session, name)
        variables = session.variables
        self.session = session
        self.text = name_of(variables, variables.array_names[number], variables.array_kinds[number]) + "()"
        self.key = variables.array_names[number], variables.array_kinds[number]
        self.kinds = None
        self.leaves_traces = False
        self.names = {variables.array_names[number]}
        self.steady = True
        self.code = None

    def forget(self) -> None:
        pass

    def settle(self) -> None:
        pass

    def value(self) -> Any:
        variables = self.session.variables
        number = variables.array_slots.get(self.key)
        return () if number is None else tuple(variables.data[number] or ())

    def unit_code(self) -> Code:
        raise BasicError(SYNTAX)            # units end where it is changed
