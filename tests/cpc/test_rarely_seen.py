"""Corners of the faces that other tests pass by: letters side by side, the knight's eye, rows at the end, a board that is
turned, notices that are over, a connection of another user."""

import os
from pathlib import Path
from types import SimpleNamespace

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pytest

pygame = pytest.importorskip("pygame")

from basic.debug import search_tree, views  # noqa: E402
from basic.debug.breakpoints import is_true  # noqa: E402
from basic.debug.debugger import Debugger  # noqa: E402
from basic.debug.expressions import Expression  # noqa: E402
from basic.debug.facts import At  # noqa: E402
from cpc import CPC  # noqa: E402
from cpc.commands.cli import main  # noqa: E402
from cpc.debugger.console import terminal as console_terminal  # noqa: E402
from cpc.debugger.console.console import Console  # noqa: E402
from cpc.debugger.console.diff_command import _values  # noqa: E402
from cpc.debugger.dap import doorkeeper  # noqa: E402
from cpc.debugger.panel.pieces import BLUE, DARK, WHITE, YELLOW, Span  # noqa: E402
from cpc.player.player import Player  # noqa: E402
from cpc.texts import Texts  # noqa: E402
from cpc.window import chess_pieces, chess_window, frame  # noqa: E402
from cpc.window.loudspeaker import Loudspeaker  # noqa: E402
from cpc.window.panel_layout import line_height  # noqa: E402
from cpc.window.panel_painter import PanelPainter  # noqa: E402
from cpc.window.timeline_painter import TimelinePainter  # noqa: E402
from listings import manifest  # noqa: E402
from listings.chess import tournament  # noqa: E402
from tests.basic.test_debugger_history import debugger_on, finish  # noqa: E402
from tests.cpc.test_chess_window import FakeTable  # noqa: E402
from tests.cpc.test_panel import frames, window  # noqa: E402, F401

# drawings

