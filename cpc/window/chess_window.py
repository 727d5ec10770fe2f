"""A chess board in a window, with the screens of the CPCs that play beside it. The game itself is a `Table`, made elsewhere."""

import os
from typing import Protocol

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_VIDEO_ALLOW_SCREENSAVER", "1")

import pygame

from cpc.api import CPC
from cpc.window.chess_pieces import piece
from cpc.window.desktop import NoDisplay, open_display
from cpc.window.frame import Frame, written
from cpc.window.loop import frame_by_frame

SIZE = 1184, 656
LEAST = 480, 320
FILES, RANKS = "abcdefgh", "12345678"
LIGHT, DARK, PAPER, TEXT, DIM = (222, 206, 172), (146, 108, 74), (28, 28, 40), (240, 240, 220), (150, 150, 160)
LAST, SELECTED, CHECK, TARGET = (200, 196, 90), (120, 170, 90), (214, 92, 72), (60, 110, 60)
SHARP = 220                     # the height from which a CPC's picture is shown dot by dot
THINKING = 0.014                # seconds of each frame in which the programs think
KEYS = "N new  T take back  X change sides  F turn  SPACE wait  ESC end"


class Table(Protocol):
    """The game, as it is shown and played."""
    holds: bool
    selected: str

    @property
    def pieces(self) -> dict[str, str]: ...
    @property
    def machines(self) -> dict[str, CPC]: ...
    @property
    def targets(self) -> set[str]: ...
    @property
    def last(self) -> tuple[str, ...]: ...
    @property
    def in_check(self) -> str: ...
    @property
    def choices(self) -> list[str]: ...
    @property
    def person_is_black(self) -> bool: ...
    def lines(self) -> list[str]: ...
    def press(self, square: str) -> None: ...
    def choose(self, letter: str) -> None: ...
    def step(self, seconds: float) -> None: ...
    def new(self) -> None: ...
    def take_back(self) -> None: ...
    def switch(self) -> None: ...


