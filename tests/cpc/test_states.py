"""States in files: what comes back is what was saved, whatever runs; a file that is damaged or newer is a sentence."""

import random
from pathlib import Path
from typing import Any

import pytest

from basic.records import record
from cpc import CPC
from cpc.disc import dsk
from cpc.disc.bdos import Buffer
from cpc.disc.volume import FileName
from cpc.player import plain_data, states
from cpc.player.plain_data import NotPlain, Unreadable, decoded, encoded
from cpc.player.player import Player
from cpc.player.states import StateFault, States
from cpc.texts import Texts
from tests.random_programs import program


@pytest.fixture
def kept(tmp_path: Path) -> States:
    return States(tmp_path / "states", Texts("en"))


def comparable(cpc: CPC) -> dict[str, Any]:
    """A state without what differs from machine to machine."""
    state = cpc.snapshot()
    executor = state["session"]["executor"]
    executor["functions"] = sorted(executor["functions"])
    executor["literals"] = set(executor["literals"].values())      # those that READ finds anew are other objects
    executor["literal_places"] = set(executor["literal_places"].values())
    executor["reached"] = set(executor["reached"])
    executor["reached_before"] = set(executor["reached_before"])
    state["machine"]["host_log"] = 0
    return state


@pytest.mark.parametrize("seed", range(12))
def test_a_program_goes_on_from_its_state(seed: int, kept: States, tmp_path: Path) -> None:
    chance = random.Random(seed)
    (tmp_path / "p.bas").write_bytes(program(seed))
    cpc = CPC(model=("464", "664", "6128")[seed % 3], drive=tmp_path)
    cpc.load(tmp_path / "p.bas")
    cpc.type("RUN\n")
    cpc.run(8 * chance.random())
    kept.save(1, cpc, "random")
    back = kept.bring_back(1)
    assert back.model == cpc.model and comparable(back) == comparable(cpc)
    for one in (cpc, back):
        one.run(2)
    assert comparable(back) == comparable(cpc)


def test_functions_strings_and_open_files_come_back(kept: States, tmp_path: Path) -> None:
    cpc = CPC(drive=tmp_path, model="6128")
    cpc.type('10 DEF FNd(x)=x*2:a$="from the program":b$=a$+"!":OPENOUT "list":PRINT #9,"one"\n'
             '20 INPUT n:PRINT FNd(n);b$;a$:PRINT #9,"two":CLOSEOUT\nRUN\n')
    cpc.run_until_idle()
    kept.save(3, cpc, "")
    back = kept.bring_back(3)
    back.type("21\n")
    back.run_until_idle()
    assert " 42 from the program!from the program" in back.screen.text()
    assert (tmp_path / "LIST").read_bytes().startswith(b"one\r\ntwo\r\n")


def test_a_disc_comes_back_but_its_file_is_left_alone(kept: States, tmp_path: Path) -> None:
    image = tmp_path / "work.dsk"
    image.write_bytes(dsk.blank())
    cpc = CPC(model="6128", disc=image)
    cpc.type('10 REM first\nSAVE "one"\n')
    cpc.run_until_idle()
    kept.save(1, cpc, "")
    cpc.type('SAVE "two"\n')
    cpc.run_until_idle()
    with_both = image.read_bytes()
    back = kept.bring_back(1)
    back.type('CAT\nSAVE "three"\nc')
    back.run_until_idle()
    assert "one" in "".join(back.screen.text()).lower() and image.read_bytes() == with_both
    again = States(kept.folder, Texts("en"))
    cpc.close()
    kept.save(2, cpc, "")
    assert again.bring_back(2).machine.drives.floppies[0].image is None


def test_what_a_slot_shows(kept: States) -> None:
    cpc = CPC()
    cpc.type("MODE 2:PRINT 1\n")
    cpc.run_until_idle()
    assert kept.kept(1) is None
    kept.save(1, cpc, "a title")
    seen = kept.kept(1)
    assert seen is not None and seen.title == "a title" and seen.inks == cpc.screen.inks
    assert seen.pens == b"".join(row[::2] for row in cpc.screen.pens()) and seen.when > 0
    kept.delete(1)
    assert kept.kept(1) is None
    with pytest.raises(StateFault, match="Slot 1 is empty."):
        kept.bring_back(1)


def test_a_damaged_or_newer_file_is_a_sentence(kept: States) -> None:
    cpc = CPC()
    kept.save(1, cpc, "")
    whole, chance = kept.path(1).read_bytes(), random.Random(1)
    head = len(states.MAGIC)
    for _ in range(300):
        data = bytearray(whole)
        at = chance.randrange(len(data))
        data[at] ^= 1 << chance.randrange(8)
        if at in (head, head + 1):
            continue
        kept.path(1).write_bytes(data[:chance.choice((len(data), at))] if at % 2 else data)
        for look in (kept.kept, kept.bring_back):
            with pytest.raises(StateFault, match="The state in slot 1 is (damaged|of an older)"):
                look(1)
    for version, word in ((states.VERSION + 1, "newer"), (0, "older")):
        kept.path(1).write_bytes(whole[:head] + version.to_bytes(2, "big") + whole[head + 2:])
        with pytest.raises(StateFault, match=f"of an? {word} version"):
            kept.bring_back(1)
    kept.path(1).write_bytes(b"")
    with pytest.raises(StateFault, match="damaged"):
        kept.kept(1)


