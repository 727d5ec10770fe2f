"""What a person asks for or changes, and what is refused, each with its sentence; nothing has happened then."""

import pytest

from basic.debug import views
from basic.debug.debugger import CommandError
from basic.debug.expressions import Expression
from basic.debug.probes import NOWHERE, Notes
from basic.debug.views import Place
from tests.basic.test_debugger_history import debugger_on
from tests.basic.test_debugger_views import ready, standing


@pytest.mark.parametrize(("text", "says"), [
    ("", "An expression is missing."), ("1+", "1+ is not an expression."), ("1:2", "1:2 is not an expression."),
    ("1 THEN 2", "1 THEN 2 is not an expression."), ("\u20ac", "\u20ac: the CPC does not have all of these characters."),
    ("x" * 300, "x" * 300 + ": Line too long.")])
def test_what_is_no_expression(text, says):
    with pytest.raises(CommandError) as raised:
        Expression(ready(), text)
    assert str(raised.value) == says


def test_expressions_read_and_leave_no_trace():
    session = ready("a=5:b$=\"x\":DIM q(2)")
    before = session.machine.snapshot(), session.variables.heap.used
    texts = "a*2", "b$+b$", "q(1)", "c", "LEN(b$+\"yz\")"
    assert [Expression(session, text).value() for text in texts] == [10, b"xx", 0, 0, 3]
    assert (session.machine.snapshot(), session.variables.heap.used) == before
    seed = session.executor.random.seed
    assert Expression(session, "RND").value() == Expression(session, "RND").value() and session.executor.random.seed == seed
    assert [Expression(session, text).steady for text in ("a+q(1)", "TIME", "PEEK(5)", "FNa(1)", "@a", "SIN(a)")] == [
        True, False, False, False, False, True]
    for text, says in (("q(5)", "q(5): Subscript out of range."), ("r(1)", "The array r() has not been dimensioned yet."),
                       ("1/0", "1/0: Division by zero."), ("b$*2", "b$*2: Type mismatch."),
                       ("FNa(1)", "FNa(1): Unknown user function.")):
        with pytest.raises(CommandError) as raised:
            Expression(session, text).value()
        assert str(raised.value) == says
    for text, true in (("a", True), ("a-5", False), ("a=5", True)):
        assert Expression(session, text).is_true() == true
    for ask in (Expression(session, "b$").is_true, Expression(session, "b$").check_condition):
        with pytest.raises(CommandError, match="is a text; a condition must be a number"):
            ask()


def test_a_name_means_what_it_meant_when_it_was_settled():
    session = ready("a=5:a%=7")
    settled, open_ = Expression(session, "a"), Expression(session, "a")
    settled.settle()
    session.variables.default_kinds[0] = "i"
    open_.forget()
    settled.forget()
    assert (settled.value(), open_.value()) == (5, 7)


@pytest.mark.parametrize(("act", "text", "says"), [
    ("direct", "10 x=1", "A line with a number is not a command."),
    ("edit", "x=1", "A line of a program begins with its number."),
    ("direct", "x=\u20ac", "The CPC does not have all of these characters."), ("edit", "99", "There is no line 99."),
    ("edit", "65536 x", "A line of a program begins with its number."), ("direct", "ERROR 5", "Improper argument."),
    ("direct", "INPUT x", "That waits for a key."), ("edit", "10 " + "x" * 300, "Line too long.")])
def test_changes_that_are_refused(act, text, says):
    debugger = standing("10 x=1\n20 y=2\n", 20)
    here = debugger.now()
    with pytest.raises(CommandError) as raised:
        getattr(debugger, act)(text)
    assert str(raised.value) == says
    assert debugger.now() == here and views.listing(debugger.session)[0].text == "10 x=1"


def test_what_cannot_be_begun():
    debugger = standing("10 x=1:y=2\n20 z=3\n", 20)
    for ask, says in ((lambda: debugger.start(15), "There is no line 15."),
                      (lambda: debugger.to(10, 2), "Line 10 has 2 statements."),
                      (lambda: debugger.to(20, 1), "Line 20 has one statement."),
                      (lambda: debugger.to(10, -1), "Line 10 has 2 statements."),
                      (lambda: debugger.out(), "There is no GOSUB to come out of."),
                      (lambda: debugger.to_count(-1), "Statements are counted from 0."),
                      (lambda: debugger.add_breakpoint(10, passes=0), "Passes are counted from 1."),
                      (lambda: debugger.remove(3), "There is no breakpoint or watch 3."),
                      (lambda: debugger.past.log(Place(None, 0), ["x"]), "Only lines of the program are kept.")):
        with pytest.raises(CommandError) as raised:
            ask()
        assert str(raised.value) == says
    with pytest.raises(CommandError, match="There is no program"):
        debugger_on(b"")
    assert debugger.stops_on_error is False
    debugger.stops_on_error = True
    assert debugger.stops_on_error is True


def test_how_breakpoints_and_watches_are_described():
    debugger = standing("10 x=1:y=2\n20 z=3\n", 10)
    traps = (debugger.add_breakpoint(10), debugger.add_breakpoint(10, 1, "x>1"), debugger.add_breakpoint(20, passes=2),
             debugger.add_breakpoint(20, 0, "x", 3), debugger.add_watch("x"),
             debugger.add_watch("x>1", until_true=True, condition="y", passes=2))
    assert [str(one) for one in traps] == [
        "10", "10:2 if x>1", "20, from pass 2 on", "20 if x, from pass 3 on", "x", "x>1 becomes true if y, from pass 2 on"]
    assert [one.id for one in debugger.traps.all] == [1, 2, 3, 4, 5, 6]


def test_notes_count_what_they_do_not_keep_any_more():
    debugger = standing("10 x=1\n", 10)
    notes = Notes(debugger.session, debugger.history, 2)
    for value in range(3):
        notes.add(value, Place(10, 0), (value,))
    assert notes.count == 3 and [one.values for one in notes.kept] == [(1,), (2,)]
    assert [(one.us, one.behind) for one in notes.kept] == [(1, True), (2, True)]
    notes.clear()
    assert notes.count == 0 and not notes.kept
    assert notes.place(None) == notes.place(10**6) == NOWHERE and notes.place(debugger.executor.runner.pc) == Place(10, 0)
