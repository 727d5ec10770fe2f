"""What the page may ask of the bridge besides typing and loading, without a browser."""

import hashlib
import io
import wave
import zipfile
from pathlib import Path

import pytest

from cpc import CPC
from cpc.disc.dsk import Image, blank
from cpc.disc.filesystem import ImageVolume
from cpc.keys.keymap import NUMBERS
from cpc.sound.psg import SAMPLE_RATE
from cpc.web.bridge import LONGEST_SAID
from cpc.web.media import medium
from cpc.web.requests import Refused, flag, named, number, text
from tests.web.test_bridge import LOOP, begun, down

SHOWS = '10 MODE 2:BORDER 3,6:INK 1,20,2:PRINT "seen"\n'


@pytest.fixture
def page(tmp_path):
    return begun(tmp_path)


# values of messages

@pytest.mark.parametrize("given, kind, otherwise, found", [
    ({"a": 5}, int, None, 5), ({}, int, 7, 7), ({"a": None}, str, "x", "x"), ({"a": ""}, str, "x", ""), ({"a": 0}, int, 7, 0),
    ({"a": True}, bool, None, True), ({"a": {}}, dict, None, {})])
def test_a_value_of_a_message(given, kind, otherwise, found):
    assert named(given, "a", kind, otherwise) == found


@pytest.mark.parametrize("given, kind, otherwise", [
    ({}, int, None), ({"a": "5"}, int, 7), ({"a": 5}, str, "x"), ({"a": True}, int, None), ({"a": False}, int | float, 1),
    ({"a": 1}, bool, None), ({"a": None}, dict, None)])
def test_a_value_of_another_kind_is_refused(given, kind, otherwise):
    with pytest.raises(Refused, match="The message has no a that can be used"):
        named(given, "a", kind, otherwise)


def test_numbers_texts_and_flags_of_a_message():
    assert [number({"a": one}, "a", 2, 4) for one in (2, 3.9, 4)] == [2, 3, 4]
    for one in (1, 5):
        with pytest.raises(Refused, match="a is a number from 2 to 4"):
            number({"a": one}, "a", 2, 4)
    assert text({"a": "b"}, "a") == "b" and text({}, "a", "c") == "c"
    assert [flag({"a": one}, "a") for one in (True, 1, False, 0, None)] == [True, True, False, False, False]
    assert flag({}, "a") is False


# what scripts ask

def test_a_script_sees_the_picture_with_its_colours(page):
    page.ask("program", text=SHOWS, run=True)
    page.turns(60)
    screen = page.bridge.player.screen
    seen = page.ask("look")
    assert (seen["mode"], seen["shown"], seen["border"]) == (2, [0, 1], screen.border)
    assert seen["inks"] == screen.inks and len(seen["firsts"]) == len(seen["seconds"]) == 16
    assert (seen["firsts"][1], seen["seconds"][1], seen["firsts"][0]) == (20, 2, 1)
    assert page.ask("pens") == hashlib.sha256(b"".join(screen.pens())).hexdigest()
    assert page.ask("text")[0] == "seen" and page.ask("readable").splitlines()[0] == "seen"
    assert page.ask("printed").split() == ["Ready", "seen", "Ready"]


def test_a_script_presses_keys_and_hears_of_errors(page):
    keyboard = page.bridge.player.machine.keyboard
    page.ask("key", key=NUMBERS["A"], down=True)
    page.turns(2)
    assert down(keyboard, NUMBERS["A"])
    page.ask("key", key=NUMBERS["A"], down=False)
    page.turns(2)
    assert not down(keyboard, NUMBERS["A"])
    for key in (-1, 80):
        assert page.ask("key", key=key, down=True) == "key is a number from 0 to 79."
    assert page.ask("state")["error"] is None
    page.ask("program", text="10 ERROR 5\n", run=True)
    page.turns(20)
    assert page.ask("state")["error"] == [5, "Improper argument", 10]


@pytest.mark.parametrize("seconds", [0, 1e6])
def test_a_job_takes_no_time_up_to_a_million_seconds(page, seconds):
    assert page.ask("idle", seconds=seconds) is True


@pytest.mark.parametrize("seconds", [-0.1, 1000001, float("nan"), "1", True])
def test_a_job_for_no_time_is_refused(page, seconds):
    assert "seconds" in page.ask("run", seconds=seconds)


