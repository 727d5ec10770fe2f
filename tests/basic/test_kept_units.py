"""Units that an earlier run of the same program made change nothing either, and are not taken where they do not fit; and files
that are trusted are only those that nobody else can have written.

CPC_TEST_ALL=1 tries many more programs.
"""

import os
import tempfile
from collections import OrderedDict
from pathlib import Path

import pytest

from basic import cache_files
from basic.debug.debugger import Debugger
from basic.session import Session
from basic.storage import ASCII
from basic.text_machine import TextMachine
from basic.units import jit, kept_units, workshop
from basic.units.native_program import NativeProgram
from basic.units.native_state import NativeState
from basic.units.printed import Printed
from cpc import CPC
from cpc.machine import native_engine
from tests.basic.test_native import outcome
from tests.basic.test_units import plain_state, program
from tests.places import EVERYTHING

SEEDS = 20_000 if EVERYTHING else 12

needs_engine = pytest.mark.skipif(native_engine() is None, reason="no engine: wasmtime is not installed")
posix = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="no files are private there")


@pytest.fixture
def eager(monkeypatch):
    """Machine code early, and nothing known of any program."""
    monkeypatch.setattr(jit, "RUNS", 3)
    monkeypatch.setattr(TextMachine, "find_native_engine", staticmethod(native_engine))
    monkeypatch.setattr(kept_units, "_programs", OrderedDict())
    for name in ("_hot", "_promoted"):
        monkeypatch.setattr(jit, name, set())


@pytest.fixture
def taken(monkeypatch):
    """How often a kept unit was wanted and taken, or not."""
    counts = {True: 0, False: 0}
    found = NativeProgram._found

    def counted(self, pc, around):
        taken = found(self, pc, around)
        counts[taken] += 1
        return taken
    monkeypatch.setattr(NativeProgram, "_found", counted)
    return counts


def through_files():
    """What is known of programs, as another process would read it."""
    for name, known in list(kept_units._programs.items()):
        kept_units._programs[name] = kept_units.KeptProgram(name)
        kept_units._programs[name].read(known.written())


@needs_engine
@pytest.mark.parametrize("seed", range(3_000_000, 3_000_000 + SEEDS))
def test_kept_units_change_nothing(seed, eager):
    lines = program(seed)
    plain = outcome(lines, seed % 3 == 0, False)
    assert outcome(lines, seed % 3 == 0, True) == plain
    assert outcome(lines, seed % 3 == 0, True, 7) == outcome(lines, seed % 3 == 0, False, 7)
    through_files()
    assert outcome(lines, seed % 3 == 0, True) == plain


LOOPS = """10 DIM a(20):FOR i=1 TO 20:a(i)=SQR(i)+RND:s=s+a(i):NEXT
20 FOR j%=1 TO 30:GOSUB 40:k=k+j%/7:NEXT:PRINT s;k
30 END
40 FOR m=1 TO 3:s=s+m*a(m):NEXT:RETURN
""".splitlines()


SIEVE = (b"10 DEFINT a-z:DIM f(8000)\n20 FOR n=2 TO 89\n30 IF f(n)=1 THEN 60\n40 FOR k=n*n TO 8000 STEP n:f(k)=1\n"
         b"50 NEXT\n60 NEXT\n70 FOR n=2 TO 8000:IF f(n)=0 THEN c=c+1\n80 NEXT:PRINT c\nRUN\n")
MAP = (b"10 MODE 1:DEFINT a-z:FOR x=0 TO 639 STEP 8\n20 FOR y=0 TO 399 STEP 8\n30 c=0:WHILE c<x\\9+y\\7:c=c+3:WEND\n"
       b"40 IF c<90 THEN d=c ELSE d=0\n50 PLOT x,y,d MOD 4\n60 NEXT\n70 NEXT\nRUN\n")


@needs_engine
@pytest.mark.parametrize(("lines", "most"), [(SIEVE, 8), (MAP, 12)], ids=["sieve", "map"])
def test_kept_units_go_on_where_the_program_comes_for_the_first_time(lines, most, monkeypatch):
    """What leads out of machine code is taken in as soon as it is known, with all that any unit behind it needs."""
    monkeypatch.setattr(kept_units, "_programs", OrderedDict())
    entered: list[int] = []
    monkeypatch.setattr(NativeState, "begin", lambda *all, begin=NativeState.begin: entered.append(1) or begin(*all))
    for _ in range(4):
        cpc = CPC()
        native = cpc.session.executor.jit.native
        native.patience, native.waits = 1, True
        entered.clear()
        cpc.type(lines)
        assert cpc.run_until_idle(2000)
    assert 0 < len(entered) <= most


