"""What a statement costs on the real machines, in microseconds: how the figures of basic.timing.figures come together."""

from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from basic.runtime.control import INTEGER_FOR_SIZE, REAL_FOR_SIZE, WHILE_SIZE
from basic.source.walker import QUOTE_REM, UNTYPED_NAME, Kind
from basic.source.words import COMPARISONS, LOGIC, MINUS, MODULO, OF_INTEGERS, OVER, PLUS, POWER, QUOTIENT, TIMES
from basic.syntax.forms import Contents, Name
from basic.syntax.function import FUNCTIONS as FUNCTION_TABLE
from basic.syntax.nodes import Binary, Call, Element, Expression, Variable, constant_in
from basic.syntax.statement_text import Outline, StatementText
from basic.syntax.tokens import Sort, Token
from basic.timing import reading
from basic.timing.figures import (
    BEHIND_LOOK,
    CHARACTERS,
    DECIDED,
    FUNCTIONS,
    OPERATORS,
    SKIPPED,
    SKIPPED_FUNCTION,
    SKIPPED_NUMBER,
    SKIPPED_TOKEN,
    Figures,
)
from basic.timing.walking import parts_of, text_passed
from basic.values import code as values
from basic.values import weighing
from basic.values.code import INTEGER, NUMBER, REAL, STRING, Code
from basic.values.weighing import Weighing

if TYPE_CHECKING:
    from basic.syntax.statement import Statement

_BYTES: dict[values.Kind, int] = {INTEGER: 2, STRING: 3, REAL: 5}        # of a variable's value
_REMARK, _TEXT = Sort.REMARK, Sort.TEXT
_A_WORD, _A_NUMBER = Kind.WORD, Kind.NUMBER
_A_SIGN, _A_SEPARATOR = Kind.CHARACTER, Kind.SEPARATOR
CLOSING, QUOTE = ord(")"), bytes((QUOTE_REM,))


