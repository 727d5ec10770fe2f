"""Measures the page in Chromium: `python3 -m tests.web.measure [--minutes 10] [--listing hamann.bas]`.

First visit and a second one without a network, up to Ready; bytes over the wire; how a moving picture with music is kept up
with; ESC; the first replies of a chess program; the memory after so many minutes.
"""

import argparse
import json
import os
import statistics
import sys
import threading
import time
from pathlib import Path

from cpc.web.server import SiteServer
from cpc.web.site import policy, site
from tests.web import browsers
from tests.web.conftest import opened

RUNS = 3
SECONDS = 20
# On the machine, its picture changes 50 times a second.
SHOW = """10 MODE 0:DEFINT a-z:ENV 1,5,2,2,5,-2,4:k=1:EVERY 8 GOSUB 50
20 FRAME:MOVE x,200,c:DRAWR 0,40:x=x+4 AND 511:c=c+(x=0) AND 15:GOTO 20
50 SOUND k,100+x,20,12,1:k=k*2:IF k>4 THEN k=1
60 RETURN
"""
# The program looks for keys all the time, so it is never idle: it has replied when it asks for the next move.
REPLIES = """async ([listing, level, move, asks]) => {
    const asked = async from => {
        for (;;) {
            await cpc.run(10);
            const said = (await cpc.printed()).slice(from);
            if (said.includes(asks)) return said;
        }
    };
    await cpc.load(listing, {model: "464", dialect: "auto"});
    await cpc.type("RUN\\n");
    await cpc.runUntilIdle(3600);
    await cpc.type(level);
    await asked(0);
    const printed = (await cpc.printed()).length, since = performance.now();
    await cpc.type(move);
    const said = await asked(printed);
    return [(performance.now() - since) / 1000, said];
}"""


def starts(playwright, server):
    """Seconds to Ready of first visits and of second ones without a network, and the bytes of a first visit."""
    first, second, sent = [], [], 0
    for _ in range(RUNS):
        browser = playwright.chromium.launch(executable_path=browsers.chromium(), args=browsers.ARGUMENTS)
        context = browser.new_context()
        server.sent, begin = 0, time.monotonic()
        page = opened(context, server.url)
        first.append(time.monotonic() - begin)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_timeout(2000)
        sent = server.sent
        page.close()
        context.set_offline(True)
        begin = time.monotonic()
        opened(context, server.url)
        second.append(time.monotonic() - begin)
        browser.close()
    return first, second, sent


def kept_up(page):
    """Of a picture that moves with music: emulated seconds, pictures and seconds of computing in each second."""
    page.evaluate(f"cpc.load({json.dumps(SHOW)}, {{model: \"6128\"}})")
    page.evaluate("cpc.ask('speed', {speed: 'real'})")
    page.locator("#run").click()
    page.wait_for_timeout(3000)
    look = "Promise.all([cpc.state(), cpc.drawn()]).then(([now, drawn]) => [now.seconds, drawn, performance.now() / 1000])"
    before, busy = page.evaluate(look), computed()
    page.wait_for_timeout(SECONDS * 1000)
    after = page.evaluate(look)
    wall = after[2] - before[2]
    page.evaluate("cpc.ask('speed', {speed: 'auto'})")
    return (after[0] - before[0]) / wall, (after[1] - before[1]) / wall, (computed() - busy) / wall


def escapes(page):
    """Milliseconds from ESC ESC to the prompt."""
    found = []
    for _ in range(10):
        page.evaluate("cpc.load('10 n=n+1:GOTO 10\\n')")
        page.evaluate("cpc.type('RUN\\n')")
        page.wait_for_timeout(500)
        found.append(page.evaluate("""async () => {
            const since = performance.now();
            cpc.ask("escape");
            while (!(await cpc.state()).idle) await new Promise(resolve => setTimeout(resolve, 2));
            return performance.now() - since;
        }"""))
    return found


def processes():
    """Of the browser's processes that show pages: megabytes of their own memory, and seconds of computing so far."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            command = path.read_bytes()
            if b"--type=renderer" in command and b"extension-process" not in command:
                status = (path.parent / "status").read_text()
                times = (path.parent / "stat").read_text().rpartition(")")[2].split()
                found.append((int(status.partition("RssAnon:")[2].split()[0]) / 1024,
                              (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")))
        except (OSError, IndexError):
            continue
    return found


def memory():
    return max((size for size, _ in processes()), default=0.0)


def computed():
    return sum(seconds for _, seconds in processes())


def shown(name, values, unit):
    print(f"{name}: {statistics.median(values):.2f} {unit} (from {min(values):.2f} to {max(values):.2f})", flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python3 -m tests.web.measure")
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--listing", type=Path)
    options = parser.parse_args()
    if sentence := browsers.missing():
        print(sentence)
        return 2
    from playwright.sync_api import sync_playwright
    folder = browsers.pyodide()
    with SiteServer(site(folder), policy(folder)) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        first, second, sent = starts(playwright, server)
        shown("first visit to Ready", first, "s")
        shown("second visit without a network", second, "s")
        print(f"over the wire at the first visit: {sent / 1e6:.2f} MB")
        browser = playwright.chromium.launch(executable_path=browsers.chromium(), args=browsers.ARGUMENTS)
        page = opened(browser.new_context(viewport={"width": 1366, "height": 768}), server.url)
        shown("ESC to the prompt", escapes(page), "ms")
        if options.listing:
            listing = options.listing.read_text()
            for level in "12":
                before = computed()
                replies = [page.evaluate(REPLIES, [listing, level, "e2e4\n", "Ihr"]) for _ in range(RUNS)]
                print(f"computed for {RUNS} games up to the first reply: {computed() - before:.2f} s")
                shown(f"{options.listing.stem} level {level}, first reply", [seconds for seconds, _ in replies], "s")
                print("   ", " ".join(replies[0][1].split())[-60:])
        speed, pictures, busy = kept_up(page)
        print(f"music and a moving picture: {speed:.3f} of the machine's speed, {pictures:.1f} pictures a second, "
              f"{busy:.2f} of a core")
        print(f"memory: {memory():.0f} MB", flush=True)
        if options.minutes:
            page.locator("#run").click()
            page.wait_for_timeout(options.minutes * 60_000)
            print(f"memory after {options.minutes:g} minutes: {memory():.0f} MB; {kept_up(page)[0]:.3f} of the speed")
        browser.close()
        server.shutdown()
    return 0


if __name__ == "__main__":
    sys.exit(main())
