"""Going back and forward again: every state is the one that was there before."""

import copyreg

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from basic.debug import history, views
from basic.debug.copies import weight, whole
from basic.debug.debugger import CommandError, Debugger
from basic.host_log import HostLog
from cpc import CPC
from cpc.debugger.console.commands import Console
from tests.everything import differences, everything
from tests.places import EVERYTHING
from tests.random_programs import program

ASCII = 0x16


def debugger_on(text: bytes, **options) -> Debugger:
    cpc = CPC(**options)
    cpc.session.storage.load_raw(ASCII, text)
    debugger = Debugger(cpc.session)
    debugger.start()
    return debugger


def finish(debugger: Debugger, us: int = 60_000_000):
    """Runs until it stops; None where it does not within so many microseconds."""
    end = debugger.clock.us + us
    while debugger.clock.us < end:
        stop = debugger.run(20_000)
        if stop is not None:
            return stop
    return None


def walk(debugger: Debugger, statements: int) -> int:
    """That many statements on; where the program ends or waits, fewer: how many it were."""
    debugger.stepper.count = 0
    while debugger.stepper.count < statements:
        debugger.movement.walk(debugger.clock.us + 100_000, statements, None)
        if debugger.executor.runner.waiting == "key":
            break
    return debugger.stepper.count


@settings(max_examples=200 if EVERYTHING else 8, derandomize=True)
@given(seed=st.integers(0, 10_000), before=st.integers(1, 900), k=st.integers(1, 700), keys=st.binary(max_size=3),
       model=st.sampled_from(["464", "6128"]))
def test_back_and_forward_again(seed, before, k, keys, model):
    debugger = debugger_on(program(seed), model=model)
    session = debugger.session
    walk(debugger, before)
    session.type(bytes(65 + key % 26 for key in keys))
    first = everything(session)
    done = walk(debugger, k)
    assume(done)                # else it had ended, and only time has passed
    second = everything(session)
    debugger.back(done)
    assert differences(first, everything(session)) == []
    walk(debugger, k)
    assert differences(second, everything(session)) == []


@settings(max_examples=100 if EVERYTHING else 8, derandomize=True)
@given(seed=st.integers(0, 10_000), us=st.integers(100_000, 3_000_000), k=st.integers(1, 2000))
def test_what_ran_freely_is_replayed_statement_by_statement(seed, us, k):
    debugger = debugger_on(program(seed))
    session = debugger.session
    debugger.go()
    debugger.run(us)
    session.type(b"XY")
    debugger.run(us)
    debugger.stop()
    before = everything(session)
    debugger.back(k)
    debugger.to_present()
    assert differences(before, everything(session)) == []


def test_a_moment_is_met_among_the_steps_of_one_microsecond(monkeypatch):
    """The program has ended, as if that took no time; what was done there is done there again."""
    debugger = debugger_on(b"10 x=1\r\n20 y=2\r\n")
    monkeypatch.setattr(debugger.session.executor.costs, "program_over", 0)
    debugger.go()
    finish(debugger)
    ended = everything(debugger.session)
    debugger.direct("PRINT x")
    debugger.direct("x=x+1")
    debugger.direct("PRINT ERR")
    before, log = everything(debugger.session), debugger.history.log
    assert [entry.standing.fixed for entry in log[1:]] == [0, 0, 0]       # at the step of the Ready prompt
    debugger.to_time(0)
    debugger.to_present()
    assert differences(before, everything(debugger.session)) == []
    history = debugger.history
    history.restore(history.checkpoints[0])
    history.forward(history.latest)
    assert differences(before, everything(debugger.session)) == []
    history.restore(history.checkpoints[0])
    history.forward(log[1].us, log_until=1)
    assert differences(ended, everything(debugger.session)) != []      # the same microsecond, another step
    history.meet(log[1].standing)
    assert differences(ended, everything(debugger.session)) == []


def test_the_present_is_met_again_after_direct_commands_and_keys():
    debugger = debugger_on(b"10 EVERY 3 GOSUB 50\r\n20 a$=INKEY$:n=n+1:IF n<90 THEN 20\r\n30 END\r\n50 m=m+1:RETURN\r\n")
    for command in ("PRINT n", "m=7", "PRINT m"):
        debugger.go()
        debugger.run(131_117)
        debugger.stop()
        debugger.session.type(b"A")
        debugger.direct(command)
    debugger.go()
    finish(debugger)
    before, kept = everything(debugger.session), debugger.history.place_in_time()
    for way in (debugger.to_present, lambda: debugger.to_kept(kept), lambda: debugger.history.go_to(kept.moment)):
        debugger.to_time(0)
        debugger.traps.plain_steps()
        way()
        debugger.history.meet(kept.copy.standing)
        assert differences(before, everything(debugger.session)) == []


