"""CALL: the firmware's entries by address, and a Z80 for machine code in RAM.

Promises: an entry that a listing can use from BASIC does what the firmware does, with the same registers before and after.
Machine code that a listing POKEs runs with all instructions, flags and times of the Z80, can call the entries, can wait
for a key or a frame, and gets the interrupts, 300 a second. Events that it sets up run while BASIC runs.
tests/golden/firmware_calls.jsonl has what the firmware itself did; `python3 -m tests.z80_suite FOLDER` runs a published suite
of single instructions.

The processor is in these modules:

    ports           what it sees: memory and ports (Bus)
    registers       the registers by name; z80_plain, z80: the interpreter, an instruction at a time, which is the reference
    z80_times       T-states and microseconds, from the machine cycles of each instruction
    z80_runner      runs machine code, and has what runs often translated
    z80_decode      instructions as data: length, flow, flags that they use
    z80_regions     instructions with their jumps and loops as one Python function; z80_printer prints each instruction,
                    z80_variables the registers and memory, z80_flags the flags when something needs them

May import: the standard library, `basic.errors`, `basic.ports`, `cpc.memory` and `cpc.picture`; the arithmetic, which BASIC
shares with the firmware, from `basic.values.reals`. Machine is known as a type only; it hands itself in.

The jump block has the bytes that it has on the machine, and a listing can change it. `variables` has the firmware's
variables, for PEEK, POKE and machine code. docs/FIRMWARE.md lists entries and variables and says how exact each is.

    indirections    what the firmware goes through and a listing may change
    interrupts      when they come, and what they do for a program; event_blocks: the chains of blocks in RAM

Does not emulate: the ROMs, but for the first bytes of BASIC's (`rom_header`). An address without an entry gives "Improper
argument". There are no RST 2, only a few arithmetic entries, no reading or writing of tapes. Machine code sees the firmware's
variables, TIME excepted, as they were when its turn began.
A statement of BASIC is never cut in two: what is due within a long one is done behind it, at its own moment by the clock.
"""
