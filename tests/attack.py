"""Random and damaged input for every place that takes some: `python3 -m tests.attack KIND COUNT [SEED]`, or without arguments
a list of the kinds.

Inputs come in batches, each with its own seed and a state of its own; so a fault is found again by its batch. An input may
end with the sentence or the exception that its place promises. Everything else is a fault, and so is an input that takes
longer than HANG seconds of the processor.
"""

import argparse
import contextlib
import io
import json
import os
import random
import resource
import signal
import sys
import tempfile
import tomllib
import traceback
import zlib
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from basic.debug.debugger import CommandError, Debugger
from basic.errors import BasicError
from basic.source.crunch import crunch
from basic.source.uncrunch import listed
from basic.source.words import WORDS
from cpc import CPC
from cpc.commands.cli import main
from cpc.commands.fault import Fault
from cpc.commands.prepare import ProgramLoader
from cpc.commands.run import typed
from cpc.debugger.console import console as console_module
from cpc.debugger.console.commands import COMMANDS, Console
from cpc.debugger.dap.adapter import Adapter
from cpc.debugger.dap.wire import Wire, read_message
from cpc.disc import amsdos
from cpc.disc.dsk import Image, blank
from cpc.disc.filesystem import ImageVolume
from cpc.disc.volume import DiscError, FileName
from cpc.player.commands import BY_NAME
from cpc.player.remembered import Remembered
from cpc.player.settings import Settings
from cpc.player.states import MAGIC, VERSION, StateFault, States
from cpc.terminal.terminal_keys import taken
from cpc.texts import Texts
from listings import manifest
from listings.checks import check_file
from listings.editing import changes, navigation
from listings.editing import document as editing
from listings.editing import words as completion
from listings.editing.document import Document
from listings.editing.findings import problems
from listings.fingerprint import normal_form
from listings.linting import lint
from listings.scanning.mend import pick
from listings.scanning.readings import best_readings
from listings.scanning.scan import scan
from listings.source import ListingFault, listing_of, read_listing
from tests import random_programs
from tests.basic.test_fuzz import Fuzz
from tests.generate import Writer, session
from tests.places import REPO

BATCH = 200
HANG = 20
MEMORY = 3 << 30
EXAMPLES = sorted((REPO / "examples").glob("*.bas"))
PIECES = [word.text for word in WORDS.values()] + list("()+-*/=<>,;:#@^\\&.!$%?'\"|[]") + [
    "1", "10", "a", "b$", "i%", "a(1)", "&FF", "1E5", '"x"', "FNa", "65535", "99999", "-1", "x" * 45]
NAMES = ["a", "A.BAS", "../x", "/etc/passwd", "a/b", "..", ".", "con", "C:x", "a" * 50, "\\x", "~/x", "%2e%2e", "!x",
    "a.b.c", "*.*", ""]

Kind = Callable[[random.Random, Path], Callable[[], None]]
KINDS: dict[str, Kind] = {}


def kind(make: Kind) -> Kind:
    """`make` gives, for a batch, what does one input."""
    KINDS[make.__name__] = make
    return make


def damaged(chance: random.Random, data: bytes) -> bytes:
    """With bytes changed, doubled, cut out or cut off."""
    spoilt = bytearray(data)
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(spoilt) + 1)
        size = chance.choice([1, 1, 2, 8, 200])
        match chance.randrange(5):
            case 0:
                spoilt[at:at + size] = chance.randbytes(size)
            case 1:
                spoilt[at:at] = chance.randbytes(size)
            case 2:
                del spoilt[at:at + size]
            case 3:
                spoilt[at:at] = spoilt[at:at + size] * chance.choice([1, 2, 30])
            case 4 if chance.random() < 0.2:
                del spoilt[at:]
    return bytes(spoilt)


