"""Where things lie in memory, for @, PEEK and POKE: the program at &170, variables and arrays behind it, strings below HIMEM.

None of it is kept there while a program runs: bytes are made when they are looked at, and taken apart when they are written.
`lay_out` puts all of it into the RAM, for machine code and for a look at the whole memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from basic.errors import IMPROPER, BasicError
from basic.ports import signed
from basic.runtime.own_variables import OF_BASIC, OwnVariables
from basic.runtime.program import LINE_HEAD, START
from basic.runtime.variables import SIZE
from basic.source.walker import BLANKS, LINE_POINTER, UNTYPED_NAME, name_end, put_line, put_name, without_addresses
from basic.syntax.nodes import Element, Variable
from basic.syntax.statement_text import StatementText
from basic.syntax.tokens import Sort
from basic.values import reals
from basic.values.code import INTEGER, REAL, STRING
from basic.values.texts import own

if TYPE_CHECKING:
    from basic.runtime.compiler import Compiler
    from basic.session import Session
    from basic.values.code import Kind

Holder = tuple[str, int] | tuple[str, int, int]     # of a string
DIRECT_LINE = 0x40          # where a line typed without a number lies, crunched
SIGN = 3                    # the byte of a real with the sign, as its top bit
DIM = 0x93                  # which gives its names a kind, but no place
TYPE_BYTE = {INTEGER: 1, STRING: 2, REAL: 4}


class Addresses:
    def __init__(self, session: Session) -> None:
        self.session = session
        self.machine = session.machine
        self.image = b""
        self.image_made_of: tuple[int, ...] | None = None
        # line -> its text, and those of its statements that ran before the program was edited
        self.run_before: dict[int, tuple[bytes, tuple[int, ...]]] = {}
        self.own = OwnVariables(session)

    # the map

    def of_program(self) -> tuple[int, int]:
        """Where it begins, and what is behind it."""
        return START, self.variables_start()

    def variables_start(self) -> int:
        return START + self.session.program.size()

    def arrays_start(self) -> int:
        return self.variables_start() + self.session.variables.scalars_size + self.session.variables.functions_size

    @property
    def free_from(self) -> int:
        """Where nothing is any more, up to the strings."""
        return START + self.session.program.size() + self.session.variables.size()

    def scalar(self, slot: int) -> int:
        return self.variables_start() + self.session.variables.created[slot]

    def array(self, number: int) -> int:
        """Where an array's first element lies."""
        variables = self.session.variables
        address = self.arrays_start()
        for other in variables.array_order:
            head = len(variables.array_names[other]) + 6 + 2 * len(variables.sizes[other])
            if other == number:
                return address + head
            address += head + len(variables.data[other]) * SIZE[variables.array_kinds[other]]
        raise BasicError(IMPROPER)

    def strings(self) -> dict[Holder, int]:
        """Where the strings of variables lie: ("scalar", slot) or ("element", array, place) to address."""
        variables = self.session.variables
        top = self.session.top.himem + 1
        found: dict[Holder, int] = {}
        holders: list[tuple[Holder, bytes]] = [(("scalar", slot), variables.values[slot]) for slot in variables.created
                   if variables.kinds[slot] == STRING]
        for number in variables.array_order:
            if variables.array_kinds[number] == STRING:
                holders += [(("element", number, place), text) for place, text in enumerate(variables.data[number])]
        for holder, text in holders:
            top -= len(text)
            if text and top >= 0:
                found[holder] = top
                self.machine.ram[top:top + len(text)] = text
        return found

    # @

    def of(self, node: Variable | Element, c: Compiler) -> Callable[[], int]:
        """The closure for @variable."""
        variables = self.session.variables
        if isinstance(node, Element):
            array, kind = c.array_of(node)
            place_of = array.placer([c.subscript(part.compile(c)) for part in node.subscripts])

            def element() -> int:
                place = place_of()
                self._own(variables.data[array.number], place, kind)
                return signed(self.array(array.number) + place * SIZE[kind])
            return element
        slot, kind = c.variable(node.name, node.token)

        def address() -> int:
            if slot not in variables.created:
                raise BasicError(IMPROPER)
            self._own(variables.values, slot, kind)
            return signed(self.scalar(slot))
        return address

    def _own(self, holders: list[Any], place: int, kind: str) -> None:
        """In 1.1 a string whose address is asked for is no longer the program's."""
        variables = self.session.variables
        if kind == STRING and self.session.basic_1_1 and id(holders[place]) in variables.literals:
            holders[place] = variables.heap.copied(holders[place])

    # PEEK and POKE

    def peek(self, address: int) -> int:
        program = self.session.program
        end = START + program.size()
        if START <= address < end:
            return self.program_image()[address - START]
        variables = self.session.variables
        if end <= address < self.arrays_start():
            image = self.scalars_image()
            return image[address - end]
        if self.arrays_start() <= address < self.arrays_start() + variables.arrays_size:
            return self.arrays_image()[address - self.arrays_start()]
        if self.session.top.himem - variables.heap.bytes_used < address <= self.session.top.himem:
            self.strings()
        if address in OF_BASIC:
            byte = self.own.peek(address)
            if byte is not None:
                return byte
        return self.machine.peek(address)

    # memory as a whole, for those who read the RAM itself

    def lay_out(self) -> None:
        """Puts program, variables, strings and BASIC's own variables into the RAM as they are now."""
        ram, start = self.machine.ram, self.variables_start()
        if start <= self.session.top.himem:         # a large memory has no addresses for all of it
            ram[START:start] = self.program_image()
        self.lay_out_variables()
        self.own.put_into(ram)

    def lay_out_variables(self) -> bytes:
        """Puts variables, arrays and strings into the RAM; gives the bytes of variables and arrays."""
        start = self.variables_start()
        image = self.scalars_image() + self.arrays_image()
        if start + len(image) <= self.session.top.himem:
            self.machine.ram[start:start + len(image)] = image
        return image

    def concerns_variables(self, arguments: list[int | bytes]) -> bool:
        """Whether one of these, that a routine is given, is the address of a variable."""
        start = self.variables_start()
        end = self.arrays_start() + self.session.variables.arrays_size
        return any(isinstance(one, int) and start <= one < end for one in arguments)

    def take_back(self, before: bytes) -> None:
        """Gives variables the bytes that a routine has written into the RAM since `lay_out_variables`."""
        start = self.variables_start()
        now = bytes(self.machine.ram[start:start + len(before)])
        for at, (new, old) in enumerate(zip(now, before, strict=True)):
            if new != old:
                self.poke(start + at, new)

    def text_pointer(self, line: int | None, statement: int) -> int:
        """Where a statement ends: BASIC has this in HL when it calls a routine.

        `line` is the line's place in the program, None for the line typed.
        """
        end = self.session.executor.table.line_of(line).statements[statement].end
        return DIRECT_LINE + end if line is None else self.session.program.address(line) + LINE_HEAD + end

    def program_image(self) -> bytes:
        """The program as it lies in memory: what has run names lines and variables by their place."""
        program, variables, executor = self.session.program, self.session.variables, self.session.executor
        table = executor.table
        made_of = (program.version, len(table.reached), len(variables.created), variables.shape[0], table.known_lines.version)
        if self.image_made_of != made_of:
            image = bytearray(program.image())
            starts = {}
            at = 0
            for number in program.numbers:
                starts[number] = at
                at += len(program.lines[number]) + 5
            for place, (found, pcs) in table.layouts.items():
                number = program.numbers[place]
                for statement, pc in zip(found, pcs, strict=True):
                    if pc in table.reached:
                        self._put_places(image, starts[number] + LINE_HEAD, program.lines[number], statement)
            for (line, which), lines in table.known_lines.places():
                if line is not None:
                    at = starts[program.numbers[line]] + LINE_HEAD
                    self._put_lines(image, at, table.line_of(line).statements[which], lines, starts)
            for number, (crunched, ran) in self.run_before.items():
                if program.lines.get(number) == crunched:
                    found = table.line_of(program.index(number)).statements
                    for one in ran:
                        self._put_places(image, starts[number] + LINE_HEAD, crunched, found[one], self.session.basic_1_1)
            self.image, self.image_made_of = bytes(image), made_of
        return self.image

    def before_edit(self) -> None:
        """What has run still names its variables by their places when other lines are edited, in 1.1 by their kinds."""
        program, table = self.session.program, self.session.executor.table
        for place, (_, pcs) in table.layouts.items():
            ran = tuple(at for at, pc in enumerate(pcs) if pc in table.reached)
            if ran:
                number = program.numbers[place]
                self.run_before[number] = program.lines[number], ran

    def ran_before(self, line: int | None, statement: int) -> bool:
        """Whether a statement of the program ran before other lines were edited."""
        if line is None or not self.run_before:
            return False
        number = self.session.program.numbers[line]
        text, ran = self.run_before.get(number, (b"", ()))
        return statement in ran and text == self.session.program.lines[number]

    def after_edit(self, pointing: list[tuple[list[Any], int, int]]) -> None:
        """Strings in the program are what lies there now. What lies behind the variables has stayed as it was."""
        literals, found = self.session.variables.literals, dict[tuple[int, bytes], bytes]()
        free = self.arrays_start() + self.session.variables.arrays_size
        for holders, place, address in pointing:
            old = holders[place]
            text = found.get((address, old))
            if text is None:
                now = bytes(self.peek(address + at) if address + at < free else byte for at, byte in enumerate(old))
                text = found[address, old] = own(now)
                literals.note(text, address)
            holders[place] = text

    def _put_places(self, image: bytearray, at: int, crunched: bytes, statement: StatementText,
                    only_kinds: bool = False) -> None:
        variables = self.session.variables
        tokens_in = [token for token in statement.tokens if crunched[token.at:token.at + 1]]
        for token in tokens_in:
            place = at + token.at
            if isinstance(token.value, tuple) and crunched[token.at] <= UNTYPED_NAME:
                kind = variables.kind_of(*token.value)
                of_array = crunched[name_end(crunched, token.at):].lstrip(BLANKS)[:1] in (b"(", b"[")
                offset = self._offset(token.value[0], kind, of_array)
                if only_kinds and offset is not None or of_array and crunched[tokens_in[0].at] == DIM:
                    offset = 0
                if offset is not None:
                    untyped = crunched[token.at] == UNTYPED_NAME and kind != REAL
                    type_byte = TYPE_BYTE[kind] + 10 if untyped else crunched[token.at]
                    put_name(image, place, type_byte, offset)

    @staticmethod
    def _put_lines(image: bytearray, at: int, statement: StatementText, known: int, starts: dict[int, int]) -> None:
        lines = [token for token in statement.tokens if token.sort is Sort.LINE]
        for which, token in enumerate(lines):
            target = starts.get(int(token.value))
            if known >> which & 1 and target is not None:
                put_line(image, at + token.at, LINE_POINTER, START + target - 1)

    def _offset(self, name: bytes, kind: Kind, of_array: bool) -> int | None:
        """How the machine names a variable that there is: from where variables or arrays begin, to its value or sizes."""
        variables = self.session.variables
        if of_array:
            number = variables.array_slots.get((name, kind))
            if number not in variables.array_order:
                return None
            return self.array(number) - self.arrays_start() - 2 * len(variables.sizes[number])
        slot = variables.slots.get((name, kind))
        return variables.created[slot] + 1 if slot in variables.created else None

    def scalars_image(self) -> bytes:
        variables = self.session.variables
        strings = self.strings() if STRING in variables.kinds else {}
        image = bytearray(variables.scalars_size + variables.functions_size)
        for slot, at in variables.created.items():
            name = variables.names[slot]
            value = self._bytes(variables.kinds[slot], variables.values[slot], strings.get(("scalar", slot), 0), (slot,))
            head = b"\0\0" + name[:-1] + bytes((name[-1] | 0x80, TYPE_BYTE[variables.kinds[slot]]))
            image[at - len(head):at + len(value)] = head + value
        return bytes(image)

    def arrays_image(self) -> bytes:
        variables = self.session.variables
        strings = self.strings()
        image = bytearray()
        for number in variables.array_order:
            kind, name, sizes = variables.array_kinds[number], variables.array_names[number], variables.sizes[number]
            body = b"".join(self._bytes(kind, value, strings.get(("element", number, place), 0), (number, place))
                            for place, value in enumerate(variables.data[number]))
            size = 1 + 2 * len(sizes) + len(body)
            image += b"\0\0" + name[:-1] + bytes((name[-1] | 0x80, TYPE_BYTE[kind])) + size.to_bytes(2, "little")
            image += bytes((len(sizes),)) + b"".join(one.to_bytes(2, "little") for one in reversed(sizes)) + body
        return bytes(image)

    def _bytes(self, kind: str, value: Any, string_address: int, place: tuple[int, ...]) -> bytes:
        if kind == INTEGER:
            word: int = value & 0xFFFF
            return word.to_bytes(2, "little")
        if kind == REAL:
            image = reals.to_bytes(value)
            poked = image if value else self.session.variables.zeros.get(place, image)
            return poked if poked[SIGN] >> 7 == image[SIGN] >> 7 else image
        return bytes((len(value),)) + string_address.to_bytes(2, "little")

    def poke(self, address: int, value: int) -> None:
        session = self.session
        program, variables = session.program, session.variables
        end = START + program.size()
        if START <= address < end:
            self._poke_program(address - START, value)
        elif end <= address < self.arrays_start():
            for slot, at in variables.created.items():
                if 0 <= address - end - at < SIZE[variables.kinds[slot]]:
                    variables.values[slot] = self._changed(variables.kinds[slot], variables.values[slot],
                                                           address - end - at, value, (slot,))
        elif address < self.arrays_start() + variables.arrays_size:
            for number in variables.array_order:
                kind = variables.array_kinds[number]
                place, byte = divmod(address - self.array(number), SIZE[kind])
                if 0 <= place < len(variables.data[number]):
                    variables.data[number][place] = self._changed(kind, variables.data[number][place], byte, value,
                                                                  (number, place))
                    break
        elif address not in OF_BASIC or not self.own.poke(address, value):
            self.machine.poke(address, value)

    def _changed(self, kind: str, old: Any, byte: int, value: int, place: tuple[int, ...]) -> int | float | bytes:
        """A variable's value with one of its bytes changed. A real is 0 as long as its last byte is 0, whatever is before."""
        image = bytearray(self._bytes(kind, old, 0, place))
        image[byte] = value
        if kind == INTEGER:
            return int.from_bytes(image, "little", signed=True)
        if kind == REAL:
            self.session.variables.zeros.pop(place, None)
            if image[-1] == 0:
                self.session.variables.zeros[place] = bytes(image)
            return reals.from_bytes(bytes(image))
        text: bytes = old
        return text[:value].ljust(value, b"\0") if byte == 0 else text

    def _poke_program(self, offset: int, value: int) -> None:
        """A byte changed inside a line: the line is another one from now on."""
        program = self.session.program
        at = 0
        for number in program.numbers:
            crunched = program.lines[number]
            inside = offset - at - 4
            if 0 <= inside < len(crunched):
                changed = crunched[:inside] + bytes((value,)) + crunched[inside + 1:]
                program.store(number, without_addresses(changed))
                return
            at += len(crunched) + 5
