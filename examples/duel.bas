10 REM duel: two players, two trails: who hits a line has lost
20 REM Yellow: W A S D or the first joystick
30 REM Cyan:   cursor keys or the second joystick
40 MODE 1:BORDER 0:DEFINT a-z
50 INK 0,0:INK 1,24:INK 2,20:INK 3,14
60 ENV 1,15,-1,3
70 DIM dx(4),dy(4),x(2),y(2),d(2),score(2),dead(2),stick(15)
80 REM Directions 1-4: up, down, left, right. JOY says 1, 2, 4, 8 for them
90 FOR i=1 TO 4:READ dx(i),dy(i),k:stick(k)=i:NEXT
100 DATA 0,8,1, 0,-8,2, -8,0,4, 8,0,8
110 REM A title with the rules
120 PEN 3:LOCATE 18,5:PRINT "D U E L"
130 PEN 1:LOCATE 5,9:PRINT "Yellow";:PEN 3:PRINT "  W A S D  or joystick 1"
140 PEN 2:LOCATE 5,11:PRINT "Cyan";:PEN 3:PRINT "    arrows   or joystick 2"
150 LOCATE 5,15:PRINT "Who hits a line loses the round."
160 LOCATE 5,17:PRINT "Three rounds win."
170 LOCATE 5,21:PEN 1:PRINT "Space bar to start";
180 GOSUB 900
200 REM A new round: frame, scores, both on their places
210 CLS
220 PLOT 0,24,3:DRAW 632,24:DRAW 632,376:DRAW 0,376:DRAW 0,24
230 GOSUB 800
250 x(1)=160:y(1)=200:d(1)=4
260 x(2)=472:y(2)=176:d(2)=3
270 dead(1)=0:dead(2)=0
280 PLOT x(1),y(1),1:PLOT x(2),y(2),2
300 REM Each step: read both, move both
310 WHILE dead(1)+dead(2)=0
320 FOR t=1 TO 3:CALL &BD19:NEXT
330 n=d(1):k=stick(JOY(0) AND 15):IF k THEN n=k
340 IF INKEY(59)>-1 THEN n=1
350 IF INKEY(60)>-1 THEN n=2
360 IF INKEY(69)>-1 THEN n=3
370 IF INKEY(61)>-1 THEN n=4
375 p=1:GOSUB 500
380 n=d(2):k=stick(JOY(1) AND 15):IF k THEN n=k
390 IF INKEY(0)>-1 THEN n=1
400 IF INKEY(2)>-1 THEN n=2
410 IF INKEY(8)>-1 THEN n=3
420 IF INKEY(1)>-1 THEN n=4
430 p=2:GOSUB 500
440 WEND
450 GOTO 600
500 REM Player p wants to go in direction n; straight back is no way
510 IF dx(n)+dx(d(p))<>0 OR dy(n)+dy(d(p))<>0 THEN d(p)=n
520 n=d(p):MOVE x(p),y(p)
530 x(p)=x(p)+dx(n):y(p)=y(p)+dy(n)
540 IF TEST(x(p),y(p)) THEN dead(p)=1
550 MOVE x(p)-dx(n),y(p)-dy(n):DRAW x(p),y(p),p
560 RETURN
600 REM A crash: rings in the loser's colour
610 IF dead(1) THEN p=1 ELSE p=2
620 SOUND 1,0,60,15,1,0,20
630 FOR r=8 TO 32 STEP 8
640 MOVE x(p)-r,y(p):DRAW x(p),y(p)+r,p:DRAW x(p)+r,y(p)
650 DRAW x(p),y(p)-r:DRAW x(p)-r,y(p)
660 NEXT
670 w=3-p:score(w)=score(w)+1:GOSUB 800
680 PEN w:LOCATE 12,1:IF score(w)<3 THEN LOCATE 15,1
690 IF w=1 THEN PRINT "Yellow"; ELSE PRINT "Cyan";
700 IF score(w)<3 THEN PRINT " wins"; ELSE PRINT " wins the duel";
710 PEN 3:LOCATE 12,25:PRINT "Space bar to go on";
720 GOSUB 900
730 IF score(w)<3 THEN 200
780 PEN 1:CALL &BC02
790 MODE 1:END
800 REM The scores
810 PEN 1:LOCATE 2,1:PRINT "Yellow";score(1);
820 PEN 2:LOCATE 32,1:PRINT "Cyan";score(2);
830 RETURN
900 REM Wait for the space bar, then forget what was typed meanwhile
910 WHILE INKEY(47)=-1:WEND
920 WHILE INKEY(47)>-1:WEND
930 WHILE INKEY$<>"":WEND
940 RETURN
