"""The page shows what the CPC shows: its pictures are those of the firmware and of the CPC outside of a browser."""

import hashlib

import pytest

from cpc import CPC, gallery
from tests import corpus
from tests.cpc.test_examples import OWN, PEOPLE
from tests.example_scripts import LONGEST, SCRIPTS, SETTLES, golden
from tests.places import GOLDEN

# Does steps, and gives what each picture on the way was.
STEPS = """async ([program, options, steps]) => {
    const pictures = [];
    await cpc.hold(true);
    await cpc.load(program, options);
    for (const [step, ...what] of steps) {
        if (step === "type") await cpc.type(what[0]);
        else if (step === "key") await cpc.key(...what);
        else if (step === "run") await cpc.run(what[0]);
        else if (step === "idle") {
            if (!await cpc.runUntilIdle(what[0])) throw new Error("it never waits for a key");
            await cpc.run(what[1]);
        } else pictures.push({ ...await cpc.look(), pens: await cpc.pens(), text: await cpc.text() });
    }
    await cpc.hold(false);
    return pictures;
}"""

CASES = 30


def done(page, program, steps, **options):
    return page.evaluate(STEPS, [program, options, steps])


def in_seconds(script):
    """The steps of an example's script; to be idle takes the time that its recording took."""
    return [["idle", LONGEST, SETTLES] if step[0] == "idle" else step for step in script]


@pytest.mark.parametrize("name", SCRIPTS)
def test_each_example_shows_what_the_machine_shows(shared, name):
    pictures = done(shared, gallery.path_of(name).read_text(), in_seconds(SCRIPTS[name]), model="464", brand="amstrad")
    recorded = golden(name)["464"]["pictures"]
    assert len(pictures) == len(recorded)
    for ours, theirs in zip(pictures, recorded, strict=True):
        assert (ours["pens"], ours["mode"], ours["text"]) == (theirs["pens"], theirs["mode"], theirs["text"])
        if "inks" in theirs:
            assert {str(pen): ours["inks"][pen] for pen in ours["shown"]} == theirs["inks"]
            assert ours["border"] == theirs["border"]


def test_files_shows_what_it_shows_outside_of_a_browser(shared, tmp_path):
    assert {*OWN} == {*SCRIPTS, "files"}
    cpc = CPC(brand="amstrad", drive=tmp_path)
    cpc.load(gallery.path_of("files"))
    cpc.type("RUN\n" + PEOPLE)
    assert cpc.run_until_idle()
    cpc.run(SETTLES)
    script = [["type", "RUN\n" + PEOPLE], ["idle", LONGEST, SETTLES], ["pens"]]
    shown, = done(shared, gallery.path_of("files").read_text(), script, model="464", brand="amstrad")
    assert shown["pens"] == hashlib.sha256(b"".join(cpc.screen.pens())).hexdigest()
    assert shown["text"] == cpc.screen.text()


def recorded_cases():
    """Cases with a picture, some of each category, the models in turn."""
    found = []
    for category in sorted(corpus.PICTURE):
        fit = [case for case in corpus.cases(category, GOLDEN / "corpus") if "pens" in case and not case.get("keys")]
        found.append(fit[::max(len(fit) // (CASES // len(corpus.PICTURE) + 1), 1)])
    return [case for row in zip(*found, strict=False) for case in row][:CASES]


def test_there_are_enough_cases():
    assert len(recorded_cases()) == CASES
    assert {case["model"] for case in recorded_cases()} == {"464", "6128"}


@pytest.mark.parametrize("case", recorded_cases(), ids=lambda case: case["id"])
def test_a_recorded_case_of_the_machine(shared, case):
    text = case["type"]
    ahead = case.get("ahead", len(text))
    pieces = (text[:ahead].splitlines(keepends=True) or [""]) + ([text[ahead:]] if "ahead" in case else [])
    steps = []
    for piece in pieces[:-1]:
        steps += [["type", piece], ["idle", 600, 0]]
    steps += [["type", pieces[-1]], ["idle", 1500, case.get("after", 6) * corpus.FRAME_SECONDS], ["picture"]]
    shown, = done(shared, "", steps, model=case["model"], brand="amstrad", dialect="locomotive")
    assert (shown["pens"], shown["mode"], shown["border"], shown["firsts"]) == (
        case["pens"], case["mode"], case["border"], case["inks"])


def test_what_scripts_can_ask_for(shared):
    shared.evaluate("cpc.load('10 PRINT 6*7\\n', {model: '464', brand: 'schneider', dialect: 'auto'})")
    shared.evaluate("cpc.type('RUN\\n')")
    assert shared.evaluate("cpc.runUntilIdle(5)") is True
    assert shared.evaluate("cpc.text()")[10] == " 42"
    assert len(shared.evaluate("cpc.text()")) == 25
    state = shared.evaluate("cpc.state()")
    assert (state["model"], state["lines"], state["idle"], state["error"]) == ("464", 1, True, None)
    shared.evaluate("cpc.type('20 GOTO 20\\nRUN\\n')")
    assert shared.evaluate("cpc.runUntilIdle(5)") is False
    refused = shared.evaluate("cpc.load('no lines').catch((error) => error.message)")
    assert refused == "Direct command found"
    assert shared.faults == []
