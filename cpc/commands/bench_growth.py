"""How time and memory grow with the size of a program and of what it works on: nothing may grow faster than its size.

Each figure is of a Python of its own: processor time, and memory beyond a machine on which nothing runs.
"""

import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

from cpc.commands.bench_programs import ROOT
from cpc.commands.speech import reported


class Growth(NamedTuple):
    """`program` with the size for {n}; `lines` are as many lines with their numbers for {n} before it."""
    what: str
    sizes: tuple[int, ...]
    program: str
    line: str = ""


SIZES = 10, 100, 1000, 10_000
GROWTHS = (
    Growth("lines of two statements", SIZES, "{n} END", "{n} x=x+{n}:y=y+x"),
    Growth("elements of an array, filled and added", SIZES,
           "10 DIM a({n}):FOR i=1 TO {n}:a(i)=i:NEXT:FOR i=1 TO {n}:s=s+a(i):NEXT"),
    Growth("strings kept in an array", SIZES, '10 DIM a$({n}):FOR i=1 TO {n}:a$(i)="number"+STR$(i):NEXT'),
    Growth("characters joined to a string, again and again", (10, 100, 1000, 10_000),
           '10 FOR i=1 TO {n}:a$=RIGHT$(a$+CHR$(65+i MOD 26),200):NEXT'),
    Growth("GOSUBs in one another", (10, 20, 40, 80), "10 GOSUB 20:END\n20 d=d+1:IF d<{n} THEN GOSUB 20\n30 RETURN"),
    Growth("characters printed", (100, 1000, 10_000, 100_000), '10 FOR i=1 TO {n}/10:PRINT "0123456789";:NEXT'),
)
CODE = """
import resource, sys
from time import process_time
from basic.storage import ASCII
from cpc import CPC
from cpc.commands.bench_growth import GROWTHS, listing
cpc = CPC(memory="large")
cpc.type("PRINT 1:FOR i=1 TO 200:NEXT\\n")
cpc.run_until_idle()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
cpc.session.storage.load_raw(ASCII, listing(GROWTHS[int(sys.argv[1])], int(sys.argv[2])).encode())
for _ in range(2):
    cpc.type("RUN\\n")
    begin = process_time()
    cpc.run_until_idle(1e6)
    print(process_time() - begin)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024, cpc.error)
"""


def listing(growth: Growth, size: int) -> str:
    lines = [growth.line.format(n=number) for number in range(1, size)] if growth.line else []
    return "\n".join([*lines, growth.program.format(n=size)])


def measured(which: int, size: int) -> tuple[float, float, float]:
    """Seconds of the first RUN and of another one; megabytes."""
    command = [sys.executable, "-c", CODE, str(which), str(size)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    first, again, memory, error = done.stdout.split(None, 3)
    if error.strip() != "None":
        raise AssertionError(f"{GROWTHS[which].what}, {size}: {error}")
    return float(first), float(again), float(memory)


def table() -> Iterator[str]:
    """The lines of the table."""
    for which, growth in enumerate(GROWTHS):
        yield reported(growth.what)
        first_word, again_word, each, room = map(reported, ("first", "again", "us each", "memory"))
        for size in growth.sizes:
            first, again, memory = measured(which, size)
            yield (f"  {size:8,}  {first_word} {1000 * first:10,.2f} ms  {again_word} {1000 * again:10,.2f} ms,"
                   f" {1e6 * again / size:8,.2f} {each}  {room} {memory:6.1f} MB")
