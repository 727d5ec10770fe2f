"""The host's events without a screen: keys that repeat, and what is typed while a question is answered."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
import pytest

from cpc import CPC
from cpc.window import events as module
from cpc.window.events import Events


def key(code, down=True):
    return pygame.event.Event(pygame.KEYDOWN if down else pygame.KEYUP, key=code, mod=0, unicode="", scancode=code % 500)


def text(letters):
    return pygame.event.Event(pygame.TEXTINPUT, text=letters)


def click():
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(0, 0))


def seen(found):
    return [(event.type, getattr(event, "key", getattr(event, "text", None))) for event in found]


@pytest.fixture
def host(monkeypatch):
    """What waits at the host, and its clock."""
    class Host:
        waiting: list = []
        now = 100.0
        events = Events()

        def frame(self, now, *waiting):
            self.now, self.waiting = now, list(waiting)
            return seen(self.events.new())

        def get(self):
            found, self.waiting = self.waiting, []
            return found
    made = Host()
    made.events.repeats = True
    monkeypatch.setattr(module.pygame.event, "get", made.get)
    monkeypatch.setattr(module.time, "perf_counter", lambda: made.now)
    return made


F11, DOWN, UP = (pygame.KEYDOWN, pygame.K_F11), pygame.KEYDOWN, pygame.KEYUP


def test_a_key_that_is_held_down_repeats_until_it_comes_up(host):
    assert host.frame(100, key(pygame.K_F11)) == [F11]
    assert host.frame(100.39) == []
    assert host.frame(100.4) == [F11]
    assert host.frame(100.43) == []
    assert host.frame(100.45, key(pygame.K_LSHIFT, down=False)) == [(UP, pygame.K_LSHIFT), F11]
    assert host.frame(100.5, key(pygame.K_F11, down=False)) == [(UP, pygame.K_F11)]
    assert host.frame(101) == []


def test_the_newest_key_repeats_and_none_where_the_window_is_left(host):
    host.frame(100, key(pygame.K_F11), key(pygame.K_DOWN))
    assert host.frame(101) == [(DOWN, pygame.K_DOWN)]
    left = pygame.event.Event(pygame.WINDOWFOCUSLOST)
    assert host.frame(102, left) == [(left.type, None)]
    assert host.frame(103) == []


def test_a_key_that_came_up_in_a_long_frame_does_not_repeat(host):
    host.frame(100, key(pygame.K_F11))
    assert host.frame(105, key(pygame.K_F11, down=False)) == [(UP, pygame.K_F11)]
    assert host.frame(106) == []


@pytest.mark.parametrize("once", [pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_ESCAPE, pygame.K_F4, pygame.K_F5])
def test_enter_and_esc_act_once(host, once):
    host.frame(100, key(pygame.K_DOWN), key(once))
    assert host.frame(105) == []


def test_a_key_whose_work_takes_long_does_not_repeat_before_the_host_is_asked(host):
    host.now, host.waiting = 100.0, [key(pygame.K_F11)]
    found = host.events.new()
    next(found)
    host.now = 105.0
    assert list(found) == []
    assert host.frame(105, key(pygame.K_F11, down=False)) == [(UP, pygame.K_F11)]


def test_no_key_repeats_while_the_machine_runs(host):
    host.events.repeats = False
    host.frame(100, key(pygame.K_F11))
    assert host.frame(105) == []


def test_what_is_typed_while_a_question_is_answered_is_kept(host):
    found = host.events.new()
    host.waiting = [key(pygame.K_RETURN)]
    assert next(found).key == pygame.K_RETURN
    host.waiting = [text("b"), key(pygame.K_b)]
    assert not host.events.ends()
    host.waiting = [key(pygame.K_RETURN)]
    assert not host.events.ends()
    assert list(found) == []
    assert host.frame(100.1, text("n")) == [
        (pygame.TEXTINPUT, "b"), (DOWN, pygame.K_b), (DOWN, pygame.K_RETURN), (pygame.TEXTINPUT, "n")]
    assert host.frame(100.2) == []


@pytest.mark.parametrize("stop, kept", [
    (key(pygame.K_ESCAPE), []), (click(), []), (pygame.event.Event(pygame.QUIT), [(pygame.QUIT, None)])])
def test_esc_a_click_or_the_cross_end_a_question(host, stop, kept):
    host.waiting = [text("a"), stop, text("b")]
    assert host.events.ends()
    assert host.frame(100) == [(pygame.TEXTINPUT, "a"), *kept, (pygame.TEXTINPUT, "b")]


def test_enter_on_an_empty_line_leaves_the_answer(monkeypatch, tmp_path):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    from cpc.window.window import Window
    window = Window(CPC(), CPC, muted=True, pictures=tmp_path)
    try:
        panel = window.open_debugger()
        panel.controls.start()
        for typed, said in (("brake", True), ("", True), ("  ", True), ("forget", False)):
            panel.handle(text(typed))
            panel.handle(key(pygame.K_RETURN))
            assert panel.controls.view.typed == ""
            assert any("There is no command brake" in line for line in panel.controls.view.said) == said
    finally:
        pygame.quit()
