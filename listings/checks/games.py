"""Recorded games of a program: in a row for each, what is typed, and what the watched array holds after it.

    M A1=510000000 A3=515000000 ... | MENSCH

After `|` stands a text that must be printed at the end.
"""

import re
from collections.abc import Callable
from pathlib import Path

from cpc import CPC
from listings.checks.check_file import Check
from listings.checks.subject import RUNS, Difference, Outcome, Subject, table
from listings.source import ListingFault

WITHIN = 600


def read_games(path: Path) -> list[tuple[list[str], str]]:
    """(moves, what is printed at the end) of each game."""
    try:
        rows = path.read_text(encoding="ascii").splitlines()
    except OSError as error:
        raise ListingFault(f"{path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise ListingFault(f"{path} has other characters than those of games.") from None
    games = []
    for row in rows:
        if row.strip() and not row.startswith("#"):
            moves, _, end = row.partition("|")
            games.append((moves.split(), end.strip()))
    return games


def run_games(check: Check, path: Path, subject: Subject, folder: Path, progress: Callable[[str], None]) -> Outcome:
    games = read_games(path)
    outcome = Outcome(check.name)
    for number, (moves, end) in enumerate(games, 1):
        if number % 20 == 1:
            progress(f"{check.name} {number}/{len(games)}")
        cpc = subject.machine(folder)
        outcome.differences = _play(cpc, check, moves, end)
        if outcome.differences:
            outcome.step = number
            outcome.picture = folder / f"{re.sub(r'[^A-Za-z0-9.+-]', '-', check.name)}.png"
            cpc.png(outcome.picture)
            break
    return outcome


def _play(cpc: CPC, check: Check, moves: list[str], end: str) -> list[Difference]:
    cpc.type(check.start)
    cpc.run_until_idle(WITHIN)
    before = 0
    for at, move in enumerate(moves, 1):
        before = len(cpc.printed)
        typed, _, wanted = move.partition("=")
        cpc.type(typed + "\n")
        idle = cpc.run_until_idle(WITHIN)
        actual = "".join(f"{value:g}" for value in table(cpc, check.watch)) if wanted else ""
        if not idle or actual != wanted:
            played = " ".join(move.partition("=")[0] for move in moves[:at])
            return [Difference(f"{check.watch} after {played}", wanted, actual if idle else RUNS)]
    if end and end.encode("ascii") not in cpc.printed[before:]:
        return [Difference(f"printed at the end of {' '.join(moves)}", end, cpc.printed[before:].decode("latin-1"))]
    return []
