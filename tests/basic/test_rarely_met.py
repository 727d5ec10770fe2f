"""Corners that other tests pass by: PEEK of an array, ESC in direct loops and in machine code, restarts, key delays, files
that LOAD does not find. What is expected was recorded from the real machines."""

import os
import random
import re
import zlib
from pathlib import Path

import pytest

from basic.debug.views import timers
from basic.timing import counting
from basic.values import real_functions, reals
from cpc import CPC
from cpc.disc import amsdos
from cpc.disc.dsk import Image, blank
from cpc.disc.filesystem import ImageVolume
from cpc.disc.volume import FileName
from cpc.host_files import also_at
from cpc.keys.keymap import NUMBERS

ESC = 66
MODELS = ("464", "6128")


def run(cpc: CPC, text: str, seconds: float = 60) -> str:
    """What a typed text prints."""
    before = len(cpc.printed)
    cpc.type(text)
    assert cpc.run_until_idle(seconds)
    return cpc.printed[before:].decode("latin-1")


def escape(cpc: CPC) -> None:
    """Presses ESC twice: the first one holds the program, the second one stops it."""
    for down in (True, False, True, False):
        cpc.key(ESC, down)
        cpc.run(0.06)


@pytest.mark.parametrize("model", MODELS)
def test_peek_of_variables_and_elements(model):
    cpc = CPC(model=model)
    assert run(cpc, "DIM a%(2):a%(0)=258:a%(2)=-2:b%=513\n").endswith("Ready\r\n")
    assert run(cpc, "PRINT PEEK(@a%(0));PEEK(@a%(0)+1)\n").split()[:2] == ["2", "1"]
    assert run(cpc, "PRINT PEEK(@a%(2));PEEK(@a%(2)+1);@a%(2)-@a%(0)\n").split()[:3] == ["254", "255", "4"]
    assert run(cpc, "PRINT PEEK(@b%);PEEK(@b%+1)\n").split()[:2] == ["1", "2"]
    assert run(cpc, 'c$="AB":PRINT PEEK(@c$):POKE @a%(0),7:PRINT a%(0)\n').split()[:2] == ["2", "263"]


@pytest.mark.parametrize("model", MODELS)
def test_esc_in_a_direct_loop(model):
    cpc = CPC(model=model)
    cpc.type("WHILE 1:n=n+1:WEND\n")
    cpc.run(1)
    escape(cpc)
    assert cpc.run_until_idle(1) and cpc.printed.endswith(b"Break\r\nReady\r\n")
    assert cpc.variables["n"] > 100
    assert run(cpc, "PRINT 7\n").split()[0] == "7"


@pytest.mark.parametrize("model", MODELS)
def test_esc_in_a_direct_loop_with_on_break_gosub(model):
    """The handler belongs to the program; the direct line is stopped all the same."""
    cpc = CPC(model=model)
    run(cpc, "10 ON BREAK GOSUB 100:END\n100 PRINT \"handler\":RETURN\nRUN\n")
    cpc.type("WHILE 1:n=n+1:WEND\n")
    cpc.run(1)
    escape(cpc)
    assert cpc.run_until_idle(1) and cpc.printed.endswith(b"Break\r\nReady\r\n") and b"handler\r\n" not in cpc.printed


@pytest.mark.parametrize("model", MODELS)
def test_esc_in_a_loop_of_calls_and_another_call_after_it(model):
    cpc = CPC(model=model)
    cpc.type("10 CALL &BD19:n=n+1:GOTO 10\nRUN\n")
    cpc.run(1)
    escape(cpc)
    assert cpc.run_until_idle(1) and b"Break in 10\r\nReady\r\n" in cpc.printed
    n, began = cpc.variables["n"], cpc.seconds
    assert n > 20
    assert run(cpc, "CALL &BD19:CALL &BD19:PRINT 8\n").split()[0] == "8"
    assert 0.02 < cpc.seconds - began < 0.5
    cpc.type("CONT\n")
    cpc.run(0.5)
    assert cpc.variables["n"] > n


