"""A session: a BASIC on a machine. Lines go in, the program runs, its state can be kept and restored."""

from basic import tokens
from basic.addresses import Addresses
from basic.errors import MEMORY_FULL, SYNTAX, BasicError, Break
from basic.executor import Executor
from basic.control import EDIT, READY, Waiting
from basic.headless import TextMachine
from basic.program import START, Program
from basic.variables import Variables

HIMEM = 43903
LARGE = 1 << 24         # memory="large": room that no listing of the time filled


class Session:
    def __init__(self, machine=None, basic_1_1: bool = False, dialect: str = "locomotive", memory: str = "cpc"):
        self.machine = machine if machine is not None else TextMachine()
        self.basic_1_1 = basic_1_1
        self.dialect = dialect
        self.large = memory == "large"
        self.program = Program()
        self.himem = HIMEM
        self.variables = Variables(basic_1_1, self.room)
        self.addresses = Addresses(self)
        self.auto: tuple[int, int] | None = None    # the next line number and the step of AUTO
        self.editing: bytes | None = b""            # what the line editor begins with
        self.editor_started = False
        self.executor = Executor(self)

    def room(self) -> int:
        """Bytes between the program and HIMEM."""
        return (LARGE if self.large else self.himem) - START - self.program.size()

    # the prompt, as steps

    def ready(self) -> int:
        """READY: what the machine does before it takes the next line."""
        executor = self.executor
        executor.clock.us += 9000
        executor.output.fresh_line()
        if self.program.protected:
            self.new()
        if executor.err == SYNTAX:
            executor.err = 0
            if executor.error_at and executor.error_at[0] is not None and executor.erl in self.program.lines:
                return self.edit_line(executor.erl)
        executor.output.write(0, b"Ready\r\n")
        return EDIT

    def edit_line(self, number: int) -> int:
        """EDIT: the line editor with a program line in it."""
        if number not in self.program.lines:
            raise BasicError(8)
        self.editing = b"%d " % number + tokens.listed(self.program.lines[number])
        return EDIT

    def edit(self) -> int:
        """Waits for a line and takes it."""
        editor, executor = self.machine.editor, self.executor
        if not self.editor_started:
            text = self.editing or b""
            if self.auto and not text:
                text = self._auto_text()
            cursor = len(text) if self.auto else (0 if not self.basic_1_1 else len(text.split(b" ")[0]) + 1 if text else 0)
            editor.start(text, cursor)
            self.editor_started = True
        try:
            line = editor.go_on()
        except Break:
            self._end_edit()
            if self.auto:
                self.auto = None
                executor.output.fresh_line()
                executor.output.write(0, b"Ready\r\n")
            return EDIT
        if line is None:
            raise Waiting("key")
        self._end_edit()
        executor.output.new_line(0)
        return self.enter(line)

    def _end_edit(self) -> None:
        self.editor_started = False
        self.editing = b""

    def _auto_text(self) -> bytes:
        number = self.auto[0]
        old = self.program.lines.get(number)
        if old is None:
            return b"%d " % number
        return b"%d " % number + tokens.listed(old) if self.basic_1_1 else b"%d*" % number

    # lines

    def enter(self, line: bytes) -> int:
        """Takes a line as if it were typed: stores it or makes it ready to run. Gives where execution goes on."""
        executor = self.executor
        text = line.lstrip(b" \t\n")
        if not text:
            self.auto = None
            return EDIT
        number, end = tokens.line_number_at(text, 0)
        if number is None:
            self.auto = None
            return executor.lay_out_direct(self.crunch(text))
        try:
            self.store(number, text[end:])
        except BasicError as error:
            return executor.fail_direct(error.number)
        if self.auto:
            step = self.auto[1]
            self.auto = (number + step, step) if number + step < 65536 else None
        return EDIT

    def store(self, number: int, text: bytes) -> None:
        """Adds, replaces or (when empty) deletes a program line; keeps the variables."""
        crunched = self.crunch(text[1:] if text[:1] == b" " else text)
        if not crunched.strip(b" ") and not text.strip():
            if number not in self.program.lines:
                self.changed()
                raise BasicError(8)
            self.program.delete(number, number)
        else:
            needed = len(crunched) + 5 - len(self.program.lines.get(number, b""))
            if needed > self.variables.free():
                raise BasicError(MEMORY_FULL)
            self.program.store(number, crunched)
        self.changed()

    def crunch(self, text: bytes) -> bytes:
        return tokens.crunch(text, self.basic_1_1)

    def changed(self) -> None:
        """The program is another one: jumps, loops and handlers are forgotten."""
        self.executor.reset_control()
        self.executor.rebuild()

    def list_line(self, number: int) -> bytes:
        return b"%d " % number + tokens.listed(self.program.lines[number])

    # running

    def type(self, text: bytes) -> None:
        self.machine.keyboard.type(text)

    def run(self, microseconds: int) -> None:
        """Runs that much emulated time."""
        executor = self.executor
        until = executor.clock.us + microseconds
        while executor.clock.us < until:
            if executor.run(until) == "key":
                executor.pass_time(until)

    def run_until_idle(self, microseconds: int) -> bool:
        """Runs until a key is waited for with nothing left to type: True; False when the time is over first."""
        executor = self.executor
        until = executor.clock.us + microseconds
        while executor.clock.us < until:
            if executor.run(until) == "key":
                if self.machine.keyboard.nothing_typed():
                    return True
                executor.pass_time(until)
        return False

    # what statements ask of a session

    def new(self) -> None:
        self.program.clear()
        self.executor.trace = False
        self.auto = None
        self.executor.output.zone = 13
        self.clear_variables()
        self.variables.default_kinds[:] = ["r"] * 26
        self.close_files()
        self.changed()

    def clear_variables(self) -> None:
        self.variables.clear()
        self.variables.default_kinds[:] = ["r"] * 26
        self.executor.degrees = False

    def close_files(self) -> None:
        files = self.machine.files
        files.close_in()
        files.close_out()

    def start_run(self, number: int | None) -> int:
        """RUN: clears everything and begins."""
        executor = self.executor
        self.clear_variables()
        self.machine.files.abandon()
        executor.reset_control()
        executor.rebuild()
        if number is None:
            return executor.pc_of(0, 0)
        pc = executor.pc_of_line(number)
        if pc is None:
            raise BasicError(8)
        return pc


__all__ = ["READY", "Session"]
