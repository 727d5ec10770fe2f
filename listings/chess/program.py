"""A listing that plays chess: it is brought to a position and asked for its move.

    program = open_program("hamann", level="2")
    work = program.answer(game)             # a chess.Board with the moves so far; the program plays the side to move
    answer = finish(work)                   # or: next(work) as often as there is time for, until StopIteration

Where the game goes on from the program's own move, the other side's move is typed, as a person would. In any other case, and
where the program does not take the move, the position is set up: in the way the program has for it, else by its variables.
"""

import re
from collections.abc import Generator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import chess

from basic.records import field, record
from cpc import gallery
from listings import library
from listings.checks.subject import Subject
from listings.chess import board as boards
from listings.chess.board import Board, Position
from listings.chess.console import LONGEST, Console
from listings.chess.faults import Cannot, ListingFault, Stopped, Stuck
from listings.chess.set_up import set_up_text
from listings.source import Lines, merged, read_listing

SET_UP_SECONDS = 7200.0         # emulated, that a set-up may take
HURRY_SECONDS = 120.0           # that a program which was told to move at once may still take
KINDS = {"D": chess.QUEEN, "T": chess.ROOK, "L": chess.BISHOP, "S": chess.KNIGHT,
         "Q": chess.QUEEN, "R": chess.ROOK, "B": chess.BISHOP, "N": chess.KNIGHT}
Asking = Generator[None, None, "Answer"]


@record
class Info:
    """What a program shows of its thinking. `score` is in centipawns, for the side to move; `pv` begins with its best move."""
    score: int | None = None
    mate_in: int = 0                # moves; below 0 it is the side to move that is mated
    depth: int | None = None
    nodes: int | None = None
    pv: list[chess.Move] = field(default_factory=list)


@record
class Answer:
    """What came of asking. Without `move` the reason stands in `why`: resigns, ended, illegal, cannot, failed."""
    move: chess.Move | None
    seconds: float                  # of the machine
    why: str = ""
    text: str = ""                  # a sentence about it
    info: Info = field(default_factory=Info)
    notes: list[str] = field(default_factory=list)


