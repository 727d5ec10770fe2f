"""Answers of questions about the past as sheets: each row goes to the moment that it tells of."""

import re
from typing import TYPE_CHECKING

from basic.debug.debugger import CommandError
from basic.debug.sentences import sentence
from cpc.debugger.origins import CHANNELS
from cpc.debugger.panel.sheet import Sheet

if TYPE_CHECKING:
    from cpc.debugger.panel.controls import Controls

NUMBERED = re.compile(r"\s*(\d+)\s")


class Answers:
    def __init__(self, controls: "Controls") -> None:
        self.controls = controls

    def obeyed(self, line: str) -> list[str]:
        """What a command says; where it found moments, it says nothing, and a sheet shows them."""
        console = self.controls.console
        before = console.found
        said = console.obey(line)
        if console.found is before or not console.found or len(said) < 2:
            return said
        self.controls.show_sheet(self._sheet(line, said))
        return []

    def _sheet(self, title: str, said: list[str]) -> Sheet:
        found = self.controls.console.found
        moments: dict[int, int] = {}            # of a row: which of what was found
        head = said[0] if len(found) > 1 and not NUMBERED.match(said[0]) else ""
        lines = said[bool(head):]
        for number, line in enumerate(lines):
            match = NUMBERED.match(line)
            if len(found) == 1:
                moments[number] = 0
            elif match and 1 <= int(match[1]) <= len(found):
                moments[number] = int(match[1]) - 1

        def go(number: int) -> None:
            if number not in moments:
                raise CommandError("This row tells of no moment.")
            debugger = self.controls.debugger
            before = debugger.clock.us
            debugger.go_to(found[moments[number]])
            self.controls.moved(before)
        latest = 0 if title.startswith("tree") else len(lines) - 1
        return Sheet(title, head, lines, go, at=latest, first=latest)

    # what the mouse is on

    def about_variable(self, name: str) -> None:
        """What last wrote it, and what else can be asked."""
        more: list[tuple[str, str]] = [("all its values", f"history {name}"),
                                       ("draws its values into the timeline", f"plot {name}"), ("copies it", f"copy {name}")]
        self._with_more(f"who {name}", more)

    def about_pixel(self, x: int, y: int) -> None:
        """What drew it, and the character there; x and y as in PLOT."""
        columns = self.controls.console.machine.screen.layout.columns
        column, row = x * columns // 640 + 1, (399 - y) // 16 + 1
        character = sentence("who printed the character at {0},{1}", column, row)
        self._with_more(f"who pixel {x},{y}", [
            (character, f"who char {column},{row}"), (self.controls.console.texts("sounds"), "sounds")])

    def about_sounds(self) -> None:
        """A row for each channel, which shows the statement that sounds there."""
        controls = self.controls

        def go(number: int) -> None:
            controls.commands.obey(f"who sound {CHANNELS[number]}")
        controls.show_sheet(Sheet(controls.console.texts("sounds"), "", controls.console.obey("sounds"), go))
        controls.say([])

    def _with_more(self, line: str, more: list[tuple[str, str]]) -> None:
        """A sheet with what a command says, and with others below."""
        controls, console = self.controls, self.controls.console
        console.found = []
        said = controls.commands.waiting_for(lambda: console.obey(line))
        sheet = self._sheet(line, said)
        answered, moments = len(sheet.lines), sheet.go

        def go(number: int) -> None:
            if number >= answered:
                controls.commands.obey(more[number - answered][1])
            elif moments is not None:
                moments(number)
        sheet.lines = [*sheet.lines, *(f"  {console.spoken(text)}" for text, _ in more)]
        sheet.go, sheet.at, sheet.first = go, 0, 0
        controls.show_sheet(sheet)
        controls.say([])
