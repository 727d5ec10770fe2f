"""What the page asks about listings: mistakes in a program, a listing typed in from its book, the book's checks."""

from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from basic.source.uncrunch import listed
from cpc.charset import as_text, readable
from cpc.commands.speech import reported, said
from cpc.web.bridge import Bridge
from cpc.web.requests import Refused, flag, named, text
from listings import library, manifest
from listings.checks import selection
from listings.linting.lint import lint
from listings.manifest import BASE, Manifest
from listings.scanning.mend import mend, pick
from listings.scanning.scan import scan
from listings.source import ListingFault, merged, numbered, read_listing
from listings.typing.typein import TypingIn, Verdict, codes_of, ranges

Message = dict[str, Any]
LARGEST_TEXT = 4_000_000        # characters of a scan
MANIFEST = ".toml"


def sentences(request: Callable[["Books", Message], object]) -> Callable[["Books", Message], object]:
    """Faults of listings are told to the page as they are to a person at the shell."""
    @wraps(request)
    def asked(books: "Books", given: Message) -> object:
        try:
            return request(books, given)
        except ListingFault as fault:
            raise Refused(books.told(str(fault).replace(f"{library.data_folder()}/", ""))) from None
        except Refused as why:
            raise Refused(books.told(str(why))) from None
    return asked


