"""One class a statement: its rule, its token, its help and what it does. Importing this fills the registries."""

from basic import functions
from basic.statements import (
    assignment,
    data,
    defining,
    editing,
    files,
    graphics,
    handlers,
    jumps,
    loops,
    screen,
    sound,
    system,
    text,
)

__all__ = ["assignment", "data", "defining", "editing", "files", "functions", "graphics", "handlers", "jumps", "loops",
           "screen", "sound", "system", "text"]
