"""What a terminal sends when keys are pressed, taken apart: characters, keys with a name, pasted text."""

import re
from typing import NamedTuple

from cpc.keys.keymap import NUMBERS
from cpc.keys.matrix import CONTROL_HELD, SHIFT_HELD

ESC = 27
SEQUENCE = re.compile(rb"\x1b(?:\[([0-9;]*)([A-Za-z~])|O([A-Za-z]))")
BEGUN = re.compile(rb"\x1b(?:\[[0-9;]*|O)?\Z")
PASTE_BEGINS, PASTE_ENDS = b"\x1b[200~", b"\x1b[201~"

LETTERS = {b"A": "UP", b"B": "DOWN", b"C": "RIGHT", b"D": "LEFT", b"F": "COPY", b"M": "ENTER"}
NUMBERED = {3: "CLR", 4: "COPY", 8: "COPY"}
FUNCTIONS = {b"P": "f1", b"Q": "f2", b"R": "f3", b"S": "f4"}
NUMBERED_FUNCTIONS = {11: "f1", 12: "f2", 13: "f3", 14: "f4", 15: "f5", 17: "f6", 18: "f7", 19: "f8", 20: "f9",
                      21: "f10", 23: "f11", 24: "f12"}
CONTROLS = {13: "RETURN", 10: "RETURN", 9: "TAB", 127: "DEL", 8: "DEL"}


class Key(NamedTuple):
    number: int                 # of the CPC's key
    states: int = 0


class Command(NamedTuple):
    name: str                   # a key that is the terminal program's own: f1, f10, ctrl-c


class Pasted(NamedTuple):
    text: str


Item = str | Key | Command | Pasted


def taken(pending: bytearray, waited: bool) -> list[Item]:
    """Takes what is complete from `pending`. `waited`: nothing more came for a while, so ESC alone is the key."""
    found: list[Item] = []
    while pending:
        if pending.startswith(PASTE_BEGINS):
            end = pending.find(PASTE_ENDS)
            if end < 0:
                break
            found.append(Pasted(pending[len(PASTE_BEGINS):end].decode("utf-8", "replace")))
            del pending[:end + len(PASTE_ENDS)]
            continue
        if pending[0] == ESC:
            match = SEQUENCE.match(bytes(pending))
            if match:
                del pending[:match.end()]
                found += _named(match)
            elif BEGUN.match(pending) and not waited:
                break
            elif len(pending) > 1 and 48 <= pending[1] <= 57:
                found.append(Key(NUMBERS[f"F{pending[1] - 48}"]))       # ALT and a digit
                del pending[:2]
            else:
                found.append(Key(NUMBERS["ESC"]))
                del pending[0]
            continue
        if pending[0] < 32 or pending[0] == 127:
            found.append(_control(pending.pop(0)))
            continue
        text, used = _text(pending, waited)
        if not used:
            break
        found.append(text)
        del pending[:used]
    return found


def _named(match: re.Match[bytes]) -> list[Key | Command]:
    numbers = [int(number or 0) for number in (match[1] or b"").split(b";")]
    final = match[2] or match[3]
    modifiers = numbers[1] - 1 if len(numbers) > 1 else 0
    states = (SHIFT_HELD if modifiers & 1 else 0) | (CONTROL_HELD if modifiers & 4 else 0)
    if final == b"~":
        name, function = NUMBERED.get(numbers[0]), NUMBERED_FUNCTIONS.get(numbers[0])
    else:
        name, function = LETTERS.get(final), FUNCTIONS.get(final)
    if name:
        return [Key(NUMBERS[name], states)]
    return [Command(function)] if function else []


def _control(code: int) -> Key | Command:
    if code == 3:
        return Command("ctrl-c")
    if code in (17, 28):
        return Command("f10")
    if code in CONTROLS:
        return Key(NUMBERS[CONTROLS[code]])
    return Key(NUMBERS[chr(code + 64)] if chr(code + 64) in NUMBERS else NUMBERS["["], CONTROL_HELD)


def _text(pending: bytearray, waited: bool) -> tuple[str, int]:
    """The characters up to the next control code, and their bytes."""
    end = next((at for at, code in enumerate(pending) if code < 32 or code == 127), len(pending))
    for cut in range(4 if end == len(pending) and not waited else 1):
        try:
            return pending[:end - cut].decode("utf-8"), end - cut
        except UnicodeDecodeError:
            continue
    return pending[:end].decode("utf-8", "replace"), end
