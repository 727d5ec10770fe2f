"""CALL: the firmware's entries by address, and a Z80 for machine code in RAM.

Promises: an entry that a listing can use from BASIC does what the firmware does, with the same registers before and after.
Machine code that a listing POKEs runs with the Z80's documented instructions and the CPC's times, can call the entries,
and can wait for a key or a frame. tests/golden/firmware_calls.jsonl has what the firmware itself did.

May import: the standard library, `basic.errors`, `basic.ports`, `cpc.memory` and `cpc.picture`. Machine is known as a type
only; it hands itself in.

The jump block has the bytes that it has on the machine, and a listing can change it. `variables` has the firmware's
variables, for PEEK, POKE and machine code. docs/FIRMWARE.md lists entries and variables and says how exact each is.

Does not emulate: the ROMs. An address without an entry gives "Improper argument". There are no interrupts, no event or
ticker blocks, no RST 2, no arithmetic entries, no reading or writing of tapes. Undocumented instructions and flags are not
there; R is taken from the clock. Machine code sees the firmware's variables as they were when its turn began.
"""
