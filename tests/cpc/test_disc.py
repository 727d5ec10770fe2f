"""The drive that is a folder: names, headers, listings from a PC, errors, and that nothing leads out of
the folder.
"""

import os
from argparse import Namespace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from basic.errors import ALREADY_OPEN, BROKEN_IN, EOF_MET, FILE_TYPE, MEMORY_FULL, NOT_OPEN, BasicError, Break
from basic.host_log import HostLog
from basic.runtime.clock import Clock
from basic.runtime.control import Waiting
from cpc import CPC
from cpc.charset import SOFT_EOF
from cpc.disc import amsdos
from cpc.disc.amsdos import ASCII, ListingError, listing_bytes
from cpc.disc.drives import Drives
from cpc.disc.question import Notes
from cpc.host_files import load_file, read_file, save_file
from tests.places import EVERYTHING

# 10 PRINT 1/3 as AMSDOS keeps it: the header field by field, then the line as the ROM crunches it.
REAL_FILE = (bytes(1) + b"THIRD   BAS" + bytes(6) + b"\0" + bytes(2) + b"\x70\x01\xff\x0c\0\0\0" + bytes(36)
             + b"\x0c\0\0")
PROGRAM = b"\x0a\0\x0a\0\xbf\x20\x0f\xf7\x11\0\0\0"


def real_file():
    return REAL_FILE + sum(REAL_FILE).to_bytes(2, "little") + bytes(59) + PROGRAM


@pytest.fixture
def said():
    return []


def folder_drive(folder, say=lambda message: None, basic_1_1=True):
    """AMSDOS's commands on a folder."""
    drives = Drives(Clock(), NoKeys(), say, lambda: 40, HostLog(), basic_1_1, False, folder)
    drives.amsdos.folder = folder
    return drives.amsdos


class NoKeys:
    def read_char(self):
        return None


@pytest.fixture
def drive(tmp_path, said):
    return folder_drive(tmp_path, said.append)


def failing(number, derr=None):
    return pytest.raises(BasicError, check=lambda error: (error.number, error.derr) == (number, derr))


def files_of(folder):
    return {path.name: path.read_bytes() for path in Path(folder).iterdir() if path.is_file()}


# headers


def test_a_header_has_every_field_in_its_place():
    header = amsdos.Header(0, 0x170, len(PROGRAM), 0)
    assert header.packed(b"THIRD", b"BAS") + PROGRAM == real_file()
    assert amsdos.header_of(real_file()) == header


def test_a_wrong_checksum_means_no_header():
    spoilt = bytearray(real_file())
    spoilt[30] ^= 1
    assert amsdos.header_of(bytes(spoilt)) is None
    assert amsdos.header_of(bytes(200)) is None


def test_the_cipher_begins_again_every_record():
    hidden = amsdos.protect(bytes(300))
    assert hidden[:4] == bytes([0xE2 ^ 0x49, 0x9D ^ 0xB1, 0xDB ^ 0x36, 0x1A ^ 0xF0])
    assert hidden[11] == 0x45 ^ 0x49 and hidden[13] == 0xE2 ^ 0x36
    assert hidden[128:256] == hidden[:128] and hidden[256:] == hidden[:44]


@given(st.binary(max_size=400))
def test_the_cipher_undoes_itself(data):
    assert amsdos.unprotect(amsdos.protect(data)) == data


@pytest.mark.parametrize("kind", [0, 1, 2, 3])
def test_what_is_saved_loads_again(drive, kind):
    drive.save(b"prog", kind, 0x4000, 0x4001, b"\x05\0\x0a\0\0\0\0" * 90)
    assert drive.load(b"PROG") == (kind, 0x4000, 0x4001, b"\x05\0\x0a\0\0\0\0" * 90)
    name, = files_of(drive.folder)
    assert name == ("PROG.BIN" if kind & 2 else "PROG.BAS")


def test_a_protected_file_cannot_be_read_on_the_host(drive):
    drive.save(b"secret", 1, 0x170, 0, PROGRAM * 3)
    assert PROGRAM not in files_of(drive.folder)["SECRET.BAS"]


