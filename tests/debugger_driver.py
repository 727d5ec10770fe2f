"""Drives the debugger as a person in a hurry would: random keys, clicks, drags, wheels, commands, and an editor's requests.

    python3 -m tests.debugger_driver --seconds 1800 --seed 1

Nothing may be a fault of ours, and no moment of the past may be lost: after anything that only looks or travels, `present`
leads to exactly the state that was left.
"""

import argparse
import itertools
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from cpc import CPC
from cpc.commands.prepare import ProgramLoader
from cpc.debugger.console.commands import COMMANDS
from cpc.debugger.dap.adapter import Adapter
from tests.everything import differences, everything

PROGRAM = """10 DEFINT v:DIM b(9,9),f(30),t$(3):ON ERROR GOTO 900:MODE 1
20 FOR i=1 TO 30:f(i)=i*i MOD 17:b(i MOD 10,i\\3 MOD 10)=i:v=v+f(i):NEXT
30 GOSUB 500:IF v>2000 THEN v=0
40 a$=INKEY$:IF a$<>"" THEN PRINT a$;:t$(1)=t$(1)+a$:IF LEN(t$(1))>20 THEN t$(1)=""
50 PLOT v MOD 640,RND*399,1:n=n+1:IF n MOD 9=0 THEN PRINT n;v
60 IF n MOD 40=0 THEN INPUT "Name";n$:PRINT "Hello ";n$
70 IF n MOD 25=0 THEN f(31)=1
80 IF n MOD 7=0 THEN SOUND 1,200+n,5
90 GOTO 20
500 REM Search
510 d=d+1:IF d<5 THEN GOSUB 500
520 d=d-1:RETURN
900 e=e+1:RESUME NEXT
"""
NAMES = ["v", "v%", "v!", "n", "a$", "t$(1)", "f(3)", "b(3,4)", "f", "b", "f()", "b()", "zz", "i", "d", "TIME", "RND", "1/0",
         "f(99)", "TEST(10,10)", "v>20", "a$=\"x\"", "PRINT", "(", "\"", "ä", "", "INKEY$", "n*2+d", "FNa(1)", "PEEK(&C000)",
         "@v"]
PLACES = ["10", "20:3", "30", "50:2", "70", "510", "900", "9999", "20:99", "0", "x", "-1", ""]
LOOKS = {"list", "stack", "vars", "print", "array", "state", "screen", "trace", "help", "log", "history", "who", "stops",
         "explain", "calls", "profile", "tree", "where", "bookmarks"}          # commands that only look
TRAVELS = ("back", "backline", "backto", "backstop", "at")
WIDE = "abcdefghijklmnopqrstuvwxyz0123456789 ()$%+*=<>\"',:;.-äß€\n"
KEYS = [getattr(pygame, f"K_{name}") for name in (
    "F1", "F5", "F6", "F7", "F9", "F10", "F11", "UP", "DOWN", "LEFT", "RIGHT", "RETURN", "TAB", "BACKSPACE", "DELETE", "HOME",
    "END", "ESCAPE", "PAGEUP", "PAGEDOWN", "PLUS", "MINUS", "0", "v", "c", "a", "SPACE")]
# What only counts within a call; places in the code table, which are given out anew; the delay of a key's repetition, which
# a key can begin before or behind the scan of the same moment.
NO_MATTER = ("chip.us", "keyboard.countdown", "table.direct_nodes")
ENDING = ("terminate", "disconnect", "launch", "attach", "initialize")
SIZES = [(1024, 600), (1366, 768), (320, 200), (2560, 1440), (500, 900)]


class Fault(BaseException):
    pass


def argument(rng: random.Random) -> str:
    return rng.choice([
        lambda: rng.choice(NAMES), lambda: rng.choice(PLACES), lambda: str(rng.randrange(-2, 5000)), lambda: "",
        lambda: f"{rng.choice(PLACES)} {rng.choice(NAMES)},{rng.choice(NAMES)} if {rng.choice(NAMES)}",
        lambda: f"{rng.choice(NAMES)} if {rng.choice(NAMES)} pass {rng.randrange(4)}",
        lambda: f"{rng.choice(NAMES)}={rng.choice(NAMES)}", lambda: rng.choice(["on", "off", "de", "all"]),
        lambda: f"{rng.choice(NAMES)} width {rng.randrange(12)} border {rng.randrange(3)} {rng.choice(['', 'turn', 'flip'])}",
        lambda: "".join(rng.choices(WIDE[:-1], k=rng.randrange(12)))])()


