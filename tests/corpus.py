"""Runs recorded cases of the real machine and prints what passes and what differs.

    python -m tests.corpus CATEGORY ... [--model 464] [--only PART-OF-ID] [--show N] [--folder DIR]

Each case is compared in what its category promises: the bytes printed, for the screen's categories the picture,
inks and border too, for sound the writes to the sound chip, for timing the seconds.
"""

import argparse
import hashlib
import json
import sys
from collections import defaultdict
from pathlib import Path

from cpc import CPC
from tests import discs, places

SHARED = places.SHARED / "corpus" / "open"
GOLDEN = places.GOLDEN / "corpus"
WHOLE = SHARED if SHARED.is_dir() else GOLDEN
FOLDER = WHOLE if places.EVERYTHING else GOLDEN
CATEGORIES = ["numbers", "strings", "printing", "control", "random", "textscreen", "graphics", "machine", "disc"]
PICTURE = {"textscreen", "graphics", "machine", "control"}
NOT_OF_DISCS = {"screen", "pens", "inks", "inks2", "mode", "border"}       # the picture is not compared
FRAME_SECONDS = 19968e-6


def cases(category: str, folder: Path = FOLDER):
    with (folder / f"{category}.jsonl").open(encoding="ascii") as file:
        return [json.loads(line) for line in file]


def run(case: dict) -> CPC:
    """A machine that was given the case's keys, as the real one was."""
    if "needs" in case and case["needs"].startswith("disc"):
        return discs.run(case)
    cpc = CPC(model=case["model"], brand="amstrad", dialect="locomotive")
    text = case["type"]
    ahead = case.get("ahead", len(text))
    pieces = text[:ahead].splitlines(keepends=True)
    if "ahead" in case:
        pieces.append(text[ahead:])
    elif not pieces:
        pieces = [""]
    for piece in pieces[:-1]:
        cpc.type(piece)
        cpc.run_until_idle(600)
    cpc.started = cpc.seconds
    cpc.sounded = len(cpc.sound.writes)
    cpc.type(pieces[-1])
    for frame, key, down in sorted(case.get("keys", ()), key=lambda key: key[0]):
        cpc.run(max(0.0, cpc.started + frame * FRAME_SECONDS - cpc.seconds))
        cpc.key(key, bool(down))
    cpc.idle = cpc.run_until_idle(1500)
    cpc.took = cpc.seconds - cpc.started
    cpc.run(case.get("after", 6) * FRAME_SECONDS)
    return cpc


def difference(case: dict, cpc: CPC, picture: bool, timing: bool = False) -> str | None:
    """The first difference from the real machine, or None."""
    if not cpc.idle:
        return "never waits for a key"
    printed = cpc.printed.decode("latin-1")
    if printed != case["printed"] and not timing:       # timing programs print what TIME was
        at = next((at for at, (a, b) in enumerate(zip(printed, case["printed"])) if a != b),
                  min(len(printed), len(case["printed"])))
        return f"printed {printed[max(0, at - 60):at + 60]!r}\n   real {case['printed'][max(0, at - 60):at + 60]!r}"
    if picture:
        pens = hashlib.sha256(b"".join(cpc.screen.pens())).hexdigest()
        if pens != case["pens"]:
            return "picture: " + _picture_difference(case, cpc)
        if cpc.screen.mode != case["mode"]:
            return f"mode {cpc.screen.mode}, real {case['mode']}"
        border = cpc.machine.palette.border()        # as of the inks, both colours
        if border != (case["border"], case.get("border2", case["border"])):
            return f"border {border}, real {case['border']} {case.get('border2')}"
        firsts, seconds = zip(*(cpc.machine.palette.ink(pen) for pen in range(16)), strict=True)
        if list(firsts) != case["inks"] or list(seconds) != case.get("inks2", case["inks"]):
            return f"inks {firsts} {seconds}, real {case['inks']} {case.get('inks2')}"
    if "psg" in case:
        return _psg_difference(case, cpc)
    if "discs" in case:
        return discs.difference(case, cpc)
    if timing and case["seconds"]:
        off = cpc.took / case["seconds"] - 1
        if abs(off) > 0.05:
            return f"{cpc.took:.2f} s, real {case['seconds']:.2f} s ({off:+.1%})"
    return None


