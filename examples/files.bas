10 REM files: writes a list into a file, and reads it in again
20 REM The file is called birthday. The ! keeps a cassette recorder from
30 REM asking for its keys; a disc does not mind it.
40 f$="!birthday":most=40
50 DIM name$(most),day(most),month(most)
60 MODE 1:BORDER 1:INK 0,1:INK 1,26:INK 2,24:INK 3,15
70 WINDOW #1,1,40,1,3:PAPER #1,3:PEN #1,0:CLS #1
80 LOCATE #1,14,2:PRINT #1,"Birthday list"
90 WINDOW #0,2,40,5,25
100 REM What shall be in the list?
110 PEN 2:PRINT "Name, day, month: Ada,10,12 say"
120 PRINT "End with ENTER alone.":PRINT
130 PEN 1:n=0
140 LINE INPUT "> ",a$
150 IF a$="" THEN 230
160 c=INSTR(a$,","):d=INSTR(c+1,a$,",")
170 IF c<2 OR d<c+2 OR d=LEN(a$) THEN PRINT "  Two commas, please":GOTO 140
180 n=n+1:name$(n)=LEFT$(a$,c-1)
190 day(n)=VAL(MID$(a$,c+1,d-c-1)):month(n)=VAL(MID$(a$,d+1))
200 IF n<most THEN 140
210 REM OPENOUT makes the file, and what goes to stream 9 goes into it.
220 REM WRITE puts commas between and quotes around: INPUT wants that.
230 OPENOUT f$
240 FOR i=1 TO n:WRITE #9,name$(i),day(i),month(i):NEXT
250 CLOSEOUT
260 PEN 2:PRINT:PRINT n;"written. Now they are forgotten..."
270 FOR i=1 TO n:name$(i)="":day(i)=0:month(i)=0:NEXT
280 REM EOF is true when nothing is left to read
290 PRINT " ...and read in again:":PRINT
300 OPENIN f$
310 n=0
320 WHILE NOT EOF
330 n=n+1:INPUT #9,name$(n),day(n),month(n)
340 WEND
350 CLOSEIN
360 REM In order of the year: each one moves up to its place
370 FOR i=2 TO n:j=i
380 WHILE j>1
390 k=j-1
400 IF 31*month(k)+day(k)<=31*month(j)+day(j) THEN j=1:GOTO 430
410 t$=name$(j):name$(j)=name$(k):name$(k)=t$
415 t=day(j):day(j)=day(k):day(k)=t
420 t=month(j):month(j)=month(k):month(k)=t:j=k
430 WEND:NEXT
440 PEN 1
450 FOR i=1 TO n
460 PRINT USING "  ##. ##.  &";day(i);month(i);name$(i)
470 NEXT
480 PEN 2:PRINT:PRINT "A key ends."
490 CALL &BB06
500 PEN 1:CALL &BC02
510 MODE 1:END
