"""The PPI 8255: the way to the sound chip and to the rows of the keyboard."""

from collections.abc import Callable

from basic.ports import Clock
from cpc.keys.keyboard import Keyboard
from cpc.sound.manager import SoundManager

READ_REGISTER, WRITE_REGISTER, SELECT_REGISTER = 1, 2, 3        # bits 6 and 7 of port C
KEYBOARD_REGISTER = 14
PRINTER_BUSY, FIFTY_HERTZ = 0x40, 0x10
INPUT_A = 0x10                  # in the control byte: port A is read from
AT_FIRST = 0x82                 # A and C written to, B read from

State = tuple[int, int, int, int]       # A, C, control byte, register of the sound chip


class Ppi:
    """Port A carries the sound chip's data, B is read, C selects the row of keys and what the sound chip is to do."""

    def __init__(self, clock: Clock, keyboard: Keyboard, sound: SoundManager, maker: int,
                 printer_ready: Callable[[], bool]) -> None:
        self.clock = clock
        self.keyboard = keyboard
        self.sound = sound
        self.maker = maker      # the links on the board that choose the name in the start message, 0 to 7
        self.printer_ready = printer_ready
        self.a, self.c, self.control, self.register = KEYBOARD_REGISTER, 0, AT_FIRST, KEYBOARD_REGISTER    # behind a scan

    def write(self, port: int, value: int) -> None:
        """`port` is 0 to 2 for A to C, and 3 for the control byte."""
        if port == 0:
            self.a = value
            self._work()
        elif port == 2:
            self.c = value
            self._work()
        elif port == 3 and value & 128:
            self.control, self.a, self.c = value, 0, 0
        elif port == 3:
            bit = 1 << (value >> 1 & 7)
            self.c = self.c | bit if value & 1 else self.c & ~bit
            self._work()

    def read(self, port: int) -> int:
        if port == 0:
            return self._sound_data() if self.control & INPUT_A else self.a
        if port == 1:
            return (0 if self.printer_ready() else PRINTER_BUSY) | FIFTY_HERTZ | self.maker << 1 | self.clock.sees_flyback()
        return self.c if port == 2 else 255

    def changes(self) -> tuple[int, ...]:
        """When port B changes: at the end of the frame's flyback, and at the begin of the next."""
        end, following = self.clock.end_of_flyback(), self.clock.next_frame()
        return (end, following) if self.clock.us < end else (following,)

    def _work(self) -> None:
        """The sound chip does what bits 6 and 7 of port C say."""
        what = self.c >> 6
        if what == SELECT_REGISTER:
            self.register = self.a & 15
        elif what == WRITE_REGISTER:
            self.sound.write_register(self.register, self.a)

    def _sound_data(self) -> int:
        if self.c >> 6 != READ_REGISTER:
            return 255
        if self.register == KEYBOARD_REGISTER:
            row = self.c & 15
            return ~self.keyboard.down[row] & 255 if row < len(self.keyboard.down) else 255
        return self.sound.registers[self.register]

    def snapshot(self) -> State:
        return self.a, self.c, self.control, self.register

    def restore(self, state: State) -> None:
        self.a, self.c, self.control, self.register = state
