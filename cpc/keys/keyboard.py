"""The keyboard: the matrix as the firmware scans it 50 times a second, and the characters it makes of it.

Two ways lead to a character. `key` moves a key of the matrix; `tick` scans it, as the firmware does, into
a buffer of twenty keys, from which `read_char` takes them through the translation tables and the expansion
strings. `type` queues characters that `read_char` gives before any of those, one each time someone asks.
Both models do the same.
"""

from cpc.keys import keymap

BUFFERED_KEYS = 20
BREAK_MARK = 239                # follows ESC in the buffer, so that a break knows how much to throw away
SHIFT_HELD, CONTROL_HELD = 0x20, 0x80


class Keyboard:
    def __init__(self) -> None:
        self.down = bytearray(10)               # the matrix: a byte a row, a bit set where a key is down
        self.typed = bytearray()
        self.repeats = True                     # False while frames go by faster than a finger can leave its key
        self.reset_asked = False                # SHIFT CONTROL ESC, and nothing else, was pressed
        self.initialise()
        self.arm_break()

    def initialise(self) -> None:
        """KM INITIALISE: as after power on, but that ESC is not noticed."""
        self.scanned = bytearray(10)            # the matrix as it was at the last scan
        self.held = bytearray(10)               # without the bounce: a key counts as held one scan longer
        self.normal = bytearray(keymap.NORMAL)
        self.shifted = bytearray(keymap.SHIFTED)
        self.controlled = bytearray(keymap.CONTROLLED)
        self.repeating = bytearray(keymap.REPEATING)
        self.delay, self.period = 30, 2
        self.countdown = 0
        self.last_row, self.last_bit = 0, 0     # the key that repeats
        self.repeated_states: int | None = None  # with these, or as SHIFT and CONTROL are then
        self.caps_lock = self.shift_lock = False
        self.reset()

    def reset(self) -> None:
        """KM RESET: forgets keys and expansion strings, and no longer notices ESC."""
        self.buffer: list[tuple[int, int]] = []     # row with the states of SHIFT and CONTROL, bit of the key
        self.returned: int | None = None
        self.expansions = list(keymap.EXPANSIONS)
        self.expanding, self.position = 0, 0
        self.armed = self.escaped = self.resting = False

    # the matrix

    def key(self, number: int, down: bool) -> None:
        row, bit = number >> 3, 1 << (number & 7)
        if down:
            self.down[row] |= bit
        else:
            self.down[row] &= ~bit

    def press(self, number: int, states: int = 0) -> None:
        """A key of a host goes down: it is in the buffer at once, as if the scan had just found it.

        `states` holds SHIFT and CONTROL as the key is meant, whatever else the host's user holds down.
        """
        row, bit = number >> 3, 1 << (number & 7)
        for matrix in (self.down, self.scanned, self.held):
            matrix[row] |= bit
        self._press(row, bit, states, self.delay)
        self.repeated_states = states
        if row == 8:
            self._test_break(states)

    def repeat(self, on: bool) -> None:
        """Whether a key that stays down is read again and again."""
        self.repeats = on

    def tick(self) -> None:
        """The firmware's scan."""
        if not any(self.down) and not any(self.held):
            return
        held = bytearray(now | before for now, before in zip(self.down, self.scanned))
        self.scanned[:] = self.down
        states = held[2] & (SHIFT_HELD | CONTROL_HELD)
        self.held[2] |= states                  # SHIFT and CONTROL are no keys by themselves
        any_new, in_row_8 = False, False
        for row in range(10):
            new = held[row] & ~self.held[row]
            while new:
                bit = new & -new
                new ^= bit
                any_new = True
                in_row_8 |= row == 8 and bit != 0x10
                self._press(row, bit, states, self.delay)
        self.held = held
        if in_row_8:
            self._test_break(states)
        if any_new or not self.repeats:
            return
        self.countdown = (self.countdown - 1) & 255
        if self.countdown:
            return
        if held[self.last_row] & self.repeating[self.last_row] & self.last_bit:
            if self.buffer:
                self.countdown = 1
            else:
                states = states if self.repeated_states is None else self.repeated_states
                self._put(states | self.last_row, self.last_bit)
                self.countdown = self.period

    def _press(self, row: int, bit: int, states: int, countdown: int) -> None:
        self.countdown = countdown
        self._put(states | row, bit)
        self.last_row, self.last_bit = row, bit
        self.repeated_states = None

    def _put(self, row: int, bit: int) -> None:
        if len(self.buffer) < BUFFERED_KEYS:
            self.buffer.append((row, bit))

    def _test_break(self, states: int) -> None:
        if not self.held[8] & 4:
            return
        if states == SHIFT_HELD | CONTROL_HELD and sum(map(int.bit_count, self.held)) == 3:
            self.reset_asked = True
        elif self.armed:
            self.armed, self.escaped = False, True
            self._put(BREAK_MARK, 0)

    def pressed(self, key: int) -> int:
        if not self.held[key >> 3] & 1 << (key & 7):
            return -1
        return self.held[2] & (SHIFT_HELD | CONTROL_HELD)

    def joystick(self, number: int) -> int:
        return self.held[keymap.JOYSTICK_ROWS[number]] & 127

    # characters

    def type(self, codes: bytes) -> None:
        self.typed += codes.replace(b"\n", b"\r")

    def stop_typing(self) -> None:
        """What nobody has asked for yet is not typed."""
        self.typed.clear()

    def at_rest(self) -> bool:
        """No key is down or counts as held: a scan would find nothing."""
        return not (any(self.down) or any(self.held) or self.escaped or self.resting)

    def nothing_typed(self) -> bool:
        return not self.typed

    def read_char(self) -> int | None:
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
        """The next key without its expansion string."""
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
        """KM CHAR RETURN: the next character read from the keyboard; 255 is none."""
        self.returned = None if code == 255 else code

    def clear(self) -> None:
        while self.read_char() is not None:
            pass

    # ESC

    def arm_break(self, on: bool = True) -> None:
        """Whether `take_escape` is to notice the next ESC; one that nobody has asked for yet is forgotten."""
        self.armed, self.escaped, self.resting = on, False, False

    def take_escape(self) -> bool:
        """ESC was pressed while armed. All that was typed up to it is thrown away.

        Until this is asked again, when the program goes on, ESC is a key like any other.
        """
        if not self.escaped:
            if self.resting:
                self.arm_break()
            return False
        while (code := self.read_char()) is not None and code != BREAK_MARK:
            pass
        self.escaped, self.resting = False, True
        return True

    def forget_escape(self) -> None:
        """The line editor has answered the ESC itself."""
        if self.escaped:
            self.arm_break()

    # KEY and SPEED KEY

    def set_expansion(self, number: int, text: bytes) -> bool:
        number &= 127
        if number > 31:
            return False
        strings = self.expansions[:number] + [text] + self.expansions[number + 1:]
        if sum(len(string) + 1 for string in strings) > keymap.EXPANSION_ROOM:
            return False
        self.expansions = strings
        if self.expanding & 31 == number:
            self.expanding = 0
        return True

    def define_key(self, key: int, repeat: int, codes: tuple[int | None, int | None, int | None]) -> None:
        row, bit = key >> 3, 1 << (key & 7)
        self.repeating[row] = self.repeating[row] & ~bit | (bit if repeat else 0)
        for table, code in zip((self.normal, self.shifted, self.controlled), codes):
            if code is not None:
                table[key] = code

    def set_speed(self, delay: int, period: int) -> None:
        self.delay, self.period = delay, period

    def snapshot(self) -> dict:
        return {name: _copied(value) for name, value in vars(self).items()}

    def restore(self, state: dict) -> None:
        vars(self).update({name: _copied(value) for name, value in state.items()})


def _copied(value):
    return value[:] if isinstance(value, bytearray | list) else value