class Costs(Figures):
    """The figures of one BASIC, and how they come together."""

    def __init__(self, basic_1_1: bool):
        super().__init__(basic_1_1)
        self.variable = {INTEGER: self.integer_variable, REAL: self.real_variable, STRING: self.integer_variable,
                         NUMBER: self.integer_variable}
        whole = self.share, *(int(us) for us in (self.printed_zero_whole, self.printed_two, self.printed_three,
                                                 self.printed_four, self.printed_five))
        real = self.share, int(self.printed_zero)
        base, real_base = self.lasting(self.printed_integer), self.lasting(self.printed_real)
        most, most_real = self.lasting(620), self.lasting(9000)
        self.showing_integer: Weighing = partial(weighing.whole_printed, base, *whole), base + most
        self.showing_real: Weighing = partial(weighing.real_printed, real_base, *real), real_base + most_real
        self.turning_whole_to_text: Weighing = partial(weighing.whole_shown, *whole), most
        self.turning_real_to_text: Weighing = partial(weighing.real_shown, *real), most_real
        self.turning_to_text: Weighing = (
            weighing.NumberShown(self.turning_whole_to_text[0], self.turning_real_to_text[0]), most_real)
        self.items_read: dict[tuple[bytes, type], int] = {}     # what is known of them
        self.created = {kind: self.lasting(self.variable_made + self.variable_byte * size) for kind, size in _BYTES.items()}
        self.making_real = (int(self.to_real), int(self.least_made_real), int(self.two_bytes_made_real),
                            int(self.made_real_bit), int(self.negative_made_real))
        self.of_subscript: Weighing = partial(weighing.subscript, self.share), self.lasting(200)
        self.of_series = self.share, self.lasting(20000)        # of what a series takes, and the most of it
        self.of_quotient = int(self.quotient_bit), int(self.quotient_one), int(self.quotient_of_0)
        self.of_counting = int(self.difference_kept), int(self.difference_reduced), int(self.exponent_larger)
        self.for_looks = {INTEGER_FOR_SIZE: self.for_passes_whole, REAL_FOR_SIZE: self.for_passes_real,
                          WHILE_SIZE: self.for_passes_while}
        self.while_looks = {INTEGER_FOR_SIZE: self.while_passes_whole, REAL_FOR_SIZE: self.while_passes_real,
                            WHILE_SIZE: self.while_passes_while}
        self.decided = DECIDED
        self.let = {INTEGER: self.integer_let, REAL: self.real_let, STRING: self.string_let}

    # operands and operators

    def real_of(self, code: Code) -> float:
        """What makes a real of an integer."""
        if not (code.varies or isinstance(code.value, int)):
            return self.to_real
        return self.to_real + code.us_by_value(partial(weighing.made_real, 1024, *self.making_real))

    def _made_real(self, code: Code) -> float:
        """What making a real of an operand takes more than usual."""
        return 0 if code.is_real else self.real_of(code) - self.real_of_some

    def constant(self, code: Code) -> float:
        return self.real_constant if code.kind == REAL else code.us_by_value(weighing.whole_constant)

    def named(self, kind: values.Kind, type_byte: int) -> float:
        """A variable: one without a %, ! or $ takes longer."""
        return self.variable[kind] + self.typed_by_letter * ((type_byte == UNTYPED_NAME) - (kind == REAL))

    def text(self, value: bytes) -> float:
        return (self.text_constant if value else self.empty_text) + self.text_character * len(value)

    def array_element(self, kind: str, subscripts: Sequence[Code]) -> float:
        more = self.real_element if kind == REAL else self.string_element if kind == STRING else 0
        further = 0 if len(subscripts) < 2 else self.last_dimension + self.dimension * (len(subscripts) - 2)
        us = self.element + more + further
        if all(one.value == 0 for one in subscripts):
            us += self.first_real if kind == REAL else self.first_text if kind == STRING else self.first_whole
        return us

    def operator(self, node: Binary, left: Code, right: Code) -> float:
        """What one takes, with its operands ready: dearer by what converts them."""
        token = node.operator
        us = self._rejections(node)
        if STRING in (left.kind, right.kind):
            if token == PLUS:
                us += self.joining + self.constant_operand * (left.is_filled_text + right.is_filled_text)
                made = sum(bool(code.passing) and not isinstance(operand, Binary)
                           for operand, code in ((node.left, left), (node.right, right)))
                us += self.joined_made * made
                return us + self.joined_again * (isinstance(node.left, Binary) and left.kind == STRING)
            return us + self.text_comparison + self._text_operand(node.left, left) + self._text_operand(node.right, right)
        real = left.is_real or right.is_real or token == OVER
        if token in COMPARISONS:
            us += self.real_comparison if real else self.integer_comparison
        else:
            integers, reals = OPERATORS[token]
            us += (reals if real else integers)[self.model]
        if divides_by_number(token, left, right) and is_negative(right):
            us += 10 if token == MODULO else 18
        if token in OF_INTEGERS:
            dearer = self.logical_real if token in LOGIC else self.divided_real
            return us + (self.integer_operand + dearer) * (left.is_real + right.is_real)
        if token == POWER:
            us += self.power_of_integer * (not left.is_real) + self.power_to_integer * (not right.is_real)
            return us + self._made_real(left) + self._made_real(right)
        if real:
            us += self.to_real_left * (not left.is_real) + self.to_real_right * (not right.is_real)
            us += self._made_real(left) + self._made_real(right)
            if token not in (TIMES, OVER):
                us += self.left_with_real * (not left.is_real) + self.right_with_real * (not right.is_real)
        return us

    def _text_operand(self, node: Expression, code: Code) -> float:
        """What a text takes that is compared and that no variable holds."""
        if isinstance(node, Variable | Element):
            return 0
        if code.is_constant:
            return self.constant_operand if code.is_filled_text else self.empty_operand
        return self.empty_key if is_key(node) else self.made_operand

    def _rejections(self, node: Binary) -> float:
        """An operator stands again and again behind an operand, until those before it that bind as tightly are done."""
        refused = (self.rejected_plus if node.operator == PLUS else
                   self.rejected_comparison if node.operator in COMPARISONS else
                   self.rejected_logic if node.operator in LOGIC else self.rejected)
        return refused * node.refused

    def function(self, name: str, codes: list[Code], nodes: list[Expression]) -> float:
        figures = FUNCTIONS[name]
        reals = 0 if name in ("MAX", "MIN") else sum(code.is_real for code in codes)
        chosen = min(int(reals or bool(codes) and name == "RND"), len(figures) - 1, 1)
        us: float = figures[chosen][self.model]
        if reals and (not chosen or figures[0] == figures[1]):
            us += self.integer_operand * reals
        if name in SERIES:
            us += sum(map(self._made_real, codes))
        us += self.text_argument * sum(code.kind == STRING and code.is_constant for code in codes)
        keys = sum(map(is_key, nodes))
        us += (self.key_argument + self.key_in_capitals * (name == "UPPER$")) * keys
        us += self.made_argument * (sum(code.passing is not None for code in codes) - keys)
        if name == "VAL":
            us += self.based_read * is_based(nodes[0])
        if name in ("TEST", "TESTR"):
            us += self.tested_real * max(reals - 1, 0)
        if len(figures) > 2:
            us += figures[2][self.model] * (len(codes) - 1)
        return us

    def chosen(self, best: int | float, number: int | float, keeps: bool) -> float:
        """What MAX and MIN take for each number behind the first, by it and the best of those before."""
        us = self.equal_chosen * (best == number)
        if type(best) is int and type(number) is int:
            return us + weighing.wholes_compared(1024, best, number) - 2 + self.best_kept * keeps
        for one, into_real in ((best, self.best_made_real), (number, self.other_made_real)):
            if type(one) is int:
                us += into_real + weighing.made_real(1024, *self.making_real, one)
        us += self.reals_chosen + weighing.compared(int(self.exponent_larger), best, number)
        return us + self.best_real_kept * keeps

    def begun(self, own: float) -> float:
        """What of a statement that takes `own` passes before its first expression."""
        return self.statement + own

    def behind_look(self, token: int) -> float:
        """What of a function's time passes behind its look at the clock or the keys."""
        return BEHIND_LOOK[FUNCTION_TABLE[token].name][self.model]

    def result(self, name: str, based: bool = False) -> Weighing | None:
        """What a function takes besides, by its result: the longer its string, or the number that it is or shows."""
        if name == "VAL":
            none, long, fraction = (self.lasting(us) for us in (
                self.based_zero_read if based else self.no_number_read, self.long_number_read, self.fraction_read))
            digit, further = int(self.read_digit), int(self.read_further_byte)
            return partial(weighing.number_read, self.share, none, digit, further, long, fraction), max(fraction, long)
        if name == "TIME":
            return partial(weighing.ticks_read, self.share, int(self.longest_ticks)), 120
        if name not in CHARACTERS:
            return None
        each = self.of_many(CHARACTERS[name][self.model])
        none = self.lasting(self.empty_made) if name not in ("HEX$", "BIN$") else 0
        return weighing.OfLength(partial(weighing.characters, none, each)), each * 255 >> 10

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

    def item_read(self, text: bytes, value: int | float | bytes) -> int:
        """What an item of DATA takes by how it is written."""
        item = text, type(value)
        us = self.items_read.get(item)
        if us is None:
            us = self.items_read[item] = self._item_read(text, value)
        return us

    def _item_read(self, text: bytes, value: int | float | bytes) -> int:
        if isinstance(value, bytes):
            us = self.quoted_character * len(value) + self.reading_quotes if b'"' in text else self.plain_character * len(value)
        else:
            us = reading.number(self.model, text, value)
            if type(value) is float:            # what a real takes that was an integer is charged for each number
                return self.lasting(us) - made_real(self)[0](value)
        return self.lasting(us)

    def tidying(self, numbers: int, texts: int, elements: int) -> float:
        """What looking at all variables takes: numbers, strings and elements of arrays of strings."""
        return self.tidied_number * numbers + self.tidied_variable * texts + self.tidied_element * elements

    def moving_strings(self, strings: int, length: int) -> float:
        """What a garbage collection takes besides, by how many strings it finds."""
        looks = strings if self.model else strings * (strings + 1) / 2
        return self.tidied_string * looks - self.tidied_moved * strings + self.tidied_byte * length

    # statements

    def assignment(self, kind: str, code: Code) -> float:
        """Keeping a value in a variable of the kind."""
        us = self.let[kind]
        if kind == REAL and code.kind in (INTEGER, NUMBER) and not code.is_real:
            us += self.real_of(code)
        elif kind == INTEGER and code.is_real:
            us += self.to_integer
        return us

    def whole(self, outline: Outline) -> float:
        """Its spaces, the brackets that belong to no function and no array, the plus signs before an operand, the length of its
        names."""
        if outline.us_whole is None:
            outline.us_whole = self._whole(outline, outline.contents())
        return outline.us_whole

    def _whole(self, outline: Outline, contents: Contents) -> float:
        us = self.space * outline.spaces + self.brackets * contents.brackets + self.plus_sign * contents.signs
        us += self.let_word * outline.says_let + self.name_character * contents.letters + self.square * outline.form.squares
        last = outline.tokens[-1]
        return us + self.remark_passed(last.value) if last.sort is _REMARK else us

    def remark_passed(self, text: bytes) -> float:
        """What the text of a remark takes that is come upon."""
        if not text:
            return 0
        blanks, others, quotes, quoted = parts_of(text)
        us = self.remark + self.remark_blank * blanks + self.remark_character * others
        return us + self.remark_quote * quotes + self.quoted_remark * quoted

    def shown(self, value: int | float) -> int:
        """What making characters of a number takes."""
        weigh, _ = self.showing_real if type(value) is float else self.showing_integer
        return weigh(value)

    def passed(self, statements: list[StatementText]) -> float:
        """What passing over whole statements takes when a false IF looks for its ELSE."""
        elses = sum(one.is_else for one in statements[:-1])
        us = self.else_missed * elses + self.then_missed * (self._words(statements) - elses)
        return us + self.separator * self._separators(statements) + sum(map(self.skipped, statements))

    @staticmethod
    def _words(statements: list[StatementText]) -> int:
        """How many THEN and ELSE stand before other statements."""
        return sum(one.is_else or one.opens_if and not then.outline.stands_for_then
                   for one, then in zip(statements, statements[1:], strict=False))

    @staticmethod
    def _separators(statements: list[StatementText]) -> int:
        """How many stand between them: none behind THEN and ELSE."""
        return sum(not (before.opens_if or before.is_else) for before in statements[:-1])

    def looked_over(self, statements: list[StatementText]) -> float:
        """The same when a NEXT or WEND is looked for."""
        us: float = 0
        joined, opened = 0, False
        for statement in statements:
            outline = statement.outline
            joined += (opened and not outline.stands_for_then) + outline.is_else
            opened = outline.opens_if
            us += self._looked_over(statement) if outline.us_looked_over is None else outline.us_looked_over
        return self.looked_joined * joined + us

    def _looked_over(self, statement: StatementText) -> float:
        outline = statement.outline
        if outline.us_looked_over is None:
            us = self.looked_into * (not outline.stands_for_then) + self.space * statement.indented
            outline.us_looked_over = us + self.looked_item * len(outline.tokens) + self.skipped(statement)
        return outline.us_looked_over

    def read_over(self, statement: StatementText, joined: bool) -> int:
        """The same for one statement when READ looks for DATA. `joined`: it stands behind THEN or ELSE."""
        us, tokens = self.skipped(statement) + self.read_past + self.joined_read_past * joined, statement.outline.tokens
        us += self.item_in_rest * max(len(tokens) - 1, 0)
        if tokens and tokens[-1].sort is _REMARK:
            us += self.remark_read_past * parts_of(tokens[-1].value)[1]
        return self.lasting(us)

    def names_found(self, outline: Outline, whole: "Statement") -> int:
        """What a statement's names take until their places are known, when it is first reached."""
        us_of_names = outline.us_of_names
        if us_of_names is None:
            contents = outline.contents()
            scalars, arrays = contents.variables or ((), ())
            functions = len(contents.names) - len(scalars) - len(arrays)
            us = self.found_anew(contents.names) + self.array_name * len(arrays) + self.function_name * functions
            assigned = sum([isinstance(one, Variable) for one in whole.writes]) if whole.sets else 0    # which get a value
            us_of_names = outline.us_of_names = self.lasting(us + self.read_name * (len(scalars) - assigned))
        return us_of_names

    def found_anew(self, names: Sequence[Name]) -> float:
        """What names take that have not been met at their places."""
        us: float = self.new_name * len(names)
        for name, type_byte in names:
            us += self.new_name_character * (len(name) - 1) + self.untyped_name * (type_byte == UNTYPED_NAME)
        return us

    def looked_in_vain(self, name: bytes, type_byte: int, kind: values.Kind) -> float:
        """What a variable that was never assigned takes more than another one, each time it is read."""
        us = self.vain_character * (len(name) - 1) + self.untyped_name * (type_byte == UNTYPED_NAME)
        return us + (self.vain_text if kind == STRING else self.vain_integer if kind == INTEGER else self.vain_real)

    def data_passed(self, text: bytes) -> float:
        """What DATA takes that is come upon."""
        return text_passed(text, self.data_character, self.model)

    def passed_to_line(self, statements: list[StatementText]) -> float:
        """What passing over the line's other statements takes, when another line is looked for."""
        us = self.separator_in_rest * (1 + self._separators(statements))
        us += (self.word_passed + self.item_in_rest) * self._words(statements)
        return us + sum(map(self._passed_to_line, statements))

    def lines_forgotten(self, statements: list[StatementText]) -> float:
        """What walking through a line takes where the places of lines become numbers again."""
        begins = 1 + self._separators(statements)
        return self.forgetful_line + self.forgetful_statement * begins + self.passed_to_line(statements)

    def _passed_to_line(self, statement: StatementText) -> float:
        tokens = statement.tokens
        us = self.skipped(statement) + self.item_in_rest * len(tokens)
        if tokens and tokens[-1].sort in (_REMARK, _TEXT):
            character = self.remark_read_past if tokens[-1].sort is _REMARK else self.text_in_rest
            us += character * parts_of(tokens[-1].value)[1]
        return us

    def rest_of_line(self, statements: list[StatementText]) -> float:
        """What ELSE takes that is come upon behind THEN: the line's other statements are passed over."""
        skipped = sum(self.skipped(one) + self.item_in_rest * (len(one.outline.tokens) - 1)
                      for one in statements if one.outline.tokens)
        for one, then in zip(statements, statements[1:], strict=False):
            skipped += self.else_in_rest * one.is_else + self.then_in_rest * (one.opens_if and not then.outline.stands_for_then)
        return self.reached_else + skipped + (self.separator_in_rest + self.item_in_rest) * self._separators(statements)

    def skipped(self, statement: StatementText) -> float:
        """What passing over a statement takes."""
        outline = statement.outline
        if outline.us_skipped is None:
            outline.us_skipped = self.space * outline.spaces + sum(map(self._token_skipped, outline.tokens))
        return outline.us_skipped

    def rest_passed(self, statement: StatementText, begin: int) -> float:
        """What the tokens from there on take where a search begins within the statement."""
        return sum(map(self._token_skipped, statement.tokens[begin:])) + self.space * statement.spaces_behind(begin)

    def rest_looked_over(self, statement: StatementText, begin: int) -> float:
        """The same where it looks for NEXT or WEND."""
        return self.rest_passed(statement, begin) + self.looked_item * (len(statement.outline.tokens) - begin)

    def _token_skipped(self, token: Token) -> float:
        sort = token.sort
        figures = SKIPPED.get(sort)
        if figures is None:
            number = SKIPPED_NUMBER.get(token.size, SKIPPED_TOKEN) if sort is Sort.NUMBER else SKIPPED_TOKEN
            return (SKIPPED_FUNCTION if sort is Sort.WORD and token.size == 2 else number)[self.model]
        first, further = figures[0][self.model], figures[1][self.model]
        if sort is _TEXT or sort is _REMARK and not self.model:
            return first + text_passed(token.value, further, self.model)
        return first + further * (token.size - 1)


