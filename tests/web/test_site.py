"""The site's files and its server, without a browser."""

import gzip
import hashlib
import io
import json
import threading
import zipfile
import zlib
from contextlib import contextmanager
from http.client import HTTPConnection

import pytest

import cpc.web.site as making
from cpc import gallery
from cpc.web import pyodide, wheels
from cpc.web.pictures import KEYS, SECONDS, picture_of
from cpc.web.server import PortTaken, SiteServer
from cpc.web.site import build, policy, site
from tests.places import PATIENCE


@pytest.fixture
def own_pyodide(tmp_path):
    """A folder with files of its names."""
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name in pyodide.FILES:
        (folder / name).write_bytes(name.encode())
    (folder / pyodide.LOCK).write_text(json.dumps({"info": {"python": "3.0"}, "packages": {"much": {}}}))
    return folder


# Pyodide

def test_a_file_is_known_by_its_hash():
    assert pyodide.integrity(b"abc") == "sha384-ywB1P0WjXou1oD1pmsZQBycsMqsO3tFjGotgWkP/W+2AhgcroefMI1i67KE0yCWn"


def test_from_its_cdn_pyodide_has_to_be_the_release_that_was_tested():
    told = pyodide.described(None)
    assert told == {"url": pyodide.CDN, "files": pyodide.FILES, "lock": {"info": pyodide.INFO, "packages": {}}}
    assert pyodide.RELEASE in told["url"] and told["url"].startswith("https://")


def test_an_own_pyodide_is_described_by_what_lies_there(own_pyodide):
    told = pyodide.described(own_pyodide)
    assert told["url"] == "pyodide/" and told["lock"] == {"info": {"python": "3.0"}, "packages": {}}
    assert told["files"] == {name: pyodide.integrity(name.encode()) for name in pyodide.FILES}


@pytest.mark.parametrize("missing", [*pyodide.FILES, pyodide.LOCK])
def test_a_file_of_pyodide_that_is_missing_is_named(own_pyodide, missing):
    (own_pyodide / missing).unlink()
    with pytest.raises(pyodide.NoPyodide, match=f"does not hold Pyodide: {missing} cannot be read"):
        pyodide.described(own_pyodide)


@pytest.mark.parametrize("lock", ["", "{", "[]", "{}", "5"])
def test_a_damaged_lock_is_a_sentence(own_pyodide, lock):
    (own_pyodide / pyodide.LOCK).write_text(lock)
    with pytest.raises(pyodide.NoPyodide, match="lock.json cannot be read"):
        pyodide.described(own_pyodide)


# wheels

def contents(packed):
    name, data = packed
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        return name, {one.filename: archive.read(one) for one in archive.infolist()}, archive.infolist()


@pytest.mark.parametrize("make, project, package", [
    (wheels.ours, "cpc-listings", "cpc_listings"), (wheels.larks, "lark", "lark")])
def test_a_wheel_can_be_installed_and_is_made_the_same_each_time(make, project, package):
    packed = make()
    assert packed == make()
    name, files, entries = contents(packed)
    _, version, *tags = name.removesuffix(".whl").split("-")
    assert name.startswith(f"{package}-") and tags == ["py3", "none", "any"]
    info = f"{package}-{version}.dist-info/"
    assert files[f"{info}METADATA"].decode() == f"Metadata-Version: 2.1\nName: {project}\nVersion: {version}\n"
    assert b"Root-Is-Purelib: true" in files[f"{info}WHEEL"]
    assert sorted(row.partition(",")[0] for row in files[f"{info}RECORD"].decode().splitlines()) == sorted(files)
    assert {one.date_time for one in entries} == {wheels.WHEN}
    assert all(one.compress_type == zipfile.ZIP_DEFLATED for one in entries) and len(packed[1]) < sum(map(len, files.values()))


def test_our_wheel_has_what_a_browser_needs_and_nothing_else():
    _, files, _ = contents(wheels.ours())
    needed = {"basic/__init__.py", "cpc/web/bridge.py", "cpc/api.py", "listings/__init__.py", "basic/syntax/grammar.lark"}
    assert needed <= files.keys() and any(name.startswith("listings/hamann/") for name in files)
    assert {f"cpc/examples/{name}.bas" for name, _ in gallery.listing()} <= files.keys()
    assert not [name for name in files if name.startswith(wheels.LEFT_OUT) or "__pycache__" in name]
    assert {name.partition("/")[0] for name in files if "dist-info" not in name} == {"basic", "cpc", "listings"}


def test_larks_wheel_has_its_licence():
    _, files, _ = contents(wheels.larks())
    assert "lark/lark.py" in files and "lark/grammars/common.lark" in files
    assert [name for name in files if "dist-info/" in name and "LICEN" in name.upper()]
    assert not [name for name in files if "__pyinstaller" in name]


