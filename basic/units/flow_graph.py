"""The flow graph of a unit, brought into the shape of Python: loops within loops, and places where ways meet.

Python has no GOTO, so the graph is laid out along its dominators: a node that several ways lead to stands behind the
node that all of them come from; a loop holds what leads back to its head, and what it leads out to stands behind it. What
comes out of `shaped` is a list of `Code`, `Branch`, `Loop`, `Meeting` and `Jump`, to be written by basic.units.python_text.
"""

from dataclasses import dataclass

from basic.units.unit import Node


@dataclass(eq=False)
class Ring:
    """A loop of the graph."""
    head: Node
    members: set[Node]
    tail: Node | None = None        # the NEXT, where the loop may become a Python `for`
    simple: bool = False            # ... and has no loops in it: its passes are added to the clock when it is left
    per_pass: int = 0               # microseconds that every pass takes at least
    base: int = 0                   # microseconds gone by at its head that `us` does not show yet

    def passes(self, local: dict) -> int:
        """How many have been gone through, told from the variable."""
        depth = len(self.head.stack) - 1
        value, first, step = local[f"v{self.tail.counted.slot}"], local[f"f{depth}"], local[f"s{depth}"]
        return (value - first) // step if type(value) is int else int((value - first) / step + 0.5)


class Graph:
    """Order, dominators and loops of the nodes that can be reached from the start."""

    def __init__(self, start: Node):
        self.start = start
        self.order: list[Node] = []
        self._walk(start)
        self.order.reverse()
        self.place = {node: at for at, node in enumerate(self.order)}
        self.before: dict[Node, list[Node]] = {node: [] for node in self.order}
        for node in self.order:
            for way in node.exits:
                self.before[way.to].append(node)
        self.dominator = self._dominators()
        self.rings: dict[Node, Ring] = {}
        self._find_rings()
        self.forward = {node: sum(not self.dominates(node, one) for one in self.before[node]) for node in self.order}

    def _walk(self, start: Node) -> None:
        seen, path = {start}, [(start, iter(start.exits))]
        while path:
            node, ways = path[-1]
            for way in ways:
                if way.to not in seen:
                    seen.add(way.to)
                    path.append((way.to, iter(way.to.exits)))
                    break
            else:
                self.order.append(node)
                path.pop()

    def _dominators(self) -> dict[Node, Node]:
        place, found = self.place, {self.start: self.start}
        changed = True
        while changed:
            changed = False
            for node in self.order[1:]:
                closest = None
                for one in self.before[node]:
                    if one not in found:
                        continue
                    if closest is None:
                        closest = one
                        continue
                    a, b = one, closest
                    while a is not b:
                        while place[a] > place[b]:
                            a = found[a]
                        while place[b] > place[a]:
                            b = found[b]
                    closest = a
                if found.get(node) is not closest:
                    found[node] = closest
                    changed = True
        return found

    def dominates(self, one: Node, other: Node) -> bool:
        while self.place[other] > self.place[one]:
            other = self.dominator[other]
        return other is one

    def irreducible(self) -> Node | None:
        """A node that is jumped back to by what it does not dominate: a loop with two entrances."""
        for node in self.order:
            for one in self.before[node]:
                if self.place[one] >= self.place[node] and not self.dominates(node, one):
                    return node
        return None

    def _find_rings(self) -> None:
        for node in self.order:
            backs = [one for one in self.before[node] if self.dominates(node, one)]
            if backs:
                members, todo = {node}, backs
                while todo:
                    one = todo.pop()
                    if one not in members:
                        members.add(one)
                        todo += self.before[one]
                self.rings[node] = Ring(node, members)
        for ring in self.rings.values():
            self._find_tail(ring)

    def _find_tail(self, ring: Ring) -> None:
        """A loop is counted where only one NEXT leads back, and nothing else changes its variable."""
        backs = [one for one in self.before[ring.head] if one in ring.members]
        if len(backs) != 1 or backs[0].counted is None or backs[0].exits[0].to is not ring.head:
            return
        tail = backs[0]
        if len(tail.exits) != 2 or tail.exits[1].to in ring.members or tail is ring.head and tail.checks:
            return
        if any(tail.counted.slot in node.assigned for node in ring.members if node is not tail):
            return
        ring.tail = tail
        ring.simple = not any(other in ring.members for other in self.rings if other is not ring.head)

    def longest(self, start: Node, within: set[Node] | None = None) -> dict[Node, int]:
        """The most microseconds up to the end of each node, without going round."""
        reach = {start: start.cost + start.most}
        for node in self.order:
            if node in reach:
                for way in node.exits:
                    if self.place[way.to] > self.place[node] and (within is None or way.to in within):
                        us = reach[node] + way.us + way.to.cost + way.to.most
                        reach[way.to] = max(reach.get(way.to, 0), us)
        return reach


