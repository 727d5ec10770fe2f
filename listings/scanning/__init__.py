"""A listing out of the text of a scan.

    scan        the numbered lines in the text, each with all its readings
    readings    the best reading of each line, where there is no manifest
    mend        with a manifest: the reading that has the right checksum, or one that is changed until it has
    ocr         what a scan gets wrong

Promises: with a manifest, a line is only called right when its checksum is. Without one, what is doubtful is named.

May import: basic, listings.

Does not read pictures: the text comes from a program for that.
"""
