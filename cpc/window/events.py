"""What the host tells the window, in its order. Keys that move, erase or step repeat while the debugger waits for one."""

import time
from collections.abc import Iterator

import pygame

FIRST, NEXT = 0.4, 0.04             # seconds until a key repeats, and between
REPEATED = (pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_PAGEUP, pygame.K_PAGEDOWN,
            pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_F10, pygame.K_F11)
STOPS = (pygame.MOUSEBUTTONDOWN, pygame.QUIT)


class Events:
    """pygame's own repeats are made by a thread: of a long question it would think that its ENTER is still held down."""

    def __init__(self) -> None:
        self.repeats = False
        self._later: list[pygame.event.Event] = []      # came while a question was answered
        self._held: pygame.event.Event | None = None
        self._due = 0.0

    def new(self) -> Iterator[pygame.event.Event]:
        waiting, self._later = [*self._later, *pygame.event.get()], []
        now = time.perf_counter()           # all that came up by then has been noted before a key repeats
        for event in waiting:
            self._note(event, now)
        yield from waiting
        if self.repeats and self._held is not None and now >= self._due:
            self._due = now + NEXT
            yield self._held

    def _note(self, event: pygame.event.Event, now: float) -> None:
        if event.type == pygame.KEYDOWN:
            self._held, self._due = event if event.key in REPEATED else None, now + FIRST
        elif event.type == pygame.WINDOWFOCUSLOST or \
                event.type == pygame.KEYUP and self._held is not None and event.key == self._held.key:
            self._held = None

    def ends(self) -> bool:
        """Whether a person ends what takes long: ESC, a click, or the window's cross. All else is for later."""
        ends = False
        for event in pygame.event.get():
            stops = event.type in STOPS or event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
            ends = ends or stops
            if not stops or event.type == pygame.QUIT:
                self._later.append(event)
        return ends
