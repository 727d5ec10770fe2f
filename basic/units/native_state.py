"""What units in machine code and Python share: it is copied into the linear memory before units run, and back when they end.

Arrays are there for good (`take_in`). All else is Python's as long as no unit runs: plain variables, the control stack, the
clock, a few attributes of the runtime; and where units need them, the RAM and what graphics work on.
"""

from array import array
from collections.abc import Callable, Iterable
from operator import itemgetter
from struct import Struct
from typing import TYPE_CHECKING, Any

from basic.native import memory
from basic.ports import NativeSpace, QuickGraphics, QuickText
from basic.runtime.control import GOSUB_SIZE, INTEGER_FOR_SIZE, WHILE_SIZE, Frame
from basic.units.native_heat import NativeHeat
from basic.units.native_items import NativeItems
from basic.units.native_notes import NativeNotes
from basic.units.native_text_arrays import SharedTexts
from basic.units.native_texts import NativeTexts
from basic.units.nodes import StackEntry
from basic.units.printed import CHANGES, CHANGING, LOOKS, PROGRAM, SCREEN, STATES, WINDOW, Printed
from basic.values.code import INTEGER, REAL, STRING

if TYPE_CHECKING:
    from basic.runtime.executor import Executor

HEAD = Struct("<13q")
WHOLE_ENTRY, REAL_ENTRY = Struct("<7q"), Struct("<4qddq")
FORMATS: dict[Any, Any] = {INTEGER: "q", REAL: "d"}
SHARED = memoryview, SharedTexts        # elements of arrays that are in the memory


class _Slots:
    """Plain variables in the memory, each at the place of its slot. `struct` and `taken_from` are made before they are needed:
    several units may have come since then."""

    def __init__(self) -> None:
        self.slots: list[int] = []
        self.formats: dict[int, str] = {}
        self.struct = Struct("<")
        self.taken_from: Callable[[list[Any]], tuple[Any, ...]] = lambda values: ()

    def add(self, more: Iterable[int], kinds: list[Any]) -> None:
        for slot in more:
            self.formats[slot] = FORMATS[kinds[slot]]

    def get_ready(self) -> None:
        if len(self.formats) == len(self.slots):
            return
        self.slots = sorted(self.formats)
        self.struct = Struct("<" + "".join([self.formats.get(slot, "8x") for slot in range(self.slots[-1] + 1)]))
        first, *more = self.slots
        self.taken_from = itemgetter(*self.slots) if more else lambda values: (values[first],)


