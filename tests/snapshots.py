"""Snapshots: programs that are stopped on the way, saved as .sna and gone on with.

    CPC_ROMS=... REALCPC=... python -m tests.snapshots [NAME ...] [--damage NUMBER]

runs each of them on the firmware from the snapshot, and compares the screen at the end with ours. `--damage` needs no firmware:
it damages snapshots in many ways and looks that each is read or refused with a sentence.
"""

import argparse
import os
import random
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from cpc import CPC
from cpc.sna import form
from cpc.sna.form import SnapshotFault
from cpc.sna.load import Loaded, model_of
from cpc.sna.save import Saved

# What is typed, and the emulated seconds after which the snapshot is taken.
PROGRAMS: dict[str, tuple[str, float]] = {
    "loop": (
        "10 FOR i=1 TO 300:a=a+i:NEXT\n"
        "20 PRINT a\n"
        "RUN\n", 0.3),
    "nested": (
        "10 FOR i%=1 TO 10:FOR x=1 TO 3 STEP 0.5:s=s+x*i%:NEXT x,i%:PRINT s\n"
        '20 PRINT "end"\n'
        "RUN\n", 0.2),
    "gosub": (
        '10 FOR i=1 TO 20:GOSUB 100:NEXT:PRINT "done";t:END\n'
        "100 t=t+i\n"
        "110 FOR j=1 TO 5:u=u+j:NEXT\n"
        "120 RETURN\n"
        "RUN\n", 0.3),
    "while": (
        "10 WHILE n<60:n=n+1:IF n MOD 7=0 THEN PRINT n;\n"
        "20 WEND:PRINT\n"
        "RUN\n", 0.2),
    "strings": (
        '10 a$="start":DIM b$(20)\n'
        '20 FOR i=1 TO 20:b$(i)=a$+STR$(i):a$=a$+"x":NEXT\n'
        "30 FOR i=1 TO 20:PRINT LEFT$(b$(i),20);:NEXT:PRINT\n"
        "RUN\n", 0.15),
    "data": (
        "10 FOR i=1 TO 8:READ a$,n:PRINT a$;n:NEXT\n"
        '20 DATA one,1,two,2,"three,",3,four,4\n'
        "30 DATA five,5,six,6,seven,7,eight,8\n"
        "RUN\n", 0.1),
    "fn": (
        '10 DEF FNf(x,y)=x*x+y:DEF FNg$(a$)=a$+"!"\n'
        '20 FOR i=1 TO 60:s=s+FNf(i,1):NEXT:PRINT s;FNg$("hi")\n'
        "RUN\n", 0.2),
    "mode2": (
        "10 MODE 2:FOR i=1 TO 20:PRINT i;SQR(i):NEXT:INK 1,6:BORDER 13\n"
        "RUN\n", 0.4),
    "graphics": (
        "10 MODE 1:ORIGIN 100,50:FOR i=0 TO 300 STEP 10:MOVE 0,0:DRAW i,200-i/2,1+i MOD 3:NEXT\n"
        "20 PLOT 5,5,2:PRINT XPOS;YPOS;TEST(5,5)\n"
        "RUN\n", 0.4),
    "windows": (
        '10 WINDOW #1,5,20,3,12:PAPER #1,2:PEN #1,3:CLS #1:FOR i=1 TO 25:PRINT #1,"w";i;:LOCATE 1,15:PRINT i:NEXT\n'
        "RUN\n", 0.3),
    "rnd": (
        "10 RANDOMIZE 5:FOR i=1 TO 40:a=RND:NEXT:FOR i=1 TO 5:PRINT RND:NEXT\n"
        "RUN\n", 0.15),
    "onerror": (
        "10 ON ERROR GOTO 100\n"
        "20 FOR i=1 TO 50:a=a+1:NEXT:ERROR 77\n"
        '30 PRINT "back":END\n'
        "100 PRINT ERR;ERL:RESUME NEXT\n"
        "RUN\n", 0.1),
    "handler": (
        "10 ON ERROR GOTO 100\n"
        "20 ERROR 77\n"
        '30 PRINT "back":END\n'
        "100 FOR i=1 TO 100:NEXT:PRINT ERR:RESUME NEXT\n"
        "RUN\n", 0.12),
    "deg": (
        "10 DEG:DEFINT k:k=2.6:FOR i=1 TO 50:s=s+SIN(i):NEXT:PRINT s;k;SIN(30)\n"
        "RUN\n", 0.3),
    "arrays": (
        "10 DIM a(5,6),b%(10):FOR i=0 TO 5:FOR j=0 TO 6:a(i,j)=i*10+j:NEXT:b%(i)=i:NEXT\n"
        "20 FOR i=0 TO 5:FOR j=0 TO 6:s=s+a(i,j)*(j+1)+b%(i):NEXT:NEXT:PRINT s;a(3,4);b%(5)\n"
        "RUN\n", 0.35),
    "symbol": (
        "10 SYMBOL AFTER 200:SYMBOL 201,255,129,129,129,129,129,129,255:FOR i=1 TO 100:NEXT:PRINT CHR$(201);HIMEM\n"
        "RUN\n", 0.2),
    "every": (
        "10 EVERY 10 GOSUB 100\n"
        "20 WHILE n<12:WEND:PRINT n:END\n"
        "100 n=n+1:PRINT n;:RETURN\n"
        "RUN\n", 0.8),
    "memory": (
        "10 MEMORY 30000:POKE 30001,&C9:FOR i=1 TO 100:NEXT:CALL 30001:PRINT HIMEM;PEEK(30001)\n"
        "RUN\n", 0.15),
    "machine": (
        '10 a$="":FOR i=1 TO 30:a$=a$+CHR$(64+i):NEXT:PRINT a$;LEN(a$):b$=a$+a$:PRINT MID$(b$,20,20):PRINT'
        ' FRE("")>1000\n'
        "RUN\n", 0.12),
    "scroll": (
        "10 FOR i=1 TO 60:PRINT i,i*i:NEXT\n"
        "RUN\n", 1.0),
    "prompt": (
        '10 PRINT "x"\n'
        'a=5:b$="hello"\n'
        "RUN\n", 2.0),
    "lines": (
        "10 FOR i=1 TO 40\n"
        "20 a=a+i\n"
        "30 b=b+a\n"
        "40 NEXT\n"
        "50 PRINT a;b\n"
        "RUN\n", 0.15),
    "hanoi": (
        "10 n=5:f=1:t=3:v=2:DIM s(20,3):GOSUB 100:PRINT:PRINT m:END\n"
        "100 IF n=0 THEN RETURN\n"
        "110 p=p+1:s(p,0)=n:s(p,1)=f:s(p,2)=t:s(p,3)=v:n=n-1:x=t:t=v:v=x:GOSUB 100\n"
        '120 n=s(p,0):f=s(p,1):t=s(p,2):v=s(p,3):PRINT f;">";t;:m=m+1\n'
        "130 n=n-1:x=f:f=v:v=x:GOSUB 100:n=s(p,0):f=s(p,1):t=s(p,2):v=s(p,3):p=p-1:RETURN\n"
        "RUN\n", 0.9),
    "sieve": (
        "10 DEFINT a-z:DIM f(300):FOR i=2 TO 300:IF f(i)=0 THEN PRINT i;:FOR j=i+i TO 300 STEP i:f(j)=1:NEXT\n"
        "20 NEXT:PRINT\n"
        "RUN\n", 1.1),
    "ifelse": (
        "10 FOR i=1 TO 30:IF i MOD 3=0 THEN a=a+1:b=b+i ELSE IF i MOD 5=0 THEN c=c+1 ELSE d=d+1\n"
        "20 NEXT:PRINT a;b;c;d\n"
        "RUN\n", 0.21),
    "input": (
        '10 INPUT "name";n$:PRINT "hello ";n$\n'
        "RUN\n", 0.3),
    "inks": (
        '10 MODE 0:FOR i=0 TO 15:INK i,i,26-i:PEN i:PRINT "ink";i:NEXT:SPEED INK 20,30:BORDER 3,6\n'
        "20 FOR i=1 TO 500:NEXT\n"
        "RUN\n", 0.6),
    "keys": (
        '10 KEY 128,"PRINT 1"+CHR$(13):KEY DEF 46,1,65,66,67\n'
        "20 FOR i=1 TO 200:NEXT\n"
        "RUN\n", 0.1),
    "noise": (
        "10 ENV 1,5,3,2:ENT 1,3,2,2:SOUND 1,200,30,5,1,1\n"
        "20 FOR i=1 TO 300:NEXT:PRINT SQ(1)>0\n"
        "RUN\n", 0.3),
    "zone": (
        '10 ZONE 7:FOR i=1 TO 60:a=i:NEXT:PRINT 1,2,3:LOCATE 10,10:PRINT "here";:PRINT POS(#0);VPOS(#0)\n'
        "RUN\n", 0.15),
}
LAST = "PRINT a;b;i;j;n;s;t;u;x;HIMEM\n"      # typed at the end, to see the variables
UNTIL = 60.0


