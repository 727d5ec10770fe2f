"""The timeline below the picture: what is shown of the past, and how a person moves through it. It draws nothing."""

from typing import TYPE_CHECKING, NamedTuple

from basic.debug.sentences import sentence
from basic.debug.timeline import Kind, Timeline
from cpc.debugger.panel.pieces import BLUE, CYAN, GREEN, GREY, LIGHTER, RED, WHITE, YELLOW, Colour, Row, Span

if TYPE_CHECKING:
    from cpc.debugger.panel.controls import Controls

MARKS: dict[Kind, tuple[str, Colour]] = {
    "key": ("keys", CYAN), "print": ("prints", GREY), "break": ("breaks", YELLOW), "error": ("errors", RED)}
PENS: tuple[Colour, ...] = (GREEN, (255, 160, 0), (255, 96, 255), WHITE)     # of plots
BUTTONS = [("|<", "first_moment"), ("<", "earlier_mark"), ("play", "play"), (">", "later_mark"), (">|", "last_moment"),
           ("ask", "ask")]
STEPS = 50                      # of a key, through all that is shown
FILM = 15.0                     # seconds that it takes to show all as a film
CLOSEST = 40_000                # microseconds at least that are shown


class Reel(NamedTuple):
    moments: list[int]
    rate: float                     # a second
    begun: float
    shown: int = -1


class TimelineView:
    def __init__(self, controls: "Controls", timeline: Timeline) -> None:
        self.controls = controls
        self.timeline = timeline
        self.part: tuple[int, int] | None = None    # of the time that is shown; None: all of it
        self.wanted: int | None = None              # where a drag wants to be
        self.film: tuple[float, float] | None = None    # while it plays: seconds for all, and when the last picture was shown
        self.reel: Reel | None = None               # the moments of a movie

    @property
    def span(self) -> tuple[int, int]:
        """The first and the last moment that are shown."""
        whole = self.timeline.begin, self.timeline.end
        if self.part is None:
            return whole
        begin, end = max(self.part[0], whole[0]), min(self.part[1], whole[1])
        return (begin, end) if end - begin >= CLOSEST // 2 else whole

    def at(self, us: int, width: int) -> int:
        """The column of a moment, of so many."""
        begin, end = self.span
        return (us - begin) * (width - 1) // (end - begin)

    def moment(self, column: int, width: int) -> int:
        begin, end = self.span
        return begin + (end - begin) * max(0, min(column, width - 1)) // max(1, width - 1)

    def zoom(self, steps: int, column: int, width: int) -> None:
        """Around a column."""
        begin, end = self.span
        us, length = self.moment(column, width), max(CLOSEST, round((end - begin) * 0.5 ** steps))
        whole = self.timeline.end - self.timeline.begin
        if length >= whole:
            self.part = None
        else:
            first = us - length * (us - begin) // (end - begin)
            first = max(self.timeline.begin, min(first, self.timeline.end - length))
            self.part = first, first + length

    # travelling

    def drag(self, column: int, width: int) -> None:
        """The mouse is held there; `travel` goes there when a picture is due."""
        self.stop()
        self.wanted = self.moment(column, width)

    def step(self, steps: int) -> None:
        begin, end = self.span
        self.stop()
        self.wanted = self.timeline.now + steps * max(1, (end - begin) // STEPS)

    def to_end(self, direction: int) -> None:
        """The present, or the beginning of the past."""
        self.stop()
        self.part = None
        self.wanted = self.timeline.end if direction > 0 else self.timeline.begin

    def to_mark(self, direction: int) -> None:
        self.stop()
        self.wanted = self.timeline.next_mark(direction)

    def play(self, seconds: float, now: float) -> None:
        """As a film, from here to the present; from the beginning where it stands in the present. Or stops it."""
        if self.plays:
            self.stop()
            return
        if not self.timeline.history.in_the_past():
            self.wanted = self.span[0]
        self.film = seconds, now

    def show(self, moments: list[int], rate: float, now: float) -> None:
        """One moment after the other, so many a second."""
        self.film, self.reel = None, Reel(moments, rate, now)

    @property
    def plays(self) -> bool:
        return self.film is not None or self.reel is not None

    def stop(self) -> None:
        self.film = self.reel = None

    def travel(self, now: float) -> None:
        """Goes where a drag, the film or a movie wants to be."""
        timeline, controls = self.timeline, self.controls
        if not controls.stands:
            self.stop()
            self.wanted = None
        elif self.reel is not None and self.wanted is None:
            shown = int((now - self.reel.begun) * self.reel.rate)
            if shown >= len(self.reel.moments):
                self.reel = None
            elif shown != self.reel.shown:
                self.reel = self.reel._replace(shown=shown)
                self.wanted = self.reel.moments[shown]
        elif self.film is not None and self.wanted is None:
            seconds, before = self.film
            self.film = seconds, now
            begin, end = self.span
            self.wanted = timeline.now + max(1, round((now - before) / seconds * (end - begin)))
            if self.wanted >= timeline.end:
                self.film = None
        if self.wanted is not None:
            wanted, self.wanted = max(timeline.begin, min(self.wanted, timeline.end)), None
            if wanted != timeline.now or self.film is not None:
                controls.go_to_time(wanted)

    # what it looks like

    def rows(self, columns: int) -> list[Row]:
        """Buttons, where there is little room in more than one row, and the time; below them what marks and plots mean."""
        begin, end = self.span
        buttons: list[Row] = [[]]
        for text, does in BUTTONS:
            text = self.controls.view.spoken("stop" if does == "play" and self.plays else text)
            button = Span(f" {text} ", CYAN, LIGHTER, ("key", does))
            if buttons[-1] and sum(len(span.text) for span in [*buttons[-1], button]) > columns:
                buttons.append([])
            buttons[-1] += [button, Span(" ", GREY)]
        buttons[-1].append(Span(f"{self.timeline.now / 1e6:.2f} ", YELLOW))
        spoken = self.controls.view.spoken
        buttons[-1].append(Span(spoken(sentence("of {0}-{1} s", f"{begin / 1e6:.1f}", f"{end / 1e6:.1f}")), GREY))
        legend = [Span(f" {spoken(name)}", pen) for name, pen in MARKS.values()]
        for plot, pen in zip(self.timeline.plots, PENS * len(self.timeline.plots), strict=False):
            value = plot.columns(self.timeline.now, self.timeline.now + 1, 1)[0]
            legend.append(Span(f"  {plot.text}={value[0]:g}" if value else f"  {plot.text}", pen, BLUE, ("plot", plot.text)))
        return [_fitting(row, columns) for row in [*buttons, legend]]


def _fitting(row: Row, columns: int) -> Row:
    found: Row = []
    for span in row:
        if len(span.text) <= columns:
            found.append(span)
            columns -= len(span.text)
    return [*found, Span(" " * columns, GREY)]
