"""Pyodide: which one, where it comes from, and what its files must be."""

import base64
import hashlib
import json
from pathlib import Path
from typing import Any

RELEASE = "314.0.7"
CDN = f"https://cdn.jsdelivr.net/npm/pyodide@{RELEASE}/"
FILES = {                               # that a page loads, each with its hash
    "pyodide.mjs": "sha384-Lp79fMwxa4n2BLtugpUAoQMlbxIdg8iCUiP1r3h7nJLkQjwlXT1JzZTeHVL+f4Dg",
    "pyodide.asm.mjs": "sha384-/2281iaC0Iimw0B3Kagy1DBfZcJG3W4KYW+EmOqhsdY3fR9BJ88FE2Zt6y0KQKpa",
    "pyodide.asm.wasm": "sha384-y++qrQ72KPA1fTjLIuGMP+jppgGxjbLCgfdb0zMrnNnQVhxRUXTOTF6rTxNzllSu",
    "python_stdlib.zip": "sha384-xW3A5jmenkrPXbsgrIaB1FCJh9OuLT7FRMagsJMgtlhVc19k/mSy3+7nMaF/d767",
}
LOCK = "pyodide-lock.json"              # tells of hundreds of packages; a page gets only what it says of Pyodide itself
INFO = {"abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten_5_0_3", "python": "3.14.2"}


class NoPyodide(Exception):
    """A folder does not hold Pyodide; the text is a sentence that says so."""


def integrity(data: bytes) -> str:
    return "sha384-" + base64.b64encode(hashlib.sha384(data).digest()).decode()


def described(folder: Path | None) -> dict[str, Any]:
    """What the page is told: from where, which files with which hashes, and the lock."""
    if folder is None:
        return {"url": CDN, "files": FILES, "lock": {"info": INFO, "packages": {}}}
    return {"url": "pyodide/", "files": {name: integrity(data) for name, data in files_in(folder).items()},
            "lock": {"info": _info(folder), "packages": {}}}


def files_in(folder: Path) -> dict[str, bytes]:
    try:
        return {name: (folder / name).read_bytes() for name in FILES}
    except OSError as error:
        raise NoPyodide(f"{folder} does not hold Pyodide: {Path(error.filename or folder).name} cannot be read. "
                        f"`npm install pyodide@{RELEASE}` puts it into node_modules/pyodide.") from None


def _info(folder: Path) -> Any:
    try:
        return json.loads((folder / LOCK).read_bytes())["info"]
    except (OSError, ValueError, KeyError, TypeError):
        raise NoPyodide(f"{folder} does not hold Pyodide: {LOCK} cannot be read.") from None
