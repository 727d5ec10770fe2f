"""Random legal positions for chess listings: each is set up, and answered by a legal move or a truthful word that it cannot.

    python3 -m tests.chess_positions 1000 schach himstahn salomon:1 [--seed 1]

Hamann and demoschach are taken from where they were typed in. Says for each program how many positions were answered how, and
shows each position without a move.
"""

import argparse
import random
from collections import Counter
from collections.abc import Iterator

import chess

from listings.chess.program import Answer, Program, finish, open_program

LONGEST = 6 * 3600.0        # emulated seconds for a move


def positions(count: int, seed: int) -> Iterator[chess.Board]:
    """From games of random moves; every tenth is given with its moves, the others as a position alone."""
    chance = random.Random(seed)
    for number in range(count):
        game = chess.Board()
        for _ in range(chance.randrange(160)):
            if game.is_game_over():
                break
            game.push(chance.choice(sorted(game.legal_moves, key=str)))
        while game.is_game_over():
            game.pop()
        yield game if number % 10 == 0 else chess.Board(game.fen())


def outcome(program: Program, game: chess.Board) -> tuple[str, Answer]:
    """What came of it in a word: move, or why there is none."""
    answer = finish(program.answer(game))
    if answer.move is not None and not game.is_legal(answer.move):
        return "ILLEGAL AND NOT TOLD", answer
    return answer.why or "move", answer


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("names", nargs="+", metavar="NAME[:LEVEL]")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for text in options.names:
        name, colon, level = text.partition(":")
        name, *improvements = name.split("+")
        program = open_program(name, improvements, level if colon else None)
        program.limit = LONGEST
        found: Counter[str] = Counter()
        noted: Counter[str] = Counter()
        for game in positions(options.count, options.seed):
            what, answer = outcome(program, game)
            found[what] += 1
            noted["with notes"] += bool(answer.notes)
            if what != "move":
                print(f"{program.label}: {game.fen()}: {what}: {answer.text}", flush=True)
        print(f"{program.label}: {dict(found)}, {dict(noted)}", flush=True)


if __name__ == "__main__":
    main()
