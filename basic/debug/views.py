"""What a debugger shows: plain data, made when it is asked for. Drawing it is for others."""

from typing import NamedTuple

from basic.debug.expressions import Misunderstood
from basic.runtime.control import END_OF_PROGRAM, FIRST_LINE, GOSUB_SIZE, PAUSED, READY, WHILE_SIZE
from basic.source import numerals, tokens
from basic.values.operators import INTEGER, STRING

LONGEST_LISTED = 255
SUFFIX = {INTEGER: "%", STRING: "$"}


def text_of(value) -> str:
    """A value as one would type it."""
    if isinstance(value, bytes):
        return '"' + value.decode("latin-1") + '"'
    return numerals.print_form(value).decode().strip() if isinstance(value, float) else str(value)


# where it stands

class Place(NamedTuple):
    number: int | None          # None: a line without a number, or the prompt
    statement: int

    def __str__(self) -> str:
        if self.number is None:
            return "direct"
        return f"{self.number}" + (f":{self.statement + 1}" if self.statement else "")


class Line(NamedTuple):
    number: int
    text: str                   # as LIST has it
    marked: tuple[int, int] | None = None       # the present statement's part of the text


def place_of(session, pc: int) -> Place:
    line, statement = session.executor.table.where[pc]
    numbers = session.program.numbers
    return Place(numbers[line], statement) if line is not None and line < len(numbers) else Place(None, statement)


def here(session) -> Place:
    return place_of(session, session.executor.runner.pc)


def state_sentence(session) -> str:
    """What the machine is about, where no line of the program is next."""
    executor = session.executor
    pc = executor.runner.pc
    if pc == PAUSED:
        return "The program is paused: a key goes on, ESC stops it."
    if pc in (END_OF_PROGRAM, executor.table.end_pc()):
        return "The program is at its end."
    if pc < FIRST_LINE:
        return "The CPC is ready." if pc == READY else "The CPC waits for a line."
    if executor.table.direct and pc in executor.table.direct[2]:
        return "Direct: " + tokens.listed(executor.table.direct[0]).decode("latin-1")
    return ""


def statement_range(session, number: int, statement: int) -> tuple[int, int]:
    """From where to where a statement goes in LIST's text of its line."""
    crunched, text = session.program.lines[number], line_text(session, number)
    found = session.executor.table.layout(session.program.index(number))[0][statement]
    head = len(b"%d " % number)
    begin = crunched[:found.start]
    if begin[-1:] == bytes((tokens.SEPARATOR,)) and crunched[found.start:found.start + 1] in (
            bytes((tokens.ELSE,)), bytes((tokens.QUOTE_REM,))):
        begin = begin[:-1]
    first, last = head + len(tokens.listed(begin)), head + len(tokens.listed(crunched[:found.end]))
    first, last = min(first, len(text)), min(last, len(text))
    while first < last and text[first] == " ":
        first += 1
    while first < last and text[last - 1:last] == " ":
        last -= 1
    return first, last


def line_text(session, number: int) -> str:
    """As LIST shows it, which takes the machine no time here."""
    return (b"%d " % number + tokens.listed(session.program.lines[number]))[:LONGEST_LISTED].decode("latin-1")


def listing(session, number: int | None = None, before: int = 5, after: int = 5) -> list[Line]:
    """The lines around one, or around the present statement, which is marked."""
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


def stack(session) -> list[StackEntry]:
    """The innermost first."""
    executor, variables = session.executor, session.variables
    found = []
    for frame in reversed(executor.stack.frames):
        opener, after = place_of(session, frame.opener), place_of(session, frame.pc)
        if frame.size == GOSUB_SIZE:
            if isinstance(frame.key, tuple):
                found.append(StackEntry("EVENT", after, f"an event came before {after}", after))
            else:
                found.append(StackEntry("GOSUB", opener, f"back to {after}", after))
        elif frame.size == WHILE_SIZE:
            found.append(StackEntry("WHILE", opener, "", after))
        else:
            name = name_of(variables.names[frame.slot], variables.kinds[frame.slot])
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


def name_of(name: bytes, kind: str) -> str:
    return name.decode("latin-1").lower() + SUFFIX.get(kind, "")


