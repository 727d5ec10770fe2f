"""The commands of chess listings: `cpc uci`, `cpc tournament`, `cpc play`."""

import argparse
import importlib.util
import queue
import sys
import threading
from contextlib import suppress
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

from cpc.commands.fault import not_installed
from cpc.commands.listings import command, names_of
from cpc.commands.needs_pygame import needing_pygame
from cpc.commands.speech import Parser, said
from listings.source import ListingFault

if TYPE_CHECKING:
    from listings.chess.match import Record
    from listings.chess.players import Spec
    from listings.chess.tournament import Book
    from listings.chess.uci import Shown

IDLE = 0.05                 # seconds between two looks at the window
LIMIT = 12 * 3600.0         # emulated seconds for a move in a tournament


def needing_chess() -> None:
    if importlib.util.find_spec("chess") is None:
        raise not_installed("This", "chess")


@command
def uci(argv: list[str]) -> int:
    parser = Parser(
        "cpc uci", description="Lets a chess program of today play against a listing, or analyse with it: the listing speaks "
                               "UCI on standard input and output. Enter `cpc uci NAME` as an engine's command.")
    parser.add_argument("name", metavar="NAME", help="a chess listing, as hamann")
    parser.add_argument("--level", help="the level it plays at; also the option Level")
    parser.add_argument("--with", dest="improvements", default="", metavar="4.1,4.5", help="improvements from its book")
    options = parser.parse_args(argv)
    needing_chess()
    from listings.chess.program import open_program
    from listings.chess.uci import Engine
    engine = Engine(open_program(options.name, names_of(options.improvements), options.level), _line_out, _window)
    lines: queue.Queue[str | None] = queue.Queue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()
    while not engine.closed:
        if engine.thinking:
            engine.step()
        with suppress(queue.Empty):
            line = lines.get(block=not engine.thinking, timeout=IDLE if engine.window else None)
            engine.handle("quit" if line is None else line)
        if engine.window is not None and not engine.thinking:
            engine.window.show(engine.program.console.cpc)
    return 0


def _read(lines: "queue.Queue[str | None]") -> None:
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    with suppress(ValueError, OSError):
        for line in sys.stdin:
            lines.put(line)
    lines.put(None)


def _line_out(line: str) -> None:
    print(line, flush=True)


def _window() -> "Shown":
    with needing_pygame():
        from cpc.window.chess_view import NoDisplay, View
    try:
        return View()
    except NoDisplay:
        raise ListingFault("There is no display to open a window on.") from None


@command
def play(argv: list[str]) -> int:
    parser = Parser(
        "cpc play", description="Opens a window with a chess board: you play with the mouse against a listing, whose CPC is "
                                "shown beside it. With two names the programs play each other.")
    add = parser.add_argument
    add("names", nargs="+", metavar="NAME[+PART][:LEVEL]", help="a chess listing, as hamann:2; of two, the first has White")
    add("--black", action="store_true", help="you play Black")
    add("--level", help="the level of a program named without one")
    add("--with", dest="improvements", default="", metavar="4.1,4.5", help="improvements from its book")
    add("--speed", choices=("max", "real"), default="max", help="real: the machine's own time")
    add("--pause", type=float, default=1.5, metavar="SECONDS", help="at least so long between two moves of programs (1.5)")
    options = parser.parse_args(argv)
    needing_chess()
    if len(options.names) > 2:
        raise ListingFault("Two programs can play each other, not more.")
    if not 0 <= options.pause <= 3600:
        raise ListingFault("--pause needs a number of seconds from 0 to 3600.")
    from listings.chess.program import Program, open_program
    from listings.chess.table import Table

    def opened(text: str) -> Program:
        named, colon, level = text.partition(":")
        name, *parts = named.split("+")
        return open_program(name, parts + names_of(options.improvements), level if colon else options.level)

    programs = list(map(opened, options.names))
    both = len(programs) == 2
    colours = ("white", "black") if both else ("white",) if options.black else ("black",)
    table = Table(dict(zip(colours, programs, strict=True)), options.pause if both else 0.0, options.speed == "real")
    with needing_pygame():
        from cpc.window.chess_window import ChessWindow, NoDisplay
    try:
        ChessWindow(table, "Chess: " + " - ".join(program.label for program in programs)).run()
    except NoDisplay:
        raise ListingFault("There is no display to open a window on.") from None
    return 0


