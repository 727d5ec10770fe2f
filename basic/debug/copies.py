"""Copies of the whole state, small enough that there can be hundreds of them: what two in a row have in common is kept once,
down to their smallest parts, and long contents, such as the RAM, are compressed."""

import zlib
from collections.abc import Callable, Iterable
from operator import eq, is_
from typing import Any, NamedTuple

from basic.debug.standing import Standing
from basic.records import record

LONG = 4096                     # bytes from which on it is worth compressing
LIGHT = frozenset((int, float, bool, str, type(None)))

Same = Callable[[Any, Any], bool]


class Moment(NamedTuple):
    us: int
    log_at: int                 # entries of the log before it


class Counted(NamedTuple):
    """What a heat map had counted."""
    begin: Moment               # of its counting
    lines: dict[int | None, tuple[int, int]]


@record
class Checkpoint:
    """A copy of the state, as plain data. `machine` and `session` are as `small` makes them."""
    us: int
    log_at: int
    machine: dict[str, Any]
    session: dict[str, Any]
    heat: Counted | None        # None where nothing was counted
    size: int                   # bytes, about
    standing: Standing | None = None
    length: int | None = None   # statements to the next one, where they have been counted

    @property
    def moment(self) -> Moment:
        return Moment(self.us, self.log_at)


class Packed(NamedTuple):
    """Long bytes, compressed."""
    data: bytes


_latest: dict[str, tuple[bytes, Packed]] = {}       # by the part's name: often it has not changed


def _packed(name: str, part: bytes) -> Packed:
    known = _latest.get(name)
    if known is None or known[0] != part:
        known = _latest[name] = part, Packed(zlib.compress(part, 1))
    return known[1]


def small(state: dict[str, Any], before: dict[str, Any] | None, same: Same = eq) -> tuple[dict[str, Any], int]:
    """A state with its long parts packed, and the bytes that it takes, about. What is the `same` as in the copy before is taken
    from there, and takes nothing."""
    parts = {name: _packed(name, part) if type(part) is bytes and len(part) >= LONG else part
             for name, part in state.items()}
    return (parts, weight(parts)) if before is None else _shared(parts, before, same)


def _shared(part: Any, before: Any, same: Same) -> tuple[Any, int]:
    """The part, with all that was so before taken from there, and what it takes besides."""
    if same(part, before):
        return before, 0
    if type(part) is dict and type(before) is dict:
        size, named = 64 + 48 * len(part), {}
        for name, one in part.items():
            if type(one) not in LIGHT:
                one, own = _shared(one, before.get(name), same)
                size += own
            named[name] = one
        return named, size
    if _has_parts(part) and type(before) is type(part) and len(part) == len(before):
        size, listed = 56 + 16 * len(part), []
        for one, other in zip(part, before, strict=True):
            if type(one) not in LIGHT:
                one, own = _shared(one, other, same)
                size += own
            listed.append(one)
        return type(part)(listed), size
    return part, weight(part)


def same_texts(part: Any, before: Any) -> bool:
    """Whether both say the same, and by the same bytes objects: what room a string of BASIC's takes hangs on which it is."""
    if part is before:
        return True
    if part != before or type(part) is not type(before):
        return False
    if type(part) is dict:
        return all(same_texts(one, before[name]) for name, one in part.items())
    if type(part) in (list, tuple):
        return all(map(is_, part, before)) or all(map(same_texts, part, before))
    return type(part) in LIGHT or type(part) in (set, frozenset)


def _has_parts(state: Any) -> bool:
    """Whether it is a list or a tuple of more than numbers and texts."""
    return type(state) in (list, tuple) and bool(state) and not (type(state[0]) in LIGHT and type(state[-1]) in LIGHT)


def whole(parts: dict[str, Any]) -> dict[str, Any]:
    """The state again."""
    return {name: zlib.decompress(part.data) if type(part) is Packed else part for name, part in parts.items()}


def weight(state: object) -> int:
    """Bytes that a part of a state takes, about. Numbers and short texts are mostly shared with other copies."""
    if isinstance(state, bytes):
        return 16 + (len(state) if len(state) > 255 else 0)
    parts: Iterable[object]
    if isinstance(state, dict):
        whole, parts = 64 + 48 * len(state), state.values()
    elif isinstance(state, (list, tuple)):
        if state and isinstance(state[0], (int, float)) and isinstance(state[-1], (int, float)):
            return 56 + 16 * len(state)
        whole, parts = 56, state
    else:
        return 16
    for part in parts:
        whole += 16 if type(part) in LIGHT else weight(part)
    return whole
