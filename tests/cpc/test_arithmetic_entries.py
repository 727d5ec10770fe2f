"""The firmware's sums, differences, products and quotients, as machine code calls them; results of the real machine."""

import pytest

from cpc import CPC
from tests.cpc.test_firmware_entries import with_code

FIRST = {"464": 0xBD3D, "6128": 0xBD61}
ADD, SUBTRACT, FROM, MULTIPLY, DIVIDE = range(9, 14)
ONE, THREE, ZERO, LARGEST = "0000000081", "0000004082", "0000000000", "ffffff7fff"


@pytest.mark.parametrize(("operation", "x", "y", "result", "fits"), [
    (ADD, ONE, THREE, "0000000083", True), (SUBTRACT, ONE, THREE, "0000008082", True), (FROM, ONE, THREE, "0000000082", True),
    (MULTIPLY, ONE, THREE, THREE, True), (DIVIDE, ONE, THREE, "abaaaa2a7f", True), (DIVIDE, THREE, ZERO, LARGEST, False)])
@pytest.mark.parametrize("model", FIRST)
def test_two_reals_in_memory(model, operation, x, y, result, fits):
    if operation == SUBTRACT and model == "6128":
        pytest.skip("the 6128 has it only the other way round")
    entry = (FIRST[model] + 3 * operation).to_bytes(2, "little").hex()
    # LD HL,&8100: LD DE,&8110: CALL entry: LD A,0: ADC A,A: LD (&8120),A: RET
    cpc = with_code(CPC(model=model), 0x8000, f"210081 111081 cd{entry} 3e00 8f 322081 c9")
    with_code(with_code(cpc, 0x8100, x), 0x8110, y)
    cpc.type("MEMORY &7FFF:CALL &8000\n")
    assert cpc.run_until_idle(10)
    assert (cpc.machine.ram[0x8100:0x8105].hex(), bool(cpc.machine.ram[0x8120])) == (result, fits)


def test_a_call_of_basic_changes_nothing():
    cpc = CPC(model="464")
    cpc.type("10 CALL &BD5B:PRINT 2\nRUN\nLIST\n")
    assert cpc.run_until_idle(10)
    assert cpc.printed.endswith(b" 2 \r\nReady\r\n\r\n10 CALL &BD5B:PRINT 2\r\nReady\r\n")
