"""Copies a value out of the program: as text for the clipboard, or byte for byte into a file."""

import csv
import io
import re
from pathlib import Path

from basic.debug import views
from basic.debug.debugger import CommandError, Debugger
from basic.session import Session
from cpc.charset import readable
from cpc.debugger.console.views import grid

NAME = re.compile(r"([A-Za-z][A-Za-z0-9.]*[%!$]?)(\(\))?(?:\s+(.*))?")


def copied(debugger: Debugger, what: str, suffix: str = "") -> bytes:
    """A variable, an element or an expression. An array comes in rows: in one column, or as `array` cuts it.

    A text comes without quotes and without an end of line. A file's suffix decides what separates the columns.
    """
    match = NAME.fullmatch(what)
    if match:
        name, brackets, options = match.groups()
        exists = any(one.name == name.lower() for one in views.scalars(debugger.session))
        if brackets or options or not exists and _is_array(debugger, name):
            return _table(debugger.session, name, options or "", "," if suffix.lower() == ".csv" else "\t")
    value = debugger.evaluate(what)
    return value if isinstance(value, bytes) else views.text_of(value).encode("latin-1") + b"\n"


def _is_array(debugger: Debugger, name: str) -> bool:
    try:
        views.array_number(debugger.session, name)
    except CommandError:
        return False
    return True


def _table(session: Session, name: str, options: str, separator: str) -> bytes:
    flat = len(session.variables.sizes[views.array_number(session, name)]) == 1
    texts = isinstance(views.elements(session, name)[0], bytes)
    out = io.StringIO()
    rows = csv.writer(out, delimiter=separator, lineterminator="\n")
    for row in grid(session, name, options, width=1 if flat else 0):
        rows.writerow([cell[1:-1] if texts and cell[:1] == '"' else cell for cell in row])
    return out.getvalue().encode("latin-1", "replace")


def as_text(data: bytes) -> str:
    """For the clipboard: the CPC's characters in Unicode."""
    text = "".join(chr(code) if code in b"\t\n" else readable(bytes((code,))) for code in data)
    return text.removesuffix("\n")


def write_new(path: Path, data: bytes) -> None:
    """Writes a new file. Where it cannot be written whole, there is no file afterwards."""
    file = None
    try:
        with path.open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise CommandError("{0} is there already; choose another name.", path) from None
    except (OSError, ValueError) as error:
        if file:
            path.unlink(missing_ok=True)
        raise CommandError("{0} cannot be written: {1}.", path, getattr(error, "strerror", None) or error) from None
