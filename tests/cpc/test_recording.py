"""Recordings: every picture of a GIF, taken apart again by another hand's rules, is the screen as it was."""

import random
import struct

import pytest

from cpc import CPC
from cpc.host_files import free_name
from cpc.recording import gif, png
from cpc.recording.recorder import Recording


def unpacked(data):
    """LZW, as a reader of GIFs does it."""
    clear, end, width = 16, 17, 5
    table, out, previous = {}, bytearray(), None
    bits = int.from_bytes(data, "little")
    at = 0
    while True:
        code = bits >> at & (1 << width) - 1
        at += width
        if code == clear:
            table = {number: bytes((number,)) for number in range(16)} | {clear: b"", end: b""}
            width, previous = 5, None
            continue
        if code == end:
            return bytes(out)
        if previous is None:
            entry = table[code]
        else:
            entry = table[code] if code in table else previous + previous[:1]
            if len(table) < 4096:
                table[len(table)] = previous + entry[:1]
                if len(table) == 1 << width and width < 12:
                    width += 1
        out += entry
        previous = entry


@pytest.mark.parametrize("colours, length", [(1, 1), (1, 70_000), (2, 5000), (16, 40_000)])
def test_packing(colours, length):
    pens = bytes(random.Random(length).choices(range(colours), k=length))
    assert unpacked(gif.packed(pens)) == pens


def pictures(data):
    """Width, and (hundredths, colours, all pens) of each picture."""
    width, height = struct.unpack_from("<HH", data, 6)
    at, shown, found, delay = 13, bytearray(width * height), [], 0
    while data[at] != 0x3B:
        if data[at] == 0x21:
            if data[at + 1] == 0xF9:
                delay = struct.unpack_from("<H", data, at + 4)[0]
            at += 2
            while data[at]:
                at += data[at] + 1
            at += 1
            continue
        left, top, wide, high, flags = struct.unpack_from("<HHHHB", data, at + 1)
        assert (left, wide, flags) == (0, width, 0x83)
        colours = data[at + 10:at + 58]
        at += 59
        packed = bytearray()
        while data[at]:
            packed += data[at + 1:at + 1 + data[at]]
            at += data[at] + 1
        at += 1
        shown[top * width:(top + high) * width] = unpacked(bytes(packed))
        found.append((delay, colours, bytes(shown)))
    return width, found


def test_a_gif(tmp_path):
    cpc = CPC()
    recording = Recording(cpc.screen, tmp_path / "a.gif")
    expected, now = [], 0.0
    for line in ("", "PRINT 1/3", "INK 1,6", "MODE 0:PEN 7:PRINT 5", "PLOT 0,0", ""):
        if line:
            cpc.type(line + "\n")
            cpc.run_until_idle()
            cpc.run(0.1)
        recording.add(now)
        colours = b"".join(bytes(png.colour(ink)) for ink in cpc.screen.inks)
        expected.append((colours, b"".join(bytes(pen for pen in row for _ in range(320 // len(row)))
                                           for row in cpc.screen.pens())))
        now += 0.5
    assert list(recording.write(now))[-1] == 1
    width, found = pictures((tmp_path / "a.gif").read_bytes())
    assert width == 320
    assert [(colours, pens) for _, colours, pens in found] == expected[:5]
    assert [delay for delay, _, _ in found] == [50, 50, 50, 50, 200]


def test_two_pictures_that_come_too_fast(tmp_path):
    cpc = CPC()
    recording = Recording(cpc.screen, tmp_path / "a.gif")
    recording.add(0.0)
    cpc.type("PRINT 1\n")
    cpc.run_until_idle()
    recording.add(0.02)
    assert len(recording.stills) == 1
    list(recording.write(0.03))
    assert len(recording.stills) == 2


def test_a_folder_of_pngs(tmp_path):
    cpc = CPC()
    recording = Recording(cpc.screen, tmp_path / "shots")
    recording.add(0.0)
    cpc.type("MODE 2\n")
    cpc.run_until_idle()
    recording.add(1.0)
    list(recording.write(2.0))
    cpc.png(tmp_path / "last.png")
    assert [path.name for path in sorted((tmp_path / "shots").iterdir())] == ["00001.png", "00002.png"]
    assert (tmp_path / "shots" / "00002.png").read_bytes() == (tmp_path / "last.png").read_bytes()


def test_names_that_are_free(tmp_path):
    assert free_name(tmp_path, "cpc", ".png").name == "cpc-1.png"
    (tmp_path / "cpc-1.png").touch()
    assert free_name(tmp_path, "cpc", ".png").name == "cpc-2.png"
