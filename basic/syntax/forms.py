"""The form of a statement: the kinds of its tokens, one behind the other. `x=x+1` and `y2=a+7` have the same. What the form
alone tells is found out once: how such statements are read (basic.syntax.grammar), and where in them names and lines stand.
"""

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from basic.syntax.statement import Statement

Kinds = tuple[str, ...]
Name = tuple[bytes, int]        # with its type byte
Named = tuple[tuple[Name, ...], tuple[Name, ...]]           # plain variables, and arrays

OPENING = frozenset(("_OPEN", "_OPEN_SQUARE"))
CLOSING = frozenset(("_CLOSE", "_CLOSE_SQUARE"))
_OWN_BRACKET = frozenset(("NAME", "FUNCTION", "STREAM_FUNCTION", "RND", "DEC_S_1_0", "_MID_S", "_SPC", "_TAB", "_ON_SQ"))
_OPERAND_ENDS = frozenset(("NAME", "NUMBER", "STRING", "SYSTEM", "RND", "_CLOSE", "_CLOSE_SQUARE"))


class Contents(NamedTuple):
    """What is counted in a statement. `brackets`: those opened that belong to no function and no array; `signs`: plus signs
    before an operand; `letters`: characters of names behind their first. `names`: those of functions, too; `variables`: without
    them, None where there are none."""
    brackets: int
    signs: int
    letters: int
    names: tuple[Name, ...]
    lines: list[int]
    variables: Named | None


class Form:
    """`known`: the statements of this form that have been read, by their bytes; `recipe`: what the grammar has found out;
    `ifs`, `squares`: how many IFs and opening square brackets there are in it."""

    __slots__ = ("kinds", "known", "recipe", "ifs", "squares", "_brackets", "_signs", "_names", "_lines", "_scalars", "_arrays")

    def __init__(self, kinds: Kinds) -> None:
        self.kinds = kinds
        self.known: dict[bytes, Statement] = {}
        self.recipe: Any = None
        self.ifs = kinds.count("_IF")
        self.squares = kinds.count("_OPEN_SQUARE")
        pairs = list(pairwise(("", *kinds)))
        self._brackets = sum(kind == "_OPEN" and before not in _OWN_BRACKET for before, kind in pairs)
        self._signs = sum(kind == "PLUS" and before not in _OPERAND_ENDS for before, kind in pairs)
        self._names = [at for at, kind in enumerate(kinds) if kind == "NAME"]       # these are places of tokens
        self._lines = [at for at, kind in enumerate(kinds) if kind == "LINENO"]
        variables = [at for at in self._names if not at or kinds[at - 1] != "_FN"]
        self._arrays = [at for at in variables if at + 1 < len(kinds) and kinds[at + 1] in OPENING]
        self._scalars = [at for at in variables if at not in self._arrays]

    def contents(self, tokens: list[Any]) -> Contents:
        """Those of a statement of this form."""
        names, letters = tuple([tokens[at].value for at in self._names]), 0
        for name, _ in names:
            letters += len(name) - 1
        lines = [tokens[at].value for at in self._lines] if self._lines else []
        variables: Named | None = None
        if len(self._scalars) == len(names):
            variables = (names, ()) if names else None
        elif self._scalars or self._arrays:
            variables = tuple([tokens[at].value for at in self._scalars]), tuple([tokens[at].value for at in self._arrays])
        return Contents(self._brackets, self._signs, letters, names, lines, variables)


@lru_cache(maxsize=4096)
def form_of(kinds: Kinds) -> Form:
    return Form(kinds)
