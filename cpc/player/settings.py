"""A person's settings: a small TOML file that says which keys do what. Whatever is wrong with it is a sentence, never a fault.

    [keys]
    screenshot = "F3"
    rewind = ["HOME", "SHIFT+F4"]

    [cpc]
    COPY = "F13"

    [window]
    monitor = "green"
"""

import tomllib
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from cpc.host_files import read_whole, save_file
from cpc.picture.monitors import MONITORS
from cpc.player.commands import BY_NAME, COMMANDS, MODIFIERS, ON_CPC
from cpc.texts import Texts

LARGEST = 1 << 20
CHOICES = {"monitor": MONITORS}
TABLES = "keys", "cpc", "window"
Keys = dict[str, tuple[str, ...]]


class Settings:
    """What the file says, and `faults`: a sentence for each mistake in it. Without a file all is as it comes."""

    def __init__(self, path: Path | None, known: Callable[[str], bool], text_of: Texts) -> None:
        """`known` says whether the host has a key of that name, without what is held."""
        self.path = path
        self.known = known
        self.text_of = text_of
        self.keys: Keys = {command.name: command.keys for command in COMMANDS}
        self.on_cpc: Keys = dict(ON_CPC)
        self.choices: dict[str, str] = {}
        self.faults: list[str] = []
        self._take(self._read())
        self._look_for_doubles()

    def _read(self) -> dict[str, Any]:
        if self.path is None:
            return {}
        try:
            return tomllib.loads(read_whole(self.path, LARGEST).decode("utf-8-sig"))
        except FileNotFoundError:
            return {}
        except OSError as error:
            self._say("settings unread", error.strerror)
        except (ValueError, RecursionError) as error:       # of the text, or of the TOML in it
            self._say("settings toml", error)
        return {}

    def _say(self, name: str, *values: object) -> None:
        self.faults.append(self.text_of(name, self.path, *values))

    def _take(self, found: dict[str, Any]) -> None:
        for table, content in found.items():
            if table not in TABLES or not isinstance(content, dict):
                self._say("settings table", table, ", ".join(f"[{one}]" for one in TABLES))
                continue
            names = {"keys": [_written(name) for name in BY_NAME], "cpc": list(ON_CPC), "window": list(CHOICES)}[table]
            for name, value in content.items():
                wanted = name if table == "cpc" else name.lower()
                wanted = wanted.upper() if table == "cpc" else wanted
                if wanted not in names:
                    near = get_close_matches(wanted, names, 1, 0.0)
                    self._say("settings name", name, table, near[0])
                elif table == "window":
                    self._take_choice(wanted, value)
                else:
                    self._take_keys(table, wanted, value)

    def _take_choice(self, name: str, value: object) -> None:
        if value in CHOICES[name]:
            self.choices[name] = str(value)
        else:
            self._say("settings choice", name, self.text_of("or").join(CHOICES[name]), _short(value))

    def _take_keys(self, table: str, name: str, value: object) -> None:
        given = [value] if isinstance(value, str) else value
        if not isinstance(given, list) or not all(isinstance(one, str) for one in given):
            self._say("settings value", name, _short(value))
            return
        keys = tuple(dict.fromkeys(one for key in given if (one := self._key(name, str(key), table == "keys"))))
        if keys or not given:
            (self.keys if table == "keys" else self.on_cpc)[_spoken(name) if table == "keys" else name] = keys

    def _key(self, name: str, key: str, for_command: bool) -> str | None:
        """The key as it is compared: SHIFT+F2. None for one that cannot be taken."""
        *held, cap = [part.strip().upper() for part in key.split("+")]
        held = ["CTRL" if one in ("STRG", "CONTROL") else one for one in held]
        if not self.known(cap) or set(held) - set(MODIFIERS) or not for_command and held:
            self._say("settings key", name, _short(key))
            return None
        if for_command and len(cap) == 1 and not {"CTRL", "ALT"} & set(held):
            self._say("settings letter", name, _short(key))
            return None
        return "+".join([*(one for one in MODIFIERS if one in held), cap])

    def _look_for_doubles(self) -> None:
        """A key that two commands have is the one's that the file gave it to, else the first one's."""
        owners: dict[str, str] = {}
        given = sorted(self.keys, key=lambda name: self.keys[name] == BY_NAME[name].keys)
        for name in given:
            for key in self.keys[name]:
                other = owners.setdefault(key, name)
                if other == name:
                    continue
                if self.keys[name] != BY_NAME[name].keys:
                    self._say("settings twice", key, _written(other), _written(name))
                self.keys[name] = tuple(one for one in self.keys[name] if one != key)

    def key_of(self, name: str) -> str:
        """The key of a command that is shown; an empty text where it has none."""
        return self.keys[name][0] if self.keys[name] else ""

    def write_example(self) -> None:
        """Makes the file, with each command and its keys as a comment, where there is none. Raises OSError."""
        if self.path is None or self.path.exists():
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        save_file(self.path, self.example().encode())

    def example(self) -> str:
        """A file that says what holds without one."""
        rows = ["# " + self.text_of("settings head"), "", "[keys]"]
        for command in COMMANDS:
            what = self.text_of("what menu does" if command.name == "menu" else command.name)
            rows.append(f"# {_written(command.name)} = {_listed(command.keys):32} # {what}")
        rows += ["", "[cpc]"] + [f"# {_bare(name)} = {_listed(keys)}" for name, keys in ON_CPC.items()]
        rows += ["", "[window]"] + [f'# {name} = "{choices[0]}"' + " " * 12 + "# " + self.text_of("or").join(choices)
                                    for name, choices in CHOICES.items()]
        return "\n".join(rows) + "\n"


def _written(name: str) -> str:
    """A command's name as TOML has it."""
    return name.replace(" ", "_")


def _spoken(name: str) -> str:
    return name.replace("_", " ")


def _bare(name: str) -> str:
    return name if name.isalnum() else f'"{name}"'


def _listed(keys: tuple[str, ...]) -> str:
    return f'"{keys[0]}"' if len(keys) == 1 else "[" + ", ".join(f'"{key}"' for key in keys) + "]"


def _short(value: object) -> str:
    text = value if isinstance(value, str) else repr(value)
    return f"'{text[:30]}'"
