"""How the one linear memory is divided, by address. What is native and what is Python see the same bytes."""

PAGE = 0x10000
PAGES = 64

VALUES = 0                  # what a unit is given and gives back, 8 bytes each
VALUES_END = 0x2000
TABLES = 0x2000             # constants of the library
STATE = 0x8000              # of the graphics
RAM, RAM_SIZE = PAGE, 0x10000       # the machine's
ARRAYS = 2 * PAGE           # elements of arrays, 8 bytes each
END = PAGES * PAGE
