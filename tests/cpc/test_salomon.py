"""examples/salomon.bas: its moves are legal, its checks pass, and it can be typed in.

CPC_TEST_ALL=1 counts the lines of twenty positions to depth 3 and runs the longer checks; without it a few.
"""

import random
import re
import shutil
from pathlib import Path

import pytest

from cpc import CPC, gallery
from listings.checks import selection
from tests import places
from tests.places import EVERYTHING

chess = pytest.importorskip("chess", reason="the package chess judges the moves")

PROGRAM = gallery.path_of("salomon")
FILES = [PROGRAM, *gallery.parts_of(PROGRAM)]
LETTERS = dict(zip("qrbn", "DTLS", strict=True))
POSITIONS = (places.GOLDEN / "salomon" / "positions.txt").read_text().splitlines()


class Salomon:
    def __init__(self, folder: Path, program: str | None = None):
        for file in FILES:
            shutil.copy(file, folder)
        if program is not None:
            (folder / "salomon.bas").write_text(program)
        self.cpc = CPC(model="464", drive=folder)
        self.cpc.load(folder / "salomon.bas")
        self.type("RUN\n\n")

    def type(self, text: str) -> bytes:
        """Types and waits until the program asks again; gives what it printed meanwhile."""
        before = len(self.cpc.printed)
        self.cpc.type(text)
        assert self.cpc.run_until_idle(100_000)
        assert self.cpc.error is None, self.cpc.error
        return self.cpc.printed[before:]

    def perft(self, depth: int) -> int:
        found = re.search(rb"Perft %d  ([0-9.E+]+)" % depth, self.type(f"p{depth}\n"))
        assert found
        return int(float(found[1]))

    def play(self, move: str) -> str | None:
        """Enters a move; gives the answer."""
        printed = self.type(move[:4] + LETTERS.get(move[4:], "") + "\n")
        assert b"Geht nicht!" not in printed
        found = re.findall(rb"Salomon: ([a-h][1-8][a-h][1-8][DTLS]?)\r", printed)
        return found[-1].decode().translate(str.maketrans("DTLS", "qrbn")) if found else None


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    return Salomon(tmp_path_factory.mktemp("salomon"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_can_be_typed_in(file):
    text = file.read_bytes()
    lines = text.decode("ascii").splitlines()
    assert b"\r" not in text and b"\t" not in text and text.endswith(b"\n")
    assert max(map(len, lines)) <= 80
    numbers = [int(line.split()[0]) for line in lines]
    assert numbers == sorted(set(numbers)) and not any(number % 10 for number in numbers)


def test_the_command_gives_it_a_disc_with_its_parts(capsys, monkeypatch, tmp_path):
    from cpc.commands.cli import main
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    monkeypatch.setattr("cpc.language.of_host", lambda: "de")
    main(["run", "salomon", "--headless", "--type", "\n", "--until", "40", "--text"])
    assert "Ihr Zug?" in capsys.readouterr().out


def lines_from(board: "chess.Board", depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += lines_from(board, depth - 1)
        board.pop()
    return total


@pytest.mark.parametrize("fen", POSITIONS if EVERYTHING else POSITIONS[:8])
def test_counts_all_moves(shared, fen):
    shared.type(f"f{fen}\n")
    for depth in range(1, 4 if EVERYTHING else 2):
        assert shared.perft(depth) == lines_from(chess.Board(fen), depth)


@pytest.mark.parametrize("seed", range(8 if EVERYTHING else 1))
def test_plays_legal_moves(tmp_path, seed):
    """Against one who picks any legal move."""
    salomon, chance, board = Salomon(tmp_path), random.Random(seed), chess.Board()
    salomon.type("s1\n")
    while not board.is_game_over(claim_draw=True) and board.fullmove_number < (100 if EVERYTHING else 12):
        board.push(chance.choice(list(board.legal_moves)))
        answer = salomon.play(board.peek().uci())
        if answer is None:
            break
        board.push(board.parse_uci(answer))
    assert EVERYTHING is False or board.is_game_over(claim_draw=True)


def test_its_checks_pass(tmp_path):
    target = selection.target_of("salomon")
    tasks = selection.tasks(target, [], EVERYTHING)
    found = list(selection.run(tasks if EVERYTHING else tasks[::4], tmp_path))
    assert found and all(outcome and outcome.passed for _, outcome in found), [
        (task.check.name, outcome.differences) for task, outcome in found if outcome and not outcome.passed]