@pytest.mark.parametrize("model", MODELS)
def test_a_restart_for_the_interrupt_comes_back(model):
    """LD A,5: RST &38: LD (&9100),A: RET"""
    cpc = CPC(model=model)
    cpc.type("MEMORY &8FFF\n")
    assert cpc.run_until_idle(5)
    cpc.machine.ram[0x9000:0x9007] = bytes.fromhex("3e05ff320091c9")
    assert run(cpc, "CALL &9000:PRINT PEEK(&9100)\n").split()[0] == "5"


@pytest.mark.parametrize("model", MODELS)
def test_the_delay_of_keys_that_repeat(model):
    """KM SET DELAY: LD HL: the first delay in H, the one between in L."""
    cpc = CPC(model=model)
    cpc.type("MEMORY &8FFF\n")
    assert cpc.run_until_idle(5)

    def repeats(delay: int, period: int) -> int:
        cpc.machine.ram[0x9000:0x9006] = bytes([0x21, period, delay, 0xCD, 0x3F, 0xBB])
        cpc.machine.ram[0x9006] = 0xC9
        run(cpc, "CALL &9000:CLS\n")
        cpc.key(NUMBERS["A"], True)
        cpc.run(1)
        cpc.key(NUMBERS["A"], False)
        cpc.run(0.1)
        found = "".join(cpc.screen.text()).count("a")
        run(cpc, "\n")
        run(cpc, "CLS\n")
        return found
    slow, fast = repeats(40, 5), repeats(5, 1)
    assert slow < 10 < 20 < fast


