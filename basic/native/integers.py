"""What operators of Python's ints become in machine code, in the subset itself."""


def absolute(value: int) -> int:
    if value < 0:
        return -value
    return value


def floor_quotient(left: int, right: int) -> int:
    """Of a divisor that is above 0."""
    quotient = whole_quotient(left, right)
    if left < 0 and quotient * right != left:
        return quotient - 1
    return quotient


def floor_remainder(left: int, right: int) -> int:
    return left - floor_quotient(left, right) * right


def whole_quotient(left: int, right: int) -> int:
    """Rounded towards 0, as the instruction does it."""
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient
