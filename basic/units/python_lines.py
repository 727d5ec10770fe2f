"""The lines of a unit's text, and where they set `at`, the number of the exit that an error leads to."""

from basic.records import record


@record(slots=True)
class Line:
    depth: int
    text: str
    exit: int | None        # what `at` has to be here


def plain(lines: list[Line], depth: int) -> list[str]:
    return ["    " * (line.depth + depth) + line.text for line in lines]


def with_exits(lines: list[Line], depth: int) -> list[str]:
    """The text with `at` set where it has to be: only where it changes, and before a loop in which it does not."""
    placed = _Placed(lines, depth)
    first = next((line.exit for line in lines if line.exit is not None), 0)
    placed.set(0, first)            # in any case: it is handed on whether it matters or not
    placed.block(0, len(lines), first)
    return placed.text


class _Placed:
    def __init__(self, lines: list[Line], depth: int):
        self.lines = lines
        self.depth = depth
        self.text: list[str] = []

    def block(self, here: int, end: int, known: int | None) -> int | None:
        """Lines of one depth, and deeper ones between them. `known` is what `at` is; gives what it is afterwards."""
        lines, otherwise = self.lines, None
        while here < end:
            line = lines[here]
            behind = here + 1
            while behind < end and lines[behind].depth > line.depth:
                behind += 1
            if behind == here + 1:
                known = self._needs(line, line.exit, known)
                self.text.append("    " * (line.depth + self.depth) + line.text)
                here = behind
                continue
            needed = {one.exit for one in lines[here + 1:behind] if one.exit is not None}
            loops = line.text.startswith(("for ", "while "))
            if line.text == "else:":
                within = otherwise
            else:
                otherwise = within = known = self._needs(line, line.exit, known)
                if loops and len(needed) == 1:
                    within = known = self._needs(line, next(iter(needed)), known)
                elif loops and needed:
                    within = None
            self.text.append("    " * (line.depth + self.depth) + line.text)
            self.block(here + 1, behind, within)
            if needed - {within}:
                known = None
            if loops:
                otherwise = known
            here = behind
        return known

    def _needs(self, line: Line, exit: int | None, known: int | None) -> int | None:
        """`at` before a line that needs it to be `exit`."""
        if exit is None or exit == known:
            return known
        self.set(line.depth, exit)
        return exit

    def set(self, depth: int, exit: int) -> None:
        self.text.append("    " * (depth + self.depth) + f"at = {exit}")
