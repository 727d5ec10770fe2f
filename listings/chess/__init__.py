"""Chess listings at play: what a program's board is, a driver, the UCI protocol, tournaments and their Elo figures.

    board       a listing's board.toml: where its pieces stand, as a position     faults      what can go wrong, as sentences
    console     a program on a CPC: types, waits, reads what is printed           ratings     Elo figures of a crosstable
    program     a listing that answers moves                                      openings    the positions games begin from
    set_up      what is typed for a position                                      table       a game at a drawn board
    uci         a listing as an engine for chess programs                         match       one game and its judge
    players     who plays: a listing, or an engine                                tournament  all games, one after the other
    records     games as PGN, and back                                            crosstable  the result as text

Promises: what a listing does is asked of the listing alone, on a CPC; each of its moves is judged by the rules before it
counts; a program that fails, hangs or moves against the rules is reported, never the cause of a traceback.

May import: basic, `from cpc import CPC`, files of the host, listings. `board` needs nothing else; the rest needs the package
`chess` (the extra of that name), which knows the rules.

Does not draw and does not know the command line: cpc.commands and cpc.window do.
"""
