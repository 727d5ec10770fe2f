"""The executor: a program counter over one flat list of steps, the one BASIC stack, errors, events.

`code[pc]()` does a statement and returns the next pc; `cost[pc]` is what it takes on the machine. Each line has its own
pc from the start, which at first only holds a stub that cuts the line into statements when it is reached; each of these
holds a stub until it is first reached in turn. The READY prompt, the line editor and the end of the program are steps
like any other.
"""

from bisect import bisect_left
from copy import deepcopy

from basic import grammar
from basic.compiler import Compiler
from basic.control import (
    ATTEND,
    FIRST_LINE,
    GOSUB_SIZE,
    LONGEST_NAME,
    NEVER_FULL,
    PAUSED,
    READY,
    STACK_SIZE,
    WHILE_SIZE,
    Diverted,
    Frame,
    Trapped,
    Waiting,
)
from basic.costs import MODELS
from basic.errors import (
    BROKEN_IN,
    MEMORY_FULL,
    RESUME_MISSING,
    SYNTAX,
    UNEXPECTED_RETURN,
    BasicError,
    Break,
    SoftError,
    message,
)
from basic.events import Events
from basic.hot import Hot
from basic.nodes import Broken, GoOn
from basic.output import Output
from basic.realfunctions import RandomNumbers
from basic.waits import Waits

ESC, BLANK = 252, 32

EVENTS = (Waiting, Diverted, BasicError, Break)       # what ends a run of steps


POLLING = 80_000             # microseconds between two looks at the keyboard that belong together
LINES_AHEAD = 2             # parsed each time a key is waited for
MOST_LINES_CUT = 30_000
WAITING_STRIDE = 3000        # microseconds that a pass of a loop that only waits takes at most


