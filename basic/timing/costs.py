"""What a statement costs on the real machines, in microseconds: how the figures of basic.timing.figures come together."""

from collections.abc import Callable, Iterable
from functools import partial
from math import frexp

from basic.source.words import PRECEDENCE
from basic.syntax.lexer import Sort, StatementText, Token
from basic.syntax.nodes import Binary
from basic.timing.figures import FUNCTIONS, OPERATORS, QUICK, SKIPPED, SKIPPED_TOKEN, Figures
from basic.values import weighing
from basic.values.operators import INTEGER, NUMBER, REAL, STRING, Code

COMPARISONS = frozenset(range(0xEE, 0xF4))
PLUS, TIMES, OVER, POWER, QUOTIENT, MODULO = 0xF4, 0xF6, 0xF7, 0xF8, 0xF9, 0xFB
_NAME, _LINE, _REMARK = Sort.NAME, Sort.LINE, Sort.REMARK
_OF_INTEGERS = frozenset((QUOTIENT, MODULO, 0xFA, 0xFC, 0xFD))


class Costs(Figures):
    """The figures of one BASIC, and how they come together."""

    def __init__(self, basic_1_1: bool):
        super().__init__(basic_1_1)
        self.variable = {INTEGER: self.integer_variable, REAL: self.real_variable, STRING: self.integer_variable,
                         NUMBER: self.integer_variable}
        self.let = {INTEGER: self.integer_let, REAL: self.real_let, STRING: self.string_let}

    # operands and operators

    def real_of(self, code: Code) -> float:
        """What makes a real of an integer."""
        value = code.value
        if not isinstance(value, int):
            return self.to_real
        size = abs(value).bit_length()
        us = 196 if not size else 258 - 8 * (size - 1) if size <= 8 else 251 - 8 * (size - 9)
        return us + 64 * (value < 0)

    def constant(self, value: int | float) -> float:
        if isinstance(value, float):
            return self.real_constant
        return 0 if 0 <= value < 10 else 8 if 0 <= value < 256 else 16

    def text(self, value: bytes) -> float:
        return (self.text_constant if value else self.empty_text) + self.text_character * len(value)

    def array_element(self, kind: str, dimensions: int) -> float:
        more = self.real_element if kind == REAL else self.string_element if kind == STRING else 0
        further = 0 if dimensions < 2 else self.second_dimension + self.dimension * (dimensions - 2)
        return self.element + more + further

    def operator(self, node: Binary, left: Code, right: Code) -> float:
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
        if token == OVER and right.value is not None and frexp(float(right.value))[0] == 0.5:
            us -= self.round_divisor
        if token == POWER and isinstance(right.value, float) and right.value != int(right.value):
            us += self.broken_power
        if token == POWER and isinstance(right.value, int):
            us += self.whole_power_step * (right.value.bit_length() + right.value.bit_count() - 4)
        if token == POWER:
            us -= self.to_real      # the result is a real already, though it counts as either
        return us

    def _rejections(self, node: Binary) -> float:
        """An operator stands again and again before an operand's end, until those that bind tighter are done."""
        refused = (self.rejected_plus if node.operator == PLUS else
                   self.rejected_comparison if node.operator in COMPARISONS else self.rejected)
        us, part = 0.0, node.left
        while isinstance(part, Binary) and PRECEDENCE[part.operator] >= PRECEDENCE[node.operator]:
            us += refused
            part = part.right
        return us

    def function(self, name: str, codes: list[Code]) -> float:
        figures = FUNCTIONS[name]
        reals = sum(code.kind == REAL for code in codes)
        chosen = min(int(reals or bool(codes) and name == "RND"), len(figures) - 1, 1)
        us: float = figures[chosen][self.model]
        if reals and (not chosen or figures[0] == figures[1]):
            us += self.integer_operand * reals
        if name == "FRE" and codes[0].kind == STRING:
            us += self.tidied
        us += self.text_argument * sum(type(code.value) is bytes for code in codes)
        if reals and (name in ("MAX", "MIN") or name == "ROUND" and len(codes) > 1):
            us -= self.to_real      # as with powers
        if len(figures) > 2:
            us += figures[2][self.model] * (len(codes) - 1)
        return us

    def listing(self, tokens: Iterable[Token]) -> int:
        """What making text of a crunched line takes; the words of signs are the last that are looked for."""
        us: float = self.listed_line
        for token in tokens:
            if token.sort is Sort.SIGN:
                us += self.listed_sign
            elif token.sort is Sort.NUMBER and type(token.value) is float:
                us += self.listed_real
            elif token.sort in (Sort.WORD, Sort.REMARK):
                us += self.listed_word
        return self.lasting(us)

    def tidying(self, variables: int, strings: int, length: int) -> int:
        """The garbage collection."""
        look = self.tidied + self.tidied_variable * variables
        if self.model:
            us = look + self.tidied_string * strings
        else:
            us = look * (strings + 1) + self.tidied_string * strings * strings / 2
        return self.lasting(us + self.tidied_byte * length)

    # statements

    def assignment(self, kind: str, code: Code) -> float:
        """Keeping a value in a variable of the kind."""
        us = self.let[kind]
        if kind == REAL and code.kind in (INTEGER, NUMBER):
            us += self.real_of(code)
        elif kind == INTEGER and code.kind == REAL:
            us += self.to_integer
        return us

    def whole(self, statement: StatementText) -> float:
        """The spaces and brackets of a statement, the length of its names."""
        brackets, plus_signs = statement.brackets_and_signs()
        us = self.space * statement.spaces + self.brackets * brackets
        us += self.plus_sign * plus_signs + self.let_word * statement.says_let
        for token in statement.tokens:
            sort = token.sort
            if sort is _NAME:
                us += self.name_character * (len(token.value[0]) - 1)
            elif sort is _REMARK:
                size = token.size - 1
                us += self.remark * bool(size) + self.remark_character * max(size - 1, 0)
        return us

    def shown(self, value: int | float) -> int:
        """What making characters of a number takes."""
        if type(value) is int:
            return self.lasting(self.printed_integer + self.printed_digit * len(str(abs(value))))
        return self.lasting(self.printed_real + self.printed_fraction * (value != int(value)))

    def passed(self, statements: list[StatementText]) -> float:
        """What passing over whole statements takes when a false IF looks for its ELSE."""
        skipped = sum(self.skipped(statement) for statement in statements)
        return skipped + self.separator * (len(statements) - 1)

    def looked_over(self, statements: list[StatementText]) -> float:
        """The same when a NEXT or WEND is looked for."""
        return sum(self.skipped(statement) + self.looked_into for statement in statements)

    def read_over(self, statement: StatementText) -> int:
        """The same for one statement when READ looks for DATA."""
        return self.lasting(self.skipped(statement) + self.read_past)

    def once(self, statement: StatementText, lines_to: Callable[[int], int]) -> float:
        """What names and line numbers take until their places are known, each where it is first reached."""
        us = 0.0
        for token in statement.tokens:
            sort = token.sort
            if sort is _NAME:
                us += self.new_name + self.new_name_character * len(token.value[0])
            elif sort is _LINE:
                us += self.new_line + self.line_passed * lines_to(token.value)
        return us

    def skipped(self, statement: StatementText) -> float:
        """What passing over a statement takes."""
        us = self.space * statement.spaces
        for token in statement.tokens:
            figure = SKIPPED.get(token.sort)
            if figure is None:
                us += SKIPPED_TOKEN[self.model]
            else:
                us += figure[0][self.model] + figure[1][self.model] * (token.size - 1)
        return us


# What an operator or function takes besides, by an operand's value: its microseconds, and the most of them.

Weighing = tuple[Callable[[float], int], int]


def heavy_factor(costs: Costs) -> Weighing:
    some, all_of_it = costs.lasting(costs.mantissa_byte), costs.lasting(3.2 * costs.mantissa_byte)
    return partial(weighing.heavy_factor, some, all_of_it), all_of_it


def quick_argument(name: str, costs: Costs) -> Weighing:
    nothing, power_of_two = (costs.lasting(us) for us in QUICK[name])
    return partial(weighing.quick_argument, nothing, power_of_two), 0


def broken_exponent(costs: Costs) -> Weighing:
    us = costs.lasting(costs.broken_power)
    return partial(weighing.broken_exponent, us), us


def mantissa_bytes(value: float) -> int:
    """How many bytes of a real's mantissa, but for the first, are not 0."""
    mantissa = int(abs(frexp(value)[0]) * 4294967296.0)
    return sum(bool(mantissa >> shift & 255) for shift in (0, 8, 16))


MODELS = (Costs(False), Costs(True))
