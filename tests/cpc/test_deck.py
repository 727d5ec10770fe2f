"""The tape deck: what LOAD, SAVE, CAT and OPENIN show and do, as the real machine did it."""

import zipfile

import pytest

from cpc import CPC
from cpc.commands.cli import main
from cpc.tape import cassette, cdt
from cpc.tape.blocks import blocks_of
from tests import tape_sessions
from tests.tape_sessions import ALL, FILES, PROGRAM

SCREENS = tape_sessions.screens()


def tape_with(folder, files, name="tape.cdt"):
    path = folder / name
    path.write_bytes(cassette.as_cdt([block for file in files for block in blocks_of(*file)], 1))
    return path


def type_in_turn(cpc, *texts):
    """Each text when the machine waits for it, as the tape's question drops what was typed ahead."""
    for text in texts:
        cpc.type(text)
        assert cpc.run_until_idle()


@pytest.mark.parametrize("session", SCREENS)
def test_the_screen_is_the_real_ones(session, tmp_path):
    model, _, name = session.partition(" ")
    rows = list(tape_sessions.ours(model, name, tmp_path).screen.text())
    assert rows == SCREENS[session] + [""] * (25 - len(SCREENS[session]))


def test_what_is_saved_is_loaded_again(tmp_path):
    tape = tmp_path / "new.cdt"
    cpc = CPC(tape=tape)
    type_in_turn(cpc, '10 PRINT "kept"\nSAVE "one"\n', ' SAVE "two",P\n', ' SAVE "three",A\n',
                 ' MEMORY 29999:POKE 30000,77\nSAVE "b",B,30000,10,30001\n', " ")
    found = cassette.files(cassette.read(tape.read_bytes()))
    assert [(file.name, file.kind, file.address, file.entry) for file in found] == [
        (b"ONE", 0, 368, 0), (b"TWO", 1, 368, 0), (b"THREE", 0x16, 41856, 0), (b"B", 2, 30000, 30001)]
    type_in_turn(cpc, 'POKE 30000,0\nLOAD "b"\n', ' ?PEEK(30000)\nNEW\nLOAD "three"\n', " ", "LIST\n", 'RUN "two"\n', " ")
    assert b" 77 \r\n" in cpc.printed and cpc.printed.endswith(b'10 PRINT "kept"\r\nReady\r\n\r\nkept\r\nReady\r\n')


def test_the_tape_takes_its_time(tmp_path):
    tape = tape_with(tmp_path, FILES[:1])
    cpc = CPC(tape=tape)
    before = cpc.seconds
    type_in_turn(cpc, 'LOAD ""\n', " ")
    assert 6 < cpc.seconds - before < 8


def test_a_machine_that_waits_for_the_tape_goes_back_and_on(tmp_path):
    cpc = CPC(tape=tape_with(tmp_path, FILES))
    type_in_turn(cpc, 'LOAD "lower"\n')
    cpc.type(" ")
    cpc.run(5)
    half = cpc.snapshot()
    assert cpc.run_until_idle()
    end, seconds = cpc.screen.text(), cpc.seconds
    cpc.restore(half)
    assert cpc.run_until_idle() and (cpc.screen.text(), cpc.seconds) == (end, seconds)
    cpc.type("LIST\n")
    cpc.run_until_idle()
    assert b'20 PRINT "there"' in cpc.printed


def test_a_file_that_is_not_there_is_waited_for_until_escape(tmp_path):
    cpc = CPC(tape=tape_with(tmp_path, FILES[:1]), model="6128")
    type_in_turn(cpc, '10 ON ERROR GOTO 30\n20 LOAD "xx"\n30 PRINT "error";ERR:END\nRUN\n', " ")
    assert not cpc.printed.endswith(b"Ready\r\n")
    cpc.type(b"\xfc")
    assert cpc.run_until_idle() and cpc.printed.endswith(b"error 32 \r\nReady\r\n")


