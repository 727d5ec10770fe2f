"""`cpc show`: what becomes of a line of BASIC, stage by stage: bytes, tokens, tree, cost, a unit's text."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from basic.errors import BasicError
from basic.runtime.control import FIRST_LINE
from basic.session import Session
from basic.source.crunch import line_number_at
from basic.source.uncrunch import listed
from basic.source.walker import Item, Kind, walk
from basic.syntax.as_text import token_text, tree_rows
from basic.syntax.parser import node_of
from basic.syntax.statement_text import StatementText
from basic.units.builder import UnitBuilder
from basic.units.flow_graph import Graph
from basic.units.jit import FEWEST, graph_of
from basic.units.python_unit import PythonUnit
from basic.units.show import exits_of, operations_of
from cpc.charset import readable
from cpc.commands.convert import read_program
from cpc.commands.fault import MEANING, Fault
from cpc.commands.run import find
from cpc.commands.speech import Parser
from cpc.keys.host_keys import codes_for

MODELS = ("464", "6128")
LONGEST_NAME = 250          # of a file, on most hosts; a line of BASIC may be longer
NUMBER = 10                 # of a line that is given without one
BYTES_A_ROW = 8
STATEMENTS_RUN = 50
_FILE = re.compile(r"[^\s\"]+\.(?:bas|txt|asc)", re.IGNORECASE)
_PLACE = re.compile(r"(.+):(\d+)")

Lines = dict[int, bytes]


def show(argv: list[str]) -> int:
    parser = Parser("cpc show", description="""Shows what becomes of a line: its crunched bytes, its tokens,
        the tree that the parser makes, what each statement costs on a 464 and on a 6128, and the unit that is made of it
        when it runs often, as operations and as Python text.""")
    parser.add_argument("line", metavar="LINE|FILE[:NUMBER]",
                        help="a line of BASIC in quotes; or a program's file, or an example by its name, with the number of "
                             "one of its lines; without the number all its lines are shown")
    parser.add_argument("--model", choices=MODELS, default="464", help="464: BASIC 1.0; 6128: BASIC 1.1")
    options = parser.parse_args(argv)
    lines, wanted = _lines(options.line, options.model)
    for at, number in enumerate(wanted):
        if at:
            print()
        print("\n".join(stages(lines, number, options.model)))
    return 0


# which line

def _lines(text: str, model: str) -> tuple[Lines, list[int]]:
    """All lines of the program, and the numbers of those that are wanted."""
    place = _PLACE.fullmatch(text)
    named = [(text, None), *([(place[1], int(place[2]))] if place else [])]
    if place and Path(place[1]).is_file():          # else it may be a file in an image: disc.dsk:20
        named.reverse()
    for name, number in named:
        path = find(name) if name.strip() and len(name) <= LONGEST_NAME else None
        if path is not None:
            return _of_file(path, number, model)
        if _FILE.fullmatch(name):
            raise Fault(f"There is no file {name}.")
    return _typed_in(text, model)


def _of_file(path: Path, number: int | None, model: str) -> tuple[Lines, list[int]]:
    lines = read_program(path, model).session.program.lines
    if number is not None and number not in lines:
        raise Fault(f"{path} has no line {number}.")
    return lines, sorted(lines) if number is None else [number]


def _typed_in(text: str, model: str) -> tuple[Lines, list[int]]:
    line, unknown = codes_for(text.strip())
    if unknown:
        raise Fault(f"The line has characters that the CPC does not have: {unknown}")
    number, end = line_number_at(line, 0)
    if not line[end:].strip():
        raise Fault("There is nothing in that line to show.")
    if number is None and end:
        raise Fault("The number of a line is from 1 to 65535.")
    try:
        crunched = Session(basic_1_1=model == "6128").crunch(line[end:].removeprefix(b" "))
    except BasicError as error:
        raise Fault(f"{str(error).rstrip('.')}: {MEANING[error.number]}.") from None
    return {number or NUMBER: crunched}, [number or NUMBER]


# the stages

def stages(lines: Lines, number: int, model: str) -> Iterator[str]:
    """Each stage of a line under a heading."""
    crunched = lines[number]
    machines = {name: _machine(lines, name) for name in MODELS}
    session = machines[model]
    statements = session.executor.table.layout(session.program.index(number)).statements
    yield f"{number} {readable(listed(crunched))}"
    yield from _stage("Bytes", _bytes(crunched))
    yield from _stage("Tokens", (" ".join(map(token_text, text.tokens)) or "(nothing)" for text in statements))
    yield from _stage("Tree", (row for text in statements for row in tree_rows(node_of(text))))
    yield from _stage("Microseconds", _costs(machines, number, [_source(crunched, text) for text in statements]))
    for heading, rows in _unit(session, number):
        yield from _stage(heading, rows)


def _stage(heading: str, rows: Iterable[str]) -> Iterator[str]:
    yield ""
    yield heading
    for row in rows:
        yield f"  {row}".rstrip()


def _machine(lines: Lines, model: str) -> Session:
    session = Session(basic_1_1=model == "6128", memory="large")
    for number, crunched in lines.items():
        session.program.store(number, crunched)
    session.changed()
    return session


def _source(crunched: bytes, text: StatementText) -> str:
    """A statement as LIST shows it."""
    return readable(listed(crunched[text.start:text.end])).strip()


def _bytes(crunched: bytes) -> Iterator[str]:
    for item in walk(crunched):
        raw = crunched[item.offset:item.offset + item.size]
        rows = [raw[at:at + BYTES_A_ROW].hex(" ").upper() for at in range(0, len(raw), BYTES_A_ROW)]
        for at, row in enumerate(rows):
            yield f"{row:{3 * BYTES_A_ROW}} {_item(crunched, item) if not at else ''}"


def _item(crunched: bytes, item: Item) -> str:
    raw = crunched[item.offset:item.offset + item.size]
    if item.kind is Kind.SPACE:
        return "space"
    if item.kind is Kind.SEPARATOR:
        before_word = crunched[item.offset + 1:item.offset + 2] in (b"\x97", b"\xc0")
        return "separator before ELSE or '" if before_word else "separator of statements"
    if item.kind in (Kind.REMARK, Kind.TEXT):
        return f"{item.kind.value} {readable(listed(raw) if item.kind is Kind.REMARK else raw)}"
    return f"{item.kind.value} {readable(listed(raw))}"


def _costs(machines: dict[str, Session], number: int, sources: list[str]) -> Iterator[str]:
    """What each statement takes, and what it takes besides when it is reached for the first time."""
    found = {model: _compiled(session, number) for model, session in machines.items()}
    width = max(map(len, sources))
    yield f"{'':{width}}" + "".join(f"{model:>8}{'at first':>10}" for model in found)
    for at, source in enumerate(sources):
        yield f"{source:{width}}" + "".join(f"{each:8}{f'+{once}' if once else '':>10}"
                                            for each, once in (costs[at] for costs in found.values()))


def _compiled(session: Session, number: int) -> list[tuple[int, int]]:
    """Compiles a line: what each statement takes each time, and besides at first."""
    table, line = session.executor.table, session.program.index(number)
    layout = table.layout(line)
    costs = []
    for at, pc in enumerate(layout.pcs):
        try:
            once = table.compile(line, at, layout.statements, layout.pcs)
        except BasicError:          # all it does is fail, before it takes any time
            once = 0
        costs.append((table.cost[pc], once))
    return costs


def _unit(session: Session, number: int) -> list[tuple[str, list[str]]]:
    """The unit that the line is the beginning of: the first that loops, if there is one."""
    found: tuple[UnitBuilder, Graph] | None = None
    for pc in _reached(session, number):
        unit = UnitBuilder(session.executor, pc)
        if not unit.start.left:
            graph = graph_of(unit)
            if found is None or graph.cycles:
                found = unit, graph
            if graph.cycles:
                break
    if found is None:
        return [("Unit", ["none: these statements are always steps of their own"])]
    unit, graph = found
    too_short = not graph.cycles and len(graph.order) < FEWEST
    note = f", only made for {FEWEST} statements or a loop" if too_short else ""
    text = PythonUnit(unit, graph)
    return [(f"Unit, as operations{note}", operations_of(unit, graph)), ("Unit, its exits", exits_of(unit, text)),
            ("Unit, as Python text", text.source.splitlines())]


def _reached(session: Session, number: int) -> Iterator[int]:
    """Runs a few statements, twice from the line on, so that its variables are there and its loops have begun; the places
    in the line where it comes by."""
    runner, jit = session.executor.runner, session.executor.jit
    pcs = session.executor.table.layout(session.program.index(number)).pcs
    for _ in range(2):
        runner.pc = pcs[0]
        for _ in range(STATEMENTS_RUN):
            if runner.pc < FIRST_LINE:
                break
            if runner.pc in pcs and jit.known(runner.pc):
                yield runner.pc
            session.run(1)
