"""`cpc run`, and `cpc` alone: which CPC, with which program, and where it is shown."""

import argparse
import re
import shutil
import sys
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING

from basic.errors import BasicError
from cpc import gallery, language
from cpc.api import CPC, DIALECTS, MAKERS, MEMORIES
from cpc.commands.debugger_for import debugger_for
from cpc.commands.discs import begin_from, has_drives, look, open_discs, put_discs_in
from cpc.commands.fault import Fault, exists, missing, of_file, of_program
from cpc.commands.needs_pygame import needing_pygame
from cpc.commands.recordings import recording_in, tell
from cpc.commands.speech import Parser, said
from cpc.disc.amsdos import LARGEST, contents_of
from cpc.folders import data_folder, settings_file
from cpc.host_files import sweep
from cpc.media import split
from cpc.models import MODELS, MODELS_HELP
from cpc.player.pacing import speed_of
from cpc.player.shelf import Start
from cpc.texts import Texts, tells_spelling

if TYPE_CHECKING:
    from cpc.player.autosave import Autosave
    from listings.manifest import Manifest

DESCRIPTION = """Runs a BASIC program: a file, an example, or a listing that was typed in from its book. Without a
program, the CPC starts at its Ready prompt."""
LONGEST_SECONDS = 1e9
STDIN = "-"                     # a file's name that means standard input
ESCAPES = {"n": "\n", "\\": "\\"}


def add_program_options(made: argparse.ArgumentParser) -> None:
    """Which program, on which machine: the same for each command that runs one."""
    add = made.add_argument
    add("program", nargs="?", metavar="FILE",
        help="a program as text or as a CPC saved it, the name of an example or a listing, or - for standard input; a disc "
             "image (.dsk) or a zip archive, with a program of it behind a colon: game.dsk:MENU.BAS")
    add("--merge", action="extend", nargs="+", default=[], metavar="FILE", help="more programs, merged into the first")
    add("--with", action="append", default=[], dest="improvements", metavar="PART",
        help="an improvement of a book's listing to merge into it, as 4.1")
    add("--type", default="", metavar="TEXT", help=r"text to type after RUN; \n is ENTER")
    add("--model", choices=tuple(MODELS), help=MODELS_HELP)
    add("--dialect", choices=DIALECTS,
        help="how keywords are recognised: locomotive needs spaces around them, commodore does not")
    add("--memory", choices=MEMORIES, help="cpc: the 43533 bytes of a CPC; large: 16 megabytes")
    add("--drive", type=Path, metavar="FOLDER",
        help="the folder that is the disc; if not given, the program's folder, or the current one")
    add("--disc", metavar="IMAGE[:ro]",
        help="a disc image for drive A, which programs write to, but with :ro; BASIC has 42249 bytes then")
    add("--disc-b", metavar="IMAGE[:ro]", help="the same for drive B")
    add("--amsdos", action="store_true", help="with disc drives, whether discs are in them or not")
    add("--printer", type=Path, metavar="F", help="the file for what PRINT #8 prints")


def parser() -> argparse.ArgumentParser:
    made = Parser("cpc run", description=DESCRIPTION)
    add = made.add_argument
    add_program_options(made)
    add("--brand", choices=tuple(MAKERS), default="schneider", help="the name on the boot screen")
    add("--tape", type=Path, metavar="F.cdt", help="a tape for the deck; SAVE makes a .cdt file that does not exist yet")
    add("--speed", type=_speed, default="auto", metavar="real|auto|max|N",
        help="in the window or the terminal. real: the machine's speed; N: N times as fast; auto: real where the "
             "program waits or delays, else as fast as possible; max: as fast as possible")
    add("--headless", action="store_true", help="without window or terminal: prints what the program prints")
    add("--terminal", action="store_true", help="shows the CPC in this terminal")
    add("--until", type=_until, metavar="idle|SECONDS",
        help="end when the CPC waits for a key, or after so many emulated seconds")
    add("--text", action="store_true", help="print the text on the screen at the end")
    add("--screenshot", type=Path, metavar="F.png", help="write the picture on the screen to a file at the end")
    add("--wav", type=Path, metavar="F.wav", help="write the sound to a file")
    add("--save-sna", type=Path, metavar="F.sna", help="write the state to a file at the end, for the firmware to go on from")
    add("--mute", action="store_true", help="no sound")
    add("--fresh", action="store_true", help="do not bring back the program that was not saved last time")
    add("--examples", action="store_true", help="list the examples")
    return made