@needs_engine
def test_they_are_taken(eager, taken):
    outcome(LOOPS, False, True)
    assert not taken[True]
    known = next(iter(kept_units._programs.values()))
    assert known.hot and known.promoted == known.hot        # the next run does not wait for them to run often
    for _ in range(2):          # what the second run knows is not what the first one knew
        outcome(LOOPS, False, True)
    through_files()
    taken.update({True: 0, False: 0})
    outcome(LOOPS, False, True)
    assert taken[True] > 1


@needs_engine
@pytest.mark.parametrize("paced", [False, True])
def test_loading_a_program_reads_what_is_known_of_it(eager, paced):
    for _ in range(2):
        outcome(LOOPS, False, True)
    through_files()
    [known] = kept_units._programs.values()
    session = Session(basic_1_1=False)
    session.executor.real_time.paced = paced
    session.storage.load_raw(ASCII, "\r\n".join(LOOPS).encode())
    if paced:                                               # the thread does it, in its turn
        workshop.workshop(native_engine).do_later(lambda: None).wait()
    assert known._groups and all(group.job is not None for group in known._groups)
    assert all(isinstance(unit, Printed) for group in known._groups for unit in group.units)


CHANGEABLE = """10 INPUT n:IF n=1 THEN DEFINT k ELSE IF n=2 THEN DIM b(5),a(12) ELSE IF n=3 THEN z=4:y%=n
20 IF n<>2 THEN DIM a(9+n)
30 k=0.5:FOR i=1 TO 9:k=k+a(i)/3+1.4:a(i)=k:q=q+b(i AND 3):NEXT
40 FOR j%=1 TO 25:IF n=4 AND j%>12 THEN x=x+j% ELSE k=k+1.25:y%=y%+1
50 NEXT:PRINT k;x;y%
""".splitlines()


def debugged(lines, breakpoint=None):
    """The state that a program ends in under a debugger."""
    session = CPC().session
    session.executor.jit.native.patience, session.executor.jit.native.waits = 0, True
    session.storage.load_raw(ASCII, "\n".join(lines).encode())
    debugger = Debugger(session)
    debugger.start()
    if breakpoint is not None:
        debugger.add_breakpoint(breakpoint, 0, "0")
    debugger.go()
    debugger.run(40_000_000)
    return plain_state(session)


@needs_engine
@pytest.mark.parametrize("lines", [program(3_000_001), program(3_000_004), LOOPS])
def test_under_a_debugger_they_are_taken_too(lines, eager, taken):
    """There they are other ones, since RND ends a unit; and none where it stops."""
    cpc = CPC()
    cpc.session.executor.jit.native.patience, cpc.session.executor.jit.native.waits = 0, True
    cpc.session.storage.load_raw(ASCII, "\n".join(lines).encode())
    cpc.type("RUN\n")
    cpc.run(40)
    counts = dict(taken)
    first = debugged(lines)
    assert taken[True] == counts[True]
    through_files()
    assert debugged(lines) == first and taken[True] > counts[True]
    assert debugged(lines, 20) == first


@needs_engine
def test_they_are_not_taken_where_names_or_arrays_are_others(eager):
    """The same lines, but other kinds, slots, sizes and ways by what is typed."""
    for number in (0, 1, 2, 3, 4, 1, 0, 3, 2, 4):
        lines = [*CHANGEABLE, "RUN", str(number)]
        assert outcome(lines, False, True) == outcome(lines, False, False)
        through_files()


@needs_engine
def test_another_line_makes_another_program(eager, taken):
    outcome(LOOPS, False, True)
    outcome([LOOPS[0].replace("20:a", "19:a"), *LOOPS[1:]], False, True)
    assert not taken[True] and len(kept_units._programs) == 2


# files

