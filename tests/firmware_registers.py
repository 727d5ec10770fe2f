"""Calls of the firmware's entries with made-up registers, and what the real machine's left (golden/firmware_registers.json).

`python3 -m tests.firmware_registers [ROOM ...]` records: it needs the ROMs (CPC_ROMS) and the folder of `realcpc` (REALCPC).
All calls of a room are one piece of machine code. The firmware leaves anything in registers that an entry does not promise;
results of an entry that were not the same here at each of its calls when they were recorded are not compared, and printed.
"""

import hashlib
import json
import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from cpc import CPC
from cpc.disc.dsk import blank
from tests.places import GOLDEN

RECORDED = GOLDEN / "firmware_registers.json"
CODE, GIVEN, LEFT, STACK = 0x4000, 0x7000, 0x7800, 0x7FF0        # calls, their registers, what they left, the stack kept
ENVELOPE, ENVELOPES = 0x7F00, bytes((3, 15, 1, 2, 3, 1, 9) * 3)
CALLS = 4                       # of each entry
MODELS = "464", "6128"
PARTS = "carry", "zero", "a", "b", "c", "d", "e", "h", "l"


class Call(NamedTuple):
    entry: int
    a: int
    bc: int
    de: int
    hl: int


def _packed(chance: random.Random, high: int, low: int) -> int:
    return chance.randrange(high) << 8 | chance.randrange(low)


def _anything(chance: random.Random) -> tuple[int, int, int, int]:
    return (chance.choice((0, 1, 2, 3, 7, 15, 17, 26, 65, 79, 127, 200)), _packed(chance, 32, 32), chance.randrange(700),
            chance.randrange(450))


def _text(chance: random.Random) -> tuple[int, int, int, int]:
    a, bc, _, _ = _anything(chance)
    return a, bc, _packed(chance, 24, 24), _packed(chance, 24, 24)


def _on_screen(chance: random.Random) -> tuple[int, int, int, int]:
    return (chance.choice((0, 1, 2, 3, 15, 0xA5)), _packed(chance, 256, 256), _packed(chance, 5, 6),
            chance.randrange(0xC000, 0x10000))


def _box(chance: random.Random) -> tuple[int, int, int, int]:
    left, top = chance.randrange(9), chance.randrange(9)
    return chance.choice((0, 0xF0, 0xA5)), chance.choice((0x0000, 0x0100)), left + 7 << 8 | top + 6, left << 8 | top


def _string(chance: random.Random) -> tuple[int, int, int, int]:
    number, length = chance.choice((0, 5, 31, 32)), chance.randrange(9)
    return chance.choice((0, 5, 31, 32, 133)), number << 8 | length, 0, ENVELOPE + chance.randrange(5)


def _envelope(chance: random.Random) -> tuple[int, int, int, int]:
    return chance.choice((0, 1, 7, 15, 16)), _packed(chance, 8, 8), 0, ENVELOPE


def _lines(chance: random.Random) -> tuple[int, int, int, int]:
    """Along the screen, and up and down it."""
    begin = chance.randrange(150)
    return chance.choice((0, 0xF0, 0xA5)), chance.randrange(begin, 200), begin, chance.randrange(60)


def _cell(chance: random.Random) -> tuple[int, int, int, int]:
    """A character, and a column and a row of the screen, counted from 0."""
    return chance.randrange(256), 0, 0, _packed(chance, 40, 25)


BY_ENTRY = dict.fromkeys((0xBB0F, 0xBB12), _string) | dict.fromkeys((0xBC44, 0xBC4A, 0xBC4D, 0xBC50), _box) | dict.fromkeys(
    (0xBC20, 0xBC23, 0xBC26, 0xBC29, 0xBC47, 0xBC5C), _on_screen) | dict.fromkeys((0xBC5F, 0xBC62), _lines) | dict.fromkeys(
    (0xBDD3, 0xBDD6), _cell) | dict.fromkeys((0xBDE5, 0xBDE8), _on_screen)
