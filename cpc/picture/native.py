"""The functions of the picture that belong to the library of machine code."""

from cpc.picture import quick, quick_text

NATIVE = (*quick.NATIVE, *quick_text.NATIVE)
