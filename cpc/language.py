"""The language of the person at the host: German or English, which are those that examples speak."""

import os
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from basic.help.words import Language

GERMAN_OF_WINDOWS = 7           # the primary language of its identifier
_NAMED_BY = "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"


def of_host(environment: Mapping[str, str] = os.environ) -> "Language":
    """`de` or `en`: what the environment says, on Windows else the language of its menus."""
    for name in _NAMED_BY:
        if said := environment.get(name):
            return "de" if said.split(":")[0].lower().startswith("de") else "en"
    if sys.platform == "win32":
        import ctypes
        return "de" if ctypes.windll.kernel32.GetUserDefaultUILanguage() & 0x3FF == GERMAN_OF_WINDOWS else "en"
    return "en"
