"""The shapes of the 256 characters, from the ROM or as symbols in RAM, and their bytes on the screen."""

from cpc.picture.font import GLYPHS
from cpc.picture.modes import Mode

NONE = 256                      # the first symbol of a table that has no symbols

Key = tuple[int, int, int]      # mode, pen and paper


class Cells(dict[int, tuple[bytes, ...]]):
    """The characters in one pair of colours, each as its bytes side by side, and each of these with its eight rows."""

    def __init__(self, glyphs: bytes, colours: list[bytes]) -> None:
        super().__init__()
        self.glyphs = glyphs
        self.colours = colours

    def __missing__(self, code: int) -> tuple[bytes, ...]:
        shape = self.glyphs[8 * code:8 * code + 8]
        cell = self[code] = tuple([shape.translate(table) for table in self.colours])
        return cell


class Characters:
    """The characters from `first` on are symbols: 8 bytes each in RAM, from `address` on."""

    _dots: bytes

    def __init__(self, ram: bytearray) -> None:
        self.ram = ram
        self.first = NONE
        self.address = 0
        self._symbols = b""
        self._forget(GLYPHS)

    def snapshot(self) -> tuple[int, int]:
        return self.first, self.address

    def restore(self, state: tuple[int, int]) -> None:
        self.first, self.address = state
        self._look()

    def table(self) -> tuple[int, int]:
        """The first symbol and its address."""
        return self.first, self.address

    def set_table(self, first: int, address: int) -> None:
        """Fills the table from the present shapes, one after the other; the old table and the new one may overlap."""
        if first >= NONE:
            self.first, self.address = NONE, address
            self._look()
            return
        for code in range(first, NONE):
            target = address + 8 * (code - first)
            if code >= self.first and target == self._place(code):
                break
            self.ram[target:target + 8] = self.rows(code)
        self.first, self.address = first, address
        self._look()

    def place_table(self, first: int, address: int) -> None:
        """The table is what lies there now."""
        self.first, self.address = first, address
        self._look()

    def define(self, code: int, rows: bytes) -> bool:
        """SYMBOL: False if the character is not a symbol."""
        if code < self.first:
            return False
        place = self._place(code)
        self.ram[place:place + 8] = rows
        return True

    def _place(self, code: int) -> int:
        return self.address + 8 * (code - self.first)

    def rows(self, code: int) -> bytes:
        """The eight bytes of a character's shape."""
        if code < self.first:
            return GLYPHS[8 * code:8 * code + 8]
        place = self._place(code)
        return bytes(self.ram[place:place + 8])

    def code(self, rows: bytes) -> int | None:
        """The first character that has this shape."""
        self._look()
        if not self._codes:
            for code in reversed(range(256)):
                self._codes[self.glyphs[8 * code:8 * code + 8]] = code
        return self._codes.get(rows)

    def present(self) -> bytes:
        """All shapes as they are now."""
        self._look()
        return self.glyphs

    def dots(self, codes: bytes) -> int:
        """How many are set in the shapes of these characters, as they were drawn last."""
        if not self._dots:
            each = bytes([row.bit_count() for row in self.glyphs])
            self._dots = bytes([sum(each[at:at + 8]) for at in range(0, len(each), 8)])
        return sum(codes.translate(self._dots))

    def _look(self) -> None:
        """Finds out whether symbols have changed; a listing may have POKEd them."""
        if self.first < NONE or self._symbols:
            symbols = bytes(self.ram[self.address:self.address + 8 * (NONE - self.first)])
            if symbols != self._symbols:
                self._symbols = symbols
                self._forget(GLYPHS[:len(GLYPHS) - len(symbols)] + symbols)

    def _forget(self, glyphs: bytes) -> None:
        self.glyphs = glyphs
        self._codes: dict[bytes, int] = {}
        self._dots = b""                        # of each shape
        self._tables: dict[Key, list[list[bytes]]] = {}
        self._cells: dict[Key, Cells] = {}

    def cells(self, layout: Mode, pen: int, paper: int) -> Cells:
        """All characters in these colours, which are bytes in the mode's encoding."""
        self._look()
        key = id(layout), pen, paper
        cells = self._cells.get(key)
        if cells is None:
            cells = self._cells[key] = Cells(self.glyphs, _colours(layout, pen, paper))
        return cells

    def render(self, layout: Mode, pen: int, paper: int, codes: bytes) -> list[bytes]:
        """The eight pixel rows of these characters, side by side. Pen and paper are bytes in the mode's encoding."""
        self._look()
        key = id(layout), pen, paper            # modes are never made anew
        tables = self._tables.get(key)
        if tables is None:
            colours = _colours(layout, pen, paper)
            tables = self._tables[key] = [[self.glyphs[row::8].translate(table) for table in colours]
                                          for row in range(8)]
        if layout.cell == 1:
            return [codes.translate(table) for table, in tables]
        rows = []
        step = layout.cell
        for row in tables:
            line = bytearray(len(codes) * step)
            for i, table in enumerate(row):
                line[i::step] = codes.translate(table)
            rows.append(bytes(line))
        return rows


def _colours(layout: Mode, pen: int, paper: int) -> list[bytes]:
    return [bytes([dots & pen | ~dots & paper & 0xFF for dots in table]) for table in layout.expanded]
