"""What the parts of a statement cost on the real machines, in microseconds: the only place that knows.

Each figure was measured instruction by instruction with interrupts left out, for BASIC 1.0 and for BASIC 1.1; they take
their share in `lasting`. A figure of an operand or operator says by how much it is dearer than the constant 1, whose
evaluation is in the figure of what takes it.
"""

from math import frexp

from basic.operators import INTEGER, NUMBER, REAL, STRING
from basic.words import PRECEDENCE

INTERRUPTS = 1.095          # 300 times a second, as long as nothing else hangs on them
COMPARISONS = frozenset(range(0xEE, 0xF4))
PLUS, MINUS, TIMES, OVER, POWER, QUOTIENT, MODULO = 0xF4, 0xF5, 0xF6, 0xF7, 0xF8, 0xF9, 0xFB
_OF_INTEGERS = frozenset((QUOTIENT, MODULO, 0xFA, 0xFC, 0xFD))
_MORE_ARGUMENTS = {"ROUND": 1, "MAX": 1, "MIN": 1, "STRING$": 1, "MID$": 1, "INSTR": 1, "HEX$": 1, "BIN$": 1, "TEST": 1, "TESTR": 1}

# BASIC 1.0, BASIC 1.1
FIGURES = {
    "statement": (61, 49),          # from one to the next
    "line": (32, 32),               # into a line
    "space": (9, 9),
    "brackets": (259, 241),
    "expression": (230, 222),
    "name_character": (8, 8),
    "real_constant": (56, 67),
    "text_constant": (163, 145),
    "empty_text": (101, 83),
    "text_argument": (26, 26),
    "empty_comparison": (85, 85),
    "text_character": (16, 16),
    "integer_variable": (145, 145),
    "real_variable": (160, 160),
    "element": (819, 693),
    "real_element": (47, 7),
    "string_element": (20, -10),
    "second_dimension": (523, 480),
    "dimension": (610, 570),
    "negation": (285, 224),
    "real_negation": (283, 273),
    "complement": (298, 300),
    "to_real": (250, 244),          # an integer to be stored in a real
    "to_real_left": (170, 165),
    "to_real_right": (195, 190),
    "to_integer": (440, 390),
    "integer_operand": (355, 307),      # of a real, within an expression
    "rejected": (36, 36),           # an operator that has to wait for one before it
    "rejected_plus": (45, 45),
    "rejected_comparison": (22, 22),
    "real_comparison": (545, 545),
    "text_comparison": (400, 355),
    "joining": (650, 570),
    "copied_character": (6, 6),
    "copying": (150, 130),          # a string that a variable holds, into another variable
    "user_call": (690, 670),
    "user_argument": (1050, 1030),
    "integer_let": (200, 196),
    "real_let": (215, 211),
    "string_let": (312, 298),
    "separator": (83, 80),
    "looked_into": (110, 112),          # each statement, by FOR, WHILE and READ
    "read_past": (67, 70),
    "looked_up": (110, 110),            # each name behind a NEXT that FOR comes to
    "then_line": (5, 18),
    "real_test": (35, 79),
    "address": (214, 219),
    "real_address": (210, 210),
    "stream": (147, 150),
    "printed_character": (74, 86),
    "printed_text": (381, 405),
    "printed_integer": (730, 650),
    "printed_digit": (118, 105),
    "printed_real": (4950, 4880),
    "printed_fraction": (300, 300),
    "printed_semicolon": (137, 139),
    "printed_comma": (0, 80),
    "printed_column": (430, 430),
    "printed_line": (-87, -94),         # less than what its two characters are charged
    "laid_out_integer": (740, 700),
    "laid_out_real": (5050, 5000),
    "restored": (290, 290),
    "sound": (540, 540),
    "release": (250, 250),
    "envelope": (253, 253),
    "section": (250, 250),
    "short_section": (150, 150),
    "ready": (2400, 2400),              # the prompt, besides what it prints
    "entered": (960, 960),              # each character of a line that is typed
    "stored": (5000, 7000),
    "started": (4300, 5000),            # RUN: variables and pointers are cleared
    "pass_over": (34, 34),              # each byte of the program, where the places of its names are forgotten
    "created": (290, 300),              # a variable; the arrays make room
    "moved_byte": (6, 6),
    "dimension_made": (1360, 1350),
    "dimensioned": (12, 12),            # each byte of an array
    "tidied": (1500, 1400),             # strings: 1.0 looks at every variable again for each string that it moves
    "tidied_variable": (73, 69),
    "tidied_string": (32, 175),
    "tidied_byte": (6, 8),
    "false": (49, 58),
    "let_word": (35, 35),
    "plus_sign": (115, 115),
    "remark": (7, 7),
    "remark_character": (55, 10),
    "reading": (1080, 1010),
    "fraction_read": (1900, 1900),
    "traced": (650, 640),
    "reading_text": (785, 750),
    "reading_real": (1550, 1560),
    "counting": (442, 346),
    "real_counting": (911, 914),
    "real_for": (825, 880),
    "integer_comparison": (490, 447),
    "mantissa_byte": (260, 260),
    "round_divisor": (240, 235),        # a power of two
    "broken_power": (21600, 21500),
    "whole_power_step": (450, 450),
    "new_name": (330, 350),
    "new_name_character": (10, 10),
    "new_line": (50, 50),
    "line_passed": (57, 57),
}

