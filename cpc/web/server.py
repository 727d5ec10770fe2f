"""Serves the site on this computer, to this computer only."""

import gzip
import hashlib
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

from cpc.web.site import Files

HERE = "127.0.0.1"
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
         ".mjs": "text/javascript; charset=utf-8", ".json": "application/json", ".wasm": "application/wasm",
         ".png": "image/png", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json",
         ".bas": "text/plain; charset=utf-8"}
PACKED = (".html", ".css", ".js", ".mjs", ".json", ".wasm", ".svg", ".bas", ".tables", ".webmanifest")
OTHER = "application/octet-stream"


class PortTaken(Exception):
    """The port cannot be used; the text is a sentence."""


class SiteServer(ThreadingHTTPServer):
    """`path` is where the site begins, / or /some/folder/. Text and code go over the wire packed."""

    daemon_threads = True

    def __init__(self, files: Files, rules: str, port: int = 0, path: str = "/") -> None:
        self.files: Files = {}
        self.packed: Files = {}
        self.tags: dict[str, str] = {}
        self.rules = rules
        self.path = path
        for name, data in files.items():
            self.add(name, data)
        self.sent = 0                   # bytes of files, as they went over the wire
        try:
            super().__init__((HERE, port), Handler)
        except OverflowError:
            raise PortTaken(f"{port} is no port: they go from 0 to 65535.") from None
        except OSError as error:
            raise PortTaken(f"Port {port} cannot be used: {error.strerror or error}.") from None

    def add(self, name: str, data: bytes) -> None:
        self.tags[name] = f'"{hashlib.sha256(data).hexdigest()[:16]}"'
        if name.endswith(PACKED):
            self.packed[name] = gzip.compress(data, 6, mtime=0)
        self.files[name] = data

    @property
    def url(self) -> str:
        return f"http://{HERE}:{self.server_address[1]}{self.path}"


class Handler(BaseHTTPRequestHandler):
    server: SiteServer
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._answer(body=True)

    def do_HEAD(self) -> None:
        self._answer(body=False)

    def _answer(self, body: bool) -> None:
        path = unquote(urlsplit(self.path).path)
        name = path[len(self.server.path):] or "index.html" if path.startswith(self.server.path) else ""
        data = self.server.files.get(name)
        if data is None:
            self.send_response(404)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        known = self.headers.get("If-None-Match") == self.server.tags[name]
        self.send_response(304 if known else 200)
        self.send_header("ETag", self.server.tags[name])
        if known:
            data = b""
        elif name in self.server.packed and "gzip" in self.headers.get("Accept-Encoding", ""):
            data = self.server.packed[name]
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Type", TYPES.get(name[name.rfind("."):], OTHER))
        if not known:
            self.send_header("Content-Length", str(len(data)))
        self.send_header("Content-Security-Policy", self.server.rules + "; frame-ancestors 'none'")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cache-Control", "no-cache")
        self.end_headers()
        if body and data:
            self.server.sent += len(data)
            with suppress(ConnectionError):         # the page is closed
                self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:
        """Nothing is printed for each request."""
