"""What character recognition gets wrong in a listing, as edits that undo it."""

import re
from collections.abc import Iterable, Iterator

from listings.edits import NAME, Edit, Vocabulary, stretches

# Each group's members are taken for each other.
ALIKE = ["1lI|!i", "0OoQD", "8B", "5S$", "2Zz", "6Gb", "9gq", "7/", "%X", ".,", ";:", ",;", "-_~", "=-", "*+x",
         "({[<", ")}]>", "'\"^", "uv", "VUY", "ce", "nh", "MNHW", "fF", "rn", "sS", "cC", "kK", "vV", "wW", "xX",
         "zZ", "pP", "jJ", "IJ", "FE", "PR", "CGO", "4A", "&8", "?7", "ÄA", "ÖO", "ÜU"]
TWO_FOR_ONE = {"m": ("rn", "ni", "in"), "w": ("vv",), "d": ("cl",), "h": ("li",), '"': ("''",), "M": ("IV",)}
_ALIKE: dict[str, str] = {}
for _group in ALIKE:
    for _char in _group:
        _ALIKE[_char] = _ALIKE.get(_char, "") + _group.replace(_char, "")
LONGEST_RUN, MOST_BLANKS = 40, 12
_RUN = re.compile(r"([^\w\s\"])\1{2,}")
_BLANKS = re.compile(r" +")
_RULED = re.compile(r"[-_ .=*]{2,9}")


def skeleton(name: str) -> str:
    """A name with what is alike made equal."""
    return re.sub("X(?=[%$]*$)", "%", name.upper()).translate(_SKELETON).replace("%%", "%")


_SKELETON = str.maketrans("LI|!OQSZGB", "1111005268", "")


def likely(text: str, vocabulary: Vocabulary) -> list[Edit]:
    """Edits for what is often misread; several may be needed at once."""
    edits: list[Edit] = []
    for part in stretches(text):
        span = text[part.start:part.end]
        if part.kind == "remark":
            continue
        edits += _confusions(text, part.start, part.end, 1.0 if part.kind != "string" else 1.2)
        if part.kind != "string":
            edits += [Edit(0.9, at, at + 1, "", "doubled character")
                      for at in range(part.start + 1, part.end) if text[at] == text[at - 1]]
        if part.kind == "code":
            edits += _names(span, part.start, vocabulary)
        if part.kind == "string":
            edits += _string(text, span, part.start)
    edits += _whole_line(text, vocabulary)
    return edits


def _confusions(text: str, start: int, end: int, cost: float) -> Iterator[Edit]:
    for at in range(start, end):
        for other in _ALIKE.get(text[at], ""):
            yield Edit(cost, at, at + 1, other, "misread character")
        for other in TWO_FOR_ONE.get(text[at], ()):
            yield Edit(cost, at, at + 1, other, "misread character")
    for at in range(start, end - 1):
        for one, twos in TWO_FOR_ONE.items():
            if text[at:at + 2] in twos:
                yield Edit(cost, at, at + 2, one, "misread character")


def _names(span: str, start: int, vocabulary: Vocabulary) -> Iterator[Edit]:
    """Names that no other line has, where one that looks like it is in use."""
    for match in NAME.finditer(span):
        name = match[0]
        for twin in _twins(name, vocabulary):
            cost = 0.5 if name.lower() not in vocabulary.names else 0.9
            yield Edit(cost, start + match.start(), start + match.end(), twin, "misread name")


def _twins(name: str, vocabulary: Vocabulary) -> list[str]:
    return [known.upper() if name[0].isupper() else known
            for known in vocabulary.names if known != name.lower() and skeleton(known) == skeleton(name)]


def _string(text: str, span: str, start: int) -> Iterator[Edit]:
    """What a scan does to the text between quotes: above all, blanks and long runs of a sign lose their length."""
    yield from _lengths(span, start)
    yield from _lost(text, span, start)
    for width in range(2, 13):
        laid_out = in_columns(span, width)
        if laid_out != span:
            yield Edit(1.1, start, start + len(span), laid_out, "collapsed columns")
    for other, what in ((span.upper(), "small letters for capitals"), (span.swapcase(), "capitals for small letters")):
        if other != span:
            yield Edit(0.9, start, start + len(span), other, what)
    if _RULED.fullmatch(span):
        for ruled in _ruled(sorted(set("_-." if "." in span else "_- " if "_" in span else "- " + span[0]))):
            yield Edit(1.5, start, start + len(span), ruled, "misread rule")


def _lengths(span: str, start: int) -> Iterator[Edit]:
    """Runs of a sign, or of blanks, of another length."""
    for pattern, first, most, cost, a_step, what in ((_RUN, 1, LONGEST_RUN, 1.2, 100, "collapsed run"),
                                                     (_BLANKS, 0, MOST_BLANKS, 0.6, 50, "collapsed blanks")):
        for run in pattern.finditer(span):
            for length in range(first, most + 1):
                apart = abs(length - len(run[0]))
                if apart:
                    yield Edit(cost + apart / a_step, start + run.start(), start + run.end(), run[0][0] * length, what)


def _lost(text: str, span: str, start: int) -> Iterator[Edit]:
    """Blanks that are gone, characters read once for twice or twice for once."""
    for at in {start, start + len(span)}:
        for length in (1, 2, 3):
            yield Edit(0.9 + length / 10, at, at, " " * length, "lost blanks")
    for at in range(start + 1, start + len(span)):
        yield Edit(1.3, at, at, " ", "lost blank")
        if text[at] == text[at - 1] and text[at] != " ":
            yield Edit(1.3, at, at + 1, "", "doubled character")
        yield Edit(1.4, at, at, text[at - 1], "character read once for twice")


def in_columns(text: str, width: int) -> str:
    """The words of a string laid out in fields of equal width, which lost their blanks to the scan."""
    return "".join(word.ljust(-(-len(word) // width) * width) for word in text.split())


def _ruled(signs: Iterable[str]) -> Iterator[str]:
    texts = [""]
    for _ in range(6):
        texts = [text + sign for text in texts for sign in signs]
        yield from texts


def _whole_line(text: str, vocabulary: Vocabulary) -> Iterator[Edit]:
    """Faults that a scan makes all along a line."""
    for old, new in (("X", "%"), ("Ø", "0")):
        if old in text:
            yield Edit(0.6, 0, len(text), text.replace(old, new), f"{old} for {new}")
    if "(1" in text or ",1)" in text:
        yield Edit(0.7, 0, len(text), re.sub(r"(?<=[(,])1(?=[,)])", "I", text), "1 for I")
    names = NAME.findall(text)
    for name in {name for name in names if names.count(name) > 1}:
        for twin in _twins(name, vocabulary):
            new = re.sub(rf"(?<![A-Za-z0-9.]){re.escape(name)}(?![A-Za-z0-9.])", twin, text)
            yield Edit(0.6, 0, len(text), new, "misread name")
