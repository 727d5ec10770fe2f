"""What a listing must do: check files, and a CPC without a window that they run on.

Promises: a check types what its file says, waits, and compares what it finds; a failure says what was expected, what was found
and where to look. The seconds of a step are those of the emulated machine.

May import: basic, `from cpc import CPC`, cpc.gallery, listings.

Does not show the machine and does not change a listing. pytest collects check files with pytest_plugin.
"""