class ChessWindow:
    def __init__(self, table: Table, title: str) -> None:
        self.table = table
        self.surface = open_display(SIZE)
        pygame.display.set_caption(title)
        self.pictures = {colour: Frame() for colour in ("white", "black")}
        self.turned = table.person_is_black
        self.dragged = ""                       # the square from which a piece is pulled
        self.closed = False
        self.drawn: tuple[object, ...] = ()

    def run(self) -> None:
        try:
            frame_by_frame(self)
        finally:
            pygame.quit()

    def frame(self) -> None:
        for event in pygame.event.get():
            self.handle(event)
        self.table.step(THINKING)
        self.draw()

    # events

    def handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.closed = True
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._press(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._release(event.pos)
        elif event.type == pygame.KEYDOWN:
            self._key(event.key)
        elif event.type in (pygame.VIDEORESIZE, pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED):
            self.surface = pygame.display.get_surface()
            self.drawn = ()

    def _press(self, point: tuple[int, int]) -> None:
        if self.table.choices:
            self.table.choose(self._choice_at(point))
            return
        square = self.square_at(point)
        if square:
            self.table.press(square)
            self.dragged = square if self.table.selected == square else ""

    def _release(self, point: tuple[int, int]) -> None:
        """A piece may be pulled to its square as well."""
        square, self.dragged = self.square_at(point), self.dragged
        if self.dragged and square and square != self.dragged and square in self.table.targets:
            self.table.press(square)
        self.dragged = ""

    def _key(self, key: int) -> None:
        if key == pygame.K_ESCAPE:
            self.closed = True
        elif key == pygame.K_SPACE:
            self.table.holds = not self.table.holds
        elif key == pygame.K_f:
            self.turned = not self.turned
        elif key == pygame.K_n:
            self.table.new()
        elif key == pygame.K_t:
            self.table.take_back()
        elif key == pygame.K_x:
            self.table.switch()
            self.turned = self.table.person_is_black

    # where things are

    @property
    def step(self) -> int:
        """The side of a square."""
        width, height = self.surface.get_size()
        return max(8, min((height - 40) // 8, (width - 40) * 55 // 100 // 8))

    def place_of(self, square: str) -> pygame.Rect:
        file, rank = FILES.index(square[0]), RANKS.index(square[1])
        if self.turned:
            file, rank = 7 - file, 7 - rank
        return pygame.Rect(24 + file * self.step, 12 + (7 - rank) * self.step, self.step, self.step)

    def square_at(self, point: tuple[int, int]) -> str:
        return next((square for square in (file + rank for file in FILES for rank in RANKS)
                     if self.place_of(square).collidepoint(point)), "")

    def _choice_places(self) -> list[tuple[str, pygame.Rect]]:
        middle, step = self.place_of("e4" if self.turned else "d4"), self.step
        left = middle.left - step * (len(self.table.choices) // 2) + step // 2
        return [(letter, pygame.Rect(left + at * step, middle.top - step // 2, step, step))
                for at, letter in enumerate(self.table.choices)]

    def _choice_at(self, point: tuple[int, int]) -> str:
        return next((letter for letter, where in self._choice_places() if where.collidepoint(point)), "")

    # the picture

    def draw(self) -> None:
        """Only what has changed."""
        table = self.table
        lines = table.lines()
        state = (tuple(table.pieces.items()), table.selected, table.last, tuple(lines), tuple(table.choices), self.turned,
                 self.surface.get_size())
        screens = [(picture, table.machines[colour]) for colour, picture in self.pictures.items() if colour in table.machines]
        changed = [picture.changed(cpc.screen) for picture, cpc in screens]
        if state == self.drawn and not any(changed):
            return
        if state != self.drawn:
            self.surface.fill(PAPER)
            self._draw_board()
            changed = [True] * len(changed)
        self.drawn = state
        top = self._draw_screens(screens, changed)
        self._draw_text(lines, top)
        pygame.display.update()

    def _draw_board(self) -> None:
        table, step = self.table, self.step
        pieces, targets, last, check = table.pieces, table.targets, table.last, table.in_check
        for file in FILES:
            for rank in RANKS:
                square = file + rank
                where = self.place_of(square)
                pale = (FILES.index(file) + RANKS.index(rank)) % 2
                colour = CHECK if square == check else SELECTED if square == table.selected else LAST if square in last else \
                    LIGHT if pale else DARK
                pygame.draw.rect(self.surface, colour, where)
                if square in pieces:
                    self.surface.blit(piece(pieces[square], step), where)
                if square in targets:
                    pygame.draw.circle(self.surface, TARGET, where.center, step // 9)
        for at in range(8):
            mark = 7 - at if self.turned else at
            left = written(RANKS[mark], DIM, PAPER, 1)
            self.surface.blit(left, (10, 12 + (7 - at) * step + step // 2 - 4))
            below = written(FILES[mark], DIM, PAPER, 1)
            self.surface.blit(below, (24 + at * step + step // 2 - 4, 16 + 8 * step))
        for letter, where in self._choice_places():
            pygame.draw.rect(self.surface, SELECTED, where)
            pygame.draw.rect(self.surface, TEXT, where, 2)
            self.surface.blit(piece(letter, step), where)

    def _draw_screens(self, screens: list[tuple[Frame, CPC]], changed: list[bool]) -> int:
        """The CPCs' screens at the right, one below the other; gives where they end."""
        width, height = self.surface.get_size()
        left = 36 + 8 * self.step
        room = width - left - 12
        each = min(room * 3 // 4, max(height * 62 // 100 // max(len(screens), 1), min(SHARP, height // 3)))
        for at, ((picture, cpc), anew) in enumerate(zip(screens, changed, strict=True)):
            where = pygame.Rect(left, 12 + at * (each + 6), room, each)
            if anew and where.width > 0 and where.height > 0:
                part = self.surface.subsurface(where.clip(self.surface.get_rect()))
                picture.smooth = each >= 2 * SHARP - SHARP // 2
                picture.draw(part, cpc.screen)
        return 12 + len(screens) * (each + 6)

    def _draw_text(self, lines: list[str], top: int) -> None:
        width, height = self.surface.get_size()
        left = 36 + 8 * self.step
        columns = max(1, (width - left - 12) // 8)
        pygame.draw.rect(self.surface, PAPER, (left, top, width - left, height - top))
        rows = [part for line in lines for part in ([line[at:at + columns] for at in range(0, len(line), columns)] or [""])]
        room = max(1, (height - top - 30) // 12)
        head = rows[:rows.index("")] if "" in rows else rows
        moves = rows[len(head) + 1:]
        shown = [*head[:room], *moves[-max(0, room - len(head)):]] if room > len(head) else head[:room]
        for at, row in enumerate(shown):
            self.surface.blit(written(row, TEXT if at < len(head) else DIM, PAPER, 1), (left, top + 6 + 12 * at))
        self.surface.blit(written(KEYS[:columns], DIM, PAPER, 1), (left, height - 14))


__all__ = ["ChessWindow", "NoDisplay", "Table"]
