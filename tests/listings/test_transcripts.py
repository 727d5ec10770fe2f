"""What an editor is told of a listing, how a scan is read, and chess programs at play: as it was recorded."""

import pytest

from tests import listing_transcripts
from tests.transcripts import names_of, path_of, said

pytest.importorskip("chess", reason="the package chess knows the rules")


@pytest.mark.parametrize("name", names_of(listing_transcripts))
def test_what_is_said(name, tmp_path):
    assert said(name, tmp_path).splitlines() == path_of(name).read_text(encoding="utf-8").splitlines()
