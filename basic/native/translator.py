"""A strict, typed subset of Python as WebAssembly.

What a translated function may contain:

    types       int (64 bits here), float, bool; `Reals`, `Whole` and `Bytes`, which are tables of floats, ints and bytes
    statements  assignments, also to several names and to elements of tables, if, while, for over range or a table, return,
                raise, try with one except, break, continue, and calls of other functions of the library
    expressions numbers, names, arithmetic, bits, comparisons, and, or, not, if else, :=, elements of tables, calls

Parameters and results have annotations; a name keeps the type of what it is first set to. Names of the module are constants.
Only functions whose first result is of type float may raise: it is NaN then.

The three statements that round a double to the bits of a real (basic.values.reals) are printed as what they come to.
"""

import ast
import re
import struct
from collections.abc import Callable, Sequence
from types import FunctionType

from basic.native.calls import Calls
from basic.native.encoder import Body, Module, TemplateBody
from basic.native.expressions import ELEMENTS, is_plain
from basic.native.functions import WASM, Function, Imported, Template, name_of
from basic.native.remembering import remembering
from basic.native.signatures import NotInSubset, Signature, signature_of, type_named
from basic.values.reals import NUDGE, SPLIT

__all__ = ["NotInSubset", "Translator"]


class Translator:
    """Translates functions, each with all those that it calls, into one module. Tables that are constants are laid out from
    the address `tables` on. Those of `inlined` are not called: their code is put in. Those of `remembered` are called by units
    by way of what remembers their results."""

    def __init__(self, module: Module, tables: int, inlined: frozenset[Function] = frozenset(),
                 remembered: Sequence[Function] = ()):
        self.module = module
        self.tables = tables
        self.inlined = inlined
        self.remembered = remembered
        self.functions: dict[Function, int] = {}
        self.signatures: dict[Function, Signature] = {}
        self._placed: dict[tuple[float, ...], int] = {}
        self._fails: dict[Function, bool] = {}

    def add(self, function: Function) -> int:
        """The function's number in the module."""
        if function not in self.functions:
            self._look_at(function)
            signature = self.signatures[function]
            types = [WASM[type] for _, type in signature.parameters]
            body = FunctionTranslator(self, signature, Body(types), range(len(types))).translated()
            results, name = [WASM[type] for type in signature.results], name_of(function)
            if function in self.remembered:
                called = self.functions[function] = self.module.add_function(types, results, body)
                self.module.add_function(types, results, remembering(types, called, self.remembered.index(function)), name)
            else:
                self.functions[function] = self.module.add_function(types, results, body, name)
        return self.functions[function]

    def imported(self, function: Function) -> Imported:
        """The function as a unit sees it."""
        self.add(function)
        signature = self.signature(function)
        return Imported(name_of(function), [type for _, type in signature.parameters], signature.results, self.fails(function))

    def template(self, function: Function) -> Template:
        signature = self.signature(function)
        types = [WASM[type] for _, type in signature.parameters]
        body = TemplateBody(types)
        FunctionTranslator(self, signature, body, range(len(types))).put_in()
        numbers = {number: function for function, number in self.functions.items()}
        return body.template(lambda number: self.imported(numbers[number]))

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


_ADDED: dict[type[ast.operator], str] = {ast.Add: "add", ast.Sub: "sub"}
_ROUNDING = re.compile(
    rf"(\w+) \+= \1 \* {NUDGE}\n(\w+) = \1 \* {SPLIT}\n(?:return|\w+ =) \2 - \(\2 - \1\)"
    rf"|(\w+) = (\w+) \* {SPLIT}\n(\w+) = \3 - \4\n\w+ = \3 - \5")
DROPPED = 21            # bits of a double that a real does not have


def _names_something(node: ast.expr) -> bool:
    return any(isinstance(one, ast.NamedExpr) for one in ast.walk(node))


def rounded_by(nodes: list[ast.stmt]) -> str | None:
    """The name of the number, if three statements round it to the bits of a real, as basic.values.reals tells."""
    if not isinstance(nodes[2], ast.Assign | ast.Return) or not isinstance(nodes[2].value, ast.BinOp):
        return None
    found = _ROUNDING.fullmatch("\n".join(map(ast.unparse, nodes)))
    return None if found is None else found[1] or found[4]