def test_a_statement_that_is_forgotten_takes_its_time_again():
    """The heat map does not keep its step."""
    debugger = debugger_on(b"10 a=1\r\n20 b=2\r\n30 GOTO 30\r\n")
    debugger.heat(True)
    debugger.to(30)
    finish(debugger)
    us = debugger.clock.us
    debugger.back(1)
    debugger.past.last_change("a")
    debugger.to(30)
    finish(debugger)
    assert debugger.clock.us == us


def test_a_trap_stands_at_a_statement_that_is_forgotten():
    """And does not bring its old step back."""
    debugger = debugger_on(b"10 a=1\r\n20 b=2\r\n30 GOTO 30\r\n")
    debugger.history.keep()
    debugger.to(30)
    finish(debugger)
    us = debugger.clock.us
    debugger.back(1)
    debugger.add_breakpoint(20, condition="0")
    debugger.to(30)
    finish(debugger)
    assert debugger.clock.us == us


def test_a_loop_takes_as_long_when_all_is_compiled_anew():
    """WEND takes as long as its WHILE's condition, which stands before it."""
    debugger = debugger_on(b"10 n=0\r\n20 c=1:WHILE n<9 AND n*2<n+30:n=n+1\r\n30 WEND\r\n40 GOTO 40\r\n")
    debugger.to(30)
    finish(debugger)
    debugger.step()
    finish(debugger)
    kept = debugger.history.place_in_time()
    debugger.to(40)
    finish(debugger)
    us = debugger.clock.us
    debugger.edit("50 REM")
    debugger.to_kept(kept)                  # the program has been another one meanwhile
    debugger.assign("q", "1")               # and goes another way, without that
    begun = debugger.clock.us
    debugger.to(40)
    finish(debugger)
    assert debugger.clock.us - begun == us - kept.moment.us


def test_an_error_that_stops_leaves_no_time_behind_it():
    debugger = debugger_on(b"10 ON ERROR GOTO 30\r\n20 x=SQR(-1)\r\n30 GOTO 30\r\n")
    debugger.stops_on_error = True
    debugger.go()
    assert finish(debugger).reason == "error"
    assert debugger.past.here == debugger.past.end and not debugger.history.in_the_past()
    debugger.to_count(1000)
    assert finish(debugger).reason in ("error", "step")
    assert debugger.past.here == debugger.past.end


def test_what_a_face_sees_ends_no_way_back():
    """Where the program asks for keys, a face that shows it ends its turns there: not those of a replay."""
    debugger = debugger_on(b"10 ON ERROR GOTO 40:DIM f(3)\r\n20 FOR i=1 TO 300:a$=INKEY$:NEXT:n=n+1\r\n"
                           b"30 f(9)=1\r\n40 RESUME 20\r\n")
    debugger.stops_on_error = True
    real_time = debugger.executor.real_time
    real_time.watching = real_time.stops_at_watched = True
    for passes in (1, 2, 3):
        debugger.go()
        stop = None
        while stop is None:
            stop = debugger.run(20_000)
            real_time.stopped = None
        assert stop.reason == "error"           # and not that the program has ended
        assert views.place_of(debugger.session, debugger.executor.runner.pc).number == 30
        assert debugger.session.variables_by_name["n"] == passes and not debugger.history.in_the_past()


def test_a_watch_does_not_stop_a_command_of_the_past_halfway():
    debugger = debugger_on(b"10 FOR i=1 TO 900:NEXT\r\n20 PRINT v\r\n")
    debugger.run(1)
    debugger.go()
    debugger.run(300_000)
    debugger.stop()
    debugger.assign("v", "5")
    debugger.to_time(0)
    debugger.add_watch("v", until_true=True)
    debugger.to(20)
    finish(debugger)
    assert debugger.session.variables_by_name["v"] == 5


def test_explaining_makes_no_function():
    debugger = debugger_on(b"10 x=FNa(1)\r\n")
    before = everything(debugger.session)
    debugger.explain()
    assert [one for one in differences(before, everything(debugger.session)) if "items_read" not in one] == []


def test_a_thinned_out_history_still_reaches_the_beginning(monkeypatch):
    monkeypatch.setattr("basic.debug.history.KEPT", 8)
    monkeypatch.setattr("basic.debug.history.EVERY_US", 200_000)
    debugger = debugger_on(b"10 x=x+1:GOTO 10")
    begin = everything(debugger.session)
    debugger.go()
    debugger.run(30_000_000)
    debugger.stop()
    x = debugger.session.variables_by_name["x"]
    total = debugger.way_back.count()
    assert len(debugger.history.checkpoints) <= 9
    assert total > x > 5000
    debugger.back(total - 1000)
    assert debugger.way_back.count() == 1000
    debugger.back(1000)
    assert differences(begin, everything(debugger.session)) == []
    debugger.to_present()
    assert debugger.session.variables_by_name["x"] == x


