"""A machine's state as bytes and back: numbers, texts, bytes, collections of them, and records of this project.

Nothing else can come out: no name in a file leads to a function. Two places that hold the same bytes object hold the same one
afterwards, too: BASIC's strings share the bytes of the program.
"""

import json
import sys
from pathlib import Path, PurePath
from typing import Any

from basic.records import field_names, field_values, is_record
from cpc.disc.floppy import DriveFault

PROJECT = "basic.", "cpc."
OWN = bool, int, float, str, type(None)         # as JSON has them


class NotPlain(Exception):
    """There is something in the state that is no plain data."""


class Unreadable(Exception):
    """The bytes are no such data, or data of another version."""


def encoded(value: object) -> bytes:
    """Raises NotPlain."""
    packer = _Packer()
    top = packer.packed(value)
    return json.dumps([packer.contents, top], allow_nan=False, separators=(",", ":")).encode()


def decoded(data: bytes) -> Any:
    """Raises Unreadable."""
    try:
        contents, top = json.loads(data)
        return _Unpacker([_own(text) for text in contents]).unpacked(top)
    except (ValueError, TypeError, IndexError, KeyError, AttributeError, RecursionError) as error:
        raise Unreadable(repr(error)) from None


def _own(text: str) -> bytes:
    """An object of its own: to Python all of one character are the same, but BASIC tells its strings from the program's."""
    return bytes(bytearray(text, "latin-1"))


class _Packer:
    def __init__(self) -> None:
        self.contents: list[str] = []
        self.places: dict[int, int] = {}        # of bytes objects, by their identity
        self.held: list[bytes] = []             # so that no identity is given twice

    def packed(self, value: Any) -> Any:
        kind = type(value)
        if kind in OWN:
            return value
        if kind is bytes:
            return ["b", self._place(value)]
        if kind is bytearray:
            return ["a", self._place(bytes(value))]
        if kind is dict:
            return ["d", *(self.packed(one) for item in value.items() for one in item)]
        if kind is list:
            return ["l", *map(self.packed, value)]
        if kind is tuple:
            return ["t", *map(self.packed, value)]
        if kind in (set, frozenset):
            return ["s" if kind is set else "f", *map(self.packed, value)]
        if isinstance(value, PurePath):
            return ["p", str(value)]
        if kind is DriveFault:
            return ["x", *map(self.packed, (value.message, value.derr, value.data))]
        return self._of_class(value, kind)

    def _of_class(self, value: Any, kind: type) -> Any:
        name = f"{kind.__module__}:{kind.__name__}"
        if kind.__module__.startswith(PROJECT):
            if is_record(value):
                return ["r", name, list(field_names(value)), *map(self.packed, field_values(value))]
            if isinstance(value, tuple):
                return ["n", name, *map(self.packed, value)]
        raise NotPlain(kind.__name__)

    def _place(self, value: bytes) -> int:
        if id(value) not in self.places:
            self.places[id(value)] = len(self.contents)
            self.held.append(value)
            self.contents.append(value.decode("latin-1"))
        return self.places[id(value)]


class _Unpacker:
    def __init__(self, contents: list[bytes]) -> None:
        self.contents = contents

    def unpacked(self, value: Any) -> Any:
        if type(value) is not list:
            return value
        kind, *rest = value
        if kind in ("b", "a"):
            return self.contents[rest[0]] if kind == "b" else bytearray(self.contents[rest[0]])
        if kind == "p":
            return Path(rest[0])
        if kind == "r":
            return self._record(*rest)
        if kind == "n":
            return self._class(rest[0])(*map(self.unpacked, rest[1:]))
        parts = [self.unpacked(one) for one in rest]
        if kind == "d":
            return dict(zip(parts[::2], parts[1::2], strict=True))
        if kind == "x":
            return DriveFault(*parts)
        return {"l": list, "t": tuple, "s": set, "f": frozenset}[kind](parts)

    def _record(self, name: str, fields: list[str], *values: Any) -> Any:
        kind = self._class(name)
        if not is_record(kind) or list(field_names(kind)) != fields:
            raise Unreadable(name)
        made = kind.__new__(kind)
        for field, value in zip(fields, values, strict=True):
            object.__setattr__(made, field, self.unpacked(value))
        return made

    def _class(self, name: str) -> Any:
        """A record or a named tuple of this project."""
        module, _, own = name.partition(":")
        found = getattr(sys.modules[module], own) if module.startswith(PROJECT) else None
        if not (isinstance(found, type) and (is_record(found) or issubclass(found, tuple) and hasattr(found, "_fields"))):
            raise Unreadable(name)
        return found
