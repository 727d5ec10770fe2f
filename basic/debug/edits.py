"""What a person changes while a program stands: done as the machine does it, and done again in a replay."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from basic.debug.expressions import Misunderstood, said
from basic.debug.stepper import Stepper
from basic.errors import BasicError
from basic.ports import NEVER
from basic.runtime.control import END_OF_PROGRAM, FIRST_LINE, READY
from basic.source import tokens

DIRECT_US = 600_000_000         # of emulated time that a direct command may take


class Changes:
    """`first_error` has errors stop what runs, and collects them."""

    def __init__(self, session, first_error: Callable[[], AbstractContextManager[list[BasicError]]]):
        self.session = session
        self.executor = session.executor
        self.clock = session.machine.clock
        self.first_error = first_error

    def start(self, number: int | None) -> None:
        session, executor = self.session, self.executor
        session.editor_started, session.editing = False, b""
        session.machine.keyboard.arm_break(True)
        executor.underway.clear()
        executor.runner.waiting = None
        executor.runner.pc = session.start_run(number)

    def assign(self, text: str) -> None:
        us = self.clock.us
        self.direct(text)
        self.clock.us = us

    def direct(self, text: str) -> None:
        session, executor = self.session, self.executor
        machine_state, session_state = session.machine.snapshot(), session.snapshot()
        place = executor.runner.pc if executor.runner.pc < FIRST_LINE else executor.table.where[executor.runner.pc]
        direct, version = executor.table.direct, session.program.version
        walker = Stepper(executor)
        with self.first_error() as errors:
            executor.runner.pc = session.enter(text.encode("latin-1"))
            ended = None
            if executor.runner.pc != READY:
                ended = walker.walk(self.clock.us + DIRECT_US, NEVER, self._leaves_direct)
        error = errors[0] if errors else None
        if error is not None or ended not in (None, "seen"):
            session.machine.restore(machine_state)
            session.restore(session_state)
            raise Misunderstood(f"{said(error, session.basic_1_1)}." if error else "That waits for a key.")
        if executor.runner.pc == READY and session.program.version == version:
            if isinstance(place, int):
                executor.runner.pc = place
            else:
                if place[0] is None and direct is not None:
                    executor.table.lay_out_direct(direct[0])
                executor.runner.pc = executor.table.pc_of(*place)

    def _leaves_direct(self, count: int, pc: int) -> bool:
        return pc in (READY, END_OF_PROGRAM) or self.executor.table.where[pc][0] is not None

    def edit(self, text: str) -> None:
        session, executor = self.session, self.executor
        number, end = tokens.line_number_at(text.encode("latin-1").lstrip(b" "), 0)
        rest = text.encode("latin-1").lstrip(b" ")[end:]
        if not rest.strip() and number not in session.program.lines:
            raise Misunderstood(f"There is no line {number}.")
        try:
            session.store(number, rest)
        except BasicError as error:
            raise Misunderstood(f"{said(error, session.basic_1_1)}.") from None
        executor.underway.clear()
        session.editor_started, session.editing = False, b""
        executor.runner.pc = READY
