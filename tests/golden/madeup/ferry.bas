10 REM *** The ferry across the sound ***
20 :
30 MODE 1:INK 0,1:INK 1,24:BORDER 1
40 DEFINT a-n
50 DIM wind(8),port$(4),cargo(12,2)
60 GOSUB 1000:REM what the harbour knows
70 full=12:fuel=180:place=1:day=1
80 WHILE fuel>0 AND day<=7
90 GOSUB 2000:REM the morning
100 GOSUB 3000:REM the crossing
110 day=day+1
120 WEND
130 IF fuel<=0 THEN PRINT "No fuel left." ELSE PRINT "The week is over."
140 PRINT "Fares:";USING "#####.##";fares
150 PRINT "*** Good night ***"
160 END
1000 REM *** harbour ***
1010 RESTORE 1100
1020 FOR i=1 TO 8:READ wind(i):NEXT i
1030 FOR i=1 TO 4:READ port$(i):NEXT i
1040 SYMBOL AFTER 240
1050 SYMBOL 240,0,24,60,126,255,126,60,24
1060 RETURN
1100 DATA 3, 5, 2, 0, 7, 4, 1, 6
1110 DATA North Quay,"Mill, old",Lighthouse,Strand
2000 REM *** morning ***
2010 CLS:LOCATE 4,2
2020 PRINT "Day";day;"at ";port$(place)
2030 PRINT "+------------------------+"
2040 PRINT "| Wind  Fuel  Fares      |"
2050 PRINT "|";wind(day);TAB(9);fuel;TAB(15);fares;TAB(26);"|"
2060 PRINT "+------------------------+"
2070 INPUT "How many waggons";waggons
2080 IF waggons<0 OR waggons>full THEN PRINT "Only 0 to 12!":GOTO 2070
2090 FOR i=1 TO waggons
2100 cargo(i,1)=INT(RND(1)*4)+1
2110 cargo(i,2)=5+2*ABS(cargo(i,1)-place)
2120 NEXT i
2130 RETURN
3000 REM *** crossing ***
3010 PRINT:PRINT "Where to (1-4)? ";
3020 a$=INKEY$:IF a$="" THEN 3020
3030 IF a$<"1" OR a$>"4" THEN 3020
3040 goal=VAL(a$):PRINT goal
3050 IF goal=place THEN RETURN
3060 cost=10+3*wind(day)+waggons
3070 fuel=fuel-cost
3080 PRINT STRING$(cost,240)
3090 FOR i=1 TO waggons
3100 IF cargo(i,1)=goal THEN fares=fares+cargo(i,2) ELSE fares=fares+0.5
3110 NEXT i
3120 ON goal GOSUB 4000,4100,4200,4300
3130 place=goal
3140 RETURN
4000 PRINT "The gulls of North Quay ...":RETURN
4100 PRINT "Flour dust    and silence.":RETURN
4200 PRINT "Its light: ..--..":RETURN
4300 PRINT "Sand, 5 'ice' stalls, $1 each":RETURN
