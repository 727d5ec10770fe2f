"""The command line in the debugger's panel: what is typed there, and the commands that do something else in the window."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from basic.debug import views
from basic.debug.debugger import CommandError
from cpc.debugger.console.commands import COMMANDS
from cpc.debugger.console.views import grid_lines
from cpc.window import window_keys

if TYPE_CHECKING:
    from cpc.debugger.panel.movement import Guide

SLOWEST, FASTEST, SLOW = 1, 50, 5       # statements a second
KEYS_HELP = [
    "F5                 goes on; stops",
    "F11, SHIFT+F11     does one statement; goes on until the GOSUB returns",
    "F10, SHIFT+F10     does one statement, and all of a GOSUB; takes one back",
    "F7                 slow motion",
    "F9, F6             a breakpoint at the cursor, or none; goes on to the cursor",
    "cursor keys        move the cursor in the listing, by lines and by statements",
    "Page Up, Page Down move through the listing, or through a long answer",
    "TAB                completes a command or a name",
    "SHIFT+cursor up    brings earlier commands back",
    "CTRL+C, CTRL+V     copies what the mouse is on; pastes into the command line",
    "",
    "click on           beside a line      a breakpoint in the line, or none",
    "                   a statement        moves the cursor; twice: a breakpoint",
    "                   a variable         it stops when it changes, or no longer",
    "                   an array           its table comes, or goes",
    "                   a table's element  it stops when it changes, or no longer",
    "                   a key's name       the same as the key",
    "right click        copies a variable or an array to the clipboard",
    "wheel              moves through the listing, the variables or a long answer",
    "",
]
WINDOWS_PAGE = "the page of the window's own keys"
OWN_HELP = [
    "slow [N]                       slow motion, N statements a second, 1 to 50 (F7)",
    "array NAME ...                 keeps the array in the panel, array NAME off takes it away, array alone all",
    "heat on                        colours the listing by where the time goes, with shares and statements",
]


def keys_of_the_window(taken: set[int]) -> list[str]:
    """Of those keys that are the debugger's while it is open, what CTRL makes the window's of them; then the others."""
    with_ctrl = [f"{'CTRL+' + label.split(',')[0].split()[0]:18} {WINDOWS_PAGE if name == 'help' else what}"
                 for key, (name, label, what) in window_keys.COMMANDS.items() if key in taken and label]
    others = [label for key, (_, label, _) in window_keys.COMMANDS.items() if key not in taken and label]
    return [*with_ctrl, f"{', '.join(others):18} as ever", ""]


class Commands:
    def __init__(self, guide: "Guide") -> None:
        self.guide = guide
        self.view = guide.view
        self.earlier: list[str] = []
        self.recalled = 0
        self.own: dict[str, Callable[[str], None]] = {
            "slow": self._slow, "array": self._board, "a": self._board, "list": self._list, "wait": self._wait,
            "quit": self._quit, "q": self._quit}

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
        """The command, or after it a variable."""
        guide = self.guide
        head, blank, begun = self.view.typed.rpartition(" ")
        if not blank:
            own = {name for name in self.own if len(name) > 1 and begun and name.startswith(begun)}
            found = sorted({*guide.console.complete(begun), *own})
        else:
            session = guide.debugger.session
            names = [one.name for one in [*views.scalars(session), *views.arrays(session)]]
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
            guide.say(["  ".join(found)])
        elif found[0] in COMMANDS:
            guide.say(guide.console.obey(f"help {found[0]}"))

    # obeying

    def enter(self) -> None:
        line = self.view.typed
        self.put("")
        self.obey(line)

    def obey(self, line: str) -> None:
        guide = self.guide
        name, _, rest = line.strip().partition(" ")
        name, rest = name.lower(), rest.strip()
        if name:
            self.earlier.append(line)
        self.recalled = len(self.earlier)
        if name in ("help", "h") and not rest:
            guide.help()
        elif name in self.own:
            self.do(lambda: self.own[name](rest))
        else:
            before, at = guide.debugger.clock.us, guide.debugger.executor.runner.pc
            said = guide.console.obey(line)
            debugger = guide.debugger
            if debugger.running or (debugger.clock.us, debugger.executor.runner.pc) != (before, at):
                guide.moved(before, said)
            else:
                guide.say(said)

    def _slow(self, rest: str) -> None:
        try:
            rate = float(rest or SLOW)
        except ValueError:
            rate = 0
        if SLOWEST <= rate <= FASTEST:
            self.guide.go_slowly(rate)
        else:
            self.guide.say([f"Slow motion goes at {SLOWEST} to {FASTEST} statements a second."])

    def _board(self, rest: str) -> None:
        guide, boards = self.guide, self.view.boards
        name, _, options = rest.partition(" ")
        options = options.strip()
        if not name:
            boards.clear()
        elif options == "off":
            boards.pop(guide.array(name), None)
        else:
            if options.isdigit():
                options = f"width {options}"
            list(grid_lines(guide.debugger.session, name, options))
            boards[guide.array(name)] = options
        guide.say([])

    def _list(self, rest: str) -> None:
        listing = self.guide.panels.listing
        if rest.isdigit():
            numbers = self.guide.debugger.session.program.numbers
            line = next((one for one in numbers if one >= int(rest)), numbers[-1] if numbers else None)
            self.view.cursor = None if line is None else (line, 0)
            listing.show_cursor()
        else:
            listing.follow()
        self.guide.version += 1

    def _wait(self, rest: str) -> None:
        self.guide.go_for(self.guide.console.microseconds(rest))

    def _quit(self, rest: str) -> None:
        self.guide.end()

    def do(self, act: Callable[[], None]) -> None:
        """Something that may not be possible; then a sentence says why."""
        try:
            act()
        except CommandError as error:
            self.guide.say([str(error)])
