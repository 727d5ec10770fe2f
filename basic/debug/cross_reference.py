"""Where the names of a program stand, and what a name that a person gives means there.

    for use in uses(session)["fm"]: ...         # each place, and whether the variable is written or read there
    named(session, "fm")                        # an expression: here the whole array, because there is no plain variable fm
"""

import re
from difflib import get_close_matches
from typing import NamedTuple

from basic.debug.expressions import CommandError, Expression, nodes_in, written
from basic.debug.views import Place, arrays, scalars
from basic.debug.whole_array import WholeArray
from basic.session import Session
from basic.syntax import parser
from basic.syntax.nodes import Element, Variable

NAME = re.compile(r"([A-Za-z][A-Za-z0-9.]*[%$!]?)\s*(\(\s*\)|)")
MOST_NAMES = 6                  # of a statement


class Use(NamedTuple):
    place: Place
    is_array: bool
    writes: bool                # else it reads


def uses(session: Session) -> dict[str, list[Use]]:
    """The places of each name, as it is written, in the order of the lines."""
    found: dict[str, list[Use]] = {}
    table, numbers = session.executor.table, session.program.numbers
    for line, number in enumerate(numbers):
        for at, text in enumerate(table.layout(line).statements):
            node = parser.node_of(text)
            for variables, writes in ((node.writes, True), (node.reads, False)):
                for one in variables:
                    use = Use(Place(number, at), isinstance(one, Element), writes)
                    known = found.setdefault(written(one.name, one.token), [])
                    if use not in known:
                        known.append(use)
    return found


def names_at(session: Session, place: Place) -> tuple[list[str], list[str]]:
    """Of the variables and of the arrays that a statement reads and writes, the first few."""
    if place.number not in session.program.lines:
        return [], []
    statements = session.executor.table.layout(session.program.index(place.number)).statements
    if place.statement >= len(statements):
        return [], []
    node = parser.node_of(statements[place.statement])
    plain: list[str] = []
    arrays: list[str] = []
    for one in (*node.reads, *node.writes):
        names, name = arrays if isinstance(one, Element) else plain, written(one.name, one.token)
        if name not in names and len(names) < MOST_NAMES:
            names.append(name)
    return plain, arrays


class Names(NamedTuple):
    """All names that mean something: without and with their signs."""
    scalars: set[str]
    arrays: set[str]


def names_of(session: Session) -> Names:
    found = Names(set(), set())
    for name, places in uses(session).items():
        for use in places:
            (found.arrays if use.is_array else found.scalars).add(name)
    found.scalars.update(one.name for one in scalars(session))
    found.arrays.update(one.name for one in arrays(session))
    return found


def is_known(name: str, known: set[str]) -> bool:
    """A name without a sign may be meant by one with a sign, and the other way round: DEFINT decides that."""
    bare = name.rstrip("%$!")
    return name in known or bare in known or name == bare and any(one.rstrip("%!") == bare for one in known)


def named(session: Session, text: str) -> Expression:
    """What a person wants to look at: a variable, an expression, or with the name of an array alone the whole array.
    CommandError where a name means nothing in the program."""
    match = NAME.fullmatch(text.strip())
    if match:
        names = names_of(session)
        name = match[1].lower()
        if match[2] or not is_known(name, names.scalars) and is_known(name, names.arrays):
            return WholeArray(session, name)
    return known(session, text)


def known(session: Session, text: str) -> Expression:
    """An expression. CommandError where a name means nothing in the program."""
    expression = Expression(session, text)
    check(expression, names_of(session))
    return expression


def check(expression: Expression, names: Names) -> None:
    """CommandError where a name of the expression means nothing in the program."""
    for node in nodes_in(expression.node):
        if isinstance(node, Variable | Element):
            name = written(node.name, node.token)
            known = names.arrays if isinstance(node, Element) else names.scalars
            if not is_known(name, known):
                raise _unknown(name, isinstance(node, Element), names)


def _unknown(name: str, is_array: bool, names: Names) -> CommandError:
    other = names.scalars if is_array else names.arrays
    if is_known(name, other):
        return CommandError("{0} is not an array.", name) if is_array else (
            CommandError("{0} is an array: {0}(...) is an element of it.", name))
    near = get_close_matches(name, sorted({*names.scalars, *names.arrays}), 3, 0.5)
    if near:
        return CommandError("The program has no array {0}(); perhaps {1}?" if is_array else
                            "The program has no variable {0}; perhaps {1}?", name, ", ".join(near))
    return CommandError("The program has no array {0}()." if is_array else "The program has no variable {0}.", name)
