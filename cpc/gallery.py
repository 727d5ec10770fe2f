"""The examples: programs written for this project, in Locomotive BASIC. The first line of each says what it shows."""

from pathlib import Path

INSTALLED, IN_THE_PROJECT = Path(__file__).with_name("examples"), Path(__file__).parents[1] / "examples"
HOME = INSTALLED if INSTALLED.is_dir() else IN_THE_PROJECT

# What makes an example speak a language, typed behind RUN: it asks for it, or has a command for it.
IN_LANGUAGE = {
    "schach": {"de": "D", "en": "E"},
    "himstahn": {"en": "SPRACHE\n"},
    "salomon": {"en": "e\n"},
}


# What an example shows, where its first line does not say so in that language.
SAYS = {
    "en": {
        "himstahn": "chess, with the structure of the program of Himstedt and Stahn (1979)",
        "salomon": "chess on 144 squares with alpha-beta; it loads its parts itself",
    },
    "de": {
        "calendar": "PRINT USING, und wozu MOD und \\ gut sind",
        "clock": "eine Uhr, die EVERY in Gang hält",
        "duel": "zwei Spieler, zwei Spuren: wer auf eine Linie trifft, verliert",
        "files": "schreibt eine Liste in eine Datei und liest sie wieder",
        "inks": "nichts wird zweimal gezeichnet, und doch bewegt es sich: mit INK allein",
        "lines": "Linien, die Kurven ergeben, und FILL (ein 6128 malt, ein 464 zeichnet)",
        "maze": "gräbt einen Irrgarten, lässt Sie darin gehen und zeigt den Weg hinaus",
        "plotter": "zeichnet eine Funktion, mit Achsen, die passen",
        "salomon": "Schach auf 144 Feldern mit Alpha-Beta; lädt seine Teile selbst",
        "schach": "Schach, auf Deutsch oder Englisch",
        "sorting": "drei Wege, dieselben Balken zu ordnen",
        "sprite": "ein Fisch in drei Farben, aus SYMBOLen",
        "tree": "ein Zweig mit Zweigen, jeder mit Zweigen: Rekursion",
        "tune": "ein zweistimmiges Menuett, und das Blatt, von dem gespielt wird",
        "windows": "Textfenster, jedes mit eigenen Farben",
        "words": "was sich mit einem Satz machen lässt: LEN, MID$, INSTR, ASC",
    },
}


def path_of(name: str) -> Path:
    return HOME / f"{name}.bas"


def parts_of(program: Path) -> list[Path]:
    """The files beside a program that it loads itself: salomon.2, salomon.3 and so on beside salomon.bas."""
    return sorted(program.parent.glob(f"{program.stem}.[0-9]"))


def is_example(path: Path) -> bool:
    return path.resolve().parent == HOME.resolve()


def keys_for(program: Path, language: str) -> str:
    """What is to be typed behind RUN, so that an example or a copy of it speaks `de` or `en`."""
    keys = IN_LANGUAGE.get(program.stem, {}).get(language, "")
    try:
        return keys if keys and program.read_bytes() == path_of(program.stem).read_bytes() else ""
    except OSError:
        return ""


def what_it_shows(path: Path, language: str | None = None) -> str:
    """`10 REM maze: digs a maze` and `10 ' maze: digs a maze` show `digs a maze`; or what is said of it in a language."""
    if said := SAYS.get(language or "", {}).get(path.stem):
        return said
    with path.open(encoding="ascii") as lines:
        remark = lines.readline().split(maxsplit=2)[2]
    return remark.removeprefix(f"{path.stem}:").strip()


def listing(language: str | None = None) -> list[tuple[str, str]]:
    """Each example's name and what it shows, in the order of the names."""
    return [(path.stem, what_it_shows(path, language)) for path in sorted(HOME.glob("*.bas"))]
