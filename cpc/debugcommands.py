"""The debugger's commands: one table of names, help and what they do, for every face that has a command line.

`Console.obey` gives the lines that a command says. It knows neither a screen nor a keyboard.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from basic import seeing
from basic.debugger import LINE, STATEMENT, Debugger, Misunderstood, Stop

from .charset import readable
from .debugcopy import as_text, copied, write_new
from .debugviews import grid_lines, heat_lines, machine_state, table_of_arrays, trace_lines

SLICE_US = 20_000
LONGEST_RUN_US = 3_600_000_000          # an emulated hour: then one is asked again


class Command(NamedTuple):
    names: tuple[str, ...]
    arguments: str
    help: str
    do: Callable[["Console", str], Iterator[str]]


COMMANDS: dict[str, Command] = {}


def command(names: str, arguments: str, help: str):
    def enter(do: Callable) -> Callable:
        made = Command(tuple(names.split()), arguments, help, do)
        for name in made.names:
            assert name not in COMMANDS, name
            COMMANDS[name] = made
        return do
    return enter


class Console:
    def __init__(self, debugger: Debugger):
        self.debugger = debugger
        self.session = debugger.session
        self.ended = False
        self.interrupted: Callable[[], bool] = lambda: False    # whether a run is to be broken off
        self.clipboard: Callable[[str], None] | None = None     # puts a text there, where there is one

    def obey(self, line: str) -> list[str]:
        """What a command says; a sentence where it cannot be done."""
        name, _, rest = line.strip().partition(" ")
        if not name:
            return []
        found = COMMANDS.get(name.lower())
        if found is None:
            near = sorted(one for one in COMMANDS if one.startswith(name[:1].lower()) and len(one) > 2)
            return [f"There is no command {name}; " + (f"perhaps {', '.join(near)}?" if near else "help lists them.")]
        try:
            return list(found.do(self, rest.strip()))
        except Misunderstood as error:
            return [str(error)]

    def complete(self, begun: str) -> list[str]:
        return sorted(name for name in COMMANDS if name.startswith(begun.lower()))

    # running

    def until_it_stops(self) -> Iterator[str]:
        debugger = self.debugger
        latest = debugger.clock.us + LONGEST_RUN_US
        while debugger.running:
            if debugger.run(SLICE_US) is not None:
                break
            if debugger.waits_for_key():
                debugger.stop()
                yield "It waits for a key: type TEXT, then go on."
                break
            if self.interrupted() or debugger.clock.us > latest:
                debugger.stop()
        yield from self.where_it_stands(debugger.last_stop)

    def where_it_stands(self, stop: Stop | None) -> Iterator[str]:
        if stop is not None and stop.text:
            yield stop.text
        here = seeing.here(self.session)
        if here.number is None:
            yield seeing.state_sentence(self.session)
            return
        text = seeing.line_text(self.session, here.number)
        first, last = seeing.statement_range(self.session, here.number, here.statement)
        yield readable(text.encode("latin-1"))
        yield " " * first + "^" * max(1, last - first)

    # arguments

    def place(self, text: str) -> tuple[int, int]:
        """LINE or LINE:STATEMENT, statements counted from 1."""
        match = re.fullmatch(r"(\d+)(?::(\d+))?", text)
        if not match:
            raise Misunderstood(f"{text or 'Nothing'} is not a line: 100, or 100:2 for its second statement.")
        return int(match[1]), int(match[2] or 1) - 1

    def microseconds(self, text: str) -> int:
        try:
            return int(float(text) * 1e6)
        except (ValueError, OverflowError):
            raise Misunderstood(f"{text or 'Nothing'} is not a number of seconds.") from None

    def number(self, text: str, without: int) -> int:
        if not text:
            return without
        if not text.isdigit():
            raise Misunderstood(f"{text} is not a number.")
        return int(text)


# going

@command("run", "[LINE]", "begins the program, and stops before its first statement")
def _run(console, rest):
    console.debugger.start(console.number(rest, 0) or None)
    yield from console.where_it_stands(console.debugger.last_stop)


@command("continue c", "", "goes on until something stops it")
def _continue(console, rest):
    console.debugger.go()
    yield from console.until_it_stops()


@command("step s", "", "does one statement")
def _step(console, rest):
    console.debugger.step(STATEMENT)
    yield from console.until_it_stops()


@command("line l", "", "goes to the next line")
def _line(console, rest):
    console.debugger.step(LINE)
    yield from console.until_it_stops()


@command("over o", "", "does one statement, and all of a GOSUB")
def _over(console, rest):
    console.debugger.step(STATEMENT, into=False)
    yield from console.until_it_stops()


@command("next n", "", "goes to the next line, and does all of a GOSUB")
def _next(console, rest):
    console.debugger.step(LINE, into=False)
    yield from console.until_it_stops()


@command("out", "", "goes on until the GOSUB returns")
def _out(console, rest):
    console.debugger.out()
    yield from console.until_it_stops()


@command("to", "LINE[:STATEMENT]", "goes on to a line or statement")
def _to(console, rest):
    console.debugger.to(*console.place(rest))
    yield from console.until_it_stops()


@command("wait", "SECONDS", "goes on for that much of the machine's time")
def _wait(console, rest):
    us = console.microseconds(rest)
    console.debugger.go()
    end = console.debugger.clock.us + us
    while console.debugger.running and console.debugger.clock.us < end and not console.interrupted():
        console.debugger.run(min(SLICE_US, end - console.debugger.clock.us))
    console.debugger.stop()
    yield from console.where_it_stands(console.debugger.last_stop)


@command("type", "TEXT", "types, as at the keyboard; \\n is ENTER")
def _type(console, rest):
    try:
        console.session.type(rest.replace("\\n", "\n").encode("latin-1"))
    except UnicodeEncodeError:
        raise Misunderstood("The CPC does not have all of these characters.") from None
    return iter(())


# going back

@command("back b", "[N]", "takes back one statement, or N")
def _back(console, rest):
    console.debugger.back(console.number(rest, 1))
    yield from console.where_it_stands(console.debugger.last_stop)


@command("backline bl", "", "goes back to the beginning of the line, or of the one before")
def _back_line(console, rest):
    console.debugger.back_line()
    yield from console.where_it_stands(console.debugger.last_stop)


@command("backto bt", "VARIABLE", "goes back to before the last change of a variable or expression")
def _back_to(console, rest):
    console.debugger.back_to_change(rest)
    yield from console.where_it_stands(console.debugger.last_stop)


@command("backstop bs", "", "goes back to the last breakpoint or change of a watch")
def _back_stop(console, rest):
    console.debugger.back_to_stop()
    yield from console.where_it_stands(console.debugger.last_stop)


@command("present", "", "goes forward again to where the program had come")
def _present(console, rest):
    console.debugger.to_present()
    yield from console.where_it_stands(console.debugger.last_stop)


@command("count", "[N]", "says how many statements have been done, or goes to where N were")
def _count(console, rest):
    if rest:
        console.debugger.to_count(console.number(rest, 0))
        yield from console.until_it_stops()
    else:
        yield f"{console.debugger.history.count()} statements."


@command("trace", "[N]", "shows the last statements, with how many back each is")
def _trace(console, rest):
    yield from trace_lines(console.session, console.debugger.trace(console.number(rest, 20)))


# stopping

@command("break", "LINE[:STATEMENT] [if CONDITION] [pass N]", "stops there, when it is true, from the N-th pass on")
def _break(console, rest):
    match = re.fullmatch(r"(\S*)(?:\s+if\s+(.+?))?(?:\s+pass\s+(\d+))?", rest, re.IGNORECASE)
    if not match:
        raise Misunderstood("It is: break LINE[:STATEMENT] [if CONDITION] [pass N].")
    made = console.debugger.add_breakpoint(*console.place(match[1]), match[2] or "", int(match[3] or 1))
    yield f"Breakpoint {made.id}: {made}."


@command("watch w", "VARIABLE", "stops when a variable, an element or an expression changes")
def _watch(console, rest):
    made = console.debugger.add_watch(rest)
    yield f"Watch {made.id}: {made}."


@command("when", "CONDITION", "stops when a condition becomes true")
def _when(console, rest):
    made = console.debugger.add_watch(rest, until_true=True)
    yield f"Watch {made.id}: {made}."


@command("errors", "on|off", "stops at an error before ON ERROR takes it, or not")
def _errors(console, rest):
    console.debugger.stops_on_error = _switch(rest)
    return iter(())


@command("stops", "", "lists the breakpoints and watches")
def _stops(console, rest):
    traps = console.debugger.traps
    for one in traps.breakpoints:
        yield f"{one.id:3} breakpoint {one}; passes: {one.hits.count()}"
    for one in traps.watches:
        yield f"{one.id:3} watch {one}"
    if not traps.breakpoints and not traps.watches:
        yield "There are none."


@command("delete", "NUMBER", "takes a breakpoint or watch away")
def _delete(console, rest):
    console.debugger.remove(console.number(rest, 0))
    return iter(())


# seeing

@command("list", "[LINE]", "shows the lines around this one or another")
def _list(console, rest):
    for line in seeing.listing(console.session, console.number(rest, 0) or None):
        sign = ">" if line.marked else " "
        breakpoint = any(one.number == line.number for one in console.debugger.traps.breakpoints)
        yield f"{sign}{'*' if breakpoint else ' '}{readable(line.text.encode('latin-1'))}"
        if line.marked:
            yield "  " + " " * line.marked[0] + "^" * max(1, line.marked[1] - line.marked[0])


@command("stack", "", "shows the GOSUBs, FORs and WHILEs that are open, the innermost first")
def _stack(console, rest):
    for entry in seeing.stack(console.session):
        yield f"{entry.kind:6} {entry.place!s:>8}  {entry.text}".rstrip()


@command("vars v", "[BEGINNING]", "shows the variables; * is before what has changed since the last stop")
def _vars(console, rest):
    for one in seeing.scalars(console.session, console.debugger.marked):
        if one.name.startswith(rest.lower()):
            yield f"{'*' if one.changed else ' '} {one.name} = {readable(one.text.encode('latin-1'))}"
    yield from table_of_arrays(console.session, console.debugger.marked, rest.lower())


@command("array a", "NAME [width N] [border N] [letters V=L,...]", "shows an array as a table or a board")
def _array(console, rest):
    name, _, options = rest.partition(" ")
    yield from grid_lines(console.session, name, options)


@command("print p", "EXPRESSION", "shows what an expression comes to")
def _print(console, rest):
    yield readable(seeing.text_of(console.debugger.evaluate(rest)).encode("latin-1"))


@command("copy", "NAME [to FILE]", "copies a value out: an array in rows (FILE.csv: with commas), cut as by array")
def _copy(console, rest):
    what, name = re.fullmatch(r"(.*?)(?:\s+to\s+(.+))?", rest).groups("")
    if not what:
        raise Misunderstood("It is: copy NAME [to FILE].")
    if name:
        path = Path(name.strip('"')).expanduser()
        write_new(path, copied(console.debugger, what, path.suffix))
        yield f"{what} is in {path}."
    elif console.clipboard is None:
        raise Misunderstood("There is no clipboard here; it is: copy NAME to FILE.")
    else:
        console.clipboard(as_text(copied(console.debugger, what)))
        yield f"{what} is in the clipboard."


@command("state", "", "shows DATA, ON ERROR, timers, mode, inks and windows")
def _state(console, rest):
    for name, text in seeing.state(console.session) + machine_state(console.session.machine):
        yield f"{name}: {text}"


@command("screen", "", "shows the text on the CPC's screen")
def _screen(console, rest):
    rows = [readable(row.encode("latin-1")).rstrip("· ") for row in console.session.machine.screen.text()]
    while rows and not rows[-1]:
        rows.pop()
    yield from rows


@command("heat", "[on|off]", "counts how often and how long each line runs from now on, or shows it")
def _heat(console, rest):
    if rest:
        console.debugger.heat(_switch(rest))
    else:
        yield from heat_lines(console.session, console.debugger.heat_table())


# changing

@command("set", "VARIABLE=EXPRESSION", "changes a variable")
def _set(console, rest):
    name, sign, value = rest.partition("=")
    if not sign:
        raise Misunderstood("It is: set VARIABLE=EXPRESSION.")
    console.debugger.assign(name.strip(), value.strip())
    return iter(())


@command("do", "COMMAND", "does a command of BASIC, as typed at Ready")
def _do(console, rest):
    console.debugger.direct(rest)
    yield from console.where_it_stands(None)


@command("edit", "LINE TEXT", "types a line in; it cannot go on then as it was, but the variables stay")
def _edit(console, rest):
    console.debugger.edit(rest)
    yield "The line is in. Go on with: do GOTO LINE."


@command("help h", "[COMMAND]", "lists the commands, or explains one")
def _help(console, rest):
    if rest and rest.lower() not in COMMANDS:
        raise Misunderstood(f"There is no command {rest}.")
    chosen = [COMMANDS[rest.lower()]] if rest else list(dict.fromkeys(COMMANDS.values()))
    for one in chosen:
        yield f"{', '.join(one.names)} {one.arguments}".rstrip().ljust(30) + f" {one.help}"


@command("quit q", "", "ends")
def _quit(console, rest):
    console.ended = True
    return iter(())


def _switch(text: str) -> bool:
    if text.lower() not in ("on", "off"):
        raise Misunderstood("It is on or off.")
    return text.lower() == "on"
