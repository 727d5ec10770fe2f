"""Collects check files as tests: `pytest --cpc listing.check.toml`, and `--cpc-all` for what `cpc check --all` runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from listings.checks.selection import Target, Task

# what belongs to a machine is imported where it is used: this module is loaded at the start of every pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("cpc", "checks of CPC listings")
    group.addoption("--cpc", action="append", default=[], metavar="CHECKS.toml", help="run the checks of this file")
    group.addoption("--cpc-all", action="store_true", help="run those as well that take minutes")


def pytest_configure(config: pytest.Config) -> None:
    files = config.getoption("--cpc")
    if files:
        given = config.args_source == pytest.Config.ArgsSource.ARGS
        config.args = (config.args if given else []) + files


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    named = [Path(name).resolve() for name in parent.config.getoption("--cpc")]
    if file_path.resolve() in named:
        return Checks.from_parent(parent, path=file_path)
    return None


class Checks(pytest.File):
    target: Target

    def collect(self) -> Iterator[pytest.Item]:
        from listings.checks import selection
        from listings.source import ListingFault
        try:
            self.target = selection.target_of(str(self.path))
            found = selection.tasks(self.target, [], self.config.getoption("--cpc-all"))
        except ListingFault as fault:
            raise self.CollectError(str(fault)) from None
        for task in found:
            yield CheckItem.from_parent(self, name=task.check.name, task=task, target=self.target)


class CheckFailed(Exception):
    pass


class CheckItem(pytest.Item):
    def __init__(self, *, task: Task, target: Target, **rest: Any) -> None:       # Any: what pytest hands on
        super().__init__(**rest)
        self.task, self.target = task, target

    def runtest(self) -> None:
        if self.task.subject is None:
            pytest.skip(self.task.why_not)
        from listings.checks import selection
        from listings.checks.runner import run_check
        folder = self.config.rootpath / ".pytest_cache" / "cpc"
        folder.mkdir(parents=True, exist_ok=True)
        outcome = run_check(self.task.check, self.task.subject, folder)
        if not outcome.passed:
            rows: list[str] = []
            selection.report(self.task, outcome, self.target, rows.append)
            raise CheckFailed("\n".join(rows))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        if isinstance(excinfo.value, CheckFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, None, str]:
        return self.path, None, f"check: {self.name}"
