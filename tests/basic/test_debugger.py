"""Stopping, seeing and changing, by the terminal face: what is typed and what it says."""

import io
import re
import textwrap
import time
from pathlib import Path

import pytest

from basic.debug import views
from basic.debug.debugger import LINE, CommandError, Debugger
from cpc import CPC
from cpc.commands.debug import debug
from cpc.debugger.console.commands import Console
from cpc.debugger.console.terminal import run_commands
from tests.basic.test_debugger_history import debugger_on, finish
from tests.everything import differences, everything
from tests.places import REPO

SUMS = b"""10 n=0:DIM a(5),f(3,3)
20 FOR i=1 TO 5:GOSUB 100:NEXT i
30 PRINT "done";n: ' all of them
40 IF n=15 THEN PRINT "right" ELSE PRINT "wrong"
50 END
100 n=n+i:a(i)=n
110 RETURN
""".replace(b"\n", b"\r\n")

TRANSCRIPT = r'''
debug> # from the beginning
debug> step
10 n=0:DIM a(5),f(3,3)
       ^^^^^^^^^^^^^^^
debug> line
20 FOR i=1 TO 5:GOSUB 100:NEXT i
   ^^^^^^^^^^^^
debug> line
100 n=n+i:a(i)=n
    ^^^^^
debug> out
20 FOR i=1 TO 5:GOSUB 100:NEXT i
                          ^^^^^^
debug> over
20 FOR i=1 TO 5:GOSUB 100:NEXT i
                ^^^^^^^^^
debug> over
20 FOR i=1 TO 5:GOSUB 100:NEXT i
                          ^^^^^^
debug> break 110 if n>5 pass 2
Breakpoint 1: 110 if n>5, from pass 2 on.
debug> c
Breakpoint 1: 110 if n>5, from pass 2 on.
110 RETURN
    ^^^^^^
debug> vars
* n = 10
* i = 4
* a(5)
  f(3,3)
debug> stack
GOSUB      20:2  back to 20:3
FOR          20  i = 4 to 5
debug> array a
 0  1  3  6 10  0
debug> array a width 3 letters 1=B,10=T
0 B 3
6 T 0
debug> array f border 1
0 0
0 0
debug> next
20 FOR i=1 TO 5:GOSUB 100:NEXT i
                          ^^^^^^
debug> back 2
100 n=n+i:a(i)=n
          ^^^^^^
debug> backto n
n: 6 -> 10 in line 100.
100 n=n+i:a(i)=n
    ^^^^^
debug> print n;
n; is not an expression.
debug> print n*2
12
debug> set n=n+1/2
The program goes another way from here: what came after this moment is forgotten.
debug> print n
6.5
debug> set n=6
debug> stops
  1 breakpoint 110 if n>5, from pass 2 on; passes: 1
debug> list 110
  20 FOR i=1 TO 5:GOSUB 100:NEXT i
  30 PRINT "done";n: ' all of them
  40 IF n=15 THEN PRINT "right" ELSE PRINT "wrong"
  50 END
> 100 n=n+i:a(i)=n
      ^^^^^
 *110 RETURN
debug> delete 1
debug> to 40:2
40 IF n=15 THEN PRINT "right" ELSE PRINT "wrong"
                ^^^^^^^^^^^^^
debug> trace 3
     3     3.131742 s      30:2
     2     3.131998 s      30:3  ' all of them
     1     3.132574 s        40  IF n=15 THEN
debug> list 30
  10 n=0:DIM a(5),f(3,3)
  20 FOR i=1 TO 5:GOSUB 100:NEXT i
  30 PRINT "done";n: ' all of them
> 40 IF n=15 THEN PRINT "right" ELSE PRINT "wrong"
                  ^^^^^^^^^^^^^
  50 END
  100 n=n+i:a(i)=n
  110 RETURN
debug> c
The program has ended.
The CPC is ready.
debug> quit
'''


def console_on(text: bytes, **options) -> Console:
    return Console(debugger_on(text, **options))


def transcript(console: Console, commands: list[str]) -> str:
    out = io.StringIO()
    run_commands(console, commands, out)
    return out.getvalue()


def without_times(text: str) -> list[str]:
    """The clock's figures are the business of other tests."""
    return [re.sub(r" *\b[0-9]+\.[0-9]{6}( s)?", "", line).rstrip() for line in text.strip().splitlines()]


def test_a_transcript():
    commands = [line[7:] for line in TRANSCRIPT.splitlines() if line.startswith("debug> ")]
    assert without_times(transcript(console_on(SUMS), commands)) == without_times(TRANSCRIPT)


