"""The bridge without a browser: messages in, messages out."""

import io
import zipfile

import pytest

from cpc import CPC
from cpc.disc.dsk import blank
from cpc.keys.keymap import NUMBERS
from cpc.player.pacing import FRAME
from cpc.sna.form import HEADER
from cpc.sna.load import DRIVES_AT, DRIVES_CALL
from cpc.web.bridge import Bridge

LOOP = "10 n=n+1\n20 GOTO 10\n"


def down(keyboard, number):
    return keyboard.pressed(number) >= 0


class Page:
    """The other end: a clock that goes on by itself, and what was told."""

    def __init__(self, folder, **options):
        self.now = 0.0
        self.told = []
        self.bridge = Bridge(lambda what, body: self.told.append((what, body)), folder, self.clock, options)

    def clock(self):
        self.now += 0.0005
        return self.now

    def turns(self, count):
        """So many fiftieths of a second."""
        end = self.now + count * FRAME
        while self.now < end:
            wait = self.bridge.turn()
            self.now += wait

    def ask(self, do, **fields):
        """The answer; a str with the sentence where it is refused."""
        self.bridge.take({"do": do, "id": 7, **fields})
        for _ in range(3000):
            answers = [body for what, body in self.told if what in ("answer", "refused")]
            if answers:
                self.told = [one for one in self.told if one[0] not in ("answer", "refused")]
                return answers[-1].get("value", answers[-1].get("sentence"))
            wait = self.bridge.turn()
            self.now += wait
        raise AssertionError("there is no answer")

    def kinds(self, kind):
        return [body for what, body in self.told if what == kind]

    def type(self, keys):
        """By keys, as fingers do."""
        for one in keys:
            code = "Enter" if one == "\n" else f"Key{one}"
            self.bridge.take({"do": "down", "code": code, "key": "Enter" if one == "\n" else one, "shift": one.isupper()})
            self.turns(4)
            self.bridge.take({"do": "up", "code": code})
            self.turns(3)


def begun(folder) -> Page:
    made = Page(folder)
    made.bridge.begin({})
    made.turns(3)
    return made


@pytest.fixture
def page(tmp_path):
    return begun(tmp_path)


def test_the_page_is_told_what_it_needs_to_show_a_cpc(page):
    assert len(page.kinds("palette")[0]["colours"]) == 27
    picture, = page.kinds("picture")
    assert len(picture["pixels"]) == 320 * 200 and picture["width"] == 320 and picture["inks"][:2] == [1, 24]
    assert page.kinds("state")[-1]["idle"] is True


def test_what_is_typed_by_keys_arrives(page):
    page.type("PRINT 1\n")
    page.turns(20)
    assert page.ask("text")[9:11] == ["PRINT 1", " 1"]
    assert page.kinds("said")[-1]["text"].strip() == "1 \nReady"


@pytest.mark.parametrize("pressed, code", [
    ({"code": "KeyQ", "key": "@", "ctrl": True, "alt": True, "altgraph": True}, b"@"),
    ({"code": "KeyZ", "key": "y"}, b"y"),
    ({"code": "Minus", "key": "ß"}, b"ss"),
    ({"code": "Digit2", "key": '"', "shift": True}, b'"'),
    ({"code": "Numpad4", "key": "4"}, b"4"),
    ({"code": "Backspace", "key": "Backspace"}, b"\x7f"),
    ({"code": "KeyC", "key": "c", "ctrl": True}, b"\x03"),
    ({"code": "", "key": "é"}, b"e"),
])
def test_keys_go_by_what_they_mean_in_the_hosts_layout(page, pressed, code):
    page.ask("program", text="10 a$=INKEY$:IF a$<>\"\" THEN b$=b$+a$\n20 GOTO 10\n", run=True)
    page.turns(30)
    assert page.ask("down", **pressed) is True
    page.turns(5)
    page.bridge.take({"do": "up", "code": pressed["code"]})
    page.turns(10)
    assert page.bridge.player.cpc.variables["b$"] == code.decode("latin-1")


