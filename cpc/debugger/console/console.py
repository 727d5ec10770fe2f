"""A command line for the debugger, for all its faces: `Console.obey` gives the lines that a command says.

It knows neither a screen nor a keyboard. The commands are in cpc.debugger.console.commands.
"""

import re
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from basic.debug import views
from basic.debug.debugger import CommandError, Debugger, Stop
from basic.debug.probes import Noted
from basic.debug.sentences import sentence
from cpc.charset import readable
from cpc.debugger.console.explanation import in_short
from cpc.debugger.german import spoken
from cpc.debugger.slices import SHORTEST, Slices
from cpc.language import of_host
from cpc.machine import Machine
from cpc.player.polling import OnlyPolls
from cpc.texts import Texts

ASSIGNMENT = re.compile(r"\s*[A-Za-z][A-Za-z0-9.]*[%$!]?\s*(\(.*\))?\s*=")
LOOK_US = 500_000                       # between two looks whether a program only asks for keys
POLLING_US = 20_000_000                 # of asking for keys, after which it counts as waiting; between, it may draw a clock
BUSY_US = 500_000
OF_THE_WINDOW = {"plot", "play", "slow"}        # commands of cpc.debugger.panel alone
LONGEST_RUN_US = 3_600_000_000          # an emulated hour: then it stops, so that a person can decide


Do = Callable[["Console", str], Iterator[str]]          # with the text behind the command's name
Move = Callable[["Console", str], None]


class Command(NamedTuple):
    names: tuple[str, ...]
    arguments: str
    help: str
    do: Do


COMMANDS: dict[str, Command] = {}


def command(names: str, arguments: str, help: str) -> Callable[[Do], Do]:
    """Enters a command in the table: it gives the lines that it says."""
    def enter(do: Do) -> Do:
        made = Command(tuple(names.split()), arguments, help, do)
        for name in made.names:
            assert name not in COMMANDS, name
            COMMANDS[name] = made
        return do
    return enter


def goes_on(names: str, arguments: str, help: str) -> Callable[[Move], Move]:
    """A command that has the program go on, and says where it stops."""
    return _moving(names, arguments, help, lambda console: console.until_it_stops())


def arrives(names: str, arguments: str, help: str) -> Callable[[Move], Move]:
    """A command that takes the program elsewhere at once, and says where it stands."""
    return _moving(names, arguments, help, lambda console: console.where_it_stands(console.debugger.last_stop))


def _moving(names: str, arguments: str, help: str, says: Callable[["Console"], Iterator[str]]) -> Callable[[Move], Move]:
    def enter(move: Move) -> Move:
        @command(names, arguments, help)
        def do(console: Console, rest: str) -> Iterator[str]:
            move(console, rest)
            yield from says(console)
        return move
    return enter


