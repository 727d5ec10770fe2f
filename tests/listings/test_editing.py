"""What an editor for code is told about a listing, and what it may change; without the protocol."""

import json
import random
import re
from unicodedata import normalize

import pytest

from basic.source.walker import Kind
from cpc.disc.amsdos import listing_bytes
from listings.editing import changes, colours, navigation, words
from listings.editing.changes import Refused, applied
from listings.editing.document import Document, Settings, Span
from listings.editing.findings import problems
from tests import madeup, random_programs
from tests.places import EVERYTHING, REPO

EXAMPLES = sorted((REPO / "examples").glob("*.bas"))
COMMODORE = Settings("464", True)


def at(text: str) -> tuple[str, int, int]:
    """A text without its mark |, and the mark's row and column."""
    before, _, after = text.partition("|")
    return before + after, before.count("\n"), len(before.rpartition("\n")[2])


def asked(text: str, settings: Settings | None = None):
    plain, row, column = at(text)
    document = Document(plain, settings)
    return document, document.rows[row], column


def edited(document: Document, edits: list[changes.Edit]) -> str:
    return "\n".join(applied(row.shown, [edit for edit in edits if edit.span.row == row.at]) for row in document.rows)


def program_of(text: str, settings: Settings | None = None) -> dict[int, bytes]:
    """What the machine gets."""
    return Document(text, settings).anatomy.crunched


# places

@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_each_item_stands_where_its_text_is(path):
    document = Document(path.read_text(encoding="utf-8"), Settings("6128"))
    names = 0
    for row in document.numbered:
        for item in document.items(row):
            shown = document.shown(item.span)
            if item.kind is Kind.NAME:
                assert shown.rstrip("%$!").encode() == item.value[0]
                names += 1
            elif item.kind is Kind.LINE:
                assert int(shown) == item.value
            elif item.kind is Kind.STRING:
                assert shown.startswith('"')
            elif item.kind is Kind.SEPARATOR:
                assert shown == ":"
            elif item.kind is Kind.TEXT:
                assert document.rows[item.span.row].shown[item.span.start:].startswith(shown)
    assert names


@pytest.mark.parametrize("text, found", [
    ("10 GO  TO 20:?x", ["GO  TO", "20", ":", "?", "x"]),
    ("  10   a$=b%+1 2", ["a$", "=", "b%", "+", "1 2"]),
    ("10 IF a THEN 20 ELSE 30", ["IF", "a", "THEN", "20", "ELSE", "30"]),
    ("10 DATA 1, \"a:b\",c:REM x:y", ["DATA", " 1, \"a:b\",c", ":", "REM x:y"]),
    ("10 CLS 'note", ["CLS", "'note"]),
    ('10 PRINT "😀ä"+a$', ["PRINT", '"😀ä"', "+", "a$"]),
    ("10 DEFINT a-c:z=1", ["DEFINT", " a-c", ":", "z", "=", "1"]),
    ("10 |DIR,@x$", ["|DIR", ",", "@", "x$"]),
])
def test_items(text, found):
    document = Document(text)
    assert [document.shown(item.span) for item in document.items(document.rows[0])] == found


@pytest.mark.parametrize("text", ["10 |:a%=1", "10 | a$:b", "10 |,|:x(1)=2:|", "10 |a|"])
def test_a_lone_bar_takes_what_is_behind_it(text):
    """As on the machine, where it may cut a name in two."""
    document = Document(text)
    assert all(symbol.name.text[0].isalpha() for symbol in document.uses)


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_letters_are_spelt_as_load_spells_them(form):
    """Places are those of the text."""
    text = normalize(form, '10 größe=1:x=grosse:PRINT "Ä café":fü|r=2')
    document, row, column = asked(text)
    (loaded,) = listing_bytes(document.rows[0].shown.encode()).splitlines()
    assert loaded == b'10 groesse=1:x=grosse:PRINT "Ae cafe":fuer=2' and document.lines == {10: loaded[3:]}
    named = [item for item in document.items(row) if item.kind in (Kind.NAME, Kind.STRING)]
    assert [normalize("NFC", document.shown(item.span)) for item in named] == ["größe", "x", "grosse", '"Ä café"', "für"]
    found = words.hover(document, row, column, "en")
    assert found is not None and found.title == "fuer!: variable, number"


