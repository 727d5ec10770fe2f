"""A machine as the command line wants it, with its programs loaded."""

import argparse
from pathlib import Path

from basic.debug.debugger import Debugger
from basic.session import Session
from cpc.api import CPC
from cpc.commands.debugger_for import debugger_for
from cpc.commands.discs import has_drives, put_discs_in
from cpc.commands.fault import Fault, of_file
from cpc.commands.run import check_places, load, programs, typed
from cpc.debugger.dap.program import Prepared, Wanted


def machine_for(options: argparse.Namespace) -> CPC:
    return prepared(options).cpc


def prepared(options: argparse.Namespace) -> Prepared:
    files = programs(options)
    check_places(options)
    cpc = CPC(model=options.model or "464", dialect=options.dialect or "auto", memory=options.memory or "cpc",
              drive=options.drive, printer=options.printer, amsdos=has_drives(options))
    put_discs_in(cpc, options)
    if not files:
        raise Fault(f"{options.program}: name the program of the disc behind a colon.")
    load(cpc, files)
    return Prepared(cpc, files)


class ProgramLoader:
    """For cpc.debugger.dap: its launch configurations have the options of `cpc run`."""

    faults: type[Exception] = Fault

    def launch(self, wanted: Wanted) -> Prepared:
        drive, printer = wanted.get("drive"), wanted.get("printer")
        try:
            return prepared(argparse.Namespace(
                program=wanted["program"], merge=wanted.get("merge", []), improvements=wanted.get("with", []),
                model=wanted.get("model"), dialect=wanted.get("dialect"), memory=wanted.get("memory"),
                drive=Path(drive) if drive else None, printer=Path(printer) if printer else None))
        except OSError as error:
            raise of_file(wanted["program"], error) from None

    def debugger(self, session: Session) -> Debugger:
        return debugger_for(session)

    def typed(self, keys: str) -> bytes:
        return typed(keys)
