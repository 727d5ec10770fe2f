"""What machine code tells a debugger: notes for its probes, read when the units end, and what watched values were.

A note has the time, the number of its site, the pc that comes next and up to four values. A site is a check of a statement in
a unit (`Noted` in basic.units.operations). Where changes are looked for, a value is only noted where it is not what it was;
that is in the memory, too, and Python compares it once more, since what is no number has no place there.
"""

from collections.abc import Callable
from struct import Struct
from typing import Any, NamedTuple

from basic.native import memory
from basic.units import operations as op

MOST_VALUES = 4
NO_WHOLE, NO_REAL = -1 << 63, float("nan")      # no value is equal to them


HEAD, WHOLE, REAL = Struct("<qqq"), Struct("<q"), Struct("<d")


class Site(NamedTuple):
    values: Struct                      # of a note
    note: Callable[..., None]
    holder: Any                         # what has the value before, in `last`; None: all is noted


class NativeNotes:
    """Of one memory. Sites are numbered as they are printed."""

    def __init__(self, view: Any) -> None:
        self.memory = view
        self.sites: list[Site] = []
        self.before: list[tuple[Any, str]] = []     # whose `last` is kept in the memory, and as what

    def forget(self) -> None:
        """No unit tells anything."""
        self.sites.clear()
        self.before.clear()

    def site(self, it: op.Noted) -> int:
        """The number of a new site."""
        kinds = "".join("d" if value.gives is op.REAL else "q" for value in it.values)
        holder = it.condition.before.holder if isinstance(it.condition, op.Differs) and isinstance(
            it.condition.before, op.RuntimeState) else None
        self.sites.append(Site(Struct("<" + kinds), it.note, holder))
        return len(self.sites) - 1

    def address_before(self, it: op.Differs, type: str) -> int | None:
        """Where the value is that a watched one is compared with; None where there is no more room."""
        wanted = it.before.watch if isinstance(it.before, op.Watched) else it.before.holder
        for at, (holder, kind) in enumerate(self.before):
            if holder is wanted and kind == type:
                return memory.BEFORE + 8 * at
        self.before.append((wanted, type))
        address = memory.BEFORE + 8 * (len(self.before) - 1)
        return address if address < memory.BEFORE_END else None

    def begin(self) -> None:
        """Units are about to run."""
        view, address = self.memory, memory.BEFORE
        self._set(memory.NOTED, memory.NOTES.to_bytes(8, "little"))
        for holder, type in self.before:
            last = holder.last
            known = isinstance(last, (int, float))
            if type == "f64":
                REAL.pack_into(view, address, last if known else NO_REAL)
            else:
                WHOLE.pack_into(view, address, last if known and not isinstance(last, float) else NO_WHOLE)
            address += 8

    @property
    def pending(self) -> int:
        """How many notes there are."""
        return (int.from_bytes(self.memory[memory.NOTED:memory.NOTED + 8], "little") - memory.NOTES) // memory.NOTE_SIZE

    def end(self) -> None:
        """Units have ended: tells what they have noted."""
        view, sites = self.memory, self.sites
        for here in range(memory.NOTES, memory.NOTES + memory.NOTE_SIZE * self.pending, memory.NOTE_SIZE):
            us, site, after = HEAD.unpack_from(view, here)
            struct, note, holder = sites[site]
            values = struct.unpack_from(view, here + memory.NOTE_VALUES)
            if holder is None or values[0] != holder.last:
                note(us, after, *values)
        self._set(memory.NOTED, memory.NOTES.to_bytes(8, "little"))

    def _set(self, address: int, content: bytes) -> None:
        self.memory[address:address + len(content)] = content
