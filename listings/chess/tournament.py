"""All games of a tournament: each player against each other one, half of the games with White; the games that are there
already are not played again.

The games go through the seam of `concurrent.futures`: processes of this computer, or a Dask cluster (package `distributed`).
A game belongs to no process: one that is lost is played again by another, and each finished game is written down once, by the
process that began the tournament.
"""

import importlib
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from datetime import date
from itertools import combinations
from pathlib import Path
from typing import Any

from basic.records import record
from cpc.host_files import read_whole, save_file
from listings.chess import records
from listings.chess.faults import ListingFault
from listings.chess.match import Record, play
from listings.chess.openings import Opening
from listings.chess.players import Player, Spec

LARGEST = 256 << 20             # bytes that a file of games may have
LOST = 3                        # processes that a game may take with it
MOST_PLAYERS = 8                # kept by a process for its next game
_kept: dict[str, Player] = {}   # by this process


@record(frozen=True)
class Task:
    white: Spec
    black: Spec
    number: int
    opening: Opening
    most_moves: int

    @property
    def key(self) -> tuple[str, str, int]:
        return self.white.name, self.black.name, self.number


def schedule(specs: Sequence[Spec], games: int, openings: Sequence[Opening], most_moves: int,
             apart: Callable[[Spec, Spec], bool] = lambda one, other: False) -> list[Task]:
    """Round by round, so that each has played about as often as the others at any time. Two games share an opening."""
    tasks = []
    pairs = [(one, other) for one, other in combinations(specs, 2) if not apart(one, other)]
    for number in range(1, games + 1):
        for one, other in pairs:
            white, black = (one, other) if number % 2 else (other, one)
            tasks.append(Task(white, black, number, openings[(number - 1) // 2 % len(openings)], most_moves))
    return tasks


def play_task(task: Task) -> Record:
    """Runs in a process of its own, which keeps the players for the next game."""
    return play(_player(task.white, "white"), _player(task.black, "black"), task.number, task.opening, task.most_moves)


def _player(spec: Spec, side: str) -> Player:
    key = f"{side} {spec.name}"
    if key not in _kept:
        while len(_kept) >= MOST_PLAYERS:
            _kept.pop(next(iter(_kept))).close()
        _kept[key] = spec.make()
    return _kept[key]


def close_players() -> None:
    while _kept:
        _kept.popitem()[1].close()


class Book:
    """The file that the games are written to."""

    def __init__(self, path: Path, event: str) -> None:
        self.path, self.event = path, event
        self.text = self._on_disc()
        if self.text.strip() and not self.text.lstrip().startswith("["):
            raise ListingFault(f"{path} is there already and is not a file of games.")
        self.games = list(records.read(self.text))

    def _on_disc(self) -> str:
        try:
            return read_whole(self.path, LARGEST).decode("utf-8") if self.path.exists() else ""
        except OSError as error:
            raise ListingFault(f"{self.path} cannot be read: {error.strerror}.") from None
        except UnicodeDecodeError:
            raise ListingFault(f"{self.path} is not a file of games.") from None

    @property
    def keys(self) -> set[tuple[str, str, int]]:
        return {game.key for game in self.games}

    def add(self, record: Record) -> None:
        if self._on_disc() != self.text:
            raise ListingFault(f"{self.path} has been changed meanwhile, as by another tournament; nothing was written.")
        text = records.as_pgn(record, self.event, date.today().strftime("%Y.%m.%d"))
        self.games += records.read(text)
        self.text += text
        try:
            save_file(self.path, self.text.encode("utf-8"))
        except OSError as error:
            raise ListingFault(f"{self.path} cannot be written: {error.strerror}.") from None


# where games are played

@contextmanager
def at_home() -> Iterator[Executor | None]:
    """In this process, one game after the other."""
    try:
        yield None
    finally:
        close_players()


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    pool = ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        yield pool
    finally:
        workers = list((getattr(pool, "_processes", None) or {}).values())      # shutdown forgets them
        pool.shutdown(wait=False, cancel_futures=True)
        for process in workers:
            with suppress(OSError):
                process.kill()          # a handler for SIGTERM may have been inherited; engines end with their input


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of a Dask cluster; they need this project and the package chess."""
    try:
        distributed: Any = importlib.import_module("distributed")
    except ImportError:
        raise ListingFault("--cluster needs the package distributed: python3 -m pip install distributed") from None
    try:
        client = distributed.Client(address, timeout=20)
    except (OSError, ValueError, TimeoutError) as error:
        raise ListingFault(f"There is no cluster at {address}: {error}.") from None
    try:
        yield client.get_executor(pure=False)
    finally:
        client.close()


def run(tasks: Iterable[Task], book: Book, where: Callable[[], Any],
        told: Callable[[Record], None] = lambda record: None) -> None:
    """Plays what is not in the book yet."""
    done = book.keys
    left = {task.key: task for task in tasks if task.key not in done}
    for attempt in range(LOST + 1):
        try:
            with where() as executor:
                for record in _played(list(left.values()), executor):
                    if left.pop((record.white, record.black, record.number), None) is not None:
                        book.add(record)
                        told(record)
            return
        except BrokenProcessPool:
            if attempt == LOST:
                raise ListingFault("The processes that play are killed again and again; the games so far are kept.") from None


def _played(tasks: list[Task], executor: Executor | None) -> Iterator[Record]:
    if executor is None:
        yield from map(play_task, tasks)
        return
    ahead = list(reversed(tasks))
    under_way: set[Future[Record]] = set()
    room = 2 * (getattr(executor, "_max_workers", None) or 32)
    while ahead or under_way:
        while ahead and len(under_way) < room:
            under_way.add(executor.submit(play_task, ahead.pop()))
        finished, under_way = wait(under_way, return_when=FIRST_COMPLETED)
        for future in finished:
            with suppress(CancelledError):
                yield future.result()
