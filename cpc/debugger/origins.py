"""Where something on the screen or in the loudspeaker comes from: the statement that drew it or sounds it.

    drew = who_drew_pixel(debugger, 320, 200)       # coordinates as in PLOT, with the origin at the bottom left
    wrote = who_drew_character(debugger, 27, 1)     # column and row as in LOCATE
    plays = who_sounds(debugger, 0)                 # channel A

Each gives what debugger.go_to takes, or None where it was not in all that is kept. The latest part of the past is looked
through first.
"""

from collections.abc import Callable

from basic.debug.debugger import CommandError, Debugger
from basic.debug.output_statements import cleared, clears, may_draw, sounds_of
from basic.debug.past import Progress, nothing
from basic.debug.probes import Looks, Noted, Readings, Shown
from cpc.machine import Machine

WIDTH, HEIGHT = 640, 400
CHANNELS = "ABC"

Box = tuple[int, int, int, int]         # left, right, bottom, top, as in PLOT


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
    return _last_drawn(debugger, read, (x, x, y, y), progress)


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
    left, top = (column - 1) * WIDTH // columns, HEIGHT - 1 - 16 * (row - 1)
    note = _last_drawn(debugger, read, (left, column * WIDTH // columns - 1, top - 15, top), progress)
    return None if note is None else note._replace(values=())


def _last_drawn(debugger: Debugger, read: Callable[[], Shown], box: Box, progress: Progress) -> Noted | None:
    """The last statement before here that changed what `read` says, or cleared what is in the box."""
    past, machine = debugger.past, machine_of(debugger)
    notes = past.notes(1)

    def look(us: int, pc: int, after: int, exact: bool) -> None:
        if _meet(box, _box_of(machine, cleared(debugger.session, pc))):
            notes.add(us, notes.place(pc), (read(), read()))
    return past.last_note(notes, [], [Looks(past.clock, clears, look), Readings(notes, may_draw, read)], progress)


def _box_of(machine: Machine, window: int | str) -> Box:
    """Where a stream's window lies, the graphics window, or the screen."""
    layout = machine.screen.layout
    if isinstance(window, int):
        text, cell = machine.text.windows[window], WIDTH // layout.columns
        return text.left * cell, text.right * cell + cell - 1, HEIGHT - 16 * (text.bottom + 1), HEIGHT - 1 - 16 * text.top
    if window == "graphics":
        graphics, dot = machine.graphics, WIDTH // layout.width
        return graphics.left * dot, graphics.right * dot + dot - 1, 2 * graphics.bottom, 2 * graphics.top + 1
    return 0, WIDTH - 1, 0, HEIGHT - 1


def _meet(one: Box, other: Box) -> bool:
    return one[0] <= other[1] and other[0] <= one[1] and one[2] <= other[3] and other[2] <= one[3]


def who_sounds(debugger: Debugger, channel: int, progress: Progress = nothing) -> Noted | None:
    """The SOUND whose tone the channel plays, or played last."""
    waiting = len(machine_of(debugger).sound.queues.channels[channel].queue)
    notes = sounds_of(debugger.past, channel, progress)
    return notes.kept[-1 - waiting] if len(notes.kept) > waiting else None
