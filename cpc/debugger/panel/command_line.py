"""The command line in the debugger's panel: what is typed there, and the commands that only a panel has."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from basic.debug import views
from basic.debug.debugger import CommandError
from basic.debug.sentences import sentence
from cpc.debugger.console.commands import COMMANDS
from cpc.debugger.console.thinking_commands import to_file
from cpc.debugger.console.views import grid_lines
from cpc.debugger.movies import frames_of
from cpc.debugger.panel.timeline_view import FILM

if TYPE_CHECKING:
    from cpc.debugger.panel.controls import Controls

LONGEST_FILM = 3600
MOVIE = re.compile(r"(?P<array>[a-z][a-z0-9.]*[%!$]?(?:\(\))?)(?:\s+if\s+(?P<condition>.+?))?"
                   r"(?:\s+(?P<rate>\d+(?:\.\d+)?) a second)?", re.IGNORECASE)
SLOWEST, FASTEST, SLOW = 1, 50, 5       # statements a second

Answer = TypeVar("Answer")


class CommandLine:
    def __init__(self, controls: "Controls") -> None:
        self.controls = controls
        self.view = controls.view
        self.earlier: list[str] = []
        self.recalled = 0
        self.own: dict[str, Callable[[str], None]] = {
            "slow": self._slow, "array": self._board, "a": self._board, "list": self._list, "wait": self._wait,
            "plot": self._plot, "movie": self._movie, "sounds": self._sounds,
            "play": self._play, "quit": self._quit, "q": self._quit}

    # typing

    def insert(self, text: str) -> None:
        view = self.view
        view.typed = view.typed[:view.at] + text + view.typed[view.at:]
        view.at += len(text)

    def put(self, text: str) -> None:
        self.view.typed, self.view.at = text, len(text)

    def erase(self, before: int, behind: int) -> None:
        view = self.view
        view.typed = view.typed[:max(0, view.at - before)] + view.typed[view.at + behind:]
        view.at = max(0, view.at - before)

    def move(self, letters: int) -> None:
        self.view.at = max(0, min(self.view.at + letters, len(self.view.typed)))

    def recall(self, step: int) -> None:
        self.recalled = max(0, min(self.recalled + step, len(self.earlier)))
        self.put([*self.earlier, ""][self.recalled])

    def complete(self) -> None:
        """TAB: completes the command, or a variable behind it."""
        controls = self.controls
        head, blank, begun = self.view.typed.rpartition(" ")
        if not blank:
            own = {name for name in self.own if len(name) > 1 and begun and name.startswith(begun)}
            found = sorted({*controls.console.complete(begun), *own})
        else:
            session = controls.debugger.session
            names = [one.name for one in views.scalars(session)] + [one.name for one in views.arrays(session)]
            found = sorted({name for name in names if name.startswith(begun.lower())})
        if not found:
            return
        common = found[0]
        while not all(one.startswith(common) for one in found):
            common = common[:-1]
        if len(found) == 1 and not blank:
            common += " "
        if len(common) > len(begun):
            self.put(head + blank + common)
        if len(found) > 1:
            controls.say(["  ".join(found)])
        elif found[0] in COMMANDS:
            controls.say(controls.console.obey(f"help {found[0]}"))

    # obeying

    def enter(self) -> None:
        """An empty line leaves what was said."""
        line = self.view.typed
        self.put("")
        if line.strip():
            self.obey(line)

    def obey(self, line: str) -> None:
        controls = self.controls
        name, _, rest = line.strip().partition(" ")
        name, rest = name.lower(), rest.strip()
        self.earlier.append(line)
        self.recalled = len(self.earlier)
        if name in ("help", "h") and not rest:
            controls.help()
        elif name in self.own:
            self.do(lambda: self.own[name](rest))
        else:
            debugger = controls.debugger
            before = debugger.now()
            said = self.waiting_for(lambda: controls.answers.obeyed(line))
            if debugger.running or debugger.now() != before:
                controls.moved(before.us, said)
            else:
                controls.say(said)

    def _slow(self, rest: str) -> None:
        try:
            rate = float(rest or SLOW)
        except ValueError:
            rate = 0
        if SLOWEST <= rate <= FASTEST:
            self.controls.go_slowly(rate)
        else:
            self.controls.say([sentence("Slow motion goes at {0} to {1} statements a second.", SLOWEST, FASTEST)])

    def _board(self, rest: str) -> None:
        controls, boards, session = self.controls, self.view.boards, self.controls.debugger.session
        name, _, options = rest.partition(" ")
        options = options.strip()
        if not name:
            boards.clear()
        elif options == "off":
            boards.pop(views.array_named(session, name).name, None)
        else:
            if options.isdigit():
                options = f"width {options}"
            list(grid_lines(session, name, options))           # CommandError where that is no table
            boards[views.array_named(session, name).name] = options
        controls.say([])

    def _plot(self, rest: str) -> None:
        """plot EXPRESSION; plot EXPRESSION off; plot off"""
        timeline, progress, complete = self.controls.time.timeline, self.controls.face.progress, True
        text = rest.removesuffix("off").strip() if rest == "off" or rest.endswith(" off") else rest
        if text != rest:
            timeline.remove(text)
        elif not text:
            complete = timeline.survey(progress)
        else:
            complete = timeline.plot(text, progress)
        self.controls.say([] if complete else ["Ended early; the rest was not looked at."])

    def _movie(self, rest: str) -> None:
        """movie ARRAY [if CONDITION] [N a second]; with `to FILE.gif` it goes into a file."""
        controls = self.controls
        match = MOVIE.fullmatch(rest)
        if match is None or to_file(rest)[1] is not None:
            controls.say(controls.console.obey(f"movie {rest}"))
            return
        rate = float(match["rate"] or SLOW)
        if not 0 < rate <= FASTEST:
            raise CommandError("A movie shows up to {0} pictures a second.", FASTEST)
        name = views.array_named(controls.debugger.session, match["array"]).name
        frames = frames_of(controls.debugger, name, match["condition"] or "", controls.face.progress)
        if not frames:
            raise CommandError("{0} has not changed in all that is kept.", f"{name}()")
        self.view.boards.setdefault(name, "")
        controls.time.show([frame.noted.us for frame in frames], rate, controls.face.player.clock())
        controls.say(["One picture. The button stop ends the movie." if len(frames) == 1
                      else sentence("{0} pictures. The button stop ends the movie.", len(frames))])

    def _sounds(self, rest: str) -> None:
        self.controls.answers.about_sounds()

    def _play(self, rest: str) -> None:
        try:
            seconds = float(rest or FILM)
        except ValueError:
            seconds = 0
        if not 0 < seconds <= LONGEST_FILM:
            raise CommandError("A film takes up to {0} seconds.", LONGEST_FILM)
        self.controls.time.play(seconds, self.controls.face.player.clock())

    def _list(self, rest: str) -> None:
        listing = self.controls.panels.listing
        if rest.isdigit():
            numbers = self.controls.debugger.session.program.numbers
            line = next((one for one in numbers if one >= int(rest)), numbers[-1] if numbers else None)
            self.view.cursor = None if line is None else (line, 0)
            listing.show_cursor()
        else:
            listing.follow()
        self.controls.version += 1

    def _wait(self, rest: str) -> None:
        self.controls.go_for(self.controls.console.microseconds(rest))

    def _quit(self, rest: str) -> None:
        self.controls.end()

    def do(self, act: Callable[[], object]) -> None:
        """Does something; where it is not possible, the panel says why."""
        try:
            self.waiting_for(act)
        except CommandError as error:
            self.controls.say([error.sentence])

    def waiting_for(self, act: Callable[[], Answer]) -> Answer:
        """Does what may take long: a bar shows how far it is, and a person can end it."""
        progress = self.controls.face.progress
        progress.begin()
        try:
            return act()
        finally:
            progress.end()
