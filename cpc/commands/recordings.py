"""Tapes and snapshots of the command line."""

import argparse
import sys
from pathlib import Path

from cpc.commands.fault import Fault, of_file
from cpc.host_files import read_file, read_whole
from cpc.tape import cassette


def take_its_model(options: argparse.Namespace, path: Path) -> None:
    """The machine is one of the snapshot's kind."""
    from cpc.sna import form
    from cpc.sna.load import model_of
    try:
        model, options.snapshot_drives = model_of(form.read(read_whole(path, form.LONGEST)))
    except form.SnapshotFault as fault:
        raise Fault(f"{path}: {fault}") from None
    except OSError as error:
        raise of_file(path, error) from None
    if options.model not in (None, model):
        raise Fault(f"{path}: The snapshot is of a {model}; leave --model out.")
    options.model = model


def tell(sentences: list[str]) -> None:
    """What a snapshot lacks."""
    for sentence in sentences:
        print(f"cpc: {sentence}", file=sys.stderr)


def is_tape(path: Path) -> bool:
    """Whether its name and its first bytes are a tape's."""
    if path.suffix.lower() not in cassette.SUFFIXES:
        return False
    try:
        return cassette.is_tape(read_file(path, 16))
    except OSError as error:
        raise of_file(path, error) from None
