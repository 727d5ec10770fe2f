"""The sound: the firmware's sound manager, and the sound chip.

Promises: `SoundManager` does SOUND, ENV, ENT, SQ, ON SQ and RELEASE as the firmware does, and writes the same values to the
same registers of the chip in the same interrupt; `writes` shows them. `Psg` makes samples of these writes, for a face that
plays or records them.

May import: the standard library and `basic.ports`.

Does not emulate: the chip cycle by cycle. Volumes follow a curve of three decibels a step, not measured ones; tones are as
high as the manual says, an octave above what the chip's clock would give; values above half the sample rate are silent; the
chip's port A, which reads the keyboard, is not there. The loudspeaker of the machine and its stereo socket are one mix.
"""
