"""The one BASIC stack, of GOSUBs, FORs and WHILEs, with the bytes they take on the machine."""

from collections.abc import Callable
from typing import Any

from basic.errors import MEMORY_FULL, UNEXPECTED_RETURN, BasicError
from basic.runtime.control import GOSUB_SIZE, LONGEST_NAME, NEARLY_FULL, NEVER_FULL, STACK_SIZE, Frame


class ControlStack:
    """`frames` is changed in place only: steps hold it."""

    def __init__(self, basic_1_1: bool) -> None:
        self.basic_1_1 = basic_1_1
        self.frames: list[Frame] = []
        self.nearly_full = False            # it has been, since the steps were made
        self.on_nearly_full: Callable[[], None] = lambda: None

    def push(self, frame: Frame) -> None:
        frames = self.frames
        if len(frames) >= NEVER_FULL:
            self._take(frame.size)
        frames.append(frame)

    def _take(self, size: int) -> None:
        self.take_for_now(size)
        self.look_whether_nearly_full(size)

    def look_whether_nearly_full(self, more: int = 0) -> None:
        if not self.nearly_full and self.used() + more > NEARLY_FULL:
            self.nearly_full = True
            self.on_nearly_full()

    def used(self) -> int:
        return sum(one.size for one in self.frames)

    def take_for_now(self, size: int) -> None:
        """Memory full if there is no room for so many bytes."""
        if self.used() + size > STACK_SIZE:
            if self.basic_1_1:
                self.clear()
            raise BasicError(MEMORY_FULL)

    def take_name(self) -> None:
        """A name that is met for the first time is looked up from the stack."""
        if len(self.frames) >= NEVER_FULL:
            self._take(LONGEST_NAME)

    def drop_to(self, depth: int) -> None:
        """Forgets the frames from `depth` on."""
        del self.frames[depth:]

    def find(self, key: tuple[Any, int]) -> int | None:
        """The depth of the FOR or WHILE that ends at `key`, looking down to the last GOSUB."""
        for depth in range(len(self.frames) - 1, -1, -1):
            frame = self.frames[depth]
            if frame.size == GOSUB_SIZE:
                return None
            if frame.key == key:
                return depth
        return None

    def passed_to(self, key: tuple[Any, int], us: dict[int, int]) -> int:
        """What looking for the FOR or WHILE that ends at `key` takes; `us`: for an entry of each size."""
        total = 0
        for frame in reversed(self.frames):
            if frame.size == GOSUB_SIZE or frame.key == key:
                break
            total += us[frame.size]
        return total

    def pop_gosub(self) -> Frame:
        for depth in range(len(self.frames) - 1, -1, -1):
            if self.frames[depth].size == GOSUB_SIZE:
                frame = self.frames[depth]
                self.drop_to(depth)
                return frame
        raise BasicError(UNEXPECTED_RETURN)

    def clear(self) -> None:
        self.frames.clear()