def test_keys_of_the_browser_are_left_to_it(page):
    assert page.ask("down", code="F5", key="F5") is False
    assert page.ask("down", code="AltLeft", key="Alt", alt=True) is False


def test_the_cursor_keys_can_be_the_joystick(page):
    keyboard = page.bridge.player.machine.keyboard
    page.ask("joystick", on=True)
    page.ask("down", code="ArrowLeft", key="ArrowLeft")
    page.turns(2)
    assert down(keyboard, NUMBERS["JOYLEFT"]) and not down(keyboard, NUMBERS["LEFT"])


def test_a_key_on_the_page_and_a_stick(page):
    keyboard = page.bridge.player.machine.keyboard
    page.ask("press", key=NUMBERS["SHIFT"], down=True, place="shift")
    page.ask("stick", stick=0, direction=4, on=True)
    page.turns(2)
    assert down(keyboard, NUMBERS["SHIFT"]) and down(keyboard, NUMBERS["JOYFIRE2"])
    page.ask("press", key=NUMBERS["SHIFT"], down=False, place="shift")
    page.ask("release")
    page.turns(10)
    assert not down(keyboard, NUMBERS["SHIFT"]) and not down(keyboard, NUMBERS["JOYFIRE2"])


def test_escape_stops_a_loop_and_what_is_being_typed(page):
    page.ask("program", text=LOOP, run=True)
    page.turns(20)
    assert page.ask("state")["idle"] is False
    page.ask("escape")
    page.turns(5)
    assert page.ask("state")["idle"] is True
    page.ask("paste", text="REM x\n" * 100)
    page.turns(1)
    assert page.kinds("state")[-1]["typing"] is not None
    page.ask("escape")
    page.turns(5)
    assert page.kinds("state")[-1]["typing"] is None


def test_nobody_watches_while_a_script_runs_the_machine(page, monkeypatch):
    page.ask("program", text=LOOP, run=True)
    session, watching = page.bridge.player.cpc.session, []
    real_time, run = session.executor.real_time, session.run
    monkeypatch.setattr(session, "run", lambda us: watching.append(real_time.watching) or run(us))
    page.ask("run", seconds=10)
    assert watching and not any(watching)
    watching.clear()
    page.turns(3)
    assert watching and all(watching)


def test_a_script_gets_what_the_machine_does(page):
    assert page.ask("program", text="10 PRINT 6*7\n", afresh=True, model="6128") is True
    assert page.ask("type", text="RUN\n") is None
    assert page.ask("idle", seconds=5) is True
    assert page.ask("text")[9] == "RUN" and page.ask("text")[10] == " 42"
    assert page.ask("printed").strip().startswith("42")
    page.ask("type", text="10 GOTO 10\nRUN\n")
    before = page.ask("state")["seconds"]
    assert page.ask("idle", seconds=3) is False
    assert page.ask("state")["seconds"] - before == pytest.approx(3, abs=0.2)


@pytest.mark.parametrize("message, sentence", [
    ({"do": "fly"}, "does not know fly"), ({"do": 5}, "no do"), ({"do": "press", "key": 80}, "from 0 to 79"),
    ({"do": "press", "key": "x"}, "no key"), ({"do": "type", "text": "€"}, "Latin-1"),
    ({"do": "speed", "speed": "fast"}, "A speed is"),
    ({"do": "reset", "model": "9000"}, "model is 464 or 664 or 6128"), ({"do": "idle", "seconds": -1}, "from 0"),
    ({"do": "program", "text": "no listing"}, "Direct command found"), ({"do": "program", "data": b"\x00" * 200}, ""),
    ({"do": "paste", "text": "€"}, "nothing in it that can be typed"), ({"do": "program", "name": "../../x", "text": ""}, ""),
])
def test_what_makes_no_sense_gets_a_sentence(page, message, sentence):
    page.bridge.take({**message, "id": 1})
    refused = page.kinds("refused")[0]["sentence"]
    assert sentence in refused and refused.strip() and "Error(" not in refused
    page.turns(3)
    assert page.ask("state")["idle"] is True


