"""The built-in functions: `compile(c, *arguments)` gets Codes and gives the closure of the value (or a Code)."""

from basic import numerals, realfunctions, reals, using
from basic.errors import IMPROPER, STRING_TOO_LONG, SYNTAX, TYPE_MISMATCH, BasicError, SoftError
from basic.nodes import INTEGER, NUMBER, REAL, STRING, Code, function
from basic.operators import whole

CHARACTERS = [bytes((code,)) for code in range(256)]


def signed(word: int) -> int:
    return word - 65536 if word > 32767 else word


def limited(text: bytes) -> bytes:
    if len(text) > 255:
        raise BasicError(STRING_TOO_LONG)
    return text


# numbers

@function("ABS", 0x00, "n", NUMBER)
def _abs(c, x):
    """ABS(x): without its sign"""
    get = x.get

    def absolute():
        value = get()
        return abs(value) if value != -32768 or type(value) is float else 32768.0
    text = lambda unit: f"abs({unit.text(x)})"
    if x.wide is not None:
        wide = x.wide
        return whole(lambda: abs(wide()), 0, max(-x.low, x.high), text)
    return Code(x.kind, absolute, expr=text)


@function("SGN", 0x14, "n", INTEGER)
def _sgn(c, x):
    """SGN(x): -1, 0 or 1"""
    get = x.get

    def sign():
        value = get()
        return (value > 0) - (value < 0)

    def text(unit):
        name = unit.temporary()
        return f"((({name} := {unit.text(x)}) > 0) - ({name} < 0))"
    return Code(INTEGER, sign, expr=text, bounds=(-1, 1))


@function("CINT", 0x04, "i", INTEGER)
def _cint(c, x):
    """CINT(x): rounded to an integer"""
    return Code(INTEGER, x.get, expr=lambda unit: unit.integer(x))


@function("CREAL", 0x06, "n", REAL)
def _creal(c, x):
    """CREAL(x): as a real"""
    get = x.get
    return lambda: float(get())


@function("FIX", 0x08, "n", NUMBER)
def _fix(c, x):
    """FIX(x): without what stands behind the point"""
    get, fix = x.get, reals.fix
    if x.wide is not None:
        return whole(x.wide, x.low, x.high, x.expr)
    return Code(NUMBER, lambda: fix(get()), expr=lambda unit: f"{unit.bind(fix)}({unit.text(x)})")


@function("INT", 0x0C, "n", NUMBER)
def _int(c, x):
    """INT(x): the next whole number below"""
    get, floor = x.get, reals.int_

    def floored():
        value = get()
        return value if type(value) is int else floor(value)
    if x.wide is not None:
        return whole(x.wide, x.low, x.high, x.expr)
    return Code(NUMBER, floored, expr=lambda unit: f"{unit.bind(floor)}({unit.text(x)})")


@function("UNT", 0x1B, "a", INTEGER)
def _unt(c, x):
    """UNT(x): 0 to 65535 as an integer from -32768 to 32767"""
    get = x.get
    return lambda: signed(get())


@function("ROUND", 0x7A, "ni?", NUMBER)
def _round(c, x, places=None):
    """ROUND(x [, places])"""
    get, digits = x.get, places.get if places else (lambda: 0)

    def rounded():
        value = get()
        count = digits()
        return soft(lambda: reals.round_to(value, count))
    soft = soft_of(c)
    return rounded


@function("MAX", 0x76, "n*", NUMBER)
def _max(c, *values):
    """MAX(x, y ...)"""
    gets = [value.get for value in values]
    return lambda: max([get() for get in gets])


@function("MIN", 0x77, "n*", NUMBER)
def _min(c, *values):
    """MIN(x, y ...)"""
    gets = [value.get for value in values]
    return lambda: min([get() for get in gets])


def soft_of(c):
    """Does a sum; what is too large for it is said, and goes on, as the machine does."""
    say = c.executor.soft

    def soft(calculate):
        try:
            return calculate()
        except SoftError as error:
            return say(error)
    return soft


def _real_function(name: str, token: int, calculate, help: str):
    def compile(c, x):
        get, soft = x.get, c.executor.soft

        def value():
            argument = get()
            try:
                return calculate(float(argument))
            except SoftError as error:
                return soft(error)
        return Code(REAL, value, expr=lambda unit: f"{unit.bind(calculate)}(float({unit.text(x)}))")
    function(name, token, "n", REAL, help=help)(compile)


