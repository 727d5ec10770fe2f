"""A debugger that knows the listings of this project: their boards and searches."""

from collections.abc import Mapping

from basic.debug.debugger import Debugger
from basic.debug.facts import Facts
from basic.session import Session


def debugger_for(session: Session) -> Debugger:
    debugger = Debugger(session)
    debugger.find_facts = _facts_of
    return debugger


def _facts_of(lines: Mapping[int, bytes]) -> Facts | None:
    from listings.debug_facts import facts_of  # only when it is asked for: a start does not pay for it
    return facts_of(lines)
