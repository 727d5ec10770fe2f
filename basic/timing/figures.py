"""How long the parts of BASIC statements take on the real machines: pairs of microseconds, for BASIC 1.0 and for 1.1.

Each was measured by counting the machine's cycles from statement to statement, interrupts left out. A figure of an
operand or operator says by how much it is dearer than the constant 1, whose evaluation is in the figure of what takes
it. basic.timing.costs says how they come together.
"""

from basic.runtime.clock import INTERRUPTS, SHARES
from basic.source.walker import Kind
from basic.source.words import (
    AND,
    AT_LEAST,
    AT_MOST,
    EQUAL,
    GREATER,
    LESS,
    MINUS,
    MODULO,
    OR,
    OVER,
    PLUS,
    POWER,
    QUOTIENT,
    TIMES,
    UNEQUAL,
    XOR,
)
from basic.syntax.tokens import Sort


class Figure:
    """What a part takes: `costs.part` is the figure of the BASIC whose costs they are."""

    def __init__(self, basic_1_0: float, basic_1_1: float):
        self.of = basic_1_0, basic_1_1

    def __get__(self, costs: "Figures", owner: type) -> float:
        return self.of[costs.model]


class Lasting(Figure):
    """What the clock is moved on by while a program runs: with the share of the interrupts."""

    def __get__(self, costs: "Figures", owner: type) -> int:
        return costs.lasting(self.of[costs.model])


class Many(Figure):
    """What the clock is moved on by for each of many things, likewise, in 1024ths of a microsecond."""

    def __get__(self, costs: "Figures", owner: type) -> int:
        return costs.of_many(self.of[costs.model])


