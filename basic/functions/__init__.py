"""The built-in functions: `compile(c, *arguments)` gets Codes and gives the closure of the value (or a Code)."""

from basic.functions import machine, numbers, screen, strings

__all__ = ["machine", "numbers", "screen", "strings"]
