"""Where READ goes on in the program's DATA."""

BEFORE_THE_LINE = -1


class DataPointer:
    def __init__(self) -> None:
        self.at = (0, BEFORE_THE_LINE)                  # line's place, offset in it
        self.texts: dict[tuple[int, int], bytes] = {}   # line's place, offset -> the string that READ has found there

    def restore(self) -> None:
        """RESTORE: from the program's first line on."""
        self.at = (0, BEFORE_THE_LINE)