# The operators of integers, of reals.
OPERATORS = {
    PLUS: ((471, 425), (710, 715)),
    MINUS: ((461, 415), (720, 720)),
    TIMES: ((555, 510), (850, 850)),
    OVER: ((2400, 2350), (1890, 1860)),
    POWER: ((3000, 2950), (2500, 2480)),
    QUOTIENT: ((720, 665), (680, 635)),
    MODULO: ((730, 675), (690, 645)),
    0xFA: ((436, 441), (436, 441)),
    0xFC: ((439, 443), (439, 443)),
    0xFD: ((439, 443), (439, 443)),
}

# Functions: with an integer, with a real, each further argument.
FUNCTIONS = {
    "ABS": ((430, 360), (411, 399)), "SGN": ((393, 337), (428, 416)), "INT": ((308, 280), (811, 725)),
    "FIX": ((308, 280), (799, 713)), "CINT": ((326, 298), (696, 618)), "CREAL": ((486, 452), (311, 283)),
    "UNT": ((330, 300), (629, 601)), "ROUND": ((700, 600), (1117, 1036), (2150, 2170)),
    "MAX": ((274, 243), (312, 333), (512, 462)), "MIN": ((274, 243), (369, 390), (512, 462)),
    "PI": ((189, 186),), "RND": ((1128, 1128), (1609, 1596)),
    "SQR": ((24155, 24000), (23700, 23550)), "EXP": ((12800, 12700), (12400, 12300)),
    "LOG": ((11700, 11640), (11350, 11290)), "LOG10": ((11560, 11500), (11210, 11150)),
    "SIN": ((12700, 12690), (12600, 12620)), "COS": ((13300, 13290), (12600, 12610)),
    "TAN": ((26400, 26400), (26300, 26350)), "ATN": ((20400, 20430), (20100, 20130)),
    "ASC": ((381, 344),), "LEN": ((369, 335),), "CHR$": ((628, 598),), "LOWER$": ((630, 573),), "UPPER$": ((640, 585),),
    "SPACE$": ((636, 580),), "STRING$": ((500, 470), (860, 860), (420, 388)), "STR$": ((1076, 932), (5300, 5200)),
    "VAL": ((1100, 1010),), "LEFT$": ((957, 897),), "RIGHT$": ((959, 903),), "MID$": ((837, 730), (837, 730), (270, 274)),
    "INSTR": ((490, 450), (490, 450), (256, 250)), "HEX$": ((830, 650), (1190, 1000), (168, 234)),
    "BIN$": ((854, 648), (1210, 1000), (173, 198)), "DEC$": ((5800, 5700),),
    "PEEK": ((361, 333), (600, 570)), "INP": ((357, 329),), "INKEY": ((538, 510),), "INKEY$": ((288, 328),),
    "JOY": ((468, 440),), "SQ": ((493, 465),), "TIME": ((203, 193),), "REMAIN": ((517, 489),), "FRE": ((215, 179),),
    "HIMEM": ((0, 0),), "ERR": ((59, 61),), "ERL": ((510, 457),), "DERR": ((60, 61),), "EOF": ((214, 218),),
    "POS": ((835, 855),), "VPOS": ((814, 810),), "COPYCHR$": ((1100, 1100),),
    "TEST": ((400, 400), (770, 750), (268, 232)), "TESTR": ((435, 430), (800, 780), (268, 232)),
    "XPOS": ((161, 163),), "YPOS": ((157, 159),),
}

# ... and each character of the string that comes out, on top of copying it.
CHARACTERS = {"LOWER$": (41, 41), "UPPER$": (41, 41), "SPACE$": (6, 5), "STRING$": (6, 5), "HEX$": (90, 72), "BIN$": (62, 50)}

