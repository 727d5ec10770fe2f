"""Keeps the parser's LALR tables in the user's cache folder: making them takes a second, loading them 20 ms.

The file is JSON: numbers, texts and lists. Whoever can write to the folder can spoil the tables, but not have code run.
"""

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import lark

Tables = Any            # what JSON can hold, and the lexer's class


def place(grammar: str) -> Path:
    """The file for a grammar's tables."""
    digest = hashlib.sha256((grammar + lark.__version__).encode()).hexdigest()[:16]
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "cpc-listings" / f"grammar-{digest}.json"


def loaded(grammar: str, builder: lark.Transformer[Any, Any], lexer: type) -> lark.Lark | None:
    """The parser for a grammar, if its tables are there; `builder` makes nodes of what it reads."""
    try:
        data, memo = _read(place(grammar).read_text(encoding="ascii"), lexer)
        parser = lark.Lark.__new__(lark.Lark)
        return parser._load({"data": data, "memo": memo}, transformer=builder)
    except Exception:       # missing, stale or damaged: any way it fails, the tables are made anew
        return None


def kept(grammar: str, parser: lark.Lark, lexer: type) -> lark.Lark:
    """The parser, with its tables kept for the next start."""
    path = place(grammar)
    try:
        data, memo = parser.memo_serialize([lark.lexer.TerminalDef, lark.grammar.Rule])
        data["options"]["transformer"] = None       # the builder is given anew each time
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_text(_written([data, memo], lexer), encoding="ascii")
        fresh.replace(path)
    except OSError:
        pass                # no place to keep them: the next start makes them again
    return parser


# JSON's objects have texts as keys. Other keys become a list of pairs, under an empty key; the lexer's class becomes a mark.

_LEXER = {"the lexer": True}


def _written(tables: Tables, lexer: type) -> str:
    def plain(value: Tables) -> Tables:
        if value is lexer:
            return _LEXER
        if isinstance(value, dict):
            if all(isinstance(key, str) for key in value):
                return {key: plain(one) for key, one in value.items()}
            return {"": [[key, plain(one)] for key, one in value.items()]}
        return [plain(one) for one in value] if isinstance(value, list | tuple) else value
    return json.dumps(plain(tables), separators=(",", ":"))


def _read(text: str, lexer: type) -> Tables:
    def value(found: dict[str, Tables]) -> Tables:
        if found == _LEXER:
            return lexer
        return dict(found[""]) if "" in found else found
    return json.loads(text, object_hook=value)
