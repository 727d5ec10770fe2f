"""What the debugger shows of the machine, as exact texts: the listing, the stack, events, DATA, the rest of the state."""

import pytest

from basic.debug import boards, cross_reference, views
from basic.debug.boards import Cut
from basic.debug.debugger import CommandError
from basic.debug.facts import BoardFacts, Squares
from basic.debug.views import Line, Place, StackEntry
from cpc import CPC
from tests.basic.test_debugger_history import debugger_on, finish


def standing(text: str, line: int, statement: int = 0, **options):
    """A debugger whose program has come to a line."""
    debugger = debugger_on(text.replace("\n", "\r\n").encode("latin-1"), **options)
    if views.here(debugger.session) != (line, statement):
        debugger.to(line, statement)
        assert finish(debugger).reason == "step"
    return debugger


def ready(*lines: str, **options):
    """A session in which these lines have been typed."""
    cpc = CPC(**options)
    cpc.type("".join(line + "\n" for line in lines))
    assert cpc.run_until_idle(60)
    return cpc.session


@pytest.mark.parametrize(("value", "text"), [
    (5, "5"), (-3, "-3"), (2.5, "2.5"), (-0.001, "-0.001"), (1e10, "1E+10"), (b"a\"b", '"a"b"'), (b"", '""'), (None, "None"),
    ("name", "name")])
def test_a_value_as_it_would_be_typed(value, text):
    assert views.text_of(value) == text


def test_places_have_their_statement_from_the_second_on():
    assert [str(Place(10, 0)), str(Place(10, 1)), str(Place(None, 0))] == ["10", "10:2", "direct"]


# the listing

LISTED = """10 a=1: b=2 :PRINT "a:b":REM c
20 IF a THEN PRINT 1 ELSE PRINT 2:'end
30 END
40 x=1
"""


def test_the_lines_around_a_line():
    session = standing(LISTED, 20, 1).session
    whole = [Line(10, '10 a=1: b=2 :PRINT "a:b":REM c'), Line(20, "20 IF a THEN PRINT 1 ELSE PRINT 2:'end", (13, 20)),
             Line(30, "30 END"), Line(40, "40 x=1")]
    assert views.listing(session) == whole
    assert views.listing(session, before=0, after=0) == whole[1:2]
    assert views.listing(session, 30, 1, 0) == whole[1:3]
    assert views.listing(session, 25, 1, 1) == whole[1:4]
    assert views.listing(session, 5, 3, 1) == whole[:2]
    assert views.listing(session, 99, 1, 3) == whole[3:]
    assert views.listing(ready("10 x=1", "20 y=2"), after=0) == [Line(10, "10 x=1")]
    assert views.listing(ready()) == []


def test_the_text_of_each_statement():
    session = standing(LISTED, 10).session
    assert [views.statement_text(session, Place(10, at)) for at in range(5)] == ["a=1", "b=2", 'PRINT "a:b"', "REM c", ""]
    assert views.statements_in(session, 20) == 6
    assert [views.statement_text(session, Place(20, at)) for at in range(6)] == [
        "IF a THEN", "PRINT 1", "ELSE", "PRINT 2", "", "'end"]
    assert [views.statement_range(session, 10, at) for at in range(4)] == [(3, 6), (8, 11), (13, 24), (25, 30)]
    assert views.statement_text(session, Place(15, 0)) == views.statement_text(session, Place(None, 0)) == ""


def test_a_line_that_lists_longer_than_255_is_cut():
    session = ready("10 " + ":".join(["?1"] * 60))
    text = views.line_text(session, 10)
    assert len(text) == 255 and text.startswith("10 PRINT 1:PRINT 1")
    first, last = views.statement_range(session, 10, 59)
    assert first == last == 255


# what the machine does

def test_what_the_machine_does_where_no_line_comes_next():
    assert views.state_sentence(ready()) == "The CPC waits for a line."
    cpc = CPC()
    cpc.type("FOR i=1 TO 5000:NEXT\n")
    cpc.run(1)
    assert views.state_sentence(cpc.session) == "Direct: FOR i=1 TO 5000:NEXT"
    for at_its_end in (-1, 0):
        debugger = standing("10 x=1\n", 10)
        runner, table = debugger.executor.runner, debugger.executor.table
        runner.pc = (views.END_OF_PROGRAM, table.end_pc())[at_its_end]
        assert views.state_sentence(debugger.session) == "The program is at its end."
        runner.pc = views.PAUSED
        assert views.state_sentence(debugger.session) == "The program is paused: a key goes on, ESC stops it."
        runner.pc = views.READY
        assert views.state_sentence(debugger.session) == "The CPC is ready."


