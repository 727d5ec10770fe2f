"""The keyboard: the matrix that the firmware scans 50 times a second, and the characters that it makes of the keys.

A character can come in two ways. `key` moves a key of the matrix; `tick` scans the matrix, as the firmware does, into a
buffer of twenty keys; `read_char` takes the keys from there through the translation tables and the expansion strings.
`type` queues characters, which `read_char` returns before all others, one for each call. Both models do the same.
"""

from collections.abc import Callable
from typing import Any, ClassVar

from cpc.keys import keymap, matrix
from cpc.keys.matrix import CONTROL_HELD, SHIFT_HELD

BUFFERED_KEYS = 20
ESC = b"\xfc"                   # as a typed character
BREAK_MARK = 239                # follows ESC in the buffer: a break drops the keys up to it
# What KEY takes, in microseconds: for each string before the one that it sets, for its bytes, less where there are some; and
# where its length changes, for the strings behind it, which are moved.
STRING_PASSED_US, STRING_BYTE_US, STRING_US = 10.9, 41, 62
MOVED_US, MOVED_BYTE_US, LONGER_US = 45, 6, 35
# By how much a scan is longer, likewise: for the first key that it finds (BASIC 1.0, 1.1); more for a further one in another
# row, less for one in the same row; for row 8, which has ESC, and for its key TAB; for a key that repeats, more than for a new
# one, and more in row 8; where it would repeat but for others in the buffer; and where it would, but is up.
FOUND_US, OTHER_ROW_US, SAME_ROW_US, ROW_8_US, TAB_US = (113, 111), 8, -10, 22, 4
REPEATED_US, REPEATED_ROW_8_US, NOT_REPEATED_US, NOT_HELD_US = 19, 7, 43, 30


