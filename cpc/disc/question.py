"""`Retry, Ignore or Cancel?`, asked in the middle of a statement.

Nothing here can wait for a key with work half done: a statement that waits is done again from its start. So each thing that a
statement does to the outside (a sector read or written, a message, an answer) goes through `do` and is noted with its result.
When the statement comes again, the same things come again in the same order, and get their results from the notes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from basic.ports import Waiting
from cpc.disc.floppy import DriveFault

Result = TypeVar("Result")
BELL = b"\x07"


class Keys(Protocol):
    def read_char(self) -> int | None: ...
    def clear(self) -> None: ...


class Cancelled(Exception):
    """C was the answer. `derr` is what DERR gives."""

    def __init__(self, derr: int) -> None:
        super().__init__(derr)
        self.derr = derr


class Notes:
    """What the statement under way has done so far."""

    def __init__(self, keys: Keys, say: Callable[[bytes], None]) -> None:
        self.keys, self.say = keys, say
        self.done: list[Any] = []
        self.at = 0                 # how many of them this turn of the statement has come to
        self.asking = False         # it waits for an answer, and will be done again from its start

    def begin(self) -> bool:
        """A statement begins: True if it is the one that waits, again."""
        again = self.asking
        self.at = 0
        if not again:
            self.done.clear()
        self.asking = False
        return again

    def forget(self) -> None:
        """The statement that waits will not be done again."""
        self.done.clear()
        self.asking = False

    def do(self, act: Callable[[], Result]) -> Result:
        if self.at == len(self.done):
            self.done.append(act())
        self.at += 1
        result: Result = self.done[self.at - 1]
        return result

    def tell(self, message: bytes) -> None:
        self.do(lambda: self.say(b"\r\n" + message + b"\r\n"))

    def attempt(self, letter: bytes, act: Callable[[], Result]) -> Result | bytes:
        """Does it; asks what to do where the drive cannot. Ignore gives what was read all the same. Raises Cancelled."""
        while True:
            result = self.do(lambda: _outcome(act))
            if not isinstance(result, DriveFault):
                return result
            answer = self._ask(letter, result)
            if answer == b"C":
                raise Cancelled(result.derr)
            if answer == b"I" and result.data is not None:
                return result.data

    def _ask(self, letter: bytes, fault: DriveFault) -> bytes:
        return self.ask(b"Drive %s: %s" % (letter, fault.message))

    def ask(self, message: bytes) -> bytes:
        """Says what is wrong; R, I or C."""
        self.do(lambda: self._put_question(message))
        return self.do(self._answer)

    def _put_question(self, message: bytes) -> None:
        self.keys.clear()           # what was typed ahead is no answer
        self.say(b"\r\n%s\r\n\r\nRetry, Ignore or Cancel? " % message)

    def _answer(self) -> bytes:
        while (key := self.keys.read_char()) is not None:
            answer = bytes((key,)).upper()
            if answer in (b"R", b"I", b"C"):
                self.say(answer + b"\r\n")
                return answer
            self.say(BELL)
        self.asking = True
        raise Waiting("key")

    def snapshot(self) -> Any:
        return list(self.done), self.at, self.asking

    def restore(self, state: Any) -> None:
        self.done[:], self.at, self.asking = state


def _outcome(act: Callable[[], Result]) -> Result | DriveFault:
    try:
        return act()
    except DriveFault as fault:
        return fault
