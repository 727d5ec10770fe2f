"""The window's clipboard where pygame has none: its module needs a library of X11."""

import pygame
import pytest

from cpc.window import desktop


class Missing:
    """As pygame has a module that cannot be loaded."""
    def __getattr__(self, name):
        raise NotImplementedError("scrap module not available")


class Closed:
    """There is no window."""
    @staticmethod
    def get_init():
        raise pygame.error("video system not initialized")


@pytest.mark.parametrize("module", [Missing, Closed])
def test_a_computer_without_a_clipboard(monkeypatch, module):
    monkeypatch.setattr(desktop, "COMMUNITY", None)
    monkeypatch.setattr(desktop, "_own_clipboard", "")
    monkeypatch.setattr(pygame, "scrap", module(), raising=False)
    assert desktop.clipboard() == ""
    desktop.put_in_clipboard("10 PRINT\n")
    assert desktop.clipboard() == "10 PRINT\n"
