"""An editor's breakpoints: in statements, on data, at errors, and those that only say something."""

import operator
import re
from collections.abc import Callable
from functools import partial
from itertools import chain
from pathlib import Path

from basic.debug.breakpoints import Hits
from basic.debug.debugger import Breakpoint, CommandError, Watch
from basic.debug.expressions import Expression
from basic.debug.sentences import Sentence
from basic.debug.views import text_of
from basic.records import record
from cpc.debugger.dap.arguments import Arguments, Body, Span
from cpc.debugger.dap.editor import Editor
from cpc.debugger.dap.variables import ONLY_SEEN, as_typed, shown

ERRORS = "errors"
COUNTS: dict[str, Callable[[int, int], bool]] = {
    "": operator.ge, ">=": operator.ge, ">": operator.gt, "==": operator.eq, "=": operator.eq, "<": operator.lt,
    "<=": operator.le, "%": lambda hits, number: hits % number == 0}
FIRST_OF = {"": 0, ">=": 0, ">": 1}         # what a data breakpoint can count: from the pass on that is so much further
Make = Callable[[Arguments], Breakpoint | Watch]
FIELD = re.compile(r"\{([^{}]*)\}")


@record(eq=False)
class EditorsBreakpoint(Breakpoint):
    """A breakpoint that counts in more ways. As a log point it prints a text and does not stop the program."""
    counts: tuple[str, int] = ("", 1)
    says: Callable[[], None] | None = None

    def holds(self) -> bool:
        return self.says is None and super().holds()

    def stops(self) -> bool:
        sign, number = self.counts
        if not super().holds() or self.hits is None or not COUNTS[sign](self.hits.one_more(), number):
            return False
        if self.says is not None:
            self.says()
        return self.says is None

    def __str__(self) -> str:
        return super().__str__() + (f", pass {self.counts[0]}{self.counts[1]}" if self.counts != ("", 1) else "")


@record(eq=False)
class Asked:
    """A breakpoint as the editor asked for it, its number there, and the breakpoint or the fault that it led to."""
    words: Arguments
    number: int
    made: Breakpoint | Watch | None = None
    fault: str = ""


