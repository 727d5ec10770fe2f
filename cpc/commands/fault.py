"""What a person did wrong at the command line, or what the host does not allow: one sentence, and the exit status."""

from pathlib import Path

from basic.errors import DIRECT_FOUND, LINE_TOO_LONG, BasicError, RowError

MEANING = {DIRECT_FOUND: "a program's line begins with a number from 1 to 65535",
           LINE_TOO_LONG: "255 characters are the most"}


class Fault(Exception):
    def __init__(self, sentence: str, status: int = 2) -> None:
        super().__init__(sentence)
        self.status = status


def of_file(path: Path | str, error: OSError) -> Fault:
    return Fault(f"{path}: {error.strerror or error}.")


def of_program(path: Path | str, error: BasicError) -> Fault:
    said = str(error).rstrip(".")
    if isinstance(error, RowError):
        said += f" in row {error.row} of the file: {MEANING[error.number]}"
    return Fault(f"{path}: {said}.")
