"""What the firmware's variables hold behind typed lines, and what a POKE into one does, as on the real machine.

`python3 -m tests.firmware_variables` writes golden/firmware_variables.json: it needs the ROMs (CPC_ROMS) and the folder of
`realcpc` (REALCPC). A byte that was another one here when it was recorded is kept as two points.
"""

import hashlib
import json
import os
import sys
from collections.abc import Callable

from cpc import CPC
from cpc.firmware.variables import NOWHERE, TABLE
from tests.places import GOLDEN

RECORDED = GOLDEN / "firmware_variables.json"
MODELS = "464", "6128"
DRAWS = 'PRINT "Abc";:PLOT 5,5:DRAWR 40,30:PRINT CHR$(201);\n'


def _printed(*codes: int) -> str:
    return "PRINT " + "".join(f"CHR$({code});" for code in codes) + "\n"


LINES = {
    "at first": "MODE 1\n",
    "inks": "MODE 0:INK 3,5,7:INK 0,0:BORDER 9,2:SPEED INK 7,13\n",
    "windows": 'MODE 2:WINDOW #0,3,60,4,20:WINDOW #1,1,9,1,25:PEN 1:PAPER 0:PRINT "abc";\n',
    "graphics": "MODE 1:ORIGIN 7,9,20,300,350,30:MOVE 12,13:PLOT 60,61,2\n",
    "keys": 'MODE 1:KEY 1,"hello":KEY 140,"x"+CHR$(13):KEY DEF 67,0,65,66,67:KEY DEF 1,1,9:SPEED KEY 9,3\n',
    "symbols": "MODE 1:SYMBOL AFTER 200:SYMBOL 201,1,2,3,255\n",
    "streams": 'MODE 1:WINDOW #2,5,15,3,9:PEN #2,3:PAPER #2,1:PRINT #2,"in";:TAG:MOVE 50,50:PRINT CHR$(22)+CHR$(1);\n',
    "control codes of colours": "MODE 1\n" + _printed(28, 1, 6, 9, 29, 3, 4, 14, 2, 15, 3, 24, 28, 18, 40, 33, 29, 34, 5),
    "control codes of windows": "MODE 1\n" + _printed(26, 5, 30, 2, 20, 31, 4, 5, 10, 9, 9, 8, 11, 22, 1, 3),
    "control codes of the rest": "MODE 1\n" + _printed(23, 2, 25, 250, 1, 2, 3, 4, 5, 6, 7, 8, 2, 30, 17, 18, 19, 20),
    "a mode by its code": "MODE 1\n" + _printed(28, 2, 11, 11, 4, 2, 22, 1),
    "codes that are switched off": "MODE 1\n" + _printed(21, 14, 2, 6, 15, 2, 21, 31, 4, 4) + "PRINT CHR$(6);\n",
}
POKES = {       # of a variable: which of its bytes, and what is poked there
    "offset of the screen": [(0, 0x50)], "masks of the pixels": [(0, 0x33)],
    "frames of the second and the first ink": [(0, 5), (1, 9)], "second inks": [(0, 0x14), (2, 0x0B)],
    "first inks": [(0, 0x0C), (1, 0x15)], "selected window": [(0, 3)],
    "window": [(0, 3), (1, 5), (2, 0), (3, 4), (4, 6), (5, 9), (6, 12), (8, 2), (9, 0), (10, 0xF0), (11, 0x0F), (13, 255)],
    "windows": [(16, 2), (29, 5)], "symbols": [(0, 210), (1, 0)], "ORIGIN x": [(0, 40), (1, 255)], "ORIGIN y": [(0, 30)],
    "graphics cursor x": [(0, 60)], "graphics cursor y": [(0, 70)], "graphics window, left": [(0, 30)],
    "graphics window, right": [(0, 100)], "graphics window, top": [(0, 90)], "graphics window, bottom": [(0, 50)],
    "graphics pen": [(0, 0x0F)], "graphics paper": [(0, 0xFF)], "codes of the keys": [(69, 66)], "codes with SHIFT": [(3, 33)],
    "codes with CTRL": [(4, 34)], "keys that repeat": [(2, 255)], "KEY strings": [(0, 0), (1, 65)],
    "frames between repeats": [(0, 77)], "frames before a repeat": [(0, 78)]}


def sessions(model: str) -> dict[str, list[str]]:
    """The lines of each, one typed when the one before is done."""
    found = {name: [*text.splitlines(keepends=True), DRAWS] for name, text in LINES.items()}
    for one in TABLE:
        address = one.address(model)
        for place, value in POKES.get(one.name, ()) if address != NOWHERE else ():
            found[f"{one.name} {place}"] = [f"MODE 1:POKE {address + place},{value}\n", DRAWS]
    return found


def dump(model: str, peek: Callable[[int], int]) -> dict[str, str]:
    """The bytes of each variable but TIME."""
    machine = CPC(model=model).machine
    return {one.name: bytes(peek(one.address(model) + at) for at in range(len(one.shows(machine)))).hex()
            for one in TABLE if one.name != "TIME" and one.address(model) != NOWHERE}


def ours(model: str, lines: list[str]) -> dict[str, str]:
    cpc = CPC(model=model)
    for line in lines:
        cpc.type(line)
        assert cpc.run_until_idle(60)
    return dump(model, cpc.peek) | {"screen": hashlib.sha256(cpc.machine.ram[0xC000:0x10000]).hexdigest()[:16]}


def real(model: str, lines: list[str]) -> dict[str, str]:
    sys.path.insert(0, os.environ["REALCPC"])
    from realcpc import RealCPC
    machine = RealCPC(f"cpc{model}").boot()
    for line in lines:
        machine.type(line)
        assert machine.until_idle(3000)
    return dump(model, lambda address: machine.ram[address]) | {
        "screen": hashlib.sha256(bytes(machine.ram[0xC000:0x10000])).hexdigest()[:16]}


def same_bytes(here: str, there: str) -> str:
    """Those of the machine; two points where ours are others."""
    return "".join(b if a == b else ".." for a, b in zip(_pairs(here), _pairs(there), strict=True))


def _pairs(text: str) -> list[str]:
    return [text[at:at + 2] for at in range(0, len(text), 2)]


def main() -> None:
    kept: dict[str, dict[str, dict[str, str]]] = {}
    for model in MODELS:
        kept[model] = {}
        for name, lines in sessions(model).items():
            here, there = ours(model, lines), real(model, lines)
            same = {one: same_bytes(here[one], there[one]) for one in there if one != "screen"}
            if other := [one for one, text in same.items() if "." in text and one != "windows"]:
                print(model, name, "differs in", *other)
            if here["screen"] != there["screen"]:
                print(model, name, "ANOTHER SCREEN")
            kept[model][name] = same | ({"screen": there["screen"]} if here["screen"] == there["screen"] else {})
    # what is as at first is kept once
    for found in kept.values():
        for name in list(found)[1:]:
            found[name] = {one: text for one, text in found[name].items() if text != found["at first"].get(one)}
    RECORDED.write_text(json.dumps(kept, indent=0) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