def _angle_function(name: str, token: int, calculate, help: str):
    def compile(c, x):
        get, executor = x.get, c.executor

        def value():
            argument = get()
            try:
                return calculate(float(argument), executor.degrees)
            except SoftError as error:
                return executor.soft(error)
        return Code(REAL, value, expr=lambda unit: f"{unit.bind(calculate)}(float({unit.text(x)}),"
                                                   f" {unit.bind(executor)}.degrees)")
    function(name, token, "n", REAL, help=help)(compile)


_real_function("SQR", 0x18, realfunctions.sqr, "SQR(x): the square root")
_real_function("EXP", 0x07, realfunctions.exp, "EXP(x): e to the power x")
_real_function("LOG", 0x0F, realfunctions.log, "LOG(x): the natural logarithm")
_real_function("LOG10", 0x10, realfunctions.log10, "LOG10(x): the logarithm to base 10")
_angle_function("SIN", 0x15, realfunctions.sin, "SIN(x)")
_angle_function("COS", 0x05, realfunctions.cos, "COS(x)")
_angle_function("TAN", 0x1A, realfunctions.tan, "TAN(x)")
_angle_function("ATN", 0x02, realfunctions.atn, "ATN(x)")


@function("PI", 0x44, "", REAL)
def _pi(c):
    """PI"""
    return lambda: realfunctions.PI


@function("RND", 0x45, "n?", REAL)
def _rnd(c, x=None):
    """RND [(x)]: a number by chance, 0 to 1; RND(0) the one before again"""
    random = c.executor.random
    if x is None:
        return random.next
    get = x.get
    return lambda: random.rnd(float(get()))


# strings

@function("ASC", 0x01, "s", INTEGER)
def _asc(c, text):
    """ASC(text): the code of its first character"""
    get = text.get

    def code():
        value = get()
        if not value:
            raise BasicError(IMPROPER)
        return value[0]
    return Code(INTEGER, code, expr=lambda unit: f"{unit.text(text)}[0]", bounds=(0, 255))


@function("CHR$", 0x03, "b", STRING)
def _chr(c, code):
    """CHR$(code)"""
    get = code.get
    return Code(STRING, lambda: CHARACTERS[get()], expr=lambda unit: f"{unit.bind(CHARACTERS)}[{unit.text(code)}]")


@function("LEN", 0x0E, "s", INTEGER)
def _len(c, text):
    """LEN(text)"""
    get = text.get
    return Code(INTEGER, lambda: len(get()), expr=lambda unit: f"len({unit.text(text)})", bounds=(0, 255))


@function("LOWER$", 0x11, "s", STRING)
def _lower(c, text):
    """LOWER$(text)"""
    get = text.get
    return lambda: get().lower()


@function("UPPER$", 0x1C, "s", STRING)
def _upper(c, text):
    """UPPER$(text)"""
    get = text.get
    return lambda: get().upper()


@function("SPACE$", 0x16, "b", STRING)
def _space(c, count):
    """SPACE$(count)"""
    get = count.get
    return lambda: b" " * get()


@function("STRING$", 0x7B, "bx", STRING)
def _string(c, count, what):
    """STRING$(count, character)"""
    get = count.get
    if what.kind == STRING:
        text = what.get

        def repeated():
            number = get()
            character = text()
            if not character:
                raise BasicError(IMPROPER)
            return character[:1] * number
        return repeated
    code = c.converted(what, "b").get

    def coded():
        number = get()
        return CHARACTERS[code()] * number
    return coded


@function("STR$", 0x19, "n", STRING)
def _str(c, x):
    """STR$(x): as PRINT shows it"""
    get = x.get

    def text():
        shown = numerals.print_form(get())
        return shown if shown[:1] == b"-" else b" " + shown
    return text


@function("VAL", 0x1D, "s", NUMBER)
def _val(c, text):
    """VAL(text): the number that stands in it"""
    get, say = text.get, c.executor.soft

    def value():
        try:
            number = numerals.read_number(get(), 0)
        except SoftError as error:
            say(error)
            number = None
        if number is None:
            raise BasicError(TYPE_MISMATCH)
        return number.value
    return value


@function("LEFT$", 0x75, "sb", STRING)
def _left(c, text, count):
    """LEFT$(text, count)"""
    get, length = text.get, count.get

    def left():
        value = get()
        return value[:length()]
    return left