class Executor:
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
        self.hot = Hot(self)
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

    def clear_stack(self) -> None:
        self.stack.clear()

    # code

    def rebuild(self) -> None:
        """Throws the steps away: the program, or what its names mean, has changed."""
        if self.observer:
            self.observer.before_rebuild()
        count = len(self.program.numbers)
        for at in range(len(self.line_stubs), count):
            self.line_stubs.append(self._line_stub(at))
            self.line_starts.append((at, 0))
        self.code[:] = [self.session.ready, self.session.edit, self._end_of_program, self._paused, self._attend,
                        *self.line_stubs[:count], self._end_of_program]
        self.cost[:] = [0] * len(self.code)
        self.where[:] = [(None, 0)] * FIRST_LINE + self.line_starts[:count] + [(None, 0)]
        self.layouts.clear()
        if self.built != self.program.version:
            self.ahead = 0
        self.reached.clear()
        self.hot.forget()
        self.waits.forget()
        self.end_keys: dict = {}
        self.nexts: dict = {}           # NEXT's pc -> how it counts on
        self.openers: dict = {}         # NEXT's pc -> its variable's kind, WEND's -> its condition's cost; with each,
                                        # whether what opens the loop ends a line
        self.whiles: dict = {}          # WHILE's pc -> its condition
        self.built = self.program.version
        self.direct_layout = None
        self.variables.literals.clear()
        self.data_texts: dict = {}      # (line's place, offset) -> the string that READ has found there
        if self.observer:
            self.observer.after_rebuild()

    def refresh(self, pc: int) -> int:
        """Rebuilds while something runs; the pc and the stack's pcs move to the new code."""
        places = [self.where[frame.pc] for frame in self.stack]
        openers = [self.where[frame.opener] for frame in self.stack]
        here = self.where[pc]
        fixed = pc if pc < FIRST_LINE else None
        direct = self.direct
        old_next = [frame.key for frame in self.stack]
        key_places = [self.where[key[0]] if isinstance(key, tuple) else None for key in old_next]
        self.rebuild()
        if direct is not None:
            self.lay_out_direct(direct[0])
        for frame, place, opener, key, key_place in zip(self.stack, places, openers, old_next, key_places, strict=True):
            frame.pc = self.pc_of(*place)
            frame.opener = self.pc_of(*opener)
            if key_place is not None:
                frame.key = self.end_key(self.pc_of(*key_place), *key[1:])
        return fixed if fixed is not None else self.pc_of(*here)

    def pc_of_line(self, number: int) -> int | None:
        try:
            return FIRST_LINE + self.program.index(number)
        except BasicError:
            return None

    def pc_of(self, line: int | None, statement: int) -> int:
        """The pc of a statement; of the line after for one behind the last."""
        if line is None:
            return self.direct[2][statement] if self.direct and statement < len(self.direct[2]) else READY
        if line >= len(self.program.numbers):
            return FIRST_LINE + len(self.program.numbers)
        if statement == 0:
            return FIRST_LINE + line
        pcs = self.layout(line)[1]
        return pcs[statement] if statement < len(pcs) else FIRST_LINE + line + 1

    def layout(self, line: int) -> tuple[list, list[int]]:
        """A line's statements and their pcs."""
        known = self.layouts.get(line)
        if known is None:
            found = self.cut(self.program.lines[self.program.numbers[line]])
            pcs = [FIRST_LINE + line] + [len(self.code) + at for at in range(len(found) - 1)]
            known = self.layouts[line] = found, pcs
            self._place(line, found, pcs)
        return known

    def lay_out_direct(self, crunched: bytes) -> int:
        """Makes a line typed without a number ready to run; gives its pc."""
        found = self.cut(crunched)
        pcs = [len(self.code) + at for at in range(len(found))]
        self.direct = crunched, found, pcs
        self._place(None, found, pcs)
        if self.observer:
            self.observer.direct_laid_out()
        return pcs[0]

    def _place(self, line: int | None, found: list, pcs: list[int]) -> None:
        for at, pc in enumerate(pcs):
            stub = self._statement_stub(line, at, found, pcs)
            if pc < len(self.code):
                self.code[pc] = stub
            else:
                self.code.append(stub)
                self.cost.append(0)
                self.where.append((line, at))

    def _line_stub(self, line: int):
        def reach():
            self.layout(line)
            return FIRST_LINE + line
        return reach

    def _statement_stub(self, line: int | None, at: int, found: list, pcs: list[int]):
        def reach():
            self.clock.us += self.compile(line, at, found, pcs) + self.cost[pcs[at]]
            return self.code[pcs[at]]()
        return reach

    def compile(self, line: int | None, at: int, found: list, pcs: list[int]) -> int:
        """Makes the step of a statement; gives what reaching it for the first time takes on top of its cost."""
        pc = pcs[at]
        end = READY if line is None else FIRST_LINE + line + 1
        after = pcs[at + 1] if at + 1 < len(pcs) else end
        compiler = Compiler(self, pc, after, line, at)
        statement = found[at]
        crunched = self.direct[0] if line is None else self.program.lines[self.program.numbers[line]]
        costs = compiler.costs
        compiler.ends_line = at + 1 == len(found)
        inside_if = at and (found[at - 1].opens_if or found[at - 1].is_else)
        compiler.charge(costs.line * compiler.ends_line + costs.statement * (not inside_if))
        if statement.is_else or not statement.tokens:
            if statement.is_else:
                compiler.charge(costs.line + costs.passed(found[at + 1:], crunched))
            node = GoOn(end if statement.is_else else after)
            step = node.compile(compiler)
        else:
            node = self._node(statement)
            no_word = statement.tokens[0].type == "LINENO"
            compiler.charge(costs.then_line if no_word else costs.keyword(type(node).__name__))
            compiler.charge(costs.whole(statement, crunched))
            if statement.opens_if and hasattr(node, "compile_condition"):
                compiler.false_pc = self.else_of(found, pcs, at, end)
                missed = pcs.index(compiler.false_pc) if compiler.false_pc in pcs else len(pcs)
                compiler.false_us = costs.lasting(costs.false + costs.passed(found[at + 1:missed], crunched))
                step = self._compile_if(compiler, node, after, compiler.false_pc)
            elif isinstance(node, Broken):
                step = self._failing_step(node.number)
            else:
                step = node.compile(compiler)
        if self.trace and at == 0 and line is not None:
            step = self._traced(step, self.program.numbers[line])
        self.cost[pc] = costs.lasting(compiler.cost)
        self.reached.add(pc)
        if line is None:
            self.code[pc] = step
        else:
            self.hot.note(pc, node, compiler)
            self.put_step(pc, step)
        return costs.lasting(costs.once(statement.tokens, lambda number: self.lines_to(number, line)))

    def put_step(self, pc: int, step) -> None:
        """A step takes its place; it is watched for running often."""
        if pc in self.traps:
            self.observer.covers(pc, step)
            return
        self.code[pc] = self.hot.warm(pc, step) if self.hot.on and self.where[pc][0] is not None else step

    def set_fusing(self, on: bool) -> None:
        """Whether basic.hot may put units in the place of steps; off: every statement is a step of its own."""
        if on and not self.hot.on:
            for pc in self.hot.nodes.keys() - self.traps:
                self.code[pc] = self.hot.warm(pc, self.hot.steps.get(pc, self.code[pc]))
            self.hot.wake()
        elif self.hot.on and not on:
            self.hot.cool()
        self.hot.on = on

    def lines_to(self, number: int, line: int | None) -> int:
        """How many lines the machine looks at to find one by its number: those from here, or from the beginning."""
        numbers = self.program.numbers
        there, here = bisect_left(numbers, number), 0 if line is None else line
        return there - here if there > here else there

    def cut(self, crunched: bytes) -> list:
        """A line's statements; the same bytes always give the same ones, with what they have been parsed into."""
        found = self.lines_cut.get(crunched)
        if found is None:
            if len(self.lines_cut) > MOST_LINES_CUT:
                self.lines_cut.clear()
            found = self.lines_cut[crunched] = grammar.statements_of(crunched, self.basic_1_1)
        return found

    def _node(self, statement):
        if statement.node is None:
            first = statement.tokens[0]
            if first.type == "LINENO":
                goto = grammar.Token("_GOTO")           # THEN 100, ELSE 100
                statement.node = grammar.parse([goto, *statement.tokens])
            else:
                statement.node = grammar.parse(statement.tokens, ends=not statement.opens_if)
        return statement.node

    def read_ahead(self) -> None:
        """Parses some lines before they are reached: done while a key is waited for, it costs nobody's time."""
        numbers, lines = self.program.numbers, self.program.lines
        for number in numbers[self.ahead:self.ahead + LINES_AHEAD]:
            for statement in self.cut(lines[number]):
                if statement.tokens and not statement.is_else:
                    self._node(statement)
        self.ahead = min(self.ahead + LINES_AHEAD, len(numbers))

    def _failing_step(self, number: int):
        def fail():
            raise BasicError(number)
        return fail

    def _compile_if(self, compiler: Compiler, node, true_pc: int, false_pc: int):
        if isinstance(node, Broken):
            return self._failing_step(node.number)
        return node.compile_condition(compiler, true_pc, false_pc)

    def else_of(self, found: list, pcs: list[int], at: int, end: int) -> int:
        """Where a false IF goes on: behind its own ELSE in the line, or at the next line."""
        depth = 1
        for later in range(at + 1, len(found)):
            if found[later].is_else:
                depth -= 1
                if depth == 0:
                    return pcs[later + 1] if later + 1 < len(pcs) else end
            depth += sum(token.type == "_IF" for token in found[later].tokens)
        return end

    def _traced(self, step, number: int):
        def traced():
            self.clock.us += self.costs.traced
            self.output.write(0, b"[%d]" % number)
            return step()
        return traced

    # running

    def run(self, until: int) -> str | None:
        """Runs until the clock shows `until` microseconds; returns early with the reason: a `key`, a `trap`."""
        clock, code, cost, hot = self.clock, self.code, self.cost, self.hot
        pc = self.pc
        soon, self.waiting = self.waiting is not None, None     # ESC and events come right behind what waited for a key
        plain = None            # the step that does again what a unit of basic.hot gave up
        while True:
            if plain is None:
                due = self.due = clock.us + 1 if soon else self.next_poll()
                limit = min(until, due)
                hot.limit[:] = (due, due) if soon else self.unit_limits(until, limit)
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
                again = hot.recover(caught, pc)
                if again is not None:
                    pc, plain = again
                    continue
                if isinstance(caught, RecursionError):      # nested deeper than Python goes
                    caught = BasicError(MEMORY_FULL)
                if not isinstance(caught, BasicError):
                    raise caught
                event = caught
            ended = self.after_steps(pc, event, due)
            pc = self.pc
            if ended:
                return ended
            if clock.us >= until:
                self.catch_up(pc)
                return None

    def next_poll(self) -> int:
        return self.machine.next_frame() if self.events.active or self.watching else self.machine.next_tick()

    def unit_limits(self, until: int, limit: int) -> tuple[int, int]:
        """Up to when a unit of basic.hot may run, and up to when it may begin another pass of a loop. Nothing that is due
        may come late; somebody who only watches the frames go by may get one late."""
        due = self.events.next_due() if self.events.active else self.machine.next_tick()
        return (due, limit) if self.watching else (min(until, due), until)

    def after_steps(self, pc: int, event: Exception | None, due: int) -> str | None:
        """Steps came to an end at pc, by an event or because the time is over: what comes of it, and what is due.

        Gives why the run is to be left, None where it goes on at `self.pc`.
        """
        clock, ended = self.clock, None
        if isinstance(event, Waiting):
            clock.us -= self.cost[pc]
            self.pc = pc
            self.waited = True
            if event.reason == "key":
                self.read_ahead()
                self.waiting = "key"
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
        if clock.us >= due:
            self.pc = self.poll(pc)
        return ended

    def pass_time(self, until: int) -> None:
        """While a key is waited for: time goes by up to the next tick."""
        frame = self.machine.next_frame()
        self.clock.us = max(self.clock.us, min(until, frame))
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

    def for_somebody(self, pc: int) -> bool:
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
            if self.watching and self.for_somebody(pc):
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

    def end_pc(self) -> int:
        return FIRST_LINE + len(self.program.numbers)

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
        self.direct = None
        return self.fail(number, READY)

    failing_line: int | None = None     # whose number an error shows that belongs to another line: a bad DATA line's

    def rebuild_keeping_direct(self) -> None:
        """Rebuilds from within a statement, which may be the direct line's."""
        direct = self.direct
        self.rebuild()
        if direct is not None:
            self.lay_out_direct(direct[0])

    def list_pause(self) -> None:
        """A long LIST lets time pass and looks for ESC between its lines."""
        raise Waiting("frame")

    def ask(self, prompt: bytes, pc: int) -> int | float:
        """Asks for a number, as RANDOMIZE alone does."""
        from basic import numerals
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

    def whole_statement(self, line: int, statement: int) -> int:
        """On the machine, what THEN or ELSE does is still the IF: RESUME begins with that again."""
        found = self.layout(line)[0]
        while statement and (found[statement - 1].opens_if or found[statement - 1].is_else):
            if found[statement - 1].opens_if:
                statement -= 1
                continue
            depth, at = 1, statement - 2
            while at >= 0 and depth:
                depth += found[at].is_else
                depth -= found[at].opens_if
                at -= 1
            statement = at + 1
        return statement

    def fail_again(self) -> int:
        """ON ERROR GOTO 0 in a handler: the error it handles stops the program after all."""
        self.in_handler = False
        self.ended_by = self.err, self.erl
        if self.err == SYNTAX and self.erl in self.program.lines:
            self.direct_in = self.program.index(self.erl)
        self.output.message(message(self.err, self.basic_1_1).encode(), self.erl)
        return READY

    def behind(self, line: int | None, statement: int) -> int:
        """The pc behind a statement; behind a whole IF, for an IF."""
        found = self.layout(line)[0]
        while statement + 1 < len(found) and found[statement].opens_if:
            statement += 1
        return self.pc_of(line, statement + 1)

    def compile_at(self, pc: int) -> None:
        line, statement = self.where[pc]
        found, pcs = self.layout(line) if line is not None else self.direct[1:]
        self.compile(line, statement, found, pcs)

    def next_step(self, pc: int, which: int) -> int:
        """The first test of a FOR, done by its NEXT from that NEXT's `which`th variable on."""
        if pc not in self.nexts:
            self.compile_at(pc)
            if pc not in self.nexts:
                raise BasicError(SYNTAX)
        return self.nexts[pc](which, False)

    def resume_place(self) -> tuple:
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

    # the stack

    def push(self, frame: Frame) -> None:
        stack = self.stack
        if len(stack) >= NEVER_FULL:
            self._take_stack(frame.size)
        stack.append(frame)

    def _take_stack(self, size: int) -> None:
        if sum(one.size for one in self.stack) + size > STACK_SIZE:
            if self.basic_1_1:
                self.clear_stack()
            raise BasicError(MEMORY_FULL)

    def take_name(self) -> None:
        """A name that is met for the first time is looked up from the stack."""
        if len(self.stack) >= NEVER_FULL:
            self._take_stack(LONGEST_NAME)

    def drop_to(self, depth: int) -> None:
        """Forgets the frames from `depth` on."""
        del self.stack[depth:]

    def end_key(self, pc: int, which: int = 0) -> tuple:
        """What FOR, WHILE and their ends know each other by: always the same object for the same place."""
        return self.end_keys.setdefault((pc, which), (pc, which))

    def find(self, key: tuple) -> int | None:
        """The depth of the FOR or WHILE that ends at `key`, looking down to the last GOSUB."""
        for depth in range(len(self.stack) - 1, -1, -1):
            frame = self.stack[depth]
            if frame.size == GOSUB_SIZE:
                return None
            if frame.key == key:
                return depth
        return None

    def pop_gosub(self) -> Frame:
        for depth in range(len(self.stack) - 1, -1, -1):
            if self.stack[depth].size == GOSUB_SIZE:
                frame = self.stack[depth]
                self.drop_to(depth)
                return frame
        raise BasicError(UNEXPECTED_RETURN)

    # snapshots

    def snapshot(self) -> dict:
        """Where it is, in places that survive a new compilation."""
        stack = [(frame.size, self._key_place(frame.key), self.where[frame.pc], frame.slot, frame.limit, frame.step,
                  frame.sign, self.where[frame.opener]) for frame in self.stack]
        fixed = self.pc if self.pc < FIRST_LINE else None
        return {"at": (fixed, self.where[self.pc]), "direct": self.direct[0] if self.direct else None, "stack": stack,
                "attend": self.where[self.attend_pc], "waiting": self.waiting,
                "reached": [self.where[pc] for pc in self.reached], "literals": dict(self.variables.literals),
                "functions": dict(self.functions), "angles": self.degrees, "trace": self.trace,
                "errors": (self.on_error, self.in_handler, self.err, self.derr, self.error_at, self.erl, self.continue_at),
                "data": self.data_at, "underway": deepcopy(self.underway), "random": self.random.seed,
                "events": self.events.snapshot(), "output": self.output.snapshot(),
                "paused": getattr(self, "paused_pc", None) and self.where[self.paused_pc]}

    def _key_place(self, key):
        """A FOR's or WHILE's end as a place in the program; what else a key may be stays."""
        if isinstance(key, tuple) and isinstance(key[0], int):
            return ("ends", self.where[key[0]], key[1:])
        return key

    def _reach(self, places: list[tuple]) -> None:
        """These statements and no others have been reached, which takes longer the first time."""
        wanted = {self.pc_of(*place) for place in places}
        gone, fusing = self.reached - wanted, self.hot.on
        if gone:
            self.set_fusing(False)
        for pc in gone:
            line, at = self.where[pc]
            if line is None and (self.direct is None or pc not in self.direct[2]):
                continue
            found, pcs = self.layout(line) if line is not None else self.direct[1:]
            self.cost[pc] = 0
            self.code[pc] = self._statement_stub(line, at, found, pcs)
            for known in (self.hot.nodes, self.nexts, self.whiles):
                known.pop(pc, None)
        for pc in wanted - self.reached:
            self.compile_at(pc)
        self.reached.clear()
        self.reached.update(wanted)
        if gone:
            self.set_fusing(fusing)

    def restore(self, state: dict, stale: bool = True) -> None:
        """`stale`: names mean something else now, so that the steps must be made again."""
        if stale or self.trace != state["trace"] or self.built != self.program.version:
            self.trace = state["trace"]
            self.rebuild()
            self.direct = None
        self.variables.literals.update(state["literals"])
        if state["direct"] is None:
            self.direct = None
        elif self.direct is None or self.direct[0] != state["direct"]:
            self.lay_out_direct(state["direct"])
        self.waiting = state["waiting"]
        self._reach(state["reached"])
        fixed, place = state["at"]
        self.pc = fixed if fixed is not None else self.pc_of(*place)
        self.clear_stack()
        for size, key, place, slot, limit, step, sign, opener in state["stack"]:
            if isinstance(key, tuple) and key[0] == "ends":
                key = self.end_key(self.pc_of(*key[1]), *key[2])
            frame = Frame(size, key, self.pc_of(*place), slot, limit, step, sign, None, self.pc_of(*opener))
            if size == WHILE_SIZE:
                if frame.opener not in self.whiles:
                    self.compile_at(frame.opener)
                frame.condition = self.whiles[frame.opener]
            self.push(frame)
        self.functions.clear()
        self.functions.update(state["functions"])
        self.degrees = state["angles"]
        (self.on_error, self.in_handler, self.err, self.derr, self.error_at, self.erl, self.continue_at) = state["errors"]
        self.data_at = state["data"]
        self.underway.clear()
        self.underway.update(deepcopy(state["underway"]))
        self.random.seed = state["random"]
        self.events.restore(state["events"])
        self.output.restore(state["output"])
        self.attend_pc = self.pc_of(*state["attend"])
        if state["paused"]:
            self.paused_pc = self.pc_of(*state["paused"])