class Keyboard:
    """Keys go in by their number, characters come out."""

    functions: ClassVar[dict[str, Callable[..., int]]] = {one.__name__: one for one in matrix.NATIVE}

    def __init__(self, basic_1_1: bool = False) -> None:
        self.found_us = FOUND_US[basic_1_1]
        self.down = bytearray(10)               # the matrix: a byte for each row, a bit for each key that is down
        self.typed = bytearray()
        self.repeats = True                     # False while the machine runs too fast for a finger
        self.tests_break: Callable[[], bool] = lambda: True     # False: a listing has put a RET over KM TEST BREAK
        self.reset_asked = False                # exactly SHIFT, CONTROL and ESC were pressed
        self.initialise()
        self.arm_break()

    def initialise(self) -> None:
        """KM INITIALISE: the state after power on, but ESC is not looked for."""
        self.scanned = bytearray(10)            # the matrix as it was at the last scan
        self.held = bytearray(10)               # debounced: a key counts as held for one scan more
        self.normal = bytearray(keymap.NORMAL)
        self.shifted = bytearray(keymap.SHIFTED)
        self.controlled = bytearray(keymap.CONTROLLED)
        self.repeating = bytearray(keymap.REPEATING)
        self.delay, self.period = 30, 2
        self.countdown = 0
        self.last_row, self.last_bit = 0, 0     # the key that repeats
        self.repeated_states: int | None = None  # its SHIFT and CONTROL; None: as they are held
        self.caps_lock = self.shift_lock = False
        self.reset()

    def reset(self) -> None:
        """KM RESET: forgets keys and KEY strings, and no longer looks for ESC."""
        self.buffer: list[tuple[int, int]] = []     # row with the states of SHIFT and CONTROL, bit of the key
        self.returned: int | None = None
        self.reset_expansions()
        self.expanding, self.position = 0, 0
        self.armed = self.escaped = self.resting = False

    def reset_expansions(self) -> None:
        """The strings that KEY changes."""
        self.expansions = list(keymap.EXPANSIONS)

    # the matrix

    def key(self, number: int, down: bool) -> None:
        """Moves a key; the next scan finds it."""
        row, bit = number >> 3, 1 << (number & 7)
        if down:
            self.down[row] |= bit
        else:
            self.down[row] &= ~bit

    def press(self, number: int, states: int = 0) -> None:
        """Presses a key and puts it into the buffer at once, as if a scan had just found it.

        `states` is the SHIFT and CONTROL that this key needs, whatever the person at the host holds down.
        """
        row, bit = number >> 3, 1 << (number & 7)
        shifts = self.down[2] & (SHIFT_HELD | CONTROL_HELD)     # a program must not see the key without them
        for rows in (self.down, self.scanned, self.held):
            rows[row] |= bit
            rows[2] |= shifts
        self._press(row, bit, states, self.delay)
        self.repeated_states = states
        if row == 8:
            self._test_break(states)

    def repeat(self, on: bool) -> None:
        """Whether a key that stays down repeats."""
        self.repeats = on

    def tick(self) -> int:
        """The firmware's scan. Gives the microseconds by which it is longer than one without a key."""
        if not any(self.down) and not any(self.held):
            return 0
        held = bytearray(now | before for now, before in zip(self.down, self.scanned))
        self.scanned[:] = self.down
        states = held[2] & (SHIFT_HELD | CONTROL_HELD)
        self.held[2] |= states                  # SHIFT and CONTROL alone make no key
        us, in_row_8 = 0, False
        for row in range(10):
            new = held[row] & ~self.held[row]
            first = True
            while new:
                bit = new & -new
                new ^= bit
                us += self.found_us + (0 if not us else OTHER_ROW_US if first else SAME_ROW_US)
                first = False
                in_row_8 |= row == 8 and bit != 0x10
                self._press(row, bit, states, self.delay)
        self.held = held
        if in_row_8:
            self._test_break(states)
            us += ROW_8_US
        elif us and self.last_row == 8:
            us += TAB_US
        if us or not self.repeats:
            return us
        self.countdown = (self.countdown - 1) & 255
        if self.countdown:
            return 0
        if not held[self.last_row] & self.repeating[self.last_row] & self.last_bit:
            return NOT_HELD_US
        if self.buffer:
            self.countdown = 1
            return NOT_REPEATED_US
        states = states if self.repeated_states is None else self.repeated_states
        self._put(states | self.last_row, self.last_bit)
        self.countdown = self.period
        return self.found_us + REPEATED_US + REPEATED_ROW_8_US * (self.last_row == 8)

    def _press(self, row: int, bit: int, states: int, countdown: int) -> None:
        self.countdown = countdown
        self._put(states | row, bit)
        self.last_row, self.last_bit = row, bit
        self.repeated_states = None

    def _put(self, row: int, bit: int) -> None:
        if len(self.buffer) < BUFFERED_KEYS:
            self.buffer.append((row, bit))

    def _test_break(self, states: int) -> None:
        if not self.held[8] & 4 or not self.tests_break():
            return
        if states == SHIFT_HELD | CONTROL_HELD and sum(map(int.bit_count, self.held)) == 3:
            self.reset_asked = True
        elif self.armed:
            self.armed, self.escaped = False, True
            self._put(BREAK_MARK, 0)

    def pressed(self, key: int) -> int:
        """INKEY: -1 if the key is up, else 0, with 32 for SHIFT and 128 for CONTROL."""
        return matrix.pressed(self.held, key)

    def joystick(self, number: int) -> int:
        """JOY."""
        return matrix.joystick(self.held, number)

    # characters

    def type(self, codes: bytes) -> None:
        """Queues characters. A line feed counts as ENTER."""
        self.typed += codes.replace(b"\n", b"\r")

    def stop_typing(self) -> None:
        """Drops the characters that are still queued."""
        self.typed.clear()

    def at_rest(self) -> bool:
        """Whether a scan would find nothing: no key is down or held, and no ESC is pending."""
        return not (any(self.down) or any(self.held) or self.escaped or self.resting)

    def nothing_typed(self) -> bool:
        """Whether no queued character is left."""
        return not self.typed

    def nothing_to_read(self) -> bool:
        """Whether `read_char` would surely give nothing."""
        return not (self.typed or self.buffer or self.expanding) and self.returned is None

    def read_char(self) -> int | None:
        """KM READ CHAR: the next character, or None."""
        if self.typed:
            return self.read_key()
        if self.returned is not None:
            code, self.returned = self.returned, None
            return code
        while True:
            if self.expanding:
                text = self.expansions[self.expanding & 31]
                if self.position < len(text):
                    self.position += 1
                    return text[self.position - 1]
                self.expanding = 0
            token = self.read_key()
            if token is None or not 128 <= token <= 159:
                return token
            self.expanding, self.position = token, 0

    def read_key(self) -> int | None:
        """KM READ KEY: the next key's code, without its expansion string, or None."""
        if self.typed:
            code = self.typed[0]
            del self.typed[0]
            return code
        while self.buffer:
            state, bit = self.buffer.pop(0)
            if state == BREAK_MARK:
                return BREAK_MARK
            code = self._translate(state, (state & 15) * 8 + bit.bit_length() - 1)
            if code == keymap.SHIFT_LOCK:
                self.shift_lock = not self.shift_lock
            elif code == keymap.CAPS_LOCK:
                self.caps_lock = not self.caps_lock
            elif code != keymap.NOTHING:
                return code
        return None

    def _translate(self, state: int, key: int) -> int:
        if state & CONTROL_HELD:
            code = self.controlled[key]
        elif state & SHIFT_HELD or self.shift_lock:
            code = self.shifted[key]
        else:
            code = self.normal[key]
        return code - 32 if self.caps_lock and 97 <= code <= 122 else code

    def put_back(self, code: int) -> None:
        """KM CHAR RETURN: the next character that `read_char` gives; 255 takes that back."""
        self.returned = None if code == 255 else code

    def clear(self) -> None:
        """CLEAR INPUT: drops all characters."""
        while self.read_char() is not None:
            pass

    # ESC

    def arm_break(self, on: bool = True) -> None:
        """Whether the next ESC is looked for. An ESC that is pending is dropped."""
        self.armed, self.escaped, self.resting = on, False, False

    def take_escape(self) -> bool:
        """Whether ESC was pressed while it was looked for. If so, all keys up to it are dropped.

        Until the next call, when the program continues, ESC is a key like any other.
        """
        if not self.escaped:
            if self.resting:
                self.arm_break()
            return False
        while (code := self.read_char()) is not None and code != BREAK_MARK:
            pass
        self.escaped, self.resting = False, True
        return True

    def escape_is_down(self) -> bool:
        """Whether ESC is down in the matrix, or is the next character that was typed, which is then taken."""
        if self.typed[:1] == ESC:
            del self.typed[0]
            return True
        return bool((self.down[8] | self.held[8]) & 4)

    def forget_escape(self) -> None:
        """Drops a pending ESC: the line editor has answered it."""
        if self.escaped:
            self.arm_break()

    # KEY and SPEED KEY

    def set_expansion(self, number: int, text: bytes) -> float | None:
        """KEY: what it takes by the strings, in microseconds. None if the number is too high or there is no room."""
        number &= 127
        if number > 31:
            return None
        old, behind = self.expansions[number], self.expansions[number + 1:]
        strings = [*self.expansions[:number], text, *behind]
        if sum(len(string) + 1 for string in strings) > keymap.EXPANSION_ROOM:
            return None
        self.expansions = strings
        if self.expanding & 31 == number:
            self.expanding = 0
        us = STRING_PASSED_US * number + STRING_BYTE_US * len(text) - STRING_US * bool(text)
        if len(text) != len(old):
            us += MOVED_US + MOVED_BYTE_US * sum(len(string) + 1 for string in behind) + LONGER_US * (len(text) > len(old))
        return us

    def define_key(self, key: int, repeat: int, codes: tuple[int | None, int | None, int | None]) -> None:
        """KEY DEF: whether the key repeats, and its codes alone, with SHIFT and with CONTROL; None leaves a code."""
        row, bit = key >> 3, 1 << (key & 7)
        self.repeating[row] = self.repeating[row] & ~bit | (bit if repeat else 0)
        for table, code in zip((self.normal, self.shifted, self.controlled), codes):
            if code is not None:
                table[key] = code

    def set_speed(self, delay: int, period: int) -> None:
        """SPEED KEY, in frames."""
        self.delay, self.period = delay, period

    def snapshot(self) -> dict[str, Any]:
        return {name: _copied(value) for name, value in vars(self).items() if name != "tests_break"}

    def restore(self, state: dict[str, Any]) -> None:
        vars(self).update({name: _copied(value) for name, value in state.items()})


def _copied(value: Any) -> Any:         # a value of any attribute
    return value[:] if isinstance(value, bytearray | list) else value
