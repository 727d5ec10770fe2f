"""The window's pages without a screen: menu, programs, states, the CPC's keyboard; by keys and by the mouse alone."""

import os
from argparse import Namespace
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
import pytest

from cpc import CPC, gallery
from cpc.commands.fault import Fault
from cpc.commands.programs import Gallery
from cpc.picture import monitors
from cpc.player.autosave import Autosave
from cpc.player.commands import COMMANDS
from cpc.player.pacing import FRAME
from cpc.player.remembered import Remembered
from cpc.player.screen_keyboard import KEYS, ROWS, WIDTH, key_at
from cpc.player.settings import Settings
from cpc.player.shelf import BARE, BOOKS, EXAMPLES, HERE, CannotStart, Entry, Picker, Start
from cpc.window import frame
from cpc.window.menu_page import MenuPage
from cpc.window.programs_page import ProgramsPage
from cpc.window.states_page import StatesPage
from cpc.window.window_keys import is_key

SIZES = [(120, 90), (384, 272), (768, 576), (1024, 600), (1366, 768), (2560, 1440)]
ENTRIES = [Entry(BARE, "Begin with Ready", "an empty CPC", ""), Entry(EXAMPLES, "maze", "digs a maze", "maze"),
           Entry(EXAMPLES, "schach", "chess", "schach"), Entry(BOOKS, "hamann", "not typed in", "hamann", there=False)]


class Shelf:
    """Programs that print their names."""

    def entries(self) -> list[Entry]:
        return ENTRIES

    def start(self, place: str) -> Start:
        if place == "schach":
            raise CannotStart("There is no file schach.")
        cpc = CPC(model="6128")
        if place:
            cpc.load(gallery.path_of(place))
        return Start(cpc, CPC, CPC)


@pytest.fixture
def window(tmp_path, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    from cpc.window.window import Own, Window
    own = Own("en", tmp_path / "settings.toml", tmp_path / "states", Remembered(tmp_path), Shelf())
    made = Window(CPC(), CPC, autosave=Autosave(tmp_path), muted=True, pictures=tmp_path, own=own)
    yield made
    pygame.quit()


def test_what_a_command_of_the_menu_does(window, monkeypatch):
    done = []
    for owner, name in ((window.camera, "screenshot"), (window.camera, "start_or_stop"), (window.loudspeaker, "hold")):
        monkeypatch.setattr(type(owner), name, lambda self, *given, name=name: done.append((name, *given[-1:])))
    monkeypatch.setattr("cpc.window.desktop.put_in_clipboard", lambda text: done.append(("copied", text.splitlines()[1])))
    screen = window.player.screen
    for name in ("screenshot", "record", "record pictures", "copy", "pause", "pause", "rewind"):
        window.commands.by_name[name]()
    assert done == [("screenshot", screen), ("start_or_stop", ".gif"), ("start_or_stop", ""),
                    ("copied", " Schneider 64K Microcomputer  (v1)"), ("hold", True), ("hold", False), ("hold", True)]
    assert window.message == "There is nothing to go back to."
    for said in ("Picture: 4:3, smooth", "Picture: whole steps"):
        window.commands.by_name["smooth or not"]()
        assert window.message == said


def test_switching_off_is_asked_for_and_done_the_second_time(window, monkeypatch):
    clock, resets = [100.0], []
    monkeypatch.setattr("cpc.window.commands.time.perf_counter", lambda: clock[0])
    monkeypatch.setattr(type(window.player), "reset", lambda self: resets.append(clock[0]))
    for moment in (100, 107, 200, 209, 210):
        clock[0] = float(moment)
        window.commands.by_name["reset"]()
    assert resets == [107, 210]


def press(window, key, mod=0):
    window.handle(pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, scancode=key & 0xFF, unicode=""))
    window.handle(pygame.event.Event(pygame.KEYUP, key=key, mod=mod, scancode=key & 0xFF))


def write(window, text):
    for letter in text:
        window.handle(pygame.event.Event(pygame.TEXTINPUT, text=letter))


def click(window, x, y, button=1):
    window.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(0, 0), buttons=(0, 0, 0)))
    window.frame()
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=button))
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(x, y), button=button))
    window.frame()


