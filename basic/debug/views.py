"""What a debugger shows, as plain data, made when it is asked for. Faces draw it."""

from typing import NamedTuple

from basic.debug.expressions import CommandError, Value
from basic.debug.sentences import sentence
from basic.runtime.control import END_OF_PROGRAM, FIRST_LINE, GOSUB_SIZE, PAUSED, READY, WHILE_SIZE
from basic.runtime.variables import Variables
from basic.session import Session
from basic.source.uncrunch import listed
from basic.source.walker import ELSE, QUOTE_REM, SEPARATOR
from basic.values import numerals
from basic.values.code import INTEGER, REAL, STRING

LONGEST_LISTED = 255
SUFFIX = {INTEGER: "%", STRING: "$"}
WITH_SUFFIX = {INTEGER: "%", STRING: "$", REAL: "!"}


def text_of(value: Value | str | None) -> str:
    """A value as it would be typed. What is no BASIC value stays as it is: a name, or None."""
    if isinstance(value, bytes):
        return '"' + value.decode("latin-1") + '"'
    return numerals.print_form(value).decode().strip() if isinstance(value, float) else str(value)


# where it stands

class Place(NamedTuple):
    """A statement of the program."""
    number: int | None          # the line's; None: a line without a number, or the prompt
    statement: int              # its place in the line, from 0

    def __str__(self) -> str:
        if self.number is None:
            return "direct"
        return f"{self.number}" + (f":{self.statement + 1}" if self.statement else "")


class Line(NamedTuple):
    number: int
    text: str                   # as LIST has it
    marked: tuple[int, int] | None = None       # the present statement's part of the text


def place_of(session: Session, pc: int) -> Place:
    line, statement = session.executor.table.where[pc]
    numbers = session.program.numbers
    return Place(numbers[line], statement) if line is not None and line < len(numbers) else Place(None, statement)


def here(session: Session) -> Place:
    return place_of(session, session.executor.runner.pc)


def state_sentence(session: Session) -> str:
    """What the machine does, where no line of the program comes next."""
    executor = session.executor
    pc = executor.runner.pc
    if pc == PAUSED:
        return "The program is paused: a key goes on, ESC stops it."
    if pc in (END_OF_PROGRAM, executor.table.end_pc()):
        return "The program is at its end."
    if pc < FIRST_LINE:
        return "The CPC is ready." if pc == READY else "The CPC waits for a line."
    if executor.table.direct and pc in executor.table.direct.pcs:
        return sentence("Direct: {0}", listed(executor.table.direct.crunched).decode("latin-1"))
    return ""


def statement_range(session: Session, number: int, statement: int) -> tuple[int, int]:
    """Where a statement begins and ends in the text that LIST shows of its line."""
    crunched, text = session.program.lines[number], line_text(session, number)
    found = session.executor.table.layout(session.program.index(number))[0][statement]
    head = len(b"%d " % number)
    begin = crunched[:found.start]
    if begin[-1:] == bytes((SEPARATOR,)) and crunched[found.start:found.start + 1] in (
            bytes((ELSE,)), bytes((QUOTE_REM,))):
        begin = begin[:-1]
    first, last = head + len(listed(begin)), head + len(listed(crunched[:found.end]))
    first, last = min(first, len(text)), min(last, len(text))
    while first < last and text[first] == " ":
        first += 1
    while first < last and text[last - 1:last] == " ":
        last -= 1
    return first, last


def statements_in(session: Session, number: int) -> int:
    """How many statements a line has."""
    return len(session.executor.table.layout(session.program.index(number))[0])


def statement_text(session: Session, place: Place) -> str:
    """A statement as LIST shows it; empty where the line is not there or has not as many statements any more."""
    number, statement = place
    if number is None or number not in session.program.lines or statement >= statements_in(session, number):
        return ""
    first, last = statement_range(session, number, statement)
    return line_text(session, number)[first:last]


def line_text(session: Session, number: int) -> str:
    """A line as LIST shows it; here this takes the machine no time."""
    return (b"%d " % number + listed(session.program.lines[number]))[:LONGEST_LISTED].decode("latin-1")


def listing(session: Session, number: int | None = None, before: int = 5, after: int = 5) -> list[Line]:
    """The lines around a line, or around the present statement. The present statement is marked."""
    program = session.program
    at = here(session)
    middle = at.number if number is None else number
    if middle is None:
        middle = program.numbers[0] if program.numbers else 0
    index = sum(one < middle for one in program.numbers)
    return [Line(one, line_text(session, one),
                 statement_range(session, one, at.statement) if one == at.number else None)
            for one in program.numbers[max(0, index - before):index + after + 1]]


# the stack

class StackEntry(NamedTuple):
    kind: str                   # GOSUB, FOR, WHILE, or the event that interrupted
    place: Place                # of the statement that began it
    text: str
    returns: Place              # where it goes on


def stack(session: Session) -> list[StackEntry]:
    """The open GOSUBs, FORs and WHILEs, the innermost first."""
    executor, variables = session.executor, session.variables
    found = []
    for frame in reversed(executor.stack.frames):
        opener, after = place_of(session, frame.opener), place_of(session, frame.pc)
        if frame.size == GOSUB_SIZE:
            if frame.key is not None and not frame.is_direct:
                found.append(StackEntry("EVENT", after, sentence("an event came before {0}", after), after))
            else:
                found.append(StackEntry("GOSUB", opener, sentence("back to {0}", after), after))
        elif frame.size == WHILE_SIZE:
            found.append(StackEntry("WHILE", opener, "", after))
        else:
            name = name_of(variables, variables.names[frame.slot], variables.kinds[frame.slot])
            text = f"{name} = {text_of(variables.values[frame.slot])} to {text_of(frame.limit)}"
            if frame.step != 1:
                text += f" step {text_of(frame.step)}"
            found.append(StackEntry("FOR", opener, text, after))
    return found


