"""Questions about the past: what they find is what single steps see, and they leave everything as it was."""

import random
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from basic.debug.calls import calls_of
from basic.debug.debugger import CommandError
from basic.debug.expressions import Expression
from basic.debug.views import Place, place_of
from basic.native import memory
from basic.units import jit
from basic.units.compiled_unit import CompiledUnit
from basic.units.native_notes import NativeNotes
from cpc.debugger import drawings
from cpc.debugger.console.commands import Console
from cpc.debugger.origins import who_drew_pixel
from cpc.machine import native_engine
from cpc.texts import Texts
from tests.basic import test_units
from tests.basic.test_debugger_history import debugger_on, finish
from tests.commands import drive
from tests.everything import differences, everything
from tests.places import EVERYTHING

needs_engine = pytest.mark.skipif(native_engine() is None, reason="no engine: wasmtime is not installed")

COUNTING = b"""10 DEFINT v
20 v=1
30 FOR i=1 TO 4:GOSUB 100:NEXT
40 PRINT "done"
50 END
100 v=v+i:b(i)=v*2
110 RETURN
""".replace(b"\n", b"\r\n")


def ended(text: bytes = COUNTING, **options):
    debugger = debugger_on(text, **options)
    debugger.go()
    finish(debugger)
    return debugger


def value(one):
    try:
        return one.value()
    except CommandError:
        return None


def stepped(debugger, look):
    """All that is kept, run again by single steps. `look` is given the place of the statement done and of the next, and when
    the first of them ended: what timers take comes behind that."""
    history, session, runner = debugger.history, debugger.session, debugger.executor.runner
    here, end, last, polled = history.here(), debugger.past.end, [None], []

    def poll(pc):
        polled.append(debugger.clock.us)
        return type(runner).poll(runner, pc)

    def seen(count, pc):
        place = place_of(session, pc)
        look(last[0], place, polled[0] if polled else debugger.clock.us)
        last[0] = place
        polled.clear()
    debugger.traps.plain_steps()
    history.restore(history.checkpoints[0])
    runner.poll = poll
    history.forward(end.us, seen=seen, log_until=end.log_at)
    del runner.poll
    look(last[0], Place(None, 0), polled[0] if polled else debugger.clock.us)
    history.go_to(here)


def is_known(debugger, text):
    """Whether the random program has all names of the expression."""
    try:
        debugger.past.named(text)
    except CommandError:
        return False
    return True


def changes_seen(debugger, text, condition=""):
    kinds = list(debugger.session.variables.default_kinds)
    one = Expression(debugger.session, text, kinds=kinds)
    holds = Expression(debugger.session, condition, kinds=kinds) if condition else None
    found, before = [], []

    def look(done, following, ended_at):
        now = value(one)
        if before and before[0] != now and (holds is None or value(holds)):
            found.append((ended_at, done, before[0], now))
        before[:] = [now]
    stepped(debugger, look)
    return found


def log_seen(debugger, place, texts, condition=""):
    expressions = [Expression(debugger.session, text) for text in texts]
    holds = Expression(debugger.session, condition) if condition else None
    found = []

    def look(done, following, ended_at):
        if following == place and (not found or found[-1][0] != debugger.clock.us) and (holds is None or value(holds)):
            found.append((debugger.clock.us, tuple(map(value, expressions))))
    stepped(debugger, look)
    return found


def unlike(first, debugger):
    """What is not as it was. What loops know of each other goes by pcs, which are others when lines are laid out anew."""
    return [one for one in differences(first, everything(debugger.session)) if "executor.loops." not in one]


ASKED = [("x", ""), ("f%(3)", ""), ("g(b% AND 7)+j", ""), ("i%", "a%>20"), ("t$", ""), ("k%", "x>y"), ("h%(1,1)", ""),
         ("c%", "")]


