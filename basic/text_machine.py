"""A machine of text alone: runs BASIC without a screen, a sound or a keyboard. What it prints is in `printed`."""

from collections.abc import Callable
from typing import Any, ClassVar, NoReturn

from basic.errors import BROKEN_IN, IMPROPER, UNKNOWN_COMMAND, BasicError, Break
from basic.host_log import HostLog
from basic.ports import NEVER, Clock


class TextOnly:
    """One window of 40 columns for all streams: enough to know where on the row PRINT is."""

    quick = None

    def __init__(self) -> None:
        self.printed = bytearray()
        self.column = 1
        self.columns = 40

    def set_mode(self, mode: int) -> None:
        self.columns = (20, 40, 80)[mode]
        self.column = 1

    def write(self, stream: int, data: bytes, before_each: int = 0) -> None:
        self.printed += data
        for byte in data:
            if byte == 13:
                self.column = 1
            elif byte >= 32:
                self.column = self.column % self.columns + 1

    def put_item(self, stream: int, data: bytes) -> bool:
        return False

    def clear(self, stream: int) -> None:
        self.column = 1

    def cursor(self, stream: int) -> tuple[int, int]:
        return self.column, 1

    def width(self, stream: int) -> int:
        return self.columns

    def has_room(self, stream: int, texts: tuple[bytes, ...], ends_line: bool) -> bool:
        return False

    def locate_at(self, column: int, row: int) -> int:
        self.set_cursor(0, column, row)
        return 0

    def colour_at(self, is_pen: bool, number: int) -> int:
        return 0

    def set_cursor(self, stream: int, column: int, row: int) -> None:
        self.column = column if 1 <= column <= self.columns else 1

    def read_char(self, stream: int) -> int:
        return 32

    def symbol_table(self) -> tuple[int, int]:
        return 240, 0

    def define_symbol(self, number: int, rows: bytes) -> bool:
        return number >= 240

    def nothing(self, *arguments: object) -> None:
        pass

    set_window = swap_windows = set_pen = set_paper = set_transparent = set_tag = set_cursor_switches = nothing
    set_symbol_table = turn_on = nothing


class NoGraphics:
    quick = None
    sends_at = -1

    def __init__(self) -> None:
        self.at = (0, 0)

    def position(self) -> tuple[int, int]:
        return self.at

    def move(self, x: int, y: int) -> None:
        self.at = (x, y)

    plot = draw = move

    def test(self, x: int, y: int) -> int:
        self.at = (x, y)
        return 0

    def nothing(self, *arguments: object) -> None:
        pass

    fill = clear = set_origin = set_window = set_pen = set_paper = set_ink_mode = set_mask = set_first_point = nothing
    set_transparent = set_ink = set_border = set_flash = pay = nothing


class TypedKeys:
    """A keyboard on which everything is typed ahead, and the plainest of line editors."""

    def __init__(self) -> None:
        self.typed = bytearray()
        self.line = bytearray()

    def type(self, codes: bytes) -> None:
        self.typed += codes.replace(b"\n", b"\r")

    def read_char(self) -> int | None:
        return self.typed.pop(0) if self.typed else None

    def put_back(self, code: int) -> None:
        self.typed.insert(0, code)

    def nothing_typed(self) -> bool:
        return not self.typed

    nothing_to_read = nothing_typed

    def at_rest(self) -> bool:
        return True

    held = bytes(10)
    functions: ClassVar[dict[str, Callable[..., int]]] = {}

    def pressed(self, key: int) -> int:
        return -1

    def joystick(self, number: int) -> int:
        return 0

    def set_expansion(self, number: int, text: bytes) -> float | None:
        return 0

    def take_escape(self) -> bool:
        return False

    def nothing(self, *arguments: object) -> None:
        pass

    define_key = set_speed = clear = arm_break = key = press = repeat = nothing

    def stop_typing(self) -> None:
        self.typed.clear()

    def start(self, text: bytes = b"", cursor: int = 0, stream: int = 0) -> None:
        self.line = bytearray(text)

    def go_on(self) -> bytes | None:
        while self.typed:
            char = self.typed.pop(0)
            if char == 13:
                return bytes(self.line)
            if char == 252:
                raise Break
            if len(self.line) < 255:
                self.line.append(char)
        return None


