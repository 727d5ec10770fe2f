"""Where machine code is made: a thread, and what it has made, for all machines of this process."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import cache
from queue import SimpleQueue
from sys import getswitchinterval, setswitchinterval
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from basic.ports import NativeEngine, NativeSpace

if TYPE_CHECKING:
    from basic.native.library import Library

KEPT_MODULES = 200
QUICK_SWITCH = 0.0005       # seconds
KEPT_UNITS = 4000           # of a space that another machine may have
FREE_SPACES = 4


class Job:
    """Something that the thread does. If it fails, there is no result: what was to be machine code stays Python."""

    def __init__(self, work: Callable[[], Any]):
        self.work = work
        self.result: Any = None
        self.error: Exception | None = None
        self.done = Event()

    def do(self) -> None:
        try:
            self.result = self.work()
        except Exception as error:      # the thread has to go on with the next one
            self.error = error
        self.done.set()

    def wait(self) -> Any:
        self.done.wait()
        return self.result


class Workshop:
    """Compiles in one thread, for all machines of this process: the engine, the library and modules of units, each once."""

    def __init__(self, find_engine: Callable[[], NativeEngine | None]):
        self._find_engine = find_engine
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._modules: dict[bytes, Job] = {}
        self._free: list[NativeSpace] = []
        self.ready = self._given(self._begin)           # gives (engine, library, its code), or None: there is no engine
        Thread(target=self._work, name="native", daemon=True).start()

    def _given(self, work: Callable[[], Any]) -> Job:
        job = Job(work)
        self._jobs.put(job)
        return job

    def _work(self) -> None:
        while True:
            self._jobs.get().do()

    def _begin(self) -> tuple[NativeEngine, Library, Any] | None:
        usual = getswitchinterval()
        setswitchinterval(min(usual, QUICK_SWITCH))     # else each call into the engine waits for Python as long as a frame
        try:
            return self._begun()
        finally:
            setswitchinterval(usual)

    def _begun(self) -> tuple[NativeEngine, Library, Any] | None:
        engine = self._find_engine()
        if engine is None:
            return None
        from basic.native.library import Library
        library = Library(engine.functions)
        return engine, library, engine.compile(library.wasm)

    def compiled(self, wasm: bytes) -> Job:
        made = self._modules.get(wasm)
        if made is None:
            if len(self._modules) >= KEPT_MODULES:
                self._modules.clear()
            made = self._modules[wasm] = self._given(lambda: self.ready.result[0].compile(wasm))
        return made

    def space(self, owner: object) -> NativeSpace:
        """A space for as long as the owner is there, whose elements are in it."""
        engine, _, code = self.ready.result
        space: NativeSpace = self._free.pop() if self._free else engine.space(code)
        weakref.finalize(owner, self._take_back, space).atexit = False
        return space

    def _take_back(self, space: NativeSpace) -> None:
        if len(self._free) < FREE_SPACES and len(space) < KEPT_UNITS:
            self._free.append(space)


workshop = cache(Workshop)
