10 ' schach: chess, in German or English
30 DEFINT a-z
40 ' b: das Brett, 10 Felder je Reihe: a1=21, h1=28, a8=91, h8=98, aussen 7.
50 '    1 Bauer 2 Springer 3 Laeufer 4 Turm 5 Dame 6 Koenig, Schwarz negativ
60 ' pl: wo die Figuren stehen, Weiss 0-15, Schwarz 16-31; il: Feld -> pl
70 ' w(460+80*Figur+Feld): ihr Wert dort
80 DIM b(119),il(98),pl(31),ab(176),dr(176),bp(13),mt(12),ma(98)
90 ' Suche, je Halbzug k: v Zug, cp Geschlagenes, ep, cr Rochaderecht, ck
100 ' Schach, ev Wert, al/be Fenster, dp Resttiefe, bl-nn Teil der Zugliste m
110 DIM v(24),cp(24),ci(24),ep(24),cr(24),ck(24),ev(24),gt(24)
120 DIM al(24),be(24),dp(24),bl(24),nn(24),zz(24),ix(24),gm(24),lg(24),a0(24)
130 DIM kl(24),pv(24,1),dd(16),ja(6),jb(6),kg(2),fw(2),nm(2),lo(2),km(2),ut!(2)
140 ' Partie: gv Zug, gc cr+16*ep+200*(cp+10), hs! Kennzahl der Stellung
150 DIM gv(250),gc(250),hs!(127),z!(98),sh(98),e(7),p$(6),t$(33)
160 GOSUB 5750
170 MODE 1:GOSUB 4860:a$=fa$:GOSUB 3450:fs$=fa$:gl=0
180 gp=0:hc=h0:s0=sd:ut!(0)=0:ut!(2)=0:GOSUB 5160
190 ' Hauptschleife: Stellung beurteilen, CPC oder Mensch zieht
200 GOSUB 2870:GOSUB 4940:ts!=TIME:rs=sd:GOSUB 5020
210 IF st THEN GOSUB 5390:GOTO 3800
220 IF ck(0) THEN PRINT #3,t$(7)
230 IF co<>sd AND co<>2 GOTO 3800
240 PRINT #3,t$(5):GOSUB 2060:CLS #3:mv=bm:GOSUB 3390
250 PRINT #3,"CPC: ";e$:PRINT CHR$(7);
260 ut!(1+sd)=ut!(1+sd)+TIME-ts!:IF gp>248 THEN PRINT #3,t$(26):GOTO 3800
270 IF gp<gl THEN IF gv(gp)<>mv THEN gl=0
280 GOSUB 3210:IF gl<gp THEN gl=gp
290 GOSUB 5170:GOTO 200
300 ' Zugliste m. g: 0 alle Zuege, 1 nur lohnende, 2 Schlagen, 3 auf Feld tq
310 ' Zug = 100*von+nach; Umwandlung in T, L, S: negativ, und 0, 10000, 20000
320 ' Schlagzuege stehen vorn (bis z). g>0: ein Zug muss mehr als lc bringen;
330 ' bringt er bc, so genuegt er (gx=1)
340 z=n:IF sd>0 THEN u=-7:l=0:ia=0 ELSE u=0:l=7:ia=16
350 IF g=3 GOTO 900
360 ke=kg(1-sd):k7=ke+88:eq=ep(k):FOR i=ia TO ia+lp:f=pl(i):IF f=0 GOTO 660
370 p=b(f):pa=ABS(p):o=80*p+460:lm=lc+w(o+f):fh=100*f:IF cf THEN c=bp(p+6)
380 ON pa GOTO 550,400,460,460,460,400
390 ' Springer, Koenig: ein Schritt
400 FOR j=ja(pa) TO jb(pa):t=f+dd(j):x=b(t):IF x GOTO 430
410 IF g=0 THEN n=n+1:m(n)=fh+t ELSE IF g=1 THEN GOSUB 820:IF gx THEN RETURN
420 GOTO 440
430 IF x>u AND x<l THEN GOSUB 800:IF gx THEN RETURN
440 NEXT:GOTO 660
450 ' Laeufer, Turm, Dame: bis etwas im Weg steht
460 FOR j=ja(pa) TO jb(pa):d=dd(j):t=f:IF g THEN ON g GOTO 480,510
470 t=t+d:IF b(t)=0 THEN n=n+1:m(n)=fh+t:GOTO 470 ELSE 520
480 t=t+d:IF b(t) GOTO 520
490 IF w(o+t)<=lm THEN IF cf=0 GOTO 480
500 GOSUB 820:IF gx THEN RETURN ELSE 480
510 t=t+d:IF b(t)=0 GOTO 510
520 x=b(t):IF x>u AND x<l THEN GOSUB 800:IF gx THEN RETURN
530 NEXT:GOTO 660
540 ' Bauer: ein oder zwei Schritte, schlagen, verwandeln
550 t=f+10*sd:IF b(t) GOTO 620
560 IF t>90 OR t<30 THEN x=0:GOSUB 760:GOTO 620
570 IF g=2 GOTO 620
580 IF g THEN GOSUB 820 ELSE n=n+1:m(n)=fh+t
590 IF f>39 AND f<80 GOTO 620
600 t=t+10*sd:IF b(t) GOTO 620
610 IF g THEN GOSUB 820 ELSE n=n+1:m(n)=fh+t
620 t=f+9*sd:x=b(t):IF x>u AND x<l THEN GOSUB 750 ELSE IF t=eq THEN GOSUB 790
630 t=f+11*sd:x=b(t)
640 IF x>u AND x<l THEN GOSUB 750 ELSE IF t=eq THEN GOSUB 790
650 IF gx THEN RETURN
660 NEXT:IF g THEN RETURN
670 IF cr(k)=0 OR ck(k) THEN RETURN
680 ' Rochade: nicht aus dem Schach und nicht durch ein Schach
690 f=kg(1+sd):ya=8+8*sd:y0=1:IF sd<0 THEN y0=4
700 IF (cr(k) AND y0)=0 OR b(f+1)<>0 OR b(f+2)<>0 GOTO 720
710 q=f+1:GOSUB 980:IF h=0 THEN n=n+1:m(n)=101*f+2
720 IF (cr(k) AND 2*y0)=0 OR b(f-1)<>0 OR b(f-2)<>0 OR b(f-3)<>0 THEN RETURN
730 q=f-1:GOSUB 980:IF h=0 THEN n=n+1:m(n)=101*f-2
740 RETURN
750 IF t<90 AND t>30 GOTO 800
760 y=w(460+400*sd+t)+w(80*x+460+t):IF y<=lm THEN RETURN
770 GOSUB 880:IF g THEN RETURN
780 FOR j=0 TO 2:n=n+1:m(n)=-fh-t-10000*j:NEXT:RETURN
790 x=-p
800 y=w(o+t)+w(80*x+460+t):GOTO 830
810 ' Bringt er genug? Oder ist er (bei cf) ein Schach?
820 y=w(o+t)
830 IF y>lm GOTO 880
840 IF cf=0 THEN RETURN
850 IF (ab(k7-t) AND c)=0 THEN RETURN
860 r=t:e=dr(k7-t)
870 r=r+e:IF r<>ke THEN IF b(r)=0 GOTO 870 ELSE RETURN
880 n=n+1:z=z+1:m(n)=m(z):m(z)=fh+t:s(z)=y-lm:IF y-lm>=bc THEN gx=1
890 RETURN
900 q=tq:q7=q+88:e=w(80*b(q)+460+q)-lc
910 FOR i=ia TO ia+lp:f=pl(i):IF f=0 GOTO 960
920 p=b(f):IF (ab(q7-f) AND bp(p+6))=0 GOTO 960 ELSE d=dr(q7-f):r=f
930 r=r+d:IF r<>q THEN IF b(r)=0 GOTO 930 ELSE 960
940 o=80*p+460:y=w(o+q)+e-w(o+f)
950 IF y>0 THEN n=n+1:z=n:m(n)=100*f+q:s(n)=y-ABS(p)
960 NEXT:RETURN
970 ' h=1: eine Figur der Liste ab ya greift das Feld q an
980 q7=q+88:FOR y=ya TO ya+lp:r=pl(y):IF r=0 GOTO 1020
990 IF (ab(q7-r) AND bp(b(r)+6))=0 GOTO 1020 ELSE d=dr(q7-r)
1000 r=r+d:IF r=q THEN h=1:RETURN
1010 IF b(r)=0 GOTO 1000
1020 NEXT:h=0:RETURN
1030 ' Zug mv ausfuehren
1040 IF mv<0 THEN GOSUB 1120 ELSE f=mv\100:t=mv MOD 100:f2=5
1050 p=b(f):x=b(t):o=80*p+460:v(k)=mv:cp(k)=x:k=k+1:hf=0
1060 ev(k)=w(o+f)-w(o+t)-w(80*x+460+t)-ev(k-1)
1070 b(t)=p:b(f)=0:IF x THEN i=il(t):ci(k)=i:pl(i)=0
1080 i=il(f):pl(i)=t:il(t)=i:ep(k)=0:cr(k)=cr(k-1):sd=-sd
1090 IF cr(k) THEN cr(k)=cr(k) AND ma(f) AND ma(t)
1100 ON mt(p+6) GOTO 1130,1220
1110 RETURN
1120 f2=4+(mv<-9999)+(mv<-19999):f=-mv MOD 10000:t=f MOD 100:f=f\100:RETURN
1130 IF ABS(t-f)=20 GOTO 1190
1140 IF t>90 OR t<30 GOTO 1210
1150 IF x OR t-f=10*p THEN RETURN
1160 ' en passant
1170 q=t-10*p:i=il(q):ci(k)=i:pl(i)=0:b(q)=0:cp(k-1)=20:hf=3
1180 ev(k)=ev(k)-w(460-80*p+q):RETURN
1190 IF b(t-1)=-p OR b(t+1)=-p THEN ep(k)=(f+t)\2
1200 RETURN
1210 i=p*f2:b(t)=i:cp(k-1)=x+40:hf=1:ev(k)=ev(k)+w(o+t)-w(460+80*i+t):RETURN
1220 kg(1-sd)=t:cp(k-1)=x+80:hf=2:IF ABS(t-f)<>2 THEN RETURN
1230 ' Rochade: auch der Turm zieht
1240 cp(k-1)=60:hf=3:q=f+3:r=f+1:IF t<f THEN q=f-4:r=f-1
1250 b(r)=b(q):b(q)=0:i=il(q):pl(i)=r:il(r)=i
1260 o=80*b(r)+460:ev(k)=ev(k)+w(o+q)-w(o+r):RETURN
1270 ' Zug zuruecknehmen
1280 k=k-1:sd=-sd:mv=v(k):IF mv<0 THEN GOSUB 1120 ELSE f=mv\100:t=mv MOD 100
1290 p=b(t):x=cp(k):IF x>9 GOTO 1330
1300 b(f)=p:b(t)=x:i=il(t):pl(i)=f:il(f)=i:IF x THEN i=ci(k+1):pl(i)=t:il(t)=i
1310 RETURN
1320 ' cp: 20 mehr bei en passant, 40 Umwandlung, 60 Rochade, 80 Koenigszug
1330 fl=(x+10)\20:x=x-20*fl:ON fl GOTO 1360,1350,1370
1340 kg(1+sd)=f:GOTO 1300
1350 p=sd:GOTO 1300
1360 GOSUB 1300:q=t-10*p:b(q)=-p:i=ci(k+1):pl(i)=q:il(q)=i:RETURN
1370 kg(1+sd)=f:GOSUB 1300:q=f+3:r=f+1:IF t<f THEN q=f-4:r=f-1
1380 b(q)=b(r):b(r)=0:i=il(r):pl(i)=q:il(q)=i:RETURN
1390 ' h=1: der Zug liess den eigenen Koenig im Schach
1400 q=kg(1-sd):ya=8-8*sd:IF ck(k-1) OR hf>1 GOTO 980
1410 h=0:IF (ab(f-q+88) AND 32)=0 THEN RETURN
1420 r=q:d=dr(f-q+88)
1430 r=r+d:IF b(r)=0 GOTO 1430
1440 y=b(r):IF y*sd>0 THEN IF ab(q-r+88) AND bp(y+6) THEN h=1
1450 RETURN
1460 ' h=1: der Zug gibt Schach
1470 q=kg(1+sd):ya=8+8*sd:IF hf AND 1 GOTO 980
1480 IF (ab(q-t+88) AND bp(p+6))=0 GOTO 1520
1490 r=t:d=dr(q-t+88)
1500 r=r+d:IF r=q THEN h=1:RETURN
1510 IF b(r)=0 GOTO 1500
1520 h=0:IF (ab(f-q+88) AND 32)=0 THEN RETURN
1530 r=q:d=dr(f-q+88)
1540 r=r+d:IF b(r)=0 GOTO 1540
1550 y=b(r):IF y*sd<0 THEN IF ab(q-r+88) AND bp(y+6) THEN h=1
1560 RETURN
1570 ' Suche: Alpha-Beta, Ergebnis rv aus Sicht dessen, der am Zug ist
1580 IF n+nl>360 THEN rv=ev(k):RETURN
1590 nd=nd+1:IF TIME>tc! THEN GOSUB 5090:IF ab THEN rv=0:RETURN
1600 bl(k)=n:lg(k)=0:g=0:lc=-20000:gx=0:bc=30000
1610 IF dp(k)<1 THEN g=4-qf:IF ev(k)>al(k) THEN al(k)=ev(k)
1620 IF dp(k)<>1 OR ck(k) OR fw(1+sd) GOTO 1640
1630 g=1:IF ev(k)>=be(k) THEN rv=ev(k):RETURN
1640 IF g THEN bc=be(k)-al(k):GOTO 1710
1650 IF dp(k)<3 OR ck(k) OR fw(1+sd) OR ev(k)<be(k) GOTO 1710
1660 ' Nullzug: wer sogar aussetzen kann, steht gut genug
1670 k=k+1:sd=-sd:ev(k)=-ev(k-1):ep(k)=0:cr(k)=cr(k-1):ck(k)=0
1680 dp(k)=MAX(1,dp(k-1)-3):al(k)=-be(k-1):be(k)=1-be(k-1)
1690 GOSUB 1580:k=k-1:sd=-sd:rv=-rv:IF ab OR rv>=be(k) THEN RETURN
1700 g=0:gx=0:bc=30000:lc=-20000
1710 cf=0:IF g THEN lc=al(k)-ev(k):IF g=1 AND sd=rs THEN cf=c1
1720 ix(k)=n:a0(k)=al(k):gm(k)=g:GOSUB 340:nn(k)=n:zz(k)=z:gt(k)=gx
1730 IF g GOTO 1780
1740 ' der Killer, der zuletzt widerlegte, kommt gleich nach den Schlagzuegen
1750 y=kl(k):IF y=0 GOTO 1780
1760 FOR j=z+1 TO n:IF m(j)=y THEN m(j)=m(z+1):m(z+1)=y:j=n
1770 NEXT
1780 ix(k)=ix(k)+1:i=ix(k):IF i>nn(k) GOTO 2000
1790 IF i>zz(k) GOTO 1830
1800 ' den besten nach vorn
1810 FOR j=i+1 TO zz(k):IF s(j)>s(i) THEN i=j
1820 NEXT:j=ix(k):IF i>j THEN y=m(i):m(i)=m(j):m(j)=y:y=s(i):s(i)=s(j):s(j)=y
1830 IF gm(k)=0 GOTO 1860
1840 y=s(ix(k)):IF y<=0 OR y+a0(k)>al(k) GOTO 1860
1850 zz(k)=0:IF c1 GOTO 1780 ELSE 2000
1860 mv=m(ix(k)):GOSUB 1040:GOSUB 1400:IF h GOTO 1990
1870 lg(k-1)=1:GOSUB 1470:ck(k)=h:dp(k)=dp(k-1)-1:pv(k,0)=0
1880 IF h THEN IF k<kx THEN dp(k)=dp(k)+1
1890 be(k)=-al(k-1):IF dp(k)>0 GOTO 1930
1900 ' am Ende nur noch Schlagzuege (Ruhesuche)
1910 rv=ev(k):IF rv>=be(k) OR k>=kq GOTO 1940
1920 IF qf=1 THEN IF cp(k-1)=0 OR cp(k-1)=80 GOTO 1940 ELSE tq=t
1930 al(k)=-be(k-1):GOSUB 1580
1940 GOSUB 1280:rv=-rv:IF ab THEN n=bl(k):RETURN
1950 IF rv<=al(k) GOTO 1780
1960 al(k)=rv:pv(k,0)=v(k):pv(k,1)=pv(k+1,0):IF rv<be(k) GOTO 1780
1970 IF gm(k)=0 THEN IF ix(k)>zz(k) THEN kl(k)=v(k)
1980 n=bl(k):RETURN
1990 GOSUB 1280:GOTO 1780
2000 n=bl(k):IF gt(k) THEN g=gm(k):gx=0:bc=30000:GOTO 1710
2010 rv=al(k):IF gm(k) OR lg(k) THEN RETURN
2020 ' kein Zug moeglich: Matt oder Patt
2030 rv=0:IF ck(k) THEN rv=k-10000
2040 RETURN
2050 ' Denken: Buch, dann immer tiefer, bis Zeit oder Taste es beenden
2060 ab=0:nd=0:bm=m(1):GOSUB 2410:IF h THEN RETURN
2070 IF nl=1 THEN RETURN
2080 RESTORE 5850:FOR i=1 TO lv:READ dm,qf,lt:NEXT
2090 GOSUB 2640:CLS #2:tc!=TIME+300:tl!=0:IF lt THEN tl!=ts!+300*lt
2100 c1=-(lv>1):FOR i=0 TO 24:kl(i)=0:NEXT
2110 FOR rm=1 TO nl:mv=m(rm):k=0:GOSUB 1040:GOSUB 1280:s(rm)=-ev(1):NEXT
2120 FOR i=1 TO MIN(9,nl-1):f=i:FOR j=i+1 TO nl:IF s(j)>s(f) THEN f=j
2130 NEXT:y=m(f):m(f)=m(i):m(i)=y:s(f)=s(i):NEXT
2140 FOR it=2 TO dm:kx=MIN(2*it,14):kq=it+8:al(0)=-12000:be(0)=12000
2150 FOR rm=1 TO nl:k=0:n=nl:mv=m(rm):GOSUB 3390
2160 LOCATE #2,1,1:PRINT #2,it;e$;rm;
2170 GOSUB 1040:GOSUB 1470:ck(1)=h:dp(1)=it-1:IF h THEN dp(1)=it
2180 pv(1,0)=0:al(1)=-be(0):be(1)=-al(0):GOSUB 2340:rv=0:IF h=0 THEN GOSUB 1580
2190 GOSUB 1280:rv=-rv:IF ab GOTO 2240
2200 IF rv>al(0) THEN GOSUB 2250
2210 NEXT:IF ABS(al(0))>9000 GOTO 2240
2220 IF tl!>0 THEN IF TIME-ts!>tl!-TIME GOTO 2240
2230 NEXT
2240 k=0:RETURN
2250 al(0)=rv:bm=v(0):FOR j=rm TO 2 STEP -1:m(j)=m(j-1):NEXT:m(1)=bm
2260 ' Wert und beste Folge zeigen
2270 LOCATE #2,1,2:PRINT #2,SPC(13);:LOCATE #2,1,2
2280 IF ABS(rv)<9000 THEN PRINT #2,USING "+##.##";rv/100; ELSE PRINT #2,t$(8);
2290 IF ABS(rv)>8999 THEN PRINT #2,(10001-ABS(rv))\2; ELSE PRINT #2,nd;
2300 LOCATE #2,1,3:mv=bm:GOSUB 3390:PRINT #2,LEFT$(e$,4);
2310 FOR i=0 TO 1:mv=pv(1,i):e$="     ":IF mv THEN GOSUB 3390
2320 PRINT #2,SPC(1);LEFT$(e$,4);:NEXT:RETURN
2330 ' h=1: die Stellung gab es schon
2340 h=0:IF hc<3 OR cr(1)<>cr(0) OR (cp(0)<>0 AND cp(0)<>80) THEN RETURN
2350 IF ABS(p)=1 THEN RETURN
2360 zh!=hs!(gp AND 127)+p*(z!(t)-z!(f))
2370 FOR j=gp-3 TO MAX(0,gp-hc) STEP -2:IF hs!(j AND 127)<>zh! GOTO 2390
2380 IF gc(j) MOD 200=cr(1) THEN h=1
2390 NEXT:RETURN
2400 ' Eroeffnungsbuch
2410 h=0:IF bk=0 OR gp>11 OR fs$<>fa$ THEN RETURN
2420 g$="":FOR i=0 TO gp-1:mv=gv(i):GOSUB 3390:g$=g$+e$:NEXT:n2=0:RESTORE 2490
2430 READ a$:IF a$="" GOTO 2470
2440 IF LEN(a$)<=LEN(g$) OR LEFT$(a$,LEN(g$))<>g$ GOTO 2430
2450 n2=n2+1:IF RND*n2>=1 GOTO 2430
2460 e$=MID$(a$,LEN(g$)+1,4):h=1:GOTO 2430
2470 IF h=0 THEN RETURN
2480 GOSUB 3770:bm=100*so:e$=MID$(e$,3):GOSUB 3770:bm=bm+so:RETURN
2490 DATA e2e4e7e5g1f3b8c6f1b5a7a6b5a4g8f6e1g1f8e7f1e1b7b5
2500 DATA e2e4e7e5g1f3b8c6d2d4e5d4f3d4g8f6d4c6b7c6
2510 DATA e2e4e7e5g1f3g8f6f3e5d7d6e5f3f6e4d2d4d6d5
2520 DATA e2e4c7c5g1f3d7d6d2d4c5d4f3d4g8f6b1c3a7a6c1g5e7e6
2530 DATA e2e4e7e6d2d4d7d5b1c3g8f6c1g5f8e7e4e5f6d7
2540 DATA e2e4c7c6d2d4d7d5b1c3d5e4c3e4c8f5e4g3f5g6
2550 DATA e2e4d7d5e4d5d8d5b1c3d5a5d2d4g8f6
2560 DATA d2d4d7d5c2c4e7e6b1c3g8f6c1g5f8e7e2e3e8g8
2570 DATA d2d4d7d5c2c4c7c6g1f3g8f6b1c3d5c4a2a4c8f5
2580 DATA d2d4g8f6c2c4e7e6b1c3f8b4e2e3e8g8f1d3d7d5
2590 DATA d2d4g8f6c2c4g7g6b1c3f8g7e2e4d7d6g1f3e8g8
2600 DATA c2c4e7e5b1c3g8f6g1f3b8c6g2g3d7d5
2610 DATA g1f3d7d5g2g3g8f6f1g2e7e6e1g1f8e7
2620 DATA ""
2630 ' vor der Suche: Bauern und Koenige nach der Lage bewerten
2640 GOSUB 3130:ph=-(nm(0)+nm(2)<2700):IF ph<>pm THEN pm=ph:p=1:GOSUB 2770
2650 FOR s=-1 TO 1 STEP 2:q=0:IF nm(1-s)<1400 THEN q=1
2660 IF lo(1-s)=1 THEN q=3 ELSE IF lo(1+s)=1 THEN q=2
2670 IF q<>km(1+s) OR q=3 THEN km(1+s)=q:GOSUB 2700
2680 NEXT:v=0:FOR i=0 TO 31:s=pl(i):IF s THEN p=b(s):v=v+SGN(p)*w(460+80*p+s)
2690 NEXT:ev(0)=v*sd:RETURN
2700 ke=kg(1-s):FOR r=1 TO 8:FOR c=1 TO 8:y=MIN(c,9-c):z=MIN(r,9-r):t=10*r+10+c
2710 IF q=3 THEN v=90-9*MAX(ABS(t\10-ke\10),ABS(c-ke MOD 10)):GOTO 2750
2720 IF q THEN v=6*q*(y+z):GOTO 2750
2730 v=r:IF s<0 THEN v=9-r
2740 IF v=1 THEN v=(y=3)*30+(y=4)*40 ELSE v=-30-12*v-3*y
2750 w(460+480*s+t)=v:NEXT:NEXT:RETURN
2760 ' Wert der Figur p auf jedem Feld, fuer beide Seiten
2770 FOR r=1 TO 8:FOR c=1 TO 8:y=MIN(c,9-c):z=MIN(r,9-r)
2780 ON p GOTO 2790,2810,2820,2830,2840
2790 IF pm THEN v=90+r*r ELSE v=96+r*r\3+(r>2)*(8-4*y)
2800 GOTO 2850
2810 v=295+5*y+4*z:GOTO 2850
2820 v=312+3*(y+z)+(r=1)*4:GOTO 2850
2830 v=490+2*y-(r=7)*15:GOTO 2850
2840 v=892+y+z
2850 t=10*r+10+c:w(460+80*p+t)=v:w(570-80*p-t+2*c)=v:NEXT:NEXT:RETURN
2860 ' eine Stellung beurteilen: Zuege m(1)-m(nl), Schach, st Spielende
2870 k=0:GOSUB 3130:q=kg(1+sd):ya=8+8*sd:GOSUB 980:ck(0)=h
2880 n=0:g=0:cf=0:gx=0:bc=30000:lc=-20000:GOSUB 340:nl=0:zl=z:e0=0
2890 FOR rm=1 TO n:mv=m(rm):f=ABS(mv) MOD 10000:t=f MOD 100:f=f\100:h=0
2900 e1=(t=ep(0) AND ABS(b(f))=1):IF ck(0) OR e1 OR ABS(b(f))=6 GOTO 2920
2910 IF (ab(f-kg(1+sd)+88) AND 32)=0 GOTO 2930
2920 GOSUB 1040:GOSUB 1400:GOSUB 1280:IF h GOTO 2940
2930 nl=nl+1:m(nl)=mv:IF e1 THEN e0=1
2940 NEXT:IF e0=0 THEN ep(0)=0
2950 GOSUB 3030:st=0:IF nl=0 THEN st=2-ck(0):RETURN
2960 ' dreimal, 50 Zuege, tote Stellung
2970 e1=1:FOR j=gp-4 TO MAX(0,gp-hc) STEP -2:IF hs!(j AND 127)<>zh! GOTO 2990
2980 IF gc(j) MOD 200=gc(gp) THEN e1=e1+1
2990 NEXT:IF e1>2 THEN st=3
3000 IF hc>99 THEN st=4
3010 GOSUB 3070:IF h THEN st=5
3020 RETURN
3030 gc(gp)=cr(0)+16*(ep(0) MOD 10):zh!=0
3040 FOR i=0 TO 31:s=pl(i):IF s THEN zh!=zh!+b(s)*z!(s)
3050 NEXT:hs!(gp AND 127)=zh!:RETURN
3060 ' h=1: niemand kann mehr mattsetzen
3070 e1=0:h=0:FOR i=0 TO 31:s=pl(i):IF s=0 GOTO 3110
3080 pa=ABS(b(s)):IF pa=1 OR pa=4 OR pa=5 THEN RETURN
3090 IF pa=2 THEN e1=e1+100
3100 IF pa=3 THEN IF (s+s\10) AND 1 THEN e1=e1 OR 1 ELSE e1=e1 OR 2
3110 NEXT:h=-(e1<3 OR e1=100):RETURN
3120 ' die Figurenlisten neu anlegen und das Material zaehlen
3130 FOR i=0 TO 31:pl(i)=0:NEXT:i=0:j=16:nm(0)=0:nm(2)=0
3140 FOR f=21 TO 98:p=b(f):IF p=0 OR p=7 GOTO 3180
3150 IF p>0 THEN pl(i)=f:il(f)=i:i=i+1 ELSE pl(j)=f:il(f)=j:j=j+1
3160 pa=ABS(p):y=1+SGN(p):IF pa=6 THEN kg(y)=f
3170 IF pa>1 AND pa<6 THEN nm(y)=nm(y)+w(460+80*p+f)
3180 NEXT:lp=MAX(i,j-16)-1:lo(2)=-(i=1):lo(0)=-(j=17)
3190 fw(2)=-(nm(2)=0):fw(0)=-(nm(0)=0):RETURN
3200 ' Zug mv in der Partie ausfuehren, zuruecknehmen
3210 k=0:GOSUB 1040:k=0:ep(0)=ep(1):cr(0)=cr(1):gv(gp)=mv
3220 j=cp(0)+10:hc=hc+1:IF ABS(p)=1 AND j=10 THEN j=97
3230 IF j<>10 AND j<>70 AND j<>90 THEN hc=0
3240 gc(gp)=gc(gp) MOD 200+200*j:gp=gp+1:RETURN
3250 gp=gp-1:k=1:v(0)=gv(gp):j=gc(gp)\200:IF j=97 THEN j=10
3260 cp(0)=j-10:ci(1)=31:GOSUB 1280:j=gc(gp) MOD 200:cr(0)=j AND 15:ep(0)=j\16
3270 IF j>15 THEN ep(0)=ep(0)+55+15*sd
3280 hc=gp+h0:FOR i=0 TO gp-1:j=gc(i)\200
3290 IF j<>10 AND j<>70 AND j<>90 THEN hc=gp-1-i
3300 NEXT:GOTO 3130
3310 ' von der Anfangsstellung fs$ an nachspielen
3320 a$=fs$:GOSUB 3450:gp=0:hc=h0:s0=sd:e3=gl:IF h THEN RETURN
3330 IF gp>=e3 THEN RETURN
3340 IF ep(0) THEN GOSUB 2870 ELSE GOSUB 3130:GOSUB 3030
3350 mv=gv(gp):f=(ABS(mv) MOD 10000)\100:IF f<21 OR f>98 THEN gl=gp:RETURN
3360 IF b(f)*sd<1 OR b(f)=7 THEN gl=gp:RETURN
3370 GOSUB 3210:GOTO 3330
3380 ' Zug mv als Text e$
3390 y=ABS(mv) MOD 10000:j=y\100:y=y MOD 100
3400 e$=CHR$(96+j MOD 10)+CHR$(47+j\10)+CHR$(96+y MOD 10)+CHR$(47+y\10)
3410 IF mv<0 THEN e$=e$+MID$(pf$,4+(mv<-9999)+(mv<-19999),1):RETURN
3420 IF (y>90 OR y<30) AND ABS(b(j))=1 THEN e$=e$+MID$(pf$,5,1)
3430 RETURN
3440 ' Stellung aus einer FEN-Zeile a$; h=1: unbrauchbar
3450 FOR i=21 TO 98:IF b(i)<>7 THEN b(i)=0
3460 NEXT:q=91:i=1:a$=LEFT$(a$,99)+" "
3470 e$=MID$(a$,i,1):i=i+1:IF e$=" " OR i>99 GOTO 3530
3480 IF e$="/" THEN q=q-q MOD 10-9:IF q<21 THEN q=21:GOTO 3470 ELSE 3470
3490 IF e$>"0" AND e$<"9" THEN q=MIN(99,q+VAL(e$)):GOTO 3470
3500 j=INSTR("PNBRQK",e$):IF j=0 THEN j=-INSTR("pnbrqk",e$)
3510 IF b(q)<>7 THEN b(q)=j:q=q+1
3520 GOTO 3470
3530 sd=1:IF MID$(a$,i,1)="b" THEN sd=-1
3540 i=i+2:cr(0)=0:ep(0)=0:h0=0
3550 e$=MID$(a$,i,1)+" ":i=i+1:j=INSTR("KQkq",LEFT$(e$,1))
3560 IF j THEN cr(0)=cr(0) OR 2^(j-1):GOTO 3550
3570 IF e$="- " THEN i=i+1
3580 e$=MID$(a$,i,2):IF e$>="a1" AND e$<="h8" THEN GOSUB 3770:ep(0)=so:i=i+1
3590 h0=VAL(MID$(a$,i+2,3)+" ")
3600 ' Ist die Stellung moeglich?
3610 GOSUB 3130:h=1:IF i>16 OR j>32 THEN RETURN
3620 e1=0:FOR i=21 TO 98:p=b(i):IF p=6 THEN e1=e1+1 ELSE IF p=-6 THEN e1=e1+100
3630 IF ABS(p)=1 AND (i<30 OR i>90) THEN e1=0:i=999
3640 NEXT:IF e1<>101 THEN RETURN
3650 FOR i=21 TO 98:IF ma(i)=15 GOTO 3680
3660 p=4-2*(i MOD 10=5):IF i>90 THEN p=-p
3670 IF b(i)<>p THEN cr(0)=cr(0) AND ma(i)
3680 NEXT:i=ep(0):IF i THEN IF b(i)<>0 OR b(i-10*sd)<>-sd THEN ep(0)=0
3690 q=kg(1-sd):ya=8-8*sd:GOTO 980
3700 ' FEN-Zeile fs$ der Stellung
3710 fs$="":FOR r=9 TO 2 STEP -1:FOR c=1 TO 8
3720 fs$=fs$+MID$("kqrbnp.PNBRQK",7+b(10*r+c),1):NEXT:IF r>2 THEN fs$=fs$+"/"
3730 NEXT:fs$=fs$+MID$(" b w",2+sd,2)+" ":IF cr(0)=0 THEN fs$=fs$+"-"
3740 FOR j=0 TO 3:IF cr(0) AND 2^j THEN fs$=fs$+MID$("KQkq",j+1,1)
3750 NEXT:IF ep(0) THEN so=ep(0):GOSUB 3780:fs$=fs$+" "+e$ ELSE fs$=fs$+" -"
3760 fs$=fs$+STR$(h0)+" 1":RETURN
3770 so=ASC(e$)-86+10*VAL(MID$(e$,2,1)):RETURN
3780 e$=CHR$(96+so MOD 10)+CHR$(47+so\10):RETURN
3790 ' Der Mensch waehlt Felder oder einen Befehl
3800 fr=0:PRINT #3,t$(3);" ";:IF co=2 THEN co=0
3805 GOSUB 5130:IF en THEN en=0:IF cc=13 GOTO 3805
3810 IF cc>239 AND cc<244 OR cc>7 AND cc<12 THEN GOSUB 5340:GOTO 3805
3820 IF cc=13 OR cc=224 OR cc=88 OR cc=90 THEN GOSUB 5310:so=cu:GOTO 3970
3830 a$=LOWER$(a$):IF cc=127 THEN GOTO 3940
3840 IF a$>="a" AND a$<="h" THEN PRINT #3,a$;:tl$=a$:GOTO 3805
3850 IF tl$="" GOTO 3880
3860 IF a$<"1" OR a$>"8" GOTO 3940
3870 PRINT #3,a$;:e$=tl$+a$:tl$="":GOSUB 3770:GOTO 3970
3880 IF a$>"0" AND a$<"7" THEN lv=VAL(a$):GOSUB 5000:GOTO 3940
3890 j=INSTR(" wrvtnplsmoiqu?#",a$):IF j=0 GOTO 3805
3900 IF fr THEN GOSUB 5280:fr=0
3910 GOSUB 5310:PRINT #3
3920 IF j>8 THEN ON j-8 GOTO 4340,4270,4290,4840,4330,4300,4840,4560
3930 ON j GOTO 4130,4130,4160,4200,4240,4250,4650,4440
3940 IF fr THEN GOSUB 5280
3950 GOSUB 5310:PRINT #3:tl$="":GOTO 3800
3960 ' gewaehlt: erst die Figur, dann das Ziel; en=1: ENTER gehoert noch dazu
3970 IF st THEN GOSUB 5390:GOTO 3800
3980 IF fr=0 GOTO 4050
3990 GOSUB 5280:IF b(so)*sd<1 OR b(so)=7 GOTO 4010
4000 PRINT #3:PRINT #3,t$(3);" ";:GOSUB 3780:PRINT #3,e$;:GOTO 4050
4010 mv=0:FOR i=1 TO nl:IF m(i)=100*fr+so THEN mv=m(i)
4020 NEXT:IF mv=0 THEN PRINT #3:PRINT #3,t$(6):GOTO 3800
4030 IF ABS(b(fr))=1 AND (so>90 OR so<30) THEN GOSUB 4080
4040 en=-(cc<>13):PRINT #3:CLS #3:GOTO 260
4050 fr=so:j=0:FOR i=1 TO nl:IF (ABS(m(i)) MOD 10000)\100=fr THEN j=1
4060 NEXT:IF j=0 THEN PRINT #3:PRINT #3,t$(6):GOTO 3800
4070 GOSUB 5280:GOTO 3805
4080 PRINT #3:PRINT #3,t$(14);
4090 GOSUB 5130:j=INSTR(pf$,UPPER$(a$)):IF j<2 OR j>5 GOTO 4090
4100 IF j<5 THEN mv=-mv-10000*(4-j)
4110 RETURN
4120 ' Befehle
4130 IF st GOTO 3800
4140 CLS #3:IF co THEN co=sd:GOSUB 5000
4150 GOTO 240
4160 IF gp=0 GOTO 200
4170 GOSUB 3250:IF co<>0 AND gp>0 THEN IF sd=co THEN GOSUB 3250
4180 GOSUB 5160:CLS #3:IF co=sd THEN co=-co:GOSUB 5000
4190 GOTO 200
4200 IF gp>=gl GOTO 200
4210 mv=gv(gp):GOSUB 3210:IF co=0 OR gp>=gl GOTO 4230
4220 GOSUB 2870:mv=gv(gp):GOSUB 3210
4230 GOSUB 5160:CLS #3:GOTO 200
4240 rt=1-rt:GOSUB 4930:GOTO 200
4250 PRINT #3,t$(27);:GOSUB 5130:PRINT #3:IF INSTR("JYjy",a$)=0 GOTO 200
4260 RANDOMIZE TIME:GOTO 170
4270 IF co=0 THEN co=2 ELSE IF co=2 THEN co=-sd ELSE co=0
4280 GOSUB 5000:GOTO 200
4290 bk=1-bk:PRINT #3,t$(20+bk):GOTO 3800
4300 IF st GOTO 3800
4310 CLS #3:PRINT #3,t$(5):GOSUB 2060:CLS #3:mv=bm:GOSUB 3390
4320 PRINT #3,t$(22);" ";e$:GOTO 200
4330 CALL &BC02:MODE 1:PAPER 0:PEN 1:END
4340 GOSUB 4390:IF a$="" GOTO 200
4350 OPENOUT a$:PRINT #9,"SCHACH":PRINT #9,fs$:WRITE #9,gl,gp,lv,co
4360 FOR i=0 TO gl-1:PRINT #9,gv(i):NEXT:CLOSEOUT:GOSUB 4410:e4=17
4370 GOSUB 4930:PRINT #3,t$(e4):GOTO 200
4380 ' eine Datei braucht 4 KByte: solange weichen grosse Felder
4390 PRINT #3,t$(15):PRINT #3,t$(16);:LINE INPUT #3,a$:IF a$="" THEN RETURN
4400 ERASE m,s,w:ON ERROR GOTO 4530:RETURN
4410 ON ERROR GOTO 0
4420 DIM m(420),s(420),w(1038):km(0)=-1:km(2)=-1
4430 FOR p=1 TO 5:GOSUB 2770:NEXT:RETURN
4440 GOSUB 4390:IF a$="" GOTO 200
4450 OPENIN a$:LINE INPUT #9,e$:IF e$<>"SCHACH" THEN ERROR 32
4460 LINE INPUT #9,g$:INPUT #9,e0,e1,lv,co
4470 lv=MAX(1,MIN(6,lv)):co=MAX(-1,MIN(2,co))
4480 IF e1<0 OR e1>e0 OR e0>249 THEN ERROR 32
4490 e3=-1:FOR i=0 TO e0-1:INPUT #9,gv(i):NEXT
4500 CLOSEIN:GOSUB 4410:fs$=g$:gl=e1:e2=e0:GOSUB 3320:IF h GOTO 170
4510 IF gl=e1 THEN gl=e2
4520 e4=18:GOTO 4370
4530 RESUME 4540
4540 CLOSEIN:CLOSEOUT:GOSUB 4410:e4=19:IF e3<0 THEN e3=0:GOTO 170 ELSE 4370
4550 ' Taste #: Zugfolgen zaehlen, Probe der Zugerzeugung
4560 PRINT #3,"Perft ";:GOSUB 5130:pd=VAL(a$):IF pd<1 OR pd>6 GOTO 200
4570 PRINT #3,a$:pc!=0:k=0:n=0:GOSUB 4590
4580 CLS #3:PRINT #3,"Perft";pd;pc!:GOTO 200
4590 bl(k)=n:g=0:cf=0:gx=0:bc=30000:lc=-20000:GOSUB 340:nn(k)=n:ix(k)=bl(k)
4600 ix(k)=ix(k)+1:IF ix(k)>nn(k) THEN n=bl(k):RETURN
4610 mv=m(ix(k)):GOSUB 1040:GOSUB 1400:IF h GOTO 4630
4620 IF k=pd THEN pc!=pc!+1 ELSE GOSUB 1470:ck(k)=h:GOSUB 4590
4630 GOSUB 1280:GOTO 4600
4640 ' Stellung aufbauen
4650 CLS #3
4660 PRINT #3,t$(23);pf$:PRINT #3,t$(24):PRINT #3,". *  / ENTER"
4670 IF cv=0 THEN cv=1:GOSUB 5330
4680 GOSUB 5130:IF cc>239 AND cc<244 OR cc>7 AND cc<12 THEN GOSUB 5340:GOTO 4670
4690 GOSUB 5310:IF cc=13 GOTO 4790
4700 IF a$="/" GOTO 4760
4710 IF a$="*" THEN FOR i=21 TO 98:b(i)=b(i)*-(b(i)=7):NEXT:GOSUB 4940:GOTO 4670
4720 j=INSTR(pf$,UPPER$(a$)):IF a$=" " OR a$="." OR cc=127 GOTO 4750
4730 IF j=0 GOTO 4670
4740 IF a$<>UPPER$(a$) THEN j=-j
4750 b(cu)=j:so=cu:GOSUB 4960:GOTO 4670
4760 PRINT #3,"FEN ";:LINE INPUT #3,a$:IF a$="" GOTO 4650
4770 GOSUB 3450:e1=h:GOSUB 4940:IF e1 THEN PRINT #3,t$(6):GOTO 4660
4780 GOTO 4820
4790 PRINT #3,t$(25);:GOSUB 5130:sd=1:IF UPPER$(a$)=LEFT$(t$(1),1) THEN sd=-1
4800 cr(0)=15:ep(0)=0:h0=0:GOSUB 3610
4810 PRINT #3:IF h THEN PRINT #3,t$(6):GOTO 4660
4820 GOSUB 3710:gl=0:IF co THEN co=-sd
4830 PRINT #3:GOSUB 5000:GOTO 180
4840 GOSUB 5410:GOSUB 4930:GOTO 200
4850 ' Bildschirm
4860 PAPER 0:PEN 1:CLS
4870 WINDOW #1,26,40,7,15:WINDOW #2,27,40,17,19:WINDOW #3,27,40,21,25
4880 LOCATE 27,1:PEN 3:PRINT "SCHACH  ?=Info";:PEN 1
4890 FOR i=1 TO 3:j=VAL(MID$("088152312",3*i-2,3)):PLOT 408,j,3:DRAW 639,j:NEXT
4900 FOR i=1 TO 8:j=i:IF rt THEN j=9-i
4910 LOCATE 1,26-3*i:PRINT CHR$(48+j);:LOCATE 3*i,25:PRINT CHR$(96+j);:NEXT
4920 FOR i=21 TO 98:sh(i)=99:NEXT:cv=0:GOTO 5000
4930 GOSUB 4860:GOSUB 4940:GOTO 5160
4940 FOR so=21 TO 98:IF b(so)<>7 THEN IF b(so)<>sh(so) THEN GOSUB 4960
4950 NEXT:RETURN
4960 GOSUB 4980:p=b(so):sh(so)=p:PAPER 3-((so+so\10) AND 1):PEN -(p>0)
4970 LOCATE cx,cy:PRINT p$(ABS(p));:PAPER 0:PEN 1:RETURN
4980 cx=so MOD 10:cy=so\10-1:IF rt THEN cx=9-cx:cy=9-cy
4990 cx=3*cx-1:cy=25-3*cy:RETURN
5000 LOCATE 27,4:PRINT t$(31+co);:LOCATE 27,5:PRINT t$(2);lv;:RETURN
5010 ' Uhren: ut! verbraucht, rs ist am Zug
5020 tk=1-rs:GOSUB 5040
5030 tk=1+rs:tc!=TIME+300
5040 tt!=ut!(tk):IF tk=1+rs THEN PAPER 1:PEN 0:IF st=0 THEN tt!=tt!+TIME-ts!
5050 ta=INT(tt!/18000):tb=INT(tt!/300)-60*ta:LOCATE 27,3-tk\2
5060 PRINT LEFT$(t$(1-tk\2)+SPACE$(8),8);USING "###";ta;
5070 PRINT ":";RIGHT$(STR$(100+tb),2);:PAPER 0:PEN 1:RETURN
5080 ' beim Denken jede Sekunde: Uhr, Taste, Zeit
5090 GOSUB 5030:i$=INKEY$:IF en THEN IF i$=CHR$(13) THEN en=0:GOTO 5110
5095 IF i$<>"" THEN IF INSTR(" XZ"+CHR$(13),i$) THEN ab=1
5100 IF i$="m" AND co=2 THEN co=-rs:ab=1
5110 IF tl!>0 THEN IF TIME>tl! THEN ab=1
5120 RETURN
5130 a$=INKEY$:IF a$<>"" THEN cc=ASC(a$):RETURN
5140 IF TIME>tc! THEN GOSUB 5030
5150 GOTO 5130
5160 CLS #1:FOR i9=MAX(0,gp-14) TO gp-1:GOSUB 5180:NEXT:RETURN
5170 i9=gp-1
5180 mv=gv(i9):GOSUB 3390:j=gc(i9)\4000:IF mv>0 THEN e$=LEFT$(e$,4)
5190 IF j=2 AND mv>0 THEN e$=e$+MID$(pf$,5,1)
5200 IF j=3 THEN e$="0-0":IF mv MOD 10=3 THEN e$="0-0-0"
5210 j=i9-(s0<0):IF i9=0 AND j=1 THEN PRINT #1,"  1 ...";
5220 IF j AND 1 THEN PRINT #1,TAB(10);e$;:RETURN
5230 PRINT #1:PRINT #1,USING "###";j\2+1;:PRINT #1," ";e$;:RETURN
5240 ' Rahmen: zweimal gezeichnet ist er wieder weg
5250 GOSUB 4980:x=16*cx-16+bi:y=415-16*cy-bi:j=46-2*bi:PRINT CHR$(23);CHR$(1);
5260 PLOT -20,-20,3:MOVE x,y:DRAWR j,0:DRAWR 0,-j:DRAWR -j,0:DRAWR 0,j
5270 PRINT CHR$(23);CHR$(0);:RETURN
5280 e2=so:so=fr:bi=4:GOSUB 5250:bi=18:FOR i=1 TO nl:e0=ABS(m(i)) MOD 10000
5290 IF m(i)>0 AND e0\100=fr THEN so=e0 MOD 100:GOSUB 5250
5300 NEXT:so=e2:RETURN
5310 IF cv THEN cv=0:GOSUB 5330
5320 RETURN
5330 e1=so:so=cu:bi=0:GOSUB 5250:bi=2:GOSUB 5250:so=e1:RETURN
5340 IF cv=0 GOTO 5380
5350 GOSUB 5330:j=3*(cc AND 3)+1:IF cc>99 THEN j=j+12
5360 j=VAL(MID$("-1 1  -1010 10 -10-1 1  ",j,3)):IF rt THEN j=-j
5370 IF b(cu+j)<>7 THEN cu=cu+j
5380 cv=1:GOTO 5330
5390 PRINT #3,t$(7+st):IF st=1 THEN PRINT #3,t$((1+sd)\2);" ";t$(13)
5400 RETURN
5410 CLS:IF sp THEN RESTORE 5590 ELSE RESTORE 5440
5420 READ a$:IF a$<>"" THEN PRINT a$:GOTO 5420
5430 CALL &BB06:RETURN
5440 DATA "Zug tippen (e2e4) oder mit Cursor und"
5450 DATA "ENTER waehlen, auch mit dem Joystick"
5460 DATA " "
5470 DATA "1-6 Stufe: 1 schnell, 3 zehn Minuten,"
5480 DATA "    5 zwei Stunden, 6 ohne Grenze"
5490 DATA "w   CPC zieht, Seitenwechsel"
5500 DATA "u   Rat          o Buch an/aus"
5510 DATA "r v zurueck/vor  t Brett drehen"
5520 DATA "m   CPC/zwei Spieler/CPC allein"
5530 DATA "n   neue Partie  p Stellung aufbauen"
5540 DATA "s l sichern/laden    q Ende"
5550 DATA "Aufbau: . leer  * alle leer  / FEN"
5560 DATA " "
5570 DATA "Leertaste: der CPC zieht sofort"
5580 DATA ""
5590 DATA "Type a move (e2e4) or use cursor keys"
5600 DATA "and ENTER or the joystick"
5610 DATA " "
5620 DATA "1-6 level: 1 fast, 3 ten minutes,"
5630 DATA "    5 two hours, 6 no limit"
5640 DATA "w   CPC moves, change sides"
5650 DATA "u   advice       o book on/off"
5660 DATA "r v back/forward t turn the board"
5670 DATA "m   CPC/two players/CPC alone"
5680 DATA "n   new game     p set up a position"
5690 DATA "s l save/load    q quit"
5700 DATA "Set up: . empty  * all empty  / FEN"
5710 DATA " "
5720 DATA "Space bar: the CPC moves at once"
5730 DATA ""
5740 ' Tabellen, Zeichen, Texte
5750 MODE 1:BORDER 0:INK 0,0:INK 1,26:INK 2,9:INK 3,15:LOCATE 14,12
5760 PRINT "S C H A C H":LOCATE 10,15:PRINT "(D)eutsch / (E)nglish"
5765 a$=UPPER$(INKEY$):sp=INSTR(" DE",a$)-2:IF sp<0 GOTO 5765
5767 SYMBOL AFTER 202:co=-1:lv=3:bk=1:cu=35:st=0:rs=1
5770 FOR i=0 TO 119:b(i)=7:NEXT:FOR i=0 TO 98:ma(i)=15:NEXT
5780 FOR i=20 TO 90 STEP 10:FOR j=1 TO 8:b(i+j)=0:NEXT:NEXT
5790 ma(21)=13:ma(25)=12:ma(28)=14:ma(91)=7:ma(95)=3:ma(98)=11
5800 mt(5)=1:mt(7)=1:mt(0)=2:mt(12)=2:RESTORE 5820:FOR i=1 TO 16:READ dd(i):NEXT
5810 FOR i=2 TO 6:READ ja(i),jb(i):NEXT
5820 DATA 10,-10,1,-1,9,11,-9,-11,21,19,12,8,-8,-12,-19,-21
5830 DATA 9,16,5,8,1,4,1,8,1,8
5840 ' Stufen: Tiefe, Ruhesuche, Sekunden (0: endlos)
5850 DATA 2,1,0,3,1,60,5,1,600,6,1,1800,7,2,7200,9,1,0
5860 ' ab(Abstand+88): wer so angreift (ein Bit je Figur), dr: der Schritt
5870 bp(5)=1:bp(7)=2:FOR i=2 TO 6:bp(6+i)=2^i:bp(6-i)=2^i
5880 e1=1:IF i>2 AND i<6 THEN e1=7
5890 FOR j=ja(i) TO jb(i):d=dd(j):FOR e=1 TO e1:x=88+e*d:ab(x)=ab(x) OR bp(6+i)
5900 dr(x)=d:NEXT:NEXT:NEXT
5910 ab(97)=ab(97) OR 2:ab(99)=ab(99) OR 2:ab(79)=ab(79) OR 1:ab(77)=ab(77) OR 1
5920 pm=0:GOSUB 4420:zh!=1:FOR i=21 TO 98:zh!=zh!*421+17
5930 zh!=zh!-INT(zh!/8388593)*8388593:z!(i)=zh!:NEXT
5940 ' Figuren: 24 mal 24 Punkte, drei mal drei Zeichen
5950 RESTORE 6050:FOR i=0 TO 17:READ a$:FOR j=0 TO 2:FOR e=0 TO 7
5960 e(e)=VAL("&"+MID$(a$,6*e+2*j+1,2)):NEXT
5970 SYMBOL 202+3*i+j,e(0),e(1),e(2),e(3),e(4),e(5),e(6),e(7):NEXT:NEXT
5980 g$=CHR$(10)+STRING$(3,8):p$(0)="   "+g$+"   "+g$+"   "
5990 FOR i=1 TO 6:j=193+9*i:p$(i)="":FOR e=0 TO 2
6000 p$(i)=p$(i)+CHR$(j+3*e)+CHR$(j+3*e+1)+CHR$(j+3*e+2)
6010 IF e<2 THEN p$(i)=p$(i)+g$
6020 NEXT:NEXT:IF sp THEN RESTORE 6310 ELSE RESTORE 6230
6030 FOR i=0 TO 33:READ t$(i):NEXT:READ pf$
6040 fa$="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1":RETURN
6050 DATA 000000000000000000000000000000003C0000FF0000FF00
6060 DATA 00FF0000FF00007E00003C0000FF0000FF00003C00003C00
6070 DATA 007E00007E0000FF0001FF8000000007FFE007FFE0000000
6080 DATA 000000000000001000003400003F0000FF8001FFE003F7F0
6090 DATA 077FF80E7FFC0FFFFE1FFFFE3FFFFE3FF7FE3DE7FE1B8FFE
6100 DATA 081FFE003FFC007FF800FFF800000003FFFC07FFFE000000
6110 DATA 000000000000001800003C00001800003C00007E0000E700
6120 DATA 01E78001818001E78001E78000FF00007E00003C0000FF00
6130 DATA 00FF00007E0000FF0001FF800000003FE7FC3FFFFC000000
6140 DATA 0000000000000000000E7E700E7E700E7E700FFFF00FFFF0
6150 DATA 00000007FFE007FFE007FFE007FFE007FFE007FFE007FFE0
6160 DATA 07FFE00FFFF00FFFF00000001FFFF83FFFFC3FFFFC000000
6170 DATA 000000000000001800183C18183C18083C10083C108C7E31
6180 DATA CC7E334E7E726EFF766FFFF63FFFFC3FFFFC3FFFFC1FFFF8
6190 DATA 1FFFF80000000FFFF00FFFF00000001FFFF83FFFFC000000
6200 DATA 000000001800001800007E00001800001800003C001C3C38
6210 DATA 3E3C7C7F3CFE7FBDFE7FBDFE7FBDFE7FFFFE3FFFFC3FFFFC
6220 DATA 1FFFF80FFFF00000000FFFF00000001FFFF83FFFFC000000
6230 DATA Weiss,Schwarz,Stufe,Ihr Zug,,Ich denke ...,Geht nicht!,Schach!,Matt
6240 DATA "Patt: remis","3mal: remis","50 Zuege:remis",Totes Remis,gewinnt
6250 DATA "D, T, L, S?","Abbruch: GOTO 4540","Name? ",Gespeichert
6260 DATA Geladen,Dateifehler
6270 DATA Ohne Buch,Mit Buch,Mein Rat,"Figur ",klein=schwarz,"Am Zug W/S? "
6280 DATA Partie zu lang,"Neu? (J/N)",,
6290 DATA "CPC: Schwarz ","Zwei Spieler ","CPC: Weiss   "
6300 DATA "CPC gegen CPC",BSLTDK
6310 DATA White,Black,Level,Your move,,I think ...,Impossible!,Check!,Mate
6320 DATA Stalemate,Repetition,50-move draw,Dead draw,wins
6330 DATA "Q, R, B, N?","If stopped: GOTO 4540","Name? ",Saved,Loaded,File error
6340 DATA No book,Book in use,My advice,"Piece ",small=black,"To move W/B? "
6350 DATA Game too long,"New? (Y/N)",,
6360 DATA "CPC: Black   ","Two players  ","CPC: White   "
6370 DATA "CPC alone    ",PNBRQK
