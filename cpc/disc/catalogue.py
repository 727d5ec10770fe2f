"""What CAT and |DIR print."""

from collections.abc import Sequence

from cpc.disc.amsdos import printed_name
from cpc.disc.medium import Found

GAP = b"   "
CAT_WIDTH, DIR_WIDTH = 20, 15           # of a column, with the gap


def sorted_rows(files: Sequence[Found], width: int) -> list[bytes]:
    """CAT: names with their sizes, sorted down the columns."""
    entries = sorted(b"%s%s%3dK" % (printed_name(file.name.stem, file.name.extension), b"*" if file.read_only else b" ",
                                    file.kilobytes) for file in files)
    height = -(-len(entries) // _columns(width, CAT_WIDTH))
    return [GAP.join(entries[row::height]) for row in range(height)]


def directory_rows(files: Sequence[Found], width: int) -> list[bytes]:
    """|DIR: names across, as the directory has them."""
    names = [printed_name(file.name.stem, file.name.extension) for file in files]
    columns = _columns(width, DIR_WIDTH)
    return [GAP.join(names[at:at + columns]) for at in range(0, len(names), columns)]


def _columns(width: int, column: int) -> int:
    return max(1, (width + len(GAP)) // column)


def listed(unit: int, user: int, rows: Sequence[bytes], free: int) -> list[bytes]:
    """All lines, with the drive above and the free room below."""
    return [b"", b"Drive %s: user %2d" % (b"AB"[unit:unit + 1], user), b"", *rows, b"", b"%3dK free" % free, b""]