class Console:
    def __init__(self, debugger: Debugger):
        self.debugger = debugger
        self.session = debugger.session
        self.ended = False
        self.shows_prints = True        # what `do` prints; False: the face shows all that is printed by itself
        self.explains = False           # at each stop, what the statement is about to do
        self.interrupted: Callable[[], bool] = lambda: False    # whether a run is to be ended now
        self.progress: Callable[[float], bool] = lambda part: self.interrupted()    # of a question about the past
        self.found: Sequence[Noted] = []        # the rows of its last answer
        self.texts = Texts(of_host())
        self.clipboard: Callable[[str], None] | None = None     # puts a text there, where there is one

    @property
    def machine(self) -> Machine:
        machine = self.session.machine
        if not isinstance(machine, Machine):
            raise CommandError("This machine has no screen.")
        return machine

    def obey(self, line: str) -> list[str]:
        """What a command says; a sentence where it cannot be done."""
        name, _, rest = line.strip().partition(" ")
        if not name:
            return []
        found = COMMANDS.get(name.lower())
        if found is None:
            if ASSIGNMENT.match(line):
                return [self.spoken(sentence("To change a variable: set {0}", line.strip()))]
            if name.lower() in OF_THE_WINDOW:
                return [self.spoken(sentence("{0} is for the debugger's window, which F4 opens.", name))]
            near = ", ".join(sorted(one for one in COMMANDS if one.startswith(name[:1].lower()) and len(one) > 2))
            return [self.spoken(sentence("There is no command {0}; perhaps {1}?", name, near) if near else
                                sentence("There is no command {0}; help lists them.", name))]
        try:
            return [self.spoken(line) for line in found.do(self, rest.strip())]
        except CommandError as error:
            return [self.spoken(error.sentence)]
        except Exception as error:          # a fault of the debugger must not end what a person is in the middle of
            traceback.print_exc(file=sys.stderr)
            return [self.spoken(sentence("The debugger has failed at {0}: {1}.", name, repr(error)))]

    def spoken(self, text: str) -> str:
        """In the person's language."""
        return spoken(text, self.texts.language)

    def complete(self, begun: str) -> list[str]:
        return sorted(name for name in COMMANDS if name.startswith(begun.lower()))

    # running

    def until_it_stops(self) -> Iterator[str]:
        debugger = self.debugger
        latest = debugger.clock.us + LONGEST_RUN_US
        polling, look_at = OnlyPolls(self.session, self.machine), debugger.clock.us
        slices = Slices(debugger)
        polled = busy = 0               # microseconds
        while debugger.running:
            begun = debugger.clock.us
            if slices.run() is not None:
                break
            passed = debugger.clock.us - begun
            asked = min(passed, SHORTEST) if debugger.polls_keys() else 0
            polled, busy = polled + asked, busy + passed - asked
            if not asked and busy > BUSY_US + polled // 4:
                polled = busy = 0
            if debugger.clock.us >= look_at:
                look_at = debugger.clock.us + LOOK_US
                still = polling.look()
                if not debugger.history.in_the_past() and (still or polled > POLLING_US):
                    debugger.stop()
                    yield "It asks for a key again and again: type TEXT, then go on; wait SECONDS lets it run."
                    break
            if debugger.waits_for_key():
                debugger.stop()
                yield "It waits for a key: type TEXT, then go on."
                break
            if self.interrupted() or debugger.clock.us > latest:
                debugger.stop()
        yield from self.where_it_stands(debugger.last_stop)

    def where_it_stands(self, stop: Stop | None) -> Iterator[str]:
        if stop is not None and stop.text:
            yield stop.text
        here = views.here(self.session)
        if here.number is None:
            yield views.state_sentence(self.session)
            return
        text = views.line_text(self.session, here.number)
        first, last = views.statement_range(self.session, here.number, here.statement)
        yield readable(text.encode("latin-1"))
        yield " " * first + "^" * max(1, last - first)
        if self.explains and (does := in_short(self.debugger, self.texts.language)):
            yield " " * first + does

    # arguments

    def place(self, text: str) -> tuple[int, int]:
        """LINE or LINE:STATEMENT, statements counted from 1."""
        match = re.fullmatch(r"(\d+)(?::(\d+))?", text)
        if not match:
            raise CommandError("{0} is not a line: 100, or 100:2 for its second statement." if text else
                               "A line is missing: 100, or 100:2 for its second statement.", text)
        return int(match[1]), int(match[2] or 1) - 1

    def microseconds(self, text: str) -> int:
        try:
            return int(float(text) * 1e6)
        except (ValueError, OverflowError):
            raise CommandError("{0} is not a number of seconds." if text else "The number of seconds is missing.",
                               text) from None

    def provisos(self, text: str) -> tuple[str, str, int]:
        """The three parts of: TEXT [if CONDITION] [pass N]."""
        match = re.fullmatch(r"(.*?)(?:\s+if\s+(.+?))?(?:\s+pass\s+(\d+))?", text, re.IGNORECASE)
        return (match[1], match[2] or "", int(match[3] or 1)) if match else (text, "", 1)

    def number(self, text: str, without: int) -> int:
        if not text:
            return without
        if not text.isdigit():
            raise CommandError("{0} is not a number.", text)
        return int(text)
