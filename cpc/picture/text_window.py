"""One of the eight text windows: its place, its cursor, its pen and paper."""

from basic.records import record

CURSOR_DISABLED = 1                     # by the user
CURSOR_OFF = 2                          # by the system


@record(slots=True)
class Window:
    """A text window, which belongs to a stream."""

    column: int = 0
    row: int = 0
    left: int = 0
    right: int = 39
    top: int = 0
    bottom: int = 24
    whole: bool = True                  # the screen's own size: it can scroll by the offset
    scrolls: int = 0                    # rows scrolled up, modulo 256, for code that keeps a place
    cursor: int = CURSOR_OFF
    enabled: bool = True                # characters are shown
    pen: int = 0                        # encoded for the mode
    paper: int = 0
    transparent: bool = False
    tag: bool = False

    def inside(self, column: int, row: int) -> tuple[int, int, int]:
        """The column and row after wrap and scroll, and the rows to scroll up for them: 0, 1 or -1."""
        if self.right - column & 0x80:
            column, row = self.left, row + 1 & 0xFF
        if not self.left - 1 - column & 0x80:
            column, row = self.right, row - 1 & 0xFF
        if not self.top - 1 - row & 0x80:
            return column, self.top, -1
        if self.bottom - row & 0x80:
            return column, self.bottom, 1
        return column, row, 0
