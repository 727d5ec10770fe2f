"""Statements: the class that all of them share, and the registry behind @statement and @part.

A statement knows itself. It compiles itself into a step, it says what it costs on the machine, which variables it reads and
writes, which lines it names and where the program may go on behind it. Debugger, lint, waits, the memory map and the costs
ask it; none of them looks at words or tokens.

Most answers come from the fields of the class: a LineNumber in a field is a line that the statement names, a Variable is one
that it reads, unless its field is among `sets`. A statement that differs overrides the answer: one that also reads what it
sets overrides `reads`. With a method `emit(c, unit)` it can be part of a unit (basic.units.builder).
"""

from abc import abstractmethod
from collections.abc import Callable, Iterator
from enum import Enum
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, NamedTuple, TypeVar, dataclass_transform

from basic.errors import SYNTAX, BasicError
from basic.records import field_names, is_record, record
from basic.runtime.control import ATTEND, Diverted, Step
from basic.source.words import add_word, terminal
from basic.syntax.nodes import AddressOf, Element, LineNumber, Variable

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler
    from basic.timing.costs import Costs
    from basic.units.builder import UnitBuilder


EndsFirst = Literal["always", "in 1.1"]
ALWAYS: Final = "always"
IN_1_1: Final = "in 1.1"


class Cost(NamedTuple):
    """What a statement takes on the machine besides its expressions, its variables and what the firmware does for it.

    In microseconds, for BASIC 1.0 and for 1.1; basic.timing.figures says how such a figure is measured.
    """
    basic_1_0: float
    basic_1_1: float
    reason: str = ""        # why there is no figure

    @classmethod
    def nothing(cls, reason: str) -> "Cost":
        return cls(0, 0, reason)

    def on(self, basic_1_1: bool) -> float:
        return self.basic_1_1 if basic_1_1 else self.basic_1_0


class Place(Enum):
    """Where a statement may lead, if not to a line that it names."""
    BEHIND = "the statement behind it"
    THEN = "where a true IF goes on"
    FALSE = "where a false IF goes on"
    NEXT_LINE = "the line behind it"
    LOOP = "the first statement of the loop that it ends"
    LOOP_END = "behind the loop that it begins"
    CALLER = "behind the GOSUB that led here"
    ELSEWHERE = "a place that the text does not tell"


class Way(NamedTuple):
    """A place where a statement may lead. `comes_back`: a RETURN there leads behind the statement."""
    to: Place | int
    comes_back: bool = False


BEHIND: Final = Way(Place.BEHIND)
Plan = Callable[["Compiler"], Step]     # the step of a statement, whose Compiler has its place


