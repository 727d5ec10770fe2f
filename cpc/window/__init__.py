"""The CPC in a window of the host: picture, keys, gamepads, sound, clipboard, the menu and its pages, the CPC's keyboard.

It promises: all that it does can be reached by keys alone and by the mouse alone, and the menu names it. The picture is in
whole steps or in 4:3, keys count by what is printed on them and not by where they are, and a frame comes each 1/50 s. Where the
host has no display or no sound, it says so in one sentence. A mistake of this emulator does not end it, and no program is
lost by it.

It may import pygame (no other room of cpc does, but for the debugger's panel, which is drawn here), the player, the
recordings, and of the machine what is needed to read a picture.

It does not run the machine, keep speeds, or know what is behind a session: all this goes through `cpc.player`. It
starts one thread, which feeds the loudspeaker and asks only the player's samples.
"""
