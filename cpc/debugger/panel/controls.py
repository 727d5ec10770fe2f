"""What the debugger's panel does, whatever its keys are: going on with the face's time, stops, commands."""

from collections.abc import Callable, Iterator

from basic.debug.breakpoints import Breakpoint
from basic.debug.debugger import CommandError, Debugger, Stop
from basic.debug.sentences import sentence
from basic.debug.timeline import Timeline
from basic.ports import FRAME_US
from cpc.debugger.console.commands import Console
from cpc.debugger.console.explanation import explained
from cpc.debugger.pacing import SlowMotion, UnderDebugger
from cpc.debugger.panel.answers import Answers
from cpc.debugger.panel.command_line import SLOW, CommandLine
from cpc.debugger.panel.face import Face
from cpc.debugger.panel.help import COMMAND_LINE, KEYS_HELP, OWN_HELP
from cpc.debugger.panel.pieces import View
from cpc.debugger.panel.questions import questions
from cpc.debugger.panel.rows import Panels
from cpc.debugger.panel.sheet import Sheet
from cpc.debugger.panel.timeline_view import FILM, TimelineView
from cpc.player.pacing import Speed

MOST_ACROSS = 200                       # steps that wide tables can be moved


class PanelConsole(Console):
    """The program runs as the face goes on, so a command does not wait for the stop; the listing shows where it is."""

    def __init__(self, debugger: Debugger, about: Callable[[Stop | None], list[str]]) -> None:
        super().__init__(debugger)
        self.about = about

    def until_it_stops(self) -> Iterator[str]:
        return iter(())

    def where_it_stands(self, stop: Stop | None) -> Iterator[str]:
        yield from self.about(stop)