class Statement:
    """What all statements are. The class of one is entered with @statement, which makes a record of it."""

    cost: ClassVar[Cost]                            # each class has to declare its own
    word: ClassVar[str] = ""                        # the terminal of the word that its rule begins with
    sets: ClassVar[tuple[str, ...]] = ()            # the fields with the variables that it changes
    changes_everything: ClassVar[bool] = False      # it may change variables that it does not name
    leaves_line: ClassVar[bool] = False             # it never goes on into the line behind it
    passes_variables: ClassVar[bool] = False        # what it calls may change the variables that it names
    is_counted: ClassVar[bool] = False              # FOR: its variable is changed by what ends it
    counts: ClassVar[bool] = False                  # NEXT: it changes the variable of the FOR that it ends
    idle: ClassVar[bool] = False                    # nothing shows that it was done: loops of such statements only wait
    evaluates: ClassVar[bool] = True        # its expressions; DEF FN's are for later
    keeps_place: ClassVar[bool] = False             # once done, it knows its lines by their places in memory
    keeps_one_place: ClassVar[bool] = False         # that of the line to which it goes; it does that itself
    looks_anew: ClassVar[bool] = False              # it looks for its lines or names each time, however often it is done
    ends_first: ClassVar[EndsFirst | None] = None   # the machine looks for its end before the statement does its work
    names_are_found: ClassVar[bool] = False         # before it is reached, by another statement
    finds_end: ClassVar[bool] = False               # it makes sure that nothing stands behind it
    last_option: ClassVar[str] = ""                 # the field that may stand behind its last comma
    step_lasts: ClassVar[bool] = False              # the next RUN may take its step again: it holds nothing of this run
    sees_its_end: ClassVar[bool] = False            # its step deals itself with what stands behind it and does not belong
    then_fails: bool = False                        # such a thing stands there

    @abstractmethod
    def compile(self, c: "Compiler") -> Step:
        """The step: a closure that does the statement and returns the next program counter, mostly `c.after`."""
        raise NotImplementedError

    def plan(self, c: "Compiler") -> "Plan | None":
        """What gives the step, if of its place only the pcs matter where it goes on; then `compile` is not asked."""
        return None

    @property
    def whole(self) -> "Statement":
        """The statement without what trails behind it and does not belong there."""
        return self

    def commas_missed(self, basic_1_1: bool) -> int:
        """How often the machine looks in vain for a comma behind it, where more may stand."""
        return int(bool(self.last_option) and getattr(self, self.last_option) is None)

    def followed(self, costs: "Costs") -> float:
        """What it takes more where another statement follows in its line."""
        return costs.comma_missed * self.commas_missed(bool(costs.model)) + costs.end_found * self.finds_end

    def only_waits(self) -> bool:
        return self.idle

    def looks_for_end(self, basic_1_1: bool) -> bool:
        return self.ends_first == ALWAYS or self.ends_first == IN_1_1 and basic_1_1

    @property
    def line_field(self) -> LineNumber | None:
        """The line that a field of its own names and that has to exist."""
        return next((value for value in children(self) if isinstance(value, LineNumber)), None) if self.targets else None

    @property
    def targets(self) -> tuple[int, ...]:
        """The lines that it names and that have to exist."""
        return tuple(int(node) for node in walk(self) if isinstance(node, LineNumber))

    @property
    def successors(self) -> tuple[Way, ...]:
        """Where it may lead, errors and events left out."""
        return (BEHIND,)

    @property
    def writes(self) -> tuple[Variable | Element, ...]:
        """The variables that it changes, as far as it names them."""
        return tuple(node for name in self.sets for node in flat(getattr(self, name)) if isinstance(node, Variable | Element))

    @property
    def reads(self) -> tuple[Variable | Element, ...]:
        """The variables that its expressions look at."""
        return tuple(node for node in self.looked_at() if isinstance(node, Variable | Element))

    @property
    def addressed(self) -> tuple[Variable | Element, ...]:
        """The variables whose address it takes: what gets that may change them."""
        return tuple(node.variable for node in self.looked_at() if isinstance(node, AddressOf))

    def looked_at(self) -> Iterator[Any]:
        """All nodes of its expressions; of what it changes, only the subscripts."""
        for name in field_names(self):
            for node in flat(getattr(self, name)):
                if name not in self.sets or not isinstance(node, Variable | Element):
                    yield from walk(node)
                elif isinstance(node, Element):
                    for subscript in node.subscripts:
                        yield from walk(subscript)


# The tree

def flat(value: Any) -> Iterator[Any]:
    """The nodes that a field holds: one, several in lists, or none."""
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from flat(part)
    elif is_record(value):
        yield value


def children(node: Any) -> Iterator[Any]:
    """The nodes that a node is made of."""
    for name in field_names(node):
        yield from flat(getattr(node, name))


def walk(node: Any) -> Iterator[Any]:
    """A node, and all nodes below it."""
    yield node
    for child in children(node):
        yield from walk(child)


# The registry

class StatementRule(NamedTuple):
    name: str
    rule: str
    node: type


STATEMENTS: list[StatementRule] = []
PARTS: list[StatementRule] = []         # rules that statements are built of

Node = TypeVar("Node", bound=type)


