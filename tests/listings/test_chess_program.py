"""Listings that answer moves: examples/schach.bas and examples/himstahn.bas, the books' programs, and programs made to fail."""

import pytest

from listings.checks.subject import Subject
from listings.source import ListingFault, listing_of
from tests import books

chess = pytest.importorskip("chess", reason="the package chess knows the rules")

from listings.chess.board import Board, board_of  # noqa: E402
from listings.chess.program import Program, finish, open_program  # noqa: E402

AFTER_E4 = ["e2e4"]


def game_of(moves: list[str], fen: str = chess.STARTING_FEN) -> "chess.Board":
    game = chess.Board(fen)
    for move in moves:
        game.push_uci(move)
    return game


@pytest.fixture(scope="module")
def schach() -> Program:
    return open_program("schach", level="1")


@pytest.mark.parametrize("fen, best", [
    ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", {"a1a8"}),                     # mate in one
    ("r5k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", {"a8a1"}),
    ("8/P6k/8/8/8/8/7K/8 w - - 0 1", {"a7a8q", "a7a8r"}),                   # a promotion
    ("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 2", None),                           # en passant and castling are among the moves
])
def test_a_position_is_set_up_and_answered(schach, fen, best):
    game = game_of([], fen)
    answer = finish(schach.answer(game))
    assert game.is_legal(answer.move) and answer.seconds > 1 and not answer.notes
    assert best is None or answer.move.uci() in best


def test_a_game_goes_on_by_typed_moves(schach):
    game = game_of(AFTER_E4)
    for reply in ("d2d4", "b1c3"):
        answer = finish(schach.answer(game))
        assert game.is_legal(answer.move) and not answer.notes and schach.side == chess.BLACK
        game.push(answer.move)
        game.push_uci(reply)
    assert schach.game is not None and len(schach.game.move_stack) == len(game.move_stack) - 1


def test_what_it_shows(schach):
    answer = finish(schach.answer(game_of([], "6k1/5ppp/8/8/8/8/q4PPP/R5K1 w - - 0 1")))
    assert answer.move.uci() == "a1a2" and answer.info.pv[0] == answer.move
    assert answer.info.score is not None and answer.info.score > 300 and answer.info.nodes


def test_the_program_begins_as_white(schach):
    game = game_of([])
    assert game.is_legal(finish(schach.answer(game)).move)
    assert schach.side == chess.WHITE


@pytest.mark.parametrize("name", ["schach", "himstahn", "salomon"])
def test_a_game_begins_again_and_again(name):
    """What had been printed before an old state came back is not taken for its own."""
    program = open_program(name, level="1")
    for fen in [chess.STARTING_FEN, "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", *[chess.STARTING_FEN] * 2]:
        game = game_of([], fen)
        answer = finish(program.answer(game))
        assert game.is_legal(answer.move) and not answer.notes


def test_a_position_that_the_program_refuses(schach):
    answer = finish(schach.answer(game_of([], "4k3/8/8/8/8/8/8/P3K3 w - - 0 1")))       # a pawn on the first rank
    assert (answer.move, answer.why, answer.text) == (None, "cannot", "schach cannot: it refuses the position")


def test_faults_of_names_are_sentences(schach):
    for call in (lambda: open_program("tictactoe"), lambda: open_program("schach", level="9"),
                 lambda: open_program("schach", ["4.5"]), lambda: schach.set_level("x")):
        with pytest.raises(ListingFault, match=r"\.$"):
            call()


