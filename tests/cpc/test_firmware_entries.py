"""Entries that machine code uses: bar commands of its own, files, inks, copies of the jump block."""

import re

import pytest

from cpc import CPC
from cpc.firmware.entries import ENTRIES, ENTRIES_6128, Waits
from tests.places import REPO

MODELS = ("464", "6128")


def test_the_page_about_the_firmware_lists_each_entry():
    page = (REPO / "docs" / "FIRMWARE.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (.*?) \|(.*)\|$", page.partition("## Entries")[2].partition("\n## ")[0], re.MULTILINE)
    listed = {what: {int(one, 16) for one in re.findall(r"\bB[0-9A-F]{3}\b", addresses)} for what, addresses in rows}
    later = next(addresses for what, addresses in listed.items() if what.startswith("Only 664 and 6128"))
    all_listed = {address for addresses in listed.values() for address in addresses}
    assert set(ENTRIES_6128) == all_listed and set(ENTRIES) == all_listed - later


def with_code(cpc: CPC, address: int, code: str) -> CPC:
    code = code.replace(" ", "")
    cpc.machine.ram[address:address + len(code) // 2] = bytes.fromhex(code)
    return cpc


def commands(model: str, routine: str) -> CPC:
    """|ONE and |TWO: LD BC,&9020: LD HL,&9100: JP KL LOG EXT; the table; JP &9040: JP &9060; the names."""
    cpc = with_code(CPC(model=model), 0x9000, "012090 210091 c3d1bc")
    with_code(cpc, 0x9020, "2890 c34090 c36090" + b"ON\xc5TW\xcf\0".hex())
    with_code(with_code(cpc, 0x9040, "c9"), 0x9060, routine)
    cpc.type("MEMORY &8FFF:CALL &9000\n")
    assert cpc.run_until_idle(10)
    return cpc


@pytest.mark.parametrize("model", MODELS)
def test_a_bar_command_of_machine_code(model):
    """LD (&9110),A: LD L,(IX+0): LD H,(IX+1): LD (&9112),HL: RET"""
    cpc = commands(model, "321091 dd6e00 dd6601 221291 c9")
    cpc.type("|ONE:|two,7,&1234:PRINT 1\n")
    assert cpc.run_until_idle(10)
    assert cpc.peek(0x9110) == 2 and (cpc.peek(0x9112), cpc.peek(0x9113)) == (0x34, 0x12)
    assert cpc.printed.endswith(b" 1 \r\nReady\r\n")
    cpc.type("|THREE\n")
    assert cpc.run_until_idle(10) and b"Unknown command" in cpc.printed


@pytest.mark.parametrize("model", MODELS)
def test_a_bar_command_changes_a_variable(model):
    """LD L,(IX+0): LD H,(IX+1): LD (HL),99: RET"""
    cpc = commands(model, "dd6e00 dd6601 3663 c9")
    cpc.type("a%=1:|TWO,@a%\n")
    assert cpc.run_until_idle(10) and cpc.variables["a%"] == 99


def test_a_string_for_a_bar_command_of_the_6128():
    """LD L,(IX+0): LD H,(IX+1): LD A,(HL): LD (&9110),A: INC HL: LD E,(HL): INC HL: LD D,(HL): LD A,(DE): LD (&9111),A: RET"""
    cpc = commands("6128", "dd6e00 dd6601 7e321091 23 5e 23 56 1a321191 c9")
    cpc.type('|TWO,"hello"\n')
    assert cpc.run_until_idle(10)
    assert (cpc.peek(0x9110), cpc.peek(0x9111)) == (5, ord("h"))


@pytest.mark.parametrize("model", MODELS)
def test_commands_that_are_in_a_snapshot(model):
    cpc = commands(model, "c9")
    other = CPC(model=model)
    assert not other.machine.knows_bar_command(b"ONE")
    other.restore(cpc.snapshot())
    assert other.machine.knows_bar_command(b"ONE")


@pytest.mark.parametrize("model", MODELS)
def test_find_command(model):
    cpc = with_code(commands(model, "c9"), 0x9200, b"TW\xcf".hex())
    cpu = cpc.machine.firmware.cpu
    cpu.hl = 0x9200
    cpc.machine.firmware.entries[0xBCD4](cpc.machine.firmware, cpu)
    assert cpu.carry and cpu.hl == 0x9025
    cpu.hl = 0x9201
    cpc.machine.firmware.entries[0xBCD4](cpc.machine.firmware, cpu)
    assert not cpu.carry


@pytest.mark.parametrize("model", MODELS)
def test_a_copy_of_an_entry_works(model):
    """LD HL,&BB5A: LD DE,&8100: LD BC,3: LDIR: LD A,&2A: JP &8100"""
    cpc = with_code(CPC(model=model), 0x8000, "215abb 110081 010300 edb0 3e2a c30081")
    cpc.type("CLS:CALL &8000\n")
    assert cpc.run_until_idle(10)
    assert cpc.screen.text()[0] == "*Ready" or cpc.screen.text()[0] == "*"


@pytest.mark.parametrize("model", MODELS)
def test_an_address_within_an_entry_runs_its_bytes(model):
    cpc = CPC(model=model)
    cpc.type("CALL &BC07,&40\n")
    assert cpc.run_until_idle(10)
    assert cpc.machine.screen.base == 0x4000


def called(cpc: CPC, address: int, **registers: int):
    """The processor behind an entry that got these registers."""
    cpu = cpc.machine.firmware.cpu
    for name, value in registers.items():
        setattr(cpu, name, value)
    cpc.machine.firmware.entries[address](cpc.machine.firmware, cpu)
    return cpu


@pytest.mark.parametrize("model", MODELS)
def test_a_file_written_and_read(model, tmp_path):
    cpc = CPC(model=model, drive=tmp_path)
    ram = cpc.machine.ram
    ram[0x8000:0x8005] = b"X.BIN"
    ram[0x9000:0x9004] = b"abcd"
    assert called(cpc, 0xBC8C, hl=0x8000, b=5, de=0x8100).carry
    assert called(cpc, 0xBC98, a=2, hl=0x9000, de=4, bc=0x9002).carry
    assert called(cpc, 0xBC8F).carry
    cpu = called(cpc, 0xBC77, hl=0x8000, b=5, de=0x8100)
    assert cpu.carry and not cpu.zero
    assert (cpu.hl, cpu.de, cpu.bc, cpu.a) == (0x8100, 0x9000, 4, 2)
    assert ram[0x8100:0x8110] == b"X.BIN".ljust(16, b"\0") and ram[0x8112] == 2
    assert [ram[place] | ram[place + 1] << 8 for place in (0x8113, 0x8115, 0x8118, 0x811A)] == [4, 0x9000, 4, 0x9002]
    assert (called(cpc, 0xBC80).a, cpu.carry) == (ord("a"), True)
    assert called(cpc, 0xBC83, hl=0xA000).hl == 0x9002
    assert ram[0xA000:0xA004] == b"abcd"
    assert not called(cpc, 0xBC89).carry and cpu.a == 15
    assert called(cpc, 0xBC7A).carry and not called(cpc, 0xBC7A).carry


@pytest.mark.parametrize("model", MODELS)
def test_a_file_that_is_not_there_is_asked_for_on_tape(model, tmp_path):
    cpc = CPC(model=model, drive=tmp_path)
    cpc.machine.ram[0x8000:0x8005] = b"Y.BIN"
    with pytest.raises(Waits, match="key"):
        called(cpc, 0xBC77, hl=0x8000, b=5, de=0x8100)
    assert not called(cpc, 0xBC80).carry


def test_an_open_file_is_in_a_snapshot(tmp_path):
    (tmp_path / "A.TXT").write_bytes(b"xy\r\n")
    cpc = CPC(drive=tmp_path)
    cpc.machine.ram[0x8000:0x8005] = b"A.TXT"
    called(cpc, 0xBC77, hl=0x8000, b=5, de=0x8100)
    called(cpc, 0xBC80)
    other = CPC(drive=tmp_path)
    other.restore(cpc.snapshot())
    assert called(other, 0xBC80).a == ord("y")


@pytest.mark.parametrize("model", MODELS)
def test_the_hardwares_mode_is_not_the_firmwares(model):
    cpc = CPC(model=model)
    called(cpc, 0xBD1C, a=0)
    assert cpc.screen.mode == 0 and called(cpc, 0xBC11).a == 1
    assert len(cpc.screen.pens()[0]) == 160
    cpc.type("MODE 2\n")
    assert cpc.run_until_idle(5) and cpc.screen.mode == 2


@pytest.mark.parametrize("model", MODELS)
def test_inks_of_the_hardware(model):
    cpc = CPC(model=model)
    cpc.machine.ram[0x8000:0x8011] = bytes((12, *(11,) * 16))
    called(cpc, 0xBD25, de=0x8000)
    assert (cpc.screen.border, set(cpc.screen.inks)) == (6, {26})


def test_banks_by_the_kernel():
    cpc = CPC(model="6128")
    assert called(cpc, 0xBD5B, a=4).a == 0 and called(cpc, 0xBD5B, a=0).a == 4


def test_setting_the_time():
    cpc = CPC()
    called(cpc, 0xBD10, de=1, hl=2)
    assert cpc.machine.clock.ticks() == 0x10002
    assert called(cpc, 0xBD0D).de == 1


def test_starting_a_program():
    """LD HL,&9000: JP &BD16; at &9000: LD A,7: LD (&9100),A: JR -2"""
    cpc = with_code(with_code(CPC(), 0x8000, "210090 c316bd"), 0x9000, "3e07 320091 18fe")
    assert not cpc.machine.call(0x8000, [], 0)
    assert cpc.peek(0x9100) == 7


@pytest.mark.parametrize("model", MODELS)
def test_the_place_of_a_dot(model):
    cpu = called(CPC(model=model), 0xBC1D, de=21, hl=33)
    assert (cpu.hl, cpu.bc) == (0xF645, 0x0344)


@pytest.mark.parametrize(("address", "before", "after"), [
    (0xBC20, 0xC7FF, 0xC000), (0xBC23, 0xC800, 0xCFFF), (0xBC26, 0xFFF0, 0xC040), (0xBC29, 0xC005, 0xFFB5)])
def test_steps_from_byte_to_byte(address, before, after):
    cpu = called(CPC(), address, hl=before)
    assert (cpu.hl, cpu.a, cpu.zero) == (after, after >> 8, False)


@pytest.mark.parametrize("model", MODELS)
def test_a_box_of_bytes(model):
    cpc = CPC(model=model)
    cpu = called(cpc, 0xBC47, hl=0xC123, de=0x0305, c=0xF0)
    assert (cpu.hl, cpu.de) == (0xE923, 0x0300)
    assert all(cpc.peek(0xC123 + 0x800 * line + byte) == 0xF0 for line in range(5) for byte in range(3))
    assert cpc.peek(0xE923) != 0xF0


def test_dots_as_bytes_do_not_follow_the_ink_mode():
    cpc = CPC()
    for mode in range(4):
        cpc.machine.screen.set_ink_mode(mode)
        cpc.machine.ram[0xC200] = 0x88
        called(cpc, 0xBC5C, hl=0xC200, b=0x5E, c=0xB0)
        assert cpc.peek(0xC200) == 0x18


@pytest.mark.parametrize("model", MODELS)
def test_lines_along_the_screen(model):
    cpc = CPC(model=model)
    called(cpc, 0xBC5F, a=0xF0, de=100, bc=104, hl=0)
    called(cpc, 0xBC62, a=0x0F, de=200, hl=1, bc=3)
    pens = cpc.screen.pens()
    assert pens[199][99:106] == bytes((0, 1, 1, 1, 1, 1, 0))
    assert [row[200] for row in pens[195:]] == [0, 2, 2, 2, 0]


def test_a_shape_as_masks():
    cpc = with_code(CPC(), 0x8200, "0102040810204080")
    cpu = called(cpc, 0xBC53, hl=0x8200, de=0x8300)
    assert (cpu.hl, cpu.de) == (0x8208, 0x8310)
    assert bytes(cpc.machine.ram[0x8300:0x8304]) == bytes((0x00, 0x11, 0x00, 0x22))


@pytest.mark.parametrize("model", ["464", "6128"])
def test_a_listing_forbids_escape(model):
    cpc = CPC(model=model)
    cpc.type("10 POKE &BDEE,&C9\n20 GOTO 20\nRUN\n")
    cpc.run(1)
    for down in (True, False) * 3:
        cpc.key(66, down)
        cpc.run(0.1)
    assert not cpc.run_until_idle(1)
    cpc.poke(0xBDEE, 0xC3)
    for down in (True, False) * 3:
        cpc.key(66, down)
        cpc.run(0.1)
    assert cpc.run_until_idle(1) and b"Break in 20" in cpc.printed


@pytest.mark.parametrize("model", ["464", "6128"])
def test_a_listing_hides_the_cursor(model):
    def shown(pokes):
        cpc = CPC(model=model)
        cpc.type(f"10 MODE 1:{pokes}INPUT a\nRUN\n")
        assert cpc.run_until_idle(5)
        return sum(row.count(1) for row in cpc.screen.pens())
    assert shown("POKE &BDCD,&C9:POKE &BDD0,&C9:") == shown("") - 64


@pytest.mark.parametrize(("model", "left"), [("464", (0xC051, 1)), ("6128", (0xC045, 16))])
def test_a_command_that_is_not_found_leaves_a_place_in_basic(model, left):
    """Loaders for discs call it, also where there is no drive: LD HL,&9200: CALL KL FIND COMMAND: LD (&9280),HL: LD A,C: LD
    (&9282),A: RST 3: the place there: RET"""
    cpc = with_code(with_code(CPC(model=model), 0x9000, "210092 cdd4bc 228092 79 328292 df8092 c9"), 0x9200, "84")
    cpc.type("MEMORY &8FFF\n10 ON ERROR GOTO 30\n20 CALL &9000\n30 PRINT ERR;ERL:RESUME 40\n40 PRINT 4\n"
             "RUN\nPRINT 1:CALL &9000:PRINT 2\n")
    assert cpc.run_until_idle(20)
    assert cpc.printed.endswith(b"\r\n 2  20 \r\n 4 \r\nReady\r\n\r\n 1 \r\nSyntax error\r\nReady\r\n")
    assert (cpc.peek(0x9280) | cpc.peek(0x9281) << 8, cpc.peek(0x9282)) == left


@pytest.mark.parametrize(("model", "highest", "printed"), [
    ("464", 0xABFF, b" 1045  BASIC 1.0\r\n\r\nReady\r\n\r\n 1164 \r\nReady\r\n\r\n 43903  43533 \r\nReady\r\n"),
    ("464", 0x7FFF, b" 1045  BASIC 1.0\r\n\r\nReady\r\n\r\n 1142 \r\nReady\r\n\r\n 32639  32269 \r\nReady\r\n"),
    ("6128", 0xA5FF, b" 1045  BASIC 1.1\r\n\r\nReady\r\n\r\n 1162 \r\nReady\r\n\r\n 42367  41997 \r\nReady\r\n")])
def test_machine_code_starts_basic_with_other_memory(model, highest, printed):
    """LD HL,highest byte: LD DE,lowest: RST 3: the start of BASIC. The picture stays."""
    cpc = with_code(CPC(model=model), 0xA000, f"21{highest & 255:02x}{highest >> 8:02x} 114000 df09a0 06c000")
    for line in ("MEMORY &9FFF\n", "MODE 2:INK 1,20:PRINT 5\n", "PRINT TIME;:CALL &A000\nPRINT TIME\n", "PRINT HIMEM;FRE(0)\n"):
        cpc.type(line)
        assert cpc.run_until_idle(20)
    assert cpc.printed.endswith(b"\r\n" + printed)
    assert cpc.screen.mode == 2 and cpc.screen.text()[0] == " 5"


@pytest.mark.parametrize(("model", "jump"), [("464", "c339"), ("6128", "c341")])
def test_code_for_interrupts_may_go_on_behind_its_first_byte(model, jump):
    """DI: LD HL,EI and RET: LD (&38),HL: EI: three times HALT: DI: LD HL,the jump of the firmware: LD (&38),HL: EI: RET"""
    cpc = with_code(CPC(model=model), 0x9000, f"f3 21fbc9 223800 fb 767676 f3 21{jump} 223800 fb c9")
    cpc.type("MEMORY &8FFF\nt=TIME:CALL &9000:PRINT TIME-t\n")
    assert cpc.run_until_idle(20)
    assert cpc.printed.endswith((b"\r\n 0 \r\nReady\r\n", b"\r\n 1 \r\nReady\r\n"))