def test_a_key_in_the_past_makes_another_future():
    debugger = debugger_on(b'10 k$=INKEY$:IF k$="" THEN 10\r\n20 PRINT k$;:GOTO 10')
    session = debugger.session
    debugger.go()
    debugger.run(500_000)
    session.type(b"A")
    debugger.run(500_000)
    debugger.stop()
    assert session.machine.text.printed.endswith(b"A")
    debugger.back_to_change("k$")
    debugger.back(20)
    debugger.add_breakpoint(10, condition="0")
    session.type(b"B")
    debugger.go()
    debugger.run(500_000)
    debugger.stop()
    assert session.machine.text.printed.endswith(b"B")
    assert not debugger.history.in_the_past()


def test_files_are_written_once_and_read_as_they_were(tmp_path):
    (tmp_path / "IN.TXT").write_bytes(b"first\r\nsecond\r\n")
    debugger = debugger_on(b'10 OPENIN "!in.txt":LINE INPUT #9,a$\r\n20 LINE INPUT #9,b$:CLOSEIN\r\n'
                           b'30 OPENOUT "!out.txt":PRINT #9,a$:CLOSEOUT\r\n40 |ERA,"in.txt"',
                           model="6128", drive=tmp_path, amsdos=True)
    debugger.step("line")
    finish(debugger)
    position = debugger.session.machine.files.disc.work.input.at
    debugger.go()
    assert finish(debugger).reason == "ended"
    assert not (tmp_path / "IN.TXT").exists()
    (tmp_path / "OUT.TXT").write_bytes(b"changed since")
    debugger.back_to_change("b$")
    assert debugger.session.machine.files.disc.work.input.at == position
    debugger.go()
    assert finish(debugger).reason == "ended"
    assert debugger.session.variables_by_name["b$"] == "second"
    assert (tmp_path / "OUT.TXT").read_bytes() == b"changed since"


@pytest.mark.parametrize("text", [
    b"10 EVERY 3 GOSUB 100\r\n20 ON BREAK CONT",
    b"10 ON BREAK GOSUB 100\r\n20 :",
])
def test_what_comes_between_statements_comes_at_the_same_ones(text):
    debugger = debugger_on(text + b"\r\n30 FOR i=1 TO 3000:a=a+1:b=b+a MOD 7:NEXT:GOTO 30\r\n"
                           b"100 x=x+a:x=x-INT(x/999)*999:RETURN", model="6128")
    keyboard = debugger.session.input
    debugger.go()
    for _ in range(40):
        debugger.run(100_000)
        keyboard.key(66, True)
        debugger.run(60_000)
        keyboard.key(66, False)
        debugger.run(50_000)
    debugger.stop()
    before = everything(debugger.session)
    assert debugger.session.variables_by_name["x"] > 0
    debugger.back(3000)
    debugger.to_present()
    assert differences(before, everything(debugger.session)) == []


@settings(max_examples=60 if EVERYTHING else 6, derandomize=True)
@given(seed=st.integers(0, 10_000), before=st.integers(1, 500), us=st.integers(10_000, 4_000_000))
def test_the_heat_map_goes_back_too(seed, before, us):
    debugger = debugger_on(program(seed))
    walk(debugger, 20)
    debugger.heat(True)
    walk(debugger, before)
    moment, first = debugger.clock.us, debugger.heat_table()
    count = debugger.way_back.count()
    debugger.go()
    debugger.run(us)
    debugger.stop()
    done = debugger.way_back.count() - count
    assume(done)                        # or else it has only waited
    debugger.back(done)
    assert debugger.clock.us == moment
    assert debugger.heat_table() == first
    debugger.back(before + 10)
    assert debugger.heat_table() == []


def test_passes_are_taken_back():
    debugger = debugger_on(b"10 FOR i=1 TO 10\n20 n=n+1\n30 NEXT\n")
    breakpoint = debugger.add_breakpoint(20, passes=4)
    debugger.go()
    assert finish(debugger).reason == "breakpoint"
    assert debugger.session.variables.values[debugger.session.variables.slot(b"N", "r")] == 3
    debugger.back(4)
    assert breakpoint.hits.count() == 2
    debugger.go()
    assert finish(debugger).reason == "breakpoint"
    assert breakpoint.hits.count() == 4


