"""`cpc check`: finds the checks for a name or a file, runs them and reports."""

import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from basic.records import record
from cpc import gallery
from listings import library
from listings.checks import check_file
from listings.checks.check_file import Check, CheckFile
from listings.checks.runner import beside, run_check
from listings.checks.subject import RUNS, WAITS, Difference, Outcome, Subject
from listings.manifest import BASE, Manifest
from listings.source import Lines, ListingFault, merged, read_listing
from listings.typing.typein import bar, ranges


@record
class Task:
    check: Check
    subject: Subject | None         # None: not typed in
    why_not: str = ""


@record
class Target:
    """What is to be checked: a listing by name, or a file of its own."""
    checks: CheckFile | None
    listing: Manifest | None = None
    file: Path | None = None        # the program, where it was named

    def lines(self, improvements: list[str]) -> Lines:
        if self.listing is None:
            return read_listing(self.file) if self.file else {}
        parts = []
        for part in self.listing.chosen(improvements):
            path = self.file if part.name == BASE and self.file else library.typed_in(self.listing, part.name)
            if path is None:
                raise ListingFault(library.how_to_get(self.listing, part.name))
            parts.append(read_listing(path))
        return merged(*parts)

    def differing_lines(self, improvements: list[str]) -> str:
        """Where the listing is not as in the book, as a sentence; empty where it is."""
        if self.listing is None or not (improvements or BASE in self.listing.by_name):
            return ""
        parts = self.listing.chosen(improvements)
        wrong, missing, foreign = self.listing.verify(parts, self.lines(improvements))
        among = sorted({number for part in parts for number in part.checksums} | set(foreign))
        told = [f"{what}: {ranges(numbers, among)}" for what, numbers in
                (("not as in the book", wrong), ("missing", missing), ("not in the book", foreign)) if numbers]
        return "; ".join(told)


def target_of(name: str) -> Target:
    """NAME of a listing or an example, FILE.bas with its checks beside it or known by its lines, or a check file."""
    path = Path(name)
    if path.suffix == ".toml":
        checks = check_file.read(path)
        if checks.listing is not None:
            return Target(checks, library.open_manifest(checks.listing))
        if checks.program is None:
            raise ListingFault(f"{path} names neither a listing nor a program.")
        return Target(checks, None, checks.program)
    if path.suffix.lower() == ".bas" or path.is_file():
        own = path.with_suffix(".check.toml")
        if own.is_file():
            return Target(check_file.read(own), None, path)
        lines = read_listing(path)
        listing = library.recognised(lines)
        if listing is None:
            raise ListingFault(f"There is no check file {own.name} beside {path}, and no manifest knows the listing.")
        return Target(_checks_of(listing), listing, path)
    of_an_example = library.HERE / name / "checks.toml"
    if of_an_example.is_file() and name not in library.names():
        checks = check_file.read(of_an_example)
        return Target(checks, None, checks.program)
    listing = library.open_manifest(name)
    return Target(_checks_of(listing), listing)


def _checks_of(listing: Manifest) -> CheckFile | None:
    path = listing.folder / "checks.toml" if listing.folder else None
    return check_file.read(path) if path and path.is_file() else None


def tasks(target: Target, improvements: list[str], everything: bool, only: str = "", model: str = "") -> list[Task]:
    """The checks to run: those of the chosen improvements; `everything` takes all that are typed in."""
    chosen: list[Task] = []
    if target.checks is None:
        return chosen
    settings = target.listing or target.checks
    machine = model or settings.model
    for check in target.checks.checks:
        if only not in check.name or (check.only_all and not (everything or only)):
            continue
        if set(check.improvements) != set(improvements) and not (everything and not improvements) and not only:
            continue
        if check.models and machine not in check.models:
            continue
        try:
            subject = Subject(target.lines(check.improvements), machine, settings.dialect, settings.memory,
                              gallery.parts_of(target.file) if target.file else [])
        except ListingFault as fault:
            if not check.improvements:
                raise
            chosen.append(Task(check, None, str(fault)))
        else:
            chosen.append(Task(check, subject))
    return chosen


