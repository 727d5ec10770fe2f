"""What statements say of themselves: the same however they are written."""

import pytest

from basic.source.crunch import crunch
from basic.syntax.lexer import statements_of
from basic.syntax.parser import node_of
from basic.syntax.statement import BEHIND, STATEMENTS, Cost, Place, Statement, Way, statement
from cpc import CPC


def nodes(line: str) -> list[Statement]:
    return [node_of(text) for text in statements_of(crunch(line.encode("latin-1"), True), True)]


def names(variables) -> list[str]:
    return [variable.name.decode().lower() for variable in variables]


@pytest.mark.parametrize(("spelling", "other"), [
    ("LET a=1", "a=1"),
    ("LET a$(1)=b$", "a$(1)=b$"),
    ("LET a(1,2)=b", "a[1,2]=b"),
    ("? 1;2", "PRINT 1;2"),
    ("?#1,a", "PRINT #1,a"),
    ("' a remark", ":REM another one"),
    ("a=1:' a remark", "a=1::REM another one"),
    ("a=1' a remark", "a=1:REM another one"),
    ("GO TO 100", "GOTO 100"),
    ("GO SUB 100", "GOSUB 100"),
    ("ON a GO SUB 100,200", "ON a GOSUB 100,200"),
    ("IF a THEN 100", "IF a THEN GOTO 100"),
    ("IF a GOTO 100", "IF a THEN GOTO 100"),
    ("IF a THEN 100 ELSE 200", "IF a THEN GOTO 100 ELSE GOTO 200"),
    ("IF a THEN LET b=1 ELSE ?c", "IF a THEN b=1 ELSE PRINT c"),
    ("for i=1 to 9", "FOR I=1 TO 9"),
    ("FOR i=1 TO 9 STEP 2", "FOR  i = 1  TO 9  STEP 2"),
    ("CLS #1", "CLS#1"),
    ("MID$(a$,1)=b$", "MID$ (a$,1) = b$"),
    ("a=&1F", "a=&H1F"),
    ("a>=b", "a=>b"),
])
def test_two_spellings_of_one_statement(spelling, other):
    assert nodes(spelling) == nodes(other)


@pytest.mark.parametrize(("line", "writes", "reads"), [
    ("a=b+c(d)", ["a"], ["b", "c", "d"]),
    ("LET a=b", ["a"], ["b"]),
    ("LET a(i)=a(j)", ["a"], ["i", "a", "j"]),
    ("FOR i=a TO b STEP c", ["i"], ["a", "b", "c"]),
    ("NEXT", [], []),
    ("NEXT i,j", [], []),
    ("READ a,b$(i)", ["a", "b"], ["i"]),
    ("INPUT #s,\"name\";a$,b", ["a", "b"], ["s"]),
    ("LINE INPUT a$", ["a"], []),
    ("MID$(a$,b)=c$", ["a"], ["b", "c"]),
    ("DIM a(n),b$(m)", ["a", "b"], ["n", "m"]),
    ("PRINT a;USING b$;c", [], ["a", "b", "c"]),
    ("DEF FNf(x)=x+y", [], ["y"]),
    ("CALL a,@b", [], ["a", "b"]),
    ("WHILE a", [], ["a"]),
    ("a=1 5", ["a"], []),
])
def test_variables(line, writes, reads):
    node, = nodes(line)
    assert (names(node.writes), names(node.reads)) == (writes, reads)


@pytest.mark.parametrize(("line", "targets"), [
    ("GOTO 10", (10,)), ("GOSUB 10", (10,)), ("ON a GOTO 10,20", (10, 20)), ("ON a GOSUB 10,20", (10, 20)),
    ("ON ERROR GOTO 10", (10,)), ("RESUME 10", (10,)), ("RESUME NEXT", ()), ("RESTORE 10", (10,)), ("RESTORE", ()),
    ("RUN 10", (10,)), ("RUN \"x\"", ()), ("AFTER 5,1 GOSUB 10", (10,)), ("EVERY 5 GOSUB 10", (10,)),
    ("ON BREAK GOSUB 10", (10,)), ("ON SQ(1) GOSUB 10", (10,)), ("a=ERL=10", (10,)), ("LIST 10-20", ()),
    ("DELETE 10-20", ()), ("RENUM 10,20,30", ()), ("AUTO 10,20", ()), ("EDIT 10", ()), ("GOTO 10 20", (10,)),
])
def test_lines_that_are_named(line, targets):
    node, = nodes(line)
    assert node.targets == targets


