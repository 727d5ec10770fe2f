"""Short sessions of typed lines, with what the real firmware printed: editing, stops, errors and events in between."""

import json

import pytest

from tests import corpus, left_behind
from tests.places import GOLDEN

SESSIONS = [json.loads(line) for line in (GOLDEN / "sessions.jsonl").read_text(encoding="ascii").splitlines()]


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session["id"])
def test_it_prints_what_the_machine_printed(session):
    cpc = corpus.run(session)
    assert cpc.printed.decode("latin-1") == session["printed"]
    assert not left_behind.difference(f"sessions {session['id']}", cpc)


@pytest.mark.parametrize(("model", "lengths"), [("464", " 1  1 "), ("6128", " 0  0 ")])
def test_inkey_takes_esc(model, lengths):
    program = "10 k$=INKEY$:PRINT LEN(k$);\n20 k$=INKEY$:PRINT LEN(k$);\n"
    session = {"model": model, "type": program + "RUN\n\xfc\xef", "ahead": len(program)}
    assert lengths in corpus.run(session).printed.decode("latin-1")
