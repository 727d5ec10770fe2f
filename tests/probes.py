"""Notes which of the numbered places of `python3 -m tests.mutate` a test reaches: a plugin for pytest, `-p tests.probes`.

In the copy of the tree that is tested, each place calls `reached` with its number. Processes that a test starts write down
theirs when they end.
"""

import atexit
import json
import os
from pathlib import Path

FILE = "PROBES_FILE"            # of the processes that tests start
_hit: set[int] = set()
reached = _hit.add
_by_test: dict[str, list[int]] = {}
_times: dict[str, float] = {}
_failed: set[str] = set()


def _write_down() -> None:
    if _hit:
        with open(os.environ[FILE], "a", encoding="ascii") as file:
            file.write(" ".join(map(str, _hit)) + "\n")


if FILE in os.environ:
    atexit.register(_write_down)


def pytest_configure() -> None:
    atexit.unregister(_write_down)
    os.environ[FILE] = os.path.abspath("probes.txt")


def pytest_runtest_logstart(nodeid: str) -> None:
    _hit.clear()
    Path(os.environ[FILE]).unlink(missing_ok=True)


def pytest_runtest_logreport(report) -> None:
    _times[report.nodeid] = _times.get(report.nodeid, 0) + report.duration
    if report.failed:
        _failed.add(report.nodeid)


def pytest_runtest_logfinish(nodeid: str) -> None:
    file = Path(os.environ[FILE])
    others = file.read_text(encoding="ascii").split() if file.exists() else []
    _by_test[nodeid] = sorted(_hit | set(map(int, others)))


def pytest_sessionfinish() -> None:
    found = {"tests": _by_test, "times": _times, "failed": sorted(_failed)}
    Path("reached.json").write_text(json.dumps(found), encoding="utf-8")
