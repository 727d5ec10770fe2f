"""The `cpc` command: each of its commands is a function that takes the rest of the command line and gives the exit status.

It promises: 0 where all is well, 1 where a program or a check failed, 2 and one sentence for a mistake at the command line
or what the host does not allow; no traceback. A command imports what it needs when it is called, so that a start is short.

It may import every room; it is the only one that imports both cpc and listings.

It does not run a machine frame by frame (faces and the player do), and holds nothing that another room needs.
"""
