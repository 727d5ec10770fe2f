"""What a face says to the person in front of it, in English and German: the one place for these sentences.

The machine's own messages are not among them: they are English, as on the CPC. Names in braces are filled in.
"""

from collections.abc import Callable

from basic.help.words import Language

TEXTS: dict[str, tuple[str, str]] = {
    # the player
    "speed": ("Speed: {0}", "Tempo: {0}"),
    "with drives": ("The CPC has been switched off, and on again with disc drives.",
                    "Der CPC wurde ausgeschaltet und mit Diskettenlaufwerken wieder eingeschaltet."),
    "mistake in": ("This emulator has made a mistake; what happened is in {0}.",
                   "Dieser Emulator hat einen Fehler gemacht; was geschah, steht in {0}."),
    "mistake": ("This emulator has made a mistake: {0}", "Dieser Emulator hat einen Fehler gemacht: {0}"),
    "left out": ("Left out, because the CPC does not have it: {0}", "Ausgelassen, weil der CPC es nicht hat: {0}"),
    "cannot be read": ("{0} cannot be read: {1}.", "{0} ist nicht zu lesen: {1}."),
    "loaded": ("{0} is loaded: RUN starts it. {1}", "{0} ist geladen: RUN startet es. {1}"),
    "runs": ("{0} is loaded and runs. {1}", "{0} ist geladen und läuft. {1}"),
    "cannot be kept": ("The program cannot be kept: {0}. SAVE it.",
                       "Das Programm lässt sich nicht aufheben: {0}. Bitte mit SAVE sichern."),
    "not saved": ("The program is not saved; it will be back at the next start.",
                  "Das Programm ist nicht gesichert; beim nächsten Start ist es wieder da."),
    "kept elsewhere": ("The program is not saved and cannot be kept: {0} It is in {1}.",
                       "Das Programm ist nicht gesichert und lässt sich nicht aufheben: {0} Es ist in {1}."),
    "old not kept": ("The old program could not be kept: {0}.", "Das alte Programm ließ sich nicht aufheben: {0}."),
    "set aside": ("The old program was not saved; it is now {0}.", "Das alte Programm war nicht gesichert; es ist jetzt {0}."),
    "is back": ("The program that was not saved is back ({0}). --fresh starts without it.",
                "Das nicht gesicherte Programm ist wieder da ({0}). --fresh beginnt ohne es."),
    "a line": ("1 line", "1 Zeile"),
    "lines": ("{0} lines", "{0} Zeilen"),
    # the page
    "back on the page": ("The program that was not saved is back: {0}.", "Das nicht gesicherte Programm ist wieder da: {0}."),
    "nothing to type": ("There is nothing in it that can be typed.", "Darin ist nichts, was sich tippen lässt."),
    "no line in it": ("{0}: there is no line of a program in it.", "{0}: darin ist keine Zeile eines Programms."),
    "nothing in archive": ("{0}: There is no disc, no tape, no snapshot and no program in the archive.",
                           "{0}: In dem Archiv ist keine Diskette, keine Kassette, kein Speicherabbild und kein Programm."),
    "no program": ("There is no program in memory.", "Im Speicher ist kein Programm."),
    "in drive A": ("{0} is in drive A.", "{0} ist in Laufwerk A."),
    # discs, tapes, snapshots
    "in the deck": ('{0} is in the tape deck: {1}RUN"" starts it.', '{0} ist im Recorder: {1}RUN"" startet es.'),
    "tape first": ("|TAPE and then ", "|TAPE und dann "),
    "another model": ("{0} is of a CPC {1}: cpc run {0} starts one.", "{0} ist von einem CPC {1}: cpc run {0} startet einen."),
    "a model with drives": ("{0} with disc drives", "{0} mit Diskettenlaufwerken"),
    "goes on": ("{0} goes on.", "{0} läuft weiter."),
    "no drives": ("{0} is a disc, and this CPC has no disc drives: cpc run --disc {0} has them.",
                  "{0} ist eine Diskette, und dieser CPC hat kein Laufwerk: cpc run --disc {0} hat eins."),
    "in the drive": ("{0} is in drive {1}, write protected.", "{0} ist in Laufwerk {1}, schreibgeschützt."),
    "others key": ("SHIFT+F9 puts the next disc in.", "SHIFT+F9 legt die nächste Diskette ein."),
    "no other disc": ("There is no other disc: drop a zip archive with several of them.",
                      "Es gibt keine andere Diskette: ziehen Sie ein Zip-Archiv mit mehreren auf das Fenster."),
    "in": ("{0} in {1}", "{0} in {1}"),
    # keys
    "not on keys": ("“{0}” is not on a CPC's keys; in BASIC it is CHR$({1}).",
                    "„{0}“ hat der CPC nicht auf seinen Tasten; in BASIC ist es CHR$({1})."),
    "not in the CPC": ("The CPC has no “{0}”.", "Der CPC hat kein „{0}“."),
    "umlauts": ("The CPC has no umlauts: “{0}” is typed as “{1}”.", "Der CPC hat keine Umlaute: „{0}“ wird als „{1}“ getippt."),
    "spelt": ("The CPC does not have {0}; the program has {1} instead, from line {2} of the file on.",
              "Der CPC hat kein {0}; im Programm steht dafür {1}, ab Zeile {2} der Datei."),
    "asks for tape": ("{0} is not in the folder that serves as the disc: the machine asks for its tape. ESC ends that.",
                      "{0} ist nicht in dem Ordner, der als Diskette dient: das Gerät fragt nach der Kassette. "
                      "ESC beendet das."),
    # the window
    "sound": ("There is no sound here ({0}); --wav F.wav writes it to a file.",
              "Hier gibt es keinen Ton ({0}); --wav F.wav schreibt ihn in eine Datei."),
    "sound on": ("Sound: on", "Ton: an"),
    "sound off": ("Sound: off", "Ton: aus"),
    "screenshot at": ("Screenshot: {0}", "Bildschirmfoto: {0}"),
    "recording at": ("Recording: {0}", "Aufnahme: {0}"),
    "cannot write": ("{0} cannot be written to: {1}.", "In {0} lässt sich nicht schreiben: {1}."),
    "is joystick": ("Cursor keys: joystick, fire is the left CTRL", "Cursortasten: Joystick, Feuer ist die linke Strg-Taste"),
    "is cursor": ("Cursor keys: cursor keys", "Cursortasten: Cursortasten"),
    "no clipboard": ("There is no text in the clipboard.", "In der Zwischenablage ist kein Text."),
    "copied": ("The text on the screen is in the clipboard.", "Der Text auf dem Bildschirm ist in der Zwischenablage."),
    "reset again": ("{0} again switches the CPC off and on.", "Noch einmal {0} schaltet den CPC aus und wieder ein."),
    "smooth": ("Picture: 4:3, smooth", "Bild: 4:3, geglättet"),
    "whole steps": ("Picture: whole steps", "Bild: ganze Stufen"),
    "typing in": ("Typing in: {0} % (ESC stops it)", "Wird eingetippt: {0} % (ESC hält an)"),
    "writing": ("Writing the recording: {0} %", "Die Aufnahme wird geschrieben: {0} %"),
    "PAUSE": ("PAUSE", "PAUSE"),
    "REC": ("REC", "AUFNAHME"),
    "REWIND": ("BACK", "ZURÜCK"),
    "monitor": ("Monitor: {0}", "Monitor: {0}"),
    "colour": ("colour", "Farbe"),
    "green": ("green", "grün"),
    "white": ("white", "weiß"),
    "tv": ("colour television", "Farbfernseher"),
    "no past": ("There is nothing to go back to.", "Weiter zurück geht es nicht."),
    "run begins": ("The program begins here; press the key again to go further back.",
                   "Hier beginnt das Programm; weiter zurück geht es, wenn Sie die Taste noch einmal drücken."),
    "debugger goes back": ("The debugger is open; it goes back by SHIFT+F10.",
                           "Der Debugger ist offen; er geht mit SHIFT+F10 zurück."),
    "menu first": ("{0} opens the menu", "{0} öffnet das Menü"),
    # the page of keys, which is the menu
    "menu": ("Menu", "Menü"),
    "what menu does": ("this menu", "dieses Menü"),
    "programs": ("programs: examples, books, recent", "Programme: Beispiele, Bücher, Dateien"),
    "states": ("save and bring back states", "Zustände sichern und zurückholen"),
    "rewind": ("go back in time, while held", "in der Zeit zurück, solange gedrückt"),
    "screenshot": ("screenshot", "Bildschirmfoto"),
    "record": ("GIF: begin, end", "GIF: Anfang, Ende"),
    "record pictures": ("PNGs: begin, end", "PNGs: Anfang, Ende"),
    "debugger": ("debugger", "Debugger"),
    "pause": ("pause", "Pause"),
    "paste": ("type in the clipboard", "Zwischenablage eintippen"),
    "copy": ("copy the text screen", "Textbildschirm kopieren"),
    "next speed": ("speed: auto, real, max", "Tempo: auto, real, max"),
    "next monitor": ("monitor: colour, green, white, TV", "Monitor: Farbe, grün, weiß, Fernseher"),
    "mute": ("sound on or off", "Ton an oder aus"),
    "next disc": ("next disc", "nächste Diskette"),
    "reset": ("switch the CPC off and on", "CPC aus- und einschalten"),
    "full screen": ("full screen", "Vollbild"),
    "smooth or not": ("picture smooth or in whole steps", "Bild geglättet oder in ganzen Stufen"),
    "joystick": ("cursor keys as joystick", "Cursortasten als Joystick"),
    "keyboard": ("keyboard of the CPC", "Tastatur des CPC"),
    "set keys": ("set keys in a file", "Tasten in einer Datei festlegen"),
    "quit": ("close the window", "Fenster schließen"),
    "stops a program": ("stops a program", "hält ein Programm an"),
    "function keys": ("f0-f9, as ALT and a digit", "f0-f9, auch ALT und Ziffer"),
    "small enter": ("the small ENTER", "das kleine ENTER"),
    "insert": ("insert or overwrite", "einfügen oder überschreiben"),
    "copy cursor": ("the copy cursor", "der Kopiercursor"),
    "off and on": ("switches off and on", "schaltet aus und ein"),
    "the joystick": ("the joystick", "der Joystick"),
    "to load": ("to load it or put it in", "lädt sie, legt sie ein"),
    "drop a file": ("drop a file", "Datei ziehen"),
    "gamepad": ("gamepad", "Gamepad"),
    "pad": ("pad", "Num"),
    "cursor key": ("cursor", "Cursor"),
    "title": ("Schneider/Amstrad CPC {0}, speed {1}", "Schneider/Amstrad CPC {0}, Tempo {1}"),
    "programs button": ("Programs", "Programme"),
    "keyboard button": ("Keys", "Tasten"),
    "full screen button": ("Full screen", "Vollbild"),
    "menu keys": ("cursor keys and ENTER, or the mouse; ESC closes", "Cursortasten und ENTER, oder die Maus; ESC schließt"),
    # the programs
    "choose": ("What shall the CPC run?", "Was soll der CPC tun?"),
    "to run one": ("To run one: cpc run NAME", "Eins starten: cpc run NAME"),
    "bare": ("Begin with Ready", "Mit Ready beginnen"),
    "bare what": ("an empty CPC, to type at", "ein leerer CPC, zum Tippen"),
    "recent": ("Recent", "Zuletzt"),
    "here": ("In this folder", "In diesem Ordner"),
    "examples": ("Examples", "Beispiele"),
    "books": ("Books", "Bücher"),
    "not typed in": ("not typed in yet: cpc typein {0}", "noch nicht abgetippt: cpc typein {0}"),
    "programs keys": ("letters search; cursor keys, ENTER or the mouse choose; ESC closes",
                      "Buchstaben suchen; Cursortasten, ENTER oder die Maus wählen; ESC schließt"),
    "search": ("Search: {0}", "Suche: {0}"),
    "nothing found": ("There is no program with that in its name.", "Kein Programm heißt so ähnlich."),
    "types it": ("ENTER types it on the CPC.", "ENTER tippt es auf dem CPC."),
    "drop": ("A file can also be dropped on the window.", "Eine Datei lässt sich auch auf das Fenster ziehen."),
    # states
    "states title": ("States", "Zustände"),
    "slot": ("{0}", "{0}"),
    "empty": ("empty", "leer"),
    "save here": ("Save", "Sichern"),
    "bring back": ("Bring back", "Holen"),
    "delete": ("Delete", "Löschen"),
    "delete again": ("Sure?", "Sicher?"),
    "states keys": ("cursor keys choose; S saves, ENTER brings back, DELETE deletes; ESC closes",
                    "Cursortasten wählen; S sichert, ENTER holt, ENTF löscht; ESC schließt"),
    "state saved": ("The state is in slot {0}.", "Der Zustand ist in Fach {0}."),
    "state back": ("The state of slot {0} is back.", "Der Zustand aus Fach {0} ist wieder da."),
    "state deleted": ("Slot {0} is empty now.", "Fach {0} ist jetzt leer."),
    "no state": ("Slot {0} is empty.", "Fach {0} ist leer."),
    "state damaged": ("The state in slot {0} is damaged.", "Der Zustand in Fach {0} ist beschädigt."),
    "state newer": ("The state in slot {0} is of a newer version of this program.",
                    "Der Zustand in Fach {0} ist von einer neueren Version dieses Programms."),
    "state older": ("The state in slot {0} is of an older version of this program, which did not keep states in this way.",
                    "Der Zustand in Fach {0} ist von einer älteren Version dieses Programms, die Zustände anders aufhob."),
    "not kept": ("This moment cannot be kept as a state: {0}.",
                 "Dieser Augenblick lässt sich nicht als Zustand aufheben: {0}."),
    "state not written": ("The state cannot be written: {0}.", "Der Zustand lässt sich nicht schreiben: {0}."),
    "state not read": ("The state in slot {0} cannot be read: {1}.", "Der Zustand in Fach {0} ist nicht zu lesen: {1}."),
    # the file of settings
    "settings head": ("Which keys do what. To change a line, take away the # in front of it; keys are named as on their caps.",
                      "Welche Taste was tut. Zum Ändern das # davor wegnehmen; die Tasten heißen englisch: PAGE UP, DELETE."),
    "settings file": ("{0} has the keys; it is read at the next start.",
                      "{0} enthält die Tasten; gelesen wird es beim nächsten Start."),
    "settings unread": ("{0} cannot be read: {1}.", "{0} ist nicht zu lesen: {1}."),
    "settings toml": ("{0} is no TOML: {1}.", "{0} ist kein TOML: {1}."),
    "settings table": ("{0}: there is no [{1}]; it has {2}.", "{0}: [{1}] gibt es nicht; es gibt {2}."),
    "settings name": ("{0}: there is no {1} in [{2}]; near it is {3}.", "{0}: {1} gibt es in [{2}] nicht; ähnlich ist {3}."),
    "settings value": ("{0}: {1} is a key's name or a list of them, as \"F2\", not {2}.",
                       "{0}: {1} ist der Name einer Taste oder eine Liste davon, etwa \"F2\", nicht {2}."),
    "settings key": ("{0}: {1}: there is no key {2}.", "{0}: {1}: Eine Taste {2} gibt es nicht."),
    "settings letter": ("{0}: {1}: {2} is typed on the CPC; take a function key, or CTRL or ALT with it.",
                        "{0}: {1}: {2} wird am CPC getippt; nehmen Sie eine Funktionstaste, oder CTRL oder ALT dazu."),
    "settings twice": ("{0}: {1} is the key of {2} and of {3}.", "{0}: {1} ist die Taste von {2} und von {3}."),
    "settings choice": ("{0}: {1} is {2}, not {3}.", "{0}: {1} ist {2}, nicht {3}."),
    "or": (" or ", " oder "),
    # what sounds, in the debugger
    "sounds": ("what sounds now", "was jetzt klingt"),
    "channel silent": ("silent", "still"),
    "tone": ("{0} ({1} Hz, period {2})", "{0} ({1} Hz, Periode {2})"),
    "notes": ("C C# D D# E F F# G G# A A# B", "C Cis D Dis E F Fis G Gis A B H"),
    "noise": ("noise {0}", "Rauschen {0}"),
    "volume": ("volume {0}", "Lautstärke {0}"),
    "chip's envelope": ("the chip's envelope {0}, period {1}", "Hüllkurve {0} des Chips, Periode {1}"),
    "sounds wait": ("{0} more in the queue", "{0} weitere in der Schlange"),
}


class Told(str):
    """A sentence in English that a face can say in its own language."""

    name: str
    values: tuple[object, ...]


def told(name: str, *values: object) -> Told:
    made = Told(TEXTS[name][0].format(*values))
    made.name, made.values = name, values
    return made


def tells_spelling(say: Callable[[str], None]) -> Callable[[str, str, int], None]:
    """For what reads listings: it gives characters that the CPC lacks, what the program has instead, and the first line."""
    return lambda lacking, instead, line: say(told("spelt", lacking, instead, line))


class Texts:
    """The texts in one language: `texts("speed", "real")`."""

    def __init__(self, language: Language = "en") -> None:
        self.speak(language)

    def speak(self, language: Language) -> None:
        """From now on in this language, for all who share these texts."""
        self.language = language
        self.at = 1 if language == "de" else 0

    def __call__(self, name: str, *values: object) -> str:
        return TEXTS[name][self.at].format(*values)

    def again(self, sentence: str) -> str:
        """A sentence of the machine's side, in this language if it is Told."""
        return self(sentence.name, *sentence.values) if isinstance(sentence, Told) else sentence

    def of_lines(self, count: int) -> str:
        return self("a line") if count == 1 else self("lines", count)
