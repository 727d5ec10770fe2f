"""Snapshots of other emulators: .sna files of version 1 to 3, read and written.

Promises: a snapshot that is saved here is a program that goes on in the real firmware: with its variables, loops, screen and
colours, from the statement that comes next, or at the prompt. Of a snapshot that is loaded, BASIC's program, variables,
screen, colours, windows and HIMEM come over, and where the machine was in a program, it goes on there. What cannot come
over is told in a sentence. What is no snapshot is a `SnapshotFault` with a sentence, however the file is damaged.

`form` has the file, `workspace` where BASIC keeps what, `image` BASIC's memory as bytes, `restart` the machine code that
makes the firmware take it up, `save` and `load` the two ways.

May import: the standard library, `basic`, `cpc.machine`, `cpc.models`, `cpc.firmware`, `cpc.memory` and `cpc.picture`.

Does not emulate: the processor's registers. A snapshot that was taken within machine code does not go on there. Sounds that
play, open files and a line that is being typed do not come over.
"""
