"""What INKEY and JOY find in the matrix of the keys, in the subset of Python that basic.native translates."""

from cpc.keys.keymap import JOYSTICK_ROWS

Bytes = bytearray | memoryview

SHIFT_HELD, CONTROL_HELD = 0x20, 0x80
SHIFTS = SHIFT_HELD | CONTROL_HELD
SHIFT_ROW = 2
DIRECTIONS = 127            # and fire


def pressed(held: Bytes, key: int) -> int:
    """INKEY: -1 if the key is up, else 0, with 32 for SHIFT and 128 for CONTROL."""
    if not held[key >> 3] >> (key & 7) & 1:
        return -1
    return held[SHIFT_ROW] & SHIFTS


def joystick(held: Bytes, number: int) -> int:
    """JOY."""
    return held[JOYSTICK_ROWS[number]] & DIRECTIONS


NATIVE = pressed, joystick
