"""The firmware's entries for the tape, called by machine code. What the machines did is recorded here."""

import pytest

from cpc import CPC

CAS_NOISY, CAS_START_MOTOR, CAS_STOP_MOTOR, CAS_RESTORE_MOTOR, CAS_IN_OPEN, CAS_READ = (
    0xBC6B, 0xBC6E, 0xBC71, 0xBC74, 0xBC77, 0xBCA1)
OLD_A, OLD_F = 0x8010, 0x8012
ESC = 66
CARRY, ZERO = 1, 0x40


def with_code(model: str, *calls: tuple[int, int]) -> CPC:
    """A machine with code at &8100 that makes these calls, each with a value in A, no name and the buffer &4000."""
    code = bytearray((6, 0, 0x11, 0, 0x40))                             # LD B,0; LD DE,&4000
    for entry, a in calls:
        code += bytes((0x3E, a, 0xCD, entry & 255, entry >> 8))         # LD A,a; CALL entry
    code += bytes((0x32, OLD_A & 255, OLD_A >> 8, 0xF5, 0xE1, 0x22, OLD_F & 255, OLD_F >> 8, 0xC9))     # keeps A and F
    cpc = CPC(model=model)
    for place, byte in enumerate(code):
        cpc.poke(0x8100 + place, byte)
    return cpc


@pytest.mark.parametrize(("model", "a"), [("464", 22), ("6128", 0)])
@pytest.mark.parametrize(("calls", "asks"), [
    (((CAS_NOISY, 1), (CAS_IN_OPEN, 1)), False), (((CAS_NOISY, 0), (CAS_IN_OPEN, 0)), True), (((CAS_READ, 0x16),), False)])
def test_machine_code_waits_for_the_tape_until_esc(model, a, calls, asks):
    cpc = with_code(model, *calls)
    cpc.type("10 t=TIME:CALL &8100:t=TIME-t\nRUN\n")
    cpc.run(5)
    assert any("Press PLAY" in row for row in cpc.screen.text()) == asks
    if asks:
        cpc.type(" ")
    cpc.run(5)
    assert cpc.variables["t"] < 30 * 300 and not any("Ready" in row for row in list(cpc.screen.text())[-8:])
    cpc.key(ESC, True)
    cpc.run(0.1)
    cpc.key(ESC, False)
    cpc.run_until_idle(5)
    flags = cpc.peek(OLD_F)
    assert (cpc.peek(OLD_A), flags & CARRY, flags & ZERO) == (0 if calls[0][0] == CAS_READ else a, 0, ZERO)


@pytest.mark.parametrize("model", ["464", "6128"])
def test_time_stands_still_while_the_tape_is_read(model):
    """The motor comes up to speed, some 774 ticks; then the interrupts are off."""
    cpc = with_code(model, (CAS_READ, 0x16))
    cpc.type("10 t=TIME:CALL &8100:t=TIME-t\nRUN\n")
    cpc.run(20)
    cpc.key(ESC, True)
    cpc.run(0.1)
    cpc.key(ESC, False)
    cpc.run_until_idle(5)
    assert cpc.variables["t"] == pytest.approx(776, abs=4)


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize(("calls", "seconds", "a"), [
    (((CAS_START_MOTOR, 7),), 2.58, 0),
    (((CAS_START_MOTOR, 7), (CAS_START_MOTOR, 7)), 2.58, 16),
    (((CAS_START_MOTOR, 7), (CAS_STOP_MOTOR, 7), (CAS_STOP_MOTOR, 7)), 2.58, 0),
    (((CAS_RESTORE_MOTOR, 16), (CAS_RESTORE_MOTOR, 255)), 2.58, 16),
    (((CAS_RESTORE_MOTOR, 0),), 0, 0),
    (((CAS_START_MOTOR, 7), (CAS_RESTORE_MOTOR, 0), (CAS_RESTORE_MOTOR, 16)), 5.16, 0)])
def test_the_motor_takes_its_time_to_come_up_to_speed(model, calls, seconds, a):
    cpc = with_code(model, *calls)
    cpc.type("10 t=TIME:CALL &8100:t=TIME-t\nRUN\n")
    assert cpc.run_until_idle(10)
    assert cpc.variables["t"] / 300 == pytest.approx(seconds, abs=0.01) and cpc.peek(OLD_A) == a


@pytest.mark.parametrize(("model", "left"), [("464", 0x37), ("664", 0x31), ("6128", 0x31)])
def test_jump_restore_leaves_what_makes_the_tape_quiet_in_a(model, left):
    """Loaders call CAS NOISY right behind it, with nothing put into A."""
    cpc = with_code(model, (0xBD37, 0))
    cpc.type("CALL &8100\n")
    cpc.run_until_idle(5)
    assert cpc.peek(OLD_A) == left


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize("passes", [1, 37, 90])
def test_mc_start_program_begins_as_after_power_on(model, passes):
    """The screen, the inks and TIME; without BASIC's timers the motor is quicker: TIME stands at 803 or 804 then."""
    cpc = CPC(model=model)
    start = bytes((0x21, 0x20, 0x80, 0x0E, 0xFF, 0xCD, 0x16, 0xBD))        # LD HL,&8020; LD C,&FF; CALL MC START PROGRAM
    program = bytes((0xCD, 0x37, 0xBD, 0x3E, 0xFF, 0xCD, 0x6B, 0xBC, 0x06, 0x00, 0xCD, 0x77, 0xBC, 0x18, 0xFE))
    for place, byte in [*enumerate(start, 0x8000), *enumerate(program, 0x8020)]:
        cpc.poke(place, byte)
    cpc.type(f"10 MODE 0:INK 0,4:BORDER 6:PEN 2:PRINT 12:SPEED INK 3,3\n20 FOR i=1 TO {passes}:NEXT:CALL &8000\nRUN\n")
    cpc.run(5)
    assert (cpc.screen.mode, cpc.screen.inks[:2], cpc.screen.border) == (1, [1, 24], 1) and not any(cpc.memory[0xC000:])
    deck, clock = cpc.machine.deck, cpc.machine.clock
    assert deck.deaf_from is not None and clock.ticks_at(deck.deaf_from) in (803, 804)