def on_sheet(window, column, row):
    """Where a letter of the open page is."""
    window.frame()
    sheet = window.page.sheet
    return (sheet.place.left + int((column + 0.5) * sheet.place.width / sheet.columns),
            sheet.place.top + int((row + 0.5) * sheet.place.height / sheet.rows))


def test_the_menu_by_keys(window):
    press(window, pygame.K_F1)
    assert isinstance(window.page, MenuPage)
    at = [command.name for command in window.page.commands].index("next monitor")
    for _ in range(at):
        press(window, pygame.K_DOWN)
    press(window, pygame.K_RETURN)
    assert window.page is None and window.picture.monitor == "green" and window.message == "Monitor: green"
    press(window, pygame.K_F1)
    press(window, pygame.K_F1)
    assert window.page is None
    press(window, pygame.K_F1)
    press(window, pygame.K_ESCAPE)
    assert window.page is None and window.cpc.machine.keyboard.nothing_typed()
    press(window, pygame.K_F1)
    press(window, pygame.K_F2, pygame.KMOD_LSHIFT)
    assert isinstance(window.page, ProgramsPage)


def test_the_menu_by_the_mouse(window):
    click(window, 300, 300, button=3)
    at = [command.name for command in window.page.commands].index("keyboard")
    click(window, *on_sheet(window, 3, 3 + at))
    assert window.page is None and window.keyboard is not None
    click(window, 20, 20)                                   # the bar's first button
    assert isinstance(window.page, MenuPage)
    at = [command.name for command in window.page.commands].index("quit")
    click(window, *on_sheet(window, 3, 3 + at))
    assert window.closed


def test_a_click_beside_the_commands_does_nothing(window):
    press(window, pygame.K_F1)
    page = window.page
    for column, row in ((page.left + 4, 4), (3, 1), (3, 3 + len(page.commands))):
        click(window, *on_sheet(window, column, row))
        assert window.page is page and not window.closed


def test_all_is_in_the_menu_with_its_key(window):
    press(window, pygame.K_F1)
    page = window.page
    assert [command.name for command in page.commands] == [command.name for command in COMMANDS]
    assert all(page.keys[at] for at, one in enumerate(page.commands) if one.name not in ("set keys", "quit"))


def test_the_menu_has_the_keys_of_the_settings(window, tmp_path):
    press(window, pygame.K_F1)
    assert {("BACKSPACE", "DEL"), ("DELETE", "CLR"), ("END", "COPY")} < set(window.page.also)
    path = tmp_path / "own.toml"
    path.write_text('[keys]\nrewind = "HOME"\n[cpc]\nCOPY = "RIGHT CTRL"\nCLR = []\n', encoding="utf-8")
    window.settings = Settings(path, is_key, window.player.text_of)
    for language, rewind, copy in ("en", "HOME", "RIGHT CTRL"), ("de", "POS1", "STRG RECHTS"):
        window.player.text_of.speak(language)
        page = MenuPage(window)
        assert rewind in page.keys and {(copy, "COPY"), ("", "CLR")} < set(page.also)


def test_the_mouse_chooses_the_rows_of_the_menu_that_there_are(window):
    from cpc.window.menu_page import TOP
    page = MenuPage(window)
    last = len(page.commands) - 1
    page.move(0, 3)
    for column, row, at, moved in ((2, 0, 0, True), (2, 0, 0, False), (2, last, last, True), (2, last + 1, last, False),
                                   (2, -1, last, False), (page.left + 1, 0, last, False), (page.left + 0.5, 1, 1, True)):
        assert page.moved(column, TOP + row) == moved and page.at == at
    page.move(0, -99)
    assert page.at == 0
    page.move(0, 99)
    assert page.at == last


def test_a_notice_keeps_within_the_window():
    path = "/home/lovelace/.config/cpc-listings/settings.toml:"
    for room in (1, 7, 38, 39, 80):
        rows = frame.folded(f"a  row {path} is too-long", room)
        assert all(0 < len(row) <= room for row in rows)
        assert "".join(rows).replace(" ", "") == f"arow{path}istoo-long"
    assert frame.folded("ab cd ef", 5) == ["ab cd", "ef"] and frame.folded("", 5) == [""]


def test_the_menus_columns_do_not_touch(window):
    for language in ("en", "de"):
        window.player.text_of.speak(language)
        page = MenuPage(window)
        assert page.first > max(map(len, page.keys)) and page.left > page.first + max(map(len, page.what))
        assert page.second > max(len(key) for key, _ in page.also)
    window.player.text_of.speak("en")


