"""What the language needs of a machine: one Protocol a room, at the granularity of the CPC's firmware.

Only integers and bytes cross. Streams are 0-7 (text windows), columns and rows count from 1 in the window, graphics
coordinates are the firmware's 640 x 400 user coordinates. Whatever takes time on the machine adds its microseconds to
`clock.us` itself. Nothing here ever blocks: what has to wait says so in its answer and is asked again.
`basic.text_machine` has a machine of text alone that satisfies all of it.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from basic.host_log import HostLog
from basic.runtime.clock import FRAME_US, INTERRUPT_US, INTERRUPTS, NEVER, SHARES, TICKS_A_FRAME, USUAL_TURNS, Clock
from basic.runtime.control import BasicStarts, Waiting

__all__ = ["FRAME_US", "INTERRUPTS", "INTERRUPT_US", "NEVER", "SHARES", "TICKS_A_FRAME", "USUAL_TURNS", "BasicStarts", "Clock",
           "Editor", "Files", "Graphics", "Keyboard", "Machine", "NativeEngine", "NativeSpace", "Palette", "QuickGraphics",
           "Sound", "Text", "Waiting", "signed"]


def signed(word: int) -> int:
    """As the processor's 16 bits would hold it."""
    return (word + 0x8000 & 0xFFFF) - 0x8000


class NativeSpace(Protocol):
    """A linear memory with the library of native functions in it."""
    memory: memoryview
    run: Callable[[], object]

    def place(self, module: Any, functions: int) -> list[int]:
        """Where in the table of units the functions of a compiled module are."""
    def __len__(self) -> int:
        """How many functions have been placed; they take room as long as the space is there."""


class NativeEngine(Protocol):
    """What compiles and runs WebAssembly. `functions` of the machine belong to the library."""
    @property
    def functions(self) -> tuple[Callable[..., Any], ...]: ...
    @property
    def own_memory(self) -> bool:
        """Whether the library's module has the memory; or else the engine gives it one."""
    @property
    def version(self) -> str:
        """Of the engine: code that it has written is for that one."""
    def compile(self, wasm: bytes) -> Any:
        """Any thread may ask for this."""
    def written(self, module: Any) -> bytes: ...
    def read(self, content: bytes) -> Any:
        """The module that was written; None if it does not fit. Nothing is checked: the bytes are trusted."""
    def space(self, library: Any) -> NativeSpace | None:
        """None: the process may not take so much memory."""


class Text(Protocol):
    def set_mode(self, mode: int) -> None: ...
    def write(self, stream: int, data: bytes, before_each: int = 0) -> None:
        """TXT OUTPUT of each byte: control codes work, TAG goes to the graphics cursor. `before_each`: microseconds that pass
        before each."""
    def put_item(self, stream: int, data: bytes) -> bool:
        """`cursor`, `width` and `write` in one, where that is simple: characters alone that fit on the rest of the row. False:
        it is not simple, and nothing has been done."""
    def clear(self, stream: int) -> None: ...
    def cursor(self, stream: int) -> tuple[int, int]:
        """Column and row where the next character would come out: a pending wrap or scroll counts as done."""
    def width(self, stream: int) -> int: ...
    @property
    def quick(self) -> "QuickText | None":
        """None: units leave PRINT to its statement."""
    def has_room(self, stream: int, texts: tuple[bytes, ...], ends_line: bool) -> bool:
        """Whether these items of a PRINT come out on the cursor's row; `ends_line`: and the cursor goes to the next one."""
    def set_cursor(self, stream: int, column: int, row: int) -> None: ...
    def locate_at(self, column: int, row: int) -> int:
        """The same in stream 0. The time is not passed, but told; below 0: nothing has been done."""
    def set_window(self, stream: int, left: int, right: int, top: int, bottom: int) -> None: ...
    def swap_windows(self, first: int, second: int) -> None: ...
    def set_pen(self, stream: int, pen: int) -> None: ...
    def set_paper(self, stream: int, paper: int) -> None: ...
    def colour_at(self, is_pen: bool, number: int) -> int:
        """One of both in stream 0, likewise told."""
    def set_transparent(self, stream: int, on: bool) -> None: ...
    def set_tag(self, stream: int, on: bool) -> None: ...
    def turn_on(self, stream: int) -> None:
        """As before a message: no TAG, opaque, shown (CHR$(6))."""
    def set_cursor_switches(self, stream: int, system: int | None, user: int | None) -> None: ...
    def read_char(self, stream: int) -> int | None:
        """The character at the cursor, None if no character is recognised."""
    def set_symbol_table(self, first: int, address: int) -> None:
        """Symbols first..255 are taken from the RAM at `address` (filled with their present form); 256: no symbol."""
    def define_symbol(self, number: int, rows: bytes) -> bool:
        """False: not a symbol that can be defined."""
    def symbol_table(self) -> tuple[int, int]: ...


