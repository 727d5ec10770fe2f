"""The window's place on the host's desktop: its surface, how large and where it is, full screen; and the clipboard."""

import os
from typing import Any

import pygame

from cpc.window import frame
from cpc.window.audio import quiet_libraries

# pygame-ce: it warns of some of pygame's calls and has others, which the types of pygame do not name.
COMMUNITY: Any = pygame if getattr(pygame, "IS_CE", False) else None
TITLE = 40                      # lines of dots that the host's title and bars may take
OF_THE_SCREEN = 0.8             # is taken at most by a window that is larger than twice the CPC's dots
UTF8 = "text/plain;charset=utf-8"


class NoDisplay(Exception):
    pass


def open_display(size: tuple[int, int] | None = None) -> pygame.Surface:
    """A window of this size, or one that suits the screen. It can be resized."""
    try:
        with quiet_libraries():
            pygame.display.init()
            if pygame.display.get_driver() == "offscreen" and "SDL_VIDEODRIVER" not in os.environ:
                raise NoDisplay("SDL has only its offscreen display")
            return pygame.display.set_mode(size or suitable(screen_size()), pygame.RESIZABLE)
    except pygame.error as error:
        raise NoDisplay(str(error)) from None


def screen_size() -> tuple[int, int]:
    sizes: list[tuple[int, int]] = pygame.display.get_desktop_sizes()
    return sizes[0]


def suitable(screen: tuple[int, int]) -> tuple[int, int]:
    """The size of a window with the picture in whole steps, which leaves a part of the screen free but can be read."""
    wide, high = frame.WITH_BORDER[0] // 2, frame.WITH_BORDER[1] // 2
    steps = max(2, min(int(screen[0] * OF_THE_SCREEN) // wide, int(screen[1] * OF_THE_SCREEN) // high))
    return wide * steps, high * steps


class Desktop:
    def __init__(self) -> None:
        self.full = False
        self.surface = open_display()
        self.size = suitable(screen_size())         # while it does not fill the screen
        pygame.display.set_icon(frame.written("CPC", frame.INK, frame.PAPER, 2))

    def resized(self, size: tuple[int, int]) -> None:
        self.surface = pygame.display.get_surface()
        if not self.full:
            self.size = size

    def position(self) -> tuple[int, int]:
        if COMMUNITY:
            left, top = COMMUNITY.display.get_window_position()
        else:
            left, top = self._sdl_window().position
        return left, top

    def place(self, size: tuple[int, int], position: tuple[int, int]) -> None:
        self.size = size
        self.surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        if COMMUNITY:
            COMMUNITY.display.set_window_position(position)
        else:
            self._sdl_window().position = position

    def heighten(self, lines: int) -> int:
        """Makes the window higher where the screen has room for that: by how much."""
        width, height = self.size
        lines = max(0, min(lines, self.room()[1] - TITLE - height))
        if self.full or not lines:
            return 0
        left, top = self.position()
        self.place((width, height + lines), (left, max(0, min(top, self.room()[1] - height - lines))))
        return lines

    def lower(self, lines: int) -> None:
        width, height = self.size
        if lines and not self.full:
            self.place((width, max(height - lines, 1)), self.position())

    def _sdl_window(self) -> Any:
        from pygame._sdl2.video import Window
        self.placed = Window.from_display_module()          # kept: pygame's events refer to it
        return self.placed

    def room(self) -> tuple[int, int]:
        """The whole screen's size."""
        return screen_size()

    def switch_full_screen(self) -> None:
        self.full = not self.full
        if self.full:
            self.surface = pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            self.surface = pygame.display.set_mode(self.size, pygame.RESIZABLE)


_own_clipboard = ""         # the window's, where the computer has none


def clipboard() -> str:
    """The text that is in it."""
    if not _has_clipboard():
        return _own_clipboard
    if COMMUNITY:
        try:
            return str(COMMUNITY.scrap.get_text())
        except pygame.error:        # the program that offered it has ended meanwhile
            return ""
    raw = pygame.scrap.get(UTF8) or pygame.scrap.get(pygame.SCRAP_TEXT) or b""
    return raw.rstrip(b"\0").decode("utf-8", "replace")


def put_in_clipboard(text: str) -> None:
    global _own_clipboard
    if not _has_clipboard():
        _own_clipboard = text
    elif COMMUNITY:
        COMMUNITY.scrap.put_text(text)
    else:
        pygame.scrap.put(UTF8, text.encode())


def _has_clipboard() -> bool:
    """pygame's works with a library of X11, which need not be on this computer; pygame-ce's needs none."""
    if COMMUNITY:
        return True
    try:
        if not pygame.scrap.get_init():
            pygame.scrap.init()
    except (NotImplementedError, pygame.error):
        return False
    return True
