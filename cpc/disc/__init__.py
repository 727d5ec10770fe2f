"""The disc drive, as the language sees it; disc images and zip archives, for the shell.

Promises: LOAD, SAVE, CAT, OPENIN, OPENOUT and AMSDOS's bar commands work on a folder of the host, with AMSDOS's names,
headers, messages and error numbers. Listings written on a PC load as well. A program reaches no file outside the folder,
and a file is replaced as a whole or not at all. All reading and writing goes through the host log, so that a replay gives the
program the same answers.

Of a disc image, what can be read is read; what is wrong is a `DiscError` with a sentence, however the image is damaged. An
image in memory takes no more than a few times its size. `volume.Volume` is the seam at which a folder and an image look alike.

May import: the standard library, `basic`, `cpc.charset` and `cpc.host_files`.

Does not emulate: the disc itself. LOAD, SAVE and CAT see no tracks, sectors, directory entries or user areas, because they do
not use images yet; there is no drive B, no disc controller, and reading takes no emulated time. The tape commands |TAPE,
|TAPE.IN and |TAPE.OUT do nothing. |CPM fails.
"""
