"""Calls in the subset as WebAssembly: of functions that are translated too, and of those that are instructions."""

import ast
from math import nan
from types import FunctionType

from basic.native.expressions import Expressions
from basic.native.functions import WASM, Function
from basic.native.integers import absolute
from basic.native.signatures import NotInSubset, Signature


class Calls(Expressions):
    def _call(self, node: ast.Call, checked: bool = True) -> list[str]:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "bit_length":
            self.body.whole(64)
            self.value(node.func.value, "int")
            self.call_of(absolute)
            self.body.put("i64.clz", "i64.sub")
            return ["int"]
        if isinstance(node.func, ast.Attribute) and node.func.attr == "bit_count":
            self.value(node.func.value, "int")          # which is not negative
            self.body.put("i64.popcnt")
            return ["int"]
        if not isinstance(node.func, ast.Name):
            raise self.refuse(node)
        intrinsic = getattr(self, f"call_{node.func.id}", None)
        if intrinsic is not None:
            return [*intrinsic(node)]
        function = self._function_of(node)
        if function is None:
            raise self.refuse(node)
        called = self.translator.signature(function)
        missing = len(called.parameters) - len(node.args)
        arguments = [*node.args, *called.defaults[len(called.defaults) - missing:]]
        for argument, (_, type) in zip(arguments, called.parameters, strict=True):
            self.value(argument, type)
        self.call_of(function)
        if checked and self.translator.fails(function):
            self._check(called)
        return list(called.results)

    def _function_of(self, node: ast.expr) -> FunctionType | None:
        """The function of the library that is called."""
        name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        function = None if hasattr(self, f"call_{name}") else self.signature.names.get(name)
        return function if isinstance(function, FunctionType) else None

    def _result_of(self, node: ast.expr) -> str | None:
        function = self._function_of(node)
        results = [] if function is None else self.translator.signature(function).results
        return results[0] if len(results) == 1 else None

    def call_of(self, function: Function) -> None:
        """The arguments are on the stack."""
        if function in self.translator.inlined:
            self.inline(function)
        else:
            self.body.at("call", self.translator.add(function))

    def inline(self, function: Function) -> None:
        """The function's code in the place of a call."""
        raise NotImplementedError

    def _check(self, called: Signature) -> None:
        """Goes to the `except`, or gives up as well, where the first result is NaN."""
        if called.results[:1] != ["float"]:
            raise NotInSubset(f"{called.name} raises, but gives no float")
        results = [self.body.local(WASM[type]) for type in called.results]
        for number in reversed(results):
            self.body.at("local.set", number)
        self.body.at("local.get", results[0])
        self.body.at("local.get", results[0])
        self.body.put("f64.ne")
        if self.handlers:
            self.body.branch(self.handlers[-1], "br_if")
        else:
            self.body.open("if")
            self.give_up()
            self.body.put("end")
        for number in results:
            self.body.at("local.get", number)

    def give_up(self) -> None:
        """Returns NaN, and 0 for the other results."""
        first, others = self.signature.results[:1], self.signature.results[1:]
        if first != ["float"]:
            raise NotInSubset(f"{self.signature.name} may raise, but gives no float")
        self.body.real(nan)
        for type in others:
            self._constant({"float": 0.0, "bool": False}.get(type, 0), self.signature.tree)
        self.leave()

    def leave(self) -> None:
        """The results are on the stack."""
        if self.end is None:
            self.body.put("return")
            return
        label, results = self.end
        for number in reversed(results):
            self.body.at("local.set", number)
        self.body.branch(label)

    def call_abs(self, node: ast.Call) -> list[str]:
        if self._type_of(node.args[0]) == "float":
            self.value(node.args[0])
            self.body.put("f64.abs")
            return ["float"]
        self.value(node.args[0], "int")
        self.call_of(absolute)
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
        bits, exponent = self.body.local("i64"), self.body.local("i64")
        self.value(node.args[0], "float")
        self.body.put("i64.reinterpret")
        self.body.at("local.tee", bits)
        self.body.whole(~(0x7FF << 52))
        self.body.put("i64.and")
        self.body.whole(0x3FE << 52)
        self.body.put("i64.or")
        self.body.at("local.get", bits)
        self.body.whole(52)
        self.body.put("i64.shr")
        self.body.whole(0x7FF)
        self.body.put("i64.and")
        self.body.at("local.set", exponent)
        self._or_zero(exponent)
        self.body.put("f64.reinterpret")
        self.body.at("local.get", exponent)
        self.body.whole(0x3FE)
        self.body.put("i64.sub")
        self._or_zero(exponent)
        return ["float", "int"]

    def _or_zero(self, exponent: int) -> None:
        """What is on the stack, or 0 where the bits of the exponent are."""
        self.body.whole(0)
        self.body.at("local.get", exponent)
        self.body.put("i64.eqz", "i32.eqz", "select")

    def call_mantissa(self, node: ast.Call) -> list[str]:
        """Its 32 bits, of a number that is not 0: see basic.values.weighing."""
        self.value(node.args[0], "float")
        self.body.put("i64.reinterpret")
        self.body.whole(21)
        self.body.put("i64.shr")
        self.body.whole(0x7FFFFFFF)
        self.body.put("i64.and")
        self.body.whole(0x80000000)
        self.body.put("i64.or")
        return ["int"]

    def call_ldexp(self, node: ast.Call) -> list[str]:
        """Of an exponent from -1022 to 1023, where the result is as little tiny or infinite."""
        self.value(node.args[0], "float")
        self.value(node.args[1], "int")
        self.body.whole(1023)
        self.body.put("i64.add")
        self.body.whole(52)
        self.body.put("i64.shl", "f64.reinterpret", "f64.mul")
        return ["float"]
