"""Tournaments: who plays whom, the judge, the file of games, and processes that are killed."""

import io
import multiprocessing
import signal
import time
from functools import partial

import pytest

from listings.source import ListingFault

pytest.importorskip("chess", reason="the package chess knows the rules")

import chess  # noqa: E402
import chess.pgn  # noqa: E402

from cpc.commands import cli  # noqa: E402
from listings.chess import crosstable, match, openings, players, records, tournament  # noqa: E402
from listings.chess.openings import Opening  # noqa: E402
from listings.chess.tournament import Book  # noqa: E402
from tests.listings.chess_players import RandomPlayer, RandomSpec  # noqa: E402
from tests.places import PATIENCE  # noqa: E402

OPENINGS = openings.read()


def game(fen: str = "", moves: tuple[str, ...] = (), most: int = 20) -> match.Record:
    return match.play(RandomPlayer(RandomSpec("one")), RandomPlayer(RandomSpec("two")), 1, Opening("here", fen, moves), most)


# the judge

@pytest.mark.parametrize("fen, result, why", [
    ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "1-0", "mate"), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "1/2-1/2", "stalemate"),
    ("7k/8/8/8/8/8/8/K6N w - - 0 1", "1/2-1/2", "material"), ("7k/8/8/8/8/8/8/K6R w - - 100 80", "1/2-1/2", "fifty moves")])
def test_the_game_is_over(fen, result, why):
    record = game(fen)
    assert (record.result, record.why, record.moves) == (result, why, [])


def test_threefold_repetition():
    moves = ("g1f3", "g8f6", "f3g1", "f6g8") * 2
    assert (game(moves=moves).result, game(moves=moves).why) == ("1/2-1/2", "threefold repetition")


@pytest.mark.parametrize("fen, result", [
    ("7k/8/8/8/8/8/P7/KR5R w - - 0 1", "1-0"), ("7k/8/8/q7/8/8/P7/1K6 w - - 0 1", "0-1"),
    ("7k/8/8/8/8/8/PP6/K6R w - - 0 1", "1-0"), ("6k1/p7/8/8/8/8/P7/KB6 w - - 0 1", "1/2-1/2")])
def test_a_long_game_is_judged_by_material(fen, result):
    record = match.judged(board := chess.Board(fen), 0)
    assert record is not None and record[:2] == (result, "length") and board.fen() == fen


def test_a_player_who_does_not_move_loses():
    class Bad(RandomPlayer):
        def move(self, game):
            return match.Answer(chess.Move.from_uci("e2e5"), 1.0)

    record = match.play(Bad(RandomSpec("bad")), RandomPlayer(RandomSpec("two")), 1, OPENINGS[0])
    assert (record.result, record.why) == ("0-1", "illegal") and "e2e5" in record.text
    record = match.play(RandomPlayer(RandomSpec("one")), RandomPlayer(RandomSpec("two", worth=-1)), 1, OPENINGS[0])
    assert record.result == "1-0" and record.why == "resigns"


# openings

def test_our_own_openings():
    assert len(OPENINGS) == 16 and len({opening.board().epd() for opening in OPENINGS}) == 16


def test_openings_of_files(tmp_path):
    epd = tmp_path / "a.epd"
    epd.write_text('4k3/8/8/8/8/8/4P3/4K3 w - - id "endgame";\n\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n')
    assert [opening.name for opening in openings.read(epd)] == ["endgame", "position 3"]
    pgn = tmp_path / "b.pgn"
    pgn.write_text('[Event "x"]\n[Opening "Short"]\n\n1. e4 e5 *\n\n[Event "y"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n')
    assert openings.read(pgn) == [Opening("Short", "", ("e2e4", "e7e5"))]
    assert openings.read(epd)[0].board().fen().startswith("4k3/8/8/8/8/8/4P3/4K3 w")


@pytest.mark.parametrize("name, text", [
    ("a.pgn", ""), ("a.pgn", '[Event "x"]\n\n1. e5 e5 *\n'), ("a.epd", "nonsense\n"), ("b.txt", "a: e2e5")])
