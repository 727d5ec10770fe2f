"""The menu: all that the window does, each with its key, to be chosen by keys or the mouse; beside it the CPC's own keys."""

import re
from typing import TYPE_CHECKING

import pygame

from cpc.player.commands import COMMANDS, Command, shown
from cpc.player.pacing import name_of
from cpc.window import frame
from cpc.window.page import Page
from cpc.window.sheet import OFF, Sheet

if TYPE_CHECKING:
    from cpc.window.window import Window

TOP = 3                         # rows above the commands
GAP = 2                         # columns between the two parts

# Keys of the host that are no commands, and what they do. What is in <> has a text of its own. A key of the CPC without one has
# what the settings say.
ALSO = (
    ("ESC ESC", "stops a program"), ("<pad> 0-9", "function keys"), ("<pad> ENTER", "small enter"), ("", "DEL"),
    ("", "CLR"), ("", "COPY"), ("INSERT", "insert"), ("SHIFT+<cursor key>", "copy cursor"),
    ("CTRL+SHIFT+ESC", "off and on"), ("<gamepad>", "the joystick"), ("<drop a file>", "to load"),
)


class MenuPage(Page):
    command = "menu"

    def __init__(self, window: "Window") -> None:
        super().__init__(window)
        german = self.text_of.language == "de"
        self.commands = [command for command in COMMANDS if window.can(command.name)]
        self.keys = [self._keys_of(command, german) for command in self.commands]
        self.what = [self.text_of("what menu does" if one.name == "menu" else one.name) for one in self.commands]
        on_cpc = window.settings.on_cpc
        self.also = [(self._named(key or next(iter(on_cpc[what]), ""), german), what if what in on_cpc else self.text_of(what))
                     for key, what in ALSO]
        self.first = max(map(len, self.keys)) + 2
        self.left = self.first + max(map(len, self.what)) + 1
        self.second = max(len(key) for key, _ in self.also) + 2
        right = self.second + max(len(what) for _, what in self.also)
        self.sheet = Sheet(1 + self.left + GAP + right + 1, TOP + max(len(self.commands), len(self.also)) + 2)
        self.at = 0

    def _keys_of(self, command: Command, german: bool) -> str:
        key = shown(self.window.settings.key_of(command.name), german)
        return f"{key} {key}" if command.twice and key else key

    def _named(self, key: str, german: bool) -> str:
        return re.sub("<(.*)>", lambda match: self.text_of(match[1]), shown(key, german))

    # choosing

    def enter(self) -> None:
        command = self.commands[self.at]
        self.close()
        if command.name != "menu":
            self.window.do(command.name)

    def move(self, columns: int, rows: int) -> None:
        self.at = max(0, min(self.at + rows, len(self.commands) - 1))

    def moved(self, column: float, row: float) -> bool:
        before = self.at
        if 0 <= (at := int(row) - TOP) < len(self.commands) and column < 1 + self.left:
            self.at = at
        return self.at != before

    def clicked(self, column: float, row: float) -> None:
        if 0 <= int(row) - TOP < len(self.commands) and column < 1 + self.left:
            self.moved(column, row)
            self.enter()

    # drawing

    def draw(self, surface: pygame.Surface) -> None:
        sheet, player = self.sheet, self.window.player
        sheet.begin(surface)
        sheet.write(1, 0.5, self.text_of("title", player.cpc.model, name_of(player.speed)), frame.INK)
        sheet.write(1, 1.5, self.text_of("menu keys"), frame.DIM)
        for number, (key, what) in enumerate(zip(self.keys, self.what, strict=True)):
            paper = OFF if number == self.at else frame.PAPER
            sheet.fill(0.5, TOP + number, self.left + 0.5, 1, paper)
            sheet.write(1, TOP + number, key, frame.INK, paper)
            sheet.write(1 + self.first, TOP + number, what, frame.DIM, paper)
        for number, (key, what) in enumerate(self.also):
            sheet.write(1 + self.left + GAP, TOP + number, key, frame.INK)
            sheet.write(1 + self.left + GAP + self.second, TOP + number, what, frame.DIM)
        sheet.end(surface)