# What a statement takes besides its expressions, variables and what the machine does for it.
STATEMENTS = {
    "If": (125, 97), "Rem": (85, 53), "Goto": (110, 128), "Gosub": (211, 205), "Return": (141, 149),
    "For": (1690, 1640), "While": (700, 680), "Wend": (240, 226), "OnGoto": (150, 250), "OnGosub": (433, 465),
    "End": (500, 500), "Data": (40, 32), "Restore": (72, 72), "Read": (30, 30), "MidAssign": (150, 130), "DefFn": (577, 584),
    "New": (287000, 288000), "Erase": (400, 400), "Clear": (7000, 7000), "Randomize": (381, 388), "Deg": (111, 111),
    "Rad": (107, 107), "Defint": (197, 197), "Defreal": (197, 197), "Defstr": (197, 197),
    "Print": (386, 403), "Write": (88, 80), "Input": (1500, 1500), "LineInput": (1200, 1200),
    "Poke": (89, 93), "Out": (89, 90), "Wait": (100, 100), "Call": (400, 400),
    "Pen": (445, 495), "Paper": (448, 452), "Ink": (241, 240), "Border": (153, 158), "Mode": (465, 430), "Cls": (772, 748),
    "Locate": (496, 506), "Window": (645, 648), "WindowSwap": (500, 500), "Tag": (385, 390), "Tagoff": (385, 390),
    "Symbol": (679, 718), "SymbolAfter": (300, 300), "Zone": (66, 75), "Width": (66, 75), "Key": (478, 455),
    "SpeedInk": (172, 182), "SpeedKey": (258, 268), "Clg": (607, 613), "Move": (127, 204), "Mover": (162, 242),
    "Plot": (168, 202), "Plotr": (204, 237), "Draw": (145, 198), "Drawr": (183, 236), "Origin": (146, 149),
    "OnErrorGoto0": (72, 72), "OnErrorGoto": (200, 200), "OnBreakStop": (77, 541), "OnBreakCont": (77, 541),
    "OnBreakGosub": (200, 600), "After": (30, 20), "Every": (30, 20), "Di": (157, 157), "Ei": (157, 157),
    "Tron": (28, 28), "Troff": (28, 28), "Error": (300, 300),
}

# What a token takes that is passed over by a false IF, FOR in search of its NEXT, READ in search of DATA ...: itself, and
# each of its characters.
SKIPPED = {"NAME": ((40, 40), (8, 8)), "STRING": ((45, 45), (12, 12)), "NUMBER": ((45, 45), (0, 0)),
           "LINENO": ((57, 62), (0, 0)), "_REM": ((60, 60), (62, 12)), "TEXT": ((60, 62), (55, 62)),
           }
SKIPPED_TOKEN = (60, 62)

_NAMES = frozenset((0x02, 0x03, 0x04, 0x0B, 0x0C, 0x0D))
_SIZES = {0x19: 2, 0x1A: 3, 0x1B: 3, 0x1C: 3, 0x1D: 3, 0x1E: 3, 0x1F: 6, 0xFF: 2}
_OWN_BRACKET = frozenset(("NAME", "FUNCTION", "STREAM_FUNCTION", "RND", "DEC_S_1_0", "_MID_S", "_SPC", "_TAB", "_ON_SQ"))

_BY_THE_CLOCK = ("copied_character", "traced", "printed_character", "ready", "entered", "stored", "started",
                 "pass_over", "created", "moved_byte", "dimensioned")
_OPERAND_ENDS = frozenset(("NAME", "NUMBER", "STRING", "SYSTEM", "RND", "_CLOSE", "_CLOSE_SQUARE"))


