"""The models, and what a start tells about them."""

from basic.records import record


@record(frozen=True)
class Model:
    """A CPC. The 664 has the BASIC, the routines and the figures of the 6128, and the memory of the 464."""

    basic_1_1: bool
    kilobytes: int
    version: int            # of the firmware
    year: int
    restarts_us: int        # after CALL 0, until the editor waits for a line, by the clock
    restarted: int          # TIME is this then
    started: int            # the editor waits for the first line, on the clock's scale of frames: TIME was 0 there
    first_flyback: int      # of the picture, likewise
    first_scan: int         # of the keys likewise
    flyback_seen: int       # so long behind a flyback's begin by the clock, a program that waits for one still sees it
    interrupts: tuple[int, ...]     # of the first frame likewise: one that takes longer leaves less time up to the next
    lengths: tuple[int, ...]        # of these interrupts, in microseconds of the machine
    turn_length: int        # by which one of these is longer in which colours change, likewise
    has_drives: bool = False        # built in

    def start_message(self, maker: bytes) -> bytes:
        return (b"\r\n %s %dK Microcomputer  (v%d)\r\n\r\n \xa4%d Amstrad Consumer Electronics plc\r\n"
                b"           and Locomotive Software Ltd.\r\n\r\n BASIC 1.%d\r\n\r\n"
                % (maker, self.kilobytes, self.version, self.year, self.basic_1_1))


_OF_1_0, _OF_1_1 = (0, 3521, 7042, 10563, 13776, 16512), (0, 3522, 7044, 10566, 14088, 16512)
_LENGTHS_1_0, _LENGTHS_1_1 = (112, 112, 112, 394, 829, 112), (112, 112, 112, 112, 1114, 112)
MODELS = {
    "464": Model(False, 64, 1, 1984, 830_000, 242, 2_978_866, 10423, 13776, 660, _OF_1_0, _LENGTHS_1_0, 583),
    "664": Model(True, 64, 2, 1984, 804_000, 237, 2_982_710, 13948, 13900, 140, _OF_1_1, _LENGTHS_1_1, 606, True),
    "6128": Model(True, 128, 3, 1985, 804_000, 237, 2_982_710, 13948, 13900, 140, _OF_1_1, _LENGTHS_1_1, 606),
}
MODELS_HELP = "464 (BASIC 1.0), 664 or 6128 (BASIC 1.1)"
