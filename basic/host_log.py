"""Calls of the host's files, kept with their answers: in a replay they are not made a second time.

While the log is on, each call is kept with what came of it. When the state goes back in time, the same calls come again
in the same order, and get the same answers from memory. Equal contents of files are kept once.
"""

from collections.abc import Callable
from copy import copy
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Result = TypeVar("Result")
Answer = tuple[Any, Exception | None]       # what a call gave, of any kind, or what it raised

SHARED = 256            # bytes from which on it is worth looking whether they are kept already
ANSWER = 200            # bytes that an answer takes besides


class HostLog:
    def __init__(self) -> None:
        self.answers: list[Answer] | None = None        # None: nothing is kept
        self._begin()

    def _begin(self) -> None:
        self.at = 0                 # calls so far
        self.forgotten = 0          # calls before the first one that is kept
        self.latest: dict[str, Answer] = {}     # of each call: an equal answer is kept once
        self.contents: dict[bytes, tuple[bytes, int]] = {}      # each once, and how many answers have it
        self.size = 0               # bytes that are kept, about

    def remember(self) -> None:
        """Keeps calls from now on."""
        self.answers = []
        self._begin()

    def cut(self) -> None:
        """Forgets the answers behind this moment."""
        self._drop(self.at - self.forgotten, None)

    def copy(self) -> Callable[[], None]:
        """What puts back all answers that are kept now."""
        answers = None if self.answers is None else self.answers[:]
        contents, size = dict(self.contents), self.size

        def put_back() -> None:
            self.answers, self.contents, self.size = answers, contents, size
        return put_back

    def forget_before(self, at: int) -> None:
        """Forgets the answers of the calls before the `at`th: the state does not go back there any more."""
        if at > self.forgotten:
            self._drop(0, at - self.forgotten)
            self.forgotten = at

    def _drop(self, first: int, end: int | None) -> None:
        if self.answers is None:
            return
        for value, _ in self.answers[first:end]:
            self.size -= ANSWER
            for data in _large(value):
                kept, uses = self.contents[data]
                if uses > 1:
                    self.contents[data] = kept, uses - 1
                else:
                    del self.contents[data]
                    self.size -= len(data)
        del self.answers[first:end]

    def _keep(self, name: str, value: Any, error: Exception | None) -> None:
        assert self.answers is not None
        self.size += ANSWER
        shared = []
        for data in _large(value):
            kept, uses = self.contents.get(data, (data, 0))
            self.contents[data] = kept, uses + 1
            self.size += 0 if uses else len(data)
            shared.append(kept)
        if type(value) is tuple:
            parts = iter(shared)
            value = tuple(next(parts) if _is_large(one) else one for one in value)
        elif shared:
            value, = shared
        answer = value, error
        if not shared:
            answer = self.latest.setdefault(name, answer)
            if not _same(answer, (value, error)):
                answer = self.latest[name] = value, error
        self.answers.append(answer)

    def __call__(self, call: Callable[Given, Result], *arguments: Given.args, **named: Given.kwargs) -> Result:
        if self.answers is None:
            return call(*arguments, **named)
        if self.at == self.forgotten + len(self.answers):
            name = getattr(call, "__qualname__", "")
            try:
                self._keep(name, call(*arguments, **named), None)
            except Exception as fault:
                self._keep(name, None, _bare(fault))
        self.at += 1
        value, error = self.answers[self.at - 1 - self.forgotten]
        if error is not None:
            raise _bare(error)
        result: Result = value
        return result


def _bare(error: Exception) -> Exception:
    """A copy without the frames that it came through: these would stay in memory with it."""
    bare = copy(error)                  # some packages make copies keep their frames
    bare.__traceback__ = bare.__cause__ = bare.__context__ = None
    return bare


def _same(one: Answer, other: Answer) -> bool:
    """Whether two answers say the same; errors are compared by what they say."""
    (value, error), (value_2, error_2) = one, other
    return type(value) is type(value_2) and bool(value == value_2) and type(error) is type(error_2) and (
        error is error_2 or vars(error) == vars(error_2) and getattr(error, "args", ()) == getattr(error_2, "args", ()))


def _is_large(value: object) -> bool:
    return type(value) is bytes and len(value) >= SHARED


def _large(value: object) -> list[bytes]:
    """The contents of files in an answer."""
    return [one for one in (value if type(value) is tuple else (value,)) if type(one) is bytes and len(one) >= SHARED]
