"""Writes what the sessions of tests/transcripts.py say: `python3 -m tests.record_transcripts [NAME ...]`. Then read what is
different."""

import os
import sys
import tempfile
from pathlib import Path

from tests import (
    command_transcripts,
    debugger_transcripts,
    line_transcripts,
    listing_transcripts,
    machine_transcripts,
    transcripts,
    window_transcripts,
)

SESSIONS = (command_transcripts, debugger_transcripts, line_transcripts, listing_transcripts,
            machine_transcripts, window_transcripts)        # known when they are imported


def main() -> None:
    os.environ["LANGUAGE"] = "en"
    for name in sys.argv[1:] or transcripts.TRANSCRIPTS:
        with tempfile.TemporaryDirectory() as folder:
            transcripts.path_of(name).write_text(transcripts.said(name, Path(folder)), encoding="utf-8")


if __name__ == "__main__":
    main()