class NoSound:
    def queue(self, *arguments: object) -> bool:
        return True

    def status(self, channel: int) -> int:
        return 4

    def take_event(self, channel: int) -> bool:
        return True

    def sounding(self) -> bool:
        return False

    def hold(self) -> bool:
        return False

    def nothing(self, *arguments: object) -> None:
        pass

    release = set_volume_envelope = set_tone_envelope = arm = resume = reset = settle = forgive = catch_up = nothing


class NoFiles:
    """A drive on which nothing is found and nothing can be opened."""

    def loaded_listing(self) -> bool:
        return False

    def refuse(self, *arguments: object) -> NoReturn:
        raise BasicError(BROKEN_IN)

    load = save = open_in = open_out = read = unread = at_end = write = catalogue = erase = rename = refuse

    def is_open_out(self) -> bool:
        return False

    is_open_in = begin = is_open_out

    def close_in(self) -> None:
        pass

    close_out = abandon = forget_question = close_in

    def set_tape_speed(self, speed: int) -> None:
        pass


class TextMachine:
    find_native_engine = None

    def __init__(self) -> None:
        self.host_log = HostLog()
        self.clock = Clock()
        self.text = TextOnly()
        self.graphics = self.palette = NoGraphics()
        self.keyboard = self.editor = TypedKeys()
        self.sound = NoSound()
        self.files = NoFiles()
        self.ram = bytearray(65536)
        self.scans = self.untold = 0
        self.asked_until = NEVER
        self.himem = 43903

    def next_frame(self) -> int:
        return self.clock.next_frame()

    def next_scan(self) -> int:
        return self.clock.begin_of_scan(self.scans + (0 if self.untold else 1))

    def next_tick(self) -> int:
        return NEVER

    def catch_up(self) -> None:
        passed = self.clock.scans() - self.scans
        self.scans += passed
        self.untold += passed

    def pass_quietly(self) -> bool:
        self.catch_up()
        return self.take_scans() > 0

    def take_scans(self) -> int:
        untold, self.untold = self.untold, 0
        return untold

    def between_statements(self) -> None:
        pass

    def port_changes(self) -> tuple[int, ...]:
        return ()

    def forget_synchronous_events(self) -> None:
        pass

    def waits_for_key(self) -> None:
        pass

    def print_out(self, data: bytes) -> None:
        pass

    def call(self, address: int, arguments: list[int | bytes], text_pointer: int) -> bool:
        raise BasicError(IMPROPER)

    def waits_for(self) -> str:
        return "frame"

    def knows_bar_command(self, name: bytes) -> bool:
        return False

    def bar_command(self, name: bytes, arguments: list[int | bytes], text_pointer: int) -> bool:
        raise BasicError(UNKNOWN_COMMAND)

    def input_port(self, port: int) -> int:
        return 255

    def output_port(self, port: int, value: int) -> None:
        pass

    def peek(self, address: int) -> int:
        return self.ram[address]

    def poke(self, address: int, value: int) -> None:
        self.ram[address] = value

    def snapshot(self) -> tuple[Any, ...]:
        text, keys = self.text, self.keyboard
        return (self.clock.snapshot(), self.scans, self.untold, bytes(self.ram), len(text.printed), text.column, text.columns,
                self.graphics.at, bytes(keys.typed), bytes(keys.line))

    def keep_output(self) -> Callable[[], None]:
        printed = bytes(self.text.printed)

        def put_back() -> None:
            self.text.printed[:] = printed
        return put_back

    def restore(self, state: tuple[Any, ...]) -> None:
        text, keys = self.text, self.keyboard
        clock, self.scans, self.untold, self.ram[:], printed, text.column, text.columns, self.graphics.at, typed, line = state
        self.clock.restore(clock)
        del text.printed[printed:]
        keys.typed[:] = typed
        keys.line = bytearray(line)