def stopped(model: str, name: str) -> CPC:
    """A machine in the middle of a program."""
    text, seconds = PROGRAMS[name]
    cpc = CPC(model=model, brand="amstrad")
    *lines, last = text.splitlines(keepends=True)
    for line in lines:
        cpc.type(line)
        cpc.run_until_idle(UNTIL)
    cpc.type(last)
    cpc.run(seconds)
    return cpc


def ended(cpc: CPC) -> tuple[list[str], list[bytes]]:
    """The screen when the program is over and the variables are shown."""
    assert cpc.run_until_idle(UNTIL)
    cpc.type(LAST)
    cpc.run_until_idle(UNTIL)
    return cpc.screen.text(), [bytes(row) for row in cpc.screen.pens()]


def differs(model: str, name: str, real_cpc) -> bool:       # the class of the yardstick, which is not part of the project
    """Whether the firmware ends otherwise than we do."""
    cpc = stopped(model, name)
    real = real_cpc("cpc" + model, disc=False if model == "664" else None)
    real.load_sna(Saved(cpc.machine, cpc.session).data)
    real.until_idle(150)
    real.until_idle(3000)
    real.type(LAST)
    real.until_idle(3000)
    text, pens = ended(cpc)
    found = real.screen_text() != text or [bytes(row) for row in real.pixels()] != pens
    real.close()
    return found


