"""Drawings of what the debugger found, as SVG: a flame graph of the calls, and a search tree.

An SVG is a picture as text, which browsers show. A line of it shows its whole text where the mouse is on it.
"""

from collections.abc import Callable, Iterator, Mapping
from html import escape

from basic.debug.calls import Call, Calls
from basic.debug.probes import Shown
from basic.debug.search_tree import Node
from basic.debug.sentences import sentence
from basic.debug.views import text_of

FLAME_WIDTH, BAR = 1200, 20
NARROWEST = 1.0                 # of a bar that is drawn
LETTER = 7.0                    # the width of a letter, about
ROW, INDENT = 18, 26
MOST_ROWS = 2000                # of a tree
INK, CUT, PAPER, FRAME = "#202020", "#b03020", "#ffffff", "#c8c8c8"


def name_of(line: int | None, names: Mapping[int, str]) -> str:
    """5800 Bewertungsfunktion."""
    if line is None:
        return sentence("main program")
    return f"{line} {names[line]}" if line in names else str(line)


def value_text(value: Shown) -> str:
    if value is None or isinstance(value, tuple):
        return ""
    return text_of(value)


def flame_graph(calls: Calls, names: Mapping[int, str], spoken: Callable[[str], str] = str) -> str:
    """Each bar is a subroutine, as wide as its time; below it stands what called it. `spoken` says words to the person."""
    whole = max(1, calls.root.inclusive)
    deepest = max(depth for depth, _ in calls.root.walk())
    height = (deepest + 1) * BAR

    def bars(call: Call, x: float, depth: int) -> Iterator[str]:
        width = call.inclusive / whole * FLAME_WIDTH
        if width < NARROWEST:
            return
        name = spoken(name_of(call.line, names))
        about = spoken(sentence("{0}: {1} s, {2}; {3} s of its own; called {4} times", name, f"{call.inclusive / 1e6:.3f}",
                                f"{call.inclusive / whole:.1%}", f"{call.own / 1e6:.3f}", call.calls))
        y = height - (depth + 1) * BAR
        hue = (call.line or 0) * 37 % 50 + 10
        yield (f'<g><title>{escape(about)}</title><rect x="{x:.1f}" y="{y}" width="{width:.1f}" height="{BAR - 1}" '
               f'fill="hsl({hue},75%,62%)"/>')
        shown = name[:int((width - 4) / LETTER)]
        if len(shown) > 2:
            yield f'<text x="{x + 3:.1f}" y="{y + 14}">{escape(shown)}</text>'
        yield "</g>"
        for child in sorted(call.children.values(), key=lambda one: one.line or 0):
            yield from bars(child, x, depth + 1)
            x += child.inclusive / whole * FLAME_WIDTH
    return _svg(FLAME_WIDTH, height, bars(calls.root, 0, 0))


def tree_lines(search: Node, deepest: int, spoken: Callable[[str], str] = str,
               most: int = MOST_ROWS) -> Iterator[tuple[int, Node, str]]:
    """Depth, node and text of each move that a search looked at, in its order."""
    for at, (depth, node) in enumerate(search.walk(deepest)):
        if at > most:
            return
        if depth:
            below = node.count() if depth == deepest else 0
            yield depth, node, " ".join(filter(None, [
                node.move, value_text(node.value), spoken("cut") if node.cuts else "", f"(+{below})" if below else ""]))


def tree_drawing(search: Node, deepest: int, spoken: Callable[[str], str] = str) -> str:
    """The moves as lines, each below the move before it and to the right of the move it answers. A move that made those
    behind it not worth looking at is red."""
    rows = list(tree_lines(search, deepest, spoken))
    width = max((depth * INDENT + len(text) * LETTER + 20 for depth, _, text in rows), default=100.0)

    def drawn() -> Iterator[str]:
        latest: dict[int, float] = {0: 0.0}
        for at, (depth, node, text) in enumerate(rows):
            y = at * ROW + ROW / 2
            x = depth * INDENT - INDENT + 6
            if depth > 1:
                yield (f'<path d="M{x - INDENT + 4:.0f},{latest[depth - 1] + 5:.0f} V{y:.0f} H{x - 3:.0f}" stroke="{FRAME}" '
                       'fill="none"/>')
            latest[depth] = y
            about = spoken(sentence("{0} s, line {1}; {2} moves below", f"{node.noted.us / 1e6:.6f}", node.noted.place,
                                    node.count()))
            yield (f'<g><title>{escape(about)}</title><text x="{x:.0f}" y="{y + 4:.0f}" fill="{CUT if node.cuts else INK}">'
                   f"{escape(text)}</text></g>")
    return _svg(int(width), max(1, len(rows)) * ROW, drawn())


def _svg(width: int, height: int, parts: Iterator[str]) -> str:
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
            'font-family="monospace" font-size="12">')
    return "\n".join([head, f'<rect width="100%" height="100%" fill="{PAPER}"/>', *parts, "</svg>"]) + "\n"
