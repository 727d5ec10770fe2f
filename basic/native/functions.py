"""What is known of a translated function: its name in the library and its types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

Function = Callable[..., Any]

# the types of the subset as WebAssembly has them; those of tables are addresses
WASM = {"int": "i64", "float": "f64", "bool": "i32", "Reals": "i64", "Whole": "i64", "Bytes": "i64"}


class Template(NamedTuple):
    """The code of a function, to be put in the place of a call. It takes its parameters from locals."""
    code: bytes
    types: list[str]                    # of its locals, of which those of the parameters come first
    places: list[tuple[int, int]]       # where in the code something has to be put in: LOCAL, ADDRESS, or which of `called`
    called: list[Imported]


LOCAL, ADDRESS = -1, -2


class Imported(NamedTuple):
    """A function of the library as a unit sees it; `fails`: it may give NaN. With a template it is not called."""
    name: str
    parameters: list[str]       # types of Python
    results: list[str]
    fails: bool
    template: Template | None = None

    @property
    def types(self) -> tuple[list[str], list[str]]:
        return [WASM[type] for type in self.parameters], [WASM[type] for type in self.results]


def name_of(function: Function) -> str:
    return f"{function.__module__}.{function.__name__}"
