"""The host's keys in the window: which are the CPC's, which are the window's own, and which are letters."""

from collections.abc import Iterable

import pygame
from pygame.event import Event

from cpc.keys.host_keys import HostKeys, function_key
from cpc.keys.keymap import CONTROL_KEY, JOYSTICK_ROWS, NUMBERS, SHIFT_KEY, keys_for
from cpc.keys.matrix import CONTROL_HELD, SHIFT_HELD
from cpc.player import commands
from cpc.player.settings import Keys

K = pygame
HELD = {K.K_LSHIFT: SHIFT_KEY, K.K_RSHIFT: SHIFT_KEY, K.K_LCTRL: CONTROL_KEY, K.K_RCTRL: CONTROL_KEY}
AS_JOYSTICK = {key: NUMBERS[name] for key, name in {
    K.K_UP: "JOYUP", K.K_DOWN: "JOYDOWN", K.K_LEFT: "JOYLEFT", K.K_RIGHT: "JOYRIGHT", K.K_LCTRL: "JOYFIRE2",
    K.K_LALT: "JOYFIRE1"}.items()}
INSERT = 225                    # the editor's code for inserting or overwriting: CONTROL TAB

FUNCTION_KEYS = range(K.K_F1, K.K_F15 + 1)
MODS = {"SHIFT": 1, "CTRL": 2, "ALT": 4}
MASKS = (1, K.KMOD_SHIFT), (2, K.KMOD_CTRL), (4, K.KMOD_ALT)


APPLICATION = 1 << 30 | 101     # SDL's code of the menu key, which pygame does not name
OTHER_NAMES = {"APPLICATION": APPLICATION, "ENTER": K.K_RETURN, "KEYPAD .": K.K_KP_PERIOD, "KEYPAD +": K.K_KP_PLUS,
               "KEYPAD -": K.K_KP_MINUS, "KEYPAD *": K.K_KP_MULTIPLY, "KEYPAD /": K.K_KP_DIVIDE, "KEYPAD ENTER": K.K_KP_ENTER,
               "LEFT CTRL": K.K_LCTRL, "RIGHT CTRL": K.K_RCTRL, "LEFT ALT": K.K_LALT, "RIGHT ALT": K.K_RALT}
_NAMED = {name[2:].replace("_", ""): getattr(K, name) for name in dir(K) if name.startswith("K_") and len(name) > 3}


def code_of(name: str) -> int | None:
    """pygame's code of a key, by the name on its cap: F1, PAGE UP, KEYPAD 0."""
    if len(name) == 1:
        return ord(name.lower())
    plain = name.replace("KEYPAD ", "KP").replace(" ", "")
    return OTHER_NAMES.get(name) or _NAMED.get(plain)


def is_key(name: str) -> bool:
    """Whether a keyboard may have a key of that name."""
    return code_of(name) is not None


def _codes(names: Iterable[str]) -> list[int]:
    return [code for name in names if (code := code_of(name)) is not None]


class Bindings:
    """Which command a key is for."""

    def __init__(self, keys: Keys) -> None:
        self.keys: dict[tuple[int, int], str] = {}      # what is held and the key: the command's name
        self.held: int | None = None                    # the key that last went down for a command
        # of those with a key alone: the command, its key, and as pygame has it
        self.shown = sorted(((name, given[0], code) for name, given in keys.items() for code in _codes(given[:1])),
                            key=lambda one: one[2])
        for name, given in keys.items():
            for one in given:
                *mods, cap = one.split("+")
                for code in _codes([cap]):
                    self.keys[sum(MODS[mod] for mod in mods), code] = name

    def command(self, event: Event) -> str | None:
        """A function key is the same with CTRL or SHIFT, where that has nothing of its own. With ALT, it is the host's."""
        mods = sum(bit for bit, mask in MASKS if event.mod & mask)
        found = self.keys.get((mods, event.key))
        if found is None and event.key in FUNCTION_KEYS and not mods & MODS["ALT"]:
            found = self.keys.get((mods & ~MODS["CTRL"], event.key)) or self.keys.get((0, event.key))
        if found:
            self.held = event.key
        return found


