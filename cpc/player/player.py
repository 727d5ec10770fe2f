"""The player runs a machine for a face: keys go in; picture, sound, notices and state come out.

    player = Player(CPC(), CPC, time.monotonic)     # until=5: over after 5 emulated seconds
    player.load(Path("program.bas"))
    player.paste("RUN\\n")
    while not player.over:
        player.keys.text("a")                   # a character was typed; see HostKeys for keys that go down and up
        player.frame()                          # the machine catches up with the wall clock
        show(player.screen)                     # .lines(), .inks, .pens(), .text(): whatever the face can show
        for notice in player.take_notices():
            print(notice.text)
        time.sleep(FRAME)

In: `keys` (characters, CPC keys, joysticks, ESC), `paste`, `stop_typing`, `insert`, `next_disc`, `load`, `pause`, `set_speed`,
`reset`. Out: `screen`, `cursor`, `text`, `samples`, `media`, `take_notices`; and as state `idle`, `over`, `stands`, `typing`,
`seconds`.

A debugger may be attached: `debugger` makes one for each machine. It keeps the past from the beginning on, so that a
face can open it late; `pace` lets it decide how the program goes on. The same HostKeys, Samples and Player stay when the
machine is switched off and on; a face that holds on to more is told by `on_switch_on`.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from basic.errors import BasicError
from basic.help.words import Language
from basic.session import Session
from cpc.api import CPC
from cpc.charset import readable
from cpc.keys.host_keys import HostKeys, codes_for
from cpc.machine import Machine
from cpc.picture.screen import Screen
from cpc.player.autosave import Autosave
from cpc.player.media import Media, NotInserted
from cpc.player.pacing import FRAME, Pacing, Remembered, Speed, name_of
from cpc.player.rewind import Rewind, Way
from cpc.player.samples import Samples
from cpc.player.shelf import CannotStart, Programs
from cpc.player.slots import Slots
from cpc.player.states import States
from cpc.texts import Texts

if TYPE_CHECKING:               # a face without a debugger does not load it
    from basic.debug.debugger import Debugger

MACHINE_SECONDS = 0.012         # of each frame are the machine's at most, so that keys are seen at once
MOST_STEPS = 1000               # of each frame, for a clock that moves seldom or not at all meanwhile
PRINTED = 1 << 16               # bytes of what was printed that are kept; a face shows the screen
SPEEDS: tuple[Speed, ...] = ("auto", 1.0, "max")
Until = str | float | None


class Notice(NamedTuple):
    """What a person should be told."""
    about: str                  # keys, speed, program, or mistake: of this emulator
    text: str


class Pace(Protocol):
    """How the program goes on, and how fast. `now` is the face's clock, in seconds."""
    @property
    def stands(self) -> bool:
        """A debugger has stopped the program."""
    def ahead(self, now: float) -> float: ...
    def step(self) -> None: ...
    def resume(self, now: float) -> None: ...
    def set_speed(self, speed: Speed, now: float) -> None: ...