@pytest.fixture
def private(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    tmp_path.chmod(0o700)
    cache_files._private_folder.cache_clear()
    yield tmp_path / "cpc-listings" / "code"
    cache_files._private_folder.cache_clear()


@posix
def test_a_private_file_comes_back(private):
    assert cache_files.kept_private("one") is None
    cache_files.keep_private("one", b"code")
    assert cache_files.kept_private("one") == b"code"
    assert (private / "one").stat().st_mode & 0o777 == 0o600 and private.stat().st_mode & 0o777 == 0o700
    assert [file.name for file in private.iterdir()] == ["one"]


@posix
@pytest.mark.parametrize("harm", [
    lambda file: file.write_bytes(file.read_bytes()[:-1]), lambda file: file.write_bytes(file.read_bytes() + b"x"),
    lambda file: file.write_bytes(b""), lambda file: file.chmod(0o662), lambda file: file.chmod(0o620),
    lambda file: file.symlink_to(file.rename(file.with_name("other"))), lambda file: file.unlink() or file.mkdir()])
def test_a_file_that_may_be_of_others_is_not_taken(harm, private):
    cache_files.keep_private("one", b"code")
    harm(private / "one")
    assert cache_files.kept_private("one") is None


@posix
@pytest.mark.parametrize("mode", [0o770, 0o707, 0o777])
def test_nothing_is_kept_in_a_folder_of_others(mode, monkeypatch):
    with tempfile.TemporaryDirectory(dir=os.path.realpath("/tmp")) as above:        # pytest's own folder is closed to others
        code = Path(above, "cpc-listings", "code")
        code.mkdir(parents=True)
        for folder in code.parents[:2]:
            folder.chmod(0o755)
        code.chmod(mode)
        monkeypatch.setenv("XDG_CACHE_HOME", above)
        cache_files.keep_private("one", b"code")
        assert not list(code.iterdir()) and cache_files.kept_private("one") is None


OTHER = 12345


@posix
@pytest.mark.parametrize("places, is_private", [
    ([("own", 0o700), ("own", 0o755), (0, 0o755)], True),
    ([("own", 0o700), ("own", 0o775), (0, 0o755)], False),
    ([("own", 0o700), ("own", 0o775), ("own", 0o700), (0, 0o755)], True),       # what is open lies in what is closed
    ([("own", 0o700), ("own", 0o700), ("own", 0o777), (0, 0o755)], False),      # others could exchange what is closed
    ([("own", 0o700), (0, 0o1777), (0, 0o755)], True),
    ([("own", 0o700), (OTHER, 0o755), (0, 0o755)], False),
    ([(OTHER, 0o700), (0, 0o755)], False),
])
def test_which_folders_are_private(places, is_private):
    own = os.geteuid()
    assert cache_files.is_private((own if who == "own" else who, 0o040000 | mode) for who, mode in places) == is_private


@posix
def test_old_files_go(private, monkeypatch):
    monkeypatch.setattr(cache_files, "KEPT", 4)
    for number in range(4):
        cache_files.keep_private(str(number), b"code")
        os.utime(private / str(number), (number, number))
    assert cache_files.kept_private("1") == b"code"         # it is in use
    cache_files.keep_private("4", b"code")
    assert sorted(file.name for file in private.iterdir()) == ["1", "3", "4"]


class Copies:
    """An engine that compiles nothing."""
    version, functions = "1", ()

    def compile(self, wasm):
        return wasm

    def written(self, module):
        if module == b"cannot be written":
            raise ValueError
        return module

    read = compile


@posix
def test_code_is_there_before_its_file(private, monkeypatch):
    """The thread writes files when it has nothing else to do; here that is never, so that the test does it."""
    monkeypatch.setattr(workshop, "IDLE", 3600)
    works = workshop.Workshop(Copies)
    works.ready = workshop.Job.over((Copies(), b"library"))
    modules = [b"one", b"cannot be written", b"two"]
    assert [works.compiled(module, True).wait() for module in modules] == modules
    names = [workshop._name(Copies(), module) for module in modules]
    assert [cache_files.kept_private(name) for name in names] == [None, None, None]
    works.keep_all()
    assert [cache_files.kept_private(name) for name in names] == [b"one", None, b"two"]
    assert workshop.Workshop._kept(Copies(), names[2]) == b"two"


def test_without_a_home_nothing_is_kept(monkeypatch):
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(cache_files.Path, "home", classmethod(lambda cls: (_ for _ in ()).throw(RuntimeError())))
    cache_files.keep("one", b"")
    assert cache_files.kept("one") is None and cache_files.kept_private("one") is None
