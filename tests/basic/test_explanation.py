"""What the debugger says a statement is about to do: it names what then happens, and changes nothing."""

import pytest

from basic.debug import views
from basic.debug.debugger import Debugger
from basic.debug.expressions import Expression
from basic.help.german import FUNCTIONS as GERMAN_FUNCTIONS
from basic.help.german import OPERATORS as GERMAN_OPERATORS
from basic.help.german import STATEMENTS as GERMAN_STATEMENTS
from basic.help.words import OPERATORS, UNTYPED, of_function, of_statement, words
from basic.syntax.function import FUNCTIONS
from basic.syntax.spelling import spelled
from basic.syntax.statement import STATEMENTS
from cpc import CPC
from cpc.debugger.console.commands import Console
from tests.random_programs import program

ASCII = 0x16

PROGRAM = """10 DEFINT a-c:DIM b(20):x=3
20 FOR i=1 TO 2:b(i)=i*2+ABS(-x):NEXT
30 IF x>2 AND b(2)=7 THEN 50 ELSE PRINT "no"
40 READ q,w$:PRINT q;w$:GOTO 70
50 GOSUB 110:ON x GOTO 10,20,40
60 DATA 5,"hallo"
70 WHILE x<4:x=x+1:WEND
80 IF b(9)=1 THEN PRINT "one" ELSE IF x=4 THEN 90
90 FOR i=5 TO 1:NEXT:END
100 ' Evaluation
110 LOCATE x*2,5:z=5-(-x):RETURN
"""


def debugged(text):
    session = CPC().session
    session.storage.load_raw(ASCII, text.encode("latin-1").replace(b"\n", b"\r\n"))
    debugger = Debugger(session)
    debugger.start()
    return debugger


def arrive(debugger):
    for _ in range(500):
        if not debugger.running or debugger.run(20_000) is not None:
            return
    raise AssertionError("it does not stop")


def story(debugger, language="en", most=60):
    """Each statement with what it is said to do, up to the program's end."""
    found = []
    for _ in range(most):
        said = debugger.explain(language)
        if said is None:
            break
        found.append((said.text, said.does))
        debugger.step()
        arrive(debugger)
    return found


def test_each_kind_of_statement():
    assert story(debugged(PROGRAM)) == [
        ("DEFINT a-c", ""), ("DIM b(20)", ""), ("x=3", "x = 3 (was 0)"),
        ("FOR i=1 TO 2", "i = 1 TO 2"), ("b(i)=i*2+ABS(-x)", "b(1) = 2+3 = 5 (was 0)"),
        ("NEXT", "i = 1+1 = 2, 2>2: false -> b(i)=i*2+ABS(-x)"), ("b(i)=i*2+ABS(-x)", "b(2) = 4+3 = 7 (was 0)"),
        ("NEXT", "i = 2+1 = 3, 3>2: true -> 30"),
        ("IF x>2 AND b(2)=7 THEN", "3>2 AND 7=7: true -> GOTO 50"), ("50", "-> 50"),
        ("GOSUB 110", "-> 110 Evaluation"), ("LOCATE x*2,5", "x*2 = 6"), ("z=5-(-x)", "z = 5-(-3) = 8 (was 0)"),
        ("RETURN", "-> 50:2"), ("ON x GOTO 10,20,40", "x = 3 -> 40"),
        ("READ q,w$", 'q = 5 (from line 60), w$ = "hallo" (from line 60)'), ("PRINT q;w$", 'q = 5, w$ = "hallo"'),
        ("GOTO 70", "-> 70"), ("WHILE x<4", "3<4: true -> x=x+1"), ("x=x+1", "x = 3+1 = 4 (was 3)"),
        ("WEND", "4<4: false -> 80"), ("IF b(9)=1 THEN", "0=1: false -> IF x=4 THEN"),
        ("IF x=4 THEN", "4=4: true -> GOTO 90"), ("90", "-> 90"), ("FOR i=5 TO 1", "i = 5 TO 1: not done once"),
        ("END", "")]


