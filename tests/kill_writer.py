"""Kills a CPC at random moments while it writes to a disc image: the old image or the new one is there, whole.

    python -m tests.kill_writer [--count 300] [--seed 0]

Each time a machine of its own saves a file over and over, and is killed with SIGKILL after a random while.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from cpc.disc.dsk import Image, blank
from cpc.disc.filesystem import ImageVolume
from tests.places import REPO

LONGEST = 0.25          # seconds that a machine writes
WRITER = """
import sys
from cpc import CPC
cpc = CPC(disc=sys.argv[1])
print("ready", flush=True)
while True:
    for name in "ABC":
        cpc.type(f'10 REM {name * 200}\\nSAVE "{name}"\\n')
        cpc.run_until_idle()
"""


def killed(path: Path, after: float) -> None:
    """A machine that writes to the image, killed so many seconds after it has begun."""
    environment = os.environ | {"PYTHONPATH": str(REPO)}
    with subprocess.Popen([sys.executable, "-c", WRITER, path], stdout=subprocess.PIPE, env=environment) as writer:
        assert writer.stdout is not None and writer.stdout.readline() == b"ready\n"
        time.sleep(after)
        writer.send_signal(signal.SIGKILL)


def fault_of(path: Path) -> str | None:
    """What is wrong with the image; None for one that is whole."""
    data = path.read_bytes()
    if len(data) != len(blank()):
        return f"it has {len(data)} bytes"
    volume = ImageVolume(Image(data))
    faults = volume.faults()
    if faults:
        return faults[0]
    for file in volume.files():
        letter, body = file.name.stem, volume.read(file.name)[128:]
        if file.name.extension == b"$$$" or letter * 200 not in body:
            return f"{file.name} is half written"
    return None


def kills(count: int, seed: int, folder: Path) -> list[str]:
    chance, path, found = random.Random(seed), folder / "work.dsk", []
    path.write_bytes(blank())
    for number in range(count):
        killed(path, chance.random() * LONGEST)
        fault = fault_of(path)
        if fault is not None:
            found.append(f"{number}: {fault}")
            path.write_bytes(blank())
    return found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.kill_writer")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = kills(options.count, options.seed, Path(folder))
    print("\n".join(found) or f"{options.count} kills, each image whole")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
