"""Tapes: recordings in .cdt, .tzx and .wav files, and the files that the firmware keeps on them.

Promises: a recording in the firmware's own format is read at any speed, and what is written is read by a real CPC. What
cannot be read is a `TapeFault` with a sentence, or a block with a fault in it, however the file is damaged. Reading takes no
more memory than a few times the file's size, and stops at limits that no tape reaches.

`stretches` has what a recording is made of, `cdt` and `wav` its two forms, `sections` the bits, `blocks` the firmware's
blocks and files, `cassette` a tape that is read and written to, `deck` what LOAD, SAVE and CAT do with it.

May import: the standard library, `basic`, `cpc.host_files`, and the kinds of files of `cpc.disc.amsdos`.

Does not emulate: loaders of their own. A game whose first file is the firmware's and which then reads the tape by itself
gets no signal.
"""
