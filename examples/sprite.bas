10 REM sprite: a fish of three colours, out of SYMBOLs
20 REM A SYMBOL has one colour. Three of them in one place make three.
30 REM Up and down (cursor keys) steer, the space bar ends.
40 MODE 0:BORDER 0:DEFINT a-z
50 REM Drawing with XOR adds the bits of two pens: 4 XOR 2 is 6. The
60 REM tank is drawn with pens 0-3, the fish with 4, 8 and 12. So each
70 REM of its colours has four pens. Drawn once more, the fish is gone
80 REM and what was behind it is back.
90 INK 0,1:INK 1,24:INK 2,9:INK 3,14
100 FOR i=0 TO 3:INK 4+i,15:INK 8+i,26:INK 12+i,0:NEXT
110 REM The tank: sand, weed and bubbles
120 FOR y=0 TO 38 STEP 2:PLOT 0,y,1:DRAW 639,y:NEXT
130 RANDOMIZE 5
140 FOR i=1 TO 11
150 x=INT(150*RND)*4:y=26+INT(6*RND)*2:h=60+INT(150*RND)
160 FOR j=0 TO h STEP 8
165 k=x+8*((j\16) MOD 2)
170 PLOT k,y+j,2:DRAWR 0,8:DRAWR 8,4:DRAWR 0,4:PLOT k+4,y+j:DRAWR 0,8
180 NEXT j,i
190 FOR i=1 TO 40
200 x=8+INT(155*RND)*4:y=60+INT(330*RND)
210 PLOT x,y,3:PLOT x+4,y:PLOT x,y-4:PLOT x+4,y-4
220 IF i MOD 3=0 THEN PLOT x-4,y-2:PLOT x+8,y-2
230 NEXT
240 REM The fish is drawn in DATA, 16 by 16. Each of its colours becomes
250 REM four SYMBOLs: 200-211 swim to the right, 212-223 to the left.
260 SYMBOL AFTER 200
270 DIM b(1,2,1,15),two(7),r(7)
280 two(0)=128:FOR i=1 TO 7:two(i)=two(i-1)\2:NEXT
290 FOR y=0 TO 15
300 READ a$
310 FOR x=0 TO 15
320 c=INSTR("owx",MID$(a$,x+1,1))-1
330 IF c<0 THEN 360
340 b(0,c,x\8,y)=b(0,c,x\8,y)+two(x MOD 8)
350 b(1,c,1-x\8,y)=b(1,c,1-x\8,y)+two(7-x MOD 8)
360 NEXT x,y
370 s=200
380 FOR d=0 TO 1:FOR c=0 TO 2
390 FOR j=0 TO 8 STEP 8:FOR i=0 TO 1
400 FOR k=0 TO 7:r(k)=b(d,c,i,j+k):NEXT
410 SYMBOL s,r(0),r(1),r(2),r(3),r(4),r(5),r(6),r(7):s=s+1
415 NEXT i,j,c,d
420 REM Swim
430 PRINT CHR$(23);CHR$(1);:TAG
440 x=80:y=240:d=0:GOSUB 600
450 a$=INKEY$
460 ny=y
470 IF a$=CHR$(240) AND y<380 THEN ny=y+8
480 IF a$=CHR$(241) AND y>80 THEN ny=y-8
490 IF a$=" " THEN 560
500 FOR t=1 TO 3:CALL &BD19:NEXT:GOSUB 600
510 y=ny:IF d THEN x=x-16 ELSE x=x+16
520 IF x>560 THEN d=1
530 IF x<16 THEN d=0
540 GOSUB 600
550 GOTO 450
560 TAGOFF:PRINT CHR$(23);CHR$(0);
570 CALL &BB06:GOTO 700
600 REM The fish at x,y: three times two rows of two SYMBOLs
610 s=200+12*d
620 FOR c=4 TO 12 STEP 4
630 PLOT -9,-9,c
640 MOVE x,y:PRINT CHR$(s);CHR$(s+1);
650 MOVE x,y-16:PRINT CHR$(s+2);CHR$(s+3);
660 s=s+4:NEXT
670 RETURN
671 DATA ......oooo......
672 DATA ....xxooooww....
673 DATA x..ooooowwoooo..
674 DATA oo.oooowwooooo..
675 DATA ooooooowwooooooo
676 DATA .oooooowwooowxoo
677 DATA ..ooooowwooowwoo
678 DATA ..oooxoowwoooooo
679 DATA .ooooxxowwoooxx.
680 DATA ooooooxowwooooo.
681 DATA oo.ooooowwoooo..
682 DATA x...oooowwooo...
683 DATA ......oowwoo....
684 DATA .......xox......
685 DATA ........xx......
686 DATA ................
700 REM SYMBOLs and colours of the start
710 SYMBOL AFTER 240:CALL &BC02
720 MODE 1:END
