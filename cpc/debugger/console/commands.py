"""The debugger's commands: one table of names, help and what they do."""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from basic.debug import views
from basic.debug.cross_reference import uses
from basic.debug.debugger import LINE, STATEMENT, CommandError
from basic.debug.sentences import sentence
from basic.help.words import words
from cpc.charset import plain, readable
from cpc.debugger.console import diff_command, explain_command, past_commands, thinking_commands  # noqa: F401
from cpc.debugger.console.console import COMMANDS, Console, arrives, command, goes_on
from cpc.debugger.console.copy import as_text, copied, write_new
from cpc.debugger.console.views import grid_lines, heat_lines, machine_state, table_of_arrays, trace_lines
from cpc.debugger.slices import Slices

HELP_AT = 30                            # columns that a command's arguments have


# going

@arrives("run", "[LINE]", "begins the program, and stops before its first statement")
def _run(console: Console, rest: str) -> None:
    console.debugger.start(console.number(rest, 0) or None)


@goes_on("continue c", "", "goes on until something stops it")
def _continue(console: Console, rest: str) -> None:
    console.debugger.go()


@goes_on("step s", "", "does one statement")
def _step(console: Console, rest: str) -> None:
    console.debugger.step(STATEMENT)


@goes_on("line l", "", "goes to the next line")
def _line(console: Console, rest: str) -> None:
    console.debugger.step(LINE)


@goes_on("over o", "", "does one statement, and all of a GOSUB")
def _over(console: Console, rest: str) -> None:
    console.debugger.step(STATEMENT, into=False)


@goes_on("next n", "", "goes to the next line, and does all of a GOSUB")
def _next(console: Console, rest: str) -> None:
    console.debugger.step(LINE, into=False)


@goes_on("out", "", "goes on until the GOSUB returns")
def _out(console: Console, rest: str) -> None:
    console.debugger.out()


@goes_on("to", "LINE[:STATEMENT]", "goes on to a line or statement")
def _to(console: Console, rest: str) -> None:
    console.debugger.to(*console.place(rest))


@arrives("wait", "SECONDS", "goes on for that much of the machine's time")
def _wait(console: Console, rest: str) -> None:
    us = console.microseconds(rest)
    console.debugger.go()
    end = console.debugger.clock.us + us
    slices = Slices(console.debugger)
    while console.debugger.running and console.debugger.clock.us < end and not console.interrupted():
        slices.run(end)
    console.debugger.stop()


@command("type", "TEXT", "types, as at the keyboard; \\n is ENTER")
def _type(console: Console, rest: str) -> Iterator[str]:
    try:
        console.session.type(rest.replace("\\n", "\n").encode("latin-1"))
    except UnicodeEncodeError:
        raise CommandError("The CPC does not have all of these characters.") from None
    return iter(())


# going back

@arrives("back b", "[N]", "takes back one statement, or N")
def _back(console: Console, rest: str) -> None:
    console.debugger.back(console.number(rest, 1))


@arrives("backline bl", "", "goes back to the beginning of the line, or of the one before")
def _back_line(console: Console, rest: str) -> None:
    console.debugger.back_line()


@arrives("backto bt", "VARIABLE", "goes back to before the last change of a variable or expression")
def _back_to(console: Console, rest: str) -> None:
    console.debugger.back_to_change(rest)


@arrives("backstop bs", "", "goes back to the last breakpoint or change of a watch")
def _back_stop(console: Console, rest: str) -> None:
    console.debugger.back_to_stop()


@arrives("present", "[N]", "goes forward again to where the program had come; N: to where you were N journeys ago")
def _present(console: Console, rest: str) -> None:
    debugger, number = console.debugger, console.number(rest, 0)
    if not number:
        debugger.to_present()
    elif number > len(debugger.left):
        raise CommandError("There were {0} journeys.", len(debugger.left))
    else:
        debugger.to_kept(debugger.left[-number])