def test_an_unsaved_program_is_told_to_the_page_and_comes_back(page, tmp_path):
    page.ask("program", text=LOOP)
    page.turns(60)
    kept = {name: data for body in page.kinds("kept") for name, data in body["files"]}
    assert list(kept) == ["kept/unsaved.bas"]
    again = Page(tmp_path / "another")
    again.bridge.begin(kept)
    again.turns(2)
    assert again.ask("listing") == LOOP
    assert "is back: 2 lines" in again.kinds("notice")[0]["text"]


@pytest.mark.parametrize("run, told", [(False, "loop.bas is loaded: RUN starts it."), (True, "loop.bas is loaded and runs.")])
def test_what_is_loaded_is_told(page, run, told):
    page.ask("program", name="loop.bas", text=LOOP, run=run)
    page.turns(20)
    assert page.kinds("notice")[-1]["text"] == told and page.ask("state")["idle"] is not run



def test_notices_are_in_the_language_of_the_page(page, tmp_path):
    page.ask("language", language="de")
    page.ask("program", text=LOOP, name="loop.bas")
    page.turns(60)
    assert page.kinds("notice")[-1]["text"].startswith("loop.bas ist geladen")
    kept = {name: data for body in page.kinds("kept") for name, data in body["files"]}
    again = Page(tmp_path / "another")
    again.ask("language", language="de")
    again.bridge.begin(kept)
    again.turns(2)
    assert again.kinds("notice")[0]["text"].endswith("wieder da: 2 Zeilen.")


def test_files_on_the_drive_are_told_to_the_page_and_come_back(page, tmp_path):
    page.ask("type", text='10 REM here\nSAVE "prog"\n')
    assert page.ask("idle", seconds=30) is True
    page.turns(60)
    kept = {name: data for body in page.kinds("kept") for name, data in body["files"] if name.startswith("disc/")}
    name, = kept
    again = Page(tmp_path / "another")
    again.bridge.begin(kept)
    again.ask("type", text='LOAD "prog"\n')
    assert again.ask("idle", seconds=30) is True
    assert again.ask("listing") == "10 REM here\n"
    again.ask("type", text=f'|ERA,"{name[5:]}"\n')


@pytest.mark.parametrize("name", ["disc/../../x.bas", "etc/passwd", "kept/", "disc", "/disc/x", "kept/../x"])
def test_names_that_lead_elsewhere_are_passed_over(tmp_path, name):
    page = Page(tmp_path / "here")
    page.bridge.begin({name: b"10 REM\n"})
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_a_program_that_takes_anothers_place_sets_it_aside(page):
    page.ask("program", text=LOOP)
    page.ask("program", text="10 PRINT\n")
    page.turns(1)
    assert any("replaced.bas" in body["text"] for body in page.kinds("notice"))
    assert page.ask("back") is True
    assert page.ask("listing") == LOOP