def test_items_of_words_run_together():
    document = Document("10 IFA=1THENGOTO100", COMMODORE)
    shown = [document.shown(item.span) for item in document.items(document.rows[0])]
    assert shown == ["IF", "A", "=", "1", "THEN", "GOTO", "100"]


def test_only_the_last_of_two_lines_with_a_number_counts():
    document = Document("10 PRINT 1\n10 PRINT 2\n20 REM")
    assert document.lines[10] == b"PRINT 2" and [row.at for row in document.repeated] == [0]


def test_a_line_that_stays_is_not_read_again():
    before = Document("10 PRINT 1\n20 PRINT 2")
    assert before.anatomy
    after = Document("10 PRINT 1\n20 PRINT 3", before=before)
    assert after.known == {b"PRINT 1": before.known[b"PRINT 1"]}
    assert Document("10 PRINT 1", Settings("6128"), before).known == {}


# what is wrong

@pytest.mark.parametrize("text, expected", [
    ("10 PRINT 1\nfoo", [((1, 0, 3), "error", "There is no line number from 1 to 65535 before this.")]),
    ("10 PRINT 1\n70000 CLS", [((1, 0, 9), "error", "There is no line number from 1 to 65535 before this.")]),
    ("10 PRINT 1\n10 CLS", [((0, 0, 2), "warning", "Line 10 comes again further down, and only that one counts.")]),
    ('10 PRINT "ä😀"', [((0, 10, 11), "notice", "The CPC does not have ä; the program has ae instead."),
                       ((0, 11, 12), "error", "The CPC does not have the character 😀")]),
    ("10 größe=1:PRINT größe", [((0, 5, 6), "notice", "The CPC does not have ö; the program has oe instead."),
                               ((0, 6, 7), "notice", "The CPC does not have ß; the program has ss instead."),
                               ((0, 19, 20), "notice", "The CPC does not have ö; the program has oe instead."),
                               ((0, 20, 21), "notice", "The CPC does not have ß; the program has ss instead.")]),
    ("10 ä=1", [((0, 3, 4), "notice", "The CPC does not have ä; the program has ae instead."),
                ((0, 3, 4), "warning", "ae is set but never used")]),
    ("10 a\u0308=1:PRINT a\u0308", [((0, 3, 5), "notice", "The CPC does not have ä; the program has ae instead."),
                                    ((0, 14, 16), "notice", "The CPC does not have ä; the program has ae instead.")]),
    ("hello\n\nworld", [((0, 0, 5), "error", "This is no listing: no row has a line number. `cpc convert` makes text of a "
                         "program that a CPC has saved.")]),
    ("  10  CLS : PRIMT 1", [((0, 18, 19), "error", "Syntax error")]),
    ("10 CLS:GOTO 99", [((0, 12, 14), "error", "Line does not exist: 99")]),
    ("10 MODE", [((0, 7, 7), "error", "Syntax error")]),
    ("", []), ("\n \n", []), ("10 CLS\r\n20 CLS\r30 CLS\n\x1a rubbish", []),
])
def test_problems(text, expected):
    assert [(tuple(one.span), one.severity, one.message) for one in problems(Document(text))] == expected


def test_a_picture_has_few_problems():
    text = random.Random(1).randbytes(200_000).decode("latin-1")
    assert 1 <= len(problems(Document(text))) <= 1000


# where things are

