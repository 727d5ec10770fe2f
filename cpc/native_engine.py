"""The engine for native code: wasmtime compiles WebAssembly and runs it.

Promises: `engine()` gives None where wasmtime is not installed, does not fit this computer, or CPC_NATIVE=0 forbids it; then
all runs as Python. A call takes less than a microsecond, since it goes past wasmtime's own Python functions: ours take no
arguments and give nothing, all that they share with Python is in the memory.
"""

import atexit
import ctypes
import importlib
import os
from collections.abc import Callable
from functools import cache
from typing import Any

from cpc.picture import quick

WANTED = os.environ.get("CPC_NATIVE", "1") != "0"


# of wasmtime_func_call_unchecked; it holds on to Python's lock, since the calls are short
_CALL = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p)


class NativeSpace:
    """A linear memory with the library in it, and the units that use them."""

    def __init__(self, wasmtime: Any, engine: Any, library: Any):
        self._wasmtime = wasmtime
        self._bindings = importlib.import_module("wasmtime._bindings")
        self._store = wasmtime.Store(engine)
        self._library = wasmtime.Instance(self._store, library, [])
        self._exports = self._library.exports(self._store)
        memory = self._exports["memory"]
        address = ctypes.addressof(memory.data_ptr(self._store).contents)
        size = memory.data_len(self._store)
        self.memory = memoryview((ctypes.c_uint8 * size).from_address(address)).cast("B")
        self._context = self._store._context()
        address_of_call = ctypes.cast(self._bindings.dll.wasmtime_func_call_unchecked, ctypes.c_void_p).value
        assert address_of_call is not None
        self._call = _CALL(address_of_call)
        self._kept: list[Any] = []
        self._linked: dict[int, Callable[[], object]] = {}

    def __len__(self) -> int:
        """How many modules have been linked: they stay as long as the space."""
        return len(self._linked)

    def link(self, module: Any) -> Callable[[], object]:
        """The function `unit` of a module, ready to be called."""
        known = self._linked.get(id(module))
        if known is None:
            known = self._linked[id(module)] = self._link(module)
            self._kept.append(module)
        return known

    def _link(self, module: Any) -> Callable[[], object]:
        imports = [self._exports[one.name] for one in module.imports]
        instance = self._wasmtime.Instance(self._store, module, imports)
        function = instance.exports(self._store)["unit"]
        raw = function._func
        trap, room = ctypes.c_void_p(), (ctypes.c_uint64 * 2)()
        self._kept += [function, raw, trap, room]
        call, context = self._call, ctypes.cast(self._context, ctypes.c_void_p).value
        where, arguments, fault = ctypes.addressof(raw), ctypes.addressof(room), ctypes.addressof(trap)
        return lambda: call(context, where, arguments, 1, fault)


class WasmtimeEngine:
    functions = quick.NATIVE

    def __init__(self, wasmtime: Any):
        self._wasmtime = wasmtime
        self._engine = wasmtime.Engine()

    def compile(self, wasm: bytes) -> Any:
        """Any thread may do this."""
        return self._wasmtime.Module(self._engine, wasm)

    def space(self, library: Any) -> NativeSpace:
        return NativeSpace(self._wasmtime, self._engine, library)


@cache
def engine() -> WasmtimeEngine | None:
    if not WANTED:
        return None
    try:
        wasmtime = importlib.import_module("wasmtime")
        atexit.register(setattr, wasmtime.Managed, "__del__", lambda thing: None)      # nothing is freed one by one at the end
        return WasmtimeEngine(wasmtime)
    except Exception:           # missing, or not made for this computer: importing it can fail in many ways
        return None