def native_at_once(debugger):
    """All that gets hot is machine code."""
    debugger.executor.jit.native.patience, debugger.executor.jit.native.waits = 0, True


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=needs_engine)])
@pytest.mark.parametrize("seed", range(200 if EVERYTHING else 4))
def test_what_probes_note_is_what_single_steps_see(seed, native, monkeypatch):
    monkeypatch.setattr(jit, "RUNS", 3)
    monkeypatch.setattr(memory, "NOTES_END", memory.NOTES + 20 * memory.NOTE_SIZE)
    rng = random.Random(seed)
    debugger = debugger_on("\n".join(test_units.program(seed)).encode(), model="464")
    if native:
        native_at_once(debugger)
    debugger.go()
    debugger.run(6_000_000)
    debugger.stop()
    first = everything(debugger.session)
    for text, condition in rng.sample([one for one in ASKED if is_known(debugger, one[0])], 3):
        seen = changes_seen(debugger, text, condition)
        for _ in range(2):                  # the second time, units are there
            found = debugger.past.changes(text, condition)
            assert [(note.us, note.place, *note.values) for note in found.notes] == seen
            assert unlike(first, debugger) == []
        if not condition:
            latest = debugger.past.last_change(text)
            assert (latest and (latest.us, latest.place, *latest.values)) == (seen[-1] if seen else None)
    for texts, condition in (["a%", "x", "t$"], ""), (["i%", "a%", "x"], rng.choice(["", "a% AND 1"])):
        texts = [text for text in texts if is_known(debugger, text)]
        place = Place(rng.choice([20, 30, 38, 48, 900, 930]), rng.randrange(3))
        seen = log_seen(debugger, place, texts, condition)
        for _ in range(2):
            found = debugger.past.log(place, texts, condition)
            assert [(note.us, note.values) for note in found.notes] == seen
            assert unlike(first, debugger) == []


def test_probes_look_within_units(monkeypatch):
    """The comparison above would be empty if units ended where probes are."""
    monkeypatch.setattr(jit, "RUNS", 3)
    debugger = ended(b"10 FOR i%=1 TO 400:a%=a%+i% MOD 7:NEXT")
    with debugger.past._staying():
        assert len(debugger.past.changes("a%").notes) > 300
        assert any("k0" in made.source and made.loops for made, _ in debugger.executor.jit.suspended.values())


def ended_as_machine_code(monkeypatch, text):
    """A program that has run to its end; and how many notes are told at once from now on."""
    monkeypatch.setattr(jit, "RUNS", 3)
    debugger = debugger_on(text)
    native_at_once(debugger)
    debugger.go()
    finish(debugger)
    told, tell = [], NativeNotes.end
    monkeypatch.setattr(NativeNotes, "end", lambda notes: (told.append(notes.pending), tell(notes)))
    return debugger, told


@needs_engine
def test_a_log_is_written_within_machine_code(monkeypatch):
    debugger, told = ended_as_machine_code(monkeypatch, b"10 FOR i%=1 TO 6000\r\n20 a%=a% XOR i%:x=x+a%\r\n30 NEXT")
    for place in Place(20, 0), Place(20, 1), Place(30, 0):
        told.clear()
        found = debugger.past.log(place, ["i%", "a%", "x"], "i%>1000").notes
        assert [note.values[0] for note in found] == [*range(1001, 6001)] and {note.place for note in found} == {place}
        assert sum(told) > 4000


@needs_engine
def test_probes_look_within_machine_code(monkeypatch):
    debugger, told = ended_as_machine_code(monkeypatch, b"10 FOR i%=1 TO 6000:GOSUB 20:NEXT:END\r\n20 a%=a% XOR i%:RETURN")
    assert len(debugger.past.changes("a%").notes) == 6000
    assert sum(told) > 5800 > max(told)         # there is not room for all at once
    told.clear()
    assert [row.calls for row in calls_of(debugger.past).table() if row.line == 20] == [6000]
    assert sum(told) > 11_000


@needs_engine
def test_machine_code_ends_at_a_breakpoint_and_comes_back_without_it(monkeypatch):
    monkeypatch.setattr(jit, "RUNS", 3)
    debugger = debugger_on(b"10 FOR j%=1 TO 30000:FOR i%=1 TO 9:a%=a% XOR i%:b%=b%+1:b%=b%-1:b%=b%+2:b%=b%-2:NEXT:NEXT")
    native_at_once(debugger)

    def units():
        debugger.go()
        debugger.run(3_000_000)
        return set(debugger.executor.jit.native.program.units.values())
    free = units()
    breakpoint = debugger.add_breakpoint(10, 2, "a%=-1")
    assert free - units()
    debugger.remove(breakpoint.id)
    assert free and free <= units()


