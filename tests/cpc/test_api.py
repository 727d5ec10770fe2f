"""`from cpc import CPC`: the contract that other programs rely on."""

import inspect
import typing
from unicodedata import normalize

import pytest

from basic.errors import BasicError
from cpc import CPC
from cpc.disc.dsk import blank
from cpc.picture.screen import Screen


def entered(*lines: str, **arguments: str) -> CPC:
    cpc = CPC(**arguments)
    cpc.type("".join(line + "\n" for line in lines))
    assert cpc.run_until_idle(60)
    return cpc


def test_an_error_of_a_program():
    cpc = entered("10 PRINT 1", "20 GOTO 99", "RUN")
    assert cpc.error == (8, "Line does not exist", 20)
    cpc.type("20 END\nRUN\n")
    cpc.run_until_idle(60)
    assert cpc.error is None


def test_an_error_of_a_typed_line_has_no_line_number():
    assert entered("NEXT").error == (1, "Unexpected NEXT", None)
    assert entered("PRINT 1").error is None


@pytest.mark.parametrize("model, message", [("464", "Unknown error"), ("6128", "File not open")])
def test_messages_are_those_of_the_model(model, message):
    assert entered("10 ERROR 31", "RUN", model=model).error == (31, message, 10)


def test_an_error_that_is_handled_is_not_the_last():
    assert entered("10 ON ERROR GOTO 30", "20 ERROR 5", "30 END", "RUN").error is None
    assert entered("10 ON ERROR GOTO 30", "20 ERROR 5", "30 ON ERROR GOTO 0", "RUN").error == (5, "Improper argument", 20)


def test_an_error_goes_back_with_a_snapshot():
    cpc = entered("ERROR 5")
    state = cpc.snapshot()
    cpc.type("ERROR 6\n")
    cpc.run_until_idle(60)
    assert cpc.error == (6, "Overflow", None)
    cpc.restore(state)
    assert cpc.error == (5, "Improper argument", None)


def test_peek_finds_what_the_language_keeps():
    cpc = entered("10 REM ab", 'a%=258:b$="xyz":s=1/3', "d=@a%:e=@b$:f=@s", "p=PEEK(d):q=PEEK(e):r=PEEK(f+4)")
    assert bytes(map(cpc.peek, range(0x170, 0x170 + 11))) == b"\x09\0\x0a\0\xc5 ab\0\0\0"
    integer, text, real = (int(cpc.variables[name]) for name in "def")
    assert [cpc.peek(integer), cpc.peek(text), cpc.peek(real + 4)] == [cpc.variables[name] for name in "pqr"]
    assert (cpc.peek(integer), cpc.peek(integer + 1), cpc.peek(text)) == (2, 1, 3)


def test_poke_reaches_all_that_peek_shows():
    cpc = entered("10 PRINT a%", "a%=1:d=@a%")
    cpc.poke(int(cpc.variables["d"]), 7)
    assert cpc.variables["a%"] == 7
    cpc.poke(0xC000, 0xFF)
    assert list(cpc.screen.pens()[0][:4]) == [3, 3, 3, 3]
    cpc.poke(0x8000, 42)
    assert cpc.peek(0x8000) == 42


def test_a_program_that_is_poked_runs_as_it_is_now():
    cpc = entered("10 REM ab:PRINT 1", "RUN")
    for address, byte in enumerate(b'\xbf "', 0x174):       # PRINT " in place of REM a
        cpc.poke(address, byte)
    cpc.type("LIST\nRUN\n")
    cpc.run_until_idle(60)
    assert b'10 PRINT "b:PRINT 1' in cpc.printed and b"b:PRINT 1\r\nReady" in cpc.printed


def test_a_running_program_goes_on_after_a_poke():
    cpc = entered("10 n=n+1:GOTO 10", "20 REM abc")
    cpc.type("RUN\n")
    cpc.run(1)
    before = cpc.variables["n"]
    remark = next(at for at in range(0x170, 0x1A0) if cpc.peek(at) == 0xC5)
    cpc.poke(remark + 2, ord("z"))
    cpc.run(1)
    assert cpc.variables["n"] > before and b"zbc" in bytes(cpc.session.program.lines[20])