ONLY_WITH_CARRY = {0xBB09, 0xBB12, 0xBB1B}     # what they leave in A means something
WILD = {0xBC08, 0xBC53, 0xBC56}         # they take the screen elsewhere, or write where their registers say
ROOMS: dict[str, tuple[list[int], Callable[[random.Random], tuple[int, int, int, int]]]] = {
    "keys": ([0xBB09, 0xBB0C, 0xBB09, 0xBB12, 0xBB0F, 0xBB12, 0xBB1B, 0xBB1E, 0xBB21, 0xBB24, *range(0xBB27, 0xBB45, 3),
              0xBB03, 0xBB24], _anything),
    "text": (list(range(0xBB4E, 0xBBBA, 3)), _text),
    "dots": (list(range(0xBBBA, 0xBBFF, 3)), _anything),
    "screen": ([one for one in range(0xBBFF, 0xBC65, 3) if one not in WILD], _anything),
    "sound": ([0xBCA7, 0xBCBC, 0xBCBF, 0xBCC2, 0xBCC5, 0xBCAD, 0xBCB3, 0xBCAA, 0xBCAD, 0xBCB6, 0xBCB9], _envelope),
    "inner": ([0xB906, 0xBDD3, 0xBDD6, 0xBDDC, 0xBDDF, 0xBDE2, 0xBDE5, 0xBDE8, 0xBDE5, 0xBDD6, 0xB909], _anything),
    "later": ([0xBD3A, 0xBB21, 0xBD3D, 0xBD40, 0xBD46, 0xBD49, 0xBBC0, 0xBD4C, 0xBBF6, 0xBD55, 0xBD58], _anything),
}


# Calls for files on an empty disc, one after the other: with names that lie at NAMES, and a buffer of 2K for each direction.
NAMES, TEXTS = 0x7E00, (b"NONE.TXT", b"new.txt", b"CODE.BIN")
READ_BUFFER, WRITE_BUFFER = 0x2000, 0x2800


def _name(entry: int, number: int, buffer: int) -> Call:
    return Call(entry, 0, len(TEXTS[number]) << 8, buffer, NAMES + 16 * number)


def _plain(entry: int, a: int = 0, bc: int = 0, de: int = 0, hl: int = 0) -> Call:
    return Call(entry, a, bc, de, hl)


IN_OPEN, IN_CLOSE, IN_ABANDON, IN_CHAR, IN_DIRECT, RETURN, TEST_EOF, OUT_OPEN, OUT_CLOSE, OUT_ABANDON, OUT_CHAR, OUT_DIRECT, \
    CATALOG = range(0xBC77, 0xBC9E, 3)
FILES = [
    _plain(IN_CLOSE), _plain(IN_CHAR), _plain(TEST_EOF), _plain(IN_DIRECT, hl=0x3000), _plain(OUT_CLOSE), _plain(OUT_CHAR, 65),
    _plain(OUT_DIRECT, 2, 0, 9, 0x4000), _name(IN_OPEN, 0, READ_BUFFER), _name(OUT_OPEN, 1, WRITE_BUFFER),
    _name(OUT_OPEN, 2, WRITE_BUFFER), *(_plain(OUT_CHAR, code) for code in b"text\r\n"), _plain(OUT_CLOSE), _plain(OUT_CLOSE),
    _name(IN_OPEN, 1, READ_BUFFER), _name(IN_OPEN, 1, READ_BUFFER), *[_plain(IN_CHAR)] * 3, _plain(RETURN), _plain(IN_CHAR),
    _plain(TEST_EOF), *[_plain(IN_CHAR)] * 3, _plain(TEST_EOF), _plain(IN_CHAR), _plain(IN_CHAR), _plain(IN_CLOSE),
    _plain(IN_CLOSE), _name(OUT_OPEN, 2, WRITE_BUFFER), _plain(OUT_DIRECT, 2, 0x4010, 300, 0x4000), _plain(OUT_CLOSE),
    _name(IN_OPEN, 2, READ_BUFFER), _plain(IN_DIRECT, hl=0x3000), _plain(IN_CLOSE), _name(IN_OPEN, 2, READ_BUFFER),
    _plain(IN_CHAR), _plain(IN_ABANDON), _plain(IN_ABANDON), _name(OUT_OPEN, 0, WRITE_BUFFER), _plain(OUT_CHAR, 66),
    _plain(OUT_ABANDON), _plain(OUT_ABANDON), _plain(OUT_CLOSE), _name(IN_OPEN, 0, READ_BUFFER),
    _plain(CATALOG, de=READ_BUFFER)]


def models_of(room: str) -> tuple[str, ...]:
    """Some entries came later than the first model."""
    return MODELS[1:] if room == "later" else MODELS


def calls_of(room: str) -> list[Call]:
    if room == "files":
        return FILES
    chance = random.Random(room)
    entries, made = ROOMS[room]
    found = []
    for entry in entries:
        for _ in range(CALLS):
            found.append(Call(entry, *BY_ENTRY.get(entry, made)(chance)))
    return found


