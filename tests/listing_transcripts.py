"""What an editor is told of a listing at each of its places, what a scan is read as, and chess programs at play."""

import hashlib
from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from unittest import mock

from listings import library, manifest
from listings.editing import changes, findings, navigation, words
from listings.editing.changes import Edit, Refused, applied
from listings.editing.document import Document, Row, Settings, Span
from listings.edits import Vocabulary
from listings.scanning.ocr import likely
from listings.scanning.readings import best_readings
from listings.scanning.scan import scan
from listings.source import listing_of
from listings.typing import typein
from listings.typing.slips import find_slip
from tests.transcripts import transcript

LISTING = """10 REM a small game \u00fcber alles
20 DEF FNarea(r)=PI*r*r:DEFINT k
30 DIM field(9),k$(3):GOSUB 200:GOTO 50
  40 PRINT "never":GOTO 999
50 FOR i=1 TO 9:field(i)=FNarea(i):NEXT i
60 INPUT "which";which%:k=k+1
70 IF which%=0 THEN 60 ELSE IF which%>9 THEN PRINT "too large":GOTO 60
80 PRINT USING "###.##";field(which%):gr\u00f6\u00dfe=3:ON k GOSUB 200,300
90 PRINTtotal:DATA 1,two,"3,4":READ a,b$
100 END
200 REM *** set up ***
210 k$(1)="one":RETURN
300 'second
310 RETURN:total=1
310 RETURN
not a line
"""
PAGE = """A page with two columns, 10 of them wide

10 REM a small game
20 PRlNT "hel1o":GOTO 3O
l0 REM a srnall game
30 FOR i=l TO 10:PRINT i:NEXT 40 PRINT "both"
50 PRINT "a line that is so long that the print
goes on in the next row"
  6O END
70 x = 5 : y\u00d72
Page 17
90
  95
80 GOTO 10 and text behind it
"""


def at_places(row: Row, told: list[str]) -> Iterator[str]:
    """What is the same at several columns is said once."""
    for text, group in groupby(enumerate(told), key=lambda one: one[1]):
        columns = [column for column, _ in group]
        if text:
            yield f"{row.at}:{columns[0]}-{columns[-1]} {text}"


def shown(span: Span | None) -> str:
    return "nowhere" if span is None else f"{span.row}:{span.start}-{span.end}"


def edits_of(document: Document, edits: list[Edit]) -> Iterator[str]:
    for row in document.rows:
        own = [edit for edit in edits if edit.span.row == row.at]
        if own:
            yield f"    {applied(row.shown, own)}"


@transcript
def editing(folder: Path) -> Iterator[str]:
    document = Document(LISTING, Settings())
    for row in document.rows:
        columns = range(len(row.shown) + 1)
        yield f"row {row.shown!r}"
        for name, ask in (
                ("means", lambda column, row=row: words.hover(document, row, column, "en")),
                ("is defined", lambda column, row=row: shown(navigation.definition(document, row, column))),
                ("is named", lambda column, row=row: " ".join(map(shown, navigation.references(document, row, column))))):
            yield from (f"  {name} {text}" for text in at_places(row, [str(ask(column) or "") for column in columns]))
        chosen = [[choice.text for choice in words.choices(document, row, column, "en")] for column in columns]
        yield from (f"  can be {text}" for text in at_places(row, [
            f"{len(one)} of them, {' '.join(one[:8])}" if one else "" for one in chosen]))
    yield from (f"problem {one}" for one in findings.problems(document))
    yield from (f"outline {one.name}, {one.detail}, {one.begin.number}-{one.end.number} {one.is_function}"
                for one in navigation.outline(document))
    for row, column, new in ((4, 17, "feld"), (4, 17, "field$"), (4, 17, "goto"), (5, 18, "welche"), (5, 18, "welche!"),
                             (5, 18, "k"), (5, 24, "n%"), (5, 24, "x"), (1, 10, "fnflaeche"), (0, 5, "x"), (4, 7, "FIELD"),
                             (4, 7, "k"), (7, 35, "groesser"), (2, 16, "k$"), (4, 17, "a" * 40), (7, 40, "gr")):
        yield f"rename {row}:{column} to {new}"
        try:
            yield from edits_of(document, changes.rename(document, document.rows[row], column, new))
        except Refused as refused:
            yield f"    {refused}"
    whole = Document(LISTING.replace("310 RETURN:total=1\n", ""), Settings())
    for one, given in ((document, ()), (whole, ()), (whole, (100, 50, 5)), (whole, (10, 50)), (whole, (0,)),
                       (whole, (65530, 0, 10))):
        yield f"renumber {given}"
        try:
            done = changes.renumber(one, *given)
            yield from edits_of(one, done.edits)
            yield f"    missing {done.missing}"
        except Refused as refused:
            yield f"    {refused}"
    untidy = Document("10 print  1:goto10\n 20  for i=1to 3:nexti\n30 printa:gosub100\n40\n50 REM  as it is\n", Settings())
    for name, changed in ("format", changes.formatted), ("apart", changes.apart):
        yield name
        yield from edits_of(untidy, changed(untidy, untidy.rows))


