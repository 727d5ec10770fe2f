"""The 80 keys of the matrix: their codes, which of them repeat, and their names.

Codes 32-127 and 160-223 are characters, 128-159 expansion tokens, 224-252 keys of the line editor; 253 is CAPS LOCK,
254 SHIFT LOCK, and 255 no code at all.
"""

KEYS = 80
CAPS_LOCK, SHIFT_LOCK, NOTHING = 253, 254, 255

NORMAL = bytes.fromhex("""
    f0f3f18986838b8a f2e0878885818280 105b0d5d84ff5cff 5e2d40703b3a2f2e 30396f696c6b6d2c
    38377579686a6e20 3635727467666276 3433657773646378 3132fc710961fd7a 0b0a0809585aff7f""")
SHIFTED = bytes.fromhex("""
    f4f7f58986838b8a f6e0878885818280 107b0d7d84ff60ff a33d7c502b2a3f3e 5f294f494c4b4d3c
    28275559484a4e20 2625525447464256 2423455753444358 2122fc510941fd5a 0b0a0809585aff7f""")
CONTROLLED = bytes.fromhex("""
    f8fbf98986838c8a fae0878885818280 101b0d1d84ff1cff 1eff0010ffffffff 1fff0f090c0b0dff
    ffff1519080a0eff ffff121407060216 ffff051713040318 ff7efc11e101fe1a ffffffffffffff7f""")

# One byte for each row of eight keys; bit 0 is the first key.
REPEATING = bytes.fromhex("07034bffffffffffab8f")

# The strings of the expansion tokens before KEY changes them: 128-140, then 19 empty ones.
EXPANSIONS = [b"0", b"1", b"2", b"3", b"4", b"5", b"6", b"7", b"8", b"9", b".", b"\r", b'RUN"\r'] + [b""] * 19
EXPANSION_ROOM = 152            # bytes for all 32 strings, each with its length

SHIFT_KEY, CONTROL_KEY, ESC_KEY = 21, 23, 66
JOYSTICK_ROWS = (9, 6)          # up, down, left, right, fire 2, fire 1, fire 3 are bits 0-6 of the row

KEYBOARD = """
    UP RIGHT DOWN F9 F6 F3 ENTER F.   LEFT COPY F7 F8 F5 F1 F2 F0
    CLR [ RETURN ] F4 SHIFT \\ CONTROL   ^ - @ P ; : / .
    0 9 O I L K M ,   8 7 U Y H J N SPACE
    6 5 R T G F B V   4 3 E W S D C X
    1 2 ESC Q TAB A CAPSLOCK Z
    JOYUP JOYDOWN JOYLEFT JOYRIGHT JOYFIRE2 JOYFIRE1 JOYFIRE3 DEL"""
NAMES = dict(enumerate(KEYBOARD.split()))
NUMBERS = {name: number for number, name in NAMES.items()}


def keys_for(code: int) -> tuple[int, ...] | None:
    """The keys to press together for `code`, SHIFT or CONTROL first; None if no key gives it."""
    for table, held in ((NORMAL, ()), (SHIFTED, (SHIFT_KEY,)), (CONTROLLED, (CONTROL_KEY,))):
        number = table[:72].find(code) if code != NOTHING else -1
        if number >= 0:
            return *held, number
    return None
