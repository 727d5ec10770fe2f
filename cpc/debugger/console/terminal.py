"""The debugger in a terminal: a person types a line and reads the answer. A file of commands gives a transcript."""

import signal
import sys
from collections.abc import Iterable
from typing import TextIO

from cpc.debugger.console.commands import COMMANDS, Console

PROMPT = "debug> "


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
    _line_editing(console)
    print("The program stands before its first line. help lists the commands.")
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
        before = signal.signal(signal.SIGINT, lambda *_: pressed.append(True))
        try:
            for said in console.obey(line):
                print(said)
        finally:
            signal.signal(signal.SIGINT, before)


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