def test_the_machine_stands_while_a_page_is_open(window):
    window.player.paste("10 n=n+1:GOTO 10\nRUN\n")
    for _ in range(5):
        window.player.pacing.resume(0)
        window.frame()
    press(window, pygame.K_F1)
    before = window.cpc.machine.clock.us
    for _ in range(3):
        window.player.pacing.resume(0)
        window.frame()
    assert window.cpc.machine.clock.us == before


def test_a_program_by_keys(window):
    first = window.cpc
    window.do("programs")
    write(window, "ma")
    assert [entry.name for entry in window.page.picker.entries] == ["maze", "hamann"]
    press(window, pygame.K_RETURN)
    assert window.page is None and window.cpc is not first and window.cpc.model == "6128" and window.cpc.session.program.lines


def test_a_line_typed_at_the_programs_goes_to_the_cpc(window):
    window.do("programs")
    write(window, '10 PRINT "hello"')
    press(window, pygame.K_RETURN)
    assert window.page is None
    for _ in range(50):
        window.player.pacing.resume(0)
        window.frame()
        if window.cpc.session.program.lines:
            break
    assert window.player.text().splitlines()[-1] == '10 PRINT "hello"' and list(window.cpc.session.program.lines) == [10]


def test_a_running_program_does_not_get_what_was_searched_for(window):
    window.player.paste("10 GOTO 10\nRUN\n")
    for _ in range(10):
        window.player.pacing.resume(0)
        window.frame()
    window.do("programs")
    write(window, "20 PRINT")
    press(window, pygame.K_RETURN)
    assert isinstance(window.page, ProgramsPage) and window.cpc.machine.keyboard.nothing_typed()


def test_a_program_by_the_mouse(window):
    window.do("programs")
    click(window, *on_sheet(window, 5, 4))                  # Ready, then a heading, maze, schach
    assert window.page is None and not window.cpc.session.program.lines
    window.do("programs")
    click(window, *on_sheet(window, 5, 7))
    assert window.page is not None and window.message == "There is no file schach."
    click(window, *on_sheet(window, 5, 9))
    assert window.page is not None and window.message == "not typed in"
    click(window, *on_sheet(window, 5, 6))
    assert window.page is None and window.cpc.session.program.lines


def test_searching(window):
    picker = Picker(ENTRIES)
    picker.search("dig")
    assert [entry.name for entry in picker.entries] == ["maze"] and picker.chosen == ENTRIES[1]
    picker.search("no such thing")
    assert picker.entries == [] and picker.chosen is None
    picker.move(1)
    picker.search("")
    picker.move(99)
    assert picker.chosen == ENTRIES[-1]
    window.do("programs")
    write(window, "zz")
    press(window, pygame.K_RETURN)
    window.frame()
    press(window, pygame.K_ESCAPE)
    assert window.page is not None and window.page.picker.query == ""
    press(window, pygame.K_ESCAPE)
    assert window.page is None


def test_states_by_keys(window):
    window.player.paste("a=5\n")
    for _ in range(30):
        window.player.pacing.resume(0)
        window.frame()
    press(window, pygame.K_F5, pygame.KMOD_LSHIFT)
    assert isinstance(window.page, StatesPage)
    press(window, pygame.K_RIGHT)
    write(window, "s")
    assert window.page is None and window.message == "The state is in slot 2."
    window.cpc.variables["a"] = 6
    window.do("states")
    write(window, "2")
    press(window, pygame.K_RETURN)
    assert window.page is None and window.cpc.variables["a"] == 5
    window.do("states")
    write(window, "2")
    press(window, pygame.K_DELETE)
    assert window.page.kept[1] is not None
    press(window, pygame.K_DELETE)
    assert window.page.kept == [None] * 8


def test_states_by_the_mouse(window):
    window.cpc.variables["a"] = 5
    window.do("states")
    click(window, *on_sheet(window, 2, 3 + 8))
    assert window.page is None and window.player.slots.states.kept(1) is not None
    window.cpc.variables["a"] = 6
    window.do("states")
    click(window, *on_sheet(window, 5, 5))
    assert window.page is None and window.cpc.variables["a"] == 5
    window.do("states")
    for _ in range(2):
        click(window, *on_sheet(window, 16, 3 + 9.1))
    assert window.page.kept[0] is None


