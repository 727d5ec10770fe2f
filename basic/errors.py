"""What can go wrong in BASIC: an error with the machine's number, or a break."""

MESSAGES = {
    0: "Unknown error",
    1: "Unexpected NEXT",
    2: "Syntax error",
    3: "Unexpected RETURN",
    4: "DATA exhausted",
    5: "Improper argument",
    6: "Overflow",
    7: "Memory full",
    8: "Line does not exist",
    9: "Subscript out of range",
    10: "Array already dimensioned",
    11: "Division by zero",
    12: "Invalid direct command",
    13: "Type mismatch",
    14: "String space full",
    15: "String too long",
    16: "String expression too complex",
    17: "Cannot CONTinue",
    18: "Unknown user function",
    19: "RESUME missing",
    20: "Unexpected RESUME",
    21: "Direct command found",
    22: "Operand missing",
    23: "Line too long",
    24: "EOF met",
    25: "File type error",
    26: "NEXT missing",
    27: "File already open",
    28: "Unknown command",
    29: "WEND missing",
    30: "Unexpected WEND",
}
MESSAGES_1_1 = {31: "File not open", 32: "Broken in"}

(UNEXPECTED_NEXT, SYNTAX, UNEXPECTED_RETURN, DATA_EXHAUSTED, IMPROPER, OVERFLOW, MEMORY_FULL, NO_LINE, SUBSCRIPT,
 ALREADY_DIMENSIONED, DIVISION_BY_ZERO, INVALID_DIRECT, TYPE_MISMATCH, STRING_SPACE_FULL, STRING_TOO_LONG,
 STRING_TOO_COMPLEX, CANNOT_CONTINUE, UNKNOWN_FUNCTION, RESUME_MISSING, UNEXPECTED_RESUME, DIRECT_FOUND,
 OPERAND_MISSING, LINE_TOO_LONG, EOF_MET, FILE_TYPE, NEXT_MISSING, ALREADY_OPEN, UNKNOWN_COMMAND, WEND_MISSING,
 UNEXPECTED_WEND, NOT_OPEN, BROKEN_IN) = range(1, 33)


class BasicError(Exception):
    """A BASIC error by its number; `derr` is what DERR shows from now on, if a file operation has failed; `line` the place of
    the line whose number is shown, where that is not the failing statement's: a bad DATA line's."""

    def __init__(self, number: int, derr: int | None = None, line: int | None = None) -> None:
        super().__init__(number)
        self.number = number
        self.derr = derr
        self.line = line

    def __str__(self) -> str:
        return message(self.number)


class RowError(BasicError):
    """A row of a listing's file is no line of a program."""

    def __init__(self, number: int, row: int) -> None:
        super().__init__(number)
        self.row = row


class SoftError(BasicError):
    """Overflow or Division by zero of reals: without ON ERROR the machine says so and goes on with `result`."""

    def __init__(self, number: int, result: float) -> None:
        super().__init__(number)
        self.result = result


class Break(Exception):
    """ESC pressed twice; or on a machine without "Broken in", a drive that cannot do it: `derr` is what DERR would give."""

    def __init__(self, derr: int = 0) -> None:
        super().__init__()
        self.derr = derr


class LineDropped(Break):
    """The line editor forgets the line without ESC, a slip of the 664: INPUT asks again."""


def message(number: int, basic_1_1: bool = False) -> str:
    if basic_1_1 and number in MESSAGES_1_1:
        return MESSAGES_1_1[number]
    return MESSAGES.get(number, MESSAGES[0])
