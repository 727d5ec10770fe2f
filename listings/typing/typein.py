"""A listing is typed in line by line, and each line is checked at once, against its checksum in the manifest.

After each line the listing is written to its file. Nothing else is kept: which lines are right, the manifest tells.
"""

import os
import re
from collections.abc import Callable
from pathlib import Path

from basic.records import record
from cpc.charset import FROM_UNICODE
from listings.manifest import Manifest, Part
from listings.source import Lines, ListingFault, numbered, read_listing, write_listing
from listings.typing.slips import Slip, find_slip

Say = Callable[[str], None]
Spoken = Callable[[str], str]       # a text in the person's language

BAR = 30
HELP = """Type the line that is asked for, with or without its number, and press ENTER. Lines with other numbers are taken, too.
/take     take the corrected line                  /keep     keep your last line as you typed it
/skip     go to the next line that is missing      /goto N   go to line N
/show N   show line N                              /open     list the lines that are missing or differ
/quit     stop; the same command goes on from here"""


@record
class Verdict:
    number: int
    right: bool
    message: str = ""
    slip: Slip | None = None


class TypingIn:
    """One part of a listing, as far as it has been typed in."""

    def __init__(self, manifest: Manifest, part: Part, path: Path):
        self.manifest, self.part, self.path = manifest, part, path
        self.lines: Lines = read_listing(path) if path.exists() else {}
        self.numbers = sorted(part.checksums)
        if self.lines and 2 * sum(number in part.checksums for number in self.lines) < len(self.lines):
            raise ListingFault(f"{path} holds another listing; {manifest.name} cannot be typed in there.")
        if self.missing and not os.access(path if path.exists() else path.absolute().parent, os.W_OK):
            raise ListingFault(f"{path} cannot be written, so nothing that is typed in could be kept; -o names another file.")
        self.at: int | None = self._first_open(0)

    def is_right(self, number: int) -> bool:
        return number in self.lines and self.manifest.checksum(self.lines[number]) == self.part.checksums[number]

    @property
    def done(self) -> int:
        return sum(number in self.lines for number in self.numbers)

    @property
    def doubtful(self) -> list[int]:
        return [number for number in self.numbers if number in self.lines and not self.is_right(number)]

    @property
    def missing(self) -> list[int]:
        return [number for number in self.numbers if number not in self.lines]

    def _first_open(self, after: int) -> int | None:
        missing = self.missing
        return next((number for number in missing if number > after), missing[0] if missing else None)

    def go_to(self, number: int) -> None:
        if number not in self.part.checksums:
            raise ListingFault(f"There is no line {number} in {self.manifest.name}.")
        self.at = number

    def skip(self) -> None:
        self.at = self._first_open(self.at or 0)

    def take(self, typed: bytes) -> Verdict:
        """A typed line: kept when its checksum is right."""
        line = numbered(typed)
        number, text = line if line is not None else (self.at, typed.strip())
        if number is None:
            return Verdict(0, False, "No line is missing.")
        expected = self.part.checksums
        if number not in expected:
            near = [line for line in self.missing if sorted(str(line)) == sorted(str(number)) or
                    expected[line] == self.manifest.checksum(text)]
            hint = f" Is it line {near[0]}?" if near else ""
            return Verdict(number, False, f"There is no line {number} in this listing.{hint}")
        if self.manifest.checksum(text) == expected[number]:
            self.keep(number, text)
            return Verdict(number, True)
        slip = find_slip(self.manifest, expected, number, text, self.lines)
        if slip is None:
            return Verdict(number, False, "That is not the line in the book, and it is not clear where it differs.")
        if not slip.text:
            return Verdict(number, False, f"That line has another number in the book: {slip.what}.")
        return Verdict(number, False, f"There is a mistake: {slip.what}.", slip)

    def keep(self, number: int, text: bytes) -> None:
        self.lines[number] = text
        write_listing(self.path, self.lines)
        if number == self.at:
            self.at = self._first_open(number)


