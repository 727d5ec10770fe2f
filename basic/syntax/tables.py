"""The parser's LALR tables: made by Lark, which takes a second, and kept in the user's cache folder.

The file is a digest and JSON: numbers, texts and lists. Whoever can write to the folder can spoil the tables, but not have code
run. Rows and rules are texts in it, which are read when they are needed: a program needs a few, and to read all takes longer
than many programs run.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from basic import cache_files

FORMAT = 4              # of the file
Parts = list[Any]
Maker = Callable[[Parts], Any]


class Rule(NamedTuple):
    """A rule as the parser applies it: it takes `size` values for one of `origin`, and `make` makes that one of them."""
    size: int
    origin: str
    make: Maker


class Tables(NamedTuple):
    """Of an LALR parser. Above 0, an action shifts and goes to state action - 1; below 0, it applies rule -1 - action."""
    actions: Mapping[int, dict[str, int]]   # of each state: a terminal to what it has the parser do
    gotos: Mapping[int, dict[str, int]]     # of each state: the origin of a rule that was applied to the next state
    rules: Mapping[int, Rule]
    start: int
    end: int


class _Rows(dict[int, dict[str, int]]):
    """Rows of states, each made when it is first asked for: a program needs a few of the 800."""

    def __init__(self, names: list[str], rows: list[str], of_state: list[int]) -> None:
        super().__init__()
        self.names, self.rows, self.of_state = names, rows, of_state

    def __missing__(self, state: int) -> dict[str, int]:
        flat = list(map(int, self.rows[self.of_state[state]].split()))      # a name's number, what stands there, the next one
        row = self[state] = dict(zip(map(self.names.__getitem__, flat[::2]), flat[1::2], strict=True))
        return row


class _Rules(dict[int, Rule]):
    """The same for rules."""

    def __init__(self, makers: dict[str, Maker], described: list[str]) -> None:
        super().__init__()
        self.makers, self.described = makers, described

    def __missing__(self, number: int) -> Rule:
        size, origin, *maker = json.loads(self.described[number])
        rule = self[number] = Rule(size, origin, _maker(self.makers, *maker))
        return rule


def place(grammar: Iterable[str]) -> Path:
    """The file for the tables of a grammar with these parts."""
    digest = hashlib.sha256("\n".join([str(FORMAT), *grammar]).encode()).hexdigest()[:16]
    return cache_files.folder() / f"grammar-{digest}.json"


def loaded(path: Path, makers: dict[str, Maker]) -> Tables | None:
    """The tables, if they are there; `makers` make of a rule's parts what it stands for, each for the rule of its name."""
    try:
        digest, kept = path.read_bytes().split(b"\n", 1)
        return _tables(json.loads(kept), makers) if digest == _digest(kept) else None
    except (OSError, ValueError, TypeError, KeyError):
        return None         # missing, stale or damaged: any way it fails, the tables are made anew


def _digest(kept: bytes) -> bytes:
    return hashlib.sha256(kept).hexdigest().encode()


def made(path: Path, grammar: str, makers: dict[str, Maker]) -> Tables:
    """The tables, made of the grammar and kept for the next start."""
    found = _computed(grammar)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}")
        kept = json.dumps(found, separators=(",", ":")).encode()
        fresh.write_bytes(_digest(kept) + b"\n" + kept)
        fresh.replace(path)
    except OSError:
        pass                # no place to keep them: the next start makes them again
    return _tables(found, makers)


def _tables(kept: dict[str, Any], makers: dict[str, Maker]) -> Tables:
    names, rows = kept["names"], kept["rows"]
    return Tables(_Rows(names, rows, kept["actions"]), _Rows(names, rows, kept["gotos"]), _Rules(makers, kept["rules"]),
                  kept["start"], kept["end"])


def _maker(makers: dict[str, Maker], name: str, single: bool, whole: bool, parts: list[int]) -> Maker:
    """What a rule does with its values. `single`: with one part, it stands for that. `whole`: all values are its parts. Else
    `parts` tells what they are: the place of a value, PLACES and more for a list whose values are parts, or -1 for None."""
    make = list if name.startswith("_") or single and name not in makers else makers[name]
    if single and len(parts) == 1 and 0 <= parts[0] < PLACES:
        place = parts[0]
        return first_of if not place else lambda values: values[place]
    if whole:
        return make
    if len(parts) > 1 and 0 <= min(parts) <= max(parts) < PLACES:
        chosen = itemgetter(*parts)
        return lambda values: make(list(chosen(values)))

    def filtered(values: Parts) -> Any:
        found: Parts = []
        for part in parts:
            if part < 0:
                found.append(None)
            elif part < PLACES:
                found.append(values[part])
            else:
                found += values[part - PLACES]
        return found[0] if single and len(found) == 1 else make(found)
    return filtered


PLACES = 1000


def first_of(values: Parts) -> Any:
    return values[0]


def _computed(grammar: str) -> dict[str, Any]:
    """The tables as JSON has them. Lark is imported here, since most processes find the tables in their file."""
    import lark
    from lark.lexer import Lexer
    from lark.parsers.lalr_analysis import Shift

    class NoLexer(Lexer):
        """The parser is fed token by token, so Lark's own lexing is never asked for."""

        def __init__(self, lexer_conf: object) -> None:
            pass

        def lex(self, lexer_state: object, parser_state: object) -> Iterator[lark.Token]:
            return iter(())

    parser: Any = lark.Lark(grammar, parser="lalr", lexer=NoLexer, maybe_placeholders=True).parser.parser
    table = parser._parse_table
    numbers: dict[Any, int] = {}
    rules: list[str] = []
    names: dict[str, int] = {}
    rows: list[str] = []
    seen: dict[Any, int] = {}

    def row(items: dict[str, int]) -> int:
        key = tuple(sorted(items.items()))
        if key not in seen:
            seen[key] = len(rows)
            rows.append(" ".join(f"{names.setdefault(name, len(names))} {value}" for name, value in key))
        return seen[key]

    actions, gotos = [], []
    for state in range(len(table.states)):
        does, goes = {}, {}
        for name, (action, argument) in table.states[state].items():
            if action is not Shift:
                if argument not in numbers:
                    numbers[argument] = len(rules)
                    rules.append(json.dumps(_described(argument), separators=(",", ":")))
                does[name] = -1 - numbers[argument]
            elif name.isupper() or name == "$END":
                does[name] = argument + 1
            else:
                goes[name] = argument
        actions.append(row(does))
        gotos.append(row(goes))
    return {"names": list(names), "rows": rows, "actions": actions, "gotos": gotos, "rules": rules,
            "start": table.start_states["start"], "end": table.end_states["start"]}


def _described(rule: Any) -> list[Any]:
    """What `_tables` wants to know of a rule of Lark's: size, origin, maker's name, single, whole, parts. Terminals whose names
    begin with _ are no parts, rules whose names do give their parts to those that use them, and what is missing is None."""
    empty = "".join(str(int(one)) for one in rule.options.empty_indices) or "0" * len(rule.expansion)
    missing = [len(ones) for ones in empty.split("0")]
    parts: list[int] = []
    for at, symbol in enumerate(rule.expansion):
        parts += [-1] * missing[at]
        if rule.options.keep_all_tokens or not (symbol.is_term and symbol.filter_out):
            parts.append(at if symbol.is_term or not symbol.name.startswith("_") else at + PLACES)
    parts += [-1] * missing[-1]
    name = str(rule.alias or rule.origin.name)
    single = bool(rule.options.expand1 and not rule.alias)
    return [len(rule.expansion), str(rule.origin.name), name, single, parts == list(range(len(rule.expansion))), parts]
