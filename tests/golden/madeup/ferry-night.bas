75 night=0
2015 IF night THEN INK 0,0:INK 1,26
3135 IF fuel<60 THEN night=-1:GOSUB 5000
5000 REM *** by night ***
5010 FOR i=1 TO 5
5020 SOUND 1,400+20*i,8,12
5030 NEXT i
5040 PRINT ">>> the horn, 5 times <<<"
5050 RETURN
