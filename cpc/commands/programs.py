"""What the window's page of programs offers: examples, books' listings, recent files and those of the
folder; each starts as `cpc run` starts it."""

import argparse
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from pathlib import Path

from basic.help.words import Language
from cpc import gallery
from cpc.commands.fault import Fault
from cpc.player.remembered import Remembered
from cpc.player.shelf import BARE, BOOKS, EXAMPLES, HERE, RECENT, CannotStart, Entry, Start
from cpc.texts import Texts

PROGRAMS = {".bas", ".dsk", ".cdt", ".tzx", ".sna"}     # how their files' names end
MOST_OF_A_FOLDER = 20

Prepare = Callable[[argparse.Namespace], Start]


class Gallery:
    """Meets `cpc.player.shelf.Programs`. `options` are the command line's; a program settles what they leave open."""

    def __init__(self, options: argparse.Namespace, prepare: Prepare, remembered: Remembered, language: Language) -> None:
        self.options = options
        self.prepare = prepare
        self.remembered = remembered
        self.text_of = Texts(language)

    def entries(self) -> list[Entry]:
        bare = Entry(BARE, self.text_of("bare"), self.text_of("bare what"), "")
        return [bare, *self._recent(), *self._here(), *self._examples(), *self._books()]

    def _recent(self) -> list[Entry]:
        return [Entry(RECENT, path.name, str(path.parent), str(path)) for path in self.remembered.recent if path.is_file()]

    def _here(self) -> list[Entry]:
        """Programs in the CPC's folder that are not among the recent ones, the newest first."""
        folder = self.options.drive or Path.cwd()
        found: list[tuple[float, Path]] = []
        with suppress(OSError):
            found = [(path.stat().st_mtime, path) for path in folder.iterdir()
                     if path.suffix.lower() in PROGRAMS and path.is_file() and not path.name.startswith(".")
                     and not gallery.is_example(path) and path.absolute() not in self.remembered.recent]
        newest = sorted(found, key=lambda one: one[0], reverse=True)[:MOST_OF_A_FOLDER]
        return [Entry(HERE, path.name, str(folder.absolute()), str(path)) for _, path in newest]

    def _examples(self) -> list[Entry]:
        return [Entry(EXAMPLES, name, what, name) for name, what in gallery.listing(self.text_of.language)]

    def _books(self) -> list[Entry]:
        from listings import library
        from listings.source import ListingFault
        found = []
        for name in library.names():
            try:
                listing = library.open_manifest(name)
            except ListingFault:            # one of the user's own that is damaged
                continue
            there = library.typed_in(listing) is not None
            title = str(listing.book.get("title", ""))
            found.append(Entry(BOOKS, name, title if there else self.text_of("not typed in", name), name, there))
        return found

    def start(self, place: str) -> Start:
        options = copy(self.options)
        options.program, options.merge, options.improvements = place or None, [], []
        options.type = ""
        try:
            started = self.prepare(options)
        except Fault as fault:
            raise CannotStart(str(fault)) from None
        path = Path(place)
        if place and path.is_file() and not gallery.is_example(path):
            self.remembered.used(path)
        return started


