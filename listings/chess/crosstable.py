"""A tournament's result as text: who stands where, and what came of each pair."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from statistics import median

from listings.chess.ratings import Result, ratings
from listings.chess.records import Played

SCORES = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
BAD = ("illegal", "failed", "cannot", "ended")


def results(games: Iterable[Played]) -> list[Result]:
    return [Result(game.white, game.black, SCORES[game.result]) for game in games]


def table(games: list[Played], known: Mapping[str, float] | None = None) -> str:
    """Elo with what it may be off, points, draws, time a move, games lost by faults, and the points against each other."""
    rated = ratings(results(games), known)
    names = list(rated)
    won: dict[tuple[str, str], float] = defaultdict(float)
    for result in results(games):
        won[result.white, result.black] += result.score
        won[result.black, result.white] += 1 - result.score
    met = Counter(name for game in games for name in ((game.white, game.black), (game.black, game.white)))
    times: dict[str, list[float]] = defaultdict(list)
    faults: Counter[str] = Counter()
    for game in games:
        for name, seconds in game.seconds.items():
            times[name] += seconds
        if game.why in BAD:
            faults[game.white if game.result == "0-1" else game.black] += 1
    width = max([*map(len, names), 6])
    rows = [f"    {'':{width}}  {'Elo':>5} {'+/-':>4}  {'games':>5} {'points':>6} {'draws':>5} {'faults':>6} {'s/move':>7}  "
            + " ".join(f"{at:>5}" for at in range(1, len(names) + 1))]
    for at, (name, rating) in enumerate(rated.items(), 1):
        own = " ".join("    -" if name == other else f"{won[name, other]:>5g}" if met[name, other] else "     "
                       for other in names)
        time = f"{median(times[name]):7.1f}" if times[name] else "      -"
        rows.append(f"{at:3} {name:{width}}  {round(rating.elo):5} {rating.error:4.0f}  {rating.games:5} {rating.points:6g} "
                    f"{rating.draws:5} {faults[name]:6} {time}  {own}")
    return "\n".join(rows)
