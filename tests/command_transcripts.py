"""Sessions at the command line, within this process: what commands print, their status, and the files that they write."""

import argparse
import contextlib
import hashlib
import io
import os
import shlex
import zlib
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

from cpc.commands.cli import COMMANDS, main
from cpc.commands.speech import Parser
from tests.transcripts import PROGRAM, transcript

FAULTY = """10 GOSUB 100:PRINTa
20 FOR i=1 TO 12:a(i)=i:NEXT j
30 READ x,y:DATA 1
40 IF x>1 PRINT x
50 WEND:WHILE x<3
60 DIM b(3),b(3):b(5)=1:b(1,2)=3:GOSUB 70:END
70 colour=colur+1:total=1:PRINT SIN(1,2)
80 RETURN
90 PRINT "never"
95 PRINT "nor this":FILL 3
97 NEXT:RESTORE 99
98 PRINT totol:x=LEFT$("a")
"""
FINE = """10 DATA 1,2,3
20 FOR i=1 TO 2:READ a:s=s+a:NEXT
30 DEFINT k:k=1:PRINT s;k%
"""
TOGETHER = """10 FORi=1TO10:PRINTi:NEXTi
20 IFi>3THENGOTO10
"""
MANIFEST = """10 REM the first line
20 PRINT "second"
30 GOTO 20
"""
SCAN = """The listing of the book:

10 REM the first 1ine
20 PRlNT "second"
30 GOTO 20
  and a text below it
"""
CHECKS = """format = 1
program = "p.bas"

[[check]]
name = "prints"
[[check.step]]
type = "RUN\\n"
prints = ["half 14", "read"]
variables = { n = 28, "few(2)" = 4 }
[[check]]
name = "is wrong"
[[check.step]]
type = "RUN\\n"
prints = "half 15"
[[check]]
name = "other variables"
[[check.step]]
type = "RUN\\n"
variables = { n = 29 }
tables = { "few(1..3)" = "2 4 3" }
"""


def _contents(path: Path) -> bytes:
    """Of a picture, its dots: how they are packed depends on the library."""
    data = path.read_bytes()
    begin = data.find(b"IDAT") + 4
    return zlib.decompressobj().decompress(data[begin:]) if path.suffix == ".png" else data


def written(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): hashlib.sha256(_contents(path)).hexdigest()[:20]
            for path in sorted(folder.rglob("*")) if path.is_file() and "share" not in path.parts}


def at_the_shell(folder: Path, lines: str, texts: dict[str, str], language: str = "en") -> Iterator[str]:
    """Each line is a command; `cat FILE` shows a text that one has written."""
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    before = written(folder)
    own = {"LANGUAGE": language, "XDG_DATA_HOME": str(folder / "share"), "XDG_CONFIG_HOME": str(folder / "share")}
    with contextlib.chdir(folder), mock.patch.dict(os.environ, own), mock.patch("sys.stdin", io.StringIO()):
        for line in lines.strip().splitlines():
            name, *arguments = shlex.split(line.strip())
            yield f"$ {line.strip()}"
            if name == "cat":
                yield from Path(arguments[0]).read_text(encoding="utf-8").splitlines()
                continue
            out, faults = io.StringIO(), io.StringIO()
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(faults):
                try:
                    status = main(arguments)
                except SystemExit as end:       # what argparse says depends on the version of Python
                    status, faults = end.code, io.StringIO()
            yield from (row.replace("\f", "<FF>") for row in out.getvalue().removesuffix("\n").split("\n") if out.getvalue())
            yield from (f"! {row}" for row in faults.getvalue().splitlines())
            if status:
                yield f"status {status}"
            now = written(folder)
            yield from (f"wrote {file}: {now[file]}" for file in now if now[file] != before.get(file))
            yield from (f"removed {file}" for file in before if file not in now)
            before = now


@transcript
def options(folder: Path) -> Iterator[str]:
    """Of each command: what it can be given, and what each is where it is not given."""
    found: list[Parser] = []

    def read(parser: Parser, *given: object) -> None:
        found.append(parser)
        raise SystemExit
    with mock.patch.object(Parser, "parse_args", read), mock.patch.dict(os.environ, LANGUAGE="en"):
        for name in COMMANDS:
            with contextlib.suppress(SystemExit):
                main([name])
    for parser in found:
        yield from _options_of(parser)


def _options_of(parser: argparse.ArgumentParser) -> Iterator[str]:
    yield parser.prog
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _options_of(inner)
        elif action.dest != "help":
            kind = getattr(action.type, "__name__", action.type) if action.type else type(action).__name__
            yield (f"  {' '.join(action.option_strings) or action.dest} {action.metavar} {action.nargs} {kind} "
                   f"default {action.default!r} one of {action.choices and list(action.choices)}: {action.help}")


@transcript
def programs_as_files(folder: Path) -> Iterator[str]:
    yield from at_the_shell(folder, """
        cpc list p.bas
        cpc convert p.bas p.bin
        cpc list p.bin
        cpc convert p.bin q.txt
        cat q.txt
        cpc convert p.bin q.txt
        cpc convert p.bin q.txt --force --to ascii
        cpc convert p.bas p.asc
        cpc convert p.bas secret.bas --to protected
        cpc list secret.bas
        cpc convert p.bas tape.cdt
        cpc convert p.bas quick.cdt --to ascii --speed-write 1
        cpc convert p.bas sound.wav
        cpc convert p.bas no.cdt --to text
        cpc list nothing.bas
        cpc list tape.cdt
        cpc convert p.bas there/q.bas
        cpc nonsense
        cpc --help
        cpc help
        cpc help print
        cpc help nonsense
        """, {"p.bas": PROGRAM})


