"""One class a statement: its rule, its token, its help and what it does. Importing this fills the registries."""

from basic import functions
from basic.statements import data, editing, files, flow, graphics, screen, sound, system, text

__all__ = ["data", "editing", "files", "flow", "functions", "graphics", "screen", "sound", "system", "text"]
