"""The run loop: a program counter over the code table's steps; errors, events, breaks and waiting between them.

`code[pc]()` does a statement and returns the next pc; `cost[pc]` is what it takes on the machine. The READY prompt, the
line editor and the end of the program are steps like any other. How lines become steps stands in `basic.runtime.code_table`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from basic.errors import MEMORY_FULL, RESUME_MISSING, BasicError, Break, LineDropped
from basic.ports import FRAME_US, NEVER, Machine
from basic.runtime import garbage
from basic.runtime.code_table import CodeTable
from basic.runtime.control import ATTEND, FIRST_LINE, PAUSED, PRINTER, READY, Diverted, Position, Trapped, UnitLeft, Waiting
from basic.runtime.error_state import ErrorState
from basic.runtime.events import Events
from basic.runtime.hooks import Hooks
from basic.runtime.output import Output
from basic.runtime.program import Program
from basic.runtime.real_time import RealTime

if TYPE_CHECKING:
    from basic.units.jit import Jit

ESC, BLANK = 252, 32
EDITOR = "editor"               # what it waits for while the line editor is at work
FOR_KEYS = "key", EDITOR
FLYBACK = "flyback"


class Runner:
    """`pc` is the place where the program stands, `waiting` what it waits for; `underway` is what a waiting statement
    has done so far. `close_files` is called at the program's end."""

    def __init__(self, machine: Machine, program: Program, table: CodeTable, events: Events, errors: ErrorState,
                 output: Output, real_time: RealTime, jit: Jit, hooks: Hooks, underway: dict[str, Any], basic_1_1: bool,
                 close_files: Callable[[], None]) -> None:
        self.machine = machine
        self.clock = machine.clock
        self.program = program
        self.table = table
        self.events = events
        self.errors = errors
        self.output = output
        self.real_time = real_time
        self.jit = jit
        self.hooks = hooks
        self.underway = underway
        self.basic_1_1 = basic_1_1
        self.close_files = close_files
        self.pc = READY
        self.waiting: str | None = None
        self.editor_until = 0           # the line editor is at work until then
        self.exact = False              # units end at the time that `run` is given, as steps do, also while a face watches
        self.attend_pc = READY          # where the step ATTEND goes on
        self.paused_pc = READY          # and PAUSED

    def run(self, until: int, soft_deadline: int = NEVER) -> str | None:
        """Runs until the clock shows `until` microseconds; returns early with the reason: a `key`, a `trap`, a `reset`, a
        frame to be `shown`. From `soft_deadline` on it returns as soon as that loses no speed."""
        usual = garbage.collect_seldom()
        try:
            return self._run(until, soft_deadline)
        finally:
            garbage.collect_as_usual(usual)

    def _run(self, until: int, soft_deadline: int) -> str | None:     # noqa: C901  (the hot loop: no calls in it)
        clock, code, cost, jit = self.clock, self.table.code, self.table.cost, self.jit
        pc, native = self.pc, jit.native
        plain = None            # the plain step of a statement that a unit could not finish
        goes_on = False         # a unit has been left, and it is known what is due next
        while True:
            program = native.program
            if program is not None and (program.to_do or program.groups):
                program.go_on()
            if not goes_on:
                soon = self.looks_soon()
                active, tick = self.events.active, self.machine.next_tick()
                due = self.real_time.due = clock.us + 1 if soon else self._due(active or self.real_time.watching, tick)
                slice_end = clock.us + native.slice
                limit = min(until, due, soft_deadline, slice_end)
                once, outer, soft, at_all = (due,) * 4 if soon else self.unit_limits(until, due, soft_deadline, active, tick)
                jit.limit[:] = once, outer, soft, at_all, min(outer, slice_end), self.machine.asked_until
            goes_on = False
            event: Exception | None = None
            try:
                if plain is not None:
                    step, plain = plain, None
                    pc = step()
                while clock.us < limit:
                    clock.us += cost[pc]
                    pc = code[pc]()
            except (Waiting, Diverted, Break) as caught:
                event = caught
            except UnitLeft as left:
                pc, plain = left.pc, left.step
                goes_on = plain is not None or clock.us < limit and self.hooks.observer is None
                if goes_on:
                    continue
                event = Trapped(pc) if self.hooks.observer and self.hooks.observer.stops_after(pc) else None
            except BasicError as caught:
                event = caught
            except RecursionError:              # nested deeper than Python goes
                event = BasicError(MEMORY_FULL)
            if event is None and clock.us < due:
                self.pc = pc
            elif ended := self.after_steps(pc, event, due):
                return ended
            pc = self.pc
            if clock.us >= until or clock.us >= soft_deadline:
                self.rest()
                return None

    def next_poll(self) -> int:
        """When `poll` is to be called."""
        return self._due(self.events.active or self.real_time.watching, self.machine.next_tick())

    def _due(self, counts_frames: bool, tick: int) -> int:
        """When something is to be done: at the machine's tick, and where frames are counted at the next of them."""
        return min(tick, self.machine.next_scan()) if counts_frames else tick

    def unit_limits(self, until: int, frame: int, soft_deadline: int, active: bool, tick: int) -> tuple[int, int, int, int]:
        """The times from which a unit of basic.units.jit does not run on, begins no other pass of a loop that may wait, no
        other of its outermost loop, and no other at all. What is due comes in time; only a face that watches the frames may get
        some late. `active`: timers run; `tick`: when the machine has something to do."""
        due = self._due(active, tick)
        if self.real_time.watching and not self.exact:
            return due, min(until, frame), soft_deadline, until
        return min(until, due), until, soft_deadline, until

    def after_steps(self, pc: int, event: Exception | None, due: int) -> str | None:
        """The steps have stopped at pc, by an event or because the time is over: handles the event, and does what is due.

        Gives the reason to leave the run, or None to go on at `self.pc`.
        """
        if self.table.untouched and pc >= FIRST_LINE and isinstance(event, BasicError | Break):
            pc = READY          # the statement has had the steps made anew, and its place is gone
        clock, done, begun, ended = self.clock, pc, self.clock.us, None
        if isinstance(event, Waiting):
            clock.us -= self.table.cost[pc]
            self.pc = self.table.trace.come_back(pc)
            if event.reason not in ("tape", EDITOR):    # for which a person need not wait
                self.real_time.waited = True
            if event.reason in FOR_KEYS:
                self._read_ahead()
                self.machine.waits_for_key()
                self.waiting = event.reason
                self._book(pc, begun)
                return "key"
            self._wait(event, pc)
            ended = "reset" if event.reason == "reset" else None
            if self.clock.flyback is not None and self.waiting != FLYBACK:
                self.waiting = FLYBACK          # it ends before the interrupt in which the keys are looked at
                self._book(pc, begun)
                return None
        elif isinstance(event, Diverted):
            if event.pc == pc and not isinstance(event, Trapped):
                self.table.trace.come_back(pc)
            pc = event.pc
            ended = "trap" if isinstance(event, Trapped) else None
        elif isinstance(event, BasicError):
            if self.hooks.observer and self.hooks.observer.stops_at(event, pc):
                self.pc = pc
                return "trap"
            pc = self.errors.fail(event.number, pc, event.derr, event.line)
        elif isinstance(event, Break):
            self.underway.clear()
            pc = self.stop(pc, self.table.where[pc])
        self.pc = pc
        self._book(done, begun)
        if clock.us >= due:
            self.pc = self.poll(pc)
            ended = ended or self.real_time.stopped
        return ended

    def _wait(self, event: Waiting, pc: int) -> None:
        """Lets the time pass until the statement at pc is done again."""
        if event.reason == "sound":         # the machine does the whole of it again and again
            self.clock.us += self.table.cost[pc]
        elif self.clock.flyback is not None:    # its own time has passed by then
            self.clock.us = max(self.clock.us, self.clock.begin_of_frame(self.clock.flyback) - self.table.cost[pc])
            self.machine.sound.forgive()
        else:
            self.clock.us = max(self.clock.us, self.machine.next_frame())
            self.machine.sound.forgive()

    def looks_soon(self) -> bool:
        """Whether ESC and events are looked at behind the next statement: after a wait for a key, and at a frame flyback."""
        soon = self.waiting is not None
        if self.waiting in FOR_KEYS:
            self.waiting = None
        return soon

    def _book(self, pc: int, since: int) -> None:
        """Gives a statement this time in the heat map, too."""
        if self.hooks.heat_map is not None:
            self.hooks.heat_map.times[pc] += self.clock.us - since

    def let_editor_work(self) -> None:
        """Waits until the line editor has done what it is at."""
        if self.clock.us < self.editor_until:
            raise Waiting(EDITOR)

    def editor_worked(self, since: int) -> None:
        """The line editor has done something. If that takes long it goes by as a wait, in which keys come at their moments:
        a letter typed at the begin of a long line takes almost a second."""
        if self.clock.us - since > FRAME_US:
            self.editor_until, self.clock.us = self.clock.us, since
            raise Waiting(EDITOR)

    def pass_time(self, until: int) -> None:
        """Lets time pass up to what is due next, while the program waits for a key."""
        if self.waiting == EDITOR:
            until = min(until, self.editor_until)
        scan, tick, since = self.machine.next_scan(), self.machine.next_tick(), self.clock.us
        due = min(scan, tick) if tick > since else scan
        self.clock.us = max(since, min(until, due))
        self.machine.sound.forgive()
        self._book(self.pc, since)
        if self.clock.us >= due:
            self.pc = self.poll(self.pc)

    def poll(self, pc: int) -> int:
        """At a tick, lets the machine do what is due; gives the pc to which ESC or a timer diverts the program."""
        self.catch_up(pc)
        behind_flyback = self.waiting == FLYBACK
        if self.waiting not in FOR_KEYS:
            self.waiting = None
        if pc >= FIRST_LINE and self.waiting is None:
            self.machine.between_statements()
            if not self.events.breaking and self.machine.keyboard.take_escape() and not self.events.break_ignored:
                return self.pause(pc)
            if self.events.due and (behind_flyback and self.basic_1_1 or self.table.begins_direct(pc)):
                self.waiting = "event"          # it is taken one statement later
            elif self.events.due:
                try:
                    return self.events.divert(pc)
                except BasicError as error:     # no room for the handler's GOSUB, or its line is gone
                    return self.errors.fail(error.number, pc)
        return pc

    def asked_for_key(self) -> None:
        """Notes that INKEY or JOY asked for a key, or that INKEY$ got none."""
        self.real_time.asked_for_key(self.clock.us)
        self._read_ahead()

    def look_at_keys(self, later: int) -> None:
        """A statement looks at the keys that long before its end, up to which the clock has been moved on. A scan that comes
        before the look is done now, not behind the statement."""
        clock = self.clock
        if clock.us - later >= self.real_time.due:
            clock.us -= later
            self.real_time.frames_within += self.events.catch_up()
            clock.us += later

    def _read_ahead(self) -> None:
        if self.real_time.paced:
            self.table.parsed.read_ahead()

    def catch_up(self, pc: int) -> None:
        """The machine and the timers do what is due for the frames that have passed."""
        frames = self.events.catch_up() + self.real_time.frames_within
        self.real_time.frames_within = 0
        if frames and self.real_time.frames_passed(frames, pc) and pc >= FIRST_LINE:
            self.jit.native.computes(pc)

    def rest(self) -> None:
        """The program stands here for a while. What is due already stays so, and comes before the next statement, as it would
        without the rest."""
        active, tick, real_time = self.events.active, self.machine.next_tick(), self.real_time
        if tick == NEVER and not active and not real_time.watching:
            if self.machine.pass_quietly() or real_time.frames_within:      # as in most slices of a program that computes
                real_time.waited = real_time.overran = False
                real_time.frames_within = 0
        elif self.clock.us < self._due(active, tick):
            self.catch_up(self.pc)

    def attend(self, pc: int) -> int:
        """Looks at events before going on at pc."""
        self.attend_pc = pc
        return ATTEND

    def look_again(self, pc: int) -> int:
        """Gives pc, where the program goes on. If the statement has made something due sooner, the run begins anew there."""
        if self.machine.next_tick() < self.real_time.due:
            raise Diverted(pc)
        return pc

    def attended(self) -> int:
        return self.events.divert(self.attend_pc) if self.events.due else self.attend_pc

    # break

    def pause(self, pc: int) -> int:
        self.table.trace.arrive(pc)
        self.paused_pc = pc
        self.machine.sound.hold()
        return PAUSED

    def paused(self) -> int:
        char = self.machine.keyboard.read_char()
        if char is None:
            raise Waiting("key")
        if char == ESC:
            return self.break_off(self.paused_pc)
        if char != BLANK:
            self.machine.keyboard.put_back(char)
        self.machine.keyboard.arm_break(True)
        self.machine.sound.resume()
        return self.attend(self.paused_pc)

    def break_off(self, pc: int) -> int:
        """ESC ESC: a handler set by ON BREAK GOSUB, or the end of the run."""
        self.underway.clear()
        if self.events.on_break is not None and self.table.where[pc][0] is not None:
            return self.events.enter_break(pc)
        return self.stop(pc, self.table.where[pc])

    def escape_input(self, pc: int) -> NoReturn:
        """ESC at INPUT. 1.0 stops at once; 1.1 begins the statement again, and an ESC of the keyboard is the first of two."""
        self.underway.clear()
        self.table.trace.come_back(pc)
        if not self.basic_1_1:
            raise Break
        escaped = self.machine.keyboard.take_escape()
        raise Diverted(self.pause(pc) if escaped and not self.events.break_ignored else pc)

    def stop(self, pc: int, continue_at: Position | None) -> int:
        """Break in 100: STOP and ESC ESC. CONT goes on at `continue_at`."""
        line = self.table.where[pc][0]
        shown = self.errors.edited() if line is None and not self.basic_1_1 else line
        self.output.message(b"Break", self.program.numbers[shown] if shown is not None else None)
        if line is not None:
            self.errors.continue_at = continue_at
            self.errors.stopped_in(self.program.numbers[line])
            self.machine.sound.hold()
        return READY

    def end_of_program(self) -> int:
        self.errors.continue_at = None
        if self.errors.in_handler:
            last = len(self.program.numbers) - 1
            return self.errors.fail(RESUME_MISSING, self.table.pc_of(last, 0))
        self.close_files()
        self.clock.us += self.table.costs.program_over * bool(self.program.numbers)
        return READY

    # what statements ask

    def ask(self, prompt: bytes, pc: int, stream: int = 0, prepare: Callable[[], object] | None = None,
            stays: bool = False) -> bytes:
        """The line that is typed behind a prompt; the statement at pc waits until there is one.

        `prepare` comes between prompt and typing. `stays`: the cursor stays behind what has been typed.
        """
        editor = self.machine.editor
        if "input" not in self.underway:
            self.output.write(stream, prompt)
            if prepare is not None:
                prepare()
            editor.start(stream=stream if stream < PRINTER else 0)
            self.underway["input"] = True
        self.let_editor_work()
        since = self.clock.us
        try:
            line = editor.go_on()
        except LineDropped:
            self.underway.clear()
            return self.ask(prompt, pc, stream, prepare, stays)
        except Break:
            self.escape_input(pc)
        if line is None:
            self.editor_worked(since)
            raise Waiting("key")
        self.underway.clear()
        if not stays:
            self.output.new_line(stream)
        return line
