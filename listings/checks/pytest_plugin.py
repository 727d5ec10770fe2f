"""Collects check files as tests: `pytest --cpc listing.check.toml`, and `--cpc-all` for what `cpc check --all` runs."""

from pathlib import Path

import pytest

# what belongs to a machine is imported where it is used: this module is loaded at the start of every pytest


def pytest_addoption(parser):
    group = parser.getgroup("cpc", "checks of CPC listings")
    group.addoption("--cpc", action="append", default=[], metavar="CHECKS.toml", help="run the checks of this file")
    group.addoption("--cpc-all", action="store_true", help="run those as well that take minutes")


def pytest_configure(config):
    files = config.getoption("--cpc")
    if files:
        given = config.args_source == pytest.Config.ArgsSource.ARGS
        config.args = (config.args if given else []) + files


def pytest_collect_file(file_path: Path, parent):
    named = [Path(name).resolve() for name in parent.config.getoption("--cpc")]
    if file_path.resolve() in named:
        return Checks.from_parent(parent, path=file_path)
    return None


class Checks(pytest.File):
    def collect(self):
        from listings.checks import selection
        from listings.source import ListingFault
        try:
            self.target = selection.target_of(str(self.path))
            found = selection.tasks(self.target, [], self.config.getoption("--cpc-all"))
        except ListingFault as fault:
            raise self.CollectError(str(fault)) from None
        for task in found:
            yield CheckItem.from_parent(self, name=task.check.name, task=task)


class CheckFailed(Exception):
    pass


class CheckItem(pytest.Item):
    def __init__(self, *, task, **rest):
        super().__init__(**rest)
        self.task = task

    def runtest(self):
        if self.task.subject is None:
            pytest.skip(self.task.why_not)
        from listings.checks import selection
        from listings.checks.runner import run_check
        folder = self.config.rootpath / ".pytest_cache" / "cpc"
        folder.mkdir(parents=True, exist_ok=True)
        outcome = run_check(self.task.check, self.task.subject, folder)
        if not outcome.passed:
            rows: list[str] = []
            selection.report(self.task, outcome, self.parent.target, rows.append)
            raise CheckFailed("\n".join(rows))

    def repr_failure(self, excinfo, style=None):
        if isinstance(excinfo.value, CheckFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self):
        return self.path, None, f"check: {self.name}"
