"""Lines to steps: what is made of each line when the program first reaches it, and the pc of each place.

Each line has its own pc from the start, which at first only holds a stub that cuts the line into statements when it is
reached; each of these holds a stub until it is first reached in turn.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from basic.errors import SYNTAX, BasicError
from basic.ports import Clock
from basic.runtime import garbage
from basic.runtime.control import BEHIND, END_OF_PROGRAM, FIRST_LINE, NEVER_FULL, READY, Frame, Position, Step
from basic.runtime.control_stack import ControlStack
from basic.runtime.direct_lines import NO_STATEMENT, DirectBytes, DirectLine, begins_statement
from basic.runtime.hooks import Hooks
from basic.runtime.known_lines import KnownLines
from basic.runtime.line_trace import LineTrace
from basic.runtime.loops import Loops
from basic.runtime.operand_room import room_needed
from basic.runtime.output import Output
from basic.runtime.parsed_lines import ParsedLines
from basic.runtime.program import Program
from basic.runtime.program_walk import ProgramWalk
from basic.runtime.reached import reach, reached
from basic.runtime.statement_maker import Made, StatementMaker
from basic.runtime.unset_reads import UnsetReads
from basic.syntax.statement_text import StatementText
from basic.timing.costs import Costs
from basic.values.code import Kind

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler
    from basic.runtime.variables import Variables
    from basic.units.jit import Jit


class Layout(NamedTuple):
    """A line's statements and their pcs."""
    statements: list[StatementText]
    pcs: list[int]


