"""What the debugger in the window does, whatever its keys are: going on with the window's time, stops, commands."""

from collections.abc import Callable

from basic import seeing
from basic.debugger import Debugger, Misunderstood
from basic.machine import FRAME_US

from .debugcommands import COMMANDS, Console
from .debugviews import grid_lines
from .overlaypanels import Panels, View
from .pacing import FRAME, Pacing

SLOWEST, FASTEST, SLOW = 1, 50, 5       # statements a second
OWN_HELP = [
    "slow [N]                       slow motion, N statements a second, 1 to 50 (F7)",
    "array NAME ...                 keeps the array in the panel; array alone takes it away",
    "keys: TAB completes; cursor up and down choose a line for F9 and F6, with SHIFT an earlier command;",
    "mouse: left of a line a breakpoint, on a variable a watch, on an array its table",
]


class WindowConsole(Console):
    """The program runs as the window goes on, and what is said about a stop comes when it stops."""

    def until_it_stops(self):
        return iter(())

    def where_it_stands(self, stop):
        """Where that is, the listing shows."""
        if stop is not None and stop.text:
            yield stop.text


class Watched(Pacing):
    """The program runs under the debugger, and stands where that stops it."""

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

    def __init__(self, window) -> None:
        self.window = window
        self.earlier: list[str] = []
        self.recalled = 0
        self.view = View()
        self.version = 0                # another one where there is something else to see
        self.attach()

    def attach(self) -> None:
        """To the machine that the window has now."""
        self.debugger = Debugger(self.window.cpc.session)
        self.debugger.marked = seeing.values_of(self.debugger.session.variables)
        self.console = WindowConsole(self.debugger)
        self.panels = Panels(self.debugger, self.view)
        self.slow: Slowly | None = None
        self.wait_until: int | None = None
        self.window.pace(lambda *more: Watched(self, *more))
        self._arrived()
        if not self.view.said:
            self.view.said = ["F5 goes on, F4 ends the debugger, help lists the commands."]

    def detach(self) -> None:
        self.window.machine_stands(False)
        self.debugger.stop()
        self.debugger.detach()
        self.window.pace()

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
            self.panels.follow()
            self.version += 1
        else:
            self._arrived(stop.text)
        return True

    def _arrived(self, text: str = "") -> None:
        """The program stands, or stands elsewhere."""
        self.wait_until = None
        if self.slow:
            self.slow = None
            self.window.pace(lambda *more: Watched(self, *more))
        self.window.keys.let_go_now()
        self.window.machine_stands(True)
        self.panels.follow()
        if text:
            self.say([text])
        self.version += 1

    def _leaves(self) -> None:
        self.window.machine_stands(False)
        self.view.said = []
        self.version += 1

    def say(self, lines: list[str]) -> None:
        self.view.said, self.view.said_from = lines, 0
        self.version += 1

    def changed_behind(self, why: str) -> None:
        """The window has changed the program or the machine."""
        self.debugger.stop()
        self.debugger.forget_past()
        self._arrived(f"{why}; what was before is forgotten, there is no way back to it.")

    def _do(self, act: Callable[[], None]) -> None:
        """Something that moves the program; it stands before."""
        if not self.stands:
            return
        before = self.debugger.clock.us
        try:
            act()
        except Misunderstood as error:
            self.say([str(error)])
            return
        self._after(before)

    def _after(self, before: int, said: list[str] | None = None) -> None:
        """What moves the program has been asked for. A step is done at once, so that the next key finds it done."""
        debugger = self.debugger
        if self.slow:
            self._leaves()
        elif debugger.running:
            self._leaves()
            self.go_on(FRAME_US)
        else:
            if debugger.clock.us < before:
                self.window.sound_again()
            stop = debugger.last_stop
            self._arrived()
            self.say(said if said is not None else [stop.text] if stop and stop.text else [])

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
            self._do(lambda: self.debugger.to(self.view.cursor))

    def breakpoint_here(self) -> None:
        if self.view.cursor is not None:
            self.toggle_breakpoint(self.view.cursor)

    def slow_or_not(self) -> None:
        if self.slow:
            self.go_or_stop()
        else:
            self.go_slowly(SLOW)

    def help(self) -> None:
        self.say(self.console.obey("help") + OWN_HELP)

    def go_slowly(self, rate: float) -> None:
        if self.stands:
            self.slow = Slowly(self, rate)
            self.window.pace(lambda *_: self.slow)
            self._leaves()

    def toggle_breakpoint(self, number: int) -> None:
        found = [one for one in self.debugger.traps.breakpoints if one.number == number and not one.once]
        if found:
            for one in found:
                self.debugger.remove(one.id)
        else:
            self._try(lambda: self.debugger.add_breakpoint(number))
        self.version += 1

    def toggle_watch(self, name: str) -> None:
        found = [one for one in self.debugger.traps.watches if one.expression.text.lower() == name]
        if found:
            self.debugger.remove(found[0].id)
            self.say([f"{name} is not watched any more."])
        else:
            self._try(lambda: self.say([f"It stops when {self.debugger.add_watch(name)} changes."]))

    def _try(self, act: Callable) -> None:
        try:
            act()
        except Misunderstood as error:
            self.say([str(error)])

    # commands

    def obey(self, line: str) -> None:
        name, _, rest = line.strip().partition(" ")
        name, rest = name.lower(), rest.strip()
        if name:
            self.earlier.append(line)
        self.recalled = len(self.earlier)
        own = {"slow": self._slow, "array": self._board, "a": self._board, "list": self._list, "wait": self._wait,
               "quit": self._quit, "q": self._quit}.get(name)
        if name in ("help", "h") and not rest:
            self.help()
            return
        if own:
            own(rest)
            return
        before, at = self.debugger.clock.us, self.debugger.executor.pc
        said = self.console.obey(line)
        moved = self.debugger.running or (self.debugger.clock.us, self.debugger.executor.pc) != (before, at)
        if moved:
            self._after(before, said)
        else:
            self.say(said)

    def _slow(self, rest: str) -> None:
        try:
            rate = float(rest or SLOW)
        except ValueError:
            rate = 0
        if SLOWEST <= rate <= FASTEST:
            self.go_slowly(rate)
        else:
            self.say([f"Slow motion goes at {SLOWEST} to {FASTEST} statements a second."])

    def _board(self, rest: str) -> None:
        name, _, options = rest.partition(" ")
        try:
            if name:
                options = options.strip()
                seeing.array_number(self.debugger.session, name)
                if options.isdigit():
                    options = f"width {options}"
                list(grid_lines(self.debugger.session, name, options))
            self.view.board = (name, options) if name else None
            self.view.said = []
        except Misunderstood as error:
            self.say([str(error)])
        self.version += 1

    def _list(self, rest: str) -> None:
        if rest.isdigit():
            numbers = self.debugger.session.program.numbers
            self.view.cursor = next((one for one in numbers if one >= int(rest)), numbers[-1] if numbers else None)
            self.panels.show_cursor()
        else:
            self.panels.follow()
        self.version += 1

    def _wait(self, rest: str) -> None:
        try:
            us = int(float(rest) * 1e6)
        except ValueError:
            self.say([f"{rest or 'Nothing'} is not a number of seconds."])
            return
        self.wait_until = self.debugger.clock.us + us
        self._do(self.debugger.go)

    def _quit(self, rest: str) -> None:
        self.window.debugger()

    def complete(self) -> None:
        """The command, or after it a variable."""
        head, blank, begun = self.view.typed.rpartition(" ")
        if not blank:
            found = sorted({*self.console.complete(begun), *(["slow"] if begun and "slow".startswith(begun) else [])})
        else:
            session = self.debugger.session
            names = [one.name for one in [*seeing.scalars(session, {}), *seeing.arrays(session, {})]]
            found = sorted({name for name in names if name.startswith(begun.lower())})
        if not found:
            return
        common = found[0]
        while not all(one.startswith(common) for one in found):
            common = common[:-1]
        if len(found) == 1 and not blank:
            common += " "
        if len(common) > len(begun):
            self.view.typed = head + blank + common
        if len(found) > 1:
            self.say(["  ".join(found)])
        elif found[0] in COMMANDS:
            self.say(self.console.obey(f"help {found[0]}"))
        self.version += 1
