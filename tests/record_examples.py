"""Records what the firmware shows: `python -m tests.record_examples [--realcpc FOLDER] [NAME ...]`.

Run it by hand: it needs the ROMs (CPC_ROMS) and the folder of `realcpc` (REALCPC, or --realcpc). The program is typed in
line by line; there is no disc, so `files` cannot be recorded.
"""

import argparse
import json
import os
import sys

from cpc import gallery
from tests.example_scripts import GOLDEN, LONGEST, SCRIPTS, SETTLES, by_register, picture

FRAMES_A_SECOND = 50


def record(name: str, model: str) -> dict:
    from realcpc import RealCPC
    machine = RealCPC(f"cpc{model}").boot()
    for line in gallery.path_of(name).read_text().splitlines():
        machine.type(line + "\n")
        machine.until_idle()
    silence = len(machine.psglog())
    pictures = []
    for step, *what in SCRIPTS[name]:
        if step == "type":
            machine.type(what[0])
        elif step == "key":
            machine.key(*what)
        elif step == "run":
            machine.run_frames(round(what[0] * FRAMES_A_SECOND))
        elif step == "idle":
            if not machine.until_idle(LONGEST * FRAMES_A_SECOND):
                raise SystemExit(f"{name} on the {model} never waits for a key")
            machine.run_frames(round(SETTLES * FRAMES_A_SECOND))
        else:
            video = machine.video()
            pens = [bytes(row) for row in machine.pixels()]
            pictures.append(picture(pens, video["mode"], video["inks"], video["border"], machine.screen_text(),
                                    step == "picture"))
    recorded = {"pictures": pictures}
    if name == "tune":
        recorded["sound"] = by_register(machine.psglog()[silence:])
    machine.close()
    return recorded


def written(value, depth: int = 0) -> str:
    """JSON with a line for each row of text and each register of sound."""
    if not isinstance(value, dict | list) or value and isinstance(value, list) and isinstance(value[0], list):
        return json.dumps(value, separators=(",", ":"))
    inner = [f"{json.dumps(key)}: {written(value[key], depth + 1)}" for key in value] if isinstance(value, dict) else [
        written(each, depth + 1) for each in value]
    left, right = "{}" if isinstance(value, dict) else "[]"
    return f"{left}\n" + ",\n".join(" " * (depth + 1) + each for each in inner) + f"\n{' ' * depth}{right}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.record_examples")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(SCRIPTS)}; all without one")
    parser.add_argument("--realcpc", default=os.environ.get("REALCPC"))
    options = parser.parse_args()
    if options.realcpc:
        sys.path.insert(0, options.realcpc)
    for name in options.names or SCRIPTS:
        (GOLDEN / f"{name}.json").write_text(written({model: record(name, model) for model in ("464", "6128")}) + "\n")
        print(name)


if __name__ == "__main__":
    main()
