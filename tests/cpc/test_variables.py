"""The firmware's and BASIC's variables: what PEEK finds there, and what a POKE does."""

import json

import pytest

from basic.runtime import own_variables
from cpc import CPC
from cpc.firmware import jump_block, variables
from tests import firmware_variables

MODELS = ("464", "6128")


def ran(text: str, model: str) -> CPC:
    cpc = CPC(model=model)
    cpc.type(text + "\n")
    assert cpc.run_until_idle(60)
    return cpc


def word(cpc: CPC, address: int) -> int:
    return cpc.peek(address) | cpc.peek(address + 1) << 8


def test_a_name_without_a_value_is_empty_for_python():
    """Also an array that the program names and has not made, or not any more."""
    cpc = ran("10 DIM a(3):a(2)=5:b$(1)=\"x\":IF k THEN c%(1)=2\n20 PRINT a(2)\nRUN", "464")
    assert [cpc.variables[name] for name in ("a(2)", "b$(1)", "c%(1)", "k", "none", "none$(3)")] == [5, "x", 0, 0, 0, ""]
    cpc.type("ERASE a\n")
    assert cpc.run_until_idle(10) and [cpc.variables[name] for name in ("a(2)", "b$(1)")] == [0, "x"]


@pytest.mark.parametrize("model", MODELS)
def test_no_two_variables_share_a_byte(model):
    machine = CPC(model=model).machine
    spans = sorted((one.address(model), one.address(model) + len(one.shows(machine))) for one in machine.variables.table)
    assert all(end <= start for (_, end), (start, _) in zip(spans, spans[1:], strict=False))
    assert spans[0][0] >= variables.FIRST and spans[-1][1] <= variables.END


@pytest.mark.parametrize("model", MODELS)
def test_writing_what_a_variable_shows_changes_nothing(model):
    cpc = ran('MODE 0:PEN 3:WINDOW #0,3,9,4,11:ORIGIN 7,8:INK 1,5,6:SYMBOL AFTER 200:KEY 1,"x"', model)
    before = {one.name: one.shows(cpc.machine) for one in variables.TABLE}
    for one in cpc.machine.variables.table:
        for place, byte in enumerate(before[one.name]):
            cpc.poke(one.address(model) + place, byte)
    assert {one.name: one.shows(cpc.machine) for one in variables.TABLE if one.name != "TIME"} == {
        name: shown for name, shown in before.items() if name != "TIME"}


@pytest.mark.parametrize(("model", "address"), [("464", 0xB187), ("6128", 0xB8B4)])
def test_time_can_be_set_and_read(model, address):
    line = f"FOR i=0 TO 3:POKE {address}+i,0:NEXT:t=TIME:p=PEEK({address})"
    cpc = ran(line, model)
    assert 0 <= cpc.variables["t"] <= cpc.variables["p"] < 50
    assert ran(f"a=TIME:POKE {address}+3,1:b=TIME", model).variables["b"] >= 1 << 24


@pytest.mark.parametrize(("model", "window"), [("464", 0xB285), ("6128", 0xB726)])
def test_the_cursor_moves_when_it_is_poked(model, window):
    cpc = ran(f'CLS:POKE {window},9:POKE {window}+1,7:PRINT "here"', model)
    assert cpc.screen.text()[9] == "       here"
    assert cpc.peek(window) == cpc.machine.text.windows[0].row


@pytest.mark.parametrize(("model", "window"), [("464", 0xB285), ("6128", 0xB726)])
def test_a_window_is_kept_as_the_firmware_keeps_it(model, window):
    cpc = ran("WINDOW 5,30,7,20", model)
    shown = [cpc.peek(window + place) for place in range(2, 7)]
    assert shown == [6 | 4, 6, 4, 19, 29]


@pytest.mark.parametrize(("model", "pen"), [("464", 0xB28F), ("6128", 0xB72F)])
def test_a_pen_that_is_poked_writes(model, pen):
    cpc = ran(f'POKE {pen},&FF:CLS:PRINT CHR$(143)', model)
    assert cpc.screen.pens()[0][0] == 3


@pytest.mark.parametrize(("model", "inks"), [("464", 0xB1D9), ("6128", 0xB7D4)])
def test_inks_are_numbered_as_in_the_gate_array(model, inks):
    cpc = ran("INK 1,26:BORDER 0", model)
    assert (cpc.peek(inks), cpc.peek(inks + 2)) == (20, 11)
    cpc.poke(inks + 2, 12)
    assert cpc.machine.palette.ink(1) == (26, 6)


@pytest.mark.parametrize(("model", "table"), [("464", 0xB34C), ("6128", 0xB496)])
def test_a_key_can_be_given_another_code(model, table):
    cpc = CPC(model=model)
    cpc.poke(table + 69, ord("!"))
    cpc.key(69, True)
    cpc.run(0.2)
    assert cpc.machine.keyboard.normal[69] == ord("!") and cpc.screen.text()[9].startswith("!")


@pytest.mark.parametrize(("model", "first"), [("464", 0xAE7B), ("6128", 0xAE5E)])
def test_basics_own_pointers(model, first):
    cpc = ran("10 a=1:DIM b(3)\nRUN", model)
    assert word(cpc, first) == cpc.session.top.himem
    start = 0x170 + cpc.session.program.size()
    assert [word(cpc, first + 6 + 2 * place) for place in range(5)] == [0x16F, start, start, start + 9, start + 38]
    assert word(ran("MEMORY 29999", model), first) == 29999