# the site

def test_the_site_says_what_it_holds(own_pyodide, tmp_path):
    files = site(own_pyodide, pictures=False)
    told = json.loads(files["site.json"])
    assert told["pyodide"]["url"] == "pyodide/" and {f"pyodide/{name}" for name in pyodide.FILES} <= files.keys()
    assert [name.partition("-")[0] for name in told["wheels"]] == ["cpc_listings", "lark"]
    assert {f"wheels/{name}" for name in told["wheels"] + told["made"]} <= files.keys()
    assert [one["name"] for one in told["examples"]] == [name for name, _ in gallery.listing()]
    assert all(one["what"] and one["picture"] is False for one in told["examples"])
    assert {f"examples/{one['name']}.bas" for one in told["examples"]} <= files.keys()
    assert not [name for name in files if name.startswith("examples/") and name.endswith(".png")]
    page, worker = files["index.html"].decode(), files["sw.js"].decode()
    assert making.POLICY_MARK not in page and policy(own_pyodide) in page
    assert making.VERSION_MARK not in worker and making.KEPT_MARK not in worker and told["version"] in worker
    kept = next(json.loads(row[row.index("["):row.rindex("]") + 1]) for row in worker.splitlines() if '"./"' in row)
    assert set(kept) == {"./"} | files.keys() - {"sw.js", "index.html"}
    written = build(tmp_path / "site", own_pyodide)
    there = {path.relative_to(tmp_path / "site").as_posix(): path.read_bytes()
             for path in (tmp_path / "site").rglob("*") if path.is_file()}
    assert written == sum(map(len, there.values())) and there["index.html"] == files["index.html"]
    pictures = {name for name in there if name.startswith("examples/") and name.endswith(".png")}
    assert pictures == {f"examples/{one['name']}.png" for one in told["examples"]}
    assert all(one["picture"] is True for one in json.loads(there["site.json"])["examples"])


def test_a_site_with_other_files_has_another_version(own_pyodide, monkeypatch):
    versions = set()
    for example in ("first", "second", "first"):
        monkeypatch.setattr(wheels, "larks", lambda example=example: ("lark.whl", example.encode()))
        monkeypatch.setattr(wheels, "ours", lambda: ("ours.whl", b""))
        versions.add(json.loads(site(own_pyodide, pictures=False)["site.json"])["version"])
    assert len(versions) == 2


def test_a_site_without_an_own_pyodide_keeps_that_of_the_cdn(monkeypatch):
    monkeypatch.setattr(wheels, "larks", lambda: ("lark.whl", b""))
    monkeypatch.setattr(wheels, "ours", lambda: ("ours.whl", b""))
    files = site(None, pictures=False)
    assert not [name for name in files if name.startswith("pyodide/")]
    worker = files["sw.js"].decode()
    assert all(f'"{pyodide.CDN}{name}"' in worker for name in pyodide.FILES)


def test_the_policy_lets_a_blob_run_only_where_pyodide_comes_from_its_cdn(tmp_path):
    def scripts(folder):
        return next(rule for rule in policy(folder).split("; ") if rule.startswith("script-src"))
    assert scripts(tmp_path) == "script-src 'self' 'wasm-unsafe-eval'"
    assert scripts(None) == "script-src 'self' 'wasm-unsafe-eval' blob:"
    assert "  " not in policy(tmp_path) and "{" not in policy(None)


