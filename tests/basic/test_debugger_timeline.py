"""The whole past at a glance: marks and plots, and travelling to a time."""

from types import SimpleNamespace

import pytest

from basic.debug.debugger import CommandError, Debugger
from basic.debug.timeline import Plot, Timeline
from basic.units import jit
from cpc import CPC
from tests.everything import differences, everything

PROGRAM = """10 ON ERROR GOTO 100
20 FOR i=1 TO 60:s=s+i MOD 7-3
30 IF i MOD 20=0 THEN PRINT i
40 IF i=33 THEN ERROR 5
50 NEXT
60 a$=INKEY$:IF a$="" THEN 60
70 GOTO 20
100 RESUME NEXT
"""


def on(_):
    return False


@pytest.fixture
def ran():
    cpc = CPC()
    for line in PROGRAM.splitlines():
        number, _, rest = line.partition(" ")
        cpc.session.store(int(number), rest.encode())
    debugger = Debugger(cpc.session)
    timeline = Timeline(debugger, lambda: cpc.machine.text.printed.in_all)
    debugger.start()
    debugger.forget_past()
    debugger.add_breakpoint(60, condition="i>59", passes=2)
    return cpc, debugger, timeline


def go(debugger, timeline, us=20_000):
    debugger.go()
    while debugger.run(us) is None:
        timeline.look()
    timeline.look()


def test_marks_are_where_something_happened(ran):
    cpc, debugger, timeline = ran
    go(debugger, timeline)
    cpc.session.type(b"x")
    debugger.to(70)
    go(debugger, timeline)
    assert [len(timeline.moments(kind)) for kind in ("print", "error", "key")] == [3, 1, 1]
    assert len(timeline.moments("break")) >= 2
    live = list(timeline.prints)
    here = everything(cpc.session)
    timeline.prints = []
    assert timeline.survey(on)
    assert differences(here, everything(cpc.session)) == []
    assert len(timeline.prints) == 3
    assert all(abs(one - other) < 40_000 for one, other in zip(live, timeline.prints, strict=True))
    debugger.to_time(timeline.moments("error")[0])
    assert debugger.evaluate("i") == 33 and timeline.now == timeline.moments("error")[0]
    assert timeline.next_mark(1) == timeline.prints[1] and timeline.next_mark(-1) == timeline.prints[0]
    debugger.to_time(timeline.begin)
    assert timeline.next_mark(-1) == timeline.begin
    debugger.to_present()
    assert timeline.next_mark(1) == timeline.end and differences(here, everything(cpc.session)) == []


def test_a_second_survey_finds_the_same_and_an_early_end_loses_nothing(ran):
    _, debugger, timeline = ran
    go(debugger, timeline)
    assert timeline.survey(on)
    found = list(timeline.prints)
    assert timeline.survey(on) and timeline.prints == found
    timeline.survey(lambda part: False)
    assert timeline.prints == found


def test_another_future_has_other_marks(ran):
    _, debugger, timeline = ran
    go(debugger, timeline)
    debugger.to_time(timeline.prints[0])
    debugger.assign("i", "60")
    go(debugger, timeline)
    assert len(timeline.prints) == 1 and not timeline.moments("error")


def test_a_column_of_a_plot_has_what_held_in_its_time(ran):
    _, _, timeline = ran
    assert timeline.plot("i", on)
    plot = timeline.plots[0]
    plot.moments[:], plot.values[:] = [10, 20, 30], [1.0, 5.0, 2.0]
    assert plot.columns(10, 50, 4) == [(1, 1), (5, 5), (2, 2), (2, 2)]
    assert plot.columns(0, 40, 4) == [None, (1, 1), (5, 5), (2, 2)]
    assert plot.columns(15, 35, 1) == [(1, 5)] and plot.columns(20, 40, 2) == [(5, 5), (2, 2)]


def test_a_plot_has_each_value(ran):
    _, debugger, timeline = ran
    go(debugger, timeline)
    assert timeline.plot("s", on) and timeline.plot("i", on)
    wanted, s = [], 0
    for i in range(1, 61):
        s += i % 7 - 3
        wanted += [s] if i % 7 != 3 else []
    assert timeline.plots[0].values[1:] == wanted and timeline.plots[1].values == [*range(62)]
    columns = timeline.plots[0].columns(timeline.begin, timeline.end, 50)
    assert len(columns) == 50
    assert (min(low for low, _ in columns), max(high for _, high in columns)) == (min(wanted), max(wanted))
    assert timeline.plots[1].columns(timeline.begin - 100, timeline.begin, 1) == [None]
    debugger.assign("s", "1000")
    timeline.look()
    assert timeline.plots[0].values[-1] == 1000
    timeline.remove("s")
    assert [plot.text for plot in timeline.plots] == ["i"]
    for wrong in ('"x"', "a$", "i+", ""):
        with pytest.raises(CommandError):
            timeline.plot(wrong, on)


def test_a_plot_and_a_survey_can_be_ended(ran):
    cpc, debugger, timeline = ran
    go(debugger, timeline)
    here = everything(cpc.session)
    assert not timeline.plot("i", lambda part: part > 0.3) and not timeline.survey(lambda part: part > 0.3)
    assert 0 < len(timeline.plots[0].values) < 60
    assert differences(here, everything(cpc.session)) == []


@pytest.mark.parametrize("runs", [3, jit.RUNS])
def test_any_time_can_be_gone_to(ran, runs, monkeypatch):
    """Also by units that were made of statements which had not been reached at that time."""
    monkeypatch.setattr(jit, "RUNS", runs)
    cpc, debugger, timeline = ran
    go(debugger, timeline)
    here = everything(cpc.session)
    found = {}
    for part in (0.3, 0.9, 0.31, 0.1, 0.9, 0.3, 2, -1, 0.5):
        debugger.to_time(timeline.begin + round(part * (timeline.end - timeline.begin)))
        assert found.setdefault(part, timeline.now) == timeline.now
        assert not debugger.running
    debugger.to_present()
    assert differences(here, everything(cpc.session)) == []


def test_a_plot_in_columns():
    plot = Plot(SimpleNamespace(text="x"))
    for us, value in ((10, 1), (20, 1), (30, 5), (40, -2), (45, b"x"), (50, None), (60, 4)):
        plot.add(us, value)
    assert (plot.moments, plot.values) == ([10, 30, 40, 60], [1, 5, -2, 4])
    assert plot.columns(0, 80, 4) == [(1, 1), (1, 5), (-2, -2), (4, 4)]
    assert plot.columns(0, 80, 8) == [None, (1, 1), (1, 1), (5, 5), (-2, -2), (-2, -2), (4, 4), (4, 4)]
    assert plot.columns(30, 50, 2) == [(5, 5), (-2, -2)] and plot.columns(0, 10, 1) == [None]
    plot.cut(40)
    assert (plot.moments, plot.values) == ([10, 30, 40], [1, 5, -2])
    plot.cut(39)
    assert plot.moments == [10, 30]
