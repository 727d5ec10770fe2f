"""examples/schach.bas: its rules, its play and its screens.

The program is driven through its own keyboard and judged by what it prints. Legal is what the package `chess` says.
SCHACH_FULL=1 plays all the games; without it a few, so that the suite stays quick. SCHACH_MACHINE=module:Class
runs the same tests on another machine (one that wraps the real firmware, say): Class(program text) with type(text),
run(seconds), printed and text().
"""

import importlib
import json
import os
import random
import re
from pathlib import Path

import pytest

from tests import places

chess = pytest.importorskip("chess", reason="the package chess judges the moves")

FULL = bool(os.environ.get("SCHACH_FULL"))
PROGRAM = places.REPO / "examples" / "schach.bas"
GOLDEN = places.GOLDEN / "schach"
PIECES = dict(zip("qrbn", "DTLS"))
START = chess.STARTING_FEN
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PROMOTIONS = "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"
PINNED_EN_PASSANT = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
FAST, ENDLESS = 1, 6


class OurMachine:
    """The project's own CPC 464, without a window."""

    def __init__(self, program: str, folder: Path):
        from cpc import CPC
        self.cpc = CPC(model="464", drive=folder)
        path = folder / "schach.bas"
        path.write_text(program)
        self.cpc.load(path)

    def type(self, text):
        self.cpc.type(text)

    def run(self, seconds):
        self.cpc.run(seconds=seconds)

    @property
    def printed(self):
        return self.cpc.printed

    def text(self):
        return self.cpc.screen.text()


def machine(program, folder):
    if named := os.environ.get("SCHACH_MACHINE"):
        module, name = named.split(":")
        return getattr(importlib.import_module(module), name)(program)
    try:
        from cpc import CPC  # noqa: F401
    except Exception as why:
        pytest.skip(f"there is no machine to run it on yet: {why}")
    return OurMachine(program, folder)


class Schach:
    """The chess program, ready for a move of the person at the keyboard."""

    prompt = b"Ihr Zug "

    def __init__(self, folder, language="D"):
        self.machine = machine(PROGRAM.read_text(), folder)
        self.seen = 0
        self.command("RUN\n" + language, 400)

    def command(self, keys, seconds=100_000.0):
        """Types and waits until the program wants a move; gives what it printed meanwhile."""
        self.machine.type(keys)
        self.seen = len(self.machine.printed)
        self.wait(self.prompt, seconds)
        new = self.machine.printed[self.seen:]
        self.seen += len(new)
        return new

    def wait(self, sign, seconds, step=0.5):
        waited = 0.0
        while sign not in self.machine.printed[self.seen:]:
            new = self.machine.printed[self.seen:]
            assert b"Ready" not in new or sign == b"Break in", new[-200:]
            assert waited < seconds, new[-200:]
            self.machine.run(step)
            waited += step
            step = min(step * 1.1, 5.0)

    def set_up(self, fen, level=FAST):
        self.command(f"p/{fen}\n")
        self.command(str(level))

    def two_players(self):
        assert b"Zwei Spieler" in self.command("m")

    def perft(self, depth):
        return int(float(re.search(rb"Perft +%d\s+([0-9.E+]+)" % depth, self.command(f"#{depth}"))[1]))

    def play(self, move: str):
        """Enters a move; gives the answer and what was printed."""
        new = self.command(move[:4] + PIECES.get(move[4:], ""))
        return self.answer(new), new

    def go(self):
        new = self.command(" ")
        return self.answer(new), new

    @staticmethod
    def answer(new):
        found = re.findall(rb"CPC: ([a-h][1-8][a-h][1-8][DTLS]?)\r", new)
        return found[-1].decode().translate(str.maketrans("DTLS", "qrbn")) if found else None


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    return Schach(tmp_path_factory.mktemp("schach"))


@pytest.fixture
def fresh(tmp_path):
    return Schach(tmp_path)


def test_listing_can_be_typed_in():
    text = PROGRAM.read_bytes()
    lines = text.decode("ascii").splitlines()
    assert b"\r" not in text and b"\t" not in text and text.endswith(b"\n")
    assert len(lines) <= 800
    assert max(map(len, lines)) <= 80
    numbers = [int(line.split()[0]) for line in lines]
    assert numbers == sorted(set(numbers))


