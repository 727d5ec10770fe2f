"""What a person types on today's keyboard, on the CPC's.

A character goes to the key that has it on the CPC, whatever layout the host has, and straight into the firmware's
buffer, so that KEY and KEY DEF work on it. The same key goes down in the matrix, for INKEY and JOY, and repeats as
the CPC's keys do; it makes no second character. It stays down for a scan at least, however short it was tapped.
"""

from collections.abc import Callable, Hashable
from unicodedata import normalize

from cpc.charset import FROM_UNICODE
from cpc.keys.keyboard import CONTROL_HELD, SHIFT_HELD
from cpc.keys.keymap import CONTROL_KEY, ESC_KEY, NUMBERS, SHIFT_KEY, keys_for

SPELT = {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"}
EDITOR_CODES = 224              # from here on a code is a key of the line editor, no character
TAPPED_FRAMES = 4               # a key of which only the character is known counts as down for so long
STATES = {SHIFT_KEY: SHIFT_HELD, CONTROL_KEY: CONTROL_HELD}


def spelt(text: str) -> str:
    """As a CPC spells it: without umlauts and accents."""
    def letter(character: str) -> str:
        if character in SPELT or character in FROM_UNICODE:
            return SPELT.get(character, character)
        plain = normalize("NFD", character)[0]
        return plain if plain.isascii() and plain.isalpha() else character
    return "".join(map(letter, text))


def codes_for(text: str) -> tuple[bytes, str]:
    """What a listing or a pasted text is on the CPC, and the characters that it has not."""
    codes, unknown = bytearray(), ""
    for character in spelt(text.replace("\r\n", "\n").replace("\t", " ")):
        if character in "\r\n":
            codes.append(13)
        elif FROM_UNICODE.get(character, EDITOR_CODES) < EDITOR_CODES:
            codes.append(FROM_UNICODE[character])
        elif character not in unknown:
            unknown += character
    return bytes(codes), unknown


class HostKeys:
    """`say` is told, once each, what the CPC does not know."""

    def __init__(self, machine, say: Callable[[str], None] = lambda hint: None) -> None:
        self.say = say
        self.attach(machine)

    def attach(self, machine) -> None:
        """Another machine's from now on, none of whose keys is down."""
        self.machine = machine
        self.keyboard = machine.keyboard
        self.said: set[str] = set()
        self.down: dict[Hashable, list[int]] = {}       # a key of the host, and those of the CPC that it holds down
        self.let_go: dict[int, int] = {}                # keys of the CPC, and the frame when they may come up

    def text(self, text: str, host_key: Hashable = None) -> None:
        """Characters typed; the last one's key stays down until `release(host_key)`."""
        for character in spelt(text):
            code = FROM_UNICODE.get(character, EDITOR_CODES)
            keys = keys_for(code) if code < EDITOR_CODES else None
            if keys:
                self.press(keys[-1], STATES.get(keys[0], 0) if len(keys) > 1 else 0, host_key)
            elif code < EDITOR_CODES:
                self.keyboard.type(bytes((code,)))
            else:
                self._hint(character, f"“{character}” is not on a CPC's keys; in BASIC it is CHR$({FROM_UNICODE[character]})."
                           if character in FROM_UNICODE else f"The CPC has no “{character}”.")
        if text in SPELT:
            self._hint("umlauts", f"The CPC has no umlauts: “{text}” is typed as “{SPELT[text]}”.")

    def _hint(self, about: str, sentence: str) -> None:
        if about not in self.said:
            self.said.add(about)
            self.say(sentence)

    def press(self, number: int, states: int = 0, host_key: Hashable = None) -> None:
        self.keyboard.press(number, states)
        self._hold(number, host_key)

    def move(self, number: int, down: bool, host_key: Hashable = None) -> None:
        """A key of the matrix alone, which the firmware's next scan will find: SHIFT, CONTROL, the joystick."""
        if down:
            self.keyboard.key(number, True)
            self._hold(number, host_key)
        else:
            self.release(host_key)

    def _hold(self, number: int, host_key: Hashable) -> None:
        if host_key is None:
            self.let_go[number] = self.machine.frames + TAPPED_FRAMES
        else:
            self.let_go.pop(number, None)
            self.down.setdefault(host_key, []).append(number)

    def release(self, host_key: Hashable) -> None:
        for number in self.down.pop(host_key, ()):
            if not any(number in numbers for numbers in self.down.values()):
                self.let_go[number] = self.machine.frames + 1

    def release_all(self) -> None:
        for host_key in list(self.down):
            self.release(host_key)

    def let_go_now(self) -> None:
        """The machine stands still, and no key is down when it goes on."""
        self.release_all()
        for number in self.let_go:
            self.keyboard.key(number, False)
        self.let_go.clear()

    def frame(self) -> None:
        """To be called now and then: keys that have been let go come up once they have been scanned."""
        for number in [number for number, frame in self.let_go.items() if frame < self.machine.frames]:
            del self.let_go[number]
            self.keyboard.key(number, False)

    def escape(self) -> None:
        """ESC ESC, as the keys for stopping a program in a terminal."""
        self.press(ESC_KEY)
        self.press(ESC_KEY)


def function_key(number: int) -> int:
    """The key f0 to f9 of the numeric pad."""
    return NUMBERS[f"F{number}"]