def test_an_expression_that_always_fails_leaves_no_unit_again_and_again(monkeypatch):
    """It took minutes for some seconds of the past."""
    debugger = ended(b"10 FOR i=1 TO 2000:a=a+i:NEXT")
    left, leave = [], CompiledUnit.leave

    def counted(unit, *given):
        left.append(unit)
        leave(unit, *given)
    monkeypatch.setattr(CompiledUnit, "leave", counted)
    assert debugger.past.changes("a=1/0").notes == []
    assert len(left) < 100


def test_names_are_those_of_the_statement():
    debugger = ended()
    assert [note.values for note in debugger.past.changes("v").notes] == [(0, 1), (1, 2), (2, 4), (4, 7), (7, 11)]
    found = debugger.past.log(Place(110, 0), ["v", "b(i)", "b(99)"], "i>2")
    assert [note.values for note in found.notes] == [(7, 14.0, None), (11, 22.0, None)]
    found = debugger.past.log(Place(110, 0), ["b"], "i=3")              # there is no plain variable b: the whole array
    assert [note.values[0][:5] for note in found.notes] == [(0, 4, 8, 14, 0)]


def test_going_to_what_was_found():
    debugger = ended()
    found = debugger.past.changes("v").notes
    debugger.go_to(found[2])
    assert (debugger.evaluate("v"), debugger.evaluate("i")) == (2, 2)
    debugger.go_to(found[4])
    assert (debugger.evaluate("v"), debugger.evaluate("i")) == (7, 4)
    assert debugger.past.last_change("v") == found[3]
    assert debugger.past.changes("v").notes == found
    debugger.assign("v", "50")
    with pytest.raises(CommandError, match="not kept"):
        debugger.go_to(debugger.past.changes("v").notes[-1]._replace(us=debugger.clock.us + 1))


def test_what_was_found_is_gone_when_the_program_goes_another_way():
    """Its time lies in the new past, too, but it does not lead there."""
    debugger = ended()
    found = debugger.past.changes("v").notes
    debugger.go_to(found[2])
    debugger.assign("v", "50")
    debugger.go()
    finish(debugger)
    present = everything(debugger.session)
    assert found[3].us < debugger.past.end.us
    with pytest.raises(CommandError, match="not kept"):
        debugger.go_to(found[3])
    assert unlike(present, debugger) == []
    debugger.go_to(found[1])
    assert debugger.evaluate("v") == 1


@pytest.mark.parametrize("text, entered", [
    (b"10 x=1:INPUT a(99)", lambda debugger: debugger.session.type(b"5\r")),
    (b"10 x=1:END\r\n20 FOR i=1 TO 3", lambda debugger: debugger.direct("GOTO 20")),
])
def test_an_error_stops_before_its_statement_and_what_was_entered_is_kept(text, entered):
    """What came from outside while the program waited came behind the last statement that was done."""
    debugger = debugger_on(text)
    debugger.stops_on_error = True
    debugger.go()
    finish(debugger, 500_000)
    debugger.go()
    finish(debugger, 500_000)           # at Ready, where it has ended
    debugger.stop()
    entered(debugger)
    debugger.go()
    assert finish(debugger).reason == "error"
    assert place_of(debugger.session, debugger.executor.runner.pc).number == (20 if b"FOR" in text else 10)
    here, end, begin = debugger.past.here, debugger.past.end, debugger.history.checkpoints[0].us
    assert end.us >= debugger.history.log[-1].us and end.log_at == len(debugger.history.log)
    calls = calls_of(debugger.past)
    assert calls.complete and calls.root.inclusive == end.us - begin and debugger.past.here == here
    debugger.to_present()
    assert debugger.past.here == end
    debugger.go()
    assert finish(debugger).reason == "ended"


def test_back_leads_to_where_a_command_had_led():
    """The program had ended some time ago: that time is not a statement's."""
    debugger = ended(b"10 END\r\n20 y=2:z=3\r\n")
    debugger.go()
    finish(debugger, 500_000)
    debugger.stop()
    debugger.direct("GOTO 20")
    led = debugger.past.here
    debugger.step()
    finish(debugger)
    for way in (debugger.back, lambda: debugger.back_to_change("y"), lambda: debugger.go_to(debugger.past.last_change("y"))):
        way()
        assert debugger.past.here == led and place_of(debugger.session, debugger.executor.runner.pc) == Place(20, 0)
        debugger.to_present()


def test_a_moment_that_the_past_does_not_lead_to_ends_a_question():
    debugger = ended()
    first, end = everything(debugger.session), debugger.past.end
    with pytest.raises(CommandError, match="could not be run again"):
        debugger.past.run([], [], end=end._replace(log_at=end.log_at + 1))
    assert unlike(first, debugger) == []