def test_a_real_file_loads(drive):
    (drive.folder / "third.bas").write_bytes(real_file() + b"\x1a" * 100)
    assert drive.load(b"third") == (0, 0x170, 0, PROGRAM)


def test_ascii_has_no_header(drive):
    drive.save(b"text", ASCII, 0, 0, b"10 PRINT 1\r\n")
    assert files_of(drive.folder) == {"TEXT": b"10 PRINT 1\r\n"}
    assert drive.load(b"text") == (ASCII, 0, 0, b"10 PRINT 1\r\n")


# listings


@pytest.mark.parametrize("raw, expected", [
    (b"10 A\n20 B\n", b"10 A\r\n20 B\r\n"),
    (b"10 A\r\n20 B", b"10 A\r\n20 B\r\n"),
    (b"10 A\r20 B\r", b"10 A\r\n20 B\r\n"),
    (b"10 A\n\n20 B\n", b"10 A\r\n\r\n20 B\r\n"),
    (b"\xef\xbb\xbf10\tA\n", b"10 A\r\n"),
    (b"10 A\r\n\x1a junk", b"10 A\r\n"),
    ("10 '£↑^½π█\n".encode(), b"10 '\xa3\x5e\x5e\xa9\xb8\x8f\r\n"),
    (b"10 '\xc3\xa9\r\n\x1a", b"10 '\xc3\xa9\r\n"),
    ("\ufeff10 '♥\n\x1a".encode(), b"10 '\xe4\r\n"),
    ("10 ?“x”\n".encode(), b'10 ?"x"\r\n'),
    (b"10 '\xa3\xe9\n", b"10 '\xa3\xe9\r\n"),
    ("10 'schön, à\n".encode(), b"10 'schoen, a\r\n"),
    (b'10 ?"\x07\x7f"\n', b'10 ?"\x07\x7f"\r\n'),
    (b"", b""),
])
def test_listing(raw, expected):
    assert listing_bytes(raw) == expected


@pytest.mark.parametrize("raw, words", [
    ("10 A\n20 '\u6f22\n".encode(), "Line 2 .*'\u6f22'"),
    ("10 A\n".encode("utf-16"), "UTF-16"),
    (b"\xef\xbb\xbf10 A\n20 \xff\n", "Line 2 .*UTF-8"),
    (b"\x7fELF\x02\x01\0\0", "not a BASIC listing"),
    (b"\x89PNG\r\n\x1a\n" + bytes(200), "not a BASIC listing"),
])
def test_not_a_listing(raw, words):
    with pytest.raises(ListingError, match=words):
        listing_bytes(raw)


