"""The page of programs: examples, books and recent files, in one list with a text to search for."""

import re
from typing import TYPE_CHECKING

import pygame
from pygame.event import Event

from basic.source.words import WORDS
from cpc.player.shelf import BARE, Entry, Picker
from cpc.window import frame
from cpc.window.page import Page
from cpc.window.sheet import OFF, Sheet, cut

if TYPE_CHECKING:
    from cpc.window.window import Window

COLUMNS, ROWS = 94, 28
TOP, BOTTOM = 4, 2              # rows above and below the list
NAME = 14                       # columns of a name
GREY = (128, 128, 176)
BAR = 1                         # columns of the bar that shows which part of the list is seen


class ProgramsPage(Page):
    command = "programs"

    def __init__(self, window: "Window", entries: list[Entry]) -> None:
        super().__init__(window)
        self.picker = Picker(entries)
        self.sheet = Sheet(COLUMNS, ROWS)
        self.top = 0                    # the first row of the list that is seen

    def rows(self) -> list[Entry | str]:
        """The entries, with a heading before each group."""
        found: list[Entry | str] = []
        group = BARE
        for entry in self.picker.entries:
            if entry.group != group:
                group = entry.group
                found.append(self.text_of(group))
            found.append(entry)
        return found

    def rows_of_a_page(self) -> int:
        return ROWS - TOP - BOTTOM

    # choosing

    def key(self, event: Event) -> None:
        if event.key == pygame.K_BACKSPACE:
            self.picker.search(self.picker.query[:-1])
        elif event.key == pygame.K_ESCAPE and self.picker.query:
            self.picker.search("")
        else:
            super().key(event)

    def typed(self, text: str) -> None:
        if text.isprintable():
            self.picker.search(self.picker.query + text)

    def enter(self) -> None:
        if entry := self.picker.chosen:
            self.window.start(entry)
        elif self.types_it:
            self.window.player.paste(self.picker.query + "\n")
            self.close()

    @property
    def types_it(self) -> bool:
        """The CPC waits for a line, and a person has begun to type one here."""
        query = self.picker.query.upper()
        begun = query[:1].isdigit() or query[:1] == "?" or re.split("[^A-Z]", query)[0] in WORDS
        return begun and self.picker.chosen is None and self.window.player.idle

    def move(self, columns: int, rows: int) -> None:
        self.picker.move(rows)

    def moved(self, column: float, row: float) -> bool:
        """Only a click chooses: the list would run away below the mouse."""
        return False

    def clicked(self, column: float, row: float) -> None:
        at, rows = int(row) - TOP + self.top, self.rows()
        if TOP <= row < ROWS - BOTTOM and at < len(rows) and isinstance(entry := rows[at], Entry):
            self.picker.at = self.picker.entries.index(entry)
            self.enter()

    # drawing

    def draw(self, surface: pygame.Surface) -> None:
        sheet, rows, room = self.sheet, self.rows(), self.rows_of_a_page()
        sheet.begin(surface)
        query = self.picker.query
        sheet.write(1, 0.5, self.text_of("choose"), frame.INK)
        sheet.write(1, 1.5, self.text_of("programs keys"), frame.DIM)
        below = self.text_of("search", cut(query, COLUMNS - 12) + "_") if query else self.text_of("drop")
        sheet.write(1, 2.6, below, frame.INK if query else GREY)
        self._scroll(rows, room)
        for number, row in enumerate(rows[self.top:self.top + room]):
            self._draw_row(TOP + number, row)
        if not rows:
            sheet.write(3, TOP, self.text_of("nothing found"), frame.DIM)
            if self.types_it:
                sheet.write(3, TOP + 1, self.text_of("types it"), frame.INK)
        if len(rows) > room:
            sheet.fill(COLUMNS - BAR - 0.5, TOP, BAR, room, OFF)
            sheet.fill(COLUMNS - BAR - 0.5, TOP + room * self.top / len(rows), BAR, room * room / len(rows), frame.DIM)
        sheet.end(surface)

    def _scroll(self, rows: list[Entry | str], room: int) -> None:
        """So that the chosen entry is seen, and its group's heading if that is just above."""
        if self.picker.chosen is None:
            self.top = 0
            return
        at = rows.index(self.picker.chosen)
        above = at - 1 if at and isinstance(rows[at - 1], str) else at
        self.top = max(min(self.top, above), at - room + 1)
        self.top = max(0, min(self.top, len(rows) - room))

    def _draw_row(self, at: int, row: Entry | str) -> None:
        if isinstance(row, str):
            self.sheet.write(1, at, row, frame.DIM)
            return
        paper = OFF if row is self.picker.chosen else frame.PAPER
        self.sheet.fill(2, at, COLUMNS - 4, 1, paper)
        self.sheet.write(3, at, cut(row.name, NAME + 8 if row.group == BARE else NAME), frame.INK if row.there else GREY, paper)
        left = 3 + (NAME + 8 if row.group == BARE else NAME) + 1
        self.sheet.write(left, at, cut(row.what, COLUMNS - 3 - left), (255, 255, 255) if row.there else GREY, paper)
