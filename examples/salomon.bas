10 ' SALOMON: Schach mit 144 Feldern und Alpha-Beta, fuer den CPC 464
20 ' sp=0: Deutsch    sp=1: English
30 DEFINT a-z:sp=0
40 ' b: das Brett, 12 Felder je Reihe: a1=27, h1=34, a2=39, h8=118
50 '    1-6 schwarz K D T L S B, 7 leer, 8-13 weiss B S L T D K, 14 aussen
60 ' pl: wo die Figuren stehen, Weiss 0-15, Schwarz 16-31; il: Feld -> pl
70 ' ty: Art einer Figur (1 K bis 6 B), vl: ihr Wert
80 DIM b(144),il(144),pl(31),ab(184),dr(184),bp(14),ty(14),vl(14),ma(144)
90 DIM mt(14),dd(16),ja(6),jb(6),zo(144),zd(144),hm(144),mw(4),fz(14),kg(2)
100 ' Suche, je Halbzug k: v Zug, cp Geschlagenes, ep, cr Rochaderecht, ck
110 ' Schach, sa/sg Material, al/be Fenster, rd Resttiefe, bw bester Wert
120 DIM v(24),cp(24),ci(24),ep(24),cr(24),ck(24),sa(24),sg(24),rd(24),bw(24)
130 DIM al(24),be(24),bl(24),nn(24),zz(24),ix(24),gm(24),lg(24),mb(24),sw(24)
140 DIM pf(24),lz(24),hv(12),kn(24)
150 ' spaeter m: Zugliste 128*von+nach (+16384 T, -32768 L, beides S), s: Rang,
160 ' pv Hauptvarianten, kl kp kw Killer
170 DIM g!(27),pn(24),pr(24),bs(16),fs(32),fp(24)
180 DIM t$(60),un(1),ko(6),st(1),fm(1),rf(1),lb(1),sk(1),vo!(10),z!(144),x!(9)
190 ' Partie: gm Zug, gi Info-Bytes, gr Rechte und ep; hs! Kennzahl
200 DIM gz(220),gi(110),gr(220),hh(220),hs!(127),sh(144),e(8),p$(6)
210 ' Tabellen, Zeichen, Texte
220 MODE 1:BORDER 0:INK 0,0:INK 1,26:INK 2,9:INK 3,15:LOCATE 13,12
230 PRINT "S A L O M O N":SYMBOL AFTER 202:co=-1:lv=2:bk=1:mg=60:mm2=0:ad=400
240 FOR i=0 TO 144:b(i)=14:ma(i)=255:NEXT
250 FOR r=2 TO 9:FOR c=3 TO 10:i=12*r+c:b(i)=7:zd(i)=ABS(r-5.5)+ABS(c-6.5)
260 y=MIN(r-1,MIN(10-r,MIN(c-2,11-c))):zo(i)=2*y-1:IF y>3 THEN zo(i)=5
270 NEXT:NEXT:ma(27)=253:ma(31)=252:ma(34)=254:ma(111)=247:ma(115)=243
280 ma(118)=251
290 RESTORE 600:FOR i=1 TO 14:READ ty(i),vl(i),bp(i),fz(i),mt(i):NEXT
300 FOR i=1 TO 16:READ dd(i):NEXT:FOR i=1 TO 5:READ ja(i),jb(i):NEXT
310 FOR i=2 TO 4:READ mw(i):NEXT:FOR i=1 TO 6:READ ko(i):NEXT
320 FOR i=3 TO 10:READ vo!(i):NEXT
330 FOR i=28 TO 33 STEP 5:hm(i)=9:hm(i+84)=5:NEXT
340 FOR i=29 TO 32 STEP 3:hm(i)=10:hm(i+84)=4:NEXT
350 ' ab(Abstand+92): wer so angreift (ein Bit je Art), dr: der Schritt
360 FOR i=1 TO 5:e1=1:IF i>1 AND i<5 THEN e1=7
370 FOR j=ja(i) TO jb(i):FOR e=1 TO e1:x=92+e*dd(j):ab(x)=ab(x) OR bp(i)
380 dr(x)=dd(j):NEXT:NEXT:NEXT
390 ab(103)=ab(103) OR 1:ab(105)=ab(105) OR 1:ab(79)=ab(79) OR 64
400 ab(81)=ab(81) OR 64
410 zh!=1:FOR i=27 TO 118:zh!=zh!*421+17:zh!=zh!-INT(zh!/8388593)*8388593
420 z!(i)=zh!:NEXT
430 ' Figuren: 24 mal 24 Punkte, drei mal drei Zeichen
440 RESTORE 1160:FOR i=0 TO 17:READ a$:FOR j=0 TO 2:FOR e=0 TO 7
450 e(e)=VAL("&"+MID$(a$,6*e+2*j+1,2)):NEXT
460 SYMBOL 202+3*i+j,e(0),e(1),e(2),e(3),e(4),e(5),e(6),e(7):NEXT:NEXT
470 g$=CHR$(10)+STRING$(3,8):p$(0)="   "+g$+"   "+g$+"   "
480 FOR i=1 TO 6:j=193+9*(7-i)
490 FOR e=0 TO 2:p$(i)=p$(i)+CHR$(j+3*e)+CHR$(j+3*e+1)+CHR$(j+3*e+2)
500 IF e<2 THEN p$(i)=p$(i)+g$
510 NEXT:NEXT:IF sp THEN RESTORE 1470 ELSE RESTORE 1340
520 FOR i=0 TO 60:READ t$(i):NEXT:READ pf$,kf$
530 fa$="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
540 ' Titel: ENTER beginnt das Spiel, x zeigt die Beispiele
550 MODE 1:IF sp THEN RESTORE 990 ELSE RESTORE 820
560 READ a$:IF a$<>"" THEN PRINT a$:GOTO 560
570 LINE INPUT "",a$:IF a$<>"" THEN GOSUB 710:GOTO 550
580 CHAIN MERGE "salomon.2",2000,DELETE 10-1600
590 ' je Figur: Art, Wert, Bit, Figurensumme, 1 Bauer 2 Koenig
600 DATA 1,0,2,0,2,2,900,4,3,0,3,500,8,1,0,4,325,16,1,0,5,325,32,1,0,6,100,64
610 DATA 0,1
620 DATA 0,0,0,0,0,6,100,1,0,1,5,325,32,1,0,4,325,16,1,0,3,500,8,1,0,2,900,4,3
630 DATA 0
640 DATA 1,0,2,0,2,0,0,0,0,0
650 ' Schritte, von-bis je Art (K D T L S), Beweglichkeit D T L, Kontrolle K-B
660 DATA 1,-1,12,-12,11,13,-11,-13,25,23,14,10,-10,-14,-23,-25
670 DATA 1,8,1,8,1,4,5,8,9,16,1,3,4,1,2,3,3,3,4
680 ' Vorruecken je Linie a-h
690 DATA 0,0,3.9,5.4,7,2.3,0,0
700 ' Beispiele: drei Spielbaeume und die Groesse von Baeumen mit b=40
710 CLS:RESTORE 790:FOR e=1 TO 3:READ y0,j:w1=-16000:y=0:y1=0
720 FOR i=1 TO j:READ x:w0=16000:w=0:y1=y1+x:FOR c=1 TO x:READ d:d=d*y0
730 IF w=0 THEN y=y+1:IF d<w0 THEN w0=d:IF w0<=w1 THEN w=1
740 NEXT:IF w=0 THEN w1=w0
750 NEXT:PRINT t$(56);e;":";w1*y0;" ";t$(57);y;"/";y1:NEXT:PRINT:PRINT t$(58)
760 FOR d=1 TO 5:PRINT d;40^((d+1)\2)+40^(d\2)-1;40^d:NEXT
770 LINE INPUT "",a$:RETURN
780 ' 1 Maximierer, -1 Minimierer an der Wurzel; Aeste; je Ast die Blaetter
790 DATA -1,3,2,-5,10,2,-6,-8,2,20,15
800 DATA 1,3,2,3,9,3,2,-100,-200,3,-5,-40,30
810 DATA 1,3,2,-5,9,3,-4,-3,-2,3,50,40,30
820 DATA "e2e4, e7e8D  Zug; ENTER  Salomon zieht"
830 DATA "t, CTRL-T    Zug zurueck"
840 DATA "s3  Stufe 1-11     z30  Sekunden je Zug"
850 DATA "u   Turnieruhr     r    Aufgeben an/aus"
860 DATA "n   neue Partie    v    wer spielt"
870 DATA "a   aufstellen     f    FEN-Zeile"
880 DATA "b   Bewertung      i    Kontrollen"
890 DATA "k   Stil: k zeigt, k5=1.2 aendert,"
900 DATA "    k NAME laedt, k >NAME sichert"
910 DATA "w NAME sichert (und NAME.MOV), l NAME"
920 DATA "m   Zuege (m8 Drucker)  o  Buch an/aus"
930 DATA "x   Beispiele      p3   Zugfolgen zaehlen"
940 DATA "q   Ende"
950 DATA " "
960 DATA "Beim Denken: Leertaste Fenster,"
970 DATA "ENTER zieht sofort"
980 DATA ""
990 DATA "e2e4, e7e8Q  move;  ENTER  Salomon moves"
1000 DATA "t, CTRL-T    take back"
1010 DATA "s3  level 1-11     z30  seconds a move"
1020 DATA "u   tournament     r    resign on/off"
1030 DATA "n   new game       v    who plays"
1040 DATA "a   set up         f    FEN line"
1050 DATA "b   evaluation     i    controls"
1060 DATA "k   style: k shows, k5=1.2 changes,"
1070 DATA "    k NAME loads, k >NAME saves"
1080 DATA "w NAME saves (and NAME.MOV), l NAME"
1090 DATA "m   moves (m8 printer)  o  book on/off"
1100 DATA "x   examples       p3   count lines"
1110 DATA "q   quit"
1120 DATA " "
1130 DATA "While it thinks: space shows the search,"
1140 DATA "ENTER moves at once"
1150 DATA ""
1160 DATA 000000000000000000000000000000003C0000FF0000FF00
1170 DATA 00FF0000FF00007E00003C0000FF0000FF00003C00003C00
1180 DATA 007E00007E0000FF0001FF8000000007FFE007FFE0000000
1190 DATA 000000000000001000003400003F0000FF8001FFE003F7F0
1200 DATA 077FF80E7FFC0FFFFE1FFFFE3FFFFE3FF7FE3DE7FE1B8FFE
1210 DATA 081FFE003FFC007FF800FFF800000003FFFC07FFFE000000
1220 DATA 000000000000001800003C00001800003C00007E0000E700
1230 DATA 01E78001818001E78001E78000FF00007E00003C0000FF00
1240 DATA 00FF00007E0000FF0001FF800000003FE7FC3FFFFC000000
1250 DATA 0000000000000000000E7E700E7E700E7E700FFFF00FFFF0
1260 DATA 00000007FFE007FFE007FFE007FFE007FFE007FFE007FFE0
1270 DATA 07FFE00FFFF00FFFF00000001FFFF83FFFFC3FFFFC000000
1280 DATA 000000000000001800183C18183C18083C10083C108C7E31
1290 DATA CC7E334E7E726EFF766FFFF63FFFFC3FFFFC3FFFFC1FFFF8
1300 DATA 1FFFF80000000FFFF00FFFF00000001FFFF83FFFFC000000
1310 DATA 000000001800001800007E00001800001800003C001C3C38
1320 DATA 3E3C7C7F3CFE7FBDFE7FBDFE7FBDFE7FFFFE3FFFFC3FFFFC
1330 DATA 1FFFF80FFFF00000000FFFF00000001FFFF83FFFFC000000
1340 DATA Weiss,Schwarz,"Stufe ","Ihr Zug?",,Ich denke ...,Geht nicht!,Schach!
1350 DATA ,,Ich gebe auf,Matt,"Patt: remis","3mal: remis","50 Zuege:remis"
1360 DATA Totes Remis,gewinnt,Gesichert,Geladen,Falsche Datei,Tiefe,Stellungen
1370 DATA Zurueck,Sekunden,"Aendern: k5=1.2   Taste",Am Zug W/S?,Partie zu lang
1380 DATA "h,m,s?",Zuege?,"Zeit",Ueber 16!,Ueber 8 Bauern,Umwandlungen!
1390 DATA Feld besetzt!,Unmoeglich!,,Ich lade ...,Ohne Buch,Mit Buch
1400 DATA Spielt weiter
1410 DATA Gibt auf,Zwei Spieler,Ich spiele,Ich allein,Material
1420 DATA Bonus,Bauern,Springer,Laeufer,Turm,Dame,Bewegl.,Sicher,Aktiv,Abst.
1430 DATA "Weiss+ Taste",Baum,Blaetter,"Tiefe, bester Fall, alle:"
1440 DATA "t zurueck s2 Stufe z9 Sek n neu f FEN a Aufbau u Uhr b Wert"
1450 DATA " i Kontr. k Stil w/l Datei m Zuege v Spieler r Aufgabe o Buch q Ende"
1460 DATA BDTLSK,KDTLSB
1470 DATA White,Black,"Level ","Your move?",,I think ...,Impossible!,Check!
1480 DATA ,,I resign,Mate,"Stalemate","Repetition","50-move draw"
1490 DATA Dead draw,wins,Saved,Loaded,Wrong file,Depth,Positions
1500 DATA Taken back,Seconds,"To change: k5=1.2   Key",To move W/B?
1510 DATA Game too long
1520 DATA "h,m,s?",Moves?,"Time",More than 16!,Over 8 pawns,Promotions!
1530 DATA Occupied!,Impossible!,,Loading ...,No book,Book in use,Plays on
1540 DATA Resigns,Two players,I play,I alone,Material
1550 DATA Bonus,Pawns,Knights,Bishops,Rooks,Queen,Mobility,Safety,Active,Dist.
1560 DATA "White+ Key",Tree,Leaves,"Depth, best case, all:"
1570 DATA "t back s2 level z9 sec n new f FEN a set up u clock b value"
1580 DATA " i control k style w/l file m moves v players r resign o book q quit"
1590 DATA PQRBNK,KQRBNP
1600 ' hier endet der Anfang; der zweite Teil folgt