class Costs:
    def __init__(self, basic_1_1: bool):
        self.model = int(basic_1_1)
        for name, figures in FIGURES.items():
            setattr(self, name, figures[self.model])
        self.variable = {INTEGER: self.integer_variable, REAL: self.real_variable, STRING: self.integer_variable,
                         NUMBER: self.integer_variable}
        self.let = {INTEGER: self.integer_let, REAL: self.real_let, STRING: self.string_let}
        for name in _BY_THE_CLOCK:
            setattr(self, name, self.lasting(getattr(self, name)))

    @staticmethod
    def lasting(microseconds: float) -> int:
        """With the share of the interrupts."""
        return round(microseconds * INTERRUPTS)

    # operands and operators

    def real_of(self, code) -> float:
        """What makes a real of an integer."""
        value = code.value
        if value is None:
            return self.to_real
        size = abs(value).bit_length()
        us = 196 if not size else 258 - 8 * (size - 1) if size <= 8 else 251 - 8 * (size - 9)
        return us + 64 * (value < 0)

    def constant(self, value) -> float:
        if isinstance(value, float):
            return self.real_constant
        return 0 if 0 <= value < 10 else 8 if 0 <= value < 256 else 16

    def text(self, value: bytes) -> float:
        return (self.text_constant if value else self.empty_text) + self.text_character * len(value)

    def array_element(self, kind: str, dimensions: int) -> float:
        more = self.real_element if kind == REAL else self.string_element if kind == STRING else 0
        further = 0 if dimensions < 2 else self.second_dimension + self.dimension * (dimensions - 2)
        return self.element + more + further

    def operator(self, node, left, right) -> float:
        """What one takes, with its operands ready: dearer by what converts them."""
        token = node.operator
        us = self._rejections(node)
        if STRING in (left.kind, right.kind):
            if token == PLUS:
                return us + self.joining
            return us + self.text_comparison + self.empty_comparison * (right.value == b"")
        real = REAL in (left.kind, right.kind)
        if token in COMPARISONS:
            us += self.real_comparison if real else self.integer_comparison
        else:
            integers, reals = OPERATORS[token]
            us += (reals if real else integers)[self.model]
        if token in _OF_INTEGERS:
            return us + self.integer_operand * ((left.kind == REAL) + (right.kind == REAL))
        if real and token != POWER:
            us += self.to_real_left * (left.kind != REAL) + self.to_real_right * (right.kind != REAL)
        if token == TIMES and real and left.value is not None:
            us += self.mantissa_byte * mantissa_bytes(float(left.value))
        if token == OVER and right.value is not None and frexp(right.value)[0] == 0.5:
            us -= self.round_divisor
        if token == POWER and isinstance(right.value, float) and right.value != int(right.value):
            us += self.broken_power
        if token == POWER and isinstance(right.value, int):
            us += self.whole_power_step * (right.value.bit_length() + right.value.bit_count() - 4)
        if token == POWER:
            us -= self.to_real      # the result is a real already, though it counts as either
        return us

    def _rejections(self, node) -> float:
        """An operator stands again and again before an operand's end, until those that bind tighter are done."""
        refused = (self.rejected_plus if node.operator == PLUS else
                   self.rejected_comparison if node.operator in COMPARISONS else self.rejected)
        us, part = 0.0, node.left
        while (tighter := getattr(part, "operator", None)) and PRECEDENCE[tighter] >= PRECEDENCE[node.operator]:
            us += refused
            part = part.right
        return us

    def function(self, name: str, codes: list) -> float:
        figures = FUNCTIONS[name]
        reals = sum(code.kind == REAL for code in codes)
        chosen = min(int(reals or bool(codes) and name == "RND"), len(figures) - 1, 1)
        us = figures[chosen][self.model]
        if reals and (not chosen or figures[0] == figures[1]):
            us += self.integer_operand * reals
        if name == "FRE" and codes[0].kind == STRING:
            us += self.tidied
        us += self.text_argument * sum(type(code.value) is bytes for code in codes)
        if reals and (name in ("MAX", "MIN") or name == "ROUND" and len(codes) > 1):
            us -= self.to_real      # as with powers
        if name in _MORE_ARGUMENTS:
            us += figures[2][self.model] * max(len(codes) - _MORE_ARGUMENTS[name], 0)
        return us

    def tidying(self, variables: int, strings: int, length: int) -> int:
        """The garbage collection."""
        look = self.tidied + self.tidied_variable * variables
        if self.model:
            return self.lasting(look + self.tidied_string * strings + self.tidied_byte * length)
        return self.lasting(look * (strings + 1) + self.tidied_string * strings * strings / 2 + self.tidied_byte * length)

    # statements

    def assignment(self, kind: str, code) -> float:
        """Keeping a value in a variable of the kind."""
        us = self.let[kind]
        if kind == REAL and code.kind in (INTEGER, NUMBER):
            us += self.real_of(code)
        elif kind == INTEGER and code.kind == REAL:
            us += self.to_integer
        return us

    def whole(self, statement, crunched: bytes) -> float:
        """The spaces and brackets of a statement, the length of its names."""
        us, before = self.space * spaces(statement, crunched), ""
        for token in statement.tokens:
            if token.type == "_OPEN" and before not in _OWN_BRACKET:
                us += self.brackets
            if token.type == "NAME":
                us += self.name_character * (len(token.value[0]) - 1)
            elif token.type == "PLUS" and before not in _OPERAND_ENDS:
                us += self.plus_sign
            elif token.type == "_LET":
                us += self.let_word
            elif token.type == "_REM":
                size = width(token, crunched) - 1
                us += self.remark * bool(size) + self.remark_character * max(size - 1, 0)
            elif token.type == "TEXT" and before == "_DATA":
                us += SKIPPED["TEXT"][1][self.model] * len(token.value)
            before = token.type
        return us

    def keyword(self, name: str) -> float:
        """A statement besides its expressions and what the machine does for it."""
        figures = STATEMENTS.get(name)
        return figures[self.model] if figures else 0

    def shown(self, value: int | float) -> int:
        """What making characters of a number takes."""
        if type(value) is int:
            return self.lasting(self.printed_integer + self.printed_digit * len(str(abs(value))))
        return self.lasting(self.printed_real + self.printed_fraction * (value != int(value)))

    def passed(self, statements: list, crunched: bytes) -> float:
        """What passing over whole statements takes when a false IF looks for its ELSE."""
        return sum(self.skipped(statement, crunched) for statement in statements) + self.separator * (len(statements) - 1)

    def looked_over(self, statements: list, crunched: bytes) -> float:
        """The same when a NEXT or WEND is looked for."""
        return sum(self.skipped(statement, crunched) + self.looked_into for statement in statements)

    def read_over(self, statements: list, crunched: bytes) -> int:
        """The same when READ looks for DATA."""
        return self.lasting(sum(self.skipped(statement, crunched) + self.read_past for statement in statements))

    def once(self, tokens: list, lines_to) -> float:
        """What names and line numbers take until their places are known, each where it is first reached."""
        us = 0.0
        for token in tokens:
            if token.type == "NAME":
                us += self.new_name + self.new_name_character * len(token.value[0])
            elif token.type == "LINENO":
                us += self.new_line + self.line_passed * lines_to(token.value)
        return us

    def skipped(self, statement, crunched: bytes) -> float:
        """What passing over a statement takes."""
        us = self.space * spaces(statement, crunched)
        for token in statement.tokens:
            figure = SKIPPED.get(token.type)
            if figure is None:
                us += SKIPPED_TOKEN[self.model]
            else:
                us += figure[0][self.model] + figure[1][self.model] * (width(token, crunched) - 1)
        return us


