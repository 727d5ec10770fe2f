"""Who plays: a listing, or an engine that speaks UCI or the protocol of xboard.

A `Spec` says who, as plain data that other processes take; `make` gets the player from it.
"""

import shlex
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

import chess
import chess.engine

from basic.records import field, record
from listings.checks.subject import Subject
from listings.chess.board import Board
from listings.chess.console import LONGEST
from listings.chess.faults import ListingFault
from listings.chess.program import Answer, Program, finish, open_program, subject_of

ENGINE_SECONDS = 0.1            # an engine without another limit
STARTING_SECONDS = 20.0


class Player(Protocol):
    @property
    def name(self) -> str: ...
    def move(self, game: chess.Board) -> Answer:
        """Its move for the side whose turn it is."""
    def close(self) -> None: ...


@record(frozen=True)
class ListingSpec:
    """A listing with its level: `hamann+4.5:2`."""
    name: str
    board: Board
    subject: Subject
    improvements: tuple[str, ...]
    level: str
    limit: float = LONGEST              # emulated seconds for a move

    def make(self) -> Player:
        program = Program(self.board, self.subject, self.improvements, self.level)
        program.limit = self.limit
        return ListingPlayer(program)


@record(frozen=True)
class EngineSpec:
    """A program of today, and how strong it is to play."""
    name: str
    command: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    protocol: str = "uci"
    seconds: float | None = None
    depth: int | None = None
    nodes: int | None = None

    def make(self) -> Player:
        return EnginePlayer(self)

    def check(self) -> None:
        """ListingFault if the engine does not start or does not take its options."""
        player = EnginePlayer(self)
        try:
            player.engine()
        finally:
            player.close()


Spec = ListingSpec | EngineSpec


class ListingPlayer:
    def __init__(self, program: Program) -> None:
        self.program = program

    @property
    def name(self) -> str:
        return self.program.label

    def move(self, game: chess.Board) -> Answer:
        return finish(self.program.answer(game))

    def close(self) -> None:
        self.program.give_up()


class EnginePlayer:
    def __init__(self, spec: EngineSpec) -> None:
        self.spec = spec
        self.process: chess.engine.SimpleEngine | None = None

    @property
    def name(self) -> str:
        return self.spec.name

    def engine(self) -> chess.engine.SimpleEngine:
        if self.process is None:
            spec = self.spec
            popen = chess.engine.SimpleEngine.popen_uci if spec.protocol == "uci" else chess.engine.SimpleEngine.popen_xboard
            with _sentences(spec):
                self.process = popen(list(spec.command), timeout=STARTING_SECONDS)
                self.process.configure(dict(spec.options))
        return self.process

    def move(self, game: chess.Board) -> Answer:
        spec = self.spec
        limit = chess.engine.Limit(time=spec.seconds, depth=spec.depth, nodes=spec.nodes)
        if spec.seconds is spec.depth is spec.nodes is None:
            limit = chess.engine.Limit(time=ENGINE_SECONDS)
        began = time.monotonic()
        for again in (True, False):
            try:
                with _sentences(spec):
                    played = self.engine().play(game, limit)
                break
            except ListingFault as fault:
                self.close()
                if not again:
                    return Answer(None, time.monotonic() - began, "failed", str(fault).rstrip("."))
        seconds = time.monotonic() - began
        if played.resigned or played.move is None:
            return Answer(None, seconds, "resigns", f"{spec.name} resigns")
        return Answer(played.move, seconds)

    def close(self) -> None:
        if self.process is not None:
            process, self.process = self.process, None
            process.close()


@contextmanager
def _sentences(spec: EngineSpec) -> Iterator[None]:
    named = shlex.join(spec.command)
    try:
        yield
    except FileNotFoundError:
        raise ListingFault(f"There is no program {named} to play with.") from None
    except (chess.engine.EngineError, chess.engine.EngineTerminatedError, OSError, TimeoutError) as error:
        raise ListingFault(f"{named} does not play: {str(error).rstrip('.') or type(error).__name__}.") from None


# as they are named on the command line

def listing_spec(text: str, limit: float = LONGEST) -> ListingSpec:
    """`hamann`, `hamann:2`, `hamann+4.5:2`."""
    named, colon, level = text.partition(":")
    name, *improvements = named.split("+")
    program = open_program(name, improvements, level if colon else None)
    subject = subject_of(name, program.board, improvements)
    return ListingSpec(program.label, program.board, subject, tuple(improvements), program.level, limit)


@record
class _Words:
    command: str
    name: str = ""
    protocol: str = "uci"
    limits: dict[str, float] = field(default_factory=dict)
    options: list[tuple[str, str]] = field(default_factory=list)


def engine_spec(words: list[str]) -> EngineSpec:
    """`stockfish option.UCI_Elo=1350 name=weak movetime=0.1`; also proto=xboard, depth=, nodes=."""
    found = _Words(words[0])
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals or not value:
            raise ListingFault(f"{word} is not of the form KEY=VALUE.")
        if key.startswith("option."):
            found.options.append((key.removeprefix("option."), value))
        elif key == "name":
            found.name = value
        elif key == "proto" and value in ("uci", "xboard"):
            found.protocol = value
        elif key in ("movetime", "depth", "nodes"):
            found.limits[key] = _positive(word, value)
        else:
            raise ListingFault(f"{word} is not known; there are option.NAME=, name=, proto=uci, proto=xboard, movetime=, "
                               "depth= and nodes=.")
    command = tuple(shlex.split(found.command))
    if not command:
        raise ListingFault("--engine needs a command.")
    described = "".join(f" {value}" for _, value in found.options if value.lower() not in ("true", "false"))
    depth, nodes = found.limits.get("depth"), found.limits.get("nodes")
    return EngineSpec(found.name or command[0].rpartition("/")[2] + described, command, tuple(found.options), found.protocol,
                      found.limits.get("movetime"), int(depth) if depth else None, int(nodes) if nodes else None)


def _positive(word: str, value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e9:
        raise ListingFault(f"{word} needs a number above 0.")
    return number
