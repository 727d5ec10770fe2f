"""The variables view of an editor: scopes, and what hangs below each."""

from itertools import product
from typing import Required, TypedDict

from basic.debug import views
from basic.debug.debugger import CommandError, Debugger
from cpc.charset import FROM_UNICODE, readable
from cpc.debugger.console.views import machine_state
from cpc.debugger.dap.arguments import Body
from cpc.machine import Machine

SCALARS, ARRAYS, LOOPS, MACHINE, FIRST_ARRAY = 1, 2, 3, 4, 1000
ONLY_SEEN = {LOOPS, MACHINE}
KINDS = {"%": "integer", "$": "string"}


class Entry(TypedDict, total=False):
    """A variable, as the protocol wants it."""
    name: Required[str]
    value: Required[str]
    variablesReference: Required[int]       # 0: there is nothing below it
    indexedVariables: int
    evaluateName: str
    type: str
    presentationHint: Body


class Variables:
    """`typed`: the editor also wants the type of each variable."""

    def __init__(self, debugger: Debugger, typed: bool = False):
        self.debugger = debugger
        self.session = debugger.session
        self.typed = typed

    def scopes(self) -> list[Body]:
        return [{"name": name, "variablesReference": reference, "expensive": False}
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
            return [_only_seen(f"{one.kind} {one.place}", one.text) for one in views.stack(session)]
        if reference == MACHINE:
            screen = machine_state(session.machine) if isinstance(session.machine, Machine) else []
            return [_only_seen(name, text) for name, text in views.state(session) + screen]
        found = views.arrays(session, before)
        if not 0 <= reference - FIRST_ARRAY < len(found):
            raise CommandError("These variables are no longer there.")
        return self._elements(found[reference - FIRST_ARRAY]) if wanted != "named" else []

    def array(self, name: str) -> Entry:
        """An array as one line, with its elements below it."""
        found = views.arrays(self.session, self.debugger.marked)
        for at, one in enumerate(found):
            if one.name == name:
                entry = _entry(f"{name}()", f"({','.join(map(str, one.tops))})", FIRST_ARRAY + at)
                entry["indexedVariables"] = len(views.elements(self.session, name))
                entry["evaluateName"] = f"{name}()"
                if self.typed:
                    entry["type"] = "array"
                return entry
        raise CommandError(f"The array {name}() has not been dimensioned yet.")

    def is_scalar(self, name: str) -> bool:
        return any(one.name == name for one in views.scalars(self.session))

    def is_array(self, name: str) -> bool:
        return any(one.name == name for one in views.arrays(self.session))

    def _elements(self, array: views.Array) -> list[Entry]:
        names = (f"{array.name}({','.join(map(str, reversed(places)))})"
                 for places in product(*(range(top + 1) for top in reversed(array.tops))))
        return [self._changeable(name, views.text_of(value))
                for name, value in zip(names, views.elements(self.session, array.name), strict=True)]

    def _changeable(self, name: str, text: str) -> Entry:
        entry = _entry(name, text)
        entry["evaluateName"] = name
        if self.typed:
            entry["type"] = KINDS.get(name.partition("(")[0][-1:], "real")
        return entry


def shown(text: str) -> str:
    """For an editor: characters of the CPC, each given as its code in Latin-1, in Unicode."""
    return readable(text.encode("latin-1", "replace"))


def as_typed(text: str) -> str:
    """The opposite of `shown`, for what an editor sends."""
    return "".join(chr(FROM_UNICODE[one]) if one in FROM_UNICODE else one for one in text)


def _entry(name: str, text: str, reference: int = 0) -> Entry:
    return Entry(name=name, value=shown(text), variablesReference=reference)


def _only_seen(name: str, text: str) -> Entry:
    entry = _entry(name, text)
    entry["presentationHint"] = {"attributes": ["readOnly"]}
    return entry
