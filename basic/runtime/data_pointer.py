"""Where READ goes on in the program's DATA."""

BEFORE_THE_LINE = -1


class DataPointer:
    def __init__(self) -> None:
        self.at = (0, BEFORE_THE_LINE)                  # line's place, offset in it
        # What READ has found in the program. Of an item, by its line's place, its offset, and whether it is wanted as a text:
        # the value, its end, what reading it takes, its address. From a place on: the line's place and the offset of the
        # first item behind DATA that comes, and what finding it takes.
        self.items: dict[tuple[int, int, bool], tuple[int | float | bytes, int, int, int]] = {}
        self.begins: dict[tuple[int, int], tuple[int, int, int]] = {}

    def restore(self) -> None:
        """RESTORE: from the program's first line on."""
        self.at = (0, BEFORE_THE_LINE)