@pytest.mark.parametrize(("line", "ways"), [
    ("a=1", [BEHIND]), ("GOTO 10", [Way(10)]), ("GOSUB 10", [Way(10, comes_back=True)]),
    ("ON a GOTO 10,20", [Way(10), Way(20), BEHIND]),
    ("ON a GOSUB 10", [Way(10, comes_back=True), BEHIND]),
    ("RETURN", [Way(Place.CALLER)]), ("NEXT", [BEHIND, Way(Place.LOOP)]), ("NEXT i", [BEHIND, Way(Place.LOOP)]),
    ("WEND", [BEHIND, Way(Place.LOOP)]), ("END", []), ("STOP", []), ("LIST", []), ("GOTO 10 20", [Way(10)]),
    ("DEG 5", []), ("TO", []),
])
def test_where_it_may_lead(line, ways):
    node, = nodes(line)
    assert list(node.successors) == ways


@pytest.mark.parametrize("line", ["POKE a,b", "CALL a", "RUN", "CLEAR", "NEW", "LOAD a$", "CHAIN a$", "CHAIN MERGE a$",
                                  "MERGE a$", "ERASE a", "DEFINT a", "DEFREAL a", "DEFSTR a", "CLEAR INPUT", "POKE 1,2 3"])
def test_what_changes_variables_that_it_does_not_name(line):
    node, = nodes(line)
    assert node.whole.changes_everything


@pytest.mark.parametrize("line", ["RENUM 10 20", "AUTO 10 20", "EDIT 10 20", "RETURN 10", "RESUME NEXT 10"])
def test_what_trails_fails_before_anything_is_done(line):
    cpc = CPC()
    cpc.type(line + "\n")
    cpc.run_until_idle()
    assert b"Syntax error" in cpc.printed


def test_a_statement_without_a_cost_does_not_register():
    class Silent(Statement):
        """SILENT"""

    class Heir(STATEMENTS[0].node):
        """HEIR"""

    for node in (Silent, Heir, int):
        with pytest.raises(TypeError, match="cost"):
            statement('"SILENT"')(node)
    assert "silent" not in {rule.name for rule in STATEMENTS}


@pytest.mark.parametrize("node", [rule.node for rule in STATEMENTS], ids=lambda node: node.__name__)
def test_each_has_a_figure_or_says_why_not(node):
    cost: Cost = node.cost
    assert (min(cost[:2]) > 0) != bool(cost.reason)


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize(("lines", "shown"), [
    (['10 PRINT"ab  ', '20 PRINT "x  ":PRINT "!', "RUN"], b"ab\r\nx  \r\n!\r\n"),
    (['10 READ a$,b$:PRINT LEN(a$);LEN(b$)', '20 DATA "c d ",', '30 DATA " x\t ', "RUN"], b" 4  0 \r\n"),
    (['10 READ a$,b$:PRINT LEN(a$);LEN(b$)', '20 DATA "c d "', '30 DATA " x\t ', "RUN"], b" 4  2 \r\n"),
    (['10 INPUT a$:PRINT LEN(a$)', "RUN", '"abc  '], b" 3 \r\n"),
    (['PRINT "ab   '], b"ab\r\n")])
def test_blanks_behind_a_string_that_no_quote_ends(model, lines, shown):
    cpc = CPC(model=model)
    for line in lines:
        cpc.type(line + "\n")
        assert cpc.run_until_idle(10)
    assert shown in cpc.printed
