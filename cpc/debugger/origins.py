"""Where something on the screen or in the loudspeaker comes from: the statement that drew it or sounds it.

    drew = who_drew_pixel(debugger, 320, 200)       # coordinates as in PLOT, with the origin at the bottom left
    wrote = who_drew_character(debugger, 27, 1)     # column and row as in LOCATE
    plays = who_sounds(debugger, 0)                 # channel A

Each gives what debugger.go_to takes, or None where it was not in all that is kept. The latest part of the past is looked
through first.
"""

from basic.debug.debugger import CommandError, Debugger
from basic.debug.output_statements import may_draw, sounds_of
from basic.debug.past import Progress, nothing
from basic.debug.probes import Noted
from cpc.machine import Machine

WIDTH, HEIGHT = 640, 400
CHANNELS = "ABC"


def machine_of(debugger: Debugger) -> Machine:
    machine = debugger.session.machine
    if not isinstance(machine, Machine):
        raise CommandError("This machine has no screen.")
    return machine


def who_drew_pixel(debugger: Debugger, x: int, y: int, progress: Progress = nothing) -> Noted | None:
    if not (0 <= x < WIDTH and 0 <= y < HEIGHT):
        raise CommandError("{0},{1} is not on the screen: x goes from 0 to {2}, y from 0 to {3}.", x, y, WIDTH - 1, HEIGHT - 1)
    screen = machine_of(debugger).screen
    line = (HEIGHT - 1 - y) // 2

    def read() -> int:
        tables = screen.shown.pens
        place = x * screen.shown.width // WIDTH
        return tables[place % len(tables)][screen.ram[screen.address(place // len(tables), line)]]
    return debugger.past.last_reading(read, may_draw, progress)


def who_drew_character(debugger: Debugger, column: int, row: int, progress: Progress = nothing) -> Noted | None:
    screen = machine_of(debugger).screen
    columns = screen.layout.columns
    if not (1 <= column <= columns and 1 <= row <= 25):
        raise CommandError("{0},{1} is not on the screen: columns go from 1 to {2}, rows from 1 to 25.", column, row, columns)
    size = screen.shown.cell
    begin = (column - 1) * size

    def read() -> bytes:
        cells = ((begin + byte, 8 * (row - 1) + line) for line in range(8) for byte in range(size))
        return bytes(screen.ram[screen.address(byte, line)] for byte, line in cells)
    note = debugger.past.last_reading(read, may_draw, progress)
    return None if note is None else note._replace(values=())


def who_sounds(debugger: Debugger, channel: int, progress: Progress = nothing) -> Noted | None:
    """The SOUND whose tone the channel plays, or played last."""
    waiting = len(machine_of(debugger).sound.queues.channels[channel].queue)
    notes = sounds_of(debugger.past, channel, progress)
    return notes.kept[-1 - waiting] if len(notes.kept) > waiting else None