@pytest.mark.parametrize("text, found", [
    ("10 GOSUB 1|00\n100 RETURN", "1:0-3"), ("10 ON a GOTO 20,|30\n20 CLS\n30 CLS", "2:0-2"),
    ("1|0 GOTO 10", "0:0-2"), ("10 GOTO 9|9", None), ("10 PRI|NT 1", None),
    ("10 PRINT f(1)\n20 DIM f(3)\n30 f|(1)=2", "1:7-8"), ("10 PRINT a\n20 a=1\n30 PRINT |a", "1:3-4"),
    ("10 PRINT FNs|(2)\n20 DEF FNs(x)=x*x", "1:9-10"), ("10 PRINT |a", "0:9-10"),
])
def test_definition(text, found):
    document, row, column = asked(text)
    span = navigation.definition(document, row, column)
    assert (f"{span.row}:{span.start}-{span.end}" if span is not None else None) == found


@pytest.mark.parametrize("text, found", [
    ("10 GOSUB 30:GOTO 30\n20 IF a THEN 30 ELSE 10\n3|0 RETURN", ["30", "30", "30", "30"]),
    ("10 GOSUB 3|0\n30 RETURN", ["30", "30"]),
    ("10 GOSUB 30\n30 RET|URN", ["30", "30"]),
    ("10 DEFINT a:|a=1:PRINT a%;a!;a(1);\"a\":REM a", ["a", "a%"]),
    ("10 a!=1:PRINT |a;A", ["a!", "a", "A"]),
    ("10 DIM a(3):ERASE |a:a(1)=a", ["a", "a", "a"]),
    ("10 DEF FNa(x)=x:PRINT FN|a(a)", ["a", "a"]),
])
def test_references(text, found):
    document, row, column = asked(text)
    assert [document.shown(span) for span in navigation.references(document, row, column)] == found


def test_references_without_the_line_itself():
    document, row, column = asked("10 GOSUB 3|0\n30 RETURN")
    assert navigation.references(document, row, column, False) == [Span(0, 9, 11)]


def test_outline():
    document = Document("5 DEF FNd(x)=x*2\n10 GOSUB 100:GOSUB 200:END\n100 REM *** Draw ***\n110 PRINT\n120 IF a THEN RETURN\n"
                        "130 RETURN\n200 PRINT 1:GOSUB 100:RETURN")
    found = navigation.outline(document)
    assert [(one.name, one.detail, one.begin.number, one.end.number, one.is_function) for one in found] == [
        ("FNd", "line 5", 5, 5, True), ("100 Draw", "2 calls", 100, 130, False), ("200", "1 call", 200, 200, False)]


# what words mean, and what can be typed

@pytest.mark.parametrize("text, language, title, told", [
    ("10 LO|CATE 1,1", "en", "LOCATE", "LOCATE"), ("10 LO|CATE 1,1", "de", "LOCATE", "Spalte"),
    ("10 PRINT LEFT$|(a$,1)", "en", "LEFT$", "LEFT$("), ("10 ON BREAK GO|SUB 10", "en", "GOSUB", "ON BREAK GOSUB"),
    ("10 GOS|UB 10", "en", "GOSUB", "GOSUB line"),
    ("10 DEFINT a\n20 a|=1:PRINT a", "en", "a%: variable, whole number", "in 20; set in 20"),
    ("10 PRINT a|$(1)", "en", "a$(): array, text", "in 10; never set"),
    ("10 PRINT FNa|(1)", "en", "FNa!: function, number", "in 10"),
    ("10 GOSUB 2|0\n20 REM -- Sum --\n30 RETURN", "en", "20 Sum", "20 REM -- Sum --"),
    ("10 GOTO 3|0", "en", "There is no line 30.", ""),
])
def test_hover(text, language, title, told):
    found = words.hover(*asked(text), language)
    assert found is not None and found.title == title and told in "\n".join(found.texts)


@pytest.mark.parametrize("text", ['10 PRINT "LO|CATE"', "10 REM PR|INT", "10 PRINT 1| 23", "|", "10 CLS  |  "])
def test_nothing_is_said_about_texts_and_numbers(text):
    document, row, column = asked(text)
    found = words.hover(document, row, column, "en")
    assert found is None or found.title == "CLS"


def typed(text: str, settings: Settings | None = None) -> dict[str, words.Choice]:
    return {choice.text: choice for choice in words.choices(*asked(text, settings), "en")}