def test_a_question_can_be_ended(monkeypatch):
    debugger = ended(b"10 FOR i=1 TO 3000:a=a+1:NEXT")
    first = everything(debugger.session)
    found = debugger.past.changes("a", progress=lambda part: part > 0.3)
    assert not found.complete and 500 < len(found.notes) < 2000
    assert unlike(first, debugger) == []


def test_a_fault_of_a_question_loses_nothing(monkeypatch):
    debugger = ended()
    first = everything(debugger.session)

    def fails(part):
        raise RuntimeError
    with pytest.raises(RuntimeError):
        debugger.past.changes("v", progress=fails)
    assert unlike(first, debugger) == []
    assert len(debugger.past.changes("v").notes) == 5


def test_questions_do_not_count_for_the_heat_map():
    debugger = debugger_on(COUNTING)
    debugger.heat(True)
    debugger.go()
    finish(debugger)
    before = debugger.heat_table()
    debugger.past.changes("v")
    debugger.trace(5)
    assert debugger.heat_table() == before




def test_the_commands(tmp_path):
    console = Console(ended())
    assert console.obey("history v")[0].split() == ["seconds", "line", "v"]
    assert [row.split()[0:1] + row.split()[2:] for row in console.obey("log 110 i,v if i>2")[1:]] == [
        ["1", "110", "3", "7"], ["2", "110", "4", "11"]]
    console.obey("at 1")
    assert console.obey("print v") == ["7"]
    assert console.obey("who v")[0].startswith("v: 4 -> 7 in line 100, ")
    assert console.obey("who b(2)")[1] == "  b(i)=v*2"
    assert console.obey("at 7") == ["The last answer has no row 7."]
    file = tmp_path / "v.csv"
    assert console.obey(f"history v to {file}") == [f"5 rows are in {file}."]
    assert file.read_text().splitlines()[0::5] == ["seconds,line,v", file.read_text().splitlines()[5]]
    assert file.read_text().splitlines()[5].endswith(",100,11")


CALLS = b"""10 EVERY 20 GOSUB 300
20 FOR i=1 TO 300:GOSUB 100:NEXT
30 x=2:ON x GOSUB 100,200:ON 0 GOSUB 100,200
40 END
100 REM Outer
110 IF i MOD 3=0 THEN GOSUB 200
120 RETURN
200 REM Inner
210 a=a+1:IF a MOD 50=0 THEN GOSUB 200
220 RETURN
300 REM Clock
310 t=t+1:RETURN
"""


@pytest.mark.parametrize("runs", [3, 1 << 60])
def test_calls_are_counted_and_their_times_add_up(runs, monkeypatch):
    monkeypatch.setattr(jit, "RUNS", runs)
    debugger = ended(CALLS)
    calls = calls_of(debugger.past)
    table = {one.line: one for one in calls.table()}
    assert table[100].calls == 300
    inner = int(debugger.evaluate("a"))
    assert table[200].calls == inner == 103
    assert table[300].calls == debugger.evaluate("t") > 3
    whole = debugger.past.end.us - debugger.past.begin.us
    assert sum(one.own for one in table.values()) == table[None].inclusive
    assert whole <= table[None].inclusive < whole + 20_000
    assert table[200].own <= table[200].inclusive < table[100].inclusive
    assert {depth for depth, call in calls.root.walk() if call.line == 200} >= {1, 2}
    drawing = drawings.flame_graph(calls, debugger.names.by_line())
    root = ElementTree.fromstring(drawing)
    assert root.tag.endswith("svg") and "200 Inner" in drawing
    bars = [[float(one.attrib[name]) for name in ("x", "y", "width", "height")] for one in root.iter() if "x" in one.attrib
            and one.tag.endswith("rect")]
    assert len(bars) > 4 and bars[0][0] == 0 and abs(bars[0][2] - float(root.attrib["width"])) < 1
    assert all(0 <= y < y + high <= float(root.attrib["height"]) for _, y, _, high in bars)
    for x, y, wide, _ in bars[1:]:          # each bar stands on the one that called it
        assert any(below - 0.2 <= x and x + wide <= below + room + 0.2 and under > y for below, under, room, _ in bars)


