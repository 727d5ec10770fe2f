"""The chips that OUT and INP reach: a small class for each, and the decoding of port addresses.

Promises: the gate array's pens, inks, border and RAM banks, the CRTC's registers with the start of the picture, the sound
chip behind the PPI, the rows of the keyboard, and the printer port do what they do on the machine, for OUT, INP, WAIT and
machine code. Several chips can be chosen by one address, as on the machine.

May import: the standard library, `basic.ports`, `cpc.keys`, `cpc.memory`, `cpc.picture` and `cpc.sound`.

The mode and the inks that are written to the gate array are seen from the next line on (`cpc.picture.beam`); the firmware
sets its own mode again at the next interrupt. The CRTC's registers 1, 2, 6, 7, 9, 12 and 13 change the picture.

Does not emulate: ROMs are not switched: there are none. The picture is read from the 64K that the processor sees, also while
other banks are there. The start of the picture is the same for a whole frame. Of the CRTC's registers that say how long a
line and a frame are none is followed.
Bit 7 of port B (the tape's input), the tape's motor and output, the light pen and the disc controller are not there: an
address that no chip answers gives 255.
"""
