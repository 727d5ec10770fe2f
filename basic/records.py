"""Classes of named fields, as `dataclasses` has them, but made at once: `__init__` is written when many have been made.

Python's dataclasses compile three or more functions for each class when its module is imported. With some 260 such classes that
was a third of the time that the program took to start. Nothing stops a frozen record from being changed at runtime: mypy does.
"""

import sys
from collections.abc import Callable
from copy import copy
from operator import attrgetter
from typing import Any, ClassVar, TypeVar, cast, dataclass_transform, overload

Record = TypeVar("Record")
_FIELDS = "__record_fields__"       # an attribute of the class: field -> its default, a _Fresh, or _MISSING
_FROZEN = "__record_is_frozen__"
_MISSING: Any = object()
BY_HAND = 40                        # records of a class
_VALUE = 1                          # annotationlib.Format.VALUE, without importing that


class _Fresh:
    """The default of a field that each new record has made for itself."""

    def __init__(self, make: Callable[[], Any]):
        self.make = make


def field(*, default_factory: Callable[[], Any]) -> Any:
    return _Fresh(default_factory)


@overload
def record(cls: type[Record]) -> type[Record]: ...
@overload
def record(*, frozen: bool = False, eq: bool = True, order: bool = False, slots: bool = False
           ) -> Callable[[type[Record]], type[Record]]: ...


@dataclass_transform(field_specifiers=(field,))
def record(cls: Any = None, *, frozen: bool = False, eq: bool = True, order: bool = False, slots: bool = False) -> Any:
    """Makes a record of a class: its annotated names are its fields. The rest is as for dataclasses.dataclass."""
    if cls is None:
        return lambda cls: _made(cls, frozen, eq, order, slots)
    return _made(cls, frozen, eq, order, slots)


def field_names(it: Any) -> tuple[str, ...]:
    """Of a record or of its class."""
    return tuple(getattr(it, _FIELDS))


def field_values(it: Any) -> tuple[Any, ...]:
    return tuple(getattr(it, name) for name in getattr(it, _FIELDS))


def is_frozen(it: Any) -> bool:
    return getattr(it, _FROZEN, False)


def is_record(it: Any) -> bool:
    return hasattr(it, _FIELDS)


def replace(it: Record, **changes: Any) -> Record:
    """A copy in which some fields are others."""
    made = copy(it)
    for name, value in changes.items():
        if name not in getattr(it, _FIELDS):
            raise TypeError(f"{type(it).__name__} has no field {name}")
        setattr(made, name, value)
    return made


def _made(cls: Any, frozen: bool, eq: bool, order: bool, slots: bool) -> Any:
    own = {name: cls.__dict__.get(name, _MISSING) for name, type in _annotations(cls).items() if not _is_of_class(type)}
    known: dict[str, Any] = {}
    for base in reversed(cls.__mro__[1:]):
        known.update(base.__dict__.get(_FIELDS, ()))
    known.update(own)
    if slots:
        cls = _with_slots(cls, own)
    setattr(cls, _FIELDS, known)
    setattr(cls, _FROZEN, frozen)
    for name, default in own.items():
        if isinstance(default, _Fresh) and not slots:
            delattr(cls, name)
    names = tuple(known)
    if "__match_args__" not in cls.__dict__:
        type.__setattr__(cls, "__match_args__", names)
    if "__init__" not in cls.__dict__:
        cls.__init__ = _first_init(cls, known)
    if "__repr__" not in cls.__dict__:
        cls.__repr__ = _repr
    if eq:
        _compare(cls, _values(names), frozen, order)
    return cls


if sys.version_info >= (3, 14):
    def _annotations(cls: Any) -> dict[str, Any]:
        """They are a function there, which fails at a name that does not exist yet."""
        annotate = cls.__dict__.get("__annotate_func__")
        if annotate is None:
            return cls.__dict__.get("__annotations__", {})
        try:
            return annotate(_VALUE)
        except NameError:
            from annotationlib import Format, get_annotations
            return get_annotations(cls, format=Format.FORWARDREF)
