"""CALL: the firmware's entries by address, and a Z80 for machine code in RAM.

Promises: an entry that a listing can use from BASIC does what the firmware does, with the same registers before and after.
Machine code that a listing POKEs runs with the Z80's documented instructions and the CPC's times, can call the entries,
and can wait for a key or a frame. tests/golden/firmware_calls.jsonl has what the firmware itself did.

May import: the standard library, `basic.errors`, `basic.ports`, `cpc.memory` and `cpc.picture`. Machine is known as a type
only; it hands itself in.

Does not emulate: the ROMs. An address without an entry gives "Improper argument". There are no interrupts, no event or
ticker blocks, no RST other than 0, 4, 6 and 7, no reading or writing of tapes, and no disc entries. Undocumented
instructions and flags are not there; R is taken from the clock. Where a listing has put code of its own into the jump
block, that code runs instead of the entry.
"""
