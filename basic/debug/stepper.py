"""Runs a program one statement at a time, and lets a function look at each.

`Stepper.walk` does what `Executor.run` does, by the same steps, and stops after a number of statements or where `seen`
says so. A statement is a step that takes time on the machine: stubs and the end of the program take no time and do not
count; nor does the look at events behind a handler's RETURN, though going into the next handler takes time. Both ways
share `Executor.after_steps`, so that events come at the same statements.
"""

from collections.abc import Callable

from basic.errors import BasicError, Break
from basic.ports import NEVER
from basic.runtime.control import ATTEND, FIRST_LINE, READY, Diverted, Waiting
from basic.runtime.executor import Executor

MOST_STILL = 20                 # steps at one time that are tried

Seen = Callable[[int, int], bool | None]        # (statements done, pc of the next): True stops there


class Stepper:
    def __init__(self, executor: Executor) -> None:
        self.executor = executor
        self.count = 0                  # statements done
        self.stopped = False            # by `seen`

    def walk(self, until: int, most: int = NEVER, seen: Seen | None = None) -> str | None:
        """Goes on until the clock shows `until`, `count` is `most`, or `seen` stops it: the reason, None for the time.

        The steps must be plain ones, without traps or units.
        """
        executor = self.executor
        clock = executor.clock
        while True:
            if self.count >= most:
                executor.runner.rest()
                return "count"
            self.attend()
            due = clock.us + 1 if executor.runner.looks_soon() else executor.runner.next_poll()
            executor.real_time.due = due
            event: Exception | None = None
            self.stopped = False
            try:
                if seen is not None:
                    self._run_looking(min(until, due), most, seen)
                else:
                    self._run_counting(min(until, due), most)
            except (Waiting, Diverted, BasicError, Break) as caught:
                event = caught
            ended = executor.runner.after_steps(executor.runner.pc, event, due)
            if event is not None and ended != "trap" and not isinstance(event, Waiting):
                self.count += 1
            if ended:
                return ended
            if self.stopped:
                executor.runner.rest()
                return "seen"
            if clock.us >= until and self.count < most:
                executor.runner.rest()
                return None

    def attend(self) -> None:
        """Looks at events that are due, where that comes next."""
        runner = self.executor.runner
        if runner.pc == ATTEND:
            runner.pc = self.executor.table.code[ATTEND]()

    def meet(self, stands: Callable[[], bool]) -> bool:
        """Does steps that take no time until `stands`. False: it never does at this time, and the program has gone on."""
        runner, table, clock = self.executor.runner, self.executor.table, self.executor.clock
        us = clock.us
        for _ in range(MOST_STILL):
            if runner.pc == ATTEND:
                self.attend()
            else:
                pc, event = runner.pc, None
                due = self.executor.real_time.due = clock.us + 1 if runner.looks_soon() else runner.next_poll()
                if us < due:
                    clock.us += table.cost[pc]
                    try:
                        runner.pc = table.code[pc]()
                    except (Waiting, Diverted, BasicError, Break) as caught:
                        event = caught
                runner.after_steps(runner.pc, event, due)
            if clock.us != us:
                return False
            if stands():
                return True
        return False

    def _run_counting(self, limit: int, most: int) -> None:
        executor = self.executor
        clock, code, cost, pc, count = executor.clock, executor.table.code, executor.table.cost, executor.runner.pc, self.count
        try:
            while clock.us < limit and count < most:
                us, step = clock.us, pc
                clock.us = us + cost[pc]
                pc = code[pc]()
                if clock.us != us and step != ATTEND:
                    count += 1
        finally:
            executor.runner.pc, self.count = pc, count

    def _run_looking(self, limit: int, most: int, seen: Seen) -> None:
        executor = self.executor
        clock, code, cost, pc, count = executor.clock, executor.table.code, executor.table.cost, executor.runner.pc, self.count
        try:
            while clock.us < limit and count < most:
                if (pc >= FIRST_LINE or pc == READY) and seen(count, pc):
                    self.stopped = True
                    return
                us, step = clock.us, pc
                clock.us = us + cost[pc]
                pc = code[pc]()
                if clock.us != us and step != ATTEND:
                    count += 1
        finally:
            executor.runner.pc, self.count = pc, count
