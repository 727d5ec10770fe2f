"""What has become of programs: which of their statements run often, and their units in machine code.

The next run of the same program takes it, in this process or in a later one, by way of private files (basic.cache_files). The
same program is one with the same lines on the same kind of machine, for the same sources of this package.
"""

from __future__ import annotations

import hashlib
import marshal
import os
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from basic import cache_files
from basic.units.nodes import Stack
from basic.units.printed import Printed, as_plain, from_plain

if TYPE_CHECKING:
    from basic.runtime.executor import Executor
    from basic.units.workshop import Job, Workshop

KEPT_PROGRAMS = 60
KEPT_UNITS = 400            # of a program
OTHERS = ("__pycache__", "debug", "help")       # folders on which no unit depends

Place = tuple[bytes, int]   # a statement by its line's bytes
Written = tuple[bytes, list[int], list[bytes]]      # a group as marshal takes it


class Refusal(NamedTuple):
    """No unit in machine code is worth while, with these statements known and those unknown."""
    pcs: list[int]
    unknown: list[int]


class KeptGroup:
    """Units that were compiled together."""

    def __init__(self, wasm: bytes, pcs: list[int], units: list[Printed | bytes]):
        self.wasm = wasm
        self.pcs = pcs
        self.units = units              # as bytes, until they are asked for
        self.job: Job | None = None

    def unit(self, number: int) -> Printed:
        found = self.units[number]
        if isinstance(found, bytes):
            found = self.units[number] = from_plain(marshal.loads(found))
        return found

    def written(self) -> Written:
        return self.wasm, self.pcs, [unit if isinstance(unit, bytes) else marshal.dumps(as_plain(unit)) for unit in self.units]


class KeptProgram:
    """`hot`: statements that became units. `promoted`: those that asked for machine code."""

    def __init__(self, name: str):
        self.name = name
        self.hot: set[Place] = set()
        self.promoted: set[Place] = set()
        self.changed = False
        self.texts: dict[bytes, int] = {}       # strings of the program that units use, each with its number
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

    def has_units(self, pc: int) -> bool:
        return pc in self._units

    def find(self, pc: int, around: Stack, executor: Executor) -> tuple[KeptGroup, int, Printed] | None:
        """The unit that begins at pc, if what is here is as it was when it was made."""
        for group, number in reversed(self._units.get(pc, ())):
            unit = group.unit(number)
            if unit.around == around and unit.fits(executor):
                return group, number, unit
        return None

    def get_ready(self, works: Workshop, keep: bool = True) -> None:
        """Reads all units and their machine code, before they are asked for one by one."""
        for group in list(self._groups):
            if group.job is None:
                group.job = works.compiled(group.wasm, keep)
            for number in range(len(group.units)):
                group.unit(number)

    def number_of_text(self, text: bytes) -> int:
        return self.texts.setdefault(text, len(self.texts))

    def refuse(self, pc: int, refusal: Refusal) -> None:
        self._refused.setdefault(pc, []).append(refusal)

    def refuses(self, pc: int, made: Mapping[int, object]) -> bool:
        """Whether to print a unit that begins at pc is known to be in vain. `made`: the statements that have been reached."""
        return any(all(map(made.__contains__, one.pcs)) and made.keys().isdisjoint(one.unknown)
                   for one in self._refused.get(pc, ()))

    def written(self) -> bytes:
        self.changed = False
        refused = [(pc, one.pcs, one.unknown) for pc, ones in list(self._refused.items()) for one in ones]
        return marshal.dumps((self.hot, self.promoted, self.texts, refused, [group.written() for group in self._groups]))

    def read(self, content: bytes) -> None:
        """What `written` gave, which must come from nowhere else."""
        self.hot, self.promoted, self.texts, refused, groups = marshal.loads(content)
        for pc, *parts in refused:
            self.refuse(pc, Refusal(*parts))
        for wasm, pcs, units in groups:
            self.add(KeptGroup(wasm, pcs, units))


_programs: OrderedDict[str, KeptProgram] = OrderedDict()


def kept_program(executor: Executor) -> KeptProgram:
    """What is known of the program that is in the machine."""
    name = _name(executor)
    found = _programs.get(name)
    if found is None:
        found = _programs[name] = KeptProgram(name)
        content = cache_files.kept_private(name) if sources() else None
        if content is not None:
            found.read(content)
        if len(_programs) > KEPT_PROGRAMS:
            _programs.popitem(last=False)
    return found


def keep_all() -> None:
    """Writes what has changed."""
    for program in list(_programs.values()):
        if program.changed and sources():
            cache_files.keep_private(program.name, program.written())


def _name(executor: Executor) -> str:
    session, machine = executor.session, executor.machine
    quick = machine.graphics.quick
    functions = [] if quick is None else [one.__name__ for one in quick.functions.values()]
    observed = executor.hooks.observer is not None          # then RND ends a unit
    kind = [type(machine).__name__, executor.basic_1_1, session.large, session.dialect.commodore, functions, observed,
            machine.clock.places, machine.clock.turn_us]
    digest = hashlib.sha256(f"{sources()} {kind} ".encode())
    lines = executor.program.lines
    for number in executor.program.numbers:
        digest.update(b"%d %d " % (number, len(lines[number])) + lines[number])
    return f"units-{digest.hexdigest()[:32]}"


@cache
def sources() -> str:
    """Tells one state of the sources from another; empty where they are not there, or where nothing can be kept."""
    if not cache_files.keeps_private():
        return ""
    here = Path(__file__).parent.parent
    found = sorted(_files([here, here.parent / "cpc" / "picture"]))
    return hashlib.sha256("\n".join(found).encode()).hexdigest() if found else ""


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
