"""Expressions of the person who debugs: worked out without leaving a trace in what is debugged."""

from dataclasses import fields, is_dataclass

from basic.errors import BasicError, SoftError, message
from basic.runtime.compiler import Compiler
from basic.runtime.control import READY
from basic.source import tokens
from basic.syntax import lexer, parser
from basic.syntax.nodes import FUNCTIONS, AddressOf, Broken, Call, Element, UserCall, Variable
from basic.values.operators import STRING

LEAVE_TRACES = {"INKEY$", "RND", "TEST", "TESTR", "SQ", "REMAIN", "FRE", "COPYCHR$"}
VARY = {"TIME", "INKEY", "INKEY$", "JOY", "PEEK", "INP", "POS", "VPOS", "XPOS", "YPOS", "EOF", "ERR", "ERL", "DERR",
        "HIMEM", "SPC", "TAB"} | LEAVE_TRACES


class Misunderstood(Exception):
    """What the person asked for cannot be done; the text is the sentence that says why."""


def said(error: BasicError, basic_1_1: bool = False) -> str:
    return message(error.number, basic_1_1)


def nodes_in(node):
    """The node and all that hangs on it."""
    if isinstance(node, list | tuple):
        for one in node:
            yield from nodes_in(one)
    elif is_dataclass(node):
        yield node
        for field in fields(node):
            yield from nodes_in(getattr(node, field.name, None))


class _Onlooker:
    """The executor as an expression sees it that must not print `Overflow` on the CPC's screen."""

    def __init__(self, executor):
        self._executor = executor

    def __getattr__(self, name: str):
        return getattr(self._executor, name)

    @property
    def errors(self):
        return self

    @staticmethod
    def soft(error: SoftError):
        raise error


class _Looking(Compiler):
    """Compiles what only looks: an array that is not there is not made."""

    def __init__(self, executor):
        super().__init__(_Onlooker(executor), READY, READY, None, 0)

    def array(self, name: bytes, token: int, dimensions: int = 0):
        array, kind = super().array(name, token, dimensions)
        data, number, reader = self.variables.data, array.number, array.reader

        def careful(subscripts: list):
            read = reader(subscripts)

            def look():
                if data[number] is None:
                    raise Misunderstood(f"The array {written(name, token)}() has not been dimensioned yet.")
                return read()
            return look
        array.reader = careful
        return array, kind


def written(name: bytes, token: int) -> str:
    return name.decode("latin-1").lower() + {2: "%", 3: "$", 4: "!"}.get(token, "")


class Expression:
    """`value()` is what the text comes to now. Misunderstood where the text makes no sense or its value is an error."""

    def __init__(self, session, text: str):
        self.session = session
        self.text = text.strip()
        self.node = self._parsed()
        parts = list(nodes_in(self.node))
        calls = {FUNCTIONS[part.token].name for part in parts if isinstance(part, Call)}
        self.leaves_traces = bool(calls & LEAVE_TRACES)
        self.names = {part.name for part in parts if isinstance(part, Variable | Element)}
        self.element = self.node if isinstance(self.node, Element) else None
        # whether only assignments to `names` can change its value
        self.steady = not (calls & VARY or any(isinstance(part, UserCall | AddressOf) for part in parts))
        self.forget()

    def _parsed(self):
        session = self.session
        try:
            crunched = tokens.crunch(b"IF " + self.text.encode("latin-1"), session.basic_1_1)
        except BasicError as error:
            raise Misunderstood(f"{self.text}: {said(error)}.") from None
        except UnicodeEncodeError:
            raise Misunderstood(f"{self.text}: the CPC does not have all of these characters.") from None
        found = lexer.statements_of(crunched, session.basic_1_1)
        node = parser.parse(found[0].tokens) if self.text else None
        condition = getattr(node, "condition", None)
        if len(found) != 1 or condition is None or any(isinstance(part, Broken) for part in nodes_in(node)):
            raise Misunderstood(f"{self.text or 'Nothing'} is not an expression.")
        return condition

    def forget(self) -> None:
        """What names mean may have changed."""
        self.code = None

    @property
    def kind(self) -> str:
        return self._code().kind

    def _code(self):
        if self.code is None:
            self.code = self.node.compile(_Looking(self.session.executor))
        return self.code

    def unit_code(self):
        """For the text of a unit of basic.units.jit; `value` is right where this is not."""
        return self.node.compile(Compiler(self.session.executor, READY, READY, None, 0))

    def value(self):
        session = self.session
        machine, executor = session.machine, session.executor
        state = (machine.snapshot(), session.snapshot()) if self.leaves_traces else None
        us, heap = machine.clock.us, session.variables.heap
        used = heap.used
        try:
            return self._code().get()
        except BasicError as error:
            raise Misunderstood(f"{self.text}: {said(error, executor.basic_1_1)}.") from None
        finally:
            machine.clock.us, heap.used = us, used
            if state:
                machine.restore(state[0])
                session.restore(state[1])

    def is_true(self) -> bool:
        value = self.value()
        if isinstance(value, bytes):
            raise Misunderstood(f"{self.text} is a text; a condition must be a number.")
        return value != 0

    def check_condition(self) -> None:
        if self.kind == STRING:
            raise Misunderstood(f"{self.text} is a text; a condition must be a number.")