class NativeState:
    def __init__(self, executor: "Executor", space: NativeSpace):
        self.executor = executor
        self.memory = space.memory
        self.run = space.run
        self.memory[memory.UNITS:memory.UNITS + 2 * memory.PLACES] = bytes(2 * memory.PLACES)
        self.forget_computing()
        self.read, self.changed = _Slots(), _Slots()
        self.texts = NativeTexts(executor, self.memory)
        self.items = NativeItems(executor, self.memory, self.texts)
        self.read_texts: list[int] = []                 # slots of strings
        self.changed_texts: list[int] = []
        self.states: dict[str, Any] = {}                # attribute -> who has it
        self.changing: list[tuple[str, Any]] = []       # those of them that units change
        self.entries: dict[int, StackEntry] = {}        # by the pc of what opened them
        self.gosubs: dict[int, Frame] = {}
        self.mirror: list[Frame] = []                   # the control stack as it is in the memory
        self.shapes: dict[int, int] = {}                # of the arrays, numbered as they are met
        self.graphics: QuickGraphics | None = None
        self.window: QuickText | None = None
        self.glyphs = b""
        self.ram = executor.machine.ram
        self.notes = NativeNotes(self.memory)
        self.heat = NativeHeat(self.memory)

    def forget(self) -> None:
        """Program counters and slots get new meanings."""
        self.entries.clear()
        self.gosubs.clear()
        self.mirror.clear()
        self.shapes.clear()
        self.read, self.changed = _Slots(), _Slots()
        self.read_texts, self.changed_texts = [], []
        self.texts.forget()
        self.items.forget()
        self.notes.forget()
        self.forget_computing()

    def note_computing(self, pc: int) -> None:
        if pc < memory.PLACES:
            self.memory[memory.COMPUTES + pc] = 1

    def forget_computing(self) -> None:
        self.memory[memory.COMPUTES:memory.COMPUTES + memory.PLACES] = bytes(memory.PLACES)

    def share(self, unit: Printed) -> None:
        """What another unit uses."""
        executor = self.executor
        kinds = executor.variables.kinds
        used = {*unit.scalars, *unit.changed}
        texts = {slot for slot in used if kinds[slot] == STRING}
        self.read.add(used - texts, kinds)
        self.changed.add({*unit.changed} - texts, kinds)
        if texts:
            self.read_texts = sorted({*self.read_texts, *texts})
            self.changed_texts = sorted({*self.changed_texts, *texts & {*unit.changed}})
        self.texts.share(unit)
        if unit.states:
            self._share_states(unit.states)
        self.entries.update((entry.opener, entry) for entry in unit.opened)
        if unit.needs & SCREEN:
            self.graphics = executor.machine.graphics.quick
        if unit.needs & WINDOW:
            self.window = executor.machine.text.quick

    def _share_states(self, names: list[str]) -> None:
        executor = self.executor
        holders = {"himem": executor.session.top, "degrees": executor, "seed": executor.random, "seed_before": executor.jit,
                   "used": executor.variables.heap, "room": executor.variables.heap, "ahead": executor.clock,
                   "place": executor.data, "keyless": executor.real_time, "polls": executor.real_time,
                   "polled_at": executor.real_time, "free_from": executor.addresses, "zone": executor.output,
                   "late": executor.clock, "turn_at": executor.clock}
        self.states.update((name, holders[name]) for name in names)
        self.changing = [(name, holders[name]) for name in CHANGING if name in self.states]

    def shape(self) -> int:
        """The number of the present shape."""
        return self.shapes.setdefault(self.executor.variables.shape[0], max(self.shapes.values(), default=-1) + 1)

    def has_shape(self, number: int) -> bool:
        """Whether the present shape has, or can have, the number that a unit of an earlier run has for it."""
        here = self.executor.variables.shape[0]
        if here not in self.shapes and number not in self.shapes.values():
            self.shapes[here] = number
        return self.shapes.get(here) == number

    def begin(self, pc: int, us: int, limits: list[int], needs: int) -> int:
        """All goes into the memory; gives the top of the stack."""
        view, executor = self.memory, self.executor
        top = self._stack_in()
        HEAD.pack_into(view, 0, 0, pc, us, us, limits[0], limits[1], limits[2], limits[3],
                       self.shapes.get(executor.variables.shape[0], -1), top, top, needs, 0)
        self.read.get_ready()
        if self.read.slots:
            self.read.struct.pack_into(view, memory.SCALARS, *self.read.taken_from(executor.variables.values))
        self.texts.begin()
        for slot in self.read_texts:
            self._set_number(memory.SCALARS + 8 * slot, self.texts.put(slot, executor.variables.values[slot]))
        if self.states:
            self._states_in()
        if needs:
            self._needs_in(needs, limits)
        if self.notes.sites or self.notes.before:
            self.notes.begin()
        return top

    def _states_in(self) -> None:
        if "place" in self.states:
            self.items.begin()
        for name, holder in self.states.items():
            self._set_number(memory.STATES + 8 * STATES[name], getattr(holder, name))
        if "polls" in self.states:
            self.memory[memory.KEYS:memory.KEYS + 10] = self.executor.machine.keyboard.held

    def _needs_in(self, needs: int, limits: list[int]) -> None:
        view, executor = self.memory, self.executor
        if needs & LOOKS:
            view[memory.RAM:memory.RAM + memory.RAM_SIZE] = self.ram
        if needs & PROGRAM:
            begin, end = executor.addresses.of_program()
            view[memory.RAM + begin:memory.RAM + end] = executor.addresses.program_image()
        if needs & SCREEN:
            self._set_number(memory.MOMENT, limits[5])
            assert self.graphics is not None
            self.graphics.enter(view, memory.STATE, memory.RAM)
        if needs & WINDOW:
            assert self.window is not None
            self.window.enter(view, memory.WINDOW, memory.PRINTED_END - memory.PRINTED)
            if self.window.glyphs is not self.glyphs:
                self.glyphs = self.window.glyphs
                view[memory.GLYPHS:memory.GLYPHS + len(self.glyphs)] = self.glyphs

    def end(self, top: int, needs: int) -> tuple[int, int, int, int]:
        """All comes back: why the units have ended, at which pc, and the clock now and before the last statement."""
        view, executor = self.memory, self.executor
        result, pc, us, us_before, _, _, _, _, _, new_top, lowest, _, overran = HEAD.unpack_from(view, 0)
        if needs & CHANGES:
            begin, end = executor.addresses.of_program() if needs & PROGRAM else (0, 0)
            program = self.ram[begin:end]
            self.ram[:] = view[memory.RAM:memory.RAM + memory.RAM_SIZE]
            self.ram[begin:end] = program
        if needs & WINDOW:
            assert self.window is not None
            self.window.leave(view, memory.WINDOW, memory.PRINTED)
        if needs & SCREEN:
            assert self.graphics is not None
            self.graphics.leave(view, memory.STATE, memory.RAM)
        executor.real_time.overran = overran == 1
        values = executor.variables.values
        self.changed.get_ready()
        for slot, value in zip(self.changed.slots, self.changed.struct.unpack_from(view, memory.SCALARS), strict=True):
            values[slot] = value
        for slot in self.changed_texts:
            values[slot] = self.texts.taken(slot, self._number(memory.SCALARS + 8 * slot))
        if self.texts.arrays.arrays:
            self.texts.arrays.end()
        for name, holder in self.changing:
            setattr(holder, name, self._number(memory.STATES + 8 * STATES[name]))
        if lowest != top or new_top != top:
            self._stack_out(lowest, new_top)
        if self.notes.sites:
            self.notes.end()
        return result, pc, us, us_before

    def parts(self, depths: list[int], exit_stack: tuple[StackEntry, ...]) -> dict[int, tuple[Any, ...]]:
        """Limit and step of the FORs that a unit opened before it was left, as CompiledUnit.leave_at wants them."""
        found: dict[int, tuple[Any, ...]] = {}
        for depth in depths:
            entry = exit_stack[depth] if depth < len(exit_stack) else None
            kind = "q" if entry is None or entry.size == INTEGER_FOR_SIZE else "d"
            found[depth] = *Struct(f"<2{kind}").unpack_from(self.memory, memory.PARTS + 16 * depth), 0
        return found

    # the control stack

    def _stack_in(self) -> int:
        frames, mirror = self.executor.stack.frames, self.mirror
        same = 0
        for one, other in zip(frames, mirror, strict=False):
            if one is not other:
                break
            same += 1
        if same < len(frames) or same < len(mirror):
            del mirror[same:]
            for frame in frames[same:]:
                self._put_entry(frame)
        return memory.STACK + memory.ENTRY_SIZE * len(mirror)

    def _put_entry(self, frame: Frame) -> None:
        here = memory.STACK + memory.ENTRY_SIZE * len(self.mirror)
        below = self._number(here - memory.ENTRY_SIZE + memory.ROOM)
        returns = frame.pc if frame.size == GOSUB_SIZE and frame.key is None and frame.pc < memory.PLACES else -1
        shape = WHOLE_ENTRY if frame.size in (GOSUB_SIZE, WHILE_SIZE, INTEGER_FOR_SIZE) else REAL_ENTRY
        shape.pack_into(self.memory, here, frame.size, frame.opener, frame.sign, returns, frame.limit, frame.step,
                        below + frame.size)
        self.mirror.append(frame)

    def _stack_out(self, lowest: int, top: int) -> None:
        """Entries above the lowest place are new."""
        frames, mirror = self.executor.stack.frames, self.mirror
        kept = (lowest - memory.STACK) // memory.ENTRY_SIZE
        del frames[kept:], mirror[kept:]
        for here in range(lowest, top, memory.ENTRY_SIZE):
            frame = self._frame(here)
            frames.append(frame)
            mirror.append(frame)

    def _frame(self, here: int) -> Frame:
        size, opener, sign, _, limit, step, _ = WHOLE_ENTRY.unpack_from(self.memory, here)
        entry = self.entries[opener]
        if size == GOSUB_SIZE:
            if opener not in self.gosubs:
                self.gosubs[opener] = Frame(GOSUB_SIZE, pc=entry.pc, opener=opener)
            return self.gosubs[opener]
        if size == WHILE_SIZE:
            return Frame(WHILE_SIZE, entry.key, entry.pc, condition=self.executor.loops.whiles[opener], opener=opener)
        if size != INTEGER_FOR_SIZE:
            *_, limit, step, _ = REAL_ENTRY.unpack_from(self.memory, here)
        return Frame(size, entry.key, entry.pc, entry.slot, limit, step, sign, None, opener)

    # arrays

    def take_in(self, number: int) -> bool:
        """Moves an array into the memory."""
        variables = self.executor.variables
        data = variables.data[number]
        if isinstance(data, SHARED):
            return True
        if data is None:
            return False
        kind = variables.array_kinds[number]
        here = max([memory.ARRAYS, *(self._number(memory.ADDRESSES + 8 * other) + one.nbytes
                                     for other, one in enumerate(variables.data) if isinstance(one, SHARED))])
        size = (memory.TEXT_END if kind == STRING else 8) * len(data)
        if here + size > memory.END:
            return False
        self._set_number(memory.ADDRESSES + 8 * number, here)
        if kind == STRING:
            variables.data[number] = self.texts.arrays.take_in(number, data, here)
        else:
            variables.data[number] = self._numbers(data, kind, here)
        return True

    def _numbers(self, data: list[int | float], kind: str, here: int) -> memoryview:
        room = self.memory[here:here + 8 * len(data)]
        if kind == INTEGER and data.count(0) == len(data):
            room[:] = bytes(len(room))
        else:                       # among reals a 0 may have a sign
            room[:] = memoryview(array(FORMATS[kind], data)).cast("B")
        return room.cast(FORMATS[kind])

    def _number(self, address: int) -> int:
        return int.from_bytes(self.memory[address:address + 8], "little")

    def _set_number(self, address: int, number: int) -> None:
        self.memory[address:address + 8] = number.to_bytes(8, "little", signed=True)