def _speed(text: str) -> str | float:
    try:
        return speed_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def seconds(text: str) -> float:
    """Emulated seconds, as an option gives them."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= LONGEST_SECONDS:
        raise argparse.ArgumentTypeError(f"it is a number of seconds from 0 to {LONGEST_SECONDS:.0f}, not {text!r}")
    return number


def _until(text: str) -> str | float:
    return text if text == "idle" else seconds(text)


def run(argv: list[str]) -> int:
    options = parser().parse_args(argv)
    if options.headless and options.terminal:
        raise Fault("--headless and --terminal exclude each other.")
    if options.examples:
        return _list_examples()
    asked = copy(options)
    start = start_of(options)
    status = _run_shown(start, options, asked)
    finish(start.cpc, options)
    return status


def start_of(options: argparse.Namespace) -> Start:
    """The machine and the program that the options ask for; RUN is typed. What they leave open is set in them."""
    options.snapshot_drives = False
    files = programs(options)
    recording = recording_in(files[0]) if files and is_medium(files[0]) else None
    if recording is not None:
        del files[0]
        recording.settle(options)
    check_places(options)

    def make() -> CPC:
        made = CPC(model=options.model or "464", brand=options.brand, dialect=options.dialect or "auto",
                   memory=options.memory or "cpc", drive=options.drive, printer=options.printer,
                   amsdos=has_drives(options) or options.snapshot_drives, tape=options.tape)
        put_discs_in(made, options)
        if recording is not None:
            recording.put_into(made)
        return made

    def make_with_drives() -> CPC:
        options.amsdos = True
        return make()

    try:
        cpc = make()
    except ValueError as error:
        raise Fault(str(error)) from None
    except OSError as error:
        raise of_file(options.tape, error) from None
    if recording is not None:
        recording.begin(cpc)
    if files:
        load(cpc, files)
        cpc.type("RUN\n")
    cpc.type(options.begin)
    cpc.type(typed(options.type))
    return Start(cpc, make, make_with_drives)


def _run_shown(start: Start, options: argparse.Namespace, asked: argparse.Namespace) -> int:
    if options.headless:
        from cpc.commands.headless import run_headless
        return run_headless(start.cpc, options)
    return _run_in_terminal(start, options) if options.terminal else _run_in_window(start, options, asked)


def _run_in_terminal(start: Start, options: argparse.Namespace) -> int:
    from cpc.terminal.terminal import Mishap, NoTerminal, run_in_terminal
    try:
        return run_in_terminal(start.cpc, start.make, options, brought_back(start.cpc, options))
    except NoTerminal as error:
        raise Fault(str(error)) from None
    except Mishap as error:
        raise Fault(str(error), 1) from None


def _run_in_window(start: Start, options: argparse.Namespace, asked: argparse.Namespace) -> int:
    with needing_pygame("--terminal and --headless do without it"):
        from cpc.window.window import NoDisplay, Own, run_in_window
    from cpc.commands.programs import Gallery
    from cpc.player.remembered import Remembered
    remembered, spoken = Remembered(data_folder()), language.of_host()
    own = Own(spoken, settings_file(), data_folder() / "states", remembered, Gallery(asked, start_of, remembered, spoken))
    if options.program and is_own(options.program):
        remembered.used(Path(options.program))
    named = options.program or options.merge or options.type or options.fresh or has_drives(options) or options.tape
    try:
        return run_in_window(start.cpc, start, options, brought_back(start.cpc, options), own,
                             choose=not remembered.welcomed and not named, debugger=debugger_for)
    except NoDisplay:
        raise Fault("There is no display to open a window on; --terminal runs the CPC in this terminal, "
                    "--headless without a picture.") from None


def is_own(name: str) -> bool:
    """Whether a program is a file of the user's, and not an example."""
    path = Path(split(name)[0])
    return path.is_file() and not gallery.is_example(path)


def finish(cpc: CPC, options: argparse.Namespace) -> None:
    """The last picture, as text and as a file."""
    if options.text:
        from cpc.charset import readable
        rows = [readable(row.encode("latin-1")).rstrip("·") for row in cpc.screen.text()]
        print("\n".join(rows).rstrip())
    if getattr(options, "save_sna", None):
        try:
            tell(cpc.save_sna(options.save_sna))
        except ValueError as error:
            raise Fault(str(error), 1) from None
        except OSError as error:
            raise of_file(options.save_sna, error) from None
    if options.screenshot:
        try:
            cpc.png(options.screenshot)
        except OSError as error:
            raise of_file(options.screenshot, error) from None


# which program

def programs(options: argparse.Namespace) -> list[Path]:
    """The files to load and merge. Sets what their listing asks for where the options leave it open."""
    files: list[Path] = []
    options.begin = ""
    open_discs(options)
    if options.program:
        path = Path(STDIN) if options.program == STDIN else find(options.program)
        files = [path] if path else _from_a_book(options)
        if path and str(path) != STDIN and not gallery.is_example(path):
            _as_the_book_says(path, options)
        medium = look(str(path)) if path and is_medium(path) else None
        if not gallery.is_example(files[0]):        # their folder is the installation's: nothing is written there
            options.drive = options.drive or split(files[0])[0].parent
        elif parts := gallery.parts_of(files[0]):
            options.drive = options.drive or _disc_with(parts)
        if medium is not None and medium.image is not None:
            files = begin_from(files[0], medium, options)
        if files:
            options.begin = options.begin or gallery.keys_for(files[0], language.of_host())
    options.drive = options.drive or Path.cwd()
    return files + [_existing(Path(name)) for name in options.merge]