class Figures:
    share = round(INTERRUPTS * 1024)    # where what takes time is only known while the program runs: of 1024

    def __init__(self, basic_1_1: bool):
        self.model = int(basic_1_1)
        self.interrupts = SHARES[basic_1_1]
        for name, figure in vars(Figures).items():      # as values of its own they are quicker to look up
            if isinstance(figure, Figure):
                vars(self)[name] = figure.__get__(self, Figures)

    def lasting(self, microseconds: float) -> int:
        """With the share of the interrupts."""
        return round(microseconds * self.interrupts)

    def of_many(self, microseconds: float) -> int:
        """With their share in 1024ths: of each of many, what all take being rounded once."""
        return round(microseconds * self.interrupts * 1024)

    # Going from statement to statement, and what stands between its parts.
    statement = Figure(61, 49)          # from one to the next
    line = Figure(32, 32)               # into another line
    then_line = Figure(57.2, 74.9)      # THEN 100
    without_then = Figure(-30, -29)     # IF ... GOTO
    jump_in_line = Figure(0, -2)        # GOTO, where something follows in its line
    comma_missed = Figure(-2.2, -2)     # a look for a comma, where the statement is followed by another one in its line
    end_found = Figure(1.8, 2)          # and one for the statement's end
    space = Figure(9, 9)
    brackets = Figure(259, 241)         # a pair
    square = Figure(8, 8)               # a square one, more than a round one
    expression = Figure(230, 222)       # a whole one, as an argument
    let_word = Figure(35, 35)
    # What passes before a look at the clock or the keys, and is charged behind it.
    let_begun = Figure(206, 188)        # an assignment's variable
    element_begun = Figure(44, 26)      # or an element, besides what it takes itself
    operator_begun = Figure(330, 330)   # an operator before its right operand
    function_begun = Figure(151, 139)   # a function before its arguments
    # And what is charged before it and passes behind it.
    if_ends = Figure(60, 38)            # IF's THEN
    user_call_ends = Figure(170, 165)   # FN, behind its expression
    plus_sign = Figure(115, 115)
    name_character = Figure(8, 8)
    remark = Figure(-2, -2)             # one that is not empty
    remark_blank = Figure(9, 9)
    remark_character = Figure(55, 10)   # any other; 1.0 passes over what stands in quotes as over a string
    remark_quote = Figure(44, 10)       # an opening quote
    quoted_remark = Figure(12, 10)      # and each character behind it
    quoted_character = Figure(16, 16)   # of a DATA item
    # Operands.
    real_constant = Figure(56, 67)
    text_constant = Figure(163, 145)
    empty_text = Figure(101, 83)        # ""
    text_character = Figure(16, 16)
    text_argument = Figure(26, 26)      # a string in quotes, to a function
    integer_variable = Figure(145, 145)
    real_variable = Figure(160, 160)
    typed_by_letter = Figure(1, 1)      # one without %, ! and $, more than one with it; real_variable has it
    element = Figure(820, 694)          # of an integer array, with its first subscript
    real_element = Figure(62, 22)       # more than that
    string_element = Figure(39, 5)      # more than that
    first_whole = Figure(-13, 0)        # an array's first element, where that is known before the program runs
    first_real = Figure(-60, 0)
    first_text = Figure(-50, 0)
    last_dimension = Figure(518, 476)   # with a second subscript, or a third ... that is 1
    dimension = Figure(583, 541)        # one between the first and the last
    address = Figure(68, 72)
    user_call = Figure(461, 443)
    first_argument = Figure(87, 63)     # more than others
    user_argument = Figure(666, 661)
    real_argument = Figure(11, 11)      # more than that
    string_argument = Figure(114, 102)
    parameter = Figure(298, 319)        # more than another variable
    real_parameter = Figure(-4, -4)     # more than that
    untyped_parameter = Figure(39, 27)  # one without a suffix, at the call and where it is named
    parameter_letter = Figure(18, 18)   # each letter of one behind its first, at the call
    named_letter = Figure(32, 32)       # and where it is named
    parameter_passed = Figure(40, 39)   # each that comes behind it
    brackets_passed = Figure(110, 126)  # a pair, by DEF FN
    user_string = Figure(27, 289)       # where the result is one
    real_result = Figure(34, 34)        # saved, where an integer becomes a real result
    integer_result = Figure(396, 346)   # of a real
    stream = Figure(147, 150)
    other_stream = Figure(572, 550)     # one that is not 0: its window is put in force, and the former one again
    routine_argument = Figure(42, 74)   # each of CALL, besides
    optional = Figure(160, 160)         # an argument that may be left out, where it is there
    second_optional = Figure(0, -1.7)   # the second of two, besides
    mask_alone = Figure(0, 46)          # where the first is left out, by MASK
    transparent_alone = Figure(0, 114)  # and by GRAPHICS PEN
    pen_with_transparent = Figure(0, 67)
    paper_to_clear = Figure(32, 46)     # by CLG
    drawn_ink = Figure(59.4, 66.6)      # of PLOT and its like
    drawn_mode = Figure(0, 72)          # and an ink mode
    drawn_without_ink = Figure(0, 24)   # that stands there alone
    second_colour = Figure(57, 62)      # of INK and BORDER; the second window of WINDOW SWAP
    # Operators, and what makes an operand fit for them.
    negation = Figure(285, 224)
    real_negation = Figure(283, 273)
    complement = Figure(288, 291)
    integer_comparison = Figure(494, 450)
    real_comparison = Figure(533, 541)
    text_comparison = Figure(364, 352)
    compared_character = Figure(25, 19)     # each of which two texts look alike, and the first that does not
    shorter_text = Figure(12, 2)        # one that the other begins with
    constant_operand = Figure(30, 29)   # a text in quotes, to be compared or joined
    empty_operand = Figure(92, 67)      # ""
    made_operand = Figure(20, 34)       # a text that no variable holds, to be compared
    empty_key = Figure(6.4, 34)         # INKEY$ likewise, as long as no key is pressed
    key_argument = Figure(19.7, 34.5)   # INKEY$ likewise, to a function
    key_made_character = Lasting(262, 263)  # a key that has been pressed, by INKEY$; on the average of all keys
    key_in_capitals = Figure(-13, 0)    # INKEY$ as that of UPPER$
    joining = Figure(645.5, 575)
    joined_made = Figure(6, 16.5)       # each text that no variable holds
    joined_again = Figure(-39, -25.5)    # where what is on the left is joined already
    made_argument = Figure(8, 36)       # a string that is made on the way, to a function
    rejected = Figure(34, 34)           # an operator that has to wait for one before it
    rejected_plus = Figure(45, 45)
    rejected_logic = Figure(34, 35)     # AND, OR, XOR
    rejected_comparison = Figure(14, 14)
    to_real = Figure(250, 244)          # an integer to be stored in a real
    to_real_left = Figure(170, 165)
    to_real_right = Figure(195, 190)
    left_with_real = Figure(0, 4.8)     # an integer in a sum, a difference or a comparison with a real, besides
    right_with_real = Figure(2, 6.2)
    real_of_some = Figure(250, 250)     # what Costs.real_of gives for the numbers of which these are the figures
    tested_real = Figure(352, 279)      # a real as a second coordinate, to TEST
    least_made_real = Figure(258, 251)  # in place of to_real, of 1
    two_bytes_made_real = Figure(251, 242)  # and of 256
    made_real_bit = Figure(8, 7)        # saved for each further bit
    negative_made_real = Figure(64, 14)
    added_again = Figure(92, 30)        # the sum of two integers that has more than 16 bits
    to_integer = Figure(457, 407)       # 1, as a real, to be stored in an integer
    integer_operand = Figure(370, 320)  # and where an integer is wanted
    turned_positive = Lasting(120, 98)  # a real below 0, by ABS
    turned_positive_whole = Lasting(118, 49)    # an integer
    negative_rounded = Figure(8, 8)     # one that is below 0
    real_address = Figure(324, 324)
    negative_address = Figure(73, 23)   # one that is below 0
    real_test = Figure(35, 79)
    difference_kept = Figure(7, 21)     # of reals, where its exponent is that of the larger one
    difference_reduced = Figure(35, 29) # and where it is a smaller one
    power_of_integer = Figure(140, 135) # an integer as a base, and as an exponent
    power_to_integer = Figure(195, 190)
    divided_real = Figure(61, 49)       # a real in \ and MOD
    logical_real = Figure(18, 18)       # and in AND, OR and XOR
    quotient_of_0 = Figure(-38, -35)    # of \ and MOD, more than 1 \ 1
    quotient_bit = Figure(40, 37)       # each bit of the quotient but the first
    quotient_one = Figure(4, -2)        # and each that is 1
    # Assignments, and making variables.
    integer_let = Figure(200, 196)
    real_let = Figure(215, 211)
    string_let = Figure(312, 298)
    copying = Figure(171, 148)          # a string that a variable holds, into another variable
    moved_string = Lasting(162, 147)    # one that lies in the program, before MID$ changes it
    replaced_length = Figure(53, 54)    # the third argument of MID$, where its part is changed
    copied_character = Many(6, 6)
    empty_copied = Lasting(-63, -67)    # in its place, where that string is empty
    empty_kept = Lasting(-85.3, -37)    # likewise one that is made on the way
    variable_made = Figure(260, 287)    # making a variable
    variable_byte = Figure(9, 8)        # each byte of its value
    moved_byte = Figure(6, 6)           # each byte of the arrays, which make room for it
    dimension_made = Figure(860, 850)
    further_dimension = Figure(310, 270)    # each of an array behind its first
    dimensioned = Figure(12, 12)        # each byte of an array
    further_erased = Figure(271, 348)   # by ERASE, each behind the first
    kept_array = Figure(144, 136.5)     # each other one, where one is erased
    not_dimensioned = Figure(580, 580)  # an array that no DIM has made, more than with DIM
    declared_letter = Figure(10.5, 10.5)    # by DEFINT, DEFREAL, DEFSTR
    tidied = Figure(1723, 1774)         # garbage collection: 1.0 looks at all variables for each string
    tidied_number = Figure(69, 62)
    tidied_variable = Figure(110, 103)  # a string
    tidied_literal = Figure(44, 26)     # more for one that is not empty and stands in the program
    tidied_array = Figure(120, 110)      # an array of strings
    tidied_element = Figure(69, 65)     # and each of its elements
    tidied_left = Figure(0, 37)         # each string that no variable holds any more
    tidied_letter = Figure(8, 8)        # each letter of their names behind the first
    checked_string = Figure(47, 47)     # each that is not empty, where the machine asks whether it stands in the program
    tidied_string = Figure(73, 158)     # each that is still to be moved; 1.1: each
    tidied_moved = Figure(109, 0)       # less, when it is
    himem_moved_byte = Lasting(8, 8)    # each byte of the string space, where HIMEM changes
    tidied_byte = Figure(6, 12)
    reading = Figure(748, 688)          # a DATA item that is a number, besides its digits
    reading_text = Figure(695, 661)     # and one that is not, besides its characters
    reading_quotes = Figure(-29, -29)
    plain_character = Figure(18, 18)
    data_character = Figure(55, 62)
    data_met = Figure(96, 96)           # READ comes to the next DATA
    no_number_read = Figure(-729, -678) # by VAL: nothing stands there
    zero_read = Figure(569, 514)        # by VAL, more than that: a number of nothing but zeros
    leading_zero_read = Figure(72, 72)  # each more, and each before another digit
    no_digit_read = Figure(152, 154)    # by VAL, a text that begins with something else
    based_read = Figure(-335, -340)     # by VAL, of a text that begins with "&"
    based_zero_read = Figure(-15, -22)  # of such a text, 0
    read_digit = Figure(140, 140)       # each but the second
    read_further_byte = Figure(37, 37)  # and in it each byte but the first of what has been read so far
    long_number_read = Figure(1088, 1083) # one that is no integer
    fraction_read = Figure(1450, 1450)
    empty_made = Figure(-1.4, -101)     # "" by LOWER$, UPPER$, SPACE$ and STRING$
    # Looking for names, lines and the ends of loops.
    new_name = Figure(311, 346)         # a name that has not been met at this place
    untyped_name = Figure(35, 23)       # more than that, without a %, ! or $
    new_name_character = Figure(24, 24)     # each behind its first
    read_name = Figure(-10, -10)        # a variable that gets no value
    array_name = Figure(-16, -28)
    function_name = Figure(-4, -28)
    name_passed = Lasting(40, 40)       # each variable that is looked at before
    letter_passed = Lasting(14, 14)     # and each letter in which its name is alike
    other_kind_passed = Lasting(5, 2)   # one that has its name and is of another kind
    vain_real = Figure(191, 227)        # a variable that was never assigned, each time it is read
    vain_integer = Figure(210, 246)
    vain_text = Figure(238, 274)
    vain_character = Figure(10, 10)     # each behind its first
    new_line = Figure(143, 138)         # a line number likewise
    line_passed = Figure(53.3, 53.3)    # each line on the way to it
    searched = Lasting(34, 46)          # each place, by INSTR
    restored = Figure(110, 110)
    ends_in_gosub = Figure(-6, -2)      # a line, less than in another statement
    longest_ticks = Figure(-4, -8)      # TIME above 2^31, more than others with as many bits to shift
    target = Figure(66, 96)             # each line behind ON ... GOTO before the one that is chosen
    known_target = Figure(24, 24)       # more, where its place is known
    target_first_behind = Figure(0, 42)     # where there are lines behind the one that is chosen
    target_in_line = Figure(0, 4)       # more, where something follows in the line
    target_behind = Figure(0, 125)      # each of these
    sub_target_behind = Figure(117, 125)    # likewise, of GOSUB
    no_target = Figure(-102, -98)       # where none is chosen
    no_sub_target = Figure(-238, -207)  # likewise, of GOSUB
    false = Figure(49, 53)              # IF, where its condition is
    true_comparison = Figure(-6, -2)    # IF, where its condition is -1
    separator = Figure(41, 44)
    word_passed = Figure(51, 56)        # THEN and ELSE, more than a blank
    then_missed = Figure(53.7, 53.4)    # likewise, by a false IF that looks for its ELSE
    else_missed = Figure(42.6, 50.4)
    found_else = Figure(18, 18)         # by a false IF
    reached_else = Figure(109, 113)     # by what stands behind THEN: the rest of the line is passed over
    then_in_rest = Figure(42, 52)
    else_in_rest = Figure(51, 61)
    separator_in_rest = Figure(35, 35)
    item_in_rest = Figure(-5, -2)       # each item but a statement's first
    for_passes_whole = Lasting(72, 70)  # each FOR or WHILE on the stack, down to the last GOSUB, that FOR looks at
    for_passes_real = Lasting(76, 71)
    for_passes_while = Lasting(34, 70)
    while_passes_whole = Lasting(35, 37)    # and that WHILE looks at
    while_passes_real = Lasting(39.5, 38)
    while_passes_while = Lasting(73, 67)
    equal_chosen = Figure(-3, -3)       # by MAX and MIN: a number that is equal to the best before
    best_kept = Figure(36, 36)          # one that is not taken
    best_real_kept = Figure(54, 54)
    reals_chosen = Figure(38, 90)       # where it or the best before is a real
    best_made_real = Figure(170, 163)   # an integer of which a real is made: the best before
    other_made_real = Figure(197, 190)
    looked_into = Figure(86, 86)        # each statement, by FOR and WHILE
    looked_item = Figure(1, 4)          # and each of its items
    looked_joined = Figure(18.4, 27)    # THEN and ELSE
    looked_deeper = Figure(54, 43)      # each FOR that FOR comes to
    looked_line = Figure(20.8, 21.4)        # and each line behind the first
    looked_up = Figure(151, 151)        # each name behind a NEXT that FOR comes to
    looked_up_behind = Figure(34, 44)   # and behind another one, where it is the FOR's own NEXT
    not_passed_again = Figure(-41, -31) # where it is another's, the name is not passed over once more
    read_past = Figure(72, 76)          # each statement, by READ
    read_line = Figure(19, 18)          # and each line behind the first
    joined_read_past = Figure(-28, -24) # less behind THEN and ELSE
    text_in_rest = Figure(-6, -7)       # each character of DATA but a blank, less than elsewhere
    remark_read_past = Figure(-6, 0)     # each character of a remark but a blank, less than elsewhere
    counting = Figure(443, 349)        # NEXT
    counted_by_name = Figure(-2, -2)    # where it names its variable
    counted_in_line = Figure(-2, -2)    # where something follows in its line
    counted_back = Figure(4, 4)         # where FOR does not end its line
    ended_behind = Figure(-5.8, -5.8)   # likewise, where it does not go back
    counted_in_list = Figure(-5, -5)    # where there are more variables
    counted_further = Figure(0, 8)      # each of these, whose turn it is
    real_counting = Figure(857, 862)    # of a real, besides the sum and the comparison
    exponent_larger = Figure(-1, -4)    # a comparison of reals, where the first has the larger exponent, not the second
    loop_ended = Figure(32, 40)         # NEXT, where it does not go back
    real_for = Figure(873, 940)
    step_given = Figure(-65, -56)       # of a FOR
    real_step_given = Figure(-8, -6)    # more, where its variable is a real
    while_ended = Figure(51, 62)        # WHILE or WEND, where the condition is false
    real_bound = Figure(-217, -210)     # each bound of a real FOR that is real already
    real_step = Figure(-215, -211)
    rounded_bound = Figure(424, 374)    # each bound of an integer FOR that is real
    # Printing.
    printed_character = Lasting(58, 69)
    printed_blank = Lasting(18, 14)     # each by a comma, SPC and TAB, besides
    printed_text = Figure(357, 380)
    printed_variable = Figure(-29, -29)         # a string's, less
    not_counted = Lasting(13, 13)       # less for each character behind a control code, when 1.1 counts what is to fit
    printed_passing = Figure(-12, 5)            # a string that is made on the way
    printed_integer = Figure(1022, 871)          # 1, and what others take more
    printed_zero_whole = Figure(-74, -43)
    printed_two = Figure(11, 10)                # of so many digits
    printed_three = Figure(53, 42)
    printed_four = Figure(65, 50)
    printed_five = Figure(103, 83)
    printed_real = Figure(1864, 1717)
    printed_zero = Figure(-935, -873)           # a real
    printed_semicolon = Figure(137, 139)
    printed_on = Figure(7, 6)           # a semicolon behind which something stands
    printed_nothing = Figure(-1.5, -5)   # PRINT by itself
    printed_comma = Figure(255, 288)
    zone_passed = Lasting(4, 4)         # each zone to the left
    to_zone = Lasting(53, 62)           # going on in another zone of the row
    printed_spc = Figure(360, 298)
    printed_tab = Figure(440, 399)
    printed_line = Figure(-52, -59)     # less than what its two characters are charged
    laid_out_integer = Figure(820, 760)
    laid_out_real = Figure(5125, 5100)
    traced = Lasting(650, 640)
    listed_word = Figure(4000, 4000)
    listed_sign = Figure(7000, 7000)
    listed_real = Figure(5000, 5000)
    listed_line = Figure(2400, 2650)
    # AFTER, EVERY and ON SQ. The machine counts the timers in an interrupt, which has no further interrupts.
    handled = Lasting(523, 555)         # before the first statement of a handler
    counting_timers = Lasting(116, 38)
    counted_timer = Lasting(39, 39)
    passed_timer = Lasting(27, 27)      # one that is over
    ended_timer = Lasting(113, 113)
    # Sound.
    sound_option = Figure(38.5, 44)      # each of SOUND behind the duration
    section = Figure(250, 250)          # of an envelope
    short_section = Figure(190, 202)
    # The prompt and the program.
    ready = Lasting(1217, 1367)         # besides what it prints
    program_over = Lasting(367, 333)    # behind its last line, more than behind a line that is typed
    symbols_placed = Lasting(70, 0)       # by SYMBOL AFTER
    symbols_released = Lasting(158, 44)  # where there were some
    symbol_row_missing = Figure(26, 31)     # each row that SYMBOL is not given is saved
    started = Figure(4302, 4569)        # RUN, without a program
    walks = Figure(1, 2)                # how often RUN and CLEAR walk through the program
    forgetful_line = Figure(38, 38)     # each of its lines, where the places of lines are forgotten, besides passing over it
    forgetful_statement = Figure(68, 68)    # and each of their statements
    bar_byte = Figure(8.08, 8.08)       # of memory, while the machine looks for the end of a bar's name
    renumbered_line = Figure(103, 133)
    renumbered_statement = Figure(130, 88)
    renumbering_walks = Figure(1.4, 1.5)    # how often RENUM walks through the program
    line_walked = Figure(138, 138)      # each of its lines, where the places of its names are forgotten

