"""What the text of a unit counts for the heat map."""

from typing import TYPE_CHECKING, NamedTuple

from basic.units.nodes import Node

if TYPE_CHECKING:
    from basic.debug.heat_map import HeatMap


class Part(NamedTuple):
    """What a statement adds."""
    pc: int
    statements: int
    us: int


class Tally:
    """`way` is what has been done since something was last counted, `last` the node that its last part is of.

    Inside loops the text counts in names of its own, which are booked when the unit is left. Without a heat map nothing
    is counted.
    """

    def __init__(self, heat_map: "HeatMap | None"):
        self.heat_map = heat_map
        self.way: tuple[Part, ...] = ()
        self.last: Node | None = None
        self.loops = 0                              # around what is being written
        self.ways: dict[str, int] = {}              # name in the text -> the way's number
        self.timed: dict[int, str] = {}             # pc -> the name of what it took besides its cost

    def afresh(self) -> None:
        """Nothing has been done since."""
        self.way, self.last = (), None

    def done(self, node: Node) -> None:
        """NEXT that comes to its second variable goes on with the same statement."""
        if self.heat_map is not None:
            self.way, self.last = (*self.way, Part(node.pc, int(not node.which), node.cost)), node

    def undone(self, node: Node) -> None:
        """It has been counted, but will be done over."""
        if self.heat_map is not None:
            self.way, self.last = (Part(node.pc, -int(not node.which), -node.cost),), None

    def took(self, node: Node, us: int) -> None:
        if self.heat_map is not None and us:
            *before, last = self.way if self.last is node else (*self.way, Part(node.pc, 0, 0))
            self.way, self.last = (*before, last._replace(us=last.us + us)), node

    def before(self, node: Node) -> tuple[Part, ...]:
        """What has been done when the statement is to be done over."""
        return self.way[:-1] if self.last is node else self.way

    def begins(self, node: Node) -> list[str]:
        """The lines before those of a node that adds to the clock by itself."""
        return ["begun = us"] if self.times(node) else []

    def times(self, node: Node) -> bool:
        """Whether it is asked what the node has added to the clock."""
        return self.heat_map is not None and (node.most > 0 or "us" in node.saves or node.draws)

    def ends(self, node: Node) -> list[str]:
        if not self.times(node):
            return []
        return [f"{self.timed.setdefault(node.pc, f'd{node.pc}')} += us - begun"]

    def counted(self, times: str = "1") -> list[str]:
        """The line that counts the way up to here."""
        if self.heat_map is None or not self.way:
            return []
        number = self.heat_map.way(self.way)
        self.afresh()
        if not self.loops:
            return [f"passes[{number}] += {times}"]
        name = f"h{number}"
        self.ways[name] = number
        return [f"{name} += {times}"]

    def names(self) -> list[str]:
        return [*self.ways, *self.timed.values()]

    def booked(self) -> str:
        """One line, for where the unit is left."""
        book = [f"passes[{number}] += {name}" for name, number in self.ways.items()]
        return "; ".join(book + [f"times[{pc}] += {name}" for pc, name in self.timed.items()]) or "pass"

    def write_back(self, counts: tuple[int, ...], way: tuple[Part, ...]) -> None:
        """The unit has been left in the middle; `counts` are the values of the names."""
        heat_map = self.heat_map
        if heat_map is None:
            return
        for number, count in zip(self.ways.values(), counts[:len(self.ways)], strict=True):
            heat_map.passes[number] += count
        for pc, us in zip(self.timed, counts[len(self.ways):], strict=True):
            heat_map.times[pc] += us
        for pc, statements, us in way:
            heat_map.counts[pc] += statements
            heat_map.times[pc] += us
