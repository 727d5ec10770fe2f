"""Which program an editor debugs: what its launch configuration says, and what `cpc debug FILE --dap` has loaded."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from basic.debug.debugger import CommandError, Debugger
from basic.session import Session
from cpc.api import CPC, DIALECTS, MEMORIES
from cpc.debugger.dap.arguments import Arguments
from cpc.keys.host_keys import codes_for
from cpc.models import MODELS

# The attributes of a launch configuration; `type`, `request`, `name` and others are the editor's own.
TEXTS = ("program", "model", "dialect", "memory", "drive", "printer", "keys", "token")
LISTS = ("merge", "with")
SWITCHES = ("stopOnEntry", "noDebug")
ONE_OF = {"model": tuple(MODELS), "dialect": DIALECTS, "memory": MEMORIES}


Wanted = dict[str, Any]         # a checked launch configuration: each attribute of its own kind


class Prepared(NamedTuple):
    cpc: CPC
    files: list[Path]           # what has been loaded and merged into it


class Loader(Protocol):
    """Loads programs as the `cpc` command does."""
    faults: type[Exception]     # what it raises, with a sentence, where it cannot

    def launch(self, wanted: Wanted) -> Prepared:
        """A CPC as a checked launch configuration wants it."""
    def debugger(self, session: Session) -> Debugger:
        """One that knows what is known of listings."""
    def typed(self, keys: str) -> bytes:
        """Keys to be typed, of which some are written as \\n or \\x7e, in the CPC's characters."""


class Loaded:
    """The program of `cpc debug FILE --dap`: it stays as it is from one editor to the next."""

    def __init__(self, make: Callable[[], Prepared], keys: str = "",
                 make_debugger: Callable[[Session], Debugger] = Debugger) -> None:
        self.make = make
        self.make_debugger = make_debugger
        self.keys = keys            # what is typed when it runs
        self.again()

    def again(self) -> None:
        self.machine = self.make()
        self.debugger = self.make_debugger(self.machine.cpc.session)
        self.begun = False
        self.ended = False          # no other editor is to come


def checked(given: Arguments) -> Wanted:
    """The attributes, each of its kind. CommandError where one is not."""
    found: Wanted = {name: given[name] for name in (*TEXTS, *LISTS, *SWITCHES) if given.get(name) is not None}
    if isinstance(found.get("model"), int):
        found["model"] = str(found["model"])
    for name, value in found.items():
        if name in SWITCHES and not isinstance(value, bool):
            raise CommandError("{0} is true or false.", name)
        if name in TEXTS and not isinstance(value, str):
            raise CommandError("{0} is a text.", name)
        if name in LISTS and not (isinstance(value, list) and all(isinstance(one, str) for one in value)):
            raise CommandError("{0} is a list of texts.", name)
        if name in ONE_OF and value not in ONE_OF[name]:
            raise CommandError("{0} is one of {1}.", name, ", ".join(ONE_OF[name]))
    if unknown := codes_for(found.get("keys", ""))[1]:
        raise CommandError("keys has characters that the CPC does not have: {0}.", unknown)
    return found
