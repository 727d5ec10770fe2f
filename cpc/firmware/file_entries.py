"""The firmware's entries for files, &BC77 to &BC9B, on the drive or the tape that is in.

A file that is opened here is read as a whole, and written as a whole when it is closed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from basic.errors import BROKEN_IN, BasicError, Break
from basic.records import field_values, record
from basic.runtime.control import Waiting
from cpc.firmware.entries import Waits, entry

if TYPE_CHECKING:
    from cpc.firmware.calls import Firmware
    from cpc.firmware.z80 import Z80

END_OF_FILE, NOT_OPEN = 0x0F, 0x0E
BROKEN_OFF = {"464": 0x16, "664": 0, "6128": 0}        # with ESC, at the tape
ASCII = 0x16
NAME_SIZE, HEADER_SIZE = 16, 64
KIND, LENGTH, ADDRESS, LOGICAL_LENGTH, START = 18, 19, 21, 24, 26      # in a header


@record
class Reading:
    """The file that is open for reading."""
    name: bytes
    kind: int
    address: int
    start: int
    contents: bytes
    position: int = 0


@record
class Writing:
    """The file that is open for writing."""
    name: bytes
    kind: int = ASCII
    address: int = 0
    start: int = 0
    contents: bytes = b""


class OpenFiles:
    """The two files that machine code can have open."""

    def __init__(self) -> None:
        self.reading: Reading | None = None
        self.writing: Writing | None = None
        self.quiet = False              # CAS NOISY: the tape writes nothing on the screen, and asks for no key

    def named(self, name: bytes) -> bytes:
        """As BASIC writes the name."""
        return b"!" + name if self.quiet else name

    def snapshot(self) -> tuple[Any, Any, bool]:
        return self.reading and field_values(self.reading), self.writing and field_values(self.writing), self.quiet

    def restore(self, state: tuple[Any, Any, bool]) -> None:
        reading, writing, self.quiet = state
        self.reading, self.writing = reading and Reading(*reading), writing and Writing(*writing)


def header(name: bytes, kind: int, address: int, length: int, start: int) -> bytes:
    """The header that the firmware keeps of an open file."""
    data = bytearray(HEADER_SIZE)
    data[:NAME_SIZE] = name.upper()[:NAME_SIZE].ljust(NAME_SIZE, b"\0")
    data[KIND] = kind
    for place, word in ((LENGTH, length), (ADDRESS, address), (LOGICAL_LENGTH, length), (START, start)):
        data[place:place + 2] = (word & 0xFFFF).to_bytes(2, "little")
    return bytes(data)


def file_entry(address: int) -> Callable[[Callable[[Firmware, Z80], int | None]], None]:
    """An entry that gives carry and no zero; or no carry and an error in A, with zero if the drive has told the person."""
    def note(routine: Callable[[Firmware, Z80], int | None]) -> None:
        def call(firmware: Firmware, cpu: Z80) -> None:
            told = False
            try:
                error = routine(firmware, cpu)
            except (BasicError, Break) as failure:
                of_tape = isinstance(failure, Break) or failure.number == BROKEN_IN
                error = failure.derr or (BROKEN_OFF[firmware.machine.model] if of_tape else NOT_OPEN)
                told = True
            except Waiting as waiting:
                raise Waits("key" if waiting.reason == "key" else "frame") from None
            cpu.carry, cpu.zero = error is None, told
            if error is not None:
                cpu.a = error
        entry(address)(call)
    return note


def name_at(cpu: Z80) -> bytes:
    return bytes(cpu.ram[cpu.hl + place & 0xFFFF] for place in range(cpu.b))


@file_entry(0xBC77)
def open_in(firmware: Firmware, cpu: Z80) -> int | None:
    """CAS IN OPEN: the name at HL, its length in B. HL is the header, BC the length, DE the address, A the type."""
    if firmware.files.reading is not None:
        return NOT_OPEN
    name, buffer = name_at(cpu), cpu.de
    kind, address, start, contents = firmware.machine.files.load(firmware.files.named(name))
    firmware.machine.files.close_in()
    firmware.files.reading = Reading(name, kind, address, start, contents)
    length = len(contents)
    for place, byte in enumerate(header(name, kind, address, length, start)):
        cpu.ram[buffer + place & 0xFFFF] = byte
    cpu.hl, cpu.de, cpu.bc, cpu.a = buffer, address, length, kind
    return None


@file_entry(0xBC7A)
def close_in(firmware: Firmware, cpu: Z80) -> int | None:
    files, error = firmware.files, None if firmware.files.reading else NOT_OPEN
    files.reading = None
    return error


@file_entry(0xBC7D)
def abandon_in(firmware: Firmware, cpu: Z80) -> int | None:
    firmware.files.reading = None
    return None


@file_entry(0xBC80)
def read(firmware: Firmware, cpu: Z80) -> int | None:
    """CAS IN CHAR: a byte in A."""
    file = firmware.files.reading
    if file is None:
        return NOT_OPEN
    if file.position >= len(file.contents):
        return END_OF_FILE
    cpu.a = file.contents[file.position]
    file.position += 1
    return None


@file_entry(0xBC83)
def read_whole(firmware: Firmware, cpu: Z80) -> int | None:
    """CAS IN DIRECT: all of the file to the address in HL. HL is where it starts to run."""
    file = firmware.files.reading
    if file is None:
        return NOT_OPEN
    for place, byte in enumerate(file.contents):
        firmware.machine.poke(cpu.hl + place & 0xFFFF, byte)
    file.position = len(file.contents)
    cpu.hl = file.start
    return None


@entry(0xBC86)
def unread(firmware: Firmware, cpu: Z80) -> None:
    """CAS RETURN: the byte that was read last is read again."""
    file = firmware.files.reading
    if file is not None:
        file.position = max(file.position - 1, 0)


@file_entry(0xBC89)
def test_end(firmware: Firmware, cpu: Z80) -> int | None:
    file = firmware.files.reading
    if file is None:
        return NOT_OPEN
    return END_OF_FILE if file.position >= len(file.contents) else None


@file_entry(0xBC8C)
def open_out(firmware: Firmware, cpu: Z80) -> int | None:
    """CAS OUT OPEN: the name at HL, its length in B. HL is the header."""
    if firmware.files.writing is not None:
        return NOT_OPEN
    name, buffer = name_at(cpu), cpu.de
    firmware.files.writing = Writing(name)
    for place, byte in enumerate(header(name, ASCII, 0, 0, 0)):
        cpu.ram[buffer + place & 0xFFFF] = byte
    cpu.hl = buffer
    return None


@file_entry(0xBC8F)
def close_out(firmware: Firmware, cpu: Z80) -> int | None:
    file, firmware.files.writing = firmware.files.writing, None
    if file is None:
        return NOT_OPEN
    firmware.machine.files.save(firmware.files.named(file.name), file.kind, file.address, file.start, file.contents)
    return None


@file_entry(0xBC92)
def abandon_out(firmware: Firmware, cpu: Z80) -> int | None:
    error = None if firmware.files.writing else NOT_OPEN
    firmware.files.writing = None
    return error


@file_entry(0xBC95)
def write(firmware: Firmware, cpu: Z80) -> int | None:
    """CAS OUT CHAR: the byte in A."""
    file = firmware.files.writing
    if file is None:
        return NOT_OPEN
    file.contents += bytes((cpu.a,))
    return None


@file_entry(0xBC98)
def write_whole(firmware: Firmware, cpu: Z80) -> int | None:
    """CAS OUT DIRECT: DE bytes from HL, the address to start at in BC, the type in A."""
    file = firmware.files.writing
    if file is None:
        return NOT_OPEN
    file.kind, file.address, file.start = cpu.a, cpu.hl, cpu.bc
    file.contents = bytes(cpu.ram[cpu.hl + place & 0xFFFF] for place in range(cpu.de))
    return None


@file_entry(0xBC9B)
def catalogue(firmware: Firmware, cpu: Z80) -> int | None:
    """CAS CATALOG: prints it."""
    for line in firmware.machine.files.catalogue():
        firmware.machine.text.write(0, line + b"\r\n")
    return None