def test_tape_and_disc_are_chosen(tmp_path):
    (tmp_path / "disc.bas").write_text('10 PRINT "from the disc"\n')
    cpc = CPC(drive=tmp_path, amsdos=True, tape=tape_with(tmp_path, FILES[:1]))
    type_in_turn(cpc, 'RUN "disc"\n|TAPE\nRUN ""\n', ' |DISC\nRUN "disc"\n|TAPE.IN\nRUN ""\n', ' |DISC.IN\nRUN "disc"\n')
    assert [row for row in cpc.printed.split(b"\r\n") if row in (b"from the disc", b"hello")] == [
        b"from the disc", b"hello", b"from the disc", b"hello", b"from the disc"]
    cpc.eject_tape()
    cpc.type('|TAPE\nRUN "disc"\n')                     # measured: it asks for PLAY, whether a tape is in or not
    assert cpc.run_until_idle() and cpc.screen.text()[-1] != "Ready"
    assert cpc.printed.endswith(b"Ready\r\n\r\n")


def test_a_sound_is_only_read(tmp_path):
    sound = tmp_path / "tape.wav"
    sound.write_bytes(cassette.as_wav(ALL[:1], 1))
    kept = sound.read_bytes()
    cpc = CPC(tape=sound)
    type_in_turn(cpc, 'RUN ""\n', ' SAVE "x"\n', " ")
    assert "The tape cannot be recorded on" in cpc.screen.text() and sound.read_bytes() == kept


@pytest.mark.parametrize("model", ["464", "6128"])
def test_what_was_typed_ahead_is_no_answer(model, tmp_path):
    cpc = CPC(tape=tape_with(tmp_path, FILES[:1]), model=model)
    type_in_turn(cpc, 'LOAD ""\n PRINT 1\n')
    assert cpc.screen.text()[-1] == "" and "Press PLAY then any key:" in cpc.screen.text()
    type_in_turn(cpc, " ")
    assert "Loading ONE block 1" in " ".join(cpc.screen.text()) and b" 1 " not in cpc.printed


def test_what_is_no_tape_is_refused(tmp_path):
    for name, data in (("a.cdt", b"no"), ("b.wav", b"RIFFxxxxWAVE"), ("c.cdt", cdt.SIGNATURE + cdt.VERSION + b"\x19\0\0\0\0")):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(ValueError, match=r"\.$"):
            CPC(tape=tmp_path / name)


def test_a_tape_is_run_from_the_shell(tmp_path, capsys):
    tape = tape_with(tmp_path, [(b"GAME", 0, 368, 0, PROGRAM)], "game.cdt")
    assert main(["run", str(tape), "--headless"]) == 0
    assert capsys.readouterr().out == "hello\nthere\n"
    assert main(["run", str(tape), "--headless", "--model", "664"]) == 0
    assert capsys.readouterr().out .endswith("hello\nthere\n")
    (tmp_path / "bad.cdt").write_bytes(cdt.SIGNATURE + cdt.VERSION + b"\x10\0")
    assert main(["run", str(tmp_path / "bad.cdt"), "--headless"]) == 2
    assert capsys.readouterr().err == f"cpc: {tmp_path / 'bad.cdt'}: The tape file ends in the middle of a block.\n"
    assert main(["run", "--tape", str(tmp_path / "none.wav"), "--headless"]) == 2


def test_tapes_and_snapshots_in_archives(tmp_path, capsys):
    tape = tape_with(tmp_path, [(b"GAME", 0, 368, 0, PROGRAM)], "game.cdt")
    cpc = CPC(model="6128")
    cpc.type('10 PRINT "from the snapshot"\nRUN\n')
    cpc.run(0.02)
    cpc.save_sna(tmp_path / "state.sna")
    for member in (tape, tmp_path / "state.sna"):
        with zipfile.ZipFile(tmp_path / f"{member.stem}.zip", "w") as archive:
            archive.write(member, member.name)
            archive.writestr("readme.txt", "read me")
    assert main(["run", str(tmp_path / "game.zip"), "--headless"]) == 0
    assert capsys.readouterr().out == "hello\nthere\n"
    assert main(["run", str(tmp_path / "state.zip:STATE.SNA"), "--headless", "--text"]) == 0
    assert "from the snapshot" in capsys.readouterr().out