else:
    def _annotations(cls: Any) -> dict[str, Any]:
        return cast(dict[str, Any], cls.__dict__.get("__annotations__", {}))


def _is_of_class(type: Any) -> bool:
    return type.startswith("ClassVar") if isinstance(type, str) else getattr(type, "__origin__", type) is ClassVar


def _with_slots(cls: Any, own: dict[str, Any]) -> Any:
    """The class once more, since slots have to be there from the beginning."""
    left_out = {"__dict__", "__weakref__", *own}
    content = {name: value for name, value in cls.__dict__.items() if name not in left_out}
    inherited = {name for base in cls.__mro__[1:] for name in base.__dict__.get("__slots__", ())}
    content["__slots__"] = tuple(name for name in own if name not in inherited)
    return type(cls)(cls.__name__, cls.__bases__, content)


def _first_init(cls: Any, known: dict[str, Any]) -> Callable[..., None]:
    """Sets the fields of the first records one by one, then writes an `__init__` that does it faster. To write it takes as
    long as a hundred records, and of most classes a program makes a few."""
    left, finished = BY_HAND, hasattr(cls, "__post_init__")

    def __init__(self: Any, *args: Any, **named: Any) -> None:
        nonlocal left
        left -= 1
        if left >= 0 and len(args) == len(known) and not named:
            for name, value in zip(known, args, strict=True):
                setattr(self, name, value)
            if finished:
                self.__post_init__()
            return
        fields = dict(zip(known, args), **named)
        if left < 0 or len(args) + len(named) > len(fields) or len(args) > len(known) or not fields.keys() <= known.keys():
            cls.__init__ = _init(cls, known)
            cls.__init__(self, *args, **named)
            return
        for name, default in known.items():
            if name in fields:
                setattr(self, name, fields[name])
            elif isinstance(default, _Fresh):
                setattr(self, name, default.make())
            elif default is not _MISSING:
                setattr(self, name, default)
            else:
                raise TypeError(f"{cls.__qualname__}.__init__() misses {name}")
        if finished:
            self.__post_init__()
    return __init__


def _init(cls: Any, known: dict[str, Any]) -> Callable[..., None]:
    names: dict[str, Any] = {"missing": _MISSING}
    parameters, lines = ["self"], []
    for name, default in known.items():
        if default is _MISSING:
            parameters.append(name)
        elif isinstance(default, _Fresh):
            names["make_" + name] = default.make
            parameters.append(f"{name}=missing")
            lines.append(f"  self.{name} = make_{name}() if {name} is missing else {name}")
            continue
        else:
            names["default_" + name] = default
            parameters.append(f"{name}=default_{name}")
        lines.append(f"  self.{name} = {name}")
    if hasattr(cls, "__post_init__"):
        lines.append("  self.__post_init__()")
    exec("\n".join([f"def __init__({', '.join(parameters)}):", *(lines or ["  pass"])]), names)
    made = cast(Callable[..., None], names["__init__"])
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    return made


def _repr(self: Any) -> str:
    return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in field_names(self))})"


def _values(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    if len(names) > 1:
        return cast(Callable[[Any], tuple[Any, ...]], attrgetter(*names))
    return lambda it: tuple(getattr(it, name) for name in names)


def _compare(cls: Any, values: Callable[[Any], tuple[Any, ...]], frozen: bool, order: bool) -> None:
    def __eq__(self: Any, other: Any) -> bool:
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented
    if "__eq__" not in cls.__dict__:
        cls.__eq__ = __eq__
        if "__hash__" not in cls.__dict__ or cls.__dict__["__hash__"] is None:
            cls.__hash__ = (lambda self: hash(values(self))) if frozen else None
    if order:
        cls.__lt__ = lambda self, other: values(self) < values(other)
        cls.__le__ = lambda self, other: values(self) <= values(other)
        cls.__gt__ = lambda self, other: values(self) > values(other)
        cls.__ge__ = lambda self, other: values(self) >= values(other)
