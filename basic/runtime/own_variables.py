"""BASIC's own variables from &AC00 on, where listings PEEK and POKE them: HIMEM, where program and variables lie, and others.

Like the rest of the language's memory they are made when they are looked at. A pointer to program or variables cannot be
written: these do not lie in memory while a program runs.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from basic.records import record
from basic.runtime.program import START

if TYPE_CHECKING:
    from basic.session import Session

OF_BASIC = range(0xAC00, 0xB100)


@record(frozen=True)
class OwnVariable:
    """`put` is handed all of its bytes, as a number, after one has been written. Without it, writing does nothing."""
    name: str
    in_1_0: int
    in_1_1: int
    size: int
    get: Callable[[Session], int]
    put: Callable[[Session, int], None] | None = None


def set_himem(session: Session, top: int) -> None:
    session.top.himem = top


def set_zone(session: Session, width: int) -> None:
    session.executor.output.zone = width


def set_trace(session: Session, on: int) -> None:
    session.executor.table.trace.on = bool(on)


def variables_end(session: Session) -> int:
    return session.addresses.arrays_start() + session.variables.arrays_size


def strings_start(session: Session) -> int:
    """The byte below the strings."""
    return session.top.himem - session.variables.heap.bytes_used


TABLE = (
    OwnVariable("trace", 0xAE38, 0xAE1F, 1, lambda session: 255 * session.executor.table.trace.on, set_trace),
    OwnVariable("ERR", 0xADAA, 0xAD90, 1, lambda session: session.executor.errors.err),
    OwnVariable("ZONE", 0xAE79, 0xAE5C, 1, lambda session: session.executor.output.zone, set_zone),
    OwnVariable("HIMEM", 0xAE7B, 0xAE5E, 2, lambda session: session.top.himem, set_himem),
    OwnVariable("lowest byte of BASIC", 0xAE7F, 0xAE62, 2, lambda session: 0x40),
    OwnVariable("byte before the program", 0xAE81, 0xAE64, 2, lambda session: START - 1),
    OwnVariable("end of the program", 0xAE83, 0xAE66, 2, lambda session: session.addresses.variables_start()),
    OwnVariable("start of the variables", 0xAE85, 0xAE68, 2, lambda session: session.addresses.variables_start()),
    OwnVariable("start of the arrays", 0xAE87, 0xAE6A, 2, lambda session: session.addresses.arrays_start()),
    OwnVariable("end of the arrays", 0xAE89, 0xAE6C, 2, variables_end),
    OwnVariable("byte below the strings", 0xB08D, 0xB071, 2, strings_start),
    OwnVariable("byte above the strings", 0xB08F, 0xB073, 2, lambda session: session.top.himem),
)


class OwnVariables:
    """Those of one BASIC, found by address."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.at: dict[int, tuple[OwnVariable, int]] = {}        # address: a variable, and which of its bytes
        for variable in TABLE:
            for place in range(variable.size):
                self.at[self._address(variable) + place] = variable, place

    def _address(self, variable: OwnVariable) -> int:
        return variable.in_1_1 if self.session.basic_1_1 else variable.in_1_0

    def peek(self, address: int) -> int | None:
        """The byte there, or None where no variable is."""
        found = self.at.get(address)
        return None if found is None else found[0].get(self.session) >> 8 * found[1] & 255

    def poke(self, address: int, value: int) -> bool:
        """False where no variable is."""
        found = self.at.get(address)
        if found is None:
            return False
        variable, place = found
        if variable.put is not None:
            whole = bytearray(variable.get(self.session).to_bytes(variable.size, "little"))
            whole[place] = value
            variable.put(self.session, int.from_bytes(whole, "little"))
        return True

    def put_into(self, ram: bytearray) -> None:
        for address, (variable, place) in self.at.items():
            ram[address] = variable.get(self.session) >> 8 * place & 255