def finish(work: Asking) -> Answer:
    """Lets the program think to its end."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            answer: Answer = end.value
            return answer


class Program:
    def __init__(self, board: Board, subject: Subject, improvements: Sequence[str] = (), level: str | None = None) -> None:
        self.board, self.subject, self.improvements = board, subject, list(improvements)
        self.levels: list[str] = board.facts["levels"]
        self.level = ""
        self.game: chess.Board | None = None        # the game as the program has it
        self.side = chess.BLACK                     # the side it plays
        self.mirrored = False                       # its game is played with the sides exchanged
        self.limit = LONGEST                        # emulated seconds for a move; then it has failed
        self.thinking = False                       # about its move, and not being set up
        self.starts: dict[tuple[str, str], tuple[dict[str, Any], str]] = {}      # the machine, and what is printed then
        self.set_level(level or board.facts["level"])

    @property
    def name(self) -> str:
        return self.board.name

    @property
    def label(self) -> str:
        """As players are named: `hamann+4.5:2`."""
        return "+".join([self.name, *self.improvements]) + f":{self.level}"

    @cached_property
    def console(self) -> Console:
        return Console(self.subject)

    def set_level(self, level: str) -> None:
        if level not in self.levels:
            raise ListingFault(f"{self.name} has no level {level}; its levels are {', '.join(self.levels)}.")
        if level != self.level:
            self.level, self.game = level, None

    @property
    def limits(self) -> list[str]:
        """What the program is known not to do, as ends of sentences."""
        return [entry["what"] for entry in self.board.facts.get("cannot", [])]

    # a move

    def answer(self, game: chess.Board) -> Asking:
        """The program's move for the side whose turn it is."""
        notes: list[str] = []
        for attempt in range(2):
            try:
                taken = yield from self._bring_to(game, notes, anew=bool(attempt))
                found = yield from self._reply(game, taken)
            except Cannot as why:
                self.game = None
                return Answer(None, 0.0, "cannot", f"{self.name} cannot: {why}", notes=notes)
            except (Stopped, Stuck) as why:
                self.game = None
                found = Answer(None, self.console.seconds, "failed", f"{self.name} has failed: {why}")
            if found.why not in ("failed", "ended") or attempt:
                break
            notes.append(f"{found.text}; asked again in the position set up anew")
        found.notes = notes + found.notes
        return found

    def _bring_to(self, game: chess.Board, notes: list[str], anew: bool) -> Generator[None, None, bool]:
        """Gets the program to think about its move. True: its first sign of thinking has been seen already."""
        if not anew and self._goes_on(game):
            if self._differs():
                notes.append(f"{self.name} has lost track of its board, which was set right: {self._differs()}")
            elif not self._can_type(game):
                notes.append(f"{self.name} does not take {game.peek().uci()}: the position after it was set up")
            else:
                self.console.type(self._typed(game))
                self.game = game.copy()
                return False
        begins = game.root().fen() == chess.STARTING_FEN and not anew
        if begins and len(game.move_stack) == 1 and game.turn == chess.BLACK and self._can_type(game):
            yield from self._start("black")
            self.side, self.mirrored = chess.BLACK, False
            self.console.type(self._typed(game))
            self.game = game.copy()
            return False
        if begins and not game.move_stack and "white" in self.board["start"]:
            yield from self._start("white")
            self.side, self.mirrored, self.game = chess.WHITE, False, game.copy()
            return True
        yield from self._set_up(game)
        return True

    def _goes_on(self, game: chess.Board) -> bool:
        """The game is the program's own with one move more."""
        own = self.game
        return (own is not None and game.turn == self.side and len(game.move_stack) == len(own.move_stack) + 1
                and game.move_stack[:-1] == own.move_stack and game.root().fen() == own.root().fen())

    def _reply(self, game: chess.Board, thinks: bool) -> Asking:
        reply, console = self.board["reply"], self.console
        wait = self._pattern(reply["wait"])
        if "refused" in reply and not thinks:
            wait = self._pattern(f"{reply['wait']}|{reply['refused']}")
        answers = [(self._pattern(question), answer) for question, answer in reply.get("answers", [])]
        try:
            self.thinking = True
            yield from console.wait(wait, answers, self.limit)
        except Stopped:
            if not re.search(self._ends, console.printed):
                raise
        finally:
            self.thinking = False
        text = console.printed
        if not thinks and ("refused" in reply and re.search(reply["refused"], text) or not re.search(reply["thinks"], text)) \
                and not re.search(self._ends, text):
            return (yield from self._after_refusal(game))
        return self._understood(game, text, console.seconds)

    def _after_refusal(self, game: chess.Board) -> Asking:
        move = game.peek().uci()
        yield from self._set_up(game)
        answer = yield from self._reply(game, True)
        answer.notes.insert(0, f"{self.name} does not take {move}: the position after it was set up")
        return answer

    @property
    def _ends(self) -> str:
        reply = self.board["reply"]
        return "|".join(reply[key] for key in ("over", "resigns") if key in reply) or "(?!)"

    def _understood(self, game: chess.Board, text: str, seconds: float) -> Answer:
        reply = self.board["reply"]
        info = self.info(game, text)
        if "resigns" in reply and re.search(reply["resigns"], text):
            self.game = None
            return Answer(None, seconds, "resigns", f"{self.name} resigns", info)
        move = self._move_in(game, text)
        if move is None:
            self.game = None
            over = re.search(self._ends, text)
            said = f"{self.name} ends the game: {over[0]}" if over else f"{self.name} shows no move"
            return Answer(None, seconds, "ended", said, info)
        if not game.is_legal(move):
            self.game = None
            return Answer(None, seconds, "illegal", f"{self.name} plays {move.uci()}, which is not legal here", info)
        after = game.copy()
        after.push(move)
        self.game = None if re.search(self._ends, text) else after
        if info.pv and info.pv[0] != move:
            info.pv = [move]
        return Answer(move, seconds, info=info)

    def _move_in(self, game: chess.Board, text: str) -> chess.Move | None:
        """The move that the program shows; also one that is not legal."""
        reply = self.board["reply"]
        for castling, file in (("long", 2), ("short", 6)):
            if castling in reply and re.search(reply[castling], text):
                rank = 0 if game.turn == chess.WHITE else 7
                return chess.Move(chess.square(4, rank), chess.square(file, rank))
        found = list(re.finditer(reply["move"], text))
        if not found:
            return None
        squares = [self._square(name) for name in found[-1].groups()[:2]]
        promotes = game.piece_type_at(squares[0]) == chess.PAWN and chess.square_rank(squares[1]) in (0, 7)
        kind = (found[-1][3] if found[-1].lastindex == 3 else None) or "Q"
        return chess.Move(squares[0], squares[1], KINDS[kind.upper()] if promotes else None)

    def _square(self, name: str) -> chess.Square:
        square = chess.parse_square(name.lower())
        return chess.square_mirror(square) if self.mirrored else square

    # what it shows meanwhile

    def info(self, game: chess.Board, text: str) -> Info:
        """What the program has shown of its thinking by now."""
        facts, found = self.board["info"], Info()
        if values := re.findall(facts["value"], text) if "value" in facts else []:
            score = round(float(values[-1].replace(" ", "")) * facts["unit"])
            found.score = -score if facts["of"] == "white" and game.turn == chess.BLACK else score
            plies = facts.get("mate", 0) - abs(score)
            if -2 < plies < 1000 and "mate" in facts:
                found.mate_in = (max(plies, 1) + 1) // 2 * (1 if found.score > 0 else -1)
        for key in ("nodes", "depth"):
            if numbers := re.findall(facts[key], text) if key in facts else []:
                setattr(found, key, int(numbers[-1]))
        if lines := [line for line in re.findall(facts["best"], text) if line] if "best" in facts else []:
            found.pv = self._line(game, lines[-1])
        return found

    def _line(self, game: chess.Board, text: str) -> list[chess.Move]:
        game, moves = game.copy(stack=False), []
        for squares in re.findall(self.board["info"]["moves"], text):
            try:
                move = game.find_move(self._square(squares[0]), self._square(squares[1]))
            except chess.IllegalMoveError:
                break
            game.push(move)
            moves.append(move)
        return moves

    def best_so_far(self, game: chess.Board) -> Info:
        return self.info(game, self.console.printed)

    @property
    def can_hurry(self) -> bool:
        return "hurry" in self.board["reply"]

    def hurry(self, game: chess.Board) -> Answer | None:
        """Tells the program to move at once, if it has a key for it."""
        key = self.board["reply"].get("hurry")
        if key is None:
            return None
        self.console.cpc.type(key)
        limit, self.limit = self.limit, self.console.seconds + HURRY_SECONDS
        try:
            return finish(self._reply(game, True))
        except (Stopped, Stuck):
            return None
        finally:
            self.limit = limit

    def give_up(self) -> None:
        """The program is left in the middle of its thinking: the next position is set up."""
        self.game = None

    # typing a move

    def _own(self, game: chess.Board) -> chess.Board:
        """The position from the program's side of the board."""
        return game.mirror() if self.mirrored else game

    def _can_type(self, game: chess.Board) -> bool:
        move, cannot = game.peek(), self.board["move"].get("cannot", [])
        before = game.copy()
        before.pop()
        return not ("underpromotion" in cannot and move.promotion not in (None, chess.QUEEN)
                    or "castling" in cannot and before.is_castling(move)
                    or "en passant" in cannot and before.is_en_passant(move))

    def _typed(self, game: chess.Board) -> str:
        facts, move = self.board["move"], game.peek()
        names = [chess.square_name(chess.square_mirror(square) if self.mirrored else square)
                 for square in (move.from_square, move.to_square)]
        promotes = move.promotion is not None and "promotion" in facts
        mover = "black" if game.turn != self.mirrored else "white"
        return str(facts["promotion" if promotes else "type"]).format(**{
            "from": names[0], "to": names[1], "FROM": names[0].upper(), "TO": names[1].upper(),
            "piece": facts["pieces"][chess.piece_symbol(move.promotion)] if promotes and move.promotion else "",
            "colour": facts.get("colours", {}).get(mover, "")})

    def _differs(self) -> str:
        """Where the program's board is not that of the game: `d4, e5`."""
        assert self.game is not None
        wanted = Position.of_fen(self._own(self.game).fen()).pieces
        found = self.board.position(self.console.cpc.variables).pieces
        return ", ".join(square for square in boards.SQUARES if wanted.get(square) != found.get(square))

    # beginning

    def begin(self) -> Generator[None, None, None]:
        """To the program's question for White's first move, for the looks of it."""
        if not self.console.printed:
            yield from self._start("black")

    def _pattern(self, text: str) -> re.Pattern[str]:
        return re.compile(text, re.DOTALL)

    def _start(self, side: str) -> Generator[None, None, None]:
        """From RUN to the program's first question, or its first thought as White."""
        facts = self.board["start"][side]
        if (side, self.level) not in self.starts:
            self.console.restore(self.console.loaded)
            self.console.type(facts["type"].format(level=self.level))
            yield from self.console.wait(self._pattern(facts["wait"]), longest=SET_UP_SECONDS)
            self.starts[side, self.level] = self.console.cpc.snapshot(), self.console.printed
        else:
            self.console.restore(*self.starts[side, self.level])
        self.console.asked = self.console.cpc.seconds

    def _set_up(self, game: chess.Board) -> Generator[None, None, None]:
        """The position on the program's board, and the program thinking about it."""
        facts, console = self.board["set_up"], self.console
        if not facts:
            raise Cannot("it has no way to set a position up")
        how = self.board["colours"].get("white") if game.turn == chess.WHITE else None
        self.side, self.mirrored = game.turn, how == "mirror"
        around = how == "turned"
        position = Position.of_fen(self._own(game).fen(en_passant="legal"))
        if facts.get("after") == "start":
            yield from self._start("black")
        else:
            console.restore(console.loaded)
        if facts.get("break"):
            console.cpc.run(1)
            console.stop_program()
            values = self.board.assignments(position, around) | facts.get("variables", {})
            mark = self.board["turned"]
            if mark:
                values[mark["variable"]] = mark["value"] if around else 0
            for name, value in values.items():
                console.cpc.variables[name] = value
        console.type(set_up_text(facts, position, self.level))
        refused = facts.get("refused")
        wait = self._pattern(f"{facts['wait']}|{refused}" if refused else facts["wait"])
        match = yield from console.wait(wait, longest=SET_UP_SECONDS)
        if refused and re.search(refused, match[0]):
            raise Cannot("it refuses the position")
        if facts.get("set_en_passant"):
            for name, value in self.board.en_passant_assignment(position).items():
                console.cpc.variables[name] = value
        self.game = game.copy()
        console.asked = console.cpc.seconds


# which program

def open_program(name: str, improvements: Sequence[str] = (), level: str | None = None) -> Program:
    """The program of a listing that was typed in, or of an example."""
    board = boards.board_of(name, improvements)
    if board is None:
        raise ListingFault(f"{name} is no chess program; the chess programs are {', '.join(boards.names())}.")
    return Program(board, subject_of(name, board, improvements), improvements, level)


def subject_of(name: str, board: Board, improvements: Sequence[str]) -> Subject:
    if board.facts.get("example"):
        if improvements:
            raise ListingFault(f"{name} is an example; it has no improvements.")
        path = gallery.path_of(name)
        return Subject(read_listing(path), model=board.facts.get("model", "464"), parts=gallery.parts_of(path))
    listing, files = library.find(name, list(improvements))
    return Subject(_merged(files), listing.model, listing.dialect, listing.memory)


def _merged(files: list[Path]) -> Lines:
    return merged(*(read_listing(path) for path in files))