class Controls:
    """Moves the program of a face's player, until `detach`."""

    debugger: Debugger
    console: PanelConsole
    panels: Panels
    time: TimelineView

    def __init__(self, face: Face) -> None:
        self.face = face
        self.view = View(texts=face.player.text_of)
        self.version = 0                # another one where there is something else to see
        self.slow: SlowMotion | None = None
        self.wait_until: int | None = None      # emulated time at which it stops
        self.begins, self.no_way_back = 0, ""   # the beginning of the past, and why there is no more of it
        self.clipboard: Callable[[str], None] | None = None     # puts a text there
        self.commands = CommandLine(self)
        self.answers = Answers(self)
        self.attach()

    def attach(self) -> None:
        """To the machine that the player has now."""
        debugger = self.face.player.debugger
        assert debugger is not None     # a face with a panel has its player make one
        self.debugger = debugger
        debugger.mark()
        self.console = PanelConsole(debugger, self.about)
        self.console.clipboard, self.console.texts = self.clipboard, self.view.texts
        self.console.progress = debugger.way_back.progress = self.face.progress
        self.panels = Panels(debugger, self.view)
        self.time = TimelineView(self, Timeline(debugger, lambda: self.face.player.machine.text.printed.in_all))
        self.slow = self.wait_until = None
        self.begins, self.no_way_back = debugger.clock.us, ""
        self._pace()
        self._arrived()
        if not self.view.said:
            self.say(["F5 goes on, F4 closes the debugger, F1 lists keys, clicks and commands."])

    def use_clipboard(self, put: Callable[[str], None]) -> None:
        self.clipboard = self.console.clipboard = put

    def _pace(self) -> None:
        def under_debugger(speed: Speed, now: float) -> UnderDebugger:
            return UnderDebugger(self.face.player.cpc, self.debugger, self.go_on, speed, now)
        self.face.player.pace(under_debugger)

    def start(self) -> None:
        """RUN, up to the first statement."""
        def starts() -> None:
            self.debugger.start()
            self._arrived()
        self.commands.do(starts)

    def detach(self) -> None:
        self.debugger.way_back.progress = lambda part: False
        self.face.machine_stands(False)
        self.debugger.let_go()
        self.face.player.pace()

    # running

    @property
    def stands(self) -> bool:
        return not self.debugger.running and self.slow is None

    def go_on(self, us: int) -> None:
        debugger = self.debugger
        if self.wait_until is not None:
            us = max(0, min(us, self.wait_until - debugger.clock.us))
        stop = debugger.run(us)
        self.time.timeline.look()
        if stop is None and self.wait_until is not None and debugger.clock.us >= self.wait_until:
            debugger.stop()
            stop = debugger.last_stop
        if stop is not None:
            self._arrived(stop.text)

    def slow_step(self, us: int) -> bool:
        """Slow motion's next statement; False: it is not done yet."""
        debugger = self.debugger
        if not debugger.running:
            debugger.step()
        stop = debugger.run(us)
        self.time.timeline.look()
        if stop is None:
            return False
        if stop.reason == "step":
            self.panels.listing.follow()
            self.version += 1
        else:
            self._arrived(stop.text)
        return True

    def _arrived(self, text: str = "") -> None:
        """The program has stopped, or stands at another statement."""
        self.wait_until = None
        if self.slow:
            self.slow = None
            self._pace()
        if self.debugger.history.in_the_past():     # a key that comes up would begin another future
            self.face.player.keys.forget()
        else:
            self.face.player.keys.let_go_now()
        self.face.machine_stands(True)
        self.panels.listing.follow()
        if said := [*([text] if text else []), *self._explained()]:
            self.say(said)
        self.version += 1

    def _leaves(self) -> None:
        """The program goes on."""
        self.face.machine_stands(False)
        self.say([])

    def say(self, lines: list[str]) -> None:
        self.view.said, self.view.said_from = list(map(self.view.spoken, lines)), 0
        self.version += 1

    def about(self, stop: Stop | None) -> list[str]:
        """Why it stands; at the beginning of the past, why there is no more of it."""
        if self.no_way_back and self.debugger.clock.us == self.begins:
            return [self.no_way_back]
        return [*([stop.text] if stop is not None and stop.text else []), *self._explained()]

    def _explained(self) -> list[str]:
        """With `explain on`: what the statement at which it stands is about to do, part by part."""
        if not self.console.explains or not self.stands:
            return []
        try:
            return list(explained(self.debugger, self.view.texts.language))
        except CommandError:            # no statement comes next
            return []

    def changed_behind(self, why: str) -> None:
        """The face has changed the program or the machine: the past begins now."""
        self.debugger.stop()
        self.begins, self.no_way_back = self.debugger.clock.us, sentence(
            "{0}; there is no way back to what was before.", why)
        self._arrived(self.no_way_back)

    def moved(self, before: int, said: list[str] | None = None) -> None:
        """The program has been moved, or is to move. A step is done at once, so that the next key finds it done."""
        debugger = self.debugger
        if self.slow:
            self._leaves()
        elif debugger.running:
            self._leaves()
            self.go_on(FRAME_US)
        else:
            if debugger.clock.us < before:
                self.face.time_went_back()
            stop = debugger.last_stop
            self._arrived()
            self.say(said if said is not None else self.about(stop))

    def go_to_time(self, us: int) -> None:
        """A moment of the timeline; what was said stays, unless it explains where the program stood."""
        before = self.debugger.clock.us

        def travels() -> None:
            self.debugger.to_time(us)
            self.moved(before, self._explained() if self.console.explains else self.view.said)
        self.commands.do(travels)

    def _do(self, act: Callable[[], None]) -> None:
        """Does what moves the program, if that stands."""
        if not self.stands:
            return
        before = self.debugger.clock.us

        def moves() -> None:
            act()
            self.moved(before)
        self.commands.do(moves)

    # what keys and buttons do

    def press(self, name: str) -> None:
        """What a key or a button with this name does."""
        actions: dict[str, Callable[[], None]] = {
            "go_or_stop": self.go_or_stop, "over": self.over, "into": self.into, "out": self.out, "back": self.back,
            "to_cursor": self.to_cursor, "breakpoint_here": self.breakpoint_here, "slow_or_not": self.slow_or_not,
            "bookmark": self.bookmark_here, "next_bookmark": self.next_bookmark,
            "help": self.help, "ask": self.ask, "end": self.end, "full_screen": self.full_screen,
            "larger": lambda: self.face.zoom(1), "smaller": lambda: self.face.zoom(-1),
            "first_moment": lambda: self.time.to_end(-1), "last_moment": lambda: self.time.to_end(1),
            "earlier_mark": lambda: self.time.to_mark(-1), "later_mark": lambda: self.time.to_mark(1),
            "play": lambda: self.time.play(FILM, self.face.player.clock()),
            "whole_stack": self.whole_stack, "close_sheet": lambda: self.show_sheet(None)}
        actions[name]()

    def go_or_stop(self) -> None:
        if self.stands:
            self._do(self.debugger.go)
        else:
            self.debugger.stop()
            self._arrived("Stopped.")

    def over(self) -> None:
        self._do(lambda: self.debugger.step(into=False))

    def into(self) -> None:
        self._do(self.debugger.step)

    def out(self) -> None:
        self._do(self.debugger.out)

    def back(self) -> None:
        self._do(self.debugger.back)

    def to_cursor(self) -> None:
        if (cursor := self.view.cursor) is not None:
            self._do(lambda: self.debugger.to(*cursor))

    def go_for(self, us: int) -> None:
        if self.stands:
            self.wait_until = self.debugger.clock.us + us
            self._do(self.debugger.go)

    def go_slowly(self, rate: float) -> None:
        if self.stands:
            slow = self.slow = SlowMotion(self.slow_step, rate)
            self.face.player.pace(lambda speed, now: slow)
            self._leaves()

    def slow_or_not(self) -> None:
        if self.slow:
            self.go_or_stop()
        else:
            self.go_slowly(SLOW)

    def help(self) -> None:
        at = self.view.texts.language
        self.say([*KEYS_HELP[at], *self.face.keys_help(), COMMAND_LINE[at], *OWN_HELP[at], *self.console.obey("help")])

    def ask(self) -> None:
        """What can be asked about the past; a second time, the sheet goes."""
        if self.stands:
            made = questions(self)
            self.say([])
            self.show_sheet(None if self.view.sheet is not None and self.view.sheet.title == made.title else made)

    def end(self) -> None:
        self.face.close_debugger()

    def full_screen(self) -> None:
        self.face.full_screen()

    def escape(self) -> None:
        """Ends what is typed and said; then closes the sheet."""
        if not self.view.typed and not self.view.said:
            self.view.sheet = None
        self.commands.put("")
        self.say([])

    # the sheet, tables and the stack

    def show_sheet(self, sheet: Sheet | None) -> None:
        self.view.sheet = sheet
        self.version += 1

    def choose_row(self, number: int | None = None) -> None:
        """Does what the sheet's row is for."""
        sheet = self.view.sheet
        if sheet is not None and (sheet.at if number is None else number) < len(sheet.lines):     # a click may be on an old one
            sheet.at = sheet.at if number is None else number
            self.version += 1
            if sheet.go is not None and self.stands:
                go = sheet.go
                self.commands.do(lambda: go(sheet.at))

    def move_in_tables(self, rows: int, chooses: bool = True) -> None:
        """Of a sheet, the chosen row moves, or without `chooses` only what is shown of it."""
        sheet = self.view.sheet
        if sheet is None:
            self.view.tables_from += rows
        elif chooses:
            sheet.move(rows)
        else:
            sheet.scroll(rows)
        self.version += 1

    def move_across(self, steps: int) -> None:
        if self.view.sheet is not None:
            self.view.sheet.move_across(steps)
        else:
            self.view.tables_across = max(0, min(self.view.tables_across + steps, MOST_ACROSS))
        self.version += 1

    def whole_stack(self) -> None:
        self.view.whole_stack = not self.view.whole_stack
        self.version += 1

    # breakpoints, watches, tables, copies

    def breakpoint_here(self) -> None:
        if self.view.cursor is not None:
            self.toggle_statement(*self.view.cursor)

    def bookmark_here(self) -> None:
        if self.view.cursor is not None:
            self.debugger.bookmarks.toggle(*self.view.cursor)
            self.version += 1

    def bookmark_line(self, number: int) -> None:
        self.debugger.bookmarks.toggle_line(number)
        self.version += 1

    def next_bookmark(self) -> None:
        """Moves the cursor there."""
        place = self.debugger.bookmarks.next(*(self.view.cursor or (0, 0)))
        if place is None or place.number is None:
            self.say(["There are no bookmarks: SHIFT+F9 sets one."])
        else:
            self.view.cursor = place.number, place.statement
            self.panels.listing.show_cursor()
            self.version += 1

    def toggle_line(self, number: int) -> None:
        """Sets a breakpoint at the beginning of a line; or removes all breakpoints in it."""
        found = [one for one in self.debugger.breakpoints if one.number == number]
        self._toggle(found, number, 0)

    def toggle_statement(self, number: int, statement: int) -> None:
        found = [one for one in self.debugger.breakpoints if (one.number, one.statement) == (number, statement)]
        self._toggle(found, number, statement)

    def _toggle(self, found: list[Breakpoint], number: int, statement: int) -> None:
        for one in found:
            self.debugger.remove(one.id)
        if not found:
            self.commands.do(lambda: self.debugger.add_breakpoint(number, statement))
        self.version += 1

    def toggle_watch(self, name: str) -> None:
        found = [one for one in self.debugger.watches if one.expression.text.lower() == name]
        if found:
            self.debugger.remove(found[0].id)
            self.say([sentence("{0} is not watched any more.", name)])
        else:
            self.commands.do(lambda: self.say([sentence(
                "It stops when {0} changes.", self.debugger.add_watch(name).described)]))

    def toggle_board(self, name: str) -> None:
        if name in self.view.boards:
            del self.view.boards[name]
        else:
            self.view.boards[name] = ""
        self.version += 1

    def copy_out(self, what: str, name: str) -> None:
        """Copies a variable, or an array as its table shows it."""
        array = f"{name}() {self.view.boards.get(name, '')}".rstrip()
        self.say(self.console.obey(f"copy {array if what == 'board' else name}"))
