"""Drives the page's debugger as a person in a hurry would, in Chromium: random clicks, keys, values, lines and commands.

    python3 -m tests.web.page_driver --seconds 1800 --seed 1

Nothing may be a fault of ours, neither in the page nor in its Python, and no moment of the past may be lost: after commands
that only look or travel, `present` leads to what was there before them.
"""

import argparse
import random
import re
import threading
import time
import traceback
from typing import Any

from playwright.sync_api import Error, Page, sync_playwright

from cpc.debugger.console.commands import COMMANDS
from cpc.web.server import SiteServer
from cpc.web.site import policy, site
from tests.debugger_driver import LOOKS, NAMES, PROGRAM, TRAVELS, argument, command
from tests.web import browsers
from tests.web.asking import HEARD, OPEN
from tests.web.conftest import opened

EACH_SECONDS = 60               # with one page; then another one is opened
PATIENCE_MS, SOON_MS = 60_000, 5_000
LIMIT_MS = 120_000              # for an answer of the machine, on a busy computer
TOOLS = ("go", "into", "over", "out", "stepback", "start", "slow", "heat")
FAULTY = re.compile(r"has failed|made a mistake|Traceback|has ended:|No answer to")


class Fault(AssertionError):
    pass


class PageDriver:
    def __init__(self, page: Page, seed: int) -> None:
        self.page = page
        self.rng = random.Random(seed)
        self.done: list[str] = []
        self.names = sorted({*COMMANDS} - {"quit", "q", "edit", "copy"})
        page.evaluate("text => told('program', {text, run: true})", PROGRAM)
        self.press("#learn", PATIENCE_MS)
        self.opens()

    def check(self) -> None:
        said = self.page.locator("#notice").inner_text()
        for sentence in [*self.page.faults, said]:         # type: ignore[attr-defined]
            if sentence == said and not FAULTY.search(said):
                continue
            raise Fault(sentence)

    def say(self, line: str) -> str:
        self.done.append(f"> {line}")
        said: str = self.page.evaluate("line => said(line)", line)
        if FAULTY.search(said):
            raise Fault(f"{line}: {said}")
        return said

    # what a person does

    def act(self) -> None:
        act = self.rng.choices([self.tool, self.margin, self.line, self.value, self.board, self.keys, self.obey, self.request,
                                self.travel, self.ask, self.row, self.look_elsewhere],
                               [8, 3, 2, 3, 3, 4, 5, 4, 4, 4, 4, 1])[0]
        self.done.append(act.__name__)
        try:
            act()
        except Error as error:          # what was to be clicked on has gone meanwhile
            if "Timeout" not in str(error) and "detached" not in str(error) and "not attached" not in str(error):
                raise
            self.done.append("too late")
        if self.rng.random() < 0.3:
            self.page.wait_for_timeout(self.rng.randrange(400))
        self.check()

    def press(self, place: str, within: int = SOON_MS) -> None:
        self.done.append(f"click {place}")
        self.page.locator(place).click(timeout=within)

    def one_of(self, place: str) -> str | None:
        count = self.page.locator(place).count()
        return f"{place} >> nth={self.rng.randrange(count)}" if count else None

    def tool(self) -> None:
        self.press(f"#learn-{self.rng.choice(TOOLS)}")

    def margin(self) -> None:
        if place := self.one_of("#side .margin"):
            self.press(place)

    def line(self) -> None:
        """A line of the listing is changed, and put back."""
        if self.rng.random() < 0.5:
            field = self.page.locator("#side .fresh")
            field.fill(self.rng.choice(["85 x=x+1", "85", "5 REM", "5", "x", "99999 PRINT"]), timeout=SOON_MS)
            field.press("Enter", timeout=SOON_MS)
        elif place := self.one_of("#side .line code"):
            self.press(place)
            field = self.page.locator("#side .line input")
            if self.rng.random() < 0.3:
                field.press("End", timeout=SOON_MS)
                field.press("Space", timeout=SOON_MS)
            field.press(self.rng.choice(["Escape", "Enter"]), timeout=SOON_MS)

    def value(self) -> None:
        if place := self.one_of("#side .values input"):
            field = self.page.locator(place)
            field.fill(self.rng.choice([*NAMES, "5", "1e3", '"a"']), timeout=SOON_MS)
            field.press(self.rng.choice(["Enter", "Tab"]), timeout=SOON_MS)

    def board(self) -> None:
        if place := self.one_of("#side .values button"):
            self.press(place)

    def keys(self) -> None:
        self.page.locator("#typed").focus(timeout=SOON_MS)
        for _ in range(self.rng.randrange(1, 6)):
            self.page.keyboard.press(self.rng.choice(["a", "7", "Enter", "Space", "x", "ArrowUp", "Backspace", "Escape", "F1"]),
                                     delay=30)

    def ask(self) -> None:
        """A question, or one of those that need no typing."""
        if self.rng.random() < 0.6:
            field = self.page.locator("#learn-ask")
            line = command(self.rng, self.names)
            self.done.append(f"? {line}")
            field.fill(line, timeout=SOON_MS)
            field.press("Enter", timeout=SOON_MS)
        elif place := self.one_of(self.rng.choice([".ready button", ".values th button"])):
            self.press(place)

    def row(self) -> None:
        """Where a row of an answer leads."""
        if place := self.one_of(".answer button"):
            self.press(place)

    def obey(self) -> None:
        self.say(command(self.rng, self.names))

    def request(self) -> None:
        """As the page's own view asks the machine, with values that it would not send."""
        rng = self.rng
        name, given = rng.choice([
            ("slow", {"rate": rng.choice([0, 0, 4, 50, -1, 1e9])}), ("heat", {}), ("heat", {"on": rng.random() < 0.5}),
            ("board", {"name": rng.choice(NAMES), "options": rng.choice(["", "turn flip", "labels", "width 3", "x"])}),
            ("rerun", {}), ("lines", {}), ("lint", {}), ("state", {}), ("pause", {"on": False}), ("learn", {"on": True}),
            ("speed", {"speed": rng.choice(["real", "max", "auto"])})])
        self.done.append(f"{name} {given}")
        refused = self.page.evaluate("([name, given]) => told(name, given).then(() => '', error => error.message)",
                                     [name, given])
        if FAULTY.search(refused):
            raise Fault(f"{name} {given}: {refused}")

    def look_elsewhere(self) -> None:
        """The view is closed and opened again."""
        self.press("#learn", PATIENCE_MS)
        self.press("#learn", PATIENCE_MS)
        self.opens()

    def opens(self) -> None:
        try:
            self.page.locator(OPEN).wait_for(timeout=LIMIT_MS)
        except Error:
            raise Fault("The view does not open") from None

    def travel(self) -> None:
        """What only travels and looks leaves the present as it was."""
        self.page.evaluate("told('slow', {rate: 0})")
        self.page.evaluate("asked('pause', {threadId: 1})")
        self.say("present")
        before = self.state()
        for _ in range(self.rng.randrange(1, 5)):
            line = f"{self.rng.choice([*TRAVELS, *TRAVELS, *sorted(LOOKS & COMMANDS.keys())])} {argument(self.rng)}"
            if " to " in line or ".csv" in line or "svg" in line:
                continue
            self.say(line)
            if self.rng.random() < 0.3:
                self.page.evaluate("name => asked(name, {threadId: 1})", self.rng.choice(["stepBack", "reverseContinue"]))
        self.say("present")
        after = self.state()
        if after != before:
            different = {name: (before[name], after[name]) for name in before if before[name] != after[name]}
            raise Fault(f"The present is another one: {different}")

    def state(self) -> dict[str, Any]:
        """All that a person can see of a moment."""
        state = self.page.evaluate("""async () => ({
            text: await told("text"), pens: await told("pens"), printed: (await told("printed")).length,
            seconds: (await told("state")).seconds,
            vars: (await said("vars")).replaceAll("* ", "  "), stack: await said("stack"), count: await said("count"),
            random: await said("print @v")})""")
        assert isinstance(state, dict)
        return state