def machine_code(calls: list[Call]) -> dict[int, bytes]:
    """What lies where. For each call: LD (STACK),SP: DI: LD SP,its registers: POP HL, DE, BC, AF: LD SP,(STACK): EI: CALL: DI:
    LD SP,behind its results: PUSH AF, BC, DE, HL: LD SP,(STACK): EI"""
    code, given = bytearray(), bytearray()
    for number, call in enumerate(calls):
        code += b"\xed\x73" + _word(STACK) + b"\xf3\x31" + _word(GIVEN + 8 * number) + b"\xe1\xd1\xc1\xf1"
        code += b"\xed\x7b" + _word(STACK) + b"\xfb\xcd" + _word(call.entry)
        code += b"\xf3\x31" + _word(LEFT + 8 * number + 8) + b"\xf5\xc5\xd5\xe5\xed\x7b" + _word(STACK) + b"\xfb"
        given += _word(call.hl) + _word(call.de) + _word(call.bc) + bytes((0, call.a))
    assert CODE + len(code) < GIVEN and GIVEN + len(given) < LEFT and LEFT + len(given) < NAMES
    return {CODE: bytes(code + b"\xc9"), GIVEN: bytes(given), LEFT: bytes(len(given)), ENVELOPE: ENVELOPES,
            NAMES: b"".join(text.ljust(16) for text in TEXTS)}


def _word(value: int) -> bytes:
    return value.to_bytes(2, "little")


TYPED = "MODE 1:MEMORY &3FFF:CALL &4000\n"


def results(calls: list[Call], memory: bytes) -> Iterator[dict[str, int]]:
    for number, call in enumerate(calls):
        at = 8 * number
        flags = memory[at + 6]
        yield {"carry": flags & 1, "zero": flags >> 6 & 1} | dict(zip("lhedcb", memory[at:at + 6], strict=True)) | {
            "a": memory[at + 7] if flags & 1 or call.entry not in ONLY_WITH_CARRY else 0}


def picture_of(memory: bytes) -> str:
    return hashlib.sha256(memory).hexdigest()[:16]


def called(room: str, model: str) -> CPC:
    """Behind all calls of a room."""
    calls, cpc = calls_of(room), CPC(model=model, amsdos=room == "files")
    with tempfile.TemporaryDirectory() as folder:
        if room == "files":
            disc = Path(folder) / "disc.dsk"
            disc.write_bytes(blank("data"))
            cpc.insert(0, disc)
        ram = cpc.machine.ram
        for address, data in machine_code(calls).items():
            ram[address:address + len(data)] = data
        cpc.type(TYPED)
        assert cpc.run_until_idle(60)
    return cpc


def ours(room: str, model: str, cpc: CPC | None = None) -> tuple[list[dict[str, int]], str]:
    """What the calls leave here, and the screen's memory behind them."""
    calls, ram = calls_of(room), (cpc or called(room, model)).machine.ram
    return list(results(calls, bytes(ram[LEFT:LEFT + 8 * len(calls)]))), picture_of(bytes(ram[0xC000:0x10000]))


def real(room: str, model: str) -> tuple[list[dict[str, int]], str]:
    sys.path.insert(0, os.environ["REALCPC"])
    from realcpc import RealCPC
    calls, machine = calls_of(room), RealCPC(f"cpc{model}", disc="data" if room == "files" else None).boot()
    for address, data in machine_code(calls).items():
        for at, byte in enumerate(data, address):
            machine.ram[at] = byte
    machine.type(TYPED)
    assert machine.until_idle(3000), f"{room} has not ended on the {model}"
    return list(results(calls, bytes(machine.ram[LEFT:LEFT + 8 * len(calls)]))), picture_of(bytes(machine.ram[0xC000:0x10000]))


def main() -> None:
    """Of the rooms that are named, or of all."""
    kept = json.loads(RECORDED.read_text(encoding="ascii"))
    for room in sys.argv[1:] or (*ROOMS, "files"):
        for model in models_of(room):
            there, there_shown = real(room, model)
            here, here_shown = ours(room, model)
            calls = calls_of(room)
            keys = [call.entry << 8 | number * (room == "files") for number, call in enumerate(calls)]
            other = {(key, part) for key, one, two in zip(keys, there, here, strict=True) for part in PARTS
                     if one[part] != two[part]}
            for found in sorted({key for key, _ in other}):
                print(room, model, f"{found >> 8:04X} {found & 255}", "differs in",
                      *(part for part in PARTS if (found, part) in other))
            print(room, model, "the screen is", "the same" if there_shown == here_shown else "ANOTHER ONE")
            kept[f"{room} {model}"] = {
                "calls": [{part: value for part, value in one.items() if (key, part) not in other}
                          for key, one in zip(keys, there, strict=True)],
                "screen": there_shown if there_shown == here_shown else ""}
    RECORDED.write_text(json.dumps(kept, separators=(",", ":")).replace("},{", "},\n{") + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