def command(rng: random.Random, names: list[str]) -> str:
    """No command that ends the debugger or writes files."""
    line = f"{rng.choice(names)} {argument(rng)}"
    words = line.lower().split()
    if words[0] in ("quit", "q", "copy", "edit") or " to " in line or ".csv" in line or "svg" in line or "gif" in line:
        return "vars"
    return "wait 0.5" if words[0] == "wait" else line


class WindowDriver:
    """At the window's panel."""

    def __init__(self, seed: int, folder: Path) -> None:
        os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
        from cpc.window.window import Window
        self.rng = random.Random(seed)
        self.done: list[str] = []
        (folder / "p.bas").write_text(PROGRAM)
        cpc = CPC()
        cpc.load(folder / "p.bas")
        self.window = Window(cpc, CPC, muted=True, pictures=folder)
        self.window._mishap = self._mishap
        self.window.debugger()
        self.controls.start()
        self.names = sorted({*COMMANDS, *self.controls.commands.own} - {"quit", "q", "edit", "copy"})

    @property
    def controls(self):
        return self.window.overlay.controls

    def _mishap(self) -> None:
        raise Fault(traceback.format_exc())

    def frames(self, number: int) -> None:
        for _ in range(number):
            self.window.frame()

    def say(self, what: str) -> None:
        self.done.append(what)
        if self.controls.view.said and any("has failed" in line for line in self.controls.view.said):
            raise Fault("\n".join(self.controls.view.said))

    # what a person does

    def act(self) -> None:
        if self.window.overlay is None:         # `q` was typed
            self.window.debugger()
        act = self.rng.choices([self.key, self.click, self.wheel, self.obey, self.obey, self.drag, self.letters, self.resize,
                                self.travel], [8, 8, 3, 4, 4, 3, 3, 1, 3])[0]
        act()
        self.frames(self.rng.randrange(3))
        if self.window.overlay is None:
            return
        if not self.controls.stands and self.rng.random() < 0.3:
            self.frames(10)
            self.stand()
        self.say(act.__name__)

    def stand(self) -> None:
        if self.window.player.paused:
            self.window.commands.pause()
        if self.window.page is not None:
            self.window.page.close()
        if not self.controls.stands:
            self.controls.go_or_stop()
        self.say("stands")

    def key(self) -> None:
        key, mod = self.rng.choice(KEYS), self.rng.choices(
            [0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_CTRL | pygame.KMOD_SHIFT], [6, 2, 3, 1])[0]
        if key == pygame.K_F10 and mod & pygame.KMOD_CTRL:          # switches off
            return
        self.done.append(f"key {key} {mod}")
        letter = chr(key) if 32 <= key < 127 and not mod else ""
        for kind in (pygame.KEYDOWN, pygame.KEYUP):
            pygame.event.post(pygame.event.Event(kind, key=key, mod=mod, scancode=key & 255, unicode=letter))
            if letter and kind == pygame.KEYDOWN:
                pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))

    def letters(self) -> None:
        text = "".join(self.rng.choices(WIDE, k=self.rng.randrange(1, 9)))
        for letter in text:
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=13 if letter == "\n" else ord(letter), mod=0,
                                                 scancode=ord(letter) & 255, unicode=letter))
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
            pygame.event.post(pygame.event.Event(pygame.KEYUP, key=13 if letter == "\n" else ord(letter), mod=0,
                                                 scancode=ord(letter) & 255))

    def place(self) -> tuple[int, int]:
        width, height = self.window.desktop.surface.get_size()
        return self.rng.randrange(width), self.rng.randrange(height)

    def click(self) -> None:
        """Closing the panel by the mouse is left out."""
        place = self.place()
        if self.window.overlay.mouse.click_at(*place) in (("key", "end"), ("key", "full_screen")):
            return
        button = self.rng.choice([1, 1, 1, 3])
        self.done.append(f"click {place} {button} on {self.window.overlay.mouse.click_at(*place)}")
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) * self.rng.choice([1, 1, 2]):
            pygame.event.post(pygame.event.Event(kind, button=button, pos=place))

    def drag(self) -> None:
        places = self.window.overlay.places()
        start = self.rng.choice([(places.panel.left, 50), (self.rng.randrange(max(1, places.timeline.width)),
                                                           places.timeline.bottom - 2), self.place()])
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=start))
        for _ in range(self.rng.randrange(5)):
            pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=self.place(), rel=(1, 1), buttons=(1, 0, 0)))
            self.frames(1)
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, button=1, pos=self.place()))

    def wheel(self) -> None:
        pygame.mouse.set_pos(self.place())
        pygame.event.post(pygame.event.Event(pygame.MOUSEWHEEL, x=self.rng.randrange(-1, 2), y=self.rng.randrange(-3, 4)))

    def resize(self) -> None:
        size = self.rng.choice(SIZES)
        pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.event.post(pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1]))

    def obey(self) -> None:
        if self.controls.stands:
            line = command(self.rng, self.names)
            self.done.append(f"> {line}")
            self.controls.commands.obey(line)

    def travel(self) -> None:
        """What only travels and looks leaves the present as it was."""
        self.frames(3)                          # what is still to come of keys and clicks
        if self.window.overlay is None:
            return
        self.stand()
        self.controls.time.film = None
        self.frames(1)
        debugger = self.controls.debugger
        self.present()
        begin, entries = debugger.history.checkpoints[0].us, len(debugger.history.log)
        before = everything(self.window.cpc.session)
        cut = debugger.history.cut
        debugger.history.cut = self._cut
        for _ in range(self.rng.randrange(1, 5)):
            name = self.rng.choice([*TRAVELS, *TRAVELS, *sorted(LOOKS & COMMANDS.keys())])
            line = f"{name} {argument(self.rng)}"
            if " to " in line or ".csv" in line or "svg" in line:
                continue
            self.done.append(f"> {line}")
            self.controls.commands.obey(line)
            if self.rng.random() < 0.3:
                self.controls.time.drag(self.rng.randrange(600), 600)
                self.frames(1)
            if not self.controls.stands:
                self.stand()
        debugger.history.cut = cut
        self.present()
        different = [one for one in differences(before, everything(self.window.cpc.session))
                     if not any(name in one for name in NO_MATTER)]
        if different or debugger.history.checkpoints[0].us != begin or len(debugger.history.log) != entries:
            raise Fault(f"The present is another one: {different[:5]}, log {entries} -> {len(debugger.history.log)}")

    def _cut(self) -> None:
        raise Fault("The future is forgotten.")

    def present(self) -> None:
        self.controls.commands.obey("present")
        history = self.controls.debugger.history
        if history.in_the_past():
            raise Fault(f"This is not the present: {history.here()} of {history.latest}, {len(history.log)}; "
                        f"said {self.controls.view.said}")

    def close(self) -> None:
        pygame.quit()