@command("mark", "[NAME]", "gives this moment a name, for goto; without a name: lists the marks")
def _mark(console: Console, rest: str) -> Iterator[str]:
    marks, history = console.debugger.marks, console.debugger.history
    if rest:
        marks[rest] = history.place_in_time()
        return
    for name, kept in sorted(marks.items(), key=lambda one: one[1].moment):
        yield sentence("{0}: {1} s" if history.is_kept(kept) else "{0}: {1} s, which is not kept any more", name,
                       f"{kept.moment.us / 1e6:.6f}")
    if not marks:
        yield "There are no marks."


@arrives("goto", "NAME", "goes to a mark, back or forward")
def _goto(console: Console, rest: str) -> None:
    if rest not in console.debugger.marks:
        raise (CommandError("There is no mark {0}.", rest) if rest else
               CommandError("It is: goto NAME. To go on at a line: do GOTO LINE."))
    console.debugger.to_kept(console.debugger.marks[rest])


@command("bookmark", "[LINE[:STATEMENT]]", "sets a bookmark in the listing, here or there, or removes it")
def _bookmark(console: Console, rest: str) -> Iterator[str]:
    here = views.here(console.session)
    if rest:
        number, statement = console.place(rest)
    elif here.number is not None:
        number, statement = here.number, here.statement
    else:
        raise CommandError("It is: bookmark LINE[:STATEMENT].")
    console.debugger.known_line(number, statement)
    there = console.debugger.bookmarks.toggle(number, statement)
    yield sentence("Bookmark at {0}." if there else "No bookmark at {0}.", views.Place(number, statement))


@command("bookmarks", "", "lists the bookmarks in the listing")
def _bookmarks(console: Console, rest: str) -> Iterator[str]:
    for place in console.debugger.bookmarks.there:
        assert place.number is not None
        text = views.line_text(console.session, place.number)
        first, last = views.statement_range(console.session, place.number, place.statement)
        yield f"{str(place):>8}  {readable(text[first:last].encode('latin-1'))}"
    if not console.debugger.bookmarks.there:
        yield "There are no bookmarks."


@command("count", "[N]", "says how many statements have been done, or goes to where N were")
def _count(console: Console, rest: str) -> Iterator[str]:
    if rest:
        console.debugger.to_count(console.number(rest, 0))
        yield from console.until_it_stops()
    else:
        yield sentence("{0} statements.", console.debugger.way_back.count())


@command("trace", "[N]", "shows the last statements, with how many back each is")
def _trace(console: Console, rest: str) -> Iterator[str]:
    yield from trace_lines(console.session, console.debugger.trace(console.number(rest, 20)))


# stopping

@command("break", "LINE[:STATEMENT] [if CONDITION] [pass N]", "stops there, when it is true, from the N-th pass on")
def _break(console: Console, rest: str) -> Iterator[str]:
    place, condition, passes = console.provisos(rest)
    made = console.debugger.add_breakpoint(*console.place(place), condition, passes)
    yield sentence("Breakpoint {0}: {1}.", made.id, made.described)


@command("watch w", "VARIABLE [if CONDITION] [pass N]", "stops when a variable, an element or an expression changes")
def _watch(console: Console, rest: str) -> Iterator[str]:
    text, condition, passes = console.provisos(rest)
    made = console.debugger.add_watch(text, False, condition, passes)
    yield sentence("Watch {0}: {1}.", made.id, made.described)


@command("when", "CONDITION [pass N]", "stops when a condition becomes true")
def _when(console: Console, rest: str) -> Iterator[str]:
    text, condition, passes = console.provisos(rest)
    made = console.debugger.add_watch(text, True, condition, passes)
    yield sentence("Watch {0}: {1}.", made.id, made.described)


@command("errors", "on|off", "stops at an error before ON ERROR takes it, or not")
def _errors(console: Console, rest: str) -> Iterator[str]:
    console.debugger.stops_on_error = _switch(rest)
    return iter(())