def test_a_direct_line_that_was_not_reached_is_not_after_going_back():
    cpc = CPC()
    cpc.type("a=1\n" + "n" * 41 + "=1\n")
    cpc.run_until_idle()
    moment = cpc.snapshot()
    cpc.type("CLEAR\n")
    cpc.run_until_idle()
    cpc.restore(moment)
    cpc.type("PRINT a\n")
    cpc.run_until_idle()
    assert cpc.printed.endswith(b" 1 \r\nReady\r\n")


def test_backto_takes_names_as_they_are_where_the_program_stands():
    debugger = debugger_on(b"10 v=9:DEFINT v\r\n20 v=1\r\n30 v=2\r\n40 w=3\r\n50 END\r\n")
    debugger.to(50)
    finish(debugger)
    for line, v in ((30, 1), (20, 0)):
        debugger.back_to_change("v")
        assert views.here(debugger.session) == (line, 0)
        assert debugger.evaluate("v") == debugger.evaluate("v%") == v
    debugger.back_to_change("v!")
    assert views.here(debugger.session) == (10, 0)


@pytest.mark.parametrize("text", ["TEST(8,8)", "TESTR(0,0)", "RND(1)", 'FRE("")', "REMAIN(1)", "SQ(1)", "INKEY$",
                                  "COPYCHR$(#0)"])
def test_back_to_what_leaves_traces_from_the_prompt_on(text):
    cpc = CPC(model="6128")
    cpc.session.storage.load_raw(ASCII, b"10 MODE 1:DEFINT a-z\r\n20 AFTER 9999,1 GOSUB 60:PLOT 8,8,2\r\n"
                                        b"30 FOR i=1 TO 9:a$=a$+\"x\":NEXT\r\n40 GOTO 40\r\n60 RETURN\r\n")
    debugger = Debugger(cpc.session)
    cpc.type("RUN\n")
    debugger.unattended(800_000)
    before, here = everything(cpc.session), debugger.history.here()
    debugger.back_to_change(text)
    debugger.to_present()
    assert debugger.history.here() == here
    assert [one for one in differences(before, everything(cpc.session)) if "chip.us" not in one] == []     # of a call


def test_no_fault_of_a_command_loses_the_past(monkeypatch, capsys):
    debugger = debugger_on(b"10 FOR i=1 TO 99\r\n20 x=x+i\r\n30 NEXT\r\n40 END\r\n")
    debugger.to(40)
    finish(debugger)
    debugger.back(30)
    before, here, latest = everything(debugger.session), debugger.history.here(), debugger.history.latest

    def fails(*arguments):
        raise ZeroDivisionError("on purpose")
    console = Console(debugger)
    for command, what in (("backto x", "basic.debug.expressions.Expression._value"),
                          ("trace 50", "basic.debug.way_back.place_of"),
                          ("back 9", "basic.debug.way_back.WayBack._arrive"),
                          ("count 9", "basic.debug.way_back.WayBack._arrive")):
        with monkeypatch.context() as patch:
            patch.setattr(what, fails)
            (said,) = console.obey(command)
        assert said == f"The debugger has failed at {command.split()[0]}: ZeroDivisionError('on purpose')."
    assert debugger.history.here() == here and debugger.history.latest == latest
    assert differences(before, everything(debugger.session)) == []
    debugger.to_present()
    assert views.here(debugger.session) == (40, 0)


def test_functions_that_ask_the_executor_are_worked_out():
    debugger = debugger_on(b"10 ON ERROR GOTO 30\r\n20 ERROR 5\r\n30 END\r\n")
    debugger.to(30)
    finish(debugger)
    assert (debugger.evaluate("ERR"), debugger.evaluate("ERL"), debugger.evaluate("RND(0)<1")) == (5, 20, -1)
    with pytest.raises(CommandError, match="Division by zero"):
        debugger.evaluate("1/0")
    assert "Division" not in "".join(debugger.session.machine.screen.text())


@pytest.mark.parametrize("command", ['set x=ASC("")', "set x$=1", "do INPUT a", "do ERROR 5", "edit 5", "do 10 PRINT"])
def test_a_change_that_fails_in_the_past_forgets_nothing(command):
    debugger = debugger_on(b"10 FOR i=1 TO 99\r\n20 x=x+i\r\n30 NEXT\r\n40 END\r\n")
    watch = debugger.add_watch("x", passes=1000)
    debugger.to(40)
    finish(debugger)
    present, hits = everything(debugger.session), watch.hits.moments[:]
    debugger.back(50)
    before = everything(debugger.session)
    (said,) = Console(debugger).obey(command)
    assert said.endswith(".") and differences(before, everything(debugger.session)) == []
    debugger.to_present()
    assert differences(present, everything(debugger.session)) == []
    assert watch.hits.moments == hits


