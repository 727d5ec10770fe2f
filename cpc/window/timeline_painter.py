"""Draws the timeline below the CPC's picture: a row of buttons, plots, and marks; a line where the program stands."""

from bisect import bisect_left

import pygame

from basic.debug.timeline import Plot
from cpc.debugger.panel.pieces import BLUE, DARK, GREY, LIGHTER, WHITE, YELLOW, Click, Colour, Row
from cpc.debugger.panel.timeline_view import MARKS, PENS, TimelineView
from cpc.window.panel_layout import line_height
from cpc.window.panel_painter import PanelPainter


class TimelinePainter:
    def __init__(self, painter: PanelPainter) -> None:
        self.painter = painter
        self.shown: list[Row] = []
        self.outlines: dict[str, tuple[object, list[tuple[float, float] | None]]] = {}

    def click_at(self, x: int, y: int, letter: int) -> Click | None:
        """Of a button; x and y from the timeline's corner."""
        row, column = y // line_height(letter), x // letter
        if row < len(self.shown):
            for span in self.shown[row]:
                if column < len(span.text):
                    return span.click
                column -= len(span.text)
        return None

    def draw(self, surface: pygame.Surface, view: TimelineView, letter: int) -> None:
        width, height = surface.get_size()
        line = line_height(letter)
        surface.fill(DARK)
        self.shown = view.rows(width // letter)
        for number, row in enumerate(self.shown):
            self.painter.row(surface, row, 0, number * line, letter)
        below = line * min(len(self.shown), max(0, height // line - 1))
        plots = pygame.Rect(0, below, width, max(1, height - below - line))
        lanes = len(view.timeline.plots)
        for number, (plot, pen) in enumerate(zip(view.timeline.plots, PENS * lanes, strict=False)):
            lane = pygame.Rect(0, plots.top + plots.height * number // lanes, width, max(4, plots.height // lanes))
            self._plot(surface, lane, view, plot, pen)
        self._marks(surface, pygame.Rect(0, plots.bottom, width, height - plots.bottom), view)
        at = view.at(view.timeline.now, width)
        pygame.draw.line(surface, YELLOW, (at, below), (at, height), max(1, letter // 6))

    def _plot(self, surface: pygame.Surface, place: pygame.Rect, view: TimelineView, plot: Plot, pen: Colour) -> None:
        key = view.span, place.width, len(plot.values)
        known = self.outlines.get(plot.text)
        if known is None or known[0] != key:
            known = self.outlines[plot.text] = key, plot.columns(*view.span, place.width)
        values = [value for column in known[1] if column for value in column]
        if not values:
            return
        low, high = min(values), max(values)
        scale = (place.height - 3) / ((high - low) or 1)
        if low < 0 < high:
            zero = round(place.bottom - 2 + low * scale)
            pygame.draw.line(surface, LIGHTER, (0, zero), (place.width, zero))
        for x, column in enumerate(known[1]):
            if column:
                top, bottom = (round(place.bottom - 2 - (value - low) * scale) for value in (column[1], column[0]))
                pygame.draw.line(surface, pen, (x, top), (x, bottom))

    def _marks(self, surface: pygame.Surface, place: pygame.Rect, view: TimelineView) -> None:
        surface.fill(BLUE, place)
        strip = max(1, place.height // len(MARKS))
        for number, (kind, (_, pen)) in enumerate(MARKS.items()):
            moments = view.timeline.moments(kind)
            at = bisect_left(moments, view.span[0])
            while at < len(moments) and (x := view.at(moments[at], place.width)) < place.width:
                surface.fill(pen, (x, place.top + number * strip, 2, max(1, strip - 1)))
                at = bisect_left(moments, view.moment(x + 1, place.width), at + 1)
        pygame.draw.line(surface, GREY, place.topleft, place.topright)
        pygame.draw.line(surface, WHITE, (view.at(view.timeline.end, place.width), place.top),
                         (view.at(view.timeline.end, place.width), place.bottom))


__all__ = ["TimelinePainter"]
