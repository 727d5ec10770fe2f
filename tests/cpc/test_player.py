"""The player, with a face that shows the text screen in a file, in a time made up."""

import ast
import textwrap
from pathlib import Path

import pytest

from basic.debug.debugger import Debugger
from cpc import CPC
from cpc.player.autosave import Autosave
from cpc.player.pacing import FRAME
from cpc.player.player import Notice, Player
from tests.places import REPO

EACH = 1.0                      # seconds between two looks at the screen


class FileFace:
    """A whole face: it writes the text on the screen to a file each second, below it the last notice, and types."""

    def __init__(self, player: Player, path: Path) -> None:
        self.player, self.path = player, path
        self.notice, self.written_at = "", 0.0

    def frame(self, now: float) -> None:
        self.player.frame()
        for notice in self.player.take_notices():
            self.notice = notice.text
        if now - self.written_at >= EACH:
            self.written_at = now
            self.path.write_text(f"{self.player.text()}\n{self.notice}\n", encoding="utf-8")


class Wall:
    """A wall clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def wall() -> Wall:
    return Wall()


def run(player: Player, wall: Wall, seconds: float) -> None:
    end = wall.now + seconds
    while wall.now < end:
        player.frame()
        wall.now += FRAME


def test_it_runs_where_there_is_no_clock_no_thread_and_no_window() -> None:
    imported = set()
    for path in (REPO / "cpc" / "player").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                imported.add(str(node.module).partition(".")[0])
            elif isinstance(node, ast.Import):
                imported |= {name.name.partition(".")[0] for name in node.names}
    assert not imported & {"time", "datetime", "threading", "asyncio", "subprocess", "pygame", "curses"}


def test_a_face_in_a_few_lines(tmp_path: Path, wall: Wall) -> None:
    player = Player(CPC(), CPC, wall)
    face = FileFace(player, tmp_path / "screen.txt")
    shown = []
    for frame in range(250):
        if frame == 60:
            player.paste("CLS:PRINT 1/3\n")
        if frame == 120:
            player.keys.text("ü")
        face.frame(wall.now)
        if face.path.exists() and face.written_at == wall.now:
            shown.append(face.path.read_text(encoding="utf-8"))
        wall.now += FRAME
    assert len(shown) == 4
    assert "BASIC 1.0" in shown[0] and shown[1].startswith(" 0.333333333\nReady\n")
    assert "\nue" in shown[-1] and shown[-1].endswith("The CPC has no umlauts: “ü” is typed as “ue”.\n")


def test_the_face_of_the_docs(tmp_path: Path, wall: Wall, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (REPO / "docs" / "ARCHITECTURE.md").read_text(encoding="utf-8")
    face = page[page.index("      import time\n"):page.index("  `player.keys` takes characters")]

    def sleep(seconds: float) -> None:
        wall.now += seconds
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("time.monotonic", wall)
    monkeypatch.setattr("time.sleep", sleep)
    exec(textwrap.dedent(face), {})
    rows = (tmp_path / "screen.txt").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 25 and 4 < wall.now < 6 and all(int(row) > 600 for row in rows[:24])


def test_a_second_on_the_wall_is_one_on_the_machine(wall: Wall) -> None:
    player = Player(CPC(), CPC, wall, speed=2.0)
    run(player, wall, 1)
    assert player.seconds == pytest.approx(2, abs=0.1)
    player.pause(True)
    run(player, wall, 1)
    assert player.stands and player.seconds == pytest.approx(2, abs=0.1)
    player.pause(False)
    run(player, wall, 1)
    assert player.seconds == pytest.approx(4, abs=0.1)


def test_a_clock_that_stands_still_does_not_hang_it(wall: Wall) -> None:
    player = Player(CPC(), CPC, wall, speed="max")
    player.paste("10 x=x+1:GOTO 10\nRUN\n")
    run(player, wall, 0.1)
    assert player.cpc.variables["x"] > 1000


def test_speeds_in_turn(wall: Wall) -> None:
    player = Player(CPC(), CPC, wall)
    for _ in range(3):
        player.next_speed()
    assert player.take_notices() == [Notice("speed", f"Speed: {name}") for name in ("real", "max", "auto")]
    assert player.take_notices() == [] and player.speed == "auto"


def test_a_text_is_pasted_and_broken_off(wall: Wall) -> None:
    player = Player(CPC(), CPC, wall)
    assert player.typing is None and not player.paste("€")
    assert player.paste("10 a$=INKEY$:GOTO 10\nRUN\n" + 30000 * "x")
    run(player, wall, 1)
    assert 0 < player.typing < 1 and not player.idle
    player.stop_typing()
    player.keys.escape()
    run(player, wall, 1)
    assert player.typing is None and player.idle and "Break in 10" in player.text()
    assert player.take_notices() == [Notice("keys", "Left out, because the CPC does not have it: €")]


@pytest.mark.parametrize("until, least, most", [("idle", 0.5, 1), (0.25, 0.25, 0.3)])
def test_when_it_is_over(until: str | float, least: float, most: float, wall: Wall) -> None:
    cpc = CPC()
    cpc.type("t=TIME+150:WHILE TIME<t:WEND\n")
    player = Player(cpc, CPC, wall, until=until)
    player.frame()
    while not player.over:
        wall.now += FRAME
        player.frame()
    assert least <= player.seconds < most


def test_the_keys_for_a_reset_switch_another_one_on(tmp_path: Path, wall: Wall) -> None:
    first = CPC()
    player = Player(first, CPC, wall, autosave=Autosave(tmp_path), debugger=Debugger)
    told = []
    player.on_switch_on = lambda: told.append(player.cpc)
    keys, samples, debugger = player.keys, player.samples, player.debugger
    samples.listen()
    player.paste("10 PRINT 1\n")
    run(player, wall, 1)
    for key in (21, 23, 66):
        player.keys.move(key, True, key)
    run(player, wall, 0.2)
    assert told == [player.cpc] and player.cpc is not first and player.debugger is not debugger
    assert (player.keys, player.samples) == (keys, samples) and samples.sound is player.machine.sound
    assert [notice.about for notice in player.take_notices()] == ["program"]
    assert (tmp_path / "replaced.bas").exists() and player.close() == ""
    keys.text("a")
    run(player, wall, 0.2)
    assert player.text().endswith("Ready\na")


def test_a_mistake_of_ours_brings_the_prompt_back(tmp_path: Path, wall: Wall) -> None:
    player = Player(CPC(), CPC, wall, autosave=Autosave(tmp_path), debugger=Debugger)
    player.paste("10 GOTO 10\nRUN\n")
    run(player, wall, 1)
    player.recover("Traceback\nZeroDivisionError: on purpose")
    run(player, wall, 1)
    assert player.idle and "on purpose" in (tmp_path / "fault.txt").read_text()
    assert [notice.about for notice in player.take_notices()] == ["mistake"]


def test_samples_come_while_it_sounds(wall: Wall) -> None:
    player = Player(CPC(), CPC, wall)
    player.samples.listen()
    assert player.samples.take(512) is None                 # it rests
    player.paste("SOUND 1,200,30\n")
    run(player, wall, 0.3)
    block = player.samples.take(512)
    assert block is not None and len(block) == 2048 and any(block)
    player.samples.held = True
    assert player.samples.take(512) == bytes(2048)
    player.samples.held = False
    run(player, wall, 1)
    assert [player.samples.take(4410) for _ in range(40)][-1] is None


@pytest.mark.parametrize(("language", "sentence"), [
    ("en", "The CPC does not have ü; the program has ue instead, from line 2 of the file on."),
    ("de", "Der CPC hat kein ü; im Programm steht dafür ue, ab Zeile 2 der Datei.")])
def test_what_a_file_had_otherwise_is_said_in_the_faces_language(language, sentence, tmp_path):
    (tmp_path / "a.bas").write_text('10 REM\n20 PRINT "ü"\n', encoding="utf-8")
    player = Player(CPC(), CPC, lambda: 0.0, language=language)
    player.load(tmp_path / "a.bas")
    assert sentence in [notice.text for notice in player.take_notices()]
