import threading

import pytest

from cpc.web.server import SiteServer
from cpc.web.site import policy, site
from tests.web import browsers

SUB_PATH = "/some/folder/"              # where the site lies on its server


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


@pytest.fixture
def context(browser):
    """A browser that nobody has used before."""
    made = browser.new_context(locale="en-GB", permissions=["clipboard-read", "clipboard-write"])
    yield made
    made.close()


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
