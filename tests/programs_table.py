"""Writes docs/PROGRAMS.md: what became of programs of others that ran here and on the firmware.

    python3 -m tests.programs_table ROWS.jsonl > docs/PROGRAMS.md

ROWS.jsonl has a row for each program and way of running it: `name`, `model`, `script` and `checks`, which are triples of a
moment in seconds, a verdict, and how many milliseconds later the firmware showed the same.
"""

import json
import sys
from pathlib import Path
from typing import Any

NEAR = 20                   # milliseconds
SHOWN = ("same", "phase", "flash", "late")
HEAD = """# Programs of others

{count} listings that other people wrote (the collection CPCBasicApps) were typed into the firmware and into this project, and
run. Each ran for 20 seconds without a key, and then got thirty keys. At twelve moments of 48 seconds the 16K of the screen, its
mode, inks, border and place in memory were compared. `RANDOMIZE TIME` was read as `RANDOMIZE 1`, so that both got the same
random numbers. Neither machine had a disc drive or the programs' files; an empty tape was in ours.

| | |
| --- | --- |
| the same at all moments, within {near} ms | {close} |
| the same at all moments, earlier or later by up to 150 ms and 3 % | {same} more |
| the same pictures, further apart in time | {late} more |
| other pictures | {differs} |

Most of those with other pictures show a time, or get a key in another pass of a loop. Some want a disc drive, or read the ROM.
`tests/programs_table.py` makes this page of the rows that were measured.

| program | model | what became of it |
| --- | --- | --- |
"""


def verdict(row: dict[str, Any]) -> tuple[str, str]:
    """The class of a row, and the sentence for it."""
    checks = row.get("checks") or []
    wrong = next((at for at, word, _ in checks if word not in SHOWN), None)
    if not checks or wrong is not None:
        return "differs", f"differs from {wrong:g} s on" if wrong is not None else "did not run"
    worst = max(abs(shift) for _, _, shift in checks)
    if worst <= NEAR:
        return "close", "same"
    if all(abs(shift) <= 150 + 30 * at for at, _, shift in checks):
        return "same", f"same, {worst} ms off at most"
    return "late", f"same pictures, {worst / 1000:.1f} s off at most"


def page(rows: list[dict[str, Any]]) -> str:
    found = [(row["name"], row["model"], *verdict(row)) for row in sorted(rows, key=lambda row: row["name"])]
    counts = {kind: sum(kind == one[2] for one in found) for kind in ("close", "same", "late", "differs")}
    table = "".join(f"| {name.replace('_', '/', 1)} | {model} | {sentence} |\n" for name, model, _, sentence in found)
    return HEAD.format(count=len(found), near=NEAR, **counts) + table


if __name__ == "__main__":
    print(page([json.loads(line) for line in Path(sys.argv[1]).read_text().splitlines()]), end="")
