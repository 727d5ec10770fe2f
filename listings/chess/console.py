"""A program on a CPC: what is typed, what is printed since, and what it waits for.

Whatever takes time is a generator that yields after each slice of emulated time, so that whoever drives it can look at the
clock, draw a picture or give up between two slices.
"""

import re
import tempfile
from collections.abc import Generator
from pathlib import Path
from typing import Any

from cpc import CPC
from listings.checks.subject import Subject
from listings.chess.faults import Stopped, Stuck

SLICE, LONGEST_SLICE = 0.3, 2.0     # emulated seconds between two looks: at first, and in a long wait
TAIL = 3000                 # characters in which a sign of the program is looked for
SETTLED = 40.0              # seconds without a key or a sign after which the program is stuck
LONGEST = 7 * 24 * 3600.0   # seconds that a move may take
ESC = 66
Work = Generator[None, None, Any]


class Console:
    def __init__(self, subject: Subject) -> None:
        with tempfile.TemporaryDirectory() as folder:
            self.cpc: CPC = subject.machine(Path(folder))
        self.loaded = self.cpc.snapshot()
        self.seen = 0                       # what is printed is looked at from here on
        self.carried = ""                   # and this before it
        self.asked = 0.0                    # when the last thing was typed

    def restore(self, state: dict[str, Any], printed: str = "") -> None:
        """Goes back to a state, and to what had been printed then since the last typing."""
        self.cpc.restore(state)
        self.forget()
        self.carried = printed

    def forget(self) -> None:
        """What has been printed so far is not looked at any more."""
        self.seen = len(self.cpc.machine.text.printed)
        self.carried = ""
        self.asked = self.cpc.seconds

    def type(self, text: str) -> None:
        self.forget()
        self.cpc.type(text)

    @property
    def printed(self) -> str:
        """What was printed since the last typing."""
        return self.carried + self.cpc.machine.text.printed[self.seen:].decode("latin-1")

    @property
    def seconds(self) -> float:
        """Emulated seconds since the last typing."""
        return self.cpc.seconds - self.asked

    def wait(self, pattern: re.Pattern[str], answers: list[tuple[re.Pattern[str], str]] | None = None,
             longest: float = LONGEST) -> Work:
        """Runs until the text is printed. Questions on the way get their answers. Gives the match."""
        answered, idle_since = self.seen, self.cpc.seconds
        while True:
            time = min(SLICE + self.seconds / 50, LONGEST_SLICE)
            idle = self.cpc.run_until_idle(time)
            if found := pattern.search(self._tail(self.seen)):
                return found
            if self.cpc.session.at_prompt():
                raise Stopped(self._error() or "the program has ended")
            for question, answer in answers or []:
                if question.search(self._tail(answered)):
                    answered = len(self.cpc.machine.text.printed)
                    self.cpc.type(answer)
                    idle = False
            if idle:
                self.cpc.run(time)
            idle_since = idle_since if idle else self.cpc.seconds
            if self.cpc.seconds - idle_since > SETTLED:
                raise Stuck(f"it waits for a key, and nothing is known of the question “{tail(self._tail(self.seen))}”")
            if self.seconds > longest:
                raise Stuck(f"it has not answered for {longest:.0f} seconds")
            yield

    def _tail(self, since: int) -> str:
        printed = self.cpc.machine.text.printed
        new = printed[max(since, len(printed) - TAIL):].decode("latin-1")
        return self.carried + new if since == self.seen else new

    def _error(self) -> str:
        error = self.cpc.error
        return "" if error is None else f"{error[1]} in {error[2]}" if error[2] is not None else error[1]

    def stop_program(self) -> None:
        """ESC twice: to the Ready prompt."""
        for _ in range(2):
            self.cpc.key(ESC, True)
            self.cpc.run(0.1)
            self.cpc.key(ESC, False)
            self.cpc.run(0.2)
        if not self.cpc.session.at_prompt():
            raise Stuck("it cannot be stopped with ESC")


def tail(text: str) -> str:
    """The end of what was printed, as far as it can be read."""
    return re.sub(r"[^ -~]+", " ", text)[-60:].strip()
