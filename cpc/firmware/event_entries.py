"""The kernel's entries for events: frame flyback, fast tickers, tickers, and the queue of synchronous events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpc.firmware import event_blocks as eb
from cpc.firmware.entries import entry

if TYPE_CHECKING:
    from cpc.firmware.calls import Firmware
    from cpc.firmware.z80 import Z80

ZERO_AND_EVEN = 0x44            # the flags behind a block that was added


def added(firmware: Firmware, cpu: Z80, chain: int) -> None:
    firmware.interrupts.blocks.add(chain, cpu.hl)
    cpu.de, cpu.a, cpu.f = cpu.hl + 1, 0, ZERO_AND_EVEN


def chain_entries(first: int, chain: int) -> None:
    """New block, add a block, delete a block."""
    @entry(first)
    def new(firmware: Firmware, cpu: Z80) -> None:
        firmware.interrupts.blocks.initialise(cpu.hl + eb.IN_LIST, cpu.b, cpu.de, cpu.c)
        added(firmware, cpu, chain)

    @entry(first + 3)
    def add(firmware: Firmware, cpu: Z80) -> None:
        added(firmware, cpu, chain)

    @entry(first + 6)
    def delete(firmware: Firmware, cpu: Z80) -> None:
        cpu.carry = firmware.interrupts.blocks.remove(chain, cpu.hl)


chain_entries(0xBCD7, eb.FLYBACK)
chain_entries(0xBCE0, eb.FAST)


@entry(0xBCE9)
def add_ticker(firmware: Firmware, cpu: Z80) -> None:
    """KL ADD TICKER: the block at HL; DE frames until the first kick, BC until each other, 0 for none."""
    cpu.set_word(cpu.hl + eb.TICKS, cpu.de)
    cpu.set_word(cpu.hl + eb.RECHARGE, cpu.bc)
    added(firmware, cpu, eb.TICKERS)


@entry(0xBCEC)
def delete_ticker(firmware: Firmware, cpu: Z80) -> None:
    """KL DEL TICKER: carry with what was left in DE, if the block was there."""
    cpu.carry = firmware.interrupts.blocks.remove(eb.TICKERS, cpu.hl)
    if cpu.carry:
        cpu.de = cpu.word(cpu.hl + eb.TICKS)


@entry(0xBCEF)
def initialise_event(firmware: Firmware, cpu: Z80) -> None:
    """KL INIT EVENT: the block at HL, its class in B, its routine in DE, its ROM in C."""
    firmware.interrupts.blocks.initialise(cpu.hl, cpu.b, cpu.de, cpu.c)
    cpu.hl += eb.SIZE


@entry(0xBCF2)
def kick_event(firmware: Firmware, cpu: Z80) -> None:
    """KL EVENT. An asynchronous event is run at once, if no interrupt is being served."""
    interrupts = firmware.interrupts
    interrupts.blocks.kick(cpu.hl)
    interrupts.run_waiting()


@entry(0xBCF5)
def reset_synchronous(firmware: Firmware, cpu: Z80) -> None:
    firmware.interrupts.blocks.reset_synchronous()


@entry(0xBCF8)
def delete_synchronous(firmware: Firmware, cpu: Z80) -> None:
    disarm(firmware, cpu)
    firmware.interrupts.blocks.remove(eb.QUEUE, cpu.hl)


@entry(0xBCFB)
def next_synchronous(firmware: Firmware, cpu: Z80) -> None:
    """KL NEXT SYNC: carry with the block in HL and the priority before in A, if an event is to be done."""
    found = firmware.interrupts.blocks.next()
    cpu.carry = found is not None
    if found is not None:
        cpu.hl, cpu.a = found


@entry(0xBCFE)
def do_synchronous(firmware: Firmware, cpu: Z80) -> None:
    """KL DO SYNC: the routine of the block at HL."""
    routine, cpu.hl, cpu.de = firmware.interrupts.call_of(cpu.hl)
    cpu.push(routine)


@entry(0xBD01)
def done_synchronous(firmware: Firmware, cpu: Z80) -> None:
    firmware.interrupts.blocks.done(cpu.hl, cpu.a)


@entry(0xBD04)
def disable_events(firmware: Firmware, cpu: Z80) -> None:
    firmware.interrupts.blocks.level |= eb.DISABLED


@entry(0xBD07)
def enable_events(firmware: Firmware, cpu: Z80) -> None:
    firmware.interrupts.blocks.level &= ~eb.DISABLED


@entry(0xBD0A)
def disarm(firmware: Firmware, cpu: Z80) -> None:
    if cpu.hl <= eb.HIGHEST:
        cpu.ram[cpu.hl + eb.COUNT] = eb.DISARMED


@entry(0xB921)
def poll_synchronous(firmware: Firmware, cpu: Z80) -> None:
    """KL POLL SYNCHRONOUS: carry if an event is to be done."""
    cpu.carry = firmware.interrupts.blocks.urgent()


@entry(0xBCC8)
def choke_off(firmware: Firmware, cpu: Z80) -> None:
    """KL CHOKE OFF: no events any more. DE and B are where BASIC is, for a program that wants to go back there."""
    firmware.interrupts.forget()
    cpu.bc, cpu.de, cpu.a = 0x00FF, 0xC006, 0xFF
