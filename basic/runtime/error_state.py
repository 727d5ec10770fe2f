"""Errors: what the last one was, what handles the next one, where RESUME and CONT go on.

Places here are (line's place, statement's place), which survive a new compilation, or lines' numbers. No pc is kept.
"""

from collections.abc import Callable
from typing import Any

from basic.errors import BROKEN_IN, SYNTAX, UNEXPECTED_RESUME, BasicError, SoftError
from basic.ports import Sound
from basic.runtime.code_table import CodeTable
from basic.runtime.control import READY, Position
from basic.runtime.output import Output
from basic.runtime.program import START, Program


class ErrorState:
    err: int                    # ERR

    def __init__(self, program: Program, table: CodeTable, output: Output, sound: Sound, underway: dict[str, Any],
                 basic_1_1: bool, peek: Callable[[int], int]) -> None:
        self.program = program
        self.peek = peek
        self.table = table
        self.output = output
        self.sound = sound
        self.underway = underway
        self.basic_1_1 = basic_1_1
        self.err = self.derr = 0                    # as the functions of these names show them
        self.erl_address: int | None = None         # where the line with the error begins: ERL is the number that stands there
        self.error_at: Position = (None, 0)            # where the error was that is being handled
        self.on_error: int | None = None            # the line of ON ERROR GOTO
        self.in_handler = False
        self.continue_at: Position | None = None       # where CONT goes on
        self.ended_by: tuple[int, int | None] | None = None     # the error that ended the last run, and its line
        self.direct_in: int | None = None           # the number of the line being edited: a direct line counts as in it

    @property
    def erl(self) -> int:
        """The number of the line that is now where the error was; 0 for an error of a direct line."""
        address = self.erl_address
        if address is None:
            return 0
        if address < START + self.program.size():
            return self.program.number_at(address)
        return self.peek(address + 2) | self.peek(address + 3) << 8     # the machine took what lies there for a line

    def reset(self) -> None:
        """What editing the program or CLEAR forgets."""
        self.on_error = None
        self.in_handler = False
        self.continue_at = None

    def soft(self, error: SoftError) -> float:
        """Overflow or Division by zero of reals: without ON ERROR it is said, and the sum goes on."""
        if self.on_error is not None:
            raise error
        self.output.plain_message(error.number)
        return error.result

    def fail(self, number: int, pc: int, derr: int | None = None, blamed: int | None = None,
             address: int | None = None) -> int:
        """An error in the statement at pc: the handler, or a message and the prompt. `blamed` is the place of the line
        whose number is shown where that is another one; `address` is where the machine takes a line with the error to begin."""
        self.underway.clear()
        line, statement = at = self.table.where[pc]
        is_direct, names_another = line is None, blamed is not None
        if blamed is None:
            blamed = line if line is not None else self.edited()
        if line is not None:
            statement = self.table.whole_statement(line, statement)
        elif blamed is not None:
            line, statement = blamed, 0
        self.err = number
        if number == BROKEN_IN and derr is not None:
            self.derr = derr
        self.error_at = at if is_direct and names_another else (line, statement)     # RESUME goes on in the direct line
        self.erl_address = address
        if address is None and blamed is not None:
            self.erl_address = self.program.address(blamed)
        if line is not None:
            stays = self.basic_1_1 and not names_another or not is_direct
            self.continue_at = (line, statement) if stays else None
            if self.on_error is not None and not self.in_handler:
                target = self.table.pc_of_line(self.on_error)
                if target is not None:
                    self.in_handler = True
                    return target
        self.in_handler = False
        shown = self.erl if line is not None or address is not None else None
        self.ended_by = number, shown
        self.direct_in = self.erl if number == SYNTAX and blamed is not None else None
        if not (number == BROKEN_IN and self.derr & 0x80):
            self.output.error_message(number, shown)
        if line is not None:
            self.sound.hold()
        return READY

    def stopped_in(self, number: int) -> None:
        """Break: behind a syntax error that a handler has got, 1.0 counts a direct line as in the line of the break."""
        self.direct_in = number if self.err == SYNTAX and not self.basic_1_1 else None

    def direct_line_over(self) -> None:
        """In 1.0 the end of a direct line that counts as in a program line is that of the program, too."""
        if self.direct_in is not None and not self.basic_1_1:
            self.continue_at = None
        self.direct_in = None

    def edited(self) -> int | None:
        """The place of the line being edited, if it is still there."""
        return self.program.index(self.direct_in) if self.direct_in in self.program.lines else None

    def fail_direct(self, number: int) -> int:
        """An error of a line that was not yet ready to run."""
        self.table.forget_direct()
        return self.fail(number, READY)

    def fail_at(self, number: int, address: int) -> int:
        """An error in a line that is gone: the number is shown that stands at its address now."""
        self.table.forget_direct()
        self.underway.clear()
        self.err, self.erl_address = number, address
        self.ended_by = number, self.erl
        self.output.error_message(number, self.erl)
        return READY

    def fail_again(self) -> int:
        """ON ERROR GOTO 0 in a handler: the error it handles stops the program after all."""
        self.in_handler = False
        self.ended_by = self.err, self.erl
        if self.err == SYNTAX and self.erl in self.program.lines:
            self.direct_in = self.erl
        self.output.error_message(self.err, self.erl)
        return READY

    def renumber(self, changed: dict[int, int]) -> None:
        """RENUM: lines have other numbers now."""
        if self.on_error is not None:
            self.on_error = changed.get(self.on_error, self.on_error)
        if self.direct_in is not None:
            self.direct_in = changed.get(self.direct_in, self.direct_in)

    def resume_place(self) -> Position:
        """RESUME ends the handler: where the error was."""
        if not self.in_handler:
            raise BasicError(UNEXPECTED_RESUME)
        self.in_handler = False
        self.err = 0
        return self.error_at

    def snapshot(self) -> tuple[Any, ...]:
        return (self.on_error, self.in_handler, self.err, self.derr, self.error_at, self.erl_address, self.continue_at,
                self.ended_by, self.direct_in)

    def restore(self, state: tuple[Any, ...]) -> None:
        (self.on_error, self.in_handler, self.err, self.derr, self.error_at, self.erl_address, self.continue_at,
         self.ended_by, self.direct_in) = state