# The operators of integers, of reals.
OPERATORS = {
    PLUS: ((471, 425), (676, 682)),
    MINUS: ((461, 415), (673, 679)),
    TIMES: ((527, 481), (852.3, 857.7)),
    OVER: ((1855, 1845), (1855, 1845)),
    POWER: ((1365, 1344), (1365, 1344)),
    QUOTIENT: ((604, 556), (564, 526)),
    MODULO: ((610, 562), (570, 532)),
    AND: ((418, 423), (418, 423)),
    OR: ((421, 426), (421, 426)),
    XOR: ((421, 426), (421, 426)),
}

# What a comparison of integers takes more where it is true, and where it is false: 2 more where the left one is smaller, 3 less
# where they are equal. The high bytes are taken to be alike; where these differ it takes 4 less.
DECIDED = {EQUAL: (-4.0, 0.0), UNEQUAL: (0.0, -4.0), LESS: (1.0, -1.0), AT_MOST: (1.0, -1.0), GREATER: (-1.0, 1.0),
           AT_LEAST: (-1.0, 1.0)}

# Functions: with an integer, with a real, and each further argument, where there can be one.
FUNCTIONS = {
    "ABS": ((376, 320), (411, 399)), "SGN": ((393, 337), (428, 416)), "INT": ((308, 280), (811, 725)),
    "FIX": ((308, 280), (799, 713)), "CINT": ((326, 298), (696, 618)), "CREAL": ((486, 452), (311, 283)),
    "UNT": ((330, 300), (629, 601)), "ROUND": ((700, 600), (1102, 1020), (2150, 2170)),
    "MAX": ((301, 270), (301, 270), (485, 435)), "MIN": ((304, 273), (304, 273), (485, 435)), "PI": ((189, 186),),
    "RND": ((1137, 1134), (1664, 1648)), "SQR": ((14077, 13939), (13902, 13770)),
    "EXP": ((7181, 7072), (7006, 6903)), "LOG": ((6560, 6506), (6385, 6337)),
    "LOG10": ((6434, 6379), (6259, 6210)), "SIN": ((6224, 6233), (6049, 6064)),
    "COS": ((6508, 6517), (6333, 6348)), "TAN": ((13366, 13405), (13191, 13236)),
    "ATN": ((6935, 6978), (6760, 6809)), "ASC": ((381, 344),), "LEN": ((369, 335),), "CHR$": ((623.5, 591),),
    "LOWER$": ((643.5, 588),), "UPPER$": ((640, 585),), "SPACE$": ((636, 580),),
    "STRING$": ((500, 470), (872, 790), (420, 388)), "STR$": ((1036, 889), (1888, 1765)), "VAL": ((1100, 1010),),
    "LEFT$": ((943, 880),), "RIGHT$": ((946, 887),), "MID$": ((823, 713), (823, 713), (270, 274)),
    "INSTR": ((426, 354), (426, 354), (256, 250)), "HEX$": ((830, 650), (1190, 1000), (168, 234)),
    "BIN$": ((854, 648), (1210, 1000), (173, 198)), "DEC$": ((5800, 5700),), "PEEK": ((361, 333), (685, 657)),
    "INP": ((357, 329),), "INKEY": ((538, 510),), "INKEY$": ((375, 365),), "JOY": ((468, 440),), "SQ": ((476, 445),),
    "TIME": ((451, 452),), "REMAIN": ((517, 489),), "FRE": ((465, 423),), "HIMEM": ((175, 176),), "ERR": ((59, 61),),
    "ERL": ((300, 280),), "DERR": ((60, 61),), "EOF": ((214, 218),), "POS": ((805, 826),), "VPOS": ((785, 782),),
    "COPYCHR$": ((1100, 1100),), "TEST": ((400, 400), (794, 773), (268, 232)),
    "TESTR": ((435, 430), (824, 803), (268, 232)), "XPOS": ((169, 170),), "YPOS": ((165, 167),),
}

