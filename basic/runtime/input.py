"""The way in: all that is done to the keyboard from outside goes through here.

Who keeps the past (basic.debug.history) sets `recorder`: it is then given each act by name, to keep and to do.
"""

from collections.abc import Callable
from typing import Any

from basic.ports import Keyboard

Recorder = Callable[..., Any]           # (an act's name, its arguments)


class InputPort:
    def __init__(self, keyboard: Keyboard) -> None:
        self.acts: dict[str, Callable[..., None]] = {
            "type": keyboard.type, "key": keyboard.key, "press": keyboard.press, "repeat": keyboard.repeat,
            "stop_typing": keyboard.stop_typing}
        self.recorder: Recorder | None = None

    def type(self, codes: bytes) -> None:
        """Types ahead."""
        self._do("type", codes)

    def key(self, number: int, down: bool) -> None:
        """A key of the matrix, which the firmware's next scan will find."""
        self._do("key", number, down)

    def press(self, number: int, states: int = 0) -> None:
        """A key goes down, and its character is read at once; `states` are SHIFT and CONTROL as meant with it."""
        self._do("press", number, states)

    def repeat(self, on: bool) -> None:
        """Whether a key that stays down is read again and again."""
        self._do("repeat", on)

    def stop_typing(self) -> None:
        """Forgets what was typed ahead and has not been read yet."""
        self._do("stop_typing")

    def _do(self, name: str, *arguments: Any) -> None:
        if self.recorder is not None:
            self.recorder(name, *arguments)
        else:
            self.acts[name](*arguments)
