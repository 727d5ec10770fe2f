"""Interrupts of BASIC: AFTER, EVERY, ON SQ and ON BREAK, taken between statements by priority."""

from typing import Any

from basic.errors import NO_LINE, BasicError
from basic.ports import Machine
from basic.runtime.code_table import CodeTable
from basic.runtime.control import GOSUB_SIZE, Frame
from basic.runtime.control_stack import ControlStack
from basic.timing.costs import Costs

TIMERS, SOUND_CHANNELS = 4, 3
NO_SOUND_LINES: list[int | None] = [None] * SOUND_CHANNELS
BREAK, TIMER_PRIORITY, SOUND_PRIORITY = "break", (1, 2, 4, 8), 16


class Timer:
    __slots__ = ("listed", "remaining", "period", "line", "pending")

    def __init__(self) -> None:
        self.listed = False     # the machine looks at it: from AFTER or EVERY on until REMAIN or RUN, also when AFTER is over
        self.remaining = 0      # ticks of 1/50 s until it is due, 0: off
        self.period = 0         # EVERY's, 0 for AFTER
        self.line = 0
        self.pending = 0


class Events:
    def __init__(self, machine: Machine, table: CodeTable, stack: ControlStack, costs: Costs) -> None:
        self.machine = machine
        self.costs = costs
        self.table = table
        self.stack = stack
        self.timers = [Timer() for _ in range(TIMERS)]
        self.sound_lines: list[int | None] = [None] * SOUND_CHANNELS
        self.reset()

    def reset(self) -> None:
        for timer in self.timers:
            timer.listed, timer.remaining, timer.period, timer.pending = False, 0, 0, 0
        self.machine.sound.reset()
        self.machine.forget_synchronous_events()
        self.sound_lines[:] = [None] * SOUND_CHANNELS
        self.enabled = True
        self.priority = 0               # of the handler that runs
        self.on_break: int | None = None
        self.break_ignored = False
        self.breaking = False           # in the handler of a break: until its RETURN, ESC is not looked for
        self.due = False

    def renumber(self, changed: dict[int, int]) -> None:
        """RENUM: handlers' lines have other numbers now."""
        for timer in self.timers:
            timer.line = changed.get(timer.line, timer.line)
        self.sound_lines[:] = [line if line is None else changed.get(line, line) for line in self.sound_lines]
        if self.on_break is not None:
            self.on_break = changed.get(self.on_break, self.on_break)

    @property
    def active(self) -> bool:
        """Whether frames have to be counted: any timer or sound event is set, or a timer is over that takes its time."""
        first, second, third, fourth = self.timers      # no loops: this is asked several times in each slice of time
        return bool(self.due or first.listed or second.listed or third.listed or fourth.listed
                    or first.pending or second.pending or third.pending or fourth.pending or self.sound_lines != NO_SOUND_LINES)

    @property
    def expected(self) -> bool:
        """Whether something will divert the program."""
        return self.due or self.sound_lines != NO_SOUND_LINES or any(timer.remaining or timer.pending for timer in self.timers)

    def catch_up(self) -> int:
        """Counts the frames that have passed, and says how many. What is done in a frame takes its time, in which the next one
        may begin."""
        passed, clock = 0, self.machine.clock
        while True:
            before = clock.us
            self.machine.catch_up()
            frames = self.machine.take_scans()
            passed += frames
            if frames and self.active:
                for _ in range(frames):
                    self.tick()
            if not frames or clock.us == before:
                return passed

    def tick(self) -> None:
        """A fiftieth of a second has passed."""
        costs, us = self.costs, 0
        for timer in self.timers:
            if timer.listed and not us:
                us = costs.counting_timers
            if not timer.remaining:
                us += costs.passed_timer * timer.listed
            else:
                us += costs.counted_timer
                timer.remaining -= 1
                if not timer.remaining:
                    us += costs.ended_timer
                    timer.pending = min(timer.pending + 1, 127)
                    timer.remaining = timer.period
                    self.due = True
        if any(line is not None for line in self.sound_lines):
            self.due = True
        if us:
            self.machine.clock.us += us
            self.machine.sound.catch_up()

    def start(self, number: int, ticks: int, repeat: bool, line: int) -> None:
        self.catch_up()
        timer = self.timers[number]
        timer.listed = True
        timer.remaining = ticks
        timer.period = ticks if repeat else 0
        timer.line = line
        timer.pending = 0

    def remain(self, number: int) -> int:
        """Stops a timer; gives what was left of it."""
        self.catch_up()
        timer = self.timers[number]
        left = timer.remaining
        timer.listed, timer.remaining, timer.period = False, 0, 0
        return left

    def arm_sound(self, channel: int, line: int) -> None:
        self.catch_up()
        self.sound_lines[channel] = line
        self.machine.sound.arm(channel)

    def divert(self, pc: int) -> int:
        """The handler of the most urgent event that may interrupt what runs, or pc."""
        if self.table.where[pc][0] is None and pc != self.table.end_pc():
            return self._in_direct(pc)
        if not self.enabled:
            return pc
        for number in range(TIMERS - 1, -1, -1):
            timer = self.timers[number]
            if timer.pending and TIMER_PRIORITY[number] > self.priority:
                timer.pending -= 1
                return self._enter(pc, timer.line, TIMER_PRIORITY[number])
        if self.priority < SOUND_PRIORITY:
            for channel, line in enumerate(self.sound_lines):
                if line is not None and self.machine.sound.take_event(channel):
                    self.sound_lines[channel] = None
                    return self._enter(pc, line, SOUND_PRIORITY)
        self.due = any(timer.pending for timer in self.timers) and self.priority < max(
            TIMER_PRIORITY[number] for number, timer in enumerate(self.timers) if timer.pending)
        return pc

    def _in_direct(self, pc: int) -> int:
        """What is due while a statement of a direct line runs is lost."""
        for timer in self.timers:
            timer.pending = 0
        self.due = False
        return pc

    def line_typed(self) -> None:
        """A direct line begins. Of what was due meanwhile, AFTER is lost; EVERY comes once."""
        self.catch_up()
        for timer in self.timers:
            timer.pending = min(timer.pending, 1) if timer.period else 0

    def _enter(self, pc: int, line: int, priority: int) -> int:
        self.machine.clock.us += self.costs.handled
        self.table.trace.arrive(pc)
        self.stack.push(Frame(GOSUB_SIZE, key=("event", self.priority), pc=pc))
        self.priority = priority
        return self._handler(line)

    def enter_break(self, pc: int) -> int:
        assert self.on_break is not None
        self.machine.sound.resume()
        self.stack.push(Frame(GOSUB_SIZE, key=(BREAK, self.priority), pc=pc))
        self.breaking = True
        return self._handler(self.on_break)

    def _handler(self, line: int) -> int:
        """Where a handler's line begins. The line was there when the statement named it, but may be gone."""
        pc = self.table.pc_of_line(line)
        if pc is None:
            raise BasicError(NO_LINE)
        return pc

    def leave(self, frame: Frame) -> None:
        """RETURN from a handler: what it interrupted has its priority back."""
        assert frame.key is not None
        self.priority = frame.key[1]
        self.breaking = self.breaking and frame.key[0] != BREAK
        self.enabled = True
        self.due = True

    def snapshot(self) -> tuple[Any, ...]:
        timers = [(timer.listed, timer.remaining, timer.period, timer.line, timer.pending) for timer in self.timers]
        return (timers, list(self.sound_lines), self.enabled, self.priority, self.on_break, self.break_ignored,
                self.breaking, self.due)

    def restore(self, state: tuple[Any, ...]) -> None:
        (timers, self.sound_lines[:], self.enabled, self.priority, self.on_break, self.break_ignored, self.breaking,
         self.due) = state
        for timer, kept in zip(self.timers, timers, strict=True):
            timer.listed, timer.remaining, timer.period, timer.line, timer.pending = kept
