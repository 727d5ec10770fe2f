"""The parts of the past: what came from outside and when, moments to come back to, stretches between copies of the state."""

from typing import Any, NamedTuple

from basic.debug.copies import Checkpoint, Moment
from basic.debug.standing import Standing
from basic.debug.views import Place


class Entry(NamedTuple):
    """Something that came from outside, and when."""
    us: int
    name: str
    arguments: tuple[Any, ...]  # of the action
    standing: Standing | None = None    # of the program, before it


FORGOTTEN = Entry(0, "", ())    # stands for each entry before the past begins


class Cut(NamedTuple):
    """Where the program went another way than before."""
    moment: Moment
    standing: Standing


class Kept(NamedTuple):
    """A moment of one past, which may be another one later."""
    copy: Checkpoint
    cuts: int                   # how often the program had gone another way before

    @property
    def moment(self) -> Moment:
        return self.copy.moment


class Segment(NamedTuple):
    """A part of the past: from a copy to its end."""
    checkpoint: Checkpoint
    end: Moment
    whole: bool                 # the next copy is at its end


class Measured(NamedTuple):
    checkpoint: Checkpoint
    end: Moment
    length: int                 # statements


class Traced(NamedTuple):
    """A statement that has been done."""
    back: int                   # how many statements ago
    place: Place
    us: int                     # when it began
