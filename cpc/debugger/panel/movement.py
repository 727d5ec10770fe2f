"""What the debugger in the window does, whatever its keys are: going on with the window's time, stops, commands."""

from collections.abc import Callable

from basic.debug import views
from basic.debug.debugger import Stop
from basic.ports import FRAME_US
from cpc.debugger.console.commands import Console
from cpc.debugger.panel.commands import KEYS_HELP, OWN_HELP, SLOW, Commands, keys_of_the_window
from cpc.debugger.panel.pieces import View
from cpc.debugger.panel.rows import Panels
from cpc.player.pacing import FRAME, Pacing


class WindowConsole(Console):
    """The program runs as the window goes on, and what is said about a stop comes when it stops."""

    def __init__(self, guide: "Guide") -> None:
        super().__init__(guide.debugger)
        self.guide = guide

    def until_it_stops(self):
        return iter(())

    def where_it_stands(self, stop):
        """Where that is, the listing shows."""
        yield from self.guide.about(stop)


class Watched(Pacing):
    """The program runs under the debugger, and stands where that stops it."""

    @property
    def stands(self) -> bool:
        return self.overlay.stands

    def __init__(self, overlay: "Guide", speed: str | float, now: float) -> None:
        super().__init__(overlay.debugger.session, speed, now)
        self.overlay = overlay

    def go_on(self, us: int) -> None:
        self.overlay.go_on(us)

    def let_repeat(self, on: bool) -> None:
        """In the past, the history knows it."""
        if not self.overlay.debugger.history.in_the_past():
            super().let_repeat(on)


class Slowly:
    """A statement, and another one some time later."""

    stands = False

    def __init__(self, overlay: "Guide", rate: float) -> None:
        self.overlay = overlay
        self.rate = rate
        self.due = self.now = 0.0

    def ahead(self, now: float) -> float:
        self.now = now
        return self.due - now

    def step(self) -> None:
        done = self.overlay.slow_step(FRAME_US)
        self.due = max(self.due, self.now - FRAME) + (1 / self.rate if done else FRAME)

    def resume(self, now: float) -> None:
        self.due = now

    def set_speed(self, speed: str | float, now: float) -> None:
        pass


