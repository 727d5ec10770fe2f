"""board.toml: where a listing's pieces stand, read as a position and written as one."""

import random

import pytest

from listings.chess import board as boards
from listings.chess.board import Position
from listings.source import ListingFault

chess = pytest.importorskip("chess", reason="the package chess makes the positions")

START = chess.STARTING_FEN
CASES = [(name, []) for name in boards.names()] + [("hamann", ["4.5"])]


def positions(count: int) -> list[Position]:
    chance, found = random.Random(7), []
    while len(found) < count:
        game = chess.Board()
        for _ in range(chance.randrange(80)):
            if game.is_game_over():
                break
            game.push(chance.choice(list(game.legal_moves)))
        found.append(Position.of_fen(game.fen(en_passant="legal")))
    return found


def test_a_position_is_its_fen():
    for position in positions(20):
        assert Position.of_fen(position.fen) == position
        assert chess.Board(position.fen).is_valid()


@pytest.mark.parametrize("name, improvements", CASES)
def test_what_is_written_is_read(name, improvements):
    board = boards.board_of(name, improvements)
    assert board is not None
    for position in positions(40):
        variables = dict.fromkeys([*castling_variables(board), *side_variable(board)], 0)
        variables |= board.assignments(position)
        variables |= {mark["variable"]: 0 for mark in [board["turned"]] if mark}
        found = board.position(variables)
        assert found.placement == position.placement
        if board["castling"].get("by") == "unmoved":
            assert found.castling == position.castling
        assert found.en_passant == position.en_passant


def castling_variables(board):
    how = board["castling"]
    return [how["variable"]] if "variable" in how else [how[right] for right in "KQkq" if right in how]


def side_variable(board):
    return [board["side"]["variable"]] if board["side"] else []


def test_a_board_turned_round_has_its_squares_and_colours_exchanged():
    board = boards.board_of("hamann", ["4.5"])
    assert board.element("e1", around=True) == "f(48)"
    for position in positions(10):
        variables = board.assignments(position, around=True) | {"be": 99, "st": 1}
        found = board.position(variables)
        assert found.placement == position.placement and found.white_to_move


def test_pawns_that_have_not_moved_have_codes_of_their_own():
    board = boards.board_of("hamann", [])
    values = board.assignments(Position.of_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"))
    codes = {square: values[board.element(square)] for square in ("d2", "e4", "d7", "e5")}
    assert codes == {"d2": board.unmoved["P"], "e4": board.codes["P"], "d7": board.unmoved["p"], "e5": board.codes["p"]}
    assert len(set(codes.values())) == 4


def test_castling_rights_by_variables():
    board = boards.board_of("schach")
    variables = board.assignments(Position.of_fen(START)) | {"cr(0)": 6, "sd": -1, "ep(0)": 0}
    assert board.position(variables).castling == "Qk"
    assert not board.position(variables).white_to_move
    board = boards.board_of("demoschach")
    rights = {"ro%(1,1)": -1, "ro%(1,2)": 0, "ro%(2,1)": 0, "ro%(2,2)": -1, "w%": -1, "ep%": 0}
    assert board.position(board.assignments(Position.of_fen(START)) | rights).castling == "Qk"


def test_a_listing_without_a_board():
    assert boards.board_of("tictactoe") is None


@pytest.mark.parametrize("text, said", [
    ("format = 2", "format is 2"), ("format = 1", "[board] needs"), ("format = 1\n[board]\nelement = 'a'", "[board] needs"),
    ("nonsense", "is not a board's file")])
def test_a_mistake_in_the_file_is_told_in_a_sentence(tmp_path, text, said):
    path = tmp_path / "board.toml"
    path.write_text(text)
    with pytest.raises(ListingFault, match=r"\.$") as fault:
        boards.read(path)
    assert said in str(fault.value)


CHECK = """format = 1
example = "schach"
[[check]]
name = "a pawn"
[[check.step]]
type = "RUN\\nD"
run = 40
[[check.step]]
type = "e2e4"
run = 2
position = "{}"
"""


@pytest.mark.parametrize("position, passes", [
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq", True), ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", True),
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w", False), ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", False)])
def test_a_check_can_ask_for_a_position(tmp_path, position, passes):
    from listings.checks import check_file
    from listings.checks.runner import run_check
    from listings.checks.subject import Subject
    from listings.source import read_listing
    from tests.places import REPO
    path = tmp_path / "schach.check.toml"
    path.write_text(CHECK.replace("{}", position))
    check, = check_file.read(path).checks
    outcome = run_check(check, Subject(read_listing(REPO / "examples" / "schach.bas")), tmp_path)
    assert outcome.passed == passes, outcome
    path.write_text(CHECK.replace("{}", position).replace('"schach"', '"maze"'))
    with pytest.raises(ListingFault, match="has no board.toml"):
        check_file.read(path)
