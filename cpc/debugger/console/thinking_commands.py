"""The commands that show how a program works: its subroutines, its search, its board in motion."""

import re
from collections.abc import Iterator
from pathlib import Path

from basic.debug.calls import Calls, calls_of
from basic.debug.debugger import CommandError
from basic.debug.facts import At, TreeFacts
from basic.debug.probes import Noted
from basic.debug.search_tree import search_tree
from basic.debug.sentences import sentence
from basic.debug.views import Place
from cpc.charset import readable
from cpc.debugger import drawings, movies
from cpc.debugger.console.console import Console, command
from cpc.debugger.console.copy import write_new
from cpc.debugger.console.past_commands import split_at_commas

TO = re.compile(r"(.*?)(?:^|\s+)to\s+(\S+)", re.IGNORECASE)
SHOWN_ROWS = 200
CALLED_ROWS = 60
TREE = re.compile(r"(?P<enter>\d+(?::\d+)?)\s+(?P<move>.+?)(?:\s+depth\s+(?P<depth>.+?))?"
                  r"(?:\s+value\s+(?P<leave>\d+(?::\d+)?)\s+(?P<value>.+?)(?:\s+depth\s+(?P<leave_depth>.+?))?)?"
                  r"(?:\s+cut\s+(?P<cut>\d+(?::\d+)?)(?:\s+depth\s+(?P<cut_depth>.+?))?)?", re.IGNORECASE)
USAGE = "tree LINE MOVE [depth D] [value LINE V [depth D]] [cut LINE [depth D]]"
OF_KNOWN = re.compile(r"(?:search\s+(?P<search>\d+))?\s*(?:deep\s+(?P<deep>\d+))?", re.IGNORECASE)


@command("profile", "[to FILE.svg]", "shows how much time each subroutine took; the file is a flame graph")
def _profile(console: Console, rest: str) -> Iterator[str]:
    rest, file = to_file(rest)
    calls = calls_of(console.debugger.past, console.progress)
    if file:
        write_new(file, drawings.flame_graph(calls, console.debugger.names.by_line(), console.spoken).encode("utf-8"))
        yield sentence("The flame graph is in {0}.", file)
    else:
        yield from profile_lines(console, calls)


def profile_lines(console: Console, calls: Calls) -> Iterator[str]:
    whole, names = max(1, calls.root.inclusive), console.debugger.names.by_line()
    own, inclusive, seconds, count, name = map(console.spoken, ("own", "with calls", "seconds", "calls", "subroutine"))
    yield f"{own:>6} {inclusive:>12} {seconds:>12} {count:>7}  {name}"
    for one in calls.table():
        name = _printable(console.spoken(drawings.name_of(one.line, names)))
        yield f"{one.own / whole:6.1%} {one.inclusive / whole:12.1%} {one.own / 1e6:12.6f} {one.calls:7}  {name}"
    yield from _ended(calls.complete)


@command("calls", "", "shows which subroutine called which, how often and for how long")
def _calls(console: Console, rest: str) -> Iterator[str]:
    calls = calls_of(console.debugger.past, console.progress)
    names = console.debugger.names.by_line()
    yield f"{console.spoken('seconds'):>12} {console.spoken('calls'):>7}"
    rows = list(calls.root.walk())
    for depth, call in rows[:CALLED_ROWS]:
        name = _printable(console.spoken(drawings.name_of(call.line, names)))
        yield f"{call.inclusive / 1e6:12.6f} {call.calls:7}  {'  ' * depth}{name}"
    if len(rows) > CALLED_ROWS:
        yield sentence("and {0} more", len(rows) - CALLED_ROWS)
    yield from _ended(calls.complete)


@command("tree", f"[search N] [deep N] [to FILE.svg] | {USAGE.removeprefix('tree ')}",
         "shows the moves that a search looked at; with a LINE at which a move was made, in any program")