class QuickText(Protocol):
    """What PRINT and LOCATE do in machine code: functions of the addresses where `enter` puts what they work on."""
    @property
    def functions(self) -> dict[str, Callable[..., int]]:
        """size_with, has_room, put, put_on, new_line, may_move, locate, column_behind, width, zones_passed, put_blanks,
        may_colour, set_pen, set_paper"""
    @property
    def graphics(self) -> "QuickGraphics": ...
    @property
    def glyphs(self) -> bytes:
        """The shapes of all characters: the same object as long as none changes."""
    def enter(self, memory: memoryview, state: int, room: int) -> None: ...
    def leave(self, memory: memoryview, state: int, printed: int) -> None: ...
    def figures_at(self, state: int) -> int: ...


class QuickGraphics(Protocol):
    """What units draw with: functions of cells, RAM, figures and whole numbers, which give the microseconds that they take.

    As Python they are given `cells`, `ram` and `figures`. Machine code is given the addresses of the same in its memory:
    `enter` puts them there, `leave` takes them back.
    """
    @property
    def functions(self) -> dict[str, Callable[..., int]]:
        """By keyword: move, mover, plot, plotr, draw, drawr (x, y), set_pen (ink)."""
    @property
    def test(self) -> Callable[..., tuple[int, int]]:
        """TEST (x, y), which gives the ink, too."""
    @property
    def cells(self) -> list[int]: ...
    @property
    def ram(self) -> bytearray: ...
    @property
    def figures(self) -> Sequence[float]: ...
    def enter(self, memory: memoryview, state: int, ram: int) -> None: ...
    def leave(self, memory: memoryview, state: int, ram: int) -> None: ...
    def figures_at(self, state: int) -> int: ...


class Graphics(Protocol):
    @property
    def quick(self) -> QuickGraphics | None:
        """None: units leave graphics to their statements."""
    def position(self) -> tuple[int, int]: ...
    def move(self, x: int, y: int) -> None: ...
    def plot(self, x: int, y: int) -> None: ...
    def draw(self, x: int, y: int) -> None: ...
    def test(self, x: int, y: int) -> int: ...
    def fill(self, ink: int) -> None: ...
    def clear(self) -> None: ...
    def set_origin(self, x: int, y: int) -> None: ...
    def set_window(self, left: int, right: int, top: int, bottom: int) -> None: ...
    def set_pen(self, ink: int) -> None: ...
    def set_paper(self, ink: int) -> None: ...
    def set_ink_mode(self, mode: int) -> None:
        """0 force, 1 XOR, 2 AND, 3 OR."""
    def set_mask(self, mask: int) -> None: ...
    def set_first_point(self, on: bool) -> None: ...
    def set_transparent(self, on: bool) -> None: ...


class Palette(Protocol):
    sends_at: int               # the flyback that will be longer, since it sends changed colours; below 0: none
    def set_ink(self, pen: int, first: int, second: int) -> None: ...
    def set_border(self, first: int, second: int) -> None: ...
    def pay(self) -> None:
        """The clock is given what that has taken; the program is about to wait for the flyback."""
    def set_flash(self, first: int, second: int) -> None:
        """Frames that the two colours of flashing inks are shown."""


