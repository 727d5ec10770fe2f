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