def test_a_state_that_does_not_fit_changes_nothing(kept: States, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another version may keep its states otherwise, though it is forgotten to count VERSION up."""
    cpc = CPC()
    kept.save(1, cpc, "")
    monkeypatch.setattr(states, "_put_back", lambda *given: {}["as it was"])
    with pytest.raises(StateFault, match="older version"):
        kept.bring_back(1)


@pytest.mark.parametrize("part, value", [("ram", b"short"), ("clock", 5), ("display", None)])
def test_a_state_with_other_parts_is_a_sentence(kept: States, monkeypatch: pytest.MonkeyPatch, part: str,
                                                value: object) -> None:
    cpc = CPC()
    state = cpc.snapshot()
    state["machine"][part] = value
    monkeypatch.setattr(cpc, "snapshot", lambda: state)
    kept.save(1, cpc, "")
    with pytest.raises(StateFault, match="older version"):
        kept.bring_back(1)


def test_a_slot_that_cannot_be_written_keeps_what_it_has(kept: States, monkeypatch: pytest.MonkeyPatch) -> None:
    cpc = CPC()
    kept.save(1, cpc, "first")

    def full(*given: object) -> None:
        raise OSError(28, "No space left on device", "somewhere")
    monkeypatch.setattr(states, "save_file", full)
    with pytest.raises(StateFault, match="cannot be written: somewhere: No space left on device."):
        kept.save(1, cpc, "second")
    seen = kept.kept(1)
    assert seen is not None and seen.title == "first"


def test_a_player_says_what_it_does(tmp_path: Path) -> None:
    player = Player(CPC(), CPC, lambda: 0.0, states=tmp_path, language="de")
    assert player.slots is not None
    player.cpc.type("10 REM ** Probe **\n20 GOTO 20\nRUN\n")
    player.cpc.run(1)
    before = player.cpc
    assert player.slots.save(2) and not player.slots.bring_back(3)
    assert player.slots.bring_back(2) and player.cpc is not before
    player.slots.delete(2)
    assert [one.text for one in player.take_notices()] == [
        "Der Zustand ist in Fach 2.", "Fach 3 ist leer.", "Der Zustand aus Fach 2 ist wieder da.", "Fach 2 ist jetzt leer."]
    player.cpc.run(1)
    assert player.cpc.session.executor.runner.waiting is None       # it still goes round
    player.reset()
    assert player.cpc.seconds < 5 and not player.cpc.session.program.lines


@record
class Ours:
    one: int


@pytest.mark.parametrize("value", [
    1, -3, 1.5, -0.0, 1e38, None, True, "ä", b"\x00\xff", bytearray(b"12"), [1, (2, [b"x"])],
    {(1, "a"): {2}, None: frozenset()},
    Path("a") / "b", FileName(0, b"NAME", b"BAS"), Buffer(1, 2, 3, b"x", True),
])
def test_plain_data_comes_back_as_it_was(value: object) -> None:
    back = decoded(encoded(value))
    assert back == value and type(back) is type(value) and str(back) == str(value)


def test_the_same_bytes_are_the_same_again() -> None:
    text = bytes(range(20))
    one, two, other = decoded(encoded([text, text, bytes(bytearray(text))]))
    assert one is two and one == other and one is not other


@pytest.mark.parametrize("value", [object(), print, Ours(1), open, {1: lambda: 0}, float("inf")])
def test_what_is_not_plain_is_refused(value: object) -> None:
    with pytest.raises((NotPlain, ValueError)):
        encoded(value)


@pytest.mark.parametrize("data", [
    b"", b"[]", b"{", b'[[], ["r", "os:system", [], 1]]', b'[[], ["n", "cpc.api:CPC", 1]]',
    b'[[], ["r", "cpc.host_files:save_file", []]]',
    b'[[], ["b", 4]]', b'[[], ["?"]]', b'[[], ["r", "cpc.sound.queues:Sound", ["other"], 1]]', b'[[], ["d", ["l"], 1]]',
    b"[[]," + 5000 * b'["l",' + b"1" + 5000 * b"]" + b"]",
])
def test_a_file_made_by_hand_makes_nothing_else(data: bytes) -> None:
    assert plain_data.PROJECT == ("basic.", "cpc.")
    with pytest.raises(Unreadable):
        decoded(data)
