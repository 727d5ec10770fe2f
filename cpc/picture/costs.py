"""How long the picture's routines take on the real machines, in microseconds.

The figures were measured with interrupts off; SHARES has the factors for their share. A tuple has a figure for each mode.
"""

from typing import Any

from basic.ports import SHARES
from basic.records import field_names, record, replace

Modes = tuple[float, float, float]


@record(frozen=True)
class Costs:
    """The figures of one model."""

    output: float                       # each byte written, before its effect
    character: Modes
    character_dot: Modes                # each dot that its shape sets
    character_over: Modes               # in transparent mode
    not_shown: float
    parameter: float                    # a control code that needs parameters, or a parameter
    control_code: tuple[float, ...]     # without clearing and writing
    key: float                          # the line editor, besides: a key
    key_shown: float                    # a character that it shows
    key_behind: float                   # one behind the cursor
    key_inserted: float                 # one that is put into the line
    key_first: float                    # into one that is empty
    cursor_found: float                 # before its blob's place is looked for
    cursor_wraps: float                 # where that is in the next row
    cursor_blob: Modes
    pen: Modes
    paper: Modes
    encoded: Modes                      # a pen or paper that a control code sets, besides
    transparent: float
    tag: float
    locate: float
    window: float
    swap: float
    select: float               # of another window than the one that is selected
    cursor: float
    width: float
    switch: float
    read_char: Modes                    # each of its two tries
    read_char_try: float                # each character compared
    symbol: float
    symbol_table: float
    symbol_moved: float

    set_mode: float                     # less than with interrupts off: while it clears, they send no colours
    box: float
    box_mode: Modes
    box_row: float
    box_line: float
    box_byte: float
    box_wrapped_byte: float
    roll_unseen: float
    roll_rest: float
    roll_down: float            # more where the rows come down
    roll_parted: float          # and where a part of a row that is cleared is in two of 256 bytes
    roll_box_unseen: float
    roll_box: float
    roll_box_line: float
    roll_box_line_down: float   # more where the rows come down
    roll_box_byte: float
    roll_box_page: float        # a line that reaches over the end of 256 bytes

    ink: float
    border: float
    flash: float

    move: float
    origin: float
    graphics_window: float
    graphics_pen: Modes
    ink_mode: float
    plot: Modes
    plot_outside: Modes
    test: Modes
    test_outside: Modes
    outside_right: float                # more than left of the window
    outside_below: float
    outside_above: float
    graphics_character: Modes
    graphics_character_pen: float       # less for each dot in the pen
    graphics_character_cut: float
    graphics_character_rows: float      # more where the window cuts it only above or below
    graphics_character_columns: tuple[float, float]     # and on the left or on the right
    graphics_character_left: float      # each dot left of the window
    graphics_character_right: float     # and each right of it
    graphics_character_beside: float    # each above or below it
    graphics_character_above: float     # and each above it, more
    graphics_character_first: float     # where its first dot is outside
    graphics_character_columns_outside: float   # where all its columns are
    graphics_character_dot: Modes

    line: Modes
    line_backwards: Modes
    line_shallow: float
    line_forwards: float                # the shorter direction grows, and on the 464 it is the vertical one
    line_down: float                    # the 464: a steep line
    line_sloping: float
    line_sloping_backwards: float
    division_shift: float               # the 464 divides: each bit by which it shifts the divisor
    division_byte: float                # a whole byte of it
    division_bit: float                 # each bit of the quotient that is 1
    run_longer: float                   # a run longer than others; the 6128: each pixel more than in the one before
    run_shorter: float
    run_cut: float                      # the last one, where the line ends before it
    run_back: float                     # each, where the shorter direction goes back
    row_left: float                     # a horizontal run that is left of the window
    row_right: float
    row_above: float
    row_below: float
    column_left: float                  # a vertical one
    column_right: float
    column_above: float
    column_below: float
    cut_left: float                     # a run of which the window cuts a part
    cut_right: float
    cut_above: float
    cut_below: float
    line_ends: float                    # less, where a run is outside and all that follows is so, too
    run_place: float                    # each pixel that stands before the run in its byte
    run_place_inside: float             # less, where there are some
    horizontal_run: Modes
    horizontal_pixel: float             # the 464: of a byte that it begins with
    horizontal_byte: float              # the 464: filled whole
    horizontal_full: float              # the 464: it begins within a byte and leaves it
    horizontal_short: float             # the 464: it does not
    horizontal_rest: float              # the 464: it ends within a byte that it has not begun with
    horizontal_rest_pixel: float
    horizontal_last: float              # it ends with the first pixel of a byte
    horizontal_many: float              # each 256 pixels
    vertical_run: Modes
    vertical_pixel: float
    next_row: float                     # it comes to the row of characters above
    carry: float                        # the address of a byte has another high byte than that before it
    wrap: float                         # and is at the other end of its plane

    paper_run: float = 8                # pixels of a byte in the paper, more than in the pen
    transparent_run: float = -14
    paper_pixel: float = 10             # one of a vertical run
    transparent_pixel: float = -26
    line_second: float = 46             # it begins with its second point
    line_second_sloping: float = 176
    mask_change: float = 3              # less, where it changes from pen to paper or back within a byte
    other_ink_mode: float = 1           # less for a byte with AND, twice as much with XOR and OR

    fill: float = 439
    fill_outside: float = 492           # it begins outside the window
    fill_something: float = 640         # more, where the first pixel is open
    fill_test: float = 260              # a single pixel
    fill_look: float = 11               # each pixel that has the pen
    fill_look_again: float = 9          # more for another one
    fill_open: float = 2                # and for one that has not the new ink, either
    fill_place: Modes = (0, 13, 25)     # each time that the byte of a pixel is found
    fill_up_pixel: float = 60
    fill_up_edge: float = -34           # up to the edge of the window
    fill_down: float = 373.8
    fill_down_pixel: float = 53
    fill_down_edge: float = -25
    fill_search: float = 346
    fill_search_pixel: float = 55
    fill_on: float = 447.4              # each column
    fill_on_right: float = 5
    fill_return: float = 387.6          # to a place that was remembered
    fill_look_back: float = -13.5
    fill_higher: float = 13.8
    fill_lower: float = 30
    fill_beside: float = 12             # a column right of the window

    def boxes(self, mode: int, width: int, rows: int, lines: int, wrapped: int) -> int:
        """Clearing a box `width` bytes wide; `wrapped` of its rows cross the end of the planes."""
        line = self.box_line + self.box_byte * width
        us = self.box + self.box_mode[mode] + self.box_row * rows + line * lines
        return int(us + (self.box_wrapped_byte - self.box_byte) * width * 8 * wrapped)


