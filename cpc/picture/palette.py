"""INK, BORDER and SPEED INK: two colours for each ink, shown in turn.

The hardware gets a change at the next frame flyback. It then gets the colours of the next turn, so that turn may begin
early.
"""

from collections.abc import Callable

from basic.ports import INTERRUPTS, NEVER, USUAL_TURNS, Clock
from cpc.picture import costs

BORDER = 16
COLOURS = 27
_BEYOND = (13, 7, 25, 1, 19)            # colours 27-31 look like these
# The colours as the gate array numbers them, and the numbers that look like one of these.
GATE_ARRAY = bytes((20, 4, 21, 28, 24, 29, 12, 5, 13, 22, 6, 23, 30, 0, 31, 14, 7, 15, 18, 2, 19, 26, 25, 27, 10, 3, 11))
_ALIKE = {1: 13, 8: 7, 9: 25, 16: 1, 17: 19}
_COLOURS = {number: colour for colour, number in enumerate(GATE_ARRAY)} | _ALIKE
_FIRST = [1, 24, 20, 6, 26, 0, 2, 8, 10, 12, 14, 16, 18, 22, 24, 16, 1]
_SECOND = [1, 24, 20, 6, 26, 0, 2, 8, 10, 12, 14, 16, 18, 22, 1, 11, 1]
_BEHIND_CLEAR_US = {"464": 10_150}      # what MODE still does once the screen is clear, with the interrupts; with BASIC 1.1:
_BEHIND_CLEAR_US_1_1 = 2_550
_INTO_MODE_US = 1_500                  # a flyback that comes so late before MODE begins to clear turns the inks no more
_NO_TURN = -1                   # less than any flyback: the last one had no turn
NOTHING_SENT = -1               # likewise: none sends changed colours

# first and second colours, flash, next turn, frames, changed, colours shown, flybacks, the last if it turned, the last seen,
# the flyback that sends changed colours
State = tuple[list[int], list[int], tuple[int, int], int, int, bool, list[int], int, int, int | None, int]


