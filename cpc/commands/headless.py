"""`cpc run --headless`: what the program prints, as text and as it is printed, and how it ended.

It is over when the program has ended or waits for a key. What comes in by a pipe or a file at standard input answers it,
line by line: INPUT, INKEY$ and INKEY get it when they ask; then it is over at the end of that text.
"""

import os
import signal
import stat
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from typing import TextIO

from basic.errors import MEMORY_FULL
from cpc.api import CPC
from cpc.charset import PlainText
from cpc.commands.fault import LARGER, of_file
from cpc.commands.speech import said
from cpc.keys.host_keys import codes_for
from cpc.language import of_host
from cpc.player.polling import OnlyPolls
from cpc.texts import Texts

READY = "Ready"
SLICE = 1.0                     # emulated seconds between two looks at what was printed, played and asked


def run_headless(cpc: CPC, options: Namespace) -> int:
    """0, or 1 for a program that an error ended."""
    begin, until = cpc.seconds, "idle" if options.until is None else options.until
    printed = Printed(cpc, None if options.text else sys.stdout)
    try:
        with _ended_by_signals() as in_one_piece, _recorder(cpc, options.wav) as record:
            def catch_up() -> None:
                with in_one_piece():
                    record()
                    printed.catch_up()

            waits = Waits(cpc, answers(options.program), catch_up)
            while not _run_on(cpc, begin, until, waits):
                catch_up()
    finally:
        printed.end()
        text_of = Texts(of_host())
        for notice in cpc.session.notices:
            print(text_of.again(notice), file=sys.stderr)
    if cpc.error is None:
        return 0
    number, message, line = cpc.error
    where = "" if line is None else f" in {line}"
    hint = LARGER if number == MEMORY_FULL and not cpc.session.large else ""
    print(f"{message}{where}{said(hint)}", file=sys.stderr)
    return 1


def answers(program: str | None) -> Iterator[str]:
    """The lines of standard input, if that is a pipe or a file and not the program itself."""
    with suppress(OSError, ValueError):
        kind = os.fstat(sys.stdin.fileno()).st_mode
        if program and program != "-" and (stat.S_ISFIFO(kind) or stat.S_ISREG(kind)):
            return iter(sys.stdin.readline, "")
    return iter(())


@contextmanager
def _ended_by_signals() -> Iterator[Callable[[], AbstractContextManager[None]]]:
    """Ctrl-C and SIGTERM end it in good order: what was printed until then is shown, and files are written. What is done
    `in_one_piece` is done to its end first: half of it would lose what was printed. A second signal does not wait.
    """
    in_piece, waiting = False, 0

    def end(number: int, frame: object = None) -> None:
        nonlocal waiting
        if in_piece and not waiting:
            waiting = number
        else:
            sys.exit(128 + number)

    @contextmanager
    def in_one_piece() -> Iterator[None]:
        nonlocal in_piece
        in_piece = True
        try:
            yield
        finally:
            in_piece = False
            if waiting:
                end(waiting)

    numbers = [signal.SIGTERM]
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:       # a script's background command ignores it
        numbers.append(signal.SIGINT)
    before = {number: signal.signal(number, end) for number in numbers}
    try:
        yield in_one_piece
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _recorder(cpc: CPC, path: Path | None) -> Iterator[Callable[[], None]]:
    if path is None:
        yield lambda: None
        return
    from cpc.recording.wav import WavWriter
    try:
        with closing(WavWriter(path, cpc.sound)) as writer:
            yield writer.catch_up
    except OSError as error:
        raise of_file(path, error) from None


def _run_on(cpc: CPC, begin: float, until: str | float, waits: "Waits") -> bool:
    """Runs for SLICE seconds at most; True: it is over."""
    if isinstance(until, str):
        idle = cpc.run_until_idle(SLICE)
        return (idle or waits.polling.look()) and not waits.answered()
    left = begin + until - cpc.seconds
    cpc.run(min(left, SLICE))
    if cpc.session.executor.runner.waiting == "key" or waits.polling.look():
        waits.answered()
    return left <= SLICE


class Waits:
    """Whether the program waits for a person, and what it gets then."""

    def __init__(self, cpc: CPC, lines: Iterator[str], before_it_waits: Callable[[], None]) -> None:
        self.cpc = cpc
        self.lines = lines
        self.before_it_waits = before_it_waits
        self.polling = OnlyPolls(cpc.session, cpc.machine)

    def answered(self) -> bool:
        """Types the next line that there is, for a program that waits; at the Ready prompt nothing is typed."""
        if self.cpc.session.at_prompt():
            return False
        self.before_it_waits()
        line = next(self.lines, "")
        if not line:
            return False
        self.polling.still = 0
        codes, unknown = codes_for(line.removesuffix("\n") + "\n")
        if unknown:
            print(Texts(of_host())("left out", unknown[:20]), file=sys.stderr)
        self.cpc.type(codes)
        return True


class Printed:
    """Writes what was printed to a stream, a line as soon as it is whole. Empty lines at the beginning are left out, and
    at the end those with Ready or without anything.
    """

    def __init__(self, cpc: CPC, stream: TextIO | None) -> None:
        self.text = cpc.machine.text
        self.stream = stream
        self.plain = PlainText()
        self.told = self.text.printed.in_all - len(self.text.printed)
        self.line = ""
        self.held: list[str] = []       # lines that are written when something follows them
        self.begun = False

    def catch_up(self) -> None:
        new = self.text.printed.since(self.told)
        self.told = self.text.printed.in_all
        self.text.printed.forget(0)
        *whole, self.line = (self.line + self.plain.take(new)).split("\n")
        for line in whole:
            self._write(line)
        if whole and self.stream:
            self.stream.flush()

    def _write(self, line: str) -> None:
        if line in ("", READY):
            if line or self.begun or self.held:
                self.held.append(line)
            return
        for one in [*self.held, line.rstrip()]:
            self._say(one)
        self.held.clear()

    def _say(self, line: str) -> None:
        self.begun = True
        if self.stream:
            print(line, file=self.stream)

    def end(self) -> None:
        self.catch_up()
        self._write(self.line)
        if self.stream:
            self.stream.flush()