def test_files_that_are_read_again_and_again_are_kept_once(tmp_path):
    (tmp_path / "A.BAS").write_bytes(b"x" * 100_000)
    debugger = debugger_on(b'10 OPENIN "a.bas":CLOSEIN:n=n+1:IF n<50 THEN 10', drive=tmp_path)
    debugger.go()
    finish(debugger)
    assert debugger.session.variables_by_name["n"] == 50
    assert 100_000 < debugger.session.machine.host_log.size < 200_000
    debugger.back(60)
    (tmp_path / "A.BAS").unlink()
    debugger.go()
    finish(debugger)
    assert debugger.session.variables_by_name["n"] == 50


@pytest.mark.parametrize("limit", ["MOST", "MOST_READ"])
def test_the_oldest_past_is_forgotten_beyond_a_limit(limit, tmp_path, monkeypatch):
    monkeypatch.setattr(history, limit, 3_000_000)
    monkeypatch.setattr(history, "MOST_ANSWERS", 500_000)
    debugger = debugger_on(b'10 OPENIN "a.bas":CLOSEIN:n=n+1:CALL &BD19:GOTO 10', drive=tmp_path)
    debugger.go()
    for number in range(100):
        (tmp_path / "A.BAS").write_bytes(b"%4d" % number * 25_000)
        debugger.run(200_000)
    log = debugger.session.machine.host_log
    assert log.size < 3_000_000
    assert sum(len(data) for data in log.contents) < 3_000_000
    n = debugger.session.variables_by_name["n"]
    debugger.back(40)
    assert 0 < debugger.session.variables_by_name["n"] < n
    debugger.to_present()
    assert debugger.session.variables_by_name["n"] == n
    debugger.back(10**6)
    assert debugger.session.variables_by_name["n"] > 10


def test_a_large_state_leaves_room_for_few_copies(monkeypatch):
    monkeypatch.setattr(history, "MOST", 1_000_000)
    monkeypatch.setattr(history, "EVERY_US", 1_000_000)
    debugger = debugger_on(b"10 DIM a(5000):FOR i=0 TO 5000:a(i)=i/3:NEXT\r\n20 n=n+1:a(1)=n:GOTO 20")
    debugger.go()
    debugger.run(60_000_000)
    kept = debugger.history.checkpoints
    assert 2 <= len(kept) < 15 and sum(one.size for one in kept) <= 1_000_000
    n = debugger.session.variables_by_name["n"]
    debugger.back(3)
    debugger.to_present()
    assert debugger.session.variables_by_name["n"] == n


@pytest.mark.parametrize("copies_keep_frames", [False, True])
def test_equal_answers_of_the_host_are_kept_once(monkeypatch, copies_keep_frames):
    if copies_keep_frames:                  # as a package may have it for all of a process
        def parts(error):
            return lambda *facts: FileNotFoundError(*facts).with_traceback(error.__traceback__), (*error.args, error.filename)
        monkeypatch.setitem(copyreg.dispatch_table, FileNotFoundError, parts)
    log = HostLog()
    log.remember()

    def files() -> list[str]:
        return ["a", "b"]

    def missing() -> None:
        raise FileNotFoundError(2, "No such file", "a")

    def ask() -> list[object]:
        found: list[object] = [log(files)]
        with pytest.raises(FileNotFoundError) as caught:
            log(missing)
        return [*found, caught.value.filename]
    assert [ask() for _ in range(3)] == [[["a", "b"], "a"]] * 3
    assert len(log.answers) == 6 and len({id(answer) for answer in log.answers}) == 2
    assert all(error is None or error.__traceback__ is None for _, error in log.answers)
    log.at = 0
    assert [ask() for _ in range(3)] == [[["a", "b"], "a"]] * 3
    assert all(error is None or error.__traceback__ is None for _, error in log.answers)


def test_copies_share_what_has_not_changed(monkeypatch):
    monkeypatch.setattr(history, "EVERY_US", 100_000)
    debugger = debugger_on(b"10 DIM a$(150):FOR i=0 TO 150:a$(i)=STRING$(250,65+i MOD 20):NEXT\r\n20 n=n+1:GOTO 20")
    debugger.go()
    debugger.run(30_000_000)
    kept = debugger.history.checkpoints
    assert len(kept) > 10
    first, second = kept[-2:]
    assert first.machine["drives"] is second.machine["drives"] and first.session["program"] is second.session["program"]
    assert weight(whole(second.machine)["ram"]) > 60_000 and second.size < 25_000


