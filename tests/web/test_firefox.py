"""The page in Firefox: what differs between browsers is typing, pictures, keeping, the worker and the service worker.

Playwright drives no Firefox of a system's packages; puppeteer-core does (tests/web/firefox.mjs).
"""

import json
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from cpc import gallery
from tests.example_scripts import SCRIPTS, golden
from tests.places import REPO
from tests.web import browsers
from tests.web.test_machine import done, in_seconds
from tests.web.test_page import BETWEEN_KEYS, COUNTING, HOSTILE, KEPT, LOOP, drop, eventually, listing


class Firefox:
    """A page in Firefox, with as much of Playwright's `Page` as the tests of both browsers use."""

    def __init__(self, path: str, modules: Path, address: str):
        self.process = subprocess.Popen(["node", REPO / "tests/web/firefox.mjs", path, modules.parent], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.address = address
        self.visit()

    def ask(self, what, *values):
        assert self.process.stdin and self.process.stdout
        self.process.stdin.write(json.dumps([what, *values]) + "\n")
        self.process.stdin.flush()
        row = self.process.stdout.readline()
        assert row, "Firefox has ended."
        answer = json.loads(row)
        assert "failed" not in answer, answer["failed"]
        return answer["done"]

    def visit(self):
        self.ask("goto", self.address)
        self.ask("attached", "html[data-ready]")

    def evaluate(self, text, argument=None):
        return self.ask("evaluate", text if argument is None else f"({text})({json.dumps(argument)})")

    def wait_for_timeout(self, ms):
        time.sleep(ms / 1000)

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(60)
        finally:
            self.process.kill()


@pytest.fixture(scope="module")
def firefox(server):
    path, modules = browsers.firefox(), browsers.puppeteer()
    if not path or not modules or not shutil.which("node"):
        pytest.skip("The page's tests in Firefox need Firefox, node and puppeteer-core.")
    page = Firefox(path, modules, server.url)
    yield page
    page.close()


@pytest.fixture
def own(firefox):
    firefox.evaluate("cpc.load('', {model: '464', brand: 'schneider', dialect: 'auto'})")
    firefox.evaluate("cpc.run(0.1)")
    firefox.ask("faults")
    yield firefox
    assert firefox.ask("faults") == []


def test_a_program_is_typed_and_runs(own):
    own.ask("focus", "#typed")
    for line in ('10 FOR i=1 TO 3', '20 PRINT i;"Grüße @"', "30 NEXT", "run"):
        own.ask("type", line, BETWEEN_KEYS)
        own.ask("press", "Enter")
    eventually(own, "cpc.text().then(rows => rows.slice(13, 16))", [" 1 Gruesse @", " 2 Gruesse @", " 3 Gruesse @"])


def test_escape_stops_a_loop(own):
    own.evaluate(f"cpc.load({json.dumps(LOOP)})")
    own.evaluate("cpc.ask('paste', {text: 'RUN\\n'})")
    eventually(own, "cpc.state().then(now => now.idle || now.typing != null)", False)
    own.ask("focus", "#typed")
    own.ask("press", "Escape")
    own.ask("press", "Escape")
    eventually(own, "cpc.text().then(rows => rows.some(row => row.startsWith('Break in')))", True)


@pytest.mark.parametrize("name", SCRIPTS)
def test_each_example_shows_what_the_machine_shows(own, name):
    pictures = done(own, gallery.path_of(name).read_text(), in_seconds(SCRIPTS[name]), model="464", brand="amstrad")
    recorded = golden(name)["464"]["pictures"]
    assert [(one["pens"], one["mode"], one["text"]) for one in pictures] == [
        (one["pens"], one["mode"], one["text"]) for one in recorded]


def test_a_file_is_dropped_and_hurts_nothing(own):
    drop(own, "<svg onload=window.hurt=1>.bas", HOSTILE.encode())
    eventually(own, "cpc.ask('listing')", HOSTILE)
    assert own.evaluate("window.hurt ?? null") is None


def test_the_listing_steps_and_goes_back(own):
    own.evaluate(f"cpc.ask('program', {{text: {json.dumps(COUNTING)}}})")
    own.ask("click", "#learn")
    stands = "document.querySelector('.line.stands .margin')?.textContent ?? null"
    eventually(own, "document.querySelectorAll('.line').length", 5)
    own.evaluate("void [...document.querySelectorAll('.line .margin')].find(one => one.textContent === '30').click()")
    own.ask("click", "#run")
    eventually(own, stands, "30")
    own.ask("click", "#learn-into")
    eventually(own, stands, "40")
    own.ask("click", "#learn-stepback")
    eventually(own, stands, "30")
    own.ask("click", "#learn")


def test_the_program_is_back_after_a_reload(own):
    own.evaluate(f"cpc.ask('program', {{text: {json.dumps(LOOP)}}})")
    eventually(own, KEPT, True)
    own.wait_for_timeout(500)
    own.ask("reload")
    own.ask("attached", "html[data-ready]")
    assert listing(own) == LOOP


def test_the_second_visit_needs_no_network(own, server):
    own.evaluate("navigator.serviceWorker.ready.then(() => true)")
    own.wait_for_timeout(2000)
    sent = server.sent
    own.visit()
    assert own.evaluate("navigator.serviceWorker.controller !== null")
    assert server.sent - sent < 100_000         # Pyodide and the wheels come from the browser's cache of the page
    assert len(own.evaluate("cpc.text()")) == 25
