10 REM lines: lines that make curves, and FILL (a 6128 paints, a 464 draws)
20 REM FILL came with BASIC 1.1. On a 464 it is a Syntax error: that is
30 REM caught in line 700, and each pane gets a jewel of lines instead.
40 MODE 0:BORDER 0:DEG:painted=1
50 FOR i=0 TO 15:READ c:INK i,c:NEXT
60 DATA 1,0,6,15,24,18,20,11,2,5,8,16,26,3,9,23
70 REM Straight lines in each corner: together they look round
80 FOR i=0 TO 160 STEP 16
90 j=160-i:CALL &BD19
100 MOVE 0,i:DRAW j,0,7
110 MOVE 0,399-i:DRAW j,399
120 MOVE 639,i:DRAW 639-j,0
130 MOVE 639,399-i:DRAW 639-j,399
140 NEXT
150 REM The window: a disc of night, and in it the lead, pen 1
160 ORIGIN 320,200
170 DIM x(24),y(24)
180 FOR i=0 TO 24:x(i)=COS(15*i):y(i)=SIN(15*i):NEXT
190 FOR r=196 TO 192 STEP -2:k=1:GOSUB 500:NEXT
200 r=120:k=1:GOSUB 500
210 REM A star: from each eighth of the ring to the third one after it
220 FOR i=0 TO 21 STEP 3
230 j=(i+9) MOD 24
240 MOVE 194*x(i),194*y(i):DRAW 194*x(j),194*y(j),1
250 NEXT
260 ON ERROR GOTO 700
270 REM The glass: FILL paints from here to the lines of the pen in use
280 t=500:a=0:r=0:p=12:GOSUB 600
290 FOR n=0 TO 7
300 a=45*n+22.5:r=90:p=4:GOSUB 600
310 a=45*n:r=108:p=2:GOSUB 600
320 a=45*n:r=150:p=3:GOSUB 600
330 a=45*n+22.5:r=114:p=9:GOSUB 600
340 a=45*n+22.5:r=160:p=7-(n MOD 2):GOSUB 600
350 NEXT
360 ON ERROR GOTO 0
370 ORIGIN 0,0:PEN 12
390 CALL &BB06
400 PEN 1:CALL &BC02
410 MODE 1:END
500 REM A ring with radius r
510 MOVE r*x(0),r*y(0)
520 FOR i=1 TO 24:DRAW r*x(i),r*y(i),k:NEXT
530 RETURN
600 REM Paint the pane at angle a and radius r with pen p, and ring a bell
610 x=r*COS(a):y=r*SIN(a)
620 MOVE x,y
630 IF TEST(XPOS,YPOS)<>0 THEN RETURN
640 IF painted=0 THEN 670 ELSE FILL p:IF painted=0 THEN 670
645 CALL &BD19:CALL &BD19
650 SOUND 1,t,8,5:t=t-8
660 RETURN
670 FOR d=4 TO 20 STEP 4
680 MOVE x-d,y:DRAW x,y+d,p:DRAW x+d,y:DRAW x,y-d:DRAW x-d,y
690 NEXT:GOTO 645
700 REM No FILL here
710 painted=0:RESUME NEXT
