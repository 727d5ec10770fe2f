"""Manifests, and listings that are typed in line by line."""

import re

import pytest

from cpc.commands import listings
from listings import library, manifest
from listings.fingerprint import checksum
from listings.manifest import BASE, Manifest, Part
from listings.source import ListingFault, read_listing
from listings.typing import typein
from tests import madeup


@pytest.mark.parametrize("one, other", [
    (b'IF in<"1" OR in>"2" GOTO 1670', b'if IN < "1" or IN > "2" goto 1670'),
    (b"REM the harbour", b"rem"), (b"a=1:' note", b"A = 1 :'"), (b"? 1", b"PRINT 1"), (b"IF a< >2", b"IF a<>2"),
    (b"DATA 1, 2 ,  x y", b"data 1,2,x y"), (b"GO TO 10", b"GOTO 10"), (b"PRINT &ff", b"PRINT &FF"),
])
def test_lines_that_do_the_same_have_the_same_checksum(one, other):
    assert checksum(one) == checksum(other)


@pytest.mark.parametrize("one, other", [
    (b'PRINT "a"', b'PRINT "A"'), (b'PRINT "a  b"', b'PRINT "a b"'), (b"DATA k", b"DATA K"), (b"a=1", b"l=1"),
    (b"GOTO 10", b"GOTO 100"), (b"IF a THEN 10", b"IF a GOTO 10"), (b"GOTO10", b"GOTO 10"), (b"a=1", b"a%=1"),
    (b"PRINT a,b", b"PRINT a;b"), (b"", b":"),
])
def test_lines_that_differ_have_different_checksums(one, other):
    assert checksum(one) != checksum(other)


def test_a_commodore_line_is_the_same_with_and_without_blanks():
    together, apart = b"IFA=1THENGOTO10:REM@M", b"IF A = 1 THEN GOTO 10 : REM"
    assert checksum(together, commodore=True) == checksum(apart, commodore=True) == checksum(apart)
    assert checksum(together) != checksum(apart)


def test_a_manifest_survives_its_file(tmp_path):
    made = madeup.manifest()
    made.parts.append(Part("day+night", {10: 1}, merge=["night"]))
    manifest.write(made, tmp_path / "manifest.toml")
    read = manifest.read(tmp_path / "manifest.toml")
    assert (read.parts, read.book, read.name) == (made.parts, made.book, made.name)


def test_the_command_makes_a_manifest_and_keeps_what_was_written_by_hand(tmp_path, capsys):
    path = tmp_path / "ferry" / "manifest.toml"
    night = f"night={madeup.FOLDER / 'ferry-night.bas'}"
    arguments = [str(madeup.FOLDER / "ferry.bas"), "--part", night, "-o", str(path)]
    assert listings.make_manifest([*arguments, "--title", "A Ferry"]) == 0
    path.write_text(path.read_text().replace('name = "night"', 'name = "night"\nwhat = "by night"'))
    assert listings.make_manifest(arguments) == 0
    read = manifest.read(path)
    assert read.by_name["night"].what == "by night" and read.book == {"title": "A Ferry"}
    assert read.verify(read.chosen([]), madeup.listings()[BASE]) == ([], [], [])
    assert listings.make_manifest(arguments[:-2]) == 0
    assert capsys.readouterr().out.count("[[part]]") == 2
    before = path.read_text()
    for wrong in ([arguments[0], "-o", str(path)], [*arguments, "--name", "a/b"]):
        assert listings.make_manifest(wrong) == 2
    assert path.read_text() == before and capsys.readouterr().err.count("\n") == 2
    assert listings.make_manifest([*arguments, "--name", "boat", "--model", "6128"]) == 0
    assert listings.make_manifest(arguments) == 0
    assert (manifest.read(path).name, manifest.read(path).model) == ("boat", "6128")


@pytest.mark.parametrize("text, sentence", [
    ("format = 1\nname =", "not a manifest"), ("format = 7\n", "format is 7"),
    ('format = 1\nname = "../x"', "needs a name"),
    ('format = 1\nname = "x"\npart = ["base"]', "no [[part]]"),
    ('format = 1\nname = "x"\nauthors = "me"\n[[part]]\nname = "base"\nlines = "10 00000000"', "authors cannot be 'me'"),
    ('format = 1\nname = "x"\nmodel = "664"\n', "not one of 464, 6128"), ('format = 1\nname = "x"\n', "no [[part]]"),
    ('format = 1\nname = "x"\n[[part]]\nname = "base"\nlines = "10 xyz"', "'10 xyz'"),
    ('format = 1\nname = "x"\n[[part]]\nname = "base"\nlines = "10 00000000 10 00000001"', "line 10 twice"),
    ('format = 1\nname = "x"\n[[part]]\nname = "base"\nlines = "10 00000000 20"', "'20'"),
    ('format = 1\nname = "x"\n[[part]]\nname = "base"\nlines = ""', "no lines"),
    ('format = 1\nname = "x"\n[[part]]\nname = "more"\nlines = "10 00000000"', "called 'base'"),
    ('format = 1\nname = "x"\n[[part]]\nname = "base"\nmerge = ["y"]\nlines = "10 00000000"', "merges y"),
])
def test_a_manifest_with_a_mistake_gets_one_sentence(tmp_path, text, sentence):
    path = tmp_path / "manifest.toml"
    path.write_text(text)
    with pytest.raises(ListingFault) as fault:
        manifest.read(path)
    assert sentence in str(fault.value) and "\n" not in str(fault.value)