@transcript
def a_scan(folder: Path) -> Iterator[str]:
    found = scan({"page": PAGE, "again": PAGE.replace("l0 REM", "10 REM")}, {10, 20, 30, 40, 50, 60, 70, 80})
    for number in sorted(found.readings):
        for reading in found.readings[number]:
            yield f"{number} {reading.text!r} at {reading.places}{' joined' * reading.joined}"
    yield from (f"stray {reading.text!r} at {reading.place}" for reading in found.strays)
    for commodore in False, True:
        best = best_readings(scan({"page": PAGE}), commodore=commodore)
        yield f"best{' of a Commodore' * commodore}"
        yield from (f"  {number} {text.decode('latin-1')}" for number, text in best.lines.items())
        yield from (f"  doubt {doubt.number} {doubt.text}: {doubt.why}; {doubt.others}" for doubt in best.doubts)


# typing in

BOOK = """10 REM a program of a book
20 FOR i=1 TO 10:PRINT "row";i:NEXT i
30 IF a$="x" THEN GOTO 100
40 DATA 1,22,333,"four"
50 PRINT "----------"
60 LOCATE 5,12:PRINT "a  b    c"
100 total%=total%+8
110 END
"""
LINES = listing_of(BOOK.encode("ascii"), "book")
TYPED = """/help
/open
10 REM a program of a book
/show 10
/show 20
20 FOR i=1 TO 19:PRINT "row";i:NEXT i
/take
30 IF a$="x" THENGOTO 100
/keep
/open
41 DATA 1,22,333,"four"
04 DATA 1,22,333,"four"
DATA 1,22,333,"four"
/skip
60 LOCATE 5,12:PRINT "a b    c"
/take
/goto 999
/goto 30
30 IF a$="x" THEN GOTO 100
100 DATA nonsense
/keep
999 END
110 EDN
/take
/nonsense
50 PRINT "---------"
/take
100 total%=totla%+8
/take
"""
SLIPS = [(20, "20 FRO i=1 TO 10:PRINT \"row\";i:NEXT i"), (20, "20 FOR i=1 TO 10:PRINT \"row\";i:NEXTi"),
         (20, "20 FOR i=1 TO 10:PRINT \"Row\";i:NEXT i"), (20, "20 FOR i=1 TO 10;PRINT \"row\";i:NEXT i"),
         (20, "20 FOR i=1 TO 1O:PRINT \"row\";i:NEXT i"), (20, "20 FOR i=1 TO 10:PRINT row\";i:NEXT i"),
         (30, "30 IF a$=\"x\" THEN GOTO 10"), (40, "40 DATA 1,22,33,\"four\""),
         (40, "40 DATA 1,22,3333,\"four\""), (40, "40 DATA 1.22,333,\"four\""),
         (60, "60 LOCATE 5,12:PRINT \"a  b     c\""), (100, "100 total%=total%+9"), (100, "100 totl%=total%+8")]


def book() -> manifest.Manifest:
    return manifest.make("book", {"base": LINES}, book={})


@transcript
def typing_in(folder: Path) -> Iterator[str]:
    said: list[str] = []
    typed = iter(TYPED.splitlines())

    def ask(prompt: str) -> str:
        line = next(typed, None)
        if line is None:
            raise EOFError
        said.append(f"{prompt}{line}")
        return line
    listing = book()
    typing = typein.TypingIn(listing, listing.by_name["base"], folder / "book.bas")
    done = typein.run(typing, ask, said.append)
    yield from "\n".join(said).splitlines()
    yield f"complete: {done}"
    yield from (folder / "book.bas").read_text(encoding="ascii").splitlines()
    again = typein.TypingIn(listing, listing.by_name["base"], folder / "book.bas")
    yield f"{again.at} {again.done} {again.doubtful} {again.missing}"
    yield " ".join(typein.bar(done, 8, 10) for done in range(9)) + typein.bar(0, 0)