def _with_interrupts(costs: Costs, share: float) -> Costs:
    longer: dict[str, Any] = {}         # figures and tuples of figures
    for name in field_names(costs):
        figure = getattr(costs, name)
        longer[name] = tuple(one * share for one in figure) if isinstance(figure, tuple) else figure * share
    return Costs(**longer)


_464 = Costs(
    output=150, character=(4043.9, 2875.7, 1278.6), character_dot=(1, 1, 0), character_over=(3627.5, 2667.5, 1175),
    not_shown=14, parameter=39,
    control_code=(72, 66, 112, 124, 0, 66, 146, 700, 184, 184, 184, 181, 78, 177, 264, 267,
                  114, 114, 114, 120, 120, 136, 84, 86, 75, 143, 257, 72, 0, 0, 110, 135),
    key=315, key_shown=346, key_behind=252, key_inserted=186, key_first=4, cursor_found=322, cursor_wraps=6,
    cursor_blob=(801, 488, 328), pen=(297.3, 289.3, 290.3), paper=(294.3, 286.3, 287.3),
    encoded=(8, 0, 1), transparent=124, tag=93, locate=145, window=257,
    swap=383, select=290, cursor=309, width=106, switch=100,
    read_char=(2380, 2290, 700), read_char_try=91, symbol=214, symbol_table=226, symbol_moved=141,
    set_mode=113670, box=200, box_mode=(32, 12, 0), box_row=12.5, box_line=61.5, box_byte=6,
    box_wrapped_byte=16, roll_unseen=2693, roll_rest=2385, roll_down=90, roll_parted=62,
    roll_box_unseen=121, roll_box=23, roll_box_line=99, roll_box_line_down=4, roll_box_byte=6, roll_box_page=7,
    ink=172, border=167, flash=94,
    move=98.7, origin=119, graphics_window=390, graphics_pen=(261, 253, 254), ink_mode=108,
    plot=(462, 465.5, 465.5), plot_outside=(262, 253, 243.5), test=(604, 599, 600), test_outside=(446.7, 430, 421.5),
    outside_right=9, outside_below=34, outside_above=46,
    graphics_character=(5060, 4930, 4873), graphics_character_pen=3.06, graphics_character_cut=3617,
    graphics_character_rows=43, graphics_character_columns=(0, 19), graphics_character_left=0, graphics_character_right=13,
    graphics_character_beside=37, graphics_character_above=13, graphics_character_first=-101,
    graphics_character_columns_outside=0, graphics_character_dot=(243.25, 255, 263.8),
    line=(588, 570, 552), line_backwards=(20, 20, 20), line_shallow=-6, line_forwards=11, line_down=27, line_sloping=0,
    line_sloping_backwards=0, division_shift=40, division_byte=220, division_bit=4,
    run_longer=11, run_shorter=0, run_cut=0, run_back=0,
    row_left=211, row_right=175, row_above=162, row_below=149, column_left=148, column_right=161, column_above=174,
    column_below=210, cut_left=6, cut_right=6, cut_above=6, cut_below=6, line_ends=0, run_place=0, run_place_inside=0,
    horizontal_run=(442, 454, 463), horizontal_pixel=16, horizontal_byte=58, horizontal_full=36, horizontal_short=-7,
    horizontal_rest=23, horizontal_rest_pixel=8, horizontal_last=0, horizontal_many=0,
    vertical_run=(384, 396, 405), vertical_pixel=49, next_row=10, carry=6, wrap=5)
