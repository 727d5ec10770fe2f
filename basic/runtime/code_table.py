"""Lines to steps: what is made of a program where it is reached, and what places in it are called.

Each line has its own pc from the start, which at first only holds a stub that cuts the line into statements when it is
reached; each of these holds a stub until it is first reached in turn.
"""

from bisect import bisect_left

from basic.errors import SYNTAX, BasicError
from basic.runtime.compiler import Compiler
from basic.runtime.control import FIRST_LINE, READY
from basic.syntax import lexer, parser

LINES_AHEAD = 2             # parsed each time a key is waited for
MOST_LINES_CUT = 30_000


class CodeTable:
    """The executor's code: `code[pc]` does a statement, `cost[pc]` is what it takes, `where[pc]` its line and place."""

    def rebuild(self) -> None:
        """Throws the steps away: the program, or what its names mean, has changed."""
        count = len(self.program.numbers)
        for at in range(len(self.line_stubs), count):
            self.line_stubs.append(self._line_stub(at))
            self.line_starts.append((at, 0))
        self.code[:] = [self.session.ready, self.session.edit, self._end_of_program, self._paused, self._attend,
                        *self.line_stubs[:count], self._end_of_program]
        self.cost[:] = [0] * len(self.code)
        self.where[:] = [(None, 0)] * FIRST_LINE + self.line_starts[:count] + [(None, 0)]
        self.layouts.clear()
        self.direct = None
        if self.built != self.program.version:
            self.ahead = 0
        self.reached.clear()
        self.jit.forget()
        self.waits.forget()
        self.end_keys: dict = {}
        self.nexts: dict = {}           # NEXT's pc -> how it counts on
        self.openers: dict = {}         # NEXT's pc -> its variable's kind, WEND's -> its condition's cost; with each,
                                        # whether what opens the loop ends a line
        self.whiles: dict = {}          # WHILE's pc -> its condition
        self.built = self.program.version
        self.variables.literals.clear()
        self.data_texts: dict = {}      # (line's place, offset) -> the string that READ has found there
        if self.heat_map is not None:
            self.heat_map.new_code()
        if self.observer:
            self.observer.new_code()

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

    def rebuild_keeping_direct(self) -> None:
        """Rebuilds from within a statement, which may be the direct line's."""
        direct = self.direct
        self.rebuild()
        if direct is not None:
            self.lay_out_direct(direct[0])

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

    def end_pc(self) -> int:
        return FIRST_LINE + len(self.program.numbers)

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
        self.forget_direct()
        found = self.cut(crunched)
        pcs = [len(self.code) + at for at in range(len(found))]
        self.direct = crunched, found, pcs
        self._place(None, found, pcs)
        if self.observer:
            self.observer.direct_laid_out()
        return pcs[0]

    def forget_direct(self) -> None:
        if self.direct is not None:
            self.reached.difference_update(self.direct[2])
            self.direct = None

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
            once = self.compile(line, at, found, pcs)
            if self.heat_map is not None:
                self.heat_map.times[pcs[at]] += once
            self.clock.us += once + self.cost[pcs[at]]
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
        compiler.ends_line, compiler.line_end = at + 1 == len(found), end
        inside_if = at and (found[at - 1].opens_if or found[at - 1].is_else)
        compiler.charge(costs.line * compiler.ends_line + costs.statement * (not inside_if))
        node = parser.node_of(statement)
        if statement.is_else:
            compiler.charge(costs.line + costs.passed(found[at + 1:], crunched))
        elif statement.tokens:
            compiler.charge(costs.then_line if statement.is_bare_jump else node.whole.cost[costs.model])
            compiler.charge(costs.whole(statement, crunched))
        if statement.opens_if:
            compiler.false_pc = self.else_of(found, pcs, at, end)
            missed = pcs.index(compiler.false_pc) if compiler.false_pc in pcs else len(pcs)
            compiler.false_us = costs.lasting(costs.false + costs.passed(found[at + 1:missed], crunched))
        step = node.compile(compiler)
        if self.trace and at == 0 and line is not None:
            step = self._traced(step, self.program.numbers[line])
        self.cost[pc] = costs.lasting(compiler.cost)
        self.reached.add(pc)
        if line is not None:
            self.jit.note(pc, node, compiler)
        self.put_step(pc, step)
        return costs.lasting(costs.once(statement.tokens, lambda number: self.lines_to(number, line)))

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

    def put_step(self, pc: int, step) -> None:
        """A step takes its place; it is watched for running often."""
        if self.heat_map is not None:
            step = self.heat_map.around(pc, step)
        if pc in self.traps or pc in self.watches:
            step = self.observer.covers(pc, step)
            if pc in self.traps:
                return
        self.code[pc] = self.jit.count_runs(pc, step) if self.jit.on and self.where[pc][0] is not None else step

    def use_units(self, on: bool) -> None:
        """Whether basic.units.jit may put units in the place of steps; off: every statement is a step of its own."""
        if on and not self.jit.on:
            for pc in self.jit.nodes.keys() - self.traps:
                self.code[pc] = self.jit.count_runs(pc, self.jit.steps.get(pc, self.code[pc]))
            self.jit.resume()
        elif self.jit.on and not on:
            self.jit.suspend()
        self.jit.on = on

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
            found = self.lines_cut[crunched] = lexer.statements_of(crunched, self.basic_1_1)
        return found

    def read_ahead(self) -> None:
        """Parses some lines before they are reached: done while a key is waited for, it costs nobody's time."""
        numbers, lines = self.program.numbers, self.program.lines
        for number in numbers[self.ahead:self.ahead + LINES_AHEAD]:
            for statement in self.cut(lines[number]):
                parser.node_of(statement)
        self.ahead = min(self.ahead + LINES_AHEAD, len(numbers))

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

    def behind(self, line: int | None, statement: int) -> int:
        """The pc behind a statement; behind a whole IF, for an IF."""
        found = self.layout(line)[0]
        while statement + 1 < len(found) and found[statement].opens_if:
            statement += 1
        return self.pc_of(line, statement + 1)

    def _traced(self, step, number: int):
        def traced():
            self.clock.us += self.costs.traced
            self.output.write(0, b"[%d]" % number)
            return step()
        return traced