class Palette:
    """The colours that the language has set, and those that are shown."""

    def __init__(self, clock: Clock, model: str = "464") -> None:
        self.clock = clock
        self.costs = costs.MODELS[model]
        self._turns_behind_mode = 0 if model == "464" else 1
        self._behind_clear_us = _BEHIND_CLEAR_US.get(model, _BEHIND_CLEAR_US_1_1)
        self._flybacks = clock.frame()          # that have been done
        self.asked_until = NEVER        # the moment at which colours are looked at, though a statement has gone on beyond it
        self.told: Callable[[int, int, int], object] = lambda ink, before, after: None      # of colours set directly
        self.reset()
        self.begin_mode()
        self.end_mode()
        self.count_from(clock.us)

    def reset(self) -> None:
        """The colours after power on."""
        self.colours = (list(_FIRST), list(_SECOND))
        self.flash = USUAL_TURNS
        self._next = 0
        self._frames = 1
        self._changed = False
        self._shown = list(_FIRST)
        self._turned_at = _NO_TURN          # the last flyback, if it had a turn
        self._last: int | None = None       # the flyback behind which there are no interrupts
        self.sends_at = NOTHING_SENT        # the flyback that sends changed colours and has not been paid for

    def snapshot(self) -> State:
        first, second = self.colours
        return (list(first), list(second), self.flash, self._next, self._frames, self._changed,
                list(self._shown), self._flybacks, self._turned_at, self._last, self.sends_at)

    def restore(self, state: State) -> None:
        (first, second, self.flash, self._next, self._frames, self._changed, shown, flybacks, self._turned_at, self._last,
         self.sends_at) = state
        self._flybacks = flybacks
        self.colours = (list(first), list(second))
        self._shown = list(shown)

    def set_ink(self, pen: int, first: int, second: int) -> None:
        self._set(pen & 15, first, second)
        self.clock.us += int(self.costs.ink)

    def set_border(self, first: int, second: int) -> None:
        self._set(BORDER, first, second)
        self.clock.us += int(self.costs.border)

    def _set(self, ink: int, first: int, second: int) -> None:
        self._before_change()
        self.colours[0][ink] = _seen(first)
        self.colours[1][ink] = _seen(second)
        if not self._changed and self._frames != 1:         # the next flyback sends them, which else sends none
            if self.sends_at != NOTHING_SENT:               # the flyback has begun, and its interrupt comes at once
                self._take_payment()
            self.sends_at = self._flybacks + 1
        self._changed = True

    def next_payment(self) -> int:
        """When the clock is to be given what sending changed colours takes: in the interrupt of that flyback."""
        return NEVER if self.sends_at == NOTHING_SENT else self.clock.interrupt_of_flyback(self.sends_at)

    def pay(self) -> None:
        """Delays the program by that."""
        if self.sends_at != NOTHING_SENT and self.clock.us >= self.next_payment():
            self._take_payment()

    def _take_payment(self) -> None:
        self.sends_at = NOTHING_SENT
        self.clock.us += round(self.clock.turn_length * INTERRUPTS)

    def set_flash(self, first: int, second: int) -> None:
        """SPEED INK, in frames."""
        self._before_change()
        self.flash = first & 0xFF, second & 0xFF
        self.tell_turns()
        self.clock.us += int(self.costs.flash)

    def flashes_unusually(self) -> bool:
        """Whether colours change at another speed than after power on: then the clock is told of each frame."""
        return self.flash != USUAL_TURNS

    def tell_turns(self) -> None:
        """Tells the clock in which frames colours change."""
        frames = self.flash[self._next] or 256, self.flash[self._next ^ 1] or 256
        self.clock.expect_turns(self._flybacks + (self._frames - 1 & 255) + 1, frames)

    def ink(self, pen: int) -> tuple[int, int]:
        """The two colours of a pen."""
        return self.colours[0][pen & 15], self.colours[1][pen & 15]

    def border(self) -> tuple[int, int]:
        return self.colours[0][BORDER], self.colours[1][BORDER]

    def set_defaults(self) -> None:
        """The colours and their speed as after power on: the next turn shows the first colours, and comes when it was due."""
        self._before_change()
        self.colours = (list(_FIRST), list(_SECOND))
        self.flash = USUAL_TURNS
        self._next = 0
        self.tell_turns()

    def show_colour(self, ink: int, colour: int) -> None:
        """A pen's or the border's colour in the gate array itself, until the inks are sent there again."""
        self._before_change()
        self.told(ink, self._shown[ink], colour)
        self._shown[ink] = colour

    def send(self) -> None:
        """The gate array gets the colours at the next flyback."""
        self._changed = True

    def frame(self) -> None:
        """A frame flyback."""
        self._frames = (self._frames - 1) & 0xFF
        if self._frames == 0:
            self._turn()
        elif self._changed:
            self._show()

    def frames(self, count: int) -> None:
        """That many frame flybacks."""
        turning = ((self._frames - 1) & 0xFF) + 1
        if count > turning:
            whole = sum((one - 1 & 0xFF) + 1 for one in self.flash)
            if count > turning + whole:     # after the first turn, a whole round of two turns changes nothing
                count = turning + (count - turning) % whole
        while count > 0:
            quiet = min(count, (self._frames - 1) & 0xFF) if not self._changed else 0
            if quiet:       # frames in which nothing turns
                self._frames -= quiet
                count -= quiet
            else:
                self.frame()
                count -= 1

    def catch_up(self, until: int = NEVER) -> None:
        """Does the flybacks that are due by the clock, but none later than `until`. Must be called before a change."""
        flybacks = self.clock.frame_at(min(self.clock.us, until))
        seen = flybacks if self._last is None else min(flybacks, self._last)
        if 0 < seen - self._flybacks < self._frames and not self._changed:
            self._frames -= seen - self._flybacks       # nothing turns, as in most slices of time
            self._turned_at = _NO_TURN
        elif seen > self._flybacks:
            self.frames(seen - self._flybacks - 1)
            before = self._next
            self.frames(1)
            self._turned_at = seen if self._next != before else _NO_TURN
        self._flybacks = max(self._flybacks, flybacks)

    def _before_change(self) -> None:
        self.catch_up()
        self._turned_at = _NO_TURN          # no MODE hides that turn

    def lose_flyback(self, count: int = 1) -> None:
        """A flyback is due that the firmware does not see; -1: it has seen it after all."""
        self._flybacks += count
        self.tell_turns()

    def stop_interrupts(self, microseconds: int) -> None:
        """After that time nothing flashes, and no colour changes, until `allow_interrupts`."""
        if self._last is None:
            self._last = self.clock.frame_at(self.clock.us + microseconds)

    def allow_interrupts(self) -> None:
        self.catch_up()
        self._last = None
        self.tell_turns()

    def begin_mode(self) -> None:
        """MODE begins to clear the screen: the next turn, in which nothing flashes until `end_mode`."""
        until = self.clock.us - _INTO_MODE_US
        self.catch_up(until)
        if self._turned_at > self.clock.frame_at(until):    # MODE hides that turn, though it has been done
            self._next ^= 1
        if self._changed:               # MODE sends them, not a flyback
            self.sends_at = NOTHING_SENT
        self._turn()
        self.clock.expect_no_turns()

    def end_mode(self) -> None:
        """The end of MODE. The turn counts from where the screen was clear; the firmware of BASIC 1.1 makes another turn."""
        self._flybacks = self.clock.frame_at(self.clock.us - self._behind_clear_us)
        self._frames = self.flash[self._next ^ 1]
        for _ in range(self._turns_behind_mode):
            self._turn()
        self.tell_turns()

    def show_first(self) -> None:
        """SCR INITIALISE has cleared the screen: the first colours are shown, and the next turn counts from here."""
        self._before_change()
        self._next = 0
        self._turn()
        self.tell_turns()

    def count_from(self, us: int) -> None:
        """The frames up to the next turn count from that moment on."""
        self._flybacks = self.clock.frame_at(us)
        self.tell_turns()

    def turned_in(self, flyback: int) -> bool:
        """Whether colours change in this flyback, the last that has begun."""
        self.catch_up()
        return self._turned_at == flyback

    def _turn(self) -> None:
        self._frames = self.flash[self._next]
        self._show()
        self._next ^= 1

    def _show(self) -> None:
        self._shown[:] = self.colours[self._next]
        self._changed = False

    @property
    def in_force(self) -> list[int]:
        """The colours of pens 0 to 15 that are shown now."""
        self.catch_up(self.asked_until)
        return self._shown[:BORDER]

    @property
    def border_in_force(self) -> int:
        """The border's colour that is shown now."""
        self.catch_up(self.asked_until)
        return self._shown[BORDER]


def colour_of(number: int) -> int:
    """The colour, 0 to 26, that a number of the gate array stands for."""
    return _COLOURS[number & 31]


def _seen(colour: int) -> int:
    colour &= 31
    return colour if colour < COLOURS else _BEYOND[colour - COLOURS]
