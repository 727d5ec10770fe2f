"""The models, and what a start tells about them."""

from basic.records import record


@record(frozen=True)
class Model:
    """A CPC. The 664 has the BASIC, the routines and the figures of the 6128, and the memory of the 464."""

    basic_1_1: bool
    kilobytes: int
    version: int            # of the firmware
    year: int
    first_flyback: int      # of the picture, in microseconds after TIME was 0
    first_scan: int         # of the keys likewise
    has_drives: bool = False        # built in

    def start_message(self, maker: bytes) -> bytes:
        return (b"\r\n %s %dK Microcomputer  (v%d)\r\n\r\n \xa4%d Amstrad Consumer Electronics plc\r\n"
                b"           and Locomotive Software Ltd.\r\n\r\n BASIC 1.%d\r\n\r\n"
                % (maker, self.kilobytes, self.version, self.year, self.basic_1_1))


MODELS = {
    "464": Model(False, 64, 1, 1984, 9810, 13312),
    "664": Model(True, 64, 2, 1984, 13140, 13140, True),
    "6128": Model(True, 128, 3, 1985, 13140, 13140),
}
MODELS_HELP = "464 (BASIC 1.0), 664 or 6128 (BASIC 1.1)"
