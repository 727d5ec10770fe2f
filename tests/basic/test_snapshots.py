"""All that changes while a machine runs is in its snapshot, or on a list that says why not.

Each attribute that any statement outside of a constructor assigns, and each list, dict, set and bytearray, is spoilt in turn:
going back to the snapshot has to mend it.
"""

import ast
from collections.abc import Container, Iterator
from copy import deepcopy

import pytest

from basic import records
from cpc import CPC
from tests.places import EVERYTHING, REPO

PLAIN = int, float, str, bytes, type(None)
FILLED = list, dict, set, bytearray, tuple

# Statements, their nodes and what is compiled of them: always the same for the same program.
MADE_FROM_THE_PROGRAM = ("basic.syntax", "basic.statements", "basic.functions", "basic.units", "basic.timing",
                         "basic.runtime.compiler", "basic.runtime.loops")
LEFT_OUT = {
    "ParsedLines.ahead": "how much of the program has been parsed before it is reached",
    "ParsedLines.known": "made from the bytes of lines, and shared by all machines",
    "ParsedLines.outlines": "the same",
    "CodeTable.cost": "made from the program where it is reached",
    "UnsetReads.cost": "the code table's",
    "CodeTable.direct": "the direct line's statements are made from its bytes, which the snapshot has",
    "CodeTable.line_starts": "the same for each program",
    "CodeTable.stubs": "made from the program",
    "CodeTable.compiled": "how many statements have been compiled, for Python's garbage collection",
    "CodeTable.ran": "which statements have run since the stack is nearly full; going back begins it anew, with the steps",
    "RomHeader.below": "nothing, whenever no machine code runs",
    "Variables._passed_kinds": "for which kinds of names the times on the way to them have been worked out",
    "LineTrace.where": "the code table's",
    "ProgramWalk._for_names": "made from the program, with its version",
    "KnownLines.version": "grows with each change, so that whoever made something of them notices",
    "CodeTable.where": "made from the program where it is reached",
    "Hooks": "the debugger's: what it puts into the steps stays when the program goes back",
    "HostLog": "what has been asked of the host's files stays so; `at` in the machine's snapshot says how far it has come",
    "RealTime": "what a face holds to the wall clock, which does not go back",
    "DataPointer.numbers": "made from the program, for READ",
    "DataPointer.texts": "made from the program, for READ",
    "DataPointer.lines": "made from the program, for READ",
    "DataPointer.met": "with `place`: each place keeps its number",
    "DataPointer.met_before": "with `met`",
    "DataPointer.version": "with `met`",
    "DataPointer.missed": "how much READ has found in the program",
    "StatementMaker._shared": "made from the program",
    "StatementMaker._alike": "made from the program",
    "ControlCodes._us": "always the same",
    "Interrupts.chains": "the same on each machine of a model",
    "RomHeader.header": "the same on each machine of a model",
    "Dialect.name": "an option of the CPC",
    "Drives.bars": "an option of the CPC",
    "Drives.present": "an option of the CPC",
    "Variables._passed": "made from the variables there are; going back empties it",
    "DataPointer.begins": "made from the program, for READ",
    "Clock.to_come": "nothing, whenever no PRINT is under way",
    "Clock.places": "the same on each machine of a model",
    "Clock.flyback_seen": "the same on each machine of a model",
    "Clock.lengths": "the same on each machine of a model",
    "Program.version": "grows with each change, so that whoever made something of the program notices",
    "Program.numbers": "made from the lines, whenever these are set",
    "Program.in_file": "what a file holds does not go back",
    "ControlStack.nearly_full": "which steps there are: going back to a full stack makes them such again",
    "Program._addressed": "the version for which the addresses have been made",
    "Program._addresses": "made from the lines",
    "Program._size": "made from the lines",
    "Program._sized": "the version for which it has been made",
    "Variables.slots": "places of names: one that has been given stays, for the steps that hold it",
    "Variables.kinds": "with the slots",
    "Variables.slot_codes": "with the slots",
    "Variables.names": "with the slots",
    "Variables.array_slots": "with the slots",
    "Variables.array_kinds": "with the slots",
    "Variables.array_names": "with the slots",
    "Variables.shape": "grows with each change of an array",
    "Variables.literals": "the strings of the program that variables hold, by their identity",
    "Waits": "made from the program",
    "Screen.g": "as long as there are cells; what is in them goes back with the screen's and the graphics' attributes",
    "GraphicsScreen.g": "the screen's",
    "GraphicsScreen.figures": "the same as long as the model",
    "QuickGraphics": "works on the screen's cells and the RAM",
    "TextScreen._quick": "works on the text window",
    "Variables.data": "as long as there are places for arrays; what is in it goes back",
    "Addresses.image": "made from the program and its variables when a program looks at memory",
    "Addresses.image_made_of": "what it was made of",
    "Variables.put": "what machine code found in memory, while it runs",
    "CPC.model": "a machine stays the model that it is",
    "Machine.model": "a machine stays the model that it is",
    "Screen.model": "a machine stays the model that it is",
    "Session.notices": "what a person has been told once",
    "Machine.ram_copy": "the last snapshot's memory, for the next one",
    "Firmware.jumps": "the same on each machine of a model",
    "Firmware.routines": "the same on each machine of a model",
    "Beam._tables": "made from the colours",
    "Beam.changes": "of the last frame: none behind a restore",
    "Detours.output": "the same on each machine of a model",
    "Detours.under_way": "off but while a listing's routine prints",
    "EventBlocks.heads": "addresses, the same on each machine of a model",
    "EventBlocks.waiting": "empty but while an interrupt is done",
    "Interrupts.catching_up": "off but while interrupts are done",
    "Interrupts.flyback": "the same on each machine of a model",
    "Interrupts.serving": "off but while an interrupt is done",
    "Firmware.waits_for": "asked right behind the call that waits",
    "Runner": "made from machine code in memory, and compared with it before it runs",
    "Z80.old_q": "set anew by each instruction",
    "Times": "always the same",
    "PlainBus.guarded": "where the bytes are that the Runner's functions are made of",
    "Characters.glyphs": "made from memory when a symbol is drawn",
    "Characters._tables": "made from the glyphs",
    "Characters._dots": "made from the glyphs",
    "Characters._cells": "made from the glyphs",
    "Characters._codes": "made from the glyphs",
    "Printer.path": "where the printer's file is, on the host",
    "SoundManager.interrupted": "off but while an interrupt is done",
    "SoundManager.psg": "a face's chip, which is told the registers anew",
    "ChipWork.us": "microseconds of the present call",
    "SoundQueues.started": "off but while a call is done",
    "Printed.forgotten": "what is not kept of what was printed, with `printed`",
    "TextScreen.printed": "what came out goes back as far as it was printed before, and is never longer",
}