def test_the_stack_from_the_innermost():
    debugger = standing("10 DEFINT k:FOR i=1 TO 9 STEP 2:FOR k=5 TO 6:WHILE 1:GOSUB 30\n"
                        "20 WEND:NEXT:NEXT\n25 END\n30 x=1:RETURN\n", 30)
    assert views.stack(debugger.session) == [
        StackEntry("GOSUB", Place(10, 4), "back to 20", Place(20, 0)), StackEntry("WHILE", Place(10, 3), "", Place(10, 4)),
        StackEntry("FOR", Place(10, 2), "k% = 5 to 6", Place(10, 3)),
        StackEntry("FOR", Place(10, 1), "i = 1 to 9 step 2", Place(10, 2))]


def test_an_event_on_the_stack():
    debugger = standing("10 AFTER 5 GOSUB 30\n20 n=n+1:GOTO 20\n30 RETURN\n", 30)
    entry, = views.stack(debugger.session)
    assert (entry.kind, entry.place, entry.text) == ("EVENT", entry.returns, f"an event came before {entry.place}")
    assert entry.place.number == 20


def test_what_waits_for_events():
    debugger = standing("5 FOR i=1 TO 5:SOUND 2,100,3000:NEXT:ON SQ(2) GOSUB 50\n"
                        "10 AFTER 500,2 GOSUB 50:EVERY 60,3 GOSUB 50:ON BREAK GOSUB 50:DI\n20 x=1\n50 RETURN\n", 20)
    told = views.timers(debugger.session)
    left = debugger.executor.events.timers[2].remaining
    assert [one.partition(": in")[0] for one in told] == [
        f"AFTER {left},2 GOSUB 50", "EVERY 60,3 GOSUB 50", "ON SQ(2) GOSUB 50", "ON BREAK GOSUB 50", "DI"]
    events = debugger.executor.events
    assert told[0].endswith(f": in {events.timers[2].remaining}/50 s") and 490 < events.timers[2].remaining <= 500
    events.timers[2].pending = True
    assert "timer 2 is due: GOSUB 50" in views.timers(debugger.session)
    debugger.session.machine.keyboard.arm_break(True)
    assert views.timers(ready()) == []


def test_renum_leads_events_to_the_new_lines():
    executor = standing("5 FOR i=1 TO 5:SOUND 2,100,3000:NEXT\n10 ON BREAK GOSUB 30:AFTER 9000,1 GOSUB 30:ON SQ(2) GOSUB 40\n"
                        "20 ON ERROR GOTO 40\n25 END\n30 RETURN\n40 RETURN\n", 25).executor
    events, errors = executor.events, executor.errors
    errors.direct_in = 20
    for one in events, errors:
        one.renumber({20: 105, 30: 110, 40: 120})
    assert (events.on_break, events.timers[1].line, events.sound_lines) == (110, 110, [None, 120, None])
    assert (errors.on_error, errors.direct_in) == (120, 105)
    for one in events, errors:
        one.renumber({1: 2})
    assert (events.on_break, events.timers[1].line, events.sound_lines[1], errors.on_error, errors.direct_in) == (
        110, 110, 120, 120, 105)


# DATA, and the rest

DATA = "10 READ a\n20 DATA 1,two\n30 READ b$:READ c$\n40 DATA three\n50 END\n"


@pytest.mark.parametrize(("line", "statement", "told"), [
    (10, 0, "before line 10"), (30, 0, "in line 20 before ,two"), (30, 1, "at the end of line 20"),
    (50, 0, "at the end of line 40")])
def test_what_the_next_read_takes(line, statement, told):
    assert views.data_pointer(standing(DATA, line, statement).session) == told


def test_the_pointer_where_there_is_no_program():
    assert views.data_pointer(ready()) == "at the end"


def test_a_long_rest_of_data_is_cut():
    session = standing("10 READ a\n20 DATA 1,bcdefghijklmnopqrstuvwxyz0123456789\n30 END\n", 30).session
    assert views.data_pointer(session) == "in line 20 before ,bcdefghijklmnopqrstuvwxyz0123"


