"""Today's keyboard as the CPC's: characters and keys of the host become keys of the matrix.

A character presses the key that has it on the CPC, whatever the host's layout is. The key goes into the firmware's
buffer at once, so KEY and KEY DEF apply to it. It is also down in the matrix, for INKEY and JOY, and repeats like a CPC
key, but does not make its character twice. It stays down for at least one scan, even if it was only tapped.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from cpc.charset import FROM_UNICODE, SPELT, spelt
from cpc.keys.keymap import CONTROL_KEY, ESC_KEY, JOYSTICK_ROWS, NUMBERS, SHIFT_KEY, keys_for
from cpc.keys.matrix import CONTROL_HELD, SHIFT_HELD
from cpc.texts import Texts

if TYPE_CHECKING:
    from basic.session import Session

EDITOR_CODES = 224              # codes from here on are keys of the line editor, not characters
TAPPED_FRAMES = 4               # how long a key is down if the host tells only its character
STATES = {SHIFT_KEY: SHIFT_HELD, CONTROL_KEY: CONTROL_HELD}


def codes_for(text: str) -> tuple[bytes, str]:
    """A listing or a pasted text in CPC characters, and those of its characters that the CPC does not have."""
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
    """`say` is told of each character that the CPC does not have, once."""

    def __init__(self, session: Session, say: Callable[[str], None] = lambda hint: None,
                 text_of: Texts | None = None) -> None:
        self.say = say
        self.text_of = text_of or Texts()
        self.attach(session)

    def attach(self, session: Session) -> None:
        """From now on the keys go to this session's machine, where none of them is down."""
        self.machine = session.machine
        self.input = session.input
        self.said: set[str] = set()
        self.down: dict[Hashable, list[int]] = {}       # a host key: the CPC keys that it holds down
        self.let_go: dict[int, int] = {}                # a CPC key: the frame after which it may come up

    def text(self, text: str, host_key: Hashable = None) -> None:
        """Types characters. The last one's key stays down until `release(host_key)`."""
        for character in spelt(text):
            code = FROM_UNICODE.get(character, EDITOR_CODES)
            keys = keys_for(code) if code < EDITOR_CODES else None
            if keys:
                self.press(keys[-1], STATES.get(keys[0], 0) if len(keys) > 1 else 0, host_key)
            elif code < EDITOR_CODES:
                self.input.type(bytes((code,)))
            else:
                self._hint(character, self.text_of("not on keys", character, FROM_UNICODE[character])
                           if character in FROM_UNICODE else self.text_of("not in the CPC", character))
        if text in SPELT:
            self._hint("umlauts", self.text_of("umlauts", text, SPELT[text]))

    def _hint(self, about: str, sentence: str) -> None:
        if about not in self.said:
            self.said.add(about)
            self.say(sentence)

    def press(self, number: int, states: int = 0, host_key: Hashable = None) -> None:
        """Presses a CPC key until `release(host_key)`, or for a moment if there is no host key."""
        self.input.press(number, states)
        self._hold(number, host_key)

    def on_screen(self, number: int, down: bool, shift: bool, control: bool, place: Hashable) -> None:
        """A key of a CPC keyboard that a face draws."""
        if not down:
            self.release(place)
        elif number in STATES or number // 8 == JOYSTICK_ROWS[0] and number != NUMBERS["DEL"]:
            self.move(number, True, place)
        else:
            self.press(number, (SHIFT_HELD if shift else 0) | (CONTROL_HELD if control else 0), place)

    def move(self, number: int, down: bool, host_key: Hashable = None) -> None:
        """Moves a key in the matrix only, for the firmware's next scan: SHIFT, CONTROL, the joystick."""
        if down:
            self.input.key(number, True)
            self._hold(number, host_key)
        else:
            self.release(host_key)

    def _hold(self, number: int, host_key: Hashable) -> None:
        if host_key is None:
            self.let_go[number] = self.machine.scans + TAPPED_FRAMES
        else:
            self.let_go.pop(number, None)
            self.down.setdefault(host_key, []).append(number)

    def release(self, host_key: Hashable) -> None:
        """A key of the host was released; its CPC keys come up after their scan."""
        for number in self.down.pop(host_key, ()):
            if not any(number in numbers for numbers in self.down.values()):
                self.let_go[number] = self.machine.scans + 1

    def release_all(self) -> None:
        """All keys of the host were released, or the face cannot tell any more."""
        for host_key in list(self.down):
            self.release(host_key)

    def let_go_now(self) -> None:
        """All keys come up at once, for a machine that stands still."""
        self.release_all()
        for number in self.let_go:
            self.input.key(number, False)
        self.let_go.clear()

    def forget(self) -> None:
        """The machine is at another time, where no key of the host is down."""
        self.down.clear()
        self.let_go.clear()

    def frame(self) -> None:
        """Call it after each frame: released keys come up once they have been scanned."""
        for number in [number for number, frame in self.let_go.items() if frame < self.machine.scans]:
            del self.let_go[number]
            self.input.key(number, False)

    def escape(self) -> None:
        """Presses ESC twice, which stops a program."""
        self.press(ESC_KEY)
        self.press(ESC_KEY)


def function_key(number: int) -> int:
    """The matrix number of f0 to f9, on the numeric pad."""
    return NUMBERS[f"F{number}"]