def test_a_damaged_state_is_said_on_its_slot(window):
    window.do("states")
    write(window, "s")
    path = window.player.slots.states.path(1)
    path.write_bytes(path.read_bytes()[:-5])
    window.do("states")
    assert window.page.kept[0] == "The state in slot 1 is damaged."
    window.frame()
    press(window, pygame.K_RETURN)
    assert window.page is not None and window.message == "The state in slot 1 is damaged."


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("size", SIZES)
def test_the_pages_fit_the_window(window, size, language):
    window.player.text_of.__init__(language)
    window.do("states")
    write(window, "s")
    for name in ("menu", "programs", "states"):
        window.do(name)
        surface = pygame.Surface(size, 0, 24)
        surface.fill((1, 2, 3))
        window.page.draw(surface)
        shown = pygame.mask.from_threshold(surface, (1, 2, 3), (1, 1, 1))
        shown.invert()
        where, = shown.get_bounding_rects()
        sheet = window.page.sheet
        assert surface.get_rect().contains(where) and where == sheet.place
        assert abs(where.centerx - size[0] // 2) <= 2 and abs(where.centery - size[1] // 2) <= 2
        assert where.width / where.height == pytest.approx(8 * sheet.columns / (18 * sheet.rows), rel=0.1)
        if size >= (768, 576):
            assert sheet.place.size == sheet.canvas.get_size()          # no letter is drawn smaller than it is


def test_the_keyboard_has_all_keys_of_the_cpc_once():
    from cpc.keys.keymap import NAMES
    names = [key.name for key in KEYS]
    assert sorted(set(names)) == sorted(name for name in NAMES.values() if not name.startswith("JOY"))
    assert len(names) == len(set(names)) + 1                # SHIFT is there twice
    assert max(key.left + key.width for key in KEYS) == pytest.approx(WIDTH)
    for key in KEYS:
        assert key_at(key.left + key.width / 2, key.row + 0.5) is key
    assert key_at(-1, 0) is None and key_at(0.5, len(ROWS)) is None


def key_place(window, name):
    window.frame()
    key = next(key for key in KEYS if key.name == name)
    unit, left, top = window.keyboard._origin()
    return int(left + (key.left + key.width / 2) * unit), int(top + (key.row + 0.5) * unit * 0.92)


def test_typing_by_the_mouse(window):
    press(window, pygame.K_F12, pygame.KMOD_LSHIFT)
    for name in ("SHIFT", "2", "a".upper(), "SHIFT", "SHIFT", "B", "C", "SHIFT", "D"):
        click(window, *key_place(window, name))
    for _ in range(20):
        window.player.pacing.resume(0)
        window.frame()
    assert window.player.text().endswith('\n"aBCd')
    held = window.keyboard.keyboard.held
    click(window, *key_place(window, "CONTROL"))
    for _ in range(5):
        window.player.pacing.resume(0)
        window.frame()
    assert held == {"SHIFT": 0, "CONTROL": 1} and window.cpc.machine.keyboard.pressed(23) >= 0
    window.do("keyboard")
    for _ in range(10):
        window.player.pacing.resume(0)
        window.frame()
    assert window.keyboard is None and window.cpc.machine.keyboard.pressed(23) < 0


def test_a_key_is_down_as_long_as_the_button(window):
    window.do("keyboard")
    where = key_place(window, "Q")
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=where, button=1))
    for _ in range(5):
        window.player.pacing.resume(0)
        window.frame()
    assert window.cpc.machine.keyboard.pressed(67) >= 0
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(1, 1), button=1))
    for _ in range(5):
        window.player.pacing.resume(0)
        window.frame()
    assert window.cpc.machine.keyboard.pressed(67) < 0


def test_the_debuggers_panel_takes_the_place_of_the_cpcs_keyboard(window):
    """A click there is not a key that nobody sees, in whatever past the CPC stands."""
    window.do("keyboard")
    place = key_place(window, "Q")
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place, button=1))
    window.debugger()
    window.frame()
    history = window.player.debugger.history
    before, shown = len(history.log), window.overlay.picture_part(window.desktop.surface).get_height()
    click(window, *place)
    assert len(history.log) == before and shown == window._above_keyboard(
        window.overlay.picture_part(window.desktop.surface)).get_height()
    window.debugger()
    for _ in range(5):
        window.player.pacing.resume(0)
        window.frame()
    assert window.cpc.machine.keyboard.pressed(67) < 0


