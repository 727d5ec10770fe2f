"""A short drive of random keys, clicks, commands and requests; `python3 -m tests.debugger_driver` drives longer."""

import subprocess
import sys

import pytest

from tests.places import PATIENCE, REPO


@pytest.mark.parametrize("kind, acts", [("window", 100), ("editor", 400)])
def test_a_short_drive_has_no_fault_and_loses_no_past(kind, acts):
    """In a process of its own: pygame is not closed in the middle of a drive."""
    script = f"from tests.debugger_driver import one; import os; os._exit(one({kind!r}, 5, most={acts}))"
    ended = subprocess.run([sys.executable, "-c", script], cwd=REPO, check=False, timeout=PATIENCE, capture_output=True,
                           text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
