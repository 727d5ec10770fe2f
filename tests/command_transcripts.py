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


DEVICES = """10 OPENOUT "out.txt":PRINT #9,"on disc":WRITE #9,1,"x":CLOSEOUT
20 SAVE "saved":SAVE "text",a:SAVE "secret",p:SAVE "screen",b,&C000,200
30 PRINT #8,"on paper":PRINT #8,CHR$(12);"page 2"
40 OPENIN "out.txt":LINE INPUT #9,a$:INPUT #9,b,b$:CLOSEIN:PRINT a$;b;b$
50 SOUND 1,200,20,7:CAT
60 ON ERROR GOTO 70:LOAD "none":END
70 PRINT ERR;ERL:RESUME 80
80 LOAD "screen",&C000:PRINT "end"
"""
ON_DISCS = """10 |A:SAVE "one":|B:SAVE "two":|DIR:|A:|REN,"three.bas","one.bas":CAT
20 |ERA,"none":|COPY
30 OPENOUT "b:data":PRINT #9,"x":CLOSEOUT:|DIR,"b:*.*":|USER,3:CAT:|USER,0
"""


@transcript
def with_devices(folder: Path) -> Iterator[str]:
    yield from at_the_shell(folder, """
        cpc run devices.bas --headless --printer paper.txt --save-sna state.sna --text
        cat OUT.TXT
        cat TEXT
        cat paper.txt
        cpc list SAVED.BAS
        cpc list SECRET.BAS
        cpc disc new a.dsk
        cpc disc new b.dsk --format system
        cpc run discs.bas --headless --model 6128 --disc a.dsk --disc-b b.dsk
        cpc disc ls a.dsk
        cpc disc ls b.dsk
        cpc run discs.bas --headless --disc a.dsk:ro
        cpc run a.dsk:three.bas --headless
        cpc disc new c.dsk
        cpc disc put c.dsk one.bas --user 2
        cpc disc put c.dsk asks.bas paper.txt
        cpc run c.dsk --headless
        cpc disc put c.dsk two.bas together.bas
        cpc run c.dsk --headless
        cpc list c.dsk
        cpc disc put b.dsk one.bas --user 1
        cpc run b.dsk --headless --until 5
        cpc run devices.bas --headless --tape new.cdt --until 200 --wav sound.wav
        cpc list new.cdt
        cpc run state.sna --headless --until 1 --text
        cpc run one.bas --merge two.bas --headless
        cpc run one.bas --headless --type PRINT\\ 7\\n --model 664 --brand amstrad
        cpc run together.bas --headless --dialect commodore
        cpc run full.bas --headless --memory large --until 5
        cpc run asks.bas --headless
        cpc run keys.bas --headless --until idle
        cpc run one.bas --headless --drive nothing
        cpc run one.bas --headless --disc nothing.dsk
        cpc run one.bas --headless --until x
        cpc run --examples
        """, {"devices.bas": DEVICES, "discs.bas": ON_DISCS, "one.bas": MANIFEST.replace("30 GOTO 20\n", ""),
              "two.bas": '20 PRINT "other"\n40 PRINT "more"\n', "together.bas": "10 FORi=1TO3:PRINTi:NEXTi\n",
              "full.bas": "10 DIM a(9000):a(1)=5:PRINT a(1);FRE(0)>0\n", "asks.bas": '10 INPUT "who";a$:PRINT a$\n',
              "keys.bas": '10 CALL &BB06:PRINT "key"\n'})


@transcript
def debugging_from_the_shell(folder: Path) -> Iterator[str]:
    yield from at_the_shell(folder, """
        cpc debug p.bas --commands commands.txt
        cpc debug p.bas --commands faulty.txt
        cpc debug p.bas --profile --flame p.svg
        cpc debug p.bas --diff other.bas
        cpc debug p.bas --diff p.bas
        cpc debug p.bas --diff merge\\ more.bas
        cpc debug p.bas --diff type\\ x
        cpc debug p.bas --diff nothing.bas
        cpc debug endless.bas --profile --seconds 2
        cpc debug endless.bas --diff other.bas --seconds 2
        cpc debug nothing.bas --profile
        cpc debug p.bas --commands nothing.txt
        """, {"p.bas": PROGRAM, "commands.txt": "break 210\nc\nprint n\n\nstack\nc\nc\nlist 200\nquit\n",
              "faulty.txt": "brake\nbreak x\nc\n", "other.bas": PROGRAM.replace("n=n*2", "n=n*3"),
              "more.bas": '70 name$="x"\n', "endless.bas": "10 n=n+1\n20 GOSUB 100:GOTO 10\n100 m=m+n:RETURN\n"})


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
