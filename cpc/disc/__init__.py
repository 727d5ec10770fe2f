"""The disc drive, as the language sees it.

Promises: LOAD, SAVE, CAT, OPENIN, OPENOUT and AMSDOS's bar commands work on a folder of the host, with AMSDOS's names,
headers, messages and error numbers. Listings written on a PC load as well. A program reaches no file outside the folder,
and a file is replaced as a whole or not at all. All reading and writing goes through the host log, so that a replay gives the
program the same answers.

May import: the standard library, `basic`, `cpc.charset` and `cpc.host_files`.

Does not emulate: the disc itself. There are no tracks, sectors, directory entries or user areas, no drive B, no disc
controller, and reading takes no emulated time. The tape commands |TAPE, |TAPE.IN and |TAPE.OUT do nothing. |CPM fails.
"""
