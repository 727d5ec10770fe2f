"""The page in a real browser: keys, listings in and out, what is back at the next visit, what goes wrong."""

import io
import json
import os
import re
import signal
import threading
import time
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from cpc import CPC
from cpc.disc.dsk import Image, blank
from cpc.disc.filesystem import ImageVolume
from cpc.disc.volume import FileName
from cpc.web.pyodide import CDN, RELEASE
from cpc.web.server import SiteServer
from cpc.web.site import policy, site
from listings import manifest
from tests.web import browsers
from tests.web.asking import HEARD, OPEN
from tests.web.conftest import KEPT_MEMORY, is_ready, opened

LOOP = "10 n=n+1\n20 GOTO 10\n"
BETWEEN_KEYS = 40               # milliseconds
SOON_MS = 60_000                # on a busy computer, too


def eventually(page, what, expected):
    """Asks until the answer is the expected one."""
    end = time.monotonic() + SOON_MS / 1000
    while (found := page.evaluate(what)) != expected:
        assert time.monotonic() < end, f"{what}: {found!r}"
        page.wait_for_timeout(50)


def listing(page):
    return page.evaluate("cpc.ask('listing')")


def type_in(page, text):
    page.locator("#typed").focus()
    for at, line in enumerate(text.split("\n")):
        if at:
            page.keyboard.press("Enter")
        page.keyboard.type(line, delay=BETWEEN_KEYS)


def drop(page, name, data, size=0):
    """As if a file were dropped on the page; with `size`, it is so long."""
    page.evaluate("""([name, data, size]) => {
        const carried = new DataTransfer();
        carried.items.add(new File([size ? new Uint8Array(size) : new Uint8Array(data)], name));
        document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: carried, bubbles: true, cancelable: true}));
    }""", [name, list(data), size])


def fresh(page):
    """A machine with no program; what was kept of another test's is set aside."""
    page.evaluate("document.querySelectorAll('dialog').forEach(one => one.close())")
    page.evaluate("cpc.load('', {model: '464', brand: 'schneider', dialect: 'auto'})")
    page.evaluate("cpc.run(0.1)")           # what it has to say of the program before is said
    page.faults.clear()
    return page


@pytest.fixture
def own(shared):
    """The page that several tests use, with a machine switched on afresh."""
    return fresh(shared)


def notice(page):
    return page.locator("#notice").inner_text()


def says(page, pattern):
    page.locator("#notice", has_text=re.compile(pattern)).wait_for(timeout=SOON_MS)


def test_a_program_is_typed_and_runs(own):
    type_in(own, '10 FOR i=1 TO 3\n20 PRINT i;"Grüße @"\n30 NEXT\nrun\n')
    eventually(own, "cpc.text().then(rows => rows.slice(13, 16))", [" 1 Gruesse @", " 2 Gruesse @", " 3 Gruesse @"])
    assert own.faults == []


def test_escape_stops_a_loop_at_once(own):
    own.evaluate(f"cpc.load({json.dumps(LOOP)})")
    own.evaluate("cpc.ask('paste', {text: 'RUN\\n'})")
    eventually(own, "cpc.state().then(now => now.idle || now.typing != null)", False)
    own.locator("#typed").focus()
    own.keyboard.press("Escape")
    own.keyboard.press("Escape")
    eventually(own, "cpc.text().then(rows => rows.some(row => row.startsWith('Break in')))", True)


def test_what_is_pasted_is_typed(own):
    own.locator("#typed").focus()
    own.evaluate("navigator.clipboard.writeText('10 PRINT \"pasted\"\\nRUN\\n')")
    own.keyboard.press("Control+V")
    eventually(own, "cpc.text().then(rows => rows.includes('pasted'))", True)


def test_a_pasted_listing_is_loaded(own):
    own.locator("#paste").click()
    own.locator("#pasted").fill(LOOP)
    own.locator("#pastebox button[value=load]").click()
    eventually(own, "cpc.ask('listing')", LOOP)


@pytest.mark.parametrize("name", ["loop.bas", "loop.txt"])
def test_a_file_is_dropped(own, name):
    drop(own, name, LOOP.encode())
    eventually(own, "cpc.ask('listing')", LOOP)
    says(own, f"{name} is loaded")


