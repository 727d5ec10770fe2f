"""Which program an editor debugs: what its launch configuration says, and what `cpc debug FILE --dap` has loaded."""

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

from basic.debug.debugger import CommandError, Debugger
from cpc.api import BOOT_LINES, DIALECTS, MEMORIES
from cpc.commands.fault import of_file
from cpc.commands.prepare import Prepared, prepared
from cpc.commands.run import typed
from cpc.keys.host_keys import codes_for

# The attributes of a launch configuration; `type`, `request`, `name` and others are the editor's own.
TEXTS = ("program", "model", "dialect", "memory", "drive", "printer", "keys")
LISTS = ("merge", "with")
SWITCHES = ("stopOnEntry", "noDebug")
ONE_OF = {"model": tuple(BOOT_LINES), "dialect": DIALECTS, "memory": MEMORIES}


class Loaded:
    """The program of `cpc debug FILE --dap`: it stays as it is from one editor to the next."""

    def __init__(self, make: Callable[[], Prepared], keys: str = "") -> None:
        self.make = make
        self.keys = keys            # what is typed when it runs
        typed(keys)
        self.again()

    def again(self) -> None:
        self.machine = self.make()
        self.debugger = Debugger(self.machine.cpc.session)
        self.begun = False
        self.ended = False          # nobody is to come any more


def checked(given: dict) -> dict:
    """The attributes, each of its kind. CommandError where one is not."""
    found = {name: given[name] for name in (*TEXTS, *LISTS, *SWITCHES) if given.get(name) is not None}
    if isinstance(found.get("model"), int):
        found["model"] = str(found["model"])
    for name, value in found.items():
        if name in SWITCHES and not isinstance(value, bool):
            raise CommandError(f"{name} is true or false.")
        if name in TEXTS and not isinstance(value, str):
            raise CommandError(f"{name} is a text.")
        if name in LISTS and not (isinstance(value, list) and all(isinstance(one, str) for one in value)):
            raise CommandError(f"{name} is a list of texts.")
        if name in ONE_OF and value not in ONE_OF[name]:
            raise CommandError(f"{name} is {' or '.join(ONE_OF[name])}.")
    if unknown := codes_for(found.get("keys", ""))[1]:
        raise CommandError(f"keys has characters that the CPC does not have: {unknown}.")
    return found


def launched(wanted: dict) -> Prepared:
    """What a checked launch configuration asks for."""
    if not wanted.get("program"):
        raise CommandError("The launch configuration names no program.")
    drive, printer = wanted.get("drive"), wanted.get("printer")
    try:
        return prepared(Namespace(
            program=wanted["program"], merge=wanted.get("merge", []), improvements=wanted.get("with", []),
            model=wanted.get("model"), dialect=wanted.get("dialect"), memory=wanted.get("memory"),
            drive=Path(drive) if drive else None, printer=Path(printer) if printer else None))
    except OSError as error:
        raise of_file(wanted["program"], error) from None
