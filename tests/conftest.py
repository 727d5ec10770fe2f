"""For all tests: no test waits for ever, and the books' tests must run where the books are.

A skipped test of the books fails the whole run if the books are at hand.
"""

import contextlib
import os
import signal
from collections.abc import Iterator
from types import FrameType

import pytest

from tests import books, places

LONGEST = 3600 if places.EVERYTHING else 600       # seconds: many times what the slowest test takes on a busy computer

_skipped: list[str] = []
os.environ["LANGUAGE"] = "en"           # sentences are compared; what is German asks for it
with contextlib.suppress(ImportError):      # tests without random cases do without it
    import hypothesis

    hypothesis.settings.register_profile("untimed", deadline=None)
    hypothesis.settings.load_profile("untimed")


def _hangs(number: int, frame: FrameType | None) -> None:
    pytest.fail(f"it has not ended after {LONGEST} seconds")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Ends a test that hangs, wherever it does; not where there is no alarm."""
    if not hasattr(signal, "alarm"):
        return (yield)
    before = signal.signal(signal.SIGALRM, _hangs)
    signal.alarm(LONGEST)
    try:
        return (yield)
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and "test_books.py" in report.nodeid:
        _skipped.append(report.nodeid)


pytest_collectreport = pytest_runtest_logreport        # a module that is skipped as a whole is skipped when it is collected


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if _skipped and books.SHARED.is_dir() and exitstatus == 0:
        session.exitstatus = 1


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _skipped and books.SHARED.is_dir():
        terminalreporter.write_line(f"FAILED: tests of the books were skipped although {books.SHARED} is there: "
                                    f"{', '.join(_skipped)}", red=True)
