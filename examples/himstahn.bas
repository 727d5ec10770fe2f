10 ' himstahn: Schach mit dem Aufbau des Programms von Himstedt und Stahn (1979)
20 ' Das Programm ist neu geschrieben, in Locomotive BASIC fuer den CPC 464.
30 ' Bekannt und gleich: die Felder FIG bis ZUGM, COMZUG - TIEFE2 - TIEFE3, die
40 ' Vorsortierung mit der Bewertung, Alpha-Beta, der Killer in TIEFE3, Grenze
50 ' der Stellungen, der einzige Zug sofort, BEWFC, BEWFS, AENDER, B 300 S 975
60 ' L 1050 T 1500 D 2700, die Lage zaehlt nie mehr als ein Bauer, Matt und Patt
70 ' sieht die Bewertung, die Kommandos INVERS, NULL, PARAMETER und TRACE EIN.
80 ' Nicht bekannt und deshalb eigene: die Gewichte der Lage (ab 4420), was
90 ' der zweite Verlust (1/2, 1/8) und die eigene Drohung (1/16, im Schach 1/4)
100 ' zaehlen, die Werte beim Abtauschen (Zeile 8250), die uebrigen Kommandos,
110 ' die Stufen und die Bibliothek. Wiederholung der Stellung sieht es
120 ' nicht, und es zaehlt keine 50 Zuege.
130 ' sp=0: Deutsch    sp=1: English    HILFE zeigt die Kommandos
140 DEFINT a-z:sp=0
150 ' FIG(x,y), x=1-8: a-h, y=1-8: 1 Bauer 2 Turm 3 Springer 4 Laeufer 5 Dame
160 ' 6 Koenig, Computer +, Spieler -; Koenig und Turm, die nie zogen, +8;
170 ' 0 leer, 99 der Rand. cf=1: der Computer hat Weiss, -1: Schwarz
180 ' BEDVC, BEDVS: Bedrohungen des Feldes durch Computer, Spieler; die Anzahl
190 ' ist BEDVC AND 15, BEDVC\16 sagt, welche Figuren es sind (zum Abtauschen)
200 ' BEDGEG: wie viele Gegner die Figur bedroht  ZUGM: wohin sie ziehen kann
210 ' ZUGMC, ZUGMS: die Summe davon fuer Computer und Spieler
220 DIM fig(10,10),bedvc(8,8),bedvs(8,8),bedgeg(8,8),zugm(8,8),zen(8,8)
230 ' Zuege z=1000*x+100*y nach 10*x+y, zu Umwandlung, zw Wert, zt Partieende
240 DIM z(340),zu(340),zw(340),zt(340)
250 ' sm-se: die ausgefuehrten Zuege mit dem, was sie zurueckzunehmen braucht
260 DIM sm(260),su(260),sv(260),sc(260),se(260),kx(2),ky(2),ps(5)
270 DIM fx(64),fy(64),bz(9,2),dx(16),dy(16),ja(6),jb(6),gw(6),fw(6)
280 DIM kl(359),lw(6),lc(6),g(20),k$(30),t$(30),px(5),pn(5)
290 GOSUB 8080:GOSUB 8010
300 ' Hauptprogramm: der Spieler zieht oder gibt ein Kommando, dann der Computer
310 GOSUB 6010
320 s=-1:n=0:GOSUB 540:IF te THEN GOSUB 500:GOTO 340
330 IF sch THEN PRINT t$(6)
340 PRINT:PRINT t$(1);:LINE INPUT a$:a$=a$+" "
350 GOSUB 5010:IF m=0 THEN GOSUB 6150:ON wa GOTO 320,310,390:GOTO 340
360 IF te OR l>250 THEN PRINT t$(2):GOTO 340
370 GOSUB 5170:IF m=0 THEN PRINT t$(2):GOTO 340
380 GOSUB 5350:GOSUB 1600
390 GOSUB 420:IF bm GOTO 310
400 te=1:GOTO 340
410 ' Der Computer rechnet und zieht
420 IF l>250 THEN PRINT t$(2):RETURN
430 PRINT t$(3);:GOSUB 2010:PRINT:IF bm=0 THEN te=1:s=1:GOSUB 500:RETURN
440 m=bm:u=bu:GOSUB 5350:GOSUB 5230:GOSUB 1600:PRINT t$(4);" ";b$;
450 s=-1:ix=kx(0):iy=ky(0):GOSUB 1430:IF h THEN PRINT "+" ELSE PRINT
460 IF st!=0 THEN RETURN
470 PRINT t$(5);wert;" ";t$(7);st!;" ";t$(8);ROUND((TIME-ti!)/300)
480 RETURN
490 ' Partieende: s ist am Zug und kann nicht
500 IF sch=0 THEN PRINT t$(9):RETURN
510 IF s<0 THEN PRINT t$(10) ELSE PRINT t$(11)
520 RETURN
530 ' te=1: die Seite s hat keinen Zug; sch=1: sie steht im Schach
540 ix=kx(1+s):iy=ky(1+s):GOSUB 1430:sch=h:te=0
550 nt=n:GOSUB 1010:FOR it=nt+1 TO n:m=z(it):u=zu(it):GOSUB 1600
560 ix=kx(1+s):iy=ky(1+s):GOSUB 1430:GOSUB 1720:IF h=0 THEN n=nt:RETURN
570 NEXT:te=1:n=nt:RETURN
1000 ' ZUGF: die Zuege der Seite s nach z(n+1)...; Schlagzuege vorn, bis zc
1010 zc=n:d=s*cf:FOR x=1 TO 8:FOR y=1 TO 8:p=fig(x,y):IF SGN(p)<>s GOTO 1380
1020 IF n>310 GOTO 1380
1030 v=1000*x+100*y:u=0:q=ABS(p) AND 7:ON q GOTO 1270,1050,1110,1050,1050,1150
1040 ' Turm, Laeufer, Dame
1050 FOR j=ja(q) TO jb(q):a=dx(j):b=dy(j):tx=x+a:ty=y+b
1060 t=fig(tx,ty):IF t GOTO 1080
1070 n=n+1:z(n)=v+10*tx+ty:zu(n)=0:tx=tx+a:ty=ty+b:GOTO 1060
1080 IF t<99 THEN IF SGN(t)<>s THEN GOSUB 1410
1090 NEXT:GOTO 1380
1100 ' Springer
1110 FOR j=9 TO 16:tx=MAX(0,x+dx(j)):ty=MAX(0,y+dy(j)):t=fig(tx,ty)
1120 IF t=0 THEN GOSUB 1390 ELSE IF t<99 THEN IF SGN(t)<>s THEN GOSUB 1410
1130 NEXT:GOTO 1380
1140 ' Koenig
1150 FOR j=1 TO 8:tx=x+dx(j):ty=y+dy(j):t=fig(tx,ty)
1160 IF t=0 THEN GOSUB 1390 ELSE IF t<99 THEN IF SGN(t)<>s THEN GOSUB 1410
1170 NEXT:IF ABS(p)<14 GOTO 1380
1180 ' Rochade: Koenig und Turm zogen nie, kein Schach, auch nicht unterwegs
1190 IF fig(8,y)<>10*s OR fig(7,y)<>0 OR fig(6,y)<>0 GOTO 1210
1200 f=6:GOSUB 1230
1210 IF fig(1,y)<>10*s OR fig(2,y)<>0 OR fig(3,y)<>0 OR fig(4,y)<>0 GOTO 1380
1220 f=4:GOSUB 1230:GOTO 1380
1230 ix=5:iy=y:GOSUB 1430:IF h THEN RETURN
1240 ix=f:GOSUB 1430:IF h=0 THEN tx=2*f-5:ty=y:GOSUB 1390
1250 RETURN
1260 ' Bauer: ziehen, schlagen, im Vorbeigehen schlagen, verwandeln
1270 tx=x:ty=y+d:IF ty=8 OR ty=1 THEN u=5
1280 IF fig(x,ty) GOTO 1330
1290 IF u THEN GOSUB 1400:GOTO 1330
1300 GOSUB 1390
1310 IF 2*y+5*d=9 THEN ty=ty+d:IF fig(x,ty)=0 THEN GOSUB 1390
1320 ty=y+d
1330 FOR j=-1 TO 1 STEP 2:tx=x+j:t=fig(tx,ty):IF t=99 GOTO 1370
1340 IF t THEN IF SGN(t)=s GOTO 1370
1350 IF t=0 THEN IF 10*tx+ty<>ep GOTO 1370
1360 IF u THEN GOSUB 1400 ELSE GOSUB 1410
1370 NEXT
1380 NEXT:NEXT:RETURN
1390 n=n+1:z(n)=v+10*tx+ty:zu(n)=0:RETURN
1400 FOR u=5 TO 2 STEP -1:GOSUB 1410:NEXT:u=5:RETURN
1410 n=n+1:zc=zc+1:z(n)=z(zc):zu(n)=zu(zc):z(zc)=v+10*tx+ty:zu(zc)=u:RETURN
1420 ' h=1: das Feld ix,iy der Seite s wird angegriffen, und zwar von tx,ty
1430 h=1:FOR e=1 TO 8:a=dx(e):b=dy(e):tx=ix+a:ty=iy+b:t=fig(tx,ty)
1440 IF t=0 GOTO 1500
1450 IF t=99 GOTO 1560
1460 IF SGN(t)=s GOTO 1560
1470 t=ABS(t) AND 7:IF t>4 THEN RETURN
1480 IF t=1 THEN IF e>4 AND b=s*cf THEN RETURN
1490 GOTO 1540
1500 tx=tx+a:ty=ty+b:t=fig(tx,ty):IF t=0 GOTO 1500
1510 IF t=99 GOTO 1560
1520 IF SGN(t)=s GOTO 1560
1530 t=ABS(t) AND 7:IF t=5 THEN RETURN
1540 IF e<5 THEN IF t=2 THEN RETURN
1550 IF e>4 THEN IF t=4 THEN RETURN
1560 NEXT:t=-3*s:FOR e=9 TO 16:tx=MAX(0,ix+dx(e)):ty=MAX(0,iy+dy(e))
1570 IF fig(tx,ty)=t THEN RETURN
1580 NEXT:h=0:RETURN
1590 ' Zug m (Umwandlung u) ausfuehren; se merkt ep, das Feld zum Vorbeigehen
1600 l=l+1:sm(l)=m:su(l)=u:se(l)=ep:ep=0:f=m\100:ax=f\10:ay=f MOD 10
1610 f=m MOD 100:bx=f\10:by=f MOD 10:p=fig(ax,ay):f=fig(bx,by):sv(l)=p:sc(l)=f
1620 q=ABS(p) AND 7:fig(ax,ay)=0:fig(bx,by)=SGN(p)*q:IF q=6 GOTO 1680
1630 IF q>1 THEN RETURN
1640 IF u THEN fig(bx,by)=SGN(p)*u:RETURN
1650 IF ABS(by-ay)=2 THEN ep=10*ax+(ay+by)\2:RETURN
1660 IF ax<>bx AND f=0 THEN fig(bx,ay)=0:sc(l)=20
1670 RETURN
1680 f=1+SGN(p):kx(f)=bx:ky(f)=by:IF ABS(bx-ax)<>2 THEN RETURN
1690 f=8:IF bx<5 THEN f=1
1700 fig((ax+bx)\2,ay)=2*SGN(p):fig(f,ay)=0:RETURN
1710 ' den letzten Zug zuruecknehmen; m=0 war ein ausgelassener
1720 m=sm(l):u=su(l):ep=se(l):p=sv(l):f=sc(l):l=l-1:IF m=0 THEN RETURN
1730 ay=m\100:ax=ay\10:ay=ay MOD 10:by=m MOD 100:bx=by\10:by=by MOD 10
1740 fig(ax,ay)=p:IF f=20 THEN fig(bx,by)=0:fig(bx,ay)=-SGN(p):RETURN
1750 fig(bx,by)=f:IF (ABS(p) AND 7)<6 THEN RETURN
1760 f=1+SGN(p):kx(f)=ax:ky(f)=ay:IF ABS(bx-ax)<>2 THEN RETURN
1770 f=8:IF bx<5 THEN f=1
1780 fig(f,ay)=10*SGN(p):fig((ax+bx)\2,ay)=0:RETURN
2000 ' COMZUG: der beste Zug bm, Umwandlung bu, Wert wert, Stellungen st!
2010 ti!=TIME:st!=0:bm=0:bu=0:wert=0:s=1:n=0:km=0:GOSUB 4870
2020 GOSUB 5390:IF bm THEN RETURN
2030 GOSUB 2480:n1=n:IF n=0 THEN ix=kx(2):iy=ky(2):GOSUB 1430:sch=h:RETURN
2040 ' nur ein Zug: sofort
2050 IF n1=1 THEN bm=z(1):bu=zu(1):RETURN
2060 ' Vorbewertung aller Zuege
2070 FOR i1=1 TO n1:m=z(i1):u=zu(i1):GOSUB 1600:GOSUB 4010:GOSUB 1720
2080 zw(i1)=bew:zt(i1)=te:IF bew=30000 THEN bm=m:bu=u:wert=bew:RETURN
2090 NEXT:a1=-32000
2100 ' die besten zuerst, hoechstens pa1; 0: nur ein Halbzug
2110 FOR i1=1 TO MAX(1,MIN(n1,pa1)):f=i1
2120 FOR k=i1+1 TO n1:IF zw(k)>zw(f) THEN f=k
2130 NEXT:IF f>i1 THEN e=i1:GOSUB 2200
2140 m=z(i1):u=zu(i1):w2=zw(i1):IF zt(i1)<>0 OR pa1=0 GOTO 2160
2150 GOSUB 1600:GOSUB 2230:GOSUB 1720
2160 IF w2>a1 THEN a1=w2:bm=m:bu=u
2170 ' Grenze der Stellungen, oder Matt gesehen
2180 IF gr>0 AND st!>=gr OR a1>29000 THEN wert=a1:RETURN
2190 NEXT:wert=a1:RETURN
2200 k=z(e):z(e)=z(f):z(f)=k:k=zu(e):zu(e)=zu(f):zu(f)=k
2210 k=zw(e):zw(e)=zw(f):zw(f)=k:k=zt(e):zt(e)=zt(f):zt(f)=k:RETURN
2220 ' TIEFE2: Antworten des Spielers, der kleinste Wert w2; a1 ist gesichert
2230 n=n1:s=-1:GOSUB 1010:n2=n:k2=n1:w2=32000
2240 FOR i2=n1+1 TO n2:m=z(i2):u=zu(i2):GOSUB 1600:GOSUB 4100:GOSUB 1720
2250 IF il GOTO 2290
2260 IF bew=-30000 THEN w2=-29999:RETURN
2270 IF pa2=0 THEN w2=MIN(w2,bew):IF w2<=a1 THEN RETURN ELSE GOTO 2290
2280 k2=k2+1:z(k2)=z(i2):zu(k2)=zu(i2):zw(k2)=bew:zt(k2)=te
2290 NEXT:IF pa2=0 THEN RETURN
2300 n2=k2:FOR i2=n1+1 TO MIN(n2,n1+pa2):f=i2
2310 FOR k=i2+1 TO n2:IF zw(k)<zw(f) THEN f=k
2320 NEXT:IF f>i2 THEN e=i2:GOSUB 2200
2330 w3=zw(i2):m=z(i2):u=zu(i2)
2340 IF zt(i2)=0 THEN GOSUB 1600:GOSUB 2390:GOSUB 1720
2350 w2=MIN(w2,w3):IF w2<=a1 THEN RETURN
2360 NEXT:RETURN
2370 ' TIEFE3: Zuege des Computers, der groesste Wert w3; ab w2 hoert er auf
2380 ' km: der beste Zug des letzten Aufrufs (Killer) kommt zuerst
2390 n=n2:s=1:GOSUB 1010:n3=n:w3=-32000:k3=0:IF km=0 GOTO 2420
2400 FOR k=n2+1 TO n3:IF z(k)=km THEN f=k:e=n2+1:GOSUB 2200:k=n3
2410 NEXT
2420 FOR i3=n2+1 TO n3:m=z(i3):u=zu(i3):GOSUB 1600:GOSUB 4010:GOSUB 1720
2430 IF il GOTO 2460
2440 IF bew=30000 THEN bew=29998
2450 IF bew>w3 THEN w3=bew:k3=z(i3):IF w3>=w2 THEN km=k3:RETURN
2460 NEXT:km=k3:RETURN
2470 ' legale Zuege der Seite s
2480 n=0:GOSUB 1010:f=n:n=0:FOR i1=1 TO f:zw(i1)=0:NEXT:n3=f
2490 FOR i1=1 TO n3:m=z(i1):u=zu(i1):GOSUB 1600:ix=kx(1+s):iy=ky(1+s)
2500 GOSUB 1430:GOSUB 1720:IF h=0 THEN n=n+1:z(n)=m:zu(n)=u
2510 NEXT:RETURN
3000 ' AENDER: alle Felder der Bewertung fuer die Stellung auf dem Brett
3010 st!=st!+1:FOR x=1 TO 8:bz(x,0)=0:bz(x,2)=0
3020 FOR y=1 TO 8:bedvc(x,y)=0:bedvs(x,y)=0:NEXT:NEXT
3030 nf=0:mat=0:zugmc=0:zugms=0:FOR x=1 TO 8:FOR y=1 TO 8:p=fig(x,y)
3040 zz=0:bg=0:IF p=0 GOTO 3460
3050 nf=nf+1:fx(nf)=x:fy(nf)=y:q=ABS(p) AND 7:w=fw(q):IF p<0 GOTO 3270
3060 ' Figur des Computers
3070 mat=mat+gw(q):ON q GOTO 3220,3080,3150,3080,3080,3190
3080 FOR j=ja(q) TO jb(q):a=dx(j):b=dy(j):tx=x+a:ty=y+b:t=fig(tx,ty)
3090 IF t GOTO 3120
3100 bedvc(tx,ty)=bedvc(tx,ty)+w:zz=zz+1:tx=tx+a:ty=ty+b:t=fig(tx,ty)
3110 IF t=0 GOTO 3100
3120 IF t=99 GOTO 3140
3130 bedvc(tx,ty)=bedvc(tx,ty)+w:IF t<0 THEN zz=zz+1:bg=bg+1
3140 NEXT:zugmc=zugmc+zz:GOTO 3460
3150 FOR j=9 TO 16:tx=MAX(0,x+dx(j)):ty=MAX(0,y+dy(j)):t=fig(tx,ty)
3160 IF t=99 GOTO 3180
3170 bedvc(tx,ty)=bedvc(tx,ty)+w:IF t<=0 THEN zz=zz+1:IF t<0 THEN bg=bg+1
3180 NEXT:zugmc=zugmc+zz:GOTO 3460
3190 FOR j=1 TO 8:tx=x+dx(j):ty=y+dy(j):t=fig(tx,ty):IF t=99 GOTO 3210
3200 bedvc(tx,ty)=bedvc(tx,ty)+w:IF t<=0 THEN zz=zz+1:IF t<0 THEN bg=bg+1
3210 NEXT:zugmc=zugmc+zz:GOTO 3460
3220 bz(x,2)=bz(x,2)+1:ty=y+cf:FOR tx=x-1 TO x+1 STEP 2:t=fig(tx,ty)
3230 IF t<99 THEN bedvc(tx,ty)=bedvc(tx,ty)+w:IF t<0 THEN zz=zz+1:bg=bg+1
3240 NEXT:IF fig(x,ty)=0 THEN zz=zz+1:IF 2*y+5*cf=9 THEN zz=zz-(fig(x,ty+cf)=0)
3250 zugmc=zugmc+zz:GOTO 3460
3260 ' Figur des Spielers
3270 mat=mat-gw(q):ON q GOTO 3420,3280,3350,3280,3280,3390
3280 FOR j=ja(q) TO jb(q):a=dx(j):b=dy(j):tx=x+a:ty=y+b:t=fig(tx,ty)
3290 IF t GOTO 3320
3300 bedvs(tx,ty)=bedvs(tx,ty)+w:zz=zz+1:tx=tx+a:ty=ty+b:t=fig(tx,ty)
3310 IF t=0 GOTO 3300
3320 IF t=99 GOTO 3340
3330 bedvs(tx,ty)=bedvs(tx,ty)+w:IF t>0 THEN zz=zz+1:bg=bg+1
3340 NEXT:zugms=zugms+zz:GOTO 3460
3350 FOR j=9 TO 16:tx=MAX(0,x+dx(j)):ty=MAX(0,y+dy(j)):t=fig(tx,ty)
3360 IF t=99 GOTO 3380
3370 bedvs(tx,ty)=bedvs(tx,ty)+w:IF t>=0 THEN zz=zz+1:IF t>0 THEN bg=bg+1
3380 NEXT:zugms=zugms+zz:GOTO 3460
3390 FOR j=1 TO 8:tx=x+dx(j):ty=y+dy(j):t=fig(tx,ty):IF t=99 GOTO 3410
3400 bedvs(tx,ty)=bedvs(tx,ty)+w:IF t>=0 THEN zz=zz+1:IF t>0 THEN bg=bg+1
3410 NEXT:zugms=zugms+zz:GOTO 3460
3420 bz(x,0)=bz(x,0)+1:ty=y-cf:FOR tx=x-1 TO x+1 STEP 2:t=fig(tx,ty)
3430 IF t<99 THEN bedvs(tx,ty)=bedvs(tx,ty)+w:IF t>0 THEN zz=zz+1:bg=bg+1
3440 NEXT:IF fig(x,ty)=0 THEN zz=zz+1:IF 2*y-5*cf=9 THEN zz=zz-(fig(x,ty-cf)=0)
3450 zugms=zugms+zz
3460 zugm(x,y)=zz:bedgeg(x,y)=bg:NEXT:NEXT:RETURN
4000 ' BEWFC: der Computer zog, der Spieler ist am Zug. il=1: illegal
4010 GOSUB 3010:il=0:te=0:bew=0:IF bedvs(kx(2),ky(2)) THEN il=1:RETURN
4020 s=-1:sch=0:IF bedvc(kx(0),ky(0)) THEN sch=1
4030 ' Matt oder Patt, wenn Schach ist oder kaum Zuege da sind
4040 IF sch=1 OR zugms<9 THEN GOSUB 550:IF te THEN bew=30000*sch:GOTO 4150
4050 GOSUB 4420:IF sch THEN GOSUB 4180:c1=h:c2=0
4060 ' was der Spieler schlagen kann, ist weg; was er retten kann, zaehlt kaum
4070 bew=mat+lag-c1-c2\8+s2\2:IF sch THEN bew=bew+s1\4 ELSE bew=bew+s1\16
4080 GOTO 4150
4090 ' BEWFS: der Spieler zog, der Computer ist am Zug
4100 GOSUB 3010:il=0:te=0:bew=0:IF bedvc(kx(0),ky(0)) THEN il=1:RETURN
4110 s=1:sch=0:IF bedvs(kx(2),ky(2)) THEN sch=1
4120 IF sch=1 OR zugmc<9 THEN GOSUB 550:IF te THEN bew=-30000*sch:GOTO 4150
4130 GOSUB 4420:IF sch THEN GOSUB 4180:s1=h:s2=0
4140 bew=mat+lag+s1+s2\8-c2\2:IF sch THEN bew=bew-c1\4 ELSE bew=bew-c1\16
4150 IF tr=0 THEN RETURN
4160 GOSUB 6010:PRINT t$(5);bew;"  M";mat;" P";lag;" C";c1;c2;" S";s1;s2:RETURN
4170 ' wer im Schach steht, schlaegt nur die Figur, die es gibt: h der Gewinn
4180 ix=kx(1+s):iy=ky(1+s):GOSUB 1430:h=0
4190 e=bedvs(tx,ty):f=bedvc(tx,ty):IF s>0 THEN e=f:f=bedvs(tx,ty)
4200 IF e THEN gm=gw(ABS(fig(tx,ty)) AND 7):GOSUB 4240:h=sw
4210 RETURN
4220 ' Schlagwechsel um eine Figur vom Wert gm: Angreifer e, Verteidiger f, sw
4230 ' ungedeckt: gerechnet. Gedeckt: die kleinste Figur schlaegt stets zuerst
4240 sw=gm:e=MIN(359,e\16):f=MIN(359,f\16):IF f=0 THEN RETURN
4250 k=0:g(0)=gm
4260 t=kl(e):IF t=5 AND f>0 GOTO 4280
4270 k=k+1:g(k)=lw(t)-g(k-1):t=e-lc(t):e=f:f=t:IF e>0 AND k<16 GOTO 4260
4280 IF k=0 THEN sw=0:RETURN
4290 WHILE k>1:k=k-1:g(k-1)=-MAX(-g(k-1),g(k)):WEND:sw=MAX(0,g(0)):RETURN
4400 ' Lage: lag, hoechstens ein Bauer; c1,c2 die groessten Verluste des
4410 ' Computers, s1,s2 die des Spielers, wenn der andere schlaegt
4420 lag=zugmc-zugms:c1=0:c2=0:s1=0:s2=0:GOSUB 4840
4430 FOR i=1 TO nf:x=fx(i):y=fy(i):p=fig(x,y):q=ABS(p) AND 7:o=1+SGN(p)
4440 f=bedvc(x,y):e=bedvs(x,y):d=cf:IF p<0 THEN k=e:e=f:f=k:d=-d
4450 r=y:IF d<0 THEN r=9-y
4460 ab=MAX(ABS(x-kx(2-o)),ABS(y-ky(2-o))):w=2*(f>0)
4470 ON q GOTO 4490,4560,4620,4640,4670,4700
4480 ' Bauern: Vordringen, Mitte, mehrfach, isoliert, frei, blockiert, 7. Reihe
4490 w=w*-1+2*r-2*zen(x,y):h=bz(x,o):IF h>1 THEN w=w-8
4500 IF bz(x-1,o)+bz(x+1,o)=0 THEN w=w-8
4510 IF bz(x-1,2-o)+bz(x,2-o)+bz(x+1,2-o)=0 THEN w=w+5*r+10*eg
4520 IF fig(x,y+d) THEN w=w-3
4530 IF r=7 THEN w=w+30
4540 GOTO 4740
4550 ' Turm: Mitte, offene Linie, 7. Reihe, Verdoppelung, feindlicher Koenig
4560 w=-w-zen(x,y)-ab:IF bz(x,o)=0 THEN w=w+8:IF bz(x,2-o)=0 THEN w=w+6
4570 IF eg GOTO 4740
4580 IF r=7 THEN w=w+12
4590 IF y<8 THEN IF SGN(p)*fig(x,y+1)=2 THEN w=w+6
4600 GOTO 4740
4610 ' Springer, Laeufer: Mitte, Entwicklung
4620 w=-w-6*zen(x,y)-ab:IF r=1 THEN w=w-10
4630 GOTO 4740
4640 w=-w-3*zen(x,y):IF r=1 THEN w=w-10
4650 GOTO 4740
4660 ' Dame: nicht frueh, feindlicher Koenig
4670 w=-w-zen(x,y)-2*ab:IF l<16 AND r>1 THEN w=w-15
4680 GOTO 4740
4690 ' Koenig: am Rand, mit Bauern davor; im Endspiel zur Mitte und zum Koenig
4700 IF eg THEN w=-10*zen(x,y)-3*ab:GOTO 4740
4710 w=8*zen(x,y)-6*r:IF ABS(p)>8 THEN w=w+6 ELSE IF x>3 AND x<7 THEN w=w-20
4720 FOR j=x-1 TO x+1:IF fig(j,y+d)=SGN(p) THEN w=w+8
4730 NEXT
4740 IF p>0 THEN lag=lag+w ELSE lag=lag-w
4750 IF e=0 OR q=6 GOTO 4790
4760 gm=gw(q):GOSUB 4240:IF sw=0 GOTO 4790
4770 IF p>0 THEN IF sw>c1 THEN c2=c1:c1=sw ELSE c2=MAX(c2,sw)
4780 IF p<0 THEN IF sw>s1 THEN s2=s1:s1=sw ELSE s2=MAX(s2,sw)
4790 NEXT:IF el=0 THEN lag=MAX(-300,MIN(300,lag)):RETURN
4800 ' einer hat nur noch den Koenig: an den Rand mit ihm, den eigenen heran
4810 o=1+el:x=kx(2-o):y=ky(2-o):ab=MAX(ABS(x-kx(o)),ABS(y-ky(o)))
4820 lag=el*MIN(300,12*(ABS(2*x-9)+ABS(2*y-9))-15*ab):RETURN
4830 ' Beherrschung der Mitte
4840 FOR x=4 TO 5:FOR y=4 TO 5
4850 lag=lag+2*(bedvc(x,y) AND 15)-2*(bedvs(x,y) AND 15):NEXT:NEXT:RETURN
4860 ' eg=1: Endspiel; el: die Seite, deren Gegner nur noch den Koenig hat
4870 h=0:e=0:f=0:FOR x=1 TO 8:FOR y=1 TO 8:p=fig(x,y):q=ABS(p) AND 7
4880 IF p>0 THEN e=e+gw(q)
4890 IF p<0 THEN f=f+gw(q)
4900 IF q>1 THEN h=h+gw(q)
4910 NEXT:NEXT:eg=-(h<7000):el=(e=0)-(f=0):IF e=f THEN el=0
4920 RETURN
5000 ' Eingabe: m ist ein Zug, wie e2e4, e2-e4, Sg1-f3, e7e8D, 0-0; sonst m=0
5010 m=0:u=0:IF INSTR(a$,"?") THEN RETURN
5020 b$=UPPER$(a$):y=1:IF cf=1 THEN y=8
5030 IF LEFT$(b$,5)="0-0-0" OR LEFT$(b$,5)="O-O-O" THEN m=5030+101*y:RETURN
5040 IF LEFT$(b$,3)="0-0" OR LEFT$(b$,3)="O-O" THEN m=5070+101*y:RETURN
5050 i=1:IF INSTR("KDTLSBQRN",LEFT$(b$,1))<>0 AND MID$(b$,2,1)>="A" THEN i=2
5060 GOSUB 5130:IF f=0 THEN RETURN
5070 v=f:IF MID$(b$,i,1)="-" OR MID$(b$,i,1)="X" THEN i=i+1
5080 GOSUB 5130:IF f=0 THEN RETURN
5090 m=100*v+f:IF MID$(b$,i,1)="=" THEN i=i+1
5100 b$=MID$(b$+" ",i,1):IF b$<>" " THEN u=INSTR("TSLDRNBQ",b$)
5110 IF u THEN u=((u-1) AND 3)+2
5120 RETURN
5130 f=0:x=ASC(MID$(b$,i,1)+" ")-64:y=ASC(MID$(b$,i+1,1)+" ")-48
5140 IF x>0 AND x<9 AND y>0 AND y<9 THEN f=10*x+y:i=i+2
5150 RETURN
5160 ' Zug m des Spielers: legal? Sonst m=0. Umwandlung ohne Angabe: Dame
5170 e0=m:k2=u:s=-1:n=0:GOSUB 1010:k3=n:FOR it=1 TO k3:IF z(it)<>e0 GOTO 5210
5180 IF zu(it)<>0 AND zu(it)<>k2 AND (k2<>0 OR zu(it)<>5) GOTO 5210
5190 m=e0:u=zu(it):GOSUB 1600:ix=kx(0):iy=ky(0):GOSUB 1430:GOSUB 1720
5200 IF h=0 THEN RETURN
5210 NEXT:m=0:RETURN
5220 ' Zug m als Text: e$ kurz, b$ mit Figur
5230 GOSUB 5300:q=ABS(fig(m\1000,(m\100) MOD 10)) AND 7
5240 b$=MID$(f$,q,1):IF q=1 THEN b$=""
5250 c$="-":IF fig((m MOD 100)\10,m MOD 10) THEN c$="x"
5260 b$=b$+LEFT$(e$,2)+c$+MID$(e$,3):IF u THEN b$=LEFT$(b$,5)+MID$(f$,u,1)
5270 IF q<>6 OR ABS(m\1000-(m MOD 100)\10)<>2 THEN RETURN
5280 b$="0-0":IF m MOD 100<50 THEN b$="0-0-0"
5290 RETURN
5300 e$=CHR$(96+m\1000)+CHR$(48+(m\100) MOD 10)
5310 e$=e$+CHR$(96+(m MOD 100)\10)+CHR$(48+m MOD 10)
5320 IF u THEN e$=e$+MID$(f$,u,1)
5330 RETURN
5340 ' die Zugfolge seit der Grundstellung, fuer die Bibliothek
5350 IF g$="*" THEN RETURN
5360 GOSUB 5300:IF LEN(g$)<60 THEN g$=g$+LEFT$(e$,4) ELSE g$="*"
5370 RETURN
5380 ' Bibliothek: ein Zug, der zur bisherigen Folge passt
5390 IF bi=0 OR g$="*" THEN RETURN
5400 RESTORE 5460:h=0
5410 READ b$:IF b$="" GOTO 5440
5420 IF LEN(b$)<=LEN(g$) OR LEFT$(b$,LEN(g$))<>g$ GOTO 5410
5430 h=h+1:IF RND*h<1 THEN c$=MID$(b$,LEN(g$)+1,4):GOTO 5410 ELSE 5410
5440 IF h=0 THEN g$="*":RETURN
5450 b$=UPPER$(c$):i=1:GOSUB 5130:bm=100*f:GOSUB 5130:bm=bm+f:RETURN
5460 DATA e2e4e7e5g1f3b8c6f1b5a7a6b5a4g8f6e1g1f8e7f1e1b7b5a4b3d7d6
5470 DATA e2e4e7e5g1f3b8c6f1c4f8c5c2c3g8f6d2d3d7d6
5480 DATA e2e4e7e5g1f3b8c6f1c4g8f6d2d3f8c5b1c3d7d6
5490 DATA e2e4e7e5g1f3b8c6d2d4e5d4f3d4g8f6b1c3f8b4
5500 DATA e2e4e7e5g1f3g8f6f3e5d7d6e5f3f6e4d2d4d6d5
5510 DATA e2e4e7e5b1c3g8f6f1c4b8c6d2d3f8b4
5520 DATA e2e4e7e5f2f4e5f4g1f3g7g5f1c4f8g7
5530 DATA e2e4c7c5g1f3d7d6d2d4c5d4f3d4g8f6b1c3a7a6f1e2e7e5
5540 DATA e2e4c7c5g1f3b8c6d2d4c5d4f3d4g8f6b1c3d7d6
5550 DATA e2e4e7e6d2d4d7d5b1c3g8f6c1g5f8e7e4e5f6d7
5560 DATA e2e4e7e6d2d4d7d5e4d5e6d5g1f3g8f6f1d3f8d6
5570 DATA e2e4c7c6d2d4d7d5b1c3d5e4c3e4c8f5e4g3f5g6
5580 DATA e2e4d7d5e4d5d8d5b1c3d5a5d2d4g8f6
5590 DATA e2e4g8f6e4e5f6d5d2d4d7d6g1f3c8g4
5600 DATA d2d4d7d5c2c4e7e6b1c3g8f6c1g5f8e7e2e3e8g8
5610 DATA d2d4d7d5c2c4d5c4g1f3g8f6e2e3e7e6f1c4c7c5
5620 DATA d2d4d7d5c2c4c7c6g1f3g8f6b1c3d5c4a2a4c8f5
5630 DATA d2d4g8f6c2c4e7e6b1c3f8b4e2e3e8g8f1d3d7d5
5640 DATA d2d4g8f6c2c4g7g6b1c3f8g7e2e4d7d6g1f3e8g8
5650 DATA c2c4e7e5b1c3g8f6g1f3b8c6g2g3d7d5
5660 DATA ""
6000 ' Das Brett, von der Seite des Spielers gesehen
6010 PRINT:FOR i=1 TO 8:y=9-i:IF cf>0 THEN y=i
6020 PRINT y;:FOR j=1 TO 8:x=j:IF cf>0 THEN x=9-j
6030 GOSUB 6100:PRINT c$;" ";:NEXT:IF i=1 THEN PRINT TAB(23);t$(12-(cf>0));
6040 IF i=3 THEN PRINT TAB(23);t$(14);1+l\2;
6050 IF i=5 THEN PRINT TAB(23);t$(15);pa1;pa2;
6060 PRINT:NEXT
6070 IF cf<0 THEN PRINT "   a b c d e f g h" ELSE PRINT "   h g f e d c b a"
6080 RETURN
6090 ' Zeichen c$ des Feldes: Weiss gross, Schwarz klein
6100 p=fig(x,y):c$=".":IF p=0 THEN RETURN
6110 c$=MID$(f$,ABS(p) AND 7,1):IF SGN(p)<>cf THEN c$=LOWER$(c$)
6120 RETURN
6130 ' Kommandos: a$ ganz oder eindeutig abgekuerzt, dahinter e$
6140 ' wa: 0 gleich weiter, 1 neu pruefen, 2 Brett zeigen, 3 der Computer zieht
6150 wa=0:a$=UPPER$(a$):WHILE LEFT$(a$,1)=" " AND a$<>" ":a$=MID$(a$,2):WEND
6160 i=INSTR(a$," "):e$="":IF i>0 THEN e$=MID$(a$,i+1):a$=LEFT$(a$,i-1)
6170 WHILE RIGHT$(e$,1)=" ":e$=LEFT$(e$,LEN(e$)-1):WEND
6180 IF a$="" THEN RETURN
6190 IF a$="?" THEN a$=k$(10)
6200 h=0:FOR i=1 TO nk:IF LEFT$(k$(i),LEN(a$))<>a$ GOTO 6220
6210 h=h+1:j=i:IF k$(i)=a$ THEN h=1:i=nk
6220 NEXT:IF h=0 THEN PRINT t$(16):RETURN
6230 IF h=1 GOTO 6270
6240 PRINT t$(17);:FOR i=1 TO nk
6250 IF LEFT$(k$(i),LEN(a$))=a$ THEN PRINT " ";k$(i);
6260 NEXT:PRINT:RETURN
6270 IF j>20 THEN ON j-20 GOTO 7150,7220,7250,7280,7360
6280 IF j>10 THEN ON j-10 GOTO 6610,6670,6690,6710,6770,6740,6820,6870,6890,7110
6290 ON j GOTO 6350,6310,6360,6380,6410,6430,6440,6460,6550,6580
6300 ' ANALYSE: was der Computer anstelle des Spielers ziehen wuerde
6310 IF te THEN PRINT t$(2):RETURN
6320 GOSUB 6620:GOSUB 2010:m=bm:u=bu:GOSUB 5230
6330 PRINT b$;" ";t$(5);wert;t$(7);st!:wa=1:GOTO 6620
6340 ' A-STRATEGIE: alle Zuege in jeder Tiefe  B-STRATEGIE: nur die besten
6350 pa1=99:pa2=99:GOTO 6800
6360 pa1=6:pa2=4:GOTO 6800
6370 ' BEWERTUNG der Stellung, der Spieler ist am Zug
6380 GOSUB 4870:n=0:i=tr:tr=1:st!=0:GOSUB 4010:tr=i:IF il THEN PRINT t$(18)
6390 PRINT "ZUGMC";zugmc;"ZUGMS";zugms:wa=1:RETURN
6400 ' BIBLIOTHEK EIN oder AUS
6410 GOSUB 7400:IF h<2 THEN bi=h
6420 PRINT k$(5);" ";t$(19+bi):RETURN
6430 wa=2:RETURN
6440 END
6450 ' FELDER: die Felder der Bewertung
6460 GOSUB 3010:PRINT "BEDVC    BEDVS    BEDGEG   ZUGM"
6470 FOR y=8 TO 1 STEP -1:FOR i=1 TO 4:FOR x=1 TO 8:ON i GOTO 6490,6500,6510
6480 h=zugm(x,y):GOTO 6520
6490 h=bedvc(x,y) AND 15:GOTO 6520
6500 h=bedvs(x,y) AND 15:GOTO 6520
6510 h=bedgeg(x,y)
6520 PRINT MID$("0123456789ABCDEFGHIJKLMNOPQR",h+1,1);:NEXT:PRINT " ";
6530 NEXT:PRINT:NEXT:PRINT "ZUGMC";zugmc;"ZUGMS";zugms:RETURN
6540 ' GRENZE n: nach so vielen Stellungen ist Schluss; 0: keine
6550 IF e$<>"" THEN GOSUB 7440:gr=h
6560 PRINT k$(9);gr:RETURN
6570 ' HILFE
6580 FOR i=1 TO nk:PRINT TAB(13*((i-1) MOD 3)+1);k$(i);:IF i MOD 3=0 THEN PRINT
6590 NEXT:PRINT:PRINT t$(21):RETURN
6600 ' INVERS: Brett umdrehen, jeder spielt mit den Figuren des anderen weiter
6610 GOSUB 6620:wa=2:RETURN
6620 cf=-cf:FOR x=1 TO 8:FOR y=1 TO 8:fig(x,y)=-fig(x,y):NEXT:NEXT
6630 f=kx(0):kx(0)=kx(2):kx(2)=f:f=ky(0):ky(0)=ky(2):ky(2)=f
6640 FOR i=1 TO l:sv(i)=-sv(i):IF sc(i)<>20 THEN sc(i)=-sc(i)
6650 NEXT:RETURN
6660 ' LISTE: die legalen Zuege des Spielers
6670 s=-1:GOSUB 2480:FOR i=1 TO n:m=z(i):u=zu(i):GOSUB 5300:PRINT e$;" ";
6680 NEXT:PRINT:PRINT n:RETURN
6690 GOSUB 8010:wa=2:RETURN
6700 ' NULL: der Spieler setzt aus
6710 IF l>250 OR te<>0 OR sch<>0 THEN PRINT t$(2):RETURN
6720 wa=3:l=l+1:sm(l)=0:su(l)=0:se(l)=ep:ep=0:g$="*":RETURN
6730 ' PARTIE: die Zuege seit dem Anfang
6740 FOR i=1 TO l:m=sm(i):u=su(i):IF m THEN GOSUB 5300 ELSE e$="NULL"
6750 PRINT e$;" ";:NEXT:PRINT:RETURN
6760 ' PARAMETER: wie viele beste Zuege in Tiefe 1 und 2; 0: nicht tiefer
6770 IF e$="" THEN PRINT t$(22);" ";:LINE INPUT e$
6780 IF e$="" GOTO 6800
6790 GOSUB 7440:pa1=h:e$=MID$(e$,i):GOSUB 7440:pa2=h
6800 pa1=MIN(99,pa1):pa2=MIN(99,pa2):PRINT k$(15);pa1;pa2:RETURN
6810 ' SELBST n: der Computer macht n Zuege fuer beide
6820 GOSUB 7440:sn=MAX(1,h):IF te THEN PRINT t$(2):RETURN
6830 GOSUB 6620:GOSUB 420:IF bm=0 THEN GOSUB 6620:wa=1:RETURN
6840 sn=sn-1:IF sn>0 AND INKEY$="" GOTO 6830
6850 wa=2:RETURN
6860 ' SPRACHE: Deutsch, Englisch
6870 sp=1-sp:GOSUB 8190:wa=2:RETURN
6880 ' STELLUNG: jede Stellung; die Buchstaben der Figuren wie auf dem Brett
6890 PRINT t$(23):LINE INPUT a$:IF a$="" THEN RETURN
6900 PRINT t$(24);" ";:LINE INPUT b$:PRINT t$(25);" ";:LINE INPUT c$
6910 PRINT t$(26);" ";:LINE INPUT e$:cf=1:IF UPPER$(LEFT$(b$,1))="W" THEN cf=-1
6920 GOSUB 8050:x=1:y=8:h=0:k=0:j=0:FOR i=1 TO LEN(a$):b$=MID$(a$,i,1)
6930 IF b$="/" THEN x=1:y=y-1:GOTO 6990
6940 IF b$>="1" AND b$<="8" THEN x=x+ASC(b$)-48:GOTO 6990
6950 q=INSTR(f$,UPPER$(b$)):IF q=0 OR x>8 OR y<1 THEN h=1:GOTO 6990
6960 p=cf*q:IF b$<>UPPER$(b$) THEN p=-p
6970 IF q=1 THEN IF y=1 OR y=8 THEN h=1
6980 fig(x,y)=p:x=x+1:IF q=6 THEN k=k+p:j=j+1:kx(1+SGN(p))=x-1:ky(1+SGN(p))=y
6990 NEXT:IF h=1 OR k<>0 OR j<>2 THEN PRINT t$(28):GOSUB 8010:wa=2:RETURN
7000 ' Rochaderecht: Koenig und Turm unbewegt
7010 FOR i=1 TO LEN(c$):b$=MID$(c$,i,1):p=cf:y=1:IF b$>="a" THEN p=-cf:y=8
7020 b$=UPPER$(b$):x=8*-(b$=MID$(f$,6,1))-(b$=MID$(f$,5,1)):IF x=0 GOTO 7040
7030 IF (fig(5,y)=6*p OR fig(5,y)=14*p) AND fig(x,y)=2*p THEN GOSUB 7090
7040 NEXT:b$=UPPER$(e$):i=1:GOSUB 5130:ep=f:g$="*"
7050 ' am Zug: der Spieler oder der Computer
7060 PRINT t$(27);" ";:LINE INPUT b$:wa=2:s=-1:IF UPPER$(b$)="C" THEN wa=3:s=1
7070 ix=kx(1-s):iy=ky(1-s):s=-s:GOSUB 1430:IF h=0 THEN RETURN
7080 PRINT t$(28):GOSUB 8010:wa=2:RETURN
7090 fig(5,y)=14*p:fig(x,y)=10*p:RETURN
7100 ' STUFE 1-5
7110 GOSUB 7440:IF h<1 OR h>5 THEN PRINT t$(29):RETURN
7120 RESTORE 7130:FOR i=1 TO h:READ pa1,pa2:NEXT:gr=0:PRINT k$(20);h;:GOTO 6800
7130 DATA 0,0, 6,0, 4,3, 8,6, 99,99
7140 ' TEXT: die Stellung, wie STELLUNG sie liest
7150 FOR y=8 TO 1 STEP -1:k=0:FOR x=1 TO 8:IF fig(x,y)=0 THEN k=k+1:GOTO 7180
7160 IF k THEN PRINT CHR$(48+k);:k=0
7170 GOSUB 6100:PRINT c$;
7180 NEXT:IF k THEN PRINT CHR$(48+k);
7190 IF y>1 THEN PRINT "/";
7200 NEXT:PRINT:RETURN
7210 ' TRACE EIN: jede bewertete Stellung zeigen
7220 GOSUB 7400:IF h<2 THEN tr=h
7230 PRINT k$(22);" ";t$(19+tr):RETURN
7240 ' WECHSEL: INVERS und gleich ziehen
7250 IF te THEN PRINT t$(2):RETURN
7260 GOSUB 6620:wa=3:RETURN
7270 ' ZAEHLEN n: Zugfolgen von n Halbzuegen, Probe der Zugerzeugung
7280 GOSUB 7440:pd=MAX(1,MIN(4,h)):k4=0:n=0:s=-1:pc!=0:GOSUB 7300
7290 PRINT k$(24);pd;pc!:RETURN
7300 k4=k4+1:ps(k4)=n:GOSUB 1010:pn(k4)=n:px(k4)=ps(k4)
7310 px(k4)=px(k4)+1:IF px(k4)>pn(k4) THEN n=ps(k4):k4=k4-1:RETURN
7320 m=z(px(k4)):u=zu(px(k4)):GOSUB 1600:ix=kx(1+s):iy=ky(1+s):GOSUB 1430
7330 IF h=0 THEN IF k4=pd THEN pc!=pc!+1 ELSE s=-s:GOSUB 7300:s=-s
7340 GOSUB 1720:GOTO 7310
7350 ' ZURUECK: den letzten Zug von Computer und Spieler
7360 IF l=0 THEN PRINT t$(2):RETURN
7370 GOSUB 1720:IF l>0 THEN GOSUB 1720
7380 g$="*":wa=2:RETURN
7390 ' h: 1 EIN, 0 AUS, 2 nichts davon;  h: die Zahl am Anfang von e$, bis i
7400 h=2:IF e$="" THEN RETURN
7410 k=LEN(e$):IF LEFT$("EIN",k)=e$ OR LEFT$("ON",k)=e$ THEN h=1
7420 IF LEFT$("AUS",k)=e$ OR LEFT$("OFF",k)=e$ THEN h=0
7430 RETURN
7440 h=0:i=1:WHILE MID$(e$,i,1)=" " OR MID$(e$,i,1)=",":i=i+1:WEND
7450 b$=MID$(e$,i,1):IF b$<"0" OR b$>"9" OR h>3000 THEN RETURN
7460 h=10*h+ASC(b$)-48:i=i+1:GOTO 7450
8000 ' neue Partie: Grundstellung, der Spieler hat Weiss
8010 cf=-1:GOSUB 8050:RESTORE 8040:FOR x=1 TO 8:READ q
8020 fig(x,8)=q:fig(x,7)=1:fig(x,2)=-1:fig(x,1)=-q:NEXT:g$=""
8030 kx(0)=5:ky(0)=1:kx(2)=5:ky(2)=8:RETURN
8040 DATA 10,3,4,5,14,4,3,10
8050 FOR x=0 TO 10:FOR y=0 TO 10:fig(x,y)=99:NEXT:NEXT:l=0:ep=0:te=0:sch=0
8060 FOR x=1 TO 8:FOR y=1 TO 8:fig(x,y)=0:NEXT:NEXT:RETURN
8070 ' einmal am Anfang: Richtungen, Werte, Tabellen
8080 MODE 1:PRINT "HIMSTAHN":RESTORE 8210:FOR i=1 TO 16:READ dx(i),dy(i):NEXT
8090 ja(2)=1:jb(2)=4:ja(4)=5:jb(4)=8:ja(5)=1:jb(5)=8
8100 FOR i=1 TO 6:READ gw(i),fw(i):NEXT:FOR i=1 TO 5:READ lw(i),lc(i):NEXT
8110 FOR x=1 TO 8:FOR y=1 TO 8:zen(x,y)=MAX(ABS(2*x-9),ABS(2*y-9))\2:NEXT:NEXT
8120 FOR i=1 TO 359:h=5:IF (i\60) MOD 3 THEN h=4
8130 IF (i\15) MOD 4 THEN h=3
8140 IF (i\3) MOD 5 THEN h=2
8150 IF i MOD 3 THEN h=1
8160 kl(i)=h:NEXT:RESTORE 8260:nk=0
8170 READ a$:IF a$<>"" THEN nk=nk+1:k$(nk)=a$:GOTO 8170
8180 bi=1:tr=0:h=1:GOSUB 8190:GOTO 7120
8190 IF sp THEN RESTORE 8400 ELSE RESTORE 8290
8200 FOR i=1 TO 29:READ t$(i):NEXT:READ f$:RETURN
8210 DATA 1,0,-1,0,0,1,0,-1,1,1,1,-1,-1,1,-1,-1
8220 DATA 1,2,2,1,-1,2,-2,1,1,-2,2,-1,-1,-2,-2,-1
8230 ' Werte der Figuren, ihr Gewicht in BEDVC und BEDVS; beim Abtauschen
8240 DATA 300,17,1500,241,975,49,1050,49,2700,961,0,2881
8250 DATA 300,1,1000,3,1500,15,2700,60,10000,180
8260 DATA A-STRATEGIE,ANALYSE,B-STRATEGIE,BEWERTUNG,BIBLIOTHEK,BRETT,ENDE,FELDER
8270 DATA GRENZE,HILFE,INVERS,LISTE,NEU,NULL,PARAMETER,PARTIE,SELBST,SPRACHE
8280 DATA STELLUNG,STUFE,TEXT,TRACE,WECHSEL,ZAEHLEN,ZURUECK,""
8290 DATA "Ihr Zug? ","Das geht nicht.",Ich rechne,"Computer:",Wert,Schach!
8300 DATA Stellungen,Sekunden,"Patt.","Matt, der Computer gewinnt."
8310 DATA "Matt, Sie gewinnen."
8320 DATA "Sie: Weiss","Sie: Schwarz",Zug,Parameter
8330 DATA "Kein Zug, kein Kommando; HILFE hilft."
8340 DATA "Mehrdeutig:",Der Computer steht im Schach.,AUS,EIN
8350 DATA "Ein Zug: e2e4, Sg1-f3, 0-0, e7e8D","Zuege in Tiefe 1 und 2, wie 6 4:"
8360 DATA "Stellung, Reihe 8/7/6/5/4/3/2/1:","Ihre Farbe (W/S):"
8370 DATA "Rochaden, wie KDkd, oder -:","Feld zum Vorbeigehen, oder -:"
8380 DATA "Am Zug: Sie oder Computer (S/C):",Diese Stellung gibt es nicht.
8390 DATA STUFE 1 bis 5,BTSLDK
8400 DATA "Your move? ","Not possible.",Thinking,"Computer:",Value,Check!
8410 DATA Positions,Seconds,Stalemate.,"Mate, the computer wins."
8420 DATA "Mate, you win."
8430 DATA "You: White","You: Black",Move,Parameters
8440 DATA "No move, no command; HILFE helps."
8450 DATA "Ambiguous:",The computer is in check.,OFF,ON
8460 DATA "A move: e2e4, Ng1-f3, 0-0, e7e8Q","Moves at depth 1 and 2, as 6 4:"
8470 DATA "Position, rank 8/7/6/5/4/3/2/1:","Your colour (W/B):"
8480 DATA "Castling, as KQkq, or -:","En passant square, or -:"
8490 DATA "To move: you or computer (Y/C):",There is no such position.
8500 DATA STUFE 1 to 5,PRNBQK