class CodeTable:
    """`code[pc]` does a statement, `cost[pc]` is what it takes, `where[pc]` its line and place.

    These three are changed in place only: the run loops hold them. `made_from` are the things that hold something of the
    steps, each called when they are thrown away, `made_from_names` those among them that do not stay with the same program and
    run; `compiler_for` makes the Compiler for (pc, pc behind it, line, statement).
    """

    trace: LineTrace

    def __init__(self, program: Program, variables: Variables, clock: Clock, costs: Costs, output: Output,
                 stack: ControlStack, loops: Loops, jit: Jit, hooks: Hooks, basic_1_1: bool,
                 compiler_for: Callable[[int, int, int | None, int], Compiler]) -> None:
        self.program = program
        self.variables = variables
        self.clock = clock
        self.costs = costs
        self.known_lines = KnownLines(jit)
        self.stack = stack
        self.loops = loops
        self.jit = jit
        self.hooks = hooks
        stack.on_nearly_full = self.watch_operands
        self.basic_1_1 = basic_1_1
        self.maker = StatementMaker(program, costs, stack, basic_1_1, compiler_for)
        self.parsed = ParsedLines(program, basic_1_1)
        self.walk = ProgramWalk(program, costs, self.parsed, self.known_lines)
        self.made_from: list[Callable[[], None]] = []
        self.made_from_names: list[Callable[[], None]] = []
        self.fixed: list[Step] = []                         # the steps before the first line's
        self.code: list[Step] = []
        self.cost: list[int] = []
        self.where: list[Position] = []
        self.unset_reads = UnsetReads(variables, costs, self.cost, jit)
        self.layouts: dict[int, Layout] = {}                # by the line's place
        self.built = -1                                     # the program's version that the steps are of
        self.untouched = True                               # no statement has been reached since they were made
        self.line_stubs: list[Step] = []                    # for each line's place, whatever the line is
        self.line_starts: list[Position] = []
        self.stubs: list[Step] = []                         # what `code` holds before anything is reached
        self.kept: dict[int, Made] = {}                     # pc -> what the next RUN takes again
        self.compiled = 0                                   # statements, since all steps were thrown away
        self.reached: set[int] = set()                      # pcs of the statements that have been compiled
        self.reached_before: set[int] = set()               # and those, before an ERASE, that have to look for names again
        self.ran: set[int] = set()                          # and, while the stack is nearly full, have run
        self.kinds: dict[int, list[Kind]] = {}              # what DEFINT and its like said when each of them was
        self.direct: DirectLine | None = None
        self.direct_bytes = DirectBytes()
        self.trace = LineTrace(self.where, program, clock, costs, output)

    def begin(self, fixed: list[Step]) -> None:
        """The first build: `fixed` are the steps of READY, EDIT, END_OF_PROGRAM, PAUSED and ATTEND."""
        self.fixed = fixed
        garbage.keep_what_is_imported()
        self.rebuild()

    def rebuild(self) -> None:
        """Throws the steps away: the program, or what its names mean, has changed. No pc from before means anything now."""
        garbage.give_back(self.compiled)
        self.compiled = 0
        count = len(self.program.numbers)
        reach_line = self._reach_line
        for at in range(len(self.line_stubs), count):
            self.line_stubs.append(partial(reach_line, at))
            self.line_starts.append((at, 0))
        self.stubs = [*self.fixed, *self.line_stubs[:count], self.fixed[END_OF_PROGRAM]]
        self.where[:] = [(None, 0)] * FIRST_LINE + self.line_starts[:count] + [(None, 0)]
        self.layouts.clear()
        self.kept.clear()
        self.maker.forget()
        if self.built != self.program.version:
            self.parsed.read_from_start()
            self.known_lines.forget()
        self.built = self.program.version
        self.direct = None
        self._begin_anew()

    def rebuild_for_run(self) -> None:
        """No statement has been reached, and variables may have come to mean something else, but the program is the same: what
        its statements have been compiled into is kept."""
        if self.built != self.program.version or self.hooks.observer or self.hooks.heat_map is not None:
            self.rebuild()
            return
        if self.direct is not None and self.direct.pcs[-1] + 1 == len(self.stubs):
            del self.stubs[self.direct.pcs[0]:], self.where[self.direct.pcs[0]:]
        self.direct = None
        self._begin_anew()

    def forget_names(self) -> None:
        """Each statement looks for its names again when it is reached again. All else of the run goes on."""
        self.reached_before |= self.reached
        self._put_stubs()
        for forget in self.made_from_names:
            forget()
        self._tell_of_new_code()

    def _begin_anew(self) -> None:
        self._put_stubs()
        self.reached_before.clear()
        self.stack.nearly_full = False
        self.ran.clear()
        self.trace.shown = None
        self.untouched = True
        for forget in self.made_from:
            forget()
        self._tell_of_new_code()

    def _put_stubs(self) -> None:
        self.code[:] = self.stubs
        self.cost[:] = [0] * len(self.code)
        self.unset_reads.forget()
        self.reached.clear()
        self.kinds.clear()

    def _tell_of_new_code(self) -> None:
        if self.hooks.heat_map is not None:
            self.hooks.heat_map.new_code()
        if self.hooks.observer:
            self.hooks.observer.new_code()

    def refresh(self, pc: int, forgets: bool = True) -> int:
        """Rebuilds while something runs; the pc and the stack's pcs move to the new code. `forgets`: statements look for their
        names again."""
        known = None if forgets else reached(self)
        where, frames = self.where, self.stack.frames
        moved = [(self.place_of(frame.pc), where[frame.opener], self.key_place(frame.key)) for frame in frames]
        fixed, here = pc if pc < FIRST_LINE else None, self.place_of(pc)
        kinds = [(where[one], kinds) for one, kinds in self.kinds.items()]
        self.rebuild_keeping_direct()
        self.keep_kinds(kinds)
        for frame, (place, opener, key_place) in zip(frames, moved, strict=True):
            frame.pc = self.pc_of(*place)
            frame.opener = self.pc_of(*opener)
            if key_place is not None:
                frame.key = self.key_at(*key_place)
        if known is not None:
            reach(self, **known)
        return fixed if fixed is not None else self.pc_of(*here)

    def keep_kinds(self, kinds: list[tuple[Position, list[Kind]]]) -> None:
        """The statements at these places were first reached when names meant that."""
        for place, one in kinds:
            self.kinds[self.pc_of(*place)] = one

    def older_kinds(self, now: list[Kind]) -> list[tuple[Position, list[Kind]]]:
        """What names meant to the statements that were reached before that changed."""
        return [(self.where[pc], kinds) for pc, kinds in self.kinds.items() if kinds != now]

    def key_place(self, key: tuple[Any, int] | None) -> tuple[Position, int] | None:
        """The key of a FOR or WHILE with its end as a place in the program; None for any other key."""
        return (self.where[key[0]], key[1]) if key is not None and isinstance(key[0], int) else None

    def key_at(self, place: Position, which: int) -> tuple[int, int]:
        return self.loops.end_key(self.pc_of(*place), which)

    def rebuild_keeping_direct(self) -> None:
        """Rebuilds from within a statement, which may be the direct line's."""
        direct = self.direct
        self.rebuild()
        if direct is not None:
            self.lay_out_direct(direct.crunched, direct.begin)

    def pc_of_line(self, number: int) -> int | None:
        try:
            return FIRST_LINE + self.program.index(number)
        except BasicError:
            return None

    def pc_of(self, line: int | None, statement: int) -> int:
        """The pc of a statement; behind a line's last statement, that of the next line."""
        if line is None:
            return self.direct.pcs[statement] if self.direct and statement < len(self.direct.pcs) else READY
        if line >= len(self.program.numbers):
            return FIRST_LINE + len(self.program.numbers)
        if statement == 0:
            return FIRST_LINE + line
        pcs = self.layout(line).pcs
        return pcs[statement] if statement < len(pcs) else FIRST_LINE + line + 1

    def place_of(self, pc: int) -> Position:
        """From where `pc_of` leads there, also when the steps have been made anew; READY's for a pc of a program before."""
        if pc >= len(self.where):
            return self.where[READY]
        place = self.where[pc]
        is_end = pc >= FIRST_LINE and place[0] is None and (self.direct is None or pc not in self.direct.pcs)
        return (BEHIND, 0) if is_end else place

    def end_pc(self) -> int:
        return FIRST_LINE + len(self.program.numbers)

    def place_to_continue(self, line: int | None, statement: int) -> Position | None:
        """Where CONT goes on; None behind the program's last statement."""
        return None if self.pc_of(line, statement) == self.end_pc() else (line, statement)

    def forget_lines(self) -> None:
        """The lines that statements know by their places are numbers again, and the program is the same."""
        pcs = {self.pc_of(*place) for place, _ in self.known_lines.places()}
        self.known_lines.forget()
        self.jit.costs_changed(pcs)

    def layout(self, line: int) -> Layout:
        known = self.layouts.get(line)
        if known is None:
            found = self.parsed.statements(self.program.lines[self.program.numbers[line]])
            pcs = [FIRST_LINE + line] + [len(self.code) + at for at in range(len(found) - 1)]
            known = self.layouts[line] = Layout(found, pcs)
            self._place(line, known)
        return known

    def lay_out_direct(self, crunched: bytes, begin: int = 0) -> int:
        """Makes a line typed without a number ready to run; gives its pc. `begin`: its place in the direct bytes."""
        self.forget_direct()
        found = self.parsed.statements(crunched)
        pcs = [len(self.code) + at for at in range(len(found))]
        self.direct = DirectLine(crunched, found, pcs, begin)
        self._place(None, Layout(found, pcs))
        if self.hooks.observer:
            self.hooks.observer.direct_laid_out()
        return pcs[0]

    def begins_direct(self, pc: int) -> bool:
        return self.direct is not None and pc == self.direct.pcs[0]

    def return_to_direct(self, frame: Frame) -> int:
        """RETURN to a GOSUB of a direct line. If another one has been typed, what stands at that place of it comes next."""
        assert frame.key is not None
        if self.direct_bytes.still_holds(frame.key):
            return frame.pc
        place = frame.key[1]
        rest = self.direct_bytes.from_there(place)
        if not rest:
            return READY
        return self.lay_out_direct(rest[1:] if begins_statement(rest) else NO_STATEMENT, place + 1)

    def forget_direct(self) -> None:
        if self.direct is not None:
            self.reached.difference_update(self.direct.pcs)
            self.known_lines.forget_direct(range(len(self.direct.pcs)))
            for pc in self.direct.pcs:
                self.kinds.pop(pc, None)
                self.unset_reads.forget_at(pc)
            self.direct = None

    def _place(self, line: int | None, layout: Layout) -> None:
        reach = self._reach
        for at, pc in enumerate(layout.pcs):
            stub = partial(reach, line, at, layout)
            if pc < len(self.code):
                self.code[pc] = self.stubs[pc] = stub
            else:
                self.code.append(stub)
                self.stubs.append(stub)
                self.cost.append(0)
                self.where.append((line, at))

    def _reach_line(self, line: int) -> int:
        self.layout(line)
        return FIRST_LINE + line

    def _reach(self, line: int | None, at: int, layout: Layout) -> int:
        """The stub of a statement: the program comes to it for the first time or, if nothing looks at its runs, the second."""
        self.untouched = False
        found, pcs = layout
        pc, steps = pcs[at], self.jit.steps
        if pc in steps:
            if not self.jit.made[pc].alone:
                self._make_alone(line, at, layout)
            self.put_step(pc, steps[pc])
            return self.code[pc]()
        once = self.compile(line, at, found, pcs)
        if self.hooks.heat_map is not None:
            self.hooks.heat_map.times[pc] += once
        self.clock.us += once + self.cost[pc]
        return steps[pc]() if pc in steps else self.code[pc]()

    def _make_alone(self, line: int | None, at: int, layout: Layout) -> None:
        """A statement that runs a second time gets a step of its own."""
        found, pcs = layout
        pc = pcs[at]
        made = self.maker.made(line, at, found, pcs, self.kinds[pc])
        if made.lasts:
            self.kept[pc] = made
        self.jit.made[pc], self.jit.steps[pc] = made, made.compiler.begin(made.step)

    def compile(self, line: int | None, at: int, found: list[StatementText], pcs: list[int]) -> int:
        """Makes the step of a statement; gives what reaching it for the first time takes on top of its cost."""
        pc = pcs[at]
        kinds = self.kinds.setdefault(pc, self.variables.default_kinds)
        jit, hooks, kept = self.jit, self.hooks, self.kept.get(pc)
        runs_once = line is not None and jit.on and not (hooks.observer or hooks.heat_map or self.stack.nearly_full)
        if kept is None or kept.compiler.default_kinds != kinds or len(self.stack.frames) >= NEVER_FULL:
            kept = self.maker.made(line, at, found, pcs, kinds, self.trace.on or not runs_once)
            if kept.lasts:
                self.kept[pc] = kept
            self.compiled += 1
            garbage.keep(self.compiled)
        _, compiler, step, self.cost[pc], once, _, names, _, _ = kept
        if names is not None:
            once += self.variables.passed_for(names, kinds)
            if compiler.made_first is not None and compiler.made_first not in self.variables.created:
                once += self.variables.passed_when_made(compiler.made_first, names)
        if kept.lines_us:
            once += self._found(pc, kept)
        if compiler.reads:
            once -= self.unset_reads.note(pc, compiler, kept.us)
        step = compiler.begin(step)
        if self.trace.on and at == 0 and line is not None:
            step = self.trace.around(step, line)
        self.reached.add(pc)
        if line is not None:
            jit.made[pc] = kept
            if runs_once:           # as far as is known
                jit.steps[pc] = step            # what runs once needs nothing that counts its runs
                self.code[pc] = self.stubs[pc]
                return once
        elif self.stack.nearly_full:
            step = self._with_room_for_operands(pc, step, kept)
        self.put_step(pc, step)
        return once

    def _found(self, pc: int, made: Made) -> int:
        """What it takes to find the lines that a statement names, if it does not know their places from an earlier run."""
        place, known = self.where[pc], self.known_lines
        if known.of(place):
            return 0
        whole = made.node.whole
        if whole.keeps_place:
            known.note_all(place, (1 << len(whole.targets)) - 1)
        return made.lines_us

    def compile_at(self, pc: int) -> None:
        line, statement = self.where[pc]
        found, pcs = self.line_of(line)
        self.compile(line, statement, found, pcs)

    def line_of(self, line: int | None) -> Layout:
        """A line's statements and pcs, or the direct line's."""
        if line is not None:
            return self.layout(line)
        return Layout(self.direct.statements, self.direct.pcs) if self.direct is not None else Layout([], [])

    def forget_at(self, pc: int) -> None:
        """The statement at pc is a stub again, as if it had not been reached."""
        self.cost[pc] = 0
        self.unset_reads.forget_at(pc)
        self.kinds.pop(pc, None)
        self.kept.pop(pc, None)
        self.code[pc] = self.stubs[pc]
        self.jit.made.pop(pc, None)
        self.jit.steps.pop(pc, None)
        if self.hooks.heat_map is not None:
            self.hooks.heat_map.forget_at(pc)
        self.loops.forget_at(pc)

    def next_step(self, pc: int, which: int) -> int:
        """The first test of a FOR, done by its NEXT from that NEXT's `which`th variable on."""
        nexts = self.loops.nexts
        if pc not in nexts:
            self.compile_at(pc)
            if pc not in nexts:
                raise BasicError(SYNTAX)
        return nexts[pc](which, False)

    def put_step(self, pc: int, step: Step) -> None:
        """Puts a statement's step into the table, with what counts how often it runs, and what a debugger wants there."""
        hooks = self.hooks
        if hooks.heat_map is not None:
            step = hooks.heat_map.around(pc, step)
        if hooks.observer is not None and (pc in hooks.traps or pc in hooks.watches):
            step = hooks.observer.covers(pc, step)
            if pc in hooks.traps:
                return
        if self.stack.nearly_full:
            self.code[pc] = self._with_room_for_operands(pc, step, self.jit.made.get(pc))
            return
        self.code[pc] = self.jit.count_runs(pc, step) if self.jit.on and self.where[pc][0] is not None else step

    def use_units(self, on: bool) -> None:
        """Whether basic.units.jit may put units in the place of steps; off: every statement is a step of its own."""
        if on and not self.jit.on:
            for pc in self.jit.made.keys() - self.hooks.traps:
                self.code[pc] = self.jit.count_runs(pc, self.jit.steps.get(pc, self.code[pc]))
            self.jit.resume()
        elif self.jit.on and not on:
            self.jit.suspend()
        self.jit.on = on

    def watch_operands(self) -> None:
        """The stack is nearly full: from now on each statement is asked first what its operands take there."""
        if self.jit.on:
            self.jit.suspend()
        self.ran |= self.reached
        for pc in self.reached - self.hooks.traps:
            self.code[pc] = self._with_room_for_operands(pc, self.jit.steps.get(pc, self.code[pc]), self.jit.made.get(pc))

    def _with_room_for_operands(self, pc: int, step: Step, made: Made | None) -> Step:
        if made is None:
            return step

        def step_with_room() -> int:
            self.stack.take_for_now(room_needed(made.node, made.compiler, pc in self.ran))
            self.ran.add(pc)
            return step()
        return step_with_room

    def whole_statement(self, line: int, statement: int) -> int:
        """The IF that a statement behind THEN or ELSE belongs to: RESUME begins with it again, as on the machine."""
        found = self.line_of(line).statements
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

    def behind(self, line: int | None, statement: int) -> int:
        """The pc behind a statement; behind a whole IF, for an IF."""
        found = self.line_of(line).statements
        while statement + 1 < len(found) and found[statement].opens_if:
            statement += 1
        return self.pc_of(line, statement + 1)
