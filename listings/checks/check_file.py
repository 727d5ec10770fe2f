"""Check files: what to type, what to wait for and what must come of it. TOML, so that anyone can write them.

    format = 1
    listing = "hamann"              # a manifest's name; or program = "FILE.bas", beside the check file; or example = "himstahn"

    [[check]]
    name = "5.2"
    what = "moves are taken and rejected"
    [[check.step]]
    type = "RUN\\n"                  # then waits until BASIC or INPUT wants a key
    [[check.step]]
    type = "e2e4\\n"
    wait = "Break in"               # or until this has been printed
    variables = { "pm(1)" = 52 }
    look = "at the lines 2170 and 2240"

`schema.STEP` has all that a step can say.
"""

from pathlib import Path
from typing import Any

from basic.records import field, record
from cpc import gallery
from listings import facts
from listings.checks.schema import CHECK, FILE, STEP, Keys
from listings.chess import board as boards
from listings.source import ListingFault

FORMAT = 1
WITHIN = 600.0


@record
class Check:
    name: str
    what: str = ""
    improvements: list[str] = field(default_factory=list)
    only_all: bool = False
    models: list[str] = field(default_factory=list)
    steps: list[dict[str, Any]] = field(default_factory=list)
    games: Path | None = None
    start: str = ""
    watch: str = ""
    board: boards.Board | None = None       # where a step asks for a position


@record
class CheckFile:
    path: Path
    checks: list[Check]
    listing: str | None = None
    program: Path | None = None
    model: str = "464"
    dialect: str = "auto"
    memory: str = "cpc"


def read(path: Path) -> CheckFile:
    data = facts.load(path, "a check file")
    fault = _Fault(path)
    fault.fields(data, FILE, "the file")
    if data.get("format") != FORMAT:
        raise fault(f"format is {data.get('format')!r}, and only {FORMAT} is known")
    checks = [_read_check(check, path, fault) for check in data.get("check", [])]
    for more in data.get("more", []):
        other = path.parent / more
        found, its_fault = facts.load(other, "a check file"), _Fault(other)
        its_fault.fields(found, FILE, "the file")
        checks += [_read_check(check, other, its_fault) for check in found.get("check", [])]
    if not checks:
        raise fault("it has no [[check]]")
    program = path.parent / data["program"] if "program" in data else None
    if "example" in data:
        program = gallery.path_of(data["example"])
    for check in checks:
        if any("position" in step for step in check.steps):
            check.board = boards.board_of(data.get("listing") or data.get("example") or "", check.improvements)
            if check.board is None:
                raise fault(f"check {check.name} asks for a position, and the listing has no board.toml")
    return CheckFile(path, checks, data.get("listing"), program,
                     **{key: data[key] for key in ("model", "dialect", "memory") if key in data})


class _Fault:
    def __init__(self, path: Path):
        self.path = path

    def __call__(self, what: str) -> ListingFault:
        return ListingFault(f"{self.path} has a mistake: {what}.")

    def fields(self, data: dict[str, Any], known: Keys, where: str) -> None:
        for key, value in data.items():
            if key not in known:
                raise self(f"{where} has {key!r}; known are {', '.join(known)}")
            takes, meaning = known[key]
            if not takes(value):
                raise self(f"{key} of {where} is {value!r}: it should be {meaning}")


def _read_check(data: dict[str, Any], path: Path, fault: _Fault) -> Check:
    name = data.get("name", "?")
    fault.fields(data, CHECK, f"check {name}")
    if "name" not in data:
        raise fault("a [[check]] has no name")
    steps = data.get("step", [])
    for at, step in enumerate(steps, 1):
        fault.fields(step, STEP, f"step {at} of check {name}")
    games = path.parent / data["games"] if "games" in data else None
    if not steps and games is None:
        raise fault(f"check {name} has no [[check.step]]")
    return Check(name, data.get("what", ""), data.get("with", []), data.get("all", False), data.get("models", []),
                 steps, games, data.get("start", ""), data.get("watch", ""))