def listing(chance: random.Random) -> bytes:
    """A program as text: an example's lines, a random program, or words in a row; often damaged."""
    match chance.randrange(3):
        case 0:
            lines = chance.choice(EXAMPLES).read_bytes().splitlines()
            at = chance.randrange(len(lines))
            text = b"\n".join(lines[at:at + chance.randint(1, 8)])
        case 1:
            lines = random_programs.program(chance.randrange(10**6)).splitlines()
            at = chance.randrange(len(lines))
            text = b"\n".join(lines[at:at + 6])
        case _:
            text = "\n".join(f"{chance.randint(1, 60)} " + chance.choice(["", " "]).join(
                chance.choice(PIECES) for _ in range(chance.randint(1, 12))) for _ in range(chance.randint(1,
                    6))).encode("latin-1")
    return damaged(chance, text) if chance.random() < 0.6 else text


@kind
def typed_lines(chance: random.Random, folder: Path) -> Callable[[], None]:
    """Lines at the Ready prompt of a machine of text, one of them in five with a whole one."""
    fuzz = Fuzz(chance.randrange(10**9), whole=chance.random() < 0.2)
    writer = Writer(chance)

    def one() -> None:
        number = f"{chance.randint(1, 30)} " if chance.random() < 0.4 else ""
        match chance.randrange(6):
            case 0:
                fuzz.type(number.encode() + fuzz.bytes(60).replace(b"\n", b" "))
            case 1 | 2:
                fuzz.type((number + chance.choice(["", " "]).join(
                    chance.choice(PIECES) for _ in range(chance.randint(1, 12))))[:255].encode("latin-1"))
            case 3:
                fuzz.type((number + writer.garble(writer.branch()))[:255].encode("latin-1"))
            case 4:
                fuzz.type((number + writer.simple())[:255].encode("latin-1"))
            case _:
                fuzz.type(chance.choice([b"RUN", b"LIST", b"CONT", b"RENUM", b"NEW", b"GOTO 10", b"EDIT 10", b"DELETE 5-9",
                                         b"CHAIN MERGE \"a\",99", b"ON ERROR GOTO 10", b"PRINT FRE(\"\")", b"AUTO 10,1"]))
    return one


@kind
def crunched_programs(chance: random.Random, folder: Path) -> Callable[[], None]:
    """Bytes as no line editor makes them, in the program."""
    fuzz = Fuzz(chance.randrange(10**9), whole=chance.random() < 0.1)
    tokens = [word.token for word in WORDS.values() if word.token < 0x100] + [1, 2, 3, 4, 11, 13, 14, 25, 26, 27, 28, 29,
        30, 31, 255]

    def one() -> None:
        program = fuzz.basic.program
        fuzz.basic.to_prompt()
        program.clear()
        for number in range(10, 10 * chance.randint(2, 5), 10):
            raw = chance.randbytes(chance.randint(1, 24)) if chance.random() < 0.4 else bytes(
                chance.choice(tokens) for _ in range(chance.randint(1, 14)))
            program.store(number, raw.replace(b"\0", b"\x01"))
        fuzz.basic.changed()
        fuzz.type(chance.choice([b"RUN", b"LIST", b"RENUM", b"PRINT PEEK(370)", b"GOTO 20", b"EDIT 10", b"RUN"]))
    return one


@kind
def whole_sessions(chance: random.Random, folder: Path) -> Callable[[], None]:
    """Random programs on whole machines with a drive: keys, snapshots and loading in the midst of them."""
    cpc = CPC(model=chance.choice(["464", "6128"]), drive=folder)
    pieces = session(chance.randrange(10**6)) if chance.random() < 0.5 else []
    text = random_programs.program(chance.randrange(10**6))
    kept: list[dict] = []

    def one() -> None:
        match chance.randrange(12):
            case 0:
                kept.append(cpc.snapshot())
            case 1 if kept:
                cpc.restore(chance.choice(kept))
            case 2:
                (folder / "P.BAS").write_bytes(text)
                with contextlib.suppress(BasicError):           # Memory full, beside what machine code has done
                    cpc.load(folder / "P.BAS")
            case 3:
                cpc.type(bytes(chance.choice([0xFC, 13, 65, 32, 240, 241, 242, 243, 127, 49]) for _ in range(4)))
            case 4:
                cpc.key(chance.randrange(80), chance.random() < 0.5)
            case 5:
                name = chance.choice(NAMES)
                cpc.type(chance.choice(['SAVE "%s"\n', 'LOAD "%s"\n', 'CAT\n', 'OPENOUT "%s"\n', 'OPENIN "%s"\n',
                    "CLOSEOUT\n",
                                        'CHAIN "%s",99\n', '|ERA,"%s"\n', '|REN,"b","%s"\n', 'MERGE "%s"\n',
                                            'RUN "%s"\n']).replace("%s", name))
            case 6:
                cpc.poke(chance.randrange(65536), chance.randrange(256))
            case 7:
                cpc.type(f"CALL &{chance.randrange(65536):X}\n")
            case _:
                cpc.type(pieces.pop(0)[:255] if pieces else chance.choice(["RUN\n", "CONT\n", "GOTO 50\n"]))
        cpc.run(chance.choice([0.02, 0.1]))
        assert {path.name for path in folder.parent.iterdir()} <= {folder.name, "out"}, "a way out of the drive"
    return one


