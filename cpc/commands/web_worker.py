"""Where the page's worker begins: the bridge, and the tools for it, which are loaded when the page first asks for one."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from cpc.web.bridge import Bridge

Message = dict[str, Any]
OF_BOOKS = "lint", "books", "book", "typeline", "scan", "booktext", "check"


def start(tell: Callable[[str, Any], None], folder: str, options: Message, files: dict[str, Any]) -> Bridge:
    """A CPC for the page; `files` are what it kept at the last visit."""
    bridge = Bridge(tell, Path(folder), perf_counter, options)
    give_tools(bridge)
    bridge.begin({name: bytes(data) for name, data in files.items()})
    return bridge


def give_tools(bridge: Bridge) -> None:
    bridge.tools["learn"] = partial(_first_of_learner, bridge)
    for name in OF_BOOKS:
        bridge.tools[name] = partial(_first_of_books, bridge, name)


def _first_of_learner(bridge: Bridge, given: Message) -> object:
    from cpc.commands.debugger_for import debugger_for
    from cpc.web.learner import Learner
    learner = Learner(bridge, debugger_for)
    bridge.add_tools(learner)
    bridge.on_turn.append(learner.turn)
    return bridge.tools["learn"](given)


def _first_of_books(bridge: Bridge, name: str, given: Message) -> object:
    from cpc.commands.web_books import Books
    bridge.add_tools(Books(bridge))
    return bridge.tools[name](given)
