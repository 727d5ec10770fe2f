10 REM sorting: three ways to put the same bars in order
20 REM How often does each of them compare two bars, and change two?
30 MODE 1:BORDER 0:DEFINT a-z
40 INK 0,0:INK 1,26:INK 2,15:INK 3,20
50 n=32:DIM b(n),low(n),high(n)
60 WINDOW #1,1,9,1,25
70 FOR method=1 TO 3
80 READ name$
90 y0=410-method*132
100 compared=0:changed=0
110 REM The same bars each time: RANDOMIZE with the same number
120 RANDOMIZE 4
130 FOR i=1 TO n:b(i)=6+INT(110*RND):p=2:GOSUB 800:NEXT
140 LOCATE #1,1,method*8-5:PEN #1,3:PRINT #1,name$
150 ON method GOSUB 300,400,500
160 GOSUB 700:p=3:FOR i=1 TO n:GOSUB 800:NEXT
170 NEXT
180 PEN #1,1:LOCATE #1,1,25:PRINT #1,"A key.";
190 CALL &BB06
200 PEN 1:CALL &BC02
210 MODE 1:END
220 DATA Bubbles,Shell,Quick
300 REM Bubbles: neighbours change places until none is wrong
310 last=n-1
320 WHILE last>0
330 top=0
340 FOR j=1 TO last
350 k=j+1:GOSUB 900
360 IF b(j)>b(k) THEN GOSUB 950:top=j-1
370 NEXT
380 last=top:GOSUB 700
390 WEND
395 RETURN
400 REM Shell: first over long distances, then over shorter ones
410 gap=n\2
420 WHILE gap>0
430 FOR i=gap+1 TO n
440 j=i-gap:more=-1
450 WHILE more AND j>0
460 k=j+gap:GOSUB 900:more=b(j)>b(k)
470 IF more THEN GOSUB 950:j=j-gap
480 WEND:NEXT
490 gap=gap\2:GOSUB 700:WEND
495 RETURN
500 REM Quick: small ones to the left, large ones to the right, and so
510 REM on with both halves. What is still to do waits in low() and high()
520 todo=1:low(1)=1:high(1)=n
530 WHILE todo>0
540 l=low(todo):h=high(todo):todo=todo-1
550 IF l>=h THEN 640
560 j=(l+h)\2:k=h:IF j<k THEN GOSUB 950
570 s=l:k=h
580 FOR j=l TO h-1
590 k=h:GOSUB 900
600 IF b(j)<b(h) THEN k=s:s=s+1:IF j<>k THEN GOSUB 950
610 NEXT
620 j=s:k=h:IF j<k THEN GOSUB 950
630 todo=todo+2:low(todo-1)=l:high(todo-1)=s-1:low(todo)=s+1:high(todo)=h
640 GOSUB 700:WEND
650 RETURN
700 REM How much has been done
710 PEN #1,1:LOCATE #1,1,method*8-3:PRINT #1,USING "#### <";compared
720 LOCATE #1,1,method*8-2:PRINT #1,USING "#### x";changed
730 RETURN
800 REM Bar i with pen p
810 FOR x=132+15*i TO 140+15*i STEP 2
820 PLOT x,y0,p:DRAWR 0,b(i)
830 NEXT
840 RETURN
900 REM Bars j and k are compared
910 compared=compared+1
920 RETURN
950 REM Bars j and k change places: only what the longer one is longer by
960 REM has to be drawn
970 changed=changed+1:CALL &BD19
980 IF b(j)>b(k) THEN a=j:b=k ELSE a=k:b=j
990 IF b(a)=b(b) THEN RETURN
1000 d=b(a)-b(b)-1:y=y0+b(b)+1:xa=132+15*a:xb=132+15*b
1010 FOR x=0 TO 8 STEP 2
1020 PLOT xa+x,y,0:DRAWR 0,d:PLOT xb+x,y,2:DRAWR 0,d
1030 NEXT
1040 t=b(j):b(j)=b(k):b(k)=t
1050 RETURN