def test_improvements_are_merged_in_order_with_their_joints():
    parts = [Part(name, {10: 0}, merge=name.split("+") if "+" in name else []) for name in
             ("base", "4.1", "4.4", "4.5", "4.1+4.5", "4.4+4.5")]
    listing = Manifest("x", parts)
    assert [part.name for part in listing.chosen(["4.5", "4.1"])] == ["base", "4.1", "4.5", "4.1+4.5"]
    assert [part.name for part in listing.chosen(["4.4"])] == ["base", "4.4"]
    with pytest.raises(ListingFault, match="no improvement 4.9; its improvements are: 4.1, 4.4, 4.5"):
        listing.chosen(["4.9"])


def typing_in(path) -> typein.TypingIn:
    listing = madeup.manifest()
    return typein.TypingIn(listing, listing.by_name[BASE], path)


def dialogue(table: typein.TypingIn, *typed: str) -> tuple[bool, str]:
    lines, said = iter(typed), []

    def ask(prompt: str) -> str:
        said.append(prompt)
        return next(lines, "/quit")
    return typein.run(table, ask, said.append), "\n".join(said)


def test_typing_in_goes_on_where_it_stopped(tmp_path):
    path = tmp_path / "ferry.bas"
    complete, said = dialogue(typing_in(path), "10 rem", "20 :", "mode 1 : ink 0,1:ink 1,24:border 1", "40 DEFINT a-m")
    assert not complete and "3/58  40>" in said and "m for n" in said and "40 DEFINT a-n" in said
    assert path.read_bytes() == b"10 rem\n20 :\n30 mode 1 : ink 0,1:ink 1,24:border 1\n"
    assert typing_in(path).at == 40
    complete, said = dialogue(typing_in(path), "40 DEFINT a-m", "/take", "/skip", "60 GOSUB 1000:REM", "/open")
    assert "missing: 50, 70-4300" in said
    assert read_listing(path)[40] == b"DEFINT a-n"


def test_goto_leads_to_a_line_of_the_listing_only(tmp_path):
    _, said = dialogue(typing_in(tmp_path / "ferry.bas"), "/goto 4300", "/goto 11", "/goto 50")
    assert re.findall(r"/58 +(\d+)> ", said) == ["10", "4300", "4300", "50"] and "There is no line 11 in ferry." in said


def test_a_whole_typing_in(tmp_path):
    typed = [f"{number} {text.decode()}" for number, text in madeup.listings()[BASE].items()]
    complete, said = dialogue(typing_in(tmp_path / "ferry.bas"), *typed)
    assert complete and "58 of 58 lines typed in correctly" in said


@pytest.mark.parametrize("number, typed, told, meant", [
    (50, "DIM wind(8),port$(4),cargo(12,3)", "3 for 2: a wrong digit", "DIM wind(8),port$(4),cargo(12,2)"),
    (70, "fu1l=12:fuel=180:place=1:day=1", "1 for l", "full=12:fuel=180:place=1:day=1"),
    (2110, "cargo(i,2)=5+2*ABS(cargo(i,1-place)", "a closing bracket is missing", None),
    (3020, 'a$=INKEY$:IF a$="" THEN3020', "a space is missing after THEN", None),
    (3080, "PRNIT STRING$(cost,240)", "swapped", "PRINT STRING$(cost,240)"),
    (2020, 'PRINT "Day";day;"at";port$(place)', "space is missing", 'PRINT "Day";day;"at ";port$(place)'),
    (110, "day=day+", "missing", "day=day+1"),
    (60, "GOSUB 1000", "the remark is missing", None),
    (110, "WEND", "that is line 120", ""),
])
def test_slips_are_found_and_named(tmp_path, number, typed, told, meant):
    table = typing_in(tmp_path / "ferry.bas")
    verdict = table.take(f"{number} {typed}".encode())
    assert not verdict.right and told in verdict.message
    if meant is None:
        assert table.manifest.checksum(verdict.slip.text.encode()) == table.part.checksums[number]
    elif meant:
        assert verdict.slip.text == meant


def test_characters_of_today_s_terminals():
    assert typein.codes_of("“π♥” ↑ä€") == b'"\xb8\xe4" ^\xe4?'


