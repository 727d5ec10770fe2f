"""The words of BASIC and their tokens. Statements and functions enter their own; here are those that stand between them."""

from basic.records import record


@record(frozen=True, slots=True)
class Word:
    text: str
    token: int          # 0x80-0xFE, or 0x100 + n for the functions, which are crunched as FF n
    since: int = 10     # 10 or 11: the BASIC version that first has it


WORDS: dict[str, Word] = {}
NAME_CHARACTERS = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.")


def add_word(text: str, token: int, since: int = 10) -> Word:
    word = Word(text, token, since)
    known = WORDS.setdefault(text, word)
    assert known == word, f"{text} is entered twice, with different tokens"
    return word


def terminal(word: str) -> str:
    """The name that a word or sign has in the grammar."""
    return SIGN_TERMINALS.get(word) or "_" + word.replace("$", "_S").replace(" ", "_")


SIGN_TERMINALS = {",": "_COMMA", ";": "_SEMICOLON", "(": "_OPEN", ")": "_CLOSE", "#": "_HASH", "@": "_AT", "=": "_EQUALS",
                  "-": "_MINUS", "REM": "_REM", "'": "_QUOTE"}

for _text, _token in {
    "ELSE": 0x97, "FN": 0xE4, "SPC": 0xE5, "STEP": 0xE6, "SWAP": 0xE7, "TAB": 0xEA, "THEN": 0xEB,
    "TO": 0xEC, "USING": 0xED, "AND": 0xFA, "MOD": 0xFB, "OR": 0xFC, "XOR": 0xFD, "NOT": 0xFE,
}.items():
    add_word(_text, _token)

SIGNS = {">": 0xEE, "=": 0xEF, ">=": 0xF0, "<": 0xF1, "<>": 0xF2, "<=": 0xF3, "+": 0xF4, "-": 0xF5, "*": 0xF6, "/": 0xF7,
         "^": 0xF8, "\\": 0xF9}
GREATER, EQUAL, AT_LEAST, LESS, UNEQUAL, AT_MOST, PLUS, MINUS, TIMES, OVER, POWER, QUOTIENT = SIGNS.values()
AND, MODULO, OR, XOR = (WORDS[_text].token for _text in ("AND", "MOD", "OR", "XOR"))
COMPARISONS = frozenset((GREATER, EQUAL, AT_LEAST, LESS, UNEQUAL, AT_MOST))
LOGIC = frozenset((AND, OR, XOR))
OF_INTEGERS = LOGIC | {QUOTIENT, MODULO}     # these make integers of their operands

# How tightly the machine's evaluator binds: what stands left of an operator is taken first where it binds at least as much.
PRECEDENCE = {POWER: 22, TIMES: 18, OVER: 18, QUOTIENT: 16, MODULO: 14, PLUS: 12, MINUS: 12, **dict.fromkeys(COMPARISONS, 10),
              AND: 6, OR: 4, XOR: 2}
NEGATION_PRECEDENCE, NOT_PRECEDENCE = 20, 8

SYSTEM_TOKENS = range(0x140, 0x150)      # functions without brackets: EOF, ERR, HIMEM, INKEY$, PI, RND, TIME ...

# After these a number is crunched as a line number.
TAKES_LINE_NUMBER = ("RESTORE", "AUTO", "RENUM", "DELETE", "EDIT", "RESUME", "ERL", "ELSE", "RUN", "LIST", "GOTO", "THEN",
                     "GOSUB")