def test_words_and_names_can_be_typed():
    found = typed("10 counter=1:cursor$=\"\"\n20 c|")
    assert {"CALL", "CAT", "CHR$", "counter", "cursor$"} <= found.keys() and "CURSOR" not in found and "PRINT" not in found
    assert "CURSOR" in typed("20 c|", Settings("6128"))
    assert found["CHR$"].detail.startswith("CHR$(") and found["counter"].explained == "in 10; set in 10"
    assert found["CALL"].span == Span(1, 3, 4)


@pytest.mark.parametrize("begun", ["grö", "groe", "gro\u0308"])
def test_a_name_with_umlauts_can_be_typed(begun):
    found = typed(f"10 größe=1:grosse=2\n20 {begun}|")
    assert found.keys() == {"größe"} and found["größe"].span == Span(1, 3, 3 + len(begun))
    assert typed('10 PRINT "ä|') == {} and "PRINT" in typed('10 CLS:ä=1:|')


def test_the_name_that_is_being_typed_is_no_choice():
    assert "coun" not in typed("10 counter=1\n20 coun|") and "FNb" in typed("10 DEF FNb=1\n20 PRINT F|")


@pytest.mark.parametrize("text", ["10 GOSUB |", "10 GOTO 1|", "10 ON a GOSUB 100,|", "10 IF a THEN |", "10 RESTORE |"])
def test_lines_can_be_typed_behind_goto(text):
    found = typed(text + "\n100 REM == Draw ==\n110 RETURN\n200 GOSUB 100")
    assert "100" in found and found["100"].detail == "Draw" and not any(text.isalpha() for text in found)


@pytest.mark.parametrize("text", ['10 PRINT "c|', "10 REM c|", "10 ' c|", "10 DATA c|", "|", "1|", "c|"])
def test_nothing_can_be_typed_into_texts(text):
    assert typed(text) == {}


# changes

@pytest.mark.parametrize("text, new, after", [
    ("10 a|=1:PRINT a;A;\"a\":REM a", "score", "10 score=1:PRINT score;score;\"a\":REM a"),
    ("10 DEFINT a-c:a|=1:PRINT a%:a!=2:a$=\"\"", "b", "10 DEFINT a-c:b=1:PRINT b%:a!=2:a$=\"\""),
    ("10 DEFINT a-c:a|=1:PRINT a%", "x", "10 DEFINT a-c:x%=1:PRINT x%"),
    ("10 DEFINT a-c:x|=1", "b", "10 DEFINT a-c:b!=1"),
    ("10 a|=1:a(1)=2:PRINT FNa(a)", "b", "10 b=1:a(1)=2:PRINT FNa(b)"),
    ("10 a=1:a|(1)=2:ERASE a", "b", "10 a=1:b(1)=2:ERASE b"),
    ("10 DEF FNa(x)=x\n20 PRINT FN|a(a)", "FNsum", "10 DEF FNsum(x)=x\n20 PRINT FNsum(a)"),
    ("10 FOR i|=1 TO 3:NEXT i", "row.1", "10 FOR row.1=1 TO 3:NEXT row.1"),
    ("10 name$|=\"\":PRINT name$", "n$", "10 n$=\"\":PRINT n$"), ("10 name$|=\"\"", "n", "10 n$=\"\""),
    ("10 a|=1", "A", "10 A=1"), ("10 größ|e$=\"x\":PRINT Größe$", "h", "10 h$=\"x\":PRINT h$"),
    ("10 größe|=1:PRINT groesse,grosse", "h", "10 h=1:PRINT h,grosse"),
    ("10 '😀\n20 PRINT \"ä😀\";a|", "bb", "10 '😀\n20 PRINT \"ä😀\";bb"),
])
def test_rename(text, new, after):
    document, row, column = asked(text)
    assert edited(document, changes.rename(document, row, column, new)) == after


