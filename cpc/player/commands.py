"""What a person can ask of a face besides the CPC's keys: each command's name, its keys, and where the menu has it.

A key is written as on its cap, with what is held in front of it: SHIFT+F2. `Settings` may give a command others.
"""

from typing import NamedTuple


class Command(NamedTuple):
    name: str                   # a text of `cpc.texts` with the same name says what it does
    keys: tuple[str, ...]       # the first one is shown
    twice: bool = False         # it asks, and is done when it comes again
    held: bool = False          # it goes on as long as the key is down


COMMANDS = (
    Command("menu", ("F1", "APPLICATION")),
    Command("programs", ("SHIFT+F2",)),
    Command("states", ("SHIFT+F5",)),
    Command("rewind", ("PAGE UP", "SHIFT+F7"), held=True),
    Command("pause", ("F5", "PAUSE")),
    Command("next speed", ("F8",)),
    Command("keyboard", ("SHIFT+F12",)),
    Command("joystick", ("F12",)),
    Command("paste", ("F6", "CTRL+SHIFT+V", "SHIFT+INSERT")),
    Command("copy", ("F7", "CTRL+SHIFT+C")),
    Command("screenshot", ("F2",)),
    Command("record", ("F3",)),
    Command("record pictures", ("SHIFT+F3",)),
    Command("mute", ("F9",)),
    Command("next disc", ("SHIFT+F9",)),
    Command("next monitor", ("SHIFT+F8",)),
    Command("full screen", ("F11", "ALT+RETURN")),
    Command("smooth or not", ("SHIFT+F11",)),
    Command("debugger", ("F4",)),
    Command("reset", ("F10",), twice=True),
    Command("set keys", ()),
    Command("quit", ()),
)
BY_NAME = {command.name: command for command in COMMANDS}

# Keys of the host that are keys of the CPC, where their letters do not say so: the CPC's name for it, and the host's keys.
ON_CPC: dict[str, tuple[str, ...]] = {
    "UP": ("UP",), "DOWN": ("DOWN",), "LEFT": ("LEFT",), "RIGHT": ("RIGHT",), "RETURN": ("RETURN",),
    "ENTER": ("KEYPAD ENTER",), "ESC": ("ESCAPE",), "DEL": ("BACKSPACE",), "CLR": ("DELETE",), "TAB": ("TAB",),
    "COPY": ("END",), "CAPSLOCK": (), "F.": ("KEYPAD .",), **{f"F{number}": (f"KEYPAD {number}",) for number in range(10)},
}
MODIFIERS = "CTRL", "ALT", "SHIFT"


def shown(key: str, german: bool = False) -> str:
    """A key as its cap has it."""
    if not german:
        return key.replace("APPLICATION", "MENU").replace("ESCAPE", "ESC")
    for english, cap in (("PAGE UP", "BILD AUF"), ("PAGE DOWN", "BILD AB"), ("RIGHT CTRL", "STRG RECHTS"),
                         ("LEFT CTRL", "STRG LINKS"), ("CTRL", "STRG"), ("INSERT", "EINFG"),
                         ("DELETE", "ENTF"), ("HOME", "POS1"), ("APPLICATION", "MENÜ"), ("ESCAPE", "ESC")):
        key = key.replace(english, cap)
    return key
