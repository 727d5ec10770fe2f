"""The disc drives, as the language sees them; disc images and zip archives, for the shell.

Promises: LOAD, SAVE, CAT, OPENIN, OPENOUT (`commands`) and AMSDOS's bar commands (`bar_commands`) give what the machine
gives: files, messages, error numbers. What is in a drive is a `medium.Medium`: a disc image (`bdos`), with the sectors read
and written that AMSDOS reads and writes, in its order and its time (`floppy`), or a folder of the host (`folder`), which
takes no time. `Retry, Ignore or Cancel?` waits as everything here waits: the statement comes again (`question`).

A program reaches no file outside the folder. A file of the host, an image too, is replaced as a whole or not at all
(`drives.Drives.write_back`). All reading and writing of a folder goes through the host log, so that a replay gives the program
the same answers. Of a damaged image, what can be read is read; what is wrong is a `DiscError` with a sentence. An image in
memory takes no more than a few times its size. For the shell, `filesystem.ImageVolume` reads and writes whole files.

May import: the standard library, `basic.errors`, `basic.host_log`, `basic.ports`, `cpc.charset` and `cpc.host_files`.

Does not emulate: the controller's ports, so that machine code can use the drive through the firmware only; CP/M (|CPM finds
no boot sector); the second side of a disc, which AMSDOS does not know either. |TAPE, |TAPE.IN and |TAPE.OUT do nothing.
"""
