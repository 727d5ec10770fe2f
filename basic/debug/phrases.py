"""The words that explanations of statements are made of, in English and German."""

from typing import NamedTuple

from basic.help.words import Language


class Phrases(NamedTuple):
    true: str
    false: str
    was: str
    unchanged: str
    end: str
    behind_wend: str
    not_once: str
    from_line: str
    no_gosub: str
    no_for: str
    no_while: str


PHRASES: dict[Language, Phrases] = {
    "en": Phrases("true", "false", "was", "as before", "the end of the program", "behind its WEND", "not done once",
                  "from line", "No GOSUB has led here.", "No FOR has led here.", "No WHILE has led here."),
    "de": Phrases("wahr", "falsch", "war", "wie vorher", "das Ende des Programms", "hinter seinem WEND", "kein einziges Mal",
                  "aus Zeile", "Kein GOSUB hat hierher geführt.", "Kein FOR hat hierher geführt.",
                  "Kein WHILE hat hierher geführt."),
}
