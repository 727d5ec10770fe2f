"""The functions of BASIC: the registry behind @function."""

from collections.abc import Callable
from typing import NamedTuple

from basic.source.words import add_word


class Function(NamedTuple):
    name: str
    arguments: str          # n number, as for Compiler.converted; ? behind what is optional, * more
    compile: Callable
    gives: str
    help: str
    since: int

    @property
    def arity(self) -> tuple[int, int]:
        """The fewest and the most arguments it takes."""
        kinds = self.arguments
        return len(kinds.rstrip("*")) - 2 * kinds.count("?"), 255 if kinds.endswith("*") else len(kinds.replace("?", ""))


FUNCTIONS: dict[int, Function] = {}


def function(name: str, token: int, arguments: str, gives: str, since: int = 10, help: str = ""):
    """Enters a function: `compile(c, *arguments)` gets a Code for each argument and returns the closure (or a Code)."""
    def enter(compile: Callable) -> Callable:
        word = add_word(name, token if token >= 0x80 else token + 0x100, since)
        FUNCTIONS[word.token] = Function(name, arguments, compile, gives, help or (compile.__doc__ or ""), since)
        return compile
    return enter
