"""What a statement is about to do, as lines of text."""

from collections.abc import Iterator

from basic.debug.debugger import CommandError, Debugger
from basic.debug.phrases import PHRASES
from basic.debug.sentences import Sentence
from basic.help.words import Language
from cpc.charset import readable
from cpc.debugger.german import spoken


def explained(debugger: Debugger, language: Language) -> Iterator[str]:
    """The statement that comes next, its parts with their values, and its words of BASIC."""
    found = debugger.explain(language)
    if found is None:
        raise CommandError("No statement of the program comes next.")
    yield _readable(found.text)
    if found.does:
        yield f"  {_told(found.does, language)}"
    for part in found.parts:
        values = "" if part.values in ("", part.text) else f" = {part.values}"
        value = spoken(part.value, language) if isinstance(part.value, Sentence) else _readable(part.value)
        yield f"    {_readable(part.text + values)} = {value}" if values or value else _readable(part.text)
    yield from found.help


def in_short(debugger: Debugger, language: Language) -> str:
    """What it is about to do, in one line; nothing where its text says it all."""
    found = debugger.explain(language)
    return _told(found.does, language) if found else ""


def _told(does: str, language: Language) -> str:
    """A sentence of ours as it is; else it is made of the program's text, which has the CPC's characters."""
    return does if does in PHRASES[language] else _readable(does)


def _readable(text: str) -> str:
    return readable(text.encode("latin-1", "replace"))
