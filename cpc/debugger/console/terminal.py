"""The debugger in a terminal: a person types a line and reads the answer. A file of commands gives a transcript."""

import signal
import sys
import time
from collections.abc import Callable, Iterable
from typing import TextIO

from cpc.debugger.console.commands import COMMANDS, Console

PROMPT = "debug> "
PATIENCE = 0.5              # seconds that a question about the past may take until a bar shows how far it is
WIDTH = 40                  # of the bar


def run_commands(console: Console, lines: Iterable[str], out: TextIO) -> None:
    """Prints each command and its answer. A line that begins with # is a remark."""
    for line in lines:
        line = line.rstrip("\r\n")
        print(PROMPT + line, file=out)
        if not line.lstrip().startswith("#"):
            for said in console.obey(line):
                print(said, file=out)
        if console.ended:
            return


def talk(console: Console) -> None:
    """Obeys a person at the terminal. Ctrl+C stops the program while it runs."""
    pressed: list[bool] = []

    def interrupted() -> bool:
        return bool(pressed)
    console.interrupted = interrupted
    console.progress = bar = Bar(sys.stderr, interrupted, console.spoken("Ctrl+C ends it"))
    _line_editing(console)
    print(console.spoken("The program stands before its first line. help lists the commands."))
    while not console.ended:
        try:
            line = input(PROMPT)
        except EOFError:
            print()
            return
        except KeyboardInterrupt:
            print()
            continue
        pressed.clear()
        bar.begin()
        before = signal.signal(signal.SIGINT, lambda *_: pressed.append(True))
        try:
            answer = console.obey(line)
            bar.end()
            for said in answer:
                print(said)
        finally:
            signal.signal(signal.SIGINT, before)


class Bar:
    """Shows how much of a question about the past is done; Ctrl+C ends it. What is soon done shows no bar."""

    def __init__(self, out: TextIO, interrupted: Callable[[], bool], hint: str,
                 now: Callable[[], float] = time.monotonic) -> None:
        self.out = out
        self.hint = hint
        self.interrupted = interrupted
        self.now = now
        self.begun = 0.0
        self.drawn = False

    def begin(self) -> None:
        self.begun, self.drawn = self.now(), False

    def __call__(self, part: float) -> bool:
        if self.now() - self.begun > PATIENCE and self.out.isatty():
            filled = round(part * WIDTH)
            self.out.write(f"\r[{'#' * filled}{' ' * (WIDTH - filled)}] {part:4.0%}  {self.hint}")
            self.out.flush()
            self.drawn = True
        return self.interrupted()

    def end(self) -> None:
        if self.drawn:
            self.out.write("\r\x1b[K")
            self.out.flush()


def _line_editing(console: Console) -> None:
    if not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:
        return

    def complete(begun: str, state: int) -> str | None:
        found = [name + " " for name in console.complete(begun)]
        return found[state] if state < len(found) else None
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")


__all__ = ["COMMANDS", "PROMPT", "run_commands", "talk"]
