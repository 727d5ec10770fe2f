"""What the panel's controls need of the face that shows the panel."""

from typing import Protocol

from cpc.player.player import Player


class Face(Protocol):
    @property
    def player(self) -> Player: ...
    def machine_stands(self, on: bool) -> None:
        """The debugger has stopped the machine, or lets it go on."""
    def time_went_back(self) -> None:
        """The program has gone back: sound that still plays belongs to another time."""
    def close_debugger(self) -> None: ...
    def full_screen(self) -> None: ...
    def zoom(self, step: int) -> None:
        """Larger letters, smaller ones, or with 0 those that suit the window."""
    def keys_help(self) -> list[str]:
        """The face's own keys that are left while the panel is open, as lines of help."""
