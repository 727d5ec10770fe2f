10 REM tune: a minuet in two voices, and the sheet it is played from
20 REM A voice is a string, six characters to the bar: a letter begins a
30 REM note, - goes on with it, . is a rest. Capitals are an octave up.
40 REM In G major each f is an f sharp.
50 MODE 1:BORDER 26:INK 0,26:INK 1,0:INK 2,23:INK 3,6
60 PEN 1:LOCATE 12,1:PRINT "A small minuet";
70 REM The twelve notes of an octave: each 2^(1/12) higher than the last.
80 REM A period of 284 gives the A of 220 Hertz, 142 the one of 440.
90 DIM semi(7):FOR i=1 TO 7:READ semi(i):NEXT
100 DATA 9,11,0,2,4,6,7
110 REM A pluck for the melody, a softer one for the bass
120 ENV 1,1,14,1,4,-1,4,10,-1,10
130 ENV 2,1,11,1,5,-1,8,6,-1,12
140 REM Four times: five lines for each hand, and four bars
150 FOR row=0 TO 3
160 y0=340-88*row
170 FOR i=0 TO 4
180 PLOT 20,y0+8*i,2:DRAW 620,y0+8*i
190 PLOT 20,y0-48+8*i:DRAW 620,y0-48+8*i
200 NEXT
210 FOR i=0 TO 4
220 PLOT 20+150*i,y0-48,2:DRAW 20+150*i,y0+32
230 NEXT i,row
300 REM Read the strings, column by column. What is to be played goes
310 REM into arrays, so that nothing has to be worked out while it plays.
320 DIM s(200),p(200),n(200):last=0
330 FOR bar=0 TO 15
340 READ m$,b$
350 x0=36+150*(bar MOD 4):y0=340-88*(bar\4)
360 FOR q=1 TO 6
370 a$=m$:octave=4:voice=1:GOSUB 500
380 a$=b$:octave=2:voice=2:GOSUB 500
390 NEXT q,bar
400 REM Play. SOUND waits when five notes of a voice are under way
410 FOR i=1 TO last:SOUND s(i),p(i),n(i),0,s(i) AND 3:NEXT
420 LOCATE 13,25:PEN 3:PRINT "A key ends it.";
430 CALL &BB06
440 PEN 1:CALL &BC02
450 MODE 1:END
500 REM What voice has in column q of a$
510 k$=MID$(a$,q,1)
520 IF k$="-" OR k$="." THEN RETURN
530 REM How long is it? A column is a quaver, of 22/100 seconds
540 n=1
550 WHILE MID$(a$,q+n,1)="-":n=n+1:WEND
560 REM Which letter, and which octave?
570 k=ASC(LOWER$(k$))-96:o=octave-(k$<"a")
580 last=last+1:s(last)=voice:n(last)=22*n
590 p(last)=ROUND(62500/440*2^(4-o-(semi(k)-9)/12))
600 REM The first notes of a bar wait for each other: +16, +8
610 IF q=1 THEN s(last)=voice+16/voice
620 REM Its place: steps above the lowest line, 4 dots each
630 high=(k+4) MOD 7+7*(o-4)
640 IF voice=1 THEN y=y0+4*(high-2):c=1 ELSE y=y0-48+4*(high+10):c=3
650 x=x0+22*(q-1)
660 MOVE x-6,y-2:DRAW x+4,y-2,c
670 MOVE x-8,y:DRAW x+6,y
680 MOVE x-6,y+2:DRAW x+4,y+2
690 REM Long notes are open in the middle; those of a whole bar have a dot
700 IF n>3 THEN MOVE x-4,y:DRAW x+2,y,0
710 IF n=6 THEN PLOT x+12,y+4,c
720 REM The stem: upwards from low notes, downwards from high ones
730 IF voice=1 THEN i=y<y0+16 ELSE i=y<y0-32
740 IF i THEN MOVE x+6,y:DRAWR 0,22,c ELSE MOVE x-8,y:DRAWR 0,-22,c
750 IF n=1 THEN DRAWR 4,4*SGN(y-YPOS):DRAWR 2,4*SGN(y-YPOS)
760 RETURN
800 DATA gabCD-,g---D-, E-D-b-,C---g-
810 DATA CbabC-,a---D-, b-a-d-,g-d-D-
820 DATA gabCD-,g---b-, E-G-E-,C---E-
830 DATA DCbagf,D---d-, g-----,g-D-g-
840 DATA b-E-E-,e-b-E-, F-E-D-,b-F-B-
850 DATA CDE-C-,C---E-, D---a-,D-C-d-
860 DATA gabCD-,g---b-, E-G-E-,C---E-
870 DATA DbCagf,D---d-, g-----,g-d-g-
