"""Records do what dataclasses do."""

import dataclasses
from copy import deepcopy
from typing import Any, ClassVar

import pytest

from basic import records


def parts_of(a_class: type) -> dict[str, Any]:
    return {name: value for name, value in a_class.__dict__.items() if name not in ("__dict__", "__weakref__")}


def pair(**options: bool) -> list[tuple[type, type]]:
    """A class and one that inherits from it, by both means."""
    made = []
    for decorate, field in ((dataclasses.dataclass, dataclasses.field), (records.record, records.field)):
        class Base:
            shared: ClassVar[int] = 7
            name: str
            size: int = 3

        class Derived:
            more: list[int] = field(default_factory=list)

            def doubled(self) -> int:
                return 2 * self.size                            # type: ignore[attr-defined]
        base: Any = decorate(**options)(Base)
        made.append((base, decorate(**options)(type("Derived", (base,), parts_of(Derived)))))
    return made


@pytest.mark.parametrize("options", [{}, {"frozen": True}, {"eq": False}, {"order": True}, {"slots": True},
                                     {"slots": True, "eq": False}, {"frozen": True, "slots": True}])
def test_a_record_is_what_a_dataclass_is(options):
    found = []
    for base, derived in pair(**options):
        one, other, third = derived("a", 4), derived("a", size=4, more=[]), derived("b", more=[1])
        assert one.more is not other.more
        text = repr(one)
        found.append([text[text.index("("):], one == other, one == third, base("a") == derived("a"), one.doubled(),
                      derived.__match_args__, hasattr(one, "__dict__"), base.shared, base("z").size, deepcopy(third).more,
                      base.__hash__ is None, base.__hash__ is object.__hash__])
        if options.get("order"):
            found[-1] += [one < third, one <= other, third > one, one >= third]
        if options.get("frozen"):
            found[-1].append(hash(base("a")) == hash(base("a", 3)))
        for wrong in (lambda make=base: make(), lambda make=base: make("a", 1, 2), lambda make=base: make("a", more=1)):
            with pytest.raises(TypeError):
                wrong()
    assert found[0] == found[1]


def test_replace_and_names():
    _, (base, derived) = pair(frozen=True)
    one = derived("a", 1, [2])
    assert records.replace(one, size=9) == derived("a", 9, [2]) and one.size == 1
    with pytest.raises(TypeError):
        records.replace(one, colour=1)
    assert records.field_names(one) == records.field_names(derived) == ("name", "size", "more")
    assert records.field_values(one) == ("a", 1, [2])
    assert records.is_record(one) and records.is_frozen(one) and not records.is_record(3) and not records.is_frozen(3)


def test_a_record_can_complete_itself():
    @records.record
    class Square:
        side: int

        def __post_init__(self) -> None:
            self.area = self.side ** 2

    assert Square(3).area == 9


def test_a_field_s_type_may_come_later():
    @records.record
    class Node:
        name: str
        parent: "Later | None" = None               # type: ignore[name-defined]  # noqa: F821
        shared: ClassVar["Later | None"] = None     # type: ignore[name-defined]  # noqa: F821

    assert records.field_names(Node) == ("name", "parent")
