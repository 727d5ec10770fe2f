"""The executor: a program counter over one flat list of steps, errors, events, breaks.

`code[pc]()` does a statement and returns the next pc; `cost[pc]` is what it takes on the machine. The READY prompt, the
line editor and the end of the program are steps like any other. How lines become steps stands in `basic.runtime.code_table`.
"""

from basic.debug.heat_map import HeatMap
from basic.errors import (
    BROKEN_IN,
    MEMORY_FULL,
    RESUME_MISSING,
    SYNTAX,
    UNEXPECTED_RESUME,
    BasicError,
    Break,
    SoftError,
    message,
)
from basic.ports import NEVER
from basic.runtime.code_table import CodeTable
from basic.runtime.control import ATTEND, FIRST_LINE, PAUSED, READY, Diverted, Frame, Trapped, Waiting
from basic.runtime.control_stack import ControlStack
from basic.runtime.events import Events
from basic.runtime.output import Output
from basic.runtime.snapshots import Snapshots
from basic.runtime.waits import Waits
from basic.timing.costs import MODELS
from basic.units.jit import Jit
from basic.values.real_functions import RandomNumbers

ESC, BLANK = 252, 32
POLLING = 80_000             # microseconds between two looks at the keyboard that belong together
WAITING_STRIDE = 3000        # microseconds that a pass of a loop that only waits takes at most