class Breakpoints:
    """Answers the requests that set breakpoints and take them away."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self.numbered = 0
        self.stops_on_error = False
        self.placed_in: dict[Path | None, list[Asked]] = {}
        self.watched: list[Asked] = []

    def _set_anew(self, wanted: list[Arguments], before: list[Asked], make: Make,
                  means: Callable[[Asked], bool]) -> list[Asked]:
        """Sets what the editor wants. A breakpoint that it has asked for in the same words before stays, with its count, if
        they still mean it."""
        left, found = list(before), []
        for words in wanted:
            same = next((one for one in left if one.words == words and one.made is not None and means(one)), None)
            if same is None:
                self.numbered += 1
                same = Asked(words, self.numbered)
                self._make(same, make)
            else:
                left.remove(same)
            found.append(same)
        self.editor.debugger.remove_all([one.made for one in left if one.made is not None])
        return found

    def _make(self, asked: Asked, make: Make) -> None:
        asked.made, asked.fault = None, ""
        try:
            asked.made = make(asked.words)
            asked.made.id = asked.number
        except CommandError as error:
            asked.fault = self.editor.spoken(error.sentence)

    def _described(self, asked: Asked) -> Body:
        made = asked.made
        if made is None:
            return {"id": asked.number, "verified": False, "message": asked.fault, "reason": "failed"}
        place: Body = {}
        if isinstance(made, Breakpoint):
            place = {"source": self.editor.sources.described(self.editor.sources.place_of(made.number)[0]),
                     **self.editor.placed(made.number, made.statement)}
        return {"id": asked.number, "verified": True, **place}

    def set_again(self) -> None:
        """After a restart, on the new machine; the numbers stay the same."""
        self.editor.debugger.stops_on_error = self.stops_on_error
        for source, stops in self.placed_in.items():
            for one in stops:
                self._make(one, partial(self._breakpoint, source))
        for one in self.watched:
            self._make(one, self._watch)
        editor = self.editor
        for one in [*chain.from_iterable(self.placed_in.values()), *self.watched]:
            editor.after.append(partial(editor.event, "breakpoint", reason="changed", breakpoint=self._described(one)))

    # in statements

    def on_setBreakpoints(self, given: Arguments) -> Body:
        wanted = given.get("breakpoints") or []
        try:
            source = self.editor.sources.named(given["source"])
        except CommandError as error:
            why = self.editor.spoken(error.sentence)
            return {"breakpoints": [{"verified": False, "message": why, "reason": "failed"} for _ in wanted]}
        self.placed_in[source] = self._set_anew(wanted, self.placed_in.get(source, []), partial(self._breakpoint, source),
                                                partial(self._still_there, source))
        return {"breakpoints": [self._described(one) for one in self.placed_in[source]]}

    def _still_there(self, source: Path | None, asked: Asked) -> bool:
        """Whether the row that a breakpoint was asked for is still its line: lines may have been typed in or deleted."""
        assert isinstance(asked.made, Breakpoint)
        try:
            return self._line_at(source, asked.words) == asked.made.number
        except CommandError:
            return False

    def _line_at(self, source: Path | None, asked: Arguments) -> int:
        return self.editor.sources.number_at(source, asked["line"] - self.editor.first_row)

    def _breakpoint(self, source: Path | None, asked: Arguments) -> Breakpoint:
        number = self._line_at(source, asked)
        statement = 0
        if "column" in asked and self.editor.sources.place_of(number) == (source, asked["line"] - self.editor.first_row):
            statement = self.editor.sources.statement_at(number, asked["column"] - self.editor.first_column)
        counts = passes(asked.get("hitCondition") or "")
        says = self._saying(number, asked["logMessage"]) if asked.get("logMessage") else None
        debugger = self.editor.debugger
        debugger.known_line(number, statement)
        condition = debugger.condition(as_typed(asked.get("condition") or ""))
        return debugger.add(EditorsBreakpoint(number, statement, condition, hits=Hits(debugger.clock), counts=counts,
                                              says=says))

    def _saying(self, number: int, message: str) -> Callable[[], None]:
        """What a log point does: prints a text, with the values of {expressions}."""
        for field in FIELD.findall(message):
            Expression(self.editor.cpc.session, as_typed(field))

        def value(match: re.Match[str]) -> str:
            try:
                found = self.editor.debugger.evaluate(as_typed(match[1]))
            except CommandError as error:
                return self.editor.spoken(error.sentence)
            return shown(found.decode("latin-1") if isinstance(found, bytes) else text_of(found))

        def say() -> None:
            editor = self.editor
            editor.tell_output()
            source, row = editor.sources.place_of(number)
            editor.say(FIELD.sub(value, message), source=editor.sources.described(source), line=row + editor.first_row)
        return say

    def on_breakpointLocations(self, given: Arguments) -> Body:
        source = self.editor.sources.named(given["source"])
        first, last = given["line"] - self.editor.first_row, given.get("endLine", given["line"]) - self.editor.first_row
        found: list[Span] = []
        for number in self.editor.cpc.session.program.numbers:
            place, row = self.editor.sources.place_of(number)
            if place == source and first <= row <= last:
                found += [self.editor.placed(number, statement) for statement in range(self.editor.sources.statements(number))]
        begin = (given["line"], given.get("column", 0))
        end = (given.get("endLine", given["line"]), given.get("endColumn", float("inf")))
        return {"breakpoints": [one for one in found if begin <= (one["line"], one["column"]) <= end]}

    # on data

    def on_dataBreakpointInfo(self, given: Arguments) -> Body:
        name = given["name"]
        try:
            if given.get("variablesReference") in ONLY_SEEN or given.get("asAddress"):
                raise CommandError("{0} is not watched; variables and expressions are.", name)
            self.editor.debugger.evaluate(as_typed(name))
        except CommandError as error:
            return {"dataId": None, "description": self.editor.spoken(error.sentence)}
        return {"dataId": name, "description": name, "accessTypes": ["write"], "canPersist": True}

    def on_setDataBreakpoints(self, given: Arguments) -> Body:
        self.watched = self._set_anew(given.get("breakpoints") or [], self.watched, self._watch, lambda asked: True)
        return {"breakpoints": [self._described(one) for one in self.watched]}

    def _watch(self, asked: Arguments) -> Watch:
        sign, number = passes(asked.get("hitCondition") or "")
        if sign not in FIRST_OF:
            raise CommandError("A data breakpoint counts from a pass on: 5, >=5 or >4.")
        if asked.get("accessType", "write") != "write":
            raise CommandError("Only a change stops the program, not reading.")
        return self.editor.debugger.add_watch(as_typed(asked["dataId"]), condition=as_typed(asked.get("condition") or ""),
                                       passes=number + FIRST_OF[sign])

    # at errors

    def on_setExceptionBreakpoints(self, given: Arguments) -> Body:
        wanted = [*(given.get("filters") or []), *(one.get("filterId") for one in given.get("filterOptions") or [])]
        self.stops_on_error = self.editor.debugger.stops_on_error = ERRORS in wanted
        return {"breakpoints": [{"verified": one == ERRORS} for one in wanted]}

    def on_exceptionInfo(self, given: Arguments) -> Body:
        if self.editor.stop is None or self.editor.stop.reason != "error":
            raise CommandError("There is no error here.")
        text = self.editor.stop.text
        assert isinstance(text, Sentence)
        error, handler = text.values[0], len(text.values) > 1
        return {"exceptionId": error, "description": self.editor.spoken(text),
                "breakMode": "always" if handler else "unhandled", "details": {"message": error}}


def passes(text: str) -> tuple[str, int]:
    """A hit condition: 5 is the fifth pass and all later ones, as >4; ==5 is the fifth only, %5 each fifth."""
    match = re.fullmatch(r"\s*(>=|>|==?|<=?|%)?\s*(\d{1,9})\s*", text or "1")
    if not match:
        raise CommandError("{0} is no number of passes: 5, >5, >=5, ==5, <5, <=5 or %5.", text)
    if int(match[2]) < 1 and match[1] not in (">", ">="):
        raise CommandError("Passes are counted from 1.")
    return match[1] or "", int(match[2])
