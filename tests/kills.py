"""Kills a typist's CPC at random moments and looks what is lost: `python3 -m tests.kills [COUNT] [SEED]`.

Each life begins with what the one before has left, types lines, runs and saves them, and is killed (kill -9) after up to
LIFE seconds. The typist writes down when each version of the program stood; what comes back must be one of the versions of
the last two seconds, or one after them that has not been written down yet.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from basic.errors import BasicError
from cpc import CPC
from cpc.player.autosave import Autosave
from cpc.player.pacing import FRAME
from cpc.player.player import Player

TYPED: Counter[str] = Counter()
LIFE = 4.5                      # seconds at most; half of them at least are longer than MAY_BE_LOST
MAY_BE_LOST = 2.0


def type_for_ever(folder: Path, seed: int) -> None:
    """Writes a row for each version of the program: when it stood, and its lines."""
    chance = random.Random(seed)
    cpc = CPC(drive=folder / "drive")
    autosave = Autosave(folder)
    autosave.bring_back(cpc)
    player = Player(cpc, CPC, time.monotonic, autosave=autosave)
    version: tuple[int, int] | None = None
    row_due = 0.0
    while True:
        if not player.idle and time.monotonic() >= row_due + 0.5:
            player.keys.escape()
        elif player.idle and time.monotonic() >= row_due:
            row_due = time.monotonic() + chance.uniform(0.02, 0.4)
            number = chance.randrange(10, 400)
            print(json.dumps("types"), flush=True)      # a version after this may be kept before it is written down
            player.paste(chance.choice([f"{number} PRINT {chance.random()}\n"] * 6 + [
                f"{number}\n", "RUN\n", f"{number} GOTO {number}\n", "RENUM\n", "LIST\n", 'SAVE "a"\n']))
        player.frame()
        program = cpc.session.program
        if (program.version, program.in_file) != version:
            version = program.version, program.in_file
            print(json.dumps([time.monotonic(), listing(cpc), not program.unsaved]), flush=True)
        time.sleep(FRAME / 2)


def listing(cpc: CPC) -> str:
    return cpc.session.program.image().hex()


def live_and_die(folder: Path, seed: int, chance: random.Random) -> str:
    """What was wrong with what came back; an empty text if nothing was."""
    with tempfile.TemporaryFile() as told:
        typist = subprocess.Popen([sys.executable, "-m", "tests.kills", "type", str(folder), str(seed)], stdout=told)
        while not os.fstat(told.fileno()).st_size:      # until it has begun to type
            time.sleep(0.05)
        time.sleep(chance.uniform(0, LIFE))
        typist.send_signal(signal.SIGKILL)
        killed = time.monotonic()
        typist.wait()
        told.seek(0)
        told_last, rows = None, []
        for text in told.read().splitlines():
            if text.endswith((b"]", b'"')):
                told_last = json.loads(text)
                rows += [told_last] if isinstance(told_last, list) else []
    again = CPC()
    try:
        Autosave(folder).bring_back(again)
    except (OSError, BasicError) as error:
        return f"damaged: {error}"
    TYPED.update(versions=len(rows))
    now = listing(again)
    late = [row for row in rows if row[0] >= killed - MAY_BE_LOST]
    standing = rows[-len(late) - 1:]                # what stood two seconds ago, and what came after it
    if any(now == text for _, text, _ in standing) or any(saved for _, _, saved in standing):
        return ""
    back = next((killed - moment for moment, text, _ in reversed(rows) if text == now), None)
    if back is None and isinstance(told_last, str):
        return ""                                   # a version that could not be written down any more
    return f"lost: what came back is {f'{back:.1f} s old' if back else 'no version that stood'}"


def run(count: int, seed: int) -> Counter[str]:
    found: Counter[str] = Counter()
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        (Path(name) / "drive").mkdir()
        for at in range(count):
            wrong = live_and_die(Path(name), seed * 100_000 + at, chance)
            found[wrong.partition(":")[0] or "right"] += 1
            if wrong:
                print(f"kill {at}: {wrong}", flush=True)
        left = sorted(path.name for path in Path(name).iterdir())
    print(f"{count} kills, {TYPED['versions']} versions typed: {dict(found)}; files at the end: {len(left)}, {left[:8]}")
    return found


if __name__ == "__main__":
    if sys.argv[1:2] == ["type"]:
        type_for_ever(Path(sys.argv[2]), int(sys.argv[3]))
    else:
        run(int(sys.argv[1]) if len(sys.argv) > 1 else 300, int(sys.argv[2]) if len(sys.argv) > 2 else 0)
