"""A bar in DATA, and in a remark of BASIC 1.0, is taken for a command's; what follows is passed over."""

import pytest

from cpc import CPC


def ran(model, *lines):
    cpc = CPC(model=model)
    cpc.type("\n".join(lines) + "\n")
    assert cpc.run_until_idle(30)
    return cpc.printed.replace(b"\r\n", b"/")


@pytest.mark.parametrize(("remark", "shown"), [
    ("REM a |bcd", {"464": b" 1 / 3 /", "6128": b" 1 / 2 / 3 /"}),
    ("'|x", {"464": b" 1 / 3 /", "6128": b" 1 / 2 / 3 /"}),
    ('REM "a |bcd"', {"464": b" 1 / 2 / 3 /", "6128": b" 1 / 2 / 3 /"}),
    ("DATA a|b", {"464": b" 1 / 3 /", "6128": b" 1 / 3 /"}),
    ("REM abc", {"464": b" 1 / 2 / 3 /", "6128": b" 1 / 2 / 3 /"})])
@pytest.mark.parametrize("model", ["464", "6128"])
def test_the_line_behind_a_remark_with_a_bar(model, remark, shown):
    assert ran(model, "10 PRINT 1", "20 " + remark, "30 PRINT 2", "40 PRINT 3", "RUN").endswith(b"/" + shown[model] + b"Ready/")


def test_a_jump_goes_to_a_line_that_is_passed_over():
    shown = ran("464", "10 GOTO 30", "20 REM |a", "30 PRINT 2", "40 END", "RUN")
    assert shown.endswith(b"/ 2 /Ready/")


@pytest.mark.parametrize(("model", "line"), [("464", b"10"), ("6128", b"20")])
def test_renum_names_the_line_that_swallows_the_next(model, line):
    assert ran(model, "10 REM a|b", "20 x=1:GOTO 99", "RENUM").endswith(b"/Undefined line 99 in " + line + b"/Ready/")


def test_list_drops_what_stands_behind_the_bar_and_saving_keeps_it(tmp_path):
    assert b"20 'a |cd/" in ran("464", "20 'a |bcd", "LIST")
    assert b"20 'a |bcd/" in ran("6128", "20 'a |bcd", "LIST")
    cpc = CPC(drive=tmp_path)
    cpc.type("20 'a |bcd\n")
    assert cpc.run_until_idle(10)
    cpc.save(tmp_path / "x.bas")
    assert "20 'a |bcd" in (tmp_path / "x.bas").read_text(encoding="utf-8", errors="replace")


@pytest.mark.parametrize(("line", "number"), [("'INPUT", 20041), ("PRINT 5", 19), ("x=5:PRINT 5", 63488)])
@pytest.mark.parametrize("model", ["464", "6128"])
def test_a_line_s_number_may_end_the_name_and_its_high_byte_the_line(model, line, number):
    """What is taken for the next line begins within line 210, and makes no sense."""
    shown = ran(model, "10 PRINT 1", "205 DATA |DIR", f"210 {line}", "220 PRINT 2", "RUN").decode()
    assert shown.endswith(f"/ 1 /Syntax error in {number}/Line does not exist in {number}/Ready/")


@pytest.mark.parametrize(("end", "shown"), [("END", b"/ 2  25185 /Line does not exist/Ready/"),
                                            ("RESUME NEXT", b"/ 2  25185 / 2 / 3 / 0  25185 / 20  240 /Ready/")])
@pytest.mark.parametrize("model", ["464", "6128"])
def test_a_handler_gets_its_error(model, end, shown):
    assert ran(model, "10 ON ERROR GOTO 240", "205 DATA |DIR", "210 'abcdefg", "220 PRINT 2", "230 PRINT 3",
               f"240 PRINT ERR;ERL:{end}", "RUN").endswith(shown)
