"""A strict, typed subset of Python as WebAssembly.

What a translated function may contain:

    types       int (64 bits here), float, bool; `Reals`, `Whole` and `Bytes`, which are tables of floats, ints and bytes
    statements  assignments, also to several names and to elements of tables, if, while, for over range or a table, return,
                raise, try with one except, break, continue, and calls of other functions of the library
    expressions numbers, names, arithmetic, bits, comparisons, and, or, not, if else, :=, elements of tables, calls

Parameters and results have annotations; a name keeps the type of what it is first set to. Names of the module are constants.
Only functions with a result of type float may raise: they give NaN then.
"""

import ast
import inspect
import struct
import textwrap
from collections.abc import Callable, Sequence
from math import nan
from types import FunctionType
from typing import Any, NamedTuple

from basic.native.encoder import Body, Module
from basic.native.functions import WASM, Function, name_of

Reals = Sequence[float]
Whole = Sequence[int]
Bytes = bytearray | memoryview

ELEMENTS = {"Reals": ("f64", 8, "float"), "Whole": ("i64", 8, "int"), "Bytes": ("i64", 1, "int")}
_SIGNS: dict[type[ast.AST], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
    ast.LShift: "shl", ast.RShift: "shr"}
_COMPARE: dict[type[ast.AST], str] = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge", ast.Is: "eq", ast.IsNot: "ne"}


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
    parameters = [(one.arg, _type_named(one.annotation)) for one in tree.args.args]
    results = tree.returns
    if isinstance(results, ast.Subscript) and isinstance(results.slice, ast.Tuple):
        types = [_type_named(one) for one in results.slice.elts]
    else:
        types = [] if isinstance(results, ast.Constant) and results.value is None else [_type_named(results)]
    return Signature(tree.name, parameters, tree.args.defaults, types, tree, function.__globals__)


def _type_named(annotation: ast.expr | None) -> str:
    if isinstance(annotation, ast.Name) and annotation.id in WASM:
        return annotation.id
    raise NotInSubset(f"the type {ast.unparse(annotation) if annotation is not None else 'that is missing'}")


class Translator:
    """Translates functions, each with all those that it calls, into one module. Tables that are constants are laid out from
    the address `tables` on."""

    def __init__(self, module: Module, tables: int):
        self.module = module
        self.tables = tables
        self.functions: dict[Function, int] = {}
        self.signatures: dict[Function, Signature] = {}
        self._placed: dict[tuple[float, ...], int] = {}
        self._fails: dict[Function, bool] = {}

    def add(self, function: Function) -> int:
        """The function's number in the module."""
        if function not in self.functions:
            self._look_at(function)
            signature = self.signatures[function]
            body = FunctionTranslator(self, signature).translated()
            self.functions[function] = self.module.add_function(
                [WASM[type] for _, type in signature.parameters], [WASM[type] for type in signature.results], body,
                name_of(function))
        return self.functions[function]

    def _look_at(self, function: Function) -> None:
        if function not in self.signatures:
            self.signatures[function] = signature_of(function)

    def signature(self, function: Function) -> Signature:
        self._look_at(function)
        return self.signatures[function]

    def fails(self, function: Function) -> bool:
        """Whether the function may give NaN."""
        if function not in self._fails:
            self._fails[function] = False           # one that calls itself only fails by something else
            signature = self.signature(function)
            self._fails[function] = any(self._statement_fails(one, signature) for one in signature.tree.body)
        return self._fails[function]

    def _statement_fails(self, node: ast.AST, signature: Signature) -> bool:
        if isinstance(node, ast.Raise):
            return True
        if isinstance(node, ast.Try):
            return any(self._statement_fails(one, signature) for handler in node.handlers for one in handler.body)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            called = signature.names.get(node.func.id)
            if isinstance(called, FunctionType) and self.fails(called):
                return True
        return any(self._statement_fails(one, signature) for one in ast.iter_child_nodes(node))

    def place(self, table: tuple[float, ...]) -> int:
        """The address of a table of constants; how many there are stands before it."""
        if table not in self._placed:
            whole = all(isinstance(one, int) for one in table)
            data = struct.pack(f"<q{len(table)}{'q' if whole else 'd'}", len(table), *table)
            self.module.add_data(self.tables, data)
            self._placed[table] = self.tables + 8
            self.tables += len(data)
        return self._placed[table]