@dataclass_transform()
def statement(rule: str, token: int | None = None, since: int = 10, word: str | None = None) -> Callable[[Node], Node]:
    """Enters a statement: its rule (terminals in quotes), its keyword's token, the node class that the rule builds.

    The class gets the rule's values as its fields, in order. Without a token, another statement or basic.source.words enters
    the word. `since` is 11 for a word of BASIC 1.1.
    """
    def enter(node: Node) -> Node:
        if not issubclass(node, Statement) or not isinstance(vars(node).get("cost"), Cost):
            raise TypeError(f"{node.__name__} must be a Statement and declare its cost: Cost(...), or Cost.nothing(why)")
        first_word = word or rule.split('"')[1] if '"' in rule else ""
        if token is not None:
            add_word(first_word, token, since)
        node.word = terminal(first_word)
        record(node)
        STATEMENTS.append(StatementRule(rule_name(node), rule, node))
        return node
    return enter


@dataclass_transform()
def part(rule: str) -> Callable[[Node], Node]:
    """Enters a rule that statements refer to by the class's name in small letters."""
    def enter(node: Node) -> Node:
        record(node)
        PARTS.append(StatementRule(rule_name(node), rule, node))
        return node
    return enter


def rule_name(node: type) -> str:
    return "".join("_" * (char.isupper() and at > 0) + char.lower() for at, char in enumerate(node.__name__))


# Statements without a rule

@record
class Empty(Statement):
    """A statement of nothing, as between two colons."""
    step_lasts = True
    cost = Cost.nothing("there is nothing to do")
    idle = True

    def compile(self, c: "Compiler") -> Step:
        after = c.after
        return lambda: after

    def emit(self, c: "Compiler", unit: "UnitBuilder") -> None:
        unit.go(c.after)


@record
class Else(Statement):
    """The ELSE that is come to when THEN has been done: the rest of the line is passed over."""
    step_lasts = True
    cost = Cost.nothing("it takes what passing over the rest of its line takes")
    idle = True

    @property
    def successors(self) -> tuple[Way, ...]:
        return (Way(Place.NEXT_LINE),)

    def compile(self, c: "Compiler") -> Step:
        end = c.line_end
        return lambda: end

    def emit(self, c: "Compiler", unit: "UnitBuilder") -> None:
        unit.go(c.line_end)


@record
class Nonsense(Statement):
    """A statement that makes no sense from its beginning: it fails when it is reached."""
    number: int
    cost = Cost.nothing("it ends in an error")

    @property
    def successors(self) -> tuple[Way, ...]:
        return ()

    def compile(self, c: "Compiler") -> Step:
        return failure(self.number)


@record
class Trailing(Statement):
    """A whole statement with something behind it that does not belong there.

    Most statements do their work before the machine looks for their end; `ends_first` says which look first.
    """
    statement: Statement
    cost = Cost.nothing("that of its statement")

    @property
    def whole(self) -> Statement:
        return self.statement

    @property
    def successors(self) -> tuple[Way, ...]:
        return tuple(way for way in self.statement.successors if way != BEHIND)

    @property
    def targets(self) -> tuple[int, ...]:
        return self.statement.targets

    @property
    def writes(self) -> tuple[Variable | Element, ...]:
        return self.statement.writes

    def looked_at(self) -> Iterator[Any]:
        return self.statement.looked_at()

    def compile(self, c: "Compiler") -> Step:
        inner = self.statement
        if inner.looks_for_end(c.basic_1_1):
            line = inner.line_field
            return c.jump(int(line), SYNTAX) if line is not None else syntax_error(c)
        by_itself = inner.sees_its_end or inner.ends_first == IN_1_1
        if inner.sees_its_end:      # it makes all steps anew, this one too, or does not always end here
            inner.then_fails = True
        step, executor, pc, after = inner.compile(c), c.executor, c.pc, c.after
        if by_itself:
            return step

        def trailing() -> int:
            try:
                to = step()
            except Diverted as diverted:
                if type(diverted) is not Diverted:
                    raise
                to = executor.runner.attend_pc if diverted.pc == ATTEND else diverted.pc
            if not executor.table.trace.on:
                executor.table.code[pc] = trailing
            if to == after:
                raise BasicError(SYNTAX)
            return to
        return trailing


def failure(number: int) -> Step:
    """The step that does nothing but fail."""
    def fail() -> int:
        raise BasicError(number)
    return fail


def syntax_error(c: "Compiler") -> Step:
    """The step of a form that this BASIC does not know."""
    return failure(SYNTAX)
