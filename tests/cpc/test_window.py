"""A real window on a virtual screen (Xvfb), with the keys of xdotool and the clipboard of xclip."""

import contextlib
import os
import shutil
import signal
import struct
import subprocess
import sys
import time

import pytest

from cpc import CPC
from cpc.picture import monitors
from cpc.player.remembered import Remembered
from tests.places import PATIENCE, REPO

ROOT = REPO
MISSING = [tool for tool in ("Xvfb", "xdotool", "xclip") if not shutil.which(tool)]
pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"needs {' and '.join(MISSING)} (apt install xvfb xdotool xclip)")


@contextlib.contextmanager
def virtual_screen(folder, size="1024x768"):
    """Its name, and the file that what it shows is in. A key that is down long does not repeat itself there."""
    reader, writer = os.pipe()
    command = ["Xvfb", "-noreset", "-r", "-displayfd", str(writer), "-screen", "0", f"{size}x24", "-fbdir", str(folder)]
    server = subprocess.Popen(command, pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with open(reader) as numbers:
        name = f":{numbers.readline().strip()}"
    try:
        yield name, folder / "Xvfb_screen0"
    finally:
        server.terminate()
        server.wait(PATIENCE)


def shown_now(file):
    """What a screen shows, as a whole: the server may be at work in its file."""
    data, before = file.read_bytes(), b""
    while data != before:
        before, data = data, file.read_bytes()
    return data


@pytest.fixture(scope="module")
def display(tmp_path_factory):
    with virtual_screen(tmp_path_factory.mktemp("display")) as display:
        yield display


class Window:
    def __init__(self, display, folder, *arguments, known=True):
        """`known`: it is not the first start there."""
        self.folder = folder
        self.environment = os.environ | {
            "DISPLAY": display[0], "SDL_VIDEODRIVER": "x11", "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT),
            "XDG_DATA_HOME": str(folder / "data"), "XDG_CONFIG_HOME": str(folder / "config"), "LANG": "C", "LANGUAGE": "",
            "LC_ALL": ""}
        if known:
            Remembered(folder / "data" / "cpc-listings").welcome()
        self.picture = display[1]
        self.process = subprocess.Popen([sys.executable, "-m", "cpc", *arguments], env=self.environment, cwd=folder,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        end = time.monotonic() + PATIENCE
        search = ["xdotool", "search", "--onlyvisible", "--class", "cpc"]
        while subprocess.run(search, env=self.environment, capture_output=True).returncode:
            assert time.monotonic() < end and self.process.poll() is None, "no window comes"
            time.sleep(0.05)

    def tool(self, *command, **more):
        subprocess.run(command, env=self.environment, check=True, stdout=subprocess.DEVNULL, timeout=PATIENCE, **more)

    def keys(self, *keys):
        self.tool("xdotool", "key", "--delay", "25", *keys)

    def type(self, text):
        for number, line in enumerate(text.split("\n")):
            if number:
                self.keys("Return")
            if line:
                self.tool("xdotool", "type", "--delay", "15", line)

    def shot(self):
        before = set(self.folder.glob("cpc-*.png"))
        self.keys("F2")
        end = time.monotonic() + PATIENCE
        while not (new := set(self.folder.glob("cpc-*.png")) - before):
            assert time.monotonic() < end and self.process.poll() is None, "no screenshot comes"
            time.sleep(0.02)
        path = new.pop()
        while not (data := path.read_bytes()).endswith(b"IEND\xaeB`\x82"):
            assert time.monotonic() < end, "the screenshot stays a part"
            time.sleep(0.01)
        path.unlink()
        return data

    def shows(self, expected):
        """The picture of that machine, to the last byte of the PNG."""
        path = self.folder / "expected.png"
        expected.png(path)
        return self.shot() == path.read_bytes()

    def until_it_shows(self, expected):
        end = time.monotonic() + PATIENCE
        while not self.shows(expected):
            assert time.monotonic() < end, f"not shown: {expected.screen.text()}; {self.rest()}"

    def rest(self):
        shown = self.folder / "last.png"
        shown.write_bytes(self.shot())
        return f"see {shown}"

    def close(self):
        """As a click on the window's cross: SDL makes the same event of this signal."""
        self.process.send_signal(signal.SIGTERM)
        out, _ = self.process.communicate(timeout=PATIENCE)
        assert self.process.returncode == 0, out
        return out


def opening(make):
    """For a fixture: opens windows, and leaves none behind."""
    opened = []

    def start(*arguments, **more):
        opened.append(make(*arguments, **more))
        return opened[-1]
    yield start
    for one in opened:
        with contextlib.suppress(ProcessLookupError):
            one.process.kill()
        one.process.wait(PATIENCE)


@pytest.fixture
def window(display, tmp_path):
    yield from opening(lambda *arguments, **more: Window(display, tmp_path, *arguments, **more))


def running(text):
    """A machine whose program does not come to an end."""
    cpc = CPC()
    cpc.type(text)
    cpc.run(10)
    return cpc


def headless(text, **options):
    cpc = CPC(**options)
    cpc.type(text)
    return settled(cpc)


def settled(cpc):
    cpc.run_until_idle()
    cpc.run(0.1)                # a new INK is seen at the next frame
    return cpc


PROGRAM = '10 MODE 2:INK 1,26:FOR i=1 TO 3:PRINT "z/y ("i")":NEXT\nRUN\n'


def test_boot_type_run_and_close(window):
    opened = window()
    opened.until_it_shows(headless(""))
    opened.type(PROGRAM)
    opened.until_it_shows(headless(PROGRAM))
    assert opened.close() == "The program is not saved; it will be back at the next start.\n"
    again = window()
    again.type("LIST\n")
    with_program = CPC()
    with_program.load(again.folder / "data" / "cpc-listings" / "unsaved.bas")
    with_program.type("LIST\n")
    again.until_it_shows(settled(with_program))
    again.type("NEW\n")
    with_program.type("NEW\n")
    again.until_it_shows(settled(with_program))
    assert again.close() == ""
    assert not list(again.folder.glob("data/cpc-listings/*.bas"))


def test_the_screen_has_the_same_pixels(window, display):
    opened = window("--fresh", "--model", "6128")
    line = "MODE 0:BORDER 6:PEN 5:PRINT 1/3:DRAW 639,399,9\n"
    opened.type(line)
    cpc = headless(line, model="6128")
    pens = cpc.screen.pens()
    colours = [monitors.colour(ink) for ink in cpc.screen.inks]
    left, top = (1024 - 640) // 2, (768 - 400) // 2
    end = time.monotonic() + PATIENCE
    while True:
        shown = pixels(opened.picture)
        if all(shown(left + 4 * x, top + y) == colours[pens[y // 2][x]] for x in range(160) for y in range(400)):
            break
        assert time.monotonic() < end, "the window shows something else"
    assert shown(left - 1, top) == shown(left + 640, top + 399) == shown(left, top - 1) == monitors.colour(6)


def pixels(path):
    """Of an XWD file: a function of x and y."""
    data = shown_now(path)
    size, line, colours = (struct.unpack_from(">I", data, at)[0] for at in (0, 48, 76))
    start = size + 12 * colours

    def pixel(x, y):
        at = start + y * line + 4 * x
        return data[at + 2], data[at + 1], data[at]
    return pixel


def test_esc_stops_a_tight_loop_at_any_speed(window):
    opened = window("--fresh", "--speed", "max")
    program = '10 PRINT "runs"\n20 GOTO 20\nRUN\n'
    opened.type(program)
    opened.until_it_shows(running(program))
    opened.keys("Escape", "Escape")
    opened.type("CLS\n")
    opened.until_it_shows(headless("CLS\n"))


def clipboard(environment):
    command = ["xclip", "-o", "-selection", "clipboard"]
    return subprocess.run(command, env=environment, capture_output=True, timeout=PATIENCE).stdout


def test_paste(window):
    opened = window("--fresh")
    text = 'CLS\nPRINT "Grüße"\n'.encode()
    opened.tool("xclip", "-i", "-selection", "clipboard", input=text)
    end = time.monotonic() + PATIENCE
    while clipboard(opened.environment) != text:            # xclip goes on in the background
        assert time.monotonic() < end, "the clipboard stays empty"
    opened.keys("F6")
    opened.until_it_shows(headless('CLS\nPRINT "Gruesse"\n'))


@pytest.mark.skipif(not shutil.which("setxkbmap"), reason="needs setxkbmap (apt install x11-xkb-utils)")
def test_a_german_keyboard(window):
    opened = window("--fresh")
    opened.tool("setxkbmap", "de")
    try:
        # the keys of Y, Z, SHIFT 7, AltGr Q and the umlaut A, by their places
        opened.keys("29")
        end = time.monotonic() + PATIENCE
        while not opened.shows(headless("z")):
            assert time.monotonic() < end, opened.rest()
            if opened.shows(headless("y")):             # the window had not heard of the other keyboard yet
                opened.keys("BackSpace")
                opened.until_it_shows(headless(""))
                opened.keys("29")
        opened.keys("52", "shift+16", "108+24", "48")
        opened.until_it_shows(headless("zy/@ae"))
    finally:
        opened.tool("setxkbmap", "us")


def test_the_first_start_shows_the_programs_and_a_state_is_there_the_next_time(window):
    opened = window(known=False)
    opened.type("ready")                                    # the entry that begins with Ready
    opened.keys("Return")
    opened.until_it_shows(headless(""))
    line = 'MODE 0:PRINT "kept"\n'
    opened.type(line)
    opened.until_it_shows(headless(line))
    opened.keys("shift+F5")
    opened.type("s")
    opened.type("MODE 2\n")
    opened.until_it_shows(headless(line + "MODE 2\n"))
    opened.close()
    again = window("--fresh", known=False)
    again.until_it_shows(headless(""))
    again.keys("shift+F5", "Return")
    again.until_it_shows(headless(line))
    again.close()


def test_games_get_the_matrix(window):
    program = '10 WHILE INKEY(67)<0:WEND:OPENOUT "seen":PRINT #9,INKEY(67);INKEY(21):CLOSEOUT\n20 GOTO 20\nRUN\n'
    opened = window("--fresh")
    opened.type(program)
    opened.until_it_shows(running(program))
    opened.tool("xdotool", "keydown", "shift", "keydown", "q")
    end = time.monotonic() + PATIENCE
    while not (seen := list(opened.folder.glob("SEEN*"))):
        assert time.monotonic() < end, f"no key is seen; {opened.rest()}"
        time.sleep(0.02)
    opened.tool("xdotool", "keyup", "q", "keyup", "shift")
    assert seen[0].read_bytes().startswith(b" 32  32 \r\n")


@pytest.mark.parametrize("display", [{}, {"DISPLAY": ":54321"}])
def test_without_a_display(display, tmp_path):
    unset = "DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    environment |= display | {"PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-m", "cpc"], env=environment, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 2
    assert done.stderr == ("cpc: There is no display to open a window on; --terminal runs the CPC in this terminal, "
                           "--headless without a picture.\n")