PROGRAM = b"""10 DIM a(3),b$(2):DEFINT x:DEF FNf(y)=y*2:ON ERROR GOTO 100:EVERY 50 GOSUB 90:ON BREAK GOSUB 80
20 READ r,s$:DATA 1,two,3
30 FOR i=1 TO 3:GOSUB 70:NEXT:WHILE c<2:c=c+1:WEND
40 MODE 1:INK 1,26,3:PEN 2:DRAW 100,100:SOUND 1,200,50,5:SYMBOL AFTER 200:KEY 1,"x":n$="ab"+CHR$(65)
50 ERROR 5
60 GOTO 60
70 RETURN
80 RETURN
90 t=t+1:RETURN
100 RESUME NEXT
"""


def assigned() -> set[str]:
    """Names of attributes that are assigned outside of constructors."""
    found = set()
    for top in ("basic", "cpc"):
        for path in (REPO / top).rglob("*.py"):
            _assigned_in(ast.parse(path.read_text(encoding="utf-8")), found)
    return found


def _assigned_in(node: ast.AST, found: set[str]) -> None:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef) and child.name == "__init__":
            continue
        if isinstance(child, ast.Attribute) and isinstance(child.ctx, ast.Store | ast.Del):
            found.add(child.attr)
        _assigned_in(child, found)


def attributes_of(thing: object) -> Iterator[str]:
    yield from getattr(thing, "__dict__", ())
    for kind in type(thing).__mro__:
        slots = getattr(kind, "__slots__", ())
        yield from (slots,) if isinstance(slots, str) else slots


def objects(start: object, left_out: Container[str] = frozenset(LEFT_OUT)) -> dict[str, object]:
    """The project's objects that can be reached from one, by the way there."""
    found: dict[str, object] = {}
    seen: set[int] = set()
    ahead = [("", start)]
    for path, thing in ahead:
        if isinstance(thing, list | tuple):
            ahead += [(f"{path}[{at}]", one) for at, one in enumerate(thing)]
        elif isinstance(thing, dict):
            ahead += [(f"{path}[{key!r}]", one) for key, one in thing.items()]
        elif type(thing).__module__.split(".")[0] in ("basic", "cpc") and not isinstance(thing, type) and id(thing) not in seen:
            if type(thing).__module__.startswith(MADE_FROM_THE_PROGRAM) or type(thing).__name__ in left_out:
                continue
            seen.add(id(thing))
            found[path] = thing
            ahead += [(f"{path}.{name}", getattr(thing, name)) for name in attributes_of(thing)
                      if hasattr(thing, name) and f"{type(thing).__name__}.{name}" not in left_out]
    return found


