"""Where machine code is made: a thread, and what it has made, for all machines of this process.

Python in a browser has no threads. There the work is done at once, which is quick, since the browser compiles a function when
it is first called.
"""

from __future__ import annotations

import atexit
import hashlib
import sys
import weakref
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from queue import Empty, SimpleQueue
from sys import getswitchinterval, setswitchinterval
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

from basic import cache_files
from basic.ports import NativeEngine, NativeSpace
from basic.units import kept_units

if TYPE_CHECKING:
    from basic.native.functions import Function, Imported
    from basic.native.library import Library

THREADS = sys.platform != "emscripten"
KEPT_MODULES = 200
KEPT_FILES = 100            # of compiled modules, that a process writes
IDLE = 1.0                  # seconds without a job until what is known of programs is written
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

    @classmethod
    def over(cls, result: Any) -> Job:
        job = cls(lambda: result)
        job.do()
        return job


class Workshop:
    """Compiles in one thread, for all machines of this process: the engine, the library and modules of units, each once."""

    def __init__(self, find_engine: Callable[[], NativeEngine | None]):
        self._find_engine = find_engine
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._modules: dict[bytes, Job] = {}
        self._free: list[NativeSpace] = []
        self._files = 0
        self._to_keep: deque[Job] = deque()     # that write files of what has been compiled
        self._working = False
        self.ready = Job(self._begun)           # gives the engine and the library's code, or None: there is no engine
        self._kept_code: Any = None             # the library's
        self._library: Library | None = None    # which is not needed where all code has been kept
        self._wanted = False                    # it has been seen to
        atexit.register(self.keep_all)

    def prepare(self) -> None:
        """The engine is wanted soon: the thread finds it."""
        if not self._wanted and THREADS:
            self._wanted = True
            self._jobs.put(self.ready)
            self._start()

    def begin(self) -> None:
        """The engine is wanted now. It takes some milliseconds if the library's code has been kept; or else the thread makes
        that, if there is one."""
        if self._wanted:
            return
        if THREADS and self._kept_library() is None:
            self.prepare()
        else:
            self._wanted = True
            self.ready.do()

    def _start(self) -> None:
        if not self._working:
            self._working = True
            Thread(target=self._work, name="native", daemon=True).start()

    def do_later(self, work: Callable[[], Any]) -> Job:
        """The thread does it."""
        job = Job(work)
        if THREADS:
            self._jobs.put(job)
            self._start()
        else:
            job.do()
        return job

    def _work(self) -> None:
        while True:
            try:
                job = self._jobs.get(timeout=IDLE)
            except Empty:
                self.keep_all()
                job = self._jobs.get()
            usual = getswitchinterval()
            setswitchinterval(min(usual, QUICK_SWITCH))     # else each call into the engine waits for Python as long as a frame
            try:
                job.do()
            finally:
                setswitchinterval(usual)

    def keep_all(self) -> None:
        """Writes what a later process can use. That waits until nothing else is to be done: each file takes several calls,
        after each of which the thread may have to wait for Python."""
        with suppress(IndexError):              # none is left: at the end of the process another thread does this, too
            while self._to_keep:
                self._to_keep.popleft().do()
        kept_units.keep_all()

    def _begun(self) -> tuple[NativeEngine, Any] | None:
        engine = self._find_engine()
        if engine is None:
            return None
        return engine, self._kept_library() or self._made(engine, self._library_of(engine).wasm, self._library_name(engine))

    def _kept_library(self) -> Any:
        """Its code, if an earlier process compiled it."""
        engine = self._find_engine()
        if self._kept_code is None and engine is not None and (name := self._library_name(engine)) is not None:
            self._kept_code = self._kept(engine, name)
        return self._kept_code

    @staticmethod
    def _library_name(engine: NativeEngine) -> str | None:
        """Of the file with its code; None: nothing is kept."""
        return _name(engine, kept_units.sources().encode()) if kept_units.sources() else None

    def _library_of(self, engine: NativeEngine) -> Library:
        if self._library is None:
            from basic.native.library import Library  # here, since many processes find all that they need
            self._library = Library(engine.functions, engine.own_memory)
        return self._library

    @property
    def functions(self) -> dict[Function, Imported]:
        """Those of the library."""
        return self._library_of(self.ready.result[0]).functions

    def _made(self, engine: NativeEngine, wasm: bytes, name: str | None) -> Any:
        """Compiles it; `name` is that of the file in which the code is kept."""
        code = engine.compile(wasm)
        if name is not None and self._files < KEPT_FILES:
            self._files += 1
            self._to_keep.append(Job(lambda: cache_files.keep_private(name, engine.written(code))))
        return code

    @staticmethod
    def _kept(engine: NativeEngine, name: str) -> Any:
        """What an earlier process compiled; None if there is none."""
        content = cache_files.kept_private(name)
        return None if content is None else engine.read(content)

    def compiled(self, wasm: bytes, keep: bool) -> Job:
        """`keep`: for later processes."""
        made = self._modules.get(wasm)
        if made is None:
            if len(self._modules) >= KEPT_MODULES:
                self._modules.clear()
            engine = self.ready.result[0]
            name = _name(engine, wasm)
            code = self._kept(engine, name)
            made = self.do_later(lambda: self._made(engine, wasm, name if keep else None)) if code is None else Job.over(code)
            self._modules[wasm] = made
        return made

    def space(self, owner: object) -> NativeSpace | None:
        """A space for as long as the owner is there, whose elements are in it. None: there is no room for another one."""
        engine, code = self.ready.result
        space: NativeSpace | None = self._free.pop() if self._free else engine.space(code)
        if space is None:
            return None
        weakref.finalize(owner, self._take_back, space).atexit = False
        return space

    def _take_back(self, space: NativeSpace) -> None:
        if len(self._free) < FREE_SPACES and len(space) < KEPT_UNITS:
            self._free.append(space)


def _name(engine: NativeEngine, made_of: bytes) -> str:
    return f"module-{hashlib.sha256(engine.version.encode() + made_of).hexdigest()[:32]}"


workshop = cache(Workshop)
