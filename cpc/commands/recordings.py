"""Tapes and snapshots of the command line: files of the host, or members of an archive."""

import argparse
import sys
from pathlib import Path

from basic.records import record
from cpc.api import CPC
from cpc.commands.discs import look
from cpc.commands.fault import Fault, of_file
from cpc.commands.speech import said
from cpc.host_files import read_whole
from cpc.sna import form
from cpc.sna.form import SnapshotFault
from cpc.tape import cassette
from cpc.tape.stretches import TapeFault

START_TAPE = 'RUN""\n'
ANSWER = " "                    # to the question for a key, which drops what was typed before
QUESTION_COMES = 5.0            # emulated seconds in which the question comes


@record(frozen=True)
class Recording:
    """A tape or a snapshot that `cpc run` begins with."""

    path: Path                  # as it was named
    data: bytes
    is_snapshot: bool
    in_archive: bool

    def settle(self, options: argparse.Namespace) -> None:
        """A snapshot says which machine it is for; a tape of the host may be recorded on."""
        if self.is_snapshot:
            from cpc.sna.load import model_of
            try:
                model, options.snapshot_drives = model_of(form.read(self.data))
            except SnapshotFault as fault:
                raise Fault(f"{self.path}: {fault}") from None
            if options.model not in (None, model):
                raise Fault(f"{self.path}: The snapshot is of a {model}; leave --model out.")
            options.model = model
        elif not self.in_archive:
            options.tape = options.tape or self.path

    def put_into(self, cpc: CPC) -> None:
        """A tape of an archive goes into the deck, write protected."""
        if not self.is_snapshot and self.in_archive:
            try:
                cpc.machine.deck.insert(self.data, self.path, protected=True)
            except TapeFault as fault:
                raise Fault(f"{self.path}: {fault}") from None
            cpc.machine.files.use_tape(not cpc.machine.drives.present)

    def begin(self, cpc: CPC) -> None:
        if self.is_snapshot:
            from cpc.sna.load import Loaded
            tell(Loaded(form.read(self.data), cpc.machine, cpc.session).missing)
        else:
            cpc.type(("|TAPE\n" if cpc.machine.drives.present else "") + START_TAPE)
            cpc.run_until_idle(QUESTION_COMES)
            cpc.type(ANSWER)


def recording_in(path: Path) -> Recording | None:
    """What a name means, if it is a tape or a snapshot."""
    medium = look(str(path))
    if medium.image is not None:
        return None
    snapshot = form.is_sna(medium.raw) or path.suffix.lower() == ".sna"
    if not snapshot and not cassette.is_tape(medium.raw):
        return None
    data = medium.raw
    if medium.path is not None:
        try:
            data = read_whole(medium.path, form.LONGEST if snapshot else cassette.LARGEST)
        except OSError as error:
            raise of_file(path, error) from None
    return Recording(path, data, snapshot, medium.path is None)


def tell(sentences: list[str]) -> None:
    """What a snapshot lacks."""
    for sentence in sentences:
        print(f"cpc: {said(sentence)}", file=sys.stderr)