def test_a_664_has_its_drives():
    cpc = CPC(model="664", brand="amstrad")
    cpc.type("PRINT HIMEM;FRE(0)\nCAT\n")
    assert cpc.run_until_idle()
    assert cpc.printed == (b"\r\n 42619  42249 \r\nReady\r\n\r\n\r\nDrive A: disc missing\r\n\r\nRetry, Ignore or Cancel? ")


@pytest.mark.parametrize("model", ["464", "6128"])
def test_a_machine_without_drives_asks_for_its_tape_where_the_folder_lacks_a_file(model, tmp_path):
    (tmp_path / "HERE.BAS").write_text("10 PRINT 5\n")
    cpc = CPC(model=model, drive=tmp_path)
    cpc.type('RUN"here\n')
    assert cpc.run_until_idle(10) and b" 5 " in cpc.printed
    cpc.type('LOAD "gone"\n')
    assert cpc.run_until_idle(10)
    assert "Press PLAY then any key:" in cpc.screen.text()
    assert [notice.split()[0] for notice in cpc.session.notices] == ["gone"]
    cpc.type("\xfc")
    assert cpc.run_until_idle(10)
    cpc.type('RUN"here\n')
    assert cpc.run_until_idle(10) and cpc.printed.count(b" 5 ") == 2


def test_a_machine_with_drives_says_that_the_file_is_not_there(tmp_path):
    cpc = CPC(amsdos=True)
    cpc.type('LOAD "gone"\n')
    assert cpc.run_until_idle(10)
    assert "Press PLAY" not in " ".join(cpc.screen.text())
    assert not cpc.session.notices


def test_nothing_flashes_while_the_machine_looks_for_a_file_that_is_not_on_its_tape(tmp_path):
    cpc = CPC(drive=tmp_path)
    cpc.type('INK 1,1,2:LOAD "gone"\n')
    assert cpc.run_until_idle(10)

    def colours(seconds):
        seen = set()
        for _ in range(round(seconds / 0.1)):
            cpc.run(0.1)
            seen.add(cpc.screen.inks[1])
        return seen
    assert colours(1) == {1, 2}
    cpc.type(" ")
    cpc.run(3)
    assert len(colours(2)) == 1
    cpc.key(66, True)
    cpc.run(0.2)
    cpc.key(66, False)
    assert colours(1) == {1, 2} and "Ready" in cpc.screen.text()


# seconds from the answer to Ready on the machines, which look at their keys but not while they record
SAVED = {'"A",B,&4000,10': 19.20, '"A",B,&4000,2048': 29.71, '"A",B,&4000,2049': 41.16, '"!A",B,&4000,5000': 67.35}


@pytest.mark.parametrize("what", SAVED)
def test_a_save_takes_as_long_as_on_the_machine(tmp_path, what):
    cpc = CPC(tape=tmp_path / "new.cdt")
    cpc.type(f"SAVE{what}\n")
    cpc.run(0.3)
    begun = cpc.seconds
    if "!" not in what:
        cpc.type(" ")
    assert cpc.run_until_idle(100)
    assert cpc.seconds - begun == pytest.approx(SAVED[what], abs=0.15)


@pytest.mark.parametrize(("at", "heard"), [(2, True), (6.56, True), (6.58, False), (9, False), (15.3, False), (15.32, True),
                                           (17, True)])
def test_keys_are_heard_while_no_block_is_recorded(tmp_path, at, heard):
    cpc = CPC(tape=tmp_path / "new.cdt")
    cpc.type('SAVE"!A",B,&4000,10\n')
    cpc.run(at)
    cpc.key(69, True)
    cpc.run(0.1)
    cpc.key(69, False)
    assert cpc.run_until_idle(30)
    assert (cpc.screen.text()[-1] == "a" or "a" in cpc.screen.text()) is heard
