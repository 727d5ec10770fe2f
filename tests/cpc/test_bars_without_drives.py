"""Bar commands of AMSDOS: a CPC without disc drives does not know them, the faces' folder answers them."""

import argparse

import pytest

from cpc import CPC
from cpc.commands.discs import put_discs_in


def said(cpc, line):
    before = len(cpc.printed)
    cpc.type(line + "\n")
    assert cpc.run_until_idle(60)
    return bytes(cpc.printed[before:])


@pytest.mark.parametrize("model", ["464", "6128"])
@pytest.mark.parametrize("command", ["|DIR", '|ERA,"x"', "|DISC", "|TAPE", "|USER,0"])
def test_no_drive_knows_no_bar_command(tmp_path, model, command):
    (tmp_path / "x.bas").write_text("10 CLS\n")
    assert b"Unknown command" in said(CPC(model=model, drive=tmp_path), command)


def test_with_drives_a_folder_answers(tmp_path):
    (tmp_path / "x.bas").write_text("10 CLS\n")
    assert b"X       .BAS" in said(CPC(drive=tmp_path, amsdos=True), "|DIR")


def test_a_face_lets_the_folder_answer(tmp_path):
    (tmp_path / "x.bas").write_text("10 CLS\n")
    cpc = CPC(drive=tmp_path)
    put_discs_in(cpc, argparse.Namespace())
    assert b"X       .BAS" in said(cpc, "|DIR")
