"""`%load_ext cpc.notebook` in IPython or Jupyter; then `%%cpc` runs the cell as a program.

    %%cpc --model 6128 --input "21\\n"
    10 INPUT a: PRINT a*2

A program that has only printed shows its text, one that has drawn its picture. `%%cpc --picture` always shows the picture.
`cpc_result` is what `run_program` gave. IPython comes with the extra `notebook`.
"""

import argparse
import shlex
from typing import Any, NoReturn, Protocol

from basic.errors import BasicError
from cpc.models import MODELS
from cpc.outcome import Result, run_program

RESULT = "cpc_result"


class Shell(Protocol):
    """What is asked of IPython."""
    user_ns: dict[str, Any]
    def register_magic_function(self, func: Any, magic_kind: str, magic_name: str) -> None: ...


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise ValueError(f"%%cpc: {message}")


def load_ipython_extension(shell: Shell) -> None:
    def magic(line: str, cell: str) -> Result | None:
        try:
            options = _parser().parse_args(shlex.split(line))
            result = run_program(cell, options.input.replace("\\n", "\n"), options.seconds, model=options.model)
        except (BasicError, ValueError) as error:
            print(error)
            return None
        shell.user_ns[RESULT] = result
        if result.lines:
            print("\n".join(result.lines))
        return result if options.picture or has_drawn(result) else None
    shell.register_magic_function(magic, "cell", "cpc")


def _parser() -> _Parser:
    parser = _Parser("%%cpc", add_help=False)
    parser.add_argument("--model", choices=tuple(MODELS), default="464")
    parser.add_argument("--input", default="", help="what is typed when the program asks")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--picture", action="store_true")
    return parser


def has_drawn(result: Result) -> bool:
    """Whether there is more on the screen than text that can be read."""
    return any("\0" in row for row in result.screen)
