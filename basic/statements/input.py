"""What is typed, or read from a file: INPUT and LINE INPUT."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from basic.errors import EOF_MET, MEMORY_FULL, NOT_OPEN, SYNTAX, TYPE_MISMATCH, BasicError, Break
from basic.records import record
from basic.runtime.control import FILE, Step
from basic.statements.data import read_item
from basic.syntax.nodes import Broken, Element, Expression, Variable
from basic.syntax.statement import Cost, Statement, part, statement
from basic.values import numerals
from basic.values.code import STRING, Get

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler
    from basic.runtime.executor import Executor
    from basic.values.code import Kind


@part('";"')
class StayOnLine:
    pass


@part('STRING ";"')
class QuestionPrompt:
    text: bytes
    question = True
    broken = False


@part('STRING ","')
class PlainPrompt:
    text: bytes
    question = False
    broken = False


@part('STRING BROKEN_ITEM')
class BrokenPrompt:
    text: bytes
    number: int
    question = False
    broken = True


@record
class _Input(Statement):
    """What INPUT and LINE INPUT share: the prompt, the editor, the line."""
    channel: Expression | None
    stay: StayOnLine | None
    prompt: QuestionPrompt | PlainPrompt | BrokenPrompt | None

    def reader(self, c: Compiler, question: bool, prepare: Get = lambda: None) -> Callable[[int], bytes]:
        """The closure that gives the line typed; waits until there is one. `prepare` comes between prompt and typing."""
        ask, pc = c.executor.runner.ask, c.pc
        prompt = self.prompt.text if self.prompt is not None else b""
        if question and (self.prompt is None or self.prompt.question):
            prompt += b"? "
        stays = self.stay is not None
        if self.prompt is not None and self.prompt.broken:
            prepare = c.value(Broken())

        return lambda stream: ask(prompt, pc, stream, prepare, stays)


@statement('"INPUT" [stream] [stay_on_line] [question_prompt | plain_prompt | broken_prompt] variables', token=0xA3)
class Input(_Input):
    """INPUT [#stream,] [;] ["prompt";] variable, variable ...: asks for values"""
    cost = Cost(1500, 1500)
    sets = ("variables",)
    variables: list[Variable | Element | Broken]

    def compile(self, c: Compiler) -> Step:
        stream = c.stream(self.channel)
        read = self.reader(c, True)
        targets = c.assigners(self.variables)
        if targets is None:
            return self._without_room(stream, read)
        kinds = [None if is_cut_short(variable) else target.kind
                 for variable, (target, _) in zip(self.variables, targets, strict=True)]
        executor, after, pc, output = c.executor, c.after, c.pc, c.executor.output

        def step() -> int:
            number = stream()
            if number == FILE:
                for target, assign in targets:
                    place = target.prepare()
                    assign(place, read_from_file(executor, target.kind))
                return after
            values = parsed(executor, read(number), kinds)
            if values is None:
                output.write(number, b"?Redo from start\r\n")
                return executor.table.trace.come_back(pc)
            for (target, assign), value in zip(targets, values, strict=True):
                assign(target.prepare(), value)
            return after
        return step

    @staticmethod
    def _without_room(stream: Callable[[], int], read: Callable[[int], bytes]) -> Step:
        def step() -> NoReturn:
            number = stream()
            if number != FILE:
                read(number)
            raise BasicError(MEMORY_FULL)
        return step


def is_cut_short(variable: Variable | Element | Broken) -> bool:
    """An element whose brackets stop making sense."""
    return isinstance(variable, Element) and any(isinstance(one, Broken) for one in variable.subscripts)


def parsed(executor: Executor, line: bytes, kinds: list[Kind | None]) -> list[int | float | bytes] | None:
    """The values in a line typed at INPUT, None where they do not fit. A kind of None: no variable stands there."""
    values: list[int | float | bytes] = []
    at = 0
    for which, kind in enumerate(kinds):
        if which:
            if line[at:at + 1] != b",":
                return None
            at += 1
        if kind is None:
            raise BasicError(SYNTAX)
        value, at = read_item(line, at, kind == STRING, True, executor.soft)
        if value is None:
            return None
        values.append(value)
    return values if at >= len(line) else None


@statement('"LINE" "INPUT" [stream] [stay_on_line] [question_prompt | plain_prompt | broken_prompt] target', token=0xA6)
class LineInput(_Input):
    """LINE INPUT [#stream,] [;] ["prompt";] string variable: the whole line"""
    cost = Cost(1200, 1200)
    sets = ("variable",)
    variable: Variable | Element | Broken

    def compile(self, c: Compiler) -> Step:
        stream = c.stream(self.channel)
        target, assign = c.assigner(self.variable)
        executor, after = c.executor, c.after

        def prepare() -> Any:
            place = target.prepare()
            if target.kind != STRING:
                raise BasicError(TYPE_MISMATCH)
            return place
        read = self.reader(c, c.basic_1_1, prepare)

        def step() -> int:
            number = stream()
            if number == FILE:
                prepare()
            line = line_from_file(executor) if number == FILE else read(number)
            assign(prepare(), line)
            return after
        return step


# INPUT from a file

def next_byte(executor: Executor) -> int | None:
    """The next character of the open file; CR LF and LF CR count as one."""
    files = executor.machine.files
    if not files.is_open_in():
        if executor.basic_1_1:
            raise BasicError(NOT_OPEN)
        return None
    byte = _byte(executor)
    if byte in (10, 13):
        other = _byte(executor)
        if other is not None and other + byte != 23:
            files.unread(other)
    return byte


def _byte(executor: Executor) -> int | None:
    """1.0 takes what cannot be read for the end of the file."""
    try:
        return executor.machine.files.read()
    except Break:
        return None


def next_visible(executor: Executor) -> int:
    while (byte := next_byte(executor)) is not None and byte in b" \t\n":
        pass
    if byte is None:
        raise BasicError(EOF_MET)
    return byte


def gather(executor: Executor, byte: int | None, stops: bytes) -> tuple[bytes, int | None]:
    """Up to 255 characters until one of `stops`, which is given too."""
    text = bytearray()
    while byte is not None and byte not in stops:
        text.append(byte)
        if len(text) == 255:
            return bytes(text), 0
        byte = next_byte(executor)
    return bytes(text), byte


def read_from_file(executor: Executor, kind: str | None) -> int | float | bytes:
    files = executor.machine.files
    byte = next_visible(executor)
    value: int | float | bytes
    if kind == STRING:
        if byte == 34:
            value, stop = gather(executor, next_byte(executor), b'"')
        else:
            value, stop = gather(executor, byte, b",\r")
        value = value.partition(b"\0")[0]
    else:
        text, stop = gather(executor, byte, b" \t\n,\r")
        number = numerals.read_number(text, 0)
        if number is None:
            raise BasicError(TYPE_MISMATCH)
        value = number.value
    if stop in (34, 32, 9, 10):
        while (stop := next_byte(executor)) is not None and stop in b" \t\n":
            pass
        if stop is not None and stop not in b",\r":
            files.unread(stop)
    return value


def line_from_file(executor: Executor) -> bytes:
    byte = next_byte(executor)
    if byte is None:
        raise BasicError(EOF_MET)
    return gather(executor, byte, b"\r")[0].partition(b"\0")[0]
