"""How long the picture's routines take on the real machines, in microseconds.

The figures were measured with interrupts off; INTERRUPTS is the factor for their share. A tuple has a figure for each mode.
"""

from typing import Any

from basic.records import field_names, record, replace

INTERRUPTS = 1.095                      # 300 a second, with no other work to do

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
    cursor_blob: Modes
    pen: float
    paper: float
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
    roll_box: float
    roll_box_line: float
    roll_box_byte: float

    ink: float
    border: float
    flash: float

    move: float
    origin: float
    graphics_window: float
    graphics_pen: float
    ink_mode: float
    plot: Modes
    plot_outside: Modes
    test: Modes
    test_outside: Modes
    graphics_character: Modes
    graphics_character_cut: float
    graphics_character_right: float     # each dot right of the window
    graphics_character_beside: float    # each above or below it
    graphics_character_dot: Modes

    line: Modes
    line_backwards: float
    line_sloping: float
    line_first_run: float               # each pixel of the first run
    line_longer: float                  # each pixel by which a run is longer than the one before
    run_before: float                   # left of the window or below it
    run_beside: float
    horizontal_run: Modes
    horizontal_pixel: Modes             # the 464: of bytes that are not filled whole
    horizontal_byte: Modes              # the 464: filled whole
    horizontal_edge: float
    vertical_run: Modes
    vertical_pixel: float

    mask_change: float = 48             # from pen to paper or back within a byte

    fill: float = 500
    fill_column: float = 900
    fill_run: float = 300
    fill_pixel: float = 83
    fill_search: float = 200
    fill_looked: float = 77

    def boxes(self, mode: int, width: int, rows: int, lines: int, wrapped: int) -> int:
        """Clearing a box `width` bytes wide; `wrapped` of its rows cross the end of the planes."""
        line = self.box_line + self.box_byte * width
        us = self.box + self.box_mode[mode] + self.box_row * rows + line * lines
        return int(us + (self.box_wrapped_byte - self.box_byte) * width * 8 * wrapped)


def _with_interrupts(costs: Costs) -> Costs:
    longer: dict[str, Any] = {}         # figures and tuples of figures
    for name in field_names(costs):
        figure = getattr(costs, name)
        longer[name] = tuple(one * INTERRUPTS for one in figure) if isinstance(figure, tuple) else figure * INTERRUPTS
    return Costs(**longer)


_464 = Costs(
    output=150, character=(4044.2, 2875.7, 1279.1), character_dot=(1, 1, 0), character_over=(3653, 2687, 1175),
    not_shown=14, parameter=39,
    control_code=(72, 66, 112, 124, 0, 66, 146, 700, 188, 188, 188, 185, 78, 177, 264, 267,
                  114, 114, 114, 120, 120, 136, 84, 86, 85, 143, 257, 72, 0, 0, 114, 135),
    cursor_blob=(1123, 810, 650), pen=290, paper=287, transparent=101, tag=93, locate=145, window=257,
    swap=383, select=290, cursor=309, width=106, switch=100,
    read_char=(2380, 2290, 700), read_char_try=91, symbol=214, symbol_table=226, symbol_moved=141,
    set_mode=113110, box=200, box_mode=(32, 12, 0), box_row=12.5, box_line=61.5, box_byte=6,
    box_wrapped_byte=16, roll_unseen=2930, roll_rest=2180,
    roll_box=430, roll_box_line=99.7, roll_box_byte=6.06,
    ink=172, border=167, flash=94,
    move=100, origin=119, graphics_window=390, graphics_pen=250, ink_mode=108,
    plot=(466, 469, 469), plot_outside=(276, 267, 258), test=(598, 593, 594), test_outside=(452, 435, 427),
    graphics_character=(5080, 4960, 4903), graphics_character_cut=3617,
    graphics_character_right=13.5, graphics_character_beside=44, graphics_character_dot=(243, 255, 264),
    line=(640, 637, 634), line_backwards=27, line_sloping=0, line_first_run=0, line_longer=0,
    run_before=161, run_beside=161,
    horizontal_run=(444, 454, 457), horizontal_pixel=(16, 15.5, 14), horizontal_byte=(62.5, 62.5, 62.5),
    horizontal_edge=24, vertical_run=(382, 393, 402), vertical_pixel=53)
_6128 = replace(
    _464, character=(4180.6, 2815, 1281), character_dot=(0, 0, 0), character_over=(3768, 2605, 1175), parameter=41,
    control_code=(174, 67, 124, 137, 0, 67, 153, 700, 201, 201, 201, 198, 89, 190, 303, 306,
                  125, 125, 125, 131, 131, 140, 95, 97, 130, 154, 270, 83, 4, 0, 127, 148),
    pen=320, paper=317, locate=147, window=259, swap=379, select=278, read_char=(2340, 2290, 900), read_char_try=90,
    set_mode=114900, roll_unseen=2940, graphics_pen=277,
    plot=(479, 489, 505), plot_outside=(276, 266, 258), test=(611, 612, 629), test_outside=(478, 466, 462),
    graphics_character=(4635, 4523, 4480), graphics_character_cut=4990,
    graphics_character_right=15, graphics_character_beside=52, graphics_character_dot=(242, 260, 284),
    line=(470, 450, 430), line_backwards=168, line_sloping=107, line_first_run=22, line_longer=9,
    run_before=192, run_beside=287,
    horizontal_run=(473.5, 486.5, 496), horizontal_pixel=(12.5, 14.7, 14.5), horizontal_byte=(62.5, 64.4, 79),
    horizontal_edge=0, vertical_run=(490, 507, 531), vertical_pixel=64.4)
MODELS = {"464": _with_interrupts(_464), "664": _with_interrupts(_6128), "6128": _with_interrupts(_6128)}
