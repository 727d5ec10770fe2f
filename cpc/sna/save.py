"""A machine of ours as a snapshot that the firmware goes on from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basic.runtime.control import EDIT, FIRST_LINE, PAUSED, Position
from basic.runtime.own_variables import TABLE as OWN
from basic.runtime.program import START
from cpc.firmware.variables import TABLE, Variable
from cpc.hardware.gate_array import ARRANGEMENTS
from cpc.memory import BANK, SCREEN_SIZE
from cpc.picture.palette import BORDER, GATE_ARRAY
from cpc.sna import form, restart
from cpc.sna.form import SnapshotFault
from cpc.sna.image import CannotSay, Image, word
from cpc.sna.workspace import (
    HANDLES_ERROR,
    KINDS,
    SOUND_EVENT,
    SOUND_LINE,
    TIMER,
    TIMER_COUNT,
    TIMER_LINE,
    WORKSPACES,
)

if TYPE_CHECKING:
    from basic.session import Session
    from cpc.machine import Machine

HALF = 0x8000                   # where other banks do not reach
AT_THE_PROMPT, IN_A_PROGRAM = 0xC0B2, 0xDE00       # BASIC's return addresses on the stack: which of them shows where it is
MOST_STEPS = 1000               # before a place is found where the firmware can begin
SPARE = 256                     # bytes that BASIC has for itself while the script runs
SHOWN = {"mode", "offset of the screen", "base of the screen", "first inks", "second inks", "TIME"}     # set by calls
SCR_SET_OFFSET, SCR_SET_BASE, SCR_SET_MODE, SCR_SET_INK, SCR_SET_BORDER = 0xBC05, 0xBC08, 0xBC0E, 0xBC32, 0xBC38
SCR_ACCESS = 0xBC59
GRA_SET_BACK, GRA_SET_FIRST, GRA_SET_MASK, KL_BANK_SWITCH = 0xBD46, 0xBD49, 0xBD4C, 0xBD5B
SOUND_AMPL_ENVELOPE, SOUND_TONE_ENVELOPE = 0xBCBC, 0xBCBF
ENVELOPE, ENVELOPES = 16, 15      # bytes of one, and how many there are of each kind
SCRATCH = 0x100                 # memory of BASIC that is free while it waits for a line
SYMBOL = 8
KEPT_BY_BASIC = range(0xAB00, 0xAC00)


class Saved:
    """The bytes of a snapshot, and what it lacks, a sentence each."""

    def __init__(self, machine: Machine, session: Session) -> None:
        self.machine, self.session = machine, session
        if session.large:
            raise SnapshotFault("A machine with memory=\"large\" has no snapshot that fits into a CPC.")
        self.workspace = WORKSPACES[machine.model]
        self.missing: list[str] = []
        self.copies: list[tuple[int, bytes]] = []       # what the script puts where, for those who only read the memory
        self.position = self._position()
        session.addresses.lay_out()
        machine.variables.put_into(machine.ram)
        self.image = Image(session)
        self.goes_on = False            # a program does
        self._look_for_losses()
        self.data = self._written()

    def _look_for_losses(self) -> None:
        executor, files = self.session.executor, self.machine.files
        if "input" in executor.underway:
            self.missing.append("INPUT asks its question again.")
        if self.machine.sound.sounding():
            self.missing.append("The sounds that play do not come along.")
        if files.is_open_in() or files.is_open_out():
            self.missing.append("The files that are open do not come along.")

    def _position(self) -> Position | None:
        """Where the program goes on; None at the prompt. A place that the firmware cannot begin at is left first."""
        runner, table = self.session.executor.runner, self.session.executor.table
        for _ in range(MOST_STEPS):
            if runner.pc in (EDIT, PAUSED):
                return table.place_of(runner.paused_pc) if runner.pc == PAUSED else None
            if runner.pc >= FIRST_LINE and runner.pc != table.end_pc():
                try:
                    Image(self.session).before(table.where[runner.pc])
                    return table.where[runner.pc]
                except CannotSay:
                    if runner.waiting == "key":
                        return table.where[runner.pc]
            self.session.run(1)
        return table.where[runner.pc]

    def _written(self) -> bytes:
        image, machine = self.image, self.machine
        banks = machine.chips.banks
        switched = banks is not None and banks.arrangement
        low = max(image.end + SPARE // 2, HALF if switched else restart.TOP + 1)
        strings = image.top - len(image.strings)
        words = {"stack": restart.STACK, "begin": self.workspace.begin, "edit": self.workspace.edit,
                 "edit1": self.workspace.edit + 1, "output": restart.TXT_OUTPUT, "output1": restart.TXT_OUTPUT + 1,
                 "routine": int.from_bytes(machine.ram[restart.TXT_OUTPUT + 1:restart.TXT_OUTPUT + 3], "little"),
                 "walk": restart.KL_ROM_WALK, "walk1": restart.KL_ROM_WALK + 1, "top": restart.TOP,
                 "walk_routine": int.from_bytes(machine.ram[restart.KL_ROM_WALK + 1:restart.KL_ROM_WALK + 3], "little")}
        early, code, places = restart.assembled(low, words, machine.drives.present)
        code += self._script(places)
        if low + len(code) > strings - SPARE:
            raise SnapshotFault("There is not enough free memory for the code that starts the snapshot.")
        memory = bytearray(machine.ram)
        memory[START:START + self.session.program.size()] = self.session.program.image()
        memory[image.variables_start:image.end] = image.scalars + image.arrays
        memory[strings:image.top] = image.strings
        memory[low:low + len(code)] = code
        memory[restart.EARLY:restart.EARLY + len(early)] = early
        for address, data in self.copies:
            memory[address:address + len(data)] = data
        memory[restart.STACK - 2:restart.STACK] = word(IN_A_PROGRAM if self.goes_on else AT_THE_PROMPT)
        screen = machine.screen
        return form.written(machine.model, self._all_blocks(bytes(memory)), restart.EARLY, self._inks(), screen.layout.number,
                            screen.shown_base >> 2 | screen.offset >> 1)

    def _all_blocks(self, seen: bytes) -> bytes:
        """The memory with the second 64K, block by block."""
        banks = self.machine.chips.banks
        if banks is None:
            return seen
        blocks = dict(banks.aside)
        for place, block in enumerate(ARRANGEMENTS[banks.arrangement]):
            blocks[block] = seen[place * BANK:(place + 1) * BANK]
        return b"".join(blocks[block] for block in range(8))

    def _inks(self) -> bytes:
        """The gate array's colours of the pens and the border."""
        palette = self.machine.palette
        return bytes(GATE_ARRAY[colour] for colour in (*palette.in_force, palette.border_in_force))

    # the script

    def _script(self, places: dict[str, int]) -> bytes:
        stack = continue_words = None
        if self.position is not None:
            try:
                end, line = self.image.before(self.position)
                stack, continue_words = self.image.stack(), word(end) + word(line)
                self.goes_on = True
            except CannotSay as what:
                self.missing.append(f"The machine is in {what}; the snapshot is at the prompt.")
        return b"".join((self._memory(), *map(restart.line, self._typed()), self._picture(),
                         self._rest(stack, continue_words, places)))

    def _copy(self, address: int, data: bytes) -> bytes:
        self.copies.append((address, data))
        return restart.copy(address, data)

    def _shown(self, variable: Variable) -> bytes:
        return self._copy(variable.address(self.machine.model), variable.shows(self.machine))

    def _memory(self) -> bytes:
        """BASIC's memory, at the first line that it wants."""
        at, image, session = self.workspace, self.image, self.session
        own = b"".join(self._copy(variable.in_1_1 if session.basic_1_1 else variable.in_1_0,
                                    variable.get(session).to_bytes(variable.size, "little"))
                       for variable in OWN if variable.name in ("HIMEM", "ZONE"))
        kinds = {kind: number for number, kind in KINDS.items()}
        first, table = self.machine.text.symbol_table()
        symbols = bytes(self.machine.ram[table:table + SYMBOL * (256 - first)]) if first < 256 else b""
        return b"".join((
            self._copy(START - 1, (b"\0" + session.program.image() + image.scalars + image.arrays)[:restart.TOP + 2 - START]),
            own, self._copy(at.highest_himem, word(self._highest())),
            self._copy(at.program_end, b"".join(map(word, (image.variables_start, image.variables_start, image.arrays_start,
                                                             image.end)))),
            self._copy(at.chains, image.chain_words()), self._copy(at.arrays, image.array_words()),
            self._copy(at.kinds, bytes(kinds[kind] for kind in session.variables.default_kinds)),
            self._copy(at.strings, word(image.top - len(image.strings) - 1) + word(session.top.himem)),
            self._copy(table, symbols)))

    def _highest(self) -> int:
        """The highest HIMEM that MEMORY accepts; 1.1 counts the symbols above it, too."""
        first, _ = self.machine.text.symbol_table()
        return self.session.top.highest_himem + (SYMBOL * (256 - min(first, 256)) if self.session.basic_1_1 else 0)

    def _typed(self) -> list[bytes]:
        """Lines that set what is easier said than written."""
        events, executor = self.session.executor.events, self.session.executor
        self._note_events()
        lines = [b"DEG"] if executor.degrees else []
        if executor.table.trace.on:
            lines.append(b"TRON")
        for number, timer in enumerate(events.timers):
            if timer.remaining or timer.pending:
                verb, ticks = (b"EVERY", timer.period) if timer.period else (b"AFTER", max(1, timer.remaining))
                lines.append(b"%s %d,%d GOSUB %d" % (verb, ticks, number, timer.line))
        for channel, handler in enumerate(events.sound_lines):
            if handler is not None:
                lines.append(b"ON SQ(%d) GOSUB %d" % (1 << channel, handler))
        if events.on_break is not None:
            lines.append(b"ON BREAK GOSUB %d" % events.on_break)
        elif events.break_ignored:
            lines.append(b"ON BREAK CONT")
        return lines

    def _note_events(self) -> None:
        """The same in the memory, for those who only read that."""
        at, events = self.workspace, self.session.executor.events
        self.copies.append((at.degrees, bytes((255 * self.session.executor.degrees,))))
        for number, timer in enumerate(events.timers):
            block = at.timers + TIMER * number
            self.copies.append((block + TIMER_COUNT, word(timer.remaining) + word(timer.period)))
            self.copies.append((block + TIMER_LINE, word(self._line_named(timer.line) if timer.remaining else 0)))
        for channel, line in enumerate(events.sound_lines):
            block = at.sound_events + SOUND_EVENT * channel
            self.copies += [(block, bytes((line is not None,))), (block + SOUND_LINE, word(self._line_named(line or 0)))]

    def _line_named(self, number: int) -> int:
        lines = self.session.program.lines
        return self.image.line_start(self.session.program.index(number)) - 1 if number in lines else 0

    def _picture(self) -> bytes:
        """Mode, inks and screen."""
        machine, screen, graphics = self.machine, self.machine.screen, self.machine.graphics
        inks = [restart.call(SCR_SET_INK, pen, _pair(machine.palette.ink(pen))) for pen in range(BORDER)]
        shown = screen.base
        parts = [restart.call(SCR_SET_MODE, screen.layout.number), *inks,
                 restart.call(SCR_SET_BORDER, bc=_pair(machine.palette.border()))]
        if shown != 0xC000:
            parts.append(restart.call(SCR_SET_BASE, shown >> 8))
        parts.append(restart.call(SCR_SET_OFFSET, hl=screen.scrolled))
        parts.append(restart.unpack(shown, bytes(machine.ram[shown:shown + SCREEN_SIZE])))
        parts.append(restart.call(SCR_ACCESS, screen.ink_mode))
        if self.session.basic_1_1:
            parts += [restart.call(GRA_SET_BACK, graphics.transparent), restart.call(GRA_SET_FIRST, graphics.first_point),
                      restart.call(GRA_SET_MASK, graphics.mask)]
        return b"".join(parts) + self._envelopes()

    def _envelopes(self) -> bytes:
        """ENV and ENT: the firmware wants each in memory."""
        envelopes, parts = self.machine.sound.queues.envelopes.defined, []
        for place in range(0, len(envelopes) - ENVELOPE + 1, ENVELOPE):
            kind, number = divmod(place // ENVELOPE, ENVELOPES)
            if envelopes[place] and kind < 2:
                parts += [restart.copy(SCRATCH, bytes(envelopes[place:place + ENVELOPE])),
                          restart.call((SOUND_AMPL_ENVELOPE, SOUND_TONE_ENVELOPE)[kind], number + 1, hl=SCRATCH)]
        return b"".join(parts)

    def _rest(self, stack: bytes | None, continue_words: bytes | None, places: dict[str, int]) -> bytes:
        """The firmware's variables, BASIC's places and stack, and the last line: CONT, or the line editor."""
        at, image, executor, errors = self.workspace, self.image, self.session.executor, self.session.executor.errors
        parts = [self._shown(variable) for variable in TABLE if variable.name not in SHOWN]
        parts += [self._copy(at.seed, executor.random.seed.to_bytes(4, "little")), self._copy(at.data, image.data_words()),
                  self._copy(at.err, bytes((errors.err,)))]
        handler = 0
        if errors.on_error is not None and errors.on_error in self.session.program.lines:
            handler = image.line_start(self.session.program.index(errors.on_error))
        parts.append(self._copy(at.error_handler, word(handler) + bytes((HANDLES_ERROR * errors.in_handler,))))
        if errors.in_handler:
            parts.append(self._error_place())
        banks = self.machine.chips.banks
        if banks is not None and banks.arrangement:
            parts.append(restart.call(KL_BANK_SWITCH, banks.arrangement))
        time = next(variable for variable in TABLE if variable.name == "TIME")
        edit, output = (restart.copy(entry, bytes(self.machine.ram[entry:entry + 3]))
                        for entry in (at.edit, restart.TXT_OUTPUT))
        running = self.position if continue_words is not None else None
        words = image.before(running) if running is not None else (0, 0)
        parts.append(self._copy(at.running, word(words[0]) + word(words[1])))
        parts.append(edit)
        if stack is None or continue_words is None:
            return b"".join((*parts, self._shown(time), output, bytes((restart.EDIT,))))
        parts += [self._copy(at.stack, stack), self._copy(at.stack_top, word(at.stack + len(stack))),
                  self._copy(at.continue_at, continue_words), restart.copy(places["count"], b"\2"),
                  self._shown(time), restart.line(b"CONT")]
        return b"".join(parts)

    def _error_place(self) -> bytes:
        errors = self.session.executor.errors
        try:
            end, _ = self.image.before(errors.error_at)
        except CannotSay as what:
            self.missing.append(f"The error that is handled was in {what}; RESUME cannot go back there.")
            return b""
        place = errors.error_at[0]
        assert place is not None
        return self._copy(self.workspace.error_line, word(self.image.number_of(place)) + word(end))


def _pair(colours: tuple[int, int]) -> int:
    return colours[0] << 8 | colours[1]
