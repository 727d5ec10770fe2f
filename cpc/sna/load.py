"""A snapshot of another emulator in a machine of ours: BASIC's program, variables, stack, screen and colours."""

from __future__ import annotations

from bisect import bisect_right
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from basic.errors import BasicError
from basic.runtime.control import EDIT, GOSUB_SIZE, INTEGER_FOR_SIZE, REAL_FOR_SIZE, STACK_SIZE, WHILE_SIZE, Position
from basic.runtime.data_pointer import BEFORE_THE_LINE
from basic.runtime.program import START
from basic.source.walker import LINE_NUMBER, LINE_POINTER, Kind, put_line, walk, without_addresses
from basic.values import reals
from basic.values.code import INTEGER, REAL, STRING
from basic.values.code import Kind as Kind_
from cpc.firmware.variables import TABLE
from cpc.hardware.gate_array import ARRANGEMENTS
from cpc.memory import BANK
from cpc.picture.palette import colour_of
from cpc.sna.form import Sna, SnapshotFault
from cpc.sna.image import DEF, FUNCTION
from cpc.sna.workspace import (
    HANDLES_ERROR,
    KINDS,
    SOUND_EVENT,
    SOUND_LINE,
    TIMER,
    TIMER_COUNT,
    TIMER_LINE,
    TIMER_PERIOD,
    WORKSPACES,
)

if TYPE_CHECKING:
    from basic.session import Session
    from cpc.machine import Machine

KIND_OF_TYPE: dict[int, Kind_] = {1: INTEGER, 2: STRING, 4: REAL}
SIZES = {INTEGER: 2, STRING: 3, REAL: 5}
STACK = 0xC000                  # where it is between statements
IN_THE_EDITOR = range(0xC000, 0xC100)           # BASIC's return addresses at the prompt
DRIVES_AT, DRIVES_CALL = 0xBC77, 0xDF           # an entry for files that leads to a disc ROM
NOT_BASIC = "The machine of the snapshot is not in BASIC, or is another kind of machine: only the screen came over."
BEGINS_AGAIN = "The statement that was being done begins again."
ENTRIES = REAL_FOR_SIZE, INTEGER_FOR_SIZE, WHILE_SIZE, GOSUB_SIZE


class Memory:
    """The 64K that the processor saw, and the second 64K."""

    def __init__(self, sna: Sna) -> None:
        blocks = [sna.memory[at:at + BANK] for at in range(0, len(sna.memory), BANK)]
        self.arrangement = sna.arrangement if len(blocks) == 8 else 0
        seen = ARRANGEMENTS[self.arrangement]
        self.seen = b"".join(blocks[block] for block in seen)
        self.aside = {block: blocks[block] for block in range(len(blocks)) if block not in seen}

    def word(self, at: int) -> int:
        return self.seen[at & 0xFFFF] | self.seen[at + 1 & 0xFFFF] << 8


def model_of(sna: Sna) -> tuple[str, bool]:
    """The model, and whether it has disc drives."""
    from cpc.firmware import jump_block
    seen = Memory(sna).seen
    drives = seen[DRIVES_AT] == DRIVES_CALL
    if sna.model is not None:
        return sna.model, drives
    rated = {model: sum(seen[at:at + 3] == code for at, code in jump_block.entries(model).items()) for model in WORKSPACES}
    return max(rated, key=lambda model: rated[model]), drives


