"""Random programs that end, fail or run for ever, and use all parts of the machine's state."""

import random

LONGEST = 240           # characters of a line
SCALARS = ["a", "b", "c%", "d", "n%"]
STATEMENTS = [
    "{v}={e}", "{v}={e}", "{v}={e}", "x({i})={e}", "y%({i},{j})=INT({e})MOD 100", "s$=LEFT$(s$+CHR$(65+{i}),40)",
    "t$=MID$(s$,1,{i}+1):s$=t$+\"=\"", "PRINT {e};", "PRINT s$", "PLOT {i}*20,{j}*20,{i} MOD 4", "DRAW {j}*30,{i}*10",
    "IF {e}>{e} THEN {v}={e} ELSE {v}={i}", "GOSUB 900", "GOSUB 950", "LOCATE {i}+1,{j}+1", "PEN {i} MOD 4",
    "FOR k=1 TO {i}:{v}={v}+k/3:NEXT", "READ d:IF d=0 THEN RESTORE", "z=RND:d=z*10", "SOUND 1,{i}*50+100,{j}",
    "WHILE c%>3:c%=c%-1:WEND", "k$=INKEY$:s$=s$+k$", "INK {i} MOD 4,{j},{i}", "n%={e}", "MODE {i} MOD 3", "SOUND 2,200,0",
    "ON {i} MOD 3 GOSUB 900,950", "DEF FNq(h)=h*{i}+1:d=FNq({j})", "POKE 49152+{i}*80,{j}*16", "CALL &BD19",
    "PRINT #1,USING \"##.#\";{e}", "WINDOW #1,1,10,20,25", "q=TIME:p=q/300", "ERASE w:DIM w({i})",
    "PRINT {e};TIME;PEEK(49152+{i}*80);{e}", "x({i})=TIME/300+PEEK(49152+{j}*80)",
    "b$({i})=STR$({e})", "s$=RIGHT$(s$,30)+b$({i})", "b$({i})=b$({j})+\"x\":b$({j})=LEFT$(b$({i}),9)",
    "READ b$({i}),d:IF d=0 THEN RESTORE", "b$({i})=INKEY$:IF b$({i})>\"\" THEN q=q+LEN(b$({j}))", "PRINT {v}/7;b$({j})",
    "IF b$({i})<b$({j}) THEN t$=b$({i}):b$({i})=b$({j}):b$({j})=t$", "RESTORE 980:READ x({i}),t$,b$({j}):RESTORE",
    "q=q+VAL(STR$({v}/7)):a=VAL(b$({i}))", "q=TEST({i}*20,{j}*20)+q",
    "IF TEST({i}*30,{j}*9)>0 THEN q=q+TEST({j}-4,{i}*20)*{e}", "PRINT {i};TEST({e},{j});", "q=x({i})+TEST({v},{i})",
    "PRINT TAB({i}*3){i};SPC({j});CHR$(65+{j});", "PRINT {v},{i};:PRINT TAB({e})s$;", "ZONE {i1}+3:PRINT \"a\",{j},",
    "LOCATE {i}+1,{j}+1:PRINT {v}/3;TAB({j}*2);SPC({e});", "PRINT b$({i}),TAB({j}+9)TIME;",
    "IF LEN(s$)<99 THEN b$({i})=STR$({e})+s$", "q=q+LEN(b$({j}))+ASC(b$({i})+\"x\")",
    "c$({j},{i})=MID$(b$({j}),{i1},{j})+CHR$(65+{i})",
    "FOR k=0 TO 9:c$(k,{i})=LEFT$(b$(k),60)+CHR$(65+k):NEXT", "FOR k=0 TO 10:b$(k)=MID$(s$,k+1,{i1}):NEXT",
    "b$({i})=UPPER$(c$({i},{j})):IF b$({i})=b$({j}) THEN b$({j})=\"w{i}\"", "PRINT b$({i});c$({j},{i});", "ERASE b$:DIM b$(10)",
    "IF LEN(b$(4))<99 THEN b$(4)=b$(4)+SPACE$({j}*9):t$=c$({i},{j})+LEFT$(s$,40)", "PRINT USING \"##.#\";{e}",
    "WHILE LEN(b$(7))<{i1}*4:b$(7)=b$(7)+\"ab\":WEND",
    "PRINT USING \"\\  \\ !\";b$({i});s$;:PRINT USING \"&\";b$({j})",
    "PRINT USING \"#,###.##-  +#.#^^^^\";{e},{v};", "LOCATE {i}+1,{j}+1:PRINT USING \"a_#**##\";{i}*{j};",
    "f$=\"+##.#\":PRINT USING f$;{e}",
    "LOCATE {i1},1:PRINT \"x\";USING \"n: ##.# & a\";{e};b$({i});:PRINT USING \"!\\ \\**##,.#-\";s$+\"\";FNs$(\"a\");{e}",
    "LOCATE {i1},{j}+1:PRINT USING \"$$####,.##+\";{v};{e};:PRINT USING \"\\    \\&\";MID$(b$({j}),2);s$",
    "t$=FNs$(LEFT$(b$({i}),{j})):b$({j})=FNs$(t$)", "b$({i})=FNt$(b$({j}),{i}):q=q+FNl(t$)",
    "PRINT FNs$(FNr$({v}));FNl(\"x\");",
    "t$=FNi$(\"word\"):b$({i})=FNj$(\"word\")", "b$({i})=FNi$(FNj$(FNi$(\"ab\"))):c$({i},{j})=FNj$(LEFT$(\"some\",{i}))",
    "s$=FNk$(LEFT$(b$({i}),50)):b$({j})=FNi$(CHR$(65+{i}))", "q=q+FNl(FNi$(\"x\"))+FNl(MID$(s$,{i1},1))",
    "q=INSTR(s$,b$({j})+\"a\"):n%=INSTR({i1},s$,CHR$(65+{i}))+INSTR(b$({i}),t$)",
    "b$({i})=STRING$({j},65+{i})+STRING$({i1},\"xy\")",
    "IF FNi$(t$)=FNj$(\"w\") THEN q=q+1", "q=q+PEEK(@b$({i})):s$=s$+\"\":n%=PEEK(@s$+1)", "q=q+JOY({i} MOD 2)+INKEY({i}*8)",
    "q=q+PEEK({i}*97+{j})", "n%=PEEK(368+{i}*41+{j})", "q=PEEK(ABS({e})*991)-PEEK(42000-{i}*7)",
]
FAILING = [         # often
    "b$({e})=STR$({e})+b$({i})", "q=ASC(b$({i}))+LEN(b$({j}))", "b$({i})=MID$(b$({j}),{i1},{j})+b$({i})",
    "b$({i})=b$({i})+SPACE$({j}*9):t$=b$({j})+s$+b$({i})", "s$=s$+b$({j})+s$:IF LEN(s$)>90 THEN s$=\"\"",
    "LOCATE {i}+1,{j}+1:PRINT USING b$({i});{e}", "t$=STRING$({e},b$({i}))", "q=INSTR({e},s$,t$)",
    "s$=FNk$(b$({i})):b$({j})=FNs$(s$)", "q=FNl(b$({e}))+INKEY({e})+JOY({e})",
    "IF FNs$(s$)>FNt$(b$({i}),{j}) THEN s$=FNs$(s$)",
    "q=PEEK(@b$({i})+1)+256*PEEK(@b$({i})+2):q=PEEK(q)+PEEK(@{v})+PEEK(@x({j})+4)",
]
EXPRESSIONS = ["{v}", "{i}", "{v}+{i}", "{v}*1.01-{j}", "ABS({v})/{i1}", "x({i})", "y%({i},{j})", "LEN(s$)", "RND*{i}",
               "SIN({v})", "(a>b)", "-{v}"]


