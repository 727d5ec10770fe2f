"""How much memory the CPC takes over emulated hours: `python3 -m tests.soak HOURS [--headless]`.

A program runs as fast as it can and does what listings do: it prints, draws, sounds, makes strings, reads and writes a file,
asks for keys. The window is one without a display (SDL's dummy driver), with the debugger's past and the film for going back.
A row comes after 1, 2, 5, 10, 20, 50 ... hours: memory of the process, and what its largest parts are said to take.
"""

import argparse
import gc
import os
import resource
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from cpc import CPC

if TYPE_CHECKING:
    from cpc.window.window import Window

PROGRAM = rb"""10 MODE 1:EVERY 500 GOSUB 100:n=0
20 n=n MOD 30000+1:a$=STR$(n)+STRING$(40,"x"):PRINT a$:INK 1,n MOD 27
30 PLOT RND*640,RND*400:DRAW RND*640,RND*400:SOUND 1,100+n MOD 300,20
40 FOR i=1 TO 500:NEXT:k$=INKEY$
50 t=TIME+3000:WHILE TIME<t:WEND
60 IF n MOD 10=0 THEN GOSUB 200
70 GOTO 20
100 LOCATE 1,1:PRINT TIME/300:RETURN
200 OPENOUT "soak.dat":PRINT #9,n,a$:FOR i=1 TO 20:PRINT #9,RND:NEXT:CLOSEOUT
210 OPENIN "soak.dat":WHILE NOT EOF:LINE INPUT #9,b$:WEND:CLOSEIN
220 RETURN
"""
HOUR = 3600


def resident() -> float:
    """Megabytes of this process now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / (1 << 20)


def hours(most: float) -> Iterator[float]:
    step = 1.0
    while step <= most:
        for part in (1, 2, 5):
            if part * step <= most:
                yield part * step
        step *= 10


def row(hour: float, began: float, *parts: str) -> None:
    gc.collect()
    print(f"{hour:6g} h {resident():7.1f} MB  {len(gc.get_objects()):7} objects  {time.process_time() - began:6.0f} s  "
          + "  ".join(parts), flush=True)


def parts_of(window: "Window") -> list[str]:
    player, history = window.player, window.player.debugger.history
    host_log = player.machine.host_log
    film, copies = player.rewind.film, history.checkpoints
    return [f"film {len(film)}, {sum(one.size for one in film) >> 10} KB",
            f"copies {len(copies)}, {sum(one.size for one in copies) >> 10} KB",
            f"log {len(history.log)}", f"host log {len(host_log.answers or ())}, {host_log.size >> 10} KB"]


def in_window(cpc: CPC, most: float) -> None:
    os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    from cpc.window.window import Window
    window = Window(cpc, CPC, speed="max", muted=True)
    window.player.paste("RUN\n")
    began = time.process_time()
    for hour in hours(most):
        while window.player.seconds < hour * HOUR:
            window.frame()
            assert not window.player.idle, window.player.text()
        row(hour, began, *parts_of(window))
    window.close()


def headless(cpc: CPC, most: float) -> None:
    cpc.type("RUN\n")
    began = time.process_time()
    for hour in hours(most):
        while cpc.seconds < hour * HOUR:
            cpc.run(10)
            cpc.machine.text.printed.forget(0)              # as `cpc run --headless` does; a CPC of Python's keeps it
            assert cpc.error is None, cpc.error
        row(hour, began, f"sound writes {len(cpc.machine.sound.kept) * 8 >> 10} KB")


def run() -> None:
    parser = argparse.ArgumentParser("python3 -m tests.soak")
    parser.add_argument("hours", type=float)
    parser.add_argument("--headless", action="store_true", help="without window, debugger and film")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "SOAK.BAS").write_bytes(PROGRAM)
        cpc = CPC(drive=folder)
        cpc.load(Path(folder) / "SOAK.BAS")
        (headless if options.headless else in_window)(cpc, options.hours)


if __name__ == "__main__":
    run()
