"""`cpc help`: what the registries of statements and functions say about the words of BASIC."""

import shutil
from difflib import get_close_matches

from basic.help.words import LANGUAGES, words
from cpc.commands.fault import Fault
from cpc.commands.speech import Parser, said
from cpc.language import of_host


def help(argv: list[str]) -> int:
    parser = Parser("cpc help", description="Lists the words of BASIC, or explains one of them.")
    parser.add_argument("word", nargs="*", metavar="WORD", help="a word of BASIC")
    parser.add_argument("--language", choices=LANGUAGES, help="without it, the host's: German or English")
    given = parser.parse_args(argv)
    asked = " ".join(given.word).upper().split()
    known = words(given.language or of_host())
    if not asked:
        _print_all(known)
        return 0
    for word in asked:
        if word not in known:
            near = get_close_matches(word, known, 3)
            hint = f" Did you mean {' or '.join(near)}?" if near else " `cpc help` lists all."
            raise Fault(f"{word} is not a word of BASIC.{hint}")
    wanted = [known[word] for word in asked]
    texts = [text for text in wanted[0] if all(text in others for others in wanted)]
    print("\n".join(texts or [text for others in wanted for text in others]))
    return 0


def _print_all(known: dict[str, list[str]]) -> None:
    from cpc.commands.cli import usage
    names = sorted(known)
    width = max(map(len, names)) + 2
    columns = max(1, shutil.get_terminal_size().columns // width)
    height = -(-len(names) // columns)
    print(usage(), said("The words of BASIC (`cpc help WORD` says what one does):"), sep="\n\n", end="\n\n")
    for row in range(height):
        print("".join(word.ljust(width) for word in names[row::height]).rstrip())
