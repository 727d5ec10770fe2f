"""The drawn chess board: clicks, pulls and keys reach the table, and the picture shows it."""

import pytest

pygame = pytest.importorskip("pygame")

from cpc import CPC  # noqa: E402
from cpc.window.chess_pieces import DARK, LIGHT, piece  # noqa: E402
from cpc.window.chess_view import View  # noqa: E402
from cpc.window.chess_window import ChessWindow  # noqa: E402


@pytest.fixture(autouse=True)
def no_display(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield
    pygame.quit()


class FakeTable:
    def __init__(self, machines):
        self.holds, self.selected, self.machines = False, "", machines
        self.pieces = {"e2": "P", "e7": "p", "e1": "K", "e8": "k"}
        self.targets, self.last, self.in_check, self.choices = set(), (), "", []
        self.person_is_black = False
        self.calls = []

    def lines(self):
        return ["Your move.", "x" * 200, "", *(f"{number}. e4" for number in range(1, 60))]

    def press(self, square):
        self.calls.append(square)
        self.selected, self.targets = ("e2", {"e4"}) if square == "e2" else ("", set())

    def step(self, seconds):
        pass

    def __getattr__(self, name):
        return lambda *rest: self.calls.append((name, *rest))


@pytest.fixture
def window():
    return ChessWindow(FakeTable({"black": CPC()}), "Chess")


def point(window, square):
    return window.place_of(square).center


def mouse(kind, at):
    pygame.event.post(pygame.event.Event(kind, button=1, pos=at))


def test_a_click_and_a_pull(window):
    mouse(pygame.MOUSEBUTTONDOWN, point(window, "e2"))
    mouse(pygame.MOUSEBUTTONUP, point(window, "e2"))
    window.frame()
    assert window.table.calls == ["e2"] and window.surface.get_at(point(window, "e4"))[:3] != (222, 206, 172)
    mouse(pygame.MOUSEBUTTONDOWN, point(window, "e2"))
    mouse(pygame.MOUSEBUTTONUP, point(window, "e4"))
    mouse(pygame.MOUSEBUTTONDOWN, (1, 1))
    window.frame()
    assert window.table.calls == ["e2", "e2", "e4"]


def test_the_board_turned_round(window):
    before = point(window, "a1")
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_f))
    window.frame()
    assert point(window, "h8") == before and window.square_at(before) == "h8"


def test_the_keys(window):
    for key in (pygame.K_n, pygame.K_t, pygame.K_x, pygame.K_SPACE, pygame.K_ESCAPE):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key))
    window.frame()
    assert window.table.calls == [("new",), ("take_back",), ("switch",)] and window.table.holds and window.closed


def test_a_promotion_is_clicked(window):
    window.table.choices = ["Q", "R", "B", "N"]
    window.frame()
    where = dict(window._choice_places())
    mouse(pygame.MOUSEBUTTONDOWN, where["B"].center)
    mouse(pygame.MOUSEBUTTONDOWN, (0, 0))
    window.frame()
    assert window.table.calls == [("choose", "B"), ("choose", "")]


@pytest.mark.parametrize("size", [(1184, 656), (640, 400), (1, 1), (300, 900), (2000, 300)])
@pytest.mark.parametrize("colours", [["black"], ["white", "black"]])
def test_any_size(window, size, colours):
    window.table.machines = dict.fromkeys(colours, window.table.machines["black"])
    window.surface = pygame.display.set_mode(size, pygame.RESIZABLE)
    window.drawn = ()
    window.frame()


def test_pieces():
    for letter in "PNBRQKpnbrqk":
        drawn = piece(letter, 64)
        assert drawn.get_size() == (64, 64) and drawn.get_at((0, 0))[3] == 0
        assert drawn.get_at((32, 52))[:3] == (LIGHT if letter.isupper() else DARK)


def test_the_cpc_in_a_window_of_its_own():
    cpc, view = CPC(), View()
    view.show(cpc)
    middle = pygame.display.get_surface().get_at((384, 272))[:3]
    cpc.type("INK 0,6\n")
    cpc.run_until_idle()
    view.show(cpc)
    assert pygame.display.get_surface().get_at((384, 272))[:3] != middle
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    view.show(cpc)
    view.show(cpc)
    assert view.surface is None
    view.close()
