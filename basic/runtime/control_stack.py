"""The one BASIC stack, of GOSUBs, FORs and WHILEs, with the bytes they take on the machine."""

from basic.errors import MEMORY_FULL, UNEXPECTED_RETURN, BasicError
from basic.runtime.control import GOSUB_SIZE, LONGEST_NAME, NEVER_FULL, STACK_SIZE, Frame


class ControlStack:
    """The executor's `stack`."""

    def push(self, frame: Frame) -> None:
        stack = self.stack
        if len(stack) >= NEVER_FULL:
            self._take_stack(frame.size)
        stack.append(frame)

    def _take_stack(self, size: int) -> None:
        if sum(one.size for one in self.stack) + size > STACK_SIZE:
            if self.basic_1_1:
                self.clear_stack()
            raise BasicError(MEMORY_FULL)

    def take_name(self) -> None:
        """A name that is met for the first time is looked up from the stack."""
        if len(self.stack) >= NEVER_FULL:
            self._take_stack(LONGEST_NAME)

    def drop_to(self, depth: int) -> None:
        """Forgets the frames from `depth` on."""
        del self.stack[depth:]

    def end_key(self, pc: int, which: int = 0) -> tuple:
        """What FOR, WHILE and their ends know each other by: always the same object for the same place."""
        return self.end_keys.setdefault((pc, which), (pc, which))

    def find(self, key: tuple) -> int | None:
        """The depth of the FOR or WHILE that ends at `key`, looking down to the last GOSUB."""
        for depth in range(len(self.stack) - 1, -1, -1):
            frame = self.stack[depth]
            if frame.size == GOSUB_SIZE:
                return None
            if frame.key == key:
                return depth
        return None

    def pop_gosub(self) -> Frame:
        for depth in range(len(self.stack) - 1, -1, -1):
            if self.stack[depth].size == GOSUB_SIZE:
                frame = self.stack[depth]
                self.drop_to(depth)
                return frame
        raise BasicError(UNEXPECTED_RETURN)

    def clear_stack(self) -> None:
        self.stack.clear()
