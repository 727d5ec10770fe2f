"""Where the time of a program parts from the machine's: statement by statement, without interrupts.

    python -m tests.drift [--model 464] [--seconds 20] [--realcpc FOLDER] FILE.bas

It runs the program on the firmware and here, without a key, up to where the two go different ways. For each statement it shows
how many microseconds it takes here more than there: in all, each time, and the most. By hand only: it needs what tests.moments
needs.
"""

import argparse
import os
import sys
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

from cpc import CPC
from tests.moments import BEGIN, noting_moments, real_moments

SHOWN, WIDTH = 30, 90
Moments = list[tuple[float, int, int]]


def ours(model: str, lines: list[str], seconds: float) -> Moments:
    cpc = CPC(model=model, brand="amstrad", dialect="locomotive")
    cpc.type("\n".join(lines) + "\n")
    assert cpc.run_until_idle(600)
    moments = noting_moments(cpc)
    cpc.type("RUN\n")
    cpc.run(seconds)
    return moments


def numbered(moments: Moments) -> Moments:
    """The places in memory as places in their lines."""
    places: dict[int, set[int]] = defaultdict(set)
    for _, line, address in moments:
        places[line].add(address)
    order = {line: sorted(found) for line, found in places.items()}
    return [(us, line, order[line].index(address)) for us, line, address in moments]


def by_line(moments: Moments) -> list[tuple[float, int]]:
    """When each line begins or is come back to: the firmware does not note what follows THEN as we do."""
    found: list[tuple[float, int]] = []
    for us, line, place in moments:
        if place == 0 or not found or found[-1][1] != line:
            found.append((us, line))
    return found


def compared(theirs: list[tuple[float, int]], mine: list[tuple[float, int]]) -> tuple[dict[int, list[float]], int]:
    """By how much each line parts each time, and how many begins of lines agree."""
    apart: dict[int, list[float]] = defaultdict(list)
    agree = next((at for at, (one, other) in enumerate(zip(theirs, mine, strict=False)) if one[1] != other[1]),
                 min(len(theirs), len(mine)))
    for (one, one_behind), (other, other_behind) in zip(pairwise(theirs[:agree]), pairwise(mine[:agree]), strict=True):
        apart[one[1]].append(other_behind[0] - other[0] - one_behind[0] + one[0])
    return apart, agree


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.drift")
    parser.add_argument("file", type=Path)
    parser.add_argument("--model", choices=list(BEGIN), default="464")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--realcpc", default=os.environ.get("REALCPC"))
    options = parser.parse_args()
    if options.realcpc:
        sys.path.insert(0, options.realcpc)
    lines = [line for line in options.file.read_text(encoding="ascii").splitlines() if line.strip()]
    theirs = by_line(numbered(real_moments(options.model, lines, options.seconds)))
    mine = by_line(ours(options.model, lines, options.seconds))
    apart, agree = compared(theirs, mine)
    texts = {int(line.split()[0]): line for line in lines}
    for line, found in sorted(apart.items(), key=lambda item: -abs(sum(item[1])))[:SHOWN]:
        total, most = sum(found), max(found, key=abs)
        print(f"{total:+10.0f} {len(found):6} times {total / len(found):+8.1f} most {most:+8.0f}  {texts[line][:WIDTH]}")
    print(f"{agree} lines of {len(theirs)}; then line {theirs[agree][1]} there, {mine[agree][1]} here"
          if agree < min(len(theirs), len(mine)) else f"all of {agree} lines")


if __name__ == "__main__":
    main()
