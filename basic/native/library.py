"""The functions of the runtime that are translated, in one module with the memory that units and Python share."""

import base64
import hashlib
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from basic.native import memory
from basic.native.functions import Function, Imported, name_of
from basic.values import real_functions, reals, weighing

if TYPE_CHECKING:
    from basic.native.encoder import Module

UNITS = 0x4000              # places in the table of units; no unit is at the first
FUNCTIONS: tuple[Function, ...] = (
    reals.add, reals.sub, reals.mul, reals.div,
    real_functions.sqr, real_functions.exp, real_functions.log, real_functions.log10, real_functions.sin, real_functions.cos,
    real_functions.tan, real_functions.atn, real_functions.power, real_functions.power_1_0,
    real_functions.next_seed,
    weighing.heavy_factor, weighing.quick_argument, weighing.quick_root, weighing.exponent,
    weighing.quick_angle, weighing.power_of_0, weighing.long_dividend,
)


OWN_SOURCES = ("encoder", "functions", "library", "memory", "translator")


class Library:
    """`wasm` is the module, `functions` says what can be called. What has been translated is kept in the user's cache folder,
    and is taken from there as long as no source has changed."""

    def __init__(self, more: tuple[Function, ...] = ()) -> None:
        functions = (*FUNCTIONS, *more)
        file = _file(functions)
        kept = _kept(file)
        if kept is None:
            kept = _translated(functions)
            if file is not None:
                _keep(file, *kept)
        self.wasm, described = kept
        self.functions: dict[Function, Imported] = {function: described[name_of(function)] for function in functions}


def _translated(functions: tuple[Function, ...]) -> tuple[bytes, dict[str, Imported]]:
    from basic.native.encoder import Module  # here, since most processes find the library in its file
    from basic.native.translator import Translator
    module = Module(memory.PAGES, own_memory=True)
    work = Translator(module, memory.TABLES)
    described = {}
    for function in functions:
        work.add(function)
        signature = work.signature(function)
        name = name_of(function)
        described[name] = Imported(name, [type for _, type in signature.parameters], signature.results,
                                   work.fails(function))
    _add_dispatcher(module)
    if work.tables > memory.STATE:
        raise MemoryError("the library's tables do not fit")
    return module.encoded(), described


def _add_dispatcher(module: "Module") -> None:
    """The function `run`: runs units from the one that begins at PC on, until one does not run on or there is none."""
    from basic.native.encoder import Body
    module.table = UNITS
    body = Body()
    place = body.local("i64")
    again = body.open("loop")
    body.truth(0)
    body.memory("i64.load", memory.PC)
    body.put("i32.wrap")
    body.truth(1)
    body.put("i32.shl")
    body.memory("i64.load16", memory.UNITS)
    body.at("local.tee", place)
    body.put("i64.eqz")
    body.open("if")
    body.put("return", "end")
    body.at("local.get", place)
    body.put("i32.wrap")
    body.call_of_table(module.type([], ["i64"]))
    body.put("i64.eqz")
    body.branch(again, "br_if")
    body.put("end")
    module.add_function([], [], body, "run")


def _file(functions: tuple[Function, ...]) -> Path | None:
    """Where the library is kept: its name tells the sources. None: they are not there."""
    modules = {sys.modules[function.__module__] for function in functions}
    here = Path(__file__).parent
    sources = {Path(module.__file__ or "") for module in modules} | {here / f"{name}.py" for name in OWN_SOURCES}
    try:
        digest = hashlib.sha256(b"".join(source.read_bytes() for source in sorted(sources))).hexdigest()[:16]
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except (OSError, RuntimeError):
        return None
    return Path(base) / "cpc-listings" / f"library-{digest}.json"


def _kept(file: Path | None) -> tuple[bytes, dict[str, Imported]] | None:
    """What the file has; None where it is missing or damaged."""
    try:
        if file is None:
            return None
        found = json.loads(file.read_bytes())
        wasm = base64.b64decode(found["wasm"])
        whole = hashlib.sha256(wasm).hexdigest() == found["digest"]
        return (wasm, {name: Imported(*parts) for name, parts in found["functions"].items()}) if whole else None
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def _keep(file: Path, wasm: bytes, described: dict[str, Imported]) -> None:
    content = {"digest": hashlib.sha256(wasm).hexdigest(), "functions": described, "wasm": base64.b64encode(wasm).decode()}
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_suffix(f".{os.getpid()}")
        fresh.write_text(json.dumps(content), encoding="ascii")
        fresh.replace(file)
    except OSError:
        pass                # no place to keep it: the next process translates again
