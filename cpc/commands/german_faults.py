"""What the command line says of faults in German, by its English text: the one place for it. Names in braces are filled in."""

FAULTS: dict[str, str] = {
    # of argparse
    "unrecognized arguments: {0}": "unbekannte Angaben: {0}",
    "the following arguments are required: {0}": "es fehlt: {0}",
    "argument {0}: {1}": "{0}: {1}",
    "invalid choice: {0} (choose from {1})": "{0} gibt es nicht, sondern {1}",
    "invalid int value: {0}": "{0} ist keine ganze Zahl",
    "invalid float value: {0}": "{0} ist keine Zahl",
    "expected one argument": "es fehlt eine Angabe dahinter",
    "expected at least one argument": "es fehlt mindestens eine Angabe dahinter",
    "ambiguous option: {0} could match {1}": "{0} ist nicht eindeutig: {1}",
    "ignored explicit argument {0}": "{0} gehört nicht dahinter",
    # of the host
    "No such file or directory": "Datei oder Ordner gibt es nicht",
    "Permission denied": "keine Erlaubnis",
    "Is a directory": "das ist ein Ordner",
    "Not a directory": "das ist kein Ordner",
    "File exists": "die Datei gibt es schon",
    "File name too long": "der Name ist zu lang",
    "No space left on device": "es ist kein Platz mehr",
    "Read-only file system": "dort lässt sich nur lesen",
    "Input/output error": "das Gerät liest oder schreibt nicht",
    "The output cannot be written": "Die Ausgabe lässt sich nicht schreiben",
    # files and commands
    "There is no command, file or example {0}. The commands are: {1}.":
        "Einen Befehl, eine Datei oder ein Beispiel {0} gibt es nicht. Die Befehle sind: {1}.",
    "`cpc {0}` is not part of this version.": "`cpc {0}` gehört nicht zu dieser Version.",
    "There is no file {0}.": "Eine Datei {0} gibt es nicht.",
    "There is no folder {0} for {1}.": "Einen Ordner {0} für {1} gibt es nicht.",
    "There is no file {0}, and no example or listing of that name; the examples are: {1}.":
        "Weder eine Datei noch ein Beispiel oder Listing {0} gibt es; die Beispiele sind: {1}.",
    "{0} is a folder; a program is a file.": "{0} ist ein Ordner; ein Programm ist eine Datei.",
    "{0} is not a folder.": "{0} ist kein Ordner.",
    "--drive {0} is not a folder.": "--drive {0} ist kein Ordner.",
    "{0}: there is no line of a program in it.": "{0}: darin ist keine Zeile eines Programms.",
    "{0} in row {1} of the file: {2}": "{0} in Zeile {1} der Datei: {2}",
    "a program's line begins with a number from 1 to 65535": "eine Programmzeile beginnt mit einer Nummer von 1 bis 65535",
    "255 characters are the most": "mehr als 255 Zeichen gehen nicht",
    "{0} (--memory large gives BASIC more room)": "{0} (--memory large gibt BASIC mehr Platz)",
    " (--memory large gives BASIC more room)": " (--memory large gibt BASIC mehr Platz)",
    "{0} needs the package {1}, which is not installed: {2}": "{0} braucht das Paket {1}, das nicht installiert ist: {2}",
    "This": "Das",
    "{0} is there already; --force writes over it.": "{0} gibt es schon; --force überschreibt es.",
    "{0} has no line {1}.": "{0} hat keine Zeile {1}.",
    "A program is missing: cpc debug FILE.": "Ein Programm fehlt: cpc debug DATEI.",
    "--headless and --terminal exclude each other.": "--headless und --terminal schließen einander aus.",
    "--fix and --merge exclude each other": "--fix und --merge schließen einander aus",
    "--type has characters that the CPC does not have: {0}": "--type hat Zeichen, die der CPC nicht hat: {0}",
    "The line has characters that the CPC does not have: {0}": "Die Zeile hat Zeichen, die der CPC nicht hat: {0}",
    "There is nothing in that line to show.": "In dieser Zeile ist nichts zu zeigen.",
    "The number of a line is from 1 to 65535.": "Die Nummer einer Zeile geht von 1 bis 65535.",
    "it is a number of seconds from 0 to {0}, not {1}": "es ist eine Anzahl Sekunden von 0 bis {0}, nicht {1}",
    "it is a number from 1, not {0}": "es ist eine Zahl ab 1, nicht {0}",
    "an address is a number from 0 to 65535 or &0 to &FFFF, not {0}":
        "eine Adresse ist eine Zahl von 0 bis 65535 oder &0 bis &FFFF, nicht {0}",
    "A speed is real, auto, max or a number from {0} to {1}, not {2}.":
        "Ein Tempo ist real, auto, max oder eine Zahl von {0} bis {1}, nicht {2}.",
    "{0} is not a word of BASIC. Did you mean {1}?": "{0} ist kein Wort von BASIC. Meinen Sie {1}?",
    "{0} is not a word of BASIC. `cpc help` lists all.": "{0} ist kein Wort von BASIC. `cpc help` zählt alle auf.",
    "No row begins with {0}.": "Keine Zeile beginnt mit {0}.",
    "{0} has no figures of a bench in it.": "In {0} sind keine Zahlen einer Messung.",
    "The program has {0} bytes, and a file of a CPC has {1} at most; as text, it may have any length.":
        "Das Programm hat {0} Bytes, und eine Datei eines CPC hat höchstens {1}; als Text darf es beliebig lang sein.",
    "{0} is a folder with other files in it; the site gets one of its own.":
        "In dem Ordner {0} sind andere Dateien; die Seite bekommt einen eigenen.",
    # windows and terminals
    "There is no display to open a window on; --terminal runs the CPC in this terminal, --headless without a picture.":
        "Es gibt keinen Bildschirm für ein Fenster; --terminal zeigt den CPC in diesem Terminal, --headless läuft ohne Bild.",
    "There is no display to open a window on; --terminal debugs in this terminal.":
        "Es gibt keinen Bildschirm für ein Fenster; --terminal öffnet den Debugger in diesem Terminal.",
    "There is no display to open a window on.": "Es gibt keinen Bildschirm für ein Fenster.",
    "There is no display for a window; without --window you type in the terminal.":
        "Es gibt keinen Bildschirm für ein Fenster; ohne --window tippen Sie im Terminal.",
    "The window needs pygame, which is not installed; {0}.": "Das Fenster braucht pygame, das nicht installiert ist; {0}.",
    "The window needs pygame, which is not installed.": "Das Fenster braucht pygame, das nicht installiert ist.",
    "The window needs pygame, which is damaged here: {0}; {1}.":
        "Das Fenster braucht pygame, das hier beschädigt ist: {0}; {1}.",
    "The window needs pygame, which is damaged here: {0}.": "Das Fenster braucht pygame, das hier beschädigt ist: {0}.",
    "The window needs pygame, which is damaged here ({0}): {1}; {2}.":
        "Das Fenster braucht pygame, das hier beschädigt ist ({0}): {1}; {2}.",
    "The window needs pygame, which is damaged here ({0}): {1}.":
        "Das Fenster braucht pygame, das hier beschädigt ist ({0}): {1}.",
    "Both pygame and pygame-ce are installed here, and they overwrite each other: {0}.":
        "Hier sind pygame und pygame-ce installiert, und sie überschreiben einander: {0}.",
    "uninstall pygame and pygame-ce with pip, then install {0} alone":
        "mit pip pygame und pygame-ce entfernen, dann nur {0} installieren",
    "--terminal and --headless do without it": "--terminal und --headless brauchen es nicht",
    "--terminal does without it": "--terminal braucht es nicht",
    "--terminal needs a Unix terminal; here there are the window and --headless.":
        "--terminal braucht ein Unix-Terminal; hier gibt es das Fenster und --headless.",
    "--terminal needs a terminal; for programs and pipes there is --headless.":
        "--terminal braucht ein Terminal; für Programme und Pipes gibt es --headless.",
    "This terminal can place no characters (TERM is dumb); --headless does without.":
        "Dieses Terminal kann keine Zeichen setzen (TERM ist dumb); --headless braucht das nicht.",
    "This emulator has made a mistake; what happened is in {0}.":
        "Dieser Emulator hat einen Fehler gemacht; was geschah, steht in {0}.",
    "the program that was kept cannot be read: {0}": "das Programm, das aufgehoben war, ist nicht zu lesen: {0}",
    "The recording could not be kept: {0}.": "Die Aufnahme ließ sich nicht aufheben: {0}.",
    # discs
    "{0} is no disc image.": "{0} ist kein Diskettenabbild.",
    "{0}: name the program of the disc behind a colon.": "{0}: bitte hinter einem Doppelpunkt das Programm nennen.",
    "{0}: a binary file of a CPC has {1} bytes at most.": "{0}: eine Binärdatei eines CPC hat höchstens {1} Bytes.",
    "{0} is no disc image and no archive, so that there is no {1} in it.":
        "{0} ist weder Diskettenabbild noch Archiv, also ist kein {1} darin.",
    "{0} in the archive is no disc image.": "{0} in dem Archiv ist kein Diskettenabbild.",
    "{0} is no name of AMSDOS: eight characters and three at most.":
        "{0} ist kein Name von AMSDOS: höchstens acht Zeichen und drei.",
    "There is no file {0} on the disc.": "Eine Datei {0} gibt es auf der Diskette nicht.",
    "{0} does not fit: the directory is full.": "{0} passt nicht: Das Inhaltsverzeichnis ist voll.",
    "{0} does not fit: the disc is full.": "{0} passt nicht: Die Diskette ist voll.",
    "The file is too long for a disc image.": "Die Datei ist zu lang für ein Diskettenabbild.",
    "The file is not a disc image.": "Die Datei ist kein Diskettenabbild.",
    "The image says that it has {0} tracks on {1} sides; no disc has.":
        "Das Abbild hat angeblich {0} Spuren auf {1} Seiten; so ist keine Diskette.",
    "The disc is not formatted.": "Die Diskette ist nicht formatiert.",
    "The disc has a format that AMSDOS does not know.": "Die Diskette hat ein Format, das AMSDOS nicht kennt.",
    "A disc has 1 to {0} tracks on one or two sides.": "Eine Diskette hat 1 bis {0} Spuren auf einer oder zwei Seiten.",
    "The image has no tracks.": "Das Abbild hat keine Spuren.",
    "Track {0} has no sector &{1}.": "Spur {0} hat keinen Sektor &{1}.",
    "Track {0}, sector &{1}: read fail.": "Spur {0}, Sektor &{1}: nicht zu lesen.",
    "Track {0}, sector &{1} cannot be written.": "Spur {0}, Sektor &{1} lässt sich nicht schreiben.",
    "Track {0}, sector &{1} has not {2} bytes.": "Spur {0}, Sektor &{1} hat nicht {2} Bytes.",
    "The directory names block {0}; the disc has {1}.": "Das Inhaltsverzeichnis nennt Block {0}; die Diskette hat {1}.",
    "An image in an archive can only be read; unpack it first.":
        "Ein Abbild in einem Archiv ist nur zu lesen; bitte erst auspacken.",
    "The file is there already.": "Die Datei gibt es schon.",
    "{0} is no name of AMSDOS: eight characters and three at most, without blanks.":
        "{0} ist kein Name von AMSDOS: höchstens acht Zeichen und drei, ohne Leerzeichen.",
    "{0} and {1} would be one file of the folder; choose with --user.":
        "{0} und {1} wären im Ordner dieselbe Datei; --user wählt eine.",
    # archives
    "The file is not a zip archive.": "Die Datei ist kein Zip-Archiv.",
    "The archive has more than one {0}; name one: {1}.": "In dem Archiv ist mehr als ein {0}; bitte eins nennen: {1}.",
    "The archive is too long.": "Das Archiv ist zu lang.",
    "The archive has more than {0} files.": "Das Archiv hat mehr als {0} Dateien.",
    "There is no {0} in the archive.": "In dem Archiv ist kein {0}.",
    "{0} in the archive is encrypted.": "{0} in dem Archiv ist verschlüsselt.",
    "{0} in the archive is packed in a form that is not known here.":
        "{0} in dem Archiv ist auf eine Art gepackt, die hier nicht bekannt ist.",
    "{0} in the archive is too long.": "{0} in dem Archiv ist zu lang.",
    "{0} in the archive is damaged.": "{0} in dem Archiv ist beschädigt.",
    "The archive is damaged.": "Das Archiv ist beschädigt.",
    "The archive has a file whose name leads out of its folder: {0}.":
        "In dem Archiv ist eine Datei, deren Name aus ihrem Ordner hinausführt: {0}.",
    # tapes
    "A tape has no text of a PC; --to is ascii, basic or protected for it.":
        "Auf einer Kassette gibt es keinen Text eines PC; --to ist für sie ascii, basic oder protected.",
    "There is no file on the tape that the firmware could read.":
        "Auf der Kassette ist keine Datei, die die Firmware lesen könnte.",
    "{0} cannot be read whole from the tape.": "{0} ist von der Kassette nicht ganz zu lesen.",
    "There is no {0} on the tape; there are: {1}.": "Auf der Kassette ist kein {0}; da sind: {1}.",
    "The tape file is longer than a tape can be.": "Die Datei ist länger, als eine Kassette sein kann.",
    "The tape has more blocks than a tape can have.": "Die Kassette hat mehr Blöcke, als eine Kassette haben kann.",
    "It is not a tape file.": "Das ist keine Kassettendatei.",
    "The tape file ends in the middle of a block.": "Die Kassettendatei endet mitten in einem Block.",
    "The tape file has too many blocks.": "Die Kassettendatei hat zu viele Blöcke.",
    "The tape file goes round in circles.": "Die Kassettendatei dreht sich im Kreis.",
    "The tape file has a block &{0}, a form of recording that is not read here.":
        "Die Kassettendatei hat einen Block &{0}, eine Art der Aufzeichnung, die hier nicht gelesen wird.",
    "The tape is longer than a tape can be.": "Die Kassette ist länger, als eine sein kann.",
    "It is not a .wav file.": "Das ist keine .wav-Datei.",
    "The .wav file does not say what form its sound has.": "Die .wav-Datei sagt nicht, welche Form ihr Ton hat.",
    "The .wav file's sound is not PCM of 8 or 16 bits, one or two channels, 8000 to 200000 Hz.":
        "Der Ton der .wav-Datei ist nicht PCM mit 8 oder 16 Bit, ein oder zwei Kanälen, 8000 bis 200000 Hz.",
    "There is no sound in the .wav file.": "In der .wav-Datei ist kein Ton.",
    "The sound is longer than a tape can be.": "Der Ton ist länger, als eine Kassette sein kann.",
    "The sound would be longer than a tape can be.": "Der Ton wäre länger, als eine Kassette sein kann.",
    # snapshots
    "The snapshot is of a {0}; leave --model out.": "Das Speicherabbild ist von einem {0}; bitte --model weglassen.",
    "It is not a snapshot.": "Das ist kein Speicherabbild.",
    "The snapshot ends in its header.": "Das Speicherabbild endet in seinem Kopf.",
    "The snapshot is longer than a snapshot can be.": "Das Speicherabbild ist länger, als eins sein kann.",
    "The snapshot is of version {0}; versions 1 to 3 are read here.":
        "Das Speicherabbild ist von Version {0}; gelesen werden hier die Versionen 1 bis 3.",
    "The snapshot ends in the middle of the memory.": "Das Speicherabbild endet mitten im Speicher.",
    "The snapshot has less than 64K of memory.": "Das Speicherabbild hat weniger als 64K Speicher.",
    "The machine of the snapshot is not in BASIC, or is another kind of machine: only the screen came over.":
        "Das Gerät des Speicherabbilds ist nicht in BASIC, oder es ist ein anderes Gerät: nur der Bildschirm kam herüber.",
    'A machine with memory="large" has no snapshot that fits into a CPC.':
        'Ein Gerät mit memory="large" hat kein Speicherabbild, das in einen CPC passt.',
    "There is not enough free memory for the code that starts the snapshot.":
        "Für den Code, der das Speicherabbild startet, ist nicht genug Speicher frei.",
    "The statement that was being done begins again.": "Die Anweisung, die gerade lief, beginnt von vorn.",
    "Where the program was cannot be found; it is at the prompt.":
        "Wo das Programm war, ist nicht zu finden; es ist bei Ready.",
    "INPUT asks its question again.": "INPUT stellt seine Frage noch einmal.",
    "The sounds that play do not come along.": "Die Töne, die gerade klingen, kommen nicht mit.",
    "The files that are open do not come along.": "Die offenen Dateien kommen nicht mit.",
    "The machine is in {0}; the snapshot is at the prompt.": "Das Gerät ist in {0}; das Speicherabbild ist bei Ready.",
    "The error that is handled was in {0}; RESUME cannot go back there.":
        "Der behandelte Fehler war in {0}; RESUME kann nicht dorthin zurück.",
    # listings
    "{0} is empty.": "{0} ist leer.",
    "{0} cannot be read: {1}.": "{0} ist nicht zu lesen: {1}.",
    "{0} cannot be written: {1}.": "{0} lässt sich nicht schreiben: {1}.",
    "{0} cannot be made: {1}.": "{0} lässt sich nicht anlegen: {1}.",
    "{0} is not a listing: {1}": "{0} ist kein Listing: {1}",
    "{0} is a binary file, not a listing.": "{0} ist eine Binärdatei, kein Listing.",
    "{0} is a binary file, not the text of a scan.": "{0} ist eine Binärdatei, nicht der Text eines Scans.",
    "There is no line of a program in {0}.": "In {0} ist keine Zeile eines Programms.",
    "There is no numbered line in {0}.": "In {0} ist keine nummerierte Zeile.",
    "Line {0} of {1} has no line number.": "Zeile {0} von {1} hat keine Zeilennummer.",
    "{0} is not a scan of {1}: almost no line of it fits.": "{0} ist kein Scan von {1}: fast keine Zeile davon passt.",
    "{0} is there already and is not {1}: nothing was written.":
        "{0} gibt es schon und ist nicht {1}: nichts wurde geschrieben.",
    "{0} is there already: nothing was written.": "{0} gibt es schon: nichts wurde geschrieben.",
    "There is no listing in {0}.": "In {0} ist kein Listing.",
    "There is no listing called {0}; the listings are {1}.": "Ein Listing {0} gibt es nicht; die Listings sind {1}.",
    "{0} is not typed in yet: its text belongs to {1} and does not come with this project. If you have the book, type it in "
    "with {2}, or take it from the text of a scan with {3}.":
        "{0} ist noch nicht abgetippt: Der Text gehört zu {1} und ist nicht in diesem Projekt. Wer das Buch hat, tippt es mit "
        "{2} ab oder nimmt es mit {3} aus dem Text eines Scans.",
    "its book": "seinem Buch",
    "{0} has line {1} twice; --fix would lose one of them.": "{0} hat Zeile {1} zweimal; --fix würde eine davon verlieren.",
    "without NAME it needs --from SCAN.txt and -o FILE.bas": "ohne NAME braucht es --from SCAN.txt und -o FILE.bas",
    "-o names one file, but each improvement gets a file of its own. Leave out -o.":
        "-o nennt eine Datei, aber jede Verbesserung bekommt ihre eigene. Bitte -o weglassen.",
    "--part {0} is not of the form NAME=FILE.bas.": "--part {0} hat nicht die Form NAME=FILE.bas.",
    "--{0} has bytes that are not UTF-8.": "--{0} hat Bytes, die kein UTF-8 sind.",
    "{0} has the parts {1} as well; --part NAME=FILE.bas keeps them.":
        "{0} hat auch die Teile {1}; --part NAME=FILE.bas behält sie.",
    "{0} cannot be the name of a listing. A name has {1}; give one with --name.":
        "{0} kann kein Listing heißen. Ein Name hat {1}; --name nennt einen.",
    "{0} cannot be the name of a part. A name has {1}.": "{0} kann kein Teil heißen. Ein Name hat {1}.",
    "letters, digits and the signs . - _ +": "Buchstaben, Ziffern und die Zeichen . - _ +",
    "{0} is several programs; choose one of them with --with: {1}.":
        "{0} sind mehrere Programme; bitte eins davon mit --with wählen: {1}.",
    "{0} has no improvement {1}; {2}.": "{0} hat keine Verbesserung {1}; {2}.",
    "its improvements are: {0}": "die Verbesserungen sind: {0}",
    "it has no improvements": "es hat keine Verbesserungen",
    "Line {0} of {1} is a line that the machine does not take.": "Zeile {0} von {1} nimmt das Gerät nicht an.",
    "{0} is a program of its own: no other part of {1} goes with it.":
        "{0} ist ein Programm für sich: Kein anderer Teil von {1} passt dazu.",
    "{0} is not {1}: {2}.": "{0} ist {1} nicht: {2}.",
    "it is not UTF-8 text": "es ist kein Text in UTF-8",
    "it has a number that is too long, or too many brackets": "es hat eine zu lange Zahl oder zu viele Klammern",
    "{0} has a mistake: {1}.": "{0} hat einen Fehler: {1}.",
    "{0} holds another listing; {1} cannot be typed in there.": "In {0} ist ein anderes Listing; {1} passt nicht dorthin.",
    "{0} cannot be written, so nothing that is typed in could be kept; -o names another file.":
        "{0} lässt sich nicht schreiben, also bliebe nichts Getipptes erhalten; -o nennt eine andere Datei.",
    "There is no line {0} in {1}.": "Eine Zeile {0} gibt es in {1} nicht.",
    "{0} is not a place in a program: 100, or 100:2 for its second statement.":
        "{0} ist keine Stelle in einem Programm: 100, oder 100:2 für die zweite Anweisung.",
    # checks
    "{0} has other characters than those of games.": "{0} hat andere Zeichen als eine Partie.",
    "{0} is not part of an array, as fm(1..20,1..3) is.": "{0} ist kein Teil eines Felds wie fm(1..20,1..3).",
    "The seconds were recorded on a {0}.": "Die Sekunden sind auf einem {0} aufgezeichnet.",
    "There is no check to run for {0}.": "Für {0} gibt es keine Prüfung.",
    "{0} names neither a listing nor a program.": "{0} nennt weder ein Listing noch ein Programm.",
    "There is no check file {0} beside {1}, and no manifest knows the listing.":
        "Neben {1} ist keine Prüfdatei {0}, und kein Manifest kennt das Listing.",
    "The program cannot be loaded: {0}.": "Das Programm lässt sich nicht laden: {0}.",
    # chess
    "Two programs can play each other, not more.": "Gegeneinander spielen können zwei Programme, nicht mehr.",
    "--pause needs a number of seconds from 0 to 3600.": "--pause braucht eine Anzahl Sekunden von 0 bis 3600.",
    "There are no games in {0}.": "In {0} sind keine Partien.",
    "A tournament needs two players.": "Ein Turnier braucht zwei Spieler.",
    "--{0} needs a number from {1} to 10000.": "--{0} braucht eine Zahl von {1} bis 10000.",
    "Two players are called {0}; name= gives an engine another name.":
        "Zwei Spieler heißen {0}; name= gibt einer Engine einen anderen Namen.",
    "--known {0} is not of the form NAME=ELO.": "--known {0} hat nicht die Form NAME=ELO.",
    "format is {0}, and only {1} is known": "format ist {0}, und nur {1} ist bekannt",
    "[board] needs element, pieces and empty": "[board] braucht element, pieces und empty",
    "There is no opening in {0}.": "In {0} ist keine Eröffnung.",
    "--engine needs a command.": "--engine braucht einen Befehl.",
    "{0} needs a number above 0.": "{0} braucht eine Zahl über 0.",
    "There is no program {0} to play with.": "Ein Programm {0}, das spielen könnte, gibt es nicht.",
    "{0} does not play: {1}.": "{0} spielt nicht: {1}.",
    "{0} is not of the form KEY=VALUE.": "{0} hat nicht die Form KEY=VALUE.",
    "{0} is not known; there are option.NAME=, name=, proto=uci, proto=xboard, movetime=, depth= and nodes=.":
        "{0} ist nicht bekannt; es gibt option.NAME=, name=, proto=uci, proto=xboard, movetime=, depth= und nodes=.",
    "{0} is no chess program; the chess programs are {1}.": "{0} ist kein Schachprogramm; die Schachprogramme sind {1}.",
    "{0} has no level {1}; its levels are {2}.": "{0} hat keine Stufe {1}; die Stufen sind {2}.",
    "{0} is an example; it has no improvements.": "{0} ist ein Beispiel; es hat keine Verbesserungen.",
    "{0} is there already and is not a file of games.": "{0} gibt es schon und ist keine Datei mit Partien.",
    "{0} has been changed meanwhile, as by another tournament; nothing was written.":
        "{0} wurde inzwischen geändert, etwa von einem anderen Turnier; nichts wurde geschrieben.",
    "--cluster needs the package distributed: python3 -m pip install distributed":
        "--cluster braucht das Paket distributed: python3 -m pip install distributed",
    "There is no cluster at {0}: {1}.": "Bei {0} ist kein Cluster: {1}.",
    "{0} is not a file of games.": "{0} ist keine Datei mit Partien.",
    "The processes that play are killed again and again; the games so far are kept.":
        "Die Prozesse, die spielen, werden immer wieder beendet; die Partien bis hierher sind aufgehoben.",
    # what commands say
    "{0}: no mistakes found": "{0}: keine Fehler gefunden",
    "{0}: blanks put between keywords in {1}": "{0}: Leerzeichen zwischen Schlüsselwörter gesetzt in {1}",
    "{0}: warning: there is another line {1} before it": "{0}: Warnung: davor ist noch eine Zeile {1}",
    "written: {0}": "geschrieben: {0}",
    "Type in what is missing with {0}.": "Was fehlt, tippen Sie mit {0} ein.",
    "{0}K free": "{0}K frei",
    "{0}: {1} line as {2}": "{0}: {1} Zeile als {2}",
    "{0}: {1} lines as {2}": "{0}: {1} Zeilen als {2}",
    "The CPC is at {0} (CTRL+C ends it).": "Der CPC ist bei {0} (Strg+C beendet ihn).",
    "{0}: the site, {1} MB. Any web server can hold it.": "{0}: die Seite, {1} MB. Jeder Webserver kann sie anbieten.",
    "{0} games are in {1}; the same command goes on from there.": "{0} Partien sind in {1}; derselbe Befehl macht dort weiter.",
    "The results of all programs are right.": "Die Ergebnisse aller Programme stimmen.",
}
