"""`cpc debug`: runs a program under the debugger, in a window, in a terminal, or for an editor."""

import argparse
import sys
from pathlib import Path

from basic.debug.debugger import CommandError, Debugger
from cpc.api import CPC
from cpc.commands.debugger_for import debugger_for
from cpc.commands.fault import Fault, of_file
from cpc.commands.needs_pygame import needing_pygame
from cpc.commands.prepare import ProgramLoader, machine_for, prepared
from cpc.commands.run import add_program_options, seconds, typed
from cpc.commands.speech import Parser
from cpc.host_files import read_whole
from cpc.language import of_host

DESCRIPTION = """Runs a BASIC program under the debugger, which stops it, and goes forwards and back by single statements."""
PROFILE_SECONDS = 600


def parser() -> argparse.ArgumentParser:
    made = Parser("cpc debug", description=DESCRIPTION)
    add = made.add_argument
    add_program_options(made)
    add("--terminal", action="store_true", help="debug in this terminal")
    add("--commands", type=Path, metavar="FILE", help="do the debugger's commands in this file, one on each line")
    add("--dap", nargs="?", const=True, type=int, metavar="PORT",
        help="speak the Debug Adapter Protocol, over standard input and output or a port of this computer")
    add("--profile", action="store_true", help="run the program and print which lines take how much time")
    add("--flame", type=Path, metavar="FILE.svg", help="with --profile: draw the subroutines' times as a flame graph, too")
    add("--diff", metavar="WHAT", help="run the program, and say at which statement another run parts from it: FILE (another "
        "listing), 'merge FILE' (lines merged into this one), 'type TEXT' (other keys than --type has)")
    add("--seconds", type=seconds, default=PROFILE_SECONDS, metavar="N",
        help="with --profile and --diff: stop after so many emulated seconds")
    return made


def debug(argv: list[str]) -> int:
    options = parser().parse_args(argv)
    if options.dap is not None:
        return for_editors(options)
    if not options.program:
        raise Fault("A program is missing: cpc debug FILE.")
    cpc = machine_for(options)
    if options.profile:
        return profile(cpc, options)
    if options.diff:
        return compared(cpc, options)
    if options.terminal or options.commands:
        return in_terminal(cpc, options)
    return in_window(cpc, options)


def for_editors(options: argparse.Namespace) -> int:
    from cpc.debugger.dap.program import Loaded
    from cpc.debugger.dap.server import PortError, serve
    loader, loaded = ProgramLoader(), None
    if options.program:
        loader.typed(options.type)
        loaded = Loaded(lambda: prepared(options), options.type, debugger_for)
    try:
        return serve(None if options.dap is True else options.dap, loader, loaded)
    except PortError as error:
        raise Fault(str(error)) from None


def in_terminal(cpc: CPC, options: argparse.Namespace) -> int:
    from cpc.debugger.console.commands import Console
    from cpc.debugger.console.terminal import run_commands, talk
    debugger = debugger_for(cpc.session)
    cpc.type(options.begin)
    cpc.type(typed(options.type))
    console = Console(debugger)
    try:
        debugger.start()
    except CommandError as error:
        raise Fault(str(error)) from None
    if options.commands:
        try:
            lines = read_whole(options.commands).decode("utf-8", "replace").splitlines()
        except OSError as error:
            raise of_file(options.commands, error) from None
        run_commands(console, lines, sys.stdout)
    else:
        talk(console)
    return 0


def in_window(cpc: CPC, options: argparse.Namespace) -> int:
    """`cpc debug FILE`: the program is stopped before its first statement."""
    with needing_pygame("--terminal does without it"):
        from cpc.window.window import NoDisplay, Own, Window
    try:
        window = Window(cpc, lambda: machine_for(options), debugger=debugger_for,
                        own=Own(language=of_host()))
    except NoDisplay:
        raise Fault("There is no display to open a window on; --terminal debugs in this terminal.") from None
    overlay = window.open_debugger()
    cpc.type(options.begin)
    cpc.type(typed(options.type))
    overlay.controls.start()
    window.run()
    return 0


def started(cpc: CPC) -> Debugger:
    debugger = debugger_for(cpc.session)
    try:
        debugger.start()
    except CommandError as error:
        raise Fault(str(error)) from None
    return debugger


def run_on(debugger: Debugger, seconds: float) -> None:
    """Until it ends, waits for a key or the time is over."""
    debugger.go()
    end = debugger.clock.us + int(seconds * 1e6)
    while debugger.running and debugger.clock.us < end and not debugger.waits_for_key():
        debugger.run(min(1_000_000, end - debugger.clock.us))
    debugger.stop()


def compared(cpc: CPC, options: argparse.Namespace) -> int:
    """Like cmp: 0 where both do the same, 1 where they part."""
    from cpc.debugger.console import diff_command
    from cpc.debugger.console.commands import Console
    debugger = started(cpc)
    debugger.session.type(options.begin.encode("latin-1") + typed(options.type))
    run_on(debugger, options.seconds)
    console = Console(debugger)
    try:
        other, parting = diff_command.parted(console, options.diff)
    except CommandError as error:
        raise Fault(console.spoken(error.sentence)) from None
    print("\n".join(map(console.spoken, diff_command.told(console, other, parting))))
    return 0 if parting is None else 1


def profile(cpc: CPC, options: argparse.Namespace) -> int:
    from cpc.debugger.console.commands import Console
    cpc.type(options.begin)
    cpc.type(typed(options.type))
    debugger = started(cpc)
    debugger.heat(True)
    run_on(debugger, options.seconds)
    console = Console(debugger)
    print("\n".join([*console.obey("heat"), "", *console.obey("profile")]))
    if options.flame:
        print("\n".join(console.obey(f"profile to {options.flame}")))
    return 0
