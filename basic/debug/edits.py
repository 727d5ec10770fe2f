"""What a person changes while a program stands: done as the machine does it, and done again in a replay."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from basic.debug.expressions import CommandError, error_text
from basic.debug.stepper import Stepper
from basic.errors import BasicError
from basic.ports import NEVER
from basic.runtime.control import END_OF_PROGRAM, FIRST_LINE, READY
from basic.session import Session
from basic.source.crunch import line_number_at

DIRECT_US = 600_000_000         # of emulated time that a direct command may take


class Edits:
    """`first_error` has errors stop what runs, and collects them."""

    def __init__(self, session: Session, first_error: Callable[[], AbstractContextManager[list[BasicError]]]) -> None:
        self.session = session
        self.executor = session.executor
        self.clock = session.machine.clock
        self.first_error = first_error

    def start(self, number: int | None) -> None:
        """RUN"""
        session, executor = self.session, self.executor
        session.editor_started, session.editing = False, b""
        session.machine.keyboard.arm_break(True)
        executor.underway.clear()
        executor.runner.waiting = None
        executor.runner.pc = session.start_run(number)

    def assign(self, text: str) -> None:
        """A direct command that takes no time."""
        us, heat_map = self.clock.us, self.executor.hooks.heat_map
        counted = None if heat_map is None else heat_map.snapshot()
        self.direct(text)
        self.clock.us = us
        if heat_map is not None and counted is not None:
            heat_map.forget_since(counted)

    def direct(self, text: str) -> None:
        """A command as typed at Ready. Where it fails, or waits for a key, nothing has changed."""
        session, heat_map = self.session, self.executor.hooks.heat_map
        machine_state, session_state = session.machine.snapshot(), session.snapshot()
        counted = None if heat_map is None else heat_map.snapshot()
        try:
            self._obey(text)
        except BaseException:
            session.machine.restore(machine_state)
            session.restore(session_state)
            if heat_map is not None and counted is not None:
                heat_map.forget_since(counted)
            raise

    def _obey(self, text: str) -> None:
        """The program then stands where it stood, or where the command led it."""
        session, executor = self.session, self.executor
        place = executor.runner.pc if executor.runner.pc < FIRST_LINE else executor.table.place_of(executor.runner.pc)
        table, version = executor.table, session.program.version
        direct, direct_bytes = table.direct, table.direct_bytes.snapshot()
        stepper = Stepper(executor)
        with self.first_error() as errors:
            executor.runner.pc = session.enter(text.encode("latin-1"))
            ended = None
            if executor.runner.pc != READY:
                ended = stepper.walk(self.clock.us + DIRECT_US, NEVER, self._leaves_direct)
        if errors:
            raise CommandError("{0}.", error_text(errors[0], session.basic_1_1))
        if ended not in (None, "seen"):
            raise CommandError("That waits for a key.")
        if executor.runner.pc == READY and session.program.version == version:
            table.direct_bytes.restore(direct_bytes)
            if isinstance(place, int):
                executor.runner.pc = place
            else:
                if place[0] is None and direct is not None:
                    table.lay_out_direct(direct.crunched, direct.begin)
                executor.runner.pc = table.pc_of(*place)

    def _leaves_direct(self, count: int, pc: int) -> bool:
        return pc in (READY, END_OF_PROGRAM) or self.executor.table.where[pc][0] is not None

    def edit(self, text: str) -> None:
        """A line of the program is typed in; the program stands at Ready then."""
        session, executor = self.session, self.executor
        line = text.encode("latin-1").lstrip(b" ")
        number, end = line_number_at(line, 0)
        if number is None:
            raise CommandError("A line of a program begins with its number.")
        rest = line[end:]
        if not rest.strip() and number not in session.program.lines:
            raise CommandError("There is no line {0}.", number)
        try:
            session.store(number, rest)
        except BasicError as error:
            raise CommandError("{0}.", error_text(error, session.basic_1_1)) from None
        executor.underway.clear()
        session.editor_started, session.editing = False, b""
        executor.runner.pc = READY
