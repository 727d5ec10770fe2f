"""Random programs: `session(seed)` gives what a person types at a CPC; the same seed gives the same session.

A session is a list of pieces; each is typed when the machine waits for a key and nothing is left to type. Most sessions write
a program of expressions, loops, strings and errors and run it; some edit, list and renumber a program; some consist of direct
commands. No session depends on time.
"""

import random


def words(text: str) -> list[str]:
    return text.split()


NUMBERS = words("""
    0 1 -1 2 3 5 7 9 10 0.5 -0.5 .1 .25 1.5 2.5 -2.5 3.14159 7.5 -7.5 12 16 100 -100 255 256 -256 999 1000
    32767 -32768 32768 -32769 40000 65535 65536 99999 123456 1234567 123456789 1234567890 9999999999 .001
    .0001 -.0625 1E9 1E10 -1E10 1E-9 1E-10 1E20 1E38 1.7E38 1E-38 2.93874E-39 &FF &7FFF &8000 &FFFF &X101
    &X11111111 &0
""")
SMALL = words("0 1 2 3 4 5 6 7 8 9 10 12 15 20")
STRINGS = ["", "a", "b", "A", "abc", "hello", "HELLO world", "12", " 7", "-3.5", "1E5", "&FF", "x,y", "  sp ",
           "zz", "0", "Locomotive", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "1 2 3", "3abc", "-", ".", "+", "e", "!"]
REALS, INTEGERS, TEXTS = words("a b x y total r!"), words("i% j% k% n%"), words("a$ b$ s$ name$")
LOOPS = words("i j k m% l")
NUMERIC = words("ABS SGN INT FIX CINT CREAL UNT SQR SIN COS TAN ATN EXP LOG LOG10")
FORMATS = ["##", "###.##", "+###", "###-", "**###.#", "$$##.##", "**$##", "#,###.##", "##.##^^^^", "#.#",
           ".##", "a ## b", "_#_##", "+#.##^^^^", "##+", "########", "#######,.##", "##,#"]
TEXT_FORMATS = ["!", "&", "\\  \\", "\\\\", "<&>", "! &", "\\    \\|"]
WORDS = words("""
    PRINT IF THEN ELSE GOTO GOSUB RETURN FOR TO STEP NEXT WHILE WEND DATA READ RESTORE DIM DEF FN ON ERROR
    RESUME INPUT LINE MID$ LEFT$ ( ) , ; : = < > <> + - * / \\ ^ MOD AND OR NOT XOR # @ " ' REM ? 1 2 10 20
    100 0.5 &FF a b i% a$ x(1) STOP END ERASE USING TAB SPC LET CLEAR RANDOMIZE DEG RAD DEFINT WRITE ZONE
    PEN CLS LOCATE MODE TAG | ! $ % [ ] . & E PI RND ERR ERL HEX$ STR$ CHR$ ASC LEN VAL
""")