@command
def tournament(argv: list[str]) -> int:
    parser = Parser(
        "cpc tournament", description="Lets chess programs play against each other, each pair the same number of games. "
                                      "The games are kept in a PGN file; the same command later goes on where it ended.",
        epilog="Example: cpc tournament hamann:2 schach:1 --engine stockfish option.UCI_LimitStrength=true "
               "option.UCI_Elo=1350 --games 10 --pgn out.pgn")
    add = parser.add_argument
    add("players", nargs="*", metavar="NAME[+PART][:LEVEL]", help="a chess listing, as hamann:2 or hamann+4.5")
    add("--engine", action="append", nargs="+", default=[], metavar=("COMMAND", "KEY=VALUE"),
        help="a program of today: option.NAME=, name=, proto=xboard, movetime=, depth=, nodes=")
    add("--games", type=int, default=2, metavar="N", help="how many games each pair plays (2)")
    add("--openings", type=Path, metavar="FILE", help="a PGN or EPD file with positions to begin from; without it our own 16")
    add("--pgn", type=Path, default=Path("tournament.pgn"), metavar="FILE", help="the games (tournament.pgn)")
    add("--moves", type=int, default=200, metavar="N", help="after so many moves of each side material decides (200)")
    add("--known", action="append", default=[], metavar="NAME=ELO", help="a player whose Elo is known: the scale of the others")
    add("--jobs", type=int, default=1, metavar="N", help="so many processes on this computer")
    add("--cluster", metavar="ADDRESS", help="the workers of a Dask cluster play")
    add("--among", choices=("all", "listings"), default="all", help="listings: engines do not play against each other")
    add("--table", action="store_true", help="play nothing, only show how the games in the PGN file stand")
    options = parser.parse_args(argv)
    needing_chess()
    for name, least in (("games", 1), ("jobs", 1), ("moves", 10)):
        if not least <= getattr(options, name) <= 10_000:
            raise ListingFault(f"--{name} needs a number from {least} to 10000.")
    from listings.chess import crosstable
    from listings.chess.tournament import Book
    known = dict(map(_known, options.known))
    book = Book(options.pgn, "cpc tournament")
    if not options.table:
        _play(options, book)
    if not book.games:
        raise ListingFault(f"There are no games in {options.pgn}.")
    print(crosstable.table(book.games, known))
    return 0


def _play(options: argparse.Namespace, book: "Book") -> None:
    from listings.chess import openings, players, tournament
    specs: list[Spec] = [players.listing_spec(name, LIMIT) for name in options.players]
    for words in options.engine:
        engine = players.engine_spec(words)
        engine.check()
        specs.append(engine)
    names = [spec.name for spec in specs]
    for name in names:
        if names.count(name) > 1:
            raise ListingFault(f"Two players are called {name}; name= gives an engine another name.")
    if len(specs) < 2:
        raise ListingFault("A tournament needs two players.")

    def apart(one: "Spec", other: "Spec") -> bool:
        return options.among == "listings" and isinstance(one, players.EngineSpec) and isinstance(other, players.EngineSpec)

    tasks = tournament.schedule(specs, options.games, openings.read(options.openings), options.moves, apart)
    where = partial(tournament.cluster, options.cluster) if options.cluster else \
        partial(tournament.processes, options.jobs) if options.jobs > 1 else tournament.at_home
    progress = _Progress(len(tasks), len({task.key for task in tasks} & book.keys))
    try:
        tournament.run(tasks, book, where, progress.told)
    except KeyboardInterrupt:
        print(said(f"\n{len(book.games)} games are in {options.pgn}; the same command goes on from there."), file=sys.stderr)


def _known(text: str) -> tuple[str, float]:
    name, _, elo = text.rpartition("=")
    try:
        return name, float(elo)
    except ValueError:
        raise ListingFault(f"--known {text} is not of the form NAME=ELO.") from None


class _Progress:
    """A line for each game; on a terminal with a bar below."""

    def __init__(self, total: int, done: int) -> None:
        self.total, self.done = total, done
        self.bar = sys.stderr.isatty()

    def told(self, record: "Record") -> None:
        from listings.typing.typein import bar
        self.done += 1
        end = "\x1b[K\n" if self.bar else "\n"
        print(f"{self.done}/{self.total} {record.white} - {record.black} {record.result} {record.why}"
              f"{': ' + record.text if record.text else ''}", end=end, file=sys.stderr)
        if self.bar and self.done < self.total:
            print(f"{bar(self.done, self.total)} {self.done}/{self.total}\r", end="", file=sys.stderr)
        sys.stderr.flush()


__all__ = ["play", "tournament", "uci"]
