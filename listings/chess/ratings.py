"""Elo figures from the results of games: the most likely ones, and how far they may be off.

The chance of a point for a player who is d Elo better is 1 / (1 + 10 ** (-d / 400)); a draw counts half a point for each.
The figures are those under which the results are most likely, as in the programs Ordo and BayesElo. A player who has won or
lost everything would be infinitely strong or weak, so each player is given `PRIOR` drawn games with the opponents he has met.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import log, sqrt
from typing import NamedTuple

PRIOR = 1.0
SCALE = log(10) / 400
SURE = 1.96                 # standard deviations to either side within which 95 of 100 lie
STEPS, NEAR = 200, 1e-9
Matrix = list[list[float]]


class Result(NamedTuple):
    white: str
    black: str
    score: float            # White's: 1, 0.5 or 0


class Rating(NamedTuple):
    elo: float
    error: float            # 95 % lie within this to either side, as seen from the average of all players
    games: int
    points: float
    draws: int


def ratings(results: Iterable[Result], known: Mapping[str, float] | None = None, prior: float = PRIOR) -> dict[str, Rating]:
    """Best first. The average is 0, or such that the players of known Elo have theirs on average."""
    games: dict[tuple[str, str], float] = defaultdict(float)        # (one, other): how many
    points: dict[tuple[str, str], float] = defaultdict(float)       # how many points one has won of the other
    draws: dict[str, int] = defaultdict(int)
    for result in results:
        for one, other, score in ((result.white, result.black, result.score), (result.black, result.white, 1 - result.score)):
            games[one, other] += 1
            points[one, other] += score
            draws[one] += score == 0.5
    names = sorted({name for name, _ in games})
    played = {one: int(sum(games[one, other] for other in names)) for one in names}
    won = {one: sum(points[one, other] for other in names) for one in names}
    drawn = {(one, other): prior * count * (1 / played[one] + 1 / played[other]) / 2 for (one, other), count in games.items()}
    for pair, count in drawn.items():
        games[pair] += count
        points[pair] += count / 2
    elo, spread = _most_likely(names, games, points)
    met = [name for name in names if name in (known or {})]
    offset = sum((known or {})[name] - elo[name] for name in met) / len(met) if met else 0.0
    found = {name: Rating(elo[name] + offset, SURE * spread[name], played[name], won[name], draws[name]) for name in names}
    return dict(sorted(found.items(), key=lambda item: -item[1].elo))


def expected(difference: float) -> float:
    """The share of points for a player who is this much better."""
    return 1 / (1 + 10 ** (-difference / 400))


def _most_likely(names: Sequence[str], games: Mapping[tuple[str, str], float],
                 points: Mapping[tuple[str, str], float]) -> tuple[dict[str, float], dict[str, float]]:
    """Newton's method; where all are equally far from the average, the information matrix has an inverse."""
    count = len(names)
    elo = dict.fromkeys(names, 0.0)
    for _ in range(STEPS):
        inverse = _inverse(_information(names, games, elo))
        slope = [SCALE * sum(points.get((one, other), 0) - games.get((one, other), 0) * expected(elo[one] - elo[other])
                             for other in names) for one in names]
        step = [sum(row[at] * slope[at] for at in range(count)) for row in inverse]
        most = max(map(abs, step), default=0.0)
        factor = min(1.0, 200 / most) if most else 1.0
        for name, change in zip(names, step, strict=True):
            elo[name] += factor * change
        if most < NEAR:
            break
    inverse = _inverse(_information(names, games, elo))
    spread = {name: sqrt(max(inverse[at][at] - 1 / count, 0.0)) for at, name in enumerate(names)}
    mean = sum(elo.values()) / count if count else 0.0
    return {name: value - mean for name, value in elo.items()}, spread


def _information(names: Sequence[str], games: Mapping[tuple[str, str], float], elo: Mapping[str, float]) -> Matrix:
    """How sharply the likelihood falls, and the average held at one place."""
    count = len(names)
    found = [[1 / count] * count for _ in names]
    for i, one in enumerate(names):
        for j, other in enumerate(names):
            chance = expected(elo[one] - elo[other])
            weight = SCALE ** 2 * games.get((one, other), 0) * chance * (1 - chance)
            found[i][i] += weight
            found[i][j] -= weight
    return found


def _inverse(matrix: Matrix) -> Matrix:
    """By Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(at == other) for other in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        factor = rows[at][at]
        rows[at] = [value / factor for value in rows[at]]
        for other in range(size):
            if other != at and rows[other][at]:
                factor = rows[other][at]
                rows[other] = [value - factor * own for value, own in zip(rows[other], rows[at], strict=True)]
    return [row[size:] for row in rows]
