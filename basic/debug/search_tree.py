"""The tree of moves that a search went through, seen while the past is run again.

    tree = search_tree(debugger.past, facts.tree)
    tree.searches[-1].children[0].move          # the first move of the root of the last search
    debugger.go_to(node.noted)                  # stands where it was tried

A node begins where a move has been made, gets its value where that is known, and says whether it made the moves behind it not
worth looking at.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from basic.debug.cross_reference import known
from basic.debug.expressions import CommandError, Expression
from basic.debug.facts import At, TreeFacts
from basic.debug.past import Past, Progress, nothing
from basic.debug.probes import Before, Noted, Notes, Shown, value_or_none
from basic.debug.views import Place, text_of
from basic.runtime.control import GOSUB_SIZE

MOST_NODES = 300_000


class Node:
    def __init__(self, noted: Noted, move: str, parent: "Node | None") -> None:
        self.noted = noted              # when and where it was tried; of a search, where it began
        self.move = move
        self.parent = parent
        self.value: Shown = None
        self.cuts = False               # the moves behind it were not looked at
        self.children: list[Node] = []

    def count(self) -> int:
        """Nodes below it."""
        return sum(1 + child.count() for child in self.children)

    def walk(self, deepest: int, depth: int = 0) -> Iterator[tuple[int, "Node"]]:
        """It and those below it down to a depth, in the order in which they were tried."""
        yield depth, self
        if depth < deepest:
            for child in self.children:
                yield from child.walk(deepest, depth + 1)


class SearchTree(NamedTuple):
    searches: list[Node]        # each with the moves of its root as children
    complete: bool              # the question was not ended early
    left_out: int               # nodes that were too many


def search_tree(past: Past, facts: TreeFacts, progress: Progress = nothing) -> SearchTree:
    """The searches of all that is kept."""
    if not facts.enter:
        raise CommandError("A tree needs the line at which a move has been made, and an expression for the move.")
    grower = _Grower(past, facts)
    complete = past.run(grower.probes(), [], progress)
    return SearchTree([one for one in grower.searches if one.children], complete, grower.left_out)


class _Grower:
    def __init__(self, past: Past, facts: TreeFacts) -> None:
        self.past = past
        self.facts = facts
        self.session = past.session
        self.notes = Notes(past.session, past.history, 1)
        self.searches: list[Node] = []
        self.path: list[Node] = []          # the search, and the moves that have been made in it
        self.nodes = self.left_out = self.shallowest = 0
        self.expressions: dict[str, Expression] = {}

    def probes(self) -> list[Before]:
        lines = self.session.program.lines
        found: list[Before] = []
        begin = [At(place) for place in self.facts.begin]
        for ats, look in ((begin, self.begin), (self.facts.leave, self.leave), (self.facts.cut, self.cut),
                          (self.facts.enter, self.enter)):
            for at in ats:
                if at.place.number not in lines:
                    raise CommandError("There is no line {0}.", at.place.number)
                for text in filter(None, (at.depth, *at.values)):
                    self.expressions[text] = known(self.session, text)
                found.append(_Before(at, look, self))
        return found

    def forget(self) -> None:
        for one in self.expressions.values():
            one.forget()

    def worked_out(self, text: str) -> Shown:
        return value_or_none(self.expressions[text])

    def noted(self, place: Place, *values: Shown) -> Noted:
        self.notes.add(self.notes.clock.us, place, values, behind=False)
        return self.notes.kept[-1]

    def depth(self, text: str) -> int:
        """Of a move, from 1; 0 where it makes no sense."""
        if not text:
            open_now = sum(frame.size == GOSUB_SIZE for frame in self.session.executor.stack.frames)
            self.shallowest = min(self.shallowest or open_now, open_now)
            return open_now - self.shallowest + 1
        depth = self.worked_out(text)
        return int(depth) if isinstance(depth, int | float) and depth >= 1 else 0

    def move(self, at: At) -> str:
        parts = [self.worked_out(text) for text in at.values]
        squares = self.facts.squares
        if squares is not None and len(parts) == 2 and all(isinstance(part, int | float) for part in parts):
            return "".join(squares.name(int(part)) for part in parts if isinstance(part, int | float))
        return " ".join(part.decode("latin-1") if isinstance(part, bytes) else "-" if part is None or isinstance(part, tuple)
                        else text_of(part) for part in parts)

    def begin(self, at: At) -> None:
        self.path = [Node(self.noted(at.place), "", None)]
        self.searches.append(self.path[0])
        self.shallowest = 0

    def enter(self, at: At) -> None:
        if not self.path:
            self.begin(at)
        depth = self.depth(at.depth)
        if not depth:
            return
        if self.nodes >= MOST_NODES:
            self.left_out += 1
            return
        self.nodes += 1
        del self.path[depth:]
        parent = self.path[-1]
        node = Node(self.noted(at.place), self.move(at), parent)
        parent.children.append(node)
        self.path.append(node)

    def leave(self, at: At) -> None:
        depth = self.depth(at.depth)
        if 0 < depth < len(self.path) and at.values:
            self.path[depth].value = self.worked_out(at.values[0])

    def cut(self, at: At) -> None:
        depth = self.depth(at.depth)
        if 0 < depth < len(self.path):
            self.path[depth].cuts = True


class _Before(Before):
    def __init__(self, at: At, look: Callable[[At], None], grower: _Grower) -> None:
        super().__init__(at.place, lambda: look(at))
        self.grower = grower

    def forget(self) -> None:
        super().forget()
        self.grower.forget()