@transcript
def discs(folder: Path) -> Iterator[str]:
    yield from at_the_shell(folder, """
        cpc disc new a.dsk
        cpc disc new a.dsk
        cpc disc ls a.dsk
        cpc disc put a.dsk p.bas words.txt code.bin
        cpc disc put a.dsk code.bin --load &8000 --exec 0x8003 --user 3 --read-only --system
        cpc disc put a.dsk p.bas --ascii --user 2
        cpc disc ls a.dsk
        cpc disc ls a.dsk *.B* --user 0
        cpc disc ls a.dsk none.*
        cpc disc ls a.dsk toolongname.bas
        cpc disc get a.dsk --to out
        cpc disc get a.dsk words.txt --to share
        cpc disc get a.dsk p.bas --user 0
        cpc disc get a.dsk p.bas --raw --user 2 --to .
        cpc disc rm a.dsk code.bin --user 3
        cpc disc rm a.dsk words.txt
        cpc disc rm a.dsk words.txt
        cpc disc put a.dsk long-name-of-a.file
        cpc disc check a.dsk
        cpc disc new b.dsk --format system --tracks 42 --sides 2
        cpc disc new c.dsk --format ibm
        cpc disc put c.dsk words.txt --raw
        cpc disc ls c.dsk
        cpc disc check b.dsk
        cpc disc check c.dsk
        cpc disc ls p.bas
        cpc disc ls nothing.dsk
        cpc disc ls p.bas:x
        cpc list a.dsk
        cpc list a.dsk:p.bas
        """, {"p.bas": PROGRAM, "words.txt": "some words\nin two lines\n", "code.bin": "machine code\n" * 90,
              "long-name-of-a.file": "x"})


@transcript
def running(folder: Path) -> Iterator[str]:
    yield from at_the_shell(folder, """
        cpc run p.bas --headless
        cpc run p.bas --headless --model 6128 --text
        cpc run fails.bas --headless
        cpc run waits.bas --headless --until 3
        cpc run waits.bas --headless --screenshot waits.png
        cpc run full.bas --headless
        cpc run nothing.bas --headless
        cpc run p.bas --headless --screenshot p.png
        cpc run p.bas --headless --memory large --drive .
        cpc check p.check.toml --pictures failed
        cpc check p.bas --only wrong --pictures failed
        cpc check p.bas --only none
        cpc check nothing
        cpc show p.bas:301
        cpc show ""
        cpc show "70000 PRINT"
        """, {"p.bas": PROGRAM, "fails.bas": "10 PRINT 1\n20 x=ASC(\"\")\n", "p.check.toml": CHECKS,
              "waits.bas": "10 MODE 0:PRINT \"waits\";\n20 INPUT a$:PRINT a$\n",
              "full.bas": "10 DIM a(9000)\n"})


@transcript
def looked_over(folder: Path) -> Iterator[str]:
    yield from at_the_shell(folder, """
        cpc lint faulty.bas
        cpc lint faulty.bas --model 6128
        cpc lint fine.bas
        cpc lint together.bas
        cpc lint together.bas --dialect commodore
        cpc lint together.bas --fix
        cat together.bas
        cpc lint together.bas
        cpc lint fine.bas --merge faulty.bas
        cpc lint twice.bas
        cpc lint twice.bas --fix
        cpc lint nothing.bas
        cpc lint maze
        cpc manifest one.bas
        cpc manifest one.bas -o first.toml --name first --title "A book" --authors Ada --authors Bob --year 1985
        cat first.toml
        cpc manifest fine.bas --part more=one.bas -o second.toml --model 6128
        cat second.toml
        cpc manifest fine.bas -o second.toml
        cpc manifest fine.bas --part more
        cpc typein first.toml --from scan.txt
        cat first.bas
        cpc typein first.toml --from scan.txt
        cpc typein first.toml --from part.txt -o part.bas
        cpc typein first.toml --from nothing.txt
        cpc typein first.toml --from faulty.bas
        cpc typein --from scan.txt -o taken.bas
        cat taken.bas
        cpc typein --from scan.txt -o taken.bas
        """, {"faulty.bas": FAULTY, "fine.bas": FINE, "together.bas": TOGETHER, "one.bas": MANIFEST, "scan.txt": SCAN,
              "part.txt": "10 REM the first line\n30 GOTO 2O0\n",
              "twice.bas": "10 PRINT 1\n20 PRINT 2\n10 PRINT 3\n"})


@transcript
def in_german(folder: Path) -> Iterator[str]:
    yield from at_the_shell(folder, """
        cpc --help
        cpc nichts
        cpc list nichts.bas
        cpc convert p.bas p.bin
        cpc convert p.bas p.bin
        cpc convert p.bas there/q.bas
        cpc disc new a.dsk
        cpc disc ls a.dsk
        cpc disc ls p.bas
        cpc disc rm a.dsk x.bas
        cpc lint fine.bas
        cpc check nichts
        cpc show ""
        cpc help print
        """, {"p.bas": PROGRAM, "fine.bas": FINE}, "de")
