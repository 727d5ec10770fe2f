"""The page of states: a slot has a picture, what it is of and when; buttons for the mouse, letters for the keyboard."""

import time
from typing import TYPE_CHECKING

import pygame
from pygame.event import Event

from cpc.picture.monitors import palette
from cpc.player.slots import Slots
from cpc.player.states import HEIGHT, SLOTS, WIDTH, Kept, StateFault
from cpc.window import frame
from cpc.window.page import Page
from cpc.window.sheet import OFF, ROW, Sheet, cut

if TYPE_CHECKING:
    from cpc.window.window import Window

ACROSS = 4                      # slots beside each other
WIDE, HIGH = 23, 12             # columns and rows of a slot
TOP = 3
PICTURE = 20, 200 * 160 / 320 / ROW     # columns and rows: half as wide as the machine's
NOTHING = (24, 24, 64)


class StatesPage(Page):
    command = "states"

    def __init__(self, window: "Window", slots: Slots) -> None:
        super().__init__(window)
        self.slots = slots
        self.sheet = Sheet(ACROSS * WIDE + 1, TOP + HIGH * (SLOTS // ACROSS) + 1)
        self.at = 0
        self.sure: int | None = None            # the slot that will be emptied if it is asked for again
        self.kept: list[Kept | str | None] = [None] * SLOTS     # or what is wrong with it
        self.look()

    def look(self) -> None:
        for slot in range(1, SLOTS + 1):
            try:
                self.kept[slot - 1] = self.slots.states.kept(slot)
            except StateFault as fault:
                self.kept[slot - 1] = str(fault)

    # choosing

    def key(self, event: Event) -> None:
        if event.key in (pygame.K_DELETE, pygame.K_BACKSPACE):
            self.delete()
        else:
            self.sure = None
            super().key(event)

    def typed(self, text: str) -> None:
        if text.lower() == "s":
            self.save()
        elif text.isdigit() and 1 <= int(text) <= SLOTS:
            self.at = int(text) - 1

    def move(self, columns: int, rows: int) -> None:
        self.sure = None
        self.at = max(0, min(self.at + columns + ACROSS * max(-1, min(rows, 1)), SLOTS - 1))

    def enter(self) -> None:
        if self.kept[self.at] is None:
            self.save()
        elif self.slots.bring_back(self.at + 1):
            self.close()

    def save(self) -> None:
        if self.slots.save(self.at + 1):
            self.close()
        self.look()

    def delete(self) -> None:
        if self.kept[self.at] is not None and self.sure != self.at:
            self.sure = self.at
        else:
            self.slots.delete(self.at + 1)
            self.sure = None
            self.look()

    def clicked(self, column: float, row: float) -> None:
        across, down = int((column - 1) // WIDE), int((row - TOP) // HIGH)
        if not (0 <= across < ACROSS and 0 <= down < SLOTS // ACROSS):
            return
        if self.at != down * ACROSS + across:
            self.at, self.sure = down * ACROSS + across, None
        left, top = column - 1 - across * WIDE, row - TOP - down * HIGH
        if top < PICTURE[1]:
            if self.kept[self.at] is not None:
                self.enter()
        elif HIGH - 4 <= top < HIGH - 3:
            self.save()
        elif HIGH - 2.9 <= top < HIGH - 1.9 and self.kept[self.at] is not None:
            if left >= WIDE - 3 - len(self._delete_label(self.at)) - 1:
                self.delete()
            else:
                self.enter()

    def _delete_label(self, at: int) -> str:
        return self.text_of("delete again" if self.sure == at else "delete")

    # drawing

    def draw(self, surface: pygame.Surface) -> None:
        self.sheet.begin(surface)
        self.sheet.write(1, 0.5, self.text_of("states title"), frame.INK)
        self.sheet.write(1, 1.5, self.text_of("states keys"), frame.DIM)
        for at in range(SLOTS):
            self._draw_slot(at, 1 + at % ACROSS * WIDE, TOP + at // ACROSS * HIGH)
        self.sheet.end(surface)

    def _draw_slot(self, at: int, left: int, top: int) -> None:
        sheet, kept = self.sheet, self.kept[at]
        place = sheet.rect(left, top, *PICTURE)
        sheet.canvas.fill(NOTHING, place)
        if isinstance(kept, Kept):
            sheet.canvas.blit(pygame.transform.smoothscale(_picture(kept, self.window.picture.monitor), place.size), place)
        pygame.draw.rect(sheet.canvas, frame.INK if at == self.at else OFF, place.inflate(4 * sheet.scale, 4 * sheet.scale),
                         2 * sheet.scale)
        below = top + PICTURE[1] + 0.25
        if kept is None:
            sheet.write(left + 7, top + 2.5, f"{at + 1}  " + self.text_of("empty"), frame.DIM, NOTHING)
        elif isinstance(kept, str):
            for number, line in enumerate(frame.folded(kept, PICTURE[0] - 1)[:5]):
                sheet.write(left + 0.5, top + number, line, frame.DIM, NOTHING)
        else:
            sheet.write(left, below, cut(f"{at + 1} {kept.title}", PICTURE[0] + 1), frame.INK)
            sheet.write(left, below + 1, time.strftime("  %d.%m.%Y %H:%M", time.localtime(kept.when)), frame.DIM)
        sheet.button(left, top + HIGH - 4, self.text_of("save here"))
        if kept is not None:
            sheet.button(left, top + HIGH - 2.9, self.text_of("bring back"), at == self.at)
            label = self._delete_label(at)
            sheet.button(left + WIDE - 3 - len(label) - 1, top + HIGH - 2.9, label, self.sure == at)


def _picture(kept: Kept, monitor: str) -> pygame.Surface:
    colours = palette(monitor)
    picture = pygame.image.frombuffer(kept.pens, (WIDTH, HEIGHT), "P")
    picture.set_palette([colours[ink] for ink in kept.inks])
    return picture.convert(24)