class EditorDriver:
    """At the adapter, as an editor."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.rng = random.Random(seed)
        self.done: list[str] = []
        self.program = folder / "e.bas"
        self.program.write_text(PROGRAM)
        self.sent: list[dict] = []
        self.adapter = Adapter(self, ProgramLoader())
        self.requests = sorted(self.adapter.handlers)
        self.begin()

    def begin(self) -> None:
        for name, given in (("initialize", {"supportsProgressReporting": True, "supportsMemoryReferences": True,
                                            "supportsInvalidatedEvent": True, "supportsVariableType": True}),
                            ("launch", {"program": str(self.program), "stopOnEntry": True}), ("configurationDone", {})):
            self.request(name, given)

    # as a wire

    def send(self, kind: str, **fields: object) -> None:
        json.dumps(fields)
        self.sent.append({"type": kind, **fields})

    def take(self, seconds: float | None) -> None:
        raise AssertionError

    def flush(self) -> None:
        pass

    def urgent(self) -> bool:
        return self.rng.random() < 0.01

    # as an editor

    def act(self) -> None:
        name = self.rng.choice([*self.requests, "evaluate", "evaluate", "continue", "stepBack", "next", "pause"])
        if name in ENDING or name == "restart" and self.rng.random() < 0.9:
            return
        self.request(name, self.arguments(name))
        for _ in range(self.rng.randrange(4)):
            if self.adapter.editor.debugger.running:
                self.adapter._guarded(self.adapter._run_on)
        self.check()

    def arguments(self, name: str) -> dict:
        rng = self.rng
        text = command(rng, sorted(COMMANDS)) if rng.random() < 0.5 else argument(rng)
        given = {"threadId": 1, "expression": text, "context": rng.choice(["repl", "hover", "watch"]), "text": text,
                 "name": rng.choice(NAMES), "value": rng.choice(NAMES), "column": rng.randrange(1, 30),
                 "line": rng.randrange(-1, 20),
                 "variablesReference": rng.choice([0, 1, 2, 3, 4, 1000, 1001, 1002, 1_000_000, 1_000_003, 77]),
                 "source": {"path": str(self.program)}, "targetId": rng.choice([10, 30, 510, 77]), "frameId": 0,
                 "memoryReference": rng.choice(["0x0", "0xfff0", "", "7"]), "count": rng.choice([0, 5, 99999]),
                 "offset": rng.randrange(-5, 70000), "dataId": rng.choice(NAMES), "requestId": 1,
                 "granularity": rng.choice(["line", "statement"]), "filters": rng.choice([[], ["errors"]])}
        if name in ("setBreakpoints", "setDataBreakpoints"):
            given["breakpoints"] = [{"line": rng.randrange(1, 14), "dataId": rng.choice(NAMES), **rng.choice(
                [{}, {"condition": rng.choice(NAMES)}, {"hitCondition": rng.choice(["2", ">=3", "%4", "x"])},
                 {"logMessage": "{n} {zz}"}])} for _ in range(rng.randrange(3))]
        if name == "restart":
            return {}
        if name == "variables" or rng.random() < 0.05:
            given.pop("count")
        if rng.random() < 0.05:
            given[rng.choice(list(given))] = rng.choice([None, [], {}, "x", -1, True])
        return given

    def request(self, name: str, given: dict) -> None:
        self.done.append(f"{name} {given}")
        self.sent.clear()
        self.adapter.answer({"type": "request", "seq": 1, "command": name, "arguments": given})
        self.check()

    def check(self) -> None:
        for message in self.sent:
            if "has failed" in json.dumps(message):
                raise Fault(json.dumps(message))

    def close(self) -> None:
        pass


KINDS = {"window": WindowDriver, "editor": EditorDriver}


def one(kind: str, seed: int, seconds: float = math.inf, most: float = math.inf) -> int:
    """For some seconds, or so many acts, the same ones at each speed of the computer. Ends with 1 where there was a fault."""
    with tempfile.TemporaryDirectory() as folder:
        driver = KINDS[kind](seed, Path(folder))
        if isinstance(driver, WindowDriver) and most < math.inf:
            ticks = itertools.count()
            driver.window.player.clock = lambda: next(ticks) / 1000
        end, acts = time.monotonic() + seconds, 0
        try:
            while time.monotonic() < end and acts < most:
                driver.act()
                acts += 1
        except (Exception, Fault):
            traceback.print_exc()
            print("\n".join(["before that:", *driver.done[-25:]]), flush=True)
            return 1
    print(f"{kind} {seed}: {acts} acts", flush=True)
    return 0


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=float, default=30, help="seconds with one driver, in a process of its own")
    parser.add_argument("--kind", choices=KINDS)
    given = parser.parse_args()
    end, seed, faults = time.monotonic() + given.seconds, given.seed, 0
    while time.monotonic() < end:
        kind = given.kind or list(KINDS)[seed % 2]
        script = f"from tests.debugger_driver import one; import os; os._exit(one({kind!r}, {seed}, {given.each}))"
        ended = subprocess.run([sys.executable, "-c", script], check=False, timeout=given.each + 600).returncode
        if ended:
            faults += 1
            print(f"{kind} {seed} ended with {ended}", flush=True)
        seed += 1
    print(f"seeds {given.seed} to {seed - 1}: {faults} with a fault")


if __name__ == "__main__":
    main()
