"""The site: plain files that any web server can hold, from any path."""

import hashlib
import json
from pathlib import Path

from basic.native.library import kept_file
from basic.syntax.grammar import kept_tables
from cpc import gallery
from cpc.browser_engine import BrowserEngine
from cpc.host_files import save_file
from cpc.web import pyodide, wheels
from cpc.web.pictures import picture_of

PAGE = Path(__file__).with_name("page")
POLICY = ("default-src 'none'; script-src 'self' 'wasm-unsafe-eval' {cdn}; style-src 'self'; img-src 'self' blob: data:; "
          "connect-src 'self' https: http://localhost:* http://127.0.0.1:* blob: data:; worker-src 'self'; "
          "manifest-src 'self'; media-src 'self' blob:; base-uri 'none'; form-action 'none'; object-src 'none'; "
          "require-trusted-types-for 'script'; trusted-types cpc")
VERSION_MARK, KEPT_MARK, POLICY_MARK = "@VERSION@", '["@KEPT@"]', "@POLICY@"
Files = dict[str, bytes]                # of the site, by their paths in it


def policy(folder: Path | None) -> str:
    """The Content-Security-Policy of the page. A CDN's modules are checked first and come from a blob then."""
    return POLICY.format(cdn="" if folder else "blob:").replace("  ", " ").replace(" ;", ";")


def site(folder: Path | None = None, pictures: bool = True) -> Files:
    """All files; `folder` holds Pyodide, without one it comes from its CDN."""
    files = {path.relative_to(PAGE).as_posix(): path.read_bytes() for path in sorted(PAGE.rglob("*"))
             if path.is_file()}
    told = pyodide.described(folder)
    if folder is not None:
        files |= {f"pyodide/{name}": data for name, data in pyodide.files_in(folder).items()}
    packed = [wheels.ours(), wheels.larks()]
    files |= {f"wheels/{name}": data for name, data in packed}
    made = [path for path in (kept_tables(), kept_file(BrowserEngine.functions, BrowserEngine.own_memory))
            if path is not None and path.is_file()]         # without them, the page makes its own at each start
    files |= {f"wheels/{path.name}": path.read_bytes() for path in made}
    examples = []
    for name, what in gallery.listing():
        files[f"examples/{name}.bas"] = gallery.path_of(name).read_bytes()
        if pictures:
            files[f"examples/{name}.png"] = picture_of(name)
        examples.append({"name": name, "what": what, "picture": pictures})
    files["site.json"] = json.dumps({
        "pyodide": told, "wheels": [name for name, _ in packed], "made": [path.name for path in made],
        "examples": examples}, indent=1).encode()
    return _stamped(files, told["url"], policy(folder))


def _stamped(files: Files, url: str, rules: str) -> Files:
    """With the policy in the page, the version in site.json; in the service worker also what it keeps without a network."""
    page = files["index.html"].decode().replace(POLICY_MARK, rules)
    files["index.html"] = page.encode()
    version = hashlib.sha256(b"".join(name.encode() + files[name] for name in sorted(files))).hexdigest()[:16]
    files["site.json"] = json.dumps(json.loads(files["site.json"]) | {"version": version}, indent=1).encode()
    kept = ["./", *sorted(name for name in files if name not in ("sw.js", "index.html"))]
    if url.startswith("https:"):
        kept += [url + name for name in pyodide.FILES]
    files["sw.js"] = files["sw.js"].decode().replace(VERSION_MARK, version).replace(KEPT_MARK, json.dumps(kept)).encode()
    return files


def build(place: Path, folder: Path | None = None) -> int:
    """Writes the site; the number of its bytes."""
    files = site(folder)
    for name, data in files.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        save_file(path, data)
    return sum(map(len, files.values()))