class WindowKeys:
    """Gives the CPC what is pressed. A text that arrives belongs to the key that went down last."""

    def __init__(self, keys: HostKeys, on_cpc: Keys = commands.ON_CPC) -> None:
        self.keys = keys
        self.on_cpc = {code: NUMBERS[name] for name, given in on_cpc.items() for code in _codes(given)}
        self.joystick = False
        self.typing: int | None = None          # the scancode whose text is awaited

    def key_down(self, event: Event) -> None:
        key, mods, code = event.key, event.mod, event.scancode
        self.typing = None
        states = (SHIFT_HELD if mods & K.KMOD_SHIFT else 0) | (CONTROL_HELD if mods & K.KMOD_CTRL else 0)
        if self.joystick and key in AS_JOYSTICK:
            self.keys.move(AS_JOYSTICK[key], True, code)
        elif key in HELD:
            self.keys.move(HELD[key], True, code)
        elif key in self.on_cpc:
            self.keys.press(self.on_cpc[key], states, code)
        elif key == K.K_INSERT:
            self.keys.input.type(bytes((INSERT,)))
        elif mods & K.KMOD_LALT and K.K_0 <= key <= K.K_9:
            self.keys.press(function_key(key - K.K_0), states, code)
        elif mods & K.KMOD_CTRL and not mods & (K.KMOD_ALT | K.KMOD_MODE):
            number = keys_for(key) if 32 < key < 127 else None
            if number:
                self.keys.press(number[-1], states, code)
        else:
            self.typing = code

    def text(self, text: str) -> None:
        """A key held down makes its text again and again: the CPC repeats by itself."""
        if self.typing is None:
            return
        code, self.typing = self.typing, None
        self.keys.text(text, code)

    def key_up(self, event: Event) -> None:
        self.keys.release(event.scancode)


ALL = range(7)                  # four directions, two or three buttons
DEAD_ZONE = 0.5


class Gamepad:
    """The first gamepad is joystick 0, the second lies on the keys of joystick 1."""

    def __init__(self, keys: HostKeys) -> None:
        self.keys = keys
        self.pads: dict[int, tuple[int, object]] = {}

    def handle(self, event: Event) -> None:
        if event.type == pygame.JOYDEVICEADDED and len(self.pads) < 2:
            pad = pygame.joystick.Joystick(event.device_index)
            taken = {number for number, _ in self.pads.values()}
            self.pads[pad.get_instance_id()] = (0 if 0 not in taken else 1, pad)
        elif event.type == pygame.JOYDEVICEREMOVED:
            if event.instance_id in self.pads:
                number, _ = self.pads.pop(event.instance_id)
                for direction in ALL:
                    self._set(number, direction, False)
        elif getattr(event, "instance_id", None) in self.pads:
            self._moved(self.pads[event.instance_id][0], event)

    def _moved(self, number: int, event: Event) -> None:
        if event.type == pygame.JOYAXISMOTION and event.axis < 2:
            low, high = (2, 3) if event.axis == 0 else (0, 1)
            self._set(number, low, event.value < -DEAD_ZONE)
            self._set(number, high, event.value > DEAD_ZONE)
        elif event.type == pygame.JOYHATMOTION:
            x, y = event.value
            for direction, on in enumerate((y > 0, y < 0, x < 0, x > 0)):
                self._set(number, direction, on)
        elif event.type in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP):
            self._set(number, 4 + event.button % 2, event.type == pygame.JOYBUTTONDOWN)

    def _set(self, number: int, direction: int, on: bool) -> None:
        host_key = "pad", number, direction
        if on != (host_key in self.keys.down):
            self.keys.move(8 * JOYSTICK_ROWS[number] + direction, on, host_key)
