"""What the panel's controls need of the face that shows the panel."""

from typing import Protocol

from cpc.player.player import Player


class Progress(Protocol):
    """A bar for what takes long."""
    def begin(self) -> None: ...
    def __call__(self, part: float) -> bool:
        """So much is done, from 0 to 1. True: the person does not want to wait for the rest."""
    def end(self) -> None: ...


class Face(Protocol):
    @property
    def player(self) -> Player: ...
    @property
    def progress(self) -> Progress: ...
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
