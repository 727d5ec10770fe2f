"""The window without a screen: which key does what, joysticks, mishaps, sizes."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
import pytest

from cpc import CPC
from cpc.keys.host_keys import HostKeys
from cpc.keys.keymap import NUMBERS
from cpc.picture import monitors
from cpc.player.autosave import Autosave
from cpc.player.commands import COMMANDS
from cpc.window import desktop, frame
from cpc.window.window_keys import Bindings, Gamepad, WindowKeys, code_of


@pytest.fixture
def cpc():
    return CPC()


@pytest.fixture
def keys(cpc):
    return WindowKeys(HostKeys(cpc.session))


def event(kind, key, mod=0, scancode=1):
    return pygame.event.Event(kind, key=key, mod=mod, scancode=scancode, unicode="")


def down(key, mod=0, scancode=1):
    return event(pygame.KEYDOWN, key, mod, scancode)


def read(cpc):
    keyboard, codes = cpc.machine.keyboard, []
    while (code := keyboard.read_char()) is not None:
        codes.append(code)
    return codes


def test_a_text_counts_once_for_each_key_that_goes_down(cpc, keys):
    keys.key_down(down(pygame.K_a))
    for _ in range(5):                          # what the host repeats
        keys.text("a")
    keys.key_down(down(pygame.K_KP1, scancode=2))
    keys.text("1")                              # the pad is f0 to f9, no digit
    assert read(cpc) == [ord("a"), *b"1"]


@pytest.mark.parametrize("key, mod, codes", [
    (pygame.K_LEFT, 0, [242]), (pygame.K_LEFT, pygame.KMOD_LSHIFT, [246]), (pygame.K_LEFT, pygame.KMOD_LCTRL, [250]),
    (pygame.K_c, pygame.KMOD_LCTRL, [3]), (pygame.K_BACKSPACE, 0, [127]), (pygame.K_DELETE, 0, [16]),
    (pygame.K_END, 0, [224]), (pygame.K_INSERT, 0, [225]), (pygame.K_0, pygame.KMOD_LALT, [48]),
    (pygame.K_q, pygame.KMOD_RALT, []), (pygame.K_q, pygame.KMOD_RALT | pygame.KMOD_LCTRL, []),
])
def test_keys_that_have_no_text(cpc, keys, key, mod, codes):
    keys.key_down(down(key, mod))
    assert read(cpc) == codes


def test_altgr_waits_for_its_text(cpc, keys):
    keys.key_down(down(pygame.K_8, pygame.KMOD_RALT))
    keys.text("[")
    assert read(cpc) == [ord("[")]


def test_the_cursor_keys_as_a_joystick(cpc, keys):
    keys.joystick = True
    keys.key_down(down(pygame.K_LEFT, scancode=1))
    keys.key_down(down(pygame.K_LCTRL, scancode=2))
    cpc.run(0.1)
    assert cpc.machine.keyboard.joystick(0) == 4 + 16
    keys.key_up(event(pygame.KEYUP, pygame.K_LEFT, scancode=1))
    cpc.run(0.1)
    keys.keys.frame()
    cpc.run(0.1)
    assert cpc.machine.keyboard.joystick(0) == 16


def test_two_gamepads(cpc):
    pads = Gamepad(HostKeys(cpc.session))
    pads.pads = {7: (0, None), 9: (1, None)}
    for kind, values in [(pygame.JOYAXISMOTION, {"axis": 1, "value": -1.0, "instance_id": 7}),
                         (pygame.JOYBUTTONDOWN, {"button": 0, "instance_id": 7}),
                         (pygame.JOYHATMOTION, {"value": (1, 0), "instance_id": 9}),
                         (pygame.JOYBUTTONDOWN, {"button": 1, "instance_id": 8})]:
        pads.handle(pygame.event.Event(kind, **values))
    cpc.run(0.1)
    assert [cpc.machine.keyboard.joystick(number) for number in (0, 1)] == [1 + 16, 8]
    pads.handle(pygame.event.Event(pygame.JOYDEVICEREMOVED, instance_id=7))
    pads.keys.frame()
    cpc.run(0.1)
    pads.keys.frame()
    cpc.run(0.1)
    assert [cpc.machine.keyboard.joystick(number) for number in (0, 1)] == [0, 8]


def test_the_windows_own_keys():
    command = Bindings({one.name: one.keys for one in COMMANDS}).command
    assert command(down(pygame.K_F2)) == command(down(pygame.K_F2, pygame.KMOD_LCTRL)) == "screenshot"
    assert command(down(pygame.K_F2, pygame.KMOD_RSHIFT)) == "programs"
    assert command(down(pygame.K_F4, pygame.KMOD_LSHIFT)) == "debugger"         # it has nothing of its own there
    assert command(down(pygame.K_v, pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT)) == "paste"
    assert command(down(pygame.K_v, pygame.KMOD_LCTRL)) is command(down(pygame.K_F4, pygame.KMOD_LALT)) is None
    assert command(down(pygame.K_PAGEUP)) == "rewind" and command(down(code_of("APPLICATION"))) == "menu"


def test_each_command_has_something_that_it_does(window):
    assert list(window.commands.by_name) and {one.name for one in COMMANDS} == window.commands.by_name.keys()


@pytest.mark.parametrize("window, smooth, size", [
    ((768, 576), False, (640, 400)), ((768, 576), True, (640, 400)), ((1920, 1080), False, (1600, 1000)),
    ((1920, 1080), True, (1200, 750)), ((336, 216), False, (320, 200)), ((300, 200), False, (222, 138)),
])
def test_where_the_picture_goes(window, smooth, size):
    where = frame.place(window, smooth)
    assert where.size == size
    assert where.center == (window[0] // 2, window[1] // 2)


@pytest.fixture
def window(cpc, tmp_path, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    from cpc.window.window import Window
    made = Window(cpc, CPC, autosave=Autosave(tmp_path), muted=True, pictures=tmp_path)
    yield made
    pygame.quit()


@pytest.mark.parametrize("size", [(384, 272), (768, 576), (1024, 600), (1920, 1080)])
def test_whole_steps_have_no_other_colours(window, size):
    """The dots of the CPC are sharp; a smooth picture has colours in between."""
    cpc = window.cpc
    cpc.type("MODE 1:LOCATE 10,10:PRINT STRING$(9,207)\n")
    cpc.run_until_idle()
    mixed = []
    for smooth in False, True:
        picture = frame.Frame()
        picture.smooth = smooth
        surface = pygame.Surface(size)
        picture.draw(surface, cpc.screen)
        shown = {tuple(surface.get_at((x, y)))[:3] for x in range(size[0]) for y in range(0, size[1], 7)}
        mixed.append(len(shown - {monitors.colour(ink) for ink in (*cpc.screen.inks, cpc.screen.border)} - {(0, 0, 0)}))
    assert mixed[0] == 0 and (mixed[1] > 0) == (size != (768, 576))     # where 640 x 400 dots are whole steps in either way


def test_without_sound(cpc, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    from cpc.window.window import Window
    window = Window(cpc, CPC)
    window.frame()
    pygame.quit()
    assert window.message.startswith("There is no sound here (")
    assert window.message.endswith("); --wav F.wav writes it to a file.")


def test_without_a_library_that_sound_needs(cpc, monkeypatch):
    def missing(sound):
        raise NotImplementedError("mixer module not available")
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("cpc.window.loudspeaker.Speaker", missing)
    from cpc.window.window import Window
    window = Window(cpc, CPC)
    pygame.quit()
    assert window.message.startswith("There is no sound here (mixer module not available)")


def test_the_clipboard_without_a_text(window, monkeypatch):
    monkeypatch.setattr("cpc.window.desktop.clipboard", lambda: "")
    window.do("paste")
    assert window.message == "There is no text in the clipboard."


def test_a_fault_of_ours_loses_no_program(cpc, window, tmp_path, monkeypatch):
    cpc.type("10 PRINT 1\n")
    cpc.run_until_idle()

    def fails():
        monkeypatch.undo()
        raise ZeroDivisionError("on purpose")
    monkeypatch.setattr(window.player.pacing, "step", fails)
    for _ in range(4):
        window.player.pacing.resume(0)
        window.frame()
    assert "on purpose" in (tmp_path / "fault.txt").read_text()
    assert window.message.startswith("This emulator has made a mistake")
    assert list(cpc.session.program.lines) == [10]
    cpc.type("LIST\n")
    cpc.run_until_idle()
    assert "10 PRINT 1" in cpc.screen.text()


def test_a_dropped_file(cpc, window, tmp_path):
    cpc.type("10 PRINT 1\n20 GOTO 20\nRUN\n")
    cpc.run(1)
    path = tmp_path / "other.bas"
    path.write_text("10 PRINT 2\n")
    window.handle(pygame.event.Event(pygame.DROPFILE, file=str(path)))
    assert window.message.startswith("other.bas is loaded: RUN starts it.") and "replaced.bas" in window.message
    cpc.type("CLS:RUN\n")
    cpc.run_until_idle()
    assert cpc.screen.text()[0] == " 2"
    window.load(tmp_path / "nothing.bas")
    assert window.message == "nothing.bas cannot be read: No such file or directory."
    path.write_text("PRINT\n")
    window.load(path)
    assert window.message == "other.bas: Direct command found" and list(cpc.session.program.lines) == [10]


def test_reset_asks_and_keeps(cpc, window, tmp_path):
    cpc.type("10 PRINT 1\n")
    cpc.run_until_idle()
    window.do("reset")
    assert window.cpc is cpc and "F10 again" in window.message
    window.do("reset")
    assert window.cpc is not cpc and (tmp_path / "replaced.bas").exists()


def test_pause_stops_the_clock(cpc, window):
    window.do("pause")
    before = cpc.seconds
    for _ in range(5):
        window.player.pacing.resume(0)
        window.frame()
    assert cpc.seconds == before
    window.handle(down(NUMBERS["A"]))
    assert not window.player.paused


@pytest.mark.parametrize("screen, size", [
    ((1024, 600), (768, 576)), ((640, 480), (768, 576)), ((1366, 768), (768, 576)), ((1920, 1080), (1152, 864)),
    ((2560, 1440), (1536, 1152)), ((3840, 2160), (2304, 1728)), ((1080, 1920), (768, 576)),
])
def test_how_large_the_window_is_at_first(screen, size):
    assert desktop.suitable(screen) == size