class Chip:
    """A sound chip that only notes what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[str, object]] = []

    def start(self, us: int, registers: bytes) -> None:
        self.told.append(("start", registers))

    def write(self, us: int, register: int, value: int) -> None:
        self.told.append(("write", (register, value)))


@pytest.mark.parametrize("model", MODELS)
def test_a_chip_is_told_the_registers_when_the_state_goes_back(model):
    cpc = CPC(model=model)
    run(cpc, "SOUND 1,200,-1,7\n")
    cpc.run(0.2)
    state, registers = cpc.snapshot(), bytes(cpc.sound.registers)
    chip = Chip()
    cpc.sound.attach(chip)
    run(cpc, "SOUND 129,50,100,3\n")
    cpc.run(0.2)
    assert any(what == "write" for what, _ in chip.told) and bytes(cpc.sound.registers) != registers
    chip.told.clear()
    cpc.restore(state)
    assert chip.told[0] == ("start", registers) and bytes(cpc.sound.registers) == registers


def drive_with_bytes(folder: Path) -> Path:
    header = amsdos.Header(2, 0x8000, 20, 0x8000).packed(b"B", b"BIN")
    (folder / "B.BIN").write_bytes(header + bytes(range(20)))
    (folder / "A.TXT").write_bytes(b"one\ntwo\n")
    (folder / "P.BAS").write_bytes(b"10 PRINT 1\n")
    return folder


@pytest.mark.parametrize("model", MODELS)
def test_a_program_goes_on_behind_load_of_bytes(model, tmp_path):
    cpc = CPC(model=model, drive=drive_with_bytes(tmp_path))
    run(cpc, "MEMORY &7FFF\n")
    said = run(cpc, '10 FOR i=1 TO 2:LOAD "!B.BIN":PRINT PEEK(&8006)i:NEXT:GOSUB 20:PRINT "end":END\n'
                    '20 LOAD "!B.BIN",&9000:PRINT PEEK(&9007):RETURN\nRUN\n')
    assert said.split() == ["6", "1", "6", "2", "7", "end", "Ready"]
    assert run(cpc, 'LOAD "!B.BIN":PRINT 3\n').split() == ["3", "Ready"]
    assert run(cpc, '10 LOAD "!P.BAS":PRINT 9\nRUN\n').split() == ["Ready"]
    assert run(cpc, "LIST\n").split() == ["10", "PRINT", "1", "Ready"]


@pytest.mark.parametrize("model, closed", [("464", "EOF met"), ("6128", "File not open")])
def test_load_during_openin(model, closed, tmp_path):
    cpc = CPC(model=model, drive=drive_with_bytes(tmp_path), amsdos=True)
    run(cpc, "MEMORY &7FFF\n")
    line = 'OPENIN "A.TXT":LINE INPUT #9,a$:PRINT a$\n'
    assert run(cpc, line) == "\r\none\r\nReady\r\n"
    missing = "\r\n\r\nMISSING .    not found\r\n" + ("Break\r\n" if model == "464" else "") + "Ready\r\n"
    assert run(cpc, 'LOAD "MISSING"\n') == missing
    assert run(cpc, "LINE INPUT #9,a$\n") == f"\r\n{closed}\r\nReady\r\n"
    assert run(cpc, line) == "\r\none\r\nReady\r\n"
    assert run(cpc, 'LOAD "B.BIN":PRINT PEEK(&8006)\n') == "\r\n 6 \r\nReady\r\n"
    assert run(cpc, "LINE INPUT #9,a$\n") == f"\r\n{closed}\r\nReady\r\n"


@pytest.mark.parametrize("x, up, down", [
    (2.0**-29, "0400000081", "f8ffff7f80"), (2.0**-30, "0200000081", "fcffff7f80"), (2.0**-31, "0100000081", "feffff7f80"),
    (0.75 * 2.0**-31, "0000000081", "0000000081"), (2.0**-32, "0000000081", "0000000081"),
    (1.5 * 2.0**-31, "0200000081", "fdffff7f80")])
def test_exp_next_to_1(x, up, down):
    """EXP of what is below 2^-31 is 1."""
    assert [reals.to_bytes(real_functions.exp(one)[0]).hex() for one in (x, -x)] == [up, down]


@pytest.mark.parametrize(("model", "moved"), [("464", 0), ("6128", 18)])
def test_a_number_of_no_line_moves_the_strings_of_the_program(model, moved):
    cpc = CPC(model=model)
    cpc.type('10 a$="abcdefghi":READ b$\n20 DATA hello\nRUN\nPRINT FRE(0)\n99\nPRINT FRE(0)\n')
    assert cpc.run_until_idle(30)
    before, after = (int(one) for one in re.findall(rb" (\d{5}) ", cpc.printed))
    assert before - after == moved


@pytest.mark.parametrize("model", MODELS)
def test_resume_goes_on_in_the_direct_line_whose_read_failed(model):
    cpc = CPC(model=model)
    run(cpc, "10 ON ERROR GOTO 60\n20 DATA x\n30 END\n60 PRINT ERR;ERL;:RESUME NEXT\nRUN\n")
    assert run(cpc, "READ a:PRINT 7\n") == "\r\n 2  20  7 \r\nReady\r\n"
    assert run(cpc, "CONT\n") == "\r\nCannot CONTinue\r\nReady\r\n"


@pytest.mark.parametrize("model", MODELS)
def test_a_swap_of_windows_takes_its_time(model):
    """Besides what BASIC takes for it, as measured."""
    machine = CPC(model=model).machine
    before = machine.clock.us
    machine.text.swap_windows(0, 1)
    assert 600 < machine.clock.us - before < 800


def test_a_tape_that_is_taken_out_is_out(tmp_path):
    cpc = CPC(drive=tmp_path)
    cpc.insert_tape(tmp_path / "new.cdt")
    assert cpc.machine.deck.used
    cpc.eject_tape()
    assert not cpc.machine.deck.used


def test_a_second_name_is_a_copy_where_the_host_has_none(tmp_path, monkeypatch):
    def no_link(*given: object) -> None:
        raise OSError("none here")
    monkeypatch.setattr(os, "link", no_link, raising=False)
    (tmp_path / "one").write_bytes(b"whole")
    also_at(tmp_path / "one", tmp_path / "two")
    assert (tmp_path / "two").read_bytes() == b"whole"


def disc_with(path: Path, *files: tuple[bytes, bytes]) -> Path:
    volume = ImageVolume(Image(blank()))
    for name, data in files:
        volume.write(FileName(0, name, b"DAT"), data)
    path.write_bytes(bytes(volume.image.data))
    return path


@pytest.mark.parametrize(("command", "files", "derr"), [
    ('LOAD "nope"', [], 146), ('OPENIN "a.b.c"', [], 144), ('LOAD "x"', None, 144),
    ('SAVE "x",b,&4000,&20', [(b"F%d" % at, b"x") for at in range(64)], 147),
    ('SAVE "x",b,&4000,&2000', [(b"BIG", bytes(177 * 1024))], 148)])
def test_derr_says_what_the_disc_had(command: str, files: list[tuple[bytes, bytes]] | None, derr: int, tmp_path: Path) -> None:
    cpc = CPC(model="6128", amsdos=True, disc=None if files is None else disc_with(tmp_path / "d.dsk", *files))
    cpc.type(f"10 ON ERROR GOTO 90\n20 {command}\n30 END\n90 PRINT ERR;DERR\nRUN\n")
    cpc.run_until_idle(60)
    if files is None:
        cpc.type("C")
        cpc.run_until_idle(10)
    assert f" 32  {derr} \r\n" in cpc.printed.decode("latin-1")


@pytest.mark.parametrize(("line", "printed"), [
    ("ON 1 GOTO 100,x", " 100 "), ("ON 3 GOTO 100,x", "Syntax error in 10"), ("ON 0 GOTO 100,x", "Syntax error in 10"),
    ("ON 3 GOTO 100 x", "Syntax error in 10"), ("ON 1 GOSUB 100,", " 100 "), ("ON 2 GOSUB 100,", "Syntax error in 10")])
def test_a_broken_list_of_lines_fails_where_no_line_is_chosen(line: str, printed: str) -> None:
    said = run(CPC(), f"10 {line}\n20 END\n100 PRINT 100:RETURN\nRUN\n").split("\r\n")
    assert [row for row in said if row in (" 100", " 100 ", "Syntax error in 10")] == [printed]


@pytest.mark.parametrize("model, message", [("464", "Line does not exist"), ("6128", "String space full")])
def test_a_typed_line_needs_room_for_the_strings_that_lie_in_the_program(model, message):
    cpc = CPC(model=model)
    run(cpc, "10 DIM a$(400):FOR i=1 TO 400:RESTORE:READ a$(i):NEXT\n")
    run(cpc, f"20 DATA {'abcdefghijklmnopqrstuvwxyz' * 3}\n30 DIM q(3000)\n")
    run(cpc, "RUN\n")
    assert message in run(cpc, "5\n")
    assert ("String space full" in run(cpc, "5 REM\n")) == (model == "6128")
    run(cpc, "CLEAR\n")
    assert "full" not in run(cpc, "5 REM\n")


@pytest.mark.parametrize("model", MODELS)
def test_bar_basic_forgets_program_variables_and_settings(model):
    cpc = CPC(model=model)
    run(cpc, "10 REM\nMEMORY 20000:DEFINT a-z:ZONE 5:DEG:x=5\n")
    assert "BASIC 1." in run(cpc, "|BASIC\n")
    assert cpc.session.program.lines == {}
    assert run(cpc, "PRINT x;1/4,7;SIN(90);HIMEM>40000\n").splitlines()[1] == " 0  0.25      7  0.893996665 -1 "


def test_no_line_ends_behind_spc_and_tab():
    assert run(CPC(), '10 PRINT "a"SPC(2):PRINT "b"TAB(6):PRINT "c"\nRUN\n').splitlines()[2] == "a  b c"


@pytest.mark.parametrize("model", MODELS)
def test_degrees_outlive_load_but_not_run(model, tmp_path):
    (tmp_path / "B.BAS").write_bytes(b"10 PRINT SIN(90)\r\n")
    cpc = CPC(model=model, drive=tmp_path)
    assert run(cpc, 'DEG\nLOAD"b\nPRINT SIN(90)\n').split()[-2:] == ["1", "Ready"]
    assert run(cpc, "RUN\n").split()[-2] == run(cpc, 'DEG:RUN"b\n').split()[-2] == "0.893996665"


@pytest.mark.parametrize("model", MODELS)
def test_a_merged_program_is_not_saved(model, tmp_path):
    (tmp_path / "B.BAS").write_bytes(b"20 PRINT x;FNa(3)\r\n")
    cpc = CPC(model=model, drive=tmp_path)
    run(cpc, "10 DEF FNa(y)=y*x\n5 x=2\n")
    run(cpc, 'LOAD"b\n')
    assert not cpc.session.program.unsaved
    run(cpc, '10 REM\nMERGE"b\n')
    assert cpc.session.program.unsaved and list(cpc.session.program.lines) == [10, 20]
    run(cpc, 'x=5:CHAIN"b"\n')
    assert not cpc.session.program.unsaved
    run(cpc, '10 REM\nCHAIN MERGE"b"\n')
    assert cpc.session.program.unsaved and list(cpc.session.program.lines) == [10, 20]


@pytest.mark.parametrize("model", MODELS)
def test_ei_lets_an_event_in_before_the_next_statement(model):
    text = ('10 AFTER 5 GOSUB 100:DI\n20 t=TIME+60:WHILE TIME<t:WEND:PRINT "held"\n30 EI:PRINT "let in":END\n'
            '100 PRINT "event":RETURN\nRUN\n')
    assert run(CPC(model=model), text).split()[-5:-1] == ["held", "event", "let", "in"]
    assert run(CPC(model=model), text.replace("EI:", "DI:")).split()[-4:-1] == ["held", "let", "in"]


def test_the_debugger_names_what_waits_for_events():
    cpc = CPC()
    cpc.type("10 DI:ON SQ(2) GOSUB 20:ON SQ(4) GOSUB 30:EVERY 50,1 GOSUB 20:ON BREAK GOSUB 30\n"
             "15 GOTO 15\n20 RETURN\n30 RETURN\nRUN\n")
    cpc.run(3)
    told = timers(cpc.session)
    assert told[0].startswith("EVERY 50,1 GOSUB 20: in ")
    assert [one for one in told if one.startswith("ON")] == ["ON SQ(2) GOSUB 20", "ON SQ(4) GOSUB 30", "ON BREAK GOSUB 30"]


@pytest.mark.parametrize("model", MODELS)
def test_what_is_read_only_is_not_erased(model, tmp_path):
    path = disc_with(tmp_path / "d.dsk", (b"A", b"1"), (b"C", b"3"))
    volume = ImageVolume(Image(path.read_bytes()))
    volume.write(FileName(0, b"B", b"DAT"), b"2", read_only=True)
    path.write_bytes(bytes(volume.image.data))
    cpc = CPC(model=model, amsdos=True, disc=path)
    said = run(cpc, 'CLS:f$="*.*":|ERA,@f$\n')
    assert [row for row in said.splitlines() if "read only" in row] == ["B       .DAT is read only"]
    said = run(cpc, "CAT\n")
    assert "B       .DAT*" in said and "A       .DAT" not in said and "C       .DAT" not in said


@pytest.mark.parametrize("model", MODELS)
def test_another_disc_closes_the_files_that_are_open(model, tmp_path):
    one, other = disc_with(tmp_path / "one.dsk", (b"A", b"1")), disc_with(tmp_path / "other.dsk", (b"B", bytes(3000)))
    cpc = CPC(model=model, amsdos=True, disc=one)
    run(cpc, 'OPENOUT "new":PRINT #9,1:OPENIN "a.dat"\n')
    cpc.insert(0, other)
    said = run(cpc, "CLOSEOUT\n").splitlines()
    assert [row[-12:] for row in said if "disc changed, closing" in row] == ["A       .DAT", "NEW     .$$$"]
    assert run(cpc, "CLOSEOUT:CLOSEIN\n").splitlines() == ["", "Ready"]


def test_the_quick_way_of_a_polynomial_is_the_slow_one():
    """Factors of few bits make sums and products that lie half way between two numbers, as random ones hardly ever do."""
    chance = random.Random(1)
    for _ in range(3000):
        x = float(chance.getrandbits(17) | 1) * 2.0 ** chance.randint(-20, -10) * chance.choice([1, -1])
        some = [chance.choice([1, -1]) * float(chance.getrandbits(17) | 1) * 2.0 ** chance.randint(-20, -10) for _ in range(3)]
        total = some[0]
        for coefficient in some[1:]:
            total = reals.add(reals.mul(total, x), coefficient)
        assert real_functions.polynomial(tuple(some), x) == total, (some, x)


def test_a_program_of_the_host_can_be_listed(tmp_path):
    (tmp_path / "a.bas").write_text("10 PRINT 1\n")
    cpc = CPC()
    cpc.load(tmp_path / "a.bas")
    assert not cpc.session.program.protected and "10 PRINT 1" in run(cpc, "LIST\n")


@pytest.mark.parametrize("model", MODELS)
def test_a_disc_has_each_file_at_once(model, tmp_path):
    cpc = CPC(model=model, amsdos=True, disc=disc_with(tmp_path / "d.dsk"))
    said = run(cpc, 'MEMORY &1FFF:SAVE "a",b,&4000,&10:SAVE "b",b,&4000,&5000:LOAD "b",&2000:PRINT "fine"\n')
    assert said.splitlines()[-2:] == ["fine", "Ready"]
    assert "fine" in run(cpc, 'OPENOUT "x":PRINT #9,"fine":CLOSEOUT:OPENIN "x":INPUT #9,a$:PRINT a$:CLOSEIN\n').split()
    assert "$$$" not in run(cpc, "CAT\n")


def test_a_queue_that_no_program_asked_about_tells_nothing():
    cpc = CPC()
    cpc.type("10 FOR i=1 TO 5:SOUND 1,100,300:NEXT:ON SQ(1) GOSUB 30\n20 n=n+1:GOTO 20\n30 PRINT 7:END\nRUN\n")
    cpc.run(1)
    assert b" 7 \r\n" not in cpc.printed
    assert cpc.run_until_idle(20) and b" 7 \r\n" in cpc.printed


@pytest.mark.parametrize(("model", "checksum"), [("464", 1468050820), ("6128", 3269862074)])
def test_the_restarts_in_low_memory_are_the_machines(model, checksum):
    said = run(CPC(model=model), "FOR i=0 TO &3F:PRINT PEEK(i);:NEXT\n")
    assert zlib.crc32(bytes(map(int, said.split()[:64]))) == checksum


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("opens", "closes", "full"), [
    ("FOR v%d=1 TO 2", "NEXT", 23), ("FOR v%d%%=1 TO 2", "NEXT", 31), ("WHILE %d", "WEND", 73), ("GOSUB %d+1", "RETURN", 85)])
def test_so_many_entries_fit_on_the_basic_stack(model, opens, closes, full):
    opened = [f"{number} " + (opens % number).replace(f"{number}+1", str(number + 1)) for number in range(1, 91)]
    cpc = CPC(model=model)
    run(cpc, "\n".join([*opened, *(f"{number} {closes}" for number in range(101, 191)), ""]))
    assert run(cpc, "RUN\n").splitlines()[1:] == [f"Memory full in {full}", "Ready"]


@pytest.mark.parametrize("model", MODELS)
def test_calls_fill_what_loops_have_left_of_the_basic_stack(model):
    lines = [f"{number} FOR v{number}=1 TO 2" for number in range(1, 23)]
    lines += [f"{number} GOSUB {number + 1}" for number in range(23, 31)]
    cpc = CPC(model=model)
    run(cpc, "\n".join([*lines, "31 RETURN", *(f"{number} NEXT" for number in range(101, 123)), ""]))
    assert run(cpc, "RUN\n").splitlines()[1:] == ["Memory full in 26", "Ready"]


@pytest.mark.parametrize("model", MODELS)
def test_after_comes_once_and_every_again_and_again(model: str) -> None:
    cpc = CPC(model=model)
    printed = run(cpc, "10 AFTER 5 GOSUB 40:AFTER 6,3 GOSUB 40:EVERY 7,1 GOSUB 50:t=TIME+240:WHILE TIME<t:WEND\n"
                       "20 PRINT a;b;REMAIN(0);REMAIN(3);REMAIN(1)>0:END\n40 a=a+1:RETURN\n50 b=b+1:RETURN\nRUN\n")
    assert " 2  5  0  0 -1" in printed


def test_numbers_of_a_range_are_counted_without_looking_at_each() -> None:
    chance = random.Random(1)
    for _ in range(300):
        start, end, low = (chance.randint(-60, 60) for _ in range(3))
        values, high = range(start, end, chance.choice((1, 2, 7, -1, -3))), low + chance.randint(0, 60)
        assert counting._among(values, low, high) == sum(low <= one <= high for one in values)
