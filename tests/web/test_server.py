"""The server of the site, without a browser."""

import threading
from http.client import HTTPConnection

from cpc.web.server import SiteServer
from tests.places import PATIENCE


def test_the_server_gives_each_file_below_its_path_and_nothing_else():
    files = {"index.html": b"<p>first", "a.js": b"1", "deep/b.bin": b"\0\1"}
    with SiteServer(files, "default-src 'self'", path="/some/folder/") as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()

        def answer(path: str) -> tuple[int, bytes]:
            connection = HTTPConnection(*server.server_address[:2], timeout=PATIENCE)
            connection.request("GET", path)
            found = connection.getresponse()
            status, body = found.status, found.read()
            connection.close()
            return status, body
        assert answer("/some/folder/") == answer("/some/folder/index.html") == (200, b"<p>first")
        assert answer("/some/folder/a.js?x=1") == (200, b"1") and answer("/some/folder/deep/b.bin") == (200, b"\0\1")
        for missing in ("/", "/a.js", "/index.html", "/some/folder/none", "/some/folder/../a.js"):
            assert answer(missing) == (404, b"")
        server.shutdown()
        thread.join()
