"""Two runs, and the first statement where they part."""

import pytest

from basic.debug.debugger import Debugger
from cpc import CPC
from cpc.commands.debug import debug
from cpc.debugger.console.commands import Console

PROGRAM = """10 DIM f(5):n=0
20 FOR i=1 TO 5:n=n+i:f(i)=n:NEXT
30 a$=INKEY$:IF a$="" THEN 30
40 IF a$="1" THEN v=1 ELSE v=2
50 GOSUB 100:GOTO 30
100 n=n+v:RETURN
"""


def started(file):
    cpc = CPC()
    cpc.load(file)
    made = Console(Debugger(cpc.session))
    made.debugger.start()
    return made


@pytest.fixture
def console(tmp_path):
    (tmp_path / "p.bas").write_text(PROGRAM)
    made = started(tmp_path / "p.bas")
    made.obey("wait 0.5")
    made.obey("type 1")
    made.obey("wait 0.5")
    return made


def test_other_keys_part_where_they_are_read(console):
    here = console.debugger.history.here()
    said = console.obey("diff type 2")
    assert said[1].startswith("here   30  a$=INKEY$") and said[2].startswith("there  30  a$=INKEY$")
    assert said[3] == 'a$: "1" here, "2" there'
    assert console.debugger.history.here() == here
    console.obey("at 1")
    assert console.debugger.session.variables_by_name["a$"] == "" and console.debugger.history.in_the_past()


def test_other_keys_come_where_the_first_came(console):
    console.obey("type 1")
    console.obey("wait 0.5")
    said = console.obey("diff type 12")
    assert said[3] == 'a$: "1" here, "2" there' and console.obey("diff type 11")[0].startswith("Both")


def test_a_statement_that_has_been_edited_since_is_told_by_its_place(console, tmp_path):
    (tmp_path / "q.bas").write_text(PROGRAM.replace("v=1 ELSE", "v=3 ELSE"))
    for edit, told in ((None, "here   40:2  v=1, "), ("edit 40 REM", "here   40:2, "), ("edit 40", "here   40:2, ")):
        if edit:
            console.obey(edit)
        assert console.obey(f"diff {tmp_path / 'q.bas'}")[1].startswith(told)


def test_the_command_line_compares(tmp_path, capsys):
    (tmp_path / "p.bas").write_text(PROGRAM)
    (tmp_path / "q.bas").write_text(PROGRAM.replace("v=1 ELSE", "v=3 ELSE"))
    arguments = [str(tmp_path / "p.bas"), "--type", "1", "--seconds", "1", "--diff"]
    assert debug([*arguments, "type 1"]) == 0 and debug([*arguments, str(tmp_path / "q.bas")]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "v: 1 here, 3 there"


def test_the_same_keys_do_the_same(console):
    assert console.obey("diff type 1") == ["Both runs do the same, as far as this one has come."]


def test_another_listing_parts_where_it_gives_another_value(console, tmp_path):
    (tmp_path / "q.bas").write_text(PROGRAM.replace("n=n+i:", "n=n+i*(1-(i=3)):"))
    said = console.obey(f"diff {tmp_path / 'q.bas'}")
    assert "n=n+i" in said[1] and "n=n+i*(1-(i=3))" in said[2]
    assert said[3] == "n: 6 here, 9 there"


def test_lines_merged_into_it_part_where_they_go_elsewhere(console, tmp_path):
    (tmp_path / "m.bas").write_text("50 GOTO 30\n")
    said = console.obey(f"diff merge {tmp_path / 'm.bas'}")
    assert "GOSUB 100" in said[1] and "GOTO 30" in said[2]
    assert said[3] == "It goes on at 100 here, at 30 there."


def test_an_element_that_differs_is_named(console, tmp_path):
    (tmp_path / "q.bas").write_text(PROGRAM.replace("f(i)=n:", "f(i)=n-(i=4):"))
    said = console.obey(f"diff {tmp_path / 'q.bas'}")
    assert said[3] == "f(), element 4 in memory: 10 here, 11 there"


def test_what_comes_of_time_does_not_count(tmp_path):
    text = "10 t=TIME:u=t*2:FOR i=1 TO 9:NEXT\n20 n=5\n30 a$=INKEY$:GOTO 30\n"
    (tmp_path / "p.bas").write_text(text)
    (tmp_path / "slow.bas").write_text(text.replace("NEXT", "NEXT i"))
    (tmp_path / "q.bas").write_text(text.replace("NEXT", "NEXT i").replace("n=5", "n=6"))
    console = started(tmp_path / "p.bas")
    console.obey("wait 0.2")
    console.obey("do GOTO 10")
    console.obey("wait 0.2")
    assert console.obey(f"diff {tmp_path / 'slow.bas'}")[0].startswith("Both runs do the same")
    assert console.obey(f"diff {tmp_path / 'q.bas'}")[3] == "n: 5 here, 6 there"


def test_the_second_cpc_writes_no_files(console, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "w.bas").write_text('5 OPENOUT "x":CLOSEOUT\n' + PROGRAM)
    console.obey(f"diff {tmp_path / 'w.bas'}")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["p.bas", "w.bas"]


@pytest.mark.parametrize("text", ["diff", "diff nosuch.bas", "diff merge nosuch.bas"])
def test_what_cannot_be_compared_gets_a_sentence(console, text):
    said = console.obey(text)
    assert len(said) == 1 and said[0].endswith(".") and "failed" not in said[0]
