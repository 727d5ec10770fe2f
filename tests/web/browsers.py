"""A real browser and Pyodide for the tests of the page, where both are there; else a sentence that says what is missing."""

import importlib.util
import os
import shutil
from pathlib import Path

from tests.places import REPO

FIREFOXES = ("firefox", "firefox-esr")
CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = ["--no-sandbox", "--autoplay-policy=no-user-gesture-required", "--mute-audio"]
START_MS = 120_000              # for a page on a busy computer


def pyodide() -> Path | None:
    """The folder with Pyodide: CPC_PYODIDE, or what npm has put into the project."""
    for place in (os.environ.get("CPC_PYODIDE"), REPO / "node_modules" / "pyodide"):
        if place and (Path(place) / "pyodide.asm.wasm").is_file():
            return Path(place)
    return None


def chromium() -> str | None:
    return os.environ.get("CPC_CHROMIUM") or next((path for name in CHROMIUMS if (path := shutil.which(name))), None)


def firefox() -> str | None:
    return os.environ.get("CPC_FIREFOX") or next((path for name in FIREFOXES if (path := shutil.which(name))), None)


def puppeteer() -> Path | None:
    """The folder with puppeteer-core: beside Pyodide, where npm has put both."""
    beside = pyodide()
    found = beside.parent / "puppeteer-core" if beside else None
    return found if found and (found / "package.json").is_file() else None


def missing() -> str:
    """What there is not, as a sentence; nothing if all is there."""
    if importlib.util.find_spec("playwright") is None:
        return "The page's tests in a browser need Playwright: pip install playwright."
    if chromium() is None:
        return "The page's tests in a browser need Chromium from the system's packages."
    if pyodide() is None:
        return "The page's tests in a browser need Pyodide: npm install pyodide, or CPC_PYODIDE with its folder."
    return ""