@pytest.mark.parametrize("mode, width, wide", [(0, 320, 2), (1, 320, 1), (2, 640, 1)])
def test_a_picture_for_the_gallery_is_what_is_shown_some_seconds_after_run(monkeypatch, tmp_path, mode, width, wide):
    program = tmp_path / "own.bas"
    program.write_text(f"10 MODE {mode}:INK 1,6:INPUT a:CLS:PLOT 0,399,1:t=TIME+300*11:WHILE TIME<t:WEND:PLOT 636,399,1\n"
                       "40 GOTO 40\n")
    monkeypatch.setattr("cpc.web.pictures.gallery.path_of", lambda name: program)
    monkeypatch.setitem(KEYS, "own", "5\n")
    data = picture_of("own")
    pixels, depth = rows_of(data)
    assert (len(pixels[0]) // depth, len(pixels)) == (width, 200)
    colours = [bytes(pixels[0][at:at + depth]) for at in range(0, depth * width, depth)]
    lit = [at for at, one in enumerate(colours) if one != colours[width // 2]]
    right = 636 * (width // wide) // 640 * wide
    assert lit == [*range(wide), *range(right, right + wide)]


def rows_of(data):
    """The rows of a PNG that needs no filters, and the bytes of a pixel."""
    assert data.startswith(b"\x89PNG")
    at, packed, depth = 8, b"", 0
    while at < len(data):
        size, kind = int.from_bytes(data[at:at + 4]), data[at + 4:at + 8]
        body = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, bits, colours = int.from_bytes(body[:4]), int.from_bytes(body[4:8]), body[8], body[9]
            assert bits == 8
            depth = {2: 3, 3: 1}[colours]
        elif kind == b"IDAT":
            packed += body
        at += 12 + size
    flat = zlib.decompress(packed)
    size = 1 + width * depth
    assert len(flat) == size * height and not any(flat[::size])
    return [flat[row * size + 1:(row + 1) * size] for row in range(height)], depth


def test_pictures_are_made_of_examples():
    assert {*SECONDS, *KEYS} <= {name for name, _ in gallery.listing()}


# the server

@contextmanager
def served(files, path="/"):
    with SiteServer(files, "default-src 'self'", path=path) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()

        def ask(where, method="GET", **headers):
            connection = HTTPConnection(*server.server_address[:2], timeout=PATIENCE)
            connection.request(method, where, headers={name.replace("_", "-"): value for name, value in headers.items()})
            found = connection.getresponse()
            body = found.read()
            connection.close()
            return found.status, dict(found.headers), body
        yield server, ask
        server.shutdown()
        thread.join()


FILES = {"index.html": b"<p>first" * 50, "a.mjs": b"1" * 500, "b.wasm": b"\0asm" * 90, "c.png": b"\x89PNG", "d.odd": b"odd",
         "e.whl": b"PK" * 300}


@pytest.mark.parametrize("name, kind", [
    ("index.html", "text/html; charset=utf-8"), ("a.mjs", "text/javascript; charset=utf-8"), ("b.wasm", "application/wasm"),
    ("c.png", "image/png"), ("d.odd", "application/octet-stream"), ("e.whl", "application/octet-stream")])
def test_a_file_comes_with_its_kind_and_with_the_rules_for_it(name, kind):
    with served(FILES) as (server, ask):
        status, headers, body = ask(f"/{name}")
        assert (status, body, headers["Content-Type"]) == (200, FILES[name], kind)
        assert headers["Content-Length"] == str(len(body)) and headers["Cache-Control"] == "no-cache"
        assert headers["Content-Security-Policy"] == "default-src 'self'; frame-ancestors 'none'"
        assert headers["X-Content-Type-Options"] == "nosniff" and headers["Referrer-Policy"] == "no-referrer"
        assert server.sent == len(body)


@pytest.mark.parametrize("name", FILES)
def test_text_and_code_are_packed_for_who_can_unpack_them(name):
    packed = not name.endswith((".png", ".odd", ".whl"))
    with served(FILES) as (server, ask):
        status, headers, body = ask(f"/{name}", Accept_Encoding="br, gzip")
        assert status == 200 and headers.get("Content-Encoding") == ("gzip" if packed else None)
        assert (gzip.decompress(body) if packed else body) == FILES[name] and int(headers["Content-Length"]) == len(body)
        assert server.sent == len(body)
        assert ask(f"/{name}", Accept_Encoding="br")[2] == FILES[name]


def test_what_a_browser_has_is_not_sent_again():
    with served(FILES) as (server, ask):
        _, headers, _ = ask("/a.mjs")
        assert headers["ETag"] == f'"{hashlib.sha256(FILES["a.mjs"]).hexdigest()[:16]}"'
        sent = server.sent
        status, again, body = ask("/a.mjs", If_None_Match=headers["ETag"])
        assert (status, body, server.sent) == (304, b"", sent) and again["ETag"] == headers["ETag"]
        assert "Content-Length" not in again and "Content-Encoding" not in again
        assert ask("/a.mjs", If_None_Match='"another"')[0] == 200
        server.add("a.mjs", b"2")
        assert ask("/a.mjs", If_None_Match=headers["ETag"])[::2] == (200, b"2")


def test_head_tells_of_a_file_without_it():
    with served(FILES) as (server, ask):
        status, headers, body = ask("/c.png", "HEAD")
        assert (status, headers["Content-Length"], body, server.sent) == (200, "4", b"", 0)
        assert ask("/none", "HEAD")[0] == ask("/none")[0] == 404


def test_a_name_may_be_written_with_escapes():
    with served({"a b.js": b"1"}) as (_, ask):
        assert ask("/a%20b.js?x")[::2] == (200, b"1")


def test_a_port_that_cannot_be_used_is_a_sentence():
    with served({}) as (server, _):
        taken = server.server_address[1]
        assert server.url == f"http://127.0.0.1:{taken}/"
        with pytest.raises(PortTaken, match=f"Port {taken} cannot be used: "):
            SiteServer({}, "", taken)
    with pytest.raises(PortTaken, match="65536 is no port: they go from 0 to 65535"):
        SiteServer({}, "", 65536)