@function("RIGHT$", 0x79, "sb", STRING)
def _right(c, text, count):
    """RIGHT$(text, count)"""
    get, length = text.get, count.get

    def right():
        value = get()
        wanted = length()
        return value[-wanted:] if wanted else b""
    return right


@function("MID$", 0xAC, "sbb?", STRING)
def _mid(c, text, start, count=None):
    """MID$(text, start [, count])"""
    get, first, length = text.get, start.get, count.get if count else (lambda: 255)

    def mid():
        value = get()
        begin = first()
        if begin == 0:
            raise BasicError(IMPROPER)
        return value[begin - 1:begin - 1 + length()]
    return mid


@function("INSTR", 0x74, "xxs?", INTEGER)
def _instr(c, first, second, third=None):
    """INSTR([start,] text, sought): where it first stands, 0 for nowhere"""
    if third is None and first.kind != STRING:      # a start, and then something is missing
        begin, value = c.converted(first, "b").get, c.converted(second, "s").get

        def cut():
            if begin() == 0:
                raise BasicError(IMPROPER)
            value()
            raise BasicError(SYNTAX)
        return cut
    if third is None:
        start, text, sought = (lambda: 1), c.converted(first, "s").get, c.converted(second, "s").get
    else:
        start, text, sought = c.converted(first, "b").get, c.converted(second, "s").get, third.get

    def instr():
        begin = start()
        if begin == 0:
            raise BasicError(IMPROPER)
        value = text()
        wanted = sought()
        if begin > len(value):
            return 0
        return value.find(wanted, begin - 1) + 1
    return instr


def _in_digits(c, x, width, form):
    """HEX$ and BIN$: 1.0 looks at the width before it looks at what the number is."""
    digits = width.get if width else lambda: 0
    if c.basic_1_1:
        address = c.converted(x, "a").get

        def text():
            value = address()
            return form(value, digits())
        return text
    get = x.get

    def text_1_0():
        value = get()
        count = digits()
        if type(value) is bytes:
            raise BasicError(TYPE_MISMATCH)
        return form(reals.to_unsigned(value), count)
    return text_1_0


@function("HEX$", 0x73, "xb?", STRING)
def _hex(c, x, width=None):
    """HEX$(x [, width])"""
    return _in_digits(c, x, width, numerals.hex_form)


@function("BIN$", 0x71, "xb?", STRING)
def _bin(c, x, width=None):
    """BIN$(x [, width])"""
    return _in_digits(c, x, width, numerals.bin_form)


@function("DEC$", 0x72, "ns", STRING)
def _dec(c, x, form):
    """DEC$(x, form): as PRINT USING shows it"""
    get, layout, basic_1_1 = x.get, form.get, c.basic_1_1

    def text():
        value = get()
        return using.dec_form(value, layout(), basic_1_1)
    return text


# what the machine knows

@function("PEEK", 0x12, "a", INTEGER)
def _peek(c, address):
    """PEEK(address)"""
    get, peek = address.get, c.executor.addresses.peek
    return lambda: peek(get())


@function("INP", 0x0B, "a", INTEGER)
def _inp(c, port):
    """INP(port)"""
    get, read = port.get, c.machine.input_port
    return lambda: read(get())


@function("INKEY", 0x0A, "i", INTEGER)
def _inkey(c, key):
    """INKEY(key): -1 up, 0 down, 32 with SHIFT, 128 with CTRL"""
    get, pressed, asked = key.get, c.machine.keyboard.pressed, c.executor.asked_for_key

    def inkey():
        number = get()
        if not 0 <= number < 80:
            raise BasicError(IMPROPER)
        asked()
        return pressed(number)
    return inkey


@function("INKEY$", 0x43, "", STRING)
def _inkey_string(c):
    """INKEY$: the key pressed, or nothing"""
    read, asked = c.machine.keyboard.read_char, c.executor.asked_for_key

    def key():
        char = read()
        if char is None:
            asked()
            return b""
        return CHARACTERS[char]
    return key


@function("JOY", 0x0D, "i", INTEGER)
def _joy(c, number):
    """JOY(0 or 1): 1 up, 2 down, 4 left, 8 right, 16 and 32 fire"""
    get, joystick, asked = number.get, c.machine.keyboard.joystick, c.executor.asked_for_key

    def joy():
        value = get()
        if value not in (0, 1):
            raise BasicError(IMPROPER)
        asked()
        return joystick(value)
    return joy


