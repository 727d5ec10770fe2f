"""A listing as an engine for chess programs: the Universal Chess Interface, on lines in and lines out.

    engine = Engine(open_program("hamann"), print)
    engine.handle("position startpos moves e2e4")
    engine.handle("go")
    while engine.thinking:
        engine.step()               # a slice of the machine's time; commands may be handled between two of them

What a listing cannot do, and what it does wrong, is told in `info string`; the answer is then `bestmove 0000`.
"""

import re
import time
from collections.abc import Callable, Sequence
from typing import Protocol

import chess

from basic.records import record
from cpc import CPC
from listings import library
from listings.chess.faults import ListingFault
from listings.chess.program import Answer, Asking, Info, Program, open_program
from listings.manifest import BASE

NO_MOVE = "0000"
_WHOLE = re.compile(r"-?[0-9]{1,12}")
LAST_CHANCE = 0.4               # seconds that a stopped program which has shown no move gets at full speed
BETWEEN = 0.2                   # seconds between two looks at what the program shows
NAP = 0.01                      # seconds, while the machine's clock is ahead
SHARE = 30                      # of the time on the clock a move may take one part in so many


class Shown(Protocol):
    """The CPC's window beside the game."""
    def show(self, cpc: CPC) -> None: ...
    def close(self) -> None: ...


@record
class Limits:
    """What `go` allows, in seconds of the host."""
    until: float = float("inf")
    depth: int | None = None
    infinite: bool = False          # infinite or ponder: the answer waits for `stop` or `ponderhit`


