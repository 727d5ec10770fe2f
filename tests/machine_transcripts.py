"""Parts of the machine that are not BASIC's: tapes that were recorded badly, the sound chip, keys and pictures of a terminal,
snapshots for other emulators."""

import hashlib
import random
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from cpc import CPC
from cpc.firmware.ports import PlainBus
from cpc.firmware.z80 import Z80
from cpc.recording.wav import WavWriter
from cpc.sound.psg import Both, Psg
from cpc.tape import cassette, cdt, wav
from cpc.tape.blocks import blocks, blocks_of
from cpc.tape.sections import Section, sections
from cpc.tape.stretches import Pause, Pulses, Stretch
from cpc.terminal import cells, terminal_keys
from tests.transcripts import PROGRAM, transcript

CONTENTS = bytes(number * number % 251 for number in range(5000))


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


# tapes

def found_on(recording: Iterable[Stretch]) -> Iterator[str]:
    parts = list(sections(recording))
    for part in parts:
        if isinstance(part, Section):
            yield f"  section {part.mark:02X} {len(part.raw)} bytes {zlib.crc32(part.raw):08x} {part.ticks} ticks"
        else:
            yield f"  pause {part.length}"
    for block in blocks(parts):
        yield f"  block {block.header} {block.data and zlib.crc32(block.data):} {block.ticks}"


