"""Whatever is typed, stored or run: the machine answers with a message, never with a Python exception.

The same inputs each time, from seeds; each gets a little emulated time, so that nothing can hang.
"""

import random

import pytest

from basic.runtime.runner import EDITOR
from basic.session import Session
from basic.source.words import WORDS
from cpc import CPC
from tests.generate import Writer, session
from tests.golden_programs import programs
from tests.places import EVERYTHING

MOMENT = 40_000                 # microseconds that one input may run
LONG_NESTS = ["PRINT " + "(" * 120 + "1" + ")" * 120, "PRINT " + "-" * 240 + "1",
              "PRINT " + "NOT " * 60 + "1", "PRINT " + "(" * 245,
              "PRINT " + "ABS(" * 50 + "1" + ")" * 50, "PRINT " + "+".join(["a$"] * 80),
              "PRINT " + "LEFT$(" * 40, "a" + "(a" * 120,
              "IF 1 THEN " * 25, "IF 0 THEN " * 20 + "ELSE " * 20, "FOR i=1 TO 2:" * 18, "WHILE 1:" * 30,
              ":" * 250, "DEF FNa=" + "FNa" * 50,
              "PRINT " + "1^" * 120 + "1", "PRINT USING " + "#" * 200, "a" * 250, "GOSUB " * 40,
              "PRINT " + "FNa(" * 50, "1" * 250, "." * 250,
              "PRINT" + "&" * 200, "|" + "a" * 200, "'" * 200, '"' * 200, "DATA " + "," * 240,
              "ON 1 GOTO " + "1," * 110, "DIM a(" + "1," * 110 + "1)"]


class Fuzz:
    """A machine of text alone, or a whole one, that is typed at."""

    def __init__(self, seed: int, whole: bool = False):
        self.chance = random.Random(seed)
        self.model = "6128" if seed & 1 else "464"
        self.whole = whole
        self.basic = self.fresh()
        self.count = 0

    def fresh(self) -> Session:
        if self.whole:
            return CPC(model=self.model, dialect="locomotive").session
        basic = Session(basic_1_1=self.model == "6128")
        basic.run_until_idle(MOMENT)
        return basic

    def type(self, text: bytes) -> None:
        self.count += 1
        if self.count % 200 == 0:
            self.basic = self.fresh()
        keyboard = self.basic.machine.keyboard
        del keyboard.typed[:]
        try:
            self.basic.type(text + b"\n")
            runner = self.basic.executor.runner
            idle = self.basic.run_until_idle(MOMENT)
            while not idle and runner.waiting == EDITOR:        # a long line
                idle = self.basic.run_until_idle(MOMENT)
            if not idle:
                runner.pc = runner.stop(runner.pc, None)
                self.basic.executor.underway.clear()
        except Exception as error:
            listing = b"\n".join(self.basic.list_line(number) for number in self.basic.program.numbers)
            raise AssertionError(f"{type(error).__name__}: {error}\n   typed {text!r}\n   in {listing!r}") from error

    def bytes(self, most: int) -> bytes:
        return bytes(self.chance.randrange(256) for _ in range(self.chance.randint(1, most)))

    def clean(self) -> None:
        if self.chance.random() < 0.1:
            self.type(b"NEW")


@pytest.mark.parametrize("seed", range(8 if EVERYTHING else 2))
def test_bytes_as_lines(seed):
    fuzz = Fuzz(seed)
    for _ in range(1500):
        fuzz.clean()
        number = b"%d " % fuzz.chance.randint(1, 40) if fuzz.chance.random() < 0.4 else b""
        fuzz.type(number + fuzz.bytes(60).replace(b"\n", b" "))
        if fuzz.chance.random() < 0.1:
            fuzz.type(fuzz.chance.choice([b"RUN", b"LIST", b"RENUM", b"CONT"]))


@pytest.mark.parametrize(("seed", "whole", "count"), [(0, False, 1500), (1, False, 1500), (2, True, 500), (3,
        True, 500)])
