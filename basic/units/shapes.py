"""The flow graph of a unit in the shape of Python, or of WebAssembly: loops within loops, and places where ways meet.

Neither has a GOTO, so the graph is laid out along its dominators: a node that several ways lead to stands behind the node that
all of them come from; a loop holds what leads back to its head, and what it leads out to stands behind it.
"""


from basic.records import record
from basic.units.effects import Effect
from basic.units.flow_graph import Cycle, Graph
from basic.units.nodes import Node, Way
from basic.units.operations import Operation

Shapes = list["Lines | Branch | Loop | Meeting | Jump"]


@record(eq=False)
class Lines:
    """What a node does."""
    node: Node
    pending: int = 0        # as at a Jump, with what the node itself takes


@record(eq=False)
class Branch:
    node: Node
    ways: list[tuple[Operation | None, Shapes]]


@record(eq=False)
class Loop:
    cycle: Cycle
    body: Shapes
    behind: Shapes          # of a counted loop: the way on where it ends by itself


@record(eq=False)
class Meeting:
    """Ways out of `body` meet at the node that stands behind it."""
    node: Node
    body: Shapes


@record(eq=False)
class Jump:
    source: Node
    to: Node
    us: int
    effects: tuple[Effect, ...]
    onward: bool            # what it leads to stands right behind it
    pending: int = 0        # microseconds that have passed when it is taken and that the clock does not show yet


class Shaper:
    def __init__(self, graph: Graph):
        self.graph = graph
        self.inside: dict[Node, list[Node]] = {}        # stand behind a node
        self.outside: dict[Node, list[Node]] = {}       # stand behind the loop that a node heads
        self.placed: set[Node] = set()
        tails = {cycle.tail for cycle in graph.cycles.values() if cycle.tail is not None and cycle.tail is not cycle.head}
        for node in graph.order[1:]:
            if node in tails or node.left == "raised":
                self.placed.add(node)
                continue
            above = graph.dominator[node]
            left = [cycle for cycle in graph.cycles.values() if above in cycle.members and node not in cycle.members]
            passing = node.left or not node.effects and len(node.ways) == 1
            if left and not (passing and graph.forward[node] == 1 and node not in graph.cycles):
                outermost = max(left, key=lambda cycle: len(cycle.members))
                self.outside.setdefault(outermost.head, []).append(node)
                self.placed.add(node)
            elif graph.forward[node] > 1:
                self.inside.setdefault(above, []).append(node)
                self.placed.add(node)

    def shapes(self, node: Node) -> Shapes:
        cycle = self.graph.cycles.get(node)
        if cycle is None:
            return self._with(self._plain(node), self.inside.get(node, []))
        if cycle.tail is node:
            items: Shapes = [Loop(cycle, [], self._ways_on(node))]
        else:
            body = self._with(self._plain(node), self.inside.get(node, []))
            behind: Shapes = []
            if cycle.tail is not None:
                behind = self._ways_on(cycle.tail)
            items = [Loop(cycle, body, behind)]
        return self._with(items, self.outside.get(node, []))

    def _with(self, items: Shapes, meetings: list[Node]) -> Shapes:
        for node in sorted(meetings, key=self.graph.place.__getitem__):
            items = [Meeting(node, items), *self.shapes(node)]
        return items

    def _plain(self, node: Node) -> Shapes:
        return [Lines(node), *self._branch(node)]

    def _ways_on(self, tail: Node) -> Shapes:
        return self._way(tail, tail.ways[1])

    def _branch(self, node: Node) -> Shapes:
        if not node.ways:
            return []
        if node.ways[0].condition is None:
            return self._way(node, node.ways[0])
        return [Branch(node, [(way.condition, self._way(node, way)) for way in node.ways])]

    def _way(self, node: Node, way: Way) -> Shapes:
        onward = way.to not in self.placed and self.graph.place[way.to] > self.graph.place[node]
        jump = Jump(node, way.to, way.us, way.effects, onward)
        return [jump, *self.shapes(way.to)] if onward else [jump]


def shaped(graph: Graph) -> Shapes:
    return Shaper(graph).shapes(graph.start)


def escapes(items: Shapes, node: Node, falls: bool) -> bool:
    """Whether something in the shapes leads to the node otherwise than by coming to its end."""
    for at, item in enumerate(items):
        last = falls and at + 1 == len(items)
        if isinstance(item, Jump):
            found = item.to is node and not item.onward and not last
        elif isinstance(item, Branch):
            found = any(escapes(way, node, last) for _, way in item.ways)
        elif isinstance(item, Meeting):
            found = escapes(item.body, node, False)
        elif isinstance(item, Loop):
            found = escapes(item.body, node, False) or escapes(item.behind, node, last)
        else:
            found = False
        if found:
            return True
    return False
