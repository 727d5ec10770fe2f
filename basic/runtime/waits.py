"""Loops that only wait: for time to pass, for a key, for an interrupt. In them one is meant to see time go by.

`Waits.at(pc)` says whether a place is in such a loop: statements that neither show nor do anything lead from it
back to it, and nothing they look at is changed by them. So `FOR i=1 TO 999:NEXT` waits, and
`100 IF INKEY$="" THEN 100`, and `WHILE TIME<t:WEND`; a loop that looks for something in an array does not.
It is told from the text alone: a program pays nothing for being watched.
"""

from basic.runtime.control import FIRST_LINE, GOSUB_SIZE

LONGEST = 24                    # statements followed
JUMPS = {"_GOTO", "_GOSUB"}


class Waits:
    def __init__(self, executor):
        self.executor = executor
        self.known: dict[int, bool] = {}

    def forget(self) -> None:
        self.known.clear()

    def at(self, pc: int) -> bool:
        if pc not in self.known:
            waits, always = self._search(pc)
            if not always:
                return waits
            self.known[pc] = waits
        return self.known[pc]

    def _search(self, start: int) -> tuple[bool, bool]:
        """Is there a way round, from `start` back to it? And is it so whoever called this subroutine?"""
        ways = [(start, (), ())]        # pc, the statements that led there, where their GOSUBs return to
        seen: set[int] = set()
        always = True
        while ways and len(seen) < LONGEST:
            pc, path, returns = ways.pop()
            if pc == start and path:
                if _stays_the_same(path):
                    return True, always
                continue
            tokens = self._tokens(pc) if pc not in seen else None
            seen.add(pc)
            if tokens is None:
                continue
            kind = tokens[0].type if tokens else "_REM"
            if kind == "_RETURN":
                if not returns:
                    always = False
                    returns = self._caller()
                ways += [(pc, path, returns[:-1]) for pc in returns[-1:]]
                continue
            for successor, behind in self._successors(pc, kind, tokens):
                ways.append((successor, (*path, self._names(pc, tokens)), returns + behind))
        return False, always

    def _tokens(self, pc: int) -> list | None:
        executor = self.executor
        if not FIRST_LINE <= pc < len(executor.where):
            return None
        line, at = executor.where[pc]
        if line is not None:
            return executor.layout(line)[0][at].tokens if pc != executor.end_pc() else None
        return executor.direct[1][at].tokens if executor.direct and pc in executor.direct[2] else None

    def _successors(self, pc: int, kind: str, tokens: list) -> list[tuple[int, tuple[int, ...]]]:
        """Where a statement that does nothing may lead, each with what it pushes on the stack of returns."""
        executor = self.executor
        line, at = executor.where[pc]
        found, pcs = executor.layout(line) if line is not None else executor.direct[1:]
        after, end = executor.pc_of(line, at + 1), executor.pc_of(line, len(found))
        if found[at].is_else:
            return [(end, ())]
        if kind == "_IF":
            return [(executor.else_of(found, pcs, at, end), ()), (after, ())] if found[at].opens_if else []
        targets = [executor.pc_of_line(token.value) for token in tokens if token.type == "LINENO"]
        targets = [target for target in targets if target is not None]
        if kind in ("_GOTO", "LINENO"):
            return [(target, ()) for target in targets]
        if kind == "_GOSUB" or kind == "_ON" and any(token.type == "_GOSUB" for token in tokens):
            return [(target, (after,)) for target in targets] + [(after, ())] * (kind == "_ON")
        if kind == "_ON" and any(token.type == "_GOTO" for token in tokens):
            return [(target, ()) for target in targets] + [(after, ())]
        if kind in ("_NEXT", "_WEND"):
            frame = self._loop(pc)
            return [(after, ())] + ([(frame.pc, ())] if frame else [])
        if kind in ("_REM", "_QUOTE", "_WHILE") or kind == "NAME" and tokens[1:2] and tokens[1].type == "_EQUALS":
            return [(after, ())]
        return []

    def _loop(self, pc: int):
        """The FOR or WHILE that this NEXT or WEND would end."""
        for frame in reversed(self.executor.stack):
            if isinstance(frame.key, tuple) and frame.key[0] == pc:
                return frame
            if frame.size == GOSUB_SIZE:
                return None
        return None

    def _caller(self) -> tuple[int, ...]:
        return tuple(frame.pc for frame in self.executor.stack if frame.size == GOSUB_SIZE)[-1:]

    def _names(self, pc: int, tokens: list) -> tuple[set, set]:
        """The variables that a statement changes, and those that it looks at."""
        names = {_RANDOM if token.type == "RND" else token.value for token in tokens
                 if token.type in ("NAME", "RND")}
        kind = tokens[0].type if tokens else ""
        if kind == "_NEXT":
            frame = self._loop(pc)
            opener = self._tokens(frame.opener) if frame else None
            return {opener[1].value if opener and len(opener) > 1 else None}, {_COUNTS}
        if kind == "NAME":
            later = {token.value for token in tokens[1:] if token.type == "NAME"}
            return {tokens[0].value}, later | names & {_RANDOM}
        return set(), names


_RANDOM, _COUNTS = "RND", "NEXT"


def _stays_the_same(path: tuple) -> bool:
    """Each turn does what the one before did: nothing it looks at comes from counting, from chance or from itself."""
    counted = {_RANDOM}.union(*(changed for changed, seen in path if _COUNTS in seen))
    looked_at = set().union(*(seen for _, seen in path))
    return not counted & looked_at and not any(changed & seen for changed, seen in path)
