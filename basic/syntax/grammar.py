"""The grammar: grammar.lark, and the rules of the statements from their classes; and a reader of tokens."""

import re
from collections.abc import Callable, Iterable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from basic import statements  # noqa: F401  (they enter their rules)
from basic.source.words import terminal
from basic.syntax import tables
from basic.syntax.forms import Form, Kinds, form_of
from basic.syntax.statement import PARTS, STATEMENTS, Statement
from basic.syntax.tokens import Token
from basic.syntax.tree_builder import makers

_START, _END = Token("_START"), "$END"

_BASE = Path(__file__).with_name("grammar.lark")
_DECLARED = re.compile(r"^%declare (.*)$", re.MULTILINE)
_WORDS_A_ROW = 12


class DoesNotFit(Exception):
    """A token, or the end, where the grammar has no place for it."""


def assembled() -> str:
    """The whole grammar as text."""
    base = _BASE.read_text(encoding="utf-8")
    rules: list[str] = []
    used: set[str] = set()

    def name_terminal(match: re.Match[str]) -> str:
        used.add(terminal(match[1]))
        return terminal(match[1])

    for name, rule, _ in STATEMENTS + PARTS:
        rules.append(f"{name}: " + re.sub(r'"([^"]+)"', name_terminal, rule))
    known = {name for row in _DECLARED.findall(base) for name in row.split()}
    words = sorted(used - known)
    declared = [f"%declare {' '.join(words[at:at + _WORDS_A_ROW])}" for at in range(0, len(words), _WORDS_A_ROW)]
    choices = "\n    | ".join(name for name, _, _ in STATEMENTS)
    return "\n".join([base + f"?statement: {choices}", *rules, *declared, ""])


@cache
def _tables() -> tables.Tables:
    rules = STATEMENTS + PARTS
    path, made_by = kept_tables(), makers(rules)
    return tables.loaded(path, made_by) or tables.made(path, assembled(), made_by)


def kept_tables() -> Path:
    """The file in which the parser's tables are, or will be if there is a place for it."""
    rules = [f"{name}: {rule}" for name, rule, _ in STATEMENTS + PARTS]
    return tables.place([_BASE.read_text(encoding="utf-8"), *rules])


Recipe = list[tuple[int, int, int, Callable[[list[Any]], Any]]]


def _recipe(form: Form) -> Recipe:
    """How a statement of this form is read: the tokens from one place to another are taken, then so many values become one,
    again and again. Without anything: it is no whole statement."""
    if form.recipe is None:
        form.recipe = _found_recipe(form.kinds)
    recipe: Recipe = form.recipe
    return recipe


def _found_recipe(kinds: Kinds) -> Recipe:
    actions, gotos, rules, start, end = _tables()
    states, recipe, begin = [start], [], 0
    for at, kind in enumerate((_START.type, *kinds, _END)):
        while (action := actions[states[-1]].get(kind, 0)) < 0:
            size, origin, make = rules[-1 - action]
            if size != 1 or make is not tables.first_of:        # else the value stays as it is
                recipe.append((begin, at, size, make))
                begin = at
            del states[len(states) - size:]
            states.append(gotos[states[-1]][origin])
            if states[-1] == end:
                return [*recipe, (begin, at, 1, tables.first_of)] if begin < at else recipe
        if not action:
            return []
        states.append(action - 1)
    return []


def is_statement(tokens: list[Token]) -> bool:
    """Whether they are a whole one."""
    return bool(_recipe(form_of(tuple([token.type for token in tokens]))))


def statement_of(tokens: list[Token], form: Form) -> Statement | None:
    """The node of a statement's tokens, which have this form; None where they are no whole statement."""
    recipe = _recipe(form)
    if not recipe:
        return None
    given = [_START, *tokens]
    values: list[Any] = []
    for begin, end, size, make in recipe:
        if end == begin + 1 and size == 1:
            values.append(make(given[begin:end]))
            continue
        if begin < end:
            values += given[begin:end]
        if size == 1:
            values[-1] = make(values[-1:])
        elif size:
            values[-size:] = [make(values[-size:])]
        else:
            values.append(make([]))
    node: Statement = values[-1]
    return node


class Reader:
    """An LALR parser, fed with the tokens of one statement; `feed` and `end` raise DoesNotFit."""

    __slots__ = ("_tables", "_states", "_values")

    def __init__(self, tokens: Iterable[Token] = ()) -> None:
        self._tables = _tables()
        self._states = [self._tables.start]
        self._values: list[Any] = []
        self.feed(_START)
        for token in tokens:
            self.feed(token)

    def feed(self, token: Token) -> None:
        self._apply_rules(token.type)
        self._states.append(self._tables.actions[self._states[-1]][token.type] - 1)
        self._values.append(token)

    def feed_all(self, tokens: list[Token]) -> int:
        """Feeds as many as fit; gives how many."""
        for fed, token in enumerate(tokens):
            try:
                self.feed(token)
            except DoesNotFit:
                return fed
        return len(tokens)

    def _apply_rules(self, kind: str) -> None:
        """Those that end before a terminal."""
        actions, gotos, rules, _, end = self._tables
        states, values = self._states, self._values
        while (action := actions[states[-1]].get(kind, 0)) < 0:
            size, origin, make = rules[-1 - action]
            here = len(values) - size
            values[here:] = [make(values[here:])]
            del states[here + 1:]
            states.append(gotos[states[-1]][origin])
            if states[-1] == end:
                return
        if not action:
            raise DoesNotFit

    def choices(self) -> set[str]:
        """The terminals that fit here; $END where the statement may end."""
        return {kind for kind in self._tables.actions[self._states[-1]] if self._takes(kind)}

    def _takes(self, kind: str) -> bool:
        actions, gotos, rules, _, end = self._tables
        states = self._states[:]
        while (action := actions[states[-1]].get(kind, 0)) < 0:
            size, origin, _ = rules[-1 - action]
            del states[len(states) - size:]
            states.append(gotos[states[-1]][origin])
            if states[-1] == end:
                return kind == _END
        return action > 0

    def end(self) -> Statement:
        self._apply_rules(_END)
        node: Statement = self._values[-1]
        return node

    def as_if_ended(self) -> Statement:
        """The statement if it ended here; more can still be fed."""
        other = Reader.__new__(Reader)
        other._tables, other._states, other._values = self._tables, self._states[:], deepcopy(self._values)
        return other.end()
