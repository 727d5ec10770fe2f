"""The functions of BASIC: the registry behind @function."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from basic.source.words import add_word
from basic.values.code import Code, Get, Kind

Made = Code | Get                       # the closure of a function's value, or a Code of it
Compile = Callable[..., Made]           # of (compiler, a Code for each argument)
One = TypeVar("One", bound=Compile)


class Function(NamedTuple):
    name: str
    arguments: str          # n number, as for Compiler.converted; ? behind what is optional, * more
    compile: Compile
    gives: Kind
    help: str
    since: int

    @property
    def arity(self) -> tuple[int, int]:
        """The fewest and the most arguments it takes."""
        kinds = self.arguments
        return len(kinds.rstrip("*")) - 2 * kinds.count("?"), 255 if kinds.endswith("*") else len(kinds.replace("?", ""))


FUNCTIONS: dict[int, Function] = {}


def function(name: str, token: int, arguments: str, gives: Kind, since: int = 10,
             help: str = "") -> Callable[[One], One]:
    """Enters a function: `compile(c, *arguments)` gets a Code for each argument and returns the closure (or a Code)."""
    def enter(compile: One) -> One:
        word = add_word(name, token if token >= 0x80 else token + 0x100, since)
        FUNCTIONS[word.token] = Function(name, arguments, compile, gives, help or (compile.__doc__ or ""), since)
        return compile
    return enter
