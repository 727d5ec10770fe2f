"""The CPC's keyboard, drawn by a face: where its keys are, and what a press does. SHIFT and CONTROL stay down.

A first press on SHIFT or CONTROL holds it for the next key, a second one until it is pressed again.
"""

from typing import NamedTuple

from cpc.keys.host_keys import HostKeys
from cpc.keys.keymap import NORMAL, NUMBERS, SHIFTED

# The rows of the CPC 464: the name of a key, and how wide it is if it is wider than the others; _ is a gap.
ROWS = (
    "ESC 1 2 3 4 5 6 7 8 9 0 - ^ CLR DEL _:0.4 _ UP _ _:0.4 F7 F8 F9",
    "TAB:1.3 Q W E R T Y U I O P @ [ RETURN:1.7 _:0.4 LEFT COPY RIGHT _:0.4 F4 F5 F6",
    "CAPSLOCK:1.6 A S D F G H J K L : ; ] _:1.4 _:0.4 _ DOWN _ _:0.4 F1 F2 F3",
    "SHIFT:2 Z X C V B N M , . / \\ SHIFT:2 _:0.4 _ _ _ _:0.4 F0 F. ENTER",
    "_ CONTROL:2 _:0.5 SPACE:8",
)
WIDTH = 21.8                    # of the widest row, in keys
LABELS = {"UP": "▲", "DOWN": "▼", "LEFT": "◀", "RIGHT": "▶", "CAPSLOCK": "CAPS", "CONTROL": "CTRL", "SPACE": "",
          "RETURN": "ENTER", "ENTER": "↓", "F.": "."}
RED, BLUE, GREEN, DARK = "red", "blue", "green", "dark"
COLOURS = {"ESC": RED, "RETURN": BLUE, "ENTER": BLUE} | dict.fromkeys(
    ("COPY", "CLR", "DEL", "SHIFT", "CONTROL", "TAB", "CAPSLOCK"), GREEN)
STAY = "SHIFT", "CONTROL"


class Key(NamedTuple):
    """Left edge, row and width are in keys."""
    name: str
    left: float
    row: int
    width: float

    @property
    def label(self) -> str:
        if self.name[0] == "F" and len(self.name) == 2 and self.name != "F.":
            return self.name.lower()
        return LABELS.get(self.name, self.name)

    @property
    def shifted(self) -> str:
        """What it makes with SHIFT, for keys that have it on their caps."""
        number = NUMBERS[self.name]
        if len(self.name) > 1 or self.name.isalpha():
            return ""
        return chr(SHIFTED[number]) if SHIFTED[number] != NORMAL[number] and 32 < SHIFTED[number] < 127 else ""

    @property
    def colour(self) -> str:
        return COLOURS.get(self.name, DARK)


def _keys() -> list[Key]:
    found = []
    for number, row in enumerate(ROWS):
        left = 0.0
        for one in row.split():
            name, _, wide = one.partition(":") if len(one) > 1 else (one, "", "")
            width = float(wide or 1)
            if name != "_":
                found.append(Key(name, left, number, width))
            left += width
    return found


KEYS = _keys()


def key_at(across: float, down: float) -> Key | None:
    """The key at a place, in keys from the left and in rows from the top."""
    return next((key for key in KEYS if key.row <= down < key.row + 1 and key.left <= across < key.left + key.width), None)


class ScreenKeyboard:
    def __init__(self, keys: HostKeys) -> None:
        self.keys = keys
        self.held = dict.fromkeys(STAY, 0)          # 0 up, 1 down for one key, 2 down until it is pressed again
        self.pressed: Key | None = None             # by the mouse or a finger, now

    def press(self, key: Key) -> None:
        if key.name in STAY:
            self.held[key.name] = (self.held[key.name] + 1) % 3
            self.keys.on_screen(NUMBERS[key.name], self.held[key.name] > 0, False, False, ("screen", key.name))
            return
        self.release()
        self.pressed = key
        self.keys.on_screen(NUMBERS[key.name], True, self.held["SHIFT"] > 0, self.held["CONTROL"] > 0, ("screen", "key"))

    def release(self) -> None:
        if self.pressed is None:
            return
        self.pressed = None
        self.keys.on_screen(0, False, False, False, ("screen", "key"))
        for name in STAY:
            if self.held[name] == 1:
                self._let_go(name)

    def let_go(self) -> None:
        """All keys come up: the keyboard is put away, or the machine is another one."""
        self.release()
        for name in STAY:
            self._let_go(name)

    def _let_go(self, name: str) -> None:
        self.held[name] = 0
        self.keys.on_screen(NUMBERS[name], False, False, False, ("screen", name))

    def is_down(self, key: Key) -> bool:
        return key is self.pressed or self.held.get(key.name, 0) > 0