@pytest.mark.parametrize("text, new, why", [
    ("10 a|=1:b=2", "b", "b! is in use already."), ("10 a|=1", "print", "print cannot be a name"),
    ("10 a|=1", "2b", "2b cannot be a name"), ("10 a|=1", "", "cannot be a name"), ("10 a|=1", "ä", "ä cannot be a name"),
    ("10 a|=1", "fnord", "fnord cannot be a name"), ("10 a|(1)=1", "mid$", "mid$ cannot be a name"),
    ("10 a|=1", "b$", "b$ would have other values than a!"),
    ("10 PRI|NT 1", "x", "There is no name"), ("10 DEFINT b:DEFSTR b:a|=1", "b", "What a name with B means depends"),
    ("10 a|=1:PRINT\"" + "x" * 238 + "\"", "bcdefgh", "Line 10 would be too long."),
])
def test_a_rename_that_is_refused(text, new, why):
    document, row, column = asked(text)
    with pytest.raises(Refused, match=re.escape(why)):
        changes.rename(document, row, column, new)


def test_frame_is_a_name_on_a_464_only():
    assert changes.rename(*asked("10 a|=1"), "frame")
    with pytest.raises(Refused, match="frame cannot be a name"):
        changes.rename(*asked("10 a|=1", Settings("6128")), "frame")


def test_renumber():
    document = Document("5 GOTO 7:REM 7\n\n  7   ON a GOSUB 5,7,99:IF ERL=5 THEN 7\n100 RESTORE 5")
    done = changes.renumber(document)
    assert edited(document, done.edits) == "10 GOTO 20:REM 7\n\n  20   ON a GOSUB 10,20,99:IF ERL=10 THEN 20\n30 RESTORE 10"
    assert done.missing == [(99, 20)]
    half = edited(document, changes.renumber(document, 1000, 7, 5).edits)
    assert half == "5 GOTO 1000:REM 7\n\n  1000   ON a GOSUB 5,1000,99:IF ERL=5 THEN 1000\n1005 RESTORE 5"


@pytest.mark.parametrize("numbers", [(0, 0, 10), (10, 20, 0), (5, 20, 1), (65530, 0, 10), (-5, 0, 10), (10, 0, 0), (10, 0, -10),
                                     (10**9, 0, 1)])
def test_a_renumber_that_is_refused(numbers):
    with pytest.raises(Refused, match="is not possible"):
        changes.renumber(Document("10 CLS\n20 CLS"), *numbers)


def test_lines_that_are_there_twice_are_not_renumbered():
    with pytest.raises(Refused, match="Line 10 is there twice"):
        changes.renumber(Document("10 CLS\n10 CLS"))


@pytest.mark.parametrize("text, after", [
    ("10 print\"a\":go to 20", "10 PRINT\"a\":GOTO 20"), ("010   ?a;A", "10   PRINT a;A"), ("10 if a=>1 then 20else 30",
     "10 IF a>=1 THEN 20 ELSE 30"), ("10 a=&ff+1e3", "10 a=&FF+1000"), ("10 rem Note", "10 REM Note"), ("hello", "hello"),
    ("10 print ä1", "10 print ä1"), ("10 print \"ä\"", "10 print \"ä\""), ("10 ' x\n\n 20cls", "10 ' x\n\n20 CLS"),
    ("10 a=1 : b = 2", "10 a=1 : b = 2"), ("10 for i=1to 3", "10 FOR i=1 TO 3"), ("10 goto10", "10 goto10"),
])
def test_format(text, after):
    document = Document(text)
    assert edited(document, changes.formatted(document, document.rows)) == after


