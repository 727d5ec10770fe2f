10 REM tree: a branch with branches, each of them with branches: recursion
20 REM GOSUB may call itself. What a call must not forget, it keeps in
30 REM arrays, at the place of its depth.
40 MODE 1:BORDER 0:INK 0,0:INK 1,3:INK 2,9:INK 3,17
50 most=8
60 DIM x(most),y(most),l(most),a(most)
70 REM All directions are multiples of 5 degrees: a table saves time
80 DEG:DIM c(71),s(71)
90 FOR i=0 TO 71:c(i)=COS(5*i):s(i)=SIN(5*i):NEXT
100 RANDOMIZE 12
110 REM Night: stars in the sky, and grass
120 FOR i=1 TO 70:PLOT 640*RND,120+280*RND,3:NEXT
130 FOR i=0 TO 639 STEP 2
140 PLOT i,0,2:DRAWR 0,14+10*s((i\10) MOD 36)+6*RND
150 NEXT
160 REM The trunk: a few branches of depth 1 side by side
170 FOR i=-8 TO 8 STEP 2
180 MOVE 320+i,8:DRAWR -i/3,84,1
190 NEXT
200 x(0)=320:y(0)=88:l(0)=76:a(0)=18:d=0
210 GOSUB 300
220 LOCATE 14,25:PEN 3:PAPER 2:PRINT " A key ends it. ";:PAPER 0
230 CALL &BB06
240 PEN 1:CALL &BC02
250 MODE 1:END
300 REM What grows at x(d),y(d): three branches, of length l(d), the
310 REM middle one in direction a(d)
320 CALL &BD19
330 k=a(d)+3+INT(4*RND):f=1.05:GOSUB 400
340 k=a(d)-3-INT(4*RND):f=0.95:GOSUB 400
350 IF d<3 THEN k=a(d)+1-INT(3*RND):f=1.15:GOSUB 400
360 RETURN
400 REM A branch in direction k, f times as long
410 k=(k+72) MOD 72:r=f*l(d)*(0.8+0.3*RND)
420 p=1:IF d>3 THEN p=2
430 w=2*(3-d):IF w<0 THEN w=0
440 FOR i=-w TO w STEP 2
450 MOVE x(d)+i,y(d):DRAW x(d)+r*c(k)+i/2,y(d)+r*s(k),p
460 NEXT
470 IF d>5 OR r<10 THEN 550
480 REM One deeper: there the branch's end is the beginning
490 x=x(d)+r*c(k):y=y(d)+r*s(k)
500 d=d+1
510 x(d)=x:y(d)=y:l(d)=r*0.8:a(d)=k
520 GOSUB 300
530 d=d-1
540 RETURN
550 REM Here it ends: a blossom
560 PLOT XPOS,YPOS,3:PLOTR 2,0:PLOTR -2,2
570 RETURN