class Writer:
    """Writes one session."""

    def __init__(self, chance: random.Random):
        self.chance = chance
        self.functions: list[tuple[str, str, str]] = []     # name, the kinds of its parameters, what it gives
        self.arrays: list[tuple[str, int]] = []             # name, dimensions
        self.loops = 0

    def pick(self, *choices):
        return self.chance.choice(choices)

    def one(self, choices):
        return self.chance.choice(choices)

    def often(self, part: float) -> bool:
        return self.chance.random() < part

    # expressions

    def number(self, depth: int = 2) -> str:
        if depth <= 0 or self.often(0.25):
            return self._plain_number()
        kind = self.chance.randrange(12)
        if kind < 5:
            sign = self.pick("+", "-", "*", "/", "\\", " MOD ", "^", "+", "-", "*", " AND ", " OR ", " XOR ")
            return f"{self.number(depth - 1)}{sign}{self.number(depth - 1)}"
        if kind < 6:
            return self.pick("-", "NOT ", "+") + self.number(depth - 1)
        if kind < 7:
            return f"({self.number(depth - 1)})"
        if kind < 8:
            return self.comparison(depth)
        if kind < 10:
            return self._numeric_function(depth)
        if kind < 11:
            return self._text_to_number(depth)
        if self.functions:
            return self._own_function("n", depth) or self._plain_number()
        return self._element() if self.arrays else self._plain_number()

    def _plain_number(self) -> str:
        return self.one([self.one(NUMBERS), self.one(SMALL), self.one(REALS), self.one(INTEGERS),
                         self.one(SMALL), self.one(LOOPS), self.one(REALS),
                         "PI" if self.often(0.2) else self.one(SMALL), self._element()
                         if self.arrays else self.one(SMALL)])

    def _element(self) -> str:
        name, dimensions = self.one(self.arrays)
        open_, close = self.pick("()", "()", "()", "[]")
        return f"{name}{open_}{','.join(self.small() for _ in range(dimensions))}{close}"

    def small(self) -> str:
        if self.often(0.06):
            return self.number(1)
        return self.one([self.one(SMALL), self.one(SMALL[:6]), self.one(LOOPS), self.one(SMALL[:4])])

    def _numeric_function(self, depth: int) -> str:
        kind = self.chance.randrange(8)
        if kind < 5:
            return f"{self.one(NUMERIC)}({self.number(depth - 1)})"
        if kind == 5:
            return f"ROUND({self.number(depth - 1)}{self.pick('', ',1', ',2', ',-2', ',' + self.small())})"
        if kind == 6:
            values = ",".join(self.number(depth - 1) for _ in range(self.chance.randint(1, 4)))
            return f"{self.pick('MIN', 'MAX')}({values})"
        return self.pick("RND", "RND(1)", "INT(RND*10)", "RND(0)", "RND(-3)")

    def _text_to_number(self, depth: int) -> str:
        text = self.text(depth - 1)
        return self.pick(f"LEN({text})", f"ASC({text})", f"VAL({text})", f"INSTR({text},{self.text(0)})",
                         f"INSTR({self.small()},{text},{self.text(0)})",
                         f"VAL({text})")

    def comparison(self, depth: int) -> str:
        sign = self.pick("=", "<", ">", "<=", ">=", "<>", "=>", "=<",
                         "< >") if self.often(0.2) else self.pick("=", "<", ">", "<=", ">=", "<>")
        if self.often(0.3):
            return f"({self.text(depth - 1)}{sign}{self.text(depth - 1)})"
        return f"({self.number(depth - 1)}{sign}{self.number(depth - 1)})"

    def text(self, depth: int = 2) -> str:
        if depth <= 0 or self.often(0.3):
            return self.pick(f'"{self.one(STRINGS)}"', self.one(TEXTS), f'"{self.one(STRINGS)}"')
        kind = self.chance.randrange(14)
        if kind < 3:
            return f"{self.text(depth - 1)}+{self.text(depth - 1)}"
        if kind < 5:
            return f"{self.pick('LEFT$', 'RIGHT$')}({self.text(depth - 1)},{self.small()})"
        if kind < 7:
            return f"MID$({self.text(depth - 1)},{self.small()}{self.pick('', ',' + self.small())})"
        if kind < 8:
            return f"{self.pick('UPPER$', 'LOWER$')}({self.text(depth - 1)})"
        if kind < 9:
            return f"STR$({self.number(depth - 1)})"
        if kind < 10:
            return f"{self.pick('HEX$', 'BIN$')}({self.number(depth - 1)}{self.pick('', ',4', ',' + self.small())})"
        if kind < 11:
            return f"STRING$({self.small()},{self.pick(self.text(0), '65', '42')})"
        if kind < 12:
            return self.pick(f"SPACE$({self.small()})", f"CHR$({self.chance.randint(33, 126)})")
        if kind < 13 and self.functions:
            return self._own_function("s", depth) or f'"{self.one(STRINGS)}"'
        form = self.one(FORMATS)
        return f'DEC$({self.number(depth - 1)},"{form}")' if self.often(0.3) else self.one(TEXTS)

    def _own_function(self, gives: str, depth: int) -> str | None:
        able = [one for one in self.functions if one[2] == gives]
        if not able:
            return None
        name, kinds, _ = self.one(able)
        if not kinds:
            return name
        values = [self.text(depth - 1) if kind == "s" else self.number(depth - 1) for kind in kinds]
        return f"{name}({','.join(values)})"

    def any(self, depth: int = 2) -> str:
        return self.text(depth) if self.often(0.35) else self.number(depth)

    # statements

    def variable(self) -> str:
        if self.arrays and self.often(0.3):
            return self._element()
        return self.one(REALS + INTEGERS)

    def simple(self) -> str:           # noqa: C901  (a table of choices)
        kind = self.chance.randrange(30)
        if kind < 8:
            return self.printing()
        if kind < 13:
            return f"{self.pick('', '', 'LET ')}{self.variable()}={self.number()}"
        if kind < 16:
            return f"{self.one(TEXTS)}={self.text()}"
        if kind == 16:
            return f"MID$({self.one(TEXTS)},{self.small()}{self.pick('', ',' + self.small())})={self.text(1)}"
        if kind == 17:
            return self.pick("DEG", "RAD", "ZONE " + self.small(), "RANDOMIZE " + self.number(1), "RESTORE",
                             "RAD")
        if kind == 18:
            return f"ERASE {self.one(self.arrays)[0]}" if self.arrays and self.often(0.5) else self.printing()
        if kind == 19:
            return f"WRITE {','.join(self.any(1) for _ in range(self.chance.randint(1, 3)))}"
        if kind == 20:
            return f"PRINT ERR;ERL;{self.number(1)}"
        if kind == 21:
            return self.screen()
        if kind == 22:
            return f"{self.one(TEXTS)}={self.number(1)}" if self.often(0.3) else f"PRINT {self.any(3)}"
        if kind == 23:
            number = self.pick("1", "5", "9", "30", "31", "33", "255", self.small())
            return f"ERROR {number}" if self.often(0.3) else self.printing()
        if kind == 24:
            return self.pick('PRINT FRE("")', "PRINT FRE(0)", "PRINT HIMEM", "CLEAR", "PRINT @a",
                             "PRINT POS(#0);VPOS(#0)") if self.often(0.6) else self.printing()
        return f"{self.variable()}={self.number(1)}"

    def screen(self) -> str:
        chance = self.chance.randint
        return self.pick(f"LOCATE {self.small()},{self.small()}", "CLS", f"PEN {self.pick('1', '2', '3')}",
                         "MODE 1", f"PAPER {self.pick('0', '1')}",
                         f"WINDOW {chance(1, 20)},{chance(15, 40)},{chance(1, 10)},{chance(8, 25)}",
                         f"PRINT #{self.chance.randint(0, 9)},{self.any(1)}",
                         f"PRINT CHR$({self.pick('7', '8', '9', '10', '11', '30', '24')});",
                         "WINDOW 1,40,1,25", f"SYMBOL AFTER {self.pick('240', '256', '200')}",
                         "PRINT POS(#0);")

    def printing(self) -> str:
        if self.often(0.15):
            form, values = ((self.one(FORMATS), [self.number(1) for _ in range(self.chance.randint(1, 3))])
                            if self.often(0.7) else
                            (self.one(TEXT_FORMATS), [self.text(1) for _ in range(self.chance.randint(1,
                                    2))]))
            return f'PRINT USING "{form}";{self.pick(";", ",").join(values)}{self.pick("", "", ";")}'
        parts = []
        for _ in range(self.chance.randint(0, 4)):
            parts.append(self.pick(self.any(), self.any(1), f"TAB({self.small()});", f"SPC({self.small()});",
                                   self.number(1)))
            parts.append(self.pick(";", ";", ",", ""))
        text = "PRINT " + "".join(parts)
        return text if not self.often(0.1) else text.replace("PRINT ", "?", 1)

    def statements(self, depth: int) -> list[str]:
        """The statements of a block, each for a line or a part of one."""
        kind = self.chance.randrange(14)
        if depth <= 0 or kind < 6:
            return [self.simple() for _ in range(self.chance.randint(1, 3))]
        if kind < 8:
            return self.for_loop(depth)
        if kind < 9:
            self.loops += 1
            name = f"w{self.loops}"
            return [f"{name}=0", f"WHILE {name}<{self.chance.randint(1, 4)}", f"{name}={name}+1",
                    *self.statements(depth - 1), "WEND"]
        if kind < 11:
            return [self.branch()]
        if kind < 12:
            return [f"READ {self.pick('a', 'a$', 'i%', 'a,b$', 'x,y,s$')}"]
        if kind < 13:
            lines = ",".join(self.pick("9000", "9100") for _ in range(self.chance.randint(1, 3)))
            return [f"ON {self.small()} GOSUB {lines}"]
        return [self.pick("GOSUB 9000", "GOSUB 9100")]

    def for_loop(self, depth: int) -> list[str]:
        name = LOOPS[(2 - depth) % len(LOOPS)]
        first, last, step = self.pick(("1", "3", ""), ("0", "2", ""), ("3", "1", " STEP -1"),
                                      ("1", "2", " STEP .5"), ("5", "1", ""), ("0", "1", " STEP .25"),
                                      ("-2", "2", " STEP 2"), ("10", "1", " STEP -4"),
                                      ("1", self.pick("3", "2.5", "i%"), ""))
        return [f"FOR {name}={first} TO {last}{step}", *self.statements(depth - 1),
                f"NEXT{self.pick('', ' ' + name)}"]

    def branch(self) -> str:
        condition = self.pick(self.comparison(1), self.number(1),
                              self.comparison(1) + self.pick(" AND ", " OR ") + self.comparison(1))
        text = f"IF {condition} THEN {self.simple()}"
        if self.often(0.3):
            text += f":{self.simple()}"
        if self.often(0.5):
            text += f" ELSE {self.simple()}"
        return text

    # programs

    def program(self) -> list[str]:
        head, body = [], []
        if self.often(0.25):
            head.append(self.pick("DEFINT i-k", "DEFSTR s,n", "DEFREAL a-z", "DEFINT a-z",
                                  "DEFSTR z:DEFINT b"))
        if self.often(0.4):
            handler = self.pick("9500", "9600")
            head.append(f"ON ERROR GOTO {handler}")
        for name in self.chance.sample(["d", "e%", "f$", "t"], self.chance.randint(0, 3)):
            sizes = [str(self.chance.choice([2, 3, 5, 10])) for _ in range(self.chance.randint(1, 3))]
            if not name.endswith("$"):
                self.arrays.append((name, len(sizes)))
            if self.often(0.8):
                head.append(f"DIM {name}({','.join(sizes)})")
        for _ in range(self.chance.randint(0, 2)):
            name, kinds, gives = self.pick(("FNa", "n", "n"), ("FNb", "nn", "n"), ("FNc$", "s", "s"),
                                           ("FNd$", "sn", "s"), ("FNe", "", "n"))
            names = [("p$", "q$")[which] if kind == "s" else ("u", "v")[which] for which,
                     kind in enumerate(kinds)]
            given = f"({','.join(names)})" if names else ""
            value = (f"{self.number(1)}+{names[0] if kinds[:1] == 'n' else '1'}"
                     if gives == "n" else f"{names[0]}+{self.text(1)}")
            head.append(f"DEF {name}{given}={value}")
            self.functions.append((name, kinds, gives))
        for _ in range(self.chance.randint(2, 7)):
            body += self.statements(2)
        if self.often(0.3):
            items = [self.pick(self.one(NUMBERS), self.one(STRINGS[1:]), f'"{self.one(STRINGS)}"') for _ in range(5)]
            head.append("DATA " + ",".join(items))
        tail = [(9000, f"{self.simple()}:RETURN"), (9100, f'PRINT "sub";a:{self.simple()}:RETURN'),
                (9500, "PRINT \"error\";ERR;ERL:eh=eh+1:IF eh>6 THEN END"),
                (9510, self.pick("RESUME NEXT", "RESUME NEXT", "RESUME NEXT", "a=1:b=1:x=1:RESUME NEXT",
                                 "RESUME 8990", "ON ERROR GOTO 0", "RESUME 20")),
                (9600, "eh=eh+1:IF eh<5 THEN PRINT ERR;:RESUME NEXT ELSE END")]
        lines, number, at = [], 10, 0
        statements = head + body
        while at < len(statements):
            text = statements[at]
            at += 1
            while at < len(statements) and self.often(0.3) and len(text) + len(statements[at]) < 200:
                if text.startswith(("IF ", "DATA")) or " THEN " in text:
                    break
                text += ":" + statements[at]
                at += 1
            lines.append(f"{number} {text}")
            number += 10
        lines.append("8990 END")
        return lines + [f"{number} {text}" for number, text in tail]

    def garble(self, line: str) -> str:
        """A line with a word put in, left out or changed."""
        words, at, word = [], 0, ""
        for char in line:
            if char.isalnum() or char in "$%.":
                word += char
                continue
            if word:
                words.append(word)
                word = ""
            words.append(char)
        words.append(word)
        at = self.chance.randrange(1, max(len(words), 2))
        match self.chance.randrange(4):
            case 0:
                del words[at:at + 1]
            case 1:
                words.insert(at, " " + self.one(WORDS) + " ")
            case 2:
                words[at:at + 1] = [" " + self.one(WORDS)]
            case 3:
                words[at:at + 1] = words[at:at + 1] * 2
        return "".join(words)[:250]

    # sessions

    def running(self) -> list[str]:
        lines = self.program()
        if self.often(0.35):
            for _ in range(self.chance.randint(1, 3)):
                at = self.chance.randrange(len(lines))
                lines[at] = self.garble(lines[at])
        session = [line + "\n" for line in lines]
        session.append("RUN\n")
        if self.often(0.4):
            session += [self.pick("PRINT a;b;i%;a$\n", "LIST 10-60\n", "CONT\n", "GOTO 8990\n",
                                  "PRINT ERR;ERL\n", "PRINT FRE(0)\n", "RUN\n", "GOSUB 9100\n")
                        for _ in range(self.chance.randint(1, 3))]
        return session

    def asking(self) -> list[str]:
        names = self.pick(["a"], ["a$"], ["i%"], ["a", "b$"], ["a$", "b"], ["x", "y", "i%"])
        form = self.pick("INPUT ", 'INPUT "prompt";', 'INPUT "p",', 'INPUT ;"q";', "INPUT #0,")
        if len(names) == 1 and names[0].endswith("$") and self.often(0.4):
            form = "LINE " + form
        answers = [self.pick("1", "2,3", "abc", "", "1E5", "-7.5", "32768", "&FF", "1 2", '"q,r"', " sp ",
                             "x,y,z", "1,two,3", "1E40", "+5", ".5", "5,", ",")
                   for _ in range(4)]
        show = ";".join(f'"<";{name};">"' for name in names)
        return [f"10 {form}{','.join(names)}\n", f"20 PRINT {show}\n",
                self.pick("", "30 IF n<1 THEN n=n+1:GOTO 10\n"),
                "RUN\n" + "".join(answer + "\n" for answer in answers) + "1,1,1\n1\n1,1\n"]

    def editing(self) -> list[str]:
        lines = self.program()[:self.chance.randint(3, 9)]
        for _ in range(3):
            jump = self.pick("GOTO", "GOSUB", "RESTORE", "ON a GOTO 10,")
            lines.append(f"{self.chance.randint(1, 30) * 10} {jump} {self.chance.randint(1, 12) * 10}")
        if self.often(0.3):
            lines.append(self.garble(self.one(lines)))
        session = [line + "\n" for line in lines]
        for _ in range(self.chance.randint(2, 6)):
            number = self.chance.randint(1, 12) * 10
            session.append(self.pick(
                "LIST", f"LIST {number}", f"LIST {number}-", f"LIST -{number}",
                                     f"LIST {number}-{number + 40}", "RENUM", f"RENUM {number}",
                                     f"RENUM 100,{number}",
                f"RENUM {number},{number},5", "RENUM 10,20,5", f"DELETE {number}",
                                     f"DELETE {number}-{number + 20}", f"DELETE -{number}", f"{number}",
                f"{number} {self.simple()}", f"EDIT {number}\n{self.keys()}",
                                     f"AUTO {number}\n{self.simple()}\n{self.simple()}\n\xfc", "NEW", "LIST",
                f"{number} {self.garble('PRINT 1')}", self.garble(f"LIST {number}"), "PRINT a",
                                     "a=5:PRINT a") + "\n")
        session.append("LIST\n")
        if any("AUTO" in piece or "EDIT" in piece for piece in session):
            session.insert(-1, "\xfc")
        return session

    def keys(self) -> str:
        """Keys for the line editor."""
        return "".join(self.pick("\xf3", "\xf3", "\xf2", "\x7f", "\x10", "x", "1", " ", '"', "\xf9", "\xfb",
                                 ":") for _ in range(self.chance.randint(0, 12)))

    def direct(self) -> list[str]:
        session = []
        for _ in range(self.chance.randint(3, 8)):
            text = ":".join(self.pick(self.simple(), self.printing(), self.branch(),
                                      ":".join(self.for_loop(1))) for _ in range(self.chance.randint(1, 2)))
            session.append((self.garble(text) if self.often(0.4) else text)[:250] + "\n")
        return session

    def crowded(self) -> list[str]:
        """Little memory, deep stacks, long strings."""
        return self.pick(
            lambda: ["10 MEMORY 1500\n", "20 DIM a(100)\n", "30 DIM b$(200)\n", '40 PRINT FRE(0)\n', "RUN\n",
                     "PRINT FRE(0);HIMEM\n"],
            lambda: ["10 DEFSTR s\n", '20 s="ab"\n', "30 FOR i=1 TO 9:s=s+s:PRINT LEN(s);FRE(0):NEXT\n",
                     "RUN\n"],
            lambda: [f"MEMORY {self.chance.randint(400, 2500)}\n",
                     "10 FOR i=1 TO 100:a$(i)=STRING$(i,65):NEXT\n", "20 PRINT i\n", "RUN\n",
                     "PRINT i;FRE(0)\n"],
            lambda: [f"10 n=n+1:{self.pick('GOSUB 10', 'FOR i=1 TO 2:GOSUB 10', 'WHILE 1:GOSUB 10:WEND')}\n",
                     "20 NEXT\n", "RUN\n", "PRINT 1\n"],
            lambda: [f"MEMORY {self.chance.randint(2000, 5000)}\n", "10 DIM a$(50)\n",
                     "20 FOR k=1 TO 5:FOR i=1 TO 50:a$(i)=STR$(i)+STRING$(k*5,64+k):NEXT:NEXT\n",
                     '30 PRINT a$(7);LEN(a$(50));FRE("")\n', "RUN\n"],
            lambda: [f"PRINT {'(' * (depth := self.chance.choice([5, 20, 60, 90]))}1{')' * depth}\n",
                     f"PRINT {'-' * depth}1\n",
                     f"PRINT {'+'.join(chr(34) + 'a' + chr(34) for _ in range(depth // 2))}\n"],
            lambda: ['a$="x"\n', "PRINT " + "(a$+" * 11 + "a$" + ")" * 11 + "\n",
                     "PRINT " + "(1+" * 30 + "a" + ")" * 30 + "\n"],
        )()


def session(seed: int) -> list[str]:
    chance = random.Random(seed)
    writer = Writer(chance)
    kinds = [writer.running] * 11 + [writer.direct] * 4 + [writer.editing] * 3 + [writer.asking] * 2 + [writer.crowded]
    return [piece for piece in chance.choice(kinds)() if piece]