def test_the_console_says_with_each_statement_what_it_will_do():
    console = Console(debugged("10 x=3:CLS\n"))
    assert list(console.where_it_stands(None)) == ["10 x=3:CLS", "   ^^^"]
    list(console.obey("explain on"))
    assert list(console.where_it_stands(None)) == ["10 x=3:CLS", "   ^^^", "   x = 3 (was 0)"]
    console.debugger.step()
    arrive(console.debugger)
    assert list(console.where_it_stands(None)) == ["10 x=3:CLS", "       ^^^"]       # its text says it all


def test_in_german():
    told = dict(story(debugged(PROGRAM), "de"))
    assert told["x=3"] == "x = 3 (war 0)"
    assert told["IF b(9)=1 THEN"] == "0=1: falsch -> IF x=4 THEN"
    assert told["FOR i=5 TO 1"] == "i = 5 TO 1: kein einziges Mal"


def test_the_parts_are_in_the_order_of_the_machine():
    debugger = debugged("10 x=3:DIM b(9):b(4)=2\n20 z=b(x+1)*2-SQR(16)\n")
    debugger.to(20)
    arrive(debugger)
    said = debugger.explain()
    assert said.parts == [("x+1", "3+1", "4"), ("b(x+1)", "b(4)", "2"), ("b(x+1)*2", "2*2", "4"), ("SQR(16)", "SQR(16)", "4"),
                          ("b(x+1)*2-SQR(16)", "4-4", "0")]
    assert said.help == ["[LET] variable = value: the variable gets the value", "SQR(x): the square root"]


@pytest.mark.parametrize("line, says", [
    ("x=b(30)", "b(30): Subscript out of range."), ("x=SQR(-1)", "SQR(-1): Improper argument."),
    ("RETURN", "No GOSUB has led here."), ("NEXT", "No FOR has led here."), ("WEND", "No WHILE has led here."),
    ("x$=1", "x$ = 1 (was \"\")"), ("READ x", "DATA exhausted."), ("GOTO 99", "-> 99"), ("x=RND+RND", None),
    ("FOR i=b$ TO 3:NEXT", 'i = "" TO 3'), ("FOR i=1 TO b$:NEXT", 'i = 1 TO ""'),
    ("FOR i=1 TO 3 STEP b$:NEXT", 'i = 1 TO 3 STEP ""')])
def test_what_will_fail_is_told_and_nothing_happens(line, says):
    debugger = debugged(f"10 DIM b(9)\n20 {line}\n")
    debugger.to(20)
    arrive(debugger)
    said = debugger.explain()
    assert says is None or said.does == says


@pytest.mark.parametrize("seed", range(8))
def test_random_programs_go_on_as_without(seed):
    text = program(seed).decode("latin-1").replace("\r", "")
    asked, left_alone = debugged(text), debugged(text)
    for _ in range(120):
        said = asked.explain("de" if seed % 2 else "en")
        assert asked.session.machine.snapshot() == left_alone.session.machine.snapshot()
        assert views.scalars(asked.session) == views.scalars(left_alone.session)
        assert asked.now() == left_alone.now()
        if said is None:
            break
        for debugger in (asked, left_alone):
            debugger.step()
            arrive(debugger)


@pytest.mark.parametrize("text", [
    "a+b*c", "(a+b)*c", "a-(b-c)", "a-b-c", "a^(b^c)", "-(a^b)", "(-a)^b", "NOT (a AND b)", "NOT a AND b", "a=b=c", "a=(b=c)",
    "(a>b)*(c<=d)", "a MOD (b\\c)", "MID$(x$,2,b+1)+\"q\"", "FNa(b,c(1,2))", "@a(1)", "a-(-b)", "PEEK(&BF00)/2"])
def test_an_expression_is_spelled_as_what_it_was_read_from(text):
    session = CPC().session
    read = Expression(session, text)
    assert Expression(session, spelled(read.node)).node == read.node


