"""The engine for native code: wasmtime compiles WebAssembly and runs it.

Promises: `engine()` gives None where wasmtime is not installed or does not fit this computer; then all runs as Python.
wasmtime's shared library is called without its Python package, whose import takes longer than many programs run; and a call of
a unit takes half a microsecond, since units take no arguments and give nothing: all that they share with Python is in the
memory.
"""
import ctypes
import importlib.util
import os
import sys
from collections.abc import Callable
from ctypes import c_char_p, c_size_t, c_void_p
from functools import cache
from pathlib import Path
from typing import Any

LIBRARIES = {"linux": "_libwasmtime.so", "darwin": "_libwasmtime.dylib", "win32": "_wasmtime.dll"}
MACHINES = {"AMD64": "x86_64", "arm64": "aarch64", "ARM64": "aarch64"}
FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "wasm_engine_new": (c_void_p, []),
    "wasmtime_store_new": (c_void_p, [c_void_p] * 3),
    "wasmtime_store_context": (c_void_p, [c_void_p]),
    "wasmtime_store_delete": (None, [c_void_p]),
    "wasmtime_module_new": (c_void_p, [c_void_p, c_char_p, c_size_t, c_void_p]),
    "wasmtime_module_delete": (None, [c_void_p]),
    "wasmtime_module_serialize": (c_void_p, [c_void_p, c_void_p]),
    "wasmtime_module_deserialize": (c_void_p, [c_void_p, c_char_p, c_size_t, c_void_p]),
    "wasmtime_error_delete": (None, [c_void_p]),
    "wasm_byte_vec_delete": (None, [c_void_p]),
    "wasmtime_linker_new": (c_void_p, [c_void_p]),
    "wasmtime_linker_delete": (None, [c_void_p]),
    "wasmtime_linker_define_instance": (c_void_p, [c_void_p, c_void_p, c_char_p, c_size_t, c_void_p]),
    "wasmtime_linker_instantiate": (c_void_p, [c_void_p] * 5),
    "wasmtime_instance_export_get": (ctypes.c_bool, [c_void_p, c_void_p, c_char_p, c_size_t, c_void_p]),
    "wasmtime_table_set": (c_void_p, [c_void_p, c_void_p, ctypes.c_uint64, c_void_p]),
    "wasmtime_memory_data": (c_void_p, [c_void_p, c_void_p]),
    "wasmtime_memory_data_size": (c_size_t, [c_void_p, c_void_p]),
}
# of wasmtime_func_call_unchecked; it holds on to Python's lock, since the calls are short
CALL = ctypes.PYFUNCTYPE(c_void_p, c_void_p, c_void_p, c_void_p, c_size_t, c_void_p)
FUNCTION_REFERENCE = b"\x05"            # what kind of value a table keeps
EXTERN_SIZE, EXTERN_VALUE = 64, 8       # what an export takes at most, and where in it the function or memory is


class NativeFault(Exception):
    """The engine refuses something that it never should."""


class NoRoom(NativeFault):
    """A space takes four gigabytes of addresses, though little memory: a limit of the process may not leave them."""


class Bytes(ctypes.Structure):
    """wasm_byte_vec_t"""
    _fields_ = (("size", c_size_t), ("data", c_void_p))


class Module:
    """Compiled code."""

    def __init__(self, c: Any, handle: int | None):
        self.handle = handle
        self._delete = c.wasmtime_module_delete

    def __del__(self) -> None:
        if getattr(self, "handle", None):
            self._delete(self.handle)


