"""A game at a board: a person's clicks, and programs that play."""

import pytest

pytest.importorskip("chess", reason="the package chess knows the rules")

import chess  # noqa: E402

from listings.chess.program import Answer, open_program  # noqa: E402
from listings.chess.table import Table  # noqa: E402

ROOKS = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"


def table(fen: str = chess.STARTING_FEN, **programs: str) -> Table:
    made = Table({colour: open_program(name, level="1") for colour, name in programs.items()})
    made.board.set_fen(fen)
    return made


def think(one: Table) -> None:
    """Until a move has been made."""
    moves = len(one.board.move_stack)
    while len(one.board.move_stack) == moves and not one.over:
        one.step(1)


def test_a_person_plays_a_program():
    one = table(black="schach")
    one.step(0.01)
    assert one.lines()[0] == "Your move (White)." and not one.person_is_black
    one.press("e2")
    assert (one.selected, one.targets) == ("e2", {"e3", "e4"})
    one.press("e5")
    assert one.selected == ""
    one.press("e2")
    one.press("d2")                     # another piece instead
    assert one.selected == "d2"
    one.press("d4")
    assert one.last == ("d2", "d4") and one.pieces["d4"] == "P" and one.program is not None
    one.press("e2")                     # not while the program thinks
    assert one.selected == ""
    think(one)
    assert len(one.board.move_stack) == 2 and one.program is None and one.seconds > 5
    assert one.lines()[-1].startswith("  1. d4 ")
    one.take_back()
    assert one.board.fen() == chess.STARTING_FEN
    one.switch()
    assert one.person_is_black
    think(one)
    assert len(one.board.move_stack) == 1 and one.lines()[0] == "Your move (Black)."
    one.new()
    assert one.board.fen() == chess.STARTING_FEN


def test_the_colours_are_changed_while_the_program_thinks():
    one = table(white="schach")
    one.step(0.01)
    assert one.work is not None
    one.switch()                        # the program has black now, and it is the person's move
    assert one.work is None and one.program is None and not one.person_is_black
    one.press("e2")
    one.press("e4")
    think(one)
    assert len(one.board.move_stack) == 2


def test_the_game_ends():
    one = table(ROOKS, black="schach")
    one.press("a1")
    one.press("a8")
    assert one.over == one.lines()[0] == "1-0: mate" and one.in_check == "g8"
    one.step(1)
    one.press("g8")
    assert one.selected == ""
    one.take_back()
    assert not one.over and one.pieces["a1"] == "R"


def test_a_promotion_is_chosen():
    one = table("7k/P7/8/8/8/8/7p/K7 w - - 0 1", black="schach")
    one.press("a7")
    one.press("a8")
    assert sorted(one.choices) == ["B", "N", "Q", "R"] and "becomes" in one.lines()[0]
    one.choose("")
    assert one.choices == [] and one.selected == ""
    one.press("a7")
    one.press("a8")
    one.choose("N")
    assert one.pieces["a8"] == "N"


def test_two_programs_play_each_other():
    one = table(white="schach", black="himstahn")
    assert set(one.machines) == {"white", "black"} and not one.person_is_black
    one.holds = True
    one.step(0.1)
    assert one.work is None and "waits" in one.lines()[0]
    one.holds = False
    for _ in range(4):
        think(one)
    assert len(one.board.move_stack) == 4
    one.press("e2")
    one.switch()                        # there is nothing to change
    assert one.selected == "" and one.programs["white"].name == "schach"
    one.pause = 1000.0
    one.step(0.1)
    assert one.work is None


def test_a_program_that_cannot_go_on_loses():
    one = table("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", white="schach")
    think(one)
    assert one.over.startswith("0-1: schach cannot")


def test_what_a_program_says_stands_below_the_state():
    one = table(white="schach")
    one._take(one.programs["white"], Answer(chess.Move.from_uci("e2e4"), 75.0, text="it is sure", notes=["a note", "another"]))
    assert one.lines() == ["Your move (Black).", "a note; another; it is sure",
                           "The CPC's last move took 1 min 15 s of its time.", "", "  1. e4"]
    one._take(one.programs["white"], Answer(None, 0.0))
    assert one.over == "1-0: schach does not move" and one.said == ""