def test_what_is_kept_against_the_book_is_remembered_as_doubtful(tmp_path):
    path = tmp_path / "ferry.bas"
    dialogue(typing_in(path), "30 CLS:PRINT nonsense", "/keep", "/goto 999", "/show 30", "/help", "35 REM")
    table = typing_in(path)
    assert table.doubtful == [30] and table.at == 10
    assert "Different from the book: 30" in typein.summary(table)


def test_another_listing_is_not_taken_for_the_book_s(tmp_path):
    (tmp_path / "ferry.bas").write_bytes(b"1 PRINT\n2 PRINT\n3 PRINT\n")
    with pytest.raises(ListingFault, match="another listing"):
        typing_in(tmp_path / "ferry.bas")


def test_a_listing_is_found_by_name_once_it_is_typed_in(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    manifest.write(madeup.manifest(), library.data_folder() / "ferry" / "manifest.toml")
    assert "ferry" in library.names()
    with pytest.raises(ListingFault) as fault:
        library.find("ferry")
    told = str(fault.value)
    assert told.count(". ") == 1 and "cpc typein ferry" in told and "A Ferry in BASIC" in told
    (library.data_folder() / "ferry.bas").write_bytes(b"10 REM\n")
    assert library.find("ferry")[1] == [library.data_folder() / "ferry.bas"]
    (tmp_path / "ferry.bas").write_bytes(b"10 REM\n")
    assert library.find("ferry")[1] == [tmp_path / "ferry.bas"]
    with pytest.raises(ListingFault, match="ferry night is not typed in yet.*--with night"):
        library.find("ferry", ["night"])
    with pytest.raises(ListingFault, match="no listing called nothing"):
        library.find("nothing")


def test_typing_in_on_the_cpc_s_own_screen(tmp_path):
    from listings.typing.on_screen import machine_for
    path = tmp_path / "ferry.bas"
    path.write_bytes(b"10 REM\n")
    cpc = machine_for(typing_in(path))
    cpc.run_until_idle(5)
    cpc.type(":\nMODE 1 : INK 0,1:INK 1,24:BORDER 1\n")      # the numbers are on the screen already
    cpc.run_until_idle(5)
    assert read_listing(path) == {10: b"REM", 20: b":", 30: b"MODE 1 : INK 0,1:INK 1,24:BORDER 1"}
    cpc.type("DEFINT a-m\n")
    cpc.run_until_idle(5)
    screen = "\n".join(cpc.screen.text())
    assert "There is a mistake: m for n" in screen and "40 DEFINT a-n" in screen and 40 not in read_listing(path)
    assert b"The listing is complete." not in cpc.printed
    cpc.type(b"\x7f" * 20 + b"/take\n")
    cpc.run_until_idle(5)
    assert read_listing(path)[40] == b"DEFINT a-n"
    cpc.type(b"\x7f" * 20 + b"LIST 40\n")
    cpc.run_until_idle(5)
    assert b"40 DEFINT a-n" in cpc.printed and cpc.screen.text()[-1] == "" and "4/58" in "\n".join(cpc.screen.text())


def test_the_cpc_s_own_screen_says_when_all_is_there(tmp_path):
    from listings.typing.on_screen import machine_for
    path = tmp_path / "ferry.bas"
    path.write_bytes(b"".join(b"%d %s\n" % line for line in madeup.listings()["base"].items()))
    cpc = machine_for(typing_in(path))
    cpc.run_until_idle(5)
    assert b"The listing is complete." in cpc.printed


def test_the_window_needs_a_display(tmp_path, monkeypatch, capsys):
    pytest.importorskip("pygame")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SDL_VIDEODRIVER", "none of that name")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    manifest.write(madeup.manifest(), tmp_path / "ferry" / "manifest.toml")
    assert listings.type_in(["ferry", "--window"]) == 2
    assert "no display" in capsys.readouterr().err


@pytest.mark.parametrize("text", ["a=" + "1" * 4301, "a=" + "[" * 5000, 'format=1\nname="a"\n[[part]]\nname="base"\n'
                                  f'lines="{"1" * 4301} 12345678"'])
def test_a_damaged_manifest_gets_one_sentence(tmp_path, text):
    path = tmp_path / "manifest.toml"
    path.write_text(text)
    with pytest.raises(ListingFault):
        manifest.read(path)


def test_a_line_number_of_many_digits_is_no_place(tmp_path):
    said = []
    typing = typein.TypingIn(madeup.manifest(), madeup.manifest().by_name[BASE], tmp_path / "a.bas")
    assert typein.command(typing, ["/goto", "1" * 4301], None, b"", said.append)
    assert said == [typein.HELP]


def test_where_nothing_can_be_kept_nobody_types(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr(typein.os, "access", lambda path, mode: asked.append(path))
    with pytest.raises(ListingFault, match=r"a\.bas cannot be written, so nothing that is typed in could be kept"):
        typein.TypingIn(madeup.manifest(), madeup.manifest().by_name[BASE], tmp_path / "a.bas")
    assert asked == [tmp_path] and not any(tmp_path.iterdir())