class NativeSpace:
    """A linear memory with the library in it, and the units that use them."""

    def __init__(self, c: Any, engine: int, library: Module):
        self._c = c
        self._store = c.wasmtime_store_new(engine, None, None)
        self._context = c.wasmtime_store_context(self._store)
        self._linker = c.wasmtime_linker_new(engine)
        self._kept: list[Any] = []
        self._placed: dict[int, list[int]] = {}
        instance = self._instance(library, NoRoom("there is no room for a space"))
        if c.wasmtime_linker_define_instance(self._linker, self._context, b"library", 7, instance):
            raise NativeFault("the library exports a name twice")
        memory, table = self._export(instance, b"memory"), self._export(instance, b"table")
        self._kept.append(table)
        self._table = ctypes.addressof(table) + EXTERN_VALUE
        value = ctypes.addressof(memory) + EXTERN_VALUE
        address = c.wasmtime_memory_data(self._context, value)
        length = c.wasmtime_memory_data_size(self._context, value)
        self.memory = memoryview((ctypes.c_uint8 * length).from_address(address)).cast("B")
        self._call = CALL(ctypes.cast(c.wasmtime_func_call_unchecked, c_void_p).value or 0)
        self.run = self._runs(self._export(instance, b"run"))

    def __del__(self) -> None:
        if getattr(self, "_linker", None):
            self._c.wasmtime_linker_delete(self._linker)
            self._c.wasmtime_store_delete(self._store)

    def __len__(self) -> int:
        return sum(map(len, self._placed.values()))

    def _instance(self, module: Module, fault: NativeFault) -> Any:
        instance, trap = ctypes.create_string_buffer(EXTERN_SIZE), c_void_p()
        error = self._c.wasmtime_linker_instantiate(self._linker, self._context, module.handle, instance, ctypes.byref(trap))
        if error:
            self._c.wasmtime_error_delete(error)
            raise fault
        return instance

    def _export(self, instance: Any, name: bytes) -> Any:
        extern = ctypes.create_string_buffer(EXTERN_SIZE)
        if not self._c.wasmtime_instance_export_get(self._context, instance, name, len(name), extern):
            raise NativeFault(f"a module has no {name.decode()}")
        return extern

    def place(self, module: Module, functions: int) -> list[int]:
        """Puts the functions of a module into the table, where units find each other."""
        known = self._placed.get(id(module))
        if known is None:
            first = len(self) + 1
            instance = self._instance(module, NativeFault("a module does not fit the library"))
            for number in range(functions):
                function = self._export(instance, b"%d" % number)
                function[0] = FUNCTION_REFERENCE
                if self._c.wasmtime_table_set(self._context, self._table, first + number, function):
                    raise NativeFault("the table of units is full")
            known = self._placed[id(module)] = list(range(first, first + functions))
            self._kept.append(module)
        return known

    def _runs(self, extern: Any) -> Callable[[], object]:
        trap, room = c_void_p(), (ctypes.c_uint64 * 2)()
        self._kept += [extern, trap, room]
        call, context, where = self._call, self._context, ctypes.addressof(extern) + EXTERN_VALUE
        arguments, fault = ctypes.addressof(room), ctypes.addressof(trap)
        return lambda: call(context, where, arguments, 1, fault)


class WasmtimeEngine:
    own_memory = True

    def __init__(self, path: Path):
        self._c = ctypes.CDLL(str(path))
        for name, (result, arguments) in FUNCTIONS.items():
            function = getattr(self._c, name)
            function.restype, function.argtypes = result, arguments
        self._engine = self._c.wasm_engine_new()
        file = path.stat()
        self.version = f"{path} {file.st_size} {file.st_mtime_ns}"

    @property
    def functions(self) -> tuple[Callable[..., Any], ...]:
        from cpc.native_functions import NATIVE  # here, since only the library is made of them, and its code is kept
        return NATIVE

    def compile(self, wasm: bytes) -> Module:
        """Any thread may do this."""
        place = c_void_p()
        if self._c.wasmtime_module_new(self._engine, wasm, len(wasm), ctypes.addressof(place)):
            raise NativeFault("what is to be compiled is not WebAssembly")
        return Module(self._c, place.value)

    def written(self, module: Module) -> bytes:
        """Compiled code as bytes."""
        found = Bytes()
        if self._c.wasmtime_module_serialize(module.handle, ctypes.addressof(found)):
            raise NativeFault("compiled code cannot be written")
        try:
            return ctypes.string_at(found.data or 0, found.size)
        finally:
            self._c.wasm_byte_vec_delete(ctypes.addressof(found))

    def read(self, content: bytes) -> Module | None:
        """The code that `written` gave, which must come from nowhere else; None if it is of another wasmtime or computer."""
        place = c_void_p()
        error = self._c.wasmtime_module_deserialize(self._engine, content, len(content), ctypes.addressof(place))
        if error:
            self._c.wasmtime_error_delete(error)
            return None
        return Module(self._c, place.value)

    def space(self, library: Module) -> NativeSpace | None:
        try:
            return NativeSpace(self._c, self._engine, library)
        except NoRoom:
            return None


def _machine() -> str:
    """What platform.machine() says, without a module that takes long to import."""
    if hasattr(os, "uname"):
        return os.uname().machine
    from platform import machine
    return machine()


@cache
def engine() -> WasmtimeEngine | None:
    try:
        package = importlib.util.find_spec("wasmtime")
        if package is None or not package.submodule_search_locations or sys.maxsize <= 2**32:
            return None
        machine = _machine()
        machine = MACHINES.get(machine, machine)
        return WasmtimeEngine(Path(package.submodule_search_locations[0], f"{sys.platform}-{machine}", LIBRARIES[sys.platform]))
    except (OSError, KeyError, AttributeError):         # not made for this computer, damaged, or another version
        return None