@command("stops", "", "lists the breakpoints and watches")
def _stops(console: Console, rest: str) -> Iterator[str]:
    debugger = console.debugger
    for breakpoint in debugger.breakpoints:
        yield sentence("{0} breakpoint {1}; passes: {2}", f"{breakpoint.id:3}", breakpoint.described,
                       breakpoint.hits.count() if breakpoint.hits else 0)
    for watch in debugger.watches:
        yield sentence("{0} watch {1}; passes: {2}", f"{watch.id:3}", watch.described, watch.hits.count())
    if not debugger.breakpoints and not debugger.watches:
        yield "There are no breakpoints and no watches."


@command("delete", "NUMBER", "takes a breakpoint or watch away")
def _delete(console: Console, rest: str) -> Iterator[str]:
    console.debugger.remove(console.number(rest, 0))
    return iter(())


# seeing

@command("list", "[LINE]", "shows the lines around this one or another")
def _list(console: Console, rest: str) -> Iterator[str]:
    for line in views.listing(console.session, console.number(rest, 0) or None):
        sign = ">" if line.marked else " "
        breakpoint = any(one.number == line.number for one in console.debugger.breakpoints)
        yield f"{sign}{'*' if breakpoint else ' '}{readable(line.text.encode('latin-1'))}"
        if line.marked:
            yield "  " + " " * line.marked[0] + "^" * max(1, line.marked[1] - line.marked[0])


@command("stack", "", "shows the GOSUBs, FORs and WHILEs that are open, the innermost first")
def _stack(console: Console, rest: str) -> Iterator[str]:
    for entry in views.stack(console.session):
        yield f"{entry.kind:6} {entry.place!s:>8}  {console.spoken(entry.text)}".rstrip()


@command("vars v", "[BEGINNING]", "shows the variables; * is before what has changed since the last stop")
def _vars(console: Console, rest: str) -> Iterator[str]:
    for one in views.scalars(console.session, console.debugger.marked):
        if one.name.startswith(rest.lower()):
            yield f"{'*' if one.changed else ' '} {one.name} = {readable(one.text.encode('latin-1'))}"
    yield from table_of_arrays(console.session, console.debugger.marked, rest.lower())


@command("array a", "NAME [width N] [border N] [letters V=L,...] [turn] [flip] [labels] [plain]",
         "shows an array as a table or a board; plain: not as the board that it is known to be")
def _array(console: Console, rest: str) -> Iterator[str]:
    name, _, options = rest.partition(" ")
    yield from grid_lines(console.session, name, options, console.debugger.board(name))


@command("print p", "EXPRESSION", "shows what an expression comes to")
def _print(console: Console, rest: str) -> Iterator[str]:
    yield readable(views.text_of(console.debugger.asked(rest)).encode("latin-1"))


@command("copy", "NAME [to FILE]", "copies a value out: an array in rows (FILE.csv: with commas), cut as by array")
def _copy(console: Console, rest: str) -> Iterator[str]:
    match = re.fullmatch(r"(.*?)(?:\s+to\s+(.+))?", rest)
    if not match or not match[1]:
        raise CommandError("It is: copy NAME [to FILE].")
    what, name = match.groups("")
    if name:
        path = Path(name.strip('"')).expanduser()
        write_new(path, copied(console.debugger, what, path.suffix))
        yield sentence("{0} is in {1}.", what, path)
    elif console.clipboard is None:
        raise CommandError("There is no clipboard here; it is: copy NAME to FILE.")
    else:
        console.clipboard(as_text(copied(console.debugger, what)))
        yield sentence("{0} is in the clipboard.", what)


@command("state", "", "shows DATA, ON ERROR, timers, mode, inks and windows")
def _state(console: Console, rest: str) -> Iterator[str]:
    for name, text in views.state(console.session) + machine_state(console.machine):
        yield f"{console.spoken(name)}: {console.spoken(text)}"


