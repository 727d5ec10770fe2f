"""Manifests: what is known of a book's listing without having its text.

A manifest is a TOML file: what the book is, what the listing runs on, and for the program and each of the book's
improvements (`[[part]]`) the line numbers with a checksum each. `merge` says of which others a part is the joint:
`4.1+4.5` is taken when both 4.1 and 4.5 are. A part with `alone` is a program of its own, which the others are not merged with;
a book of such programs needs no part `base`.
"""

import json
import re
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from basic.records import field, record
from cpc.host_files import save_file
from listings import facts
from listings.fingerprint import checksum
from listings.source import Lines, ListingFault

FORMAT = 1
BASE = "base"
BOOK_FIELDS = {"title": str, "authors": list, "year": int, "publisher": str, "isbn": str, "machine": str}
SETTINGS = {"model": ("464", "6128"), "dialect": ("locomotive", "commodore"), "memory": ("cpc", "large")}
PER_ROW = 6
NAME_CHARACTERS = "letters, digits and the signs . - _ +"
Fault = Callable[[str], ListingFault]

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]*")


@record
class Part:
    """The program itself or an improvement, as the book prints it: line number -> checksum."""
    name: str
    checksums: dict[int, int]
    what: str = ""
    pages: str = ""
    merge: list[str] = field(default_factory=list)
    alone: bool = False


@record
class Manifest:
    name: str
    parts: list[Part]
    book: dict[str, Any] = field(default_factory=dict)
    model: str = "464"
    dialect: str = "locomotive"
    memory: str = "cpc"
    folder: Path | None = None

    @property
    def basic_1_1(self) -> bool:
        return self.model == "6128"

    @cached_property
    def by_name(self) -> dict[str, Part]:
        return {part.name: part for part in self.parts}

    def file_name(self, part: str = BASE) -> str:
        return f"{self.name}.bas" if part == BASE else f"{self.name}-{part}.bas"

    def chosen(self, names: list[str]) -> list[Part]:
        """The program and the named improvements in the order of merging, with the parts that join two of them."""
        for name in names:
            if name not in self.by_name or name == BASE:
                known = ", ".join(part.name for part in self.parts if part.name != BASE and not part.merge)
                there = f"its improvements are: {known}" if known else "it has no improvements"
                raise ListingFault(f"{self.name} has no improvement {name}; {there}.")
        for name in names:
            if self.by_name[name].alone:
                if len(names) > 1:
                    raise ListingFault(f"{name} is a program of its own: no other part of {self.name} goes with it.")
                return [self.by_name[name]]
        if BASE not in self.by_name:
            raise ListingFault(f"{self.name} is several programs; choose one of them with --with: "
                               f"{', '.join(part.name for part in self.parts)}.")
        wanted = {BASE, *names}
        for name in names:
            wanted.update(self.by_name[name].merge)
        return [part for part in self.parts
                if part.name in wanted or part.merge and wanted.issuperset(part.merge)]

    def checksum(self, text: bytes) -> int:
        return checksum(text, self.basic_1_1, self.dialect == "commodore")

    def verify(self, parts: list[Part], lines: Lines) -> tuple[list[int], list[int], list[int]]:
        """The numbers of the lines that differ, of those that are missing, and of those that the merged parts do not have."""
        expected: dict[int, int] = {}
        for part in parts:
            expected |= part.checksums
        wrong = [number for number, text in lines.items()
                 if number in expected and self.checksum(text) != expected[number]]
        return wrong, [number for number in expected if number not in lines], \
            [number for number in lines if number not in expected]


def make(name: str, listings: dict[str, Lines], **fields: Any) -> Manifest:
    """A manifest from listings that are known to be right, one for each part."""
    if _NAME.fullmatch(name) is None:
        raise ListingFault(f"{name} cannot be the name of a listing. A name has {NAME_CHARACTERS}; give one with --name.")
    manifest = Manifest(name, [], **fields)
    for part, lines in listings.items():
        if _NAME.fullmatch(part) is None:
            raise ListingFault(f"{part} cannot be the name of a part. A name has {NAME_CHARACTERS}.")
        merge = part.split("+") if "+" in part else []
        checksums = {number: manifest.checksum(text) for number, text in lines.items()}
        for number, value in checksums.items():
            if value < 0:
                raise ListingFault(f"Line {number} of {part} is a line that the machine does not take.")
        manifest.parts.append(Part(part, checksums, merge=merge))
    return manifest