@pytest.mark.parametrize("call", [
    lambda cpc: cpc.peek(-1), lambda cpc: cpc.peek(65536), lambda cpc: cpc.poke(65536, 0),
    lambda cpc: cpc.poke(0, 256), lambda cpc: cpc.poke(0, -1), lambda cpc: cpc.key(80, True)])
def test_wrong_numbers_are_refused(call):
    with pytest.raises(ValueError, match="is a number from 0 to"):
        call(CPC())


@pytest.mark.parametrize("name", ["model", "brand", "dialect", "memory"])
def test_wrong_arguments_are_refused(name):
    with pytest.raises(ValueError, match=f"^{name} is '.*' or '.*', not 'x'$"):
        CPC(**{name: "x"})


def test_the_offset_of_the_screen_is_the_firmwares():
    cpc = entered("CLS")
    assert cpc.screen.offset == 0
    cpc.type("LOCATE 1,25:PRINT:PRINT\n")
    cpc.run_until_idle(60)
    assert cpc.screen.offset > 0 and cpc.screen.offset % 80 == 0
    assert entered("CLS:CALL &BC05").screen.offset == 0x47          # from HL, where the line typed ends


PUBLIC = [name for name in dir(CPC) if not name.startswith("_")]
OF_THE_SCREEN = ["text", "pens", "mode", "inks", "border"]


@pytest.mark.parametrize("member", [getattr(CPC, name) for name in PUBLIC] + [getattr(Screen, name) for name in OF_THE_SCREEN],
                         ids=[*PUBLIC, *(f"screen.{name}" for name in OF_THE_SCREEN)])
def test_public_members_say_what_they_do_and_give(member):
    function = member.fget if isinstance(member, property) else member
    assert function.__doc__
    hints = typing.get_type_hints(function)
    assert hints.keys() == {*inspect.signature(function).parameters, "return"} - {"self"}


@pytest.mark.parametrize("given", [5, 2**31, True, None, 1.5])
def test_what_is_typed_is_text_or_codes(given):
    cpc = CPC()
    with pytest.raises(TypeError):
        cpc.type(given)


@pytest.mark.parametrize("given", ["€", [256], [-1]])
def test_characters_that_a_cpc_does_not_have_are_not_typed(given):
    cpc = CPC()
    with pytest.raises(ValueError):
        cpc.type(given)


@pytest.mark.parametrize("text", [b"5 REM\n99999999 REM\n", b"no number\n"])
def test_a_merge_that_fails_while_a_program_runs(tmp_path, text):
    cpc = CPC()
    (tmp_path / "p.bas").write_bytes(b"10 FOR i=1 TO 10:NEXT:GOSUB 30\n20 END\n30 a=a+1:a$=INKEY$:GOTO 30\n")
    (tmp_path / "x.bas").write_bytes(text)
    cpc.load(tmp_path / "p.bas")
    cpc.type("RUN\n")
    cpc.run(0.5)
    with pytest.raises(BasicError):
        cpc.merge(tmp_path / "x.bas")
    cpc.run(0.5)
    cpc.type("PRINT 7\n")
    assert cpc.run_until_idle(5) and b"\n 7 \r\nReady" in cpc.printed


def test_a_state_goes_to_another_machine_that_knows_other_names():
    one, other = CPC(), CPC()
    one.type('10 b=1:DIM z(3):a$="x":z(2)=5\n20 a=a+b:z(1)=a:GOTO 20\nRUN\n')
    one.run(1)
    other.type("DIM q(9),z(1):c=7:a=2\n")
    other.run(1)
    other.restore(one.snapshot())
    for cpc in (one, other):
        cpc.run(1)
    names = ["a", "b", "a$", "z(1)", "z(2)", "z(3)"]
    assert [other.variables[name] for name in names] == [one.variables[name] for name in names]
    assert sorted(other.variables) == sorted(one.variables) == ["a", "a$", "b", "z()"]


