"""The top of BASIC's memory: HIMEM, the room for files below it, the table of symbols above it."""

from __future__ import annotations

from collections.abc import Callable

from basic.errors import IMPROPER, MEMORY_FULL, BasicError
from basic.ports import Machine
from basic.runtime.program import START, Program
from basic.runtime.variables import Variables

BUFFER = 4096           # what files need of memory

State = tuple[int, int, int | None, bool]


class TopOfMemory:
    """`room`: the bytes between the program and HIMEM."""

    himem: int                  # the highest byte that BASIC uses

    def __init__(self, machine: Machine, program: Program, variables: Variables, room: Callable[[], int]) -> None:
        self.machine = machine
        self.program = program
        self.variables = variables
        self.room = room
        self.buffer_held = False                # 1.0 keeps the room for files behind LOAD of bytes
        self.reset()

    def reset(self, himem: int | None = None) -> None:
        self.himem = self.highest_himem = self.machine.himem if himem is None else himem
        self.buffer: int | None = None          # where the room for files begins, below what was HIMEM

    def snapshot(self) -> State:
        return self.himem, self.highest_himem, self.buffer, self.buffer_held

    def restore(self, state: State) -> None:
        self.himem, self.highest_himem, self.buffer, self.buffer_held = state

    def set_himem(self, top: int) -> None:
        """MEMORY"""
        if not START <= top <= self.highest_himem:
            raise BasicError(MEMORY_FULL)
        if top - START - self.program.size() < self._used():
            raise BasicError(MEMORY_FULL)
        if self.buffer is not None and top >= self.buffer:
            if self._files_open() or self.buffer_held:
                raise BasicError(MEMORY_FULL)
            self.buffer = None
        self.himem = top
        self.highest_himem = max(self.highest_himem, top)

    def _used(self) -> int:
        """By variables and strings."""
        return self.room() - self.variables.free()

    def take_buffer(self) -> None:
        """Room for files, below HIMEM: taken before the first of them is opened."""
        if self.buffer is None:
            self.variables.make_room(BUFFER)
            self.himem -= BUFFER
            self.buffer = self.himem + 1
            self.variables.heap.move_with_himem()

    def give_back_buffer(self, held: bool = False) -> None:
        """Gives the room for files back, if no file is open and HIMEM has not been moved. `held`: only the next time."""
        self.buffer_held = held
        if held:
            return
        if self.buffer == self.himem + 1 and not self._files_open():
            self.himem += BUFFER
            self.buffer = None
            self.variables.heap.move_with_himem()

    def _files_open(self) -> bool:
        files = self.machine.files
        return files.is_open_in() or files.is_open_out()

    def symbol_after(self, first: int) -> None:
        """SYMBOL AFTER: the table of definable symbols lies above HIMEM, as long as MEMORY has not moved that."""
        text = self.machine.text
        old_first, old_address = text.symbol_table()
        if old_first < 256 and old_address != self.himem + 1:
            raise BasicError(IMPROPER)
        top = self.himem + (256 - old_first) * 8
        himem = top - (256 - first) * 8
        if self.room() - (self.himem - himem) < self._used():
            raise BasicError(MEMORY_FULL)
        self.himem = self.highest_himem = himem
        text.set_symbol_table(first, himem + 1)
