"""Back in time by holding a key: the way back, the way on from there, and how much of the past is kept."""

import pytest

from basic.debug.debugger import Debugger
from cpc import CPC
from cpc.player import rewind
from cpc.player.pacing import FRAME
from cpc.player.player import Player

COUNTS = "10 t=TIME+15:WHILE TIME<t:WEND:n=n+1:LOCATE 1,1:PRINT n:GOTO 10\nRUN\n"


class Wall:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def player(wall: Wall) -> Player:
    return Player(CPC(), CPC, wall, speed=1.0, debugger=Debugger)


def run(player: Player, wall: Wall, seconds: float) -> list[float]:
    """What the program has counted, frame by frame."""
    seen, end = [], wall.now + seconds
    while wall.now < end:
        player.frame()
        wall.now += FRAME
        seen.append(player.cpc.variables["n"])
    return seen


def test_it_goes_back_and_on_from_there(player: Player, wall: Wall) -> None:
    player.paste(COUNTS)
    run(player, wall, 12)
    far, us = player.cpc.variables["n"], player.machine.clock.us
    player.go_back(True)
    assert player.stands
    seen = run(player, wall, 1)
    assert seen == sorted(seen, reverse=True) and 0 < seen[-1] < far / 2       # six times as fast as it came
    assert player.text().startswith(f" {seen[-1]:.0f}")
    player.go_back(False)
    forward = run(player, wall, 3)
    assert forward == sorted(forward) and forward[-1] > seen[-1] + 30
    assert player.machine.clock.us < us                                     # what had been is forgotten
    assert player.debugger is not None and not player.debugger.history.in_the_past()


def test_what_is_typed_behind_it_makes_another_future(player: Player, wall: Wall) -> None:
    player.paste("a=1\n")
    run(player, wall, 1)
    player.paste("a=2\n")
    run(player, wall, 1)
    player.go_back(True)
    while player.cpc.variables["a"] != 1 or player.machine.keyboard.typed:          # what was being typed would go on
        run(player, wall, 0.1)
    player.go_back(False)
    run(player, wall, 0.5)
    player.paste("b=a+5\n")
    run(player, wall, 1)
    assert player.cpc.variables["b"] == 6
    player.go_back(True)
    run(player, wall, 4)
    player.go_back(False)
    assert player.cpc.variables.get("a") is None and any("nothing to go back" in one.text for one in player.take_notices())


def test_it_holds_where_the_run_of_a_program_begins(player: Player, wall: Wall) -> None:
    player.paste("a=1\n")
    run(player, wall, 2)
    player.paste(COUNTS)
    run(player, wall, 6)
    player.go_back(True)
    run(player, wall, 4)
    assert 0 <= player.cpc.variables["n"] <= 2 and not player.cpc.session.at_prompt()
    assert any("The program begins here" in one.text for one in player.take_notices())
    player.go_back(False)
    player.go_back(True)                    # pressed again, it goes further
    run(player, wall, 4)
    player.go_back(False)
    assert player.cpc.variables.get("a") is None and not player.cpc.session.program.lines
    assert any("nothing to go back" in one.text for one in player.take_notices())


def test_a_machine_that_waits_is_not_filmed_again_and_again(player: Player, wall: Wall) -> None:
    run(player, wall, 30)
    assert len(player.rewind.film) <= 3


def test_the_film_has_an_end(player: Player, wall: Wall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rewind, "MOST", 40)
    player.paste(COUNTS)
    run(player, wall, 60)
    film = player.rewind.film
    gaps = [later.us - one.us for one, later in zip(film, film[1:], strict=False)]
    assert 20 <= len(film) <= 40 and gaps[0] > 4 * gaps[-1] and film[0].us < 5_000_000
    assert max(one.size for one in film[1:]) < 20_000


def test_the_film_takes_no_more_than_its_bytes(player: Player, wall: Wall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rewind, "MOST_BYTES", 300_000)
    player.paste(COUNTS)
    run(player, wall, 30)
    film = player.rewind.film
    assert len(film) > 5 and film[0].us < 5_000_000 and sum(one.size for one in film) <= 300_000


def test_there_is_none_without_a_past(wall: Wall) -> None:
    player = Player(CPC(), CPC, wall)
    player.go_back(True)
    assert not player.stands and [one.text for one in player.take_notices()] == ["There is nothing to go back to."]


def test_another_machine_has_another_film(player: Player, wall: Wall) -> None:
    player.paste(COUNTS)
    run(player, wall, 3)
    player.reset()
    assert not player.rewind.film
    run(player, wall, 1)
    player.go_back(True)
    run(player, wall, 1)
    player.go_back(False)
    assert player.cpc.variables.get("n") is None and player.idle


def test_the_debugger_can_still_go_back_behind_it(player: Player, wall: Wall) -> None:
    player.paste("10 n=n+1:GOTO 10\nRUN\n")
    run(player, wall, 4)
    player.go_back(True)
    run(player, wall, 0.3)
    player.go_back(False)
    run(player, wall, 1)
    debugger = player.debugger
    assert debugger is not None
    before = player.cpc.variables["n"]
    debugger.back(20)
    assert player.cpc.variables["n"] == before - 10
