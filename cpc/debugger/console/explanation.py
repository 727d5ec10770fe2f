"""What a statement is about to do, as lines of text."""

from collections.abc import Iterator

from basic.debug.debugger import CommandError, Debugger
from basic.help.words import Language
from cpc.charset import readable
from cpc.debugger.german import spoken


def explained(debugger: Debugger, language: Language) -> Iterator[str]:
    """The statement that comes next, its parts with their values, and its words of BASIC."""
    found = debugger.explain(language)
    if found is None:
        raise CommandError("No statement of the program comes next.")
    yield from map(_readable, [found.text] + [f"  {found.does}"] * bool(found.does))
    for part in found.parts:
        values = "" if part.values in ("", part.text) else f" = {part.values}"
        value = spoken(part.value, language)
        yield _readable(f"    {part.text}{values} = {value}" if values or value else part.text)
    yield from found.help


def in_short(debugger: Debugger, language: Language) -> str:
    """What it is about to do, in one line; nothing where its text says it all."""
    found = debugger.explain(language)
    return _readable(found.does) if found else ""


def _readable(text: str) -> str:
    return readable(text.encode("latin-1", "replace"))