def run(found: Iterable[Task], folder: Path,
        progress: Callable[[str], None] = lambda text: None) -> Iterator[tuple[Task, Outcome | None]]:
    for task in found:
        yield task, run_check(task.check, task.subject, folder, progress) if task.subject else None


Spoken = Callable[[str], str]       # a text in the person's language


def report(task: Task, outcome: Outcome, target: Target, say: Callable[[str], None] = print, spoken: Spoken = str) -> None:
    if outcome.passed:
        say(f"ok      {task.check.name}" + (f": {task.check.what}" if task.check.what else ""))
        return
    say(spoken(f"FAILED  {task.check.name}, step {outcome.step}" + (f": {task.check.what}" if task.check.what else "")))
    for difference in outcome.differences:
        say(indented(told(difference, spoken)))
    if outcome.look:
        say(spoken(f"        look at: {outcome.look}"))
    lines = target.differing_lines(task.check.improvements)
    if lines:
        say(spoken(f"        the listing: {lines}"))
    if outcome.picture:
        say(spoken(f"        picture: {outcome.picture}"))


def told(difference: Difference, spoken: Spoken = str) -> str:
    both = difference.expected, difference.actual
    expected, actual = (spoken(value) if value in (WAITS, RUNS) else value for value in both)
    return f"{spoken(difference.what)}:\n{beside(expected, actual, spoken)}"


def indented(text: str) -> str:
    return "\n".join(f"        {row}" for row in text.split("\n"))


@contextmanager
def _folder_for_pictures(chosen: Path | None) -> Iterator[Path]:
    """The chosen folder, or one of our own, which is removed if no picture is in it."""
    folder = chosen or Path(tempfile.mkdtemp(prefix="cpc-check-"))
    try:
        yield folder
    finally:
        if chosen is None:
            with suppress(OSError):
                folder.rmdir()


def check(name: str, improvements: list[str], everything: bool, only: str = "", model: str = "", timing: bool = False,
          pictures: Path | None = None, spoken: Spoken = str) -> int:
    target = target_of(name)
    recorded_on = target.listing.model if target.listing else target.checks.model if target.checks else model
    if timing and model and model != recorded_on:
        raise ListingFault(f"The seconds were recorded on a {recorded_on}.")
    found = tasks(target, improvements, everything, only, model)
    lines = target.differing_lines(improvements)
    if target.listing is not None and (improvements or BASE in target.listing.by_name):
        print(f"{target.listing.name}: " + spoken(lines or "every line as in the book"))
    if not found and target.listing is None:
        raise ListingFault(f"There is no check to run for {name}.")
    if not found and target.checks is not None:
        others = sorted({"+".join(check.improvements) for check in target.checks.checks if check.improvements})
        print(spoken("There is no check with these improvements; there are checks for "
                     f"{', '.join(others) or 'the program alone'}."))
    failed = skipped = 0

    def progress(step: str) -> None:
        if sys.stderr.isatty():
            print(f"\r\x1b[K{bar(done, len(found))} {step}", end="", file=sys.stderr, flush=True)

    done = 0
    with _folder_for_pictures(pictures) as folder:
        for task, outcome in run(found, folder, progress):
            if sys.stderr.isatty():
                print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            done += 1
            if outcome is None:
                skipped += 1
                print(spoken(f"skipped {task.check.name}: {task.why_not.split(':')[0]}"))
                continue
            failed += not outcome.passed or bool(timing and outcome.off)
            report(task, outcome, target, spoken=spoken)
            for difference in outcome.off if timing else []:
                print(indented(told(difference, spoken)))
    passed = len(found) - failed - skipped
    print(spoken(f"{passed} of {len(found)} checks passed" + (f", {skipped} skipped" if skipped else "")))
    return 1 if failed or lines else 0