def test_a_file_is_picked(own):
    with own.expect_file_chooser() as chooser:
        own.locator("#open").click()
    chooser.value.set_files({"name": "loop.bas", "mimeType": "text/plain", "buffer": LOOP.encode()})
    eventually(own, "cpc.ask('listing')", LOOP)


def test_an_example_of_the_gallery_runs(own):
    own.locator("#gallery").click()
    own.locator("#pictures button", has_text="sorting").click()
    eventually(own, "cpc.state().then(now => now.lines > 20)", True)
    assert own.locator("#pictures img").count() == own.locator("#pictures button").count()


def test_a_shared_link_brings_the_program_back(page, context, server):
    page.evaluate(f"cpc.load({json.dumps(LOOP)})")
    page.locator("#share").click()
    link = page.locator("#link")
    link.wait_for()
    address = link.input_value()
    assert address.startswith(server.url + "#p=")
    other = context.new_page()
    other.goto(address)
    is_ready(other)
    eventually(other, "cpc.ask('listing')", LOOP)
    eventually(other, "cpc.state().then(now => now.idle)", False)       # it runs


def test_a_program_from_an_address(context, server):
    page = context.new_page()
    page.goto(server.url + "?run=examples/sorting.bas")
    is_ready(page)
    eventually(page, "cpc.state().then(now => now.lines > 20)", True)


KEPT = """new Promise(resolve => { indexedDB.open('cpc').onsuccess = event => {
    const keys = event.target.result.transaction('files').objectStore('files').getAllKeys();
    keys.onsuccess = () => resolve(keys.result.includes('0/kept/unsaved.bas')); } })"""


def test_the_program_is_back_after_a_reload(page, context, server):
    type_in(page, LOOP)
    eventually(page, "cpc.ask('listing')", LOOP)
    eventually(page, KEPT, True)
    page.wait_for_timeout(500)
    page.reload()
    is_ready(page)
    assert listing(page) == LOOP
    says(page, "is back: 2 lines")
    other = context.new_page()
    other.goto(server.url)
    is_ready(other)
    assert listing(other) == ""                 # a second tab has a place of its own


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="It takes /proc to find the browser's processes.")
def test_the_program_is_back_after_the_browser_is_killed(browser, server, started, tmp_path):
    def launched():
        return browser.browser_type.launch_persistent_context(tmp_path, executable_path=browsers.chromium(),
                                                              args=browsers.ARGUMENTS)
    page = opened(started(launched()), server.url)
    page.evaluate(f"cpc.ask('program', {{text: {json.dumps(LOOP)}}})")
    eventually(page, KEPT, True)
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if str(tmp_path).encode() in path.read_bytes():
                os.kill(int(path.parent.name), signal.SIGKILL)
    context = launched()
    assert listing(opened(context, server.url)) == LOOP
    context.close()


IS_MEMORY_KEPT = f"({KEPT_MEMORY % 'return (await (await cache.match(key)).blob()).size > 1e6;'})()"
DAMAGE_MEMORY = KEPT_MEMORY % "await cache.put(key, new Response('damaged')); return true;"


@pytest.fixture(scope="module")
def first_visit(browser, server):
    """A browser that has just opened the page for the first time; the page; and all that was asked for."""
    context, asked = browser.new_context(locale="en-GB"), []
    context.on("request", lambda request: asked.append(request.url))
    yield context, opened(context, server.url), asked
    context.close()


def began(page):
    return page.locator("html").get_attribute("data-ready")


def test_the_next_visit_begins_with_the_started_python(first_visit, server):
    context, page, _ = first_visit
    assert began(page) == "start"
    eventually(page, IS_MEMORY_KEPT, True)
    assert page.evaluate(DAMAGE_MEMORY)
    other = opened(context, server.url)
    assert began(other) == "start"          # it starts Python again, and keeps it again
    eventually(other, IS_MEMORY_KEPT, True)
    other.close()


def test_the_second_visit_needs_no_network(first_visit, server):
    context, page, _ = first_visit
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    eventually(page, IS_MEMORY_KEPT, True)
    context.set_offline(True)
    other = context.new_page()
    other.goto(server.url)
    is_ready(other)
    assert began(other) == "memory"
    other.locator("#gallery").click()
    other.locator("#pictures button", has_text="tree").click()
    eventually(other, "cpc.state().then(now => now.lines > 10)", True)
    context.set_offline(False)


