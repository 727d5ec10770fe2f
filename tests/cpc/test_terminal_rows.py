"""The last row of a terminal: a message while it is new, else the picture or the border."""

import time

import pytest

from cpc import CPC
from cpc.player.player import Player
from cpc.terminal import terminal
from tests.cpc.test_terminal import Screen


class Written:
    """A terminal on which nothing is typed."""

    def __init__(self):
        self.screen = Screen()

    def write(self, text):
        self.screen.feed(text)

    def read(self, seconds):
        return b""


@pytest.mark.parametrize("height", [20, 25, 26, 27, 40])
def test_a_message_is_in_the_last_row_as_long_as_it_is_new(height, monkeypatch):
    monkeypatch.setattr(terminal.shutil, "get_terminal_size", lambda otherwise: (80, height))
    cpc = CPC()
    cpc.type('10 LOCATE 1,25:PRINT "the last row";\n20 GOTO 20\nRUN\n')
    cpc.run(3)
    written = Written()
    face = terminal.Face(written, Player(cpc, CPC, time.monotonic))

    def last_row():
        face._draw()
        row = written.screen.rows.get(height, {})
        return "".join(row.get(at, " ") for at in range(1, 81)).strip()
    face.say("a message")
    assert last_row() == "a message" and max(written.screen.rows) == height
    face.message_until = 0.0
    assert ("the last row" in last_row()) is (height <= 25) and "message" not in last_row()
    face.say("another")
    assert last_row() == "another"