def is_frozen(thing: object) -> bool:
    return records.is_frozen(thing)


def is_plain(value: object) -> bool:
    if isinstance(value, dict):
        return all(map(is_plain, value)) and all(map(is_plain, value.values()))
    return isinstance(value, PLAIN) or isinstance(value, FILLED) and all(map(is_plain, value))


def spoil(thing: object, name: str) -> None:
    value = getattr(thing, name)
    if isinstance(value, bytearray) and value:
        value[0] ^= 1
    elif isinstance(value, list | bytearray):
        value.append(value[-1] if value else 1)
    elif isinstance(value, dict):
        value[next(iter(value), 1)] = value.popitem()[1] if len(value) > 1 else None
    elif isinstance(value, set):
        value.symmetric_difference_update([next(iter(value), 1)])
    elif isinstance(value, tuple):
        setattr(thing, name, value + value[:1] if value else (1,))
    elif isinstance(value, str | bytes):
        setattr(thing, name, value + ("?" if isinstance(value, str) else b"?"))
    elif isinstance(value, bool):
        setattr(thing, name, not value)
    else:
        setattr(thing, name, 1 if value is None else value + 1)


def changing_state(cpc: CPC) -> list[tuple[str, str]]:
    """(way to the object, name) of all that changes."""
    changing = assigned()
    found = []
    for path, thing in objects(cpc).items():
        for name in attributes_of(thing):
            value = getattr(thing, name, None)
            if f"{type(thing).__name__}.{name}" in LEFT_OUT or isinstance(getattr(type(thing), name, None), property):
                continue
            if is_frozen(thing):
                continue
            if is_plain(value) and (isinstance(value, FILLED) or name in changing):
                found.append((path, name))
    return found


@pytest.fixture(scope="module")
def cpc():
    cpc = CPC(model="6128")
    cpc.type(PROGRAM.replace(b"\n", b"\r"))
    cpc.type(b"RUN\r")
    cpc.run(8)
    return cpc


def test_going_back_mends_all_that_changes(cpc):
    missing = set()
    state = changing_state(cpc)
    assert len(state) > 150
    for path, name in state[::1 if EVERYTHING else 5]:
        thing = objects(cpc)[path]
        before, snapshot = deepcopy(getattr(thing, name)), cpc.snapshot()
        spoil(thing, name)
        cpc.restore(snapshot)
        if getattr(objects(cpc)[path], name) != before:
            missing.add(f"{type(thing).__name__}.{name}")
            setattr(thing, name, before)
    assert not missing


def test_what_is_left_out_is_there(cpc):
    """Each entry is a class or an attribute that there is."""
    there = set()
    for thing in objects(cpc, left_out=()).values():
        there |= {type(thing).__name__, *(f"{type(thing).__name__}.{name}" for name in attributes_of(thing))}
    assert LEFT_OUT.keys() <= there


@pytest.mark.parametrize("last", ["TRON", "TROFF", "DEFINT a", "GOSUB 40"])
def test_what_makes_the_steps_anew_at_the_programs_end_does_not_begin_the_direct_line_again(last):
    cpc = CPC()
    cpc.session.storage.load_raw(0x16, f"10 GOTO 50\r\n40 TRON:TROFF:RETURN\r\n50 PRINT \"x\";:{last}".encode())
    cpc.session.executor.runner.pc = cpc.session.enter(b"GOTO 10")
    cpc.session.run(300_000)
    assert bytes(cpc.machine.text.printed).replace(b"\r\n", b"").replace(b"[40]", b"").endswith(b"xReady")


@pytest.mark.parametrize("direct", [b"RUN", b"GOTO 10"])
def test_a_copy_of_the_programs_end_is_at_the_programs_end(direct):
    """Also where a GOSUB in the last statement comes back: there, ON ERROR's handler has no RESUME."""
    cpc = CPC()
    cpc.session.storage.load_raw(0x16, b"10 ON ERROR GOTO 20:ERROR 9\r\n20 n=n+1:IF n=2 THEN RETURN\r\n"
                                       b"30 GOSUB 20")
    cpc.session.executor.runner.pc = cpc.session.enter(direct)
    table, seen = cpc.session.executor.table, 0
    for _ in range(60):
        cpc.session.run(1)
        kept = cpc.machine.snapshot(), cpc.session.snapshot()
        frames = [frame.pc for frame in cpc.session.executor.stack.frames]
        pc = cpc.session.executor.runner.pc
        seen += table.end_pc() in (*frames, pc)
        cpc.machine.restore(kept[0])
        cpc.session.restore(kept[1])
        assert ([frame.pc for frame in cpc.session.executor.stack.frames], cpc.session.executor.runner.pc) == (frames, pc)
    assert seen and b"RESUME missing in 30" in cpc.machine.text.printed
