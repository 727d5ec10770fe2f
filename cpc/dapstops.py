"""An editor's breakpoints: in statements, on data, at errors, and those that only say something."""

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from basic.debugger import Breakpoint, Misunderstood, Watch
from basic.looking import Expression
from basic.seeing import text_of

from .dapvariables import ONLY_SEEN, as_typed, shown

ERRORS = "errors"
COUNTS: dict[str, Callable[[int, int], bool]] = {
    "": operator.ge, ">=": operator.ge, ">": operator.gt, "==": operator.eq, "=": operator.eq, "<": operator.lt,
    "<=": operator.le, "%": lambda hits, number: hits % number == 0}
FIRST_OF = {"": 0, ">=": 0, ">": 1}         # what a data breakpoint can count: from the pass on that is so much further
FIELD = re.compile(r"\{([^{}]*)\}")


@dataclass(eq=False)
class EditorsBreakpoint(Breakpoint):
    """Counts in more ways, and perhaps says something instead of stopping."""
    counts: tuple[str, int] = ("", 1)
    says: Callable[[], None] | None = None

    def holds(self) -> bool:
        return self.says is None and super().holds()

    def stops(self) -> bool:
        sign, number = self.counts
        if not super().holds() or not COUNTS[sign](self.hits.one_more(), number):
            return False
        if self.says is not None:
            self.says()
        return self.says is None

    def __str__(self) -> str:
        return super().__str__() + (f", pass {self.counts[0]}{self.counts[1]}" if self.counts != ("", 1) else "")


