"""Runs checks on a CPC without a window, and says what differs from what the check file expects."""

import re
import zlib
from collections.abc import Callable, Iterator
from hashlib import sha1
from pathlib import Path
from typing import Any

from cpc import CPC
from listings.checks.check_file import WITHIN, Check
from listings.checks.games import run_games
from listings.checks.schema import elements
from listings.checks.subject import RUNS, WAITS, Difference, Outcome, Subject, table, variable
from listings.chess.board import Board
from listings.source import listing_of, merged

SLICE = 0.05                # emulated seconds between two looks at what has been printed
TOLERANCE = 0.05
ESC = 66


def run_check(check: Check, subject: Subject, folder: Path,
              progress: Callable[[str], None] = lambda text: None) -> Outcome:
    """Does the steps up to the first that fails; a picture of the failure goes into `folder`."""
    if check.games is not None:
        return run_games(check, check.games, subject, folder, progress)
    if any("merge" in step for step in check.steps):
        subject = Subject(dict(subject.lines), subject.model, subject.dialect, subject.memory, subject.parts)
        for step in check.steps:
            if "merge" in step:
                subject.lines = merged(subject.lines, listing_of(step["merge"].encode("latin-1"), check.name))
    cpc = subject.machine(folder)
    outcome = Outcome(check.name)
    for at, step in enumerate(check.steps, 1):
        progress(f"{check.name} {at}/{len(check.steps)}")
        outcome.differences, took = do_step(cpc, step, check.board)
        if not near(took, step.get("seconds")):
            actual = f"{took:.2f} ({took / step['seconds'] - 1:+.1%})"
            outcome.off.append(Difference(f"seconds of step {at}", f"{step['seconds']:.2f}", actual))
        if outcome.differences:
            outcome.step, outcome.look = at, step.get("look", "")
            outcome.picture = folder / f"{re.sub(r'[^A-Za-z0-9.+-]', '-', check.name)}-step-{at}.png"
            cpc.png(outcome.picture)
            break
    return outcome


def near(took: float, recorded: float | None) -> bool:
    return recorded is None or abs(took - recorded) <= TOLERANCE * recorded + 2 * SLICE


def do_step(cpc: CPC, step: dict[str, Any], board: Board | None = None) -> tuple[list[Difference], float]:
    """Does a step; gives what differs, and the emulated seconds that it took."""
    before, started = len(cpc.printed), cpc.seconds
    within = float(step.get("within", WITHIN))
    if "type" in step:
        cpc.type(step["type"])
    for key in step.get("keys", []):
        cpc.type(bytes([key]))
        cpc.run(0.5)
    for key in step.get("press", []) + [ESC, ESC] * step.get("break", False):
        cpc.key(key, True)
        cpc.run(0.1)
        cpc.key(key, False)
        cpc.run(0.2)
    if "run" in step:
        cpc.run(step["run"])
    elif "wait" in step:
        wanted = [text.encode("latin-1") for text in _listed(step["wait"])]
        if not _wait(cpc, wanted, before, within):
            return [Difference(f"waiting {within:g} seconds", " or ".join(_listed(step["wait"])),
                               _shown(cpc.printed[before:]))], within
    elif not cpc.run_until_idle(within):
        return [Difference(f"waiting {within:g} seconds", WAITS, RUNS)], within
    took = cpc.seconds - started
    if "settle" in step:
        cpc.run(step["settle"])
    return _expectations(cpc, step, cpc.printed[before:], board), took


def _wait(cpc: CPC, wanted: list[bytes], since: int, within: float) -> bool:
    end = cpc.seconds + within
    while cpc.seconds < end:
        cpc.run(SLICE)
        printed = cpc.printed[since:]
        if any(text in printed for text in wanted):
            return True
    return False


def _expectations(cpc: CPC, step: dict[str, Any], printed: bytes, board: Board | None) -> list[Difference]:
    found = [*_of_print(step, printed), *_of_screen(cpc, step), *_of_variables(cpc, step)]
    if "position" in step and board:
        words = len(step["position"].split())
        found += _compared("the position", step["position"], " ".join(board.position(cpc.variables).fen.split()[:words]))
    if "picture" in step:
        found += _compared("the picture", step["picture"], picture_sum(cpc))
    return found


def _compared(what: str, expected: object, actual: object) -> Iterator[Difference]:
    if expected != actual:
        yield Difference(what, str(expected), str(actual))


def _of_print(step: dict[str, Any], printed: bytes) -> Iterator[Difference]:
    for text in _listed(step.get("prints", [])):
        if text.encode("latin-1") not in printed:
            yield Difference("printed", text, _shown(printed))
    for text in _listed(step.get("not_prints", [])):
        if text.encode("latin-1") in printed:
            yield Difference("printed", f"not {text}", _shown(printed))
    if "printed" in step:
        kept = re.sub(step["ignore"].encode("latin-1"), b"", printed) if "ignore" in step else printed
        found = f"{zlib.crc32(kept):08x}"
        if found != step["printed"]:
            yield Difference("all that was printed", f"checksum {step['printed']}", f"checksum {found}: {_shown(kept)}")


def _of_screen(cpc: CPC, step: dict[str, Any]) -> Iterator[Difference]:
    rows = cpc.screen.text()
    for number, text in step.get("rows", {}).items():
        yield from _compared(f"row {number} of the screen", text, rows[int(number) - 1].rstrip())
    if "screen" in step and screen_sum(rows) != step["screen"]:
        shown = "\n".join(rows).rstrip()
        yield Difference("the screen", f"checksum {step['screen']}", f"checksum {screen_sum(rows)}:\n{shown}")


def _of_variables(cpc: CPC, step: dict[str, Any]) -> Iterator[Difference]:
    for name, value in step.get("variables", {}).items():
        yield from _compared(name, value, variable(cpc, name))
    for name, text in step.get("tables", {}).items():
        expected = text.split()
        actual = [f"{value:g}" for value in table(cpc, name)]
        for at, (one, other) in enumerate(zip(expected, actual, strict=False)):
            if one != other:
                yield Difference(f"{list(elements(name))[at]} of {name}", text, " ".join(actual))
                break
        else:
            yield from _compared(f"how many numbers {name} has", len(expected), len(actual))


def screen_sum(rows: list[str]) -> str:
    """CRC-32 of the screen's text; cells that are one colour or no character count as blanks."""
    text = "\n".join("".join(" " if char in "\0\x8f" else char for char in row).rstrip() for row in rows)
    return f"{zlib.crc32(text.encode('latin-1')):08x}"


def picture_sum(cpc: CPC) -> str:
    return sha1(b"".join(cpc.screen.pens())).hexdigest()


def _listed(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def _shown(printed: bytes) -> str:
    return printed[-600:].decode("latin-1").replace("\r\n", "\n").strip("\n") or "(nothing)"


def beside(expected: str, actual: str, spoken: Callable[[str], str] = str, width: int = 44) -> str:
    """Expected and actual in two columns, with a mark between rows that differ."""
    heads = spoken("expected"), spoken("actual")
    left, right = expected.split("\n"), actual.split("\n")
    if max(map(len, left)) > width:
        return f"{heads[0]:8}  {expected}\n{heads[1]:8}  {actual}"
    rows = [f"{heads[0]:{width}}   {heads[1]}"]
    for at in range(max(len(left), len(right))):
        one = left[at] if at < len(left) else ""
        other = right[at] if at < len(right) else ""
        rows.append(f"{one:{width}} {' ' if one == other else '|'} {other}")
    return "\n".join(rows)
