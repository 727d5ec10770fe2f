"""The books' tests must run where the books are: skipping one of them there fails the whole run."""

from tests import books

_skipped: list[str] = []


def pytest_runtest_logreport(report):
    if report.skipped and "test_books.py" in report.nodeid:
        _skipped.append(report.nodeid)


pytest_collectreport = pytest_runtest_logreport        # a whole module that is skipped is skipped when it is collected


def pytest_sessionfinish(session, exitstatus):
    if _skipped and books.SHARED.is_dir() and exitstatus == 0:
        session.exitstatus = 1


def pytest_terminal_summary(terminalreporter):
    if _skipped and books.SHARED.is_dir():
        terminalreporter.write_line(f"FAILED: tests of the books were skipped although {books.SHARED} is there: "
                                    f"{', '.join(_skipped)}", red=True)
