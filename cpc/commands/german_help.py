"""What `cpc COMMAND --help` says in German, by its English text: the one place for it."""

MODELS = "464: BASIC 1.0; 664 und 6128: BASIC 1.1; ohne diese Angabe 464, oder wofür das Listing eines Buchs ist"
SPACES = "commodore: Schlüsselwörter brauchen keine Leerzeichen um sich; ohne diese Angabe locomotive, oder was das Buch hat"

HELP: dict[str, str] = {
    # of argparse
    "positional arguments": "Angaben",
    "options": "Optionen",
    "usage: ": "Aufruf: ",
    "error": "Fehler",
    "Example: {0}": "Beispiel: {0}",
    "show this help message and exit": "zeigt diese Hilfe",
    # cpc
    "A Schneider/Amstrad CPC with its Locomotive BASIC. Without a command, it starts at the Ready prompt; the options are "
    "those of `cpc run`.":
        "Ein Schneider/Amstrad CPC mit seinem Locomotive BASIC. Ohne Befehl beginnt er mit Ready; die Optionen sind die von "
        "`cpc run`.",
    "`cpc COMMAND --help` explains a command; `cpc --version` prints the version.":
        "`cpc BEFEHL --help` erklärt einen Befehl; `cpc --version` nennt die Version.",
    "The words of BASIC (`cpc help WORD` says what one does):": "Die Wörter von BASIC (`cpc help WORT` sagt, was eins tut):",
    "run a program in a window, in a terminal or without a screen":
        "führt ein Programm aus: im Fenster, im Terminal, ohne Bild",
    "show the CPC as a page in the browser, or write it as a site": "zeigt den CPC als Seite im Browser, oder schreibt sie",
    "usage: cpc [COMMAND] ...": "Aufruf: cpc [BEFEHL] ...",
    "run a program step by step, backwards too": "führt ein Programm schrittweise aus, auch rückwärts",
    "print a program file as text": "gibt eine Programmdatei als Text aus",
    "write a program file in another form": "schreibt eine Programmdatei in anderer Form",
    "make a disc image, list its files, get, put and remove them": "macht Diskettenabbilder; holt, schreibt, löscht Dateien",
    "show what becomes of a line: bytes, tokens, tree, cost": "zeigt, was aus einer Zeile wird: Bytes, Tokens, Baum, Zeiten",
    "type in a listing from its book; each line is checked": "ein Listing aus dem Buch eintippen; prüft jede Zeile",
    "check that a listing does what it must": "prüft, ob ein Listing tut, was es soll",
    "find mistakes in a program without running it": "findet Fehler in einem Programm, ohne es auszuführen",
    "answer an editor for code: mistakes, help, names and lines": "antwortet einem Editor: Fehler, Hilfe, Namen, Zeilen",
    "write down the line numbers and checksums of a listing": "schreibt Zeilennummern und Prüfsummen eines Listings auf",
    "play chess against a listing, with the mouse": "Schach gegen ein Listing, mit der Maus",
    "play against a chess listing from any chess program (UCI)": "lässt jedes Schachprogramm gegen ein Listing spielen (UCI)",
    "let chess programs play against each other": "lässt Schachprogramme gegeneinander spielen",
    "measure how fast programs run on this computer": "misst, wie schnell Programme auf diesem Computer sind",
    "explain the words of BASIC, or one of them": "erklärt die Wörter von BASIC, oder eins davon",
    # cpc run
    "Runs a BASIC program: a file, an example, or a listing that was typed in from its book. Without a program, the CPC "
    "starts at its Ready prompt.":
        "Führt ein BASIC-Programm aus: eine Datei, ein Beispiel oder ein Listing, das aus seinem Buch abgetippt wurde. Ohne "
        "Programm beginnt der CPC mit Ready.",
    "a program as text or as a CPC saved it, the name of an example or a listing, or - for standard input; a disc image "
    "(.dsk) or a zip archive, with a program of it behind a colon: game.dsk:MENU.BAS":
        "ein Programm als Text oder wie ein CPC es sichert, der Name eines Beispiels oder Listings, oder - für die "
        "Standardeingabe; ein Diskettenabbild (.dsk) oder Zip-Archiv, hinter einem Doppelpunkt ein Programm daraus: "
        "game.dsk:MENU.BAS",
    "more programs, merged into the first": "weitere Programme, mit dem ersten verbunden wie durch MERGE",
    "an improvement of a book's listing to merge into it, as 4.1":
        "eine Verbesserung zum Listing eines Buchs, die eingefügt wird, etwa 4.1",
    "text to type after RUN; \\n is ENTER": "was nach RUN getippt wird; \\n ist ENTER",
    "464 (BASIC 1.0), 664 or 6128 (BASIC 1.1)": "464 (BASIC 1.0), 664 oder 6128 (BASIC 1.1)",
    "how keywords are recognised: locomotive needs spaces around them, commodore does not":
        "wie Schlüsselwörter erkannt werden: locomotive braucht Leerzeichen um sie, commodore nicht",
    "cpc: the 43533 bytes of a CPC; large: 16 megabytes": "cpc: die 43533 Bytes eines CPC; large: 16 Megabytes",
    "the folder that is the disc; if not given, the program's folder, or the current one":
        "der Ordner, der als Diskette dient; sonst der des Programms, oder der, in dem man ist",
    "a disc image for drive A, which programs write to, but with :ro; BASIC has 42249 bytes then":
        "ein Diskettenabbild für Laufwerk A, auf das Programme schreiben, außer mit :ro; BASIC hat dann 42249 Bytes",
    "the same for drive B": "dasselbe für Laufwerk B",
    "with disc drives, whether discs are in them or not": "mit Diskettenlaufwerken, auch ohne Disketten darin",
    "the file for what PRINT #8 prints": "die Datei für das, was PRINT #8 druckt",
    "the name on the boot screen": "der Name in der Meldung beim Einschalten",
    "a tape for the deck; SAVE makes a .cdt file that does not exist yet":
        "eine Kassette für den Recorder; eine .cdt-Datei, die es nicht gibt, macht SAVE",
    "in the window or the terminal. real: the machine's speed; N: N times as fast; auto: real where the program waits or "
    "delays, else as fast as possible; max: as fast as possible":
        "im Fenster oder Terminal. real: so schnell wie das Gerät; N: N-mal so schnell; auto: real, wo das Programm wartet "
        "oder verzögert, sonst so schnell wie möglich; max: so schnell wie möglich",
    "without window or terminal: prints what the program prints":
        "ohne Fenster und Terminal: gibt aus, was das Programm druckt",
    "shows the CPC in this terminal": "zeigt den CPC in diesem Terminal",
    "end when the CPC waits for a key, or after so many emulated seconds":
        "endet, wenn der CPC auf eine Taste wartet, oder nach so vielen Sekunden des CPC",
    "print the text on the screen at the end": "gibt am Ende den Text auf dem Bildschirm aus",
    "write the picture on the screen to a file at the end": "schreibt am Ende das Bild in eine Datei",
    "write the sound to a file": "schreibt den Ton in eine Datei",
    "write the state to a file at the end, for the firmware to go on from":
        "schreibt am Ende den Zustand in eine Datei, von der aus die Firmware weitermachen kann",
    "no sound": "ohne Ton",
    "do not bring back the program that was not saved last time":
        "holt das Programm nicht zurück, das zuletzt nicht gesichert war",
    "list the examples": "zählt die Beispiele auf",
    # cpc debug
    "Runs a BASIC program under the debugger, which stops it, and goes forwards and back by single statements.":
        "Führt ein BASIC-Programm im Debugger aus, der es anhält und anweisungsweise vor- und zurückgeht.",
    "debug in this terminal": "Debugger in diesem Terminal",
    "do the debugger's commands in this file, one on each line": "führt die Befehle in dieser Datei aus, in jeder Zeile einen",
    "speak the Debug Adapter Protocol, over standard input and output or a port of this computer":
        "spricht das Debug Adapter Protocol, über Standardein- und -ausgabe oder einen Port dieses Computers",
    "run the program and print which lines take how much time":
        "führt das Programm aus und sagt, welche Zeilen wie viel Zeit brauchen",
    "with --profile: draw the subroutines' times as a flame graph, too":
        "mit --profile: zeichnet die Zeiten der Unterprogramme auch als Flammenbild",
    "run the program, and say at which statement another run parts from it: FILE (another listing), 'merge FILE' (lines "
    "merged into this one), 'type TEXT' (other keys than --type has)":
        "führt das Programm aus und sagt, an welcher Anweisung ein anderer Lauf abweicht: DATEI (ein anderes Listing), 'merge "
        "DATEI' (Zeilen, die in dieses eingefügt werden), 'type TEXT' (andere Tasten als bei --type)",
    "with --profile and --diff: stop after so many emulated seconds":
        "mit --profile und --diff: endet nach so vielen Sekunden des CPC",
    # cpc web
    "Serves the CPC as a page in the browser, to this computer only, and opens it. With --build it writes the page as a site "
    "that any web server can hold. Python comes to the browser as Pyodide: from the folder given with --pyodide (`npm install "
    "pyodide@{0}` makes node_modules/pyodide), or else from its CDN.":
        "Bietet den CPC als Seite im Browser an, nur diesem Computer, und öffnet sie. Mit --build schreibt es die Seite so, "
        "dass jeder Webserver sie anbieten kann. Python kommt als Pyodide in den Browser: aus dem Ordner bei --pyodide (`npm "
        "install pyodide@{0}` macht node_modules/pyodide), oder sonst von seinem CDN.",
    "write the site there; nothing is served": "schreibt die Seite dorthin; sie wird nicht angeboten",
    "Pyodide; if not given, the page loads it from its CDN": "Pyodide; sonst lädt die Seite es von seinem CDN",
    "of this computer; if not given, any that is free": "auf diesem Computer; sonst irgendeiner, der frei ist",
    "print the address and open nothing": "nennt die Adresse und öffnet nichts",
    # cpc list, convert, show
    "Prints a program file of any form as text.": "Gibt eine Programmdatei jeder Form als Text aus.",
    "a program's file, or an example by its name": "die Datei eines Programms, oder ein Beispiel mit seinem Namen",
    "the keywords of BASIC 1.0 (464) or of BASIC 1.1 (6128)": "die Schlüsselwörter von BASIC 1.0 (464) oder BASIC 1.1 (6128)",
    "Writes a program in another form: `text` for a PC, in UTF-8; `ascii`, `basic` and `protected` as a CPC saves it with "
    'SAVE "name",A, SAVE "name" and SAVE "name",P. A .cdt, .tzx or .wav file becomes a tape with the program on it.':
        "Schreibt ein Programm in anderer Form: `text` für einen PC, in UTF-8; `ascii`, `basic` und `protected`, wie ein CPC "
        'es mit SAVE "name",A, SAVE "name" und SAVE "name",P sichert. Eine Datei .cdt, .tzx oder .wav wird eine Kassette mit '
        "dem Programm.",
    "the file to write": "die Datei, die geschrieben wird",
    "if not given: text becomes basic, other forms become text": "sonst: aus Text wird basic, aus anderen Formen Text",
    "how fast a tape is: 0 is safe, 1 takes half the time":
        "wie schnell eine Kassette ist: 0 ist sicher, 1 braucht die halbe Zeit",
    "write over a file that is there already": "überschreibt eine Datei, die es schon gibt",
    "Shows what becomes of a line: its crunched bytes, its tokens, the tree that the parser makes, what each statement costs "
    "on a 464 and on a 6128, and the unit that is made of it when it runs often, as operations and as Python text.":
        "Zeigt, was aus einer Zeile wird: ihre Bytes im Speicher, ihre Tokens, den Baum des Parsers, was jede Anweisung auf "
        "einem 464 und einem 6128 kostet, und die Einheit, die aus ihr wird, wenn sie oft läuft, als Operationen und als "
        "Python.",
    "a line of BASIC in quotes; or a program's file, or an example by its name, with the number of one of its lines; without "
    "the number all its lines are shown":
        "eine Zeile BASIC in Anführungszeichen; oder die Datei eines Programms, oder ein Beispiel, mit der Nummer einer Zeile "
        "davon; ohne die Nummer kommen alle Zeilen",
    "464: BASIC 1.0; 6128: BASIC 1.1": "464: BASIC 1.0; 6128: BASIC 1.1",
    # cpc disc
    "Disc images (.dsk): makes one, lists its files, gets, puts and removes them, or checks it. PATTERN is a name of AMSDOS; "
    "* and ? stand for other characters.":
        "Diskettenabbilder (.dsk): macht eins, zählt seine Dateien auf, holt, schreibt und löscht sie, oder prüft es. PATTERN "
        "ist ein Name von AMSDOS; * und ? stehen für andere Zeichen.",
    "the image; an archive's as game.zip or game.zip:SIDE1.DSK":
        "das Abbild; eins aus einem Archiv als game.zip oder game.zip:SIDE1.DSK",
    "the user area": "der Benutzerbereich",
    "make an empty disc": "macht eine leere Diskette",
    "if not given: data, with 178K": "sonst data, mit 178K",
    "40, if not given": "sonst 40",
    "AMSDOS itself uses the first side only": "AMSDOS selbst benutzt nur die erste Seite",
    "list the files": "zählt die Dateien auf",
    "copy files to a folder: listings as UTF-8 text": "kopiert Dateien in einen Ordner: Listings als Text in UTF-8",
    "if not given: all files": "sonst alle Dateien",
    "the current folder, if not given": "sonst der Ordner, in dem man ist",
    "the bytes as they are on the disc, with the header": "die Bytes, wie sie auf der Diskette sind, mit Kopf",
    "copy files to the disc, in place of old ones": "kopiert Dateien auf die Diskette, an die Stelle alter",
    "a .bas listing becomes a BASIC file, .txt ASCII, a file with a header stays, another is binary":
        "ein Listing .bas wird eine BASIC-Datei, .txt wird ASCII, eine Datei mit Kopf bleibt, eine andere ist binär",
    "listings as ASCII files": "Listings als ASCII-Dateien",
    "the bytes as they are, without a header": "die Bytes, wie sie sind, ohne Kopf",
    "of binary files: 16384, if not given": "von Binärdateien: sonst 16384",
    "of binary files: where they start": "von Binärdateien: wo sie beginnen",
    "CAT does not show the file": "CAT zeigt die Datei nicht",
    "remove files": "löscht Dateien",
    "look for damage": "sucht nach Schäden",
    # cpc help, lsp
    "Lists the words of BASIC, or explains one of them.": "Zählt die Wörter von BASIC auf, oder erklärt eins davon.",
    "a word of BASIC": "ein Wort von BASIC",
    "without it, the host's: German or English": "sonst die des Computers: Deutsch oder Englisch",
    "Answers an editor for code, over standard input and output, by the Language Server Protocol: mistakes, help, names and "
    "lines. The editor starts it by itself; docs/EDITORS.md says how.":
        "Antwortet einem Editor über Standardein- und -ausgabe, nach dem Language Server Protocol: Fehler, Hilfe, Namen und "
        "Zeilen. Der Editor startet es selbst; docs/EDITORS.md sagt, wie.",
    "standard input and output, as without it; some editors say so":
        "Standardein- und -ausgabe, wie auch ohne diese Angabe; manche Editoren sagen es so",
    "464: BASIC 1.0; 664 and 6128: BASIC 1.1; without it 464, or what a book's listing is for": MODELS,
    "commodore: keywords need no spaces around them; without it locomotive, or what the book has": SPACES,
    "of the help for words; without it, the host's": "der Hilfe zu Wörtern; sonst die des Computers",
    # cpc typein, check, lint, manifest
    "You type in a listing from its book, and each line is checked at once. With --from, the lines are taken from the text of "
    "a scan.":
        "Sie tippen ein Listing aus seinem Buch ab, und jede Zeile wird sofort geprüft. Mit --from kommen die Zeilen aus dem "
        "Text eines Scans.",
    "{0}, or a manifest's file": "{0}, oder die Datei eines Manifests",
    "improvements from the book to type in as well": "Verbesserungen aus dem Buch, die auch eingetippt werden",
    "the text of a scan": "der Text eines Scans",
    "the file to write; without it NAME.bas in this folder": "die Datei, die geschrieben wird; sonst NAME.bas in diesem Ordner",
    "how to read the lines of a scan if no NAME is given": "wie die Zeilen eines Scans gelesen werden, wenn kein NAME da ist",
    "type on the screen of a CPC, in a window": "tippen auf dem Bildschirm eines CPC, in einem Fenster",
    "Runs a listing on a CPC without a window, and checks what it does.":
        "Führt ein Listing auf einem CPC ohne Fenster aus und prüft, was es tut.",
    "{0}, a program's file, or a check file": "{0}, die Datei eines Programms, oder eine Prüfdatei",
    "check the listing with these improvements": "prüft das Listing mit diesen Verbesserungen",
    "run all checks, with the recorded games; this takes minutes":
        "alle Prüfungen, mit den aufgezeichneten Partien; das dauert Minuten",
    "run only checks with TEXT in their name": "nur Prüfungen mit TEXT im Namen",
    "the CPC to run them on; without it the one that the listing is for": "der CPC dafür; sonst der, für den das Listing ist",
    "compare how long each step takes with the real machine, too, within 5 %%":
        "vergleicht auch mit dem echten Gerät, wie lange jeder Schritt dauert, auf 5 %% genau",
    "a folder for pictures of the screen where a check fails":
        "ein Ordner für Bilder vom Bildschirm, wo eine Prüfung nicht stimmt",
    "Finds mistakes in a program without running it.": "Findet Fehler in einem Programm, ohne es auszuführen.",
    "a program to merge into it first": "ein Programm, das vorher eingefügt wird",
    "put blanks between keywords that have run together, in the file":
        "setzt in der Datei Leerzeichen zwischen Schlüsselwörter, die aneinander hängen",
    "Writes the manifest of a listing: its line numbers, and a checksum of each line. The listing must be right.":
        "Schreibt das Manifest eines Listings: seine Zeilennummern und eine Prüfsumme jeder Zeile. Das Listing muss stimmen.",
    "the program": "das Programm",
    "an improvement that is merged; NAME+NAME for what two improvements need together":
        "eine Verbesserung, die eingefügt wird; NAME+NAME für das, was zwei zusammen brauchen",
    "the file to write; without it the manifest is printed":
        "die Datei, die geschrieben wird; sonst wird das Manifest ausgegeben",
    "the name of the listing; without it, that of the file": "der Name des Listings; sonst der der Datei",
    "about the book": "über das Buch",
    "without it {0}, or what MANIFEST.toml says already": "sonst {0}, oder was MANIFEST.toml schon sagt",
    # cpc play, uci, tournament
    "Lets a chess program of today play against a listing, or analyse with it: the listing speaks UCI on standard input and "
    "output. Enter `cpc uci NAME` as an engine's command.":
        "Lässt ein Schachprogramm von heute gegen ein Listing spielen oder mit ihm analysieren: Das Listing spricht UCI über "
        "Standardein- und -ausgabe. Als Befehl der Engine `cpc uci NAME` eintragen.",
    "a chess listing, as hamann": "ein Schachlisting, etwa hamann",
    "the level it plays at; also the option Level": "seine Spielstufe; auch die Option Level",
    "improvements from its book": "Verbesserungen aus seinem Buch",
    "Opens a window with a chess board: you play with the mouse against a listing, whose CPC is shown beside it. With two "
    "names the programs play each other.":
        "Öffnet ein Fenster mit einem Schachbrett: Sie spielen mit der Maus gegen ein Listing, dessen CPC daneben zu sehen "
        "ist. Bei zwei Namen spielen die Programme gegeneinander.",
    "a chess listing, as hamann:2; of two, the first has White":
        "ein Schachlisting, etwa hamann:2; von zweien hat das erste Weiß",
    "you play Black": "Sie spielen Schwarz",
    "the level of a program named without one": "die Stufe eines Programms, das ohne eine genannt ist",
    "real: the machine's own time": "real: so schnell wie das Gerät",
    "at least so long between two moves of programs (1.5)": "mindestens so lange zwischen zwei Zügen von Programmen (1.5)",
    "Lets chess programs play against each other, each pair the same number of games. The games are kept in a PGN file; the "
    "same command later goes on where it ended.":
        "Lässt Schachprogramme gegeneinander spielen, jedes Paar gleich viele Partien. Die Partien sind in einer PGN-Datei; "
        "derselbe Befehl macht später dort weiter, wo er aufgehört hat.",
    "a chess listing, as hamann:2 or hamann+4.5": "ein Schachlisting, etwa hamann:2 oder hamann+4.5",
    "a program of today: option.NAME=, name=, proto=xboard, movetime=, depth=, nodes=":
        "ein Programm von heute: option.NAME=, name=, proto=xboard, movetime=, depth=, nodes=",
    "how many games each pair plays (2)": "wie viele Partien jedes Paar spielt (2)",
    "a PGN or EPD file with positions to begin from; without it our own 16":
        "eine PGN- oder EPD-Datei mit Stellungen, von denen sie beginnen; sonst unsere 16",
    "the games (tournament.pgn)": "die Partien (tournament.pgn)",
    "after so many moves of each side material decides (200)":
        "nach so vielen Zügen jeder Seite entscheidet das Material (200)",
    "a player whose Elo is known: the scale of the others": "ein Spieler, dessen Elo bekannt ist: der Maßstab der anderen",
    "so many processes on this computer": "so viele Prozesse auf diesem Computer",
    "the workers of a Dask cluster play": "die Arbeiter eines Dask-Clusters spielen",
    "listings: engines do not play against each other": "listings: Engines spielen nicht gegeneinander",
    "play nothing, only show how the games in the PGN file stand":
        "spielt nicht, zeigt nur, wie die Partien in der PGN-Datei stehen",
    # cpc bench
    "Measures how fast programs run on this computer.": "Misst, wie schnell Programme auf diesem Computer sind.",
    "how the names of the wanted rows begin; without any, all": "wie die Namen der gewünschten Zeilen beginnen; sonst alle",
    "only measure how time and memory grow with lines, arrays, strings, GOSUBs and printed characters":
        "misst nur, wie Zeit und Speicher mit Zeilen, Feldern, Texten, GOSUBs und gedruckten Zeichen wachsen",
    "the ROMs of a 464, to measure the firmware, too": "die ROMs eines 464, um auch die Firmware zu messen",
    "number of runs; the median counts": "Zahl der Läufe; der Median zählt",
    "write the figures to this file": "schreibt die Zahlen in diese Datei",
    "compare with the figures in this file": "vergleicht mit den Zahlen in dieser Datei",
    "only check that the results are right": "prüft nur, ob die Ergebnisse stimmen",
}
