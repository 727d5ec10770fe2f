"""Where exactly the program stands.

A time on the machine's clock is not yet a moment: some steps take no time, as the jump to an event's handler or the end of the
program. So a moment that has to be met again is either a copy of the state, or a time with a Standing: what tells the steps of
one microsecond apart.
"""

from typing import NamedTuple

from basic.runtime.control import ATTEND, BEHIND, FIRST_LINE, Position
from basic.runtime.executor import Executor


class Standing(NamedTuple):
    """Where the program stands, among the steps that are done at the same time."""
    fixed: int | None           # the step, where it is none of the program
    place: Position | None
    attend: Position | None     # where it goes on when events have been looked at
    reached: bool               # the statement has been compiled
    frames: int                 # on the control stack
    waiting: str | None         # what it waits for

    @property
    def in_program(self) -> bool:
        """In a statement of the program, or where it looks at events between two of them."""
        place = self.attend if self.place is None else self.place
        return place is not None and place[0] not in (None, BEHIND)


def standing_of(executor: Executor) -> Standing:
    runner, table = executor.runner, executor.table
    pc, fixed = runner.pc, runner.pc < FIRST_LINE
    return Standing(pc if fixed else None, None if fixed else table.place_of(pc),
                    table.place_of(runner.attend_pc) if pc == ATTEND else None, pc in table.reached, len(executor.stack.frames),
                    runner.waiting)
