"""What the command line says, in the language of the host: English, or German by the tables of this room.

Sentences are written in English where they are said. On a German host their German is looked up when they are shown.
"""

import argparse
import re
import sys
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn

from cpc.language import of_host

if TYPE_CHECKING:
    from basic.help.words import Language

PLACES = re.compile(r"\{(\d)\}")
NAME = re.compile(r"[a-z][a-z0-9.]*[%$!]?(\(\))?")       # of a variable: that is the same in each language


def said(text: str, language: "Language | None" = None) -> str:
    """A sentence in the language of the host, or in another."""
    if (language or of_host()) != "de":
        return text
    from cpc.commands.german_faults import FAULTS
    from cpc.commands.german_help import HELP
    return german(text, FAULTS | HELP)


def reported(text: str, language: "Language | None" = None) -> str:
    """What a command reports while it runs, in the same way: line by line, with the blanks before each."""
    if (language or of_host()) != "de":
        return text
    from cpc.commands.german_reports import REPORTS
    lines = ((line, line.lstrip(" ")) for line in text.split("\n"))
    return "\n".join(line[:len(line) - len(bare)] + german(bare, REPORTS) for line, bare in lines)


def report(text: str) -> None:
    print(reported(text))


def german(text: str, table: Mapping[str, str]) -> str:
    """The German of an English text, also of what is filled in; the text itself where the table has none."""
    known = table.get(text) or _filled_in(text, table)
    if known is None and text.endswith("."):
        begin = table.get(text[:-1]) or _filled_in(text[:-1], table)
        known = begin and begin + "."
    if known is not None:
        return known
    head, colon, tail = text.partition(": ")            # a file's name, and what is wrong with it
    return head + colon + german(tail, table) if colon else text


def _filled_in(text: str, table: Mapping[str, str]) -> str | None:
    for pattern, template in _patterns(tuple(table)):
        match = pattern.fullmatch(text)
        if match:
            values = (value if NAME.fullmatch(value) else german(value, table) for value in match.groups())
            return table[template].format(*values)
    return None


@cache
def _patterns(templates: tuple[str, ...]) -> list[tuple[re.Pattern[str], str]]:
    """Those that have places to fill in: first those that begin with a word, then the longest, which says the most."""
    found = [one for one in templates if PLACES.search(one)]
    found.sort(key=lambda one: (one[0] == "{", -len(PLACES.sub("", one))))
    return [(re.compile("(.+?)".join(map(re.escape, PLACES.split(one)[::2])), re.DOTALL), one) for one in found]


class Formatter(argparse.HelpFormatter):
    def add_usage(self, usage: str | None, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, said("usage: ") if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """Reads a command's options, and explains them in the language of the host."""

    def __init__(self, *given: Any, **settings: Any) -> None:
        for name in ("description", "epilog"):
            if settings.get(name):
                settings[name] = said(" ".join(settings[name].split()))
        settings["formatter_class"] = Formatter
        super().__init__(*given, **settings)

    def add_argument(self, *names: Any, **settings: Any) -> argparse.Action:
        if settings.get("help"):
            settings["help"] = said(settings["help"])
        return super().add_argument(*names, **settings)

    def add_argument_group(self, title: str | None = None, *given: Any, **settings: Any) -> Any:
        return super().add_argument_group(title and said(title), *given, **settings)

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(2, f"{self.prog}: {said('error')}: {said(message)}\n")