# What an operator or function takes besides, by an operand's value.

@cache
def rounded(costs: Costs, negative: float) -> Weighing:
    return partial(weighing.rounded, costs.share, int(negative)), costs.lasting(15 + negative)


@cache
def made_real(costs: Costs) -> Weighing:
    return partial(weighing.made_real, costs.share, *costs.making_real), costs.lasting(80)


@cache
def number_made_real(costs: Costs, spared: float) -> Weighing:
    return partial(weighing.number_made_real, costs.share, *costs.making_real, int(spared)), costs.lasting(80)


@cache
def of_both(costs: Costs, operator: int) -> Weighing | None:
    """What an operator of reals takes by both operands and its result; a comparison is not told its result."""
    if operator in (PLUS, MINUS):
        kept, reduced = int(costs.difference_kept), int(costs.difference_reduced)
        return partial(weighing.real_sum, costs.share, operator == MINUS, kept, reduced), costs.lasting(250)
    if operator == TIMES:
        return partial(weighing.real_product, costs.share), costs.lasting(1250)
    if operator == OVER:
        return partial(weighing.real_quotient, costs.share), costs.lasting(93)
    if operator in COMPARISONS:
        return partial(weighing.reals_compared, costs.share, int(costs.exponent_larger)), costs.lasting(61)
    return None