class Guide:
    """Moves the program of a window's machine, from the beginning on until `detach`."""

    keys: set[int] = set()              # the window's, which are the debugger's while it is open

    def __init__(self, window) -> None:
        self.window = window
        self.view = View()
        self.version = 0                # another one where there is something else to see
        self.commands = Commands(self)
        self.attach()

    def attach(self) -> None:
        """To the machine that the window has now."""
        self.debugger = self.window.player.debugger
        self.debugger.mark()
        self.console = WindowConsole(self)
        self.panels = Panels(self.debugger, self.view)
        self.slow: Slowly | None = None
        self.wait_until: int | None = None
        self.begins, self.no_way_back = self.debugger.clock.us, ""
        self.window.player.pace(lambda *more: Watched(self, *more))
        self._arrived()
        if not self.view.said:
            self.view.said = ["F5 goes on, F4 closes the debugger, F1 lists keys, clicks and commands."]

    def start(self) -> None:
        """RUN, up to the first statement."""
        def starts() -> None:
            self.debugger.start()
            self._arrived()
        self.commands.do(starts)

    def detach(self) -> None:
        self.window.machine_stands(False)
        self.debugger.let_go()
        self.window.player.pace()

    # running

    @property
    def stands(self) -> bool:
        return not self.debugger.running and self.slow is None

    def go_on(self, us: int) -> None:
        debugger = self.debugger
        if self.wait_until is not None:
            us = max(0, min(us, self.wait_until - debugger.clock.us))
        stop = debugger.run(us)
        if stop is None and self.wait_until is not None and debugger.clock.us >= self.wait_until:
            debugger.stop()
            stop = debugger.last_stop
        if stop is not None:
            self._arrived(stop.text)

    def slow_step(self, us: int) -> bool:
        """Whether a statement has been done."""
        debugger = self.debugger
        if not debugger.running:
            debugger.step()
        stop = debugger.run(us)
        if stop is None:
            return False
        if stop.reason == "step":
            self.panels.listing.follow()
            self.version += 1
        else:
            self._arrived(stop.text)
        return True

    def _arrived(self, text: str = "") -> None:
        """The program stands, or stands elsewhere."""
        self.wait_until = None
        if self.slow:
            self.slow = None
            self.window.player.pace(lambda *more: Watched(self, *more))
        self.window.player.keys.let_go_now()
        self.window.machine_stands(True)
        self.panels.listing.follow()
        if text:
            self.say([text])
        self.version += 1

    def _leaves(self) -> None:
        self.window.machine_stands(False)
        self.say([])

    def say(self, lines: list[str]) -> None:
        self.view.said, self.view.said_from = lines, 0
        self.version += 1

    def about(self, stop: Stop | None) -> list[str]:
        """Why it stands; at the end of the past, why there is no more of it."""
        if self.no_way_back and self.debugger.clock.us == self.begins:
            return [self.no_way_back]
        return [stop.text] if stop is not None and stop.text else []

    def changed_behind(self, why: str) -> None:
        """The window has changed the program or the machine, and the past begins anew."""
        self.debugger.stop()
        self.begins, self.no_way_back = self.debugger.clock.us, f"{why}; there is no way back to what was before."
        self._arrived(self.no_way_back)

    def moved(self, before: int, said: list[str] | None = None) -> None:
        """What moves the program has been asked for. A step is done at once, so that the next key finds it done."""
        debugger = self.debugger
        if self.slow:
            self._leaves()
        elif debugger.running:
            self._leaves()
            self.go_on(FRAME_US)
        else:
            if debugger.clock.us < before:
                self.window.loudspeaker.time_went_back()
            stop = debugger.last_stop
            self._arrived()
            self.say(said if said is not None else self.about(stop))

    def _do(self, act: Callable[[], None]) -> None:
        """Something that moves the program; it stands before."""
        if not self.stands:
            return
        before = self.debugger.clock.us

        def moves() -> None:
            act()
            self.moved(before)
        self.commands.do(moves)

    # what the keys do

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
        if self.view.cursor is not None:
            self._do(lambda: self.debugger.to(*self.view.cursor))

    def go_for(self, us: int) -> None:
        if self.stands:
            self.wait_until = self.debugger.clock.us + us
            self._do(self.debugger.go)

    def go_slowly(self, rate: float) -> None:
        if self.stands:
            self.slow = Slowly(self, rate)
            self.window.player.pace(lambda *_: self.slow)
            self._leaves()

    def slow_or_not(self) -> None:
        if self.slow:
            self.go_or_stop()
        else:
            self.go_slowly(SLOW)

    def help(self) -> None:
        own = ["In the command line:"] + OWN_HELP
        self.say(KEYS_HELP + keys_of_the_window(self.keys) + own + self.console.obey("help"))

    def end(self) -> None:
        self.window.debugger()

    def full_screen(self) -> None:
        self.window.full_screen()

    # breakpoints, watches, tables, copies

    def breakpoint_here(self) -> None:
        if self.view.cursor is not None:
            self.toggle_statement(*self.view.cursor)

    def toggle_line(self, number: int) -> None:
        """A breakpoint at its beginning; or none any more, in all of it."""
        found = [one for one in self._breakpoints() if one.number == number]
        self._toggle(found, number, 0)

    def toggle_statement(self, number: int, statement: int) -> None:
        found = [one for one in self._breakpoints() if (one.number, one.statement) == (number, statement)]
        self._toggle(found, number, statement)

    def _breakpoints(self) -> list:
        return self.debugger.breakpoints

    def _toggle(self, found: list, number: int, statement: int) -> None:
        for one in found:
            self.debugger.remove(one.id)
        if not found:
            self.commands.do(lambda: self.debugger.add_breakpoint(number, statement))
        self.version += 1

    def toggle_watch(self, name: str) -> None:
        found = [one for one in self.debugger.watches if one.expression.text.lower() == name]
        if found:
            self.debugger.remove(found[0].id)
            self.say([f"{name} is not watched any more."])
        else:
            self.commands.do(lambda: self.say([f"It stops when {self.debugger.add_watch(name)} changes."]))

    def array(self, name: str) -> str:
        """What it is called in full: b% for b after DEFINT."""
        return views.array_named(self.debugger.session, name).name

    def toggle_board(self, name: str) -> None:
        if name in self.view.boards:
            del self.view.boards[name]
        else:
            self.view.boards[name] = ""
        self.version += 1

    def copy_out(self, what: str, name: str) -> None:
        """A variable, or an array as its table shows it."""
        array = f"{name}() {self.view.boards.get(name, '')}".rstrip()
        self.say(self.console.obey(f"copy {array if what == 'board' else name}"))