def test_each_of_basics_variables_has_a_place_of_its_own():
    for address in ("in_1_0", "in_1_1"):
        taken = [getattr(one, address) + place for one in own_variables.TABLE for place in range(one.size)]
        assert len(set(taken)) == len(taken) and all(place in own_variables.OF_BASIC for place in taken)


@pytest.mark.parametrize("model", MODELS)
def test_the_jump_block_is_there(model):
    cpc = CPC(model=model)
    assert [cpc.peek(place) for place in (0, 0x08, 0x38)] == [1, 0xC3, 0xC3]
    assert cpc.peek(0xBB5A) == jump_block.LOW_JUMP
    assert cpc.peek(0xBDCD) == jump_block.JUMP


@pytest.mark.parametrize("model", MODELS)
def test_the_memory_as_a_view(model):
    cpc = ran('10 a%=258:b$="x"+"y"\nRUN', model)
    memory = cpc.memory
    assert len(memory) == 0x10000 and memory[0x170 + 2] == 10
    assert all(memory[place] == cpc.peek(place) for place in (*range(0x16F, 0x1A0), *range(0xAB00, 0xB0C0), 0xBB00))
    memory[0x9000] = 77
    assert cpc.peek(0x9000) == 77


def test_a_view_of_a_large_memory():
    cpc = CPC(memory="large")
    cpc.type("DIM a(20000)\n")
    cpc.run_until_idle(60)
    assert len(cpc.memory) == 0x10000


@pytest.mark.parametrize("model", MODELS)
def test_machine_code_reads_and_writes_variables(model):
    """LD HL,(cursor): LD (&8100),HL: LD HL,&0305: LD (cursor),HL: RET"""
    cpc = ran("CLS:LOCATE 4,9", model)
    low, high = ("85", "b2") if model == "464" else ("26", "b7")
    cpc.machine.ram[0x8000:0x800D] = bytes.fromhex(f"2a{low}{high}220081210503 22{low}{high}c9".replace(" ", ""))
    window = cpc.machine.text.windows[0]
    before = window.row, window.column
    assert cpc.machine.call(0x8000, [], 0)
    assert (cpc.machine.ram[0x8100], cpc.machine.ram[0x8101]) == before
    assert (window.row, window.column) == (5, 3)


@pytest.mark.parametrize("model", MODELS)
def test_a_routine_gets_the_address_of_a_variable(model):
    """LD L,(IX+0): LD H,(IX+1): INC (HL): RET"""
    cpc = CPC(model=model)
    cpc.machine.ram[0x8000:0x8008] = bytes.fromhex("dd6e00dd660134c9")
    cpc.type("a%=41:CALL &8000,@a%\n")
    assert cpc.run_until_idle(10) and cpc.variables["a%"] == 42


@pytest.mark.parametrize("model", MODELS)
def test_hl_is_where_the_statement_ends(model):
    """LD (&8100),HL: RET"""
    cpc = CPC(model=model)
    cpc.machine.ram[0x8000:0x8004] = bytes.fromhex("220081c9")
    cpc.type("10 REM\n20 CALL &8000:PRINT\nRUN\n")
    assert cpc.run_until_idle(10)
    assert word(cpc, 0x8100) == 0x170 + 6 + 4 + 5 and cpc.peek(word(cpc, 0x8100)) == 1


@pytest.mark.parametrize(("model", "room"), [("464", b" 5 -5  5  5  5  1 "), ("6128", b" 7 -7  7  7  7  3 ")])
def test_what_is_made_of_a_string_takes_room(model, room):
    """As on the machine, also where it is the whole of a string that stands in the program."""
    cpc = CPC(model=model)
    cpc.type('10 a$="start":b$="":x=FRE(0):y=FRE(0)\n20 x=FRE(""):b$=LEFT$(a$,9):y=FRE(""):PRINT x-y;\n'
             '30 x=FRE(""):b$=a$:y=FRE(""):PRINT x-y;\n40 x=FRE(""):b$=MID$(a$,1):y=FRE(""):PRINT x-y;\n'
             '50 b$="":x=FRE(""):b$=a$+"":y=FRE(""):PRINT x-y;\n60 b$="":x=FRE(""):b$=RIGHT$(a$,99):y=FRE(""):PRINT x-y;\n'
             '70 b$="":x=FRE(""):b$=STRING$(1,"q"):y=FRE(""):PRINT x-y\nRUN\n')
    cpc.run_until_idle(20)
    assert room in bytes(cpc.printed)


RECORDED = json.loads(firmware_variables.RECORDED.read_text(encoding="ascii"))


@pytest.mark.parametrize("model", MODELS)
def test_what_variables_hold_and_what_a_poke_does_is_as_on_the_machine(model):
    """Only what is not as at first was recorded; `..` is a byte that is another one here."""
    first = RECORDED[model]["at first"]
    for name, lines in firmware_variables.sessions(model).items():
        shown = firmware_variables.ours(model, lines)
        for one, there in (first | RECORDED[model][name]).items():
            if one != "screen" or one in RECORDED[model][name]:
                known = [there[at:at + 2] != ".." for at in range(0, len(there), 2)]
                here = "".join(shown[one][2 * at:2 * at + 2] if is_known else ".." for at, is_known in enumerate(known))
                assert here == there, (name, one)
