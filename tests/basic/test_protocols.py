"""Both machines, the one of text alone and the CPC, are what basic.ports says that the language needs."""

import ast
import inspect
import typing

import pytest

from basic import ports
from basic.session import Session
from basic.text_machine import TextMachine
from cpc.machine import Machine
from tests.places import REPO

ROOT = REPO
ROOMS = ["text", "graphics", "palette", "keyboard", "editor", "sound", "files"]
MACHINES = {"text alone": TextMachine, "464": lambda: Machine("464"), "6128": lambda: Machine("6128")}


def methods(protocol: type) -> dict[str, inspect.Signature]:
    return {name: inspect.signature(member) for name, member in vars(protocol).items()
            if inspect.isfunction(member) and not name.startswith("_")}


def fields(protocol: type) -> dict[str, type]:
    """Attributes and properties, with their types."""
    return typing.get_type_hints(protocol) | {name: typing.get_type_hints(member.fget)["return"]
                                              for name, member in vars(protocol).items() if isinstance(member, property)}


def asked() -> list[tuple[str | None, type]]:
    """(room or None for the machine itself, its protocol)"""
    return [(None, ports.Machine), *((room, fields(ports.Machine)[room]) for room in ROOMS)]


def test_the_machine_of_text_alone_comes_back():
    machine = TextMachine()
    session = Session(machine)

    def typed(text: bytes) -> None:
        session.type(text)
        assert session.run_until_idle(10_000_000)
    typed(b'POKE 40000,7:PLOT 3,4:PRINT "a";\n')
    state, printed = machine.snapshot(), bytes(machine.text.printed)
    typed(b'POKE 40000,8:PLOT 5,6:PRINT "bc":WIDTH 20\n')
    assert machine.peek(40000) == 8 and machine.snapshot() != state
    machine.restore(state)
    assert machine.snapshot() == state and machine.peek(40000) == 7 and machine.text.printed == printed


@pytest.mark.parametrize("name", MACHINES)
@pytest.mark.parametrize(("room", "protocol"), asked(), ids=lambda part: getattr(part, "__name__", None))
def test_everything_asked_for_is_there(name, room, protocol):
    made = MACHINES[name]()
    thing = made if room is None else getattr(made, room)
    for field in fields(protocol):
        assert hasattr(thing, field), field
    for method, signature in methods(protocol).items():
        given = inspect.signature(getattr(thing, method))
        wanted = [parameter for parameter in signature.parameters.values() if parameter.name != "self"]
        required = [None] * sum(parameter.default is parameter.empty for parameter in wanted)
        given.bind(*required)                           # the fewest arguments that the language may give, and the most
        given.bind(*[None] * len(wanted))


def test_the_machine_has_all_the_rooms():
    assert set(ROOMS) == {name for name, kind in fields(ports.Machine).items() if getattr(kind, "_is_protocol", False)}


@pytest.mark.parametrize("name", MACHINES)
def test_answers_are_of_the_kinds_promised(name):
    made = MACHINES[name]()
    assert isinstance(made.clock.us, int)
    assert isinstance(made.ram, bytearray) and len(made.ram) >= 65536
    numbers = *made.text.cursor(0), made.text.width(0), *made.graphics.position()
    assert all(isinstance(number, int) for number in numbers)
    assert made.keyboard.read_char() is None and made.keyboard.nothing_typed()
    made.keyboard.type(b"a\n")
    assert [made.keyboard.read_char(), made.keyboard.read_char(), made.keyboard.read_char()] == [97, 13, None]
    made.keyboard.put_back(98)
    assert made.keyboard.read_char() == 98
    assert made.keyboard.pressed(0) == -1 and made.keyboard.joystick(0) == 0 and not made.keyboard.take_escape()
    assert made.editor.start() is None and made.editor.go_on() is None
    assert isinstance(made.sound.status(0), int)
    assert isinstance(made.knows_bar_command(b"NOSUCH"), bool) and isinstance(made.input_port(0xF500), int)


def uses() -> set[tuple[str | None, str, str]]:
    """(room, what is used of it, file) for each `machine.x` and `machine.room.x` in the language."""
    found = set()
    for path in (ROOT / "basic").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Attribute):
                continue
            owner = node.value
            if getattr(owner, "attr", getattr(owner, "id", None)) == "machine":
                found.add((None, node.attr, path.name))
            elif isinstance(owner, ast.Attribute) and owner.attr in ROOMS and \
                    getattr(owner.value, "attr", getattr(owner.value, "id", None)) == "machine":
                found.add((owner.attr, node.attr, path.name))
    return found


def test_the_language_asks_for_nothing_else():
    declared = {room: {*fields(protocol), *methods(protocol)} for room, protocol in asked()}
    assert uses()
    assert [use for use in sorted(uses(), key=str) if use[1] not in declared[use[0]]] == []