class FunctionTranslator:
    def __init__(self, translator: Translator, signature: Signature):
        self.translator = translator
        self.signature = signature
        self.body = Body([WASM[type] for _, type in signature.parameters])
        self.locals = {name: (at, type) for at, (name, type) in enumerate(signature.parameters)}
        self.handlers: list[int] = []               # labels of the `except`s around
        self.loops: list[tuple[int, int]] = []      # labels of `break` and `continue`
        self.types: dict[ast.expr, str] = {}

    def translated(self) -> Body:
        self.statements(self.signature.tree.body)
        if self.signature.results:
            self.body.put("unreachable")
        return self.body

    def refuse(self, node: ast.AST) -> NotInSubset:
        return NotInSubset(f"{self.signature.name}: {ast.unparse(node)}")

    # statements

    def statements(self, nodes: list[ast.stmt]) -> None:
        for node in nodes:
            method = getattr(self, f"statement_{type(node).__name__.lower()}", None)
            if method is None:
                raise self.refuse(node)
            method(node)

    def statement_pass(self, node: ast.Pass) -> None:
        pass

    def statement_expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return                                  # a docstring
        for _ in self.values(node.value):
            self.body.put("drop")

    def statement_assign(self, node: ast.Assign) -> None:
        target, = node.targets
        if isinstance(target, ast.Tuple):
            types = self.values(node.value)
            for one, type in zip(reversed(target.elts), reversed(types), strict=True):
                self._set(one, type)
        elif isinstance(target, ast.Subscript):
            self._store(target, lambda: self.value(node.value))
        else:
            self._set(target, self.value(node.value))

    def statement_annassign(self, node: ast.AnnAssign) -> None:
        wanted = _type_named(node.annotation)
        if node.value is None:
            raise self.refuse(node)
        self.value(node.value, wanted)
        self._set(node.target, wanted)

    def statement_augassign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Subscript):
            read = ast.Subscript(node.target.value, node.target.slice, ast.Load())
            self._store(node.target, lambda: self.value(ast.BinOp(read, node.op, node.value)))
        elif isinstance(node.target, ast.Name):
            self._set(node.target, self.value(ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value)))
        else:
            raise self.refuse(node)

    def _set(self, target: ast.expr, type: str) -> None:
        if not isinstance(target, ast.Name):
            raise self.refuse(target)
        if target.id not in self.locals:
            self.locals[target.id] = self.body.local(WASM[type]), type
        number, kept = self.locals[target.id]
        self._convert(type, kept, target)
        self.body.at("local.set", number)

    def _store(self, target: ast.Subscript, value: Callable[[], str]) -> None:
        kind, size, type = ELEMENTS[self._address(target)]
        self._convert(value(), type, target)
        self.body.memory("i64.store8" if size == 1 else f"{kind}.store")

    def _address(self, node: ast.Subscript) -> str:
        """Puts the address of an element; gives the type of its table."""
        table = self.value(node.value)
        if table not in ELEMENTS:
            raise self.refuse(node)
        self.value(node.slice, "int")
        if ELEMENTS[table][1] != 1:
            self.body.whole(3)
            self.body.put("i64.shl")
        self.body.put("i64.add", "i32.wrap")
        return table

    def statement_if(self, node: ast.If) -> None:
        self.truth(node.test)
        self.body.open("if")
        self.statements(node.body)
        if node.orelse:
            self.body.put("else")
            self.statements(node.orelse)
        self.body.put("end")

    def statement_while(self, node: ast.While) -> None:
        behind, again = self.body.open("block"), self.body.open("loop")
        if not (isinstance(node.test, ast.Constant) and node.test.value is True):
            self.truth(node.test)
            self.body.put("i32.eqz")
            self.body.branch(behind, "br_if")
        self.loops.append((behind, again))
        self.statements(node.body)
        self.loops.pop()
        self.body.branch(again)
        self.body.put("end", "end")

    def statement_for(self, node: ast.For) -> None:
        ranges = isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name) and node.iter.func.id == "range"
        at, end = self.body.local("i64"), self.body.local("i64")
        table, step = "", 1
        if ranges:
            assert isinstance(node.iter, ast.Call)
            *first, last = node.iter.args[:2]
            if len(node.iter.args) == 3:
                step = self._constant_step(node.iter.args[2])
            self.value(first[0] if first else ast.Constant(0), "int")
            self.body.at("local.set", at)
            self.value(last, "int")
            self.body.at("local.set", end)
        else:
            table, step = self._begin_table(node.iter, at, end), 8
        behind, again = self.body.open("block"), self.body.open("loop")
        self.body.at("local.get", at)
        self.body.at("local.get", end)
        self.body.put("i64.ge" if step > 0 else "i64.le")
        self.body.branch(behind, "br_if")
        self.body.at("local.get", at)
        if table:
            self.body.put("i32.wrap")
            self.body.memory(f"{ELEMENTS[table][0]}.load")
        self._set(node.target, ELEMENTS[table][2] if table else "int")
        inner = self.body.open("block")
        self.loops.append((behind, inner))
        self.statements(node.body)
        self.loops.pop()
        self.body.put("end")
        self.body.at("local.get", at)
        self.body.whole(step)
        self.body.put("i64.add")
        self.body.at("local.set", at)
        self.body.branch(again)
        self.body.put("end", "end")

    def _constant_step(self, node: ast.expr) -> int:
        value = ast.literal_eval(node)
        if not isinstance(value, int) or not value:
            raise self.refuse(node)
        return value

    def _begin_table(self, node: ast.expr, at: int, end: int) -> str:
        """`at` is the address of the first element to be taken, `end` that behind the last one."""
        first = 0
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and isinstance(node.slice.lower, ast.Constant):
            first, node = node.slice.lower.value, node.value        # type: ignore[assignment]
        table = self.value(node)
        if table not in ("Reals", "Whole"):
            raise self.refuse(node)
        self.body.at("local.tee", at)
        self.body.whole(8)              # how many there are stands before the first one
        self.body.put("i64.sub", "i32.wrap")
        self.body.memory("i64.load")
        self.body.whole(3)
        self.body.put("i64.shl")
        self.body.at("local.get", at)
        self.body.put("i64.add")
        self.body.at("local.set", end)
        if first:
            self.body.at("local.get", at)
            self.body.whole(8 * first)
            self.body.put("i64.add")
            self.body.at("local.set", at)
        return table

    def statement_break(self, node: ast.Break) -> None:
        self.body.branch(self.loops[-1][0])

    def statement_continue(self, node: ast.Continue) -> None:
        self.body.branch(self.loops[-1][1])

    def statement_return(self, node: ast.Return) -> None:
        results = self.signature.results
        if node.value is not None:
            if len(results) == 1:
                if not self.handlers and isinstance(node.value, ast.Call):
                    self._convert(self._call(node.value, checked=False)[0], results[0], node)     # NaN goes on as it is
                else:
                    self.value(node.value, results[0])
            elif isinstance(node.value, ast.Tuple):
                for one, type in zip(node.value.elts, results, strict=True):
                    self.value(one, type)
            else:
                self.values(node.value)
        self.body.put("return")

    def statement_raise(self, node: ast.Raise) -> None:
        if self.handlers:
            self.body.branch(self.handlers[-1])
        elif self.signature.results == ["float"]:
            self.body.real(nan)
            self.body.put("return")
        else:
            raise self.refuse(node)

    def statement_try(self, node: ast.Try) -> None:
        done, handler = self.body.open("block"), self.body.open("block")
        self.handlers.append(handler)
        self.statements(node.body)
        self.handlers.pop()
        self.body.branch(done)
        self.body.put("end")
        self.statements(node.handlers[0].body)
        self.body.put("end")

    # expressions: each puts its value on the stack and gives its type

    def value(self, node: ast.expr, wanted: str | None = None) -> str:
        types = self.values(node)
        if len(types) != 1:
            raise self.refuse(node)
        if wanted is not None:
            self._convert(types[0], wanted, node)
            return wanted
        return types[0]

    def values(self, node: ast.expr) -> list[str]:
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.Tuple):
            return [self.value(one) for one in node.elts]
        method = getattr(self, f"value_{type(node).__name__.lower()}", None)
        if method is None:
            raise self.refuse(node)
        return [method(node)]

    def _convert(self, type: str, wanted: str, node: ast.AST) -> None:
        if type == wanted:
            return
        if (type, wanted) == ("int", "float"):
            self.body.put("f64.convert")
        elif (type, wanted) == ("bool", "int"):
            self.body.put("i64.extend_u")
        elif (type, wanted) == ("bool", "float"):
            self.body.put("i64.extend_u", "f64.convert")
        else:
            raise self.refuse(node)

    def value_constant(self, node: ast.Constant) -> str:
        return self._constant(node.value, node)

    def _constant(self, value: Any, node: ast.AST) -> str:
        if isinstance(value, bool):
            self.body.truth(int(value))
            return "bool"
        if isinstance(value, int):
            self.body.whole(value)
            return "int"
        if isinstance(value, float):
            self.body.real(value)
            return "float"
        if isinstance(value, tuple):
            self.body.whole(self.translator.place(value))
            return "Whole" if all(isinstance(one, int) for one in value) else "Reals"
        raise self.refuse(node)

    def value_name(self, node: ast.Name) -> str:
        if node.id in self.locals:
            number, type = self.locals[node.id]
            self.body.at("local.get", number)
            return type
        if node.id not in self.signature.names:
            raise self.refuse(node)
        return self._constant(self.signature.names[node.id], node)

    def value_namedexpr(self, node: ast.NamedExpr) -> str:
        type = self.value(node.value)
        self._set(node.target, type)
        return self.value_name(node.target)

    def value_subscript(self, node: ast.Subscript) -> str:
        if isinstance(node.value, ast.Call):
            return self._one_of(self.values(node.value), ast.literal_eval(node.slice))
        kind, size, type = ELEMENTS[self._address(node)]
        self.body.memory("i64.load8" if size == 1 else f"{kind}.load")
        return type

    def _one_of(self, types: list[str], place: int) -> str:
        """Leaves one of several results."""
        for _ in types[place + 1:]:
            self.body.put("drop")
        number = self.body.local(WASM[types[place]])
        self.body.at("local.set", number)
        for _ in types[:place]:
            self.body.put("drop")
        self.body.at("local.get", number)
        return types[place]

    def value_binop(self, node: ast.BinOp) -> str:
        left = self._type_of(node.left)
        right = self._type_of(node.right)
        if isinstance(node.op, ast.BitAnd | ast.BitOr | ast.BitXor) and left == right == "bool":
            self.value(node.left)
            self.value(node.right)
            self.body.put(f"i32.{_SIGNS[type(node.op)]}")
            return "bool"
        made = "float" if "float" in (left, right) or isinstance(node.op, ast.Div) else "int"
        self.value(node.left, made)
        self.value(node.right, made)
        if isinstance(node.op, ast.FloorDiv | ast.Mod):
            if made != "int":
                raise self.refuse(node)
            function = floor_quotient if isinstance(node.op, ast.FloorDiv) else floor_remainder
            self.body.at("call", self.translator.add(function))
        elif type(node.op) in _SIGNS:
            self.body.put(f"{WASM[made]}.{_SIGNS[type(node.op)]}")
        else:
            raise self.refuse(node)
        return made

    def _type_of(self, node: ast.expr) -> str:
        """The type of a value, found by translating it and throwing that away."""
        if node not in self.types:
            code, depth = len(self.body.code), self.body.depth
            self.types[node] = self.value(node)
            del self.body.code[code:]
            self.body.depth = depth
        return self.types[node]

    def value_unaryop(self, node: ast.UnaryOp) -> str:
        if isinstance(node.op, ast.Not):
            self.truth(node.operand)
            self.body.put("i32.eqz")
            return "bool"
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            return self._constant(-node.operand.value, node)        # type: ignore[operator]
        type = self._type_of(node.operand)
        if isinstance(node.op, ast.USub) and type == "float":
            self.value(node.operand)
            self.body.put("f64.neg")
            return type
        self.body.whole(0 if isinstance(node.op, ast.USub) else -1)
        self.value(node.operand, "int")
        self.body.put("i64.sub" if isinstance(node.op, ast.USub) else "i64.xor")
        return "int"

    def truth(self, node: ast.expr) -> None:
        """Puts 1 or 0: whether the value is true."""
        self.body.is_not_zero(WASM[self.value(node)])

    def value_boolop(self, node: ast.BoolOp) -> str:
        first, *others = node.values
        self.truth(first)
        for one in others:
            self.body.open("if", "i32")
            if isinstance(node.op, ast.And):
                self.truth(one)
                self.body.put("else")
                self.body.truth(0)
            else:
                self.body.truth(1)
                self.body.put("else")
                self.truth(one)
            self.body.put("end")
        return "bool"

    def value_compare(self, node: ast.Compare) -> str:
        if len(node.ops) == 1:
            self._compare(node.left, node.ops[0], node.comparators[0])
            return "bool"
        left, parts = node.left, []
        for sign, right in zip(node.ops, node.comparators, strict=True):
            parts.append((left, sign, right))
            left = right
        self._compare(*parts[0])
        for part in parts[1:]:          # what stands in the middle is a plain value, so it can be taken twice
            self.body.open("if", "i32")
            self._compare(*part)
            self.body.put("else")
            self.body.truth(0)
            self.body.put("end")
        return "bool"

    def _compare(self, left: ast.expr, sign: ast.cmpop, right: ast.expr) -> None:
        types = self._type_of(left), self._type_of(right)
        type = "float" if "float" in types else "bool" if types == ("bool", "bool") else "int"
        self.value(left, type)
        self.value(right, type)
        self.body.put(f"{WASM[type]}.{_COMPARE[sign.__class__]}")

    def value_ifexp(self, node: ast.IfExp) -> str:
        types = self._type_of(node.body), self._type_of(node.orelse)
        type = types[0] if types[0] == types[1] else "float" if "float" in types else "int"
        self.truth(node.test)
        self.body.open("if", WASM[type])
        self.value(node.body, type)
        self.body.put("else")
        self.value(node.orelse, type)
        self.body.put("end")
        return type

    # calls

    def _call(self, node: ast.Call, checked: bool = True) -> list[str]:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "bit_length":
            self.body.whole(64)
            self.value(node.func.value, "int")
            self.body.at("call", self.translator.add(absolute))
            self.body.put("i64.clz", "i64.sub")
            return ["int"]
        if not isinstance(node.func, ast.Name):
            raise self.refuse(node)
        name = node.func.id
        intrinsic = getattr(self, f"call_{name}", None)
        if intrinsic is not None:
            return [*intrinsic(node)]
        function = self.signature.names.get(name)
        if not isinstance(function, FunctionType):
            raise self.refuse(node)
        called = self.translator.signature(function)
        missing = len(called.parameters) - len(node.args)
        arguments = [*node.args, *called.defaults[len(called.defaults) - missing:]]
        for argument, (_, type) in zip(arguments, called.parameters, strict=True):
            self.value(argument, type)
        self.body.at("call", self.translator.add(function))
        if checked and self.translator.fails(function):
            self._check(called)
        return list(called.results)

    def _check(self, called: Signature) -> None:
        """Goes to the `except`, or gives up as well, where the function gave NaN."""
        if called.results != ["float"]:
            raise NotInSubset(f"{called.name} raises, but gives no float")
        number = self.body.local("f64")
        self.body.at("local.tee", number)
        self.body.at("local.get", number)
        self.body.at("local.get", number)
        self.body.put("f64.ne")
        if self.handlers:
            self.body.branch(self.handlers[-1], "br_if")
            return
        if self.signature.results != ["float"]:
            raise NotInSubset(f"{self.signature.name} may raise, but gives no float")
        self.body.open("if")
        self.body.real(nan)
        self.body.put("return", "end")

    def call_abs(self, node: ast.Call) -> list[str]:
        if self._type_of(node.args[0]) == "float":
            self.value(node.args[0])
            self.body.put("f64.abs")
            return ["float"]
        self.value(node.args[0], "int")
        self.body.at("call", self.translator.add(absolute))
        return ["int"]

    def call_int(self, node: ast.Call) -> list[str]:
        if self._type_of(node.args[0]) == "float":
            self.value(node.args[0])
            self.body.truncate()
        else:
            self.value(node.args[0], "int")
        return ["int"]

    def call_floor(self, node: ast.Call) -> list[str]:
        self.value(node.args[0], "float")
        self.body.put("f64.floor")
        self.body.truncate()
        return ["int"]

    def call_float(self, node: ast.Call) -> list[str]:
        argument = node.args[0]
        if isinstance(argument, ast.Call) and isinstance(argument.func, ast.Name) and argument.func.id == "floor":
            self.value(argument.args[0], "float")
            self.body.put("f64.floor")              # no int has to hold it
        else:
            self.value(argument, "float")
        return ["float"]

    def call_whole_quotient(self, node: ast.Call) -> list[str]:
        for argument in node.args:
            self.value(argument, "int")
        self.body.put("i64.div")
        return ["int"]

    def call_bool(self, node: ast.Call) -> list[str]:
        self.truth(node.args[0])
        return ["bool"]

    def _least_or_most(self, node: ast.Call, sign: str) -> list[str]:
        left, right = self.body.local("i64"), self.body.local("i64")
        self.value(node.args[0], "int")
        self.body.at("local.tee", left)
        self.value(node.args[1], "int")
        self.body.at("local.tee", right)
        self.body.at("local.get", left)
        self.body.at("local.get", right)
        self.body.put(sign, "select")
        return ["int"]

    def call_min(self, node: ast.Call) -> list[str]:
        return self._least_or_most(node, "i64.lt")

    def call_max(self, node: ast.Call) -> list[str]:
        return self._least_or_most(node, "i64.gt")

    def call_frexp(self, node: ast.Call) -> list[str]:
        """Of a number that is neither tiny (below 2^-1022) nor infinite."""
        number, bits = self.body.local("f64"), self.body.local("i64")
        self.value(node.args[0], "float")
        self.body.at("local.tee", number)
        self.body.put("i64.reinterpret")
        self.body.at("local.set", bits)
        self.body.at("local.get", bits)
        self.body.whole(~(0x7FF << 52))
        self.body.put("i64.and")
        self.body.whole(0x3FE << 52)
        self.body.put("i64.or", "f64.reinterpret")
        self._or_zero(number, lambda: self.body.real(0.0))
        self.body.at("local.get", bits)
        self.body.whole(52)
        self.body.put("i64.shr")
        self.body.whole(0x7FF)
        self.body.put("i64.and")
        self.body.whole(0x3FE)
        self.body.put("i64.sub")
        self._or_zero(number, lambda: self.body.whole(0))
        return ["float", "int"]

    def _or_zero(self, number: int, zero: Callable[[], None]) -> None:
        """What is on the stack, or 0 where the number is."""
        zero()
        self.body.at("local.get", number)
        self.body.real(0.0)
        self.body.put("f64.ne", "select")

    def call_ldexp(self, node: ast.Call) -> list[str]:
        """Of an exponent from -1022 to 1023, where the result is as little tiny or infinite."""
        self.value(node.args[0], "float")
        self.value(node.args[1], "int")
        self.body.whole(1023)
        self.body.put("i64.add")
        self.body.whole(52)
        self.body.put("i64.shl", "f64.reinterpret", "f64.mul")
        return ["float"]


# what operators of Python's ints become

def absolute(value: int) -> int:
    if value < 0:
        return -value
    return value


def floor_quotient(left: int, right: int) -> int:
    """Of a divisor that is above 0."""
    quotient = whole_quotient(left, right)
    if left < 0 and quotient * right != left:
        return quotient - 1
    return quotient


def floor_remainder(left: int, right: int) -> int:
    return left - floor_quotient(left, right) * right


def whole_quotient(left: int, right: int) -> int:
    """Rounded towards 0, as the instruction does it."""
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient
