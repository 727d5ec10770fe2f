"""The questions of docs/THINKING.md to a chess program that has just replied, each with the time that its answer takes.

    python3 -m tests.thinking_transcript                        # examples/schach.bas
    python3 -m tests.thinking_transcript --listing hamann.bas   # of the book, if you own it

Times are processor time of this computer; a repeated question shows what the first one has left behind for it.
"""

import argparse
from pathlib import Path
from time import process_time

from tests.thinking_pictures import SCHACH, TYPED, replied

QUESTIONS = {
    "schach": ["count", "array b", "tree", "tree deep 2", "history bm", "who bm", "profile", "calls", "who pixel 100,300",
               "who char 27,1", "log 1580 sd,al(k),be(k) if sd=1", "history v", "back 1000", "present"],
    "hamann": ["count", "log 4370 pm(1),pm(2),v", "tree", "tree deep 2", "history bm", "who bm", "history fm(1,3)", "profile",
               "calls", "who pixel 294,185", "who char 3,20", "back 1000", "present"]}
KEYS = {"schach": TYPED, "hamann": ["2", "e2e4\\n"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--listing", type=Path, default=SCHACH)
    parser.add_argument("--rows", type=int, default=24, help="of each answer")
    options = parser.parse_args()
    name = options.listing.stem
    begin = process_time()
    console = replied(options.listing, KEYS.get(name, []))[1]
    print(f"# {name}: its reply, {console.session.machine.clock.us / 1e6:.0f} s of the CPC's, {process_time() - begin:.2f} s")
    for question in QUESTIONS.get(name, ["profile"]):
        begin = process_time()
        answer = console.obey(question)
        print(f"debug> {question}        # {process_time() - begin:.2f} s")
        print("\n".join([*answer[:options.rows], *["..."] * (len(answer) > options.rows)]))


if __name__ == "__main__":
    main()
