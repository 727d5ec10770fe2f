"""The window needs pygame: pygame itself or pygame-ce, whole, and only one of them.

Both are imported as `pygame` and write into the same folder. Where both are installed, the later one has overwritten files
of the other; where one of them is then uninstalled, files of the other are missing. pip notices neither.
"""

import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

from cpc.commands.fault import Fault
from cpc.commands.speech import said

PACKAGES = "pygame", "pygame-ce"
OURS = PACKAGES[sys.version_info >= (3, 14)]        # as in pyproject.toml: pygame has no wheels from 3.14 on
REMEDY = f"uninstall pygame and pygame-ce with pip, then install {OURS} alone"


@contextmanager
def needing_pygame(instead: str = "") -> Iterator[None]:
    """Around an import of the window. `instead` names what does without it: the end of a sentence."""
    instead = instead and f"; {instead}"
    spec = find_spec("pygame")
    if not spec:
        raise Fault(f"The window needs pygame, which is not installed{instead}.")
    if not spec.origin:             # a folder with what an uninstall has left in it
        raise Fault(f"The window needs pygame, which is damaged here: {REMEDY}{instead}.")
    if all(map(_installed, PACKAGES)):
        both = f"Both pygame and pygame-ce are installed here, and they overwrite each other: {REMEDY}."
        print(f"cpc: {said(both)}", file=sys.stderr)
    try:
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", module=r"pygame\.")       # of its own imports
            yield
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "pygame":
            raise
        raise Fault(f"The window needs pygame, which is damaged here ({error}): {REMEDY}{instead}.") from None


def _installed(package: str) -> bool:
    from importlib.metadata import PackageNotFoundError, version  # it takes long to load
    try:
        return bool(version(package))
    except PackageNotFoundError:
        return False
