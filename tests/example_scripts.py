"""What is typed into each example, and how its pictures are described, here and on the firmware.

A script is a list of steps: ["type", text], ["idle"] until the machine waits for a key, ["run", seconds],
["key", number, down], ["picture"] with its colours, and ["pens"] without them, for colours that change all the time.
"""

import hashlib
import json

from tests import places

GOLDEN = places.GOLDEN / "examples"
SETTLES = 0.12              # seconds from waiting for a key to the picture
LONGEST = 300

SPACE, W, UP, JOYSTICK_2_DOWN = 47, 59, 0, 49
CURSOR = {"up": "\xf0", "down": "\xf1", "left": "\xf2", "right": "\xf3"}


def holding(number: int, seconds: float) -> list:
    return [["key", number, True], ["run", seconds], ["key", number, False]]


def duel_round(number: int) -> list:
    """One player goes on in one direction, up to the wall."""
    return [["key", number, True], *holding(SPACE, 0.2), ["run", 8], ["picture"], ["key", number, False]]


RUN = [["type", "RUN\n"], ["idle"]]
SCRIPTS = {
    "calendar": [*RUN, ["type", "2,2024\n"], ["run", 3], ["picture"], ["type", "nnnnnnnnnnn"], ["run", 30], ["picture"],
                 ["type", "e"], ["idle"], ["picture"]],
    "clock": [*RUN, ["type", "10,8\n"], ["run", 22.1], ["picture"], ["type", " "], ["idle"], ["picture"]],
    "duel": [["type", "RUN\n"], ["run", 2], ["picture"],
             *duel_round(W), *duel_round(JOYSTICK_2_DOWN), *duel_round(W), *duel_round(UP), *duel_round(W),
             *holding(SPACE, 0.2), ["idle"], ["picture"]],
    "inks": [["type", "RUN\n"], ["run", 12], ["pens"], ["type", "-" + CURSOR["right"]], ["run", 1], ["pens"],
             ["type", " "], ["idle"], ["picture"]],
    "lines": [*RUN, ["picture"], ["type", " "], ["idle"], ["picture"]],
    "maze": [["type", "RUN\n5\n"], ["run", 60], ["picture"],
             ["type", CURSOR["down"] * 4 + CURSOR["right"] * 3], ["run", 5], ["picture"],
             ["type", "\n"], ["idle"], ["picture"]],
    "plotter": [["type", "RUN\n2\n-5,5\n"], ["idle"], ["picture"],
                ["type", " RUN\n4\n-6,6\n"], ["idle"], ["picture"]],
    "sorting": [*RUN, ["picture"]],
    "sprite": [["type", "RUN\n" + "-" * 30 + CURSOR["up"] * 3 + CURSOR["down"] * 5 + " "], ["idle"], ["picture"],
               ["type", " "], ["idle"], ["picture"]],
    "tree": [*RUN, ["picture"]],
    "tune": [*RUN, ["run", 3], ["picture"]],
    "windows": [*RUN, ["picture"], ["type", " "], ["idle"], ["picture"]],
    "words": [["type", "RUN\nNever odd or even.\n"], ["idle"], ["picture"],
              ["type", " RUN\n\n"], ["idle"], ["picture"]],
}


def picture(pens: list[bytes], mode: int, inks: list[int], border: int, text: list[str], colours: bool) -> dict:
    """A picture as the golden files have it, with the inks of the pens that are on the screen."""
    shown = {"mode": mode, "pens": hashlib.sha256(b"".join(pens)).hexdigest(), "text": text}
    if colours:
        shown["inks"] = {str(pen): inks[pen] for pen in sorted(set().union(*pens))}
        shown["border"] = border
    return shown


def by_register(writes: list[tuple[int, int, int]]) -> dict[str, list[list[int]]]:
    """The values that each register of the sound chip gets, with the frames since the first period was set."""
    start = next(frame for frame, register, _ in writes if register == 0)
    registers: dict[str, list[list[int]]] = {}
    for frame, register, value in writes:
        registers.setdefault(str(register), []).append([max(0, frame - start), value])
    return registers


def golden(name: str) -> dict:
    return json.loads((GOLDEN / f"{name}.json").read_text())
