"""Units in machine code change nothing: random programs end in the same state with them, to the microsecond; and the library of
native functions gives the same bits as the Python that it is translated from.

CPC_TEST_ALL=1 tries many more of both.
"""

import importlib
import linecache
import math
import random
import struct
import subprocess
import sys

import pytest

from basic.errors import BasicError, SoftError
from basic.native import memory
from basic.native.encoder import Body, Module
from basic.native.functions import Imported
from basic.native.library import Library
from basic.native.translator import NotInSubset, Translator
from basic.session import Session
from basic.text_machine import TextMachine
from basic.units import jit
from basic.values import real_functions, reals
from cpc.machine import native_engine
from tests.basic.test_units import heats, plain_state, program
from tests.places import EVERYTHING, PATIENCE, REPO

SEEDS = 20_000 if EVERYTHING else 24
NUMBERS = 200_000 if EVERYTHING else 2_000

pytestmark = pytest.mark.skipif(native_engine() is None, reason="no engine: wasmtime is not installed")


def outcome(lines: list[str], basic_1_1: bool, native: bool, slices: int = 1) -> tuple:
    session = Session(basic_1_1=basic_1_1)
    if native:
        session.executor.jit.native.patience = 0
        session.executor.jit.native.waits = True
    else:
        session.executor.table.use_units(False)
    session.type(("\n".join(lines) + "\nRUN\nkeys\nPRINT s;e%;z%;v\n").encode())
    for _ in range(slices):
        session.run_until_idle(40_000_000 // slices)
    return plain_state(session)


@pytest.fixture
def eager(monkeypatch):
    monkeypatch.setattr(jit, "RUNS", 3)
    monkeypatch.setattr(TextMachine, "find_native_engine", staticmethod(native_engine))


@pytest.mark.parametrize("seed", range(1_000_000, 1_000_000 + SEEDS))
def test_native_units_change_nothing(seed, eager):
    lines = program(seed)
    assert outcome(lines, seed % 3 == 0, True) == outcome(lines, seed % 3 == 0, False)


DRAWING = """10 EVERY 7 GOSUB 90:MODE 1:DEFINT i
20 FOR i=1 TO 40:PLOT i,RND*300,RND*3:DRAW 320,200,i MOD 4:IF i MOD 9=0 THEN PRINT i;RND
30 GOSUB 80:NEXT:FOR j=1 TO 300:NEXT:k=0
40 WHILE k<50:k=k+1:MOVE k,k:WEND:LOCATE 1,1:PRINT k:SOUND 1,200,9:GOTO 20
80 POKE &9000+i,3:x=x+PEEK(&9000+i)+TEST(i,i):a$=CHR$(65+i)+a$:IF LEN(a$)>30 THEN a$=""
85 RETURN
90 e=e+1:RETURN"""


LOOPS = """10 FOR j=1 TO 200:c%=0
20 s=s+c%:c%=c%+1:IF c%<7 GOTO 20
30 GOSUB 50:NEXT j
40 END
50 d%=0:WHILE d%<3:d%=d%+1:WEND:ON j AND 1 GOTO 60:RETURN
60 RETURN"""


@pytest.mark.parametrize("lines", [DRAWING.splitlines(), LOOPS.splitlines(), program(11)])
def test_machine_code_counts_what_steps_count(lines, monkeypatch):
    """For the heat map."""
    tiers = []

    def at_once(session: Session) -> None:
        tiers.append(session.executor.jit.native)
        tiers[0].patience, tiers[0].waits = 1, True
    monkeypatch.setattr(jit, "RUNS", 3)
    fast = heats(lines, at_once)
    assert tiers[0].program.state.heat.cells
    monkeypatch.setattr(jit, "RUNS", 1 << 60)
    assert fast == heats(lines)


def numbers(rng: random.Random) -> float:
    """Reals of all sizes: many of a few bits, some near the ends of the range, some near each other."""
    kind = rng.randrange(6)
    if kind == 0:
        return float(rng.randint(-300, 300))
    if kind == 1:
        return rng.randint(-99, 99) / 8
    bits = rng.choice((3, 12, 24, 32, 32, 32))
    mantissa = rng.getrandbits(bits - 1) | 1 << (bits - 1)
    if kind == 2:
        mantissa |= (1 << bits) - (1 << bits // 2)
    exponent = rng.choice((rng.randint(-12, 12), rng.randint(-40, 40), rng.randint(-127, 127)))
    return math.ldexp(rng.choice((-1, 1)) * mantissa, exponent - bits)


class Caller:
    """Calls functions of the library, many times in one go."""
    BATCH = 4000

    def __init__(self, *more) -> None:
        self.engine = native_engine()
        self.library = Library(more, self.engine.own_memory)
        self.space = self.engine.space(self.engine.compile(self.library.wasm))

    def batch(self, function, inserted: bool = False):
        """Gives its results, and what each takes where that is told. `inserted`: its code stands in the place of the call."""
        imported: Imported = self.library.functions[function]
        module, body = Module(memory.PAGES, own_memory=False), Body()
        template = imported.template if inserted else None
        numbers = [module.import_function(one.name, *one.types) for one in (template.called if template else (imported,))]
        at, end, time = body.local("i64"), body.local("i64"), body.local("i64")
        has_time = len(imported.results) == 2
        body.truth(0)
        body.memory("i64.load", memory.SCALARS)
        body.at("local.set", end)
        again = body.open("loop")
        for extra in (None, *range(len(imported.parameters))):
            body.at("local.get", at)
            body.put("i32.wrap")
            if extra is not None:
                body.memory("i64.load" if imported.parameters[extra] == "bool" else "f64.load", memory.ARRAYS + 8 * extra)
                if imported.parameters[extra] == "bool":
                    body.put("i32.wrap")
        if template is None:
            body.at("call", numbers[0])
        else:
            names = [body.local(type) for type in template.types]
            for name in reversed(names[:len(imported.parameters)]):
                body.at("local.set", name)
            body.insert(template, names, lambda one: numbers[template.called.index(one)])
        if has_time:
            body.at("local.set", time)
        body.memory("f64.store", memory.ARRAYS + 24)
        if has_time:
            body.at("local.get", at)
            body.put("i32.wrap")
            body.at("local.get", time)
            body.memory("i64.store", memory.ARRAYS + 16)
        body.at("local.get", at)
        body.whole(32)
        body.put("i64.add")
        body.at("local.tee", at)
        body.at("local.get", end)
        body.put("i64.lt")
        body.branch(again, "br_if")
        body.put("end")
        body.whole(1)
        module.add_function([], ["i64"], body, "0")
        unit, = self.space.place(self.engine.compile(module.encoded()), 1)

        def results(arguments: list[tuple]) -> list:
            view = self.space.memory
            struct.pack_into("<q", view, memory.SCALARS, 32 * len(arguments))
            struct.pack_into("<q", view, memory.PC, 0)
            struct.pack_into("<h", view, memory.UNITS, unit)
            formats = "".join("q" if type == "bool" else "d" for type in imported.parameters)
            for place, one in enumerate(arguments):
                struct.pack_into(f"<{formats}", view, memory.ARRAYS + 32 * place, *one)
            self.space.run()
            found = [struct.unpack_from("<qd", view, memory.ARRAYS + 32 * place + 16) for place in range(len(arguments))]
            return [(result, us) if has_time else result for us, result in found]
        return results


@pytest.fixture(scope="module")
def caller() -> Caller:
    return Caller()


def wanted(function, arguments: tuple, named=None):
    try:
        return function(*arguments)
    except (BasicError, SoftError):
        return (math.nan, 0) if (named or function) in (*OF_TWO[4:], *OF_ONE) else math.nan


def as_bytes(result) -> bytes:
    return struct.pack("<dq", *result) if isinstance(result, tuple) else struct.pack("<d", result)


ANGLES = (real_functions.sin, real_functions.cos, real_functions.tan, real_functions.atn)
OF_TWO = (reals.add, reals.sub, reals.mul, reals.div, real_functions.power, real_functions.power_1_0)
OF_ONE = (real_functions.sqr, real_functions.exp, real_functions.log, real_functions.log10, *ANGLES)


@pytest.mark.parametrize(
    ("function", "inserted"), [*((one, False) for one in (*OF_TWO, *OF_ONE)), *((one, True) for one in OF_TWO[:4])],
    ids=lambda one: one.__name__ if callable(one) else str(one))
def test_native_functions_give_the_same_bits(function, inserted, caller):
    rng = random.Random(function.__name__)
    results = caller.batch(function, inserted)
    for _ in range(0, NUMBERS, Caller.BATCH):
        arguments: list[tuple] = []
        for _ in range(min(NUMBERS, Caller.BATCH)):
            first = numbers(rng)
            if function in OF_TWO[:4]:
                arguments.append((first, rng.choice((numbers(rng), math.ldexp(first, rng.randint(-34, 34))))))
            elif function in OF_TWO:
                arguments.append((first, rng.choice((numbers(rng), float(rng.randint(-40, 40))))))
            else:
                arguments.append((first, rng.randint(0, 1)) if function in ANGLES else (first,))
        for one, native in zip(arguments, results(arguments), strict=True):
            assert as_bytes(native) == as_bytes(wanted(function, one)), one


@pytest.mark.parametrize("function", OF_ONE, ids=lambda one: one.__name__)
def test_remembered_results_are_the_same(function, caller):
    """Few arguments, again and again, some of which have the same place in the table."""
    rng = random.Random(function.__name__)
    few = [0.0, -0.0, *(numbers(rng) for _ in range(300))]
    asked = [(rng.choice(few), *([rng.randint(0, 1)] if function in ANGLES else [])) for _ in range(Caller.BATCH)]
    remembered = real_functions.remembering(function)
    for one, native in zip(asked, caller.batch(function)(asked), strict=True):
        assert as_bytes(native) == as_bytes(wanted(function, one)) == as_bytes(wanted(remembered, one, function)), one


def test_without_an_engine_all_runs_as_python(monkeypatch):
    monkeypatch.setattr(TextMachine, "find_native_engine", staticmethod(lambda: None))
    session = Session()
    native = session.executor.jit.native
    native.patience, native.waits = 0, True
    session.type(b"FOR i%=1 TO 3:NEXT\n10 FOR i=1 TO 900:s=s+i/3:NEXT:PRINT s\nRUN\n")
    session.run_until_idle(40_000_000)
    assert not native.on and b" 135150" in bytes(session.machine.text.printed)


def test_a_damaged_library_is_translated_anew(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made = Library()
    wasm = made.wasm
    assert Library().functions == made.functions and made.functions[reals.add].template
    file, = tmp_path.rglob("library-*.json")
    for damage in (b"", b"{}", b"[1]", file.read_bytes()[:-40], file.read_bytes().replace(b"AGFzbQ", b"AGFzbA")):
        file.write_bytes(damage)
        assert Library().wasm == wasm
    assert file.read_bytes() != damage


@pytest.mark.parametrize("text", ["return [1]", "return a.real", "return print(a)", "with a: pass", "return a or None"])
def test_what_is_not_in_the_subset_is_refused(text, tmp_path, monkeypatch):
    (tmp_path / "outside_the_subset.py").write_text(f"def function(a: float) -> float:\n    {text}\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "outside_the_subset", raising=False)
    function = importlib.import_module("outside_the_subset").function
    linecache.clearcache()
    with pytest.raises(NotInSubset):
        Translator(Module(memory.PAGES, own_memory=True), memory.TABLES).add(function)


SEARCH = """10 DIM v%(9),b%(9):FOR m%=1 TO 6:d%=0:GOSUB 100:s=s+b%(0)/3:NEXT:PRINT s;n
20 END
100 IF d%=4 THEN b%(d%)=(n AND 7)-3:n=n+1:RETURN
110 b%(d%)=-99:v%(d%)=0
120 v%(d%)=v%(d%)+1:GOSUB 200:d%=d%+1:GOSUB 100:d%=d%-1
130 IF -b%(d%+1)>b%(d%) THEN b%(d%)=-b%(d%+1):GOSUB 200
140 IF v%(d%)<4 GOTO 120
150 RETURN
200 FOR k%=1 TO v%(d%):x=x+k%/7:NEXT:RETURN
"""
DEEP = """10 FOR r%=1 TO 8:d%=0:GOSUB 100:NEXT:PRINT d%;t
20 END
100 d%=d%+1:IF d%<{deep} THEN GOSUB 100
110 FOR i=1 TO 2:t=t+i:NEXT:RETURN
"""


@pytest.mark.parametrize("text", [SEARCH, *(DEEP.format(deep=deep) for deep in (20, 40, 63, 70, 79, 90))])
@pytest.mark.parametrize("slices", [1, 9])
def test_units_run_on_into_subroutines(text, slices, eager):
    lines = text.splitlines()
    for basic_1_1 in (False, True):
        assert outcome(lines, basic_1_1, True, slices) == outcome(lines, basic_1_1, False, slices)


def test_a_search_stays_in_machine_code(eager, monkeypatch):
    """The comparison above would be empty if each subroutine were left to Python."""
    session = Session()
    session.executor.jit.native.patience, session.executor.jit.native.waits = 0, True
    session.type((SEARCH + "RUN\n").encode())
    session.run(1_500_000)
    program = session.executor.jit.native.program
    begun = []
    monkeypatch.setattr(program.state, "_stack_in", lambda found=program.state._stack_in: begun.append(1) or found())
    session.run_until_idle(40_000_000)
    assert len(program.units) > 4 and 0 < len(begun) < 60


COUNTS_WITHOUT_ROOM = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
from cpc import CPC
cpc = CPC()
native = cpc.session.executor.jit.native
native.patience, native.waits = 0, True
print(native.on)
cpc.type("10 FOR i=1 TO 3000:x=x+i MOD 7:NEXT:PRINT x\\nRUN\\nRUN\\n")
cpc.run_until_idle(60)
print(native.on, native.program, cpc.printed.split())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="no limit of a process's memory")
def test_where_a_process_may_not_take_the_room_programs_run_without_machine_code():
    done = subprocess.run([sys.executable, "-c", COUNTS_WITHOUT_ROOM], cwd=REPO, capture_output=True, text=True,
                          timeout=PATIENCE)
    assert (done.stdout, done.stderr) == ("True\nFalse None [b'8998', b'Ready', b'8998', b'Ready']\n", "")


def test_a_space_that_cannot_be_had_is_asked_for_once(eager, monkeypatch):
    asked = []
    monkeypatch.setattr("basic.units.workshop.Workshop.space", lambda works, owner: asked.append(owner))
    lines = program(1_000_000)
    assert outcome(lines, True, native=True) == outcome(lines, True, native=False)
    assert len(asked) == 1


OPERATIONS = [
    "NOT a%", "-a%", "a%+b%", "a%-b%", "a%*b%", "a%\\b%", "a% MOD b%", "a% AND b%", "a% OR b%", "a% XOR b%", "ABS(a%)",
    "SGN(a%)", "-(a%=b%)", "-(a%<>b%)", "-(a%<b%)", "-(a%<=b%)", "-(a%>b%)", "-(a%>=b%)", "x+y", "x-y", "x*y", "x/y", "-x",
    "INT(x)", "FIX(x)", "CINT(x)", "ROUND(x)", "ROUND(x,1)", "ABS(x)", "SGN(x)", "SQR(ABS(x))", "-(x=y)", "-(x<>y)", "-(x<y)",
    "-(x<=y)", "-(x>y)", "-(x>=y)", "MIN(x,y,a%)", "MAX(x,y,a%)", "MIN(a%,b%)", "MAX(a%,b%)", "x^2", "a%+x", "a%<x",
    "PEEK(100+a%)", "LEN(t$)", "ASC(t$)", "v%(a% AND 7)", "v(a% AND 7)", "NOT x", "x AND a%", "UNT(x+40000)", "TIME*0+a%",
    "ABS(NOT b%) MOD 7"]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_each_operation_is_the_same_in_machine_code(operation, eager):
    lines = ['10 DIM v%(7),v(7):FOR a%=0 TO 7:v%(a%)=a%*3-9:v(a%)=a%/4:NEXT:t$="text"',
             "20 FOR i=1 TO 9:FOR a%=-7 TO 7:b%=a%*3-1:x=a%/3:y=b%/7", f"30 z={operation}:s=s+z*(a%+9):z%=z%+1:NEXT:NEXT:e%=z%"]
    assert outcome(lines, True, True) == outcome(lines, True, False)


def test_an_index_of_more_than_seven_bits_takes_two_bytes():
    for index, encoded in ((0, b"\0"), (127, b"\x7f"), (128, b"\x80\x01"), (300, b"\xac\x02")):
        body = Body()
        body.at("local.get", index)
        assert bytes(body.code)[1:] == encoded


def inside(a: float, b: float) -> float:
    return 1.0 if 0.5 < a < b <= 2.0 else -1.0


def test_a_comparison_of_several():
    arguments = [(a / 4, b / 4) for a in range(12) for b in range(12)]
    assert Caller(inside).batch(inside)(arguments) == [inside(*one) for one in arguments]
