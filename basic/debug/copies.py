"""Copies of the whole state, small enough that there can be hundreds of them: what two in a row have in common is kept once,
and long contents, such as the RAM, are compressed."""

import zlib
from collections.abc import Iterable
from typing import Any, NamedTuple

from basic.debug.standing import Standing
from basic.records import record

LONG = 4096                     # bytes from which on it is worth compressing
LIGHT = frozenset((int, float, bool, str, type(None)))


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


def small(state: dict[str, Any], before: dict[str, Any] | None) -> dict[str, Any]:
    """A state with its long parts packed. Parts that are as in the copy before are the same objects."""
    parts = {name: _packed(name, part) if type(part) is bytes and len(part) >= LONG else part
             for name, part in state.items()}
    if before is None:
        return parts
    return {name: before[name] if name in before and before[name] == part else part for name, part in parts.items()}


def whole(parts: dict[str, Any]) -> dict[str, Any]:
    """The state again."""
    return {name: zlib.decompress(part.data) if type(part) is Packed else part for name, part in parts.items()}


def own_weight(parts: dict[str, Any], before: dict[str, Any] | None) -> int:
    """Bytes that a small state takes besides what it shares with the copy before, about."""
    return 64 + 48 * len(parts) + sum(weight(part) for name, part in parts.items()
                                      if before is None or before.get(name) is not part)


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
