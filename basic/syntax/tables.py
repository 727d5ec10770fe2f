"""Keeps the parser's LALR tables in the user's cache folder: making them takes a second, loading them 20 ms."""

import hashlib
import os
import pickle
from pathlib import Path
from typing import Any

import lark


def place(grammar: str) -> Path:
    """The file for a grammar's tables."""
    digest = hashlib.sha256((grammar + lark.__version__).encode()).hexdigest()[:16]
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "cpc-listings" / f"grammar-{digest}.tables"


def loaded(grammar: str, builder: lark.Transformer[Any, Any]) -> lark.Lark | None:
    """The parser for a grammar, if its tables are there; `builder` makes nodes of what it reads."""
    try:
        with place(grammar).open("rb") as file:
            data, memo = pickle.load(file)
        parser = lark.Lark.__new__(lark.Lark)
        return parser._load({"data": data, "memo": memo}, transformer=builder)
    except Exception:       # missing, stale or damaged: any way it fails, the tables are made anew
        return None


def kept(grammar: str, parser: lark.Lark) -> lark.Lark:
    """The parser, with its tables kept for the next start."""
    path = place(grammar)
    try:
        data, memo = parser.memo_serialize([lark.lexer.TerminalDef, lark.grammar.Rule])
        data["options"]["transformer"] = None       # the builder is given anew each time
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(pickle.dumps((data, memo), protocol=pickle.HIGHEST_PROTOCOL))
        fresh.replace(path)
    except OSError:
        pass                # no place to keep them: the next start makes them again
    return parser
