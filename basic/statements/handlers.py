"""What interrupts a program: errors, timers, ESC, room in a sound queue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basic.errors import IMPROPER, NO_LINE, BasicError
from basic.records import record
from basic.runtime.control import Diverted, Step
from basic.statements.screen import failing_after
from basic.syntax.nodes import Expression, LineNumber
from basic.syntax.statement import ALWAYS, Cost, Place, Statement, Way, statement, syntax_error

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler, GetInteger


@statement('"ERROR" expr', token=0x9C)
class Error(Statement):
    """ERROR number: as if that error had happened"""
    cost = Cost(300, 300)
    ends_first = ALWAYS
    number: Expression

    @property
    def successors(self) -> tuple[Way, ...]:
        return ()

    def compile(self, c: Compiler) -> Step:
        number = c.byte(self.number, 1)

        def step() -> int:
            raise BasicError(number())
        return step


@statement('"ON" "ERROR" "GOTO" line')
class OnErrorGoto(Statement):
    """ON ERROR GOTO line: where an error leads"""
    looks_anew = True
    cost = Cost(240, 244)
    finds_end = True
    line: LineNumber

    def compile(self, c: Compiler) -> Step:
        executor, line, after = c.executor, int(self.line), c.after
        c.charge(c.costs.line_passed * executor.table.maker.lines_to(line, None))

        def step() -> int:
            if executor.table.pc_of_line(line) is None:
                raise BasicError(NO_LINE)
            executor.errors.on_error = line
            return after
        return step


@statement('"ON ERROR GOTO 0"', token=0xB4)
class OnErrorGoto0(Statement):
    """ON ERROR GOTO 0: errors stop the program again"""
    cost = Cost(72, 72)
    finds_end = True

    def compile(self, c: Compiler) -> Step:
        executor, after = c.executor, c.after

        def step() -> int:
            executor.errors.on_error = None
            if executor.errors.in_handler:
                return executor.errors.fail_again()
            return after
        return step


@statement('"RESUME"', token=0xC8)
class Resume(Statement):
    """RESUME: tries the statement that failed again"""
    cost = Cost(350, 360)
    ends_first = ALWAYS

    @property
    def successors(self) -> tuple[Way, ...]:
        return (Way(Place.ELSEWHERE),)

    def compile(self, c: Compiler) -> Step:
        executor = c.executor

        def step() -> int:
            return executor.table.trace.come_back(executor.table.pc_of(*executor.errors.resume_place()))
        return step


@statement('"RESUME" "NEXT"')
class ResumeNext(Statement):
    """RESUME NEXT: goes on behind the statement that failed"""
    cost = Cost(350, 360)
    ends_first = ALWAYS

    @property
    def successors(self) -> tuple[Way, ...]:
        return (Way(Place.ELSEWHERE),)

    def compile(self, c: Compiler) -> Step:
        executor = c.executor

        def step() -> int:
            return executor.table.behind(*executor.errors.resume_place())
        return step


@statement('"RESUME" line')
class ResumeLine(Statement):
    """RESUME line: goes on there after an error"""
    cost = Cost(350, 360)
    keeps_place = True
    ends_first = ALWAYS
    line: LineNumber

    @property
    def successors(self) -> tuple[Way, ...]:
        return (Way(int(self.line)),)

    def compile(self, c: Compiler) -> Step:
        executor, target = c.executor, c.jump(int(self.line))

        def step() -> int:
            pc = target()
            executor.errors.resume_place()
            return pc
        return step


@record
class _Timer(Statement):
    ticks: Expression
    timer: Expression | None
    line: LineNumber
    repeat = False

    def compile(self, c: Compiler) -> Step:
        events, after, repeat = c.executor.events, c.after, self.repeat
        ticks = c.positive(self.ticks)
        timer = c.byte(self.timer, 0, 3) if self.timer is not None else lambda: 0
        target, line = c.jump(int(self.line)), int(self.line)

        def step() -> int:
            count = ticks()
            number = timer()
            target()
            events.start(number, count, repeat, line)
            raise Diverted(after)
        return step


@statement('"AFTER" expr ["," expr] "GOSUB" line', token=0x80)
class After(_Timer):
    """AFTER fiftieths [, timer] GOSUB line: once, after that time"""
    cost = Cost(455, 445)
    keeps_place = True


@statement('"EVERY" expr ["," expr] "GOSUB" line', token=0x9D)
class Every(_Timer):
    """EVERY fiftieths [, timer] GOSUB line: again and again, after that time"""
    cost = Cost(455, 445)
    keeps_place = True
    repeat = True


@statement('"AFTER" expr ["," expr] BROKEN_ITEM | "EVERY" expr ["," expr] BROKEN_ITEM')
class BrokenTimer(Statement):
    """AFTER or EVERY with no GOSUB where it should be"""
    cost = Cost.nothing("it ends in an error")
    ticks: Expression
    timer: Expression | None
    number: int

    def compile(self, c: Compiler) -> Step:
        ticks = c.positive(self.ticks)
        timer = c.byte(self.timer, 0, 3) if self.timer is not None else ticks
        number = self.number

        def fail() -> int:
            ticks()
            timer()
            raise BasicError(number)
        return fail


@statement('"ON" expr BROKEN_ITEM')
class BrokenOn(Statement):
    """ON number with neither GOTO nor GOSUB"""
    cost = Cost.nothing("it ends in an error")
    selector: Expression
    number: int

    def compile(self, c: Compiler) -> Step:
        selector, number = c.byte(self.selector), self.number

        def fail() -> int:
            selector()
            raise BasicError(number)
        return fail


@statement('"DI"', token=0xDB)
class Di(Statement):
    """DI: holds timers and sound events back"""
    cost = Cost(157, 157)
    finds_end = True
    ends_first = ALWAYS
    enabled = False

    def compile(self, c: Compiler) -> Step:
        executor, after, enabled = c.executor, c.after, self.enabled

        def step() -> int:
            executor.events.enabled = enabled
            if enabled:
                executor.events.due = True
                return executor.runner.attend(after)
            return after
        return step


@statement('"EI"', token=0xDC)
class Ei(Di):
    """EI: lets timers and sound events in again"""
    cost = Cost(157, 157)
    enabled = True


@statement('"ON BREAK" "GOSUB" line', token=0xB3)
class OnBreakGosub(Statement):
    """ON BREAK GOSUB line: where ESC ESC leads"""
    cost = Cost(141, 620)
    finds_end = True
    keeps_place = True
    line: LineNumber

    def compile(self, c: Compiler) -> Step:
        events, after, line, target = c.executor.events, c.after, int(self.line), c.jump(int(self.line))

        def step() -> int:
            target()
            events.on_break, events.break_ignored, events.breaking = line, False, False
            return after
        return step


@statement('"ON BREAK" "STOP"')
class OnBreakStop(Statement):
    """ON BREAK STOP: ESC ESC stops the program again"""
    cost = Cost(77, 541)
    finds_end = True
    ignored = False

    def compile(self, c: Compiler) -> Step:
        events, after, ignored, basic_1_1 = c.executor.events, c.after, self.ignored, c.basic_1_1
        keyboard = c.machine.keyboard

        def step() -> int:
            events.on_break, events.break_ignored, events.breaking = None, ignored, False
            if basic_1_1:
                keyboard.arm_break(not ignored)     # ESC is a key like any other, and waits to be read
            return after
        return step


@statement('"ON BREAK" "CONT"')
class OnBreakCont(OnBreakStop):
    """ON BREAK CONT: ESC does nothing (1.1)"""
    cost = Cost(77, 303)
    ignored = True

    def compile(self, c: Compiler) -> Step:
        return super().compile(c) if c.basic_1_1 else syntax_error(c)


@statement('"ON SQ" "(" expr ")" "GOSUB" line', token=0xB5)
class OnSq(Statement):
    """ON SQ(channel) GOSUB line: when the channel's queue has room"""
    cost = Cost(411, 380)
    keeps_place = True
    channel: Expression
    line: LineNumber

    def compile(self, c: Compiler) -> Step:
        executor, events, after = c.executor, c.executor.events, c.after
        channel, target, line = sound_channel(c, self.channel), c.jump(int(self.line)), int(self.line)

        def step() -> int:
            bits = channel()
            target()
            events.arm_sound(bits >> 1, line)
            events.due = True
            raise Diverted(executor.runner.attend(after))
        return step


@statement('"ON SQ" "(" expr BROKEN_ITEM | "ON SQ" "(" expr ")" BROKEN_ITEM | "ON SQ" "(" expr ")" "GOSUB" BROKEN_ITEM')
class BrokenOnSq(Statement):
    """ON SQ(channel) with no bracket, no GOSUB or no line where it should be"""
    cost = Cost.nothing("it ends in an error")
    channel: Expression
    number: int

    def compile(self, c: Compiler) -> Step:
        return failing_after([sound_channel(c, self.channel)], self.number)


def sound_channel(c: Compiler, node: Expression) -> GetInteger:
    get = c.byte(node)

    def channel() -> int:
        bits = get()
        if bits not in (1, 2, 4):
            raise BasicError(IMPROPER)
        return bits
    return channel