def _picture_difference(case: dict, cpc: CPC) -> str:
    text = cpc.screen.text()
    for row, (ours, real) in enumerate(zip(text, case["screen"], strict=True)):
        if ours != real:
            return f"row {row} {ours!r}\n   real {real!r}"
    rows = unpacked(case["rows"]) if "rows" in case else []
    for y, (ours, real) in enumerate(zip(cpc.screen.pens(), rows, strict=False)):
        if bytes(ours) != real:
            x = next(x for x in range(len(real)) if ours[x] != real[x])
            return f"line {y} from {x}: {list(ours[x:x + 24])}\n   real {list(real[x:x + 24])}"
    return "the text is the same"


def unpacked(rows: list[str]) -> list[bytes]:
    """The 200 rows of pens of a case's run lengths."""
    pictures = []
    for packed in rows:
        times, star, body = packed.rpartition("*")
        row, at = bytearray(), 0
        while at < len(body):
            pen, at, start = ord(body[at]) - 97, at + 1, at + 1
            while at < len(body) and body[at].isdigit():
                at += 1
            row += bytes((pen,)) * int(body[start:at] or 1)
        pictures += [bytes(row)] * (int(times) if star else 1)
    return pictures


def _psg_difference(case: dict, cpc: CPC) -> str | None:
    start = int(cpc.started / FRAME_SECONDS)
    ours = [(frame - start, register, value) for frame, register, value in cpc.sound.writes[cpc.sounded:]]
    real = [tuple(one) for one in case["psg"]]
    for at, (mine, theirs) in enumerate(zip(ours, real)):
        if mine[1:] != theirs[1:] or abs(mine[0] - theirs[0]) > 1:
            return f"sound write {at}: {mine}, real {theirs}"
    return None if len(ours) == len(real) else f"{len(ours)} sound writes, real {len(real)}"


def keep(category: str, folder: Path) -> None:
    """Keeps three of five cases (one of five random ones), the models in turn, without the rows of their pictures."""
    names: dict[str, dict[str, dict]] = {}
    for case in cases(category, folder):
        names.setdefault(case["id"].rpartition(".")[0], {})[case["model"]] = case
    GOLDEN.mkdir(parents=True, exist_ok=True)
    with (GOLDEN / f"{category}.jsonl").open("w", encoding="ascii") as file:
        for at, models in enumerate(names.values()):
            if at % 5 < (1 if category == "random" else 3):
                case = models.get("464" if at & 1 else "6128") or next(iter(models.values()))
                left_out = NOT_OF_DISCS if category == "disc" else {"rows"}
                file.write(json.dumps({name: value for name, value in case.items() if name not in left_out}) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.corpus")
    parser.add_argument("categories", nargs="+")
    parser.add_argument("--model")
    parser.add_argument("--only", default="")
    parser.add_argument("--show", type=int, default=10)
    parser.add_argument("--folder", type=Path, default=WHOLE)
    parser.add_argument("--keep", action="store_true", help="write the sample of tests/golden/corpus")
    options = parser.parse_args()
    failed = 0
    for category in options.categories if options.keep else ():
        keep(category, options.folder)
    for category in options.categories:
        counts: dict = defaultdict(int)
        shown = 0
        for case in cases(category, options.folder):
            if options.only not in case["id"] or (options.model and case["model"] != options.model):
                continue
            counts["all"] += 1
            try:
                found = difference(case, run(case), category in PICTURE, category == "timing")
            except Exception as error:      # a fault here is shown like any other difference
                found = f"{type(error).__name__}: {error}"
            if found is None:
                counts["passed"] += 1
            elif shown < options.show:
                shown += 1
                print(f"{case['id']}: {case['why']}\n   {found}")
        failed += counts["all"] - counts["passed"]
        print(f"{category}: {counts['passed']} of {counts['all']}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