class Books:
    """What is typed in lies in the user's folder for listings, which the page keeps."""

    def __init__(self, bridge: Bridge) -> None:
        self.bridge = bridge
        self.typing: TypingIn | None = None
        self.checks: Iterator[Message] | None = None
        bridge.on_turn.append(self._turn)

    def spoken(self, text: str) -> str:
        """What is found out, in the page's language."""
        return reported(text, self.bridge.text_of.language)

    def told(self, fault: str) -> str:
        return said(fault, self.bridge.text_of.language)

    # mistakes

    def do_lint(self, given: Message) -> list[list[object]]:
        """Of the program in memory: line, column (0: the whole line), error or warning, sentence."""
        session = self.bridge.session
        lines = {number: listed(crunched) for number, crunched in session.program.lines.items()}
        model = "6128" if session.basic_1_1 else "464"
        return [[one.line, one.column, one.severity, self.spoken(one.message)] for one in lint(lines, model)] if lines else []

    # books

    @sentences
    def do_books(self, given: Message) -> object:
        """The listings that there are manifests of."""
        own = [path.name for path in sorted(library.data_folder().glob(f"*{MANIFEST}"))]
        return [self._described(name, library.open_manifest(self._place(name))) for name in [*library.names(), *own]]

    def _place(self, name: str) -> str:
        return str(library.data_folder() / Path(name).name) if name.endswith(MANIFEST) else Path(name).name

    def _described(self, name: str, found: Manifest) -> Message:
        title = str(found.book.get("title", ""))
        return {"name": name, "title": title, "parts": [[part.name, part.what, len(part.checksums)] for part in found.parts]}

    @sentences
    def do_book(self, given: Message) -> object:
        """Begins or goes on with a part of a listing. With `data`, that is a manifest of one's own, which is kept."""
        name, part = text(given, "name"), text(given, "part", BASE)
        if given.get("data") is not None:
            name = Path(name).stem[:40] + MANIFEST
            path = library.data_folder() / name
            path.write_bytes(bytes(given["data"]))
            try:
                manifest.read(path)
            except ListingFault:
                path.unlink()
                raise
        found = library.open_manifest(self._place(name))
        if part not in found.by_name:
            raise Refused(f"{found.name} has no part {part}.")
        self.typing = TypingIn(found, found.by_name[part], library.data_folder() / found.file_name(part))
        return self._state()

    def _state(self, verdict: Verdict | None = None) -> Message:
        typing = self._now()
        told: Message = {
            "name": typing.manifest.name, "part": typing.part.name, "at": typing.at, "total": len(typing.numbers),
            "typed": typing.done, "doubtful": typing.doubtful, "missing": ranges(typing.missing, typing.numbers),
            "lines": [[number, readable(typing.lines[number]), typing.is_right(number)] for number in sorted(typing.lines)]}
        if verdict is not None:
            slip = verdict.slip.text if verdict.slip is not None else ""
            told["verdict"] = {"number": verdict.number, "right": verdict.right, "message": self.spoken(verdict.message),
                               "slip": slip}
        return told

    def _now(self) -> TypingIn:
        if self.typing is None:
            raise Refused("No book has been chosen.")
        return self.typing

    @sentences
    def do_typeline(self, given: Message) -> object:
        """One line or several. Of one that is wrong it is said why; `keep` keeps it as it is."""
        typing, verdict = self._now(), None
        for row in text(given, "text").splitlines():
            if not row.strip():
                continue
            typed = codes_of(row)
            verdict = typing.take(typed)
            if not verdict.right and flag(given, "keep") and verdict.number in typing.part.checksums:
                line = numbered(typed)
                typing.keep(verdict.number, line[1] if line is not None else typed.strip())
            elif not verdict.right:
                break
        return self._state(verdict)

    @sentences
    def do_scan(self, given: Message) -> object:
        """The lines of a scan's text: those that are right, those that could be mended, those that are open."""
        typing, read = self._now(), text(given, "text")
        if len(read) > LARGEST_TEXT:
            raise Refused("The text of the scan is too long.")
        found = scan({"scan": read}, set(typing.part.checksums))
        result = pick(typing.manifest, typing.part, found)
        if not result.lines and not any(result.open.values()):
            raise Refused(f"This is not a scan of {typing.manifest.name}: no line of it fits.")
        for number in [number for number in result.open if typing.is_right(number)]:
            del result.open[number]
        mend(typing.manifest, typing.part, found, result)
        for number, line in result.lines.items():
            typing.keep(number, line)
        return self._state() | {
            "as_read": result.as_read,
            "mended": [[one.number, one.read, one.text, self.spoken(one.what)] for one in result.mended],
            "open": [[number, [one.text[:200] for one in readings[:4]]] for number, readings in result.open.items()]}

    @sentences
    def do_booktext(self, given: Message) -> object:
        """What has been typed in, as a program for the CPC."""
        typing = self._now()
        found = typing.manifest
        base = library.data_folder() / found.file_name()
        parts = [read_listing(base)] if typing.part.name != BASE and base.is_file() else []
        lines = merged(*parts, typing.lines)
        if not lines:
            raise Refused("No line has been typed in yet.")
        listing = as_text(b"".join(b"%d %s\n" % line for line in lines.items()))
        return {"data": listing, "name": f"{found.name}.bas", "model": found.model, "dialect": found.dialect,
                "memory": found.memory}

    # checks

    @sentences
    def do_check(self, given: Message) -> object:
        """Runs the checks of a listing that is typed in, one each turn; the page is told `check` of each, then `checked`."""
        name = text(given, "name")
        target = selection.target_of(self._place(name))
        found = selection.tasks(target, [one for one in named(given, "with", list, []) if isinstance(one, str)] or [], False)
        if not found:
            raise Refused(f"There is no check to run for {name}.")
        self.checks = self._checked(found, target)
        return {"count": len(found), "lines": self.spoken(target.differing_lines([]))}

    def _checked(self, found: list[selection.Task], target: selection.Target) -> Iterator[Message]:
        with TemporaryDirectory() as folder:
            for task, outcome in selection.run(found, Path(folder)):
                rows: list[str] = []
                if outcome is not None:
                    selection.report(task, outcome, target, rows.append, self.spoken)
                yield {"name": task.check.name, "passed": outcome is not None and outcome.passed,
                       "text": "\n".join(rows) or self.told(task.why_not)}

    def _turn(self, now: float) -> None:
        if self.checks is None:
            return
        try:
            one = next(self.checks, None)
        except ListingFault as fault:
            one, self.checks = {"name": "", "passed": False, "text": self.told(str(fault))}, None
        if one is None:
            self.checks = None
            self.bridge.tell("checked", {})
        else:
            self.bridge.tell("check", one)