def to_toml(manifest: Manifest) -> str:
    quoted = json.dumps                     # a JSON string or list of strings is one of TOML as well
    rows = [f"format = {FORMAT}", f"name = {quoted(manifest.name)}"]
    rows += [f"{key} = {json.dumps(manifest.book[key], ensure_ascii=False)}"
             for key in BOOK_FIELDS if key in manifest.book]
    rows += [f"model = {quoted(manifest.model)}", f"dialect = {quoted(manifest.dialect)}",
             f"memory = {quoted(manifest.memory)}"]
    for part in manifest.parts:
        rows += ["", "[[part]]", f"name = {quoted(part.name)}"]
        for key in ("what", "pages", "merge", "alone"):
            if getattr(part, key):
                rows.append(f"{key} = {json.dumps(getattr(part, key), ensure_ascii=False)}")
        rows.append('lines = """')
        cells = [f"{number} {value:08x}" for number, value in sorted(part.checksums.items())]
        rows += ["  ".join(cells[at:at + PER_ROW]) for at in range(0, len(cells), PER_ROW)]
        rows.append('"""')
    return "\n".join(rows) + "\n"


def write(manifest: Manifest, path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        save_file(path, to_toml(manifest).encode())
    except OSError as error:
        raise ListingFault(f"{path} cannot be written: {error.strerror}.") from None


def read(path: Path) -> Manifest:
    data = facts.load(path, "a manifest")

    def fault(what: str) -> ListingFault:
        return ListingFault(f"{path} has a mistake: {what}.")

    if data.get("format") != FORMAT:
        raise fault(f"format is {data.get('format')!r}, and only {FORMAT} is known")
    name = data.get("name")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise fault(f"it needs a name of {NAME_CHARACTERS}")
    for key, allowed in SETTINGS.items():
        if data.setdefault(key, allowed[0]) not in allowed:
            raise fault(f"{key} is {data[key]!r}, not one of {', '.join(allowed)}")
    parts = data.get("part")
    if not isinstance(parts, list) or not parts or not all(isinstance(part, dict) for part in parts):
        raise fault("it has no [[part]]")
    for key, kind in BOOK_FIELDS.items():
        if key in data and not _is_a(kind, data[key]):
            raise fault(f"{key} cannot be {data[key]!r}")
    manifest = Manifest(name, [_read_part(part, fault) for part in parts],
                        {key: data[key] for key in BOOK_FIELDS if key in data}, folder=path.parent,
                        **{key: data[key] for key in SETTINGS})
    _check_names(manifest, fault)
    return manifest


def _check_names(manifest: Manifest, fault: Fault) -> None:
    names = [part.name for part in manifest.parts]
    if BASE not in names and not all(part.alone for part in manifest.parts):
        raise fault(f"no [[part]] is called {BASE!r}")
    for part in manifest.parts:
        if names.count(part.name) > 1:
            raise fault(f"two parts are called {part.name}")
        for other in part.merge:
            if other not in names:
                raise fault(f"{part.name} merges {other}, which is not there")


def _is_a(kind: type, value: object) -> bool:
    return isinstance(value, kind) and (not isinstance(value, list) or all(isinstance(one, str) for one in value))


def _read_part(part: dict[str, Any], fault: Fault) -> Part:
    name, rows = part.get("name"), part.get("lines")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise fault(f"a [[part]] needs a name of {NAME_CHARACTERS}")
    if not isinstance(rows, str):
        raise fault(f"part {name} has no lines")
    cells = rows.split()
    checksums: dict[int, int] = {}
    for number, value in zip(cells[::2], cells[1::2] + [""] * (len(cells) % 2), strict=True):
        if not re.fullmatch("[0-9]{1,5}", number) or not 0 < int(number) < 65536 or not re.fullmatch("[0-9a-f]{8}", value):
            pair = f"{number} {value}".strip()
            raise fault(f"part {name} has {pair!r} where a line number and eight hex digits belong")
        if int(number) in checksums:
            raise fault(f"part {name} has line {number} twice")
        checksums[int(number)] = int(value, 16)
    if not checksums:
        raise fault(f"part {name} has no lines")
    merge = part.get("merge", [])
    if not isinstance(merge, list) or not all(isinstance(other, str) for other in merge):
        raise fault(f"merge of part {name} is not a list of names")
    alone = part.get("alone", False)
    if not isinstance(alone, bool):
        raise fault(f"alone of part {name} is neither true nor false")
    return Part(name, checksums, str(part.get("what", "")), str(part.get("pages", "")), merge, alone)