@kind
def files_to_load(chance: random.Random, folder: Path) -> Callable[[], None]:
    """Files of the host for load and merge: text, tokens and headers, damaged."""
    cpc = CPC()
    path = folder / "X.BAS"
    saved = CPC()
    saved.load(chance.choice(EXAMPLES))
    image = saved.session.program.image()
    whole = amsdos.Header(0, 0x170, len(image), 0).packed(b"X", b"BAS") + image

    def one() -> None:
        data = damaged(chance, whole[:chance.choice([200, 1000])]) if chance.random() < 0.5 else listing(chance)
        path.write_bytes(data)
        with contextlib.suppress(BasicError):
            (cpc.merge if chance.random() < 0.3 else cpc.load)(path)
        if chance.random() < 0.2:
            cpc.type("RUN\n")
            cpc.run(0.05)
            cpc.type(b"\xfc\xfc")
            cpc.run(0.02)
    return one


@kind
def listings(chance: random.Random, folder: Path) -> Callable[[], None]:
    """Listings for lint, fingerprints and manifests."""
    def one() -> None:
        basic_1_1, commodore = chance.random() < 0.5, chance.random() < 0.2
        try:
            lines = listing_of(listing(chance), "it")
        except ListingFault:
            return
        for text in lines.values():
            with contextlib.suppress(BasicError):
                listed(crunch(text, basic_1_1))
                normal_form(text, basic_1_1, commodore)
        lint.lint(lines, "6128" if basic_1_1 else "464", commodore)
        with contextlib.suppress(ListingFault):
            manifest.make("it", {"base": lines})
    return one


