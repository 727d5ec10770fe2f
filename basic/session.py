"""A session: a BASIC on a machine. Lines go in, the program runs, its state can be kept and restored."""

from bisect import bisect_left
from collections.abc import Callable
from typing import Any

from basic.errors import MEMORY_FULL, NO_LINE, SYNTAX, BasicError, Break
from basic.ports import NEVER, Machine
from basic.runtime import snapshots
from basic.runtime.control import EDIT, FIRST_LINE, READY, Diverted, Waiting
from basic.runtime.executor import Executor
from basic.runtime.input import InputPort
from basic.runtime.memory_map import Addresses
from basic.runtime.program import START, Program
from basic.runtime.top_of_memory import TopOfMemory
from basic.runtime.variables import Variables
from basic.runtime.variables_by_name import VariablesByName
from basic.source.crunch import crunch, line_number_at
from basic.source.dialect import Dialect
from basic.source.renumber import renumbered
from basic.source.uncrunch import listed, shown
from basic.storage import Storage
from basic.syntax import lexer, parser
from basic.text_machine import TextMachine
from basic.timing import typed_lines

LONGEST_LISTED = 255
LARGE = 1 << 24         # memory="large": room that no listing of the time filled


class Session:
    executor: Executor
    addresses: Addresses
    top: TopOfMemory

    def __init__(self, machine: Machine | None = None, basic_1_1: bool = False, dialect: str = "locomotive",
                 memory: str = "cpc") -> None:
        self.machine: Machine = machine if machine is not None else TextMachine()
        self.input = InputPort(self.machine.keyboard)
        self.basic_1_1 = basic_1_1
        self.dialect = Dialect(dialect, self.crunch_plain, lambda line: parser.makes_sense(line, basic_1_1), self.notice,
                               self.machine.clock)
        self.notices: list[str] = []                # what a person should be told, once each
        self.large = memory == "large"
        self.program = Program()
        self.variables = Variables(basic_1_1, self.room, self.machine.clock)
        self.top = TopOfMemory(self.machine, self.program, self.variables, self.room)
        self.variables_by_name = VariablesByName(self.variables)
        self.addresses = Addresses(self)
        self.auto: tuple[int, int] | None = None    # the next line number and the step of AUTO
        self.editing = b""                          # what the line editor begins with
        self.editor_cursor = 0
        self.editor_started = False
        self.executor = Executor(self)
        self.storage = Storage(self)
        self.take_line: Callable[[bytes], int] = self.enter      # what gets the lines that are typed at the editor
        self.before_direct: Callable[[], None] = lambda: None   # called before a typed line without a number is done

    def room(self) -> int:
        """Bytes between the program and HIMEM."""
        return self.space() - self.program.size()

    def space(self) -> int:
        """Bytes for program, variables and strings together."""
        return (LARGE if self.large else self.top.himem) - START

    # the prompt, as steps

    def ready(self) -> int:
        """READY: what the machine does before it takes the next line."""
        executor = self.executor
        executor.clock.us += executor.costs.ready
        self.machine.keyboard.arm_break(False)
        executor.output.fresh_line()
        if self.program.protected:
            self.new()
        if executor.errors.err == SYNTAX:
            executor.errors.err, erl = 0, executor.errors.erl
            if erl in self.program.lines:
                return self.edit_line(erl)
            if erl:
                shown = erl if executor.errors.ended_by == (SYNTAX, erl) else None
                executor.errors.direct_in, executor.errors.err = None, NO_LINE
                executor.output.error_message(NO_LINE, shown)
                executor.output.fresh_line()
        executor.errors.direct_line_over()
        executor.output.write(0, b"Ready\r\n")
        return EDIT

    def edit_line(self, number: int) -> int:
        """EDIT: the line editor with a program line in it."""
        if number not in self.program.lines:
            raise BasicError(NO_LINE)
        self.editing = self.shown_line(number)
        self.editor_cursor = len(b"%d " % number) if self.basic_1_1 else 0
        return EDIT

    def edit(self) -> int:
        """Waits for a line and takes it."""
        editor, executor = self.machine.editor, self.executor
        executor.runner.let_editor_work()
        since = executor.clock.us
        if not self.editor_started:
            if self.auto:
                self._offer_number(self.auto[0])
            editor.start(self.editing, self.editor_cursor)
            self.editor_started = True
        try:
            line = editor.go_on()
        except Break:
            return self._leave_editor()
        if line is None:
            executor.runner.editor_worked(since)
            raise Waiting("key")
        self._end_edit()
        executor.output.new_line(0)
        pc = self._enter_numbered(line, *self.auto) if self.auto else self.take_line(line)
        if pc == EDIT:
            executor.runner.editor_worked(since)
        if executor.events.due and pc >= FIRST_LINE:
            executor.runner.waiting = "event"       # it comes behind the line's first statement
            raise Diverted(pc)
        return pc

    def _end_edit(self) -> None:
        self.editor_started = False
        self.editing = b""
        self.editor_cursor = 0

    def _leave_editor(self) -> int:
        """ESC: from EDIT and AUTO back to Ready."""
        self.executor.errors.direct_in = None
        special = bool(self.editing or self.auto)
        new_line = self.editing or self.basic_1_1
        self._end_edit()
        self.auto = None
        if not special:
            return EDIT
        if new_line:
            self.executor.output.new_line(0)
        return READY

    def _offer_number(self, number: int) -> None:
        """AUTO: 1.0 prints the number, 1.1 gives it to the editor with what the line says now."""
        if self.basic_1_1:
            self.editing = self.shown_line(number) if number in self.program.lines else b"%d " % number
            self.editor_cursor = len(b"%d " % number)
        else:
            self.executor.output.write(0, b"%d*" % number if number in self.program.lines else b"%d " % number)

    def _enter_numbered(self, line: bytes, number: int, step: int) -> int:
        """A line typed at AUTO."""
        if not self.basic_1_1:
            line = b"%d " % number + line
        typed, end = line_number_at(line.lstrip(b" "), 0)
        text = line.lstrip(b" ")[end:]
        if typed is None:
            self.auto = None
            return self.take_line(line)
        self.auto = (number + step, step) if number + step < 65536 else None
        if text.strip() or (typed in self.program.lines if self.basic_1_1 else text != b" "):
            try:
                self.store(typed, text)
            except BasicError as error:
                return self.executor.errors.fail_direct(error.number)
        return EDIT if self.auto else READY

    # lines

    def enter(self, line: bytes) -> int:
        """Takes a line as if it were typed: stores it or makes it ready to run. Gives where execution goes on."""
        executor = self.executor
        text = line.lstrip(b" \t\n")
        if not text:
            return EDIT
        number, end = line_number_at(text, 0)
        if number is None:
            try:
                crunched = self.crunch(text)
            except BasicError as error:
                return executor.errors.fail_direct(error.number)
            executor.clock.us += executor.costs.lasting(typed_lines.direct(text, self.basic_1_1))
            self.before_direct()
            self.machine.keyboard.arm_break(True)
            executor.events.breaking = False
            executor.events.line_typed()
            executor.table.direct_bytes.take(crunched)
            return executor.table.lay_out_direct(crunched)
        executor.clock.us += executor.costs.lasting(self._storing(number, text[end:]))
        before = self.program.version
        try:
            self.store(number, text[end:])
        except BasicError as error:             # in the line being edited, for ON ERROR
            return executor.errors.fail_direct(error.number)
        if self.basic_1_1 and self.program.version != before:       # the lines forget the places of names
            executor.clock.us += executor.costs.lasting(executor.table.walk.for_names()) + self.variables.heap.checking()
        executor.errors.direct_in = None
        return EDIT

    def _storing(self, number: int, text: bytes) -> float:
        """How long the machine takes for a line that is typed."""
        program, variables = self.program, self.variables
        passed = bisect_left(program.numbers, number)
        alike = passed - bisect_left(program.numbers, number & 0xFF00)
        replaced = number in program.lines
        behind = program.address(len(program.numbers)) - program.address(passed + replaced)
        us = typed_lines.stored(number, text.removeprefix(b" "), passed, alike, behind, variables.size(), replaced,
                                self.basic_1_1)
        return us + self.executor.table.walk.for_lines()

    def store(self, number: int, text: bytes) -> None:
        """Adds, replaces or (when empty) deletes a program line; keeps the variables."""
        crunched = self.crunch(text[1:] if text[:1] == b" " else text)
        self.executor.table.direct_bytes.take(crunched)
        if not crunched.strip(b" "):
            self.variables.heap.copy_literals(checked=True)
            if number not in self.program.lines:
                self.executor.table.forget_lines()
                raise BasicError(NO_LINE)
            self.edit_lines(lambda: self.program.delete(number, number))
        else:
            self.variables.heap.copy_literals(checked=True)
            needed = len(crunched) + 5 - len(self.program.lines.get(number, b""))
            if needed > self.variables.free():
                raise BasicError(MEMORY_FULL)
            self.edit_lines(lambda: self.program.store(number, crunched))

    def edit_lines(self, change: Callable[[], None]) -> None:
        """Changes some lines; the variables stay. 1.0 leaves strings and functions of the user that point into the program."""
        leaves = not self.basic_1_1 and not self.large
        self.addresses.before_edit()
        strings = self.variables.pointing_into_program() if leaves else []
        functions = self._placed_functions() if leaves else {}
        change()
        self.changed()
        self.addresses.after_edit(strings)
        self.executor.functions_before = {
            key: one if self.program.holds(address, line) else None for key, (one, address, line) in functions.items()}

    def _placed_functions(self) -> dict[Any, tuple[Any, int, bytes]]:
        """Functions of the user, each with the address of its line and what the line says."""
        program, found = self.program, dict[Any, tuple[Any, int, bytes]]()
        for key, one in [*self.executor.functions_before.items(), *self.executor.functions.items()]:
            found[key] = None, 0, b""
            if one is not None and one.place[0] in program.lines:
                number = one.place[0]
                found[key] = one, program.address(program.index(number)), program.lines[number]
        return found

    def crunch(self, text: bytes, from_file: bool = False) -> bytes:
        return self.dialect.crunch(text, from_file)

    def crunch_plain(self, text: bytes) -> bytes:
        return crunch(text, self.basic_1_1, self.executor.soft)

    def changed(self) -> None:
        """Forgets jumps, loops and handlers: the program is another one."""
        self.variables.heap.copy_literals()
        self.executor.reset_control()
        self.executor.table.rebuild()

    def notice(self, sentence: str) -> None:
        if sentence not in self.notices:
            self.notices.append(sentence)

    def shown_line(self, number: int) -> bytes:
        """As LIST and EDIT show it; what is saved loses nothing."""
        return self._numbered(number, shown(self.program.lines[number], self.basic_1_1))

    def list_line(self, number: int) -> bytes:
        return self._numbered(number, listed(self.program.lines[number]))

    def _numbered(self, number: int, text: bytes) -> bytes:
        executor = self.executor
        executor.clock.us += executor.costs.listing(lexer.scan(self.program.lines[number], self.basic_1_1))
        return (b"%d " % number + text)[:LONGEST_LISTED]

    def renumber(self, new: int, old: int, by: int) -> None:
        """RENUM: everything goes on as it was, in the lines with their new numbers."""
        lines, changed, missing = renumbered(self.program.lines, new, old, by, self.basic_1_1)
        self.program.replace(lines)
        self.executor.renumber(changed)
        for target, line in missing:
            self.executor.output.fresh_line()
            self.executor.output.write(0, b"Undefined line %d in %d\r\n" % (target, line))

    # running

    def type(self, text: bytes) -> None:
        self.input.type(text)

    @property
    def moment(self) -> int:
        """Up to which it has run, in microseconds: the last statement may have gone on beyond it."""
        return min(self.executor.clock.us, self.machine.asked_until)

    def run(self, microseconds: int, keys_follow: bool = False) -> None:
        """Runs that much emulated time; less, if the machine asks to be switched off and on or RealTime stops. `keys_follow`:
        which keys are down from then on is told afterwards, though the last statement may have run longer; the next such run
        begins at that time."""
        executor = self.executor
        clock = executor.clock
        until = (self.moment if keys_follow else clock.us) + microseconds
        self.machine.asked_until = until if keys_follow else NEVER
        while clock.us < until:
            reason = executor.runner.run(until)
            if reason == "key":
                executor.runner.pass_time(until)
            elif reason in ("reset", "shown"):
                return

    def run_until_idle(self, microseconds: int) -> bool:
        """Runs until a key is waited for with nothing left to type: True; False when the time is over first."""
        executor = self.executor
        until = executor.clock.us + microseconds
        self.machine.asked_until = NEVER
        while executor.clock.us < until:
            reason = executor.runner.run(until)
            if reason == "reset":
                return False
            if reason == "key":
                if executor.runner.waiting == "key" and self.machine.keyboard.nothing_typed():
                    return True
                executor.runner.pass_time(until)
        return False

    def to_prompt(self) -> None:
        """Gives up what is running or being typed, and goes to the Ready prompt."""
        self.machine.files.forget_question()
        self.executor.underway.clear()
        self.executor.stack.clear()
        self._end_edit()
        self.auto = None
        self.executor.runner.pc = READY

    def at_prompt(self) -> bool:
        """Nothing runs, and the editor has no line of the program in it."""
        return self.executor.runner.pc == EDIT and not self.editing and not self.auto

    # what statements ask of a session

    def new(self) -> None:
        self.program.clear()
        self.executor.table.trace.on = False
        self.auto = None
        self.executor.output.zone = 13
        self.executor.errors.erl_address = None
        self.clear_variables()
        self.abandon_files()
        self.changed()

    def start_again(self, clear_screen: bool = True, himem: int | None = None) -> int:
        """|BASIC, and what comes behind machine code that RUN has begun or that starts BASIC with other memory."""
        self.new()
        self.top.reset(himem)
        if clear_screen:
            self.machine.text.set_mode(1)
        self.executor.output.write(0, b" BASIC 1.%d\r\n\r\n" % self.basic_1_1)
        return READY

    def clear_variables(self) -> None:
        self.variables.clear()
        self.addresses.run_before.clear()
        self.executor.functions_before.clear()
        self.variables.default_kinds = ["r"] * 26
        self.executor.degrees = False

    def load(self, name: bytes, address: Callable[[], int] | None) -> bool:
        return self.storage.load(name, address)

    def save(self, name: bytes, kind: bytes, *numbers: int) -> None:
        self.storage.save(name, kind, *numbers)

    def abandon_files(self) -> None:
        """Closes files without writing what is not yet written."""
        self.machine.files.abandon()
        self.top.give_back_buffer()

    def close_files(self) -> None:
        files = self.machine.files
        files.close_in()
        files.close_out()
        self.top.give_back_buffer()

    def start_run(self, number: int | None) -> int:
        """RUN: clears everything and begins."""
        executor = self.executor
        first = 0 if number is None else self.program.index(number)
        costs, walk = executor.costs, executor.table.walk
        executor.clock.us += costs.lasting(costs.started + costs.walks * walk.for_names())
        self.clear_variables()
        self.abandon_files()
        executor.errors.ended_by = None
        executor.reset_control()
        executor.table.rebuild_for_run()
        return executor.table.pc_of(first, 0)

    # snapshots

    def snapshot(self) -> dict[str, Any]:
        return {"program": (dict(self.program.lines), self.program.protected),
                "himem": self.top.snapshot(),
                "variables": self.variables.snapshot(), "dialect": self.dialect.snapshot(), "auto": self.auto,
                "editing": (self.editing, self.editor_cursor, self.editor_started),
                "executor": snapshots.snapshot(self.executor)}

    def restore(self, state: dict[str, Any]) -> None:
        lines, protected = state["program"]
        if lines != self.program.lines:
            self.program.replace(lines)
        self.program.protected = protected
        self.top.restore(state["himem"])
        stale = self.variables.restore(state["variables"])
        self.dialect.restore(state["dialect"])
        self.auto = state["auto"]
        self.editing, self.editor_cursor, self.editor_started = state["editing"]
        snapshots.restore(self.executor, state["executor"], stale)
