"""The printer port: seven bits, and a strobe."""

from collections.abc import Callable

STROBE = 0x80


class PrinterPort:
    """A byte is printed when the strobe in bit 7 goes on."""

    def __init__(self, print_out: Callable[[bytes], object]) -> None:
        self.print_out = print_out
        self.latch = 0

    def write(self, value: int) -> None:
        if value & STROBE and not self.latch & STROBE:
            self.print_out(bytes((value & 127,)))
        self.latch = value

    def snapshot(self) -> int:
        return self.latch

    def restore(self, state: int) -> None:
        self.latch = state
