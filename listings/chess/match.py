"""One game between two players, with a judge: who has won, why, and what was noted on the way."""


import chess

from basic.records import field, record
from listings.chess.openings import Opening
from listings.chess.players import Player
from listings.chess.program import Answer

VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
ENOUGH = 5                      # a rook more: enough to be given the game when it has lasted too long
RULES = {chess.Termination.CHECKMATE: "mate", chess.Termination.STALEMATE: "stalemate",
         chess.Termination.INSUFFICIENT_MATERIAL: "material", chess.Termination.FIFTY_MOVES: "fifty moves",
         chess.Termination.SEVENTYFIVE_MOVES: "fifty moves", chess.Termination.THREEFOLD_REPETITION: "threefold repetition",
         chess.Termination.FIVEFOLD_REPETITION: "threefold repetition"}


@record
class Move:
    uci: str
    seconds: float | None = None        # of the player's own clock; None for the moves of the opening
    score: int | None = None            # centipawns for White, as the player saw it
    notes: list[str] = field(default_factory=list)


@record
class Record:
    """A game that was played."""
    white: str
    black: str
    number: int                         # of the games of these two
    opening: Opening
    moves: list[Move]
    result: str                         # 1-0, 0-1, 1/2-1/2
    why: str                            # mate, stalemate, ..., resigns, illegal, cannot, failed, ended, length
    text: str = ""                      # a sentence about the end

    @property
    def score(self) -> float:
        """White's share of the point."""
        return {"1-0": 1.0, "0-1": 0.0}.get(self.result, 0.5)


def play(white: Player, black: Player, number: int, opening: Opening, most_moves: int = 200) -> Record:
    """Plays to the end. After `most_moves` of each side the game is judged by material."""
    board = opening.board()
    record = Record(white.name, black.name, number, opening, [Move(move) for move in opening.moves], "", "")
    while True:
        if verdict := judged(board, most_moves):
            record.result, record.why, record.text = verdict
            return record
        player = white if board.turn == chess.WHITE else black
        answer = player.move(board)
        if answer.move is None or not board.is_legal(answer.move):
            record.result = "0-1" if board.turn == chess.WHITE else "1-0"
            record.why = answer.why or "illegal"
            record.text = answer.text or f"{player.name} plays {answer.move}, which is not legal here"
            if answer.notes:
                record.text = "; ".join([*answer.notes, record.text])
            return record
        record.moves.append(_noted(board, answer))
        board.push(answer.move)


def _noted(board: chess.Board, answer: Answer) -> Move:
    score = answer.info.score
    if score is not None and board.turn == chess.BLACK:
        score = -score
    return Move(str(answer.move), round(answer.seconds, 1), score, answer.notes)


def judged(board: chess.Board, most_moves: int) -> tuple[str, str, str] | None:
    """Result, reason and a sentence, if the game is over by the rules; draws need no claim."""
    outcome = board.outcome()
    if outcome is not None:
        return outcome.result(), RULES[outcome.termination], ""
    if board.is_repetition(3):
        return "1/2-1/2", "threefold repetition", ""
    if board.halfmove_clock >= 100:
        return "1/2-1/2", "fifty moves", ""
    if len(board.move_stack) >= 2 * most_moves:
        ahead = balance(board)
        result = "1-0" if ahead >= ENOUGH else "0-1" if ahead <= -ENOUGH else "1/2-1/2"
        return result, "length", f"judged by material after {most_moves} moves"
    return None


def balance(board: chess.Board) -> int:
    """White's material less Black's, in pawns."""
    return sum(value * (len(board.pieces(kind, chess.WHITE)) - len(board.pieces(kind, chess.BLACK)))
               for kind, value in VALUES.items())
