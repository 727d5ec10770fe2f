"""Calls of the host's files, kept with their answers: in a replay they are not made a second time.

While the log is on, each call is kept with what came of it. When the state goes back in time, the same calls come again
in the same order, and get the same answers from memory.
"""

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")


class HostLog:
    def __init__(self) -> None:
        self.answers: list[tuple[Any, Exception | None]] | None = None      # of any kind; None: nothing is kept
        self.at = 0

    def remember(self) -> None:
        """Keeps calls from now on."""
        self.answers, self.at = [], 0

    def cut(self) -> None:
        """Forgets the answers behind this moment."""
        if self.answers is not None:
            del self.answers[self.at:]

    def __call__(self, call: Callable[Given, Result], *arguments: Given.args, **named: Given.kwargs) -> Result:
        if self.answers is None:
            return call(*arguments, **named)
        if self.at == len(self.answers):
            try:
                self.answers.append((call(*arguments, **named), None))
            except Exception as fault:
                self.answers.append((None, fault))
        self.at += 1
        value, error = self.answers[self.at - 1]
        if error is not None:
            raise error
        result: Result = value
        return result
