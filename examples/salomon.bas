10 ' salomon: Schach auf 144 Feldern mit Alpha-Beta; laedt salomon.2 bis .4
20 ' sp=0: Deutsch    sp=1: English
30 DEFINT a-z:sp=0
40 ' Der CPC 464 hat fuer alles zugleich keinen Platz. Deshalb vier Teile:
50 ' salomon.bas legt die Tabellen an und macht Platz (CHAIN MERGE ... DELETE),
60 ' salomon.2 kennt Regeln, Brett und Eingabe und bleibt immer im Speicher,
70 ' salomon.3 sucht und bewertet, salomon.4 ist Buch und Werkstatt; die beiden
80 ' wechseln sich ab 7000 ab. Die Variablen bleiben dabei erhalten.
90 '
100 ' Was von Salomon bekannt ist, steht so im Programm: Brett, Suche, Werte der
110 ' Figuren und alle Gewichte (im vierten Teil). Eigene Wahl sind:
120 '   Zonen der Felder  Rand .2, ein Ring weiter .6, die 16 der Mitte 1 (zo/5)
130 '   Beweglichkeit     .05 je Fuenftel mal D 1, T 3, L 4 (mw, g!(21))
140 '   MaxGewinn         60 Punkte (mg)
150 '   FS                Figuren des Gegners (D 3, T L S 1) mal 8/9
160 '   Koenig im Zentrum 2 je Feld Abstand im Endspiel (g!(24))
170 '   Gewicht der Koenigssicherheit 1 (g!(22))
180 '   unentwickelt      Springer b1 g1 b8 g8, Laeufer c1 f1 c8 f8
190 '   blockiert         Bauer d2 e2 d7 e7 mit irgendeiner Figur davor
200 '   rueckstaendig     kein eigener Nachbar gleich weit oder dahinter
210 '   Nachbar des Freibauern  je Linie, nicht je Bauer
220 '   Rang der Zuege    Hauptvariante 9000, Umwandlung, Schlagen, Schach 100,
230 '                     Killer 61-65; Wert eines Killers ist sein Ergebnis
240 '   Suchtiefe         Ruhesuche bis Halbzug 22, Hauptvariante bis 12
250 '   Buch, Tasten, Figuren, Dateien, dreifache Stellung und 50 Zuege
260 ' Felder- und Zentrumskontrolle zeigt i nur an, die Suche nutzt sie nicht.
270 ' b: das Brett, 12 Felder je Reihe: a1=27, h1=34, a2=39, h8=118
280 '    1-6 schwarz K D T L S B, 7 leer, 8-13 weiss B S L T D K, 14 aussen
290 ' pl: wo die Figuren stehen, Weiss 0-15, Schwarz 16-31; il: Feld -> pl
300 ' ty: Art einer Figur (1 K bis 6 B), vl: ihr Wert
310 DIM b(144),il(144),pl(31),ab(184),dr(184),bp(14),ty(14),vl(14),ma(144)
320 DIM mt(14),dd(16),ja(6),jb(6),zo(144),zd(144),hm(144),mw(4),fz(14),kg(2)
330 ' Suche, je Halbzug k: v Zug, cp Geschlagenes, ep, cr Rochaderecht, ck
340 ' Schach, sa/sg Material, al/be Fenster, rd Resttiefe, bw bester Wert
350 DIM v(24),cp(24),ci(24),ep(24),cr(24),ck(24),sa(24),sg(24),rd(24),bw(24)
360 DIM al(24),be(24),bl(24),nn(24),zz(24),ix(24),gm(24),lg(24),mb(24),sw(24)
370 DIM pf(24),lz(24),hv(12),kn(24)
380 ' spaeter m: Zugliste 128*von+nach (+16384 T, -32768 L, beides S), s: Rang,
390 ' pv Hauptvarianten, kl kp kw Killer
400 DIM g!(27),pn(24),pr(24),bs(16),fs(32),fp(24)
410 DIM t$(60),un(1),ko(6),st(1),fm(1),rf(1),lb(1),sk(1),vo!(10),z!(144),x!(9)
420 ' Partie: gz Zug, gi Info-Bytes, gr Rechte und ep, hh 50 Zuege; hs! Kennzahl
430 DIM gz(220),gi(110),gr(220),hh(220),hs!(127),sh(144),e(8),p$(6)
440 ' Tabellen, Zeichen, Texte
450 MODE 1:BORDER 0:INK 0,0:INK 1,26:INK 2,9:INK 3,15:LOCATE 13,12
460 PRINT "S A L O M O N":SYMBOL AFTER 202:co=-1:lv=2:bk=1:mg=60:mm2=0:ad=400
470 FOR i=0 TO 144:b(i)=14:ma(i)=255:NEXT
480 FOR r=2 TO 9:FOR c=3 TO 10:i=12*r+c:b(i)=7:zd(i)=ABS(r-5.5)+ABS(c-6.5)
490 y=MIN(r-1,MIN(10-r,MIN(c-2,11-c))):zo(i)=2*y-1:IF y>3 THEN zo(i)=5
500 NEXT:NEXT:ma(27)=253:ma(31)=252:ma(34)=254:ma(111)=247:ma(115)=243
510 ma(118)=251
520 RESTORE 840:FOR i=1 TO 14:READ ty(i),vl(i),bp(i),fz(i),mt(i):NEXT
530 FOR i=1 TO 16:READ dd(i):NEXT:FOR i=1 TO 5:READ ja(i),jb(i):NEXT
540 FOR i=2 TO 4:READ mw(i):NEXT:FOR i=1 TO 6:READ ko(i):NEXT
550 FOR i=3 TO 10:READ vo!(i):NEXT
560 FOR i=28 TO 33 STEP 5:hm(i)=9:hm(i+84)=5:NEXT
570 FOR i=29 TO 32 STEP 3:hm(i)=10:hm(i+84)=4:NEXT
580 ' ab(Abstand+92): wer so angreift (ein Bit je Art), dr: der Schritt
590 FOR i=1 TO 5:e1=1:IF i>1 AND i<5 THEN e1=7
600 FOR j=ja(i) TO jb(i):FOR e=1 TO e1:x=92+e*dd(j):ab(x)=ab(x) OR bp(i)
610 dr(x)=dd(j):NEXT:NEXT:NEXT
620 ab(103)=ab(103) OR 1:ab(105)=ab(105) OR 1:ab(79)=ab(79) OR 64
630 ab(81)=ab(81) OR 64
640 zh!=1:FOR i=27 TO 118:zh!=zh!*421+17:zh!=zh!-INT(zh!/8388593)*8388593
650 z!(i)=zh!:NEXT
660 ' Figuren: 24 mal 24 Punkte, drei mal drei Zeichen
670 RESTORE 1390:FOR i=0 TO 17:READ a$:FOR j=0 TO 2:FOR e=0 TO 7
680 e(e)=VAL("&"+MID$(a$,6*e+2*j+1,2)):NEXT
690 SYMBOL 202+3*i+j,e(0),e(1),e(2),e(3),e(4),e(5),e(6),e(7):NEXT:NEXT
700 g$=CHR$(10)+STRING$(3,8):p$(0)="   "+g$+"   "+g$+"   "
710 FOR i=1 TO 6:j=193+9*(7-i)
720 FOR e=0 TO 2:p$(i)=p$(i)+CHR$(j+3*e)+CHR$(j+3*e+1)+CHR$(j+3*e+2)
730 IF e<2 THEN p$(i)=p$(i)+g$
740 NEXT:NEXT
750 IF sp THEN RESTORE 1700 ELSE RESTORE 1570
760 FOR i=0 TO 60:READ t$(i):NEXT:READ pf$,kf$
770 fa$="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
780 ' Titel: ENTER beginnt, x zeigt die Beispiele, e wechselt die Sprache
790 MODE 1:IF sp THEN RESTORE 1220 ELSE RESTORE 1050
800 READ a$:IF a$<>"" THEN PRINT a$:GOTO 800
810 LINE INPUT "",a$:IF LOWER$(a$)="e" THEN sp=1-sp:GOTO 750
820 IF a$<>"" THEN GOSUB 940:GOTO 790
830 CHAIN MERGE "salomon.2",2000,DELETE 10-1830
840 ' je Figur: Art, Wert, Bit, Figurensumme, 1 Bauer 2 Koenig
850 DATA 1,0,2,0,2,2,900,4,3,0,3,500,8,1,0,4,325,16,1,0,5,325,32,1,0,6,100,64,0
860 DATA 1,0,0,0,0,0,6,100,1,0,1,5,325,32,1,0,4,325,16,1,0,3,500,8,1,0,2,900,4
870 DATA 3,0,1,0,2,0,2,0,0,0,0,0
880 ' Schritte, von-bis je Art (K D T L S), Beweglichkeit D T L, Kontrolle K-B
890 DATA 1,-1,12,-12,11,13,-11,-13,25,23,14,10,-10,-14,-23,-25
900 DATA 1,8,1,8,1,4,5,8,9,16,1,3,4,1,2,3,3,3,4
910 ' Vorruecken je Linie a-h
920 DATA 0,0,3.9,5.4,7,2.3,0,0
930 ' Beispiele: drei Spielbaeume und die Groesse von Baeumen mit b=40
940 CLS:RESTORE 1020:FOR e=1 TO 3:READ y0,j:w1=-16000:y=0:y1=0
950 FOR i=1 TO j:READ x:w0=16000:w=0:y1=y1+x:FOR c=1 TO x:READ d:d=d*y0
960 IF w=0 THEN y=y+1:IF d<w0 THEN w0=d:IF w0<=w1 THEN w=1
970 NEXT:IF w=0 THEN w1=w0
980 NEXT:PRINT t$(56);e;":";w1*y0;" ";t$(57);y;"/";y1:NEXT:PRINT:PRINT t$(58)
990 FOR d=1 TO 5:PRINT d;40^((d+1)\2)+40^(d\2)-1;40^d:NEXT
1000 LINE INPUT "",a$:RETURN
1010 ' 1 Maximierer, -1 Minimierer an der Wurzel; Aeste; je Ast die Blaetter
1020 DATA -1,3,2,-5,10,2,-6,-8,2,20,15
1030 DATA 1,3,2,3,9,3,2,-100,-200,3,-5,-40,30
1040 DATA 1,3,2,-5,9,3,-4,-3,-2,3,50,40,30
1050 DATA "e2e4, e7e8D  Zug; ENTER  Salomon zieht"
1060 DATA "t, CTRL-T    Zug zurueck"
1070 DATA "s3  Stufe 1-11     z30  Sekunden je Zug"
1080 DATA "u   Turnieruhr     r    Aufgeben an/aus"
1090 DATA "n   neue Partie    v    wer spielt"
1100 DATA "a   aufstellen     f    FEN-Zeile"
1110 DATA "b   Bewertung      i    Kontrollen"
1120 DATA "k   Stil: k zeigt, k5=1.2 aendert,"
1130 DATA "    k NAME laedt, k >NAME sichert"
1140 DATA "w NAME sichert (und NAME.MOV), l NAME"
1150 DATA "m   Zuege (m8 Drucker)  o  Buch an/aus"
1160 DATA "x   Beispiele      p3   Zugfolgen zaehlen"
1170 DATA "q   Ende           e    English (hier)"
1180 DATA " "
1190 DATA "Beim Denken: Leertaste Fenster,"
1200 DATA "ENTER zieht sofort"
1210 DATA ""
1220 DATA "e2e4, e7e8Q  move; ENTER  Salomon moves"
1230 DATA "t, CTRL-T    take back"
1240 DATA "s3  level 1-11     z30  seconds a move"
1250 DATA "u   tournament     r    resign on/off"
1260 DATA "n   new game       v    who plays"
1270 DATA "a   set up         f    FEN line"
1280 DATA "b   evaluation     i    controls"
1290 DATA "k   style: k shows, k5=1.2 changes,"
1300 DATA "    k NAME loads, k >NAME saves"
1310 DATA "w NAME saves (and NAME.MOV), l NAME"
1320 DATA "m   moves (m8 printer)  o  book on/off"
1330 DATA "x   examples       p3   count lines"
1340 DATA "q   quit           e    Deutsch (here)"
1350 DATA " "
1360 DATA "While it thinks: space shows its work,"
1370 DATA "ENTER moves at once"
1380 DATA ""
1390 DATA 000000000000000000000000000000003C0000FF0000FF00
1400 DATA 00FF0000FF00007E00003C0000FF0000FF00003C00003C00
1410 DATA 007E00007E0000FF0001FF8000000007FFE007FFE0000000
1420 DATA 000000000000001000003400003F0000FF8001FFE003F7F0
1430 DATA 077FF80E7FFC0FFFFE1FFFFE3FFFFE3FF7FE3DE7FE1B8FFE
1440 DATA 081FFE003FFC007FF800FFF800000003FFFC07FFFE000000
1450 DATA 000000000000001800003C00001800003C00007E0000E700
1460 DATA 01E78001818001E78001E78000FF00007E00003C0000FF00
1470 DATA 00FF00007E0000FF0001FF800000003FE7FC3FFFFC000000
1480 DATA 0000000000000000000E7E700E7E700E7E700FFFF00FFFF0
1490 DATA 00000007FFE007FFE007FFE007FFE007FFE007FFE007FFE0
1500 DATA 07FFE00FFFF00FFFF00000001FFFF83FFFFC3FFFFC000000
1510 DATA 000000000000001800183C18183C18083C10083C108C7E31
1520 DATA CC7E334E7E726EFF766FFFF63FFFFC3FFFFC3FFFFC1FFFF8
1530 DATA 1FFFF80000000FFFF00FFFF00000001FFFF83FFFFC000000
1540 DATA 000000001800001800007E00001800001800003C001C3C38
1550 DATA 3E3C7C7F3CFE7FBDFE7FBDFE7FBDFE7FFFFE3FFFFC3FFFFC
1560 DATA 1FFFF80FFFF00000000FFFF00000001FFFF83FFFFC000000
1570 DATA Weiss,Schwarz,"Stufe ","Ihr Zug?",,Ich denke ...,Geht nicht!,Schach!
1580 DATA ,,Ich gebe auf,Matt,"Patt: remis","3mal: remis","50 Zuege:remis"
1590 DATA Totes Remis,gewinnt,Gesichert,Geladen,Falsche Datei,Tiefe,Stellungen
1600 DATA Zurueck,Sekunden,"Aendern: k5=1.2   Taste",Am Zug W/S?,Partie zu lang
1610 DATA "h,m,s?",Zuege?,"Zeit",Ueber 16!,Ueber 8 Bauern,Umwandlungen!
1620 DATA Feld besetzt!,Unmoeglich!,,Ich lade ...,Ohne Buch,Mit Buch
1630 DATA Spielt weiter
1640 DATA Gibt auf,Zwei Spieler,Ich spiele,Ich allein,Material
1650 DATA Bonus,Bauern,Springer,Laeufer,Turm,Dame,Bewegl.,Sicher,Aktiv,Abst.
1660 DATA "Weiss+ Taste",Baum,Blaetter,"Tiefe, bester Fall, alle:"
1670 DATA "t zurueck s2 Stufe z9 Sek n neu f FEN a Aufbau u Uhr b Wert"
1680 DATA " i Kontr. k Stil w/l Datei m Zuege v Spieler r Aufgabe o Buch q Ende"
1690 DATA BDTLSK,KDTLSB
1700 DATA White,Black,"Level ","Your move?",,I think ...,Impossible!,Check!
1710 DATA ,,I resign,Mate,"Stalemate","Repetition","50-move draw"
1720 DATA Dead draw,wins,Saved,Loaded,Wrong file,Depth,Positions
1730 DATA Taken back,Seconds,"To change: k5=1.2   Key",To move W/B?
1740 DATA Game too long
1750 DATA "h,m,s?",Moves?,"Time",More than 16!,Over 8 pawns,Promotions!
1760 DATA Occupied!,Impossible!,,Loading ...,No book,Book in use,Plays on
1770 DATA Resigns,Two players,I play,I alone,Material
1780 DATA Bonus,Pawns,Knights,Bishops,Rooks,Queen,Mobility,Safety,Active,Dist.
1790 DATA "White+ Key",Tree,Leaves,"Depth, best case, all:"
1800 DATA "t back s2 level z9 sec n new f FEN a set up u clock b value"
1810 DATA " i control k style w/l file m moves v players r resign o book q quit"
1820 DATA PQRBNK,KQRBNP
1830 ' Ende des ersten Teils