def program(seed: int) -> bytes:
    chance = random.Random(seed)

    def filled(text: str) -> str:
        while "{" in text:
            text = text.replace("{e}", chance.choice(EXPRESSIONS), 1)
            for mark, value in (("{v}", chance.choice(SCALARS)), ("{i1}", str(chance.randint(1, 9))),
                                ("{i}", str(chance.randint(0, 9))), ("{j}", str(chance.randint(0, 9)))):
                text = text.replace(mark, value, 1)
        return text
    begin = "DIM x(10),y%(10,10),w(3),b$(10),c$(9,9):RANDOMIZE 5"
    if chance.random() < 0.5:
        begin += f":EVERY {chance.randint(1, 9)} GOSUB 800"
    choice = STATEMENTS
    if chance.random() < 0.6:
        begin += ":ON ERROR GOTO 700"
        choice = STATEMENTS + FAILING
    lines = [f"5 {begin}", "6 DEF FNs$(h$)=h$+\"!\":DEF FNt$(h$,h)=LEFT$(h$,h)+MID$(s$,2,3):DEF FNr$(h)=STR$(h)",
             "7 DEF FNl(h$)=LEN(h$)+ASC(h$+\"x\"):DEF FNi$(h$)=h$:DEF FNj$(h$)=LEFT$(h$,9):DEF FNk$(h$)=FNs$(FNi$(h$))+h$",
             "8 s$=\"\":s$=s$+\"a\":a=0:b=0:d=0:c%=0:n%=0"]
    if choice is not STATEMENTS and chance.random() < 0.5:      # the string space is full soon
        lines.append(f"9 DIM f(INT((FRE(0)-{chance.randint(300, 1500)})/5))")
    for number in range(10, 200, 10):
        line = ":".join(filled(chance.choice(choice)) for _ in range(chance.randint(1, 4)))
        lines.append(f"{number} {line if len(line) < LONGEST else filled(chance.choice(STATEMENTS))}")
    lines += ["500 r=r+1:IF r<400 THEN 10", "510 END", "700 e=e+1:RESUME NEXT", "800 v=v+1:PRINT \"*\";:RETURN",
              "900 g=g+1:IF g MOD 7=0 THEN s$=\"\"", "910 RETURN", "950 FOR m=1 TO 3:h=h+m:NEXT m:RETURN",
              "960 DATA 1,2,3,0,4", "970 DATA -1.5E3,7,&FF,,3,0,0", "980 DATA 2.5,word,\" a,b\""]
    return "\r\n".join(lines).encode("latin-1")
