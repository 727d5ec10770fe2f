"""Players for tests of tournaments: they move as their name says, at once. Other processes import them from here."""

import os
import random
import signal
import time
from dataclasses import dataclass
from pathlib import Path

import chess

from listings.chess.program import Answer


@dataclass(frozen=True)
class RandomSpec:
    """Always the same game for the same name. With `kills`, the process that plays its third move is killed, once."""
    name: str
    kills: str = ""
    worth: int = 0              # 1: takes what it can; -1: gives up after ten moves
    nap: float = 0.0

    def make(self) -> "RandomPlayer":
        return RandomPlayer(self)


class RandomPlayer:
    def __init__(self, spec: RandomSpec) -> None:
        self.spec, self.name = spec, spec.name

    def move(self, game: chess.Board) -> Answer:
        spec = self.spec
        if spec.kills and len(game.move_stack) > 6:
            flag = Path(spec.kills)
            try:
                flag.touch(exist_ok=False)
            except FileExistsError:
                pass
            else:
                os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(spec.nap)
        if spec.worth < 0 and len(game.move_stack) > 20:
            return Answer(None, 1.0, "resigns", f"{spec.name} resigns")
        moves = sorted(game.legal_moves, key=str)
        chance = random.Random(f"{spec.name} {game.fen()}")
        if spec.worth > 0:
            moves = [move for move in moves if game.is_capture(move)] or moves
        return Answer(chance.choice(moves), 2.5, notes=["a note"] if len(game.move_stack) == 8 else [])

    def close(self) -> None:
        pass
