"""`cpc lsp`: what editors for code ask about a listing, by the Language Server Protocol."""


from functools import partial

from basic.help.words import LANGUAGES
from cpc.commands.fault import not_installed
from cpc.commands.speech import Parser, reported
from cpc.language import of_host

DESCRIPTION = """Answers an editor for code, over standard input and output, by the Language Server Protocol: mistakes, help,
names and lines. The editor starts it by itself; docs/EDITORS.md says how."""


def lsp(argv: list[str]) -> int:
    parser = Parser("cpc lsp", description=DESCRIPTION)
    parser.add_argument("--stdio", action="store_true", help="standard input and output, as without it; some editors say so")
    parser.add_argument("--model", choices=("464", "664", "6128"), default="",
                        help="464: BASIC 1.0; 664 and 6128: BASIC 1.1; without it 464, or what a book's listing is for")
    parser.add_argument("--dialect", choices=("locomotive", "commodore"), default="",
                        help="commodore: keywords need no spaces around them; without it locomotive, or what the book has")
    parser.add_argument("--language", choices=LANGUAGES, help="of the help for words; without it, the host's")
    options = parser.parse_args(argv)
    try:
        from listings.editing import server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise not_installed("`cpc lsp`", "pygls") from None
    from cpc.commands.cli import version
    language = options.language or of_host()
    server.serve(version(), language, options.model, options.dialect, partial(reported, language=language))
    return 0