@function("SQ", 0x17, "b", INTEGER)
def _sq(c, channel):
    """SQ(channel): how its queue stands"""
    get, status = channel.get, c.machine.sound.status

    def queue():
        bits = get()
        if bits not in (1, 2, 4):
            raise BasicError(IMPROPER)
        return status(bits >> 1)
    return queue


@function("TIME", 0x46, "", REAL)
def _time(c):
    """TIME: in 1/300 s since the machine was switched on"""
    clock = c.machine.clock
    return lambda: time_of(clock.us)


def time_of(us: int) -> float:
    return float(us * 300 // 998400 & 0xFFFFFFFF)       # 300 interrupts in 50 frames of 19968 us


@function("REMAIN", 0x13, "i", INTEGER)
def _remain(c, timer):
    """REMAIN(timer): what is left of it; it stops"""
    get, remain = timer.get, c.executor.events.remain

    def left():
        number = get()
        if not 0 <= number <= 3:
            raise BasicError(IMPROPER)
        return remain(number)
    return left


@function("FRE", 0x09, "x", REAL)
def _fre(c, what):
    """FRE(0), FRE(""): bytes left; with a string, after tidying up"""
    get, variables = what.get, c.variables
    tidy = what.kind == STRING

    def free():
        get()
        if tidy:
            variables.heap.collect()
        return float(variables.free())
    return free


@function("HIMEM", 0x42, "", REAL)
def _himem(c):
    """HIMEM: the highest byte that BASIC uses"""
    session = c.executor.session
    return lambda: float(session.himem)


@function("ERR", 0x41, "", INTEGER)
def _err(c):
    """ERR: the number of the last error"""
    executor = c.executor
    return lambda: executor.err


@function("ERL", 0xE3, "", REAL)
def _erl(c):
    """ERL: the line of the last error"""
    executor = c.executor
    return lambda: float(executor.erl)


@function("DERR", 0x49, "", INTEGER, since=11)
def _derr(c):
    """DERR: what the drive said of the last file error (1.1)"""
    executor = c.executor
    return lambda: executor.derr


@function("EOF", 0x40, "", INTEGER)
def _eof(c):
    """EOF: whether the open file is read to its end"""
    files = c.machine.files

    def eof():
        return -1 if files.at_end() else 0
    return eof


# the screen

@function("POS", 0x78, "b", INTEGER)
def _pos(c, stream):
    """POS(#stream): the column"""
    get, output = stream.get, c.executor.output

    def pos():
        number = get()
        if number > 9:
            raise BasicError(IMPROPER)
        return output.column(number)
    return pos


@function("VPOS", 0x7F, "b", INTEGER)
def _vpos(c, stream):
    """VPOS(#stream): the row"""
    get, text = stream.get, c.machine.text

    def vpos():
        number = get()
        if number > 7:
            raise BasicError(IMPROPER)
        return text.cursor(number)[1]
    return vpos


@function("COPYCHR$", 0x7E, "b", STRING, since=11)
def _copychr(c, stream):
    """COPYCHR$(#stream): the character at the cursor (1.1)"""
    get, text = stream.get, c.machine.text

    def copy():
        number = get()
        if number > 7:
            raise BasicError(IMPROPER)
        code = text.read_char(number)
        return b"" if code is None else CHARACTERS[code]
    return copy


@function("TEST", 0x7C, "ii", INTEGER)
def _test(c, x, y):
    """TEST(x, y): the ink of a point"""
    across, up, test = x.get, y.get, c.machine.graphics.test

    def ink():
        column = across()
        return test(column, up())
    return ink


@function("TESTR", 0x7D, "ii", INTEGER)
def _testr(c, x, y):
    """TESTR(dx, dy): the ink of a point that far from the graphics cursor"""
    from basic.statements.graphics import wrapped
    across, up, graphics = x.get, y.get, c.machine.graphics

    def ink():
        column = across()
        row = up()
        at_x, at_y = graphics.position()
        return graphics.test(wrapped(at_x + column), wrapped(at_y + row))
    return ink


@function("XPOS", 0x47, "", INTEGER)
def _xpos(c):
    """XPOS: the graphics cursor's x"""
    position = c.machine.graphics.position
    return lambda: position()[0]


@function("YPOS", 0x48, "", INTEGER)
def _ypos(c):
    """YPOS: the graphics cursor's y"""
    position = c.machine.graphics.position
    return lambda: position()[1]


