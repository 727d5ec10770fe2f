"""The command that compares the run with another one: another listing, or other keys."""

import re
from collections.abc import Iterator
from functools import cache
from tempfile import TemporaryDirectory

from basic.debug import views
from basic.debug.copies import whole
from basic.debug.debugger import CommandError, Debugger
from basic.debug.probes import Noted, Shown
from basic.debug.sentences import sentence
from basic.debug.two_runs import Parting, where_they_part
from basic.runtime.control import FIRST_LINE
from cpc.api import CPC
from cpc.charset import readable
from cpc.debugger.console.console import Console, command
from cpc.debugger.console.past_commands import shown
from cpc.debugger.origins import machine_of

WANTED = re.compile(r"(?:(?P<merge>merge\s+)?(?P<file>(?!type\s).+?))??\s*(?:\btype\s+(?P<keys>.+))?", re.IGNORECASE)
USAGE = "diff [[merge] FILE] [type TEXT]"
SHOWN_VALUES = 5
FILES = "drives", "files", "host_log"       # of which the second CPC has its own: it writes none of the host's


@cache
def _empty_folder() -> TemporaryDirectory[str]:
    """The second CPC's drive, as long as this program runs."""
    return TemporaryDirectory(prefix="cpc-")


@command("diff", "[[merge] FILE] [type TEXT]",
         "runs another listing, or this one with other keys, and says where it parts from this run")
def _diff(console: Console, rest: str) -> Iterator[str]:
    other, parting = parted(console, rest)
    yield from told(console, other, parting)
    if parting is not None and parting.here is not None:
        yield "`at 1` goes there."


def parted(console: Console, rest: str) -> tuple[Debugger, Parting | None]:
    """The other run, and where the two part; None where they do the same."""
    match = WANTED.fullmatch(rest.strip())
    if not match or not match["file"] and not match["keys"]:
        raise CommandError("It is: {0}.", sentence(USAGE))
    try:
        keys = match["keys"].replace("\\n", "\n").encode("latin-1") if match["keys"] else None
    except UnicodeEncodeError:
        raise CommandError("The CPC does not have all of these characters.") from None
    other = another(console.debugger, match["file"] or "", merged=bool(match["merge"]))
    return other, where_they_part(console.debugger, other, keys, console.progress)


def another(debugger: Debugger, file: str, merged: bool = False) -> Debugger:
    """A second CPC, which stands where the past of this one begins; with another program, where a file is named."""
    machine, session, begin = machine_of(debugger), debugger.session, debugger.history.checkpoints[0]
    cpc = CPC(model=machine.model, memory="large" if session.large else "cpc", amsdos=machine.drives.present,
              drive=_empty_folder().name)
    lines = {}
    if file:
        try:
            if merged:
                cpc.session.program.replace(session.program.lines)
                cpc.merge(file)
            else:
                cpc.load(file)
        except (OSError, ValueError) as error:
            raise CommandError("{0}: {1}.", file, getattr(error, "strerror", None) or error) from None
        lines = dict(cpc.session.program.lines)
    try:
        own = cpc.machine.snapshot()
        cpc.restore({"machine": whole(begin.machine) | {name: own[name] for name in FILES}, "session": whole(begin.session)})
    except (KeyError, ValueError, TypeError, AttributeError, IndexError):
        raise CommandError("A second CPC cannot be made as this one was where its past begins.") from None
    if lines:
        if cpc.session.executor.runner.pc >= FIRST_LINE:
            raise CommandError("The past begins while the program runs: start it again for that (run).")
        cpc.session.program.replace(lines)
        cpc.session.changed()
    return Debugger(cpc.session)


def told(console: Console, other: Debugger, parting: Parting | None) -> Iterator[str]:
    if parting is None:
        yield "Both runs do the same, as far as this one has come."
        return
    yield ("They part behind the first statement." if parting.statements == 1
           else sentence("They part behind {0} statements.", parting.statements))
    console.found = [parting.here] if parting.here is not None else []
    names = [f"{console.spoken(word):5}" for word in ("here", "there")]
    yield from _side(names[0], console.debugger, parting.here, parting.here.place if parting.here else None,
                     parting.here.us if parting.here else 0)
    yield from _side(names[1], other, parting.here, parting.there, parting.there_us)
    for name, here, there in parting.values[:SHOWN_VALUES]:
        yield _values(name, here, there)
    if parting.went:
        yield sentence("It goes on at {0} here, at {1} there.", *map(_name, parting.went))


def _side(which: str, debugger: Debugger, here: Noted | None, place: views.Place | None, us: int) -> Iterator[str]:
    if place is None:
        yield sentence("{0}  waits for a key, {1} s", which, f"{us / 1e6:.6f}")
        return
    text = "Ready"
    if place.number is not None:        # the statement may be gone, since it has been edited
        statement = readable(views.statement_text(debugger.session, place).encode("latin-1"))
        text = f"{place}  {statement}".rstrip()
    yield f"{which}  {text}, {us / 1e6:.6f} s"


def _name(place: views.Place) -> str:
    return sentence("the Ready prompt") if place.number is None else str(place)


def _values(name: str, here: Shown, there: Shown) -> str:
    if isinstance(here, tuple) and isinstance(there, tuple):
        at = next((at for at, (one, two) in enumerate(zip(here, there)) if one != two), None)
        if at is None:
            return sentence("{0}: {1} elements here, {2} there", name, len(here), len(there))
        return sentence("{0}, element {1} in memory: {2} here, {3} there", name, at, shown(here[at]), shown(there[at]))
    return sentence("{0}: {1} here, {2} there", name, shown(here), shown(there))
