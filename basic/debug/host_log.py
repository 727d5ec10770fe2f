"""The way out of the machine, to files of the host: once gone, in a replay it is not gone again.

While somebody remembers, each call is kept with what came of it. When the state goes back in time, the same calls come
again in the same order, and get the same answers from memory.
"""

from collections.abc import Callable
from typing import Any


class HostLog:
    def __init__(self) -> None:
        self.answers: list[tuple[Any, Exception | None]] | None = None      # None: nobody remembers
        self.at = 0

    def remember(self) -> None:
        self.answers, self.at = [], 0

    def cut(self) -> None:
        """What was still to come is forgotten."""
        if self.answers is not None:
            del self.answers[self.at:]

    def __call__(self, call: Callable, *arguments: Any) -> Any:
        if self.answers is None:
            return call(*arguments)
        if self.at == len(self.answers):
            self.answers.append(_answer(call, arguments))
        self.at += 1
        value, error = self.answers[self.at - 1]
        if error is not None:
            raise error
        return value


def _answer(call: Callable, arguments: tuple) -> tuple[Any, Exception | None]:
    try:
        return call(*arguments), None
    except Exception as error:
        return None, error