@command("screen", "", "shows the text on the CPC's screen")
def _screen(console: Console, rest: str) -> Iterator[str]:
    rows = [readable(row.encode("latin-1")).rstrip("· ") for row in console.machine.screen.text()]
    while rows and not rows[-1]:
        rows.pop()
    yield from rows


@command("heat", "[on|off]", "counts how often and how long each line runs from now on, or shows it")
def _heat(console: Console, rest: str) -> Iterator[str]:
    if rest:
        console.debugger.heat(_switch(rest))
    else:
        yield from heat_lines(console.session, console.debugger.heat_table(), console.spoken)


# changing

@command("set", "VARIABLE=EXPRESSION", "changes a variable")
def _set(console: Console, rest: str) -> Iterator[str]:
    name, sign, value = rest.partition("=")
    if not sign:
        raise CommandError("It is: set VARIABLE=EXPRESSION.")
    was_past = console.debugger.history.in_the_past()
    console.debugger.assign(name.strip(), value.strip())
    yield from _forgotten(was_past)


@command("do", "COMMAND", "does a command of BASIC, as typed at Ready")
def _do(console: Console, rest: str) -> Iterator[str]:
    was_past, text = console.debugger.history.in_the_past(), console.machine.text
    printed = text.printed.in_all
    console.debugger.direct(rest)
    if console.shows_prints:
        yield from plain(text.printed.since(printed)).splitlines()
    yield from _forgotten(was_past)
    yield from console.where_it_stands(None)


@command("edit", "LINE TEXT", "types a line in; it cannot go on then as it was, but the variables stay")
def _edit(console: Console, rest: str) -> Iterator[str]:
    was_past = console.debugger.history.in_the_past()
    console.debugger.edit(rest)
    yield from _forgotten(was_past)
    yield "The line is in. Go on with: do GOTO LINE."


def _forgotten(was_past: bool) -> Iterator[str]:
    if was_past:
        yield "The program goes another way from here: what came after this moment is forgotten."


@command("where", "NAME", "lists where a variable or an array is changed and read")
def _where(console: Console, rest: str) -> Iterator[str]:
    name, found = rest.strip().removesuffix("()").lower(), uses(console.session)
    places = [use for written in found for use in found[written] if written in (name, name.rstrip("%!"))]
    if not places:
        near = get_close_matches(name, found, 3, 0.5)
        raise CommandError("The program has no {0}; perhaps {1}?" if near else "The program has no {0}.", rest, ", ".join(near))
    does = [console.spoken(word) for word in ("reads  ", "changes")]
    for use in sorted(places, key=lambda use: (use.place.number or 0, use.place.statement, not use.writes)):
        text = readable(views.statement_text(console.session, use.place).encode("latin-1"))
        yield f"{use.place!s:>8}  {does[use.writes]}  {text}"


@command("help h", "[COMMAND | WORD]", "lists the commands, or explains one, or a word of BASIC")
def _help(console: Console, rest: str) -> Iterator[str]:
    if rest and rest.lower() not in COMMANDS:
        known = words(console.texts.language)
        if rest.upper() not in known:
            raise CommandError("There is no command and no word of BASIC {0}.", rest)
        yield from known[rest.upper()]
        return
    chosen = [COMMANDS[rest.lower()]] if rest else list(dict.fromkeys(COMMANDS.values()))
    for one in chosen:
        usage = f"{', '.join(one.names)} {console.spoken(one.arguments)}".rstrip()
        if len(usage) > HELP_AT:
            yield usage
            usage = ""
        yield usage.ljust(HELP_AT) + f" {console.spoken(one.help)}"


@command("quit q", "", "ends")
def _quit(console: Console, rest: str) -> Iterator[str]:
    console.ended = True
    return iter(())


def _switch(text: str) -> bool:
    if text.lower() not in ("on", "off"):
        raise CommandError("It is on or off.")
    return text.lower() == "on"


__all__ = ["COMMANDS", "Console"]