class FunctionTranslator(Calls):
    """The statements of a function."""

    def translated(self) -> Body:
        self.statements(self.signature.tree.body)
        if self.signature.results:
            self.body.put("unreachable")
        return self.body

    def put_in(self) -> None:
        """The function's code as a part of another one's: the results are left on the stack."""
        results = [self.body.local(WASM[type]) for type in self.signature.results]
        self.end = self.body.open("block"), results
        self.statements(self.signature.tree.body)
        if results:
            self.body.put("unreachable")
        self.body.put("end")
        for number in results:
            self.body.at("local.get", number)

    def inline(self, function: Function) -> None:
        signature = self.translator.signature(function)
        parameters = [self.body.local(WASM[type]) for _, type in signature.parameters]
        for number in reversed(parameters):
            self.body.at("local.set", number)
        FunctionTranslator(self.translator, signature, self.body, parameters).put_in()

    # statements

    def statements(self, nodes: list[ast.stmt]) -> None:
        for at, node in enumerate(nodes):
            if at >= 2 and (number := rounded_by(nodes[at - 2:at + 1])) is not None:
                self._rounded(node, number)
                continue
            method = getattr(self, f"statement_{type(node).__name__.lower()}", None)
            if method is None:
                raise self.refuse(node)
            method(node)

    def _rounded(self, node: ast.stmt, number: str) -> None:
        """The last statement of those that round a number: half away from zero, by its bits, which takes half as long."""
        self.body.at("local.get", self.before.get(number, self.locals[number][0]))
        self.body.put("i64.reinterpret")
        self.body.whole(1 << DROPPED - 1)
        self.body.put("i64.add")
        self.body.whole(-1 << DROPPED)
        self.body.put("i64.and", "f64.reinterpret")
        if isinstance(node, ast.Assign):
            self._set(node.targets[0], "float")
        else:
            self.leave()

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
        wanted = type_named(node.annotation)
        if node.value is None:
            raise self.refuse(node)
        self.value(node.value, wanted)
        self._set(node.target, wanted)

    def statement_augassign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Name) and ast.unparse(node.value).endswith(str(NUDGE)):
            before = self.before[node.target.id] = self.body.local("f64")
            self.body.at("local.get", self.locals[node.target.id][0])
            self.body.at("local.set", before)
        if isinstance(node.target, ast.Subscript):
            read = ast.Subscript(node.target.value, node.target.slice, ast.Load())
            self._store(node.target, lambda: self.value(ast.BinOp(read, node.op, node.value)))
        elif isinstance(node.target, ast.Name):
            self._set(node.target, self.value(ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value)))
        else:
            raise self.refuse(node)

    def _store(self, target: ast.Subscript, value: Callable[[], str]) -> None:
        kind, size, type = ELEMENTS[self._address(target)]
        self._convert(value(), type, target)
        self.body.memory("i64.store8" if size == 1 else f"{kind}.store")

    def statement_if(self, node: ast.If) -> None:
        if not node.orelse and len(node.body) == 1 and self._added(node.body[0]) and not _names_something(node.test):
            self._add_if(node.test, node.body[0])
            return
        self.truth(node.test)
        self.body.open("if")
        self.statements(node.body)
        if node.orelse:
            self.body.put("else")
            self.statements(node.orelse)
        self.body.put("end")

    def _added(self, node: ast.stmt) -> bool:
        """Whether a plain value is added to a whole number, or taken away."""
        return (isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name) and isinstance(node.op, ast.Add | ast.Sub)
                and is_plain(node.value) and self.locals[node.target.id][1] == self._type_of(node.value) == "int")

    def _add_if(self, test: ast.expr, node: ast.stmt) -> None:
        """Without a branch, since nobody can foretell the bits of a number."""
        assert isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name)
        number, _ = self.locals[node.target.id]
        self.body.at("local.get", number)
        self.value(node.value)
        self.body.whole(0)
        self.truth(test)
        self.body.put("select", f"i64.{_ADDED[type(node.op)]}")
        self.body.at("local.set", number)

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
        self.leave()

    def statement_raise(self, node: ast.Raise) -> None:
        if self.handlers:
            self.body.branch(self.handlers[-1])
        else:
            self.give_up()

    def statement_try(self, node: ast.Try) -> None:
        done, handler = self.body.open("block"), self.body.open("block")
        self.handlers.append(handler)
        self.statements(node.body)
        self.handlers.pop()
        self.body.branch(done)
        self.body.put("end")
        self.statements(node.handlers[0].body)
        self.body.put("end")
