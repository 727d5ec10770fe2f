"""Errors of the program that stop it: asked for by a person, or by a command that must not fail unseen."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from basic.debug.breakpoints import Hits
from basic.errors import BasicError
from basic.runtime.executor import Executor

Heed = Callable[[BasicError, int], bool]        # (error, pc of its statement): True stops there


class ErrorStops:
    """`stops_at` is asked at every error of the program. `caught` is the error that stopped it."""

    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.wanted = False                 # a person wants errors to stop the program
        self.caught: BasicError | None = None
        self.forgiven = False               # the next error has been shown already
        self._heed: Heed | None = None
        self.hits = Hits(executor.clock)    # when errors came, whether they stopped it or not

    def stops_at(self, error: BasicError, pc: int) -> bool:
        if self.executor.table.where[pc][0] is not None:
            self.hits.one_more()
        if self._heed is None or not self._heed(error, pc):
            return False
        self.caught = error
        return True

    @contextmanager
    def heeding(self, on: bool) -> Iterator[None]:
        """While the program runs: errors in its lines stop it, where a person wants that and `on` allows it."""
        self._heed = self._in_a_line if self.wanted and on else None
        try:
            yield
        finally:
            self._heed = None

    def _in_a_line(self, error: BasicError, pc: int) -> bool:
        forgiven, self.forgiven = self.forgiven, False
        return self.executor.table.where[pc][0] is not None and not forgiven

    @contextmanager
    def noting(self, note: Callable[[], None]) -> Iterator[None]:
        """Tells of each error, and lets the program go on."""
        def heed(error: BasicError, pc: int) -> bool:
            note()
            return False
        self._heed = heed
        try:
            yield
        finally:
            self._heed = None

    @contextmanager
    def first(self) -> Iterator[list[BasicError]]:
        """The first error stops what runs, and is in the list then."""
        errors: list[BasicError] = []

        def heed(error: BasicError, pc: int) -> bool:
            errors.append(error)
            return True
        before, self._heed = self._heed, heed
        try:
            yield errors
        finally:
            self._heed, self.caught = before, None
