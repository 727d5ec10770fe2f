"""The CPC in a terminal: the screen as characters and quarter blocks in colour, and keys as a terminal sends them.

It promises: the terminal is given back as it was, whatever ends the program; only what has changed is sent; a terminal
without colours, or of another size, works too.

It may import the player, the tables of the CPC's keys and characters, and what is needed to read a picture. It needs a Unix
terminal (termios) and says so where there is no such terminal.

It does not run the machine or keep speeds (`cpc.player` does), play sound, or see keys go up: a terminal does not say
so, and a key counts as down for a moment.
"""
