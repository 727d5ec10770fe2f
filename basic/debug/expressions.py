"""Expressions that a person asks for: worked out without leaving a trace in the program."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from basic.debug.sentences import sentence
from basic.errors import BasicError, SoftError, message
from basic.records import field_names, is_record
from basic.runtime.compiler import Array, Compiler, Subscripts
from basic.runtime.control import READY
from basic.runtime.executor import Executor
from basic.session import Session
from basic.source.crunch import crunch
from basic.syntax import lexer, parser
from basic.syntax.function import FUNCTIONS
from basic.syntax.nodes import AddressOf, Broken, Call, Element, UserCall, Variable
from basic.syntax.nodes import Expression as Node
from basic.values.code import STRING, Code, Kind

LEAVE_TRACES = {"INKEY$", "RND", "TEST", "TESTR", "SQ", "REMAIN", "FRE", "COPYCHR$"}
VARY = {"TIME", "INKEY", "INKEY$", "JOY", "PEEK", "INP", "POS", "VPOS", "XPOS", "YPOS", "EOF", "ERR", "ERL", "DERR",
        "HIMEM", "SPC", "TAB"} | LEAVE_TRACES

Value = int | float | bytes
Read = Callable[[], Value]


class CommandError(Exception):
    """A command of the debugger cannot be done; `sentence` says why."""

    def __init__(self, template: str, *values: object) -> None:
        self.sentence = sentence(template, *values)
        super().__init__(self.sentence)


def error_text(error: BasicError, basic_1_1: bool = False) -> str:
    return message(error.number, basic_1_1)


def nodes_in(node: object) -> Iterator[object]:
    """The node and all that hangs on it."""
    if isinstance(node, list | tuple):
        for one in node:
            yield from nodes_in(one)
    elif is_record(node):
        yield node
        for name in field_names(node):
            yield from nodes_in(getattr(node, name, None))


class _Instead:
    """An object with some of its attributes replaced."""

    def __init__(self, original: object, **replaced: object) -> None:
        self._original = original
        self.__dict__.update(replaced)

    def __getattr__(self, name: str) -> Any:        # whatever the original has
        return getattr(self._original, name)


def _raise(error: SoftError) -> NoReturn:
    raise error


def _nothing() -> None:
    pass


def _no_scan(later: int) -> None:
    pass


def _reading(executor: Executor) -> Any:
    """An executor for what only reads. It prints no message on the CPC's screen, takes no room on the stack for a name
    that the program does not know, and does not count as asking for a key."""
    return _Instead(executor, soft=_raise, stack=_Instead(executor.stack, take_name=_nothing),
                    runner=_Instead(executor.runner, asked_for_key=_nothing, look_at_keys=_no_scan))


class _ReadingCompiler(Compiler):
    """Compiles what only reads: an array or a function that does not exist is not made."""

    def __init__(self, executor: Executor) -> None:
        super().__init__(_reading(executor), READY, READY, None, 0)
        reading: Any = _Instead(executor.variables, create_function=lambda name, kind: None)
        self.variables = reading

    def array_of(self, element: Element) -> tuple[Array, Kind]:
        return self.array(element.name, element.token, len(element.subscripts))

    def array(self, name: bytes, token: int, dimensions: int = 0) -> tuple[Array, Kind]:
        array, kind = super().array(name, token, dimensions)
        data, number, reader = self.variables.data, array.number, array.reader

        def reader_of_existing(subscripts: Subscripts) -> Read:
            read: Read = reader(subscripts)

            def read_existing() -> Value:
                if data[number] is None:
                    raise CommandError("The array {0}() has not been dimensioned yet.", written(name, token))
                return read()
            return read_existing
        array.reader = reader_of_existing
        return array, kind


def written(name: bytes, token: int) -> str:
    return name.decode("latin-1").lower() + {2: "%", 3: "$", 4: "!"}.get(token, "")


class Expression:
    """`value()` is what the text comes to now. CommandError where the text makes no sense or its value is an error.

    A name means what it means where the program stands when `value` is first asked, until `forget`.
    """

    def __init__(self, session: Session, text: str, node: Node | None = None, kinds: list[Kind] | None = None) -> None:
        """`node`: the text's tree, where it is known. `kinds`: what names without a sign are, where not as now."""
        self.session = session
        self.text = text.strip()
        self.kinds = kinds
        self.node: Any = self._parsed() if node is None else node
        parts = list(nodes_in(self.node))
        calls = {FUNCTIONS[part.token].name for part in parts if isinstance(part, Call)}
        self.leaves_traces = bool(calls & LEAVE_TRACES)
        # PEEK and @ write the strings into the RAM, where they are looked for
        self.lays_out_strings = "PEEK" in calls or any(isinstance(part, UserCall | AddressOf) for part in parts)
        self.names = {part.name for part in parts if isinstance(part, Variable | Element)}
        # whether only assignments to `names` can change its value
        self.steady = not (calls & VARY or any(isinstance(part, UserCall | AddressOf) for part in parts))
        self.code: Code | None = None

    def _parsed(self) -> Any:
        session = self.session
        try:
            crunched = crunch(b"IF " + self.text.encode("latin-1"), session.basic_1_1)
        except BasicError as error:
            raise CommandError("{0}: {1}.", self.text, error_text(error)) from None
        except UnicodeEncodeError:
            raise CommandError("{0}: the CPC does not have all of these characters.", self.text) from None
        found = lexer.statements_of(crunched, session.basic_1_1)
        node = parser.parse(found[0].tokens) if self.text else None
        condition = getattr(node, "condition", None)
        if len(found) != 1 or condition is None or any(isinstance(part, Broken) for part in nodes_in(node)):
            raise (CommandError("{0} is not an expression.", self.text) if self.text else
                   CommandError("An expression is missing."))
        return condition

    def forget(self) -> None:
        """What names mean may have changed."""
        self.code = None

    def settle(self) -> None:
        """From here on, names mean what they mean where the program now stands, wherever it goes and whatever it forgets."""
        if self.kinds is None:
            self.kinds = list(self.session.variables.default_kinds)
        try:
            self._compiled()
        except BasicError as error:
            raise self._refusal(error) from None

    def _compiled(self) -> Code:
        if self.code is None:
            compiler = _ReadingCompiler(self.session.executor)
            if self.kinds is not None:
                compiler.default_kinds = self.kinds
            self.code = self.node.compile(compiler)
        return self.code

    def unit_code(self) -> Code:
        """For the text of a unit; `value` is right where this is not."""
        compiler = Compiler(self.session.executor, READY, READY, None, 0)
        if self.kinds is not None:
            compiler.default_kinds = self.kinds
        code: Code = self.node.compile(compiler)
        return code

    def value(self) -> Value:
        if self.leaves_traces:
            with _without_traces(self.session):
                return self._value()
        if self.lays_out_strings:
            with _strings_left_alone(self.session):
                return self._value()
        return self._value()

    def _value(self) -> Value:
        clock, heap = self.session.machine.clock, self.session.variables.heap
        us, used = clock.us, heap.used
        try:
            value: Value = self._compiled().get()
            return value
        except BasicError as error:
            raise self._refusal(error) from None
        finally:
            clock.us, heap.used = us, used

    def _refusal(self, error: BasicError) -> CommandError:
        return CommandError("{0}: {1}.", self.text, error_text(error, self.session.basic_1_1))

    def is_true(self) -> bool:
        value = self.value()
        if isinstance(value, bytes):
            raise CommandError("{0} is a text; a condition must be a number.", self.text)
        return value != 0

    def check_condition(self) -> None:
        try:
            kind = self._compiled().kind
        except BasicError as error:
            raise self._refusal(error) from None
        if kind == STRING:
            raise CommandError("{0} is a text; a condition must be a number.", self.text)


@contextmanager
def _strings_left_alone(session: Session) -> Iterator[None]:
    """Puts back the RAM in which strings lie."""
    ram, place = session.machine.ram, slice(session.executor.addresses.free_from, session.top.himem + 1)
    kept = ram[place]
    try:
        yield
    finally:
        ram[place] = kept


@contextmanager
def _without_traces(session: Session) -> Iterator[None]:
    """Puts back what functions may change. Where the program stands is not touched: it may be in the middle of a run."""
    machine, executor = session.machine, session.executor
    machine_state, events, seed = machine.snapshot(), executor.events.snapshot(), executor.random.seed
    try:
        yield
    finally:
        machine.restore(machine_state)
        executor.events.restore(events)
        executor.random.seed = seed
