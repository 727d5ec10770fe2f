"""`cpc list` and `cpc convert`: program files as text, and in the forms that a CPC reads."""

import argparse
from pathlib import Path

from basic.runtime.program import START
from cpc.api import CPC
from cpc.charset import SOFT_EOF, as_text, readable
from cpc.commands.fault import Fault, of_file
from cpc.commands.run import load, named
from cpc.commands.speech import Parser, said
from cpc.disc.amsdos import ASCII, BASIC, PROTECTED, Header, protect, split_name
from cpc.host_files import save_file
from cpc.media import load_file
from cpc.tape import cassette
from cpc.tape.blocks import NAME, blocks_of
from cpc.tape.stretches import TapeFault

FORMS = ("text", "ascii", "basic", "protected")
LONGEST = 0xFFFF
OF_A_PC = {".txt": "text", ".asc": "ascii"}


def read_program(path: Path, model: str) -> CPC:
    cpc = CPC(model=model, memory="large")
    load(cpc, [path])
    return cpc


def list_program(argv: list[str]) -> int:
    parser = Parser("cpc list", description="Prints a program file of any form as text.")
    parser.add_argument("file", type=named, metavar="FILE", help="a program's file, or an example by its name")
    parser.add_argument("--model", choices=("464", "6128"), default="6128",
                        help="the keywords of BASIC 1.0 (464) or of BASIC 1.1 (6128)")
    options = parser.parse_args(argv)
    cpc = read_program(options.file, options.model)
    for line in cpc.session.storage.listing(b"\n").split(b"\n")[:-1]:
        print(readable(line))
    return 0


def convert(argv: list[str]) -> int:
    parser = Parser("cpc convert", description="""Writes a program in another form: `text` for a PC, in
        UTF-8; `ascii`, `basic` and `protected` as a CPC saves it with SAVE "name",A, SAVE "name" and SAVE "name",P. A .cdt,
        .tzx or .wav file becomes a tape with the program on it.""")
    parser.add_argument("source", type=named, metavar="IN", help="a program's file, or an example by its name")
    parser.add_argument("target", type=Path, metavar="OUT", help="the file to write")
    parser.add_argument("--to", choices=FORMS, help="if not given: text becomes basic, other forms become text")
    parser.add_argument("--model", choices=("464", "6128"), default="6128",
                        help="the keywords of BASIC 1.0 (464) or of BASIC 1.1 (6128)")
    parser.add_argument("--speed-write", type=int, choices=(0, 1), default=0,
                        help="how fast a tape is: 0 is safe, 1 takes half the time")
    parser.add_argument("--force", action="store_true", help="write over a file that is there already")
    options = parser.parse_args(argv)
    if options.target.is_file() and not options.force:
        raise Fault(f"{options.target} is there already; --force writes over it.")
    cpc = read_program(options.source, options.model)
    if options.target.suffix.lower() in cassette.SUFFIXES:
        return _to_tape(cpc, options)
    form = options.to or OF_A_PC.get(options.target.suffix.lower()) or \
        ("basic" if load_file(options.source)[0] == ASCII else "text")
    return _written(cpc, options.target, formed(cpc, form, options.target.name), form)


def _written(cpc: CPC, target: Path, data: bytes, form: str) -> int:
    try:
        save_file(target, data)
    except OSError as error:
        raise of_file(target, error) from None
    lines = len(cpc.session.program.lines)
    print(said(f"{target}: {lines} line{'s' * (lines != 1)} as {form}"))
    return 0


def _to_tape(cpc: CPC, options: argparse.Namespace) -> int:
    """A tape with the program, under the target's name."""
    form, storage = options.to or "basic", cpc.session.storage
    if form == "text":
        raise Fault("A tape has no text of a PC; --to is ascii, basic or protected for it.")
    kind = {"ascii": ASCII, "basic": BASIC, "protected": PROTECTED}[form]
    contents = storage.listing() if kind == ASCII else _fitting(cpc.session.program.image())
    name = options.target.stem.upper().encode("ascii", "replace")[:NAME]
    made = list(blocks_of(name, kind, START, 0, contents))
    write = cassette.as_wav if options.target.suffix.lower() == ".wav" else cassette.as_cdt
    try:
        return _written(cpc, options.target, write(made, options.speed_write), f"{form} on a tape")
    except TapeFault as fault:
        raise Fault(f"{options.target}: {fault}") from None


def formed(cpc: CPC, form: str, name: str) -> bytes:
    """The bytes of a file with the program; `name` is what the header says."""
    storage = cpc.session.storage
    if form == "text":
        return as_text(storage.listing(b"\n"))
    if form == "ascii":
        return storage.listing() + SOFT_EOF
    image = _fitting(cpc.session.program.image())
    stem, extension = split_name(name.encode("ascii", "replace")) or (b"PROGRAM", b"BAS")
    kind = PROTECTED if form == "protected" else BASIC
    header = Header(kind, START, len(image), 0).packed(stem, extension or b"")
    return header + (protect(image) if kind == PROTECTED else image)


def _fitting(image: bytes) -> bytes:
    if len(image) > LONGEST:
        raise Fault(f"The program has {len(image)} bytes, and a file of a CPC has {LONGEST} at most; "
                    "as text, it may have any length.")
    return image
