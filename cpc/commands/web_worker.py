"""Where the page's worker begins: the bridge, and the tools for it that know the books."""

from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

from cpc.web.bridge import Bridge


def start(tell: Callable[[str, Any], None], folder: str, options: dict[str, Any], files: dict[str, Any]) -> Bridge:
    """A CPC for the page; `files` are what it kept at the last visit."""
    bridge = Bridge(tell, Path(folder), perf_counter, options)
    bridge.begin({name: bytes(data) for name, data in files.items()})
    return bridge