class Loaded:
    """Puts a snapshot into a machine of its model. `missing`: what could not come over, a sentence each."""

    def __init__(self, sna: Sna, machine: Machine, session: Session) -> None:
        self.machine, self.session = machine, session
        self.at = WORKSPACES[machine.model]
        self.memory = Memory(sna)
        self.between_statements = sna.stack_pointer == STACK
        self.text_pointer = sna.hl
        self.missing: list[str] = []
        session.new()
        session.to_prompt()
        session.executor.runner.pc = EDIT           # the snapshot's screen has its own Ready
        self._take_memory(sna)
        try:
            self._take_basic()
        except (SnapshotFault, BasicError, IndexError, ValueError, KeyError, StopIteration):
            session.new()
            session.to_prompt()
            self.missing = [NOT_BASIC]
        session.executor.table.forget_direct()

    def _take_memory(self, sna: Sna) -> None:
        machine, seen = self.machine, self.memory.seen
        state = machine.snapshot()
        state["ram"] = seen
        machine.restore(state)
        if machine.chips.banks is not None and self.memory.aside:
            machine.chips.banks.arrangement, machine.chips.banks.aside = self.memory.arrangement, dict(self.memory.aside)
        for variable in TABLE:
            if variable.takes is not None:
                first = variable.address(machine.model)
                variable.takes(machine, seen[first:first + len(variable.shows(machine))])
        machine.screen.show_mode(sna.mode)
        machine.screen.show_start((sna.start >> 12 & 3) << 14, (sna.start & 0x3FF) << 1)
        for pen, number in enumerate(sna.pens):
            machine.palette.show_colour(pen, colour_of(number))
        state = machine.snapshot()
        state["ram"] = seen
        machine.restore(state)

    # BASIC

    def _take_basic(self) -> None:
        at, word, session = self.at, self.memory.word, self.session
        end, variables, arrays, top = (word(at.program_end + 2 * place) for place in range(4))
        himem = word(at.himem)
        if not START < end <= variables <= arrays <= top <= word(at.strings) + 1 <= himem + 1 <= 0xC000:
            raise SnapshotFault(NOT_BASIC)
        self.starts: list[int] = []
        lines = self._lines(end)
        session.program.replace(lines)
        session.top.himem = himem
        session.top.highest_himem = max(himem, min(word(at.highest_himem), session.top.highest_himem))
        session.variables.default_kinds = [KINDS.get(self.memory.seen[at.kinds + letter], REAL) for letter in range(26)]
        session.changed()
        self.slots: dict[int, int] = {}             # a variable, by the address of its value
        self.definitions: list[int] = []            # where functions are defined
        self._scalars(variables, arrays)
        self._arrays(arrays, top)
        session.variables.heap.used = max(0, himem - word(at.strings))
        self._settings()
        self._events()
        for address in self.definitions:
            self._define(address)
        self._place()

    def _define(self, address: int) -> None:
        """Does the DEF FN in which an address lies."""
        table, position = self.session.executor.table, self._statement_with(address)
        place = position[0] or 0
        text = table.layout(place).statements[position[1]]
        if text.tokens and self.session.program.lines[self.session.program.numbers[place]][text.tokens[0].at] == DEF:
            table.code[table.pc_of(*position)]()

    def _lines(self, end: int) -> dict[int, bytes]:
        lines, place, seen = {}, START, self.memory.seen
        while (length := self.memory.word(place)) and place + length < end:
            if length < 5:
                raise SnapshotFault(NOT_BASIC)
            crunched = bytearray(seen[place + 4:place + length - 1])
            for item in list(walk(bytes(crunched))):
                if item.kind is Kind.LINE and crunched[item.offset] == LINE_POINTER:
                    pointer = crunched[item.offset + 1] | crunched[item.offset + 2] << 8
                    put_line(crunched, item.offset, LINE_NUMBER, self.memory.word(pointer + 3))
            lines[self.memory.word(place + 2)] = without_addresses(bytes(crunched))
            self.starts.append(place)
            place += length
        if list(lines) != sorted(lines) or len(lines) != len(self.starts):
            raise SnapshotFault(NOT_BASIC)
        return lines

    def _name(self, place: int) -> tuple[bytes, int]:
        """The name of a variable, and where its type is."""
        end = place
        while self.memory.seen[end] < 128:
            end += 1
            if end - place > 40:
                raise SnapshotFault(NOT_BASIC)
        return self.memory.seen[place:end] + bytes((self.memory.seen[end] & 127,)), end + 1

    def _value(self, place: int, kind: str) -> Any:
        seen = self.memory.seen
        if kind == INTEGER:
            return int.from_bytes(seen[place:place + 2], "little", signed=True)
        if kind == REAL:
            return reals.from_bytes(seen[place:place + 5])
        start = self.memory.word(place + 1)
        return bytes(bytearray(seen[start:start + seen[place]]))

    def _scalars(self, place: int, end: int) -> None:
        variables = self.session.variables
        while place < end:
            name, at = self._name(place + 2)
            kind = self.memory.seen[at]
            if kind & FUNCTION:
                self.definitions.append(self.memory.word(at + 1))
                place = at + 3
                continue
            found = KIND_OF_TYPE[kind & 7]
            slot = variables.slot(name.upper(), found)
            variables.create(slot)
            variables.values[slot] = self._value(at + 1, found)
            self.slots[at + 1] = slot
            place = at + 1 + SIZES[found]
        if place != end:
            raise SnapshotFault(NOT_BASIC)

    def _arrays(self, place: int, end: int) -> None:
        variables, word = self.session.variables, self.memory.word
        while place < end:
            name, at = self._name(place + 2)
            kind, size, count = KIND_OF_TYPE[self.memory.seen[at] & 7], word(at + 1), self.memory.seen[at + 3]
            sizes = [word(at + 4 + 2 * number) for number in range(count)][::-1]
            number = variables.array(name.upper(), kind)
            if not count or 0 in sizes or variables.data[number] is not None:
                raise SnapshotFault(NOT_BASIC)
            total = 1
            for one in sizes:
                total *= one
            if 1 + 2 * count + total * SIZES[kind] != size:
                raise SnapshotFault(NOT_BASIC)
            variables.dimension(number, [one - 1 for one in sizes])
            body = at + 4 + 2 * count
            variables.data[number][:] = [self._value(body + SIZES[kind] * element, kind) for element in range(total)]
            place = at + 3 + size

    def _settings(self) -> None:
        at, seen, executor = self.at, self.memory.seen, self.session.executor
        executor.degrees = bool(seen[at.degrees])
        executor.random.seed = int.from_bytes(seen[at.seed:at.seed + 4], "little")
        executor.output.zone = max(1, seen[at.himem - 2])
        executor.errors.err = seen[at.err]
        handler = self.memory.word(at.error_handler)
        if handler in self.starts:
            executor.errors.on_error = self.session.program.numbers[self.starts.index(handler)]
        place = self._line_at(self.memory.word(at.data + 2))
        if place is not None:
            offset = self.memory.word(at.data + 2) - self.starts[place] - 4
            executor.data.at = (place, offset if offset >= 0 else BEFORE_THE_LINE)

    def _events(self) -> None:
        """AFTER, EVERY and ON SQ."""
        at, word, events, numbers = self.at, self.memory.word, self.session.executor.events, self.session.program.numbers
        for number, timer in enumerate(events.timers):
            block = at.timers + TIMER * number
            line = word(block + TIMER_LINE) + 1
            if word(block + TIMER_COUNT) and line in self.starts:
                timer.listed, timer.remaining, timer.period = True, word(block + TIMER_COUNT), word(block + TIMER_PERIOD)
                timer.line = numbers[self.starts.index(line)]
        for channel in range(len(events.sound_lines)):
            block = at.sound_events + SOUND_EVENT * channel
            line = word(block + SOUND_LINE) + 1
            if self.memory.seen[block] and line in self.starts:
                events.arm_sound(channel, numbers[self.starts.index(line)])

    # where the program is

    def _line_at(self, address: int) -> int | None:
        """The place of the line that an address lies in."""
        place = bisect_right(self.starts, address) - 1
        if place < 0 or place == len(self.starts) - 1 and address >= self.memory.word(self.at.program_end):
            return None
        return place

    def _statement_from(self, address: int) -> Position:
        """The statement behind the byte at an address. A line's first one may have its number, or the line before, there."""
        place = self._line_at(address)
        if place is None:
            raise SnapshotFault(NOT_BASIC)
        offset = address - self.starts[place] - 4
        if offset < 0:
            return place, 0
        found = self.session.executor.table.layout(place).statements
        behind = [number for number, text in enumerate(found) if text.start - 1 >= offset]
        return (place, behind[0]) if behind else (place + 1, 0)

    def _statement_with(self, address: int) -> Position:
        """The statement that an address lies in, or ends at."""
        place = self._line_at(address)
        if place is None:
            raise SnapshotFault(NOT_BASIC)
        offset = address - self.starts[place] - 4
        found = self.session.executor.table.layout(place).statements
        return place, next(number for number, text in enumerate(found) if text.end >= offset)

    def _place(self) -> None:
        """Where the program goes on, with its loops and subroutines."""
        running, line = self.memory.word(self.at.running), self.memory.word(self.at.running + 2)
        if self.memory.word(0xBFFE) in IN_THE_EDITOR or line - 2 not in self.starts:
            return
        state = self.session.snapshot()
        executor = state["executor"]
        try:
            executor["at"] = (None, self._next(running))
            executor["stack"] = self._stack()
        except (SnapshotFault, StopIteration, KeyError, IndexError):
            self.missing.append("Where the program was cannot be found; it is at the prompt.")
            return
        executor["waiting"], executor["direct"] = None, None
        errors = list(executor["errors"])
        if self.memory.seen[self.at.error_handler + 2] == HANDLES_ERROR:
            errors[1], errors[4] = True, self._statement_from(self.memory.word(self.at.error_line + 2))
            executor["errors"] = tuple(errors)
        self.session.restore(state)
        self.machine.keyboard.arm_break(True)       # as RUN does: ESC stops it
        self.missing.append(BEGINS_AGAIN)
        if self.session.executor.runner.pc == EDIT:
            raise SnapshotFault(NOT_BASIC)

    def _next(self, running: int) -> Position:
        """The statement to go on with: the one that runs, or where the processor has finished with it, the next."""
        place = self._line_at(self.text_pointer) if self.between_statements else None
        if place is None:
            return self._statement_from(running)
        offset = self.text_pointer - self.starts[place] - 4
        found = self.session.executor.table.layout(place).statements
        ahead = [number for number, text in enumerate(found) if text.end > offset]
        return (place, ahead[0]) if ahead else (place + 1, 0)

    def _stack(self) -> list[tuple[Any, ...]]:
        """The entries of the stack. Above them there may be what the statement under way has put there."""
        top, start = min(self.memory.word(self.at.stack_top), self.at.stack + STACK_SIZE), self.at.stack + 1
        longest: list[tuple[Any, ...]] = []
        ways: list[tuple[int, list[tuple[Any, ...]]]] = [(start, [])]
        while ways:
            at, entries = ways.pop()
            if at > start and (not longest or len(entries) > len(longest)):
                longest = entries
            for size in ENTRIES:
                if at + size <= top and self.memory.seen[at + size - 1] == size:
                    with suppress(SnapshotFault, StopIteration, KeyError, IndexError):
                        ways.append((at + size, [*entries, self._entry(at, size)]))
        return longest

    def _entry(self, start: int, size: int) -> tuple[Any, ...]:
        word, table = self.memory.word, self.session.executor.table
        if size == GOSUB_SIZE:
            if word(start + 3) - 2 not in self.starts or self.memory.seen[start] > 2:
                raise SnapshotFault(NOT_BASIC)
            opener = self._statement_with(word(start + 1))
            return GOSUB_SIZE, None, None, table.place_of(table.behind(*opener)), 0, 0, 0, 0, opener
        if size == WHILE_SIZE:
            if word(start) - 2 not in self.starts:
                raise SnapshotFault(NOT_BASIC)
            opener, end = self._statement_with(word(start + 4)), self._statement_with(word(start + 2))
            return WHILE_SIZE, None, (end, 0), table.place_of(table.behind(*opener)), 0, 0, 0, 0, opener
        kind = INTEGER if size == INTEGER_FOR_SIZE else REAL
        wide = SIZES[kind]
        slot = self.slots[word(start)]
        limit, step = self._value(start + 2, kind), self._value(start + 2 + wide, kind)
        behind = start + 2 + 2 * wide
        sign = self.memory.seen[behind]
        opener, name = self._statement_with(word(behind + 1)), word(behind + 7)
        end = self._statement_with(name)
        text = table.layout(end[0] or 0).statements[end[1]]
        names = [token.at for token in text.tokens if isinstance(token.value, tuple)]
        offset = name - self.starts[end[0] or 0] - 4
        which = names.index(offset) if offset in names else 0
        body = table.place_of(table.behind(*opener))
        return size, None, (end, which), body, slot, limit, step, sign - 256 * (sign > 127), opener
