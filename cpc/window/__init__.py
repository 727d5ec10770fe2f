"""The CPC in a window of the host: picture, keys, gamepads, sound, clipboard, and what the function keys do.

It promises: the picture in whole steps or in 4:3, keys by what is printed on them and not by where they are, a frame each
1/50 s, and one sentence where the host has no display or no sound. A mistake of this emulator does not end it, and no
program is lost by it.

It may import pygame (no other room of cpc does, but for the debugger's panel, which is drawn here), the player, the
recordings, and of the machine what is needed to read a picture.

It does not run the machine, keep speeds, or know what is behind a session: all this goes through `cpc.player`. It
starts one thread, which feeds the loudspeaker and asks only the player's samples.
"""