def test_words_as_lines(seed, whole, count):
    fuzz = Fuzz(seed, whole)
    words = [word.text for word in WORDS.values()] + list("()+-*/=<>,;:#@^\\&.!$%?'\"|[]") + ["1", "10", "a",
            "b$", "i%", "a(1)", "&FF", "1E5", '"x"', "FNa"]
    for _ in range(count):
        fuzz.clean()
        number = f"{fuzz.chance.randint(1, 30)} " if fuzz.chance.random() < 0.4 else ""
        text = fuzz.chance.choice(["", " "]).join(fuzz.chance.choice(words)
                                                  for _ in range(fuzz.chance.randint(1, 14)))
        fuzz.type((number + text)[:255].encode("latin-1"))
        if fuzz.chance.random() < 0.1:
            fuzz.type(fuzz.chance.choice([b"RUN", b"LIST", b"RENUM", b"DELETE 10-20"]))


@pytest.mark.parametrize("seed", range(8 if EVERYTHING else 2))
def test_bytes_in_the_program(seed):
    fuzz = Fuzz(seed)
    tokens = [word.token for word in WORDS.values() if word.token < 0x100] + [1, 2, 3, 4, 13, 14, 15, 20, 25,
            26, 27, 28, 29, 30, 31, 34, 44, 40, 41, 239, 244]
    for _ in range(1200):
        program = fuzz.basic.program
        program.clear()
        for number in range(10, 10 * fuzz.chance.randint(2, 6), 10):
            raw = fuzz.bytes(30) if fuzz.chance.random() < 0.4 else bytes(fuzz.chance.choice(tokens)
                    for _ in range(fuzz.chance.randint(1, 16)))
            program.store(number, raw.replace(b"\0", b"\x01"))
        fuzz.basic.changed()
        fuzz.type(b"RUN")
        fuzz.type(fuzz.chance.choice([b"LIST", b"RENUM", b"PRINT PEEK(370)", b"GOTO 20", b"EDIT 10"]))


@pytest.mark.parametrize("seed", range(8 if EVERYTHING else 2))
def test_commands(seed):
    fuzz = Fuzz(seed)
    writer = Writer(fuzz.chance)
    for _ in range(2000):
        text = writer.simple() if fuzz.chance.random() < 0.5 else writer.garble(writer.branch())
        fuzz.type(text[:255].encode("latin-1"))


@pytest.mark.parametrize("seed", range(8 if EVERYTHING else 2))
def test_garbled_sessions(seed):
    fuzz = Fuzz(seed)
    writer = Writer(fuzz.chance)
    known = [piece for _, pieces, _ in programs() for piece in pieces]
    for at in range(150):
        fuzz.type(b"NEW")
        pieces = session(10_000 * (seed + 1) + at) if at % 2 else fuzz.chance.sample(known, 12)
        for piece in pieces:
            text = piece[:-1]
            fuzz.type((writer.garble(text) if fuzz.chance.random() < 0.3 else text)[:255].encode("latin-1"))
        fuzz.type(b"RUN")


@pytest.mark.parametrize("basic_1_1", [False, True])
@pytest.mark.parametrize("text", LONG_NESTS, ids=lambda text: text[:12])
def test_deep_nests(text, basic_1_1):
    fuzz = Fuzz(basic_1_1)
    fuzz.type(text[:255].encode())
    fuzz.type(b"10 " + text[:250].encode())
    fuzz.type(b"RUN")
    fuzz.type(b"LIST")


@pytest.mark.parametrize("body", ["FNa(x+1)", "-" * 100 + "FNa(x)", "ABS(" * 50 + "FNa(1)" + ")" * 50,
                                  "FNa(FNa(x))", "x+" * 28 + "FNa(x)"])
def test_endless_functions(body):
    fuzz = Fuzz(0)
    fuzz.type(b"10 DEF FNa(x)=" + body.encode())
    fuzz.type(b"20 PRINT FNa(1)")
    fuzz.type(b"RUN")
    assert b"Memory full in 20" in fuzz.basic.machine.text.printed