@pytest.mark.parametrize("line, sentence", [
    ("break 15", "There is no line 15."),
    ("break 100:3", "Line 100 has 2 statements."),
    ("break", "A line is missing: 100, or 100:2 for its second statement."),
    ("break 100 if n+", "n+ is not an expression."),
    ('break 100 if "a"', '"a" is a text; a condition must be a number.'),
    ("break 100 pass 0", "Passes are counted from 1."),
    ("watch q(3)", "The program has no array q()."),
    ("watch n THEN 10", "n THEN 10 is not an expression."),
    ("when CHR$(65)", "CHR$(65) is a text; a condition must be a number."),
    ("print 1/0", "1/0: Division by zero."),
    ("print \u2603", "\u2603: the CPC does not have all of these characters."),
    ("set n=)", ") is not an expression."),
    ("do GOTO 15", "Line does not exist."),
    ("do INPUT x", "That waits for a key."),
    ("do 10 PRINT", "A line with a number is not a command."),
    ("edit 15", "There is no line 15."),
    ("edit PRINT", "A line of a program begins with its number."),
    ("array q", "The array q() has not been dimensioned yet."),
    ("out", "There is no GOSUB to come out of."),
    ("delete 7", "There is no breakpoint or watch 7."),
    ("errors maybe", "It is on or off."),
    ("frobnicate", "There is no command frobnicate; help lists them."),
    ("plot n", "plot is for the debugger's window, which F4 opens."),
    ("heat", "The heat map is off."),
    ("help frobnicate", "There is no command and no word of BASIC frobnicate."),
    *((command, "The program has no variable nosuch.") for command in (
        "backto nosuch", "print nosuch+1", "log 100 n,nosuch", "log 100 n if nosuch", "history n if nosuch",
        "break 100 if nosuch", "watch n if nosuch", "when nosuch=3", "tree 100 nosuch")),
    ("watch a(", "a( is not an expression."),
    ("n=5", "To change a variable: set n=5"),
    ("where no", "The program has no no; perhaps n?"),
    ("goto here", "There is no mark here."),
    ("present 9", "There were 0 journeys."),
    ("back x", "x is not a number."),
])
def test_what_cannot_be_done_changes_nothing(line, sentence):
    console = console_on(SUMS)
    before = everything(console.session)
    assert console.obey(line) == [sentence]
    assert differences(before, everything(console.session)) == []


def test_three_names_at_most_are_proposed():
    console = console_on(b"10 port=1:part=2:pert=3:pont=4:x=5\n")
    [said] = console.obey("backto pirt")
    _, _, names = said.partition("The program has no variable pirt; perhaps ")
    assert set(names.rstrip("?").split(", ")) == {"port", "part", "pert"}


def test_watches_stop_at_changes_and_conditions():
    debugger = debugger_on(SUMS)
    debugger.step(LINE)
    finish(debugger)
    watch = debugger.add_watch("a(3)")
    debugger.go()
    assert finish(debugger).text == "a(3) was 0 and is now 6."
    assert views.here(debugger.session) == (110, 0)
    debugger.remove(watch.id)
    debugger.add_watch("n>12", until_true=True)
    debugger.go()
    assert finish(debugger).text == "n>12 becomes true."
    assert debugger.session.variables_by_name["n"] == 15


def test_a_watch_on_what_no_statement_changes():
    debugger = debugger_on(b"10 a=1\r\n20 GOTO 20")
    debugger.add_watch("TIME>2000", until_true=True)
    debugger.go()
    assert finish(debugger).reason == "watch"
    assert debugger.evaluate("TIME") == pytest.approx(2000, abs=2)


@pytest.mark.parametrize("change", ["POKE @n+1,5", "READ n", "FOR n=1 TO 3:NEXT", "INPUT n", "LINE INPUT n$", "CLEAR",
                                    "MID$(n$,1,1)=\"?\"", "ERASE n", "n(2)=1", "GOSUB 200"])
