"""Where this program keeps what is the user's own: listings and what it remembers, and the file of settings."""

import os
import sys
from pathlib import Path

NAME = "cpc-listings"


def data_folder() -> Path:
    """For listings, manifests, states, and what was not saved."""
    return _folder("XDG_DATA_HOME", ".local", "share")


def settings_file() -> Path:
    """May be written by a person; it need not be there."""
    return _folder("XDG_CONFIG_HOME", ".config") / "settings.toml"


def _folder(variable: str, *below_home: str) -> Path:
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    else:
        base = Path(os.environ.get(variable) or Path.home().joinpath(*below_home))
    return base / NAME