@given(st.binary(max_size=300).filter(lambda raw: not set(raw) & {0, 9, 10, 13, 0x1A}
                                      and not raw.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf"))))
def test_bytes_of_a_cpc_stay_as_they_are(line):
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        assert listing_bytes(line + b"\r\n") == line + b"\r\n"


@settings(max_examples=50)
@given(st.binary(max_size=400))
def test_any_bytes_give_a_listing_or_a_sentence(raw):
    try:
        amsdos.contents_of(raw)
    except ListingError as error:
        assert str(error).endswith(".")


# names


@pytest.mark.parametrize("name", [b"~", b"A~1.B~"])
def test_a_tilde_is_a_character_of_names(drive, name):
    drive.save(name, ASCII, 0, 0, b"x")             # measured: SAVE"~" makes ~.BAS on both models
    assert files_of(drive.folder) == {name.decode(): b"x"}


@pytest.mark.parametrize("name", [
    b"../x", b"..", b".", b"", b"/etc/passwd", b"a/b", b"a\\b", b"C:x", b"x.bas/..", b"CON", b"nul.bas",
    b"com1",
    b"x\0", b"verylongname", b"x.long", b"a.b.c", b"*", b"x?", b"a b", b'q"', b"B:x", b"x\xe4",
])
def test_names_that_are_none(drive, said, name):
    for use in (drive.load, drive.open_in, drive.open_out, lambda n: drive.save(n, 0, 0, 0, b"x")):
        with failing(BROKEN_IN, 144):
            use(name)
    assert set(said) == {b"\r\nBad command\r\n"} and not files_of(drive.folder)


def test_extensions_are_tried_in_order(drive):
    for extension in ("BIN", "BAS", ""):
        path = drive.folder / (f"x.{extension}" if extension else "x")
        path.write_bytes(b"10 ' %s\r\n" % extension.encode())
        assert drive.load(b"X")[3] == b"10 ' %s\r\n" % extension.encode()
    assert drive.load(b"x.bin")[3] == b"10 ' BIN\r\n"
    assert drive.load(b"a:x.")[3] == b"10 ' \r\n"


def test_a_file_keeps_the_host_s_spelling_and_leaves_a_backup(drive):
    (drive.folder / "Game.bas").write_bytes(b"old")
    drive.save(b"GAME", 0, 0x170, 0, PROGRAM)
    drive.save(b"game", 0, 0x170, 0, PROGRAM + b"!")
    files = files_of(drive.folder)
    assert set(files) == {"Game.bas", "GAME.BAK"}
    assert files["Game.bas"].endswith(b"!") and files["GAME.BAK"].endswith(PROGRAM)


HOSTILE = st.one_of(
    st.binary(max_size=16),
    st.lists(st.sampled_from([b"..", b"/", b"\\", b".", b"A:", b"C:", b"secret", b"inside", b"link", b"out",
                              b"*", b"?", b"~", b"\0", b" ", b"!", b"CON", b"BAS"]), max_size=6).map(b"".join))


@settings(max_examples=1000 if EVERYTHING else 60)
@given(HOSTILE, HOSTILE)
def test_no_name_touches_anything_outside_the_folder(tmp_path_factory, name, other):
    root = tmp_path_factory.getbasetemp() / "fence"
    folder = root / "disc"
    outside = root / "outside"
    for place in (folder, outside):
        place.mkdir(parents=True, exist_ok=True)
    for path in (root / "secret", root / "SECRET.BAS", outside / "secret", outside / "SECRET"):
        path.write_bytes(b"10 'secret\r\n")
    for link, target in (("LINK", outside / "secret"), ("OUT", outside), ("LINK.BAS", root / "SECRET.BAS")):
        if not (folder / link).is_symlink():
            (folder / link).unlink(missing_ok=True)
            (folder / link).symlink_to(target)
    before = files_of(root), files_of(outside)
    said = []
    drive = folder_drive(folder, said.append)
    bar = drive.bar_commands
    for use in (drive.load, drive.open_in, drive.open_out,
                lambda n: drive.save(n, 0, 0, 0, b"mine"), lambda n: drive.save(n, 2, 0, 0, b"mine"),
                lambda n: bar.do(b"ERA", [n], bytearray()), lambda n: bar.do(b"REN", [n, other], bytearray()),
                lambda n: bar.do(b"DIR", [n], bytearray())):
        try:
            result = use(name)
            drive.write(b"mine")
            drive.close_out()
        except (BasicError, Break):
            continue
        assert b"secret\r\n" not in repr(result).encode() and b"secret\r\n" not in b"".join(said)
    assert (files_of(root), files_of(outside)) == before
    assert sorted(os.listdir(root)) == ["SECRET.BAS", "disc", "outside", "secret"]


def test_a_link_inside_the_folder_is_followed(drive):
    (drive.folder / "real.txt").write_bytes(b"10 A\r\n")
    (drive.folder / "alias.bas").symlink_to(drive.folder / "real.txt")
    assert drive.load(b"alias")[3] == b"10 A\r\n"


# how a file is written


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    path, link = tmp_path / "a", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    save_file(link, b"new")
    assert path.read_bytes() == b"new" and path.stat().st_mode & 0o777 == 0o640 and link.is_symlink()
    with pytest.raises(IsADirectoryError):
        save_file(tmp_path, b"")
    with pytest.raises(FileNotFoundError) as error:
        save_file(tmp_path / "no" / "b", b"")
    assert error.value.filename == str(tmp_path / "no" / "b")
    with pytest.raises(TypeError):
        save_file(path, "no bytes")
    assert files_of(tmp_path) == {"a": b"new", "link": b"new"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_a_device_is_written_to_and_stays(tmp_path):
    with pytest.raises(OSError):
        save_file("/dev/full", b"x")
    assert Path("/dev/full").is_char_device()


def test_any_listing_comes_back_from_the_host(tmp_path):
    for codes in (b"\xc3\xa4", b"\xe4\x07^", bytes(code for code in range(32, 256) if code not in (34, 127))):
        cpc = CPC()
        cpc.session.program.replace({10: b"\xbf\x20\"" + codes + b'"'})
        for path in (tmp_path / "a.bas", tmp_path / "a.asc"):
            cpc.save(path) if path.suffix == ".bas" else save_file(path, cpc.session.storage.listing() + SOFT_EOF)
            again = CPC()
            again.load(path)
            assert again.session.program.lines == cpc.session.program.lines


# open files


def test_what_is_printed_to_a_file_can_be_read_back(drive):
    drive.open_out(b"data")
    drive.write(b"one\r\n")
    drive.write(b"two\r\n")
    assert not files_of(drive.folder)
    drive.close_out()
    assert files_of(drive.folder) == {"DATA": b"one\r\ntwo\r\n"}
    drive.open_in(b"data")
    assert [drive.read() for _ in range(3)] == list(b"one")
    drive.unread(ord("e"))
    rest = bytearray()
    while not drive.at_end():
        rest.append(drive.read())
    assert bytes(rest) == b"e\r\ntwo\r\n" and drive.read() is None


def test_soft_end_of_file_and_line_feeds_of_a_pc(drive):
    (drive.folder / "pc.txt").write_bytes(b"one\ntwo\n\x1a\x1a")
    drive.open_in(b"pc.txt")
    assert drive.work.input.data == b"one\r\ntwo\r\n"


def test_opening_twice(drive):
    drive.open_out(b"x")
    with failing(ALREADY_OPEN):
        drive.open_out(b"y")
    drive.close_out()
    drive.open_in(b"x")
    with failing(ALREADY_OPEN):
        drive.open_in(b"x")


def test_a_program_is_no_data(drive):
    drive.save(b"x", 0, 0x170, 0, PROGRAM)
    with failing(FILE_TYPE):
        drive.open_in(b"x")


def test_abandoned_output_is_never_written(drive):
    drive.open_out(b"x")
    drive.write(b"lost")
    drive.abandon()
    drive.close_out()
    assert not files_of(drive.folder)


def test_nothing_open():
    old, new = folder_drive(None, basic_1_1=False), folder_drive(None)
    assert old.at_end() and new.at_end() and old.read() is None
    with failing(NOT_OPEN):
        new.read()
    with failing(NOT_OPEN):
        new.write(b"x")
    with pytest.raises(Break):
        old.write(b"x")


def test_a_snapshot_holds_positions_and_pending_output(drive):
    (drive.folder / "in").write_bytes(b"abc\r\n")
    drive.open_in(b"in")
    drive.open_out(b"out")
    drive.write(b"1")
    drive.read()
    state = drive.snapshot()
    drive.write(b"2")
    drive.read()
    drive.abandon()
    drive.restore(state)
    assert drive.read() == ord("b")
    drive.close_out()
    assert files_of(drive.folder)["OUT"] == b"1"


# errors


def test_not_found(drive, said, tmp_path):
    with failing(BROKEN_IN, 146):
        drive.load(b"nothing")
    with failing(BROKEN_IN, 146):
        drive.open_in(b"!nothing.dat")
    assert said == [b"\r\nNOTHING .    not found\r\n", b"\r\nNOTHING .DAT not found\r\n"]
    with pytest.raises(Break):
        folder_drive(tmp_path, basic_1_1=False).load(b"nothing")


def test_no_folder(said, tmp_path):
    for drive in (folder_drive(None, said.append), folder_drive(tmp_path / "gone", said.append)):
        with failing(BROKEN_IN, 200):
            drive.load(b"x")
        with pytest.raises(BasicError):
            drive.catalogue()


def test_files_that_are_no_programs(drive, said):
    (drive.folder / "long").write_bytes(b"1" * (amsdos.LARGEST + 1))
    (drive.folder / "short.bas").write_bytes(real_file()[:-3])
    (drive.folder / "picture").write_bytes(b"\x89PNG\r\n\0\n")
    with failing(MEMORY_FULL):
        drive.load(b"long")
    with failing(EOF_MET, 143):
        drive.load(b"short")
    with failing(FILE_TYPE):
        drive.load(b"picture")
    assert len(said) == 3 and all(message.endswith(b".\r\n") for message in said)


def test_host_errors_are_basic_errors(drive, monkeypatch, said):
    (drive.folder / "x").write_bytes(b"10 A\r\n")
    drive.open_out(b"x")

    def full(*arguments, **more):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr("cpc.host_files.os.replace", full)
    with failing(BROKEN_IN, 148):
        drive.close_out()
    assert files_of(drive.folder) == {"x": b"10 A\r\n"}
    monkeypatch.setattr("cpc.host_files.open", full, raising=False)
    for use in (drive.load, drive.open_in):
        with failing(BROKEN_IN, 148):
            use(b"x")


def test_locked_files_stay(drive, monkeypatch):
    (drive.folder / "x").write_bytes(b"10 A\r\n")
    monkeypatch.setattr("cpc.disc.folder.os.access", lambda path, mode: False)
    with failing(BROKEN_IN, 150):
        drive.save(b"x", ASCII, 0, 0, b"new")
    assert files_of(drive.folder) == {"x": b"10 A\r\n"}
    assert b"X       .   *  1K" in drive.catalogue()


def test_a_program_cannot_fill_the_host(drive):
    drive.open_out(b"x")
    with failing(BROKEN_IN, 148):
        for _ in range(20):
            drive.write(bytes(100_000))


def test_a_folder_is_no_file(drive):
    (drive.folder / "DIR.BAS").mkdir()
    with failing(BROKEN_IN, 146):
        drive.load(b"dir")
    with failing(BROKEN_IN, 150):
        drive.save(b"dir", 0, 0, 0, b"x")
    assert (drive.folder / "DIR.BAS").is_dir()


# the catalogue and the bar commands


@pytest.fixture
def full(drive):
    for name, size in (("splt.asm", 3000), ("CATALOG.ASM", 4096), ("scroll.bak", 1), ("scroll.asm", 2048),
                       ("empty", 0), (".hidden", 1), ("much too long.txt", 1)):
        (drive.folder / name).write_bytes(bytes(size))
    return drive


def test_catalogue(full):
    lines = full.catalogue()
    assert lines[:6] == [b"", b"Drive A: user  0", b"",
                         b"CATALOG .ASM   4K   SCROLL  .BAK   1K",
                         b"EMPTY   .      0K   SPLT    .ASM   3K",
                         b"SCROLL  .ASM   2K"]
    assert lines[6] == lines[8] == b"" and lines[7].endswith(b"K free") and len(lines) == 9
    full.width = lambda: 20
    assert len(full.catalogue()) == 11


def test_directory(full, said):
    full.bar_commands.do(b"DIR", [b"*.asm"], bytearray(65536))
    assert b"".join(said).split(b"\r\n")[3:5] == [b"CATALOG .ASM   SCROLL  .ASM", b"SPLT    .ASM"]


def test_erase_and_rename(full, said):
    full.bar_commands.do(b"ERA", [b"sc??ll.*"], bytearray(65536))
    full.bar_commands.do(b"REN", [b"new.asm", b"splt.asm"], bytearray(65536))
    full.bar_commands.do(b"REN", [b"new.asm", b"empty"], bytearray(65536))
    full.bar_commands.do(b"REN", [b"x", b"y"], bytearray(65536))
    full.bar_commands.do(b"ERA", [b"nothing.*"], bytearray(65536))
    full.bar_commands.do(b"ERA", [], bytearray(65536))
    assert said == [b"\r\nNEW     .ASM already exists\r\n", b"\r\nY       .    not found\r\n",
                    b"\r\nNOTHING .??? not found\r\n", b"\r\nBad command\r\n"]
    assert {path.name for path in full.folder.iterdir()} == {
        "NEW.ASM", "CATALOG.ASM", "empty", ".hidden", "much too long.txt"}
    with pytest.raises(BasicError):
        full.bar_commands.do(b"NOBODY", [], bytearray(65536))


def test_a_file_anywhere_on_the_host(tmp_path):
    path = tmp_path / "a long name.bas"
    path.write_bytes(real_file())
    assert load_file(path) == (0, 0x170, 0, PROGRAM)


# room for files, as the firmware has it with a tape


def answers(tmp_path, model, *lines):
    """What stands behind `PRINT` in the answers to direct commands."""
    cpc = CPC(model=model, brand="amstrad", dialect="locomotive", drive=tmp_path)
    for line in lines:
        cpc.type(line + "\n")
        assert cpc.run_until_idle(60)
    return [line.strip() for line in cpc.printed.decode("latin-1").split("\r\n") if line.strip() not in ("", "Ready")]


@pytest.mark.parametrize("model", ["464", "6128"])
def test_an_open_file_takes_4k_below_himem(tmp_path, model):
    said = answers(tmp_path, model, 'OPENOUT "a"', "PRINT HIMEM;FRE(0)", "MEMORY 40000", "SYMBOL AFTER 100", "CLOSEOUT",
                   "PRINT HIMEM;FRE(0)")
    assert said == ["39807  39437", "Memory full", "Improper argument", "43903  43533"]


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize("ending", ["RUN", "NEW", "CLEAR"])
def test_what_closes_files_gives_their_room_back(tmp_path, model, ending):
    assert answers(tmp_path, model, 'OPENOUT "a"', ending, "PRINT HIMEM") == ["43903"]


@pytest.mark.parametrize("model", ["464", "6128"])
def test_no_file_without_room(tmp_path, model):
    said = answers(tmp_path, model, "MEMORY 4000", 'OPENOUT "a"', "PRINT HIMEM", "CLEAR", "MEMORY 4600", 'OPENOUT "a"',
                   "PRINT HIMEM;FRE(0)", "CLOSEOUT", "PRINT HIMEM")
    assert said == ["Memory full", "4000", "504  134", "4600"]


def test_the_room_is_part_of_a_moment(tmp_path):
    cpc = CPC(drive=tmp_path)
    moments = []
    for line in ('OPENOUT "a"', "CLOSEOUT"):
        cpc.type(line + "\n")
        cpc.run_until_idle(60)
        moments.append(cpc.snapshot())
    assert cpc.session.top.himem == 43903
    cpc.restore(moments[0])
    assert cpc.session.top.himem == 39807
    cpc.type("CLOSEOUT\n")
    cpc.run_until_idle(60)
    assert cpc.session.top.himem == 43903


def test_a_statement_that_waited_is_forgotten_with_its_question():
    keys, said = Namespace(read_char=lambda: None, clear=lambda: None), []
    notes = Notes(keys, said.append)
    assert not notes.begin()
    with pytest.raises(Waiting):
        notes.ask(b"a question")
    assert notes.begin()                # it comes again
    with pytest.raises(Waiting):
        notes.ask(b"a question")
    assert len(said) == 1
    notes.forget()
    assert not notes.begin() and notes.snapshot() == ([], 0, False)


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="it does not say what memory the process has")
def test_a_short_file_that_is_kept_takes_no_page_of_memory(tmp_path):
    short = tmp_path / "short"
    short.write_bytes(b"a" * 300)

    def mapped() -> int:
        return len(Path("/proc/self/maps").read_text().splitlines())
    before = mapped()
    kept = [read_file(short) for _ in range(300)]
    assert mapped() < before + 100 and len(kept) == 300