def test_each_way_to_change_a_variable_is_seen(change):
    watched = "n$" if "n$" in change else "n(2)" if "(2)" in change or "ERASE" in change else "n"
    first = {"n$": 'n$="abc"', "n(2)": "DIM n(3)" + ":n(2)=7" * ("ERASE" in change), "n": "n=9"}[watched]
    debugger = debugger_on(f"10 {first}:q=1\r\n20 {change}\r\n30 PRINT q\r\n40 GOTO 30\r\n"
                           "200 q=2:n=n+1:RETURN\r\n300 DATA 4".encode())
    debugger.step(LINE)
    finish(debugger)
    debugger.add_watch(watched)
    debugger.session.type(b"77\n")
    debugger.go()
    stop = finish(debugger, 5_000_000)
    assert stop is not None and stop.reason == "watch"
    assert views.here(debugger.session).number in (20, 30, 200)


def test_an_error_is_shown_before_it_happens_and_then_handled():
    debugger = debugger_on(b'10 ON ERROR GOTO 100\r\n20 PRINT "x";ASC(a$)\r\n30 END\r\n100 PRINT ERR:RESUME NEXT')
    debugger.stops_on_error = True
    debugger.go()
    stop = finish(debugger)
    assert stop == ("error", "Improper argument is about to happen: line 100 will handle it.", None)
    assert views.here(debugger.session) == (20, 0)
    assert not debugger.executor.errors.in_handler
    assert not debugger.session.machine.text.printed.endswith(b"x")
    debugger.go()
    assert finish(debugger).reason == "ended"
    assert debugger.session.machine.text.printed.endswith(b"x 5 \r\n")


def test_the_nth_statement():
    debugger = debugger_on(SUMS)
    debugger.to_count(12)
    finish(debugger)
    assert debugger.way_back.count() == 12
    here = views.here(debugger.session)
    debugger.to_count(40)
    finish(debugger)
    debugger.to_count(12)
    assert (views.here(debugger.session), debugger.way_back.count()) == (here, 12)


def test_a_direct_command_into_the_program():
    console = console_on(SUMS)
    assert console.obey("do n=5:GOTO 40")[0].startswith("40 IF")
    assert console.session.variables_by_name["n"] == 5
    console.obey("c")
    assert b"wrong" in console.session.machine.text.printed


def test_a_line_typed_in_keeps_the_variables():
    console = console_on(SUMS)
    console.obey("to 30")
    console.obey('edit 30 PRINT "new";n')
    console.obey("do GOTO 30")
    console.obey("c")
    assert b"new 15" in console.session.machine.text.printed
    console.obey("backto n")
    assert console.session.program.lines[30] != b"" and "done" in views.line_text(console.session, 30)


def test_a_trace_over_a_line_that_is_another_one_now():
    console = console_on(SUMS)
    console.obey("to 110")
    console.obey("edit 100 REM")
    assert [line.split()[3:] for line in console.obey("trace 2")] == [["100", "REM"], ["100:2"]]


def test_heat_counts_each_line():
    console = console_on(SUMS)
    debugger = console.debugger
    debugger.heat(True)
    begin = debugger.clock.us
    debugger.go()
    finish(debugger)
    table = {heat.number: heat for heat in debugger.heat_table()}
    assert table[100].statements == 10
    assert table[20].statements == 11
    assert sum(heat.us for heat in table.values()) == debugger.clock.us - begin
    assert [line[-7:] for line in console.obey("heat")][0].endswith("line")


def test_heat_counts_where_the_program_goes_away():
    console = console_on(SUMS)
    for line in ("heat on", "do NEW", "edit 5 REM"):
        console.obey(line)
    assert console.obey("heat")


def test_the_heat_of_what_makes_the_steps_anew():
    debugger = debugger_on(b"5 n=1\n10 CLEAR\n20 a=1\n30 DELETE 5\n40 DEFINT b\n")
    debugger.heat(True)
    begin = debugger.clock.us
    debugger.go()
    finish(debugger)
    table = {heat.number: heat for heat in debugger.heat_table()}
    assert {number: table[number].statements for number in (5, 10, 20, 30)} == {5: 1, 10: 1, 20: 1, 30: 1}
    assert table[20].us < table[10].us < 10_000
    assert sum(heat.us for heat in table.values()) == debugger.clock.us - begin


def test_traps_do_not_change_the_run():
    plain, trapped = CPC(), CPC()
    for cpc in (plain, trapped):
        cpc.session.storage.load_raw(0x16, SUMS.replace(b"1 TO 5", b"1 TO 5 STEP 0.01"))
    debugger = Debugger(trapped.session)
    for number in (10, 20, 100, 110):
        debugger.add_breakpoint(number, passes=10_000)
    debugger.add_watch("i*0")
    for cpc, run in ((plain, plain.session.run), (trapped, debugger.run)):
        cpc.type("RUN\n")
        end = cpc.machine.clock.us + 6_000_000
        while cpc.machine.clock.us < end:
            debugger.go()           # it stops at the end
            run(end - cpc.machine.clock.us)
    assert plain.printed == trapped.printed
    assert plain.variables["n"] == trapped.variables["n"]
    debugger.let_go()
    assert not trapped.session.executor.hooks.traps