@kind
def texts_in_editors(chance: random.Random, folder: Path) -> Callable[[], None]:
    """Texts as an editor for code has them: each question at a random place, and each change."""
    odd = "äß😀\u2028\x0c\0\x1a\ufeff\t\r"

    def one() -> None:
        text = listing(chance).decode("latin-1")
        if chance.random() < 0.3:
            at = chance.randrange(len(text) + 1)
            text = text[:at] + "".join(chance.choices(odd, k=3)) + text[at:]
        settings = editing.Settings(chance.choice(["464", "664", "6128"]), chance.random() < 0.2)
        document = Document(text, settings, chance.choice([None, Document(text[:len(text) // 2], settings)]))
        row = chance.choice(document.rows)
        column = chance.randrange(len(row.shown) + 2)
        problems(document)
        navigation.definition(document, row, column)
        navigation.references(document, row, column)
        navigation.outline(document)
        completion.hover(document, row, column, chance.choice(["en", "de"]))
        completion.choices(document, row, column, "en")
        edits = [changes.formatted(document, document.rows), changes.apart(document, document.rows)]
        with contextlib.suppress(changes.Refused):
            new = chance.choice(["zz", "a", "print", "x" * 41, "b$", "", "fn", "é"])
            edits.append(changes.rename(document, row, column, new))
        with contextlib.suppress(changes.Refused):
            edits.append(changes.renumber(document, *(chance.choice([0, 1, 10, 20, 65535, -5]) for _ in range(3))).edits)
        for some in edits:
            for edit in some:
                assert 0 <= edit.span.start <= edit.span.end <= len(document.rows[edit.span.row].shown), edit
    return one


@kind
def tables(chance: random.Random, folder: Path) -> Callable[[], None]:
    """Manifests and check files."""
    made = manifest.to_toml(manifest.make("it", {"base": {10: b"PRINT 1", 20: b"GOTO 10"}}))
    books = sorted((REPO / "listings").rglob("*.toml"))
    path = folder / "x.toml"

    def one() -> None:
        book = chance.choice(books)
        text = made.encode() if chance.random() < 0.3 else book.read_bytes()[:chance.choice([300, 2000])]
        path.write_bytes(damaged(chance, text) if chance.random() < 0.9 else text)
        read = chance.choice([manifest.read, check_file.read, read_listing])
        with contextlib.suppress(ListingFault, tomllib.TOMLDecodeError):
            read(path)
    return one


@kind
def scans(chance: random.Random, folder: Path) -> Callable[[], None]:
    """Texts of scans."""
    lines = {10 * at: b"PRINT %d" % at for at in range(1, 12)}
    made = manifest.make("it", {"base": lines})
    part = made.parts[0]
    right = b"\n".join(b"%d %s" % line for line in lines.items())

    def one() -> None:
        data = damaged(chance, right if chance.random() < 0.5 else listing(chance))
        text = data.decode(chance.choice(["utf-8", "latin-1"]), "replace")
        found = scan({"it": text}, set(part.checksums) if chance.random() < 0.5 else None)
        pick(made, part, found)
        best_readings(found)
    return one


@kind
def discs(chance: random.Random, folder: Path) -> Callable[[], None]:
    """Disc images, damaged."""
    volume = ImageVolume(Image(blank()))
    for at in range(4):
        volume.write(FileName(0, b"F%d" % at, b"BAS"), chance.randbytes(chance.choice([100, 3000])))
    data = bytes(volume.image.data)

    def one() -> None:
        head = chance.choice([0x100, 0x300, 0x2000])
        try:
            image = ImageVolume(Image(damaged(chance, data[:head]) + data[head:]))
            for file in image.files():
                with contextlib.suppress(DiscError):
                    image.read(file.name)
            image.write(FileName(0, b"NEW", b"BAS"), b"x" * 3000)
            image.free()
        except DiscError:
            pass
    return one


@kind
def editors(chance: random.Random, folder: Path) -> Callable[[], None]:
    """Messages to the debug adapter: bytes, wrong types, requests in any order."""
    program = folder / "P.BAS"
    program.write_bytes(random_programs.program(chance.randrange(10**6)))
    requests = ["setBreakpoints", "next", "stepIn", "stepBack", "continue", "pause", "evaluate", "variables", "scopes",
        "stackTrace", "threads",
                "setVariable", "setExpression", "goto", "gotoTargets", "dataBreakpointInfo", "setDataBreakpoints",
                "source", "completions",
                "breakpointLocations", "loadedSources", "restart", "exceptionInfo", "reverseContinue",
                "setExceptionBreakpoints",
                "configurationDone", "launch", "attach", "initialize", "setFunctionBreakpoints", "nonsense"]
    values = [0, 1, -1, 2**40, 1.5, "", "a", "x(", "10", "a$", None, True, [], {}, [1], {"path": str(program)},
        {"path": 5}, [{"line": 20}],
              [{"line": "x"}], "PRINT 1", "?" * 100, "hover", "repl", {"sourceReference": 1}]
    keys = ["frameId", "expression", "context", "variablesReference", "name", "value", "threadId", "source", "breakpoints",
        "targetId", "line",
            "column", "text", "levels", "startFrame", "granularity", "filters", "stopOnEntry", "program", "model", "keys"]

    class Nowhere(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            return b""
    sent = io.BytesIO()
    wire = Wire(Nowhere(), sent)
    wire.messages.get()
    adapter = Adapter(wire, ProgramLoader())

    def ask(name: str, given: object) -> None:
        adapter.answer({"seq": 1, "type": "request", "command": name, "arguments": given})
        wire.flush()
        answer = sent.getvalue()
        sent.seek(0)
        sent.truncate()
        assert b"has failed" not in answer, answer[:600].decode("latin-1")
    ask("initialize", {})
    ask("launch", {"program": str(program), "stopOnEntry": True})
    ask("configurationDone", {})

    def one() -> None:
        if chance.random() < 0.2:
            data = damaged(chance, b'Content-Length: 20\r\n\r\n{"type":"request" } ')
            with contextlib.suppress(ValueError):
                read_message(io.BytesIO(data))
            return
        given = {key: chance.choice(values) for key in chance.sample(keys, chance.randint(0, 6))}
        ask(chance.choice(requests), given if chance.random() < 0.95 else chance.choice(values))
        if adapter.editor.has_program and adapter.editor.debugger.running:
            adapter._run_on()
    return one


@kind
def debugger_commands(chance: random.Random, folder: Path) -> Callable[[], None]:
    """The debugger's command line."""
    program = folder / "P.BAS"
    program.write_bytes(random_programs.program(chance.randrange(10**6)))
    cpc = CPC(drive=folder)
    cpc.load(program)
    console = Console(Debugger(cpc.session))
    console_module.LONGEST_RUN_US = 2_000_000           # else a program that runs for ever is given an hour
    with contextlib.suppress(CommandError):
        console.debugger.start()
    names = [name for name in COMMANDS if name not in ("q", "quit", "copy")]
    rest = ["", "10", "20:2", "99999", "a", "a=1", "x(1)", "s$", "c% if a>1", "a if", "10 pass 3", "PRINT 1", "-1", "1e9",
        "?", "a b c", "10-50", '"', "("]

    def one() -> None:
        name = chance.choice(names) if chance.random() < 0.9 else chance.choice(PIECES)
        text = f"{name} {' '.join(chance.choice(rest) for _ in range(chance.randint(0, 2)))}"
        if name == "wait":
            for much, little in (("99999", "99"), ("1e9", "9")):       # seconds: years of the machine take their time
                text = text.replace(much, little)
        if name in ("go", "c", "g", "continue", "run", "r") or any(one in text for one in ("1e9", "99999")):
            cpc.type(b"\xfc\xfc")
        said = console.obey(text)
        assert not any("has failed" in row or "mistake" in row for row in said), said
    return one


@kind
def terminals(chance: random.Random, folder: Path) -> Callable[[], None]:
    """Bytes that a terminal sends."""
    parts = [b"\x1b", b"[", b"O", b"1;5", b"A", b"~", b"200~", b"\x1b[200~", b"\x1b[201~", b"\xc3", b"\xa4", b"\x03", b"a",
        b"99999999999", b";", b"\xff"]

    def one() -> None:
        pending = bytearray(b"".join(chance.choice(parts) for _ in range(chance.randint(1, 12))))
        taken(pending, chance.random() < 0.5)
        taken(pending, True)
    return one


@kind
def calls(chance: random.Random, folder: Path) -> Callable[[], None]:
    """The Python interface with wrong arguments: TypeError, ValueError, KeyError or a BASIC error, never another."""
    cpc = CPC()
    values = [0, -1, 70, 2**40, 1.5, float("nan"), float("inf"), "", "a", "a$", "fm(1,2)", "x" * 300, "\u20ac", b"\xff",
        None, True, [], [300], {}, object()]

    def one() -> None:
        value, other = chance.choice(values), chance.choice(values)
        calls = [lambda: cpc.type(value), lambda: cpc.key(value, other), lambda: cpc.peek(value), lambda: cpc.poke(value,
            other),
                 lambda: cpc.variables[value], lambda: cpc.variables.__setitem__(value, other),
                 lambda: cpc.load(folder / "none"),
                 lambda: typed(value), lambda: CPC(model=value)]
        with contextlib.suppress(TypeError, ValueError, KeyError, IndexError, BasicError, FileNotFoundError, Fault):
            chance.choice(calls)()
        cpc.run(0.02)
    return one


@kind
def command_lines(chance: random.Random, folder: Path) -> Callable[[], None]:
    """The `cpc` command: status 0, 1 or 2, and a sentence."""
    words = ["run", "list", "convert", "disc", "show", "typein", "check", "lint", "manifest", "help", "debug",
        "--headless", "--text", "--until", "1",
             "0.1", "idle", "--model", "6128", "464", "-o", "out", "X.BAS", "Y.txt", "no", "--type", "\\n", "--profile",
             "--seconds", "--commands", "ls", "new",
             "--help", "-V", "PRINT", "maze", "words", "--dialect", "commodore", "--merge", "--with", "4.1", "--from",
             "--name", "--title", "\udcff", ""]
    (folder / "X.BAS").write_bytes(listing(chance))
    (folder / "Y.txt").write_bytes(damaged(chance, listing(chance)))

    usual = [["run", "X.BAS"], ["lint", "X.BAS"], ["list", "X.BAS"], ["convert", "X.BAS", "-o", "out"], ["manifest",
        "X.BAS"], ["check", "Y.txt"],
             ["typein", "hamann", "--from", "Y.txt"], ["typein", "--from", "Y.txt", "-o", "out"], ["show", "X.BAS"],
             ["debug", "X.BAS"], ["disc", "new", "d"],
             ["disc", "put", "d", "X.BAS"], ["disc", "ls", "d"], ["disc", "get", "d"], ["disc", "ls", "X.BAS"], ["check",
             "X.BAS"]]

    def one() -> None:
        argv = [chance.choice(words[:11]), *(chance.choice(words) for _ in range(chance.randint(0, 4)))]
        if chance.random() < 0.5:
            argv = chance.choice(usual) + chance.sample(words[11:], chance.randint(0, 1))
        command = argv[0]
        if command in ("run", "debug"):         # no window, no end of time
            argv += ["--headless", "--until", "0.2"] if command == "run" else ["--commands", "Y.txt"]
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), contextlib.suppress(SystemExit):
            sys.stdin = io.StringIO("")
            status = main(argv)
            assert status in (0, 1, 2, 130), (argv, status)
        assert "Traceback" not in err.getvalue(), (argv, err.getvalue())
    return one


@kind
def settings_files(chance: random.Random, folder: Path) -> Callable[[], None]:
    """A person's settings, and what a face remembers: damaged, or with keys and values at random."""
    from cpc.window.window_keys import is_key
    texts = Texts(chance.choice(["en", "de"]))
    path, remembered = folder / "settings.toml", folder / "remembered.json"
    whole = Settings(None, is_key, texts).example().replace("# ", "").encode()
    kept = b'{"recent": ["a.bas", "/tmp/x"], "monitor": "green", "welcomed": true}'
    keys = ["F1", "ctrl+q", "STRG + SHIFT + R", "a", "\u00e4", "", "+", "++", "META+F2", "F99", "HOME", "x" * 500, "\0",
            "\U0001f600"]
    values: list[object] = [*keys, [], ["F1", "F1"], ["F2", 3], 7, 1.5, True, {}, [[["F1"]]], {"pause": "F3"}]
    names = [*BY_NAME, "monitor", "COPY", "f0", "nonsense", "a.b", ""]

    def one() -> None:
        if chance.random() < 0.5:
            path.write_bytes(damaged(chance, whole))
        else:
            rows = [f"[{chance.choice(['keys', 'cpc', 'window', 'key', 'keys.x', ''])}]"]
            rows += [f"{json.dumps(chance.choice(names))} = {json.dumps(chance.choice(values)).replace('{}', '{ }')}"
                     for _ in range(chance.randint(0, 5))]
            path.write_text("\n".join(rows * chance.choice([1, 1, 2])), encoding="utf-8", errors="replace")
        made = Settings(path, is_key, texts)
        assert set(made.keys) == set(BY_NAME) and all(text.strip() for text in made.faults), made.faults
        assert all(isinstance(key, str) for keys in made.keys.values() for key in keys)
        taken = [key for keys in made.keys.values() for key in keys]
        assert len(taken) == len(set(taken)), taken
        remembered.write_bytes(damaged(chance, kept))
        Remembered(folder).used(folder / chance.choice(keys[:6]))
    return one


@kind
def states(chance: random.Random, folder: Path) -> Callable[[], None]:
    """Save states: damaged files, and damaged contents under a right sum, as another version may write them."""
    cpc = CPC(model=chance.choice(["464", "6128"]), drive=folder)
    cpc.session.storage.load_raw(0x16, random_programs.program(chance.randrange(10**6)))
    cpc.type("RUN\n")
    cpc.run(0.3)
    kept = States(folder / "states", Texts("en"))
    kept.save(1, cpc, "it")
    path = kept.path(1)
    whole = path.read_bytes()
    begin = len(MAGIC) + 2
    length = int.from_bytes(whole[begin + 32:begin + 36], "big")
    head = zlib.decompress(whole[begin + 36:begin + 36 + length])
    body = zlib.decompress(whole[begin + 40 + length:])

    def one() -> None:
        if chance.random() < 0.5:
            path.write_bytes(damaged(chance, whole))
        else:
            parts = [head, body]
            at = chance.randrange(2)
            parts[at] = damaged(chance, parts[at]) if chance.random() < 0.5 else otherwise(chance, parts[at])
            packed = [zlib.compress(part, 1) for part in parts]
            data = b"".join(len(part).to_bytes(4, "big") + part for part in packed)
            path.write_bytes(MAGIC + VERSION.to_bytes(2, "big") + sha256(data).digest() + data)
        with contextlib.suppress(StateFault):
            kept.kept(1)
        with contextlib.suppress(StateFault):
            back = kept.bring_back(1)
            back.screen.text()
    return one


def otherwise(chance: random.Random, text: bytes) -> bytes:
    """JSON with one of its values changed for another one."""
    tree = json.loads(text)
    node = tree
    while True:
        at = chance.choice(list(node)) if isinstance(node, dict) else chance.randrange(len(node))
        if not isinstance(node[at], list | dict) or not node[at] or chance.random() < 0.1:
            node[at] = chance.choice([0, -1, 300, 2**40, 1.5, "", "b", None, True, [], {}, ["b", 0], ["r", "os:path", []],
                                      "\udc80"])
            return json.dumps(tree).encode()
        node = node[at]


class Hang(BaseException):
    pass


def hang(number: int, frame: object) -> None:
    raise Hang


def attack(name: str, count: int, seed: int) -> Counter[str]:
    """Does so many inputs of a kind; gives the faults, and prints each when it is new."""
    faults: Counter[str] = Counter()
    signal.signal(signal.SIGPROF, hang)
    start = os.getcwd()
    for batch in range(seed, seed + -(-count // BATCH)):
        with tempfile.TemporaryDirectory() as outer:
            folder = Path(outer) / "drive"
            folder.mkdir()
            os.chdir(folder)
            chance = random.Random(f"{name} {batch}")
            one = KINDS[name](chance, folder)
            for at in range(BATCH):
                signal.setitimer(signal.ITIMER_PROF, HANG)
                try:
                    one()
                except (Exception, Hang) as error:
                    place = traceback.extract_tb(error.__traceback__)[-1]
                    key = f"{type(error).__name__} at {Path(place.filename).name}:{place.lineno}"
                    if not faults[key]:
                        print(f"{name} {batch}:{at}: {key}\n{''.join(traceback.format_exception(error))[-1800:]}", flush=True)
                    faults[key] += 1
                    one = KINDS[name](chance, folder)
                finally:
                    signal.setitimer(signal.ITIMER_PROF, 0)
            os.chdir(start)
    return faults


def run() -> None:
    parser = argparse.ArgumentParser("python3 -m tests.attack")
    parser.add_argument("kind", nargs="?", choices=[*KINDS, "all"])
    parser.add_argument("count", nargs="?", type=int, default=BATCH)
    parser.add_argument("seed", nargs="?", type=int, default=0)
    options = parser.parse_args()
    if options.kind is None:
        print("\n".join(f"{name:20}{make.__doc__}" for name, make in KINDS.items()))
        return
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    os.environ["XDG_DATA_HOME"] = tempfile.mkdtemp()
    for name in KINDS if options.kind == "all" else [options.kind]:
        begin = os.times().user
        faults = attack(name, options.count, options.seed)
        took = os.times().user - begin
        print(f"{name}: {options.count} inputs, {sum(faults.values())} faults {dict(faults) or ''}, {took:.1f} s", flush=True)


if __name__ == "__main__":
    run()
