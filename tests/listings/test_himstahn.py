"""examples/himstahn.bas: its checks, its rules and its games, judged by the package chess; more of them with CPC_TEST_ALL=1."""

import random
import re

import pytest

from cpc import CPC, gallery
from listings.checks import selection
from listings.checks.runner import run_check
from listings.linting.lint import lint
from listings.source import read_listing
from tests.places import EVERYTHING

chess = pytest.importorskip("chess", reason="the package chess judges the moves")

PROGRAM = gallery.path_of("himstahn")
TASKS = selection.tasks(selection.target_of("himstahn"), [], everything=EVERYTHING)[::1 if EVERYTHING else 3]
GERMAN = str.maketrans("PRNBQKprnbqk", "BTSLDKbtsldk")
KINDS = {chess.PAWN: 1, chess.ROOK: 2, chess.KNIGHT: 3, chess.BISHOP: 4, chess.QUEEN: 5, chess.KING: 6}
PROMOTIONS = {"D": "q", "T": "r", "L": "b", "S": "n"}
LONGEST = 1e6


def said(cpc: CPC, *lines: str) -> str:
    before = len(cpc.printed)
    for line in lines:
        cpc.type(line + "\n")
        assert cpc.run_until_idle(LONGEST)
    assert cpc.error is None
    return cpc.printed[before:].decode("latin-1")


@pytest.fixture
def himstahn() -> CPC:
    cpc = CPC()
    cpc.load(PROGRAM)
    assert said(cpc, "RUN").endswith("Ihr Zug? ")
    return cpc


def set_up(cpc: CPC, board: chess.Board) -> str:
    castling = "".join({"K": "K", "Q": "D", "k": "k", "q": "d"}[right] for right in board.castling_xfen().replace("-", ""))
    behind = chess.square_name(board.ep_square) if board.ep_square else "-"
    return said(cpc, "STELLUNG", board.board_fen().translate(GERMAN), "W" if board.turn else "S", castling or "-", behind, "S")


def has_the_board(cpc: CPC, board: chess.Board) -> bool:
    own = chess.WHITE if cpc.variables["cf"] == 1 else chess.BLACK
    for square in chess.SQUARES:
        code = int(cpc.variables[f"fig({chess.square_file(square) + 1},{chess.square_rank(square) + 1})"])
        piece = board.piece_at(square)
        if piece is None:
            if code:
                return False
        elif abs(code) & 7 != KINDS[piece.piece_type] or (code > 0) != (piece.color == own):
            return False
    return True


def last_move(cpc: CPC) -> chess.Move:
    text = str(cpc.variables["e$"])
    return chess.Move.from_uci(text[:4] + PROMOTIONS.get(text[4:], ""))


def random_board(seed: int) -> chess.Board:
    dice, board = random.Random(seed), chess.Board()
    for _ in range(dice.randrange(4, 140)):
        moves = list(board.legal_moves)
        board.push(dice.choice(moves))
        if board.is_game_over():
            board.pop()
    return board


def test_reads_as_a_listing():
    source = PROGRAM.read_bytes()
    assert source.isascii() and b"\r" not in source and b"\t" not in source and source.endswith(b"\n")
    lines = source.decode().splitlines()
    assert max(map(len, lines)) <= 80
    numbers = [int(line.split()[0]) for line in lines]
    assert numbers == sorted(set(numbers)) and all(number % 10 == 0 for number in numbers)


@pytest.mark.parametrize("model", ["464", "6128"])
def test_lint_has_nothing_to_say(model):
    assert lint(read_listing(PROGRAM), model) == []


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.check.name)
def test_check(task, tmp_path):
    outcome = run_check(task.check, task.subject, tmp_path)
    told = "; ".join(selection.told(one) for one in outcome.differences)
    assert outcome.passed, f"step {outcome.step}: {told}"


@pytest.mark.parametrize("seed", range(100 if EVERYTHING else 8))
def test_any_position_is_set_up_and_its_legal_moves_are_those_of_chess(himstahn, seed):
    board = random_board(seed)
    set_up(himstahn, board)
    assert has_the_board(himstahn, board)
    listed = re.findall(r"[a-h][1-8][a-h][1-8][DTLS]?", said(himstahn, "LISTE"))
    assert sorted(move[:4] + PROMOTIONS.get(move[4:], "") for move in listed) == sorted(map(str, board.legal_moves))
    printed = said(himstahn, "TEXT")
    assert board.board_fen().translate(GERMAN) in printed.replace("\r\n", "")
    said(himstahn, "BEWERTUNG")
    assert abs(himstahn.variables["lag"]) <= 300


@pytest.mark.parametrize("level,plies", [(1, 100), (1, 100), (2, 60), (3, 40)] if EVERYTHING else [(1, 12)])
def test_its_games_against_itself_are_legal(himstahn, level, plies):
    board = chess.Board()
    said(himstahn, f"STUFE {level}")
    while board.ply() < plies and not board.is_game_over():
        said(himstahn, "SELBST 1")
        assert last_move(himstahn) in board.legal_moves
        board.push(last_move(himstahn))
        assert has_the_board(himstahn, board)


@pytest.mark.parametrize("seed", range(10 if EVERYTHING else 1))
def test_its_games_against_moves_drawn_by_lot_are_legal_to_their_end(himstahn, seed):
    dice, board = random.Random(seed), chess.Board()
    while not board.is_game_over() and board.ply() < (200 if EVERYTHING else 16):
        move = dice.choice(list(board.legal_moves))
        text = move.uci()[:4] + {"q": "D", "r": "T", "b": "L", "n": "S"}.get(move.uci()[4:], "")
        board.push(move)
        printed = said(himstahn, text)
        if board.is_game_over():
            break
        board.push(last_move(himstahn))
        assert has_the_board(himstahn, board), board.fen()
    if board.is_checkmate():
        assert "Matt, " in printed
    elif board.is_stalemate():
        assert "Patt." in printed
