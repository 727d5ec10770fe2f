"""Where BASIC keeps what it knows, measured on the firmware; BASIC 1.1 is the same in the 664 and the 6128."""


from basic.records import record, replace
from basic.values.code import Kind

LETTERS = 26
KINDS: dict[int, Kind] = {2: "i", 3: "s", 5: "r"}            # in the table of default kinds
HANDLES_ERROR = 0xFF
TIMER, TIMER_COUNT, TIMER_PERIOD, TIMER_LINE = 18, 2, 4, 16      # the line is named by the byte before it
SOUND_EVENT, SOUND_LINE = 12, 8


@record(frozen=True)
class Workspace:
    """Addresses. Places in the program are kept as the address of the byte that ends the statement before, and that of the
    line's number."""
    error_line: int             # of the statement whose error is handled; behind it the statement, ERR
    err: int
    error_handler: int          # the line of ON ERROR GOTO; behind it HANDLES_ERROR while it runs
    continue_at: int            # where CONT goes on, and its line
    chains: int                 # the newest variable of each letter, then the newest function
    arrays: int                 # the newest array of reals, whole numbers, strings
    kinds: int                  # what each letter stands for
    timers: int                 # the first of four blocks of TIMER bytes
    sound_events: int           # of three blocks of SOUND_EVENT bytes, the byte that says whether there is a handler
    data: int                   # the line of DATA, and where READ goes on
    running: int                # the statement that runs, and its line
    himem: int
    highest_himem: int          # that MEMORY accepts
    program_end: int
    variables: int              # where they start, where the arrays start, where these end
    stack: int                  # of loops and subroutines: it begins with a 0
    stack_top: int              # where the next entry goes
    strings: int                # the byte below the strings, and HIMEM
    seed: int                   # of RND
    degrees: int
    edit: int                   # the firmware's entry of the line editor
    begin: int                  # in the lower ROM: starts the machine, with HL = 0 for BASIC; DE is called before that


_1_1 = Workspace(
    error_line=0xAD8C, err=0xAD90, error_handler=0xAD96, continue_at=0xAD92, chains=0xADB7, arrays=0xADED, kinds=0xADF3,
    timers=0xAC42, sound_events=0xAC20, data=0xAE15, running=0xAE1B, himem=0xAE5E, highest_himem=0xAE60, program_end=0xAE66,
    variables=0xAE68, stack=0xAE6F, stack_top=0xB06F, strings=0xB071, seed=0xB100, degrees=0xB113, edit=0xBD5E, begin=0x061F)
WORKSPACES = {
    "464": Workspace(
        error_line=0xADA6, err=0xADAA, error_handler=0xADAF, continue_at=0xADAB, chains=0xADD0, arrays=0xAE06, kinds=0xAE0C,
        timers=0xAC5C, sound_events=0xAC3A, data=0xAE2E, running=0xAE34, himem=0xAE7B, highest_himem=0xAE7D, program_end=0xAE83,
        variables=0xAE85, stack=0xAE8B, stack_top=0xB08B, strings=0xB08D, seed=0xB8E4, degrees=0xB8F7, edit=0xBD3A,
        begin=0x060E),
    "664": replace(_1_1, edit=0xBD5B, begin=0x0609),
    "6128": _1_1,
}