class Stops:
    """The part of the Adapter that sets and takes away."""

    def forget_stops(self) -> None:
        self.numbered = 0
        self.stops_on_error = False
        self.placed_in: dict[Path | None, list[tuple[dict, int, Breakpoint | None]]] = {}   # as asked, number, made
        self.watched: list[tuple[dict, int, Watch | None]] = []

    def _set_anew(self, wanted: list, before: list, make: Callable, numbers: list[int] | None = None) -> tuple:
        """What stands already in the same words stays, with what it has counted. (the stops, the answers)"""
        kept, answers = [], []
        before = list(before)
        for at, asked in enumerate(wanted):
            same = next((one for one in before if one[0] == asked and one[2] is not None), None)
            if same is not None:
                before.remove(same)
                kept.append(same)
                answers.append(None)
                continue
            if numbers is None:
                self.numbered += 1
            number, made, answer = self.numbered if numbers is None else numbers[at], None, {}
            try:
                made = make(asked)
                made.id = number
            except Misunderstood as error:
                answer = {"message": str(error), "reason": "failed"}
            kept.append((asked, number, made))
            answers.append(answer)
        self.debugger.traps.remove([one[2] for one in before if one[2] is not None])
        return kept, [self._answer_about(one, answer or {}) for one, answer in zip(kept, answers)]

    def _answer_about(self, stop: tuple, answer: dict) -> dict:
        _, number, made = stop
        answer = {"id": number, "verified": made is not None, **answer}
        if isinstance(made, Breakpoint):
            answer |= {"source": self.sources.described(self.sources.place_of(made.number)[0]),
                       **self.placed(made.number, made.statement)}
        return answer

    def set_stops_again(self) -> None:
        """After a restart: the machine is a new one, the numbers stay."""
        answers = []
        for source, stops in self.placed_in.items():
            self.placed_in[source], told = self._set_anew(
                [one[0] for one in stops], [], lambda asked, source=source: self._breakpoint(source, asked),
                [one[1] for one in stops])
            answers += told
        self.watched, told = self._set_anew([one[0] for one in self.watched], [], self._watch,
                                            [one[1] for one in self.watched])
        self.debugger.stops_on_error = self.stops_on_error
        for answer in answers + told:
            self.after.append(lambda answer=answer: self.event("breakpoint", reason="changed", breakpoint=answer))

    # in statements

    def on_setBreakpoints(self, given: dict) -> dict:
        wanted = given.get("breakpoints") or []
        try:
            source = self.sources.named(given["source"])
        except Misunderstood as error:
            return {"breakpoints": [{"verified": False, "message": str(error), "reason": "failed"} for _ in wanted]}
        self.placed_in[source], answers = self._set_anew(
            wanted, self.placed_in.get(source, []), lambda asked: self._breakpoint(source, asked))
        return {"breakpoints": answers}

    def _breakpoint(self, source: Path | None, asked: dict) -> Breakpoint:
        number = self.sources.number_at(source, asked["line"] - self.first_row)
        statement = 0
        if "column" in asked and self.sources.place_of(number) == (source, asked["line"] - self.first_row):
            statement = self.sources.statement_at(number, asked["column"] - self.first_column)
        counts = passes(asked.get("hitCondition") or "")
        says = self._saying(number, asked["logMessage"]) if asked.get("logMessage") else None
        debugger = self.debugger
        plain = debugger.add_breakpoint(number, statement, as_typed(asked.get("condition") or ""))
        debugger.traps.remove([plain])
        made = EditorsBreakpoint(number, statement, plain.condition, hits=plain.hits, counts=counts, says=says)
        debugger.traps.add(made)
        return made

    def _saying(self, number: int, message: str) -> Callable[[], None]:
        """What a log point does: text, with {expressions} worked out."""
        for field in FIELD.findall(message):
            Expression(self.cpc.session, as_typed(field))

        def value(match: re.Match) -> str:
            try:
                found = self.debugger.evaluate(as_typed(match[1]))
            except Misunderstood as error:
                return str(error)
            return shown(found.decode("latin-1") if isinstance(found, bytes) else text_of(found))

        def say() -> None:
            self.tell_output()
            source, row = self.sources.place_of(number)
            self.say(FIELD.sub(value, message), source=self.sources.described(source), line=row + self.first_row)
        return say

    def placed(self, number: int, statement: int) -> dict:
        """Where a statement is, as the editor counts."""
        first, last = self.sources.range_of(number, statement)
        row = self.sources.place_of(number)[1] + self.first_row
        return {"line": row, "column": first + self.first_column, "endLine": row, "endColumn": last + self.first_column}

    def on_breakpointLocations(self, given: dict) -> dict:
        source = self.sources.named(given["source"])
        first, last = given["line"] - self.first_row, given.get("endLine", given["line"]) - self.first_row
        found = []
        for number in self.cpc.session.program.numbers:
            place, row = self.sources.place_of(number)
            if place == source and first <= row <= last:
                found += [self.placed(number, statement) for statement in range(self.sources.statements(number))]
        begin = (given["line"], given.get("column", 0))
        end = (given.get("endLine", given["line"]), given.get("endColumn", float("inf")))
        return {"breakpoints": [one for one in found if begin <= (one["line"], one["column"]) <= end]}

    # on data

    def on_dataBreakpointInfo(self, given: dict) -> dict:
        name = given["name"]
        try:
            if given.get("variablesReference") in ONLY_SEEN or given.get("asAddress"):
                raise Misunderstood(f"{name} is not watched; variables and expressions are.")
            self.debugger.evaluate(as_typed(name))
        except Misunderstood as error:
            return {"dataId": None, "description": str(error)}
        return {"dataId": name, "description": name, "accessTypes": ["write"], "canPersist": True}

    def on_setDataBreakpoints(self, given: dict) -> dict:
        wanted = given.get("breakpoints") or []
        self.watched, answers = self._set_anew(wanted, self.watched, self._watch)
        return {"breakpoints": answers}

    def _watch(self, asked: dict) -> Watch:
        sign, number = passes(asked.get("hitCondition") or "")
        if sign not in FIRST_OF:
            raise Misunderstood("A data breakpoint counts from a pass on: 5, >=5 or >4.")
        if asked.get("accessType", "write") != "write":
            raise Misunderstood("Only a change stops the program, not reading.")
        return self.debugger.add_watch(as_typed(asked["dataId"]), condition=as_typed(asked.get("condition") or ""),
                                       passes=number + FIRST_OF[sign])

    # at errors

    def on_setExceptionBreakpoints(self, given: dict) -> dict:
        wanted = [*(given.get("filters") or []), *(one.get("filterId") for one in given.get("filterOptions") or [])]
        self.stops_on_error = self.debugger.stops_on_error = ERRORS in wanted
        return {"breakpoints": [{"verified": one == ERRORS} for one in wanted]}

    def on_exceptionInfo(self, given: dict) -> dict:
        if self.stop is None or self.stop.reason != "error":
            raise Misunderstood("There is no error here.")
        error, _, rest = self.stop.text.partition(" is about to happen")
        return {"exceptionId": error, "description": self.stop.text,
                "breakMode": "always" if rest.startswith(":") else "unhandled", "details": {"message": error}}


def passes(text: str) -> tuple[str, int]:
    """A hit condition: 5 for the fifth pass and all behind it, >4, ==5, %5 for each fifth."""
    match = re.fullmatch(r"\s*(>=|>|==?|<=?|%)?\s*(\d{1,9})\s*", text or "1")
    if not match:
        raise Misunderstood(f"{text} is no number of passes: 5, >5, >=5, ==5, <5, <=5 or %5.")
    if int(match[2]) < 1 and match[1] not in (">", ">="):
        raise Misunderstood("Passes are counted from 1.")
    return match[1] or "", int(match[2])
