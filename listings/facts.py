"""Files of facts about a listing: manifests and check files. TOML, read whole."""

import tomllib
from pathlib import Path
from typing import Any

from cpc.host_files import read_whole
from listings.source import ListingFault


def load(path: Path, kind: str) -> dict[str, Any]:
    """The file as tables. `kind` is what it should be: "a manifest"."""
    try:
        return tomllib.loads(read_whole(path).decode("utf-8"))
    except OSError as error:
        raise ListingFault(f"{path} cannot be read: {error.strerror}.") from None
    except tomllib.TOMLDecodeError as error:
        raise ListingFault(f"{path} is not {kind}: {error}.") from None
    except UnicodeDecodeError:
        raise ListingFault(f"{path} is not {kind}: it is not UTF-8 text.") from None
    except (ValueError, RecursionError):        # Python refuses numbers of more than 4,300 digits
        raise ListingFault(f"{path} is not {kind}: it has a number that is too long, or too many brackets.") from None
