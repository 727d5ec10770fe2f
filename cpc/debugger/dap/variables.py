"""The variables view of an editor: scopes, and what hangs below each."""

from collections.abc import Callable
from contextlib import suppress
from itertools import product
from math import prod
from typing import Required, TypedDict

from basic.debug import views
from basic.debug.debugger import CommandError, Debugger
from basic.debug.expressions import Value
from cpc.charset import FROM_UNICODE, readable
from cpc.debugger.console.views import machine_state
from cpc.debugger.dap.arguments import Body
from cpc.machine import Machine

SCALARS, ARRAYS, LOOPS, MACHINE, FIRST_ARRAY = 1, 2, 3, 4, 1000
FIRST_ROW = 1_000_000           # references of rows of arrays, beyond those of all arrays
LONGEST_ROW = 60                # letters of a row's values beside its name
ONLY_SEEN = {LOOPS, MACHINE}
KINDS = {"%": "integer", "$": "string"}


class Entry(TypedDict, total=False):
    """A variable, as the protocol wants it."""
    name: Required[str]
    value: Required[str]
    variablesReference: Required[int]       # 0: there is nothing below it
    indexedVariables: int
    evaluateName: str
    namedVariables: int
    type: str
    memoryReference: str
    presentationHint: Body


class Variables:
    """`typed`: the editor also wants the type of each variable; `placed`: where in memory it lies."""

    def __init__(self, debugger: Debugger, spoken: Callable[[str], str], typed: bool = False, placed: bool = False):
        self.debugger = debugger
        self.session = debugger.session
        self.spoken = spoken
        self.typed = typed
        self.placed = placed
        self.rows: dict[tuple[str, tuple[int, ...]], int] = {}  # of an array and its last subscripts: the reference

    def scopes(self) -> list[Body]:
        return [{"name": self.spoken(name), "variablesReference": reference, "expensive": False}
                for name, reference in (("Variables", SCALARS), ("Arrays", ARRAYS), ("Loops and GOSUBs", LOOPS),
                                        ("Machine", MACHINE))]

    def children(self, reference: int, wanted: str | None = None) -> list[Entry]:
        """`wanted` is "indexed" or "named" where an editor asks for one kind only."""
        session, before = self.session, self.debugger.marked
        if reference == SCALARS:
            return [self._changeable(one.name, one.text) for one in views.scalars(session, before)]
        if reference == ARRAYS:
            return [self.array(one.name) for one in views.arrays(session, before)]
        if reference == LOOPS:
            return [_only_seen(f"{one.kind} {one.place}", self.spoken(one.text)) for one in views.stack(session)]
        if reference == MACHINE:
            screen = machine_state(session.machine) if isinstance(session.machine, Machine) else []
            return [*(_only_seen(self.spoken(name), self.spoken(text)) for name, text in views.state(session) + screen),
                    *self._whole_memory()]
        found = {one.name: one for one in views.arrays(session, before)}
        if FIRST_ROW <= reference < FIRST_ROW + len(self.rows):
            name, last = list(self.rows)[reference - FIRST_ROW]
        elif 0 <= reference - FIRST_ARRAY < len(found):
            name, last = list(found)[reference - FIRST_ARRAY], ()
        else:
            name, last = "", ()
        if name not in found or any(at > top for at, top in zip(reversed(last), reversed(found[name].tops), strict=False)):
            raise CommandError("These variables are no longer there.")
        rows = len(found[name].tops) - len(last) > 1
        if wanted == ("indexed" if rows else "named"):
            return []
        return self._rows(found[name], last) if rows else self._elements(found[name], last)

    def _whole_memory(self) -> list[Entry]:
        entry = _only_seen(self.spoken("memory"), "64K")
        entry["memoryReference"] = "0x0"
        return [entry] if self.placed else []

    def array(self, name: str) -> Entry:
        """An array as one line, with its elements below it."""
        found = views.arrays(self.session, self.debugger.marked)
        for at, one in enumerate(found):
            if one.name == name:
                entry = _entry(f"{name}()", f"({','.join(map(str, one.tops))})", FIRST_ARRAY + at)
                if len(one.tops) > 1:
                    entry["namedVariables"] = one.tops[-1] + 1
                else:
                    entry["indexedVariables"] = one.tops[0] + 1
                entry["evaluateName"] = f"{name}()"
                self._place(entry, f"{name}({','.join('0' for _ in one.tops)})")
                if self.typed:
                    entry["type"] = "array"
                return entry
        raise CommandError("The array {0}() has not been dimensioned yet.", name)

    def is_scalar(self, name: str) -> bool:
        return any(one.name == name for one in views.scalars(self.session))

    def is_array(self, name: str) -> bool:
        return any(one.name == name for one in views.arrays(self.session))

    def _rows(self, array: views.Array, last: tuple[int, ...]) -> list[Entry]:
        """An array with several subscripts, as one entry for each last one."""
        found = []
        free = len(array.tops) - len(last) - 1
        for at in range(array.tops[free] + 1):
            row = at, *last
            reference = self.rows.setdefault((array.name, row), FIRST_ROW + len(self.rows))
            values = " ".join(map(views.text_of, self._values(array, row))) if free == 1 else ""
            text = values if len(values) <= LONGEST_ROW else values[:LONGEST_ROW - 3] + "..."
            entry = _only_seen(f"{array.name}({'*,' * free}{','.join(map(str, row))})", text, reference)
            entry["namedVariables" if free > 1 else "indexedVariables"] = array.tops[free - 1] + 1
            found.append(entry)
        return found

    def _elements(self, array: views.Array, last: tuple[int, ...]) -> list[Entry]:
        """The elements of a row: those that have these last subscripts."""
        names = (f"{array.name}({','.join(map(str, (*reversed(places), *last)))})"
                 for places in product(*(range(top + 1) for top in reversed(array.tops[:len(array.tops) - len(last)]))))
        return [self._changeable(name, views.text_of(value))
                for name, value in zip(names, self._values(array, last), strict=True)]

    def _values(self, array: views.Array, last: tuple[int, ...]) -> list[Value]:
        """In memory the elements of a row lie beside each other."""
        size = prod(top + 1 for top in array.tops[:len(array.tops) - len(last)])
        begin = 0
        for at, top in zip(reversed(last), reversed(array.tops), strict=False):
            begin = begin * (top + 1) + at
        return views.elements(self.session, array.name)[begin * size:(begin + 1) * size]

    def _changeable(self, name: str, text: str) -> Entry:
        entry = _entry(name, text)
        entry["evaluateName"] = name
        if self.typed:
            entry["type"] = KINDS.get(name.partition("(")[0][-1:], "real")
        self._place(entry, name)
        return entry

    def _place(self, entry: Entry, name: str) -> None:
        """Says where in memory it lies, to an editor that wants to know."""
        if self.placed:
            with suppress(CommandError):
                address = self.debugger.evaluate(f"@{name}")
                assert not isinstance(address, bytes)
                entry["memoryReference"] = hex(int(address) & 0xFFFF)


def shown(text: str) -> str:
    """For an editor: characters of the CPC, each given as its code in Latin-1, in Unicode."""
    return readable(text.encode("latin-1", "replace"))


def as_typed(text: str) -> str:
    """The opposite of `shown`, for what an editor sends."""
    return "".join(chr(FROM_UNICODE[one]) if one in FROM_UNICODE else one for one in text)


def _entry(name: str, text: str, reference: int = 0) -> Entry:
    return Entry(name=name, value=shown(text), variablesReference=reference)


def _only_seen(name: str, text: str, reference: int = 0) -> Entry:
    entry = _entry(name, text, reference)
    entry["presentationHint"] = {"attributes": ["readOnly"]}
    return entry
