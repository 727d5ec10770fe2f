"""The program: numbered lines of crunched bytes, which are the truth; everything else is made from them."""

from bisect import bisect_left, insort
from itertools import accumulate

from basic.errors import NO_LINE, BasicError
from basic.source.walker import line_in_memory, without_addresses

START = 0x170           # where the machine keeps it
LINE_HEAD = 4           # bytes of a line before its text: its size and its number


class Program:
    def __init__(self) -> None:
        self.lines: dict[int, bytes] = {}
        self.numbers: list[int] = []
        self.protected = False
        self.version = 0            # grows with each change
        self.in_file = 0            # the version that a file holds
        self._sized, self._size = -1, 0
        self._addressed, self._addresses = -1, [0]

    @property
    def unsaved(self) -> bool:
        return bool(self.lines) and self.version != self.in_file

    def store(self, number: int, crunched: bytes) -> None:
        """Adds or replaces a line."""
        if number not in self.lines:
            insort(self.numbers, number)
        self.lines[number] = crunched
        self.version += 1

    def delete(self, first: int, last: int) -> None:
        doomed = self.between(first, last)
        for number in doomed:
            del self.lines[number]
        self.numbers = [number for number in self.numbers if number in self.lines]
        self.version += 1

    def replace(self, lines: dict[int, bytes]) -> None:
        self.lines = dict(sorted(lines.items()))
        self.numbers = list(self.lines)
        self.protected = False
        self.version += 1

    def clear(self) -> None:
        self.replace({})

    def between(self, first: int, last: int) -> list[int]:
        return self.numbers[bisect_left(self.numbers, first):bisect_left(self.numbers, last + 1)]

    def index(self, number: int) -> int:
        """The place of a line in the program; Line does not exist where there is no such line."""
        at = bisect_left(self.numbers, number)
        if at == len(self.numbers) or self.numbers[at] != number:
            raise BasicError(NO_LINE)
        return at

    def size(self) -> int:
        if self._sized != self.version:
            self._sized, self._size = self.version, sum(len(crunched) + 5 for crunched in self.lines.values()) + 2
        return self._size

    def address(self, place: int) -> int:
        """Where the line at this place begins in memory."""
        return self.line_addresses()[place]

    def holds(self, address: int, crunched: bytes) -> bool:
        """Whether a line that says this begins at an address."""
        at = bisect_left(self.line_addresses(), address)
        return at < len(self.numbers) and self.address(at) == address and self.lines[self.numbers[at]] == crunched

    def number_at(self, address: int) -> int:
        """The number of the line that begins at an address: what stands there, whether or not a line begins there."""
        addresses = self.line_addresses()
        at = bisect_left(addresses, address)
        if at < len(self.numbers) and addresses[at] == address:
            return self.numbers[at]
        return int.from_bytes(self.image()[address - START + 2:address - START + 4], "little")

    def line_addresses(self) -> list[int]:
        if self._addressed != self.version:
            self._addressed = self.version
            sizes = [len(self.lines[number]) + 5 for number in self.numbers]
            self._addresses = list(accumulate(sizes, initial=START))
        return self._addresses

    def image(self) -> bytes:
        """The bytes as they lie in memory and in a tokenised file."""
        parts = []
        for number, crunched in sorted(self.lines.items()):
            parts.append(line_in_memory(number, crunched))
        return b"".join(parts) + b"\0\0"

    def load_image(self, image: bytes) -> None:
        lines = {}
        at = 0
        while at + 4 <= len(image):
            length = int.from_bytes(image[at:at + 2], "little")
            if length < 5:
                break
            number = int.from_bytes(image[at + 2:at + 4], "little")
            lines[number] = without_addresses(image[at + 4:at + length - 1])
            at += length
        self.replace(lines)