@pytest.mark.parametrize("seed", range(100 if EVERYTHING else 10))
def test_changes_keep_the_program(seed):
    """Formatted, renumbered and with a name there and back, it is the program that it was."""
    text = random_programs.program(seed).decode("latin-1")
    document = Document(text)
    shown = edited(document, changes.formatted(document, document.rows))
    again = Document(shown)
    assert [[(item.kind, item.value) for item in again.items(row)] for row in again.numbered] == [
        [(item.kind, item.value) for item in document.items(row)] for row in document.numbered]
    there = edited(again, changes.renumber(again, 7, 0, 3).edits)
    there_and_back = Document(there)
    numbers = sorted(again.lines)
    if all(b - a == 10 for a, b in zip(numbers, numbers[1:])):
        assert edited(there_and_back, changes.renumber(there_and_back, numbers[0], 0, 10).edits) == shown
    for symbol, spans in again.uses.items():
        if not symbol.is_function:
            renamed = Document(edited(again, changes.rename(again, again.rows[spans[0].row], spans[0].start, "zzz.1")))
            spans = next(spans for other, spans in renamed.uses.items() if other.name.text.startswith("ZZZ.1"))
            old = symbol.name.text[:-1]
            back = edited(renamed, changes.rename(renamed, renamed.rows[spans[0].row], spans[0].start, old))
            assert program_of(back.upper()) == program_of(shown.upper())
            break


def test_blanks_between_keywords():
    document = Document("10 IFa=1THENGOTO10\n20 PRINT 1")
    assert edited(document, changes.apart(document, document.rows)) == "10 IF a=1THEN GOTO 10\n20 PRINT 1"


def test_the_made_up_listing_has_no_problems():
    text = b"\n".join(b"%d %s" % line for line in madeup.listings()["base"].items()).decode("latin-1")
    assert problems(Document(text)) == []


# colours

def coloured(line: str) -> list[tuple[int, int, str]]:
    """The parts of a line with their scopes, as an editor finds them: the first place, then the first pattern."""
    found, column, inside = [], 0, None
    patterns = colours.grammar()["patterns"]
    while column < len(line):
        if inside is not None:
            end = re.compile(inside["end"]).search(line, column)
            nested = [re.compile(one["begin"]).search(line, column) for one in inside.get("patterns", [])]
            first = next((one for one in nested if one is not None and (end is None or one.start() < end.start())), None)
            if first is not None:                       # a text in DATA
                close = re.compile('"|$').search(line, first.end())
                found.append((column, close.end(), inside.get("contentName", "")))
                column = close.end()
                continue
            stop = end.start() if end is not None else len(line)
            found.append((column, stop, inside.get("contentName") or inside.get("name", "")))
            column, inside = max(end.end() if end is not None else stop, stop), None
            continue
        tried = [(match.start(), at, match) for at, one in enumerate(patterns)
                 if (match := re.compile(one.get("match") or one["begin"]).search(line, column)) is not None]
        if not tried:
            break
        _, at, match = min(tried, key=lambda one: one[:2])
        one = patterns[at]
        name = one.get("name") or one["beginCaptures"]["0"]["name"]
        found.append((match.start(), match.end(), name))
        column = match.end()
        if "begin" in one:
            inside = one
    return found


SCOPES = {Kind.NAME: ("variable.other", "entity.name.function"), Kind.STRING: ("string.quoted",),
          Kind.WORD: ("keyword.", "support.function", "storage.type", "entity.name.function"),
          Kind.TEXT: ("string.", "variable.other"), Kind.REMARK: ("comment.line",),
          Kind.NUMBER: ("constant.numeric",), Kind.LINE: ("constant.numeric",), Kind.BAR: ("support.function.bar",)}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_each_item_has_its_colour(path):
    document = Document(path.read_text(encoding="utf-8"), Settings("6128"))
    looked_at = 0
    for row in document.numbered:
        found = coloured(row.shown)
        for item in document.items(row):
            if item.kind in SCOPES and item.span.end > item.span.start:
                scope = next((name for start, end, name in found if start <= item.span.start < end), "none")
                assert scope.startswith(SCOPES[item.kind]), (row.shown, document.shown(item.span), scope)
                looked_at += 1
    assert looked_at


def test_the_extension_has_the_colours_of_this_table_of_words():
    text = (REPO / "editors" / "vscode" / "colours.json").read_text(encoding="utf-8")
    assert json.loads(text) == colours.grammar(), "python3 -m listings.editing.colours editors/vscode/colours.json writes it"
