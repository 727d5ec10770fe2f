"""The UCI protocol: line by line, and with the engine client of python-chess."""

import random
import re
import sys
import time

import pytest

from tests.places import PATIENCE, REPO

pytest.importorskip("chess", reason="the package chess knows the rules")

import chess  # noqa: E402
import chess.engine  # noqa: E402

from listings.chess.program import open_program  # noqa: E402
from listings.chess.uci import Engine  # noqa: E402

ROOK = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"


class Talk:
    """An engine, and what it has said."""

    def __init__(self, name: str = "schach", window=None) -> None:
        self.lines: list[str] = []
        self.time = 0.0
        self.engine = Engine(open_program(name, level="1"), self.lines.append, window, clock=self.clock)

    def clock(self) -> float:
        self.time += 0.001
        return self.time

    def say(self, line: str, think: bool = True) -> list[str]:
        """What a line is answered with, to the end of its thinking."""
        del self.lines[:]
        self.engine.handle(line)
        while think and self.engine.thinking:
            self.think()
        return list(self.lines)

    def think(self) -> None:
        self.time += 0.5
        self.engine.step()


@pytest.fixture(scope="module")
def shared() -> Talk:
    return Talk()


def best(lines: list[str]) -> str:
    found = [line for line in lines if line.startswith("bestmove")]
    assert len(found) == 1 and found[0] == lines[-1], lines
    return found[0].split()[1]


def test_it_introduces_itself(shared):
    lines = shared.say("uci")
    assert lines[0].startswith("id name SCHACH") and lines[1].startswith("id author") and lines[-1] == "uciok"
    assert "option name Level type combo default 1 var 1 var 2 var 3 var 4 var 5 var 6" in lines
    assert any(line.startswith("option name UCI_EngineAbout type string default ") for line in lines)
    assert {"option name Speed type combo default max var max var real",
            "option name ShowBoard type check default false"} <= set(lines)


def test_ready(shared):
    assert shared.say("isready") == ["readyok"]
    assert shared.say("nonsense isready") == ["readyok"]
    assert shared.say("") == shared.say("nonsense") == []


def test_a_move(shared):
    shared.say("ucinewgame")
    assert shared.say(f"position fen {ROOK}") == []
    lines = shared.say("go")
    assert best(lines) == "a1a8"
    assert re.fullmatch(r"info (depth \d+ )?(score \S+ -?\d+ )?(nodes \d+ )?time \d+ pv a1a8.*", lines[-2])


def test_stop_answers_at_once_with_the_best_so_far(shared):
    shared.say("setoption name Level value 6")
    shared.say("position startpos moves g1h3 g8h6 h3g1 h6g8")
    shared.say("go infinite", think=False)
    while not any(" pv " in line for line in shared.lines):
        shared.think()
    shown = [line for line in shared.lines if " pv " in line][-1].split(" pv ")[1].split()[0]
    began = time.process_time()
    assert best(shared.say("stop", think=False)) == shown
    assert time.process_time() - began < 1 and not shared.engine.thinking
    shared.say("setoption name Level value 1")
    assert best(shared.say("go")) != "0000"             # it can be asked again


def test_infinite_waits_for_stop(shared):
    shared.say(f"position fen {ROOK}")
    lines = shared.say("go infinite")
    assert not any(line.startswith("bestmove") for line in lines) and " pv a1a8" in lines[-1]
    assert shared.say("stop")[0].startswith("bestmove a1a8")
    assert shared.say("stop") == []


def test_ponderhit(shared):
    assert not any(line.startswith("bestmove") for line in shared.say("go ponder"))
    assert best(shared.say("ponderhit")) == "a1a8"


def test_a_time_limit_ends_a_long_thought(shared):
    shared.say("setoption name Level value 6")
    shared.say("position startpos moves g1h3 g8h6 h3g1 h6g8")
    before = shared.time
    assert best(shared.say("go movetime 3000")) != "0000" and 3 <= shared.time - before < 30
    before = shared.time
    assert best(shared.say("go wtime 60000 btime 1 winc 1000 movestogo 30")) != "0000" and shared.time - before < 30
    assert best(shared.say("go depth 1")) != "0000"
    shared.say("setoption name Level value 1")


