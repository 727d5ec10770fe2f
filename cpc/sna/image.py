"""BASIC's memory as the firmware keeps it: variables with their chains, strings, the stack, places in the program."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from basic.runtime.control import GOSUB_SIZE, INTEGER_FOR_SIZE, WHILE_SIZE, Frame, Position
from basic.runtime.data_pointer import BEFORE_THE_LINE
from basic.runtime.memory_map import TYPE_BYTE
from basic.runtime.program import START
from basic.runtime.variables import Names
from basic.syntax.statement_text import StatementText
from basic.syntax.tokens import Token
from basic.values import reals
from basic.values.code import INTEGER, REAL, STRING

if TYPE_CHECKING:
    from basic.session import Session

DEF = 0x8D                      # the word, crunched
FUNCTION = 0x40                 # in the type of a function
ARRAYS = (REAL, INTEGER, STRING)        # in the order of their chains
Chains = dict[Any, int]


class CannotSay(Exception):
    """The firmware has no way to say this."""


def word(value: int) -> bytes:
    return (value & 0xFFFF).to_bytes(2, "little")


class Image:
    """The memory from &16F on, and the words of the workspace that point into it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.program = session.program
        self.table = session.executor.table
        self.variables = session.variables
        self.top = session.top.himem + 1            # the strings begin here
        self.strings = bytearray()
        self.slots: dict[int, int] = {}         # a variable's value, from the start of the variables
        self.scalar_chains: Chains = {}
        self.array_chains: Chains = {}
        self.variables_start = START + self.program.size()
        self.scalars = self._scalars()
        self.arrays_start = self.variables_start + len(self.scalars)
        self.arrays = self._arrays()
        self.end = self.arrays_start + len(self.arrays)

    # variables

    def _value(self, kind: str, value: Any) -> bytes:
        if kind == INTEGER:
            return word(value)
        return reals.to_bytes(value) if kind == REAL else bytes((len(value),)) + word(self._string(value))

    def _string(self, text: bytes) -> int:
        """Puts a string below the others; in 1.1 its length is before it. Gives its address."""
        if not text:
            return 0
        self.strings[:0] = (word(len(text)) if self.session.basic_1_1 else b"") + text
        return self.top - len(self.strings) + (2 if self.session.basic_1_1 else 0)

    def _chained(self, image: bytearray, chains: Chains, chain: Any, name: bytes, kind: int) -> None:
        """A link to the one before in the chain, the name and the type."""
        before, chains[chain] = chains.get(chain, 0), len(image) + 1
        image += word(before) + name[:-1] + bytes((name[-1] | 0x80, kind))

    def _scalars(self) -> bytes:
        variables, image = self.variables, bytearray()
        for slot in variables.created:
            name, kind = variables.names[slot], variables.kinds[slot]
            self._chained(image, self.scalar_chains, name[0], name, TYPE_BYTE[kind])
            self.slots[slot] = len(image)
            image += self._value(kind, variables.values[slot])
        for (name, kind), address in self._definitions().items():
            self._chained(image, self.scalar_chains, FUNCTION, name, TYPE_BYTE[kind] | FUNCTION)
            image += word(address)
        return bytes(image)

    def _arrays(self) -> bytes:
        variables, image = self.variables, bytearray()
        for number in variables.array_order:
            kind, sizes = variables.array_kinds[number], variables.sizes[number]
            body = b"".join(self._value(kind, value) for value in variables.data[number])
            self._chained(image, self.array_chains, kind, variables.array_names[number], TYPE_BYTE[kind])
            image += word(1 + 2 * len(sizes) + len(body)) + bytes((len(sizes),))
            image += b"".join(map(word, reversed(sizes))) + body
        return bytes(image)

    def _definitions(self) -> dict[Names, int]:
        """Where the definition of each function that is defined goes on behind its name."""
        found: dict[Names, int] = {}
        wanted = set(self.session.executor.functions)
        for place in range(len(self.program.numbers)) if wanted else ():
            crunched = self.program.lines[self.program.numbers[place]]
            for text in self.table.layout(place).statements:
                tokens = text.tokens
                if len(tokens) > 2 and crunched[tokens[0].at] == DEF and isinstance(tokens[2].value, tuple):
                    name, kind = tokens[2].value[0], self.variables.kind_of(*tokens[2].value)
                    if (name, kind) in wanted:
                        found[name, kind] = self.in_line(place, tokens[2].at + 3 + len(name))
        return found

    def chain_words(self) -> bytes:
        """The heads of all chains but the arrays'."""
        return b"".join(word(self.scalar_chains.get(letter, 0)) for letter in range(65, 91)) + word(
            self.scalar_chains.get(FUNCTION, 0))

    def array_words(self) -> bytes:
        return b"".join(word(self.array_chains.get(kind, 0)) for kind in ARRAYS)

    # places in the program

    def line_start(self, place: int) -> int:
        return self.session.program.address(place)

    def in_line(self, place: int, offset: int) -> int:
        return self.line_start(place) + 4 + offset

    def number_of(self, place: int) -> int:
        """Where the number of a line stands: so the firmware notes which line something is in."""
        return self.line_start(place) + 2

    def before(self, position: Position, after_return: bool = False) -> tuple[int, int]:
        """The byte before a statement, and where the number of its line stands. CannotSay where no statement ends.

        RETURN wants the end of a statement in any case, also before the first of a line."""
        place, statement = position
        if place is None:
            raise CannotSay("a line that was typed without a number")
        if place >= len(self.program.numbers):
            return self.variables_start - 3, self.number_of(len(self.program.numbers) - 1) if self.program.numbers else 0
        if statement == 0:
            return (self.line_start(place) - 1, self.number_of(place - 1) if place else 0) if after_return else \
                (self.line_start(place) + 3, self.number_of(place))
        text = self.table.layout(place).statements[statement]
        if text.is_else or self.program.lines[self.program.numbers[place]][text.start - 1:text.start] != b"\x01":
            raise CannotSay("the middle of an IF")
        return self.in_line(place, text.start - 1), self.number_of(place)

    def data_words(self) -> bytes:
        """The line of the DATA that was read last, and where READ goes on."""
        place, offset = self.session.executor.data.at
        if place >= len(self.program.numbers):
            return word(self.number_of(place - 1) if place else 0) + word(self.variables_start - 3)
        if offset == BEFORE_THE_LINE:
            return word(self.number_of(place - 1) if place else 0) + word(self.line_start(place) - 1)
        return word(self.number_of(place)) + word(self.in_line(place, offset))

    # the stack

    def stack(self) -> bytes:
        """The entries of loops and subroutines."""
        return b"\0" + b"".join(map(self._entry, self.session.executor.stack.frames))

    def _entry(self, frame: Frame) -> bytes:
        if frame.size == GOSUB_SIZE:
            if frame.key is None:
                place, text = self._statement(self.table.where[frame.opener])
                back = self.in_line(place, text.end), self.number_of(place)
            else:
                back = self.before(self.table.place_of(frame.pc), after_return=True)
            return b"\0" + word(back[0]) + word(back[1]) + bytes((GOSUB_SIZE,))
        place, text = self._statement(self.table.where[frame.opener])
        line = word(self.number_of(place))
        key_place = self.table.key_place(frame.key)
        assert key_place is not None
        end_place, end_text = self._statement(key_place[0])
        if frame.size == WHILE_SIZE:
            return line + word(self.in_line(end_place, end_text.end)) + word(self.in_line(place, text.tokens[1].at)) + b"\7"
        name, end = _variable_of_next(end_text, key_place[1])
        value = self._value(INTEGER if frame.size == INTEGER_FOR_SIZE else REAL, frame.limit), \
            self._value(INTEGER if frame.size == INTEGER_FOR_SIZE else REAL, frame.step)
        return (word(self.variables_start + self.slots[frame.slot]) + b"".join(value) + bytes((frame.sign & 255,))
                + word(self.in_line(place, text.end)) + line + word(self.in_line(end_place, end))
                + word(self.in_line(end_place, name)) + bytes((frame.size,)))

    def _statement(self, position: Position) -> tuple[int, StatementText]:
        place, statement = position
        if place is None:
            raise CannotSay("a line that was typed without a number")
        return place, self.table.layout(place).statements[statement]


def _variable_of_next(text: StatementText, which: int) -> tuple[int, int]:
    """Where the variable of a NEXT stands, and where its part of the statement ends."""
    names: list[Token] = [token for token in text.tokens if isinstance(token.value, tuple)]
    if not names:
        return text.end, text.end
    behind = [token.at for token in text.tokens if token.at > names[which].at]
    return names[which].at, behind[0] if behind else text.end