def test_himstahn_plays_both_colours():
    program = open_program("himstahn")
    for fen in ("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "r3k3/8/8/8/8/8/5PPP/6K1 b q - 0 1"):
        answer = finish(program.answer(game_of([], fen)))
        assert answer.move.uci() in ("a1a8", "a8a1") and not answer.notes


@pytest.mark.parametrize("name", ["himstahn", "schach", "salomon"])
@pytest.mark.parametrize("castling", ["KQkq", "Qk", "q", "-"])
def test_castling_is_set_up(name, castling):
    program = open_program(name, level="1")
    work = program.answer(game_of([], f"r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w {castling} - 0 1"))
    while not program.thinking:
        next(work)
    found = program.board.position(program.console.cpc.variables)
    assert (found.castling or "-") == castling and found.placement == "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R"


# programs that were made to fail

FACTS = {
    "levels": ["1"], "level": "1",
    "board": {"element": "b({square})", "a1": 0, "file": 1, "rank": 8, "empty": 0, "pieces": {"P": [1]}},
    "start": {"black": {"type": "RUN\n", "wait": r"MOVE\? $"}},
    "move": {"type": "{from}{to}\n"},
    "reply": {"wait": r"MOVE\? $|THE END", "move": "ANSWER ([a-h][1-8])([a-h][1-8])", "thinks": "I THINK", "over": "THE END",
              "resigns": "I RESIGN"},
}
FIRST = b"10 DIM b(99)\n20 INPUT \"MOVE\";a$:PRINT \"I THINK\":GOTO 30\n"


def made(rest: bytes) -> Program:
    return Program(Board("made", FACTS), Subject(listing_of(FIRST + rest, "made")))


@pytest.mark.parametrize("rest, why, said", [
    (b"30 PRINT\"ANSWER e7e5\":GOTO 20", "", ""),
    (b"30 PRINT\"ANSWER e7e3\":GOTO 20", "illegal", "e7e3, which is not legal"),
    (b"30 PRINT\"ANSWER a8\":GOTO 20", "ended", "shows no move"),
    (b"30 PRINT\"I RESIGN\":END", "resigns", "made resigns"),
    (b"30 a=1/0:a%=40000", "failed", "Overflow in 30"),
    (b"30 END", "failed", "the program has ended"),
    (b"30 INPUT\"WHAT NOW\";c$", "failed", "WHAT NOW"),
    (b"30 PRINT\"THE END\":GOTO 20", "ended", "THE END"),
])
def test_a_program_that_fails_is_reported(rest, why, said):
    answer = finish(made(rest).answer(game_of(AFTER_E4)))
    assert answer.why == why or why in ("failed", "ended") and answer.why == "cannot"       # it cannot be asked a second time
    assert said in answer.text + " ".join(answer.notes)
    assert (answer.move is None) == bool(why)


def test_a_program_without_a_set_up_cannot():
    answer = finish(made(b"30 END").answer(game_of([*AFTER_E4, "e7e5", "g1f3"])))
    assert answer.why == "cannot" and "no way to set a position up" in answer.text


def test_a_program_that_thinks_too_long():
    program = made(b"30 GOTO 30")
    program.limit = 100
    answer = finish(program.answer(game_of(AFTER_E4)))
    assert "not answered for 100 seconds" in " ".join([answer.text, *answer.notes])


# the books' programs

def of_book(name: str, improvements: list[str], level: str = "1") -> Program:
    from listings import library
    from listings.source import merged, read_listing
    listing = library.open_manifest(name)
    lines = merged(*(read_listing(books.restored(listing.file_name(part.name))) for part in listing.chosen(improvements)))
    board = board_of(name, improvements)
    assert board is not None
    return Program(board, Subject(lines, listing.model, listing.dialect, listing.memory), improvements, level)


NEEDS_BOOKS = pytest.mark.skipif(not books.are_there(), reason=f"the books' texts are not in {books.SHARED}")
ROOKS = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "r3k3/5ppp/8/8/8/8/5PPP/6K1 b q - 0 1"


@NEEDS_BOOKS
@pytest.mark.parametrize("name, improvements", [("hamann", []), ("hamann", ["4.5"]), ("demoschach", [])])
def test_a_book_s_program_plays_both_colours(name, improvements):
    program = of_book(name, improvements)
    for fen in ROOKS:
        game = game_of([], fen)
        answer = finish(program.answer(game))
        assert game.is_legal(answer.move) and not answer.notes, answer
        game.push(answer.move)
        own = game.mirror() if program.mirrored else game
        assert program.board.position(program.console.cpc.variables).placement == own.board_fen()
    assert game_of([]).is_legal(finish(program.answer(game_of([]))).move)


@NEEDS_BOOKS
def test_the_recorded_answer_of_hamann():
    answer = finish(of_book("hamann", []).answer(game_of(AFTER_E4)))
    assert answer.move.uci() == "e7e5" and answer.seconds == pytest.approx(197.33, abs=4)


@NEEDS_BOOKS
def test_demoschach_gives_up():
    answer = finish(of_book("demoschach", []).answer(game_of([], "7k/8/8/8/8/8/1r6/r5K1 w - - 0 1")))
    assert answer.move is None or answer.info.mate_in < 0
