"""The command `explain`."""

from collections.abc import Iterator

from basic.debug.debugger import CommandError
from basic.help.words import LANGUAGES
from cpc.debugger.console.console import Console, command
from cpc.debugger.console.explanation import explained


@command("explain x", "[on|off|en|de]", "says what the statement is about to do, part by part; on: at each stop, in short")
def _explain(console: Console, rest: str) -> Iterator[str]:
    wish = rest.lower()
    if wish in ("on", "off"):
        console.explains = wish == "on"
        return
    if wish and wish not in LANGUAGES:
        raise CommandError("It is: explain [on|off|en|de].")
    yield from explained(console.debugger, "de" if wish == "de" else "en" if wish == "en" else console.texts.language)
