"""A picture of each example for the gallery: what it shows some seconds after RUN."""

from cpc import gallery
from cpc.api import CPC
from cpc.recording.png import encoded

SECONDS = {"plotter": 40.0, "maze": 60.0, "schach": 60.0}
OTHERWISE = 12.0
KEYS = {"calendar": "2,2024\n", "clock": "10,8\n", "maze": "5\n", "plotter": "2\n-5,5\n", "words": "Never odd or even.\n",
        "duel": " ", "schach": "E"}


def picture_of(name: str) -> bytes:
    """A PNG of 320 x 200 (640 x 200 in mode 2)."""
    cpc = CPC()
    cpc.load(gallery.path_of(name))
    cpc.type("RUN\n" + KEYS.get(name, ""))
    cpc.run(SECONDS.get(name, OTHERWISE))
    rows = cpc.screen.pens()
    wide = max(320 // len(rows[0]), 1)
    return encoded(len(rows[0]) * wide, len(rows), [b"".join(bytes((pen,)) * wide for pen in row) for row in rows],
                   cpc.screen.inks)