_6128 = replace(
    _464, character=(4180, 2814.8, 1281.6), character_dot=(0, 0, 0), character_over=(3768, 2605, 1175), parameter=41,
    control_code=(174, 67, 124, 137, 0, 67, 153, 700, 201, 201, 201, 198, 89, 190, 304, 309,
                  125, 125, 125, 131, 131, 140, 95, 97, 125, 154, 270, 83, 4, 0, 127, 148),
    key=297.5, cursor_found=296, cursor_blob=(827, 514, 354),
    pen=(322, 319, 324), paper=(318.7, 315.7, 320.7), encoded=(3, 0, 5),
    locate=147, window=259, swap=379, select=278, read_char=(2340, 2290, 900), read_char_try=90,
    set_mode=115340, roll_unseen=2712, roll_rest=2376, graphics_pen=(284, 281, 286),
    plot=(476, 480, 482.5), plot_outside=(263.6, 254.6, 245), test=(612, 608, 612), test_outside=(473.4, 461.2, 456.9),
    outside_right=10, outside_below=53, outside_above=40,
    graphics_character=(4765, 4643, 4601), graphics_character_pen=10, graphics_character_cut=4990,
    graphics_character_rows=240, graphics_character_columns=(175, 250), graphics_character_left=-2.5,
    graphics_character_right=10, graphics_character_beside=53.7, graphics_character_above=-12.2,
    graphics_character_first=-129, graphics_character_columns_outside=25, graphics_character_dot=(242, 260, 284),
    line=(475, 457, 439), line_backwards=(175, 166, 157), line_shallow=4, line_down=0, line_sloping=111,
    line_sloping_backwards=3, division_shift=0, division_byte=0, division_bit=0,
    run_longer=12, run_shorter=13, run_cut=6, run_back=3,
    row_left=182, row_right=208, row_above=276, row_below=288, column_left=277, column_right=291, column_above=184,
    column_below=194, cut_left=-4, cut_right=10, cut_above=-6.5, cut_below=6.5, line_ends=33, run_place=6, run_place_inside=2,
    horizontal_run=(468, 481, 493), horizontal_pixel=18, horizontal_byte=52, horizontal_full=0, horizontal_short=0,
    horizontal_rest=0, horizontal_rest_pixel=0, horizontal_last=7, horizontal_many=2,
    vertical_run=(482, 495, 507), vertical_pixel=63)
MODELS = {"464": _with_interrupts(_464, SHARES[0]), **dict.fromkeys(("664", "6128"), _with_interrupts(_6128, SHARES[1]))}