def test_nothing_is_asked_of_others_and_no_cookie_is_set(first_visit, server):
    context, _, asked = first_visit
    assert asked and all(url.startswith((server.url, "blob:", "data:")) for url in asked)
    assert context.cookies() == []


# what goes wrong

@pytest.mark.parametrize("fragment, sentence", [
    ("p=", "link is damaged"), ("p=!!!", "link is damaged"), ("p=AAAA", "link is damaged"),
    ("p=y0jNyckHAA", "Direct command found"), ("run=nowhere.bas", "nowhere.bas could not be fetched: 404"),
    ("run=https://127.0.0.1:1/x.bas", "x.bas could not be fetched: no answer"), ("run=javascript:alert(1)", "not an address"),
    ("run=https://[", "not an address"),
])
def test_a_bad_address_gets_a_sentence(own, fragment, sentence):
    own.evaluate(f"location.hash = {json.dumps(fragment)}")
    says(own, re.escape(sentence))
    assert own.evaluate("cpc.text()")[8] == "Ready"
    assert listing(own) == ""


def test_a_link_that_unpacks_without_end(own):
    bomb = own.evaluate("""async () => {
        const stream = new Blob([new Uint8Array(64 << 20)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
        const packed = new Uint8Array(await new Response(stream).arrayBuffer());
        return btoa(Array.from(packed, one => String.fromCharCode(one)).join("")).replaceAll("+", "-").replaceAll("/", "_");
    }""")
    own.evaluate("link => { location.hash = 'p=' + link; }", bomb)
    says(own, "link is damaged")


@pytest.mark.parametrize("name, data, size, sentence", [
    ("big.bas", b"", 5 << 20, "big.bas is too big: more than 4 MB"), ("text.bas", b"hello", 0, "Direct command found"),
    ("<img src=x onerror=alert(1)>.bas", b"hello", 0, "Direct command found"),
])
def test_a_bad_file_gets_a_sentence_and_the_program_stays(own, name, data, size, sentence):
    own.evaluate(f"cpc.ask('program', {{text: {json.dumps(LOOP)}}})")
    says(own, "program.bas is loaded")          # else that may come behind the sentence
    drop(own, name, data, size)
    says(own, re.escape(sentence))
    assert listing(own) == LOOP


def test_a_browser_without_webassembly_is_told_so(context, server):
    page = context.new_page()
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(server.url)
    says(page, "has no WebAssembly")


def test_a_file_that_is_missing_on_the_server_is_told(context, server):
    page = context.new_page()
    page.route("**/wheels/cpc*", lambda route: route.abort())
    page.goto(server.url)
    says(page, "could not be loaded")