@pytest.mark.parametrize("monitor", monitors.MONITORS)
def test_what_a_monitor_shows(window, monitor):
    colours = monitors.palette(monitor)
    assert colours[0] == (0, 0, 0) and len(set(colours)) == 27
    window.cpc.type("MODE 1:INK 1,26:INK 0,3:BORDER 26:CLS\n")
    window.cpc.run(1)
    window.picture.use_monitor(monitor)
    surface = pygame.Surface((768, 576), 0, 24)
    window.picture.draw(surface, window.player.screen)
    assert surface.get_at((2, 2))[:3] == colours[26]
    middle = surface.get_at((300, 300))[:3]
    assert all(abs(one - other) <= (0 if monitor != "tv" else 30) for one, other in zip(middle, colours[3]))
    if monitor in ("green", "white"):
        assert [sum(one) for one in colours] == sorted(sum(one) for one in colours)


def test_german_letters_have_shapes():
    from cpc.window.letters import UNKNOWN, glyph
    shapes = {letter: glyph(letter) for letter in "äöüÄÖÜß„“…"}
    assert len(set(shapes.values())) == len(shapes) and glyph(chr(UNKNOWN)) not in shapes.values()
    assert frame.written("größer", frame.INK, frame.PAPER, 2, tall=True).get_size() == (96, 32)
    from cpc.texts import TEXTS
    missing = {letter for both in TEXTS.values() for text in both for letter in text if glyph(letter) == glyph(chr(UNKNOWN))}
    assert missing <= {"?"} and glyph("ж") == glyph("?")


def test_what_is_remembered(tmp_path: Path):
    first = Remembered(tmp_path)
    assert not first.welcomed and first.recent == []
    for number in range(20):
        first.used(tmp_path / f"{number}.bas")
    first.used(tmp_path / "15.bas")
    first.use_monitor("tv")
    again = Remembered(tmp_path)
    assert not again.welcomed and again.monitor == "tv" and len(again.recent) == 12
    assert [path.name for path in again.recent[:3]] == ["15.bas", "19.bas", "18.bas"]
    again.welcome()
    assert Remembered(tmp_path).welcomed
    for damage in ("", "[1]", '{"recent": 3, "monitor": ""}', '{"recent": [1'):
        (tmp_path / "remembered.json").write_text(damage)
        assert Remembered(tmp_path).recent == []
    blocked = Remembered(tmp_path / "remembered.json")
    blocked.used(tmp_path)                                  # it cannot be written, and nothing happens


def test_a_dropped_file_is_remembered_and_its_folder_is_the_drive(window, tmp_path):
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "two.bas").write_text("10 PRINT 2\n")
    (folder / "größe.bas").write_text('10 RUN "two"\n', encoding="utf-8")
    window.do("programs")
    window.handle(pygame.event.Event(pygame.DROPFILE, file=str(folder / "größe.bas")))
    assert window.page is None and window.remembered.recent == [folder / "größe.bas"]
    window.cpc.type("CLS:RUN\n")
    window.cpc.run_until_idle()
    assert window.cpc.screen.text()[0] == " 2"


def test_going_back_by_key_and_by_button(window):
    window.player.paste("10 n=n+1:CALL &BD19:GOTO 10\nRUN\n")
    while window.cpc.variables.get("n", 0) < 20:
        window.player.pacing.resume(0)
        window.frame()
        window.player.rewind.due = 0.0
    before = window.cpc.variables["n"]
    window.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_PAGEUP, mod=0, scancode=75, unicode=""))
    for _ in range(10):
        window.player.rewind.next = 0.0
        window.frame()
    assert window.player.rewind.goes_back and window.cpc.variables["n"] < before
    window.handle(pygame.event.Event(pygame.KEYUP, key=pygame.K_PAGEUP, mod=0, scancode=75))
    assert not window.player.rewind.goes_back
    window.bar.until = float("inf")
    window.drawn = ()
    window.frame()
    place = next(place for command, place in window.bar.buttons if command == "rewind")
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place.center, button=1))
    assert window.player.rewind.goes_back
    window.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(0, 0), button=1))
    assert not window.player.rewind.goes_back


