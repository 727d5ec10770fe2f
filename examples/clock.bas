10 REM clock: a clock that EVERY keeps going
20 REM EVERY 50 GOSUB 500 calls line 500 each 50/50 of a second,
30 REM whatever else the program does meanwhile.
40 MODE 1:BORDER 0:INK 0,0:INK 1,26:INK 2,15:INK 3,6
50 PEN 2:LOCATE 3,3:PRINT "What time is it?"
60 PEN 1:LOCATE 3,5
70 INPUT "Hours, minutes";h,m
80 h=INT(h) MOD 24:m=INT(m) MOD 60:s=0
90 REM Sines and cosines take long: all 60 of them once, into a table
100 CLS:DEG:DIM x(59),y(59)
110 FOR i=0 TO 59:x(i)=SIN(6*i):y(i)=COS(6*i):NEXT
120 ORIGIN 320,212
130 REM Two golden rings with the minutes between them
140 FOR r=184 TO 176 STEP -8
150 PLOT 0,r,2
160 FOR i=1 TO 60:DRAW r*x(i MOD 60),r*y(i MOD 60):NEXT
170 NEXT
180 FOR i=0 TO 59
190 r=170:IF i MOD 5=0 THEN r=160
200 PLOT 174*x(i),174*y(i),1:DRAW r*x(i),r*y(i)
210 NEXT
220 REM The hours: TAG prints where the graphics cursor is
230 TAG
240 FOR i=1 TO 12
250 h$=MID$(STR$(i),2):k=i*5 MOD 60
260 MOVE 140*x(k)-8*LEN(h$),140*y(k)+8:PRINT h$;
270 NEXT
280 TAGOFF
290 LOCATE 6,25:PEN 2:PRINT "A key stops it.";
300 k=(h MOD 12)*5+m\12:GOSUB 600:GOSUB 700:GOSUB 555
310 EVERY 50 GOSUB 500
320 REM The main program only waits for a key. The clock goes by itself
330 WHILE INKEY$="":WEND
340 REM REMAIN stops the timer
350 r=REMAIN(0)
360 LOCATE 6,25:PRINT "Stopped. A key ends it.";
370 CALL &BB06
380 ORIGIN 0,0:PEN 1
390 CALL &BC02:MODE 1:END
500 REM A second has gone by: the second hand goes on, and at the end of
510 REM a minute the other two as well
520 SOUND 2,30,1,4
530 GOSUB 700:s=s+1:IF s=60 THEN GOSUB 570
540 GOSUB 700
550 REM The time in figures
555 PEN 1:LOCATE 31,25:PRINT USING "##";h;:t=m:GOSUB 560:t=s
560 PRINT ":";RIGHT$(STR$(100+t),2);:RETURN
570 REM Off with the hands, and on again where they are now
580 p=0:GOSUB 620:s=0:m=m+1:IF m=60 THEN m=0:h=(h+1) MOD 24
590 k=(h MOD 12)*5+m\12
600 p=1
610 REM Hour and minute hand: slim diamonds, drawn with pen p
620 u=x(k):v=y(k):l=76:GOSUB 640
630 u=x(m):v=y(m):l=116
640 w=l/2:MOVE 0,0
650 DRAW w*u+6*v,w*v-6*u,p:DRAW l*u,l*v
660 DRAW w*u-6*v,w*v+6*u:DRAW 0,0
670 RETURN
700 REM The second hand turns the pens under it round (XOR): drawn a second
710 REM time it is gone, and what was there is back
720 PRINT CHR$(23);CHR$(1);
730 MOVE -20*x(s),-20*y(s):DRAW 120*x(s),120*y(s),3
740 PRINT CHR$(23);CHR$(0);
750 RETURN
