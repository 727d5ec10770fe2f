"""The CPC for Python: `from cpc import CPC`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Self

from basic.errors import message
from basic.runtime.control import READY
from basic.runtime.variables_by_name import VariablesByName
from basic.session import Session
from cpc.charset import as_text
from cpc.disc.dsk import LARGEST_IMAGE
from cpc.disc.volume import NotAnImage
from cpc.host_files import HostPath, read_whole, save_file
from cpc.machine import Machine
from cpc.media import load_file
from cpc.models import MODELS
from cpc.picture.screen import Screen
from cpc.recording import png
from cpc.sna import form
from cpc.sna.form import SnapshotFault
from cpc.sound.manager import SoundManager
from cpc.tape import cassette
from cpc.tape.stretches import TapeFault
from cpc.texts import tells_spelling, told

MAKERS = {"amstrad": b"Amstrad", "schneider": b"Schneider"}
LINKS = {"amstrad": 7, "schneider": 5}      # the links on the board that choose the maker's name
DIALECTS = "auto", "locomotive", "commodore"
MEMORIES = "cpc", "large"


def _check(name: str, value: str, choices: Iterable[str]) -> None:
    if value not in choices:
        raise ValueError(f"{name} is {' or '.join(map(repr, choices))}, not {value!r}")


class CPC:
    """A CPC without a window: type, let it run, and look at what came of it.

    Nothing is printed and no wall clock is read: all times are seconds of the emulated machine.

    >>> cpc = CPC()
    >>> cpc.type('PRINT 6*7\\n')
    >>> cpc.run_until_idle()
    True
    >>> cpc.screen.text()[10]
    ' 42'
    """

    def __init__(self, *, model: str = "464", brand: str = "schneider", dialect: str = "auto", memory: str = "cpc",
                 drive: HostPath | None = None, printer: HostPath | None = None, amsdos: bool = False,
                 disc: HostPath | None = None, disc_b: HostPath | None = None, tape: HostPath | None = None) -> None:
        """Switches the machine on, up to its first Ready.

        `model` is "464", "664" or "6128", `brand` the name in the start message: "schneider" or "amstrad". `dialect` says how
        lines are read: as "locomotive" BASIC, as a "commodore" listing, or "auto" to find out. `memory="large"` gives
        BASIC more room than a CPC has. `drive` is a folder that serves as the disc, `printer` a file for stream 8.
        With `amsdos`, and on a 664, the machine has two disc drives, and BASIC less room; `disc` and `disc_b` are images to
        put into them. `tape` is a recording to put into the tape deck, see `insert_tape`. ValueError for any other value, and
        for a file that is no image and no tape.
        """
        _check("model", model, MODELS)
        _check("brand", brand, MAKERS)
        _check("dialect", dialect, DIALECTS)
        _check("memory", memory, MEMORIES)
        self.model, self.brand, self._dialect, self._memory = model, brand, dialect, memory
        amsdos = amsdos or MODELS[model].has_drives or disc is not None or disc_b is not None
        self.machine = Machine(model, drive, printer, LINKS[brand], amsdos)
        self.session = Session(self.machine, basic_1_1=MODELS[model].basic_1_1, dialect=dialect, memory=memory)
        self.machine.files.missing = self._tell_missing
        for unit, image in enumerate((disc, disc_b)):
            if image is not None:
                self.insert(unit, image)
        if tape is not None:
            self.insert_tape(tape)
        self._switch_on()

    def _tell_missing(self, name: bytes) -> None:
        self.session.notice(told("asks for tape", name.decode("latin-1")))

    def _switch_on(self) -> None:
        machine = self.machine
        machine.text.set_mode(1)
        machine.palette.count_from(machine.clock.us)        # as measured, with the moment at which the machine is `started`
        machine.text.echo(0, MODELS[self.model].start_message(MAKERS[self.brand]))
        machine.clock.us = machine.clock.us_at(MODELS[self.model].started)
        self.session.executor.runner.pc = READY
        self.run_until_idle(1)
        del machine.text.printed[:]
        machine.clock.us = machine.clock.us_at(MODELS[self.model].started)
        machine.palette.tell_turns()
        self.session.executor.events.catch_up()

    # keys and time

    def type(self, text: str | bytes | Iterable[int]) -> None:
        """Queues characters: the line editor, INPUT and INKEY$ take one each time they ask.

        Text is Latin-1, with "\\n" for ENTER. Codes above 127 are keys of the line editor; 252 is ESC.
        TypeError for a number, ValueError for a character or a code that the CPC does not have.
        """
        if isinstance(text, int):
            raise TypeError(f"type takes text, bytes or a row of codes, not the number {text}")
        self.session.type(text.encode("latin-1") if isinstance(text, str) else bytes(text))

    def key(self, number: int, down: bool) -> None:
        """Presses or releases a key of the matrix, 0 to 79 (66 is ESC): for INKEY, JOY and a break."""
        if number not in range(80):
            raise ValueError(f"a key is a number from 0 to 79, not {number!r}")
        self.session.executor.events.catch_up()
        self.session.input.key(number, down)

    def run(self, seconds: float) -> None:
        """Runs that much emulated time. A program that resets the machine, as CALL 0 does, switches it off and on.

        A statement is run to its end, beyond that time. A `key` that is pressed then counts from that time on; the picture and
        `seconds` are those of the time until the machine runs on.
        """
        self.session.run(int(seconds * 1e6), keys_follow=True)
        while self.machine.keyboard.reset_asked:
            until = self.machine.asked_until
            self._reset()
            self.session.run(until - self.session.moment, keys_follow=True)
        self.machine.screen.moment.show()

    def run_until_idle(self, seconds: float = 600) -> bool:
        """Runs until the machine waits for a key and nothing is left to type: True. False: the time ran out first."""
        idle = self._run(int(seconds * 1e6), self.session.run_until_idle)
        self.session.executor.events.catch_up()
        return bool(idle)

    def _run(self, microseconds: int, go: Callable[[int], bool | None]) -> bool | None:
        while True:
            begun = self.session.moment
            answer = go(microseconds)
            if not self.machine.keyboard.reset_asked:
                return answer
            self._reset()
            microseconds -= self.session.moment - begun

    def _reset(self) -> None:
        """Off and on. What is in drives and deck stays there, and what is typed ahead is typed. The machine takes its time to
        start, and looks at no key meanwhile."""
        machine, model = self.machine, MODELS[self.model]
        state, typed, put_back_printed = machine.snapshot(), bytes(machine.keyboard.typed), machine.text.printed.keep()
        fresh = CPC(model=self.model, brand=self.brand, dialect=self._dialect, memory=self._memory,
                    amsdos=machine.drives.present)
        fresh.session.run(machine.clock.us + model.restarts_us - fresh.machine.clock.us)
        fresh.machine.clock.set_ticks(model.restarted)
        begun = fresh.snapshot()
        for stays in ("drives", "files", "host_log", "asked_until"):
            begun["machine"][stays] = state[stays]
        self.restore(begun)
        machine.deck.begin()
        machine.keyboard.typed[:] = typed
        put_back_printed()
        machine.text.printed += b" BASIC 1.%d\r\n\r\nReady\r\n" % model.basic_1_1

    @property
    def seconds(self) -> float:
        """Emulated seconds since the machine was switched on."""
        return self.session.moment / 1e6

    # results

    @property
    def printed(self) -> bytes:
        """The bytes that BASIC has sent to the text screen, control codes included, without the line editor's echo."""
        return bytes(self.machine.text.printed)

    @property
    def screen(self) -> Screen:
        """The picture: `text()`, `pens()`, `mode`, `inks`, `border`, `offset`."""
        return self.machine.screen

    @property
    def sound(self) -> SoundManager:
        """The sound: `writes` lists what went to the sound chip."""
        return self.machine.sound

    @property
    def variables(self) -> VariablesByName:
        """BASIC's variables by their names: `cpc.variables["a$"]`, `cpc.variables["fm(1,3)"] = 2`.

        One that has not been made reads as 0 or as an empty string, as in BASIC; `in` and `get` tell it from one that has.
        KeyError for what is no name. To iterate gives the names that there are, of arrays as `fm()`.
        """
        return self.session.variables_by_name

    @property
    def error(self) -> tuple[int, str, int | None] | None:
        """The BASIC error that last stopped a program or a typed line, or None. RUN clears it.

        It is (number, message, line), as ERR and ERL have it; line is None if the error was in a typed line. An error
        that ON ERROR GOTO handles is not one.
        """
        ended_by = self.session.executor.errors.ended_by
        if ended_by is None:
            return None
        number, line = ended_by
        return number, message(number, self.session.basic_1_1), line

    # memory

    def peek(self, address: int) -> int:
        """The byte that PEEK finds at an address, 0 to 65535, whether the machine or BASIC keeps it."""
        return self.session.addresses.peek(_address(address))

    def poke(self, address: int, value: int) -> None:
        """Writes a byte as POKE does: into the picture, the program, a variable or free RAM."""
        if value not in range(256):
            raise ValueError(f"a byte is a number from 0 to 255, not {value!r}")
        self.session.addresses.poke(_address(address), value)
        table, runner = self.session.executor.table, self.session.executor.runner
        if self.session.program.version != table.built:
            runner.pc = table.refresh(runner.pc)

    @property
    def memory(self) -> memoryview:
        """The 64K that BASIC sees, brought up to date when it is asked for: program, variables and the firmware's, too.

        It is the machine's RAM: what is written to the screen or to free memory counts at once. Program and variables do not
        lie there while a program runs, so ask again to see them anew, and write to them with `poke`.
        """
        self.session.addresses.lay_out()
        self.machine.variables.put_into(self.machine.ram)
        return memoryview(self.machine.ram)

    # discs

    def insert(self, drive: int, path: HostPath, protected: bool = False) -> None:
        """Puts a disc image into a drive, 0 for A, 1 for B. What the machine writes is in the file as soon as the machine
        waits for a key; `protected`: it does not write. ValueError with a sentence for a file that is no image."""
        _check_drive(drive, self.machine.drives.present)
        try:
            self.machine.drives.insert(drive, read_whole(path, LARGEST_IMAGE), Path(path), protected)
        except NotAnImage as error:
            raise ValueError(f"{path}: {error}") from None

    def eject(self, drive: int) -> None:
        """Takes the disc out of a drive."""
        _check_drive(drive, self.machine.drives.present)
        self.machine.drives.eject(drive)

    def protect(self, drive: int, on: bool = True) -> None:
        """Sets or clears the write protection of the disc in a drive."""
        _check_drive(drive, self.machine.drives.present)
        self.machine.drives.protect(drive, on)

    # tapes

    def insert_tape(self, path: HostPath) -> None:
        """Puts a recording into the tape deck, wound to its start: a .cdt, .tzx or .wav file; only the first two are recorded
        on. A .cdt or .tzx file that does not exist is an empty tape. A machine without disc drives uses the tape from now on;
        |DISC and |TAPE choose. ValueError with a sentence for a file that is no tape."""
        file = Path(path)
        try:
            data = cassette.new_cdt() if cassette.may_be_new(file) else read_whole(file, cassette.LARGEST)
            self.machine.deck.insert(data, file)
        except TapeFault as fault:
            raise ValueError(f"{path}: {fault}") from None
        self.machine.files.use_tape(not self.machine.drives.present)

    def eject_tape(self) -> None:
        """Takes the tape out: files are on disc."""
        self.machine.deck.eject()
        self.machine.files.use_tape(False)

    def rewind_tape(self) -> None:
        """Winds the tape back to its start."""
        self.machine.deck.rewind()

    # files and states

    def load(self, path: HostPath) -> None:
        """Loads a program from any file of the host: a listing (UTF-8 or CPC characters) or a file that a CPC saved. In a
        listing, umlauts and accents are spelt as the CPC can; `session.notices` says so.

        It may lie on a disc image or in a zip archive: `game.dsk:MENU.BAS`, `game.zip:SIDE1.DSK:MENU.BAS`.
        """
        kind, _, _, contents = load_file(path, tells_spelling(self.session.notice))
        self.session.storage.load_raw(kind, contents)

    def merge(self, path: HostPath) -> None:
        """Adds the lines of a file's program to the present one."""
        kind, _, _, contents = load_file(path, tells_spelling(self.session.notice))
        self.session.storage.merge_raw(kind, contents)

    def save(self, path: HostPath) -> None:
        """Writes the program to a file as a listing."""
        save_file(path, as_text(self.session.storage.listing(b"\n")))
        self.session.program.in_file = self.session.program.version

    def save_sna(self, path: HostPath) -> list[str]:
        """Writes the state to a file as a snapshot that other emulators read. Gives what it lacks, a sentence each. ValueError
        with a sentence if there cannot be one."""
        from cpc.sna.save import Saved
        self.machine.screen.moment.put_back()
        try:
            saved = Saved(self.machine, self.session)
        except SnapshotFault as fault:
            raise ValueError(str(fault)) from None
        save_file(path, saved.data)
        return saved.missing

    def load_sna(self, path: HostPath) -> list[str]:
        """Takes over a snapshot of another emulator, of this model. Gives what could not come over, a sentence each. ValueError
        with a sentence for a file that is no snapshot."""
        from cpc.sna.load import Loaded, model_of
        self.machine.screen.moment.put_back()
        try:
            sna = form.read(read_whole(path, form.LONGEST))
        except SnapshotFault as fault:
            raise ValueError(f"{path}: {fault}") from None
        model, _ = model_of(sna)
        if model != self.model:
            raise ValueError(f"{path}: The snapshot is of a {model}, and this is a {self.model}.")
        return Loaded(sna, self.machine, self.session).missing

    def png(self, path: HostPath) -> None:
        """Writes the picture to a PNG file."""
        png.save(self.screen, Path(path))

    def _repr_png_(self) -> bytes:
        """The picture, as notebooks show it."""
        return png.picture(self.screen)

    def close(self) -> None:
        """Takes discs and tape out; all that the machine has written to them is in their files."""
        if self.machine.drives.present:
            self.eject(0)
            self.eject(1)
        self.eject_tape()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        self.close()

    def snapshot(self) -> dict[str, Any]:
        """A copy of the whole state, as plain data for `restore`. The keys and their contents may change."""
        return {"machine": self.machine.snapshot(), "session": self.session.snapshot()}

    def restore(self, state: dict[str, Any]) -> None:
        """Goes back to a state that `snapshot` of this CPC, or of one made with the same arguments, gave."""
        self.machine.restore(state["machine"])
        self.session.restore(state["session"])


def _check_drive(drive: int, present: bool) -> None:
    if drive not in (0, 1):
        raise ValueError(f"a drive is 0 for A or 1 for B, not {drive!r}")
    if not present:
        raise ValueError("this CPC has no disc drives; make one with amsdos=True")


def _address(address: int) -> int:
    if address not in range(0x10000):
        raise ValueError(f"an address is a number from 0 to 65535, not {address!r}")
    return address