@cache
def of_whole_limit(costs: Costs) -> Weighing:
    """What NEXT takes by the limit and the variable, which are integers."""
    return partial(weighing.wholes_compared, costs.share), costs.lasting(2)


@cache
def of_bounds(costs: Costs) -> Weighing:
    """What FOR takes by its bounds, which are reals."""
    return partial(weighing.bounds_compared, costs.share, int(costs.exponent_larger)), costs.lasting(68)


@cache
def of_real_limit(costs: Costs) -> Weighing:
    """What NEXT takes by the limit, the variable, the step and what the variable was before, which are reals."""
    return partial(weighing.real_counted, costs.share, *costs.of_counting), costs.lasting(320)


def of_texts(costs: Costs, operator: int, left: Code, right: Code) -> Weighing | None:
    """What a comparison of texts takes by what they have in common."""
    if operator not in COMPARISONS or is_empty_text(left) or is_empty_text(right):
        return None
    each, ended = int(costs.compared_character), int(costs.shorter_text)
    return weighing.OfTexts(partial(weighing.compared_characters, costs.share, each, ended)), costs.lasting(255 * each)


@cache
def zeros_read(costs: Costs) -> Weighing:
    """What VAL takes for the zeros that a number begins with, and for a text that is none."""
    each = int(costs.leading_zero_read)
    read = partial(weighing.zeros_read, costs.share, int(costs.zero_read), each, int(costs.no_digit_read))
    return weighing.OfLeadingZeros(read), costs.lasting(costs.zero_read + 255 * each)


