"""What the firmware's entries leave in registers and on the screen, as the real machine did (tests/firmware_registers.py)."""

import json

import pytest

from tests import left_behind
from tests.firmware_registers import RECORDED, ROOMS, called, calls_of, models_of, ours

KEPT = json.loads(RECORDED.read_text(encoding="ascii"))


@pytest.mark.parametrize(("room", "model"), [(room, model) for room in (*ROOMS, "files") for model in models_of(room)])
def test_entries_leave_what_the_machines_do(room, model):
    kept = KEPT[f"{room} {model}"]
    cpc = called(room, model)
    left, screen = ours(room, model, cpc)
    assert screen == kept["screen"]
    for number, (call, here, there) in enumerate(zip(calls_of(room), left, kept["calls"], strict=True)):
        assert {part: here[part] for part in there} == there, f"call {number}: {call.entry:04X}"
    assert not left_behind.difference(f"registers {room} {model}", cpc)
