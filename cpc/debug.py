"""`cpc debug`: a program with the debugger, in a window, in a terminal, or for an editor."""

import argparse
import sys
from pathlib import Path
from typing import NamedTuple

from basic.debugger import Debugger, Misunderstood

from .fault import Fault, of_file
from .machine import CPC
from .run import add_program_options, check_places, load, programs, seconds, typed

DESCRIPTION = """Runs a BASIC program under the debugger: stops it, steps through it, takes it back."""
PROFILE_SECONDS = 600


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser("cpc debug", description=DESCRIPTION)
    add = made.add_argument
    add_program_options(made)
    add("--terminal", action="store_true", help="in this terminal")
    add("--commands", type=Path, metavar="FILE", help="does the debugger's commands in a file, one to a line")
    add("--dap", nargs="?", const=True, type=int, metavar="PORT",
        help="speaks the Debug Adapter Protocol, over standard input and output or a port of this computer")
    add("--profile", action="store_true", help="runs it and says where the time goes")
    add("--seconds", type=seconds, default=PROFILE_SECONDS, metavar="N", help="emulated seconds for --profile at most")
    return made


def debug(argv: list[str]) -> int:
    options = parser().parse_args(argv)
    if options.dap is not None:
        from .dap import serve
        from .dapprogram import Loaded
        loaded = Loaded(lambda: prepared(options), options.type) if options.program else None
        return serve(None if options.dap is True else options.dap, loaded)
    if not options.program:
        raise Fault("Which program? It is: cpc debug FILE.")
    cpc = machine_for(options)
    if options.profile:
        return profile(cpc, options)
    if options.terminal or options.commands:
        return in_terminal(cpc, options)
    return in_window(cpc, options)


class Prepared(NamedTuple):
    cpc: CPC
    files: list[Path]           # what has been loaded and merged into it


def machine_for(options) -> CPC:
    return prepared(options).cpc


def prepared(options) -> Prepared:
    files = programs(options)
    check_places(options)
    cpc = CPC(model=options.model or "464", dialect=options.dialect or "auto", memory=options.memory or "cpc",
              drive=options.drive, printer=options.printer)
    load(cpc, files)
    return Prepared(cpc, files)


def in_terminal(cpc: CPC, options) -> int:
    from .debugcommands import Console
    from .debugterminal import run_commands, talk
    debugger = Debugger(cpc.session)
    cpc.type(typed(options.type))
    console = Console(debugger)
    try:
        debugger.start()
    except Misunderstood as error:
        raise Fault(str(error)) from None
    if options.commands:
        try:
            lines = options.commands.read_text(encoding="utf-8", errors="replace").splitlines()
        except OSError as error:
            raise of_file(options.commands, error) from None
        run_commands(console, lines, sys.stdout)
    else:
        talk(console)
    return 0


def in_window(cpc: CPC, options) -> int:
    """`cpc debug FILE`: the program stands before its first statement."""
    from .needspygame import needing_pygame
    with needing_pygame("--terminal does without it"):
        from .window import NoDisplay, Window
    try:
        window = Window(cpc, lambda: machine_for(options))
    except NoDisplay:
        raise Fault("There is no display to open a window on; --terminal debugs in this terminal.") from None
    window.debugger()
    cpc.type(typed(options.type))
    window.overlay.start()
    window.run()
    return 0


def profile(cpc: CPC, options) -> int:
    from .debugcommands import Console
    debugger = Debugger(cpc.session)
    cpc.type(typed(options.type))
    try:
        debugger.start()
    except Misunderstood as error:
        raise Fault(str(error)) from None
    debugger.heat(True)
    debugger.go()
    end = debugger.clock.us + int(options.seconds * 1e6)
    while debugger.running and debugger.clock.us < end and not debugger.waits_for_key():
        debugger.run(min(1_000_000, end - debugger.clock.us))
    debugger.stop()
    print("\n".join(Console(debugger).obey("heat")))
    return 0
