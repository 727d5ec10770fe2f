10 REM windows: text windows, each with its own colours
20 REM There are eight, #0 to #7. Each has a place, a pen and a paper
30 REM of its own and scrolls by itself. PRINT #2 writes into window 2.
40 MODE 1:RANDOMIZE 7
50 BORDER 1:INK 0,1:INK 1,26:INK 2,15:INK 3,0
60 DIM who$(7),does$(7),what$(7)
70 FOR i=0 TO 7:READ who$(i):NEXT
80 FOR i=0 TO 7:READ does$(i):NEXT
90 FOR i=0 TO 7:READ what$(i):NEXT
100 REM Four windows. What one column to the right and one row down is
110 REM cleared in black first looks like a shadow.
120 FOR w=1 TO 4
130 READ left,right,top,bottom,own,ground
140 WINDOW #7,left+1,right+1,top+1,bottom+1:PAPER #7,3:CLS #7
150 WINDOW #w,left,right,top,bottom
160 PEN #w,own:PAPER #w,ground:CLS #w
170 NEXT
180 LOCATE #1,4,2:PRINT #1,"FOUR WINDOWS ON ONE SCREEN"
190 REM Three of them are busy at the same time
200 FOR n=1 TO 24
210 GOSUB 310:GOSUB 350:GOSUB 390
220 NEXT
230 REM Two windows change their numbers: who wrote there, writes here
240 PRINT #4:PRINT #4,"WINDOW SWAP 2,3"
250 WINDOW SWAP 2,3:CLS #2:CLS #3
260 FOR n=25 TO 36
270 GOSUB 310:GOSUB 350:GOSUB 390
280 NEXT
290 PRINT #4:PRINT #4,"That is all. Press a key";
300 CALL &BB06:GOTO 460
310 REM Squares for window 2
320 PRINT #2,USING " ##  ####";n;n*n
330 FOR t=1 TO 200:NEXT
340 RETURN
350 REM A sentence for window 3
360 a=INT(RND*8):b=INT(RND*8):c=INT(RND*8)
370 PRINT #3,who$(a);" ";does$(b);" ";what$(c)
380 RETURN
390 REM A mark for each round in window 4
400 IF n MOD 8=0 THEN PRINT #4,"* "; ELSE PRINT #4,". ";
410 RETURN
420 DATA My cat,Anna,The king,A thief,Nobody,The moon,Our dog,Uncle
430 DATA sees,wants,sells,hides,likes,hears,paints,eats
440 DATA a cake,the sea,a hat,the sun,a drum,a fish,gold,snow
450 DATA 4,36,2,4,2,3, 3,16,7,18,0,1, 20,37,7,18,3,2, 3,37,21,24,1,3
460 REM The firmware puts the colours back that the CPC starts with
470 CALL &BC02
480 MODE 1