def _disc_with(parts: list[Path]) -> Path:
    """A folder of the user's for an example that loads its own parts; what it saves stays there."""
    folder = data_folder() / "discs" / parts[0].stem
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for part in parts:
            shutil.copyfile(part, folder / part.name)
    except OSError as error:
        raise of_file(folder, error) from None
    return folder


def find(name: str) -> Path | None:
    """A file, or an example."""
    for path in (Path(name), Path(name + ".bas"), gallery.path_of(name)):
        if exists(path) and not path.is_dir():          # a pipe will do as well
            return path
    if split(name)[1] is not None:
        return Path(name)
    if Path(name).is_dir():
        raise Fault(f"{name} is a folder; a program is a file.")
    return None


def is_medium(path: Path) -> bool:
    """Whether it may be a disc or an archive. A pipe is not: it can be read once only."""
    return split(path)[0].is_file()


def named(name: str) -> Path:
    """The same or a listing that was typed in, for a program that is only read: opening it says if it is missing."""
    from listings import library
    from listings.source import ListingFault
    path = find(name)
    if path is None and name in library.names():
        try:
            path = library.typed_in_as(name)
        except ListingFault as fault:
            raise Fault(str(fault)) from None
    return path or Path(name)


def _from_a_book(options: argparse.Namespace) -> list[Path]:
    from listings import library
    from listings.source import ListingFault
    if options.program not in library.names():
        raise Fault(f"There is no file {options.program}, and no example or listing of that name; the examples are: "
                    f"{', '.join(name for name, _ in gallery.listing())}.")
    try:
        listing, files = library.find(options.program, options.improvements)
    except ListingFault as fault:
        raise Fault(str(fault)) from None
    _set(options, listing)
    return files


def _as_the_book_says(path: Path, options: argparse.Namespace) -> None:
    """A file with a book's listing gets that book's machine, whatever its name and folder are."""
    from listings import library
    listing = library.of_file(path)
    if listing is not None:
        _set(options, listing)


def _set(options: argparse.Namespace, listing: "Manifest") -> None:
    options.model = options.model or listing.model
    options.dialect = options.dialect or listing.dialect
    options.memory = options.memory or listing.memory


def _list_examples() -> int:
    text_of = Texts(language.of_host())
    for name, what in gallery.listing(text_of.language):
        print(f"{name:10} {what}")
    print(f"\n{text_of('to run one')}")
    return 0


def _existing(path: Path) -> Path:
    if not exists(path):
        raise Fault(missing(path))
    return path


def check_places(options: argparse.Namespace) -> None:
    if not (exists(options.drive) and options.drive.is_dir()):
        raise Fault(f"--drive {options.drive} is not a folder.")
    sweep(options.drive)
    for path in (getattr(options, name, None) for name in ("screenshot", "wav", "printer", "save_sna")):
        if path and not (exists(path.parent) and path.parent.is_dir()):
            raise Fault(f"There is no folder {path.parent} for {path.name}.")


def load(cpc: CPC, files: list[Path]) -> None:
    for at, path in enumerate(files):
        try:
            if str(path) == STDIN:
                put_in(cpc, sys.stdin.buffer.read(LARGEST + 1))
            else:
                cpc.merge(path) if at else cpc.load(path)
        except OSError as error:
            raise of_file(path, error) from None
        except BasicError as error:
            raise of_program(path, error, cpc.session.large) from None
        if not cpc.session.program.lines:
            raise Fault(f"{path}: there is no line of a program in it.")


def put_in(cpc: CPC, data: bytes) -> None:
    """Loads a program that is no file."""
    kind, _, _, contents = contents_of(data, tells_spelling(cpc.session.notice))
    cpc.session.storage.load_raw(kind, contents)


def typed(text: str) -> bytes:
    """What --type says, in the CPC's characters."""
    from cpc.keys.host_keys import codes_for

    def escaped(match: re.Match[str]) -> str:
        return ESCAPES.get(match[1]) or chr(int(match[1][1:], 16))

    codes, unknown = codes_for(re.sub(r"\\(n|\\|x[0-9a-fA-F]{2})", escaped, text))
    if unknown:
        raise Fault(f"--type has characters that the CPC does not have: {unknown}")
    return codes


def brought_back(cpc: CPC, options: argparse.Namespace) -> "Autosave":
    """What was not saved last time is back, unless another program is wanted."""
    from cpc.player.autosave import Autosave
    autosave = Autosave(data_folder())
    if options.program or options.merge or options.fresh:
        return autosave
    try:
        autosave.bring_back(cpc)
    except (OSError, BasicError) as error:
        print(f"cpc: {said(f'the program that was kept cannot be read: {error}')}", file=sys.stderr)
    return autosave