def test_units_and_steps_count_the_same_calls(monkeypatch):
    found = []
    for runs in (3, 1 << 60):
        monkeypatch.setattr(jit, "RUNS", runs)
        calls = calls_of(ended(CALLS).past)
        found.append([(depth, call.line, call.calls, call.own) for depth, call in calls.root.walk()])
    assert found[0] == found[1]


SEARCH = b"""10 DEFINT a-z:DIM v(9):k=0
20 best=-99:GOSUB 100:PRINT best;wins
30 END
100 REM all moves at depth k
110 v(k)=0
120 v(k)=v(k)+1:IF v(k)>3 THEN RETURN
130 k=k+1
140 IF k<3 THEN GOSUB 100 ELSE r=v(0)*v(1)-v(2)
150 k=k-1
160 IF r=4 THEN wins=wins+1:RETURN
170 GOTO 120
"""


def test_the_tree_of_a_search():
    debugger = ended(SEARCH)
    console = Console(debugger)
    said = console.obey("tree 140 v(k-1) depth k value 160 r depth k+1 cut 160:2")
    assert said[0].endswith("2 moves, 25 in all.") and said[-1].split()[1:] == ["2", "4", "cut"]
    assert [row.split()[1:] for row in said[1:6]] == [["1", "0"], ["1", "-2"], ["1", "0"], ["2", "-1"], ["3", "-2"]]
    assert [row.split()[3:] for row in said if "cut" in row] == [["cut"]] * 3
    console.obey("at 4")
    assert [debugger.evaluate(text) for text in ("v(0)", "v(1)", "v(2)")] == [1, 1, 2]
    by_gosubs = console.obey("tree 140 v(k-1)")
    assert [row.split()[:2] for row in by_gosubs[1:]] == [row.split()[:2] for row in said[1:]]
    assert console.obey("tree")[0].startswith("This listing's search is not known")


def test_the_drawing_of_a_tree_has_each_move_below_the_one_before(tmp_path):
    console = Console(ended(SEARCH))
    command = "tree 140 v(k-1) depth k value 160 r depth k+1 cut 160:2"
    console.obey(f"{command} to {tmp_path / 'tree.txt'}")
    console.obey(f"{command} to {tmp_path / 'tree.svg'}")
    rows = (tmp_path / "tree.txt").read_text(encoding="utf-8").splitlines()
    drawing = ElementTree.parse(tmp_path / "tree.svg").getroot()
    width, height = (int(drawing.attrib[name]) for name in ("width", "height"))
    texts = [one for one in drawing.iter() if one.tag.endswith("}text")]
    assert [one.text for one in texts] == [row.strip() for row in rows]
    heights = [float(one.attrib["y"]) for one in texts]
    steps = {after - before for before, after in pairwise(heights)}
    assert len(steps) == 1 and min(steps) > 10 and 0 < heights[0] < min(steps) and heights[-1] < height
    places = {(len(row) - len(row.lstrip()), float(one.attrib["x"])) for row, one in zip(rows, texts, strict=True)}
    assert len(places) == len(dict(places)) > 1 and all(0 < x < width for _, x in places)
    assert sorted(places) == sorted(places, key=lambda place: place[1])     # the deeper, the further to the right
    for line in (one for one in drawing.iter() if one.tag.endswith("}path")):
        left, begin, end, right = (float(one) for one in re.findall(r"M(\d+),(\d+) V(\d+) H(\d+)", line.attrib["d"])[0])
        assert 0 < begin < end <= heights[-1]
        above, = (float(one.attrib["x"]) for one in texts if float(one.attrib["y"]) == begin - 1)      # of the move before
        assert above <= left < right < min(x for _, x in places if x > above)


def test_who_drew_and_who_sounds():
    debugger = ended(b"""10 MODE 1:PLOT 100,100,1
20 FOR i=0 TO 300:DRAW i,100,1:NEXT
30 LOCATE 5,3:PRINT "AB"
40 SOUND 1,200,400:SOUND 2,300,400:SOUND 1,100,500
""")
    console = Console(debugger)
    assert "line 10:2" in console.obey("who pixel 100,100")[0]
    assert "line 20:2" in console.obey("who pixel 64,100")[0]
    assert console.obey("who char 6,3")[0].startswith("char 6,3: in line 30:2")
    assert console.obey("who sound B")[1] == "  SOUND 2,300,400"
    assert console.obey("who sound A")[1] == "  SOUND 1,200,400"
    assert console.obey("who sound C") == ["sound C: no statement of all that is kept."]
    console.obey("back")
    assert console.obey("who sound C") == ["sound C: no statement before here; present goes forward again."]
    assert console.obey("who pixel 700,1") == ["700,1 is not on the screen: x goes from 0 to 639, y from 0 to 399."]


