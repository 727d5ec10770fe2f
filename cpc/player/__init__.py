"""The player: the one seam between a machine and a face.

A face is what a person sees and touches: the window, the terminal, a page in a browser, a notebook. It shows the
player's picture, plays its samples, shows its notices as it likes, hands keys in, and calls `frame` again and again.
`cpc.player.player` says how, with an example.

It promises: the same speeds, the same way of holding them to the wall clock, the same messages and the same care for a
program that is not saved, in each face. So are the commands that a face may offer, a person's settings, states in files,
the way back in time, and the keyboard to be drawn. Nothing here ever blocks, and what a frame takes of the host's time is
limited.

It may import basic, and of cpc the machine, its keys, its sound and `cpc.api`.

It does not read a clock (the face hands one in), start a thread, open a window, know pygame or a terminal, or print.
It knows the host's files only through `Autosave`, `States`, `Settings` and `Remembered`, whose places are handed in; all of
them may be left out. Which programs there are to choose from is handed in, too.
"""