class Executor(CodeTable, ControlStack, Snapshots):
    def __init__(self, session):
        self.session = session
        self.machine = session.machine
        self.clock = session.machine.clock
        self.program = session.program
        self.variables = session.variables
        self.basic_1_1 = session.basic_1_1
        self.costs = MODELS[self.basic_1_1]
        self.output = Output(self)
        self.events = Events(self)
        self.random = RandomNumbers()
        self.jit = Jit(self)
        self.addresses = session.addresses
        self.code: list = []
        self.cost: list[int] = []
        self.where: list[tuple[int | None, int]] = []       # (line's place, statement's place)
        self.layouts: dict[int, tuple] = {}                 # line's place -> (statements, pcs)
        self.built = -1                                     # the program's version that the steps are of
        self.line_stubs: list = []                          # for each line's place, whatever the line is
        self.line_starts: list[tuple[int, int]] = []
        self.lines_cut: dict[bytes, list] = {}              # a line's bytes -> its statements
        self.ahead = 0                                      # the place of the next line to be read ahead
        self.reached: set[int] = set()                      # pcs of the statements that have been compiled
        self.direct = None                                  # the direct line's (crunched, statements, pcs)
        self.traps: set[int] = set()                        # pcs at which a debugger has put steps of its own
        self.watches: dict[int, list] = {}                  # pcs after which it looks, and what at
        self.heat_map: HeatMap | None = None
        self.observer = None                                # a debugger: told of new code, and of errors
        self.stack: list[Frame] = []
        self.functions: dict = {}
        self.pc = READY
        self.degrees = False
        self.trace = False
        self.waiting: str | None = None
        self.underway: dict = {}        # what a waiting statement has done so far
        self.ended_by: tuple[int, int | None] | None = None     # the error that ended the last run, and its line
        self.waits = Waits(self)
        self.attend_pc = READY
        self.watching = False           # somebody wants to know what is waiting and what is computing
        self.waited = False             # in this frame
        self.due = 0                    # when the machine had to be looked after next
        self.polls = self.polled_at = 0     # how often keys were asked for without a pause, and when last
        self.watched = 0                # frames that went by in waiting, which a person is meant to see go by
        self.err = self.derr = self.erl = 0
        self.error_at: tuple | None = None          # (line's place, statement's place)
        self.direct_in: int | None = None           # the line being edited, in which a direct line then counts as being
        self.reset_control()
        self.rebuild()

    def reset_control(self) -> None:
        """What editing the program or CLEAR forgets."""
        self.on_error: int | None = None
        self.in_handler = False
        self.continue_at: tuple | None = None
        self.data_at: tuple[int, int] = (0, -1)     # line's place, offset in it; -1: before the line
        self.functions.clear()
        self.variables.functions.clear()
        self.clear_stack()
        self.events.reset()

    # running

    def run(self, until: int, soft_deadline: int = NEVER) -> str | None:
        """Runs until the clock shows `until` microseconds; returns early with the reason: a `key`, a `trap`. It may end
        sooner, from `soft_deadline` on, where it is easy to go on from."""
        clock, code, cost, jit = self.clock, self.code, self.cost, self.jit
        pc = self.pc
        soon, self.waiting = self.waiting is not None, None     # ESC and events come right behind what waited for a key
        plain = None            # the step that does again what a unit of basic.units.jit gave up
        while True:
            if plain is None:
                due = self.due = clock.us + 1 if soon else self.next_poll()
                limit = min(until, due, soft_deadline)
                jit.limit[:] = (due, due, due) if soon else self.unit_limits(until, due, soft_deadline)
                soon = False
            event = None
            try:
                if plain is not None:
                    step, plain = plain, None
                    pc = step()
                while clock.us < limit:
                    clock.us += cost[pc]
                    pc = code[pc]()
            except (Waiting, Diverted, Break) as caught:
                event = caught
            except Exception as caught:
                again = jit.recover(caught, pc)
                if again is not None:
                    pc, plain = again
                    if plain is not None:
                        continue
                    caught = Trapped(pc) if self.observer and self.observer.stops_after(pc) else None
                elif isinstance(caught, RecursionError):    # nested deeper than Python goes
                    caught = BasicError(MEMORY_FULL)
                elif not isinstance(caught, BasicError):
                    raise caught
                event = caught
            ended = self.after_steps(pc, event, due)
            pc = self.pc
            if ended:
                return ended
            if clock.us >= until or clock.us >= soft_deadline:
                self.catch_up(pc)
                return None

    def next_poll(self) -> int:
        return self.machine.next_frame() if self.events.active or self.watching else self.machine.next_tick()

    def unit_limits(self, until: int, frame: int, soft_deadline: int) -> tuple[int, int, int]:
        """Up to when a unit of basic.units.jit may run, up to when it may begin another pass of a loop, and of its outermost.
        Nothing that is due may come late; somebody who only watches the frames go by may get one late."""
        due = self.events.next_due() if self.events.active else self.machine.next_tick()
        return (due, min(until, frame), soft_deadline) if self.watching else (min(until, due), until, soft_deadline)

    def after_steps(self, pc: int, event: Exception | None, due: int) -> str | None:
        """CodeTable came to an end at pc, by an event or because the time is over: what comes of it, and what is due.

        Gives why the run is to be left, None where it goes on at `self.pc`.
        """
        clock, done, begun, ended = self.clock, pc, self.clock.us, None
        if isinstance(event, Waiting):
            clock.us -= self.cost[pc]
            self.pc = pc
            self.waited = True
            if event.reason == "key":
                self.read_ahead()
                self.waiting = "key"
                self._book(pc, begun)
                return "key"
            clock.us = max(clock.us, self.machine.next_frame())
        elif isinstance(event, Diverted):
            pc = event.pc
            ended = "trap" if isinstance(event, Trapped) else None
        elif isinstance(event, BasicError):
            if self.observer and self.observer.stops_at(event, pc):
                self.pc = pc
                return "trap"
            pc = self.fail(event.number, pc, event.derr)
        elif isinstance(event, Break):
            self.underway.clear()
            pc = self.stop(pc, self.where[pc])
        self.pc = pc
        self._book(done, begun)
        if clock.us >= due:
            self.pc = self.poll(pc)
        return ended

    def _book(self, pc: int, since: int) -> None:
        """For the heat map: what else a statement took."""
        if self.heat_map is not None:
            self.heat_map.times[pc] += self.clock.us - since

    def pass_time(self, until: int) -> None:
        """While a key is waited for: time goes by up to the next tick."""
        frame, since = self.machine.next_frame(), self.clock.us
        self.clock.us = max(since, min(until, frame))
        self._book(self.pc, since)
        if self.clock.us >= frame:
            self.pc = self.poll(self.pc)

    def poll(self, pc: int) -> int:
        """At a tick: the machine does what is due; then keys and timers may divert the program."""
        self.catch_up(pc)
        if pc >= FIRST_LINE and self.waiting != "key":
            if not self.events.breaking and self.machine.keyboard.take_escape() and not self.events.break_ignored:
                return self.pause(pc)
            if self.events.due:
                return self.events.divert(pc)
        return pc

    def needs_real_time(self, pc: int) -> bool:
        """What went on in this frame is meant to be seen or heard, or waits for somebody: it is to take its real time."""
        if self.waited or self.events.active or self.machine.sound.sounding() or self.polls_keys():
            return True
        return pc >= FIRST_LINE and self.on_time() and self.waits.at(pc)

    def on_time(self) -> bool:
        """The steps came to the frame's end in small strides, as waiting does; what computes may come late."""
        return self.clock.us - self.due < WAITING_STRIDE

    def asked_for_key(self) -> None:
        """INKEY, JOY, or INKEY$ in vain: again and again, it is a game or a prompt."""
        now = self.clock.us
        self.polls = self.polls + 1 if now - self.polled_at < POLLING else 0
        self.polled_at = now
        if self.ahead < len(self.program.numbers):
            self.read_ahead()

    def polls_keys(self) -> bool:
        return self.polls >= 3 and self.clock.us - self.polled_at < POLLING

    def catch_up(self, pc: int) -> None:
        """Makes the frames good that have gone by."""
        frames = self.machine.catch_up()
        if frames:
            if self.watching and self.needs_real_time(pc):
                self.watched += frames
            self.waited = False
        if self.events.active:
            for _ in range(frames):
                self.events.tick()

    def attend(self, pc: int) -> int:
        """Looks at events before going on at pc."""
        self.attend_pc = pc
        return ATTEND

    def _attend(self) -> int:
        return self.events.divert(self.attend_pc) if self.events.due else self.attend_pc

    def wait(self, reason: str):
        raise Waiting(reason)

    # break

    def pause(self, pc: int) -> int:
        self.paused_pc = pc
        self.machine.sound.hold()
        return PAUSED

    def _paused(self) -> int:
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
        if self.events.on_break is not None and self.where[pc][0] is not None:
            return self.events.enter_break(pc)
        return self.stop(pc, self.where[pc])

    def escape_input(self, pc: int) -> None:
        """ESC at INPUT. 1.0 stops at once; 1.1 begins the statement again, and an ESC of the keyboard is the first of two."""
        self.underway.clear()
        if not self.basic_1_1:
            raise Break
        escaped = self.machine.keyboard.take_escape()
        raise Diverted(self.pause(pc) if escaped and not self.events.break_ignored else pc)

    def place_to_continue(self, line: int | None, statement: int) -> tuple | None:
        """Where CONT goes on, None behind the last statement of all."""
        return None if self.pc_of(line, statement) == self.end_pc() else (line, statement)

    def stop(self, pc: int, continue_at: tuple | None) -> int:
        """Break in 100: STOP and ESC ESC. CONT goes on at `continue_at`."""
        line = self.where[pc][0]
        self.output.message(b"Break", self.program.numbers[line] if line is not None else None)
        if line is not None:
            self.continue_at = continue_at
            self.machine.sound.hold()
        return READY

    # errors

    def soft(self, error: SoftError):
        """Overflow or Division by zero of reals: without ON ERROR it is said, and the sum goes on."""
        if self.on_error is not None:
            raise error
        self.output.plain_message(error.number)
        return error.result

    def fail(self, number: int, pc: int, derr: int = 0) -> int:
        """An error in the statement at pc: the handler, or a message and the prompt."""
        self.underway.clear()
        line, statement = self.where[pc]
        if line is None and self.failing_line is None:
            self.failing_line = self.direct_in
        blamed, self.failing_line = line if self.failing_line is None else self.failing_line, None
        if line is not None:
            statement = self.whole_statement(line, statement)
        elif blamed is not None:
            line, statement = blamed, 0
        self.err, self.derr = number, derr
        self.error_at = (line, statement)
        self.erl = 0 if blamed is None else self.program.numbers[blamed]
        if line is not None:
            self.continue_at = (line, statement)
            if self.on_error is not None and not self.in_handler:
                target = self.pc_of_line(self.on_error)
                if target is not None:
                    self.in_handler = True
                    return target
        self.in_handler = False
        shown = self.erl if line is not None else None
        self.ended_by = number, shown
        self.direct_in = blamed if number == SYNTAX else None
        if not (number == BROKEN_IN and derr & 0x80):
            self.output.message(message(number, self.basic_1_1).encode(), shown)
        if line is not None:
            self.machine.sound.hold()
        return READY

    def fail_direct(self, number: int) -> int:
        """An error of a line that was not yet ready to run."""
        self.forget_direct()
        return self.fail(number, READY)

    failing_line: int | None = None     # whose number an error shows that belongs to another line: a bad DATA line's

    def list_pause(self) -> None:
        """A long LIST lets time pass and looks for ESC between its lines."""
        raise Waiting("frame")

    def ask(self, prompt: bytes, pc: int) -> int | float:
        """Asks for a number, as RANDOMIZE alone does."""
        from basic.source import numerals
        editor = self.machine.editor
        while True:
            if "input" not in self.underway:
                self.output.write(0, prompt)
                editor.start()
                self.underway["input"] = True
            try:
                line = editor.go_on()
            except Break:
                self.escape_input(pc)
            if line is None:
                raise Waiting("key")
            self.underway.clear()
            self.output.new_line(0)
            try:
                number = numerals.read_number(line, 0)
            except SoftError as error:
                self.soft(error)
                number = None
            if number is not None and not line[number.end:].strip(b" \t\n"):
                return number.value

    def fail_again(self) -> int:
        """ON ERROR GOTO 0 in a handler: the error it handles stops the program after all."""
        self.in_handler = False
        self.ended_by = self.err, self.erl
        if self.err == SYNTAX and self.erl in self.program.lines:
            self.direct_in = self.program.index(self.erl)
        self.output.message(message(self.err, self.basic_1_1).encode(), self.erl)
        return READY

    def resume_place(self) -> tuple:
        """RESUME ends the handler: where the error was."""
        if not self.in_handler:
            raise BasicError(UNEXPECTED_RESUME)
        self.in_handler = False
        self.err = 0
        return self.error_at

    def _end_of_program(self) -> int:
        self.continue_at = None
        if self.in_handler:
            last = len(self.program.numbers) - 1
            return self.fail(RESUME_MISSING, self.pc_of(last, 0))
        self.session.close_files()
        return READY
