"""How long ESC takes to stop a program that keeps the machine busy, in the window and without one.

    python -m tests.esc_table [NAME ...] [--times 12] [--window | --headless]

prints the median and the longest time of each load, in milliseconds. Times are processor time and the time that the window
sleeps, so that they mean the same on a computer that has other work to do. Without a window, Ctrl-C stops it; there the time
goes to the end of the process.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from unittest import mock

FILL = "10 MODE 1:i=1\n20 MOVE 320,200:FILL i:i=3-i:GOTO 20\nRUN\n"
DELAY = "10 MEMORY &3FFF:RESTORE:FOR a=&4000 TO &4009:READ b:POKE a,b:NEXT\n"
# What is typed, by name; and the model where it has to be that.
LOADS: dict[str, tuple[str, str]] = {
    "GOTO": ("10 GOTO 10\nRUN\n", ""),
    "FOR": ("10 FOR i=1 TO 1E9:NEXT\nRUN\n", ""),
    "reals, SIN (native)": ("10 FOR i=1 TO 1E9:x=x+SIN(i)*1.01:y=y-COS(x):NEXT\nRUN\n", ""),
    "integers (native)": ("10 DEFINT a-z:DIM f(100)\n"
                          "20 FOR i=1 TO 100:FOR j=1 TO 100:f(i)=(f(j)+i AND 255)XOR j:NEXT:NEXT:GOTO 20\nRUN\n", ""),
    "dots (native)": ("10 MODE 1\n20 FOR i=0 TO 639:PLOT i,(i*7)MOD 400,i MOD 4:NEXT:GOTO 20\nRUN\n", ""),
    "lines": ("10 MODE 1\n20 FOR i=0 TO 639:MOVE 0,0:DRAW i,399,i MOD 4:NEXT:GOTO 20\nRUN\n", ""),
    "PRINT": ('10 PRINT "a line of text that scrolls";:GOTO 10\nRUN\n', ""),
    "PRINT, MODE 2": ("10 MODE 2\n20 PRINT STRING$(250,64+i);:i=(i+1)MOD 26:GOTO 20\nRUN\n", ""),
    "FILL": (FILL, "6128"),
    "SAVE": ('10 SAVE "x":GOTO 10\nRUN\n', ""),
    "SAVE of 16K": ('10 SAVE "x",b,&C000,&4000:GOTO 10\nRUN\n', ""),
    "SAVE on a disc": ('10 SAVE "x",b,&C000,&4000:GOTO 10\nRUN\n', "disc"),
    "LOAD of 16K": ('SAVE "x",b,&C000,&4000\n10 LOAD "x",&4000:GOTO 10\nMEMORY &3FFF\nRUN\n', ""),
    "LOAD from a disc": ('SAVE "x",b,&C000,&4000\n10 LOAD "x",&4000:GOTO 10\nMEMORY &3FFF\nRUN\n', "disc"),
    "files": ('10 OPENOUT "f":FOR i=1 TO 200:PRINT #9,i:NEXT:CLOSEOUT\n'
              '20 OPENIN "f":WHILE NOT EOF:INPUT #9,a$:WEND:CLOSEIN:GOTO 10\nRUN\n', ""),
    "strings": ('10 DIM a$(1500)\n20 FOR i=0 TO 1500:a$(i)=STR$(i)+"x":NEXT:GOTO 20\nRUN\n', ""),
    "FRE": ('10 DIM a$(1500):FOR i=0 TO 1500:a$(i)=STR$(i)+"x":NEXT\n20 x=FRE(""):GOTO 20\nRUN\n', ""),
    "machine code": (DELAY + "20 CALL &4000:GOTO 20\n30 DATA &11,0,&80,&1B,&7A,&B3,&20,&FB,&C9,0\nRUN\n", ""),
    "endless machine code": (DELAY + "20 CALL &4000:GOTO 20\n30 DATA &18,&FE,0,0,0,0,0,0,0,0\nRUN\n", ""),
    "firmware calls": ("10 CALL &BD19:CALL &BB6C:GOTO 10\nRUN\n", ""),
    "EVERY": ("10 EVERY 1 GOSUB 30\n20 x=x+1:GOTO 20\n30 y=y+1:RETURN\nRUN\n", ""),
    "SOUND": ("10 SOUND 1,200,2:GOTO 10\nRUN\n", ""),
    "keys": ('10 IF INKEY$="" THEN 10\n20 GOTO 10\nRUN\n', ""),
}
SPEEDS = "real", "auto", "max"
PATIENCE = 5.0                              # seconds; what takes longer counts as never


class VirtualTime:
    """Processor time, and sleeps that take no time."""

    def __init__(self) -> None:
        self.slept = 0.0

    def now(self) -> float:
        return time.process_time() + self.slept

    def sleep(self, seconds: float) -> None:
        self.slept += max(seconds, 0.0)


@contextmanager
def machine_in(folder: Path, text: str, where: str) -> Iterator[object]:
    from cpc import CPC
    from cpc.disc import dsk
    disc = folder / "work.dsk"
    if where == "disc":
        disc.write_bytes(dsk.blank())
    model = where if where.isdigit() else "464"
    made = CPC(model=model, drive=folder, disc=disc if where == "disc" else None)
    made.type(text)
    yield made
    made.close()


def in_window(name: str, speed: str, chance: random.Random, folder: Path) -> float:
    """Milliseconds from ESC's second press to the prompt."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    import pygame

    from cpc import CPC
    from cpc.player.autosave import Autosave
    from cpc.window.window import Window
    clock = VirtualTime()
    text, where = LOADS[name]
    patched = mock.patch("time.perf_counter", clock.now), mock.patch("time.sleep", clock.sleep)
    with machine_in(folder, text, where) as cpc, patched[0], patched[1]:
        window = Window(cpc, CPC, speed=1.0 if speed == "real" else speed, muted=True, autosave=Autosave(folder / "kept"))

        def frames_until(end: float, over: object = None) -> None:
            due = clock.now()
            while clock.now() < end and not (callable(over) and over()):
                window.frame()
                due = max(due + 0.019968, clock.now() - 0.019968)
                clock.sleep(due - clock.now())
        typed = window.player.machine.keyboard.typed
        frames_until(clock.now() + 60, lambda: not typed and not cpc.session.at_prompt())
        frames_until(clock.now() + 0.5 + chance.random())
        for kind in (pygame.KEYDOWN, pygame.KEYUP) * 2:
            pygame.event.post(pygame.event.Event(kind, key=pygame.K_ESCAPE, mod=0, scancode=41, unicode=""))
        begin = clock.now()
        frames_until(begin + PATIENCE, cpc.session.at_prompt)
        took = clock.now() - begin
        window.loudspeaker.close()
        pygame.quit()
    return 1000 * took


