"""Machine code that starts the firmware with a program in it.

A snapshot cannot hold what the firmware's ROM puts into the RAM, so the firmware starts first. Its entry of the line editor is
led to this code, which works through a script: it copies bytes to their places, calls entries of the firmware, unpacks the
screen, and hands BASIC lines as if they were typed. Until the end, what BASIC prints is swallowed.
"""

EARLY = 0xAF00                  # BASIC's own memory, before BASIC starts: for the code that runs with the lower ROM on
FIRST_OF_THE_REST = "swallow:"
STACK = 0xC000
TOP = 0x07FF                    # of the memory that BASIC begins with, and clears
TXT_OUTPUT, KL_ROM_WALK = 0xBB5A, 0xBCCB
COPY, CALL, UNPACK, LINE, EDIT = range(1, 6)
LONGEST_RUN = 127
SHORTEST_RUN = 4                # of equal bytes

# Opcodes in hex; `name:` marks a place, `@name` is its address, `>name` the way there, `=name` a word that is put in. What they
# mean is behind the semicolon.
CODE = """
    start:   F3 31 =stack                                        ; DI: LD SP,stack
             01 89 7F ED 49                                      ; LD BC,&7F89: OUT (C),C: the lower ROM
             11 @patch 21 00 00 C3 =begin                        ; LD DE,patch: LD HL,0: JP begin
    patch:   3E C3 21 @hook 32 =edit 22 =edit1                   ; LD A,JP: LD HL,hook: LD (edit),A: LD (edit+1),HL
             21 @swallow 32 =output 22 =output1                  ; LD HL,swallow: LD (output),A: LD (output+1),HL
             21 @walk_or_top 32 =walk 22 =walk1 C9               ; LD HL,walk: LD (walk),A: LD (walk+1),HL: RET
    walk:    E5 3E CF 32 =walk 21 =walk_routine 22 =walk1 E1 CD =walk; the firmware's own entry, and CALL it
    top:     21 =top C9                                          ; LD HL,top: RET: BASIC clears what is below
    swallow: F5 3A @count B7 28 >out                             ; PUSH AF: LD A,(count): OR A: JR Z,out
             3D 32 @count 20 >out                                ; DEC A: LD (count),A: JR NZ,out
             E5 3E CF 32 =output 21 =routine 22 =output1 E1      ; the firmware's own entry again
    out:     F1 C9                                               ; POP AF: RET
    hook:    22 @buffer C5 D5 E5                                 ; LD (buffer),HL: PUSH BC: PUSH DE: PUSH HL
    again:   2A @script                                          ; LD HL,(script)
    next:    7E 23 3D 28 >copy 3D 28 >call                       ; LD A,(HL): INC HL: DEC A: JR Z,copy: DEC A: JR Z,call
             3D 28 >unpack 3D 28 >line                           ; DEC A: JR Z,unpack: DEC A: JR Z,line
             22 @script E1 D1 C1 C3 =edit                        ; LD (script),HL: POP HL: POP DE: POP BC: JP edit
    copy:    5E 23 56 23 4E 23 46 23 ED B0 18 >next              ; to DE, BC bytes: LDIR: JR next
    call:    5E 23 56 23 ED 53 @target 7E 23 32 @value           ; the entry: A
             4E 23 46 23 C5 5E 23 56 23 D5 5E 23 56 23           ; BC: DE: HL
             22 @script EB D1 C1                                 ; LD (script),HL: EX DE,HL: POP DE: POP BC
             3E value: 00 CD target: 00 00 18 >again             ; LD A,value: CALL target: JR again
    unpack:  5E 23 56 23                                         ; to DE
    piece:   7E 23 B7 28 >next FE 80 30 >run                     ; LD A,(HL): INC HL: OR A: JR Z,next: CP 128: JR NC,run
             4F 06 00 ED B0 18 >piece                            ; LD C,A: LD B,0: LDIR: JR piece
    run:     D6 80 47 7E 23                                      ; SUB 128: LD B,A: LD A,(HL): INC HL
    fill:    12 13 10 >fill 18 >piece                            ; LD (DE),A: INC DE: DJNZ fill: JR piece
    line:    ED 5B @buffer                                       ; LD DE,(buffer)
    copying: 7E 23 12 13 B7 20 >copying                          ; LD A,(HL): INC HL: LD (DE),A: INC DE: OR A: JR NZ,copying
             22 @script E1 D1 C1 37 C9                           ; LD (script),HL: POP HL: POP DE: POP BC: SCF: RET
    buffer:  00 00
    script:  @end
    count:   00
    end:
"""


def assembled(base: int, words: dict[str, int], drives: bool) -> tuple[bytes, bytes, dict[str, int]]:
    """The code that starts the machine, for EARLY, the code for a place in memory, and the addresses of all names. With
    `drives`, their ROM is started too."""
    items = [item for line in CODE.splitlines() for item in line.partition(";")[0].split()]
    places: dict[str, int] = {}
    at = EARLY
    for item in items:
        if item == FIRST_OF_THE_REST:
            at = base
        if item.endswith(":"):
            places[item[:-1]] = at
        else:
            at += 2 if item[0] in "@=" else 1
    places["walk_or_top"] = places["walk" if drives else "top"]
    early, out = bytearray(), bytearray()
    for item in items:
        if item == FIRST_OF_THE_REST:
            early, out = out, bytearray()
        if item[0] == "@":
            out += places[item[1:]].to_bytes(2, "little")
        elif item[0] == ">":
            out += (places[item[1:]] - (base + len(out) + 1)).to_bytes(1, "little", signed=True)
        elif item[0] == "=":
            out += words[item[1:]].to_bytes(2, "little")
        elif not item.endswith(":"):
            out.append(int(item, 16))
    return bytes(early), bytes(out), places


# the script

def _words(*values: int) -> bytes:
    return b"".join((value & 0xFFFF).to_bytes(2, "little") for value in values)


def copy(address: int, data: bytes) -> bytes:
    return bytes((COPY,)) + _words(address, len(data)) + data if data else b""


def call(entry: int, a: int = 0, bc: int = 0, de: int = 0, hl: int = 0) -> bytes:
    return bytes((CALL,)) + _words(entry) + bytes((a & 255,)) + _words(bc, de, hl)


def unpack(address: int, data: bytes) -> bytes:
    return bytes((UNPACK,)) + _words(address) + packed(data) + b"\0"


def line(text: bytes) -> bytes:
    return bytes((LINE,)) + text + b"\0"


def packed(data: bytes) -> bytes:
    """Runs of equal bytes, and bytes as they are, each behind its count; that of a run has bit 7 set."""
    out, at, plain = bytearray(), 0, bytearray()

    def close() -> None:
        for start in range(0, len(plain), LONGEST_RUN):
            piece = plain[start:start + LONGEST_RUN]
            out.extend((len(piece), *piece))
        plain.clear()

    while at < len(data):
        end = at + 1
        while end < len(data) and data[end] == data[at] and end - at < LONGEST_RUN:
            end += 1
        if end - at >= SHORTEST_RUN:
            close()
            out += bytes((128 + end - at, data[at]))
        else:
            plain += data[at:end]
        at = end
    close()
    return bytes(out)