class Keyboard(Protocol):
    def read_char(self) -> int | None: ...
    def put_back(self, code: int) -> None:
        """The next character read."""
    def type(self, codes: bytes) -> None: ...
    def stop_typing(self) -> None: ...
    def key(self, number: int, down: bool) -> None:
        """A key of the matrix goes down or up."""
    def press(self, number: int, states: int = 0) -> None:
        """A key goes down, and its character is read at once."""
    def repeat(self, on: bool) -> None:
        """Whether a key that stays down is read again and again."""
    def nothing_typed(self) -> bool:
        """Nothing is left of what was typed ahead."""
    def nothing_to_read(self) -> bool:
        """`read_char` would surely give nothing."""
    def at_rest(self) -> bool:
        """No key is down or counts as held, and no ESC is to be noticed."""
    def pressed(self, key: int) -> int:
        """INKEY: -1 up, 0 down, 32 with SHIFT, 128 with CTRL."""
    def joystick(self, number: int) -> int: ...
    @property
    def held(self) -> bytes | bytearray:
        """The matrix as these two find it."""
    @property
    def functions(self) -> dict[str, Callable[..., int]]:
        """These two in machine code, by their names: functions of `held` and a number."""
    def set_expansion(self, number: int, text: bytes) -> float | None:
        """What it takes, in microseconds; None: no room left for the string."""
    def define_key(self, key: int, repeat: int, codes: tuple[int | None, int | None, int | None]) -> None: ...
    def set_speed(self, delay: int, period: int) -> None: ...
    def clear(self) -> None: ...
    def arm_break(self, on: bool) -> None:
        """Whether ESC is looked for."""
    def take_escape(self) -> bool:
        """ESC was pressed since last asked (and takes note that it was seen)."""


class Editor(Protocol):
    """The firmware's line editor, for direct mode, INPUT and LINE INPUT."""

    def start(self, text: bytes = b"", cursor: int = 0, stream: int = 0) -> None: ...
    def go_on(self) -> bytes | None:
        """The finished line, or None while it waits for keys. Raises Break on ESC."""


class Sound(Protocol):
    """One channel is a number from 0 to 2; several are bits, 1, 2 and 4, as in BASIC."""

    def queue(self, status: int, period: int, duration: int, volume: int, volume_envelope: int,
              tone_envelope: int, noise: int) -> bool:
        """False: a queue it needs is full; ask again."""
    def release(self, channels: int) -> None: ...
    def status(self, channel: int) -> int: ...
    def set_volume_envelope(self, number: int, sections: bytes) -> None:
        """Up to five sections of three bytes as in the firmware's envelope block."""
    def set_tone_envelope(self, number: int, repeat: bool, sections: bytes) -> None: ...
    def arm(self, channel: int) -> None:
        """Say once, in `take_event`, when the channel's queue has room."""
    def take_event(self, channel: int) -> bool: ...
    def sounding(self) -> bool:
        """Something can be heard."""
    def hold(self) -> bool:
        """Silence until `resume`. False: nothing sounded."""
    def resume(self) -> None: ...
    def reset(self) -> None: ...
    def catch_up(self) -> None:
        """Does what is due by the clock."""
    def settle(self) -> None:
        """The program is about to wait for the flyback: what interrupts for sounds took so far comes before that."""
    def forgive(self) -> None:
        """The program has waited: what interrupts for sounds took meanwhile does not delay it."""


class Files(Protocol):
    """The drive or tape. Names are as written in BASIC; errors are BasicErrors, and Break where BASIC 1.0 has no error.

    A drive may ask `Retry, Ignore or Cancel?`, and a tape takes its time: then it raises Waiting, and the statement is done
    again from its start.
    """

    def begin(self) -> bool:
        """A statement begins that reads or writes an open file: True if it has begun before and waits for an answer."""
    def forget_question(self) -> None:
        """What waits for an answer will not be done again."""

    def load(self, name: bytes) -> tuple[int, int, int, bytes]:
        """File type (0 BASIC, 1 protected BASIC, 2 binary, 0x16 ASCII), address, entry, contents. The file counts as open for
        reading until `close_in`."""
    def loaded_listing(self) -> bool:
        """Whether a text that was just loaded is a listing in a folder of the host."""
    def save(self, name: bytes, kind: int, address: int, entry: int, contents: bytes) -> None: ...
    def open_in(self, name: bytes) -> None: ...
    def open_out(self, name: bytes) -> None: ...
    def close_in(self) -> None: ...
    def close_out(self) -> None: ...
    def abandon(self) -> None: ...
    def read(self) -> int | None:
        """The next byte, None at the end."""
    def unread(self, byte: int) -> None: ...
    def at_end(self) -> bool: ...
    def is_open_in(self) -> bool: ...
    def is_open_out(self) -> bool: ...
    def write(self, data: bytes) -> None: ...
    def catalogue(self) -> list[bytes]:
        """The lines CAT prints."""
    def set_tape_speed(self, speed: int) -> None: ...


