"""How the one linear memory is divided, by address. What is native and what is Python see the same bytes."""

PAGE = 0x10000
PAGES = 64

# cells of 8 bytes that units and Python share
RESULT = 0                  # why the units have come to an end: RUNS_ON, or why the one at PC did
PC = 8                      # where the program stands
CLOCK, CLOCK_BEFORE = 16, 24
LIMITS = 32                 # four of them, as Runner.unit_limits gives them
SHAPE = 64                  # the number of what arrays there are, and of what size; -1: no unit knows it
TOP, LOWEST = 72, 80        # of the control stack: the address behind its last entry, and the lowest that has been
HAS_SCREEN = 88             # whether the RAM and what graphics work on are in this memory
OVERRAN = 96                # 1: the program computed when the second of the limits passed
STATES = 104                # attributes of the runtime, 15 of them
KEYS = 0xE0                 # the matrix of the keys, 10 bytes
MOMENT = 0xF0               # up to which the run was asked for, if the picture is to be that of the moment
NOTED = 0xF8                # the address behind the last note for a debugger
PARTS = 0x100               # limit and step of FORs that a unit opened, for its exits
SCALARS, SCALARS_END = 0x200, 0x2000
TABLES = 0x2000             # constants of the library
STATE = 0x8000              # of the graphics
ADDRESSES, ADDRESSES_END = 0xA000, 0xB000       # of the arrays, by their numbers
RESULTS, RESULTS_BITS = 0xB000, 7       # 32 bytes for each of so many results of functions (basic.native.remembering)
STACK, STACK_END = 0xC040, 0xE040               # entries of the control stack; the one below the first is empty
RAM, RAM_SIZE = PAGE, 0x10000       # the machine's
UNITS, PLACES = 2 * PAGE, PAGE      # for each of so many pcs 2 bytes: the place in the table of the unit that begins there
TEXTS, TEXTS_END = 4 * PAGE, 5 * PAGE           # the string of each variable, 256 bytes by its slot
CHARACTERS = 5 * PAGE       # one of each
ROOMS, ROOMS_END = CHARACTERS + 0x100, CHARACTERS + 0x1100     # 256 bytes for each string that a statement makes on the way
LITERALS, LITERALS_END = CHARACTERS + 0x1100, CHARACTERS + 0x3000       # strings of the program, as numbers
KEPT_TEXTS, KEPT_TEXTS_END = CHARACTERS + 0x3000, 6 * PAGE      # and their characters
WINDOW = 6 * PAGE           # the text window that is printed in
GLYPHS = WINDOW + 0x800     # the shapes of characters
PRINTED, PRINTED_END = WINDOW + 0x1000, WINDOW + 0x9000         # what has been printed
COMPUTES = 7 * PAGE         # for each of PLACES pcs a byte: 1 where the program surely computes (basic.runtime.waits)
BEFORE, BEFORE_END = 8 * PAGE, 8 * PAGE + 0x400     # what watched values were, 8 bytes each
NOTES, NOTES_END = BEFORE_END, 11 * PAGE - 0x400    # for a debugger
COUNTS, COUNTS_END = 11 * PAGE, 12 * PAGE       # of a heat map, 8 bytes each
ITEMS, ITEMS_END = 12 * PAGE, 16 * PAGE         # of DATA, by the places where READ may stand
CHANGED, CHANGED_END = 16 * PAGE, 18 * PAGE     # elements of string arrays that units have set: how many, and which
ARRAYS = CHANGED_END        # elements of arrays, 8 bytes each
MARKS, TEXTS_OF, TEXT_END = 8, 9, 265   # what comes behind strings, by their count: a byte for each, and 256 for its characters
END = PAGES * PAGE

# an entry of the control stack, 8 bytes each: the last is the room that it and those below take on the machine
ENTRY_SIZE = 64
SIZE, OPENER, SIGN, RETURNS, LIMIT, STEP, ROOM = range(0, 56, 8)

# a note for a debugger: the time, what it is, the pc that comes next, four values
NOTE_SIZE = 56
NOTE_US, NOTE_SITE, NOTE_AFTER, NOTE_VALUES = range(0, 32, 8)

# an item of DATA, as a number and as a text: its value, what finding and reading it takes, the place behind it and 1, or 0: it
# is not known
ITEM_SIZE = 64
ITEM_AS_TEXT = 32
ITEM_VALUE, ITEM_US, ITEM_NEXT = range(0, 24, 8)

# what RESULT says; from EXITS on it is an exit: its number, doubled, and 1 if it is a pause. FULL: hardly any room for notes
RUNS_ON, REFUSED, GUARD_FAILED, FULL, EXITS = 0, 1, 2, 3, 4
