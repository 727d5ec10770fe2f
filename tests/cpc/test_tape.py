"""Tapes: what the firmware recorded is read, what is written is read back by another demodulator, and damage is told."""

import random

import pytest

from cpc import CPC
from cpc.commands.cli import main
from cpc.tape import cassette, cdt, wav
from cpc.tape.blocks import blocks, blocks_of
from cpc.tape.sections import sections
from cpc.tape.stretches import Bits, Pause, Pulses, Samples, TapeFault, Tone
from tests import tapes

FILES = [(b"ONE", 0, 368, 0, bytes(range(256)) * 9), (b"A LONGER NAME 16", 2, 0x4000, 0x4001, b"\xff" * 5000),
         (b"", 0x16, 0, 0, b"10 PRINT 1\r\n"), (b"TWO", 1, 368, 0, b"\0" * 2048)]
MADE = [block for file in FILES for block in blocks_of(*file)]


def contents(data: bytes) -> list:
    return [(file.name, file.kind, file.address, file.entry, file.contents) for file in cassette.files(cassette.read(data))
            if file.whole]


@pytest.mark.parametrize("name", tapes.recordings())
def test_what_the_firmware_has_saved_is_read(name):
    found = list(blocks(sections([tapes.recordings()[name]])))
    assert len(found) == 1
    header, data = found[0].header, found[0].data
    assert (header.name, header.number, header.kind, header.address) == (b"FROM THE MACHINE", 1, 0, 368)
    assert header.first and header.last and header.total == header.length == len(data)
    cpc = CPC()
    cpc.session.storage.load_raw(0, data)
    assert cpc.session.storage.listing() == b'10 PRINT "hello"\r\n20 GOTO 10\r\n'


@pytest.mark.parametrize("speed", [0, 1])
@pytest.mark.parametrize("write", [cassette.as_cdt, cassette.as_wav])
def test_what_is_written_is_read_back(write, speed):
    assert contents(write(MADE, speed)) == FILES


def test_a_tape_takes_as_long_as_the_machines():
    """A program of one block at speed 0 took 12.76 s of tape, from the first sound to the last."""
    made = list(blocks_of(b"TEST", 0, 368, 0, bytes(30)))
    found = cassette.read(cassette.as_cdt(made, 0))
    assert abs(found[0].ticks / 3.5e6 - 2.66 - (4.41 + 0.015 + 4.4)) < 0.2


def test_from_cdt_to_wav_to_cdt():
    first = cassette.as_cdt(MADE, 1)
    sound = wav.written(cdt.stretches(first))
    again = cassette.as_cdt([(block.header, block.data) for block in cassette.read(sound)], 1)
    assert again == first


@pytest.mark.parametrize("speed", [0, 1])
def test_another_demodulator_reads_the_sound(speed):
    made = MADE[:2]
    found = tapes.demodulated(cassette.as_wav(made, speed))
    assert [mark for mark, _ in found] == [0x2C, 0x16] * 2
    assert [data[:64] for mark, data in found if mark == 0x2C] == [header.packed() for header, _ in made]
    assert b"".join(data[:len(kept)] for (_, data), (_, kept) in zip(found[1::2], made, strict=True)) == FILES[0][4]
    assert len(found) == 4


def test_sound_of_other_forms_is_read():
    """16 bits and two channels, softer, upside down, with hum and noise."""
    sound = cassette.as_wav(MADE[:1], 1)
    dice = random.Random(1)
    head, samples = sound[:44], sound[44:]
    levels = [(128 - byte) * 90 + 900 * (at % 882 > 441) + dice.randrange(-300, 300) for at, byte in enumerate(samples)]
    wide = b"".join(level.to_bytes(2, "little", signed=True) * 2 for level in levels)
    form = bytearray(head)
    form[22], form[32], form[34] = 2, 4, 16
    form[40:44] = len(wide).to_bytes(4, "little")
    assert cassette.read(bytes(form) + wide)[0].data == MADE[0][1]


def test_stretches_of_all_kinds_have_their_time():
    for stretch in (Tone(1000, 7), Pulses((3, 4, 5)), Bits(b"\xa5\xff", 100, 200, 3), Samples(b"\xf0\x0f\xc0", 50, 2),
                    Pause(9)):
        assert sum(stretch.pulses()) == stretch.ticks()