# variables

class Variable(NamedTuple):
    name: str
    text: str
    changed: bool


class Array(NamedTuple):
    name: str
    tops: tuple[int, ...]       # as in DIM
    changed: bool


def name_of(variables: Variables, name: bytes, kind: str) -> str:
    """As a listing has to write it: a real one needs its sign where DEFINT or DEFSTR says otherwise."""
    bare = name.decode("latin-1").lower()
    return bare + (SUFFIX.get(kind, "") or ("" if kind == default_kind(variables, bare) else WITH_SUFFIX[kind]))


def default_kind(variables: Variables, bare: str) -> str:
    """What a name without a sign is."""
    return variables.default_kinds[bare.upper().encode("latin-1")[0] - 65]


class Values(NamedTuple):
    """All values at some moment, to compare later ones with."""
    scalars: dict[int, Value]           # by slot
    arrays: dict[int, list[Value]]      # by the array's number


NOTHING = Values({}, {})


def values_of(variables: Variables) -> Values:
    return Values({slot: variables.values[slot] for slot in variables.created},
                  {number: list(elements_of(variables, number)) for number in variables.array_order})


def scalars(session: Session, before: Values = NOTHING) -> list[Variable]:
    """The variables that exist, and whether each has changed since `before`."""
    variables = session.variables
    return [Variable(name_of(variables, variables.names[slot], variables.kinds[slot]), text_of(variables.values[slot]),
                     before.scalars.get(slot) != variables.values[slot])
            for slot in variables.created]


def arrays(session: Session, before: Values = NOTHING) -> list[Array]:
    """The arrays that exist, and whether each has changed since `before`."""
    variables = session.variables
    return [Array(name_of(variables, variables.array_names[number], variables.array_kinds[number]),
                  tuple(size - 1 for size in variables.sizes[number]),
                  before.arrays.get(number) != variables.data[number])
            for number in variables.array_order]


def array_named(session: Session, name: str) -> Array:
    """An array by its name, with or without its brackets and suffix."""
    return arrays(session)[session.variables.array_order.index(array_number(session, name))]


def array_number(session: Session, name: str) -> int:
    """The number of an array that exists, by its name with or without brackets."""
    variables = session.variables
    plain = name.strip().partition("(")[0].lower()
    for number in variables.array_order:
        kind = variables.array_kinds[number]
        bare = variables.array_names[number].decode("latin-1").lower()
        if plain == bare + WITH_SUFFIX[kind] or plain == bare and kind == default_kind(variables, bare):
            return number
    raise CommandError("The array {0}() has not been dimensioned yet.", plain)


def elements_of(variables: Variables, number: int) -> list[Value]:
    """The elements of an array that exists, in the order in which they lie in memory."""
    data: list[Value] | None = variables.data[number]
    assert data is not None
    return data


def elements(session: Session, name: str) -> list[Value]:
    return list(elements_of(session.variables, array_number(session, name)))


def sizes_of(session: Session, name: str) -> tuple[int, ...]:
    """How many elements an array has in each dimension."""
    return tuple(session.variables.sizes[array_number(session, name)])


def earlier_elements(session: Session, name: str, before: Values) -> list[Value | None]:
    """The elements of an array as they were, all None where it did not exist or had another size."""
    number = array_number(session, name)
    earlier, now = before.arrays.get(number, []), elements_of(session.variables, number)
    return [*earlier] if len(earlier) == len(now) else [None] * len(now)


# the rest of the state

def data_pointer(session: Session) -> str:
    """What the next READ takes."""
    numbers, lines = session.program.numbers, session.program.lines
    line, offset = session.executor.data.at
    if line >= len(numbers):
        return "at the end"
    if offset < 0:
        return sentence("before line {0}", numbers[line])
    rest = lines[numbers[line]][offset:].decode("latin-1", "replace")
    return sentence("in line {0} before {1}", numbers[line], rest[:30]) if rest else (
        sentence("at the end of line {0}", numbers[line]))


def timers(session: Session) -> list[str]:
    events = session.executor.events
    found: list[str] = []
    for number, timer in enumerate(events.timers):
        if timer.remaining:
            kind = "EVERY" if timer.period else "AFTER"
            ticks = timer.period or timer.remaining
            found.append(sentence("{0}: in {1}/50 s", f"{kind} {ticks},{number} GOSUB {timer.line}", timer.remaining))
        if timer.pending:
            found.append(sentence("timer {0} is due: GOSUB {1}", number, timer.line))
    found += [f"ON SQ({1 << channel}) GOSUB {line}" for channel, line in enumerate(events.sound_lines)
              if line is not None]
    if events.on_break is not None:
        found.append(f"ON BREAK GOSUB {events.on_break}")
    if not events.enabled:
        found.append("DI")
    return found


def state(session: Session) -> list[tuple[str, str]]:
    executor = session.executor
    found = [("time", f"{session.machine.clock.us / 1e6:.6f} s"), ("DATA", data_pointer(session))]
    if executor.errors.on_error is not None:
        found.append(("ON ERROR", f"GOTO {executor.errors.on_error}"))
    if executor.errors.err:
        text = "ERR {0} in line {1}, being handled" if executor.errors.in_handler else "ERR {0} in line {1}"
        found.append(("error", sentence(text, executor.errors.err, executor.errors.erl)))
    found += [("event", text) for text in timers(session)]
    found.append(("angles", "DEG" if executor.degrees else "RAD"))
    found.append(("free", str(session.variables.free())))
    return found