def test_the_state_has_errors_angles_and_room():
    debugger = standing("10 DEG:ON ERROR GOTO 30\n20 ERROR 77\n30 x=1:RESUME 40\n40 RAD:END\n", 30)
    told = dict(views.state(debugger.session))
    assert told["ON ERROR"] == "GOTO 30" and told["error"] == "ERR 77 in line 20, being handled" and told["angles"] == "DEG"
    assert told["free"] == str(debugger.session.variables.free())
    assert told["time"] == f"{debugger.clock.us / 1000000:.6f} s" and told["DATA"] == "before line 10"
    debugger.to(40)
    finish(debugger)
    debugger.step()
    finish(debugger)
    told = dict(views.state(debugger.session))
    assert told["angles"] == "RAD" and "error" not in told
    assert dict(views.state(ready("20 ERROR 77", "RUN")))["error"] == "ERR 77 in line 20"
    assert [name for name, _ in views.state(ready())] == ["time", "DATA", "angles", "free"]


# variables and arrays

def test_variables_and_what_has_changed():
    session = ready("DEFINT i:DEFSTR s:a=1:i=2:i!=3:s=\"x\":s!=4:a%=5:DIM q(2),i(3),s(1,2)")
    before = views.values_of(session.variables)
    assert [(one.name, one.text, one.changed) for one in views.scalars(session)] == [
        ("a", "1", True), ("i%", "2", True), ("i!", "3", True), ("s$", '"x"', True), ("s!", "4", True), ("a%", "5", True)]
    assert [(one.name, one.tops) for one in views.arrays(session)] == [("q", (2,)), ("i%", (3,)), ("s$", (1, 2))]
    session.variables.values[list(session.variables.created)[1]] = 7
    session.variables.data[session.variables.array_order[0]][1] = 5.0
    assert [one.name for one in views.scalars(session, before) if one.changed] == ["i%"]
    assert [one.changed for one in views.arrays(session, before)] == [True, False, False]
    assert views.earlier_elements(session, "q", before) == [0, 0, 0] and views.elements(session, "q") == [0, 5, 0]
    assert views.earlier_elements(session, "i", views.NOTHING) == [None] * 4
    assert views.array_named(session, "s()").tops == (1, 2) and views.sizes_of(session, "S$") == (2, 3)
    for known in ("q!", "q(", " Q ", "i%", "i", "s$"):
        assert views.array_number(session, known) in session.variables.array_order
    for unknown in ("q%", "i!", "s!", "x"):
        with pytest.raises(CommandError, match="has not been dimensioned yet"):
            views.array_number(session, unknown)


# tables and boards

def rows(session, name, **cut):
    return boards.grid(session, name, Cut(**cut))


@pytest.fixture
def tables():
    return ready("DIM a%(11),b%(2,1),c%(1,1,1):FOR i=0 TO 11:a%(i)=i:NEXT:FOR i=0 TO 2:b%(i,0)=i:b%(i,1)=i+10:NEXT",
                 "c%(1,0,0)=1:c%(0,1,0)=2:c%(0,0,1)=3")


def test_an_array_as_a_table(tables):
    assert rows(tables, "a%") == [[str(at) for at in range(10)], ["10", "11"]]
    assert rows(tables, "a%", width=5) == [["0", "1", "2", "3", "4"], ["5", "6", "7", "8", "9"], ["10", "11"]]
    assert rows(tables, "b%") == [["0", "1", "2"], ["10", "11", "12"]]
    assert rows(tables, "b%", turn=True) == [["0", "10"], ["1", "11"], ["2", "12"]]
    assert rows(tables, "b%", flip=True) == [["10", "11", "12"], ["0", "1", "2"]]
    assert rows(tables, "a%", width=4, border=1) == [["5", "6"]]
    assert rows(tables, "a%", width=5, turn=True) == [["0", "5", "10"], ["1", "6", "11"], ["2", "7"], ["3", "8"], ["4", "9"]]
    assert rows(tables, "c%") == [["0", "1"], ["2", "0"], ["3", "0"], ["0", "0"]]
    assert rows(tables, "b%", letters={"11": "x"}) == [["0", "1", "2"], ["10", "x", "12"]]
    with pytest.raises(CommandError, match="A table has at least one column"):
        rows(tables, "a%", width=-1)