def badly(recording: list[Stretch], how: str) -> Iterator[Stretch]:
    """The same recording as single pulses, with a fault."""
    chance = random.Random(how)
    for number, stretch in enumerate(recording):
        if isinstance(stretch, Pause):
            if how != "no pauses" or not number:
                yield stretch
            continue
        pulses = list(stretch.pulses())
        if how == "slower":
            pulses = [pulse * 107 // 100 for pulse in pulses]
        elif how == "uneven":
            pulses = [pulse + chance.randrange(-60, 60) for pulse in pulses]
        elif how == "a pulse lost" and number == 7:
            del pulses[len(pulses) // 2]
        elif how == "noise" and number == 3:
            pulses = [chance.randrange(20, 400) for _ in range(500)] + pulses
        elif how == "cut" and number > 8:
            pulses = pulses[:len(pulses) // 3]
        elif how == "short leaders" and len(set(pulses)) == 1:
            pulses = pulses[-40:]
        yield Pulses(tuple(pulses))


@transcript
def tapes(folder: Path) -> Iterator[str]:
    for speed in (0, 1):
        made = list(blocks_of(b"A FILE", 2, 0x4000, 0x4010, CONTENTS))
        recording = list(cassette.recording_of(made, speed))
        yield f"speed {speed}"
        yield from found_on(recording)
        as_file = cdt.written(recording)
        yield f"cdt {len(as_file)} {digest(as_file)}, another behind it {digest(cdt.appended(as_file, recording[:4]))}"
        yield from found_on(cdt.stretches(as_file))
    short = list(cassette.recording_of(list(blocks_of(b"SHORT", 0x16, 0, 0, CONTENTS[:300])), 1))
    for how in ("as pulses", "slower", "uneven", "a pulse lost", "noise", "cut", "short leaders", "no pauses"):
        yield how
        yield from found_on(badly(short, how))
    for rate in (11025, 44100):
        sound = wav.written(short, rate)
        yield f"as sound at {rate}: {len(sound)} {digest(sound)}"
        yield from found_on(wav.stretches(sound))
    quiet = bytearray(wav.written(short, 22050))
    chance = random.Random(1)
    quiet[44:] = bytes(128 + (byte - 128) // 4 + chance.randrange(-6, 7) for byte in quiet[44:])
    yield "a quiet sound with hiss"
    yield from found_on(wav.stretches(bytes(quiet)))


# sound

@transcript
def the_sound_chip(folder: Path) -> Iterator[str]:
    chance = random.Random(5)
    chips = Psg(), Psg()
    both = Both(*chips)
    both.start(0, bytes(16))
    us = 0
    for number in range(60):
        for register in range(14):
            if chance.random() < 0.5:
                value = chance.randrange(256)
                value &= (255, 15, 255, 15, 255, 15, 31, 63, 31, 31, 31, 255, 7, 15)[register]
                both.write(us, register, value)
        us += chance.choice((500, 3000, 20_000))
        samples = chips[0].render(400, us)
        yield f"{number} {len(samples)} {zlib.crc32(samples):08x} {samples[:8].hex()}"


# the processor

EDGES = 0x00, 0x01, 0x0F, 0x10, 0x7F, 0x80, 0x99, 0xFE, 0xFF
PREFIXES = "", "cb", "ed", "dd", "fd", "ddcb05", "fdcbfb"


@transcript
def instructions(folder: Path) -> Iterator[str]:
    """What each of eight instructions makes of registers, flags, memory, ports and time. tests/golden/z80.json has fewer
    values, but those are a real machine's."""
    memory = random.Random(7).randbytes(0x10000)
    written: list[tuple[int, int]] = []
    for prefix in PREFIXES:
        for first in range(0, 256, 8):
            chance, ram, found = random.Random(first), bytearray(memory), 0
            cpu = Z80(PlainBus(ram, lambda port: port >> 8 ^ port & 255, lambda port, value: written.append((port, value))))
            for code in range(first, first + 8):
                for _ in range(9):
                    ram[0x4000:0x4008] = bytes.fromhex(prefix) + bytes((code,)) + chance.randbytes(7 - len(prefix) // 2)
                    cpu.r[:] = bytes(chance.choice(EDGES) for _ in range(8))
                    cpu.others[:] = bytes(chance.choice(EDGES) for _ in range(9))
                    cpu.f, cpu.pc, cpu.sp = chance.randrange(256), 0x4000, chance.randrange(0x5000, 0xFFFF)
                    cpu.ix, cpu.iy = chance.randrange(0x10000), chance.randrange(0x10000)
                    cpu.step()
                    found = zlib.crc32(repr((bytes(cpu.r), bytes(cpu.others), cpu.f, cpu.pc, cpu.sp, cpu.ix, cpu.iy, cpu.us,
                                             cpu.refresh, written, zlib.crc32(ram))).encode(), found)
                    written.clear()
            yield f"{prefix} {first:02x} {found:08x}"


# a terminal

@transcript
def keys_of_a_terminal(folder: Path) -> Iterator[str]:
    sent = [bytes((code,)) for code in range(128)] + [b"\x1b[%c" % code for code in b"ABCDFHMZ"]
    sent += [b"\x1bO%c" % code for code in b"AMPQRST"]
    sent += [b"\x1b[%d~" % number for number in range(1, 26)]
    sent += [b"\x1b[1;%dC" % number for number in range(1, 9)] + [b"\x1b[3;5~", b"\x1b5", b"\x1b9", b"\x1bx", b"\x1b\x1b[A"]
    sent += ["\u00fc\u20acz".encode(), "\u20ac".encode()[:2], b"\xffabc", b"\x1b[200~two\nrows\x1b[201~x", b"\x1b[200~open",
             b"ab\x1b[", b"abc\r\x03"]
    for one in sent:
        for waited in (False, True):
            pending = bytearray(one)
            yield f"{one!r} {waited}: {terminal_keys.taken(pending, waited)} and {bytes(pending)!r}"


@transcript
def a_screen_in_a_terminal(folder: Path) -> Iterator[str]:
    for mode in range(3):
        cpc = CPC()
        cpc.type(f'MODE {mode}:PAPER 1:PEN 0:PRINT "a[]~";CHR$(255);CHR$(143):PAPER 0:PLOT 20,300,1:DRAW 600,20\n')
        cpc.type('ORIGIN 0,0,100,200,300,200:CLG 1:PRINT CHR$(22);CHR$(1);"_";CHR$(8);"X"\n')
        cpc.run_until_idle()
        for columns in (1, 2):
            yield f"mode {mode}, {columns} to a cell"
            for row in cells.rows(cpc.screen, columns):
                yield "".join(cell.text for cell in row).rstrip() + "|" + digest(bytes(part for cell in row
                                                                                      for part in (cell.pen, cell.paper)))[:6]


# memory

@transcript
def memory_of_basic_and_firmware(folder: Path) -> Iterator[str]:
    """What PEEK finds below the jump blocks and behind a program, and what POKEs there have changed."""
    for model in ("464", "664", "6128"):
        cpc = CPC(model=model)
        cpc.type('10 DEF FNa(x)=x:DEFINT k:DIM a(3),b$(2):a=1.5:k=7:b$(1)="text":ZONE 9:WIDTH 70:DEG\n'
                 "20 FOR i=1 TO 2:GOSUB 40\n30 END\n"
                 "40 ON ERROR GOTO 50:ERROR 7\n50 EVERY 99 GOSUB 30:AFTER 99,2 GOSUB 30:KEY 1,CHR$(13):STOP\n60 NEXT\n"
                 "MODE 0:WINDOW #2,3,9,4,8:PEN 5:PAPER 3:ORIGIN 9,8:MOVE 7,6:INK 2,3,4:SPEED KEY 9,8:SYMBOL AFTER 250\nRUN\n")
        cpc.run_until_idle()
        for first, end in (0x0000, 0x0380), (0xAC00, 0xC000):
            before = [cpc.peek(address) for address in range(first, end)]
            rows = ((address, bytes(before[address - first:][:32])) for address in range(first, end, 32))
            yield from (f"{model} {address:04X} {row.hex()}" for address, row in rows if any(row))
        for address in range(0xAC00, 0xB900):
            value, behind = cpc.peek(address), cpc.peek(address + 1)
            cpc.poke(address, value ^ 1)
            if cpc.peek(address) != value ^ 1 or cpc.peek(address + 1) != behind:
                yield f"{model} POKE {address:04X},{value ^ 1:02X}: {cpc.peek(address):02X} {cpc.peek(address + 1):02X}"
            cpc.poke(address, value)


# snapshots

@transcript
def snapshots(folder: Path) -> Iterator[str]:
    for model in ("464", "664", "6128"):
        cpc = CPC(model=model)
        (folder / "p.bas").write_text(PROGRAM, encoding="ascii")
        cpc.load(folder / "p.bas")
        cpc.variables["n"], cpc.variables["a$"] = 5, "text"
        yield f"{model}: {cpc.save_sna(folder / 'p.sna')}"
        data = (folder / "p.sna").read_bytes()
        yield data[:256].hex()
        yield from (f"  {at:05X} {digest(data[256 + at:256 + at + 0x1000])}" for at in range(0, len(data) - 256, 0x1000))
        other = CPC(model=model)
        other.load_sna(folder / "p.sna")
        yield f"  {len(other.session.program.lines)} lines, n={other.variables['n']}, a$={other.variables['a$']}"


@transcript
def sound_as_a_file(folder: Path) -> Iterator[str]:
    cpc = CPC()
    writer = WavWriter(folder / "s.wav", cpc.sound)
    for number in range(3):
        cpc.machine.sound.queue(1 << number, 200 + number, 20, 12 - number, 0, 0, number)
        cpc.run(0.1)
        writer.catch_up()
    writer.close()
    data = (folder / "s.wav").read_bytes()
    yield f"{len(data)} {data[:44].hex()} {digest(data)}"
