"""The 64K of RAM, and where the screen is in it.

A screen of 16K is eight planes of 2K: plane n holds the n-th pixel row of each of the 25 rows, 80 bytes a row.
The offset says where in a plane the picture begins; it goes round at the plane's end: 48 bytes are not seen.
"""

RAM_SIZE = 0x10000
SCREEN_BASE = 0xC000
SCREEN_SIZE = 0x4000
PLANE = 0x800
ROW_BYTES = 80
ROWS = 25
LINES = 200
UNSEEN = PLANE - ROWS * ROW_BYTES

SYMBOLS_FIRST = 240                     # after power on, symbols 240-255 can be defined,
SYMBOLS_ADDRESS = 0xAB80                # in the 128 bytes above HIMEM


def new_ram() -> bytearray:
    return bytearray(RAM_SIZE)