def one(seed: int, seconds: float = EACH_SECONDS, most: int = 1 << 60) -> int:
    """How many acts were done; Fault where something was wrong."""
    folder = browsers.pyodide()
    with SiteServer(site(folder), policy(folder), path="/") as served, sync_playwright() as playwright:
        thread = threading.Thread(target=served.serve_forever, daemon=True)
        thread.start()
        browser = playwright.chromium.launch(executable_path=browsers.chromium(), args=browsers.ARGUMENTS)
        try:
            context = browser.new_context(locale=random.Random(seed).choice(["en-GB", "de-DE"]))
            context.add_init_script(HEARD % LIMIT_MS)
            driver = PageDriver(opened(context, served.url), seed)
            end, acts = time.monotonic() + seconds, 0
            try:
                while time.monotonic() < end and acts < most:
                    driver.act()
                    acts += 1
            except Exception:
                print("\n".join(["before that:", *driver.done[-25:]]), flush=True)
                raise
            return acts
        finally:
            browser.close()
            served.shutdown()
            thread.join()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=EACH_SECONDS)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=float, default=EACH_SECONDS, help="seconds with one page")
    given = parser.parse_args()
    if sentence := browsers.missing():
        raise SystemExit(sentence)
    end, seed, faults = time.monotonic() + given.seconds, given.seed, 0
    while time.monotonic() < end:
        try:
            print(f"page {seed}: {one(seed, min(given.each, end - time.monotonic()))} acts", flush=True)
        except Exception:
            faults += 1
            traceback.print_exc()
            print(f"page {seed}: a fault", flush=True)
        seed += 1
    print(f"seeds {given.seed} to {seed - 1}: {faults} with a fault")


if __name__ == "__main__":
    main()