def codes_of(text: str) -> bytes:
    """A line as a terminal of today sends it: pi, hearts and a typesetter's quotes are what they are on a CPC."""
    return bytes(ord(character) if ord(character) < 256 else FROM_UNICODE.get(character, ord("?")) for character in text)


def counted(count: int, what: str) -> str:
    """1 line, 2 lines"""
    return f"{count} {what}{'s' * (count != 1)}"


def bar(done: int, total: int, width: int = BAR) -> str:
    filled = width * done // total if total else width
    return f"[{'#' * filled}{'.' * (width - filled)}] {done}/{total}"


def run(typing: TypingIn, ask: Callable[[str], str] = input, say: Say = print, spoken: Spoken = str) -> bool:
    """The dialogue in a terminal; True when the part is complete."""
    part, manifest = typing.part, typing.manifest
    say(spoken(f"{manifest.name}{'' if part.name == 'base' else ' ' + part.name}: {counted(len(part.checksums), 'line')}"
               f"{', ' + part.what if part.what else ''}. /help lists the commands."))
    last: Verdict | None = None
    typed = b""
    while typing.at is not None:
        try:
            text = ask(f"{bar(typing.done, len(part.checksums))}  {typing.at}> ")
        except (EOFError, KeyboardInterrupt):
            say("")
            break
        if not text.strip():
            continue
        if text.lstrip().startswith("/"):
            if not command(typing, text.split(), last, typed, say, spoken):
                break
            continue
        typed = codes_of(text)
        last = typing.take(typed)
        if last.right:
            continue
        say(spoken(last.message))
        if last.slip is not None:
            say(f"  {last.number} {last.slip.text}")
            say(spoken("  /take takes this line, /keep keeps yours; or type it again."))
    say(spoken(summary(typing)))
    return not typing.missing and not typing.doubtful


def command(typing: TypingIn, words: list[str], last: Verdict | None, typed: bytes, say: Say,
            spoken: Spoken = str) -> bool:
    """Does a /command; False to stop."""
    name, number = words[0], int(words[1]) if len(words) > 1 and re.fullmatch("[0-9]{1,5}", words[1]) else None
    if name == "/quit":
        return False
    if name == "/skip":
        typing.skip()
    elif name == "/take" and last is not None and last.slip is not None and last.slip.text:
        typing.keep(last.number, last.slip.text.encode("latin-1"))
    elif name == "/keep" and last is not None and not last.right and last.number in typing.part.checksums:
        line = numbered(typed)
        typing.keep(last.number, line[1] if line is not None else typed.strip())
    elif name == "/goto" and number is not None:
        try:
            typing.go_to(number)
        except ListingFault as fault:
            say(spoken(str(fault)))
    elif name == "/show" and number is not None:
        text = typing.lines.get(number)
        say(f"  {number} {text.decode('latin-1')}" if text is not None else spoken(f"Line {number} is missing."))
    elif name == "/open":
        say(spoken(f"missing: {ranges(typing.missing, typing.numbers) or 'no line'}\n"
                   f"different from the book: {ranges(typing.doubtful, typing.numbers) or 'no line'}"))
    else:
        say(spoken(HELP))
    return True


def summary(typing: TypingIn) -> str:
    doubtful = typing.doubtful
    right = typing.done - len(doubtful)
    rows = [f"{typing.path}: {right} of {counted(len(typing.numbers), 'line')} typed in correctly."]
    if doubtful:
        rows.append(f"Different from the book: {ranges(doubtful, typing.numbers)}.")
    if typing.missing:
        rows.append(f"Missing: {ranges(typing.missing, typing.numbers)}.")
    return "\n".join(rows)


def ranges(numbers: list[int], among: list[int]) -> str:
    """10-40, 70: runs of numbers that stand next to each other in the listing."""
    places = {number: at for at, number in enumerate(among)}
    runs: list[list[int]] = []
    for number in numbers:
        if runs and places[number] == places[runs[-1][-1]] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)
