"""Zip archives with disc images or programs in them.

A member is read into memory and never unpacked to the host by its name. Refused with a sentence: archives and members that are
too large, members that unpack to more than they say, names that lead out of a folder, and what is encrypted.
"""

import io
import struct
import zipfile
import zlib

from cpc.disc.volume import DiscError

LARGEST_ARCHIVE = 16 << 20
MOST_MEMBERS = 2000
SIGNATURE = b"PK\x03\x04"
BROKEN = (zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, OverflowError, OSError, RuntimeError,
          IndexError, KeyError)
FORMS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class ArchiveFault(DiscError):
    """What is wrong with an archive or with the choice of a member."""


def is_archive(data: bytes) -> bool:
    """Whether the bytes begin as a zip archive does."""
    return data.startswith(SIGNATURE)


class Archive:
    """A zip archive in memory. `names` are the files in it."""

    def __init__(self, data: bytes) -> None:
        if len(data) > LARGEST_ARCHIVE:
            raise ArchiveFault("The archive is too long.")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            members = self._zip.infolist()
        except BROKEN:
            raise ArchiveFault("The archive is damaged.") from None
        if len(members) > MOST_MEMBERS:
            raise ArchiveFault(f"The archive has more than {MOST_MEMBERS} files.")
        self._members = {member.filename: member for member in members if member.filename and not member.is_dir()}
        for name in (member.orig_filename for member in members):       # zipfile cuts the other name at a NUL
            if _leads_out(name):
                raise ArchiveFault(f"The archive has a file whose name leads out of its folder: {name!r}.")
        self.names = sorted(self._members)

    def choose(self, wanted: str | None, suffixes: tuple[str, ...]) -> str:
        """The member of that name, with or without its folder; without a name, the only one with one of the suffixes."""
        if wanted is None:
            found = [name for name in self.names if name.lower().endswith(suffixes)]
        else:
            found = [name for name in self.names if name == wanted] or \
                [name for name in self.names if name.rpartition("/")[2].lower() == wanted.lower()]
        if len(found) == 1:
            return found[0]
        kinds = wanted if wanted is not None else " or ".join(suffixes)
        if not found:
            raise ArchiveFault(f"There is no {kinds} in the archive.")
        raise ArchiveFault(f"The archive has more than one {kinds}; name one: {', '.join(found[:20])}.")

    def read(self, name: str, largest: int) -> bytes:
        """A member's bytes, `largest` at most."""
        member = self._members[name]
        if member.flag_bits & 1:
            raise ArchiveFault(f"{name} in the archive is encrypted.")
        if member.compress_type not in FORMS:
            raise ArchiveFault(f"{name} in the archive is packed in a form that is not known here.")
        if member.file_size > largest:
            raise ArchiveFault(f"{name} in the archive is too long.")
        try:
            with self._zip.open(member) as file:
                data = file.read(largest + 1)
        except BROKEN:
            raise ArchiveFault(f"{name} in the archive is damaged.") from None
        if len(data) > largest:
            raise ArchiveFault(f"{name} in the archive is too long.")
        return data


def _leads_out(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    return ".." in parts or parts[0] == "" or ":" in parts[0] or "\0" in name