def test_bits_that_are_hidden_in_other_stretches_are_found():
    """Pulses one by one, and the level itself, as some files have them."""
    parts = [part for part in cdt.stretches(cassette.as_cdt(MADE[:1], 0)) if part.ticks()]
    one_by_one = [Pulses(tuple(part.pulses())) if not isinstance(part, Pause) else part for part in parts]
    assert [block.data for block in blocks(sections(one_by_one))] == [MADE[0][1]]


def test_loops_jumps_and_calls_are_followed():
    tone = b"\x12\x64\x00\x02\x00"
    loop = b"\x24\x03\x00" + tone + b"\x25"
    jump = b"\x23\x02\x00" + tone
    call = b"\x26\x01\x00\x02\x00" + b"\x23\x03\x00" + tone + b"\x27"
    tape = cdt.SIGNATURE + cdt.VERSION
    assert [len(list(cdt.stretches(tape + part))) for part in (tone, loop, jump, call)] == [1, 3, 0, 1]
    def numbered(count: int) -> bytes:
        return b"\x12\x64\x00" + bytes((count, 0))
    two_calls = b"\x26\x02\x00\x03\x00\x02\x00" + b"\x23\x04\x00" + numbered(2) + numbered(3) + b"\x27"
    assert [one.count for one in cdt.stretches(tape + numbered(1) + two_calls + numbered(4))] == [1, 3, 2, 3, 4]
    with pytest.raises(TapeFault, match="round in circles"):
        list(cdt.stretches(tape + b"\x23\x00\x00"))