@pytest.mark.parametrize("spoilt", [False, True])
def test_pyodide_from_its_cdn_has_to_be_what_it_was(browser, spoilt):
    def give(route):
        name = route.request.url.removeprefix(CDN)
        kind = "application/wasm" if name.endswith("wasm") else "text/javascript"
        data = (browsers.pyodide() / name).read_bytes() + b" " * (spoilt and name.endswith("zip"))
        route.fulfill(body=data, headers={"Access-Control-Allow-Origin": "*", "Content-Type": kind})

    if RELEASE not in (browsers.pyodide() / "package.json").read_text():
        pytest.skip(f"The hashes are those of Pyodide {RELEASE}.")
    context = browser.new_context(locale="en-GB")
    context.route(CDN + "**", give)
    with SiteServer(site(None, pictures=False), policy(None)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = context.new_page()
        page.goto(server.url)
        if spoilt:
            page.locator("#notice", has_text="could not be loaded").wait_for(timeout=browsers.START_MS)
        else:
            is_ready(page)
        server.shutdown()
    context.close()


@pytest.mark.parametrize("spoilt", [
    """IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); };
    Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError'); }})""",
    "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }",
])
def test_without_storage_the_page_works_and_says_so(context, server, spoilt):
    page = context.new_page()
    page.add_init_script(spoilt)
    page.goto(server.url)
    is_ready(page)
    if "put" not in spoilt:             # it is told at once; else with the first file that is to be kept
        says(page, "keeps nothing for the page")
    page.evaluate(f"cpc.ask('program', {{text: {json.dumps(LOOP)}}})")
    if "put" in spoilt:
        says(page, "keeps nothing for the page")
    assert listing(page) == LOOP


HOSTILE = '10 REM <img src=x onerror="window.hurt=1"><script>window.hurt=1</script>\n20 PRINT "<b onclick=window.hurt=1>x"\n'


def test_a_listing_cannot_run_script_in_the_page(own):
    drop(own, "<svg onload=window.hurt=1>.bas", HOSTILE.encode())
    eventually(own, "cpc.ask('listing')", HOSTILE)
    own.evaluate("cpc.type('RUN\\n')")
    own.evaluate("cpc.runUntilIdle(5)")
    own.locator("#shown", has_text="onclick").wait_for(state="attached", timeout=SOON_MS)
    assert own.evaluate("window.hurt") is None
    assert own.locator("#shown b, #notice svg, #said b").count() == 0


def test_the_policy_forbids_html_from_texts_and_scripts_from_elsewhere(own):
    html = "(() => { try { document.body.innerHTML = '<b>'; return 'done'; } catch (error) { return error.name; } })()"
    assert own.evaluate(html) == "TypeError"
    own.evaluate("(() => { try { setTimeout('window.hurt = 2', 0); } catch {} })()")
    own.wait_for_timeout(100)
    assert own.evaluate("window.hurt") is None
    assert own.evaluate("new Promise(resolve => { const one = document.createElement('img'); one.onload = () => resolve('in');"
                         " one.onerror = () => resolve('out'); one.src = 'http://127.0.0.1:9/x.png'; })") == "out"


def test_our_own_code_is_small():
    from cpc.web.site import PAGE
    assert sum(len(path.read_bytes()) for path in PAGE.iterdir() if path.suffix in (".js", ".css")) < 150_000




# beside the screen

COUNTING = "10 REM <b>counts</b>\n20 FOR i=1 TO 3\n30 PRINT i\n40 NEXT\n50 GOTO 90\n"


def stands_at(page, line):
    page.locator(f".line.stands:has(.margin:text-is('{line}'))").wait_for(timeout=SOON_MS)


def test_the_listing_steps_and_goes_back(own):
    own.evaluate(f"cpc.ask('program', {{text: {json.dumps(COUNTING)}}})")
    own.locator("#learn").click()
    own.locator(".line .margin", has_text="30").click()
    own.locator("#run").click()
    stands_at(own, 30)
    own.locator("#learn-into").click()
    stands_at(own, 40)
    own.locator("#learn-stepback").click()
    stands_at(own, 30)
    own.locator("#learn-start").click()
    stands_at(own, 10)
    own.locator("#learn-go").click()
    stands_at(own, 30)
    own.locator("#learn-go").click()
    own.locator(".values tr", has_text="i").locator("input").wait_for(timeout=SOON_MS)
    assert own.locator(".listing b").count() == 0
    assert own.locator(".line.wrong .margin").inner_text() == "50"      # its GOTO leads nowhere
    own.locator(".line", has_text="PRINT").locator("code").click()
    own.locator(".line input").fill("30 PRINT i*i")
    own.locator(".line input").press("Enter")
    eventually(own, "cpc.ask('lines').then(told => told.lines[2][1])", "30 PRINT i*i")
    assert own.evaluate("""async () => {
        for (let turn = 0; turn < 2; turn++) document.getElementById("learn").click();
        const busy = document.getElementById("side").ariaBusy;
        for (let turn = 0; turn < 20; turn++) await null;       // before any answer
        return [busy, document.getElementById("learn-start") === null];
    }""") == ["true", True]                     # closed and opened again
    own.locator(OPEN).wait_for(timeout=SOON_MS)
    own.locator("#learn-start").click()
    stands_at(own, 10)
    own.locator("#learn").click()
    own.locator("#side").wait_for(state="hidden")
    assert own.faults == []


def test_the_past_is_asked(own):
    own.evaluate(f"cpc.ask('program', {{text: {json.dumps(COUNTING)}}})")
    own.locator("#learn").click()
    own.locator(OPEN).wait_for(timeout=SOON_MS)
    own.locator("#run").click()
    eventually(own, "cpc.text().then(rows => rows.join(' ').includes('does not exist'))", True)
    field = own.locator("#learn-ask")
    field.fill("log 30 i,i*i if i>1")
    field.press("Enter")
    rows = own.locator(".answer button")
    rows.nth(1).wait_for(timeout=SOON_MS)
    assert [row.split()[2:] for row in rows.all_inner_texts()] == [["30", "2", "4"], ["30", "3", "9"]]
    rows.nth(0).click()
    stands_at(own, 30)
    assert rows.nth(0).get_attribute("aria-current") == "true"
    assert own.locator(".values tr", has_text="i").locator("input").input_value() == "2"
    own.locator(".values th button", has_text="i").click()
    rows.nth(3).wait_for(timeout=SOON_MS)           # there were two; the time in one of them may be like a line's number
    assert [row.split()[2:] for row in rows.all_inner_texts()] == [["20", "1"], ["40", "2"], ["40", "3"], ["40", "4"]]
    field.press("ArrowUp")
    field.press("ArrowUp")
    assert field.input_value() == "log 30 i,i*i if i>1"
    field.fill("who i")
    field.press("Enter")
    own.locator(".answer", has_text="i: 1 -> 2").locator("button").click()
    stands_at(own, 40)
    own.locator("#learn-profile").click()
    own.locator(".answer", has_text="100.0%").wait_for(timeout=SOON_MS)
    own.locator("#learn").click()
    own.locator("#side").wait_for(state="hidden")
    assert own.faults == []


def test_the_driver_says_what_has_no_answer(own):
    own.evaluate(f"() => {{ {HEARD % 1} }}")
    with pytest.raises(Exception, match='No answer to run {"seconds":9}'):
        own.evaluate("told('run', {seconds: 9})")
    eventually(own, "cpc.run(0.1).then(() => true, () => false)", True)         # what was asked is done


def test_a_made_up_book_is_typed_in(own):
    lines = {10: b'PRINT "A made-up book"', 20: b"FOR i=1 TO 3", 30: b"PRINT i", 40: b"NEXT"}
    made = manifest.make("madeup", {manifest.BASE: lines}, book={"title": "<i>A made-up book</i>"})
    own.locator("#typein").click()
    own.locator("#side input[type=file]").set_input_files(
        {"name": "madeup.toml", "mimeType": "text/plain", "buffer": manifest.to_toml(made).encode()})
    field = own.locator("#bookline")
    own.locator("#book option", has_text="A made-up").wait_for(state="attached", timeout=SOON_MS)
    field.fill('10 PRINT "A made-up book"')
    field.press("Enter")
    own.locator(".verdict", has_text="Line 10 is right").wait_for(timeout=SOON_MS)
    field.fill("20 FOR i=l TO 3")
    field.press("Enter")
    own.locator("#type-takeslip").click()
    own.locator(".line.right", has_text="FOR i=1 TO 3").wait_for(timeout=SOON_MS)
    own.locator("#scantext").fill("30 PRINT i\n40 NEXT\n")
    own.locator("#type-scan").click()
    own.locator(".verdict", has_text="as read").wait_for(timeout=SOON_MS)
    own.locator("#type-bookload").click()
    eventually(own, "cpc.state().then(now => now.lines)", 4)
    own.locator("#typein").click()
    assert own.locator("#side i").count() == 0


@pytest.mark.parametrize("kind, begin", [
    ("bas", b"10 n=n+1"), ("dsk", b"MV - CPC"), ("png", b"\x89PNG"), ("gif", b"GIF89a"), ("wav", b"RIFF")])
def test_what_is_taken_out(own, kind, begin):
    own.evaluate(f"cpc.ask('program', {{text: {json.dumps(LOOP)}, name: 'loop.bas'}})")
    with own.expect_download() as download:
        own.evaluate(f"cpc.ask('take', {{kind: '{kind}', name: 'loop', on: true}})")
        own.evaluate("cpc.run(0.2)")
        if kind in ("gif", "wav"):
            own.evaluate(f"cpc.ask('take', {{kind: '{kind}', on: false}})")
    assert download.value.suggested_filename.endswith(f".{kind}")
    assert Path(download.value.path()).read_bytes().startswith(begin)


def test_a_disc_is_dropped_and_its_program_loaded(own):
    volume = ImageVolume(Image(blank()))
    volume.write(FileName(0, b"LOOP", b"BAS"), LOOP.replace("\n", "\r\n").encode() + b"\x1a")
    drop(own, "loop.dsk", bytes(volume.image.data))
    eventually(own, "cpc.text().then(rows => rows.some(row => row.startsWith('LOOP    .BAS')))", True)
    own.evaluate("cpc.type('LOAD \"LOOP\"\\n')")
    own.evaluate("cpc.runUntilIdle(60)")
    assert listing(own) == LOOP
    own.evaluate("cpc.ask('eject')")
    drop(own, "bad.dsk", b"MV - CPC" + bytes(100))
    own.locator("#notice.bad", has_text="bad.dsk").wait_for(timeout=SOON_MS)


@pytest.mark.parametrize("way", ["drop", "drop in zip", "pick", "run"])
def test_a_snapshot_goes_on(own, server, monkeypatch, tmp_path, way):
    cpc = CPC(model="6128")
    cpc.type("10 MODE 2:n=41\n20 m=m+1:GOTO 20\nRUN\n")
    cpc.run(2)
    cpc.save_sna(tmp_path / "saved.sna")
    data = (tmp_path / "saved.sna").read_bytes()
    if way == "drop":
        drop(own, "saved.sna", data)
    elif way == "drop in zip":
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.writestr("folder/saved.sna", data)
        drop(own, "saved.zip", packed.getvalue())
    elif way == "pick":
        own.locator("#picker").set_input_files({"name": "saved.sna", "mimeType": "", "buffer": data})
    else:
        monkeypatch.setitem(server.files, "saved.sna", data)
        monkeypatch.setitem(server.tags, "saved.sna", '"saved"')
        own.evaluate("location.hash = 'run=saved.sna'")
    says(own, "saved.sna goes on")
    assert own.evaluate("cpc.state().then(now => [now.model, now.mode, now.idle])") == ["6128", 2, False]
    own.evaluate("cpc.ask('escape')")
    eventually(own, "cpc.state().then(now => now.idle)", True)
    own.evaluate("cpc.type('PRINT n+1\\n')")
    eventually(own, "cpc.text().then(rows => rows.includes(' 42'))", True)
    own.evaluate("location.hash = ''")


# a phone, and two languages

def test_a_phone_with_touch(browser, server, started):
    context = browser.new_context(viewport={"width": 390, "height": 844}, device_scale_factor=3, is_mobile=True, has_touch=True,
                                  locale="de-DE")
    page = opened(started(context), server.url)
    assert page.locator("html").get_attribute("lang") == "de"
    assert page.locator("#open").inner_text() == "Öffnen"
    page.evaluate(f"cpc.ask('program', {{text: {json.dumps(LOOP)}, name: 'loop.bas'}})")
    says(page, "loop.bas ist geladen")
    page.evaluate("cpc.load('', {model: '464', brand: 'schneider', dialect: 'auto'})")
    for key in ["P", "R", "I", "N", "T", "SHIFT", "2", "H"]:
        page.locator(f"#keyboard [data-key='{key}']").first.tap()
        page.wait_for_timeout(150)
    eventually(page, "cpc.text().then(rows => rows[9])", 'print"h')
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_timeout(200)
    for place in ("#screen", "#keyboard [data-key=ESC]", "#keyboard [data-key=SPACE]"):
        box = page.locator(place).bounding_box()
        assert box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= 844 and box["y"] + box["height"] <= 390
    context.close()


def test_each_control_has_a_name_in_both_languages(own):
    for language in ("de", "en"):
        own.evaluate(f"(() => {{ const one = document.getElementById('language'); one.value = '{language}';"
                     " one.dispatchEvent(new Event('change')); })()")
        unnamed = own.evaluate("""[...document.querySelectorAll("button, select, input:not([hidden]), textarea")].filter(one =>
            !(one.textContent.trim() || one.getAttribute("aria-label") || one.labels?.length)).map(one => one.outerHTML)""")
        assert unnamed == []