def _tree(console: Console, rest: str) -> Iterator[str]:
    rest, file = to_file(rest)
    facts, number, deepest = _tree_facts(console, rest)
    tree = search_tree(console.debugger.past, facts, console.progress)
    if not tree.searches:
        yield "There was no search in all that is kept."
        return
    if number > len(tree.searches):
        raise CommandError("There are {0} searches.", len(tree.searches))
    search = tree.searches[number - 1] if number else tree.searches[-1]
    if file:
        if file.suffix.lower() == ".svg":
            drawing = drawings.tree_drawing(search, deepest, console.spoken)
        else:
            drawing = "".join(f"{'  ' * (depth - 1)}{text}\n"
                              for depth, _, text in drawings.tree_lines(search, deepest, console.spoken))
        write_new(file, drawing.encode("utf-8"))
        yield sentence("The tree is in {0}.", file)
        return
    yield sentence("Search {0} of {1}, from {2} s: {3} moves, {4} in all.", number or len(tree.searches), len(tree.searches),
                   f"{search.noted.us / 1e6:.6f}", len(search.children), search.count())
    rows = list(drawings.tree_lines(search, deepest, console.spoken, SHOWN_ROWS))
    found: list[Noted] = []
    for depth, node, text in rows:
        found.append(node.noted)
        yield f"{len(found):4}  {'  ' * (depth - 1)}{text}"
    console.found = found
    if len(rows) >= SHOWN_ROWS:
        yield "There are more; `to FILE.svg` draws them, `to FILE.txt` writes them."
    if tree.left_out:
        yield sentence("{0} moves were too many to keep.", tree.left_out)
    yield from _ended(tree.complete)


def _tree_facts(console: Console, rest: str) -> tuple[TreeFacts, int, int]:
    """With the number of the search that is wanted, 0 for the last one, and how deep it is shown."""
    known = OF_KNOWN.fullmatch(rest.strip())
    if known:
        facts = console.debugger.facts
        if facts is None or facts.tree is None:
            raise CommandError("This listing's search is not known; it is: {0}, with the line at which a move has been made.",
                               sentence(USAGE))
        return facts.tree, int(known["search"] or 0), max(1, int(known["deep"] or 1))
    match = TREE.fullmatch(rest.strip())
    if not match:
        raise CommandError("It is: {0}.", sentence(USAGE))
    depth = match["depth"] or ""

    def at(place: str | None, values: list[str], own_depth: str | None = None) -> tuple[At, ...]:
        return (At(Place(*console.place(place)), own_depth or depth, tuple(values)),) if place else ()
    return TreeFacts(at(match["enter"], split_at_commas(match["move"])),
                     at(match["leave"], [match["value"] or ""], match["leave_depth"]),
                     at(match["cut"], [], match["cut_depth"] or match["leave_depth"])), 0, 99


@command("movie", "ARRAY [if CONDITION] to FILE.gif", "writes a board in motion: a picture each time the array changed")
def _movie(console: Console, rest: str) -> Iterator[str]:
    rest, file = to_file(rest)
    if file is None:
        raise CommandError("It is: movie ARRAY [if CONDITION] to FILE.gif.")
    match = re.fullmatch(r"(\S+)(?:\s+if\s+(.+))?", rest.strip(), re.IGNORECASE)
    if not match:
        raise CommandError("It is: movie ARRAY [if CONDITION] to FILE.gif.")
    frames = movies.frames_of(console.debugger, match[1], match[2] or "", console.progress)
    if not frames:
        yield sentence("{0} has not changed in all that is kept.", match[1])
        return
    write_new(file, movies.as_gif(frames))
    yield sentence("{0} pictures are in {1}.", len(frames), file)


def to_file(rest: str) -> tuple[str, Path | None]:
    match = TO.fullmatch(rest)
    return (match[1], Path(match[2].strip('"')).expanduser()) if match else (rest, None)


def _printable(name: str) -> str:
    return readable(name.encode("latin-1", "replace"))


def _ended(complete: bool) -> Iterator[str]:
    if not complete:
        yield "Ended early; the rest was not looked at."
