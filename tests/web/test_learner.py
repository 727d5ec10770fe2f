"""The learner's view and the help with books, without a browser: messages in, messages out."""

import pytest

from cpc import gallery
from cpc.commands.web_worker import give_tools
from listings import library, manifest
from tests.web.test_bridge import Page

COUNTING = "10 DIM f(2,2)\n20 FOR i=1 TO 3\n30 f(1,i-1)=i*i\n40 NEXT\n50 PRINT \"done\"\n"


@pytest.fixture
def page(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    made = Page(tmp_path)
    give_tools(made.bridge)
    made.bridge.begin({})
    made.turns(3)
    return made


@pytest.fixture
def learner(page):
    page.ask("program", text=COUNTING)
    page.ask("learn", on=True)
    return page


def dap(page, command, **arguments):
    """The protocol's answer to a request."""
    before = len(page.kinds("dap"))
    page.ask("dap", message={"type": "request", "seq": 1, "command": command, "arguments": arguments})
    page.turns(3)
    for body in page.kinds("dap")[before:]:
        if body["message"]["type"] == "response" and body["message"]["command"] == command:
            return body["message"]
    raise AssertionError(f"{command} has no answer")


def here(page):
    return page.kinds("here")[-1]


def test_a_program_is_gone_through_step_by_step_and_back(learner):
    learner.ask("rerun")
    assert here(learner) | {"why": "", "explained": []} == {
        "line": 10, "first": 3, "last": 13, "why": "", "stands": True, "sentence": "", "explained": []}
    places = []
    for _ in range(4):
        assert dap(learner, "stepIn")["success"]
        places.append(here(learner)["line"])
    assert places == [20, 30, 40, 30]
    assert dap(learner, "evaluate", expression="i")["body"]["result"] == "2"
    dap(learner, "stepBack")
    dap(learner, "stepBack")
    assert here(learner)["line"] == 30 and dap(learner, "evaluate", expression="i")["body"]["result"] == "1"


def test_a_question_that_takes_too_long_ends_with_what_was_found(learner, monkeypatch):
    learner.ask("type", text="RUN\n")
    learner.turns(20)
    answer = dap(learner, "evaluate", expression="history i", context="repl")["body"]["result"]
    assert answer.count("\n") == 4
    monkeypatch.setattr("cpc.web.learner.LONGEST_SECONDS", -1)
    answer = dap(learner, "evaluate", expression="history i", context="repl")["body"]["result"]
    assert answer.endswith("Ended early; the rest was not looked at.")


def test_a_breakpoint_stops_the_program_and_it_goes_on_to_its_end(learner):
    answer = dap(learner, "setBreakpoints", source={"sourceReference": 1}, breakpoints=[{"line": 3}])
    assert answer["body"]["breakpoints"][0]["verified"]
    learner.ask("type", text="RUN\n")
    learner.turns(10)
    assert here(learner)["stands"] and here(learner)["line"] == 30
    dap(learner, "setBreakpoints", source={"sourceReference": 1}, breakpoints=[])
    dap(learner, "continue")
    learner.turns(10)
    assert not here(learner)["stands"]
    assert learner.ask("state")["idle"] is True         # the prompt takes what is typed
    learner.ask("type", text="PRINT 7*6\n")
    learner.turns(10)
    assert " 42" in learner.ask("text")


def test_breakpoints_stay_at_their_lines_when_lines_come_and_go_above_them(learner):
    def stops_at(*rows):
        answer = dap(learner, "setBreakpoints", source={"sourceReference": 1}, breakpoints=[{"line": row} for row in rows])
        assert [one["line"] for one in answer["body"]["breakpoints"]] == list(rows)
        return dap(learner, "evaluate", expression="stops", context="repl")["body"]["result"]

    assert "30" in stops_at(3, 4)
    dap(learner, "evaluate", expression="edit 5 REM", context="repl")
    said = stops_at(4, 5)               # the same lines, each a row further down
    assert "30" in said and "40" in said and "50" not in said
    dap(learner, "evaluate", expression="edit 30", context="repl")
    said = stops_at(4)                  # the row that line 30 had is that of line 40
    assert "40" in said and "30" not in said


def test_variables_and_an_array_as_a_board(learner):
    learner.ask("type", text="RUN\n")
    learner.turns(20)
    found = dap(learner, "variables", variablesReference=1)["body"]["variables"]
    assert {one["name"]: one["value"] for one in found}["i"] == "4"
    board = learner.ask("board", name="f")
    assert [cell for row in board["rows"] for cell in row].count("9") == 1
    assert "down" not in board                          # labels are for boards that are known
    assert "has not been" in learner.ask("board", name="nothing")


def test_what_the_statement_does_is_explained_in_the_pages_language(learner):
    learner.ask("rerun")
    told = here(learner)
    assert told["stands"] and told["explained"][0] == "DIM f(2,2)" and "array" in told["explained"][-1]
    learner.ask("language", language="de")
    learner.ask("rerun")
    assert here(learner)["explained"][0] == "DIM f(2,2)" and "Feld" in here(learner)["explained"][-1]
    assert "noch nicht" in learner.ask("board", name="nothing")
    dap(learner, "continue")
    assert here(learner)["explained"] == []             # only where it stands


def test_a_known_listing_knows_its_board_and_its_search_by_itself(page):
    page.ask("program", data=gallery.path_of("schach").read_bytes(), name="schach.bas")
    page.ask("learn", on=True)
    at = [number for number, _ in page.ask("lines")["lines"]].index(110) + 1        # the array has just been made
    dap(page, "setBreakpoints", source={"sourceReference": 1}, breakpoints=[{"line": at}])
    page.ask("type", text="RUN\n")
    page.turns(100)
    assert here(page)["line"] == 110 and here(page)["stands"]
    board = page.ask("board", name="b")
    assert board["rows"] == [["."] * 8] * 8
    assert board["across"] == list("abcdefgh") and board["down"] == list("87654321")        # as in the panel
    found = dap(page, "evaluate", expression="tree", context="repl")["body"]["result"]
    assert found == "There was no search in all that is kept."


def test_the_listing_and_a_line_that_is_changed(learner):
    told = learner.ask("lines")
    assert told["lines"][4] == [50, '50 PRINT "done"'] and "PRINT" in told["words"]
    dap(learner, "evaluate", expression='edit 50 PRINT "changed"', context="repl")
    assert learner.ask("lines")["lines"][4] == [50, '50 PRINT "changed"']
    learner.ask("type", text="RUN\n")
    learner.turns(20)
    assert "changed" in learner.ask("text")


def test_slow_motion_and_heat(learner):
    learner.ask("heat", on=True)
    learner.ask("type", text="RUN\n")
    learner.turns(20)
    table = {line: count for line, _, count in learner.ask("heat")}
    assert table[30] == 3 and table[50] == 1
    learner.ask("heat", on=False)
    learner.ask("rerun")
    learner.ask("slow", rate=5)
    told = len(learner.kinds("here"))
    learner.turns(50)                                   # a second
    assert 3 <= len(learner.kinds("here")) - told <= 8
    learner.ask("slow", rate=0)
    assert here(learner)["stands"]


def test_breakpoints_stay_when_the_cpc_is_switched_off(learner):
    dap(learner, "setBreakpoints", source={"sourceReference": 1}, breakpoints=[{"line": 5}])
    learner.ask("program", text=COUNTING, afresh=True)
    learner.turns(5)
    assert not here(learner)["stands"]
    learner.ask("learn", on=False)
    learner.ask("type", text="RUN\n")
    learner.turns(20)
    assert "done" in learner.ask("text")
    assert learner.ask("heat") == "The learner's view is not open."


@pytest.mark.parametrize("message", [
    {}, {"command": 5}, {"command": "stepBack"}, {"command": "goto", "arguments": []}, None, "x"])
def test_requests_that_make_no_sense_end_nothing(learner, message):
    learner.ask("dap", message=message)
    learner.turns(5)
    assert learner.ask("state")["lines"] == 5


# books

MADE_UP = {10: b'PRINT "A made-up book"', 20: b"FOR i=1 TO 3", 30: b"PRINT i", 40: b"NEXT"}


@pytest.fixture
def book(page):
    made = manifest.make("madeup", {manifest.BASE: MADE_UP}, book={"title": "A made-up book"})
    state = page.ask("book", name="madeup.toml", data=manifest.to_toml(made).encode())
    assert (state["name"], state["at"], state["total"], state["lines"]) == ("madeup", 10, 4, [])
    return page


def test_the_books_are_listed(book):
    listed = {one["name"]: one for one in book.ask("books")}
    assert set(library.names()) < listed.keys()
    assert listed["madeup.toml"]["title"] == "A made-up book"


def test_each_line_is_checked(book):
    state = book.ask("typeline", text='10 PRINT "A made-up book"')
    assert state["verdict"]["right"] and state["at"] == 20 and state["lines"] == [[10, 'PRINT "A made-up book"', True]]
    state = book.ask("typeline", text="20 FOR i=l TO 3")
    assert not state["verdict"]["right"] and state["verdict"]["slip"] == "FOR i=1 TO 3"
    state = book.ask("typeline", text="20 FOR i=9 TO 9 STEP 9", keep=True)
    assert state["doubtful"] == [20] and state["lines"][1][2] is False
    state = book.ask("typeline", text="20 FOR i=1 TO 3\n30 PRINT i\n40 NEXT")
    assert state["missing"] == "" and state["doubtful"] == [] and state["typed"] == 4
    program = book.ask("booktext")
    assert program["name"] == "madeup.bas" and program["data"].startswith(b'10 PRINT "A made-up book"\n')


def test_a_scan_is_read_and_mended(book):
    state = book.ask("scan", text='10 PRINT "A made-up book"\n20 F0R i=1 TO 3\n30 PRINT i\n')
    assert state["as_read"] == 2 and [one[0] for one in state["mended"]] == [20, 40]
    assert state["typed"] == 4


def test_what_is_typed_in_is_kept(book):
    book.ask("typeline", text="30 PRINT i")
    book.turns(60)
    kept = {name for body in book.kinds("kept") for name, _ in body["files"]}
    assert {"cpc-listings/madeup.toml", "cpc-listings/madeup.bas"} <= kept


@pytest.mark.parametrize("message, sentence", [
    ({"do": "book", "name": "nothing"}, "no listing called nothing"),
    ({"do": "typeline", "text": "10 REM"}, "No book has been"),
    ({"do": "book", "name": "x.toml", "data": b"not toml ["}, "x.toml"),
    ({"do": "check", "name": "nothing"}, "no listing called"),
    ({"do": "check", "name": "hamann"}, "is not typed in yet"), ({"do": "book", "name": "../../x"}, "no listing called"),
])
def test_faults_are_sentences(page, message, sentence):
    page.bridge.take({**message, "id": 1})
    assert sentence in page.kinds("refused")[0]["sentence"]


def test_mistakes_are_found_in_the_program(page):
    page.ask("program", text="10 GOTO 99\n20 PRINT\n")
    assert [(line, severity) for line, _, severity, _ in page.ask("lint")][0] == (10, "error")
    page.ask("language", language="de")
    assert page.ask("lint")[0][3] == "Line does not exist: Zeile 99"
    page.ask("reset")
    assert page.ask("lint") == []


def test_what_is_typed_in_is_judged_in_the_page_s_language(page):
    made = manifest.make("madeup", {manifest.BASE: {10: b"PRINT"}}, book={"title": "x"})
    page.ask("language", language="de")
    page.ask("book", name="madeup.toml", data=list(manifest.to_toml(made).encode()))
    assert page.ask("typeline", text="20 REM")["verdict"]["message"] == "Eine Zeile 20 hat dieses Listing nicht."
    page.bridge.take({"do": "check", "name": "hamann", "id": 1})
    assert page.kinds("refused")[-1]["sentence"].startswith("hamann ist noch nicht abgetippt")
