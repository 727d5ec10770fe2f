"""Scripts of calls to the picture's routines, with the results of the real firmware."""

import hashlib
import json

from basic.ports import Clock
from cpc.memory import SCREEN_BASE, new_ram
from cpc.picture.display import Display
from tests.places import GOLDEN

RECORDED = GOLDEN / "screen"
ASKING = {"text.cursor", "text.width", "text.read_char", "text.define_symbol", "graphics.test", "graphics.position"}


def new_display(model: str) -> Display:
    return Display(new_ram(), Clock(), model)


def next_frame(display: Display) -> None:
    """Time passes up to the next flyback."""
    display.screen.clock.us = display.screen.clock.next_frame()
    display.palette.catch_up()


def recorded(name: str) -> list[dict]:
    with (RECORDED / f"{name}.jsonl").open(encoding="ascii") as file:
        return [json.loads(line) for line in file]


def both_models(name: str) -> list:
    return [(model, case) for case in recorded(name) for model in ("464", "6128") if model in case]


def name_of(value) -> str:
    return value["id"] if isinstance(value, dict) else value


def call(display: Display, name: str, *arguments):
    room, method = name.split(".")
    arguments = [a.encode("latin-1") if isinstance(a, str) else a for a in arguments]
    if name == "text.set_vdu":          # TXT VDU ENABLE and DISABLE, which take a window here
        stream, on = arguments
        return display.text.enable_window(display.text.windows[stream], bool(on))
    return getattr(getattr(display, room), method)(*arguments)


def play(display: Display, case: dict, real: dict) -> None:
    """Compares the answers, and the 16K of the screen every few calls, with what was recorded."""
    answers = iter(real["results"])
    checks = {count: (offset, digest) for count, offset, digest in real["memory"]}
    for count, (name, *arguments) in enumerate(case["script"], 1):
        answer = call(display, name, *arguments)
        if name in ASKING:
            expected = next(answers)
            assert answer == (tuple(expected) if isinstance(expected, list) else expected), (count, name, arguments)
        if count in checks:
            memory = hashlib.sha256(display.screen.ram[SCREEN_BASE:]).hexdigest()[:12]
            assert (display.screen.offset, memory) == checks[count], (count, name, arguments)
    assert hashlib.sha256(display.screen.pixels()).hexdigest() == real["pens"]
