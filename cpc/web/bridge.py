"""The page and the player: messages in, messages out.

A message is an object with plain values; `do` names what is wanted, one of the methods `do_X`. One with an `id` gets an answer:
`answer` with a value, or `refused` with a sentence. Without being asked, the page is told `picture`, `state`, `notice`, `said`
(what was printed), `kept` (files to keep) and, for the debugger, `dap`.
"""

import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from basic.errors import BasicError
from basic.session import Session
from cpc.api import CPC, DIALECTS, MAKERS, MEMORIES
from cpc.charset import plain
from cpc.host_files import save_file
from cpc.keys.keymap import NORMAL, NUMBERS, SHIFTED
from cpc.memory import ROW_BYTES
from cpc.models import MODELS
from cpc.picture.monitors import colour
from cpc.picture.palette import COLOURS
from cpc.player.autosave import Autosave
from cpc.player.pacing import speed_of
from cpc.player.player import Player
from cpc.web.jobs import Job
from cpc.web.loading import Loading
from cpc.web.media import DISC
from cpc.web.page_keys import PageKeys, Pressed
from cpc.web.requests import Refused, flag, number, text
from cpc.web.scripts import LATER, Scripts
from cpc.web.taking import Taking

Message = dict[str, Any]
Tell = Callable[[str, Message], None]
Tool = Callable[[Message], object]              # answers a request of its own name

SLICE_SECONDS = 0.014           # of each turn are the machine's; then the page's messages are read
JOB_SECONDS = 0.03              # the same for a script's job, which nobody watches
KEEP_SECONDS = 1.0              # between two looks at what is to be kept
LONGEST_SAID = 2000             # characters of what was printed, for those who hear the page
LISTINGS = "cpc-listings"       # the folder for what is typed in from books
CHOICES: dict[str, tuple[str, ...]] = {
    "model": tuple(MODELS), "brand": tuple(MAKERS), "dialect": DIALECTS, "memory": MEMORIES}


class PageAutosave(Autosave):
    """Its folder is the worker's own, so a person is told the names of files alone."""

    def set_aside(self, cpc: CPC) -> Path | None:
        path = super().set_aside(cpc)
        return Path(path.name) if path else None


