"""What has become of programs: which of their statements run often, and their units in machine code.

The next run of the same program takes it, in this process or in a later one, by way of private files (basic.cache_files). The
same program is one with the same lines on the same kind of machine, for the same sources of this package.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from basic import cache_files
from basic.units.nodes import Stack
from basic.units.printed import Printed, as_json, from_json

if TYPE_CHECKING:
    from basic.runtime.executor import Executor
    from basic.units.workshop import Job

KEPT_PROGRAMS = 60
KEPT_UNITS = 400            # of a program
OTHERS = ("__pycache__", "debug", "help")       # folders on which no unit depends

Place = tuple[bytes, int]   # a statement by its line's bytes


class Refusal(NamedTuple):
    """No unit in machine code is worth while, with these statements known and those unknown."""
    pcs: list[int]
    unknown: list[int]


class KeptGroup:
    """Units that were compiled together."""

    def __init__(self, wasm: bytes, pcs: list[int], units: list[Printed | str]):
        self.wasm = wasm
        self.pcs = pcs
        self.units = units              # as text, until they are asked for
        self.job: Job | None = None

    def unit(self, number: int) -> Printed:
        found = self.units[number]
        if isinstance(found, str):
            found = self.units[number] = from_json(json.loads(found))
        return found

    def lines(self) -> Iterator[str]:
        yield base64.b64encode(self.wasm).decode()
        for pc, unit in zip(self.pcs, self.units, strict=True):
            yield f"{pc}\t{unit if isinstance(unit, str) else _text(as_json(unit))}"
        yield ""


class KeptProgram:
    """`hot`: statements that became units. `promoted`: those that asked for machine code."""

    def __init__(self, name: str):
        self.name = name
        self.hot: set[Place] = set()
        self.promoted: set[Place] = set()
        self.changed = False
        self._units: dict[int, list[tuple[KeptGroup, int]]] = {}        # by the pc that they begin with
        self._groups: list[KeptGroup] = []
        self._count = 0
        self._refused: dict[int, list[Refusal]] = {}

    def add(self, group: KeptGroup) -> None:
        if self._count >= KEPT_UNITS:
            self._units.clear()
            self._groups.clear()
            self._count = 0
        self._groups.append(group)
        self._count += len(group.pcs)
        for number, pc in enumerate(group.pcs):
            self._units.setdefault(pc, []).append((group, number))

    def find(self, pc: int, around: Stack, executor: Executor) -> tuple[KeptGroup, int, Printed] | None:
        """The unit that begins at pc, if what is here is as it was when it was made."""
        for group, number in reversed(self._units.get(pc, ())):
            unit = group.unit(number)
            if unit.around == around and unit.fits(executor):
                return group, number, unit
        return None

    def refuse(self, pc: int, refusal: Refusal) -> None:
        self._refused.setdefault(pc, []).append(refusal)

    def refuses(self, pc: int, known: Callable[[int], bool]) -> bool:
        """Whether to print a unit that begins at pc is known to be in vain."""
        return any(all(map(known, one.pcs)) and not any(map(known, one.unknown)) for one in self._refused.get(pc, ()))

    def written(self) -> bytes:
        self.changed = False
        head = {name: [[line.decode("latin-1"), at] for line, at in sorted(places)]
                for name, places in (("hot", self.hot), ("promoted", self.promoted))}
        refused = [[pc, *one] for pc, ones in list(self._refused.items()) for one in ones]
        groups = (line for group in self._groups for line in group.lines())
        return "\n".join([_text({**head, "refused": refused}), *groups]).encode()

    def read(self, content: bytes) -> None:
        head, *rest = content.decode().split("\n")
        found = json.loads(head)
        self.hot, self.promoted = ({(line.encode("latin-1"), at) for line, at in found[name]} for name in ("hot", "promoted"))
        for pc, *parts in found["refused"]:
            self.refuse(pc, Refusal(*parts))
        lines = iter(rest)
        for wasm in lines:
            pcs: list[int] = []
            units: list[Printed | str] = []
            while line := next(lines):
                pc, _, unit = line.partition("\t")
                pcs.append(int(pc))
                units.append(unit)
            self.add(KeptGroup(base64.b64decode(wasm), pcs, units))


_programs: OrderedDict[str, KeptProgram] = OrderedDict()


def kept_program(executor: Executor) -> KeptProgram:
    """What is known of the program that is in the machine."""
    name = _name(executor)
    found = _programs.get(name)
    if found is None:
        found = _programs[name] = KeptProgram(name)
        content = cache_files.kept_private(name)
        if content is not None:
            found.read(content)
        if len(_programs) > KEPT_PROGRAMS:
            _programs.popitem(last=False)
    return found


def keep_all() -> None:
    """Writes what has changed."""
    for program in list(_programs.values()):
        if program.changed:
            cache_files.keep_private(program.name, program.written())


def _name(executor: Executor) -> str:
    session, machine = executor.session, executor.machine
    quick = machine.graphics.quick
    functions = [] if quick is None else [one.__name__ for one in quick.functions.values()]
    kind = [type(machine).__name__, executor.basic_1_1, session.large, session.dialect.commodore, functions]
    digest = hashlib.sha256(f"{_sources()} {kind} ".encode())
    lines = executor.program.lines
    for number in executor.program.numbers:
        digest.update(b"%d %d " % (number, len(lines[number])) + lines[number])
    return f"units-{digest.hexdigest()[:32]}"


@cache
def _sources() -> str:
    """Tells one state of the sources from another."""
    here = Path(__file__).parent.parent
    return hashlib.sha256("\n".join(sorted(_files([here, here.parent / "cpc" / "picture"]))).encode()).hexdigest()


def _files(folders: Iterable[Path | str]) -> Iterator[str]:
    for folder in folders:
        try:
            entries = list(os.scandir(folder))
        except OSError:
            continue
        for entry in entries:
            if entry.is_dir():
                if entry.name not in OTHERS:
                    yield from _files([entry.path])
            elif entry.name.endswith((".py", ".lark")):
                found = entry.stat()
                yield f"{entry.path} {found.st_size} {found.st_mtime_ns}"


def _text(found: Any) -> str:
    return json.dumps(found, separators=(",", ":"))
