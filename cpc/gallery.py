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


def what_it_shows(path: Path) -> str:
    """`10 REM maze: digs a maze` and `10 ' maze: digs a maze` show `digs a maze`."""
    with path.open(encoding="ascii") as lines:
        remark = lines.readline().split(maxsplit=2)[2]
    return remark.removeprefix(f"{path.stem}:").strip()


def listing() -> list[tuple[str, str]]:
    """Each example's name and what it shows, in the order of the names."""
    return [(path.stem, what_it_shows(path)) for path in sorted(HOME.glob("*.bas"))]
