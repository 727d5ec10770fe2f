"""What a machine that lacks something, or has too much of it, is told by the first command; and the commands themselves."""

import os
import re
import subprocess
import sys

import pytest

from cpc.commands.fault import Fault
from cpc.commands.needs_pygame import REMEDY, needing_pygame
from tests.places import PATIENCE, REPO

ROOT = REPO
LONG = 5000 * "x"
CUT = f"{100 * 'x'}[4800 characters]{100 * 'x'}"


def cpc(*arguments, path):
    """What it says on standard error, with `path` before all other folders of modules."""
    environment = os.environ | {"PYTHONPATH": f"{path}{os.pathsep}{ROOT}", "XDG_DATA_HOME": str(path / "data"),
                                "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run([sys.executable, "-m", "cpc", *arguments], cwd=path, env=environment, capture_output=True,
                          encoding="utf-8", timeout=PATIENCE)
    return done.returncode, done.stderr


def test_both_languages_have_the_same_commands():
    def commands(page):
        return re.findall(r"^    (python3 -m venv .*)$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE)
    english = commands("README.md")
    assert len(english) == 2 and commands("docs/README.de.md") == english


def test_pygame_is_not_installed(monkeypatch):
    monkeypatch.setattr("cpc.commands.needs_pygame.find_spec", lambda name: None)
    with pytest.raises(Fault, match="^The window needs pygame, which is not installed; a book does without it.$"), \
            needing_pygame("a book does without it"):
        pass


def test_both_pygames_are_installed(tmp_path):
    for package in ("pygame", "pygame-ce"):
        folder = tmp_path / f"{package.replace('-', '_')}-2.5.8.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 2.5.8\n")
    said = f"cpc: Both pygame and pygame-ce are installed here, and they overwrite each other: {REMEDY}.\n"
    assert cpc("--until", "0", path=tmp_path) == (0, said)
    assert cpc("--headless", "--until", "0", path=tmp_path) == (0, "")


def test_a_pygame_with_files_missing(tmp_path, monkeypatch):
    folder = tmp_path / "pygame"
    folder.mkdir()
    (folder / "__init__.py").write_text("import pygame.base\n")
    assert cpc(path=tmp_path) == (2, "cpc: The window needs pygame, which is damaged here (No module named 'pygame.base'): "
                                     f"{REMEDY}; --terminal and --headless do without it.\n")
    (folder / "__init__.py").unlink()
    monkeypatch.setattr(sys, "path", [str(tmp_path)])
    monkeypatch.delitem(sys.modules, "pygame", raising=False)
    with pytest.raises(Fault, match="damaged here: uninstall"), needing_pygame():
        pass


def test_mistakes_of_our_own_are_not_pygames():
    with pytest.raises(ModuleNotFoundError), needing_pygame():
        import cpc.no_such_module  # noqa: F401


@pytest.mark.skipif(os.name == "nt", reason="Windows says of such a name that it is not there")
@pytest.mark.parametrize("arguments", [
    ["run", LONG], ["list", LONG], ["lint", LONG], ["run", "words", "--merge", LONG],
    ["run", "words", "--drive", LONG], ["run", "words", "--wav", f"{LONG}/a.wav"]],
    ids=lambda words: " ".join(words)[:18].strip("x"))
def test_names_that_are_too_long(arguments, tmp_path):
    assert cpc(*arguments, path=tmp_path) == (2, f"cpc: {CUT}: File name too long.\n")
