"""Loops that only wait: for time to pass, for a key, for an interrupt. A person is meant to see that time pass.

`Waits.at(pc)` says whether a place is in such a loop: statements that neither show nor do anything lead from it
back to it, and nothing they look at is changed by them. So `FOR i=1 TO 999:NEXT` waits, and
`100 IF INKEY$="" THEN 100`, and `WHILE TIME<t:WEND`; a loop that looks for something in an array does not.
The text of the program alone decides this, so that no program gets slower.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from basic.runtime.control import FIRST_LINE, GOSUB_SIZE, Frame
from basic.runtime.statement_maker import else_of
from basic.syntax import parser
from basic.syntax.function import FUNCTIONS
from basic.syntax.nodes import Call, Element, Name, Variable
from basic.syntax.statement import Place, Statement, Way

if TYPE_CHECKING:
    from basic.runtime.executor import Executor

LONGEST = 24                    # statements followed

Returns = tuple[int, ...]       # where GOSUBs on the way return to, the innermost last


class Effects(NamedTuple):
    """What a turn through a statement changes and looks at."""
    writes: frozenset[Name] = frozenset()
    reads: frozenset[Name] = frozenset()
    counts: bool = False        # NEXT: what it changes is different in each turn
    random: bool = False        # it asks for a random number


class Waits:
    def __init__(self, executor: "Executor"):
        self.executor = executor
        self.known: dict[int, bool] = {}
        self.known_from: dict[tuple[int, Returns], bool] = {}       # where that depends on who called the subroutine
        self.computing: dict[int, bool] = {}
        self.callers: dict[int, set[int]] = {}  # where a subroutine begins -> where the GOSUBs that lead there return to
        self.bodies: dict[int, set[int]] = {}   # and its statements
        self.looked_at: set[int] = set()        # pcs among which GOSUBs have been looked for

    def forget(self) -> None:
        self.known.clear()
        self.known_from.clear()
        self.computing.clear()
        self.callers.clear()
        self.bodies.clear()
        self.looked_at.clear()

    def at(self, pc: int) -> bool:
        found = self.known.get(pc)
        if found is None:
            here = pc, self._caller()
            found = self.known_from.get(here)
            if found is None:
                found, always = self._search(*here)
                if always:
                    self.known[pc] = found
                else:
                    self.known_from[here] = found
        return found

    def never_at(self, pc: int) -> bool:
        """Whether a place is in no such loop, whoever called the subroutine."""
        if self.known.get(pc) is False:
            return True
        if self.at(pc):
            return False
        found = self.computing.get(pc)
        if found is None:
            found = self.computing[pc] = not any(self._search(pc, (caller,))[0] for caller in self._callers_of(pc))
        return found

    def find_callers(self) -> bool:
        """Whether there are more GOSUBs than there were, so that some places may not have been looked at from them."""
        new = self.executor.table.reached - self.looked_at
        self.looked_at |= new
        more = False
        for pc in new:
            node = self._node(pc)
            for way in node.successors if node is not None else ():
                begin = self._pc_of(way, pc) if way.comes_back else None
                if begin is not None:
                    self.callers.setdefault(begin, set()).add(self._behind(pc))
                    more = True
        if more:
            self.computing.clear()
        return more

    def _callers_of(self, pc: int) -> set[int]:
        bodies = ((begin, self._body(begin)) for begin in self.callers)
        return set().union(*(self.callers[begin] for begin, body in bodies if pc in body))

    def _body(self, begin: int) -> set[int]:
        """The statements of a subroutine, without those of others that it calls."""
        body = self.bodies.get(begin)
        if body is None:
            body, to_do = self.bodies.setdefault(begin, set()), [begin]
            while to_do:
                pc = to_do.pop()
                node = self._node(pc) if pc not in body else None
                body.add(pc)
                for way in node.successors if node is not None else ():
                    to = self._behind(pc) if way.comes_back else self._pc_of(way, pc)
                    if to is not None:
                        to_do.append(to)
        return body

    def _search(self, start: int, caller: Returns) -> tuple[bool, bool]:
        """Is there a way round, from `start` back to it? And is it so whoever called this subroutine?"""
        ways: list[tuple[int, tuple[Effects, ...], Returns]] = [(start, (), ())]
        seen: set[int] = set()
        always = True
        while ways and len(seen) < LONGEST:
            pc, path, returns = ways.pop()
            if pc == start and path:
                if _stays_the_same(path):
                    return True, always
                continue
            node = self._node(pc) if pc not in seen else None
            seen.add(pc)
            if node is None or not node.only_waits():
                continue
            for way in node.successors:
                if way.to is Place.CALLER:
                    if not returns:
                        always = False
                        returns = caller
                    ways += [(behind, path, returns[:-1]) for behind in returns[-1:]]
                    continue
                to = self._pc_of(way, pc)
                if to is not None:
                    comes_back = (self._behind(pc),) if way.comes_back else ()
                    ways.append((to, (*path, self._effects(node, pc)), returns + comes_back))
        return False, always

    def _node(self, pc: int) -> Statement | None:
        executor = self.executor
        if not FIRST_LINE <= pc < len(executor.table.where) or pc == executor.table.end_pc():
            return None
        line, at = executor.table.where[pc]
        if line is None and pc not in executor.table.line_of(None).pcs:
            return None
        return parser.node_of(executor.table.line_of(line).statements[at])

    def _behind(self, pc: int) -> int:
        line, at = self.executor.table.where[pc]
        return self.executor.table.pc_of(line, at + 1)

    def _pc_of(self, way: Way, pc: int) -> int | None:
        """The place that a statement's way leads to, as things stand."""
        executor, to = self.executor, way.to
        if isinstance(to, int):
            return executor.table.pc_of_line(to)
        line, at = executor.table.where[pc]
        found, pcs = executor.table.line_of(line)
        end = executor.table.pc_of(line, len(found))
        if to is Place.NEXT_LINE:
            return end
        if to is Place.LOOP:
            frame = self._loop(pc)
            return frame.pc if frame else None
        if to in (Place.THEN, Place.FALSE) and not found[at].opens_if:
            return None
        if to is Place.FALSE:
            return else_of(found, pcs, at, end)
        return self._behind(pc) if to in (Place.BEHIND, Place.THEN) else None

    def _loop(self, pc: int) -> Frame | None:
        """The FOR or WHILE that this NEXT or WEND would end."""
        for frame in reversed(self.executor.stack.frames):
            if isinstance(frame.key, tuple) and frame.key[0] == pc:
                return frame
            if frame.size == GOSUB_SIZE:
                return None
        return None

    def _caller(self) -> Returns:
        return tuple(frame.pc for frame in self.executor.stack.frames if frame.size == GOSUB_SIZE)[-1:]

    def _effects(self, node: Statement, pc: int) -> Effects:
        if node.counts:
            frame = self._loop(pc)
            opener = self._node(frame.opener) if frame else None
            return Effects(_names(opener.writes) if opener else frozenset(), counts=True)
        looked_at = list(node.looked_at())
        random = any(isinstance(one, Call) and FUNCTIONS[one.token].name == "RND" for one in looked_at)
        return Effects(_names(node.writes), _names(looked_at), random=random)


def _names(nodes: Iterable[object]) -> frozenset[Name]:
    return frozenset((node.name, node.token) for node in nodes if isinstance(node, Variable | Element))


def _stays_the_same(path: tuple[Effects, ...]) -> bool:
    """Each turn does what the one before did: nothing that it looks at comes from a counter, a random number or itself."""
    looked_at = frozenset().union(*(effects.reads for effects in path))
    counted = frozenset().union(*(effects.writes for effects in path if effects.counts))
    if any(effects.random for effects in path) or counted & looked_at:
        return False
    return not any(effects.writes & effects.reads for effects in path)