def test_a_mistake_in_the_settings_is_said_and_the_window_opens(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    from cpc.window.window import Own, Window
    (tmp_path / "settings.toml").write_text('[keys]\npause = "F3"\nmute = "nothing"\n[window]\nmonitor = "white"\n')
    window = Window(CPC(), CPC, muted=True, own=Own("de", tmp_path / "settings.toml"))
    assert "mute: Eine Taste 'nothing' gibt es nicht." in window.message and window.picture.monitor == "white"
    press(window, pygame.K_F3)
    assert window.player.paused
    pygame.quit()


def test_the_file_of_keys_is_made_and_named(window, tmp_path):
    window.do("set keys")
    assert (tmp_path / "settings.toml").is_file() and str(tmp_path / "settings.toml") in window.message


def test_a_full_screen_does_not_change_the_size_it_goes_back_to(window):
    desktop = window.desktop
    desktop.resized((700, 500))
    assert desktop.size == (700, 500)
    desktop.full = True
    desktop.resized((1920, 1080))
    assert desktop.size == (700, 500)
    desktop.full = False


def test_the_debuggers_window_types_what_it_is_given(tmp_path, monkeypatch):
    from cpc.commands.cli import main
    from cpc.window.window import Window
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    program, seen = tmp_path / "p.bas", []
    program.write_text('10 INPUT a\n20 PRINT "got";a\n')

    def run(window):
        window.debugger()           # closes the panel; the program goes on
        window.player.set_speed("max")
        while not window.player.idle:
            window.frame()
        seen.append(window.cpc.printed)
    monkeypatch.setattr(Window, "run", run)
    try:
        assert main(["debug", str(program), "--type", "7\\n"]) == 0
    finally:
        pygame.quit()
    assert b"got 7" in seen[0]


def test_the_programs_of_the_folder_are_offered_the_newest_first(tmp_path):
    for age, name in enumerate(["new.bas", "OLD.BAS", "disc.dsk", "notes.txt", ".hidden.bas", "recent.bas"]):
        (tmp_path / name).write_bytes(b"10 PRINT\n")
        os.utime(tmp_path / name, (10**9 - age, 10**9 - age))
    remembered = Remembered(tmp_path / "data")
    remembered.used(tmp_path / "recent.bas")

    def here(folder):
        shown = Gallery(Namespace(drive=folder), lambda options: Start(CPC(), CPC, CPC), remembered, "en").entries()
        return [entry.name for entry in shown if entry.group == HERE]
    assert here(tmp_path) == ["new.bas", "OLD.BAS", "disc.dsk"]
    assert here(tmp_path / "missing") == []


def test_only_the_newest_programs_of_a_folder_are_offered(tmp_path):
    for age in range(25):
        (tmp_path / f"p{age}.bas").write_bytes(b"10 PRINT\n")
        os.utime(tmp_path / f"p{age}.bas", (10**9 - age, 10**9 - age))
    shown = Gallery(Namespace(drive=tmp_path), lambda options: Start(CPC(), CPC, CPC), Remembered(tmp_path), "en")
    assert [one.name for one in shown.entries() if one.group == HERE] == [f"p{age}.bas" for age in range(20)]


def test_a_file_that_is_started_is_remembered_an_example_is_not(tmp_path):
    own = tmp_path / "own.bas"
    own.write_bytes(b"10 PRINT\n")
    asked = []

    def prepare(options):
        asked.append((options.program, options.merge, options.improvements, options.type))
        if options.program == "missing.bas":
            raise Fault("There is no file missing.bas.")
        return Start(CPC(), CPC, CPC)
    remembered = Remembered(tmp_path / "data")
    options = Namespace(drive=tmp_path, program="first", merge=["x"], improvements=["y"], type="RUN")
    shown = Gallery(options, prepare, remembered, "en")
    places = ["", "maze", str(gallery.HOME / "maze.bas"), str(own)]
    for place in places:
        shown.start(place)
    with pytest.raises(CannotStart, match="There is no file missing.bas"):
        shown.start("missing.bas")
    assert remembered.recent == [own] and options.program == "first"
    assert asked == [(place or None, [], [], "") for place in [*places, "missing.bas"]]


def test_a_book_is_offered_by_its_title_when_it_is_typed_in(tmp_path, monkeypatch):
    monkeypatch.setattr("listings.library.typed_in", lambda listing: Path("x") if listing.name == "hamann" else None)
    shown = Gallery(Namespace(drive=tmp_path), lambda options: Start(CPC(), CPC, CPC), Remembered(tmp_path), "en")
    books = {entry.name: entry for entry in shown.entries() if entry.group == BOOKS}
    assert books["hamann"].what == "BASIC-Schachprogramm schreiben mit Schneider" and books["hamann"].there
    others = [entry for name, entry in books.items() if name != "hamann"]
    assert others and not any(entry.there for entry in others) and {"cpc typein" in entry.what for entry in others} == {True}


def test_the_sound_gets_longer_blocks_where_the_host_is_slow():
    from cpc.window.audio import BUFFER, LARGEST_BLOCK, PATIENCE, Speaker
    speaker = Speaker.__new__(Speaker)
    speaker.block, speaker.gaps = BUFFER, 0
    found = []
    for _ in range(5 * (PATIENCE + 1)):
        speaker._gap()
        found.append(speaker.block)
    assert found[PATIENCE - 1::PATIENCE + 1] == [BUFFER, 2 * BUFFER, 4 * BUFFER, 4 * BUFFER, 4 * BUFFER]
    assert found[PATIENCE::PATIENCE + 1] == [2 * BUFFER, 4 * BUFFER] + 3 * [LARGEST_BLOCK]


@pytest.mark.parametrize(("choose", "lines", "welcomed", "shows", "told"), [
    (True, 0, True, True, ""), (False, 0, False, False, ""),
    (True, 2, False, False, "The program that was not saved is back (2 lines). --fresh starts without it.")])
def test_what_a_window_begins_with(tmp_path, monkeypatch, choose, lines, welcomed, shows, told):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    from cpc.window import window as module
    begun = []
    monkeypatch.setattr(module.Window, "run", lambda self: begun.append(self))
    autosave, own = Autosave(tmp_path), module.Own("en", None, None, Remembered(tmp_path), Shelf())
    autosave.brought_back = lines
    options = Namespace(speed="real", until=None, mute=True, wav=None)
    assert module.run_in_window(CPC(), Start(CPC(), CPC, CPC), options, autosave, own, choose) == 0
    window, = begun
    assert isinstance(window.page, ProgramsPage) is shows and window.message == told
    assert Remembered(tmp_path).welcomed is welcomed and window.player.speed == "real"
    pygame.quit()


def test_frames_come_fifty_times_a_second_and_a_late_one_is_not_made_up_for(monkeypatch):
    from cpc.window import loop
    clock, slept, takes = [100.0], [], [0.005, 0.005, 0.2, 0.005, 0.005]

    def sleep(seconds):
        slept.append(round(seconds, 6))
        clock[0] += seconds
    monkeypatch.setattr(loop, "time", Namespace(perf_counter=lambda: clock[0], sleep=sleep))

    class Framed:
        closed = False

        def frame(self):
            clock[0] += takes.pop(0)
            self.closed = not takes
    loop.frame_by_frame(Framed())
    assert slept == pytest.approx([FRAME - 0.005, FRAME - 0.005, 0, 0, FRAME - 0.01], abs=1e-5)


def test_what_commands_say(window, monkeypatch):
    monkeypatch.setattr("cpc.window.desktop.clipboard", lambda: "")
    monkeypatch.setattr("cpc.window.desktop.put_in_clipboard", lambda text: None)
    said = []
    for name in ("paste", "copy", "joystick", "joystick", "next speed", "next speed", "next monitor", "next monitor",
                 "next disc", "set keys", "reset", "rewind"):
        window.commands.by_name[name]()
        said.append(window.message.replace(str(window.settings.path), "FILE"))
    assert said == [
        "There is no text in the clipboard.", "The text on the screen is in the clipboard.",
        "Cursor keys: joystick, fire is the left CTRL", "Cursor keys: cursor keys", "Speed: real", "Speed: max",
        "Monitor: green", "Monitor: white", "There is no other disc: drop a zip archive with several of them.",
        "FILE has the keys; it is read at the next start.", "F10 again switches the CPC off and on.",
        "There is nothing to go back to."]