EIGHT_BITS, SIXTEEN_BITS = 2.0**45 + 1, 2.0**37 + 1


def heavy_factor(clock, costs: Costs):
    """The machine multiplies by the left factor's mantissa, and is quick where it ends in bytes of 0."""
    some, all_of_it = costs.lasting(costs.mantissa_byte), costs.lasting(3.2 * costs.mantissa_byte)

    def weigh(value: float) -> float:
        t = value * EIGHT_BITS
        if t - (t - value) != value:
            t = value * SIXTEEN_BITS
            clock.us += some if t - (t - value) == value else all_of_it
        return value
    return weigh


def broken_exponent(clock, costs: Costs):
    """A power with a whole exponent is multiplied out, any other takes a logarithm."""
    us = costs.lasting(costs.broken_power)

    def weigh(value: float) -> float:
        if value != int(value):
            clock.us += us
        return value
    return weigh


def mantissa_bytes(value: float) -> int:
    """How many bytes of a real's mantissa, but for the first, are not 0."""
    mantissa = int(abs(frexp(value)[0]) * 4294967296.0)
    return sum(bool(mantissa >> shift & 255) for shift in (0, 8, 16))


def width(token, crunched: bytes) -> int:
    """How many bytes a token has."""
    first = crunched[token.at] if token.at < len(crunched) else 0
    if token.type in ("NAME", "BAR"):
        return 3 + len(token.value[0]) if token.type == "NAME" else 3 + len(token.value)
    if token.type == "STRING":
        return len(token.value) + 2
    if token.type == "TEXT":
        return len(token.value)
    if token.type == "_REM":
        return len(crunched) - token.at
    return _SIZES.get(first, 1)


def spaces(statement, crunched: bytes) -> int:
    """The bytes of a statement that belong to no token: its spaces, and a THEN."""
    return max(statement.end - statement.start - sum(width(token, crunched) for token in statement.tokens), 0)


MODELS = (Costs(False), Costs(True))