class Engine:
    def __init__(self, program: Program, say: Callable[[str], None], window: Callable[[], Shown] | None = None,
                 clock: Callable[[], float] = time.monotonic) -> None:
        self.program, self.say, self.make_window, self.clock = program, say, window, clock
        self.window: Shown | None = None
        self.game: chess.Board | None = chess.Board()
        self.work: Asking | None = None
        self.answer: Answer | None = None           # found, but not asked for yet
        self.limits = Limits()
        self.real = False                           # the machine's own speed
        self.closed = False
        self.began = self.looked = self.machine_seconds = 0.0
        self.told = Info()

    @property
    def thinking(self) -> bool:
        return self.work is not None

    # commands

    def handle(self, line: str) -> None:
        words = line.split()
        while words and not hasattr(self, f"_do_{words[0]}"):       # a word that is not known is passed over
            words.pop(0)
        if words:
            getattr(self, f"_do_{words[0]}")(words[1:])

    def _do_uci(self, words: Sequence[str]) -> None:
        facts = self.program.board.facts
        model = self.program.subject.model
        self.say(f"id name {facts.get('engine', self.program.name)} ({self.program.name} on a CPC {model})")
        self.say(f"id author {self._authors()}")
        levels = " ".join(f"var {level}" for level in self.program.levels)
        self.say(f"option name Level type combo default {self.program.level} {levels}")
        self.say(f"option name Speed type combo default {'real' if self.real else 'max'} var max var real")
        self.say(f"option name ShowBoard type check default {str(self.window is not None).lower()}")
        for part in self._improvements():
            self.say(f"option name With {part} type check default {str(part in self.program.improvements).lower()}")
        self.say(f"option name UCI_EngineAbout type string default {self._about()}")
        self.say("uciok")

    def _do_isready(self, words: Sequence[str]) -> None:
        self.say("readyok")

    def _do_setoption(self, words: Sequence[str]) -> None:
        text = " ".join(words)
        name, _, value = text.removeprefix("name ").partition(" value ")
        name, value = name.strip(), value.strip()
        self._give_up()
        try:
            self._set(name.lower(), value)
        except ListingFault as fault:
            self._tell(str(fault))

    def _set(self, name: str, value: str) -> None:
        if name == "level":
            self.program.set_level(value)
        elif name == "speed":
            if value not in ("max", "real"):
                raise ListingFault(f"There is no speed {value}; there are max and real.")
            self.real = value == "real"
        elif name == "showboard":
            self._show_board(value == "true")
        elif name.startswith("with ") and (part := name.removeprefix("with ")) in self._improvements():
            parts = [one for one in self.program.improvements if one != part] + [part] * (value == "true")
            level = self.program.level
            changed = open_program(self.program.name, parts)
            self.program = changed
            if level in changed.levels:
                changed.set_level(level)
        else:
            raise ListingFault(f"There is no option {name}.")

    def _show_board(self, on: bool) -> None:
        if self.window is not None:
            self.window.close()
            self.window = None
        if on and self.make_window is None:
            raise ListingFault("There is no window here to show the board in.")
        if on and self.make_window is not None:
            self.window = self.make_window()

    def _do_ucinewgame(self, words: Sequence[str]) -> None:
        self._give_up()
        self.program.give_up()

    def _do_position(self, words: Sequence[str]) -> None:
        self._give_up()
        at = words.index("moves") if "moves" in words else len(words)
        try:
            game = chess.Board() if words[:1] == ["startpos"] else chess.Board(" ".join(words[1:at]))
            for move in words[at + 1:]:
                game.push_uci(move)
            if not game.is_valid():
                raise ValueError("it cannot come up in a game")
            self.game = game
        except ValueError as error:
            self.game = None
            self._tell(f"The position is not understood: {error}.")

    def _do_go(self, words: Sequence[str]) -> None:
        self._give_up()
        self.limits = self._limits(words)
        self.answer, self.told = None, Info()
        self.began = self.looked = self.clock()
        self.machine_seconds = 0.0
        if self.game is None:
            self.say(f"bestmove {NO_MOVE}")
        elif not any(self.game.legal_moves):
            self._tell("The game is over.")
            self.say(f"bestmove {NO_MOVE}")
        else:
            self.work = self.program.answer(self.game.copy())

    def _limits(self, words: Sequence[str]) -> Limits:
        numbers = {key: int(value) for key, value in zip(words, words[1:], strict=False) if _WHOLE.fullmatch(value)}
        found = Limits(depth=numbers.get("depth"), infinite="infinite" in words or "ponder" in words)
        if "movetime" in numbers:
            found.until = self.clock() + numbers["movetime"] / 1000
        side = "w" if self.game is not None and self.game.turn == chess.WHITE else "b"
        if f"{side}time" in numbers:
            left, more = numbers[f"{side}time"] / 1000, numbers.get(f"{side}inc", 0) / 1000
            share = left / max(1, numbers.get("movestogo", SHARE))
            found.until = min(found.until, self.clock() + min(share + more, left * 0.8))
        return found

    def _do_stop(self, words: Sequence[str]) -> None:
        self.limits.infinite = False
        if self.answer is not None:
            self._out(self.answer)
        elif self.work is not None:
            self._stop_thinking()

    def _do_ponderhit(self, words: Sequence[str]) -> None:
        self.limits.infinite = False
        if self.answer is not None:
            self._out(self.answer)

    def _do_quit(self, words: Sequence[str]) -> None:
        self._give_up()
        if self.window is not None:
            self.window.close()
        self.closed = True

    # thinking

    def step(self) -> None:
        """A slice of the program's thinking, or a nap while its machine is ahead of the clock."""
        if self.work is None or self.game is None:
            return
        now = self.clock()
        if self.real and self.machine_seconds > now - self.began:
            time.sleep(NAP)
        else:
            before = self.program.console.cpc.seconds
            try:
                next(self.work)
            except StopIteration as end:
                self.work = None
                self._found(end.value)
                return
            self.machine_seconds += max(0.0, self.program.console.cpc.seconds - before) * self.program.thinking
        if self.window is not None:
            self.window.show(self.program.console.cpc)
        if now - self.looked >= BETWEEN:
            self.looked = now
            shown = self.program.best_so_far(self.game) if self.program.thinking else Info()
            self._tell_info(shown)
            deep = self.limits.depth is not None and shown.depth is not None and shown.depth > self.limits.depth
            if not self.limits.infinite and (deep or now > self.limits.until) and (shown.pv or self.program.can_hurry):
                self._stop_thinking()

    def _stop_thinking(self) -> None:
        """The best that the program has shown; else it is told to move; else it gets a moment to come to its end."""
        game, work = self.game, self.work
        assert game is not None and work is not None
        end = self.clock() + LAST_CHANCE
        answer: Answer | None = None
        best = Info()
        while answer is None and self.clock() < end:
            if self.program.thinking:
                best = self.program.best_so_far(game)
                if not best.pv and self.program.can_hurry:
                    answer = self.program.hurry(game)
                    break
            if best.pv:
                break
            try:
                next(work)
            except StopIteration as stop:
                answer = stop.value
        self.work = None
        if answer is None:
            self.program.give_up()
            move = best.pv[0] if best.pv else None
            said = "" if move else f"{self.program.name} shows no move before it has come to its end"
            answer = Answer(move, self.program.console.seconds, "" if move else "stopped", said, best)
        self._out(answer)

    def _give_up(self) -> None:
        """Whatever was being thought about is dropped; the answer is still given, as each `go` has one."""
        if self.work is not None or self.answer is not None:
            self._do_stop([])

    def _found(self, answer: Answer) -> None:
        if self.limits.infinite:
            self.answer = answer
            self._tell_answer(answer)
        else:
            self._out(answer)

    # lines out

    def _out(self, answer: Answer) -> None:
        """The answer, and what has been told already of it before `stop` came is not told again."""
        if answer is not self.answer:
            self._tell_answer(answer)
        self.answer = None
        follows = f" ponder {answer.info.pv[1]}" if answer.move and len(answer.info.pv) > 1 else ""
        self.say(f"bestmove {answer.move or NO_MOVE}{follows}")
        if self.window is not None:
            self.window.show(self.program.console.cpc)

    def _tell_answer(self, answer: Answer) -> None:
        for note in answer.notes:
            self._tell(f"{note}.")
        if answer.text:
            self._tell(f"{answer.text}.")
        if answer.move is not None and not answer.info.pv:
            answer.info.pv = [answer.move]
        self._tell_info(answer.info, answer.seconds, last=True)

    def _tell(self, text: str) -> None:
        self.say("info string " + " ".join(text.split()))

    def _tell_info(self, info: Info, seconds: float | None = None, last: bool = False) -> None:
        if not last and (info == self.told or info == Info()):
            return
        self.told = info
        seconds = self.program.console.seconds if seconds is None else seconds
        parts = []
        if info.depth is not None:
            parts.append(f"depth {info.depth}")
        if info.score is not None:
            parts.append(f"score mate {info.mate_in}" if info.mate_in else f"score cp {info.score}")
        if info.nodes is not None:
            parts.append(f"nodes {info.nodes}")
        parts.append(f"time {round(seconds * 1000)}")
        if info.pv:
            parts.append("pv " + " ".join(map(str, info.pv)))
        self.say("info " + " ".join(parts))

    # about the listing

    def _improvements(self) -> list[str]:
        if self.program.board.facts.get("example"):
            return []
        parts = library.open_manifest(self.program.name).parts
        return [part.name for part in parts if part.name != BASE and not part.merge]

    def _authors(self) -> str:
        if self.program.board.facts.get("example"):
            return "the cpc-listings project"
        return ", ".join(library.open_manifest(self.program.name).book.get("authors", [])) or "unknown"

    def _about(self) -> str:
        if self.program.board.facts.get("example"):
            return f"examples/{self.program.name}.bas of the cpc-listings project, Locomotive BASIC"
        book = library.open_manifest(self.program.name).book
        return f"Listing from {book.get('title', 'a book')} ({', '.join(book.get('authors', []))}, " \
               f"{book.get('publisher', '')} {book.get('year', '')}), Locomotive BASIC"
