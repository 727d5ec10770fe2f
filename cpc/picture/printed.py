"""What a program has printed. The last of it is kept, and how much there was in all."""

from collections.abc import Callable


class Printed(bytearray):
    """The bytes that are kept."""

    def __init__(self) -> None:
        super().__init__()
        self.forgotten = 0              # bytes that were printed before those

    @property
    def in_all(self) -> int:
        """Bytes printed since the machine was switched on."""
        return self.forgotten + len(self)

    def since(self, count: int) -> bytes:
        """What was printed behind so many bytes, as far as it is kept."""
        return bytes(self[max(count - self.forgotten, 0):])

    def forget(self, most: int) -> None:
        """Keeps the last `most` bytes, once there are twice as many."""
        if len(self) > 2 * most:
            self.forgotten += len(self) - most
            del self[:-most or None]

    def go_back(self, count: int) -> None:
        """Only so many bytes have been printed. On another machine, nothing of them is there."""
        del self[max(count - self.forgotten, 0):]
        self.forgotten = count - len(self)

    def keep(self) -> Callable[[], None]:
        """What puts back all that was printed up to now."""
        printed, forgotten = bytes(self), self.forgotten

        def put_back() -> None:
            self[:], self.forgotten = printed, forgotten
        return put_back