def test_the_names_of_rows_and_columns(tables):
    one = boards.arranged(tables, "a%", Cut(width=4))
    assert (one.rows, one.columns, one.labelled) == (["0", "4", "8"], ["+0", "+1", "+2", "+3"], False)
    two = boards.arranged(tables, "c%", Cut(labels=True))
    assert (two.rows, two.columns, two.labelled) == (["0,0", "1,0", "0,1", "1,1"], ["0", "1"], True)
    turned = boards.arranged(tables, "b%", Cut(turn=True, flip=True))
    assert (turned.rows, turned.columns, turned.places) == (["2", "1", "0"], ["0", "1"], [[2, 5], [1, 4], [0, 3]])
    assert boards.place_of_element((2, 1), (3, 2)) == 5 and boards.subscripts_at(5, (3, 2)) == [2, 1]
    assert boards.subscripts_at(7, (2, 2, 2)) == [1, 1, 1] and boards.place_of_element((0, 0, 1), (2, 2, 2)) == 4


def test_an_array_as_the_board_that_it_is_known_to_be(tables):
    board = BoardFacts("b%", (((0, 1), (2, 1)), ((0, 0), (2, 0))), ("top", "low"), ("l", "r"), {"12": "K", "0": "."})
    found = boards.arranged(tables, "b%", Cut(letters={"0": "-"}), board)
    assert (found.places, found.rows, found.columns, found.labelled) == ([[3, 5], [0, 2]], ["top", "low"], ["l", "r"], True)
    assert found.letters == {"12": "K", "0": "-"}
    assert boards.grid(tables, "b%", board=board) == [["10", "K"], [".", "2"]]
    for cut in Cut(plain=True), Cut(width=3):
        plain = boards.arranged(tables, "b%", cut, board)
        assert plain.places == [[0, 1, 2], [3, 4, 5]] and not plain.labelled and plain.letters == {}
    for wrong in ((3, 0),), ((0, 2),), ((0,),), ((0, 0, 0),):
        with pytest.raises(CommandError, match="too small"):
            boards.arranged(tables, "b%", board=board._replace(squares=(wrong,)))


def test_the_names_of_squares():
    squares = Squares(21, 1, 10)
    assert [squares.name(one) for one in (21, 28, 91, 98, 54, 20, 29, 101, 18)] == [
        "a1", "h1", "a8", "h8", "d4", "20", "29", "101", "18"]
    across = Squares(0, 8, 1)
    assert [across.name(one) for one in (0, 7, 8, 63, 64, -1)] == ["a1", "a8", "b1", "h8", "64", "-1"]


# names

NAMES = "10 DIM a(3),w$(2):x=1:y%=a(x)+x\n20 FOR i=1 TO x:a(i)=y%:NEXT:z=a+b+c+d+e+f+g\n"


def test_where_names_stand():
    session = ready(*NAMES.splitlines())
    found = cross_reference.uses(session)
    assert [(use.place, use.is_array, use.writes) for use in found["a"]] == [
        ((10, 0), True, True), ((10, 2), True, False), ((20, 1), True, True), ((20, 3), False, False)]
    assert [(use.place, use.writes) for use in found["x"]] == [((10, 1), True), ((10, 2), False), ((20, 0), False)]
    assert cross_reference.names_at(session, Place(10, 2)) == (["x", "y%"], ["a"])
    assert cross_reference.names_at(session, Place(20, 3)) == (["a", "b", "c", "d", "e", "f"], [])
    for nowhere in Place(15, 0), Place(10, 3), Place(None, 0):
        assert cross_reference.names_at(session, nowhere) == ([], [])
    names = cross_reference.names_of(session)
    assert names.arrays == {"a", "w$"} and names.scalars >= {"a", "x", "y%", "i", "z"}


@pytest.mark.parametrize(("name", "known"), [("a", True), ("a%", True), ("a$", True), ("b", True), ("b%", True), ("b!", False),
                                             ("c", False), ("c$", True), ("d", False)])
def test_a_name_may_be_meant_without_its_sign(name, known):
    assert cross_reference.is_known(name, {"a", "b%", "c$"}) == known


@pytest.mark.parametrize(("text", "says"), [
    ("q+1", "The program has no variable q."), ("x(1)", "x is not an array."),
    ("w+1", "w is an array: w(...) is an element of it."),
    ("xylophones+1", "The program has no variable xylophones; perhaps xylophone?"),
    ("xylophones(1)", "The program has no array xylophones(); perhaps xylophone?"), ("k(1)", "The program has no array k().")])
def test_a_name_that_means_nothing(text, says):
    session = ready("10 DIM w(3):x=1:xylophone=2")
    with pytest.raises(CommandError) as raised:
        cross_reference.named(session, text)
    assert str(raised.value) == says
