"""The colours of an editor for code: a TextMate grammar, made of the table of BASIC's words.

`python3 -m listings.editing.colours FILE` writes it; a test compares the file of the extension with what is made here.
"""

import json
import re
import sys
from pathlib import Path

from basic.source.words import WORDS
from basic.statements.data import Data
from basic.syntax.function import FUNCTIONS
from basic.syntax.statement import STATEMENTS

SCOPE = "source.basic.cpc"
ENTERED = Data, STATEMENTS          # importing them has entered all words
OPERATORS = ("AND", "MOD", "NOT", "OR", "XOR")
FLOW = ("FOR", "TO", "STEP", "NEXT", "WHILE", "WEND", "IF", "THEN", "ELSE", "GOTO", "GOSUB", "RETURN", "ON", "RUN", "END",
        "STOP", "RESUME", "AFTER", "EVERY")
COPIED = ("DATA", "DEFINT", "DEFREAL", "DEFSTR")


def grammar() -> dict[str, object]:
    names = {word.text: word.token for word in WORDS.values() if " " not in word.text}
    functions = [name for name, token in names.items() if token in FUNCTIONS]
    others = [name for name in names if name not in (*functions, *OPERATORS, *COPIED, "REM", "FN")]
    flow = [name for name in others if name in FLOW]
    statements = [name for name in others if name not in flow]
    return {
        "name": "CPC BASIC", "scopeName": SCOPE,
        "patterns": [
            _match("constant.numeric.line-number.cpc", r"^\s*[0-9]+"),
            _match("comment.line.rem.cpc", _word(["REM"]) + ".*$"),
            _match("comment.line.apostrophe.cpc", "'.*$"),
            {"begin": _word(["DATA"]), "end": "(?=:|$)", "beginCaptures": {"0": {"name": "keyword.other.data.cpc"}},
             "contentName": "string.unquoted.data.cpc", "patterns": [_string()]},
            {"begin": _word(COPIED[1:]), "end": "(?=:|$)", "beginCaptures": {"0": {"name": "storage.type.cpc"}},
             "contentName": "variable.other.letters.cpc"},
            _string(),
            _match("entity.name.function.cpc", r"(?i)FN\s*[A-Z][A-Z0-9.]*[$%!]?"),
            _match("keyword.control.cpc", _word(flow)),
            _match("keyword.operator.word.cpc", _word(OPERATORS)),
            _match("support.function.cpc", _word(functions)),
            _match("keyword.other.cpc", _word(statements)),
            _match("support.function.bar.cpc", r"\|[A-Za-z0-9.]*"),
            _match("variable.other.cpc", r"[A-Za-z][A-Za-z0-9.]*[$%!]?"),
            _match("constant.numeric.hex.cpc", r"(?i)&X[01]+|&H?[0-9A-F]+"),
            _match("constant.numeric.cpc", r"(?i)(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:E[+-]?[0-9]+)?"),
            _match("keyword.operator.cpc", r"[-+*/\\^<>=@#?]"),
        ],
    }


def _match(scope: str, pattern: str) -> dict[str, str]:
    return {"name": scope, "match": pattern}


def _string() -> dict[str, str]:
    return {"name": "string.quoted.double.cpc", "begin": '"', "end": '"|$'}


def _word(names: list[str] | tuple[str, ...]) -> str:
    """Any of the words, where BASIC would see it: not within a name. `GO TO` is GOTO."""
    parts = [re.escape(name).replace("GOTO", r"GO\s*TO").replace("GOSUB", r"GO\s*SUB") for name in sorted(names, reverse=True)]
    plain = [part for part in parts if not part.endswith("$")]
    with_sign = [part for part in parts if part.endswith("$")]
    tried = [f"(?:{'|'.join(with_sign)})"] * bool(with_sign) + [f"(?:{'|'.join(plain)})(?![A-Z0-9.])"] * bool(plain)
    return f"(?i)(?:{'|'.join(tried)})"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(grammar(), indent=4) + "\n", encoding="utf-8")
