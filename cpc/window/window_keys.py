"""The host's keys in the window: which are the CPC's, which are the window's own, and which are letters."""

import pygame
from pygame.event import Event

from cpc.keys.host_keys import HostKeys, function_key
from cpc.keys.keyboard import CONTROL_HELD, SHIFT_HELD
from cpc.keys.keymap import CONTROL_KEY, JOYSTICK_ROWS, NUMBERS, SHIFT_KEY, keys_for

K = pygame
ON_CPC = {key: NUMBERS[name] for key, name in {
    K.K_UP: "UP", K.K_DOWN: "DOWN", K.K_LEFT: "LEFT", K.K_RIGHT: "RIGHT", K.K_RETURN: "RETURN", K.K_KP_ENTER: "ENTER",
    K.K_KP_PERIOD: "F.", K.K_ESCAPE: "ESC", K.K_BACKSPACE: "DEL", K.K_DELETE: "CLR", K.K_TAB: "TAB", K.K_END: "COPY",
}.items()} | {
    getattr(K, f"K_KP{number}"): function_key(number) for number in range(10)}
HELD = {K.K_LSHIFT: SHIFT_KEY, K.K_RSHIFT: SHIFT_KEY, K.K_LCTRL: CONTROL_KEY, K.K_RCTRL: CONTROL_KEY}
AS_JOYSTICK = {key: NUMBERS[name] for key, name in {
    K.K_UP: "JOYUP", K.K_DOWN: "JOYDOWN", K.K_LEFT: "JOYLEFT", K.K_RIGHT: "JOYRIGHT", K.K_LCTRL: "JOYFIRE2",
    K.K_LALT: "JOYFIRE1"}.items()}
INSERT = 225                    # the editor's code for inserting or overwriting: CONTROL TAB

# What the window itself does: its key, the name of the method, and what F1 says about it.
COMMANDS = {
    K.K_F1: ("help", "F1", "this page"),
    K.K_F2: ("screenshot", "F2", "screenshot"),
    K.K_F3: ("record", "F3", "GIF on, off (SHIFT: PNGs)"),
    K.K_F4: ("debugger", "F4", "debugger"),
    K.K_F5: ("pause", "F5, PAUSE", "pause"),
    K.K_PAUSE: ("pause", "", ""),
    K.K_F6: ("paste", "F6", "type in the clipboard"),
    K.K_F7: ("copy", "F7", "copy the text screen"),
    K.K_F8: ("next_speed", "F8", "speed: auto, real, max"),
    K.K_F9: ("mute", "F9", "sound on or off (SHIFT: next disc)"),
    K.K_F10: ("reset", "F10 F10", "switch the CPC off and on"),
    K.K_F11: ("full_screen", "F11", "full screen (SHIFT: smooth)"),
    K.K_F12: ("joystick", "F12", "cursor keys as joystick"),
}
ALSO = [
    ("ESC ESC", "stops a program"),
    ("pad 0-9", "f0-f9, as ALT and a digit"),
    ("pad ENTER", "the small ENTER"),
    ("Backspace", "DEL"), ("Delete", "CLR"), ("End", "COPY"),
    ("Insert", "insert or overwrite"),
    ("SHIFT+cursor", "the copy cursor"),
    ("CTRL+SHIFT+ESC", "switches off and on"),
    ("CTRL+SHIFT+V, C", "as F6, F7"), ("ALT+ENTER", "as F11"),
    ("gamepad", "the joystick"),
    ("drop a file", "to load it or put it in"),
]
HELP = [(key, what) for _, key, what in COMMANDS.values() if key] + [("", "")] + ALSO


def command(event: Event) -> str | None:
    """The method of the window that a key is for."""
    mods = event.mod
    if mods & K.KMOD_CTRL and mods & K.KMOD_SHIFT and event.key in (K.K_v, K.K_c):
        return "paste" if event.key == K.K_v else "copy"
    if mods & K.KMOD_SHIFT and event.key == K.K_INSERT:
        return "paste"
    if mods & K.KMOD_ALT and event.key == K.K_RETURN:
        return "full_screen"
    return COMMANDS[event.key][0] if event.key in COMMANDS else None


class WindowKeys:
    """Gives the CPC what is pressed. A text that arrives belongs to the key that went down last."""

    def __init__(self, keys: HostKeys) -> None:
        self.keys = keys
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
        elif key in ON_CPC:
            self.keys.press(ON_CPC[key], states, code)
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