def test_out_of_and_on_from_a_breakpoint():
    console = console_on(SUMS)
    for number in (100, 110):
        console.obey(f"break {number}")
    console.obey("c")
    console.obey("c")
    assert "20 FOR" in console.obey("out")[0]
    console.obey("c")
    assert "40 IF" not in console.obey("to 40")[0]
    console.obey("delete 1")
    console.obey("delete 2")
    assert "40 IF" in console.obey("to 40")[0]


def test_a_watch_with_a_condition_and_passes():
    console = console_on(SUMS)
    assert console.obey("watch n if i>2 pass 2") == ["Watch 1: n if i>2, from pass 2 on."]
    assert console.obey("c")[0] == "n was 6 and is now 10."


def test_marks_cover_each_statement():
    cpc = CPC()
    text = b"""10 a=1:' remark
20 IF a THEN b=2:c=3 ELSE d=4:GOTO 30
30 IF a=1 GOTO 40 ELSE 50
40 PRINT "a:b":REM x:y
50   FOR i = 1 TO 2 : NEXT
""".replace(b"\n", b"\r\n")
    cpc.session.storage.load_raw(0x16, text)
    marked = []
    for number in cpc.session.program.numbers:
        line = views.line_text(cpc.session, number)
        count = len(cpc.session.executor.table.layout(cpc.session.program.index(number))[0])
        marked.append([line[slice(*views.statement_range(cpc.session, number, at))] for at in range(count)])
    assert marked == [["a=1", "", "' remark"], ["IF a THEN", "b=2", "c=3", "ELSE", "d=4", "GOTO 30"],
                      ["IF a=1", "GOTO 40", "ELSE", "50"], ['PRINT "a:b"', "REM x:y"], ["FOR i = 1 TO 2", "NEXT"]]


def test_it_begins_where_a_longer_program_is_gone():
    cpc = CPC()
    cpc.session.storage.load_raw(0x16, b"10 EVERY 1 GOSUB 900\r\n" + b"20 a=1:b=2:c=3\r\n" + b"".join(
        b"%d x=x+1:y=y+1\r\n" % line for line in range(30, 900)) + b"900 z=z+1:RETURN\r\n")
    cpc.type("RUN\n")
    cpc.run(10)
    cpc.session.type(b"\xfc\xfcNEW\n10 GOTO 10\nRUN\n")
    cpc.key(66, True)
    cpc.run(0.1)
    cpc.key(66, False)
    cpc.run(1)
    cpc.key(66, True)
    cpc.run(5)
    assert list(cpc.session.program.lines) == [10]
    debugger = Debugger(cpc.session)
    debugger.step()
    finish(debugger)
    debugger.back()


def test_a_program_without_end_stops_when_asked():
    console = console_on(b"10 GOTO 10")
    asked = time.monotonic() + 0.05
    console.interrupted = lambda: time.monotonic() > asked
    assert console.obey("c")[0] == "Stopped."


def test_the_command_line(tmp_path, capsys):
    program, commands = tmp_path / "p.bas", tmp_path / "c.txt"
    program.write_bytes(SUMS)
    commands.write_text("next\nnext\nprint n\nquit\nprint n\n", encoding="utf-8")
    assert debug([str(program), "--commands", str(commands)]) == 0
    assert capsys.readouterr().out.splitlines()[-3:] == ["debug> print n", "15", "debug> quit"]
    assert debug([str(program), "--profile"]) == 0
    assert "100 n=n+i:a(i)=n" in capsys.readouterr().out


COPIED = b"""10 DIM b(11),w$(2),f(2,1):n=1/3:FOR i=0 TO 11:b(i)=i*i:NEXT
20 a$="two"+CHR$(13)+CHR$(10)+CHR$(200)+CHR$(0):w$(1)="x,y":w$(2)=CHR$(34):f(2,1)=-7:f=2
""".replace(b"\n", b"\r\n")


