"""What a person did wrong at the command line, or what the host does not allow: one sentence, and the exit status."""

import re
import shlex
import sys
from errno import EBADF, ELOOP, ENOENT, ENOTDIR
from pathlib import Path

from basic.errors import DIRECT_FOUND, LINE_TOO_LONG, MEMORY_FULL, BasicError, RowError

MEANING = {DIRECT_FOUND: "a program's line begins with a number from 1 to 65535",
           LINE_TOO_LONG: "255 characters are the most"}
LARGER = " (--memory large gives BASIC more room)"
LONGEST_WORD, SHOWN = 300, 100
NOT_THERE = (ENOENT, ENOTDIR, EBADF, ELOOP), (21, 123, 1921)      # errno; the numbers of Windows


class Fault(Exception):
    def __init__(self, sentence: str, status: int = 2) -> None:
        super().__init__(cut(sentence))
        self.status = status


def cut(sentence: str) -> str:
    """Without the middle of words, such as names of files, that are too long to be read."""
    return re.sub(rf"(\S{{{SHOWN}}})(\S{{{LONGEST_WORD - 2 * SHOWN},}})(\S{{{SHOWN - 1}}}[^\s:;,.])",
                  lambda word: f"{word[1]}[{len(word[2])} characters]{word[3]}", sentence)


def not_installed(what: str, package: str) -> Fault:
    """Names the Python that runs this: it may be in an environment that the person's terminal does not know."""
    return Fault(f"{what} needs the package {package}, which is not installed: {shlex.quote(sys.executable)} -m pip install "
                 f"{package}")


def missing(path: Path | str) -> str:
    folder = Path(path).parent
    return f"There is no file {path}." if folder.is_dir() else f"There is no folder {folder} for {Path(path).name}."


def exists(path: Path) -> bool:
    """OSError where the host does not say, as of a name that is too long: there Path.exists says no from Python 3.14 on."""
    try:
        path.stat()
    except OSError as error:
        if error.errno in NOT_THERE[0] or getattr(error, "winerror", None) in NOT_THERE[1]:
            return False
        raise
    except ValueError:              # there is a NUL in its name
        return False
    return True


def of_file(path: Path | str, error: OSError) -> Fault:
    if error.errno == ENOENT:
        return Fault(missing(path))
    return Fault(f"{path}: {error.strerror or error}.")


def of_program(path: Path | str, error: BasicError, large: bool = False) -> Fault:
    said = str(error).rstrip(".")
    if isinstance(error, RowError):
        said += f" in row {error.row} of the file: {MEANING[error.number]}"
    if error.number == MEMORY_FULL and not large:
        said += LARGER
    return Fault(f"{path}: {said}.")
