"""Elo figures against tables that can be reckoned by hand."""

from math import log10, sqrt

import pytest

from listings.chess import ratings
from listings.chess.ratings import Result


def games(one: str, other: str, won: int, drawn: int, lost: int) -> list[Result]:
    return [Result(one, other, 1)] * won + [Result(other, one, 0.5)] * drawn + [Result(other, one, 1)] * lost


@pytest.mark.parametrize("won, drawn, lost, difference", [
    (3, 0, 1, 400 * log10(3)), (2, 2, 0, 400 * log10(3)), (10, 0, 1, 400), (5, 0, 5, 0), (1, 0, 9, -400 * log10(9)),
    (76, 0, 24, 200.24)])
def test_two_players(won, drawn, lost, difference):
    found = ratings.ratings(games("a", "b", won, drawn, lost), prior=0)
    assert found["a"].elo - found["b"].elo == pytest.approx(difference, abs=0.01)
    assert found["a"].elo + found["b"].elo == pytest.approx(0, abs=1e-6)
    assert (found["a"].games, found["a"].points, found["a"].draws) == (won + drawn + lost, won + drawn / 2, drawn)


def test_the_error_of_two_players():
    found = ratings.ratings(games("a", "b", 75, 0, 25), prior=0)
    of_the_difference = 1.96 / ratings.SCALE / sqrt(100 * 0.75 * 0.25)
    assert found["a"].error == pytest.approx(of_the_difference / 2, rel=1e-6)


def test_a_known_ladder_comes_back():
    """Four players 0, 100, 250 and 600; each pair has the points that these figures let expect."""
    true = {"a": 0, "b": 100, "c": 250, "d": 600}
    results = []
    for one in true:
        for other in true:
            if one < other:
                won = round(10_000 * ratings.expected(true[one] - true[other]))
                results += games(one, other, won, 0, 10_000 - won)
    found = ratings.ratings(results, known={"a": 0}, prior=0)
    assert list(found) == ["d", "c", "b", "a"]
    for name, elo in true.items():
        assert found[name].elo == pytest.approx(elo, abs=0.2)


def test_who_has_not_met_is_compared_by_way_of_a_third():
    found = ratings.ratings(games("a", "b", 3, 0, 1) + games("b", "c", 3, 0, 1), prior=0)
    assert found["a"].elo - found["c"].elo == pytest.approx(800 * log10(3), abs=0.01)


def test_who_has_won_all_has_a_figure_all_the_same():
    few, many = (ratings.ratings(games("a", "b", count, 0, 0)) for count in (4, 40))
    assert 0 < few["a"].elo < many["a"].elo < 1000 and few["a"].error > 100


def test_more_games_make_the_error_smaller():
    few, many = (ratings.ratings(games("a", "b", 3 * count, 0, count)) for count in (2, 200))
    assert many["a"].error < few["a"].error / 5


def test_known_players_set_the_scale():
    found = ratings.ratings(games("old", "new", 1, 0, 3), known={"new": 1350, "absent": 5}, prior=0)
    assert found["new"].elo == pytest.approx(1350)
    assert found["old"].elo == pytest.approx(1350 - 400 * log10(3))


def test_no_games():
    assert ratings.ratings([]) == {}


def test_ten_points_of_eleven_are_400_elo():
    games = [Result("a", "b", 1.0)] * 10 + [Result("a", "b", 0.0)]
    found = ratings.ratings(games, prior=0)
    assert found["a"].elo - found["b"].elo == pytest.approx(400, abs=1e-4)
    assert ratings.expected(400) == pytest.approx(10 / 11)
