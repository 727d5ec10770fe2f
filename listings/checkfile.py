"""Check files: what to type, what to wait for and what must come of it. TOML, so that anyone can write them.

    format = 1
    listing = "hamann"              # a manifest's name; or program = "FILE.bas", beside the check file

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

`STEP` has all that a step can say.
"""

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from listings.source import ListingFault

FORMAT = 1
WITHIN = 600.0

# key -> (types it may have, what it means)
STEP: dict[str, tuple[tuple[type, ...], str]] = {
    "merge": ((str,), "lines to be merged into the program first"),
    "type": ((str,), "text to be typed, \\n for ENTER"),
    "keys": ((list,), "codes to be typed one by one, half a second apart"),
    "press": ((list,), "keys of the matrix, pressed one by one for a tenth of a second"),
    "break": ((bool,), "ESC is pressed twice"),
    "run": ((int, float), "seconds to run, instead of waiting"),
    "wait": ((str, list), "a text that will be printed, or several of which one will"),
    "within": ((int, float), "emulated seconds to wait at most"),
    "settle": ((int, float), "seconds to run on after waiting"),
    "prints": ((str, list), "texts that must be printed in this step"),
    "not_prints": ((str, list), "texts that must not be printed in this step"),
    "printed": ((str,), "CRC-32 of all bytes printed in this step"),
    "ignore": ((str,), "a regular expression for what is left out of `printed`"),
    "rows": ((dict,), "rows of the screen, by number from 1"),
    "screen": ((str,), "CRC-32 of the 25 rows of the screen"),
    "variables": ((dict,), "variables and their values"),
    "tables": ((dict,), 'parts of arrays, as "fm(1..20,1..3)", and their numbers'),
    "picture": ((str,), "SHA-1 of the picture, a byte a pixel"),
    "seconds": ((int, float), "what the step took on the real machine"),
    "look": ((str,), "what to look at when the step fails"),
}
CHECK: dict[str, tuple[tuple[type, ...], str]] = {
    "name": ((str,), "what it is called"),
    "what": ((str,), "what it is about"),
    "with": ((list,), "the improvements that are merged for it"),
    "all": ((bool,), "only run under --all"),
    "models": ((list,), "the models it is for"),
    "step": ((list,), "its steps"),
    "games": ((str,), "a file beside this one with a game in each row; see listings.games"),
    "start": ((str,), "what is typed before each game"),
    "watch": ((str,), "the part of an array that each row of the games gives after what was typed"),
}
FILE: dict[str, tuple[tuple[type, ...], str]] = {
    "format": ((int,), "1"),
    "listing": ((str,), "the name of a manifest"),
    "program": ((str,), "a listing beside this file"),
    "model": ((str,), "464 or 6128"),
    "dialect": ((str,), "locomotive, commodore or auto"),
    "memory": ((str,), "cpc or large"),
    "more": ((list,), "other check files that belong to this one"),
    "check": ((list,), "the checks"),
}


@dataclass
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


@dataclass
class CheckFile:
    path: Path
    checks: list[Check]
    listing: str | None = None
    program: Path | None = None
    model: str = "464"
    dialect: str = "auto"
    memory: str = "cpc"


def read(path: Path) -> CheckFile:
    data = _load(path)
    fault = _Fault(path)
    fault.fields(data, FILE, "the file")
    if data.get("format") != FORMAT:
        raise fault(f"format is {data.get('format')!r}, and only {FORMAT} is known")
    checks = [_read_check(check, path, fault) for check in data.get("check", [])]
    for more in data.get("more", []):
        other = path.parent / more
        checks += [_read_check(check, other, _Fault(other)) for check in _load(other).get("check", [])]
    if not checks:
        raise fault("it has no [[check]]")
    program = path.parent / data["program"] if "program" in data else None
    return CheckFile(path, checks, data.get("listing"), program,
                     **{key: data[key] for key in ("model", "dialect", "memory") if key in data})


class _Fault:
    def __init__(self, path: Path):
        self.path = path

    def __call__(self, what: str) -> ListingFault:
        return ListingFault(f"{self.path} has a mistake: {what}.")

    def fields(self, data: dict, known: dict[str, tuple[tuple[type, ...], str]], where: str) -> None:
        for key, value in data.items():
            if key not in known:
                raise self(f"{where} has {key!r}; known are {', '.join(known)}")
            types = known[key][0]
            if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
                raise self(f"{key} of {where} is {value!r}: it should be {known[key][1]}")


def _load(path: Path) -> dict:
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise ListingFault(f"{path} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ListingFault(f"{path} is not a check file: {error}.") from None


def _read_check(data: dict, path: Path, fault: _Fault) -> Check:
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
