"""`cpc run --headless`: what the program prints, as text, and how it ended."""

import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from cpc.api import CPC
from cpc.charset import plain
from cpc.commands.fault import of_file

READY = "Ready"
SLICE = 1.0                     # emulated seconds between two times that the sound is written


def run_headless(cpc: CPC, options: Namespace) -> int:
    """0, or 1 for a program that an error ended."""
    begin, until = cpc.seconds, "idle" if options.until is None else options.until
    try:
        with _stopped_by_signal(), _recorder(cpc, options.wav) as catch_up:
            while not _run_on(cpc, begin, until):
                catch_up()
    finally:
        if not options.text:
            print_plain(cpc.printed)
    if cpc.error is None:
        return 0
    _, message, line = cpc.error
    where = "" if line is None else f" in {line}"
    print(f"{message}{where}", file=sys.stderr)
    return 1


@contextmanager
def _stopped_by_signal() -> Iterator[None]:
    """SIGTERM stops it as Ctrl-C does: what was printed until then is shown, and files are written."""
    before = signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def _recorder(cpc: CPC, path: Path | None) -> Iterator[Callable[[], None]]:
    if path is None:
        yield lambda: None
        return
    from cpc.recording.wav import WavWriter
    try:
        with closing(WavWriter(path, cpc.sound)) as writer:
            yield writer.catch_up
    except OSError as error:
        raise of_file(path, error) from None


def _run_on(cpc: CPC, begin: float, until: str | float) -> bool:
    """Runs for SLICE seconds at most; True: it is over."""
    if isinstance(until, str):
        return cpc.run_until_idle(SLICE)
    left = begin + until - cpc.seconds
    cpc.run(min(left, SLICE))
    return left <= SLICE


def print_plain(printed: bytes) -> None:
    lines = plain(printed).split("\n")
    while lines and lines[-1] in ("", READY):
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    if lines:
        print("\n".join(line.rstrip() for line in lines))
