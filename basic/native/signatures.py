"""What is known of a function of the subset before it is translated."""

import ast
import inspect
import textwrap
from types import FunctionType
from typing import Any, NamedTuple

from basic.native.functions import WASM, Function


class NotInSubset(Exception):
    """A function has something that cannot be translated."""


class Signature(NamedTuple):
    name: str
    parameters: list[tuple[str, str]]       # names and types
    defaults: list[ast.expr]
    results: list[str]
    tree: ast.FunctionDef
    names: dict[str, Any]                   # of the module that the function is defined in


def signature_of(function: Function) -> Signature:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(tree, ast.FunctionDef) and isinstance(function, FunctionType)
    parameters = [(one.arg, type_named(one.annotation)) for one in tree.args.args]
    results = tree.returns
    if isinstance(results, ast.Subscript) and isinstance(results.slice, ast.Tuple):
        types = [type_named(one) for one in results.slice.elts]
    else:
        types = [] if isinstance(results, ast.Constant) and results.value is None else [type_named(results)]
    return Signature(tree.name, parameters, tree.args.defaults, types, tree, function.__globals__)


def type_named(annotation: ast.expr | None) -> str:
    if isinstance(annotation, ast.Name) and annotation.id in WASM:
        return annotation.id
    raise NotInSubset(f"the type {ast.unparse(annotation) if annotation is not None else 'that is missing'}")
