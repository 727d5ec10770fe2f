"""The flow graph of a unit: the order of its nodes, their dominators, and the loops that they make."""


from basic.records import record
from basic.units.nodes import Node


@record(eq=False)
class Cycle:
    """A loop of the graph."""
    head: Node
    members: set[Node]
    tail: Node | None = None        # the NEXT, where the loop may become a Python `for`
    simple: bool = False            # ... and has no loops in it: its passes are added to the clock when it is left
    per_pass: int = 0               # microseconds that every pass takes at least
    base: int = 0                   # microseconds that have passed at its head and that the clock does not show yet


class Graph:
    """Order, dominators and loops of the nodes that can be reached from the start."""

    def __init__(self, start: Node, counts: bool = True):
        self.start = start
        self.counts = counts                        # loops of FOR and NEXT are to be Python's
        self.order: list[Node] = []
        self._walk(start)
        self.order.reverse()
        self.place = {node: at for at, node in enumerate(self.order)}
        self.before: dict[Node, list[Node]] = {node: [] for node in self.order}
        for node in self.order:
            for way in node.ways:
                self.before[way.to].append(node)
        self.dominator = self._dominators()
        self.backs: dict[Node, list[Node]] = {}     # what leads back to a node, for the head of each loop
        self.second_entrance: Node | None = None    # a node that is jumped back to by what it does not dominate
        self._find_backs()
        self.cycles: dict[Node, Cycle] = {}
        self._find_cycles()
        self.forward = {node: len(self.before[node]) - len(self.backs.get(node, ())) for node in self.order}

    def _walk(self, start: Node) -> None:
        seen, path = {start}, [(start, iter(start.ways))]
        while path:
            node, ways = path[-1]
            for way in ways:
                if way.to not in seen:
                    seen.add(way.to)
                    path.append((way.to, iter(way.to.ways)))
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
                closest: Node | None = None
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
                if closest is not None and found.get(node) is not closest:
                    found[node] = closest
                    changed = True
        return found

    def dominates(self, one: Node, other: Node) -> bool:
        while self.place[other] > self.place[one]:
            other = self.dominator[other]
        return other is one

    def _find_backs(self) -> None:
        place = self.place
        for node in self.order:
            here = place[node]
            later = [one for one in self.before[node] if place[one] >= here]
            if later:
                backs = [one for one in later if self.dominates(node, one)]
                if backs:
                    self.backs[node] = backs
                if len(backs) < len(later) and self.second_entrance is None:
                    self.second_entrance = node

    def _find_cycles(self) -> None:
        for node, backs in self.backs.items():
            members, todo = {node}, [*backs]
            while todo:
                one = todo.pop()
                if one not in members:
                    members.add(one)
                    todo += self.before[one]
            self.cycles[node] = Cycle(node, members)
        for cycle in self.cycles.values() if self.counts else ():
            self._find_tail(cycle)

    def _find_tail(self, cycle: Cycle) -> None:
        """A loop is counted where only one NEXT leads back, and nothing else changes its variable."""
        backs = [one for one in self.before[cycle.head] if one in cycle.members]
        if len(backs) != 1 or backs[0].ways[0].to is not cycle.head:
            return
        tail, counted = backs[0], backs[0].counted
        if counted is None:
            return
        if len(tail.ways) != 2 or tail.ways[1].to in cycle.members or tail is cycle.head and tail.checks or tail.notes:
            return
        if any(counted.slot in node.assigned for node in cycle.members if node is not tail):
            return
        cycle.tail = tail
        drawing = any(node.draws for node in cycle.members)
        cycle.simple = not drawing and not any(other in cycle.members for other in self.cycles if other is not cycle.head)

    def longest(self, start: Node, within: set[Node] | None = None) -> dict[Node, int]:
        """The most microseconds up to the end of each node, without going round."""
        reach = {start: start.cost + start.most}
        for node in self.order:
            if node in reach:
                for way in node.ways:
                    if self.place[way.to] > self.place[node] and (within is None or way.to in within):
                        us = reach[node] + way.us + way.to.cost + way.to.most
                        reach[way.to] = max(reach.get(way.to, 0), us)
        return reach
