"""A machine as the command line wants it, with its programs loaded."""

import argparse
from pathlib import Path
from typing import NamedTuple

from cpc.api import CPC
from cpc.commands.run import check_places, load, programs


class Prepared(NamedTuple):
    cpc: CPC
    files: list[Path]           # what has been loaded and merged into it


def machine_for(options: argparse.Namespace) -> CPC:
    return prepared(options).cpc


def prepared(options: argparse.Namespace) -> Prepared:
    files = programs(options)
    check_places(options)
    cpc = CPC(model=options.model or "464", dialect=options.dialect or "auto", memory=options.memory or "cpc",
              drive=options.drive, printer=options.printer)
    load(cpc, files)
    return Prepared(cpc, files)
