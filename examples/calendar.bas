10 REM calendar: PRINT USING, and what MOD and \ are good for
20 MODE 1:BORDER 1:INK 0,1:INK 1,26:INK 2,24:INK 3,16
30 DEFINT a-z
40 DIM name$(12)
50 FOR i=1 TO 12:READ name$(i):NEXT
60 DATA January,February,March,April,May,June,July
70 DATA August,September,October,November,December
80 PEN 2:PRINT:PRINT " A month of any year from 1583 on":PRINT
90 PEN 1:INPUT " Month, year";m,y
100 IF m<1 OR m>12 OR y<1583 OR y>9999 THEN 90
110 REM A year is a leap year if 4 divides it; not if 100 does, unless
120 REM 400 does. A comparison that is true is -1: hence the minus
130 leap=-(y MOD 4=0 AND (y MOD 100<>0 OR y MOD 400=0))
140 REM How many days has it? 30, and one more in every other month:
150 REM in the odd ones up to July, in the even ones after it
160 days=30+(m+m\8) MOD 2
170 IF m=2 THEN days=28+leap
180 REM Counted from Monday the 1st of January of the year 1: how many days
190 REM are left over from the weeks before this month?
200 v=y-1
210 n=(v MOD 7)+v\4-v\100+v\400
220 FOR i=1 TO m-1
230 d=30+(i+i\8) MOD 2:IF i=2 THEN d=28+leap
240 n=n+d
250 NEXT
260 first=n MOD 7
270 REM The sheet: a white page with a yellow head
280 CLS
290 WINDOW #1,6,35,4,6:PAPER #1,2:PEN #1,0:CLS #1
300 h$=name$(m)+STR$(y)
310 LOCATE #1,(30-LEN(h$))\2+1,2:PRINT #1,h$
320 WINDOW #2,6,35,7,22:PAPER #2,1:PEN #2,0:CLS #2
330 LOCATE #2,2,2:PRINT #2,"Mon Tue Wed Thu Fri Sat Sun"
340 REM Day d stands in column c of the week r; Sundays in another colour
350 FOR d=1 TO days
360 c=(first+d-1) MOD 7:r=(first+d-1)\7
370 IF c=6 THEN PEN #2,3 ELSE PEN #2,0
380 LOCATE #2,2+4*c,4+2*r:PRINT #2,USING "##";d
390 NEXT
400 PEN 2:LOCATE 6,24:PRINT days;"days; the year has";365+leap
410 REM N for the next month, B for the one before, another key ends
420 PEN 1:LOCATE 6,25:PRINT "N next   B back   E end";
430 k$=LOWER$(INKEY$):IF k$="" THEN 430
440 IF k$="n" THEN m=m+1:IF m>12 THEN m=1:y=y+1
450 IF k$="b" THEN m=m-1:IF m<1 THEN m=12:y=y-1
460 IF k$="n" OR k$="b" THEN PAPER 0:PEN 1:GOTO 130
470 IF k$<>"e" THEN 430
480 CALL &BC02:MODE 1:END
