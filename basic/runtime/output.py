"""Streams: what PRINT, LIST, WRITE and messages put out, and where on the line they do it."""

import re
from collections.abc import Callable

from basic.errors import NOT_OPEN, BasicError, Break, message
from basic.ports import Machine
from basic.runtime.control import PRINTER
from basic.timing import messages
from basic.timing.costs import Costs
from basic.values import columns
from basic.values.columns import UNBOUNDED
from basic.values.texts import Written

Blanks = tuple[Callable[[int, int, int], int], int]     # as basic.units.operations.Blanks says it
_CONTROL = re.compile(rb"[\x00-\x1f]")


class Output:
    zone: int                   # ZONE

    def __init__(self, machine: Machine, costs: Costs, basic_1_1: bool) -> None:
        self.machine = machine
        self.costs = costs
        self.basic_1_1 = basic_1_1
        self._put_item = machine.text.put_item
        self.zone = 13
        self.printer_width = 132
        self.printer_column = self.file_column = 1 if basic_1_1 else 0     # 1.0 does not set them
        self.column_at_begin = self.file_column         # of a statement that prints to a file

    def write(self, stream: int, data: bytes) -> None:
        if stream < PRINTER:
            self.machine.text.write(stream, data, self.costs.printed_character)
        elif stream == PRINTER:
            self.printer_column = _write_lines(data, self.machine.print_out, self.printer_column, self.printer_width)
        else:
            files = self.machine.files
            if not files.is_open_out():
                raise BasicError(NOT_OPEN) if self.basic_1_1 else Break
            self.file_column = _write_lines(data, files.write, self.file_column, UNBOUNDED)

    def begin_file(self) -> None:
        """A statement begins that uses the open file, or begins again because the drive has asked a question."""
        if self.machine.files.begin():
            self.file_column = self.column_at_begin
        self.column_at_begin = self.file_column

    def new_line(self, stream: int) -> None:
        self.write(stream, b"\r\n")

    def column(self, stream: int) -> int:
        if stream < PRINTER:
            return self.machine.text.cursor(stream)[0]
        return self.printer_column if stream == PRINTER else self.file_column

    def width(self, stream: int) -> int:
        if stream < PRINTER:
            return self.machine.text.width(stream)
        return self.printer_width if stream == PRINTER else UNBOUNDED

    def fits(self, stream: int, count: int) -> bool:
        """Whether `count` characters fit on the rest of the row: in column 1 any number does, in column 0 none."""
        if stream < PRINTER:
            text = self.machine.text
            width, column = text.width(stream), text.cursor(stream)[0]
        else:
            width, column = self.width(stream), self.column(stream)
        return columns.fits(count, column, width)

    def item(self, stream: int, text: bytes) -> None:
        """Writes a PRINT item; on a new row if it does not fit on this one."""
        if not self._put_quickly(stream, text):
            self._put(stream, text, len(text))

    def string(self, stream: int, text: bytes) -> None:
        """The same for a string, as 1.1 does it."""
        if not self._put_quickly(stream, text):
            count, counted = self._visible(text)
            if stream < PRINTER:
                self.machine.clock.us -= self.costs.not_counted * (len(text) - counted)
            self._put(stream, text, count)

    def _put_quickly(self, stream: int, text: bytes) -> bool:
        if stream >= PRINTER or not self._put_item(stream, text):
            return False
        self.machine.clock.us += self.costs.printed_character * len(text)
        return True

    def put_at_once(self, items: tuple[bytes | Blanks, ...], ends_line: bool) -> int:
        """The items of a PRINT on stream 0, where they come out on the cursor's row. The time is not passed, but told; below 0:
        nothing has been done."""
        clock = self.machine.clock
        before = clock.us
        texts = self._as_texts(items)
        clock.us = before                       # which has been looked at only
        if texts is None or not self.machine.text.has_room(0, texts, ends_line):
            return -1
        for item in items:
            if isinstance(item, Written):
                self.write(0, item)
            elif isinstance(item, bytes):
                self.item(0, item)
            elif item[0] is columns.blanks_of:
                self.spaces(0, item[1])
            elif item[0] is columns.blanks_to_column:
                self.tab(0, item[1])
            else:
                self.next_zone(0)
        if ends_line:
            self.new_line(0)
        us, clock.us = clock.us - before, before
        return us

    def _as_texts(self, items: tuple[bytes | Blanks, ...]) -> tuple[bytes, ...] | None:
        """With as many blanks as they print; None: they lead into the next row."""
        if all(isinstance(item, bytes) for item in items):
            return items            # type: ignore[return-value]
        width, now = self.width(0), self.column(0)
        texts = []
        for item in items:
            if isinstance(item, bytes):
                texts.append(item)
                now += len(item)
                continue
            count_of, wanted = item
            count = count_of(wanted, now, width)
            if count < 0:
                return None
            if count:
                texts.append(b" " * count)
                now += count
        return tuple(texts)

    def _put(self, stream: int, text: bytes, length: int) -> None:
        if not self.fits(stream, length):
            self.new_line(stream)
        self.write(stream, text)

    @staticmethod
    def _visible(text: bytes) -> tuple[int, int]:
        """What 1.1 counts of a string: up to the first control code, CHR$(1) and what follows as one. And what it looks at."""
        if not _CONTROL.search(text):
            return len(text), len(text)
        count = at = 0
        while at < len(text):
            if text[at] < 32:
                if text[at] != 1 or at + 1 == len(text):
                    break
                at += 1
            count += 1
            at += 1
        return count, min(at + 1, len(text))

    def next_zone(self, stream: int) -> None:
        column = self.column(stream)
        gap = columns.to_zone(column, self.zone)
        self.machine.clock.us += self.costs.zone_passed * ((column - 1) // self.zone)
        if self.fits(stream, gap + self.zone):
            self.machine.clock.us += self.costs.to_zone
            self._blanks(stream, gap)
        else:
            self.new_line(stream)

    def spaces(self, stream: int, count: int) -> None:
        """SPC"""
        self._blanks(stream, columns.in_row(count, self.width(stream)))

    def _blanks(self, stream: int, count: int) -> None:
        self.machine.clock.us += self.costs.printed_blank * count
        self.write(stream, b" " * count)

    def tab(self, stream: int, column: int) -> None:
        width = self.width(stream)
        now = self.column(stream)
        gap = columns.to_column(column, now, width)
        if gap < 0 or now == 0:
            self.new_line(stream)
            gap = columns.to_column(column, 1, width)
        self._blanks(stream, gap)

    # messages

    def fresh_line(self) -> None:
        """Back to plain text on stream 0, at the start of a row."""
        text = self.machine.text
        text.turn_on(0)
        if text.cursor(0)[0] != 1:
            text.write(0, b"\r\n")      # quicker than PRINT's

    def message(self, text: bytes, line: int | None) -> None:
        self.fresh_line()
        self.write(0, text)
        if line is not None:
            self.machine.clock.us += self.costs.lasting(messages.IN_LINE[self.basic_1_1])
            self.write(0, b" in %d" % line)

    def error_message(self, number: int, line: int | None) -> None:
        self.machine.clock.us += self.costs.lasting(messages.found(number, self.basic_1_1))
        self.message(message(number, self.basic_1_1).encode(), line)

    def plain_message(self, number: int) -> None:
        self.write(0, message(number).encode())
        self.new_line(0)

    def snapshot(self) -> tuple[int, ...]:
        return self.zone, self.printer_width, self.printer_column, self.file_column, self.column_at_begin

    def restore(self, state: tuple[int, ...]) -> None:
        self.zone, self.printer_width, self.printer_column, self.file_column, self.column_at_begin = state


def _write_lines(data: bytes, put: Callable[[bytes], None], column: int, width: int) -> int:
    """Writes to the printer or a file, with line breaks at `width`; gives the new column."""
    for byte in data:
        if byte == 13:
            column = 0
        elif byte >= 32:
            if width != UNBOUNDED and column > width:
                put(b"\r\n")
                column = 1
        else:
            put(bytes((byte,)))
            continue
        put(bytes((byte,)))
        column = min(column + 1, 255)
    return column
