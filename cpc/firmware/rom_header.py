"""The first bytes of BASIC's ROM: what kind of ROM it is, and its version. Listings read them to find out on which machine they
run. They stand in the RAM as long as machine code runs that has switched the upper ROM on; nothing else of the ROM is there."""

START = 0xC000
FOREGROUND = 0x80
VERSIONS = {"464": 0, "664": 1, "6128": 2}      # of BASIC 1.0, 1.1 and the 1.1 of the 6128


class RomHeader:
    def __init__(self, ram: bytearray, model: str) -> None:
        self.ram = ram
        self.header = bytes((FOREGROUND, 1, VERSIONS[model], 0))
        self.below: bytes | None = None     # what the RAM has there, while the ROM is seen

    def show(self, on: bool) -> None:
        """The ROM is seen, or the RAM. A byte that was written meanwhile went to the RAM."""
        if on == (self.below is not None):
            return
        end = START + len(self.header)
        if self.below is None:
            self.below = bytes(self.ram[START:end])
            self.ram[START:end] = self.header
            return
        now = self.ram[START:end]
        self.ram[START:end] = bytes(old if byte == shown else byte
                                    for byte, shown, old in zip(now, self.header, self.below, strict=True))
        self.below = None