def test_a_job_ends_when_its_time_is_over(page):
    page.ask("program", text=LOOP, run=True)
    for do in "run", "idle":
        before = page.bridge.player.cpc.seconds
        assert page.ask(do, seconds=2.5) is False
        assert page.bridge.player.cpc.seconds - before == pytest.approx(2.5, abs=0.1)
    before = page.bridge.player.cpc.seconds
    page.ask("type", text="\xfc")
    assert page.ask("run", seconds=1) in (True, False)
    assert page.bridge.player.cpc.seconds - before == pytest.approx(1, abs=0.1)


def test_a_second_job_waits_for_the_first_and_a_reset_ends_it(page):
    page.ask("program", text=LOOP, run=True)
    page.bridge.take({"do": "run", "id": 1, "seconds": 1e6})
    page.bridge.take({"do": "idle", "id": 2})
    assert page.kinds("refused")[0] == {"id": 2, "sentence": "The machine is still at work on what was asked before."}
    page.turns(3)
    assert not page.kinds("answer")
    page.bridge.take({"do": "reset"})
    page.turns(3)
    assert page.kinds("answer") == [{"id": 1, "value": False}]
    page.told.clear()
    assert page.bridge.job is None and page.ask("idle", seconds=1) is True


def test_the_listing_is_shown_in_unicode(page):
    page.ask("type", text="10 PRINT \"\xa3\"\n")
    page.ask("idle")
    assert page.ask("listing") == '10 PRINT "£"\n'


# what the page shows

def test_the_keyboard_is_described(page):
    told = page.ask("keyboard")
    assert told["numbers"]["ESC"] == 66 and len(told["normal"]) == len(told["shifted"]) == 80
    key = told["numbers"]["2"]
    assert (chr(told["normal"][key]), chr(told["shifted"][key])) == ("2", '"')


def test_a_notice_without_an_asker(page):
    page.bridge.take({"do": "fly"})
    page.bridge.take({"do": "press", "key": 99})
    assert page.kinds("notice") == [{"about": "mistake", "text": "The machine does not know fly."},
                                    {"about": "mistake", "text": "key is a number from 0 to 79."}]
    page.bridge.take({"do": "text"})
    assert not page.kinds("answer") and not page.kinds("refused")


