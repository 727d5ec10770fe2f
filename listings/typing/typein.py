"""The evening at the kitchen table: a listing is typed in line by line, and each line is proved at once.

All that is known of it is on disk after each line: the listing itself, in which the manifest tells right from wrong.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cpc.charset import FROM_UNICODE
from listings.manifest import Manifest, Part
from listings.source import Lines, ListingFault, numbered, read_listing, write_listing
from listings.typing.slips import Slip, find_slip

BAR = 30
HELP = """Type the line that is asked for, with or without its number, and press ENTER. Other lines are taken as well.
/take     take the line as it was corrected        /keep     keep the last line as it was typed
/skip     go on with the next line                 /goto N   go on with line N
/show N   what is there of line N                  /open     the lines still missing or doubtful
/quit     stop here; the same command goes on"""


@dataclass
class Verdict:
    number: int
    right: bool
    message: str = ""
    slip: Slip | None = None


class Evening:
    """One part of a listing being typed in."""

    def __init__(self, manifest: Manifest, part: Part, path: Path):
        self.manifest, self.part, self.path = manifest, part, path
        self.lines: Lines = read_listing(path) if path.exists() else {}
        self.numbers = sorted(part.checksums)
        if self.lines and 2 * sum(number in part.checksums for number in self.lines) < len(self.lines):
            raise ListingFault(f"{path} is another listing; {manifest.name} would be typed in there.")
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
            return Verdict(0, False, "All lines are there.")
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
            return Verdict(number, False, "That is not the line in the book, and no single slip explains it.")
        if not slip.text:
            return Verdict(number, False, f"The text is right for another number: {slip.what}.")
        return Verdict(number, False, f"Not quite: {slip.what}.", slip)

    def keep(self, number: int, text: bytes) -> None:
        self.lines[number] = text
        write_listing(self.path, self.lines)
        if number == self.at:
            self.at = self._first_open(number)


def codes_of(text: str) -> bytes:
    """A line as a terminal of today sends it: pi, hearts and a typesetter's quotes are what they are on a CPC."""
    return bytes(ord(character) if ord(character) < 256 else FROM_UNICODE.get(character, ord("?")) for character in text)


def bar(done: int, total: int, width: int = BAR) -> str:
    filled = width * done // total if total else width
    return f"[{'#' * filled}{'.' * (width - filled)}] {done}/{total}"


def run(evening: Evening, ask: Callable[[str], str] = input, say: Callable[[str], None] = print) -> bool:
    """The dialogue in a terminal; True when the part is complete."""
    part, manifest = evening.part, evening.manifest
    say(f"{manifest.name}{'' if part.name == 'base' else ' ' + part.name}: {len(part.checksums)} lines"
        f"{', ' + part.what if part.what else ''}. /help says what else can be typed.")
    last: Verdict | None = None
    typed = b""
    while evening.at is not None:
        try:
            text = ask(f"{bar(evening.done, len(part.checksums))}  {evening.at}> ")
        except (EOFError, KeyboardInterrupt):
            say("")
            break
        if not text.strip():
            continue
        if text.lstrip().startswith("/"):
            if not command(evening, text.split(), last, typed, say):
                break
            continue
        typed = codes_of(text)
        last = evening.take(typed)
        if last.right:
            continue
        say(last.message)
        if last.slip is not None:
            say(f"  {last.number} {last.slip.text}\n  /take takes it so, /keep keeps yours, or type it again.")
    say(summary(evening))
    return not evening.missing and not evening.doubtful


def command(evening: Evening, words: list[str], last: Verdict | None, typed: bytes,
            say: Callable[[str], None]) -> bool:
    """Does a /command; False to stop."""
    name, number = words[0], int(words[1]) if len(words) > 1 and words[1].isdecimal() else None
    if name == "/quit":
        return False
    if name == "/skip":
        evening.skip()
    elif name == "/take" and last is not None and last.slip is not None and last.slip.text:
        evening.keep(last.number, last.slip.text.encode("latin-1"))
    elif name == "/keep" and last is not None and not last.right and last.number in evening.part.checksums:
        line = numbered(typed)
        evening.keep(last.number, line[1] if line is not None else typed.strip())
    elif name == "/goto" and number is not None:
        try:
            evening.go_to(number)
        except ListingFault as fault:
            say(str(fault))
    elif name == "/show" and number is not None:
        text = evening.lines.get(number)
        say(f"  {number} {text.decode('latin-1')}" if text is not None else f"Line {number} is not there yet.")
    elif name == "/open":
        say(f"missing: {ranges(evening.missing, evening.numbers) or 'none'}\n"
            f"doubtful: {ranges(evening.doubtful, evening.numbers) or 'none'}")
    else:
        say(HELP)
    return True


def summary(evening: Evening) -> str:
    doubtful = evening.doubtful
    right = evening.done - len(doubtful)
    rows = [f"{evening.path}: {right} of {len(evening.numbers)} lines are there and right."]
    if doubtful:
        rows.append(f"Kept although they are not as in the book: {ranges(doubtful, evening.numbers)}.")
    if evening.missing:
        rows.append(f"Still to come: {ranges(evening.missing, evening.numbers)}.")
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