def test_each_go_is_answered_even_if_a_new_one_comes(shared):
    shared.say(f"position fen {ROOK}")
    shared.say("go", think=False)
    lines = shared.say("go")
    assert sum(line.startswith("bestmove") for line in lines) == 2


@pytest.mark.parametrize("position, said", [
    ("fen nonsense", "not understood"), ("fen 8/8/8/8/8/8/8/8 w - - 0 1", "not understood"),
    ("startpos moves e2e5", "not understood"), ("fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "game is over")])
def test_a_position_that_cannot_be_played_is_told(shared, position, said):
    lines = [*shared.say(f"position {position}"), *shared.say("go")]
    assert best(lines) == "0000" and any(line.startswith("info string") and said in line for line in lines)


@pytest.mark.parametrize("option", ["Level value 7", "Speed value warp", "Colour value x", "ShowBoard value true", ""])
def test_an_option_that_is_not_there_is_told(shared, option):
    lines = shared.say(f"setoption name {option}")
    assert len(lines) == 1 and lines[0].startswith("info string ") and lines[0].endswith(".")


def test_any_line_is_taken(shared):
    """Words of the protocol in any order: no fault, and each `go` has its answer."""
    chance = random.Random(5)
    words = ["go", "stop", "uci", "isready", "position", "startpos", "fen", ROOK, "moves", "e2e4", "e7e5", "0000", "setoption",
             "name", "value", "Level", "With", "1", "-5", "\u00b2", "9" * 30, "infinite", "ponder", "ponderhit", "depth",
             "movetime", "wtime", "btime", "", "\n", "searchmoves", "ucinewgame", "register", "debug", "on"]
    asked = answered = 0
    for _ in range(300):
        line = " ".join(chance.choice(words) for _ in range(chance.randrange(6)))
        lines = [*shared.say(line, think=False), *shared.say("stop", think=False)]
        asked += next((word for word in line.split() if hasattr(Engine, f"_do_{word}")), "") == "go"
        answered += sum(line.startswith("bestmove") for line in lines)
    assert asked == answered > 10
    shared.say("setoption name Level value 1")


def test_the_real_speed_waits_for_the_clock():
    talk = Talk()
    talk.say("setoption name Speed value real")
    talk.say(f"position fen {ROOK}")
    talk.say("go", think=False)
    steps = 0
    while talk.engine.thinking:
        talk.time += 0.1
        talk.engine.step()
        steps += 1
    seconds = int(re.search(r"time (\d+)", [line for line in talk.lines if " pv " in line][-1])[1]) / 1000
    assert talk.time > seconds * 0.9


def test_the_board_is_shown():
    shown = []

    class Window:
        def show(self, cpc):
            shown.append(cpc.screen.text()[0])

        def close(self):
            shown.append("closed")

    talk = Talk(window=Window)
    talk.say("setoption name ShowBoard value true")
    talk.say(f"position fen {ROOK}")
    talk.say("go")
    assert "SCHACH  ?=Info" in shown[-1]
    talk.say("quit")
    assert shown[-1] == "closed" and talk.engine.closed


def test_with_the_client_of_python_chess(monkeypatch):
    """The `cpc uci` command in a process of its own."""
    command = [sys.executable, "-m", "cpc", "uci", "schach"]
    with chess.engine.SimpleEngine.popen_uci(command, timeout=PATIENCE, cwd=REPO) as engine:
        assert engine.id["name"].startswith("SCHACH") and "Level" in engine.options
        engine.configure({"Level": "1"})
        board = chess.Board()
        for _ in range(4):
            played = engine.play(board, chess.engine.Limit(time=60), info=chess.engine.INFO_ALL)
            assert board.is_legal(played.move)
            board.push(played.move)
        with engine.analysis(chess.Board(ROOK)) as analysis:
            for info in analysis:
                if "pv" in info:
                    break
        assert engine.play(chess.Board(ROOK), chess.engine.Limit(time=60)).move.uci() == "a1a8"


def test_a_name_that_is_no_chess_program(capsys):
    from cpc.commands import cli
    assert cli.main(["uci", "tictactoe"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("cpc: tictactoe is no chess program") and said.count("\n") == 1
