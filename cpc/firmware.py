"""CALLs of the firmware, by their address."""

from basic.errors import IMPROPER, BasicError


class Firmware:
    def __init__(self, machine):
        self.machine = machine
        self.waits_for = "key"

    def call(self, address, arguments):
        if address == 0xBB06 or address == 0xBB18:
            if self.machine.keyboard.read_char() is None:
                self.waits_for = "key"
                return False
            return True
        if address == 0xBD19:
            self.waits_for = "frame"
            return self.machine.clock.wait_flyback()
        raise BasicError(IMPROPER)