def test_copies_share_parts_of_what_has_changed():
    debugger = debugger_on(b"10 GOSUB 20\r\n20 n=RND:SOUND 1,20:GOTO 20")
    debugger.go()
    debugger.run(2_000_000)
    first = debugger.copy(None)
    debugger.run(2_000_000)
    second = debugger.copy(first)
    for old, new, part in ((first.machine["firmware"], second.machine["firmware"], "cpu"),
                           (first.session["executor"], second.session["executor"], "stack")):
        assert old != new and old[part] is new[part]
    whole_size = debugger.copy(None).size
    assert second.size < whole_size - 5000


def test_a_copy_knows_which_strings_are_the_programs():
    debugger = debugger_on(b'10 b=0:a$="xy"\r\n20 b=1\r\n30 a$=LEFT$("xyz",2)\r\n40 END\r\n')
    debugger.to(20)
    finish(debugger)
    first = debugger.copy(None)
    debugger.to(40)
    finish(debugger)
    texts = [one for one in debugger.session.snapshot()["variables"][0] if isinstance(one, bytes)]
    copied = [one for one in debugger.copy(first).session["variables"][0] if isinstance(one, bytes)]
    assert texts == [b"xy"] == copied and texts[0] is copied[0]


def test_copies_are_thinned_out_before_the_past_is_forgotten(monkeypatch):
    monkeypatch.setattr(history, "EVERY_US", 100_000)
    monkeypatch.setattr(history, "MOST", 600_000)
    monkeypatch.setattr(history, "FEW", 5)
    debugger = debugger_on(b"10 POKE 49152+RND*16383,RND*255:n=n+1:GOTO 10")
    begin = debugger.history.checkpoints[0].us
    debugger.go()
    for _ in range(10):
        debugger.run(3_000_000)
        assert sum(one.size for one in debugger.history.checkpoints) <= 300_000
    assert debugger.history.checkpoints[0].us == begin and len(debugger.history.checkpoints) > 5


def test_a_change_that_fails_in_the_past_keeps_what_files_said(tmp_path):
    file = tmp_path / "A.DAT"
    file.write_bytes(b"1\r\n")
    debugger = debugger_on(b'10 FOR i=1 TO 9:OPENIN "a.dat":INPUT #9,a:CLOSEIN:s=s+a:NEXT\r\n20 END\r\n', drive=tmp_path)
    debugger.to(20)
    finish(debugger)
    present = everything(debugger.session)
    debugger.back(30)
    file.write_bytes(b"5\r\n")
    Console(debugger).obey("do a$=1")
    debugger.to_present()
    assert differences(present, everything(debugger.session)) == [] and debugger.session.variables_by_name["s"] == 9


def test_a_line_begins_where_the_program_comes_back_into_it():
    """Behind a GOSUB, too, and where NEXT leads into the middle."""
    debugger = debugger_on(b"10 GOSUB 100:x=1:y=2\r\n20 FOR i=1 TO 2:z=i\r\n30 NEXT\r\n40 END\r\n100 RETURN\r\n")
    walk(debugger, 9)
    met = []
    for _ in range(7):
        debugger.back_line()
        here = views.here(debugger.session)
        met.append((here.number, here.statement))
    assert met == [(30, 0), (20, 1), (30, 0), (20, 0), (10, 1), (100, 0), (10, 0)]


def test_the_present_is_what_was_left_where_a_replay_ends_a_step_earlier():
    """ESC stops the program and the next key continues it, at the same microsecond; a replay comes to the stop only."""
    debugger = debugger_on(b"10 n=0:GOSUB 100\r\n20 FOR i=1 TO 20:f(i)=i:NEXT:GOTO 20\r\n100 RETURN\r\n")
    walk(debugger, 1)
    debugger.session.input.press(66, 0)
    debugger.session.input.press(61, 0)
    for move, us in ((debugger.go, 20_000), (debugger.step, 5_000), (debugger.step, 20_000)):
        move()
        debugger.run(us)
        debugger.stop()
        before = everything(debugger.session)
        for _ in range(2):
            debugger.back_line()
            debugger.to_present()
            assert differences(before, everything(debugger.session)) == []


