"""Snapshots: ours are read back, the code that starts them does its work, those of version 3 are unpacked, damage is told.

That the firmware goes on from ours is proved by `python -m tests.snapshots`, which needs its ROMs.
"""

import random

import pytest

from basic.runtime.own_variables import TABLE as OWN_VARIABLES
from cpc import CPC
from cpc.commands.cli import main
from cpc.firmware.ports import PlainBus
from cpc.firmware.z80 import Z80
from cpc.keys.keymap import ESC_KEY
from cpc.sna import form, restart
from cpc.sna.form import SnapshotFault
from cpc.sna.image import Image
from cpc.sna.save import Saved
from cpc.sna.workspace import WORKSPACES
from tests import snapshots

MODELS = ("464", "664", "6128")
ASKS_AGAIN = {"input"}


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", sorted(set(snapshots.PROGRAMS) - ASKS_AGAIN))
def test_a_program_goes_on_from_its_snapshot(model, name):
    cpc = snapshots.stopped(model, name)
    other, _ = snapshots.reloaded(cpc)
    assert snapshots.ended(other) == snapshots.ended(cpc)


def test_the_stack_is_the_machines():
    """What the firmware had on its stack in this program, and where it kept its variables."""
    cpc = CPC()
    cpc.type("10 FOR i%=1 TO 10 STEP 2\n20 FOR x=1 TO 5 STEP 0.5\n30 GOSUB 100\n40 NEXT x\n50 NEXT i%\n100 WHILE 1\n"
             '110 READ a,b$\n120 STOP:PRINT 1\n130 WEND\n140 DATA 1,"x",2,y\nRUN\n')
    assert cpc.run_until_idle()
    image = Image(cpc.session)
    assert image.stack().hex(" ") == (
        "00 fe 01 0a 00 02 00 01 85 01 72 01 bf 01 bb 01 10 04 02 00 00 00 20 83 00 00 00 00 80 01 9f 01 88 01 b4 01 b0 01 16 "
        "00 a9 01 a2 01 06 c2 01 e7 01 c6 01 07")
    assert image.scalars[:21].hex(" ") == "00 00 c9 01 01 00 00 00 d8 04 00 00 00 00 81 00 00 c1 04 00 00"
    assert image.data_words() == bytes.fromhex("ea01f301")


def test_arrays_lie_as_the_machines_do():
    cpc = CPC()
    cpc.type("10 DIM r%(1,2):r%(1,0)=5:r%(0,1)=6:DIM t$(1)\nRUN\n")
    assert cpc.run_until_idle()
    real = "00 00 d2 01 11 00 02 03 00 02 00 00 00 05 00 06 00 00 00 00 00 00 00 00 00 d4 02 09 00 01 02 00 00 00 00 00 00 00"
    assert Image(cpc.session).arrays.hex(" ") == real
    start = cpc.session.addresses.arrays_start()
    assert bytes(cpc.peek(start + at) for at in range(38)).hex(" ") == real


@pytest.mark.parametrize("drives", [False, True])
def test_the_code_works_through_its_script(drives):
    """It copies, calls, unpacks, gives BASIC a line, and at last the line editor."""
    base, edit, output, walk = 0x4000, 0xBD3A, 0xBB5A, 0xBCCB
    words = {"stack": 0xC000, "begin": 0x060E, "edit": edit, "edit1": edit + 1, "output": output, "output1": output + 1,
             "routine": 0x9400, "walk": walk, "walk1": walk + 1, "walk_routine": 0x8329, "top": restart.TOP}
    early, code, places = restart.assembled(base, words, drives)
    picture = bytes(random.Random(1).choice((0, 0, 0, 0, 7, 9)) for _ in range(0x4000))
    ram = bytearray(0x10000)
    ram[base:base + len(code)] = code
    ram[restart.EARLY:restart.EARLY + len(early)] = early
    count = restart.copy(places["count"], b"\2")
    script = (restart.copy(0x9000, b"copied") + restart.call(0xA000, 5, 0x1234, 0x5678, 0x9ABC)
              + restart.unpack(0xC000, picture) + restart.line(b"PRINT 1") + count + bytes((restart.EDIT,)))
    ram[places["end"]:places["end"] + len(script)] = script
    ram[0xA000:0xA008] = bytes.fromhex("3200A12202A1C9 00")         # LD (&A100),A: LD (&A102),HL: RET
    cpu = Z80(PlainBus(ram, lambda port: 255, lambda port, value: None))

    def called(address: int, until: int) -> None:
        cpu.pc, cpu.sp = address, 0xBF00
        cpu.set_word(0xBF00, until)
        for _ in range(500_000):
            if cpu.pc in (until, edit):
                return
            cpu.step()
        raise AssertionError("it does not come to an end")

    called(places["patch"], 1)
    for entry, place in ((edit, "hook"), (output, "swallow"), (walk, "walk" if drives else "top")):
        assert ram[entry:entry + 3] == bytes((0xC3, *places[place].to_bytes(2, "little")))
    if not drives:
        called(places["top"], 1)
        assert cpu.hl == restart.TOP
    cpu.hl = 0xACA4
    called(places["hook"], 1)
    assert ram[0x9000:0x9006] == b"copied" and ram[0xA100] == 5 and cpu.word(0xA102) == 0x9ABC
    assert ram[0xC000:] == picture and ram[0xACA4:0xACAC] == b"PRINT 1\0" and cpu.carry and cpu.hl == 0xACA4
    called(places["hook"], 1)
    assert cpu.pc == edit
    called(places["swallow"], 1)
    assert ram[output] == 0xC3
    called(places["swallow"], 1)
    assert ram[output:output + 3] == bytes.fromhex("CF0094")


