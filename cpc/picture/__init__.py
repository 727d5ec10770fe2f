"""The picture: 16K of screen memory, modes, inks, text windows, characters and graphics.

Promises: after each call of the firmware's text, graphics and screen routines the 16K hold the same bytes as on the machine,
on each model, and the call takes about as long. Pictures, TEST, COPYCHR$ and PEEK read those bytes. Ink changes show at the
frame flyback, as on the machine.

May import: the standard library, `basic.ports` and `cpc.memory`; nothing of the rooms beside it.

Does not emulate: changes within a line of the picture; they are seen from the next line on (`beam`). Colours are the
firmware's numbers 0 to 26; the faces choose what they look like.
"""
