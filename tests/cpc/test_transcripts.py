"""Sessions at the command line, with the debugger's console and its adapter for editors say what was recorded; lines of BASIC
become what they became."""

import pytest

from tests import command_transcripts, debugger_transcripts, line_transcripts, machine_transcripts, window_transcripts
from tests.record_transcripts import SESSIONS
from tests.transcripts import FOLDER, TRANSCRIPTS, names_of, path_of, said


@pytest.mark.parametrize("name", names_of(
    command_transcripts, debugger_transcripts, line_transcripts, machine_transcripts, window_transcripts))
def test_what_is_said(name, tmp_path):
    assert said(name, tmp_path).splitlines() == path_of(name).read_text(encoding="utf-8").splitlines()


def test_each_recorded_transcript_is_compared():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(TRANSCRIPTS) == set(names_of(*SESSIONS))
