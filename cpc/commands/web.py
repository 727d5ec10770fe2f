"""`cpc web`: the CPC on a page, served on this computer or written as a site for any other."""

import webbrowser
from pathlib import Path

from cpc.commands.fault import Fault, of_file
from cpc.commands.speech import Parser, said
from cpc.web.pyodide import RELEASE, NoPyodide
from cpc.web.server import PortTaken, SiteServer
from cpc.web.site import build, policy, site

DESCRIPTION = f"""Serves the CPC as a page in the browser, to this computer only, and opens it. With --build it writes the page
as a site that any web server can hold. Python comes to the browser as Pyodide: from the folder given with --pyodide (`npm
install pyodide@{RELEASE}` makes node_modules/pyodide), or else from its CDN."""


def web(argv: list[str]) -> int:
    parser = Parser("cpc web", description=DESCRIPTION)
    parser.add_argument("--build", type=Path, metavar="FOLDER", help="write the site there; nothing is served")
    parser.add_argument("--pyodide", type=Path, metavar="FOLDER", help="Pyodide; if not given, the page loads it from its CDN")
    parser.add_argument("--port", type=int, default=0, help="of this computer; if not given, any that is free")
    parser.add_argument("--no-browser", action="store_true", help="print the address and open nothing")
    options = parser.parse_args(argv)
    try:
        if options.build:
            return _build(options.build, options.pyodide)
        with SiteServer(site(options.pyodide), policy(options.pyodide), options.port) as server:
            print(said(f"The CPC is at {server.url} (CTRL+C ends it)."), flush=True)
            if not options.no_browser:
                webbrowser.open(server.url)
            server.serve_forever()
    except (NoPyodide, PortTaken) as error:
        raise Fault(str(error)) from None
    return 0


def _build(place: Path, folder: Path | None) -> int:
    if place.exists() and not place.is_dir():
        raise Fault(f"{place} is not a folder.")
    if place.is_dir() and any(place.iterdir()) and not (place / "site.json").is_file():
        raise Fault(f"{place} is a folder with other files in it; the site gets one of its own.")
    try:
        size = build(place, folder)
    except OSError as error:
        raise of_file(place, error) from None
    print(said(f"{place}: the site, {size / 1e6:.1f} MB. Any web server can hold it."))
    return 0
