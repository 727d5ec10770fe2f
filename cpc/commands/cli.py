"""The `cpc` command. Each of its commands is a function that takes the rest of the line and gives the exit status.

A command is imported when it is called, so that a start does not pay for the others.
"""

import importlib
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper

COMMANDS = {
    "run": ("cpc.commands.run:run", "run a program in a window, in a terminal or without a screen"),
    "web": ("cpc.commands.web:web", "show the CPC as a page in the browser, or write it as a site"),
    "debug": ("cpc.commands.debug:debug", "run a program step by step, backwards too"),
    "list": ("cpc.commands.convert:list_program", "print a program file as text"),
    "convert": ("cpc.commands.convert:convert", "write a program file in another form"),
    "disc": ("cpc.commands.disc:disc", "make a disc image, list its files, get, put and remove them"),
    "show": ("cpc.commands.show:show", "show what becomes of a line: bytes, tokens, tree, cost"),
    "typein": ("cpc.commands.listings:type_in", "type in a listing from its book; each line is checked"),
    "check": ("cpc.commands.listings:check", "check that a listing does what it must"),
    "lint": ("cpc.commands.listings:lint", "find mistakes in a program without running it"),
    "lsp": ("cpc.commands.lsp:lsp", "answer an editor for code: mistakes, help, names and lines"),
    "manifest": ("cpc.commands.listings:make_manifest", "write down the line numbers and checksums of a listing"),
    "play": ("cpc.commands.chess:play", "play chess against a listing, with the mouse"),
    "uci": ("cpc.commands.chess:uci", "play against a chess listing from any chess program (UCI)"),
    "tournament": ("cpc.commands.chess:tournament", "let chess programs play against each other"),
    "bench": ("cpc.commands.bench:bench", "measure how fast programs run on this computer"),
    "help": ("cpc.commands.help:help", "explain the words of BASIC, or one of them"),
}
WIDTH = 79
BEGINNING = "A Schneider/Amstrad CPC with its Locomotive BASIC. Without a command, it starts at the Ready prompt; the " \
            "options are those of `cpc run`."
END = "`cpc COMMAND --help` explains a command; `cpc --version` prints the version."


def main(argv: list[str] | None = None) -> int:
    if argv is None:
        argv = sys.argv[1:]
        _set_encodings()
        if not sys.stdin:               # it was closed before the start: there is nothing to read
            sys.stdin = open(os.devnull, encoding="utf-8")     # noqa: SIM115
    try:
        status = _run_command(argv)
        if sys.stdout:
            sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:             # `cpc list FILE | head`
        _discard_output()
        return 0
    except OSError as error:
        with suppress(OSError):
            from cpc.commands.fault import cut
            from cpc.commands.speech import said
            name = cut(str(error.filename or said("The output cannot be written")))
            print(f"cpc: {name}: {said(error.strerror or str(error))}.", file=sys.stderr, flush=True)
        _discard_output()
        return 2


def _set_encodings() -> None:
    """Files and pipes get UTF-8; a terminal shows characters that it lacks as question marks."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding=None if stream.isatty() else "utf-8", errors="replace")


def _discard_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run_command(argv: list[str]) -> int:
    from cpc.commands.fault import Fault
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
        if first not in COMMANDS and is_program(first):
            return command("run")(argv)
        if first not in COMMANDS:
            raise Fault(f"There is no command, file or example {first!r}. The commands are: {', '.join(available())}.")
        return command(first)(argv[1:])
    except Fault as fault:
        from cpc.commands.speech import said
        print(f"cpc: {said(str(fault))}", file=sys.stderr)
        return fault.status


def is_program(name: str) -> bool:
    """Whether it is a file, an example or a listing: `cpc maze` runs it."""
    from cpc import gallery
    if os.path.isfile(name) or os.path.isfile(f"{name}.bas") or "/" not in name and gallery.path_of(name).is_file():
        return True
    from listings import library
    return name in library.names()


def command(name: str) -> Callable[[list[str]], int]:
    from cpc.commands.fault import Fault
    place, _, function = COMMANDS[name][0].partition(":")
    try:
        found: Callable[[list[str]], int] = getattr(importlib.import_module(place), function)
        return found
    except ModuleNotFoundError as error:
        if error.name != place:
            raise
    except AttributeError:
        pass
    raise Fault(f"`cpc {name}` is not part of this version.")


def available() -> list[str]:
    """The commands that this version has."""
    from importlib.util import find_spec
    return [name for name, (place, _) in COMMANDS.items() if find_spec(place.partition(":")[0])]


def usage() -> str:
    import textwrap

    from cpc.commands.speech import said
    width = max(map(len, COMMANDS))
    first, last = (textwrap.fill(said(text), WIDTH) for text in (BEGINNING, END))
    return "\n".join([said("usage: cpc [COMMAND] ..."), "", first, "",
                      *(f"  cpc {name:{width}}  {said(COMMANDS[name][1])}" for name in available()), "", last])


def version() -> str:
    from importlib.metadata import PackageNotFoundError
    from importlib.metadata import version as installed
    try:
        return installed("cpc-listings")
    except PackageNotFoundError:
        return "from its source, not installed"