class Machine(Protocol):
    asked_until: int
    """The moment that the run was asked to reach: which keys are down is known up to there, and later scans wait."""

    @property
    def clock(self) -> Clock: ...
    @property
    def text(self) -> Text: ...
    @property
    def graphics(self) -> Graphics: ...
    @property
    def palette(self) -> Palette: ...
    @property
    def keyboard(self) -> Keyboard: ...
    @property
    def editor(self) -> Editor: ...
    @property
    def sound(self) -> Sound: ...
    @property
    def files(self) -> Files: ...
    @property
    def host_log(self) -> HostLog:
        """All that is asked of the host's files goes through it; a replay takes the answers from there."""
    @property
    def himem(self) -> int:
        """The highest byte that BASIC has after switching on."""
    @property
    def scans(self) -> int:
        """How often `catch_up` has scanned the keys since switching on."""
    @property
    def ram(self) -> bytearray:
        """64K. The language writes strings there when a program looks at them with PEEK or @."""

    @property
    def find_native_engine(self) -> Callable[[], NativeEngine | None] | None:
        """What looks for an engine, which takes a while; None: there is none."""

    def snapshot(self) -> Any:
        """All of its state, as plain data."""
    def restore(self, state: Any) -> None: ...
    def keep_output(self) -> Callable[[], None]:
        """What puts back all that has come out of the machine up to now. To restore an earlier state forgets what came later;
        put it back before a later one is restored."""
    def next_frame(self) -> int:
        """When, in clock.us, the picture's next flyback begins."""
    def next_scan(self) -> int:
        """When the keys are scanned and the timers counted next, once in each frame of 1/50 s: the first scan of which
        `take_scans` has not told."""
    def next_tick(self) -> int:
        """When the machine next has to be asked to catch up: at a scan, or never while nothing depends on it."""
    def catch_up(self) -> None:
        """Does what is due by clock.us."""
    def pass_quietly(self) -> bool:
        """The same, in short, where `next_tick` is never; nobody asks for the scans. Whether there was one."""
    def take_scans(self) -> int:
        """How often `catch_up` has scanned the keys since this was last asked. Who only looks at the machine does not ask."""
    def between_statements(self) -> None:
        """Is called after `catch_up` while a program runs: for events that machine code has set up."""
    def forget_synchronous_events(self) -> None:
        """Those that wait are not done any more."""
    def print_out(self, data: bytes) -> None:
        """To the printer, stream 8."""
    def call(self, address: int, arguments: list[int | bytes], text_pointer: int) -> bool:
        """CALL of a firmware address; False: it waits, call again. BasicError for an address it does not know; BasicStarts.
        `text_pointer` is where the statement ends in memory."""
    def waits_for_key(self) -> None:
        """Nothing is done until a key is pressed."""
    def waits_for(self) -> str:
        """What the last call that waits is waiting for: a `key` or a `frame`."""
    def knows_bar_command(self, name: bytes) -> bool: ...
    def bar_command(self, name: bytes, arguments: list[int | bytes], text_pointer: int) -> bool:
        """A bar command; False: waiting. BasicError(UNKNOWN_COMMAND) if there is no such command."""
    def input_port(self, port: int) -> int: ...
    def output_port(self, port: int, value: int) -> None: ...
    def port_changes(self) -> tuple[int, ...]:
        """The times, up to the next frame's begin, at which an input changes by itself."""
    def peek(self, address: int) -> int: ...
    def poke(self, address: int, value: int) -> None: ...
