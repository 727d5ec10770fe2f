"""The `cpc` command. Each of its commands is a function that takes the rest of the line and gives the exit status.

They are looked for where the table says and imported when they are called: a start pays for nothing it does not use.
"""

import importlib
import os
import sys
from contextlib import suppress

COMMANDS = {
    "run": ("cpc.run:run", "a program, in a window, a terminal or without either"),
    "debug": ("cpc.debug:debug", "a program, step by step, backwards too"),
    "list": ("cpc.convert:list_program", "a program file as text"),
    "convert": ("cpc.convert:convert", "a program file into another form"),
    "typein": ("listings.commands:type_in", "a listing from its book, each line checked"),
    "check": ("listings.commands:check", "what a book's listing must do"),
    "lint": ("listings.commands:lint", "a program for what will go wrong in it"),
    "manifest": ("listings.commands:make_manifest", "the line numbers and checksums of a listing"),
    "bench": ("cpc.bench:bench", "how fast it is here"),
    "help": ("cpc.help:help", "the words of BASIC, or one of them"),
}


def main(argv: list[str] | None = None) -> int:
    if argv is None:
        argv = sys.argv[1:]
        _agree_on_characters()
    try:
        status = _obey(argv)
        if sys.stdout:
            sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:             # `cpc list FILE | head`
        _nobody_reads()
        return 0
    except OSError as error:
        with suppress(OSError):
            from .fault import cut
            name = cut(str(error.filename or "What is written here goes nowhere"))
            print(f"cpc: {name}: {error.strerror or error}.", file=sys.stderr, flush=True)
        _nobody_reads()
        return 2


def _agree_on_characters() -> None:
    """Files and pipes get UTF-8; characters that a terminal lacks are question marks."""
    for stream in (sys.stdout, sys.stderr):
        if stream and stream.isatty():
            stream.reconfigure(errors="replace")
        elif stream:
            stream.reconfigure(encoding="utf-8", errors="replace")


def _nobody_reads() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _obey(argv: list[str]) -> int:
    from .fault import Fault
    try:
        first = argv[0] if argv else ""
        if first in ("-h", "--help"):
            print(usage())
            return 0
        if first in ("-V", "--version"):
            print(f"cpc {version()}")
            return 0
        if not first or first.startswith("-"):
            return command("run")(argv)
        if first not in COMMANDS:
            hint = f"; to run it: cpc run {first}" if "." in first or os.path.exists(first) else ""
            raise Fault(f"There is no command {first!r}{hint}. The commands are: {', '.join(there_are())}.")
        return command(first)(argv[1:])
    except Fault as fault:
        print(f"cpc: {fault}", file=sys.stderr)
        return fault.status


def command(name: str):
    from .fault import Fault
    place, _, function = COMMANDS[name][0].partition(":")
    try:
        return getattr(importlib.import_module(place), function)
    except ModuleNotFoundError as error:
        if error.name != place:
            raise
    except AttributeError:
        pass
    raise Fault(f"`cpc {name}` is not part of this version.")


def there_are() -> list[str]:
    """The commands that this version has."""
    from importlib.util import find_spec
    return [name for name, (place, _) in COMMANDS.items() if find_spec(place.partition(":")[0])]


def usage() -> str:
    width = max(map(len, COMMANDS))
    lines = ["usage: cpc [COMMAND] ...", "",
             "A Schneider/Amstrad CPC with its Locomotive BASIC. Without a command: at its",
             "Ready prompt, with the options of `cpc run`.", ""]
    lines += [f"  cpc {name:{width}}  {COMMANDS[name][1]}" for name in there_are()]
    return "\n".join([*lines, "", "`cpc COMMAND --help` says more about each; `cpc --version` which version this is."])


def version() -> str:
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed
    try:
        return installed("cpc-listings")
    except PackageNotFoundError:
        return "from its source, not installed"
