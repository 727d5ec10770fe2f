"""What the processor sees of the machine: memory and ports.

Bytes may be read straight from `ram`. A byte may be written there where `guarded` has 0; elsewhere it goes through `write`.
"""

from collections.abc import Callable
from typing import Protocol

CODE = 1        # in `guarded`: the byte belongs to machine code that has been translated


class Bus(Protocol):
    ram: bytearray                              # the 64K that the processor reads
    guarded: bytearray                          # for each address: not 0 if a write there concerns others too
    code_written: Callable[[int], object]       # is called with the address after a write to a byte marked CODE

    def read(self, address: int) -> int: ...
    def write(self, address: int, value: int) -> None: ...
    def fetch(self, address: int, count: int) -> bytes: ...     # bytes of instructions
    def in_(self, port: int) -> int: ...
    def out(self, port: int, value: int) -> None: ...


class PlainBus:
    """64K of RAM without ROMs or banks, and the ports as two functions."""

    def __init__(self, ram: bytearray, in_: Callable[[int], int], out: Callable[[int, int], None]) -> None:
        self.ram = ram
        self.guarded = bytearray(0x10000)
        self.code_written: Callable[[int], object] = lambda address: None
        self.ask_port = in_
        self.tell_port = out

    def read(self, address: int) -> int:
        return self.ram[address]

    def write(self, address: int, value: int) -> None:
        self.ram[address] = value
        if self.guarded[address]:
            self.code_written(address)

    def fetch(self, address: int, count: int) -> bytes:
        beyond = address + count - 0x10000
        return bytes(self.ram[address:address + count]) + (bytes(self.ram[:beyond]) if beyond > 0 else b"")

    def in_(self, port: int) -> int:
        return self.ask_port(port)

    def out(self, port: int, value: int) -> None:
        self.tell_port(port, value)
