"""The CRTC 6845: which part of the memory is shown."""

from cpc.picture import beam
from cpc.picture.screen import START_LOW, Screen

START_HIGH = START_LOW - 1
LIGHT_PEN = 16
# The registers after power on: 64 characters a line with 40 shown, 39 lines with 25 shown, 8 rows each.
AT_FIRST = bytes((63, 40, 46, 142, 38, 0, 25, 30, 0, 7, 0, 0, 48, 0, 192, 0, 0, 0))

# Registers with less than eight bits: those that the picture follows.
WIDTHS = {beam.ROWS: 0x7F, beam.PLACE_DOWN: 0x7F, beam.LAST_LINE: 0x1F}

State = tuple[int, bytes]       # register selected, registers


class Crtc:
    """Eighteen registers. The start of the picture, 12 and 13, is kept by the screen, as the firmware changes it too; so is the
    register that is selected."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.registers = bytearray(AT_FIRST)

    def select(self, register: int) -> None:
        self.screen.crtc_register = register & 31

    def write(self, value: int) -> None:
        register = self.screen.crtc_register
        if register in (START_HIGH, START_LOW):
            self._set_start(*((value, self._start() & 255) if register == START_HIGH else (self._start() >> 8, value)))
        elif register < LIGHT_PEN:
            self.registers[register] = value & WIDTHS.get(register, 0xFF)
            self._tell_beam()

    def read(self) -> int:
        if self.screen.crtc_register in (START_HIGH, START_LOW):
            return self._start() >> 8 if self.screen.crtc_register == START_HIGH else self._start() & 255
        return self.registers[self.screen.crtc_register] if self.screen.crtc_register < len(self.registers) else 0

    def _start(self) -> int:
        """Registers 12 and 13 together: the 16K in bits 12 and 13, and the offset in words."""
        return self.screen.shown_base >> 2 | self.screen.offset >> 1

    def _set_start(self, high: int, low: int) -> None:
        self.screen.show_start((high >> 4 & 3) << 14, ((high & 3) << 8 | low) << 1)

    def _tell_beam(self) -> None:
        self.screen.beam.shape = {register: self.registers[register] for register in beam.SHAPE}

    def snapshot(self) -> State:
        return self.screen.crtc_register, bytes(self.registers)

    def restore(self, state: State) -> None:
        self.screen.crtc_register, registers = state
        self.registers[:] = registers
        self._tell_beam()