@cache
def made_text(costs: Costs) -> Weighing:
    """What a text takes that is made on the way and that nothing keeps, by its length."""
    each = costs.copied_character
    return weighing.OfLength(partial(weighing.characters, 0, each)), each * 255 >> 10


@cache
def turned_positive(costs: Costs, real: bool) -> Weighing:
    us: int = costs.turned_positive if real else costs.turned_positive_whole
    return partial(weighing.below_0, us), us


@cache
def of_integers(costs: Costs, operator: int, are_whole: bool) -> Weighing | None:
    """What an operator of integers takes by both operands; of numbers that may be either, the result, too."""
    if operator == TIMES:
        weigh = weighing.whole_product if are_whole else weighing.number_product
        of_reals = OPERATORS[TIMES][1][costs.model] - OPERATORS[TIMES][0][costs.model] + costs.to_real_right
        return partial(weigh, costs.share, *costs.making_real, int(of_reals)), costs.lasting(2500)
    if operator in (PLUS, MINUS):
        weigh_sum = weighing.whole_sum if are_whole else weighing.number_sum
        integers, of_reals = (figures[costs.model] for figures in OPERATORS[operator])
        left, right = int(costs.to_real_left + costs.left_with_real), int(costs.to_real_right + costs.right_with_real)
        kept, reduced = int(costs.difference_kept), int(costs.difference_reduced)
        return partial(weigh_sum, costs.share, *costs.making_real, int(of_reals - integers), left, right,
                       int(costs.added_again), operator == MINUS, kept, reduced), costs.lasting(1200)
    if operator in (QUOTIENT, MODULO):
        return partial(weighing.division, costs.share, *costs.of_quotient, operator == MODULO), costs.lasting(700)
    return None


