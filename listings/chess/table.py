"""A game at a board: a person who clicks on squares, and listings that play; or two listings.

    table = Table({"black": open_program("hamann")})        # White is a person
    table.press("e2"); table.press("e4")                    # the person's move
    table.step(0.012)                                       # what the listing thinks in that time

Knows nothing of how it is drawn.
"""

import time
from collections.abc import Callable, Generator, Mapping

import chess

from cpc import CPC
from listings.chess import match
from listings.chess.faults import Stopped, Stuck
from listings.chess.program import Answer, Asking, Program

MOST_MOVES = 300
COLOURS = {"white": chess.WHITE, "black": chess.BLACK}
WORDS = {"mate": "mate", "stalemate": "stalemate", "material": "nobody can mate", "fifty moves": "fifty moves without progress",
         "threefold repetition": "the same position three times", "length": "the game has lasted too long"}


class Table:
    def __init__(self, programs: Mapping[str, Program], pause: float = 0.0, real: bool = False,
                 clock: Callable[[], float] = time.monotonic) -> None:
        self.programs = dict(programs)              # "white", "black"; a person plays the other colour
        self.pause = pause                          # seconds at least between two moves of programs
        self.real = real                            # the machine's own speed
        self.clock = clock
        self.holds = False                          # it waits for a key before it goes on
        self.board = chess.Board()
        self.selected = ""
        self.choosing: list[chess.Move] = []        # promotions to choose from
        self.new()

    def new(self) -> None:
        self.board.reset()
        self.work: Asking | None = None
        self.greeting: Generator[None, None, None] | None = None
        self.over = self.said = ""
        self.unselect()
        self.moved = self.clock()
        self.ahead = 0.0
        self.seconds = 0.0                          # the machine's, for the last move

    # whose turn it is

    @property
    def program(self) -> Program | None:
        """The program whose turn it is; None: it is a person's."""
        return self.programs.get("white" if self.board.turn == chess.WHITE else "black")

    @property
    def machines(self) -> dict[str, CPC]:
        """The CPCs that play, by their colour."""
        return {colour: program.console.cpc for colour, program in self.programs.items()}

    # the person's moves

    @property
    def targets(self) -> set[str]:
        """Where the selected piece can go."""
        return {chess.square_name(move.to_square) for move in self.board.legal_moves
                if chess.square_name(move.from_square) == self.selected}

    def press(self, square: str) -> None:
        """A click: on a piece of one's own, then on where it goes."""
        if self.over or self.program is not None:
            return
        moves = [move for move in self.board.legal_moves
                 if (chess.square_name(move.from_square), chess.square_name(move.to_square)) == (self.selected, square)]
        if len(moves) > 1:
            self.choosing = moves
        elif moves:
            self._push(moves[0])
        else:
            own = self.board.color_at(chess.parse_square(square)) == self.board.turn
            self.unselect()
            self.selected = square if own else ""

    def choose(self, letter: str) -> None:
        """The piece that the pawn becomes; anything else takes the move back."""
        for move in self.choosing:
            if chess.piece_symbol(move.promotion or chess.QUEEN) == letter.lower():
                self._push(move)
                return
        self.unselect()

    def unselect(self) -> None:
        self.selected, self.choosing = "", []

    def take_back(self) -> None:
        """The person's last move, and the answer to it."""
        self._stop()
        if not self.board.move_stack:
            return
        self.board.pop()
        while self.board.move_stack and self.program is not None and len(self.programs) == 1:
            self.board.pop()
        self.over = self.said = ""
        self.unselect()

    def switch(self) -> None:
        """The person plays the other colour from now on."""
        if len(self.programs) == 1:
            self._stop()
            (colour, program), = self.programs.items()
            self.programs = {"white" if colour == "black" else "black": program}
            self.unselect()

    def _stop(self) -> None:
        if self.work is not None:
            self.work = None
            for program in self.programs.values():
                program.give_up()

    def _push(self, move: chess.Move) -> None:
        self.board.push(move)
        self.unselect()
        self.moved = self.clock()
        if verdict := match.judged(self.board, MOST_MOVES):
            result, why, _ = verdict
            self.over = f"{result}: {WORDS[why]}"

    # the programs' moves

    def step(self, seconds: float) -> None:
        """Lets the program whose turn it is think for so long at most."""
        program = self.program
        now = end = self.clock()
        end += seconds
        if program is None and not self.board.move_stack:
            self._greet(end)
        if self.over or self.holds or program is None:
            return
        if self.work is None:
            if now < self.moved + self.pause and self.board.move_stack:
                return
            self.work, self.ahead = program.answer(self.board.copy()), now
            self.said = ""
        while now < end and not (self.real and self.ahead > now):
            before = program.console.cpc.seconds
            try:
                next(self.work)
            except StopIteration as stop:
                self._take(program, stop.value)
                return
            self.ahead += max(0.0, program.console.cpc.seconds - before) * program.thinking
            now = self.clock()

    def _greet(self, end: float) -> None:
        """The program asks for the first move already while the person still looks at the board."""
        for program in self.programs.values():
            self.greeting = self.greeting or program.begin()
            while self.clock() < end:
                try:
                    next(self.greeting)
                except (StopIteration, Stopped, Stuck):
                    return

    def _take(self, program: Program, answer: Answer) -> None:
        self.work = None
        self.seconds = answer.seconds
        self.said = "; ".join([*answer.notes, *([answer.text] if answer.text else [])])
        if answer.move is None:
            winner = "0-1" if self.board.turn == chess.WHITE else "1-0"
            self.over = f"{winner}: {answer.text or program.name + ' does not move'}"
        else:
            self._push(answer.move)

    # what there is to see

    @property
    def pieces(self) -> dict[str, str]:
        return {chess.square_name(square): piece.symbol() for square, piece in self.board.piece_map().items()}

    @property
    def last(self) -> tuple[str, ...]:
        """The squares of the last move."""
        if not self.board.move_stack:
            return ()
        move = self.board.peek()
        return chess.square_name(move.from_square), chess.square_name(move.to_square)

    @property
    def in_check(self) -> str:
        """The square of the king in check."""
        king = self.board.king(self.board.turn)
        return chess.square_name(king) if self.board.is_check() and king is not None else ""

    @property
    def choices(self) -> list[str]:
        """The pieces that a pawn may become, as letters; large ones are White's."""
        return [chess.Piece(move.promotion or chess.QUEEN, self.board.turn).symbol() for move in self.choosing]

    @property
    def person_is_black(self) -> bool:
        return "black" not in self.programs and "white" in self.programs

    def lines(self) -> list[str]:
        """The state of the game in a few words, then its moves, the latest last."""
        rows = [self._state()]
        if self.said and self.said not in self.over:
            rows.append(self.said)
        if self.seconds:
            rows.append(f"The CPC's last move took {self.seconds // 60:.0f} min {self.seconds % 60:02.0f} s of its time.")
        return [*rows, "", *self._moves()]

    def _state(self) -> str:
        turn = "White" if self.board.turn == chess.WHITE else "Black"
        if self.over:
            return self.over
        if self.choosing:
            return "The pawn becomes: click on a piece."
        if self.holds:
            return "It waits: SPACE goes on."
        if self.program is None:
            return f"Your move ({turn})."
        thinks = f"{self.program.label} ({turn}) thinks"
        return f"{thinks}: {self.program.console.seconds // 60:.0f} min" if self.program.thinking else f"{thinks}."

    def _moves(self) -> list[str]:
        board, rows = chess.Board(), list[str]()
        for move in self.board.move_stack:
            text = board.san(move)
            if board.turn == chess.WHITE:
                rows.append(f"{board.fullmove_number:3}. {text}")
            else:
                rows[-1] = f"{rows[-1]:13}{text}"
            board.push(move)
        return rows
