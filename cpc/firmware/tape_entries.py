"""The firmware's entries for the tape itself: messages, motor, and what goes past files, &BC65 to &BC74 and &BC9E to &BCA4."""

from __future__ import annotations

from typing import TYPE_CHECKING

from basic.errors import BasicError, Break
from basic.runtime.control import Waiting
from cpc.firmware.entries import Waits, entry

if TYPE_CHECKING:
    from cpc.firmware.calls import Firmware
    from cpc.firmware.z80 import Z80

RUNS = 0x10             # the motor's bit in A


@entry(0xBC65)
def initialise(firmware: Firmware, cpu: Z80) -> None:
    """CAS INITIALISE"""
    firmware.machine.files.abandon()
    firmware.machine.deck.switch_motor(False)
    firmware.files.quiet = False


@entry(0xBC68)
def set_speed(firmware: Firmware, cpu: Z80) -> None:
    """CAS SET SPEED: a recording has one of BASIC's two."""
    cpu.carry = True


@entry(0xBC6B)
def switch_messages(firmware: Firmware, cpu: Z80) -> None:
    """CAS NOISY: no messages where A is not 0. What a disc drive says comes all the same."""
    firmware.files.quiet = cpu.a != 0


def switch_motor(firmware: Firmware, cpu: Z80, on: bool) -> None:
    """A is the state before."""
    try:
        before = firmware.machine.deck.switch_motor(on)
    except Waiting:
        raise Waits("frame") from None
    cpu.a, cpu.carry = RUNS * before, True


@entry(0xBC6E)
def start_motor(firmware: Firmware, cpu: Z80) -> None:
    """CAS START MOTOR"""
    switch_motor(firmware, cpu, True)


@entry(0xBC71)
def stop_motor(firmware: Firmware, cpu: Z80) -> None:
    """CAS STOP MOTOR"""
    switch_motor(firmware, cpu, False)


@entry(0xBC74)
def restore_motor(firmware: Firmware, cpu: Z80) -> None:
    """CAS RESTORE MOTOR: the state in A."""
    switch_motor(firmware, cpu, bool(cpu.a & RUNS))


@entry(0xBC9E)
def write(firmware: Firmware, cpu: Z80) -> None:
    """CAS WRITE: nothing is recorded; it is as if ESC had been pressed."""
    cpu.carry, cpu.a = False, 0


@entry(0xBCA1)
@entry(0xBCA4)
def read(firmware: Firmware, cpu: Z80) -> None:
    """CAS READ and CHECK: the machine hears no such block, and waits until ESC is pressed."""
    try:
        firmware.machine.deck.listen()
    except Waiting:
        raise Waits("key") from None
    except (BasicError, Break):
        cpu.carry, cpu.a = False, 0
