10 REM words: what can be done with a sentence: LEN, MID$, INSTR, ASC
20 MODE 1:BORDER 1:INK 0,1:INK 1,26:INK 2,24:INK 3,15
30 PEN 2:PRINT "Type a sentence, please:":PRINT
40 PEN 1:LINE INPUT "",a$
50 IF LEN(a$)=0 THEN a$="A man, a plan, a canal: Panama!"
60 IF LEN(a$)>70 THEN a$=LEFT$(a$,70)
70 CLS:PEN 2:PRINT a$:PEN 1:PRINT
80 REM Backwards: each character goes in front of those before it
90 b$=""
100 FOR i=1 TO LEN(a$):b$=MID$(a$,i,1)+b$:NEXT
110 t$="Backwards":GOSUB 600:PRINT:PRINT b$:PRINT
120 REM The words lie between the spaces. The longest one is kept
130 words=0:longest$="":w$=""
140 c$=a$+" "
150 FOR i=1 TO LEN(c$)
160 k$=MID$(c$,i,1)
170 IF k$<>" " THEN w$=w$+k$:GOTO 210
180 IF w$<>"" THEN words=words+1
190 IF LEN(w$)>LEN(longest$) THEN longest$=w$
200 w$=""
210 NEXT
220 t$="Words":GOSUB 600:PRINT words
230 t$="Longest":GOSUB 600:PRINT " ";longest$
240 REM Letters alone, in capitals, and how often each of them comes
250 DIM n(26)
260 d$="":vowels=0
270 FOR i=1 TO LEN(a$)
280 k$=UPPER$(MID$(a$,i,1))
290 IF k$<"A" OR k$>"Z" THEN 330
300 d$=d$+k$
310 IF INSTR("AEIOU",k$) THEN vowels=vowels+1
320 k=ASC(k$)-64:n(k)=n(k)+1
330 NEXT
340 t$="Letters":GOSUB 600:PRINT LEN(d$);"with";vowels;"vowels"
350 REM A palindrome reads the same from both ends
360 p=1:l=LEN(d$)
370 FOR i=1 TO l\2
380 IF MID$(d$,i,1)<>MID$(d$,l+1-i,1) THEN p=0
390 NEXT
400 t$="Palindrome":GOSUB 600
410 IF p THEN PRINT " yes" ELSE PRINT " no"
420 REM A secret: each letter 13 further on, after Z comes A again
430 s$=""
440 FOR i=1 TO LEN(a$)
450 k$=MID$(a$,i,1):u$=UPPER$(k$)
460 IF u$>="A" AND u$<="M" THEN k$=CHR$(ASC(k$)+13)
470 IF u$>="N" AND u$<="Z" THEN k$=CHR$(ASC(k$)-13)
480 s$=s$+k$
490 NEXT
500 t$="Secret":GOSUB 600:PRINT:PRINT s$
510 REM A column for each letter
520 FOR i=1 TO 26
530 LOCATE i+7,24:PEN 2:PRINT CHR$(64+i);
540 IF n(i)>6 THEN h=6 ELSE h=n(i)
550 PEN 3:FOR j=1 TO h:LOCATE i+7,24-j:PRINT CHR$(143);:NEXT
560 NEXT
570 CALL &BB06
580 PEN 1:CALL &BC02
590 MODE 1:END
600 REM A heading
610 PEN 3:PRINT t$;TAB(12);:PEN 1
620 RETURN