def test_each_word_has_help_in_both_languages():
    statements = {name for name, _, node in STATEMENTS if not name.startswith(UNTYPED)}
    assert statements == set(GERMAN_STATEMENTS)
    assert {function.name for function in FUNCTIONS.values()} == set(GERMAN_FUNCTIONS)
    assert set(OPERATORS) == set(GERMAN_OPERATORS)
    assert all(": " in of_statement(node, language) for name, _, node in STATEMENTS if name in statements
               for language in ("en", "de"))
    assert all(": " in of_function(function, "de") for function in FUNCTIONS.values())
    assert words("en").keys() == words("de").keys()


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_begins_with_a_word_comes_first_in_its_help(language):
    begins = {}
    for name, rule, node in STATEMENTS:
        typed = rule.split('"')[1:2]
        if typed and not name.startswith(UNTYPED):
            begins.setdefault(typed[0].split()[0], []).append(of_statement(node, language))
    found = words(language)
    shared = [word for word in begins if len(found[word]) > len(set(begins[word]))]
    assert len(shared) > 5
    for word in shared:
        own = len(set(begins[word]))
        assert set(found[word][:own]) == set(begins[word]), word


@pytest.mark.parametrize(("line", "does", "parts"), [
    ("q(1)=5", "q(1) = 5", []), ("IF 0 THEN 10", "0: false -> 30", []), ("WHILE 0:WEND", "0: false -> behind its WEND", []),
    ("READ a$,b$", 'a$ = "1" (from line 30), b$ = "abc" (from line 30)', []),
    ("READ a$,5", 'a$ = "1" (from line 30)', []),
    ('PRINT USING "##";1+2;x*2', "1+2 = 3, x*2 = 0", [("1+2", "1+2", "3"), ("x*2", "0*2", "0")]),
    ("ON 3 GOTO 10", "3 = 3 -> 30", []), ("ON 0 GOTO 10", "0 = 0 -> 30", []), ("ON 2 GOSUB 10,20", "2 = 2 -> 20", []),
    ("ON 1 GOSUB 10,20", "1 = 1 -> 10", []),
    ("FOR i=3 TO 1 STEP -1:NEXT", "i = 3 TO 1 STEP -1", [("-1", "-1", "-1")]),
    ("FOR i=1 TO 3 STEP -1:NEXT", "i = 1 TO 3 STEP -1: not done once", [("-1", "-1", "-1")]),
    ("FOR i=1 TO 1:NEXT", "i = 1 TO 1", []), ("FOR i=2 TO 1 STEP 0:NEXT", "i = 2 TO 1 STEP 0: not done once", []),
    ("INK 1,2+3", "2+3 = 5", [("2+3", "2+3", "5")]), ("LINE INPUT a$", "", []), ("DEF FNa(x)=x*y", "", []),
    ('a$="x"+CHR$(65)', 'a$ = "x"+"A" = "xA" (was "")', [("CHR$(65)", "CHR$(65)", '"A"'), ('"x"+CHR$(65)', '"x"+"A"', '"xA"')]),
    ("x=NOT (1=1)", "x = NOT 1=1 = 0 (as before)", [("1=1", "1=1", "-1"), ("NOT 1=1", "NOT 1=1", "0")]),
    ("x=-(1+2)", "x = -3 (was 0)", [("1+2", "1+2", "3"), ("-(1+2)", "-3", "-3")]),
    ("q(x+1)=q(2)", "The array q() has not been dimensioned yet.",
     [("x+1", "0+1", "1"), ("q(2)", "", "The array q() has not been dimensioned yet.")]),
    ('IF "a"="a" THEN 10', '"a"="a": true -> GOTO 10', [('"a"="a"', '"a"="a"', "-1")]),
    ("IF 1 THEN PRINT 1 ELSE 10", "1: true -> PRINT 1", []), ('MID$(a$,1+1)="x"', "1+1 = 2", [("1+1", "1+1", "2")])])
def test_what_a_statement_does_and_its_parts(line, does, parts):
    debugger = debugged(f"10 x=0\n20 {line}\n30 DATA 1,abc\n")
    debugger.to(20)
    arrive(debugger)
    said = debugger.explain()
    assert (said.does, said.parts) == (does, parts)


def test_what_leads_to_the_end_of_the_program():
    debugger = debugged("10 IF 0 THEN 10\n")
    assert debugger.explain().does == "0: false -> the end of the program"
    assert debugger.explain("de").does == "0: falsch -> das Ende des Programms"