# damage

def damaged(data: bytes, dice: random.Random) -> bytes:
    """The bytes with something done to them, mostly where it matters: in the header and in BASIC's memory."""
    out = bytearray(data)
    for _ in range(dice.choice((1, 2, 5, 30))):
        if not out:
            break
        places = ((0, 0x100), (0x100 + 0x170, 0x100 + 0x400), (0x100 + 0xAC00, 0x100 + 0xB900), (0, len(out)))
        first, last = dice.choice(places)
        at = min(dice.randrange(first, last), len(out) - 1)
        what = dice.randrange(12)
        if what == 0:
            del out[at:]
        elif what == 1:
            out[at:at + 2] = dice.choice((0, 0xFFFF, 0x170, 0xC000, dice.randrange(65536))).to_bytes(2, "little")
        elif what == 2:
            out[0x10:0x11] = bytes((dice.randrange(5),))
            out += b"MEM%d" % dice.randrange(10) + dice.randrange(70000).to_bytes(4, "little") + dice.randbytes(300)
        else:
            out[at] = dice.choice((0, 255, dice.randrange(256), out[at] ^ 1 << dice.randrange(8)))
    return bytes(out)


def outcome(data: bytes, machines: dict[tuple[str, bool], CPC]) -> str:
    """What comes of loading a snapshot: a sentence."""
    try:
        sna = form.read(data)
        kind = model_of(sna)
        if kind not in machines:
            machines[kind] = CPC(model=kind[0], amsdos=kind[1])
        cpc = machines[kind]
        missing = Loaded(sna, cpc.machine, cpc.session).missing
        cpc.run(0.02)
        return " ".join(missing) or "All of it came over."
    except SnapshotFault as fault:
        return str(fault)


def damage(number: int) -> None:
    import resource
    names = list(PROGRAMS)
    samples = [Saved(cpc.machine, cpc.session).data for cpc in (stopped(model, name) for model, name in zip(
        ("464", "664", "6128") * 4, names, strict=False))]
    counts: Counter[str] = Counter()
    machines: dict[tuple[str, bool], CPC] = {}
    for seed in range(number):
        counts[outcome(damaged(samples[seed % len(samples)], random.Random(seed)), machines)] += 1
    for sentence, count in counts.most_common():
        print(f"{count:7} {sentence}")
    print(f"at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.snapshots")
    parser.add_argument("names", nargs="*", default=list(PROGRAMS))
    parser.add_argument("--damage", type=int, metavar="NUMBER")
    options = parser.parse_args()
    if options.damage:
        damage(options.damage)
        return 0
    sys.path.insert(0, os.environ["REALCPC"])
    import realcpc
    wrong = [f"{name} on a {model}" for model in ("464", "664", "6128") for name in options.names
             if differs(model, name, realcpc.RealCPC)]
    print("\n".join([*wrong, f"{len(wrong)} of {3 * len(options.names)} differ"]))
    return 1 if wrong else 0


def reloaded(cpc: CPC) -> tuple[CPC, list[str]]:
    """Another machine, with the first one's snapshot in it, and what did not come over."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "state.sna")
        cpc.save_sna(path)
        other = CPC(model=cpc.model, brand="amstrad", amsdos=cpc.machine.drives.present)
        return other, other.load_sna(path)


if __name__ == "__main__":
    sys.exit(main())
