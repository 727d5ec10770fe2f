"""The CPC's characters as Unicode, for listings that come from a PC."""

# Those from 128 on that Unicode knows by a common name; the arrow up is the CPC's 94.
SYMBOLS = {
    129: "▘▝▀▖▌▞▛▗▚▐▜▄▙▟█·╵╶└╷│┌├╴┘─┴┐┤┬┼",
    161: "´¨£©¶§‘¼½¾±÷¬¿¡αβγδεθλμπσφψχωΣΩ",
    224: "☺☹♣♦♥♠○●□■♂♀♩♪☼",
    241: "↓←→▲▼▶◀",
}
TO_UNICODE = {number: chr(number) for number in range(32, 127)} | {94: "↑"} | {
    first + offset: character for first, row in SYMBOLS.items() for offset, character in enumerate(row)}
FROM_UNICODE = {character: number for number, character in TO_UNICODE.items()} | {
    "^": 94, "\u00a0": 32, "’": 39, "“": 34, "”": 34, "„": 34, "–": 45, "−": 45, "µ": 183}


def readable(codes: bytes) -> str:
    """For people and for files of a PC: a dot for what Unicode does not know."""
    return "".join("^" if code == 94 else TO_UNICODE.get(code, "·") for code in codes)