PERFT = [
    (START, [20, 400, 8902], 3),
    (KIWIPETE, [48, 2039, 97862], 2),
    (PROMOTIONS, [24, 496, 9483], 2),
    (PINNED_EN_PASSANT, [14, 191, 2812], 3),
]


@pytest.mark.parametrize("fen, counts, quick", PERFT)
def test_counts_all_moves(shared, fen, counts, quick):
    shared.set_up(fen)
    wanted = counts if FULL else counts[:quick]
    assert [shared.perft(depth + 1) for depth in range(len(wanted))] == wanted


@pytest.mark.parametrize("fen, move, allowed", [
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", True),
    ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", True),
    ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1g1", False),
    ("4k3/8/8/8/4r3/8/8/R3K2R w KQ - 0 1", "e1g1", False),       # out of check
    ("4k3/8/8/8/5r2/8/8/R3K2R w KQ - 0 1", "e1g1", False),       # through check
    ("4k3/8/8/8/6r1/8/8/R3K2R w KQ - 0 1", "e1g1", False),       # into check
    ("4k3/8/8/8/1r6/8/8/R3K2R w KQ - 0 1", "e1c1", True),        # only the rook passes
    ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", True),
    ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", False),
    ("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "e5d6", False),        # both pawns leave the rank
    ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "e1e2", True),
    ("4k3/8/8/8/8/2b5/3P4/4K3 w - - 0 1", "d2d3", False),        # pinned
])
def test_special_moves(fresh, fen, move, allowed):
    assert (chess.Move.from_uci(move) in chess.Board(fen).legal_moves) == allowed
    fresh.set_up(fen)
    fresh.two_players()
    _, new = fresh.play(move)
    assert (b"Geht nicht!" not in new) == allowed


@pytest.mark.parametrize("piece", "qrbn")
def test_promotion_is_a_choice(fresh, piece):
    fen = "7k/P7/8/8/8/8/8/K7 w - - 0 1"
    fresh.set_up(fen)
    fresh.two_players()
    fresh.play("a7a8" + piece)
    board = chess.Board(fen)
    board.push_uci("a7a8" + piece)
    if not board.is_insufficient_material():
        assert fresh.perft(1) == board.legal_moves.count()


KNIGHTS = ["g1f3", "g8f6", "f3g1", "f6g8"]


@pytest.mark.parametrize("fen, moves, ending", [
    (START, ["f2f3", "e7e5", "g2g4", "d8h4"], b"Matt"),
    ("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", ["g5g6"], b"Patt: remis"),
    (START, KNIGHTS * 2, b"3mal: remis"),
    ("4k3/8/8/8/8/8/4P3/R3K3 w - - 98 80", ["a1a2", "e8e7"], b"50 Zuege"),
    ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", ["e1e2"], b"Totes Remis"),
    ("4kb2/8/8/8/8/8/4r3/2B1K3 w - - 0 1", ["e1e2"], b"Totes Remis"),     # bishops of one colour
])
def test_end_of_the_game(fresh, fen, moves, ending):
    if fen == START:
        fresh.command("o")
    else:
        fresh.set_up(fen)
    fresh.two_players()
    for move in moves[:-1]:
        _, new = fresh.play(move)
        assert not re.search(rb"Matt|emis|50 Z", new)
    _, new = fresh.play(moves[-1])
    assert ending in new


def test_repetition_counts_castling_rights(fresh):
    """The first position may still castle, the ones after the rook came back may not."""
    fresh.set_up("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1")
    fresh.two_players()
    board = chess.Board("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1")
    for move in ["h1h2", "a8a7", "h2h1", "a7a8", "h1h2", "a8a7", "h2h1", "a7a8"]:
        _, new = fresh.play(move)
        board.push_uci(move)
        assert (b"3mal" in new) == board.is_repetition(3)


def test_bishops_of_two_colours_play_on(fresh):
    fresh.set_up("4k1b1/8/8/8/8/8/4r3/2B1K3 w - - 0 1")
    fresh.two_players()
    assert b"emis" not in fresh.play("e1e2")[1]


def test_take_back_and_forward(fresh):
    """A walk through castling, en passant and promotion and all the way back."""
    fen = "r3k2r/1P2p3/8/3P4/8/8/8/R3K2R w KQkq - 0 1"
    moves = ["e1c1", "e7e5", "d5e6", "e8g8", "b7a8q"]
    fresh.set_up(fen)
    fresh.two_players()
    board = chess.Board(fen)
    counts = [fresh.perft(1)]
    for move in moves:
        assert chess.Move.from_uci(move) in board.legal_moves
        board.push_uci(move)
        assert b"Geht" not in fresh.play(move)[1]
        counts.append(fresh.perft(1))
    for want in counts[-2::-1]:
        fresh.command("r")
        assert fresh.perft(1) == want
    for want in counts[1:]:
        fresh.command("v")
        assert fresh.perft(1) == want


@pytest.mark.parametrize("fen", [
    "8/8/8/8/8/8/8/K7 w - - 0 1",                            # one king
    "P6k/8/8/8/8/8/8/K7 w - - 0 1",                          # a pawn on the last rank
    "7k/8/8/8/8/8/8/K6R w - - 0 1",                          # the side that just moved is in check
    "KKkk4/8/8/8/8/8/8/8 w - - 0 1",
    "this is no position",
])
def test_refuses_impossible_positions(fresh, fen):
    fresh.machine.type(f"p/{fen}\n")
    fresh.wait(b"Geht nicht!", 100)
    assert fresh.command(f"/{KIWIPETE}\n")
    assert fresh.perft(1) == 48


def problems(name):
    return [line.split(";") for line in (GOLDEN / name).read_text().splitlines() if line]


@pytest.mark.parametrize("fen, key", problems("matt-in-zwei.txt"))
def test_mate_in_two(shared, fen, key):
    shared.set_up(fen, ENDLESS)
    answer, new = shared.go()
    assert answer == key
    assert b"Matt 2" in new


def test_himstedt_stahn(shared):
    shared.set_up("8/5r1k/p3Npp1/4p3/3nP3/4QP2/PP2q1P1/1KR5 w - - 0 1", ENDLESS)
    answer, new = shared.go()
    assert answer == "e3h6"
    assert b"Matt 3" in new


@pytest.mark.parametrize("name", ["offen", "damenbauer", "fremd"])
def test_plays_as_on_the_real_machine(fresh, name):
    """The first five answers at the lowest level, recorded on the firmware of a CPC 464."""
    game = json.loads((GOLDEN / "erste-zuege.json").read_text())[name]
    fresh.command(str(FAST))
    assert [fresh.play(move)[0] for move in game["moves"]] == game["answers"]


def judged_game(schach, level, seed):
    """A game against someone who picks any legal move; the board at its end."""
    chance = random.Random(seed)
    board = chess.Board()
    schach.command(str(level))
    if seed % 2:
        board.push_uci(schach.go()[0])
    while True:
        move = chance.choice(list(board.legal_moves))
        board.push(move)
        answer, new = schach.play(move.uci())
        assert b"Geht" not in new, (move, board.fen())
        if answer is None:
            return board, new
        assert chess.Move.from_uci(answer) in board.legal_moves, (answer, board.fen())
        board.push_uci(answer)
        if over := ending(board):
            assert over in new
            return board, new


def ending(board):
    if board.is_checkmate():
        return b"Matt"
    if board.is_stalemate():
        return b"Patt: remis"
    if board.is_insufficient_material():
        return b"Totes Remis"
    if board.is_repetition(3):
        return b"3mal: remis"
    return b"50 Zuege" if board.halfmove_clock >= 100 else b""


def test_beats_a_random_player(tmp_path):
    games, needed = (30, 28) if FULL else (2, 2)
    won = 0
    for seed in range(games):
        board, new = judged_game(Schach(tmp_path), FAST, seed)
        assert ending(board) in new and ending(board)
        won += board.is_checkmate() and (board.turn == chess.WHITE) == (seed % 2 == 0)
    assert won >= needed


@pytest.mark.parametrize("opening", ["e2e4 e7e5", "d2d4 g8f6", "c2c4 c7c5", "b1c3 d7d5"][:4 if FULL else 1])
def test_plays_itself(fresh, opening):
    board = chess.Board()
    fresh.command(str(FAST))
    fresh.two_players()
    fresh.command("o")
    for move in opening.split():
        board.push_uci(move)
        fresh.play(move)
    new = fresh.command("m", 400_000)
    for move in re.findall(rb"CPC: ([a-h][1-8][a-h][1-8][DTLS]?)\r", new):
        move = chess.Move.from_uci(move.decode().translate(str.maketrans("DTLS", "qrbn")))
        assert move in board.legal_moves, (move, board.fen())
        board.push(move)
    assert (ending(board) or b"Partie zu lang") in new


