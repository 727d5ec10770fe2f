"""The Schneider/Amstrad CPC, for Python: `from cpc import CPC`.

Promises: a CPC 464, 664 or 6128 that runs Locomotive BASIC 1.0 or 1.1, on emulated time, in one process, without a window.
`cpc.api.CPC` is the contract for tests and other programs; its public members stay as they are. `cpc.machine.Machine`
puts the rooms picture, keys, sound, disc and firmware together and meets the Protocols of `basic.ports`.

May import: the standard library, `basic`, and pygame in `cpc.window` only. `cpc.commands` alone may also import `listings`.
Importing `cpc` imports nothing else until CPC is asked for.

Does not emulate: the ROMs. BASIC and the firmware are Python; machine code runs on a Z80 that sees RAM and the firmware's
entries. The disc controller's ports and the light pen are not there. What each room leaves out is written in that room's own
`__init__`.
"""

TYPE_CHECKING = False       # typing's own constant would make `import cpc` load typing

if TYPE_CHECKING:
    from cpc.api import CPC
    from cpc.outcome import Result, run_program
else:
    def __getattr__(name):
        if name == "CPC":
            from cpc.api import CPC
            return CPC
        if name in ("run_program", "Result"):
            from cpc import outcome
            return getattr(outcome, name)
        raise AttributeError(f"module 'cpc' has no attribute {name!r}")

__all__ = ["CPC", "Result", "run_program"]
