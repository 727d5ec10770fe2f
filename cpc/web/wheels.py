"""Our packages and lark as wheels, made of what is installed here or lies in the source tree: no network, no build tool."""

import io
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import cpc

PLACE = Path(cpc.__file__).parents[1]
NEEDED = ("basic", "cpc", "listings")
LEFT_OUT = ("cpc/window/", "cpc/terminal/", "cpc/web/page/", "cpc/debugger/console/terminal.py")
WHEN = (1985, 1, 1, 0, 0, 0)            # of each file: the same packages make the same wheel
METADATA = "Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
TAG = "Wheel-Version: 1.0\nGenerator: cpc web\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
VERSION = "0.1.0"                       # of a source tree that is not installed


def ours() -> tuple[str, bytes]:
    """The name and the bytes of the wheel of this project, without what a browser has no use for."""
    try:
        version = distribution("cpc-listings").version
    except PackageNotFoundError:
        version = VERSION
    files = {name: path.read_bytes() for name, path in _files()}
    examples = PLACE / "examples"
    if examples.is_dir() and not (PLACE / "cpc" / "examples").is_dir():
        files |= {f"cpc/examples/{path.name}": path.read_bytes() for path in sorted(examples.glob("*.bas"))}
    return _packed("cpc_listings", version, files)


def _files() -> Iterator[tuple[str, Path]]:
    for package in NEEDED:
        for path in sorted((PLACE / package).rglob("*")):
            name = path.relative_to(PLACE).as_posix()
            if path.is_file() and "__pycache__" not in path.parts and not name.startswith(LEFT_OUT):
                yield name, path


def larks() -> tuple[str, bytes]:
    """Lark's, with its licence."""
    found = distribution("lark")
    files = {}
    for path in found.files or []:
        name = path.as_posix()
        wanted = name.startswith("lark/") and name.endswith((".py", ".lark")) and "__pyinstaller" not in name
        if wanted or "dist-info" in name and "LICEN" in name.upper():
            files[name] = Path(str(path.locate())).read_bytes()
    return _packed("lark", found.version, files)


def _packed(name: str, version: str, files: dict[str, bytes]) -> tuple[str, bytes]:
    info = f"{name}-{version}.dist-info"
    files = files | {f"{info}/METADATA": METADATA.format(name=name.replace("_", "-"), version=version).encode(),
                     f"{info}/WHEEL": TAG.encode()}
    files[f"{info}/RECORD"] = "".join(f"{each},,\n" for each in [*files, f"{info}/RECORD"]).encode()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for each, data in files.items():
            archive.writestr(zipfile.ZipInfo(each, WHEN), data, zipfile.ZIP_DEFLATED, 9)
    return f"{name}-{version}-py3-none-any.whl", out.getvalue()