# shapes

@dataclass(eq=False)
class Code:
    """The lines of a node."""
    node: Node
    pending: int = 0        # as at a Jump, with what the node itself takes


@dataclass(eq=False)
class Branch:
    node: Node
    ways: list[tuple[str | None, list]]     # (condition, shapes)


@dataclass(eq=False)
class Loop:
    ring: Ring
    body: list
    behind: list            # of a counted loop: the way on where it ends by itself


@dataclass(eq=False)
class Meeting:
    """Ways out of `body` meet at the node that stands behind it."""
    node: Node
    body: list


@dataclass(eq=False)
class Jump:
    source: Node
    to: Node
    us: int
    lines: tuple
    onward: bool            # what it leads to stands right behind it
    pending: int = 0        # microseconds gone by when it is taken that `us` does not show yet


class Shaper:
    def __init__(self, graph: Graph):
        self.graph = graph
        self.inside: dict[Node, list[Node]] = {}        # stand behind a node
        self.outside: dict[Node, list[Node]] = {}       # stand behind the loop that a node heads
        self.placed: set[Node] = set()
        tails = {ring.tail for ring in graph.rings.values() if ring.tail is not None and ring.tail is not ring.head}
        for node in graph.order[1:]:
            if node in tails or node.left == "raised":
                self.placed.add(node)
                continue
            above = graph.dominator[node]
            left = [ring for ring in graph.rings.values() if above in ring.members and node not in ring.members]
            passing = node.left or not node.lines and len(node.exits) == 1
            if left and not (passing and graph.forward[node] == 1 and node not in graph.rings):
                outermost = max(left, key=lambda ring: len(ring.members))
                self.outside.setdefault(outermost.head, []).append(node)
                self.placed.add(node)
            elif graph.forward[node] > 1:
                self.inside.setdefault(above, []).append(node)
                self.placed.add(node)

    def shapes(self, node: Node) -> list:
        ring = self.graph.rings.get(node)
        if ring is None:
            return self._with(self._plain(node), self.inside.get(node, []))
        if ring.tail is node:
            items = [Loop(ring, [], self._ways_on(node))]
        else:
            body = self._with(self._plain(node), self.inside.get(node, []))
            behind = []
            if ring.tail is not None:
                behind = self._ways_on(ring.tail)
            items = [Loop(ring, body, behind)]
        return self._with(items, self.outside.get(node, []))

    def _with(self, items: list, meetings: list[Node]) -> list:
        for node in sorted(meetings, key=self.graph.place.__getitem__):
            items = [Meeting(node, items), *self.shapes(node)]
        return items

    def _plain(self, node: Node) -> list:
        return [Code(node), *self._branch(node)]

    def _ways_on(self, tail: Node) -> list:
        return self._way(tail, tail.exits[1])

    def _branch(self, node: Node) -> list:
        if not node.exits:
            return []
        if node.exits[0].condition is None:
            return self._way(node, node.exits[0])
        return [Branch(node, [(way.condition, self._way(node, way)) for way in node.exits])]

    def _way(self, node: Node, way) -> list:
        onward = way.to not in self.placed and self.graph.place[way.to] > self.graph.place[node]
        jump = Jump(node, way.to, way.us, way.lines, onward)
        return [jump, *self.shapes(way.to)] if onward else [jump]


def shaped(graph: Graph) -> list:
    return Shaper(graph).shapes(graph.start)


def escapes(items: list, node: Node, falls: bool) -> bool:
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