@transcript
def slips_of_typists(folder: Path) -> Iterator[str]:
    listing = book()
    lines, expected = LINES, listing.by_name["base"].checksums
    for number, typed in SLIPS:
        text = typed.partition(" ")[2].encode("ascii")
        found = find_slip(listing, expected, number, text, lines)
        yield f"{typed}: {found and (found.text, found.what)}"
    for keep in range(9):           # how much of a listing has to be there for it to be known
        known = {number: text if at < keep else b"REM" for at, (number, text) in enumerate(lines.items())}
        with mock.patch.multiple(library, names=lambda: ["book"], open_manifest=lambda name: listing):
            yield f"{keep} of {len(lines)}: {library.recognised(known) is not None}"


@transcript
def misreadings_of_scans(folder: Path) -> Iterator[str]:
    vocabulary = Vocabulary(numbers=[10, 20, 100])
    for line in BOOK.splitlines():
        vocabulary.learn(line.partition(" ")[2])
    for text in ("PRlNT tota1%:GOSUB l00", 'PRINT "a b   c":x=0', 'PRINT "---- __."', 'PRINT "_____";"....."',
                 "totalX=totalX+Ø:a(1,1)=5", "IF ii<>l THEN tota1=tota1+1", 'DATA 1,"Aa bb",rn',
                 "REM l1O0 aa", 'PRINT "x'):
        edits = sorted(likely(text, vocabulary))
        counts = Counter(edit.what for edit in edits)
        yield f"{text}: {dict(sorted(counts.items()))} {hashlib.sha256(repr(edits).encode()).hexdigest()[:16]}"
        few = sorted({(edit.cost, edit.start, edit.end, edit.new, edit.what) for edit in edits if edit.end > edit.start})[:6]
        yield from (f"    {one}" for one in few)


# chess

class Ticks:
    """A clock that moves a little whenever it is looked at."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        self.time += 0.001
        return self.time


@transcript
def an_engine(folder: Path) -> Iterator[str]:
    from listings.chess.program import open_program
    from listings.chess.uci import Engine
    said: list[str] = []
    clock = Ticks()
    engine = Engine(open_program("schach", level="1"), said.append, clock=clock)
    for line in ("uci", "isready", "setoption name Level value 2", "setoption name Level value 9",
                 "setoption name Speed value x", "setoption name ShowBoard value true", "setoption name Other value 1",
                 "setoption name Level value 1", "ucinewgame", "position startpos moves e2e4", "go",
                 "position startpos moves e2e4 e7e5 g1f3", "go depth 2",
                 "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "go",
                 "position fen R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "go", "stop", "quit"):
        engine.handle(line)
        while engine.thinking:
            clock.time += 0.5
            engine.step()
        yield f"> {line}"
        *shown, last = [one for one in said if one.startswith("info depth")] or [""]    # how many depends on times
        yield from (one for one in said if one not in shown or one == last)
        said.clear()


@transcript
def at_the_board(folder: Path) -> Iterator[str]:
    from listings.chess.program import open_program
    from listings.chess.table import Table
    table = Table({"black": open_program("schach", level="1")}, clock=Ticks())
    for act in ("press e2", "press e4", "step", "press d2", "press d4", "take_back", "switch", "step", "take_back", "new"):
        name, _, square = act.partition(" ")
        yield f"> {act}"
        if name == "step":
            before = len(table.board.move_stack)
            while table.program is not None and len(table.board.move_stack) == before and not table.over:
                table.step(1)
        else:
            getattr(table, name)(*[square] * bool(square))
        yield from table.lines()
        yield f"{table.selected} {sorted(table.targets)} {table.last} {table.in_check}"


@transcript
def a_tournament(folder: Path) -> Iterator[str]:
    from listings.chess import crosstable, match, openings, records, tournament
    from tests.listings.chess_players import RandomSpec
    all_openings = openings.read()
    yield from (f"{one.name}: {one.fen} {' '.join(one.moves)}" for one in all_openings[:4])
    specs = [RandomSpec("one"), RandomSpec("two", worth=1), RandomSpec("three", worth=-1)]
    tasks = list(tournament.schedule(specs, 3, all_openings, 30))    # type: ignore[arg-type]
    text = ""
    for task in tasks:
        played = match.play(task.white.make(), task.black.make(), task.number, task.opening, task.most_moves)
        text += records.as_pgn(played, "A tournament", "2026.01.02")
    yield from text.splitlines()
    games = list(records.read(text))
    yield from (f"{game.key} {game.result} {game.why} {game.moves} {game.notes}" for game in games)
    yield from crosstable.table(games, {"one": 1000}).splitlines()
    yield from crosstable.table(games[:2]).splitlines()
