"""What an editor for code asks about a listing: `cpc lsp`, by the Language Server Protocol.

    document       the text as an editor has it: its rows, the numbered lines in them, what stands where
    findings       what is wrong with it                  navigation    where lines and names are, and what leads to them
    words          what a word means, what can be typed   changes       renaming, renumbering, LIST's form, blanks
    server         the protocol; the only module that knows pygls

Promises: every text has an answer, whatever is in it: bytes of a picture, rows without numbers, numbers twice. A change keeps
what the program does: each changed line is read again, and where it would mean something else, the line stays as it is (LIST's
form) or nothing is changed and a sentence says why (names, numbers). The text of the listing leaves the editor in no file.

May import: basic, the characters of cpc, listings. pygls comes with the extra `editor`.

Does not run programs, and knows no other files than those that the editor shows. The debugger in editors is cpc.debugger.dap.
"""
