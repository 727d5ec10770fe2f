10 REM inks: nothing is drawn twice, and yet it moves: INK alone does it
20 REM The corridor is drawn once. Then each pen takes the colour of its
30 REM neighbour, again and again. Left and right (cursor keys) turn it
40 REM round, the space bar ends.
50 MODE 0:BORDER 0:DEFINT a-z
60 DIM c(15)
70 FOR i=0 TO 14:READ c(i):INK i+1,c(i):NEXT
80 DATA 3,6,15,24,21,18,19,20,11,2,1,5,8,7,4
90 INK 0,0
100 REM 99 frames, one in the other. The further in, the more slowly the
110 REM pens change: that is what makes it look deep. Each wall begins
120 REM with another pen, and the corridor winds.
130 FOR i=2 TO 99
140 z=INT(13*LOG(i))
150 l=320-i*3.2:r=319+i*3.2:b=200-i*2:t=199+i*2
160 PLOT l,b,z MOD 15+1:DRAW l,t
170 DRAW r,t,(z+4) MOD 15+1
180 DRAW r,b,(z+8) MOD 15+1
190 DRAW l,b,(z+11) MOD 15+1
200 NEXT
210 REM Once round the circle of colours, and on
220 d=14:f=0:a$=""
230 WHILE a$<>" "
240 CALL &BD19:CALL &BD19
250 FOR i=0 TO 14:INK i+1,c((i+f) MOD 15):NEXT
260 f=(f+d) MOD 15
270 a$=INKEY$
280 IF a$=CHR$(242) THEN d=14
290 IF a$=CHR$(243) THEN d=1
300 WEND
310 REM Daylight again
320 CALL &BC02
330 MODE 1:END
