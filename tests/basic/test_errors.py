"""Errors have the machine's numbers and messages."""

import json

import pytest

from basic import errors
from basic.errors import BasicError, Break, RowError, SoftError, message
from tests.places import GOLDEN

PRINTED = {case["id"]: case["printed"] for case in map(json.loads, (GOLDEN / "sessions.jsonl").open(encoding="ascii"))}


@pytest.mark.parametrize("model", ["464", "6128"])
def test_each_number_has_the_message_that_the_machine_prints(model):
    """The session types ERROR 1, ERROR 2 ... up to 35."""
    said = PRINTED[f"the message of each error.{model}"].split("Ready\r\n")[:35]
    assert [message(number, model == "6128") for number in range(1, 36)] == [one.strip() for one in said]


def test_the_names_of_errors_are_in_the_order_of_their_numbers():
    assert [errors.SYNTAX, errors.IMPROPER, errors.OVERFLOW, errors.MEMORY_FULL, errors.NO_LINE, errors.TYPE_MISMATCH] == [
        2, 5, 6, 7, 8, 13]
    assert (errors.DIRECT_FOUND, errors.FILE_TYPE, errors.NOT_OPEN, errors.BROKEN_IN) == (21, 25, 31, 32)


def test_what_an_error_knows():
    error = BasicError(errors.BROKEN_IN, 146, 3)
    assert (error.number, error.derr, error.line, str(BasicError(errors.SYNTAX))) == (32, 146, 3, "Syntax error")
    assert (BasicError(5).derr, BasicError(5).line) == (None, None)
    assert (RowError(21, 4).number, RowError(21, 4).row) == (21, 4)
    assert (SoftError(6, 1.5).number, SoftError(6, 1.5).result) == (6, 1.5)
    assert Break().derr == 0 and Break(7).derr == 7
