"""What the statement at which a program stands is about to do, in plain words and with its values.

    explain(session).does               7>3: true -> GOTO 4820

Nothing is done for it: expressions are only read.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from basic.debug import views
from basic.debug.expressions import CommandError, Expression, Value, error_text
from basic.debug.phrases import PHRASES
from basic.errors import DATA_EXHAUSTED, TYPE_MISMATCH, BasicError
from basic.help.words import Language, of_function, of_statement
from basic.runtime.control import GOSUB_SIZE, Frame
from basic.runtime.statement_maker import else_of
from basic.session import Session
from basic.source.words import SIGNS
from basic.statements import data, defining, for_next, jumps, on_lines, while_wend
from basic.statements.assignment import Let
from basic.syntax import parser
from basic.syntax.function import FUNCTIONS
from basic.syntax.nodes import Binary, Broken, Call, Element, Negation, Not, Number, String, UserCall, Variable
from basic.syntax.nodes import Expression as Node
from basic.syntax.spelling import spelled
from basic.syntax.statement import Statement, children, flat, walk
from basic.values import reals
from basic.values.code import STRING

WORKED_OUT = (Binary, Element, Call, UserCall, Negation, Not)       # what has a value that its text does not show
COMPARISONS = {SIGNS[sign] for sign in ("<", ">", "=", "<=", ">=", "<>")}
DRAWN_LOTS = {"RND", "INKEY$"}                                      # each call gives another value


class Part(NamedTuple):
    """A part of an expression, worked out."""
    text: str                   # b(x+1)
    values: str                 # with the values of what it is made of: b(4)
    value: str                  # 12


class Explanation(NamedTuple):
    text: str                   # the statement, as LIST shows it
    does: str                   # what it is about to do; empty where its text says it all
    parts: list[Part]           # of its expressions, in the order in which the machine works them out
    help: list[str]             # a line for the statement, and one for each function in it


def explain(session: Session, language: Language = "en", names: Mapping[int, str] | None = None) -> Explanation | None:
    """The statement that comes next; None where no statement of the program does. `names`: of the lines that have one."""
    place = views.here(session)
    if place.number is None:
        return None
    return _Teller(session, language, names or {}).explanation()


class _Teller:
    def __init__(self, session: Session, language: Language, names: Mapping[int, str]) -> None:
        self.session = session
        self.executor = session.executor
        self.pc = session.executor.runner.pc
        self.line, self.at = self.executor.table.where[self.pc]
        self.layout = self.executor.table.line_of(self.line)
        self.kinds = self.executor.table.kinds.get(self.pc)
        self.node = parser.node_of(self.layout.statements[self.at]).whole
        self.language = language
        self.names = names
        self.says = PHRASES[language]

    def explanation(self) -> Explanation:
        try:
            does = self.does()
        except CommandError as error:
            does = str(error)
        except BasicError as error:
            does = error_text(error, self.session.basic_1_1) + "."
        return Explanation(self.text_at(self.pc), does, self.parts(), self.help())

    def help(self) -> list[str]:
        calls = dict.fromkeys(node.token for node in walk(self.node) if isinstance(node, Call))
        lines = [of_statement(type(self.node), self.language)]
        lines += [of_function(FUNCTIONS[token], self.language) for token in calls]
        return [line for line in lines if line]

    # values

    def value(self, node: Node) -> Value:
        return Expression(self.session, spelled(node), node, self.kinds).value()

    def shown(self, node: Node) -> str:
        return views.text_of(self.value(node))

    def with_values(self, node: Node) -> str:
        """The node with the values of what it is made of. A comparison within AND, OR, NOT stays one."""
        def inner(part: Any) -> str:
            if isinstance(part, Binary) and part.operator in COMPARISONS and isinstance(node, Binary | Not):
                return self.with_values(part)
            return self.shown(part)
        return spelled(node, inner if isinstance(node, WORKED_OUT) else None)

    def worked_out(self, node: Node) -> str:
        """3+4 = 7, or the value alone where there is nothing to work out."""
        value = self.shown(node)
        values = self.with_values(node) if isinstance(node, WORKED_OUT) else value
        return value if values == value else f"{values} = {value}"

    def old(self, variable: Variable | Element) -> str:
        try:
            return self.shown(variable)
        except CommandError:
            return ""           # an array that is not there yet

    # its parts

    def expressions(self) -> Iterator[Node]:
        """The expressions of the statement, and the subscripts of what it changes."""
        if isinstance(self.node, defining.DefFn):
            return
        set_fields = [part for name in self.node.sets for part in flat(getattr(self.node, name))]
        for child in children(self.node):
            if any(child is one for one in set_fields):
                if isinstance(child, Element):
                    yield from child.subscripts
            elif isinstance(child, Node):
                yield child
            else:
                yield from _topmost(child)

    def parts(self) -> list[Part]:
        found: dict[str, Part] = {}
        lots = [node for node in walk(self.node) if _draws(node)]
        for top in self.expressions():
            for node in _innermost_first(top):
                if not isinstance(node, WORKED_OUT) or _is_broken(node) or len(lots) > 1 and _draws_lots(node):
                    continue
                text = spelled(node)
                try:
                    found.setdefault(text, Part(text, self.with_values(node), self.shown(node)))
                except CommandError as error:
                    return [*found.values(), Part(text, "", error.sentence)]
        return list(found.values())

    # places

    def text_at(self, pc: int) -> str:
        place = views.place_of(self.session, pc)
        if place.number is None:
            return ""
        first, last = views.statement_range(self.session, place.number, place.statement)
        return views.line_text(self.session, place.number)[first:last]

    def named(self, number: int) -> str:
        return f"{number} {self.names[number]}" if number in self.names else str(number)

    def going_on(self, pc: int) -> str:
        """Where it goes on: another line's number, or the statement on this line."""
        line, at = self.executor.table.where[pc]
        place = views.place_of(self.session, pc)
        if place.number is None:
            return self.says.end
        if line != self.line:
            return self.named(place.number)
        if self.layout.statements[at].is_bare_jump:
            jump = parser.node_of(self.layout.statements[at]).whole
            return f"GOTO {self.named(jump.targets[0])}"
        return self.text_at(pc)

    def after(self) -> int:
        return self.executor.table.pc_of(self.line, self.at + 1)

    def frame(self, key: object) -> Frame | None:
        return next((one for one in reversed(self.executor.stack.frames) if one.key is key), None)

    # what each statement does

    def does(self) -> str:      # noqa: C901  (a line for each kind of statement)
        node = self.node
        if isinstance(node, Let):
            return self.let(node)
        if isinstance(node, jumps.If):
            return self.whether(node.condition, self.after(), self.otherwise())
        if isinstance(node, jumps.Goto | jumps.Gosub):
            return f"-> {self.named(int(node.line))}"
        if isinstance(node, on_lines.OnGoto | on_lines.OnGosub):
            return self.on(node)
        if isinstance(node, jumps.Return):
            return self.back()
        if isinstance(node, for_next.For):
            return self.loop(node)
        if isinstance(node, for_next.Next):
            return self.count_on()
        if isinstance(node, while_wend.While):
            return self.whether(node.condition, self.after(), None)
        if isinstance(node, while_wend.Wend):
            return self.again()
        if isinstance(node, data.Read):
            return self.read(node)
        shown = [f"{spelled(one)} = {self.shown(one)}" for one in self.expressions()
                 if not isinstance(one, Number | String) and not _is_broken(one)]
        return ", ".join(dict.fromkeys(shown))

    def let(self, node: Let) -> str:
        name = self.with_values(node.variable)
        new, old = self.worked_out(node.value), self.old(node.variable)
        was = "" if not old else f" ({self.says.unchanged})" if old == self.shown(node.value) else f" ({self.says.was} {old})"
        return f"{name} = {new}{was}"

    def whether(self, condition: Node, true_pc: int, false_pc: int | None) -> str:
        held = Expression(self.session, spelled(condition), condition, self.kinds).is_true()
        to = self.going_on(true_pc) if held else self.says.behind_wend if false_pc is None else self.going_on(false_pc)
        return f"{self.with_values(condition)}: {self.says.true if held else self.says.false} -> {to}"

    def otherwise(self) -> int:
        table = self.executor.table
        end = table.pc_of(None if self.line is None else self.line + 1, 0)
        return else_of(self.layout.statements, self.layout.pcs, self.at, end)

    def on(self, node: on_lines.OnGoto | on_lines.OnGosub) -> str:
        chosen = self.value(node.selector)
        lines = node.lines
        shown = f"{spelled(node.selector)} = {views.text_of(chosen)}"
        if not isinstance(chosen, bytes) and 0 < round(chosen) <= len(lines):
            line = lines[round(chosen) - 1]
            return shown if isinstance(line, Broken) else f"{shown} -> {self.named(int(line))}"
        return f"{shown} -> {self.going_on(self.after())}"

    def back(self) -> str:
        frame = next((one for one in reversed(self.executor.stack.frames) if one.size == GOSUB_SIZE), None)
        return self.says.no_gosub if frame is None else f"-> {views.place_of(self.session, frame.pc)}"

    def loop(self, node: for_next.For) -> str:
        start, end = self.value(node.start), self.value(node.end)
        step = self.value(node.step) if node.step is not None else 1
        shown = f"{spelled(node.variable)} = {views.text_of(start)} TO {views.text_of(end)}"
        shown += f" STEP {views.text_of(step)}" if node.step is not None else ""
        if isinstance(start, bytes) or isinstance(end, bytes) or isinstance(step, bytes):
            return shown
        return f"{shown}: {self.says.not_once}" if (start > end if step >= 0 else start < end) else shown

    def count_on(self) -> str:
        frame = self.frame(self.executor.loops.end_key(self.pc, 0))
        if frame is None:
            return self.says.no_for
        variables = self.session.variables
        name = views.name_of(variables, variables.names[frame.slot], variables.kinds[frame.slot])
        value = variables.values[frame.slot]
        new: Any = value + frame.step if isinstance(value, int) else reals.add(value, frame.step)
        over = (new > frame.limit) - (new < frame.limit) == frame.sign
        sign = ">" if frame.sign > 0 else "<"
        how = f"{views.text_of(new)}{sign}{views.text_of(frame.limit)}: {self.says.true if over else self.says.false}"
        shown = f"{name} = {views.text_of(value)}+{views.text_of(frame.step)} = {views.text_of(new)}, {how}"
        return f"{shown} -> {self.going_on(self.after() if over else frame.pc)}"

    def again(self) -> str:
        frame = self.frame(self.executor.loops.end_key(self.pc))
        if frame is None:
            return self.says.no_while
        line, at = self.executor.table.where[frame.opener]
        opener = parser.node_of(self.executor.table.line_of(line).statements[at]).whole
        assert isinstance(opener, while_wend.While)
        return self.whether(opener.condition, frame.pc, self.after())

    def read(self, node: data.Read) -> str:
        found = []
        line, at = self.executor.data.at
        for variable in node.variables:
            if isinstance(variable, Broken):
                break
            line, text, start, _ = data.find_item(self.executor, line, at)
            if start < 0:
                raise BasicError(DATA_EXHAUSTED)
            is_text = self.session.variables.kind_of(variable.name, variable.token, self.kinds or None) == STRING
            value, at = data.read_item(text, start, is_text, not self.session.basic_1_1, lambda error: None)
            if value is None:
                return f"{spelled(variable)}: {error_text(BasicError(TYPE_MISMATCH), self.session.basic_1_1)}."
            number = self.session.program.numbers[line]
            found.append(f"{spelled(variable)} = {views.text_of(value)} ({self.says.from_line} {number})")
        return ", ".join(found)


def _topmost(node: Any) -> Iterator[Node]:
    """The expressions that a part of a statement holds."""
    for child in children(node):
        if isinstance(child, Node):
            yield child
        else:
            yield from _topmost(child)


def _innermost_first(node: Any) -> Iterator[Any]:
    if not isinstance(node, Statement):
        for child in children(node):
            yield from _innermost_first(child)
    yield node


def _is_broken(node: Any) -> bool:
    return any(isinstance(one, Broken) for one in walk(node))


def _draws_lots(node: Any) -> bool:
    return any(_draws(one) for one in walk(node))


def _draws(node: Any) -> bool:
    return isinstance(node, Call) and FUNCTIONS[node.token].name in DRAWN_LOTS


__all__ = ["Explanation", "Part", "explain"]
