"""What recorded cases leave in our machine: its time and all of its state (golden/left_behind.json).

The cases' own tests compare what is printed and shown with the real machine's, and then ask here whether anything else has
become different. After a wanted change, of costs as well: `python3 -m tests.left_behind` records it again; then see which
columns have changed: COLUMNS has their names."""

import json
import zlib
from collections.abc import Iterator

from basic.records import field_names, is_record
from cpc import CPC
from tests import corpus, firmware_registers
from tests.places import GOLDEN

FILE = GOLDEN / "left_behind.json"
MACHINE = "ram", "display", "keyboard", "editor", "sound", "drives", "files", "firmware", "chips"       # of a snapshot
SESSION = "program", "variables", "executor"
COLUMNS = "microseconds", *MACHINE, "rest of the machine", *SESSION, "rest of the session"
RECORDED: dict[str, str] = json.loads(FILE.read_text(encoding="ascii")) if FILE.exists() else {}


def left(cpc: CPC) -> str:
    """A column for each part. The colours are those of the moment, as behind a look at the picture."""
    assert cpc.screen.inks
    state, parts = cpc.snapshot(), []
    for name in "literals", "literal_places":       # by the numbers that Python has for them
        state["session"]["executor"][name] = set(state["session"]["executor"][name].values())
    for whole, names in ((state["machine"], MACHINE), (state["session"], SESSION)):
        parts += [whole.pop(name, None) for name in names] + [whole]
    return " ".join([f"{cpc.machine.clock.us:.0f}", *(f"{digest(part) & 0xFFFF:04x}" for part in parts)])


def digest(value: object) -> int:
    """It does not depend on the order in sets and dictionaries, nor on what a number's type is."""
    if isinstance(value, bytes | bytearray):
        return zlib.crc32(value)
    if isinstance(value, dict):
        return digest(sorted(map(digest, value.items())))
    if isinstance(value, set | frozenset):
        return digest(sorted(map(digest, value)))
    if isinstance(value, list | tuple):
        return zlib.crc32(repr([digest(one) for one in value]).encode())
    if is_record(value):
        return digest([(name, getattr(value, name)) for name in field_names(value)])
    if isinstance(value, int | float):
        return zlib.crc32(repr(float(value)).encode())
    return zlib.crc32((value if isinstance(value, str) else type(value).__name__).encode("latin-1", "replace"))


def names_and_cases() -> Iterator[tuple[str, dict]]:
    for category in [*corpus.CATEGORIES, "model664"]:
        yield from ((f"{category} {case['id']}", case) for case in corpus.cases(category, corpus.GOLDEN))
    for name in "sessions", "firmware_calls":
        for line in GOLDEN.joinpath(f"{name}.jsonl").read_text(encoding="ascii").splitlines():
            case = json.loads(line)
            yield f"{name} {case['id']}", case


def difference(name: str, cpc: CPC) -> str | None:
    """Between what was recorded and what there is; None where they are the same or nothing was recorded."""
    now, before = left(cpc), RECORDED.get(name)
    if before is None or now == before:
        return None
    columns = zip(COLUMNS, now.split(), before.split(), strict=True)
    return "; ".join(f"{column} {ours}, before {theirs}" for column, ours, theirs in columns if ours != theirs)


def main() -> None:
    found = {name: left(corpus.run(case)) for name, case in names_and_cases()}
    found |= {f"registers {room} {model}": left(firmware_registers.called(room, model))
              for room in (*firmware_registers.ROOMS, "files") for model in firmware_registers.models_of(room)}
    FILE.write_text(json.dumps(found, indent=0) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
