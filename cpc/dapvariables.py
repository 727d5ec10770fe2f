"""The variables view of an editor: scopes, and what hangs below each."""

from itertools import product

from basic import seeing
from basic.debugger import Debugger

from .charset import readable
from .debugviews import machine_state

SCALARS, ARRAYS, LOOPS, MACHINE, FIRST_ARRAY = 1, 2, 3, 4, 1000


class Variables:
    def __init__(self, debugger: Debugger):
        self.debugger = debugger
        self.session = debugger.session

    def scopes(self) -> list[dict]:
        return [{"name": name, "variablesReference": reference, "expensive": False}
                for name, reference in (("Variables", SCALARS), ("Arrays", ARRAYS), ("Loops and GOSUBs", LOOPS),
                                        ("Machine", MACHINE))]

    def children(self, reference: int) -> list[dict]:
        session, before = self.session, self.debugger.marked
        if reference == SCALARS:
            return [entry(one.name, one.text, evaluateName=one.name) for one in seeing.scalars(session, before)]
        if reference == ARRAYS:
            return [entry(f"{one.name}()", f"({','.join(map(str, one.tops))})", FIRST_ARRAY + at,
                          indexedVariables=len(seeing.elements(session, one.name)))
                    for at, one in enumerate(seeing.arrays(session, before))]
        if reference == LOOPS:
            return [entry(f"{one.kind} {one.place}", one.text) for one in seeing.stack(session)]
        if reference == MACHINE:
            return [entry(name, text) for name, text in seeing.state(session) + machine_state(session.machine)]
        found = seeing.arrays(session, before)
        if not 0 <= reference - FIRST_ARRAY < len(found):
            return []
        return self._elements(found[reference - FIRST_ARRAY])

    def _elements(self, array: seeing.Array) -> list[dict]:
        names = (f"{array.name}({','.join(map(str, reversed(places)))})"
                 for places in product(*(range(top + 1) for top in reversed(array.tops))))
        return [entry(name, seeing.text_of(value), evaluateName=name)
                for name, value in zip(names, seeing.elements(self.session, array.name), strict=True)]


def entry(name: str, text: str, reference: int = 0, **more) -> dict:
    return {"name": name, "value": readable(text.encode("latin-1", "replace")), "variablesReference": reference, **more}