def test_what_is_patched_for_a_start_are_entries_of_the_firmware():
    assert {restart.TXT_OUTPUT, restart.KL_ROM_WALK} <= CPC(model="464").machine.firmware.entries.keys()


def test_what_is_packed_is_unpacked_again():
    dice = random.Random(2)
    for _ in range(30):
        runs = range(dice.randrange(200))
        data = b"".join(bytes((dice.randrange(256),)) * dice.choice((1, 1, 2, 3, 4, 5, 200)) for _ in runs)
        packed, out, at = restart.packed(data), bytearray(), 0
        while at < len(packed):
            count = packed[at]
            assert count
            out += packed[at + 1:at + 1 + count] if count < 128 else packed[at + 1:at + 2] * (count - 128)
            at += 1 + count if count < 128 else 2
        assert out == data


def test_version_3_is_unpacked():
    cpc = snapshots.stopped("6128", "arrays")
    plain = Saved(cpc.machine, cpc.session).data
    header, memory = bytearray(plain[:0x100]), plain[0x100:]
    header[0x10], header[0x6B], header[0x6C] = 3, 0, 0
    chunks = b""
    for number in range(2):
        packed, block, at = bytearray(), memory[number * 0x10000:(number + 1) * 0x10000], 0
        while at < len(block):
            count = 1
            while count < 255 and block[at:at + 1] == block[at + count:at + count + 1]:
                count += 1
            packed += bytes((0xE5, count, block[at])) if count > 3 else b"\xe5\0" if block[at] == 0xE5 else block[at:at + 1]
            at += count if count > 3 else 1
        chunks += b"MEM%d" % number + len(packed).to_bytes(4, "little") + packed
    assert form.read(bytes(header) + chunks).memory == memory
    with pytest.raises(SnapshotFault, match="in the middle of the memory"):
        form.read(bytes(header) + chunks[:-1])
    for short in (b"", b"\1\2", b"\xe5", b"\xe5\2", b"\xe5\2\7"):      # a whole piece that unpacks to less than 64K
        with pytest.raises(SnapshotFault, match="in the middle of the memory"):
            form.read(bytes(header) + b"MEM0" + len(short).to_bytes(4, "little") + short)


def test_banks_windows_inks_and_symbols_come_over():
    cpc = CPC(model="6128")
    cpc.type("10 MEMORY &3FFF:OUT &7F00,&C5:POKE &4000,77:OUT &7F00,&C0:POKE &4000,11\n20 INK 2,7,9:BORDER 4:WINDOW 3,20,5,9\n"
             "30 SYMBOL 250,1,2,3,4,5,6,7,8:KEY 130,\"HELLO\":ENV 1,3,2,1:PEN 2\nRUN\n")
    assert cpc.run_until_idle()
    other, missing = snapshots.reloaded(cpc)
    assert missing == [] and other.screen.border == 4 and other.machine.palette.ink(2) == (7, 9)
    other.type("CLS:PRINT CHR$(250)\nOUT &7F00,&C5:PRINT PEEK(&4000)\nOUT &7F00,&C0:PRINT PEEK(&4000);HIMEM\n\x82\n")
    cpc.type("CLS:PRINT CHR$(250)\nOUT &7F00,&C5:PRINT PEEK(&4000)\nOUT &7F00,&C0:PRINT PEEK(&4000);HIMEM\n\x82\n")
    assert other.run_until_idle() and cpc.run_until_idle()
    assert [bytes(row) for row in other.screen.pens()] == [bytes(row) for row in cpc.screen.pens()]
    assert b" 77 " in other.printed and b" 11  16383 " in other.printed