def test_moves_at_once_when_asked(fresh):
    fresh.command(str(ENDLESS))
    fresh.command("o")
    fresh.machine.type("h2h3")
    fresh.machine.run(60)
    assert fresh.answer(fresh.machine.printed[fresh.seen:]) is None
    answer, _ = fresh.go()
    board = chess.Board()
    board.push_uci("h2h3")
    assert chess.Move.from_uci(answer) in board.legal_moves


def test_the_enter_behind_a_typed_move_does_not_hurry_the_answer(fresh):
    """A second ENTER does."""
    fresh.command(str(ENDLESS))
    fresh.command("o")
    fresh.machine.type("h2h3\n")
    fresh.machine.run(60)
    assert fresh.answer(fresh.machine.printed[fresh.seen:]) is None
    fresh.machine.type("\n")
    fresh.wait(fresh.prompt, 60)
    assert fresh.answer(fresh.machine.printed[fresh.seen:])


def test_the_enter_behind_a_typed_move_chooses_no_square(fresh):
    """The book answers before the ENTER is read."""
    for move in "e2e4", "g1f3":
        _, new = fresh.play(move)
        assert b"CPC: " in new
        fresh.machine.type("\n")
        fresh.machine.run(5)
        assert b"Geht nicht!" not in fresh.machine.printed[fresh.seen:]
    assert b"Geht nicht!" not in fresh.play("d2d4")[1]


def test_moves_are_chosen_with_the_cursor_and_enter(fresh):
    """The cursor is on e2. The first cursor key after a choice shows it, the next one moves it."""
    fresh.two_players()
    fresh.machine.type(bytes([240, 13, 240, 240]))
    fresh.machine.run(5)
    fresh.command("\n")
    assert any("e2e3" in row for row in fresh.machine.text())


def test_answers_from_the_book(fresh):
    for move in "e2e4", "g1f3":
        answer, new = fresh.play(move)
        assert answer and b"/" not in new
        book = re.findall(r"DATA ((?:[a-h][1-8]){8,})", PROGRAM.read_text())
    assert any(line.startswith("e2e4") and line[8:12] == "g1f3" and line[12:16] == answer for line in book)


def test_speaks_english(tmp_path, monkeypatch):
    monkeypatch.setattr(Schach, "prompt", b"Your move ")
    schach = Schach(tmp_path, "xE")
    assert b"Impossible!" in schach.command("e2e5")


def test_saves_and_loads(fresh, tmp_path):
    if os.environ.get("SCHACH_MACHINE"):
        pytest.skip("that machine has no files")
    fresh.command(str(FAST))
    for move in "e2e4", "g1f3":
        fresh.play(move)
    moves = fresh.machine.text()[6:15]
    count = fresh.perft(1)
    assert b"Gespeichert" in fresh.command("sPARTIE\n")
    fresh.command("nj")
    assert b"Geladen" in fresh.command("lPARTIE\n")
    assert fresh.perft(1) == count
    assert [row[26:] for row in fresh.machine.text()[6:15]] == [row[26:] for row in moves]
    fresh.machine.type("lKEINE\n")                # the machine asks for its tape
    fresh.machine.run(5)
    fresh.machine.type("\xfc")                    # ESC cannot be trapped in BASIC 1.0
    fresh.wait(b"Break in", 100)
    again = re.search(rb"GOTO \d+", fresh.machine.printed[fresh.seen:])[0].decode()
    assert b"Dateifehler" in fresh.command(f"{again}\n")
    assert fresh.perft(1) == count
    (tmp_path / "FALSCH").write_text("10 PRINT\r\n")
    assert b"Dateifehler" in fresh.command("lFALSCH\n")
    assert fresh.perft(1) == count


@pytest.mark.parametrize("name, keys", [("anfang", ""), ("brett-gedreht", "t")])
def test_screen(fresh, name, keys):
    """What stands on the screen, piece pictures apart, as on the real machine; the clocks cut off."""
    if keys:
        fresh.command(keys)
    rows = [re.sub(r" +\d+:\d\d$", "", row.replace("\0", "#")) for row in fresh.machine.text()]
    assert rows == (GOLDEN / f"{name}.txt").read_text().split("\n")[:25]
