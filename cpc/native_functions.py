"""The functions of the CPC that belong to the library of machine code."""

from cpc.keys import matrix
from cpc.picture import quick, quick_text

NATIVE = (*quick.NATIVE, *quick_text.NATIVE, *matrix.NATIVE)
