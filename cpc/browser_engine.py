"""The engine for native code in a browser, which compiles WebAssembly itself and runs it beside Python.

Python is WebAssembly there, too, and sees no memory but its own. So the memory of a space is a part of Python's, and each
module is moved to where that part begins.
"""

import importlib
from collections.abc import Callable
from functools import cache
from typing import Any

from basic.native import memory
from basic.native.encoder import moved
from cpc.native_functions import NATIVE


class Space:
    """A part of Python's memory with the library in it, and the units that use them."""

    def __init__(self, engine: "BrowserEngine", library: bytes):
        self._engine = engine
        room = bytearray(memory.END)
        self.memory = memoryview(room)
        self._begin = engine.address(room)
        self._placed: dict[int, list[int]] = {}
        self._kept: list[bytes] = []
        exports = engine.instance(moved(library, self._begin), {"memory": engine.memory})
        self._given = engine.js.Object.assign(engine.js.Object.new(), exports, engine.plain({"memory": engine.memory}))
        self._table = exports.table
        self.run: Callable[[], object] = exports.run

    def __len__(self) -> int:
        return sum(map(len, self._placed.values()))

    def place(self, module: bytes, functions: int) -> list[int]:
        known = self._placed.get(id(module))
        if known is None:
            first = len(self) + 1
            exports = self._engine.instance(moved(module, self._begin), self._given)
            for number in range(functions):
                self._table.set(first + number, getattr(exports, str(number)))
            known = self._placed[id(module)] = list(range(first, first + functions))
            self._kept.append(module)
        return known


class BrowserEngine:
    functions = NATIVE
    version = "browser"
    own_memory = False

    def __init__(self) -> None:
        """Pyodide's modules; outside of it, ImportError."""
        self.js: Any = importlib.import_module("js")
        self._ffi: Any = importlib.import_module("pyodide.ffi")
        self.memory: Any = importlib.import_module("pyodide_js")._module.memory

    def plain(self, what: dict[str, Any]) -> Any:
        """An object of the browser's."""
        return self._ffi.to_js(what, dict_converter=self.js.Object.fromEntries)

    def address(self, room: bytearray) -> int:
        """In Python's memory."""
        proxy = self._ffi.create_proxy(room)
        seen = proxy.getBuffer("u8")
        begin: int = seen.data.byteOffset
        seen.release()
        proxy.destroy()
        return begin

    def instance(self, wasm: bytes, library: Any) -> Any:
        """What the module exports."""
        code = self.js.WebAssembly.Module.new(self._ffi.to_js(wasm))
        return self.js.WebAssembly.Instance.new(code, self.plain({"library": library})).exports

    def compile(self, wasm: bytes) -> bytes:
        """The browser does it when the module is placed, since the code knows where its memory is."""
        return wasm

    def written(self, module: bytes) -> bytes:
        return module

    def read(self, content: bytes) -> bytes:
        return content

    def space(self, library: bytes) -> Space:
        return Space(self, library)


@cache
def engine() -> BrowserEngine:
    return BrowserEngine()