def test_what_clears_has_drawn_also_where_it_was_clear():
    console = Console(ended(b"""10 w=2:MODE 1
20 PLOT 100,100:CLS
30 WINDOW #2,1,10,1,5:CLS #w
40 ORIGIN 0,0,320,640,0,100:CLG
50 CLS #w:GOTO 70
60 CLS
70 MOVE 0,0
"""))
    by_place = {"20:2": ["pixel 100,100", "pixel 160,320", "pixel 159,319", "pixel 320,102", "pixel 319,101", "char 11,5",
                         "char 10,6", "char 1,25"],
                "40:2": ["pixel 320,101", "char 40,25"], "50": ["pixel 159,320", "char 10,5"]}
    for what, place in ((what, place) for place, all_there in by_place.items() for what in all_there):
        assert f"in line {place}, " in console.obey(f"who {what}")[0], what
    assert console.obey("who pixel 100,100")[0].startswith("pixel 100,100: 1 -> 0")
    console.obey("do MODE 1")
    assert console.obey("who pixel 100,100")[0].startswith("pixel 100,100: 0 -> 0 in a direct command")


def test_what_sounds_now():
    console = Console(ended(b"""10 ENV 1,15,-1,20:ENT 2,5,1,20
20 SOUND 1,200,400,15,1,2:SOUND 2,253,400,12:SOUND 2,100,500,5
"""))
    assert console.obey("sounds") == ["A  D#5 (621.9 Hz, period 201), volume 14, ENV 1, ENT 2",
                                      "B  B4 (494.1 Hz, period 253), volume 8, 1 more in the queue", "C  silent"]
    console.texts = Texts("de")
    assert console.obey("sounds") == ["A  Dis5 (621.9 Hz, Periode 201), Lautst\xe4rke 14, ENV 1, ENT 2",
                                      "B  H4 (494.1 Hz, Periode 253), Lautst\xe4rke 8, 1 weitere in der Schlange", "C  still"]
    noise = Console(ended(b"10 ENV 1,=9,2000:SOUND 4,0,400,9,1,0,7"))
    assert noise.obey("sounds")[2].startswith("C  noise 7, the chip's envelope 9, period 2000")


def test_a_board_in_motion(tmp_path):
    debugger = ended(b"10 DIM b(3,1):b(1,1)=5:FOR i=1 TO 40:b(0,0)=i:NEXT")
    console = Console(debugger)
    assert console.obey(f"movie b if i>30 to {tmp_path / 'b.gif'}") == [f"10 pictures are in {tmp_path / 'b.gif'}."]
    assert (tmp_path / "b.gif").read_bytes().startswith(b"GIF89a")
    assert console.obey("array b labels flip") == [" 1  0  5  0  0", " 0 40  0  0  0", "    0  1  2  3"]
    assert console.obey("array b turn width 3") == ["40  0", " 0  5", " 0  0", " 0  0"]


@pytest.mark.parametrize("seed, most", [
    (1, 60), (108, 60),
    (3084, 40),         # what was printed: the statement before which an error had stopped it was in the way
    (3001, 60),         # what comes due where it stops takes time: the present is behind it; a key is waited for
    (3054, 20),         # a timer's handler is entered over a scan
    (3101, 108),        # an error of a statement that takes no time before it fails
])
def test_random_commands_lose_nothing(seed, most):
    """python3 -m tests.commands does as many as you like."""
    assert drive(seed, most=most) == most


@pytest.mark.parametrize("times, often", [(200, set()), (8000, {(0, 2)})])
def test_units_end_where_the_machine_is_looked_at_seldom_and_have_it_in_them_where_it_is_looked_at_often(times, often):
    debugger = ended(b"10 MODE 1:FOR i=1 TO %d:PLOT 100,100,i MOD 3:NEXT:PLOT 200,200,3" % times)
    with debugger.past._staying():
        assert who_drew_pixel(debugger, 200, 200).place.statement == 4
        assert who_drew_pixel(debugger, 100, 100).place.statement == 2
        assert debugger.traps.often == often