def test_the_heat_map_is_the_same_whichever_way_led_to_a_moment():
    debugger = debugger_on(b"10 FOR i=1 TO 30:a=a+i:NEXT:GOSUB 100:GOTO 10\r\n100 b=b+a:RETURN\r\n")
    walk(debugger, 300)
    begin = debugger.clock.us
    debugger.heat(True)
    walk(debugger, 400)
    left, moment = debugger.heat_table(), debugger.clock.us
    assert left

    def is_as_it_was_left() -> bool:
        return debugger.clock.us == moment and debugger.heat_table() == left
    debugger.to_time(begin // 2)
    assert debugger.heat_table() == []              # it did not count yet
    debugger.to_present()
    assert is_as_it_was_left()
    debugger.back(500)
    debugger.past.changes("b")
    debugger.to_time(moment)                        # past the moment where it begins to count
    assert is_as_it_was_left()
    debugger.back(500)
    walk(debugger, 500)
    assert is_as_it_was_left()
    debugger.back(100)
    earlier, here = debugger.heat_table(), debugger.clock.us
    debugger.back(500)
    debugger.to_time(here)
    assert debugger.heat_table() == earlier


def counting(steps):
    """A debugger that has counted heat for so many steps."""
    debugger = debugger_on(b"10 FOR i=1 TO 30:a=a+i:NEXT:GOTO 10\r\n")
    walk(debugger, 300)
    debugger.heat(True)
    walk(debugger, steps)
    return debugger


def test_a_heat_map_begun_in_the_past_counts_up_to_the_present():
    debugger = counting(400)
    debugger.back(500)
    begin = debugger.clock.us
    debugger.heat(True)
    debugger.to_present()
    assert sum(heat.us for heat in debugger.heat_table()) == debugger.clock.us - begin


def test_a_program_that_goes_another_way_is_counted_from_there():
    debugger = counting(50)
    debugger.back(200)
    begin = debugger.clock.us
    debugger.session.input.press(66, 0)
    walk(debugger, 300)
    assert sum(heat.us for heat in debugger.heat_table()) == debugger.clock.us - begin


def test_a_watch_does_not_stop_a_journey():
    """Units are left to look at the clock, and then a watch would be asked."""
    debugger = debugger_on(b"10 EVERY 5 GOSUB 30:FOR j%=1 TO 9000:FOR i%=1 TO 9:a%=a% XOR i%:NEXT\r\n"
                           b"20 b%=j%\\200:NEXT\r\n30 RETURN")
    debugger.go()
    debugger.run(30_000_000)
    debugger.stop()
    begin, end = debugger.begins().us, debugger.clock.us
    debugger.to_time(begin + 2_000_000)
    debugger.add_watch("b%")
    debugger.to_time(end - 1_000_000)
    assert debugger.clock.us >= end - 1_000_000
    debugger.back()
    debugger.to_time(begin + 2_000_000)
    debugger.to_present()
    assert debugger.clock.us == end


@pytest.mark.parametrize("heat", [False, True])
def test_the_end_of_the_timeline_is_the_present(heat):
    """A replay comes to its microsecond, but to another of its steps: what is due there may be done already, or not yet."""
    debugger = debugger_on(b"10 FOR i=1 TO 9000:a=a+i:NEXT")
    debugger.go()
    debugger.run(3_000_000)
    debugger.stop()
    if heat:
        debugger.heat(True)
        debugger.go()
        debugger.run(1_000_000)
        debugger.stop()
    state = debugger.session.machine.sound.interrupts
    debugger.session.machine.sound.interrupts += 3            # what a replay does not come to
    before, end = everything(debugger.session), debugger.clock.us
    debugger.back(5)
    debugger.to_time(end)
    assert differences(before, everything(debugger.session)) == []
    debugger.back(5)
    debugger.go()
    while debugger.history.in_the_past():
        debugger.run(100)
    debugger.stop()
    debugger.to_present()
    assert differences(before, everything(debugger.session)) == [] and state


def test_a_heat_map_does_not_count_what_fails_or_takes_no_time_and_knows_the_present_behind_a_trace():
    debugger = debugger_on(b"10 FOR i=1 TO 9000:a=a+i:NEXT")
    debugger.heat(True)
    debugger.go()
    debugger.run(1_000_000)
    debugger.stop()
    counted = debugger.heat_table()
    with pytest.raises(CommandError):
        debugger.assign("INKEY$", "b")
    with pytest.raises(CommandError):
        debugger.direct("c=1:ERROR 5")
    debugger.assign("b", "SQR(2)")
    assert debugger.heat_table() == counted
    debugger.direct("c=1")
    counted = debugger.heat_table()
    assert counted[-1].number is None
    debugger.trace(50)
    debugger.back(5)
    debugger.to_present()
    assert debugger.heat_table() == counted


def test_a_replay_that_comes_further_than_the_present_is_not_the_present():
    """A run that a face watches may have ended between a statement and what then came due."""
    debugger = debugger_on(b"10 b=1:FOR i=1 TO 900:a=a+i:NEXT")
    debugger.go()
    debugger.run(1_000_000)
    debugger.stop()
    debugger.clock.us += 30
    debugger.history.latest = debugger.clock.us
    before = everything(debugger.session)
    debugger.add_watch("b")
    for go_back in (debugger.back_to_stop, lambda: debugger.back_to_change("b"), lambda: debugger.back(3), debugger.trace):
        go_back()
        debugger.to_present()
        assert differences(before, everything(debugger.session)) == []


def test_what_was_printed_is_that_of_the_present_where_a_replay_had_come_further():
    """A key that came then has made the program print something else."""
    debugger = debugger_on(b"10 a$=INKEY$:IF a$<>\"\" THEN PRINT a$a$;:GOTO 10 ELSE PRINT \".\";:GOTO 10")
    debugger.go()
    debugger.run(50_000)
    debugger.stop()
    history, here = debugger.history, debugger.history.copy()
    debugger.traps.plain_steps()
    history.forward(here.us + 40_000)
    history.restore(here)
    debugger.session.type(b"xyz")
    debugger.go()
    debugger.run(20_000)
    debugger.stop()
    before = everything(debugger.session)
    assert debugger.session.machine.text.printed.endswith(b"xxyy")
    debugger.back_line()
    debugger.to_present()
    assert differences(before, everything(debugger.session)) == []


def test_functions_that_an_edit_has_left_are_there_again_where_run_has_forgotten_them():
    """1.0 leaves them to the statements that ran before the edit."""
    debugger = debugger_on(b"10 DEF FNr(x)=x+1\r\n20 v=v+FNr(1)\r\n30 GOTO 20\r\n", model="464")
    for command in ("", "40 REM"):
        if command:
            debugger.edit(command)
            debugger.direct("GOTO 20")
        debugger.to(30)
        finish(debugger)
    kept = debugger.history.place_in_time()
    assert debugger.evaluate("v") == 4
    debugger.start()
    debugger.to(30)
    finish(debugger)
    debugger.to_kept(kept)
    debugger.assign("q", "1")               # and goes another way, without that
    assert walk(debugger, 6) == 6 and debugger.evaluate("v") == 10


def test_a_moment_is_gone_where_the_past_goes_another_way_at_its_time():
    debugger = debugger_on(b"10 a$=INKEY$:GOTO 10")
    session = debugger.session
    before = debugger.history.place_in_time()
    session.type(b"A")
    kept = debugger.history.place_in_time()
    debugger.to_kept(before)
    session.type(b"B")
    assert debugger.clock.us == kept.moment.us and not debugger.history.is_kept(kept)
    with pytest.raises(CommandError):
        debugger.to_kept(kept)
    assert session.machine.keyboard.typed == b"B"


def test_a_time_in_the_past_lies_before_commands_that_came_at_it():
    """One of them follows the other where that has ended."""
    debugger = debugger_on(b"10 n=n+1:GOTO 10")
    begins = []
    for command in ("m=1", "GOTO 10", "GOTO 10"):
        begins.append(debugger.clock.us)
        debugger.direct(command)
    debugger.to_time(begins[-1])
    assert debugger.past.here == (begins[-1], 3)           # RUN is one, too


def test_a_string_in_data_that_is_read_again_in_the_past_still_lies_in_the_program():
    """1.0 reads from there whatever lies there after an edit."""
    seen = []
    for again in (False, True):
        debugger = debugger_on(b"10 REM\r\n20 READ a$:GOTO 30\r\n30 GOTO 30\r\n40 DATA hello\r\n", model="464")
        begin = debugger.history.place_in_time()
        debugger.to(30)
        finish(debugger)
        if again:
            debugger.to_kept(begin)
            debugger.to(30)
            finish(debugger)
        debugger.edit("10 REM further")
        seen.append(debugger.session.variables_by_name["a$"])
    assert seen[0] == seen[1] != "hello"


def test_an_event_right_behind_another_is_counted_once():
    """A handler's RETURN leads into the next handler: the step between takes time, but is no statement."""
    debugger = debugger_on(b"10 EVERY 2 GOSUB 50\r\n20 GOTO 20\r\n50 FOR i=1 TO 40:NEXT\r\n60 RETURN\r\n")
    clock, where = debugger.clock, debugger.executor.table.where
    for _ in range(3):
        while where[debugger.executor.runner.pc] != (3, 0):
            assert walk(debugger, 1)
        us = clock.us
        walk(debugger, 1)
        assert where[debugger.executor.runner.pc] == (2, 0)
        debugger.back(1)
        assert clock.us == us
        walk(debugger, 1)