@pytest.mark.parametrize("what, file, contents", [
    ("a$", "a.txt", b"two\r\n\xc8\x00"),
    ("n", "n.txt", b"0.333333333\n"),
    ("b(3)+1", "n.txt", b"10\n"),
    ("f", "f.txt", b"2\n"),
    ("f()", "f.tsv", b"0\t0\t0\n0\t0\t-7\n"),
    ("B() width 4", "b.csv", b"0,1,4,9\n16,25,36,49\n64,81,100,121\n"),
    ("b width 4 border 1 letters 25=T", "b", b"T\t36\n"),
    ("w$", "w.csv", b'""\n"x,y"\n""""\n'),
    ("w$() width 3", "w.tsv", b'\tx,y\t""""\n'),
])
def test_values_are_copied_out(what, file, contents, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    console = console_on(COPIED)
    console.obey("c")
    assert console.obey(f"copy {what} to {file}") == [f"{what} is in {file}."]
    assert (tmp_path / file).read_bytes() == contents
    put = []
    console.clipboard = put.append
    assert console.obey(f"copy {what}") == [f"{what} is in the clipboard."]
    if b"\r" not in contents and not file.endswith(".csv"):
        assert put == [contents.decode().removesuffix("\n")]


def test_a_copy_destroys_no_file(tmp_path):
    console = console_on(COPIED)
    console.obey("c")
    there = tmp_path / "there.txt"
    there.write_bytes(b"precious")
    assert console.obey(f"copy n to {there}") == [f"{there} is there already; choose another name."]
    assert there.read_bytes() == b"precious"
    nowhere = tmp_path / "no" / "n.txt"
    assert console.obey(f"copy n to {nowhere}") == [f"{nowhere} cannot be written: No such file or directory."]
    assert console.obey(f"copy n to {tmp_path}") == [f"{tmp_path} is there already; choose another name."]
    for line, sentence in (("copy n", "There is no clipboard here; it is: copy NAME to FILE."),
                           ("copy q() to q", "The array q() has not been dimensioned yet."),
                           ("copy", "It is: copy NAME [to FILE].")):
        assert console.obey(line) == [sentence]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disc that is full")
def test_a_full_disc_leaves_no_half_of_a_file(tmp_path, monkeypatch):
    console = console_on(COPIED)
    real, path = Path.open, tmp_path / "n.txt"

    def on_a_full_disc(path, *mode):
        real(path, *mode).close()
        return real(Path("/dev/full"), "wb")
    monkeypatch.setattr(Path, "open", on_a_full_disc)
    assert console.obey(f"copy n to {path}") == [f"{path} cannot be written: No space left on device."]
    assert not path.exists()


def test_conditions_leave_no_trace():
    debugger = debugger_on(b"10 x=1\r\n20 GOTO 20")
    before = everything(debugger.session)
    for text in ("RND", "INKEY$", "TEST(3,4)", "FRE(\"\")", "REMAIN(0)", "TIME", "UPPER$(\"a\"+\"b\")"):
        debugger.evaluate(text)
    with pytest.raises(CommandError, match="Overflow"):
        debugger.evaluate("1E38*1E38")
    assert differences(before, everything(debugger.session)) == []


def test_the_examples_of_the_debuggers_page(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    page = (REPO / "docs" / "DEBUGGER.md").read_text(encoding="utf-8")
    program, commands, sessions = tmp_path / "average.bas", tmp_path / "do.txt", 0
    for section in re.split(r"^## ", page, flags=re.MULTILINE):
        blocks = [textwrap.dedent(one) for one in re.findall(r"(?:^    .*\n)+", section, re.MULTILINE)]
        if not program.exists():
            program.write_text(blocks[0])
            Path("fixed.bas").write_text(blocks[0].replace("x>50", "x>99"))
        transcript = "".join(one for one in blocks if one.startswith("debug> "))     # of the section: one session
        if transcript:
            typed = [line.removeprefix("debug> ") for line in transcript.splitlines() if line.startswith("debug> ")]
            commands.write_text("\n".join(typed))
            debug([str(program), "--commands", str(commands)])
            assert without_times(capsys.readouterr().out) == without_times(transcript)
            sessions += 1
    assert sessions > 2


def test_real_variables_keep_their_sign_where_their_letter_is_of_another_kind():
    console = console_on(b"10 DEFINT a-z:a!=1.5:DIM b!(1),b(2):b!(1)=2.5\r\n")
    transcript(console, ["c"])
    session = console.session
    assert [one.name for one in views.scalars(session)] == ["a!"]
    assert [one.name for one in views.arrays(session)] == ["b!", "b%"]
    assert views.elements(session, "b!") == [0, 2.5] and len(views.elements(session, "b")) == 3


def test_names_journeys_and_marks():
    console = console_on(SUMS)
    console.obey("c")
    assert console.obey("where a")[0] == "    10:2  changes  DIM a(5),f(3,3)"
    assert [row.split()[:2] for row in console.obey("where n")][:3] == [["10", "changes"], ["30", "reads"], ["40", "reads"]]
    assert console.obey("backto a")[0] == "a() changes in line 100:2."
    console.obey("mark five")
    assert console.obey("backto n")[0] == "n: 10 -> 15 in line 100."
    assert console.obey("set n=11")[0].startswith("The program goes another way from here")
    assert console.obey("do PRINT n;1/4")[0] == " 11  0.25 "
    assert console.obey("mark")[0].endswith(", which is not kept any more")
    console.obey("back 4")
    place = views.here(console.session)
    console.obey("back 3")
    console.obey("back 2")
    console.obey("present 2")
    assert views.here(console.session) == place
    assert console.obey("help sgn")[0].startswith("SGN(")
    assert console.obey("watch a") == ["Watch 1: a()."]
    assert console.obey("c")[0] == "a() has changed."
    console.obey("delete 1")
    assert console.obey("break 110") == ["Breakpoint 2: 110."]
    console.obey("c")
    console.obey("back 1")
    assert console.obey("backstop")[0] == "Breakpoint 2: 110."
    assert console.debugger.last_stop.trap.id == 2


def test_a_trace_does_not_count_for_the_heat_map():
    console = console_on(SUMS)
    console.obey("to 30")
    console.obey("heat on")
    console.obey("c")
    table = console.debugger.heat_table()
    console.obey("trace 500")
    assert console.debugger.heat_table() == table


def test_a_program_that_asks_for_a_key_again_and_again_stops():
    console = console_on(b"10 a$=INKEY$:IF a$=\"\" THEN 10\r\n20 PRINT a$\r\n")
    assert console.obey("c")[0].startswith("It asks for a key again and again")
    assert console.debugger.clock.us < 60_000_000
    console.obey("type x")
    assert console.obey("c")[0] == "The program has ended."


def test_wait_goes_on_for_so_much_of_the_machines_time():
    console = console_on(b"10 n=n+1:GOTO 10")
    begin = console.debugger.clock.us
    console.obey("wait 0.5")
    assert begin + 500_000 <= console.debugger.clock.us < begin + 520_000
    assert console.session.variables_by_name["n"] > 50 and not console.debugger.running


def test_bookmarks_come_in_the_order_of_the_listing_and_round_again():
    debugger = debugger_on(b"10 a=1:b=2\r\n20 c=3\r\n30 d=4\r\n")
    marks = debugger.bookmarks
    assert marks.next(10, 0) is None
    assert marks.toggle(30) and marks.toggle(10, 1) and marks.toggle(20)
    assert [str(one) for one in marks.there] == ["10:2", "20", "30"]
    assert str(marks.next(10, 0)) == "10:2" and str(marks.next(30, 0)) == "10:2" and str(marks.next(10, 1, -1)) == "30"
    debugger.edit("20")
    assert [str(one) for one in marks.there] == ["10:2", "30"]
    marks.toggle_line(10)
    assert not marks.toggle(30) and not marks.there


def test_a_bookmark_whose_statement_is_gone_counts_again_when_it_comes_back():
    console = console_on(b"10 a=1:b=2\r\n20 c=3")
    console.obey("bookmark 10:2")
    console.obey("edit 10 a=1")
    assert console.debugger.bookmarks.there == []
    console.obey("bookmarks")
    console.obey("edit 10 a=1:b=3")
    assert "b=3" in console.obey("bookmarks")[0]


def test_renum_takes_bookmarks_along():
    console = console_on(b"10 n=n+1\r\n20 GOSUB 100\r\n30 GOTO 10\r\n100 RETURN\r\n")
    debugger, marks = console.debugger, console.debugger.bookmarks
    marks.toggle(20)
    marks.toggle(100)

    def places() -> list[str]:
        return [str(place) for place in marks.there]
    console.obey("to 30")
    console.obey("do RENUM 1000,20")
    assert places() == ["1000", "1020"]
    console.obey("step")
    console.obey("back 3")
    assert places() == ["20", "100"]                    # the listing is as it was then
    marks.toggle(30)
    console.obey("present")
    assert places() == ["1000", "1010", "1020"]
    console.obey("back 3")
    debugger.history.cut()                              # a future without RENUM
    assert places() == ["20", "30", "100"]
