"""A browser's keys: which are the CPC's, and which are letters. Keys have the names of the DOM's KeyboardEvent."""

from typing import NamedTuple

from cpc.keys.host_keys import HostKeys, function_key
from cpc.keys.keymap import CONTROL_KEY, JOYSTICK_ROWS, NUMBERS, SHIFT_KEY, keys_for
from cpc.keys.matrix import CONTROL_HELD, SHIFT_HELD

ON_CPC = {key: NUMBERS[name] for key, name in {
    "ArrowUp": "UP", "ArrowDown": "DOWN", "ArrowLeft": "LEFT", "ArrowRight": "RIGHT", "Enter": "RETURN",
    "NumpadEnter": "ENTER", "NumpadDecimal": "F.", "Escape": "ESC", "Backspace": "DEL", "Delete": "CLR", "End": "COPY",
}.items()} | {f"Numpad{number}": function_key(number) for number in range(10)}
HELD = {"ShiftLeft": SHIFT_KEY, "ShiftRight": SHIFT_KEY, "ControlLeft": CONTROL_KEY, "ControlRight": CONTROL_KEY}
AS_JOYSTICK = {key: NUMBERS[name] for key, name in {
    "ArrowUp": "JOYUP", "ArrowDown": "JOYDOWN", "ArrowLeft": "JOYLEFT", "ArrowRight": "JOYRIGHT", "ControlLeft": "JOYFIRE2",
    "AltLeft": "JOYFIRE1"}.items()}
INSERT = 225                    # the editor's code for inserting or overwriting: CONTROL TAB
STICKS = range(len(JOYSTICK_ROWS))
DIRECTIONS = range(7)           # four directions, three buttons


class Pressed(NamedTuple):
    """A key of the host that went down: its place (`code`), what it means in the host's layout (`key`), and what is held."""
    code: str
    key: str
    shift: bool = False
    ctrl: bool = False
    alt: bool = False
    altgraph: bool = False      # it makes characters, though the host may report CTRL and ALT for it

    @property
    def is_text(self) -> bool:
        return len(self.key) == 1 and (self.altgraph or not self.ctrl)


class PageKeys:
    """Gives the CPC what is pressed."""

    def __init__(self, keys: HostKeys) -> None:
        self.keys = keys
        self.joystick = False                   # the cursor keys are the joystick

    def down(self, pressed: Pressed) -> bool:
        """Whether it was for the CPC."""
        code = pressed.code
        states = (SHIFT_HELD if pressed.shift else 0) | (CONTROL_HELD if pressed.ctrl and not pressed.altgraph else 0)
        number = ON_CPC.get(code, ON_CPC.get(pressed.key) if not code.startswith("Numpad") else None)
        if self.joystick and code in AS_JOYSTICK:
            self.keys.move(AS_JOYSTICK[code], True, code)
        elif code in HELD:
            self.keys.move(HELD[code], True, code)
        elif number is not None:
            self.keys.press(number, states, code)
        elif pressed.key == "Insert":
            self.keys.input.type(bytes((INSERT,)))
        elif pressed.alt and not pressed.altgraph and code[:5] == "Digit" and code[5:].isdigit():
            self.keys.press(function_key(int(code[5:])), states, code)
        elif pressed.is_text:
            self.keys.text(pressed.key, code)
        elif len(pressed.key) == 1 and pressed.key.isascii() and (held := keys_for(ord(pressed.key.lower()))):
            self.keys.press(held[-1], states, code)
        else:
            return False
        return True

    def up(self, code: str) -> None:
        self.keys.release(code)

    def on_screen(self, number: int, down: bool, shift: bool, control: bool, place: str) -> None:
        """A key of the page's own CPC keyboard."""
        self.keys.on_screen(number, down, shift, control, place)

    def stick(self, number: int, direction: int, on: bool) -> None:
        """A direction or a button of a joystick: a gamepad's, or one that is drawn for fingers."""
        if number in STICKS and direction in DIRECTIONS:
            host_key = "stick", number, direction
            if on != (host_key in self.keys.down):
                self.keys.move(8 * JOYSTICK_ROWS[number] + direction, on, host_key)
