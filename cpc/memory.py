"""The 64K of RAM, and where the screen lies in it.

A screen of 16K consists of eight planes of 2K. Plane n holds pixel row n of each of the 25 character rows, 80 bytes a row.
The offset says where in a plane the picture begins. The picture continues at the plane's start when it reaches the
plane's end; 48 bytes of each plane are not shown.
"""

RAM_SIZE = 0x10000
SCREEN_BASE = 0xC000
SCREEN_SIZE = 0x4000
BANK = 0x4000                           # the parts of the memory that the 6128 can exchange
PLANE = 0x800
ROW_BYTES = 80
ROWS = 25
LINES = 200
UNSEEN = PLANE - ROWS * ROW_BYTES       # bytes of a plane that are not shown

HIMEM, HIMEM_WITH_DISCS = 43903, 42619      # AMSDOS takes its variables from the top

SYMBOLS_FIRST = 240                     # after power on, SYMBOL can define characters 240 to 255;
SYMBOLS_ADDRESS = 0xAB80                # their table is in the 128 bytes above HIMEM


def new_ram() -> bytearray:
    return bytearray(RAM_SIZE)