def test_openings_that_are_wrong(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    with pytest.raises(ListingFault, match=r"\.$"):
        openings.read(tmp_path / name)
    with pytest.raises(ListingFault, match="cannot be read"):
        openings.read(tmp_path / "missing.pgn")


# the file of games

def test_a_game_comes_back_from_its_file():
    record = game(moves=("e2e4", "e7e5"))
    text = records.as_pgn(record, "event", "2026.01.01")
    read = chess.pgn.read_game(io.StringIO(text))
    assert read.errors == [] and [move.uci() for move in read.mainline_moves()] == [move.uci for move in record.moves]
    played, = records.read(text)
    assert played.key == ("one", "two", 1) and (played.result, played.why) == (record.result, record.why)
    assert set(played.seconds["one"]) == {2.5}
    assert len(played.seconds["one"]) + len(played.seconds["two"]) == len(record.moves) - 2
    assert played.notes[0] == "a note." and played.moves == len(record.moves)


def test_a_game_that_was_cut_off_does_not_count():
    text = records.as_pgn(game(), "event", "2026.01.01")
    assert len(list(records.read(text + text.replace('"1"', '"2"')))) == 2
    assert list(records.read(text + '[Event "x"]\n[White "a"]\n[Black "b"]\n[Round "2"]\n[Result "*"]\n\n1. e4')) \
        == list(records.read(text))


# who plays whom

SPECS = [RandomSpec("one"), RandomSpec("two"), RandomSpec("three", worth=1), RandomSpec("four", worth=-1)]


def test_each_plays_each_with_both_colours_from_the_same_openings():
    tasks = tournament.schedule(SPECS, 4, OPENINGS, 30)
    assert len(tasks) == 6 * 4 == len({task.key for task in tasks})
    for one in SPECS:
        assert sum(task.white == one for task in tasks) == sum(task.black == one for task in tasks) == 6
    assert [task.opening.name for task in tasks if {task.white.name, task.black.name} == {"one", "two"}] \
        == [OPENINGS[0].name] * 2 + [OPENINGS[1].name] * 2
    assert len(tournament.schedule(SPECS, 2, OPENINGS, 30, lambda one, other: one.name == "one")) == 6


def test_a_tournament_goes_on_where_it_ended(tmp_path):
    path = tmp_path / "games.pgn"
    tasks = tournament.schedule(SPECS, 2, OPENINGS, 30)
    tournament.run(tasks[:5], Book(path, "event"), tournament.at_home)
    before = path.read_bytes()
    told = []
    book = Book(path, "event")
    tournament.run(tasks, book, tournament.at_home, told.append)
    assert len(told) == 7 and path.read_bytes().startswith(before)
    assert {game.key for game in Book(path, "event").games} == {task.key for task in tasks} == book.keys
    table = crosstable.table(book.games, {"one": 1000.0})
    assert len(table.splitlines()) == 5 and all(name in table for name in ("one", "two", "three", "four"))
    column = table.splitlines()[0].index("s/move")
    for seconds, shown in ([7.0, 1.0, 3.0], "3.0"), ([], "-"):
        games = [game._replace(seconds=dict.fromkeys(game.seconds, seconds)) for game in book.games]
        assert all(row[column:column + 6].strip() == shown for row in crosstable.table(games, {}).splitlines()[1:])
    assert sum(rating.points for rating in crosstable.ratings(crosstable.results(book.games)).values()) == 12


def test_another_file_is_not_overwritten(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader\n")
    with pytest.raises(ListingFault, match="not a file of games"):
        Book(path, "event")


def test_two_tournaments_do_not_write_the_same_file(tmp_path):
    path = tmp_path / "games.pgn"
    one, other = Book(path, "event"), Book(path, "event")
    one.add(game())
    before = path.read_bytes()
    with pytest.raises(ListingFault, match="changed meanwhile"):
        other.add(game())
    assert path.read_bytes() == before


def all_are_played_once(path, specs, where) -> None:
    book, told = Book(path, "event"), []
    tasks = tournament.schedule(specs, 2, OPENINGS, 12)
    tournament.run(tasks, book, where, told.append)
    assert sorted((record.white, record.black, record.number) for record in told) == sorted(task.key for task in tasks)
    assert len(Book(path, "event").games) == len(tasks)


def test_a_process_that_is_killed_loses_no_game(tmp_path):
    specs = [*SPECS[:3], RandomSpec("killer", str(tmp_path / "flag"))]
    all_are_played_once(tmp_path / "games.pgn", specs, partial(tournament.processes, 2))
    assert (tmp_path / "flag").exists()


def test_the_processes_end_with_a_tournament_that_is_stopped():
    before = signal.signal(signal.SIGTERM, lambda number, frame: None)     # the command has a handler, and they inherit it
    try:
        _stops_its_processes()
    finally:
        signal.signal(signal.SIGTERM, before)


def _stops_its_processes():
    with pytest.raises(KeyboardInterrupt), tournament.processes(1) as pool:
        pool.submit(time.sleep, 500)
        pool.submit(time.sleep, 0)
        children = multiprocessing.active_children()
        raise KeyboardInterrupt
    assert children
    for child in children:
        deadline = time.monotonic() + PATIENCE
        while child.exitcode is None and time.monotonic() < deadline:       # the pool's thread may take the news first
            time.sleep(0.01)
        assert child.exitcode


def test_a_file_of_games_may_be_long(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(records.as_pgn(game(), "event", "2026.01.01") + " " * (3 << 20))
    assert len(Book(path, "event").games) == 1


def test_a_worker_of_a_cluster_that_is_killed_loses_no_game(tmp_path, monkeypatch):
    distributed = pytest.importorskip("distributed", reason="the package distributed is the cluster")
    monkeypatch.chdir(tmp_path)
    specs = [*SPECS[:3], RandomSpec("killer", str(tmp_path / "flag"), nap=0.02)]
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
                                  silence_logs=50) as cluster:
        all_are_played_once(tmp_path / "games.pgn", specs, partial(tournament.cluster, cluster.scheduler_address))
    assert (tmp_path / "flag").exists()


# the command

@pytest.mark.parametrize("words, said", [
    (["schach"], "needs two players"), (["schach", "schach:1"], "are called schach:1"),
    (["nobody", "schach"], "no chess program"),
    (["schach", "--engine", "/no/such/engine"], "There is no program"), (["schach:9", "himstahn"], "no level 9"),
    (["schach", "himstahn", "--games", "0"], "--games needs"), (["--table", "--pgn", "missing.pgn"], "no games"),
    (["schach", "himstahn", "--known", "x"], "NAME=ELO"), (["schach", "--engine", "e", "depth=x"], "needs a number"),
    (["schach", "--engine", "e", "colour=red"], "is not known"),
    (["schach", "himstahn", "--openings", "x.pgn"], "cannot be read")])
def test_a_mistake_is_told_in_a_sentence(words, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["tournament", *words]) == 2
    error = capsys.readouterr().err
    assert said in error and error.startswith("cpc: ") and error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_two_games_of_an_example_against_another(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    epd = tmp_path / "short.epd"
    epd.write_text("6k1/5ppp/8/8/8/8/5PPP/RR4K1 w - - id \"rooks\";\n")
    assert cli.main(["tournament", "schach:1", "himstahn:1", "--openings", str(epd), "--moves", "12"]) == 0
    said = capsys.readouterr()
    assert "schach:1" in said.out and "2/2 himstahn:1 - schach:1" in said.err
    assert [game.white for game in Book(tmp_path / "tournament.pgn", "").games] == ["schach:1", "himstahn:1"]


def test_engines_by_their_words():
    spec = players.engine_spec(["stockfish -x", "option.UCI_Elo=1350", "option.UCI_LimitStrength=true", "movetime=0.5"])
    assert spec.name == "stockfish 1350" and spec.command == ("stockfish", "-x") and spec.seconds == 0.5
    assert players.engine_spec(["/usr/games/x", "name=N", "proto=xboard", "nodes=5"]).protocol == "xboard"
    for wrong in ("proto=other", "protocol=uci", "depths=3", "depth", "name="):
        with pytest.raises(ListingFault, match=f"{wrong} is not "):
            players.engine_spec(["x", wrong])


def test_an_engine_without_a_limit_gets_a_short_one(monkeypatch):
    limits = []

    class Engine:
        def play(self, game, limit):
            limits.append((limit.time, limit.depth, limit.nodes))
            return chess.engine.PlayResult(next(iter(game.legal_moves)), None)
    monkeypatch.setattr(players.EnginePlayer, "engine", lambda self: Engine())
    for limit in ({}, {"depth": 3}, {"nodes": 5}, {"seconds": 2.0}):
        assert players.EngineSpec("x", ("x",), **limit).make().move(chess.Board()).move is not None
    assert limits == [(players.ENGINE_SECONDS, None, None), (None, 3, None), (None, None, 5), (2.0, None, None)]


def test_notes_are_what_stands_beside_the_marks_of_a_comment():
    tags = '[White "a"]\n[Black "b"]\n[Round "1"]\n[Result "1-0"]\n\n'
    played, = records.read(f"{tags}1. e4 {{ a note [%emt 0:00:01] of two parts }} e5 {{ [%emt 0:00:02] }} 1-0\n")
    assert played.notes == ["a note of two parts"] and played.seconds == {"a": [1.0], "b": [2.0]}