class Bridge:
    """Runs a CPC for a page. `folder` is a file system of the worker's own: `disc` is the drive, `kept` what is not saved."""

    def __init__(self, tell: Tell, folder: Path, clock: Callable[[], float], options: Message | None = None) -> None:
        self.tell = tell
        self.clock = clock
        self.drive, self.kept, self.discs = folder / "disc", folder / "kept", folder / "images"
        self.folders = [self.drive, self.kept, self.discs, folder / LISTINGS]      # what is in them is kept by the page
        for place in self.folders:
            place.mkdir(parents=True, exist_ok=True)
        self.inserted: tuple[str, Path] | None = None       # a disc in drive A or a tape
        self.drives = False                     # a snapshot wants disc drives
        self.options: dict[str, Any] = {}
        self.choose(options or {})
        self.autosave = PageAutosave(self.kept)
        self.player = Player(self.make(), self.make, clock, autosave=self.autosave)
        self.text_of = self.player.text_of
        self.do_language(options or {})
        self.player.on_switch_on = self._switched_on
        self.keys = PageKeys(self.player.keys)
        self.taking = Taking(self.player, folder / "out", clock, self.give)
        self.job: Job | None = None
        self.shown: tuple[object, ...] = ()
        self.told: Message = {}
        self.printed = 0
        self.keep_at, self.kept_version = 0.0, 0
        self.files: dict[str, bytes] = {}       # as the page has them
        self.on_reset: list[Callable[[], None]] = []
        self.on_program: list[Callable[[], None]] = []
        self.on_turn: list[Callable[[float], None]] = []
        self.tools: dict[str, Tool] = {}
        for room in Scripts(self), Loading(self):
            self.add_tools(room)

    def add_tools(self, room: object) -> None:
        """What answers further requests: its methods do_X."""
        self.tools |= {name[3:]: getattr(room, name) for name in dir(room) if name.startswith("do_")}

    def make(self) -> CPC:
        medium: Message = dict([self.inserted] if self.inserted is not None else [])
        made = CPC(drive=self.drive, amsdos=self.drives or DISC in medium, **self.options, **medium)
        made.machine.drives.bars = True
        return made

    def choose(self, options: Message) -> None:
        for name, choices in CHOICES.items():
            if options.get(name) is not None:
                if options[name] not in choices:
                    raise Refused(f"{name} is {' or '.join(choices)}.")
                self.options[name] = options[name]

    def _switched_on(self) -> None:
        self.shown, self.printed = (), 0
        self.taking.machine_goes()
        for follow in self.on_reset:
            follow()

    def begin(self, files: dict[str, bytes]) -> None:
        """What the page has kept from the last visit comes back; then it is told what it needs to show a CPC."""
        for name, data in files.items():
            place = self.place(name)
            if place is not None:
                save_file(place, data)
                self.files[name] = data
        self.tell("palette", {"colours": [list(colour(one)) for one in range(27)]})
        try:
            lines = self.autosave.bring_back(self.player.cpc)
        except (OSError, BasicError):
            lines = 0
        if lines:
            self.player.say("program", self.text_of("back on the page", self.text_of.of_lines(lines)))

    def give(self, name: str, data: bytes) -> None:
        """A file for the person."""
        self.tell("file", {"name": name, "data": data})

    def place(self, name: str) -> Path | None:
        """Where a file that the page has kept belongs."""
        folder, _, file = name.partition("/")
        known = {place.name: place for place in self.folders}
        return known[folder] / file if folder in known and file and Path(file).name == file else None

    # fifty times a second, or more often while it computes

    def turn(self) -> float:
        """Goes on for a moment: seconds until the next turn."""
        begin = self.clock()
        waits = True
        try:
            if self.job is not None:
                if self.job.go_on(self.clock, begin + JOB_SECONDS):
                    self.job = None
                    self.player.resume()
                waits = False
            else:
                self.player.frame(begin + SLICE_SECONDS)
                waits = self.clock() < begin + SLICE_SECONDS
        except Exception:
            self.job = None
            self.player.recover(traceback.format_exc())
        self.taking.turn(begin)
        for follow in self.on_turn:
            follow(begin)
        self._show()
        now, version = self.clock(), self.session.program.version
        if now >= self.keep_at or version != self.kept_version and self.told["idle"]:
            self.keep_at, self.kept_version = now + KEEP_SECONDS, version
            self.keep()
        return self.player.due_in() if waits else 0.0

    def _show(self) -> None:
        screen = self.player.screen
        seen: tuple[Any, ...] = screen.lines(), screen.mode, screen.inks, screen.border
        drawn = b"".join(screen.beam.picture(screen)) if screen.beam.draws_more() else None
        if (*seen, drawn) != self.shown:
            self.shown = *seen, drawn
            self.tell("picture", {"pixels": screen.pixels(), "width": screen.shown.width, "inks": screen.inks,
                                  "border": screen.border} if drawn is None else
                      {"pixels": drawn, "width": 8 * ROW_BYTES, "inks": list(range(COLOURS)), "border": screen.border})
        self.tell_notices()
        state = self.state()
        if state["idle"]:
            self._tell_printed()
        if state != self.told:
            self.told = state
            self.tell("state", state)

    def tell_notices(self) -> None:
        for notice in self.player.take_notices():
            self.tell("notice", {"about": notice.about, "text": notice.text})

    def _tell_printed(self) -> None:
        """For those who hear the page: what is new, once the machine waits for a key."""
        printed = self.player.machine.text.printed
        if len(printed) > self.printed:
            self.tell("said", {"text": plain(bytes(printed[self.printed:]))[-LONGEST_SAID:], "screen": self.player.text()})
        self.printed = len(printed)

    def state(self) -> Message:
        player = self.player
        program = player.cpc.session.program
        typing = player.typing
        return {**self.options, "model": player.cpc.model, "speed": player.speed, "paused": player.paused, "idle": player.idle,
                "typing": None if typing is None else round(typing, 2), "mode": player.screen.mode,
                "lines": len(program.lines), "version": program.version, "unsaved": program.unsaved,
                "joystick": self.keys.joystick, "silent": player.samples.resting, "recording": self.taking.recording,
                "medium": self.inserted[1].name if self.inserted else ""}

    def keep(self) -> None:
        """Tells the page which files of the drive, and which unsaved program, are new or gone since it was last told."""
        try:
            self.autosave.keep(self.player.cpc)
        except OSError as error:
            self.player.say("program", self.text_of("cannot be kept", error.strerror))
        now = {f"{place.name}/{path.name}": path.read_bytes() for place in self.folders
               for path in sorted(place.iterdir()) if path.is_file() and not path.name.endswith(".$$$")}
        if now != self.files:
            self.tell("kept", {"files": [[name, data] for name, data in now.items() if self.files.get(name) != data],
                               "gone": sorted(self.files.keys() - now.keys())})
            self.files = now

    def samples(self, count: int) -> bytes | None:
        """The next samples for the loudspeaker; None while it rests."""
        return self.player.samples.take(count)

    # messages of the page

    def take(self, message: Message) -> None:
        """Does what a message asks for; answers it if it has an `id`."""
        asked = message.get("id")
        try:
            name = text(message, "do")
            do: Tool | None = self.tools.get(name) or getattr(self, f"do_{name}", None)
            if do is None:
                raise Refused(f"The machine does not know {name[:40]}.")
            value = do(message)
        except (Refused, BasicError) as error:
            self._refuse(asked, str(error))
        except OSError as error:
            self._refuse(asked, f"{error.filename or 'The file'}: {error.strerror or error}.")
        except Exception as error:              # a fault of ours ends neither the machine nor the page
            traceback.print_exc()
            self._refuse(asked, f"This emulator has made a mistake at {message.get('do')}: {error!r}.")
        else:
            if asked is not None and value is not LATER:
                self.tell("answer", {"id": asked, "value": value})

    def _refuse(self, asked: object, sentence: str) -> None:
        if asked is None:
            self.tell("notice", {"about": "mistake", "text": sentence})
        else:
            self.tell("refused", {"id": asked, "sentence": sentence})

    # keys

    def do_down(self, given: Message) -> bool:
        return self.keys.down(Pressed(text(given, "code"), text(given, "key"), flag(given, "shift"), flag(given, "ctrl"),
                                      flag(given, "alt"), flag(given, "altgraph")))

    def do_up(self, given: Message) -> None:
        self.keys.up(text(given, "code"))

    def do_letters(self, given: Message) -> None:
        """Characters that came without a key: of a dead key, of another way of writing."""
        self.player.keys.text(text(given, "text"))

    def do_press(self, given: Message) -> None:
        """A key of the keyboard on the page goes down or up."""
        self.keys.on_screen(number(given, "key", 0, 79), flag(given, "down"), flag(given, "shift"), flag(given, "control"),
                            text(given, "place"))

    def do_stick(self, given: Message) -> None:
        self.keys.stick(number(given, "stick", 0, 1), number(given, "direction", 0, 6), flag(given, "on"))

    def do_release(self, given: Message) -> None:
        """The page cannot tell any more which keys are down."""
        self.player.keys.release_all()

    def do_joystick(self, given: Message) -> None:
        self.player.keys.release_all()
        self.keys.joystick = flag(given, "on")

    def do_escape(self, given: Message) -> None:
        if self.player.typing is not None:
            self.player.stop_typing()
        else:
            self.player.keys.escape()

    def do_paste(self, given: Message) -> None:
        pasted = text(given, "text")
        if "\n" in pasted and not pasted.endswith("\n"):
            pasted += "\n"
        if not self.player.paste(pasted):
            raise Refused(self.text_of("nothing to type"))

    # the machine

    def do_language(self, given: Message) -> None:
        self.text_of.speak("de" if given.get("language") == "de" else "en")

    def do_pause(self, given: Message) -> None:
        self.player.pause(flag(given, "on"))
        self.player.samples.held = self.player.paused

    def do_speed(self, given: Message) -> None:
        try:
            self.player.set_speed(speed_of(str(given.get("speed"))))
        except ValueError as error:
            raise Refused(str(error)) from None

    def do_reset(self, given: Message) -> None:
        self.choose(given)
        self.player.reset()

    def do_listen(self, given: Message) -> None:
        if flag(given, "on"):
            self.player.samples.listen()
        else:
            self.player.samples.close()

    def do_take(self, given: Message) -> None:
        self.taking.take(given)

    def do_keyboard(self, given: Message) -> Message:
        """The CPC's keys: their numbers by their names, and what each makes, alone and with SHIFT."""
        return {"numbers": NUMBERS, "normal": list(NORMAL), "shifted": list(SHIFTED)}

    @property
    def session(self) -> Session:
        return self.player.cpc.session