def test_call_0_switches_off_and_on():
    cpc = CPC(model="6128", amsdos=True)
    cpc.type('10 a=1:MODE 2:SYMBOL AFTER 100\nRUN\nCALL 0\nPRINT a;HIMEM\n')
    assert cpc.run_until_idle(20)
    assert cpc.printed.endswith(b"\r\n 0  42619 \r\nReady\r\n") and cpc.screen.mode == 1
    assert cpc.screen.text()[1].startswith(" Amstrad 128K") or cpc.screen.text()[1].startswith(" Schneider 128K")
    assert not cpc.session.program.numbers
    cpc.type("PRINT TIME\nCALL 0\n")
    cpc.run(2)
    assert cpc.run_until_idle(5) and cpc.screen.text()[1].endswith("Microcomputer  (v3)")


@pytest.mark.parametrize(("model", "times"), [("464", (262, 296)), ("664", (257, 290)), ("6128", (257, 290))])
def test_after_call_0_the_machine_takes_its_time_to_start(model, times):
    cpc = CPC(model=model)
    cpc.type("PRINT 1\n")
    cpc.run(5)
    begun = cpc.seconds
    cpc.type("CALL 0\n")
    cpc.run(0.2)
    assert cpc.seconds == pytest.approx(begun + 0.2, abs=0.001)
    for down in (True, False):          # nobody looks at the keys yet
        cpc.key(18, down)
        cpc.run(0.1)
    cpc.run(2)
    assert cpc.seconds == pytest.approx(begun + 2.4, abs=0.001)
    assert cpc.printed.endswith(b"\r\n 1 \r\nReady\r\n\r\n BASIC 1.%d\r\n\r\nReady\r\n" % (model != "464"))
    begun = cpc.seconds
    cpc.type("CALL 0\nPRINT TIME\nPRINT TIME\n")
    assert cpc.run_until_idle(5) and cpc.seconds == pytest.approx(begun + 1.09, abs=0.03)
    assert [int(word) for word in cpc.printed.split() if word.isdigit()][-2:] == pytest.approx(times, abs=1)


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_umlauts_in_a_listing_are_spelt_as_they_are_typed(tmp_path, form):
    path = tmp_path / "umlaut.bas"
    text = '10 REM Gr\u00fc\u00dfe\n20 PRINT "\u00dcbung, caf\u00e9 \u2013 \u00a9"\n'
    path.write_text(normalize(form, text), encoding="utf-8")
    cpc = CPC()
    cpc.load(path)
    assert cpc.session.notices == [
        "The CPC does not have \u00fc \u00df \u00dc \u00e9; the program has ue ss Ue e instead, from line 1 of the file on."]
    cpc.type("RUN\n")
    assert cpc.run_until_idle(5) and "Uebung, cafe - " in cpc.screen.text()[cpc.screen.text().index("RUN") + 1]
    path.write_text('10 PRINT "\u00a9"\n20 PRINT "\U0001f600"\n', encoding="utf-8")
    with pytest.raises(BasicError, match="Line 2 of the file has a '\U0001f600', which the CPC does not have; write another"):
        cpc.load(path)
    assert cpc.session.program.numbers == [10, 20] and len(cpc.session.notices) == 1


def test_a_with_statement_takes_discs_and_tape_out(tmp_path):
    (tmp_path / "a.dsk").write_bytes(blank("data"))
    (tmp_path / "b.dsk").write_bytes(blank("data"))
    with CPC(model="6128", amsdos=True, tape=tmp_path / "t.cdt") as cpc:
        cpc.insert(0, tmp_path / "a.dsk")
        cpc.insert(1, tmp_path / "b.dsk")
        inside = [floppy.image is not None for floppy in cpc.machine.drives.floppies], cpc.machine.deck.path is not None
    assert inside == ([True, True], True)
    assert [floppy.image for floppy in cpc.machine.drives.floppies] == [None, None] and cpc.machine.deck.path is None