class Player:
    """Plays `cpc`, whose program may be loaded already; `make` switches another one on after a reset."""

    cpc: CPC
    debugger: "Debugger | None"
    pacing: Pace

    def __init__(self, cpc: CPC, make: Callable[[], CPC], clock: Callable[[], float], *, speed: Speed = "auto",
                 until: Until = None, autosave: Autosave | None = None,
                 debugger: "Callable[[Session], Debugger] | None" = None, language: Language = "en",
                 states: Path | None = None) -> None:
        """`states` is the folder for states; without it there are none."""
        self.text_of = Texts(language)
        self.make = make
        self.clock = clock
        self.speed = speed
        self.until = until                      # when it is over: `idle`, or emulated seconds
        self.autosave = autosave
        self.make_debugger = debugger
        self.paused = False
        self.on_switch_on: Callable[[], None] = lambda: None
        self.make_with_drives: Callable[[], CPC] | None = None      # as `make`, but with disc drives
        self.media = Media(lambda: self.cpc, self._switch_drives_on, self.text_of)
        self.rewind = Rewind()
        self.slots = Slots(self, States(states, self.text_of)) if states else None
        self.notices: list[Notice] = []
        self.told = 0                           # of the session's notices
        self.pasted = 0                         # characters that are being typed in
        self.stepping = False                   # the machine goes on; else a debugger may be replaying its past
        self.due = 0.0                          # when the machine is not ahead of the clock any more
        self.cannot_keep = ""                   # why the program is not kept, once that has been said
        self.keys = HostKeys(cpc.session, lambda hint: self.say("keys", hint), self.text_of)
        self.samples = Samples(cpc.machine.sound)
        self._switch_on(cpc)

    # time

    def frame(self, give_way: float | None = None) -> None:
        """Lets the machine catch up with the clock, for MACHINE_SECONDS or until `give_way`, but for a step at least."""
        now = self.clock()
        if self.rewind.goes_back:
            self._go_back(now)
            return
        end = now + MACHINE_SECONDS if give_way is None else give_way
        for _ in range(MOST_STEPS):
            if self.stands:
                break
            ahead = self.pacing.ahead(now)
            self.due = now + ahead
            if ahead > 0:
                break
            self.stepping = True
            try:
                self.pacing.step()
            finally:
                self.stepping = False
            self.keys.frame()
            now = self.clock()
            if now >= end:
                break
        if self.machine.keyboard.nothing_typed():
            self.pasted = 0
        self.machine.text.printed.forget(PRINTED)
        if self.machine.keyboard.reset_asked:
            self.reset()
        if self.autosave:
            self._autosave(lambda kept: kept.look(self.cpc, now))
        if self.debugger and not self.stands:
            self.rewind.look(self.debugger, now, self.idle)

    def due_in(self) -> float:
        """Seconds until there is something to do again, a frame at most."""
        return FRAME if self.stands else min(max(self.due - self.clock(), 0.0), FRAME)

    def pause(self, on: bool) -> None:
        self.paused = on
        self.keys.release_all()
        self.resume()

    def resume(self) -> None:
        """After whatever held the machine up: the clock counts from here on."""
        self.pacing.resume(self.clock())

    def set_speed(self, speed: Speed) -> None:
        self.speed = speed
        self.pacing.set_speed(speed, self.clock())
        self.say("speed", self.text_of("speed", name_of(speed)))

    def go_back(self, on: bool) -> None:
        """Back in time from now on, or forward again from where that has led. Where a debugger stands it has its own way."""
        if not on:
            if self.rewind.goes_back:
                self.rewind.end()
                self.resume()
        elif self.debugger is None or not self.rewind.begin(self.debugger, self.clock()):
            self.say("keys", self.text_of("no past"))
        else:
            self.keys.let_go_now()

    def _go_back(self, now: float) -> None:
        assert self.debugger is not None
        way = self.rewind.go_back(self.debugger, now)
        if way is not Way.ON:
            self.say("keys", self.text_of("no past" if way is Way.BEGINNING else "run begins"))

    def next_speed(self) -> None:
        at = SPEEDS.index(self.speed) if self.speed in SPEEDS else -1
        self.set_speed(SPEEDS[(at + 1) % len(SPEEDS)])

    def pace(self, make: Callable[[Speed, float], Pace] | None = None) -> None:
        """Another way of going on; without one, the usual way."""
        now = self.clock()
        self.pacing = make(self.speed, now) if make else self._pacing(now)
        self.pacing.resume(now)

    def remember(self, debugger: "Callable[[Session], Debugger]") -> None:
        """From now on a debugger keeps the past of this machine and of those that are switched on after it."""
        if self.debugger is None:
            self.make_debugger = debugger
            self.debugger = debugger(self.cpc.session)
            self.pace()

    def _pacing(self, now: float) -> Pacing:
        if self.debugger:
            return Remembered(self.cpc, self.debugger, self.speed, now)
        return Pacing(self.cpc, self.speed, now)

    # switching on and off

    def _switch_on(self, cpc: CPC) -> None:
        self.cpc = cpc
        self.rewind.forget()
        self.told = 0
        cpc.session.before_direct = self._before_it_runs
        self.switched_on = cpc.seconds
        self.pasted = 0
        self.keys.attach(cpc.session)
        self.samples.attach(cpc.machine.sound)
        self.debugger = self.make_debugger(cpc.session) if self.make_debugger else None
        self.pacing = self._pacing(self.clock())

    def reset(self) -> None:
        """Switches the CPC off and on; a program that is not saved is set aside."""
        self.replace(self.make, self.make)

    def start(self, programs: Programs, place: str) -> bool:
        """Another program, on a machine that is switched on for it."""
        self.machine.drives.write_back()
        try:
            start = programs.start(place)
        except CannotStart as fault:
            self.say("program", str(fault))
            return False
        self.make_with_drives = start.make_with_drives
        self.replace(lambda: start.cpc, start.make)
        return True

    def replace(self, begin: Callable[[], CPC], make: Callable[[], CPC], aside: bool = True) -> None:
        """Another machine: `begin` gives it now, `make` after a reset. `aside`: a program that is not saved is kept first."""
        if aside:
            self._set_aside()
        self.machine.drives.write_back()
        self.media.forget()
        self.make = make
        self._switch_on(begin())
        self.on_switch_on()

    def _switch_drives_on(self) -> bool:
        """A disc is put in: from now on this CPC has drives."""
        if self.make_with_drives is None:
            return False
        self.replace(self.make_with_drives, self.make_with_drives)
        self.say("program", self.text_of("with drives"))
        return True

    def recover(self, report: str) -> None:
        """After a mistake of this emulator: the program is safe, and the prompt comes back."""
        path = self.autosave.keep_report(report) if self.autosave else None
        self.say("mistake", self.text_of("mistake in", path) if path else self.text_of("mistake", report.splitlines()[-1]))
        self.pace()
        self._to_prompt()

    def _to_prompt(self) -> None:
        self.cpc.session.to_prompt()
        if self.debugger:
            self.debugger.forget_past()

    # in

    def paste(self, text: str) -> bool:
        """Types a text in, as fast as it is read. False: nothing in it can be typed."""
        codes, unknown = codes_for(text)
        self.cpc.session.input.type(codes)
        self.pasted = len(self.machine.keyboard.typed)
        if unknown:
            self.say("keys", self.text_of("left out", unknown[:20]))
        return bool(codes)

    def stop_typing(self) -> None:
        """What was pasted and has not been read yet is not typed."""
        self.cpc.session.input.stop_typing()

    def insert(self, path: Path, drive: int = 0) -> bool:
        """A file that a person gives: a disc goes into drive A (0) or B (1), a tape into the deck, a snapshot goes on, and a
        program is loaded, from whose folder the next ones come."""
        try:
            said = self.media.insert(path, drive)
        except OSError as error:
            self.say("program", self.text_of("cannot be read", path.name, error.strerror))
            return False
        except NotInserted as fault:
            self.say("program", str(fault))
            return False
        if said is None:
            loaded = self.load(path)
            if loaded:
                self.media.use_folder(path)
            return loaded
        if self.debugger:
            self.debugger.forget_past()
        self.say("program", said)
        return True

    def next_disc(self) -> None:
        """The next disc of a zip archive."""
        try:
            self.say("program", self.media.next_disc())
        except NotInserted as fault:
            self.say("program", str(fault))

    def load(self, path: Path, run: bool = False) -> bool:
        """Puts a program in place of the present one, which is set aside if it is not saved. With `run` it starts."""
        aside = self._set_aside()
        try:
            self.cpc.load(path)
        except OSError as error:
            self.say("program", self.text_of("cannot be read", path.name, error.strerror))
            return False
        except BasicError as error:
            self.say("program", f"{path.name}: {error}")
            return False
        self._to_prompt()
        run = run and bool(self.cpc.session.program.lines)
        if run:
            self.cpc.type("RUN\n")
        self.say("program", self.text_of("runs" if run else "loaded", path.name, aside).rstrip())
        return True

    def _before_it_runs(self) -> None:
        if self.autosave and self.stepping:
            self._autosave(lambda kept: kept.before_it_runs(self.cpc))

    def _autosave(self, act: Callable[[Autosave], None]) -> None:
        assert self.autosave is not None
        try:
            act(self.autosave)
        except OSError as error:
            why = f"{error.filename}: {error.strerror or error}"
            if why != self.cannot_keep:
                self.say("program", self.text_of("cannot be kept", why))
            self.cannot_keep = why

    def _set_aside(self) -> str:
        """An unsaved program, before it goes: a sentence that says where it is."""
        try:
            path = self.autosave.set_aside(self.cpc) if self.autosave else None
        except OSError as error:
            self.say("program", self.text_of("old not kept", error.strerror))
            return ""
        if path is None:
            return ""
        sentence = self.text_of("set aside", path)
        self.say("program", sentence)
        return sentence

    # out

    @property
    def machine(self) -> Machine:
        return self.cpc.machine

    @property
    def screen(self) -> Screen:
        return self.cpc.machine.screen

    @property
    def cursor(self) -> tuple[int, int]:
        """Column and row of the text cursor on the whole screen, from 0."""
        window = self.machine.text.windows[0]
        column, row, _ = window.inside(window.column, window.row)
        return column, row

    def text(self) -> str:
        """The text on the screen, row by row, as it can be read."""
        return "\n".join(readable(row.encode("latin-1")) for row in self.screen.text()).rstrip()

    @property
    def seconds(self) -> float:
        """Emulated seconds since the CPC was switched on by this player."""
        return self.cpc.seconds - self.switched_on

    @property
    def idle(self) -> bool:
        """A key is waited for, and nothing is left to type."""
        return self.cpc.session.executor.runner.waiting == "key" and self.machine.keyboard.nothing_typed()

    @property
    def over(self) -> bool:
        """What `until` asks for has come."""
        if self.until is None:
            return False
        return self.idle if isinstance(self.until, str) else self.seconds >= self.until

    @property
    def stands(self) -> bool:
        """Paused, or stopped by the debugger."""
        return self.paused or self.rewind.goes_back or self.pacing.stands

    @property
    def typing(self) -> float | None:
        """How much of what was pasted has been read, from 0 to 1; None: nothing is left."""
        left = len(self.machine.keyboard.typed)
        return 1 - left / self.pasted if left and self.pasted else None

    def say(self, about: str, text: str) -> None:
        self.notices.append(Notice(about, text))

    def take_notices(self) -> list[Notice]:
        """What is new since the last time."""
        taken, self.notices = self.notices, []
        told = self.cpc.session.notices
        taken += (Notice("program", self.text_of.again(sentence)) for sentence in told[self.told:])
        self.told = len(told)
        return taken

    def close(self) -> str:
        """At the end: keeps a program that is not saved, and says what has become of it."""
        return self.text_of.again(self.autosave.at_the_end(self.cpc)) if self.autosave else ""


__all__ = ["FRAME", "Notice", "Pace", "Player", "Speed", "Until"]
