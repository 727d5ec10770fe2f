"""The commands that ask the past: what values were, who wrote them."""

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from basic.debug import views
from basic.debug.debugger import CommandError
from basic.debug.past import Found
from basic.debug.probes import Noted, Shown
from basic.debug.sentences import sentence
from cpc.charset import readable
from cpc.debugger import origins
from cpc.debugger.console.console import Console, arrives, command
from cpc.debugger.console.copy import write_new
from cpc.debugger.sounding import described, sounding

ROWS = 100                  # of an answer that are shown
TO_FILE = re.compile(r"(.*?)\s+to\s+(\S+\.csv)", re.IGNORECASE)
IF = re.compile(r"(.*?)\s+if\s+(.+)", re.IGNORECASE)


@command("log", "LINE[:STATEMENT] EXPRESSION,... [if CONDITION] [to FILE.csv]",
         "lists what expressions were each time the statement ran")
def _log(console: Console, rest: str) -> Iterator[str]:
    rest, file = _file(rest)
    where, _, rest = rest.partition(" ")
    number, statement = console.place(where)
    console.debugger.known_line(number, statement)
    expressions, condition = _condition(rest)
    texts = split_at_commas(expressions)
    found = console.debugger.past.log(views.Place(number, statement), texts, condition, console.progress)
    yield from answer(console, found, texts, [note.values for note in found.notes], file)


@command("history", "EXPRESSION [if CONDITION] [to FILE.csv]", "lists all values that a variable or expression had")
def _history(console: Console, rest: str) -> Iterator[str]:
    rest, file = _file(rest)
    text, condition = _condition(rest)
    found = console.debugger.past.changes(text, condition, console.progress)
    yield from answer(console, found, [text], [note.values[1:] for note in found.notes], file)


@command("who", "VARIABLE | pixel X,Y | char COLUMN,ROW | sound CHANNEL",
         "says which statement gave a variable its value, drew there, or sounds")
def _who(console: Console, rest: str) -> Iterator[str]:
    word, _, at = rest.partition(" ")
    debugger, progress = console.debugger, console.progress
    if word.lower() == "pixel":
        note = origins.who_drew_pixel(debugger, *_two(at), progress)
    elif word.lower() == "char":
        note = origins.who_drew_character(debugger, *_two(at), progress)
    elif word.lower() == "sound":
        if at.upper() not in tuple(origins.CHANNELS):
            raise CommandError("It is: who sound A, B or C.")
        note = origins.who_sounds(debugger, origins.CHANNELS.index(at.upper()), progress)
    else:
        note = debugger.past.last_change(rest, progress)
    if note is None:
        yield sentence("{0}: no statement before here; present goes forward again." if debugger.history.in_the_past() else
                       "{0}: no statement of all that is kept.", rest)
        return
    console.found = [note]
    values = " -> ".join(map(shown, note.values))
    what = f"{rest}: {values}".rstrip()
    yield (sentence("{0} in line {1}, {2}", what, note.place, seconds(note)) if note.place.number is not None else
           sentence("{0} in a direct command, {1}", what, seconds(note)))
    yield from statement_text(console, note)


@command("sounds", "", "says what the channels A, B and C play now; who sound A says which statement")
def _sounds(console: Console, rest: str) -> Iterator[str]:
    for row in sounding(console.debugger):
        yield described(row, console.texts)


@arrives("at", "NUMBER", "goes to a row of the last answer")
def _at(console: Console, rest: str) -> None:
    number = console.number(rest, 1)
    if not 1 <= number <= len(console.found):
        raise (CommandError("The last answer has no row {0}.", number) if console.found else
               CommandError("There is no answer yet."))
    console.debugger.go_to(console.found[number - 1])


# what is said

def answer(console: Console, found: Found, heads: Sequence[str], values: Sequence[Sequence[Shown]], file: str) -> Iterator[str]:
    """A row for each note, numbered for `at`; or all of them in a file."""
    if file:
        path = Path(file.strip('"')).expanduser()
        write_new(path, as_csv(found.notes, heads, values))
        yield sentence("{0} rows are in {1}.", len(found.notes), path)
    else:
        console.found = found.notes
        yield from table(found.notes, heads, values, console.spoken)
    if found.left_out:
        yield sentence("{0} earlier ones were too many to keep.", found.left_out)
    if not found.complete:
        yield "Ended early; the rest was not looked at."


def table(notes: Sequence[Noted], heads: Sequence[str], values: Sequence[Sequence[Shown]],
          spoken: Callable[[str], str]) -> Iterator[str]:
    if not notes:
        yield "It never happened."
        return
    first = max(0, len(notes) - ROWS)
    rows = [[str(at + 1), f"{notes[at].us / 1e6:.6f}", str(notes[at].place), *map(shown, values[at])]
            for at in range(first, len(notes))]
    rows.insert(0, ["", spoken("seconds"), spoken("line"), *heads])
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
    if first:
        yield sentence("{0} rows; the last {1} are shown. With `to FILE.csv` all go into a file.", len(notes), ROWS)


def as_csv(notes: Sequence[Noted], heads: Sequence[str], values: Sequence[Sequence[Shown]]) -> bytes:
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["seconds", "line", *heads])
    for note, row in zip(notes, values, strict=True):
        rows.writerow([f"{note.us / 1e6:.6f}", note.place, *map(plain, row)])
    return out.getvalue().encode("utf-8")


def shown(value: Shown) -> str:
    if value is None:
        return "-"
    if isinstance(value, tuple):
        return " ".join(map(shown, value))
    return readable(views.text_of(value).encode("latin-1"))


def plain(value: Shown) -> str:
    """For a file: a text without its quotes."""
    return readable(value) if isinstance(value, bytes) else shown(value)


def seconds(note: Noted) -> str:
    return f"{note.us / 1e6:.6f} s"


def statement_text(console: Console, note: Noted) -> Iterator[str]:
    text = views.statement_text(console.session, note.place)
    if text:
        yield "  " + readable(text.encode("latin-1"))


def split_at_commas(text: str) -> list[str]:
    """Expressions, at the commas that are not within brackets or quotes."""
    parts, depth, quoted = [""], 0, False
    for char in text:
        quoted ^= char == '"'
        depth += 0 if quoted else (char in "([") - (char in ")]")
        if char == "," and not depth and not quoted:
            parts.append("")
        else:
            parts[-1] += char
    return [part.strip() for part in parts]


def _file(rest: str) -> tuple[str, str]:
    match = TO_FILE.fullmatch(rest)
    return (match[1], match[2]) if match else (rest, "")


def _two(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d+)\s*,\s*(\d+)", text.strip())
    if not match:
        raise CommandError("It is: who pixel X,Y, or who char COLUMN,ROW.")
    return int(match[1]), int(match[2])


def _condition(rest: str) -> tuple[str, str]:
    match = IF.fullmatch(rest)
    return (match[1], match[2]) if match else (rest, "")
