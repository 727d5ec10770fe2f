10 REM maze: digs a maze, lets you walk in it and shows the way out
20 REM Walk with the cursor keys. ENTER shows the way from where you are.
30 MODE 1:BORDER 0:DEFINT a-z
40 INK 0,0:INK 1,26:INK 2,20:INK 3,15
50 w=19:h=11
60 REM from(x,y) is the side a cell was dug from: 1 up, 2 down, 3 left,
70 REM 4 right. 0 is solid rock; a rim of 9 keeps the digger inside.
80 DIM from(w+1,h+1),dx(4),dy(4),back(4),open(4)
90 FOR i=1 TO 4:READ dx(i),dy(i),back(i):NEXT
100 DATA 0,1,2, 0,-1,1, -1,0,4, 1,0,3
110 FOR x=0 TO w+1:from(x,0)=9:from(x,h+1)=9:NEXT
120 FOR y=0 TO h+1:from(0,y)=9:from(w+1,y)=9:NEXT
130 PEN 1:INPUT "Which maze (a number)";n
140 RANDOMIZE n
150 CLS
160 REM All the walls
170 FOR i=0 TO w:PLOT 16+32*i,8,1:DRAWR 0,32*h:NEXT
180 FOR i=0 TO h:PLOT 16,8+32*i,1:DRAWR 32*w,0:NEXT
190 PEN 3:LOCATE 2,1:PRINT "Digging...";
200 REM The digger starts at the exit. While there is rock beside it, it
210 REM digs on; else it goes back the way it came, till it is home again.
220 x=w:y=1:from(x,y)=5
230 k=0
240 FOR i=1 TO 4
250 IF from(x+dx(i),y+dy(i))=0 THEN k=k+1:open(k)=i
260 NEXT
270 IF k=0 THEN 330
280 d=open(1+INT(k*RND))
290 CALL &BD19:GOSUB 600
300 x=x+dx(d):y=y+dy(d):from(x,y)=back(d)
310 GOTO 230
330 d=from(x,y):IF d=5 THEN 350
340 x=x+dx(d):y=y+dy(d):GOTO 230
350 REM The door, and the walker at the other end
360 x=w:y=1:d=4:GOSUB 600
370 x=1:y=h:p=3:GOSUB 700
380 LOCATE 2,1:PRINT "Cursor keys walk, ENTER shows the way";
400 REM Walk: a step for each key, where there is no wall
410 a$=INKEY$:IF a$="" THEN 410
420 IF a$=CHR$(13) THEN 500
430 d=ASC(a$)-239:IF d<1 OR d>4 THEN 410
440 IF TEST(32*x+16*dx(d),24+32*(y-1)+16*dy(d))=1 THEN SOUND 1,900,3,5:GOTO 410
450 p=0:GOSUB 700
460 x=x+dx(d):y=y+dy(d)
470 p=3:GOSUB 700:SOUND 1,200,1,4
480 IF x<=w THEN 410
490 t$="You are out! A key ends.":GOTO 540
500 REM The way out: each cell knows where it was dug from
510 MOVE 32*x,32*y-8
520 WHILE from(x,y)<>5
522 d=from(x,y):x=x+dx(d):y=y+dy(d)
524 CALL &BD19:DRAWR 32*dx(d),32*dy(d),2
526 WEND
530 DRAWR 30,0:t$="That is the way. A key ends."
540 LOCATE 2,1:PRINT t$;SPC(39-LEN(t$));
550 CALL &BB06
560 PEN 1:CALL &BC02
570 MODE 1:END
600 REM The wall on side d of cell x,y goes: 15 dots of it
610 u=32*x+16*dx(d):v=32*y-8+16*dy(d)
620 IF dx(d) THEN MOVE u,v-14:DRAW u,v+14,0 ELSE MOVE u-14,v:DRAW u+14,v,0
630 RETURN
700 REM The walker, with pen p
710 u=32*x:v=32*y-8
720 FOR i=-6 TO 6 STEP 2:PLOT u-6,v+i,p:DRAWR 12,0:NEXT
730 RETURN
