10 REM plotter: draws a function, with axes that fit
20 REM The functions are in lines 100-130. Put your own there.
30 MODE 1:BORDER 0:INK 0,0:INK 1,26:INK 2,9:INK 3,24
100 DEF FNa(x)=SIN(x)+SIN(3*x)/3
110 DEF FNb(x)=EXP(-x*x/8)*COS(4*x)
120 DEF FNc(x)=x*x*x/9-2*x
130 DEF FNd(x)=1/(x*x-4)
140 PEN 3:LOCATE 3,2:PRINT "Functions of x"
150 PEN 1:LOCATE 1,5
160 PRINT "  1  sin x + sin 3x / 3"
170 PRINT "  2  exp(-x*x/8) * cos 4x"
180 PRINT "  3  x*x*x/9 - 2x"
190 PRINT "  4  1/(x*x-4)"
200 PRINT:INPUT "  Which";n
210 IF n<1 OR n>4 THEN 140
220 PRINT:INPUT "  x from, to";x1,x2
230 IF x1>=x2 THEN 220
240 REM 181 values. How high and how low do they go?
250 DIM y(180):lo=0:hi=0
260 FOR i=0 TO 180
270 x=x1+(x2-x1)*i/180
280 GOSUB 600:IF y>9 THEN y=9
290 IF y<-9 THEN y=-9
300 IF y>hi THEN hi=y
310 IF y<lo THEN lo=y
320 y(i)=y:NEXT
330 IF hi=lo THEN hi=1
340 REM From the numbers to the screen: 80 + x*sx, 40 + y*sy
350 CLS:sx=540/(x2-x1):sy=320/(hi-lo)
360 REM The grid: lines at round numbers
370 w=x2-x1:GOSUB 700:gx=g
380 FOR k=-INT(-x1/gx) TO INT(x2/gx)
390 x=80+(k*gx-x1)*sx:p=2:IF k=0 THEN p=1
400 MOVE x,40:DRAW x,360,p
410 t$=STR$(ROUND(k*gx,2)):TAG:MOVE x-8*LEN(t$)-8,32:PRINT t$;:TAGOFF
420 NEXT
430 w=hi-lo:GOSUB 700:gy=g
440 FOR k=-INT(-lo/gy) TO INT(hi/gy)
450 y=40+(k*gy-lo)*sy:p=2:IF k=0 THEN p=1
460 MOVE 80,y:DRAW 620,y,p
470 t$=STR$(ROUND(k*gy,2)):TAG:MOVE 76-16*LEN(t$),y+7:PRINT t$;:TAGOFF
480 NEXT
490 REM The curve
500 FOR i=0 TO 180
510 y=40+(y(i)-lo)*sy
520 IF i=0 OR ABS(y-o)>250 THEN MOVE 80+3*i,y ELSE DRAW 80+3*i,y,3
530 o=y:NEXT
540 PEN 3:LOCATE 3,1:PRINT "Function";n;"- a key ends"
550 CALL &BB06
560 PEN 1:CALL &BC02
570 MODE 1:END
600 REM y of x, whichever function it is
610 IF n=4 THEN IF ABS(x*x-4)<0.000001 THEN y=9:RETURN
620 IF n=1 THEN y=FNa(x)
630 IF n=2 THEN y=FNb(x)
640 IF n=3 THEN y=FNc(x)
650 IF n=4 THEN y=FNd(x)
660 RETURN
700 REM A round number g, so that w has four to ten parts of it
710 g=0.1
720 WHILE w/g>10
730 g=g*2:IF w/g>10 THEN g=g*2.5:IF w/g>10 THEN g=g*2
740 WEND
750 RETURN
