"""Pictures (PNG), moving pictures (GIF) and sound (WAV) as files, without a library.

It promises: a file is written whole or not at all, and a recording that is being written gives way again and again, so
that a face goes on meanwhile.

It may import the picture and the sound of the machine, and the host's files. The time is handed in.

It does not run a machine, show anything, or know a face.
"""
