"""What the firmware writes while the tape runs. It goes to the screen by itself, not by way of BASIC's output.

A word that does not fit into the line begins the next one. The row of a file is written over as long as it is one row.
"""

from __future__ import annotations

from typing import Any, Protocol

from cpc.tape.blocks import NAME, Header

UNNAMED = b"Unnamed file"
FIRST_SIGN = 0x24               # CAT's sign for BASIC: "$"; protected "%", binary "&", ASCII "*"


class Keys(Protocol):
    def read_char(self) -> int | None: ...
    def clear(self) -> None: ...
    def escape_is_down(self) -> bool: ...


class TextOutput(Protocol):
    def echo(self, stream: int, data: bytes) -> None: ...
    def cursor(self, stream: int) -> tuple[int, int]: ...
    def width(self, stream: int) -> int: ...
    def show_cursor(self, stream: int) -> None: ...
    def hide_cursor(self, stream: int) -> None: ...


class Messages:
    def __init__(self, text: TextOutput) -> None:
        self.text = text
        self.silent = False             # the file's name began with `!`
        self.row = b""                  # the name of the file that stands in the present row

    def begin(self, silent: bool) -> None:
        self.silent, self.row = silent, b""

    def ask(self, question: bytes) -> None:
        self._fresh_line()
        self._words([*question.split(b" "), b""])
        self.text.show_cursor(0)

    def answered(self) -> None:
        if not self.silent:
            self.text.hide_cursor(0)

    def new_line(self) -> None:
        if not self.silent:
            self.text.echo(0, b"\r\n")

    def found(self, verb: bytes, header: Header) -> None:
        """`Found`, `Loading` or `Saving`, the name and the block; over the last such row if it was the same file's, but for
        a first block."""
        if self.silent:
            return
        name = header.name or UNNAMED.ljust(NAME)
        if self.row == name and not header.first:
            self.text.echo(0, b"\r")
        else:
            self._fresh_line()
        one_row = self._words([verb[:-1], name, b"block", b"%d " % header.number])
        self.row = name if one_row else b""

    def list_block(self, header: Header, right: bool) -> None:
        """A row of CAT."""
        self._fresh_line()
        sign = bytes((FIRST_SIGN + (header.kind & 15),))
        self._words([(header.name or UNNAMED).ljust(NAME), b"block", b"%d" % header.number, sign, *((b"Ok",) if right else ())])
        self.row = b""

    def line(self, message: bytes, always: bool = False) -> None:
        """A message in a row of its own; a fault is told even where the name asks for silence."""
        if always or not self.silent:
            self._fresh_line()
            self._words(message.split(b" "))
            self.row = b""

    def end(self) -> None:
        if not self.silent:
            self._fresh_line()
        self.row = b""

    def _fresh_line(self) -> None:
        if self.text.cursor(0)[0] > 1:
            self.text.echo(0, b"\r\n")

    def _words(self, words: list[bytes]) -> bool:
        """Writes words with blanks between them. True if all were in one row."""
        one_row, width = True, self.text.width(0)
        for place, word in enumerate(words):
            column = self.text.cursor(0)[0]
            blank = b" " if place and column > 1 else b""
            if column - 1 + len(blank) + len(word) > width and column > 1:
                self.text.echo(0, b"\r\n")
                one_row, blank = False, b""
            self.text.echo(0, blank + word)
        return one_row

    def snapshot(self) -> Any:
        return self.silent, self.row

    def restore(self, state: Any) -> None:
        self.silent, self.row = state