# ... and each character of the string that comes out, on top of copying it.
CHARACTERS = {"LOWER$": (41, 41), "UPPER$": (41, 41), "SPACE$": (5, 4), "STRING$": (5, 4), "HEX$": (90, 72),
              "BIN$": (62, 50)}

# What an item takes, and each of its bytes behind the first, where the whole program is walked through to forget the places of
# its names: RUN, CLEAR, ERASE.
WALKED = {Kind.SPACE: ((9, 9), (0, 0)), Kind.SEPARATOR: ((105, 105), (0, 0)), Kind.WORD: ((64, 72), (3, 3)),
          Kind.NAME: ((124, 107), (0, 0)), Kind.LINE: ((71, 71), (0, 0)),
          Kind.STRING: ((53, 53), (12, 12)), Kind.REMARK: ((64, 93), (64, 10)), Kind.TEXT: ((0, 0), (64, 72)),
          Kind.BAR: ((68, 68), (8, 8)), Kind.CHARACTER: ((64, 72), (0, 0)), Kind.DAMAGED: ((64, 72), (0, 0))}
WALKED_NUMBER = {1: 57, 2: 65, 3: 71, 6: 76}       # by the bytes of one
WALKED_TYPED_NAME = -2              # one with a %, ! or $, more than another
WALKED_NAME_BEHIND_BLANK = 9        # likewise one behind a blank
WALKED_NAME_CHARACTER = (8, 8)

# What a token takes that is passed over by a false IF, FOR in search of its NEXT, READ in search of DATA ...: itself, and
# each of its characters.
SKIPPED = {Sort.NAME: ((48, 37), (8, 8)), Sort.STRING: ((49, 46), (12, 12)), Sort.LINE: ((67, 64), (0, 0)),
           Sort.REMARK: ((60, 82), (61, 10)), Sort.TEXT: ((0, 0), (62, 70)), Sort.BAR: ((64, 61), (8, 8))}
SKIPPED_NUMBER = {1: (53, 50), 2: (61, 58), 3: (67, 64), 6: (72, 69)}     # by the bytes of one
SKIPPED_FUNCTION = (63, 68)
SKIPPED_TOKEN = (60, 65)

# In DATA, and in a remark of 1.0, blanks and what stands in quotes are passed over faster than other characters.
BLANK_PASSED = (9, 10)
QUOTE_PASSED = (53, 53)             # an opening quote
QUOTED_PASSED = (12, 12)            # and each character behind it

# The functions that look at the clock or at the keys: what of their time passes behind that.
BEHIND_LOOK = {"INKEY$": (484, 455), "INKEY": (337, 311), "JOY": (330, 304), "TIME": (568, 541)}
