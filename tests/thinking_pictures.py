"""The pictures of docs/THINKING.md, from the real program: `python3 -m tests.thinking_pictures`.

For the program of another listing, which you own, its picture, its search, its subroutines and its board in motion go to a
folder:

    python3 -m tests.thinking_pictures --listing hamann.bas --type 2 --type 'e2e4\\n' --board f --to FOLDER
"""

import argparse
from pathlib import Path

from cpc import CPC
from cpc.commands.debugger_for import debugger_for
from cpc.debugger.console.commands import Console
from tests.places import REPO

SCHACH = REPO / "examples" / "schach.bas"
TYPED = ["D3", "o", "a2a3"]


def replied(listing: Path, typed: list[str]) -> tuple[CPC, Console]:
    """A program that has been typed at, each time it asked for keys, and asks again."""
    cpc = CPC()
    cpc.load(listing)
    console = Console(debugger_for(cpc.session))
    console.debugger.start()
    for text in typed:
        console.obey("c")
        console.obey(f"type {text}")
    console.obey("c")
    return cpc, console


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--listing", type=Path, default=SCHACH)
    parser.add_argument("--type", action="append", metavar="TEXT", help="what to type, each where the program asks for keys")
    parser.add_argument("--board", metavar="ARRAY", help="also a moving picture of this array")
    parser.add_argument("--to", type=Path, default=REPO / "docs" / "pictures", metavar="FOLDER")
    options = parser.parse_args()
    cpc, console = replied(options.listing, options.type or TYPED)
    options.to.mkdir(exist_ok=True)
    cpc.png(options.to / "thinking-screen.png")
    wanted = [("thinking-tree.svg", "tree deep 2"), ("thinking-flame.svg", "profile")]
    if options.board:
        wanted.append(("thinking-board.gif", f"movie {options.board}"))
    for name, command in wanted:
        file = options.to / name
        file.unlink(missing_ok=True)
        for line in console.obey(f"{command} to {file}"):
            print(line)


if __name__ == "__main__":
    main()
