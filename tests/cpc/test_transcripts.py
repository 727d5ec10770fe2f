"""Sessions at the command line, with the debugger's console and its adapter for editors say what was recorded."""

import pytest

from tests.record_transcripts import SESSIONS
from tests.transcripts import FOLDER, TRANSCRIPTS, path_of, said


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_what_is_said(name, tmp_path):
    assert said(name, tmp_path).splitlines() == path_of(name).read_text(encoding="utf-8").splitlines()


def test_each_recorded_transcript_is_compared():
    assert len(SESSIONS) == 2
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(TRANSCRIPTS)
