"""`cpc show`: each stage of a line is there, a mistake is one sentence, the architecture page has what it prints."""

import pytest

from cpc.commands import cli
from tests.places import REPO

PAGE = REPO / "docs" / "ARCHITECTURE.md"
SHOWN = "10 FOR i%=1 TO 10:s=s+i%:NEXT"
COMMAND = f"    $ cpc show '{SHOWN}'\n"


@pytest.fixture
def show(capsys):
    def run(*arguments, status=0):
        assert cli.main(["show", *map(str, arguments)]) == status
        printed = capsys.readouterr()
        return printed.err if status else printed.out
    return run


def stages(printed: str) -> dict[str, list[str]]:
    """The rows under each heading."""
    blocks = [block.split("\n") for block in printed.rstrip("\n").split("\n\n")]
    return {block[0]: [row.strip() for row in block[1:]] for block in blocks}


def test_each_stage_of_a_line(show):
    found = stages(show('20 IF a$="x" THEN 20 ELSE PRINT -b(2)*SIN(0.5)'))
    assert next(iter(found)) == '20 IF a$="x" THEN 20 ELSE PRINT -b(2)*SIN(0.5)'
    assert found["Bytes"][:2] == ["A1                       word IF", "20                       space"]
    assert "1E 14 00                 line number 20" in found["Bytes"]
    assert "01                       separator before ELSE or '" in found["Bytes"]
    assert found["Tokens"][:2] == ["_IF NAME(a$) _EQUALS STRING(x)", "LINENO(20)"]
    assert found["Tree"] == [
        "If", "condition: Binary =", "left: Variable a$", 'right: String "x"', "Goto", "line: LineNumber 20", "Else", "Print",
        "items 1: PrintValue", "value: Binary *", "left: Negation", "operand: Element b", "subscripts 1: Number 2",
        "right: Call SIN", "arguments 1: Number 0.5"]
    assert [row.split("  ")[0] for row in found["Microseconds"][1:]] == ['IF a$="x" THEN', "20", "ELSE", "PRINT -b(2)*SIN(0.5)"]


def test_names_are_shown_as_they_are_written(show):
    found = stages(show("DEF FNa(x,y$)=i%:ERASE b!:NEXT i,j%"))
    assert found["Tree"] == [
        "DefFn", "name: a", "parameters 1: x", "parameters 2: y$", "expression: Variable i%", "Erase", "names 1: b!",
        "Next", "names 1: i", "names 2: j%"]


def test_costs_are_those_of_the_machines(show):
    from cpc import CPC
    rows = stages(show("10 x=2"))["Microseconds"]
    took = []
    for model in ("464", "6128"):
        cpc = CPC(model=model)
        cpc.type("10 x=2\n")
        cpc.run_until_idle()
        table = cpc.session.executor.table
        pc = table.pc_of_line(10)
        table.compile_at(pc)
        took.append(table.cost[pc])
    assert [int(word) for word in rows[1].split() if word.isdecimal()] == took


def test_the_unit_of_a_loop_and_of_statements(show):
    assert any("while True:" in row for row in show("FOR i=1 TO 9:s=s+i:NEXT").splitlines())
    assert "only made for 4 statements or a loop" in show("x=1:y=x")
    assert "none: these statements are always steps of their own" in show("CLS:INPUT a$")


def test_a_line_that_makes_no_sense(show):
    found = stages(show("x=1:PRINT )"))
    assert "_PRINT _CLOSE" in found["Tokens"]
    assert "items 1: PrintNonsense" in found["Tree"]


def test_words_of_the_model(show):
    assert "word FILL" in show("FILL 3", "--model", "6128")
    assert "name FILL" in show("FILL 3")


def test_lines_of_a_file(show, tmp_path):
    path = tmp_path / "two.bas"
    path.write_text("10 GOTO 20\n20 PRINT 1\n")
    assert show(path).startswith("10 GOTO 20\n") and "\n\n20 PRINT 1\n" in show(path)
    assert show(f"{path}:20").startswith("20 PRINT 1\n")
    assert show("schach:10").startswith("10 ")


@pytest.mark.parametrize(("line", "sentence"), [
    ("", "There is nothing in that line to show."),
    ("20", "There is nothing in that line to show."),
    ("70000 CLS", "The number of a line is from 1 to 65535."),
    ("nothere.bas:10", "There is no file nothere.bas."),
    ('PRINT "ש"', "The line has characters that the CPC does not have: ש"),
    ("x=" + "1+" * 200 + "1", "Line too long: 255 characters are the most."),
])
def test_a_mistake_is_one_sentence(show, line, sentence):
    assert show(line, status=2) == f"cpc: {sentence}\n"


def test_a_line_that_a_file_does_not_have(show, tmp_path):
    path = tmp_path / "one.bas"
    path.write_text("10 CLS\n")
    assert show(f"{path}:30", status=2) == f"cpc: {path} has no line 30.\n"


def in_the_page() -> str:
    """The command's output as the architecture page has it, every row four blanks in."""
    _, _, behind = PAGE.read_text(encoding="utf-8").partition(COMMAND)
    rows = []
    for row in behind.split("\n"):
        if row and not row.startswith("    "):
            break
        rows.append(row[4:])
    return "\n".join(rows).strip("\n")


def test_the_architecture_page_shows_what_is_printed(show):
    """Refresh it with: python -c "from tests.cpc.test_show import refresh; refresh()" """
    assert in_the_page() == show(SHOWN).strip("\n")


def refresh() -> None:
    import contextlib
    import io
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        cli.main(["show", SHOWN])
    text, old = PAGE.read_text(encoding="utf-8"), in_the_page()
    before, command, behind = text.partition(COMMAND)

    def indented(rows: str) -> str:
        return "\n".join(f"    {row}".rstrip() for row in rows.split("\n"))
    assert command
    behind = behind.replace(indented(old), "", 1) if old else behind
    new = indented(out.getvalue().strip("\n"))
    PAGE.write_text(f"{before}{command}\n{new}\n\n{behind.lstrip(chr(10))}", encoding="utf-8")