@pytest.fixture
def display(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.display.set_mode((640, 400))
    yield
    pygame.quit()


@pytest.mark.parametrize("letter", [8, 11])
def test_pieces_of_a_row_stand_side_by_side(letter, display):
    surface = pygame.Surface((40 * letter, 40))
    surface.fill(DARK)
    row = [Span("ab  ", WHITE, BLUE), Span("", WHITE, YELLOW), Span("     ", WHITE, YELLOW)]
    PanelPainter().row(surface, row, letter, 0, letter)
    papers = [tuple(surface.get_at((x, line_height(letter) - 1)))[:3] for x in range(0, 14 * letter, letter)]
    assert papers == [DARK] + [BLUE] * 4 + [YELLOW] * 5 + [DARK] * 4


def test_only_the_knight_has_an_eye_and_only_the_bishop_a_cross():
    def marked(letter, x, y):
        drawn = chess_pieces.piece(letter, 200)
        return tuple(drawn.get_at((round(x * 200), round(y * 200))))[:3] == (
            chess_pieces.DARK if letter.isupper() else chess_pieces.LIGHT)[:3]
    for letter in "KRBNPkrbnp":
        assert marked(letter, 0.44, 0.33) is (letter in "Nn"), letter
    for letter in "KRBNPkrbnp":
        assert marked(letter, 0.50, 0.43) is (letter in "Bb"), letter


@pytest.mark.parametrize("turned", [False, True])
def test_a_board_is_named_at_its_edges_as_it_stands(turned, display, monkeypatch):
    board = chess_window.ChessWindow(FakeTable({"black": CPC()}), "Chess")
    board.turned, written = turned, []
    found = chess_window.written
    monkeypatch.setattr(chess_window, "written", lambda text, *more: written.append(text) or found(text, *more))
    board._draw_board()
    ranks, files = "".join(written[:16:2]), "".join(written[1:16:2])
    assert (ranks, files) == (("87654321", "hgfedcba") if turned else ("12345678", "abcdefgh"))


class Values:
    """A plot of some values, one to a column."""
    text = "n"

    def __init__(self, values):
        self.values = values

    def columns(self, begin, end, width):
        return [(one, one) for one in self.values]


@pytest.mark.parametrize("values", [(0, 5, 10), (-10, 0, 10), (3, 3, 3)])
def test_a_plot_goes_from_the_lowest_value_at_the_bottom_to_the_highest(values):
    surface, place = pygame.Surface((3, 43)), pygame.Rect(0, 0, 3, 43)
    view = type("View", (), {"span": (0, 1)})()
    TimelinePainter(PanelPainter())._plot(surface, place, view, Values(values), (1, 2, 3))
    rows = [next(y for y in range(43) if tuple(surface.get_at((x, y)))[:3] == (1, 2, 3)) for x in range(3)]
    assert rows == ([41, 41, 41] if values == (3, 3, 3) else [41, 21, 1])


# the window's panel

def test_a_click_on_the_picture_means_the_dot_there(window):       # noqa: F811
    overlay = window.overlay
    picture = frame.place(overlay.places().picture.size, window.picture.smooth)
    at = overlay.mouse._pixel_at
    assert at(picture.left, picture.top) == (0, frame.HEIGHT - 1)
    across, up = at(picture.right - 1, picture.bottom - 1)
    assert across >= frame.WIDTH - 2 and 0 <= up <= 1
    assert at(picture.centerx, picture.top + picture.height // 4)[1] == pytest.approx(3 * frame.HEIGHT // 4, abs=2)
    assert at(picture.left - 1, picture.top) is None or picture.left == 0


def test_the_wheel_with_ctrl_makes_letters_larger_and_without_it_does_not(window, monkeypatch):     # noqa: F811
    zoomed = []
    monkeypatch.setattr(type(window.overlay), "zoom", lambda self, step: zoomed.append(step))
    for held in 0, pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT:
        monkeypatch.setattr(pygame.key, "get_mods", lambda held=held: held)
        window.overlay.mouse._wheel(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1))
    assert zoomed == [1]


def test_whatever_moves_in_time_stops_a_film(window):       # noqa: F811
    window.overlay.controls.press("go_or_stop")
    frames(window, 20)
    window.overlay.controls.press("go_or_stop")
    time = window.overlay.controls.time
    for move in (lambda: time.to_mark(1), lambda: time.to_mark(-1), lambda: time.to_end(1), lambda: time.to_end(-1),
                 lambda: time.step(1), lambda: time.drag(5, 100)):
        time.film = 1.0, 0.0
        assert time.plays
        move()
        assert not time.plays


@pytest.mark.parametrize("open_panel", [False, True])
def test_the_reset_asks_once_more_and_names_its_keys(window, open_panel):       # noqa: F811
    if not open_panel:
        window.debugger()
    assert (window.overlay is not None) is open_panel
    before = window.player.cpc
    window.commands._reset()
    assert ("CTRL+F10" in window.message) is open_panel and "F10" in window.message
    assert window.player.cpc is before
    window.commands._reset()
    assert window.player.cpc is not before


# sound

class Speaker:
    muted = None

    def __init__(self, *given):
        pass

    def mute(self, on):
        self.muted = on

    def close(self):
        pass


@pytest.mark.parametrize("heard", [False, True])
def test_a_recording_is_heard_besides_only_where_there_is_a_loudspeaker(heard, tmp_path, monkeypatch):
    monkeypatch.setattr("cpc.window.loudspeaker.Speaker", Speaker)
    player = Player(CPC(), CPC, lambda: 0.0)
    attached = []
    loud = Loudspeaker(player.samples, not heard, lambda sentence: None, Texts())
    loud.speaker = Speaker() if heard else None
    monkeypatch.setattr(type(player.samples.sound), "attach", lambda self, psg: attached.append(psg))
    loud.record(tmp_path / "x.wav")
    assert len([one for one in attached if type(one).__name__ == "Both"]) == heard
    loud.close()


# the debugger

def test_the_console_shows_the_screen_without_empty_rows_at_its_end():
    cpc = CPC()
    console = Console(Debugger(cpc.session))
    cpc.type('MODE 1:PRINT "one":PRINT:PRINT "three"\n')
    cpc.run_until_idle()
    assert console.obey("screen") == ["one", "", "three", "Ready"]
    cpc.type("CLS:LOCATE 1,24:PRINT CHR$(143);\n")
    cpc.run_until_idle()
    assert console.obey("screen")[-1] == "Ready"
    cpc.machine.text.clear(0)
    assert console.obey("screen") == []


def test_two_runs_values_of_two_kinds():
    assert _values("a", (1, 2, 3), (1, 5, 3)) == "a, element 1 in memory: 2 here, 5 there"
    assert _values("a", (1, 2), (1, 2, 3)) == "a: 2 elements here, 3 there"
    assert _values("a", 1, 2) == "a: 1 here, 2 there"
    assert "here" in _values("a", (1, 2), 2) and "here" in _values("a", 2, (1, 2))


def test_lines_are_edited_only_at_a_terminal(monkeypatch):
    readline = pytest.importorskip("readline")
    for typed in (False, True):
        readline.set_completer(None)
        monkeypatch.setattr(console_terminal.sys, "stdin", type("Input", (), {"isatty": lambda self, typed=typed: typed})())
        console_terminal._line_editing(Console(Debugger(CPC().session)))
        assert (readline.get_completer() is not None) is typed
    completer = readline.get_completer()
    assert completer("scree", 0) == "screen " and completer("scree", 99) is None
    readline.set_completer(None)


def test_a_condition_that_cannot_be_worked_out_is_not_true():
    session = CPC().session
    assert is_true(Expression(session, "1=1")) is True and is_true(Expression(session, "1=2")) is False
    assert is_true(Expression(session, "nowhere(3)>0")) is False and is_true(Expression(session, 'MID$("a",0)>""')) is False


def test_names_of_a_condition_mean_what_they_meant_where_it_was_settled():
    cpc = CPC()
    cpc.type("DEFINT a-z:a=7:a!=2.5\n")
    cpc.run_until_idle()
    settled = Expression(cpc.session, "a")
    settled.settle()
    cpc.type("DEFREAL a-z\n")
    cpc.run_until_idle()
    settled.forget()
    settled.settle()
    assert settled.value() == 7 and Expression(cpc.session, "a").value() == 2.5


def test_what_the_machine_does_where_no_line_comes_next():
    cpc = CPC()
    assert views.state_sentence(cpc.session) in ("The CPC is ready.", "The CPC waits for a line.")
    cpc.type("10 a=1\n20 END\n")
    cpc.run_until_idle()
    assert views.state_sentence(cpc.session) == "The CPC waits for a line."
    debugger = Debugger(cpc.session)
    debugger.start()
    assert views.here(cpc.session).number == 10 and views.state_sentence(cpc.session) == ""


def test_how_much_of_a_question_is_done_only_grows(monkeypatch):
    monkeypatch.setattr("basic.debug.history.EVERY_US", 500_000)
    debugger = debugger_on(b"10 a=1\r\n20 FOR i=1 TO 5000:b=b+1:NEXT\r\n30 END")
    debugger.go()
    finish(debugger)
    for ask in debugger.past.changes, debugger.past.last_change:
        parts = []
        assert ask("a", progress=lambda part, parts=parts: parts.append(part) or False)
        assert len(parts) > 3 and parts == sorted(parts) and parts[0] >= 0 and parts[-1] <= 1


def test_basic_begins_again_on_a_clear_screen():
    cpc = CPC(amsdos=True)
    cpc.type('10 REM\nMODE 2:PRINT "before"\n|BASIC\n')
    cpc.run_until_idle()
    assert cpc.screen.mode == 1 and not any("before" in row for row in cpc.screen.text())
    assert not cpc.session.program.lines


# whose a connection is

HEADER = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"


class Connection:
    def getsockname(self):
        return "127.0.0.1", 0x1000

    def getpeername(self):
        return "127.0.0.1", 0x2000


@pytest.mark.parametrize("rows, same", [
    ([("0100007F:2000", "0100007F:1000", "me")], True), ([("0100007F:2000", "0100007F:1000", 0)], True),
    ([("0100007F:2000", "0100007F:1000", 4242)], False), ([("0100007F:1000", "0100007F:2000", "me")], None),
    ([("0100007F:2000", "0100007F:1001", "me")], None), ([], None),
    ([("0100007F:1000", "0100007F:2000", "me"), ("0100007F:2000", "0100007F:1000", 4242)], False)])
def test_a_connection_belongs_to_whose_row_has_both_ends_the_other_way_round(rows, same, tmp_path, monkeypatch):
    table = tmp_path / "tcp"
    table.write_text(HEADER + "".join(
        f"   {at}: {local} {remote} 01 00000000:00000000 00:00000000 00000000 {os.getuid() if uid == 'me' else uid:5} 0 1\n"
        for at, (local, remote, uid) in enumerate(rows)))
    monkeypatch.setattr(doorkeeper, "TABLES", Path(table))
    if os.sys.byteorder == "little":
        assert doorkeeper.same_user(Connection()) is same


# players of a tournament

def test_players_are_closed_at_the_end_and_when_there_are_too_many(monkeypatch):
    closed = []

    class Made:
        def __init__(self, name):
            self.name = name

        def make(self):
            return self

        def close(self):
            closed.append(self.name)
    monkeypatch.setattr(tournament, "_kept", {})
    monkeypatch.setattr(tournament, "MOST_PLAYERS", 2)
    for name in "a", "b", "a", "c":
        tournament._player(Made(name), "white")
    assert closed == ["a"]
    tournament.close_players()
    assert sorted(closed) == ["a", "b", "c"] and not tournament._kept

# what a search, typing in and the sound chip say

@pytest.mark.parametrize("values, known, said", [
    ((21, 34.0), True, "<21><34>"), ((21, 34), False, "21 34"), ((b"e2", 3), True, "e2 3"), ((None, 3), True, "- 3"),
    ((1, 2, 3), True, "1 2 3"), ((b"e2e4",), True, "e2e4")])
def test_a_move_of_a_search_has_the_names_of_its_squares(values, known, said):
    squares = SimpleNamespace(name=lambda number: f"<{number}>") if known else None
    grower = SimpleNamespace(facts=SimpleNamespace(squares=squares), worked_out=lambda text: values[int(text)])
    at = At(views.Place(10, 0), values=tuple(map(str, range(len(values)))))
    assert search_tree._Grower.move(grower, at) == said


@pytest.mark.parametrize("complete", [False, True])
def test_the_status_says_whether_a_book_is_typed_in(complete, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    Path("own.toml").write_text(manifest.to_toml(manifest.make("own", {manifest.BASE: {10: b"PRINT"}}, book={"title": "x"})))
    monkeypatch.setattr("listings.typing.typein.run", lambda typing, spoken: complete)
    assert main(["typein", "own.toml"]) == (0 if complete else 1)


def test_writes_to_the_chip_are_kept_in_the_order_of_their_times():
    manager = CPC().machine.sound
    manager.write_register(8, 1)
    later = manager.clock.us + 5000
    manager.kept[-1] = later << 12 | 8 << 8 | 1         # of an event that was done at a moment that is to come
    manager.write_register(9, 2)
    manager.clock.us = later + 100
    manager.write_register(10, 3)
    latest = [(one >> 12, one >> 8 & 15, one & 255) for one in manager.kept[-3:]]
    assert latest == [(later, 8, 1), (later, 9, 2), (later + 100, 10, 3)]
