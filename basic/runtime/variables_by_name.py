"""Variables by their names, for Python users: `a$`, `n%`, `fm(1,3)`."""

import re
from collections.abc import Iterator
from typing import Any

from basic.runtime.variables import ZERO, Names, Variables
from basic.values.code import INTEGER, REAL, STRING, Kind
from basic.values.conversions import to_kind

NAME = re.compile(r"([A-Za-z][A-Za-z0-9.]*)([%$!]?)(?:[(\[](\s*\d+\s*(?:,\s*\d+\s*)*)[)\]])?")
TYPE_BYTES = {"%": 2, "$": 3, "!": 4, "": 0x0D}
SUFFIXES = {INTEGER: "%", REAL: "!", STRING: "$"}


class VariablesByName:
    """Reads and writes variables and elements of arrays. Numbers and texts are Python's."""

    def __init__(self, variables: Variables) -> None:
        self._variables = variables

    def __getitem__(self, name: str) -> int | float | str:
        key, subscripts = self._parsed(name)
        there = self._variables
        value: int | float | bytes = ZERO[key[1]]
        if subscripts is None:
            slot = there.slots.get(key)
            if slot is not None:
                value = there.values[slot]
        else:
            array = there.array_slots.get(key)
            if array is not None and there.data[array] is not None:
                value = there.data[array][there.index(array, subscripts)]
        return value.decode("latin-1") if isinstance(value, bytes) else value

    def __setitem__(self, name: str, value: int | float | str | bytes) -> None:
        key, subscripts = self._parsed(name)
        there, kind = self._variables, key[1]
        if kind == STRING:
            if isinstance(value, int | float):
                raise TypeError(f"{name} is a string, not a number")
            value = value.encode("latin-1") if isinstance(value, str) else bytes(value)
        else:
            value = to_kind(value, kind)
        if subscripts is None:
            slot = there.slot(*key)
            there.create(slot)
            there.values[slot] = value
        else:
            array = there.array(*key)
            place = there.index(array, subscripts)      # this may dimension it
            there.data[array][place] = value

    def __iter__(self) -> Iterator[str]:
        """The names of the variables that there are; of arrays with brackets, as x()."""
        there = self._variables
        for slot in there.created:
            yield self._spelt(there.names[slot], there.kinds[slot])
        for array in there.array_order:
            yield self._spelt(there.array_names[array], there.array_kinds[array]) + "()"

    def __contains__(self, name: object) -> bool:
        """Whether a variable, an array or an element has been made. One that has not reads as 0 or as an empty string."""
        if not isinstance(name, str):
            return False
        key, subscripts = self._parsed(name.removesuffix("()"))
        there = self._variables
        if subscripts is None and not name.endswith("()"):
            return there.slots.get(key) in there.created
        array = there.array_slots.get(key)
        sizes = () if array is None or there.data[array] is None else there.sizes[array]
        if subscripts is None:
            return bool(sizes)
        return len(sizes) == len(subscripts) and all(one < size for one, size in zip(subscripts, sizes))

    def get(self, name: str, default: Any = None) -> Any:
        """The value of a variable, or `default` if it has not been made."""
        return self[name] if name in self else default          # noqa: SIM401  (it is this)

    def _spelt(self, name: bytes, kind: Kind) -> str:
        return name.decode("ascii").lower() + ("" if self._variables.kind_of(name, 0x0D) == kind else SUFFIXES[kind])

    def _parsed(self, name: str) -> tuple[Names, list[int] | None]:
        match = NAME.fullmatch(name) if isinstance(name, str) else None
        if match is None:
            raise KeyError(f"{name!r} is not a variable as a$, n% or fm(1,3) are")
        bare, suffix, subscripts = match.groups()
        key = bare.upper().encode("ascii")
        kind = self._variables.kind_of(key, TYPE_BYTES[suffix])
        return (key, kind), [int(part) for part in subscripts.split(",")] if subscripts else None
