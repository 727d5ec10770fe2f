"""The machine's clock inside a unit.

What the statements take is known beforehand, so the unit's clock is only brought up to date where ways of different lengths
meet, and at the ends of loops. In between some microseconds are pending: they have passed, but the clock does not show them.
"""

from basic.units.flow_graph import Graph
from basic.units.nodes import Node
from basic.units.shapes import Branch, Jump, Lines, Meeting, Shapes


class UnitTime:
    """`base`: what is pending at a node that several ways lead to, or a loop's head. `worst`: the most that passes before the
    unit looks at the clock again."""

    def __init__(self, graph: Graph, shapes: Shapes):
        self.base: dict[Node, int] = {}
        self.worst = max(us + max((way.us for way in node.ways), default=0) for node, us in graph.longest(graph.start).items())
        self._arrivals: dict[Node, list[int]] = {}
        self._add_up(shapes, 0)

    def _add_up(self, items: Shapes, pending: int) -> None:
        """Finds out what is pending at each shape."""
        for item in items:
            if isinstance(item, Lines):
                pending += item.node.cost
                item.pending = pending
            elif isinstance(item, Branch):
                for _, way in item.ways:
                    self._add_up(way, pending)
            elif isinstance(item, Jump):
                pending += item.us
                item.pending = pending
                if not item.onward:
                    self._arrivals.setdefault(item.to, []).append(pending)
            elif isinstance(item, Meeting):
                self._add_up(item.body, pending)
                pending = self.base[item.node] = min(self._arrivals[item.node])
            else:
                cycle = item.cycle
                cycle.base = self.base[cycle.head] = pending
                self._add_up(item.body, pending)
                if cycle.tail is not None:
                    at_tail = pending if cycle.tail is cycle.head else min(self._arrivals[cycle.tail])
                    self.base[cycle.tail] = at_tail
                    cycle.per_pass = at_tail + cycle.tail.cost - pending
                    self._add_up(item.behind, pending)
