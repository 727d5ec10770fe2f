"""`cpc list` and `cpc convert`: program files as text, and in the forms that a CPC reads."""

import argparse
from pathlib import Path

from basic.runtime.program import START
from cpc.api import CPC
from cpc.charset import SOFT_EOF, as_text, readable
from cpc.commands.fault import Fault, of_file
from cpc.commands.run import load, named
from cpc.disc.amsdos import ASCII, BASIC, PROTECTED, Header, protect, split_name
from cpc.host_files import load_file, save_file

FORMS = ("text", "ascii", "basic", "protected")
LONGEST = 0xFFFF
OF_A_PC = {".txt": "text", ".asc": "ascii"}


def read_program(path: Path, model: str) -> CPC:
    cpc = CPC(model=model, memory="large")
    load(cpc, [path])
    return cpc


def list_program(argv: list[str]) -> int:
    parser = argparse.ArgumentParser("cpc list", description="Prints a program file of any form as text.")
    parser.add_argument("file", type=named, metavar="FILE", help="a program's file, or an example by its name")
    parser.add_argument("--model", choices=("464", "6128"), default="6128",
                        help="the keywords of BASIC 1.0 (464) or of BASIC 1.1 (6128)")
    options = parser.parse_args(argv)
    cpc = read_program(options.file, options.model)
    for line in cpc.session.storage.listing(b"\n").split(b"\n")[:-1]:
        print(readable(line))
    return 0


def convert(argv: list[str]) -> int:
    parser = argparse.ArgumentParser("cpc convert", description="""Writes a program in another form: `text` for a PC, in
        UTF-8; `ascii`, `basic` and `protected` as a CPC saves it with SAVE "name",A, SAVE "name" and SAVE "name",P.""")
    parser.add_argument("source", type=named, metavar="IN", help="a program's file, or an example by its name")
    parser.add_argument("target", type=Path, metavar="OUT", help="the file to write")
    parser.add_argument("--to", choices=FORMS, help="if not given: text becomes basic, other forms become text")
    parser.add_argument("--model", choices=("464", "6128"), default="6128",
                        help="the keywords of BASIC 1.0 (464) or of BASIC 1.1 (6128)")
    options = parser.parse_args(argv)
    cpc = read_program(options.source, options.model)
    form = options.to or OF_A_PC.get(options.target.suffix.lower()) or \
        ("basic" if load_file(options.source)[0] == ASCII else "text")
    try:
        save_file(options.target, formed(cpc, form, options.target.name))
    except OSError as error:
        raise of_file(options.target, error) from None
    lines = len(cpc.session.program.lines)
    print(f"{options.target}: {lines} line{'s' * (lines != 1)} as {form}")
    return 0


def formed(cpc: CPC, form: str, name: str) -> bytes:
    """The bytes of a file with the program; `name` is what the header says."""
    storage = cpc.session.storage
    if form == "text":
        return as_text(storage.listing(b"\n"))
    if form == "ascii":
        return storage.listing() + SOFT_EOF
    image = cpc.session.program.image()
    if len(image) > LONGEST:
        raise Fault(f"The program has {len(image)} bytes, and a file of a CPC has {LONGEST} at most; "
                    "as text, it may have any length.")
    stem, extension = split_name(name.encode("ascii", "replace")) or (b"PROGRAM", b"BAS")
    kind = PROTECTED if form == "protected" else BASIC
    header = Header(kind, START, len(image), 0).packed(stem, extension or b"")
    return header + (protect(image) if kind == PROTECTED else image)