def quotient(costs: Costs, operator: int, divisor: Code) -> Weighing:
    """What an integer division takes whose divisor is known."""
    assert isinstance(divisor.value, int)
    negative = 10 if operator == QUOTIENT and is_negative(divisor) else 18
    return partial(weighing.quotient, costs.share, *costs.of_quotient, negative, abs(divisor.value)), costs.lasting(700)


def divides_by_number(operator: int, left: Code, right: Code) -> bool:
    """An integer division whose divisor is an integer that is known and not 0, and whose dividend is not known."""
    return operator in (QUOTIENT, MODULO) and left.value is None and isinstance(right.value, int) and right.value != 0


def is_key(node: Expression) -> bool:
    return isinstance(node, Call) and FUNCTION_TABLE[node.token].name == "INKEY$"


def is_based(node: Expression) -> bool:
    """A text that is known to begin with "&"."""
    if isinstance(node, Binary) and node.operator == PLUS:
        node = node.left
    text = constant_in(node)
    return isinstance(text, bytes) and text[:1] == b"&"


def is_truth(node: Expression) -> bool:
    """Whether it gives nothing but -1 and 0."""
    return isinstance(node, Binary) and (
        node.operator in COMPARISONS or node.operator in LOGIC and is_truth(node.left) and is_truth(node.right))


def is_empty_text(code: Code) -> bool:
    return code.is_constant and not code.is_filled_text


def is_negative(code: Code) -> bool:
    return isinstance(code.value, int) and code.value < 0


SERIES = frozenset(("SIN", "COS", "TAN", "ATN", "EXP", "LOG", "LOG10", "SQR"))      # functions of reals
MODELS = (Costs(False), Costs(True))