def test_a_mistake_of_ours_is_told_where_it_was_asked(page, monkeypatch, capsys):
    monkeypatch.setattr(page.bridge, "do_up", lambda given: 1 // 0)
    page.bridge.tools["gone"] = lambda given: Path("/nowhere/x").read_bytes()
    assert page.ask("up").startswith("This emulator has made a mistake at up: ZeroDivisionError")
    assert page.ask("gone") == "/nowhere/x: No such file or directory."
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_what_was_printed_is_told_once_and_its_end_only(page):
    said = len(page.kinds("said"))
    page.ask("type", text=f'PRINT STRING$(200,"a"):FOR i=1 TO {LONGEST_SAID // 100}:PRINT STRING$(150,"b"):NEXT:PRINT "end"\n')
    page.ask("idle")
    page.turns(3)
    told = page.kinds("said")[said:]
    assert len(told) == 1 and len(told[0]["text"]) == LONGEST_SAID and "a" not in told[0]["text"].replace("Ready", "")
    assert "end" in told[0]["text"] and "end" in told[0]["screen"]
    page.turns(10)
    assert len(page.kinds("said")) == said + 1


def test_a_picture_is_told_only_if_it_has_changed(page):
    page.ask("type", text="INK 14,1:INK 15,1\n")        # they flash
    page.ask("idle")
    page.turns(30)
    pictures, states = len(page.kinds("picture")), len(page.kinds("state"))
    page.turns(10)
    assert (len(page.kinds("picture")), len(page.kinds("state"))) == (pictures, states)
    for typed in "BORDER 5\n", "INK 1,7\n":
        page.ask("type", text=typed)
        page.ask("idle")
        page.turns(3)
    last = page.kinds("picture")[-1]
    assert (last["border"], last["inks"][1]) == (5, 7)


def test_after_a_reset_the_page_sees_and_hears_the_new_machine(page):
    page.ask("type", text='PRINT "long before"\n')
    page.ask("idle")
    page.turns(3)
    page.told.clear()
    page.ask("reset", model="6128")
    page.turns(5)
    assert page.kinds("picture") and not any("long" in said["text"] for said in page.kinds("said"))
    page.ask("type", text='PRINT "new"\n')
    page.ask("idle")
    page.turns(3)
    assert "new" in page.kinds("said")[-1]["text"].split() and "128K" in page.kinds("said")[-1]["screen"]
    assert page.kinds("state")[-1]["model"] == "6128"


@pytest.mark.parametrize("speed, seconds", [("2", 4), ("0.5", 1), ("real", 2), ("1", 2)])
def test_how_fast_it_goes(page, speed, seconds):
    page.ask("program", text=LOOP, run=True)
    page.turns(5)
    page.ask("speed", speed=speed)
    page.turns(2)
    before = page.bridge.player.cpc.seconds
    page.turns(100)
    assert page.bridge.player.cpc.seconds - before == pytest.approx(seconds, rel=0.1)


def test_a_pause_stands_still_and_is_silent(page):
    page.ask("program", text=LOOP, run=True)
    page.ask("listen", on=True)
    page.turns(5)
    page.ask("pause", on=True)
    before = page.bridge.player.cpc.seconds
    page.turns(20)
    assert page.bridge.player.cpc.seconds == before and page.bridge.player.samples.held and page.ask("state")["paused"] is True
    page.ask("pause", on=False)
    page.turns(20)
    assert page.bridge.player.cpc.seconds > before and not page.bridge.player.samples.held


def test_the_loudspeaker_is_fed_while_it_listens(page):
    page.ask("listen", on=True)
    assert page.kinds("state")[-1]["silent"] is True and page.bridge.samples(100) is None
    page.ask("program", text="10 SOUND 1,100,1000,7\n", run=True)
    page.turns(20)
    heard = page.bridge.samples(200)
    assert len(heard) == 800 and any(heard)
    page.turns(1)
    assert page.kinds("state")[-1]["silent"] is False
    page.ask("listen", on=False)
    page.turns(5)
    assert not page.bridge.player.samples.heard


def test_what_is_pasted_ends_with_enter_if_it_has_lines(page):
    page.ask("paste", text='10 PRINT 6\n20 PRINT 7')
    page.turns(300)
    assert page.ask("listing") == "10 PRINT 6\n20 PRINT 7\n"
    page.ask("paste", text="LIS")
    page.turns(60)
    assert page.ask("text")[page.ask("text").index("Ready") + 3:].count("LIS") == 1


# keys

@pytest.mark.parametrize("code, key", [
    ("ArrowUp", "UP"), ("Numpad7", "F7"), ("NumpadEnter", "ENTER"), ("NumpadDecimal", "F."), ("Delete", "CLR"), ("End", "COPY"),
    ("Escape", "ESC"), ("ShiftRight", "SHIFT"), ("ControlLeft", "CONTROL"), ("Enter", "RETURN")])
def test_keys_by_their_place(page, code, key):
    keyboard = page.bridge.player.machine.keyboard
    assert page.ask("down", code=code, key="Unidentified") is True
    page.turns(2)
    assert down(keyboard, NUMBERS[key])
    page.ask("up", code=code)
    page.turns(5)
    assert not down(keyboard, NUMBERS[key])


def test_a_key_by_its_meaning_where_its_place_is_unknown(page):
    keyboard = page.bridge.player.machine.keyboard
    assert page.ask("down", code="", key="ArrowUp") is True and down(keyboard, NUMBERS["UP"])
    assert page.ask("down", code="Numpad8", key="ArrowUp") is True and down(keyboard, NUMBERS["F8"])
    assert page.ask("down", code="NumpadSubtract", key="ArrowDown") is False


def test_alt_and_a_digit_is_a_function_key(page):
    keyboard = page.bridge.player.machine.keyboard
    assert page.ask("down", code="Digit3", key="3", alt=True) is True and down(keyboard, NUMBERS["F3"])
    assert not down(keyboard, NUMBERS["3"])
    assert page.ask("down", code="Digit8", key="[", alt=True, ctrl=True, altgraph=True) is True
    assert down(keyboard, NUMBERS["["]) and not down(keyboard, NUMBERS["F8"])


def test_insert_changes_between_inserting_and_overwriting(page):
    page.type("abc")
    page.ask("down", code="ArrowLeft", key="ArrowLeft")
    page.ask("up", code="ArrowLeft")
    assert page.ask("down", code="Insert", key="Insert") is True
    page.turns(5)
    page.type("xy")
    assert "abxy" in page.ask("text")


def test_letters_without_a_key(page):
    page.ask("letters", text="êz")
    page.turns(5)
    assert "ez" in page.ask("text")


@pytest.mark.parametrize("stick, direction, key", [
    (0, 0, 72), (0, 6, 78), (1, 0, 48), (1, 3, 51), (1, 5, 53)])
def test_sticks(page, stick, direction, key):
    keyboard = page.bridge.player.machine.keyboard
    for _ in range(2):                          # a gamepad tells again and again
        page.ask("stick", stick=stick, direction=direction, on=True)
    page.turns(2)
    assert down(keyboard, key)
    page.ask("stick", stick=stick, direction=direction, on=False)
    page.turns(5)
    assert not down(keyboard, key)
    assert "from 0 to 1" in page.ask("stick", stick=2, direction=0, on=True)
    assert "from 0 to 6" in page.ask("stick", stick=0, direction=7, on=True)


def test_keys_of_the_page_with_shift(page):
    for held in {"shift": True}, {"control": True}, {}:
        page.ask("press", key=NUMBERS["A"], down=True, place="finger", **held)
        page.turns(3)
        page.ask("press", key=NUMBERS["A"], down=False, place="finger")
        page.turns(5)
    page.ask("idle")
    assert any("A" in row and row.endswith("a") for row in page.ask("text"))


def test_no_key_stays_down_when_the_cursor_keys_become_the_joystick(page):
    keyboard = page.bridge.player.machine.keyboard
    page.ask("down", code="ArrowUp", key="ArrowUp")
    page.ask("joystick", on=True)
    page.turns(5)
    assert not down(keyboard, NUMBERS["UP"]) and page.kinds("state")[-1]["joystick"] is True
    page.ask("down", code="AltLeft", key="Alt", alt=True)
    page.turns(2)
    assert down(keyboard, NUMBERS["JOYFIRE1"])


# files

def test_files_go_to_the_drive_and_come_back(page, tmp_path):
    assert page.ask("file", name="../../DATA.TXT", data=b"1,2\n") == "DATA.TXT"
    assert page.ask("files") == ["disc/DATA.TXT"]
    page.ask("get", name="disc/DATA.TXT")
    assert page.kinds("file") == [{"name": "DATA.TXT", "data": b"1,2\n"}]
    for name in "disc/NONE", "other/DATA.TXT", "disc/", "DATA.TXT":
        assert page.ask("get", name=name) == "There is no such file."
    page.ask("program", data=blank(), name="x.dsk")
    assert page.ask("files") == ["disc/DATA.TXT", "images/x.dsk"]
    assert page.ask("file", name="a" * 80, data=b"") == "a" * 60


def test_what_is_gone_from_the_drive_is_told(page):
    page.ask("file", name="A.TXT", data=b"1")
    page.turns(60)
    assert [name for body in page.kinds("kept") for name, _ in body["files"]] == ["disc/A.TXT"]
    page.told.clear()
    (page.bridge.drive / "A.TXT").write_bytes(b"2")
    (page.bridge.drive / "half.$$$").write_bytes(b"2")
    page.turns(60)
    assert page.kinds("kept") == [{"files": [["disc/A.TXT", b"2"]], "gone": []}]
    (page.bridge.drive / "A.TXT").unlink()
    page.told.clear()
    page.turns(60)
    assert page.kinds("kept") == [{"files": [], "gone": ["disc/A.TXT"]}]


def test_a_program_that_cannot_be_kept_is_told(page, monkeypatch):
    def full(cpc):
        raise OSError(28, "No space left on device")
    monkeypatch.setattr(page.bridge.autosave, "keep", full)
    page.turns(60)
    assert "No space left on device" in page.kinds("notice")[-1]["text"]


def test_without_a_program_that_was_replaced_there_is_none_to_go_back_to(page):
    assert page.ask("back") is False


def test_a_program_on_a_cpc_switched_on_afresh(page):
    page.ask("type", text="a=5:MODE 2\n")
    page.ask("idle")
    assert page.ask("program", text=LOOP, afresh=True, run=True, model="664") is True
    page.turns(20)
    state = page.ask("state")
    assert (state["model"], state["mode"], state["idle"], state["unsaved"]) == ("664", 1, False, True)
    assert page.ask("program", text=" \n", afresh=True) is True
    assert page.ask("state")["lines"] == 0
    assert "no line" in page.ask("program", text=" \n")


@pytest.mark.parametrize("names, kind, found", [
    (["x.bas", "y.dsk", "z.cdt"], "disc", "y.dsk"), (["x.bas", "z.CDT", "w.sna"], "tape", "z.CDT"),
    (["x.txt", "in/y.bas"], "program", "y.bas"), (["x.txt", "y.md"], "program", "x.txt")])
def test_of_an_archive_a_disc_comes_before_a_tape_and_a_program(page, names, kind, found):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name in names:
            packed.writestr(name, blank() if name.endswith(".dsk") else b"10 REM\n")
    assert medium("all.zip", out.getvalue(), page.bridge.text_of)[:2] == (kind, found)


@pytest.mark.parametrize("name, data, kind", [
    ("x.bas", b"EXTENDED CPC DSK", "disc"), ("x", b"MV - CPCEMU", "disc"), ("x.SNA", b"", "snapshot"),
    ("x", b"MV - SNA", "snapshot"), ("x.WAV", b"", "tape"), ("x.tzx", b"", "tape"), ("x", b"", "program")])
def test_what_a_file_is(page, name, data, kind):
    assert medium(name, data, page.bridge.text_of) == (kind, name, data)


@pytest.mark.parametrize("language, sentence", [("en", "in drive A"), ("de", "Laufwerk A")])
def test_a_disc_that_is_put_in_is_told(page, language, sentence):
    page.ask("language", language=language)
    page.ask("program", data=blank(), name="x.dsk")
    page.turns(3)
    assert sentence in page.kinds("notice")[-1]["text"]
    page.ask("idle")
    assert any("Drive A" in row for row in page.ask("text"))


# what is taken out of the page

def test_nothing_is_taken_where_there_is_no_program(page):
    for kind in "bas", "dsk":
        assert "program" in page.ask("take", kind=kind) and not page.kinds("file")
    assert page.ask("take", kind="pdf") == "The page cannot make a pdf."


def test_a_program_is_taken_as_a_text_and_is_saved_then(page):
    page.ask("program", text=LOOP)
    assert page.ask("state")["unsaved"] is True
    page.ask("take", kind="bas", name="../my loop")
    assert page.kinds("file") == [{"name": "my loop.bas", "data": LOOP.encode()}]
    assert page.ask("state")["unsaved"] is False


@pytest.mark.parametrize("name, stem", [
    ("my loop-2 and more", b"MYLOOP2A"), ("naïve", b"NAVE"), ("..", b"PROGRAM"), ("", b"PROGRAM")])
def test_a_program_is_taken_on_a_disc(page, tmp_path, name, stem):
    page.ask("program", text=LOOP)
    page.ask("take", kind="dsk", name=name)
    told, = page.kinds("file")
    assert told["name"].endswith(".dsk")
    entry, = ImageVolume(Image(bytearray(told["data"]))).files()
    assert entry.name.stem.rstrip() == stem
    disc = tmp_path / "taken.dsk"
    disc.write_bytes(told["data"])
    cpc = CPC(disc=disc)
    cpc.type(f'LOAD"{stem.decode()}"\nLIST\n')
    assert cpc.run_until_idle(60)
    assert "20 GOTO 10" in cpc.screen.text()
    assert page.ask("state")["unsaved"] is False


def test_a_picture_is_taken(page):
    page.ask("take", kind="png")
    told, = page.kinds("file")
    assert told["name"] == "cpc-1.png" and told["data"].startswith(b"\x89PNG")
    assert not list(page.bridge.taking.folder.iterdir())


def test_a_moving_picture_is_taken(page):
    page.ask("take", kind="gif", on=False)
    page.turns(2)
    assert page.ask("state")["recording"] == []
    page.ask("take", kind="gif", on=True)
    page.ask("take", kind="gif", on=True)
    assert page.ask("state")["recording"] == ["gif"]
    page.type("a")
    page.ask("take", kind="gif", on=False)
    page.turns(100)
    told, = page.kinds("file")
    assert told["name"] == "cpc-1.gif" and told["data"].startswith(b"GIF8")
    assert page.ask("state")["recording"] == []


@pytest.mark.parametrize("heard", [False, True])
@pytest.mark.parametrize("reset", [False, True])
def test_sound_is_taken(page, heard, reset):
    page.ask("listen", on=heard)
    page.ask("program", text="10 SOUND 1,100,1000,7\n", run=True)
    page.ask("take", kind="wav", on=True)
    page.turns(50)
    assert page.ask("state")["recording"] == ["wav"]
    assert (page.bridge.samples(200) is not None) is heard
    page.ask("reset") if reset else page.ask("take", kind="wav", on=False)
    page.turns(2)
    told, = page.kinds("file")
    with wave.open(io.BytesIO(told["data"])) as sound:
        assert sound.getframerate() == SAMPLE_RATE and sound.getnframes() / SAMPLE_RATE == pytest.approx(1, abs=0.2)
        assert any(sound.readframes(SAMPLE_RATE))
    page.ask("program", text="10 SOUND 1,100,1000,7\n", run=True)
    page.turns(20)
    assert (page.bridge.samples(200) is not None) is heard
