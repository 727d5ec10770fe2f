"""The keyboard: the matrix, the characters, the line editor, and the host's keys.

Promises: what KM and the line editor of the firmware do, scan by scan: the buffer of twenty keys, repeat, CAPS LOCK, KEY,
KEY DEF, SPEED KEY, ESC, and the copy cursor. `HostKeys` turns a person's keys and characters into keys of the matrix.

May import: the standard library, `basic.errors`, `cpc.charset`, and `cpc.picture.text` for the line editor. A session is
handed in; its input port records what a replay needs.

Does not emulate: the matrix as hardware. Ghost keys, the PPI that reads the rows and a break during a scan are not there.
Nothing here knows pygame or a terminal; the faces translate their events.
"""