def headless(name: str, chance: random.Random, folder: Path) -> float:
    """Milliseconds from the signal to the end of the process."""
    text, where = LOADS[name]
    options = ["--disc", str(folder / "work.dsk")] if where == "disc" else ["--model", where] if where else []
    if where == "disc":
        from cpc.disc import dsk
        (folder / "work.dsk").write_bytes(dsk.blank())
    typed = text.replace("\n", r"\n")
    command = [sys.executable, "-m", "cpc", "run", "--headless", "--until", "1e9", "--type", typed, *options]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                          env=os.environ | {"PYTHONPATH": os.getcwd()}) as process:
        while _cpu(process.pid) < 0.8 + chance.random():
            time.sleep(0.05)
        before = _cpu(process.pid)
        process.send_signal(signal.SIGINT)
        _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
    return 1000 * (used.ru_utime + used.ru_stime - before)


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    made = argparse.ArgumentParser("python -m tests.esc_table")
    made.add_argument("names", nargs="*", default=list(LOADS))
    made.add_argument("--times", type=int, default=12)
    made.add_argument("--window", action="store_true")
    made.add_argument("--headless", action="store_true")
    options = made.parse_args()
    signal.signal(signal.SIGINT, signal.default_int_handler)        # a shell lets what runs in the background ignore it
    ways = [] if options.headless and not options.window else [*SPEEDS]
    ways += [] if options.window and not options.headless else ["headless"]
    print("| load |" + "".join(f" {way} |" for way in ways) + "\n| --- |" + " ---: |" * len(ways))
    chance = random.Random(1)
    for name in options.names:
        cells = []
        for way in ways:
            took = []
            for _ in range(options.times):
                with TemporaryDirectory() as folder:
                    place = Path(folder)
                    took.append(headless(name, chance, place) if way == "headless" else in_window(name, way, chance, place))
            cells.append(f"{median(took):.0f}, {max(took):.0f}" if max(took) < 1000 * PATIENCE else "never")
        print(f"| {name} |" + "".join(f" {cell} |" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
