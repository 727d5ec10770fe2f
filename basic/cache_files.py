"""Files in the user's cache folder: what this program made once and need not make again.

What is read is whole: a damaged file counts as missing. `keep` and `kept` are for data that is checked where it is used.
`keep_private` and `kept_private` are for what is trusted as this program itself is, like machine code: they use a folder of
their own, and only where nobody but the user (and the system's administrator) can change what is in it. Where that is not
certain, nothing is kept.
"""

import hashlib
import os
import stat
from collections.abc import Iterable
from functools import cache
from pathlib import Path

KEPT = 1000             # private files of some 20 KB, of which the oldest go
DIGEST = 64             # letters in front of the content


def folder() -> Path:
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cpc-listings"
    except RuntimeError:                # the user has no home
        return Path(os.devnull)         # where no file can be


def kept(name: str) -> bytes | None:
    """None: the file is missing or damaged."""
    try:
        return _whole((folder() / name).read_bytes())
    except OSError:
        return None


def keep(name: str, content: bytes) -> None:
    here = folder()
    try:
        here.mkdir(parents=True, exist_ok=True)
        _write(here, name, content)
    except OSError:
        pass                    # no place to keep it: the next process makes it again


def keeps_private() -> bool:
    return _private_folder(str(folder())) is not None


def kept_private(name: str) -> bytes | None:
    here = _private_folder(str(folder()))
    if here is None:
        return None
    try:
        file = os.open(here / name, os.O_RDONLY | os.O_NOFOLLOW)
        with open(file, "rb") as stream:
            found = os.fstat(file)
            if not stat.S_ISREG(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o022:
                return None
            os.utime(file)              # the oldest go: it is in use
            return _whole(stream.read())
    except OSError:
        return None


def keep_private(name: str, content: bytes) -> None:
    here = _private_folder(str(folder()))
    try:
        if here is not None:
            _tidy(here)
            _write(here, name, content)
    except OSError:
        pass


def _whole(content: bytes) -> bytes | None:
    digest, rest = content[:DIGEST], content[DIGEST:]
    return rest if digest == _digest(rest) else None


def _digest(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=DIGEST // 2).hexdigest().encode()


def _write(here: Path, name: str, content: bytes) -> None:
    """Another process sees the whole file or none. Only the user may read it."""
    fresh = here / f"{name}.{os.getpid()}"
    fresh.unlink(missing_ok=True)           # what a process of the same number left
    number = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with open(number, "wb") as stream:
            stream.write(_digest(content) + content)
        fresh.replace(here / name)
    except OSError:
        fresh.unlink()
        raise


@cache
def _private_folder(above: str) -> Path | None:
    """The folder for private files, made if it is missing. None: others could put files there, or nobody can tell."""
    if not hasattr(os, "geteuid"):          # Windows; a browser
        return None
    here = Path(above, "code")
    try:
        here.mkdir(mode=0o700, parents=True, exist_ok=True)
        here = here.resolve()
        if not is_private((place.stat().st_uid, place.stat().st_mode) for place in (here, *here.parents)):
            return None
    except OSError:
        return None
    return here


def is_private(places: Iterable[tuple[int, int]]) -> bool:
    """Whether only the user can put files into a folder; `places` has owner and mode of it and of those around it, up to the
    root. What lies in a folder that is closed to others is out of their reach; who can write to a folder around it can put
    another one in its place, unless the sticky bit forbids that."""
    own, doubtful = os.geteuid(), False
    for owner, mode in places:
        if owner not in (0, own):
            return False
        if mode & 0o022 and not mode & stat.S_ISVTX:
            doubtful = True
        elif owner == own and not mode & 0o077:
            doubtful = False
    return not doubtful


def _tidy(here: Path) -> None:
    names = os.listdir(here)
    if len(names) >= KEPT:
        ages = sorted((os.stat(here / name).st_mtime, name) for name in names)
        for _, name in ages[:len(names) - KEPT // 2]:
            os.unlink(here / name)