@pytest.mark.parametrize("model", MODELS)
def test_esc_stops_the_program_of_a_snapshot(model):
    cpc = CPC(model=model)
    cpc.type("10 n=n+1:GOTO 10\nRUN\n")
    cpc.run(1)
    other, _ = snapshots.reloaded(cpc)
    other.run(1)
    for down in (True, False, True, False):
        other.key(ESC_KEY, down)
        other.run(0.1)
    assert other.run_until_idle(5) and other.printed.endswith(b"Break in 10\r\nReady\r\n")


def test_what_does_not_come_along_is_told():
    cpc = snapshots.stopped("464", "input")
    other, missing = snapshots.reloaded(cpc)
    assert missing == ["The statement that was being done begins again."]
    assert Saved(cpc.machine, cpc.session).missing == ["INPUT asks its question again."]
    other.type("me\n")
    assert other.run_until_idle() and other.printed.endswith(b"hello me\r\nReady\r\n")
    cpc = CPC()
    cpc.type("FOR i=1 TO 1000000:NEXT\n")
    cpc.run(1)
    other, _ = snapshots.reloaded(cpc)
    assert "typed without a number" in Saved(cpc.machine, cpc.session).missing[0]
    with pytest.raises(ValueError, match="memory="):
        CPC(memory="large").save_sna("x.sna")
    assert other.run_until_idle(1)


def test_a_full_memory_has_no_room_for_the_code():
    cpc = CPC()
    cpc.type("DIM a(8500)\n")
    assert cpc.run_until_idle()
    with pytest.raises(SnapshotFault, match="not enough free memory"):
        Saved(cpc.machine, cpc.session)


def test_damage_gives_a_sentence():
    cpc = snapshots.stopped("464", "gosub")
    data = Saved(cpc.machine, cpc.session).data
    machines: dict = {}
    for seed in range(150):
        assert snapshots.outcome(snapshots.damaged(data, random.Random(seed)), machines).endswith(".")
    for wrong in (b"", b"MV - SNA", data[:0x100], data[:-1], b"MV - SNA" + bytes(0x10000)):
        with pytest.raises(SnapshotFault):
            form.read(wrong)


def test_snapshots_from_the_shell(tmp_path, capsys):
    listing, state = tmp_path / "a.bas", tmp_path / "state.sna"
    listing.write_text("10 FOR i=1 TO 3000:s=s+i:NEXT\n20 PRINT s\n")
    arguments = ["--headless", "--model", "6128", "--until", "2", "--save-sna", str(state)]
    assert main(["run", str(listing), *arguments]) == 0
    assert main(["run", str(state), "--headless"]) == 0
    captured = capsys.readouterr()
    assert captured.out == " 4501500\n" and "begins again" in captured.err
    assert main(["run", str(state), "--headless", "--model", "464"]) == 2
    (tmp_path / "no.sna").write_bytes(b"no")
    assert main(["run", str(tmp_path / "no.sna"), "--headless"]) == 2
    assert "It is not a snapshot." in capsys.readouterr().err


@pytest.mark.parametrize("model", ["464", "664", "6128"])
def test_a_snapshot_keeps_what_peek_shows_where_peek_shows_it(model):
    own = {one.name: one.in_1_0 if model == "464" else one.in_1_1 for one in OWN_VARIABLES}
    places = WORKSPACES[model]
    assert (places.err, places.himem, places.program_end, places.variables, places.strings) == (
        own["ERR"], own["HIMEM"], own["end of the program"], own["start of the variables"], own["byte below the strings"])
    assert places.highest_himem == places.himem + 2 and places.variables == places.program_end + 2
    assert places.stack_top == places.stack + 512 and places.strings == places.stack_top + 2
    assert places.kinds == places.arrays + 6 and places.arrays == places.chains + 54
    assert places.timers == places.sound_events + 34 and places.error_handler > places.continue_at