def test_blocks_without_sound_are_passed_over():
    def of(size: int, content: bytes, worth: int = 1) -> bytes:
        return (len(content) // worth).to_bytes(size, "little") + content
    text = b"\x12" * 6
    others = {0x21: of(1, text), 0x22: b"", 0x28: of(2, text), 0x2A: bytes(4), 0x2B: of(4, b"\1"), 0x30: of(1, text),
              0x31: b"\5" + of(1, text), 0x32: of(2, text), 0x33: of(1, text, 3), 0x34: text + b"\1\2",
              0x35: b"0123456789ABCDEF" + of(4, text), 0x40: b"\0" + of(3, text), 0x5A: b"XTape!\x1a\1\x14",
              0x60: of(4, text)}
    tape = cdt.SIGNATURE + cdt.VERSION + b"".join(
        bytes((kind,)) + fields + b"\x12" + kind.to_bytes(2, "little") + b"\7\0" for kind, fields in others.items())
    assert list(cdt.stretches(tape)) == [Tone(kind, 7) for kind in others]


def test_the_fields_of_blocks_with_sound():
    def two(*numbers: int) -> bytes:
        return b"".join(number.to_bytes(2, "little") for number in numbers)
    for first, pilot in (0, 8063), (127, 8063), (128, 3223), (255, 3223):
        block = b"\x10" + two(7, 2) + bytes((first, 1))
        assert list(cdt.stretches(cdt.SIGNATURE + cdt.VERSION + block)) == [
            Tone(2168, pilot), Pulses((667, 735)), Bits(bytes((first, 1)), 855, 1710), Pause(7 * 3500)]
    data = b"\3\0\0\x55\xaa\xff"
    tape = (b"\x11" + two(1000, 400, 500, 600, 700, 800) + b"\5" + two(9) + data + b"\x13\2" + two(11, 12)
            + b"\x14" + two(600, 700) + b"\0" + two(0) + data + b"\x15" + two(80, 3) + b"\x09" + data + b"\x20" + two(4))
    assert list(cdt.stretches(cdt.SIGNATURE + cdt.VERSION + tape)) == [
        Tone(1000, 800), Pulses((400, 500)), Bits(data[3:], 600, 700, 5), Pause(9 * 3500), Pulses((11, 12)),
        Bits(data[3:], 600, 700, 8), Pause(0), Samples(data[3:], 80, 8), Pause(3 * 3500), Pause(4 * 3500)]


def test_a_damaged_block_is_told_from_a_missing_one():
    tape = bytearray(cassette.as_cdt(MADE, 1))
    tape[tape.index(bytes(range(200)))] ^= 1
    found = cassette.read(bytes(tape))
    assert [block.data is None for block in found] == [True] + [False] * (len(MADE) - 1)
    with pytest.raises(TapeFault, match="ONE cannot be read whole"):
        cassette.program_in(bytes(tape), "one")
    with pytest.raises(TapeFault, match="There is no X on the tape; there are: ONE, A LONGER NAME 16, "):
        cassette.program_in(bytes(tape), "X")


def test_damage_gives_a_sentence():
    for seed in range(300):
        assert tapes.outcome(tapes.damaged(tapes.sample(), random.Random(seed)))[-1] in ".s"


def test_programs_go_to_tapes_and_come_back(tmp_path, capsys):
    listing = tmp_path / "game.bas"
    listing.write_text('10 PRINT "hello"\n20 GOTO 10\n')
    for suffix, options in ((".cdt", []), (".wav", ["--speed-write", "1"]), (".tzx", ["--to", "ascii"]),
                            (".cdt", ["--to", "protected"])):
        tape, back = tmp_path / f"game{suffix}", tmp_path / "back.txt"
        assert main(["convert", str(listing), str(tape), "--force", *options]) == 0
        assert contents(tape.read_bytes())[0][0] == b"GAME"
        assert main(["convert", str(tape), str(back), "--force"]) == 0
        assert back.read_text() == listing.read_text()
    assert "2 lines as basic on a tape" in capsys.readouterr().out
    assert main(["convert", str(listing), str(tmp_path / "x.cdt"), "--to", "text"]) == 2
    (tmp_path / "no.cdt").write_bytes(cdt.SIGNATURE)
    assert main(["list", str(tmp_path / "no.cdt")]) == 2
    assert "There is no file on the tape" in capsys.readouterr().err


@pytest.mark.parametrize("model", ["464", "6128"])
def test_the_row_of_a_block_ends_with_a_blank(tmp_path, model):
    cpc = CPC(model=model, tape=tmp_path / "new.cdt")
    cpc.type('MODE 1:FOR i=1 TO 400:PRINT "#";:NEXT:LOCATE 1,1:SAVE "x"\n')
    cpc.run(5)
    cpc.key(47, True)
    cpc.run(0.2)
    cpc.key(47, False)
    cpc.run(6)
    assert cpc.screen.text()[:2] == ["Press REC and PLAY then any key: " + 7 * "#", "Saving X block 1 " + 23 * "#"]


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize("at", [2, 2.007, 2.015])
def test_the_first_block_is_announced_so_long_behind_the_key(tmp_path, model, at):
    """2579 milliseconds on both machines, whenever the key comes."""
    cpc = CPC(model=model, tape=tmp_path / "new.cdt")
    cpc.type('10 REM\nSAVE "x"\n')
    cpc.run(2 + at)
    cpc.key(47, True)
    shown = [bytes(cpc.memory[0xC000:])]
    changes = []
    for moment in range(2650):
        cpc.run(0.001)
        if moment == 100:
            cpc.key(47, False)
        if (now := bytes(cpc.memory[0xC000:])) != shown[-1]:
            shown.append(now)
            changes.append(moment)
    assert changes[1] - changes[0] == pytest.approx(2579, abs=3)


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize(("name", "key", "milliseconds"), [("x", True, 2581), ("!", False, 2586)])
def test_no_interrupts_come_while_the_tape_is_listened_to(tmp_path, model, name, key, milliseconds):
    """TIME goes on so long behind the key, or behind the statement's begin where the name asks for silence."""
    cpc = CPC(model=model, tape=tmp_path / "new.cdt")
    cpc.type(f'10 FOR i=1 TO 9:NEXT\n20 POKE &C000,255:LOAD "{name}"\nRUN\n')
    while cpc.peek(0xC000) != 255:
        cpc.run(0.001)
    if key:
        cpc.run(0.5)
        shown = bytes(cpc.memory[0xC001:])
        cpc.key(47, True)
        while bytes(cpc.memory[0xC001:]) == shown:
            cpc.run(0.001)
    begun = cpc.seconds
    cpc.run(0.1)
    cpc.key(47, False)
    cpc.run(0.5)
    assert cpc.machine.deck.deaf_from / 1000 - begun * 1000 == pytest.approx(milliseconds, abs=4)
