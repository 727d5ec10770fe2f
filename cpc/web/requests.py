"""What a message of the page brings, each value of its kind."""

from typing import Any


class Refused(Exception):
    """What a message asks for cannot be done; the text is a sentence that says why."""


def named(given: dict[str, Any], name: str, kind: Any, otherwise: Any = None) -> Any:
    """The value of that name; `otherwise` where the message has none."""
    value = given.get(name)
    if value is None and otherwise is not None:
        return otherwise
    if not isinstance(value, kind) or isinstance(value, bool) and kind is not bool:
        raise Refused(f"The message has no {name} that can be used.")
    return value


def text(given: dict[str, Any], name: str, otherwise: str | None = None) -> str:
    found: str = named(given, name, str, otherwise)
    return found


def flag(given: dict[str, Any], name: str) -> bool:
    """On or off; off where the message does not say."""
    return bool(given.get(name))


def number(given: dict[str, Any], name: str, least: int, most: int) -> int:
    found: int = int(named(given, name, int | float))
    if not least <= found <= most:
        raise Refused(f"{name} is a number from {least} to {most}.")
    return found
