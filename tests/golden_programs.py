"""Random sessions with the firmware's output, recorded by tests.compare --record."""

import hashlib
import json
from pathlib import Path

from tests.places import GOLDEN

FOLDER = GOLDEN / "programs"
ARGUMENTS = FOLDER.parent / "arguments"     # not random: statements with wrong and odd arguments
LONGEST_IN_FULL = 400


def programs():
    """(model, pieces typed, output) of each recorded session."""
    for path in sorted([*FOLDER.glob("*.jsonl"), *ARGUMENTS.glob("*.jsonl")]):
        with path.open(encoding="ascii") as file:
            for line in file:
                record = json.loads(line)
                yield path.stem, record["type"], record["printed"]


def answer(printed: bytes) -> str:
    """What is recorded of the printed bytes: the bytes, or their number and digest if there are many."""
    if len(printed) <= LONGEST_IN_FULL:
        return printed.decode("latin-1")
    return f"{len(printed)} bytes, {hashlib.sha256(printed).hexdigest()[:24]}"


def record(model: str, sessions: list[tuple[list[str], bytes]], folder: Path = FOLDER, mode: str = "w") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{model}.jsonl").open(mode, encoding="ascii") as file:
        for pieces, printed in sessions:
            file.write(json.dumps({"type": pieces, "printed": answer(printed)}) + "\n")
