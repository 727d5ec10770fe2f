"""How many blanks SPC, TAB and a comma print, in the subset of Python that basic.native translates. Columns count from 1."""

UNBOUNDED = 255             # the width of what has no end
NEXT_ROW = -1000            # blanks that do not stay in the row; it stays below 0 where it is added to a size


def in_row(count: int, width: int) -> int:
    """SPC"""
    if count < 0:
        return 0
    return count % width if width != UNBOUNDED else count & 255


def to_column(column: int, now: int, width: int) -> int:
    """TAB: below 0 where the column lies behind, in the next row."""
    return in_row(column - 1, width) + 1 - now


def to_zone(now: int, zone: int) -> int:
    return zone - (now - 1) % zone


def fits(count: int, now: int, width: int) -> bool:
    """Whether so many characters fit on the rest of the row: in column 1 any number does, in column 0 none."""
    return now == 1 or width == UNBOUNDED or (now - 1 & 0xFF) + count <= width


def blanks_of(wanted: int, now: int, width: int) -> int:
    """How many SPC prints on the same row; below 0: it goes on into the next one. `now` has to be on the row."""
    return in_row(wanted, width) if 0 < now <= width else NEXT_ROW


def blanks_to_column(wanted: int, now: int, width: int) -> int:
    """The same for TAB."""
    count = to_column(wanted, now, width)
    return count if 0 < now <= width and count >= 0 else NEXT_ROW


def blanks_to_zone(wanted: int, now: int, width: int) -> int:
    """The same for a comma where zones are so wide."""
    count = to_zone(now, wanted)
    return count if 0 < now <= width and fits(count + wanted, now, width) else NEXT_ROW