def test_a_mistake_of_the_emulator_ends_neither_machine_nor_page(page, monkeypatch):
    page.ask("program", text=LOOP)
    monkeypatch.setattr(page.bridge.player, "frame", lambda end: 1 // 0)
    page.turns(1)
    monkeypatch.undo()
    assert "has made a mistake" in page.kinds("notice")[-1]["text"]
    page.turns(5)
    assert page.ask("listing") == LOOP


def test_discs_and_tapes_are_put_in(page, tmp_path):
    disc, tape = tmp_path / "x.dsk", tmp_path / "x.cdt"
    disc.write_bytes(blank())
    assert page.ask("program", data=disc.read_bytes(), name="x.dsk") is True
    assert page.ask("idle", seconds=60) is True
    assert any("Drive A" in row for row in page.ask("text"))
    page.ask("type", text='10 REM on disc\nSAVE "here"\n')
    assert page.ask("idle", seconds=60) is True
    page.turns(60)
    images = [data for body in page.kinds("kept") for name, data in body["files"] if name == "images/x.dsk"]
    assert b"HERE    BAS" in images[-1]
    cpc = CPC(tape=tape)
    cpc.type('10 REM on tape\nSAVE "!here"\n')
    assert cpc.run_until_idle(600)
    assert page.ask("program", data=tape.read_bytes(), name="x.cdt") is True
    page.ask("type", text='LOAD "!here"\n')
    assert page.ask("idle", seconds=600) is True
    assert page.ask("listing") == "10 REM on tape\n"
    assert page.ask("state")["medium"] == "x.cdt"
    page.ask("eject")
    assert page.ask("state")["medium"] == ""


@pytest.fixture(params=[("464", False), ("6128", True)], ids=["464", "6128 with drives"])
def snapshot(request, tmp_path):
    """Of a program that runs: model, drives, file."""
    model, drives = request.param
    cpc = CPC(model=model)
    cpc.type("10 MODE 2:n=41\n20 m=m+1:GOTO 20\nRUN\n")
    cpc.run(2)
    cpc.save_sna(tmp_path / "saved.sna")
    data = bytearray((tmp_path / "saved.sna").read_bytes())
    if drives:
        data[HEADER + DRIVES_AT] = DRIVES_CALL
    return model, drives, bytes(data)


def test_a_snapshot_goes_on_in_a_cpc_of_its_model(page, snapshot):
    model, drives, data = snapshot
    page.ask("program", text=LOOP)
    assert page.ask("reset", model="6128" if model == "464" else "464") is None
    assert page.ask("program", data=data, name="x.sna", run=True) is True
    page.turns(10)
    assert any(body["text"].startswith("x.sna goes on.") for body in page.kinds("notice"))
    state = page.ask("state")
    assert (state["model"], state["mode"], state["idle"]) == (model, 2, False)
    assert page.bridge.player.machine.drives.present is drives
    page.bridge.take({"do": "escape"})
    page.turns(20)
    assert page.ask("idle", seconds=60) is True
    page.ask("type", text="PRINT n+1\n")
    assert page.ask("idle", seconds=60) is True
    assert any(row.strip() == "42" for row in page.ask("text"))
    assert "20 m=m+1:GOTO 20" in page.ask("listing")
    page.ask("reset")
    assert page.bridge.player.machine.drives.present is False


def test_a_snapshot_comes_out_of_an_archive(page, snapshot):
    assert page.ask("program", data=archive(read_me=b"x", there_sna=snapshot[2]), name="x.zip") is True
    assert "20 m=m+1:GOTO 20" in page.ask("listing")


def archive(**files):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        for name, data in files.items():
            packed.writestr(name.replace("_", "."), data)
    return out.getvalue()


def test_an_archive_is_opened(page):
    assert page.ask("program", data=archive(read_me=b"x", loop_bas=LOOP.encode()), name="x.zip") is True
    assert page.ask("listing") == LOOP
    assert "no disc, no tape, no snapshot and no program" in page.ask("program", data=archive(read_me=b"x"), name="x.zip")


@pytest.mark.parametrize("name, data", [
    ("x.dsk", b"MV - CPC" + bytes(100)), ("x.cdt", b"not a tape"), ("x.zip", b"PK\x03\x04" + bytes(50)), ("x.wav", b"RIFF"),
    ("x.sna", b"not a snapshot"), ("x.sna", b"MV - SNA" + bytes(1000))])
def test_damaged_media_change_nothing(page, name, data):
    page.ask("program", text=LOOP)
    refused = page.ask("program", data=data, name=name)
    assert isinstance(refused, str) and refused.startswith(name) and "Error(" not in refused
    assert page.ask("listing") == LOOP and page.ask("state")["medium"] == ""
