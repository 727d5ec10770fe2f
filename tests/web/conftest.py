import base64
import threading
import time

import pytest

from cpc.web.server import SiteServer
from cpc.web.site import policy, site
from tests.web import browsers

SUB_PATH = "/some/folder/"              # where the site lies on its server
STARTED = "tests/started"               # there: the memory of a started Python
# What is done with it where a browser has kept it: `name` of the cache, `cache` and `key`. Null where it is not kept.
KEPT_MEMORY = """async () => {
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        const key = (await cache.keys()).find(one => new URL(one.url).pathname.endsWith("/started"));
        if (key) { %s }
    }
    return null;
}"""
TAKE_MEMORY = KEPT_MEMORY % """
    const reader = new FileReader();
    reader.readAsDataURL(await (await cache.match(key)).blob());
    await new Promise(resolve => { reader.onload = resolve; });
    return [name, key.url, reader.result];"""


@pytest.fixture(scope="session")
def server():
    if sentence := browsers.missing():
        pytest.skip(sentence)
    folder = browsers.pyodide()
    with SiteServer(site(folder), policy(folder), path=SUB_PATH) as served:
        thread = threading.Thread(target=served.serve_forever, daemon=True)
        thread.start()
        yield served
        served.shutdown()
        thread.join()


@pytest.fixture(scope="session")
def browser(server):
    from playwright.sync_api import sync_playwright
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=browsers.chromium(), args=browsers.ARGUMENTS)
        yield started
        started.close()


@pytest.fixture(scope="session")
def shared(browser, server):
    """A page that several tests use, each with a machine switched on afresh."""
    context = browser.new_context(locale="en-GB")
    yield opened(context, server.url)
    context.close()


@pytest.fixture(scope="session")
def started(shared, server):
    """Gives a browser the memory of a started Python, as an earlier visit would have done: its pages are ready sooner."""
    end = time.monotonic() + browsers.START_MS / 1000
    while not (found := shared.evaluate(TAKE_MEMORY)):
        assert time.monotonic() < end, "The page has not kept the memory."
        shared.wait_for_timeout(50)
    cache, key, data = found
    server.add(STARTED, base64.b64decode(data.partition(",")[2]))

    def give(context):
        page = context.new_page()
        page.goto(f"{server.url}icon.svg")
        page.evaluate("async ([cache, key, address]) => (await caches.open(cache)).put(key, await fetch(address))",
                      [cache, key, server.url + STARTED])
        page.close()
        return context
    return give


@pytest.fixture
def new_context(browser):
    """A browser that has never seen the page."""
    made = browser.new_context(locale="en-GB", permissions=["clipboard-read", "clipboard-write"])
    yield made
    made.close()


@pytest.fixture
def context(new_context, started):
    """A browser that has been here before, and has kept nothing but the started Python."""
    return started(new_context)


@pytest.fixture
def page(context, server):
    return opened(context, server.url)


def opened(context, url):
    """A page whose CPC is ready. `page.faults` are the errors that the browser has reported."""
    page = context.new_page()
    page.faults = []
    page.on("pageerror", lambda error: page.faults.append(str(error)))
    page.on("console", lambda message: page.faults.append(message.text) if message.type == "error" else None)
    page.goto(url)
    is_ready(page)
    return page


def is_ready(page):
    page.locator("html[data-ready]").wait_for(state="attached", timeout=browsers.START_MS)