def values_of(variables) -> dict:
    """All values now, to be compared with later."""
    found = {("scalar", slot): variables.values[slot] for slot in variables.created}
    found.update({("array", number): list(variables.data[number]) for number in variables.array_order})
    return found


def scalars(session, before: dict) -> list[Variable]:
    """All that have a value, with what is not as it was `before`."""
    variables = session.variables
    return [Variable(name_of(variables.names[slot], variables.kinds[slot]), text_of(variables.values[slot]),
                     before.get(("scalar", slot)) != variables.values[slot])
            for slot in variables.created]


def arrays(session, before: dict) -> list[Array]:
    variables = session.variables
    return [Array(name_of(variables.array_names[number], variables.array_kinds[number]),
                  tuple(size - 1 for size in variables.sizes[number]),
                  before.get(("array", number)) != variables.data[number])
            for number in variables.array_order]


def array_number(session, name: str) -> int:
    """The array of that name, with or without its brackets."""
    variables = session.variables
    plain = name.strip().partition("(")[0].lower()
    for number in variables.array_order:
        kind = variables.array_kinds[number]
        bare = variables.array_names[number].decode("latin-1").lower()
        default = variables.default_kinds[bare.upper().encode()[0] - 65]
        if plain == bare + {"i": "%", "s": "$", "r": "!"}[kind] or plain == bare and kind == default:
            return number
    raise Misunderstood(f"The array {plain}() has not been dimensioned yet.")


def elements(session, name: str) -> list:
    return list(session.variables.data[array_number(session, name)])


def grid(session, name: str, width: int = 0, border: int = 0, letters: dict[str, str] | None = None,
         data: list | None = None) -> list[list[str]]:
    """An array as rows. One of one dimension is cut into rows of `width`, one of two has a row for each last subscript,
    one of more a row for each of all but the first. `border` rows and columns are left off all around.
    With `data`, the same of other values of its elements."""
    variables = session.variables
    number = array_number(session, name)
    sizes = variables.sizes[number]
    data = variables.data[number] if data is None else data
    across = width or (sizes[0] if len(sizes) > 1 else min(10, sizes[0]))
    if across < 1:
        raise Misunderstood("A grid has at least one column.")
    rows = [[(letters or {}).get(text_of(value), text_of(value)) for value in data[at:at + across]]
            for at in range(0, len(data), across)]
    if border:
        rows = [row[border:-border] for row in rows[border:-border]]
    return rows


# the rest of the state

def data_pointer(session) -> str:
    """What READ takes next."""
    numbers, lines = session.program.numbers, session.program.lines
    line, offset = session.executor.data.at
    if line >= len(numbers):
        return "at the end"
    if offset < 0:
        return f"before line {numbers[line]}"
    rest = lines[numbers[line]][offset:].decode("latin-1", "replace")
    return f"in line {numbers[line]} before {rest[:30]}" if rest else f"at the end of line {numbers[line]}"


def timers(session) -> list[str]:
    events = session.executor.events
    found = []
    for number, timer in enumerate(events.timers):
        if timer.remaining:
            kind = "EVERY" if timer.period else "AFTER"
            ticks = timer.period or timer.remaining
            found.append(f"{kind} {ticks},{number} GOSUB {timer.line}: in {timer.remaining}/50 s")
        if timer.pending:
            found.append(f"timer {number} is due: GOSUB {timer.line}")
    found += [f"ON SQ({1 << channel}) GOSUB {line}" for channel, line in enumerate(events.sound_lines)
              if line is not None]
    if events.on_break is not None:
        found.append(f"ON BREAK GOSUB {events.on_break}")
    if not events.enabled:
        found.append("DI")
    return found


def state(session) -> list[tuple[str, str]]:
    executor = session.executor
    found = [("time", f"{session.machine.clock.us / 1e6:.6f} s"), ("DATA", data_pointer(session))]
    if executor.errors.on_error is not None:
        found.append(("ON ERROR", f"GOTO {executor.errors.on_error}"))
    if executor.errors.err:
        handled = ", being handled" if executor.errors.in_handler else ""
        found.append(("error", f"ERR {executor.errors.err} in line {executor.errors.erl}{handled}"))
    found += [("event", text) for text in timers(session)]
    found.append(("angles", "DEG" if executor.degrees else "RAD"))
    found.append(("free", str(session.variables.free())))
    return found
