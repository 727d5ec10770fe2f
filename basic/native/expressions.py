"""Expressions of the subset as WebAssembly: each puts its value on the stack and gives its type."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from basic.native.encoder import Body
from basic.native.functions import WASM, Function
from basic.native.integers import floor_quotient, floor_remainder
from basic.native.signatures import NotInSubset, Signature

if TYPE_CHECKING:
    from basic.native.translator import Translator

ELEMENTS = {"Reals": ("f64", 8, "float"), "Whole": ("i64", 8, "int"), "Bytes": ("i64", 1, "int")}
_SIGNS: dict[type[ast.AST], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor",
    ast.LShift: "shl", ast.RShift: "shr"}
_COMPARE: dict[type[ast.AST], str] = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge", ast.Is: "eq", ast.IsNot: "ne"}


def is_plain(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant | ast.Name)


def is_exponent(node: ast.expr) -> bool:
    """frexp(x)[1]"""
    return (isinstance(node, ast.Subscript) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name)
            and node.value.func.id == "frexp" and isinstance(node.slice, ast.Constant) and node.slice.value == 1)


class Expressions:
    def __init__(self, translator: Translator, signature: Signature, body: Body, parameters: Sequence[int]):
        """`parameters`: the locals in which they are."""
        self.translator = translator
        self.signature = signature
        self.body = body
        self.locals = {name: (at, type) for at, (name, type) in zip(parameters, signature.parameters, strict=True)}
        self.end: tuple[int, list[int]] | None = None       # where `return` leads but out of the body, and the results' locals
        self.handlers: list[int] = []               # labels of the `except`s around
        self.loops: list[tuple[int, int]] = []      # labels of `break` and `continue`
        self.types: dict[ast.expr, str] = {}
        self.before: dict[str, int] = {}            # locals with numbers as they were before they were nudged

    def refuse(self, node: ast.AST) -> NotInSubset:
        return NotInSubset(f"{self.signature.name}: {ast.unparse(node)}")

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
        if is_exponent(node):
            assert isinstance(node.value, ast.Call)
            return self._exponent(node.value.args[0])
        if isinstance(node.value, ast.Call):
            return self._one_of(self.values(node.value), ast.literal_eval(node.slice))
        kind, size, type = ELEMENTS[self._address(node)]
        self.body.memory("i64.load8" if size == 1 else f"{kind}.load")
        return type

    def _exponent(self, number: ast.expr) -> str:
        """Of a number that is not 0."""
        self.value(number, "float")
        self.body.put("i64.reinterpret")
        self.body.whole(52)
        self.body.put("i64.shr")
        self.body.whole(0x7FF)
        self.body.put("i64.and")
        self.body.whole(0x3FE)
        self.body.put("i64.sub")
        return "int"

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
            self.call_of(floor_quotient if isinstance(node.op, ast.FloorDiv) else floor_remainder)
        elif type(node.op) in _SIGNS:
            self.body.put(f"{WASM[made]}.{_SIGNS[type(node.op)]}")
        else:
            raise self.refuse(node)
        return made

    def _type_of(self, node: ast.expr) -> str:
        """The type of a value, found by translating it and throwing that away."""
        if node not in self.types:
            names, locals = len(self.locals), len(self.body.types)
            self.types[node] = self._result_of(node) or self.body.tried(lambda: self.value(node))
            if len(self.locals) == names:           # none was given a name
                del self.body.types[locals:]
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
        if is_plain(node.body) and is_plain(node.orelse):
            self.value(node.body, type)
            self.value(node.orelse, type)
            self.truth(node.test)
            self.body.put("select")
            return type
        self.truth(node.test)
        self.body.open("if", WASM[type])
        self.value(node.body, type)
        self.body.put("else")
        self.value(node.orelse, type)
        self.body.put("end")
        return type

    def _call(self, node: ast.Call, checked: bool = True) -> list[str]:
        """Gives the types of the results."""
        raise NotImplementedError

    def call_of(self, function: Function) -> None:
        """The arguments are on the stack."""
        raise NotImplementedError

    def _result_of(self, node: ast.expr) -> str | None:
        """The type of what a function of the library gives, if the node is a call of one that gives one value."""
        raise NotImplementedError

    # places

    def _set(self, target: ast.expr, type: str) -> None:
        if not isinstance(target, ast.Name):
            raise self.refuse(target)
        if target.id not in self.locals:
            self.locals[target.id] = self.body.local(WASM[type]), type
        number, kept = self.locals[target.id]
        self._convert(type, kept, target)
        self.body.at("local.set", number)

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
