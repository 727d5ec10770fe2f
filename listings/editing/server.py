"""The Language Server Protocol over standard input and output. The only module that knows pygls.

The whole text comes with each change; diagnostics follow when it has been the same for PAUSE seconds, worked out in a thread
beside the answers. Settings come as initializationOptions or as settings of the workspace under `cpc`: `model`, `dialect`.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol

from basic.help.words import Language
from listings import library
from listings.editing import changes, navigation, words
from listings.editing.changes import Edit, Refused
from listings.editing.document import Document, Row, Settings, Span
from listings.editing.findings import NOTICE, Problem, problems
from listings.linting.lint import ERROR

Spoken = Callable[[str], str]

NAME = "cpc"
RENUMBER = "cpc.renumber"
UNREADABLE = "Unable to deserialize message"       # pygls says it in its log, with a traceback
PAUSE = 0.3                 # seconds without a change before the listing is looked through
MODELS, DIALECTS = ("464", "664", "6128"), ("locomotive", "commodore")
_SORTS = {words.KEYWORD: lsp.CompletionItemKind.Keyword, words.VARIABLE: lsp.CompletionItemKind.Variable,
          words.FUNCTION: lsp.CompletionItemKind.Function, words.LINE: lsp.CompletionItemKind.Reference}


class Protocol(LanguageServerProtocol):
    def structure_message(self, data: dict[str, Any]) -> Any:
        """pygls leaves a request that it cannot read without an answer; here it gets an error."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise


class Server(LanguageServer):
    """The listings that an editor has open."""

    def __init__(self, version: str, language: Language, model: str = "", dialect: str = "", spoken: Spoken = str) -> None:
        """`spoken` gives a sentence in that language."""
        super().__init__(NAME, version, text_document_sync_kind=lsp.TextDocumentSyncKind.Full,
                         protocol_cls=Protocol)
        self.language: Language = language
        self.spoken = spoken
        self.model, self.dialect = model, dialect
        self.open: dict[str, Document] = {}
        self.looking: dict[str, asyncio.Task[None]] = {}

    # settings

    def set_options(self, options: object) -> None:
        if isinstance(options, dict):
            given = options.get(NAME, options)
            if isinstance(given, dict):
                self.model = given["model"] if given.get("model") in MODELS else self.model
                self.dialect = given["dialect"] if given.get("dialect") in DIALECTS else self.dialect

    def settings_of(self, document: Document) -> Settings:
        """What is set; what is not is as the book wants it whose listing this is."""
        book = library.recognised(document.lines) if document.lines and not (self.model and self.dialect) else None
        model = self.model or (book.model if book is not None else "464")
        dialect = self.dialect or (book.dialect if book is not None else "locomotive")
        return Settings(model, dialect == "commodore")

    # texts

    def take(self, uri: str, text: str) -> None:
        before = self.open.get(uri)
        self.open[uri] = Document(text, before.settings if before is not None else None, before)
        if before is None:
            self.adapt(uri)
        self.look_through(uri)

    def adapt(self, uri: str) -> None:
        """Reads the text by the settings in force."""
        document = self.open[uri]
        settings = self.settings_of(document)
        if settings != document.settings:
            self.open[uri] = Document("\n".join(row.shown for row in document.rows), settings)

    def forget(self, uri: str) -> None:
        self.open.pop(uri, None)
        task = self.looking.pop(uri, None)
        if task is not None:
            task.cancel()
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    def look_through(self, uri: str) -> None:
        """Publishes what is wrong, unless the text changes before that."""
        task = self.looking.pop(uri, None)
        if task is not None:
            task.cancel()
        self.looking[uri] = asyncio.get_running_loop().create_task(self._publish(uri, self.open[uri]))

    async def _publish(self, uri: str, document: Document) -> None:
        await asyncio.sleep(PAUSE)
        found = await asyncio.to_thread(problems, document)
        if self.open.get(uri) is document:
            told = [self.diagnostic(document, problem) for problem in found]
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, told))

    def diagnostic(self, document: Document, problem: Problem) -> lsp.Diagnostic:
        severity = {ERROR: lsp.DiagnosticSeverity.Error, NOTICE: lsp.DiagnosticSeverity.Information}
        return lsp.Diagnostic(self.range(document, problem.span), self.spoken(problem.message),
                              severity.get(problem.severity, lsp.DiagnosticSeverity.Warning), source=NAME)

    # places

    @property
    def unit(self) -> str:
        """What the editor counts in a row: UTF-16 codes, if it has not asked for other ones."""
        return self.workspace.position_encoding or lsp.PositionEncodingKind.Utf16

    def place(self, uri: str, position: lsp.Position) -> tuple[Document, Row, int] | None:
        document = self.open.get(uri)
        row = document.row(position.line) if document is not None else None
        if document is None or row is None:
            return None
        return document, row, column_of(row.shown, position.character, self.unit)

    def range(self, document: Document, span: Span) -> lsp.Range:
        shown = document.rows[span.row].shown
        return lsp.Range(lsp.Position(span.row, units(shown[:span.start], self.unit)),
                         lsp.Position(span.row, units(shown[:span.end], self.unit)))

    def location(self, uri: str, span: Span) -> lsp.Location:
        return lsp.Location(uri, self.range(self.open[uri], span))

    def text_edits(self, document: Document, edits: list[Edit]) -> list[lsp.TextEdit]:
        return [lsp.TextEdit(self.range(document, edit.span), edit.text) for edit in edits]

    def workspace_edit(self, uri: str, edits: list[Edit]) -> lsp.WorkspaceEdit:
        return lsp.WorkspaceEdit(changes={uri: self.text_edits(self.open[uri], edits)})

    def tell(self, sentence: str, warning: bool = False) -> None:
        kind = lsp.MessageType.Warning if warning else lsp.MessageType.Info
        self.window_show_message(lsp.ShowMessageParams(kind, self.spoken(sentence)))


def units(text: str, unit: str) -> int:
    """How long a text is for the editor."""
    if unit == lsp.PositionEncodingKind.Utf32 or text.isascii():
        return len(text)
    if unit == lsp.PositionEncodingKind.Utf8:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(character > "\uffff" for character in text)


def column_of(text: str, wanted: int, unit: str) -> int:
    """The character at an editor's place; the last one where the row ends before that."""
    if unit == lsp.PositionEncodingKind.Utf32 or text.isascii():
        return max(min(wanted, len(text)), 0)
    at = 0
    for column, character in enumerate(text):
        if at >= wanted:
            return column
        at += units(character, unit)
    return len(text)


def make(version: str, language: Language, model: str = "", dialect: str = "", spoken: Spoken = str) -> Server:
    server = Server(version, language, model, dialect, spoken)
    _about_texts(server)
    _about_places(server)
    _about_changes(server)
    _about_actions(server)
    return server


class _Faults(logging.Handler):
    """Writes to standard error what is a fault of ours, and not what an editor has asked wrongly or was refused."""

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        asked_wrongly = isinstance(error, JsonRpcException | ValueError) or UNREADABLE in record.msg
        if record.levelno >= logging.ERROR and not asked_wrongly:
            print(self.format(record), file=sys.stderr, flush=True)


def serve(version: str, language: Language, model: str = "", dialect: str = "", spoken: Spoken = str) -> None:
    """Speaks with one editor until it says `exit` or closes the input."""
    log = logging.getLogger("pygls")
    log.addHandler(_Faults())
    log.propagate = False
    streams = os.fdopen(os.dup(sys.stdin.fileno()), "rb"), os.fdopen(os.dup(sys.stdout.fileno()), "wb")     # pygls closes them
    make(version, language, model, dialect, spoken).start_io(*streams)


def _about_texts(server: Server) -> None:
    @server.feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        server.set_options(params.initialization_options)

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        server.take(params.text_document.uri, params.text_document.text)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        if params.content_changes:
            server.take(params.text_document.uri, params.content_changes[-1].text)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        server.forget(params.text_document.uri)

    @server.feature(lsp.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def configured(params: lsp.DidChangeConfigurationParams) -> None:
        server.set_options(params.settings)
        for uri in list(server.open):
            server.adapt(uri)
            server.look_through(uri)


def _about_places(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        place = server.place(params.text_document.uri, params.position)
        told = words.hover(*place, server.language) if place is not None else None
        if place is None or told is None:
            return None
        text = "\n\n".join([f"```basic\n{told.title}\n```", *map(_plain, told.texts)])
        return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, text), server.range(place[0], told.span))

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> lsp.Location | None:
        place = server.place(params.text_document.uri, params.position)
        found = navigation.definition(*place) if place is not None else None
        return server.location(params.text_document.uri, found) if found is not None else None

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        place = server.place(params.text_document.uri, params.position)
        found = navigation.references(*place, params.context.include_declaration) if place is not None else []
        return [server.location(params.text_document.uri, span) for span in found]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlights(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        place = server.place(params.text_document.uri, params.position)
        if place is None or navigation.line_at(*place) is None and place[0].symbol_at(*place[1:]) is None:
            return []
        return [lsp.DocumentHighlight(server.range(place[0], span)) for span in navigation.references(*place)]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        document = server.open.get(params.text_document.uri)
        return [_symbol(server, document, one) for one in navigation.outline(document)] if document is not None else []

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION)
    def completion(params: lsp.CompletionParams) -> list[lsp.CompletionItem]:
        place = server.place(params.text_document.uri, params.position)
        found = words.choices(*place, server.language) if place is not None else []
        return [lsp.CompletionItem(
            choice.text, kind=_SORTS[choice.sort], detail=choice.detail, documentation=choice.explained or None,
            filter_text=choice.text, text_edit=lsp.TextEdit(server.range(place[0], choice.span), choice.text))
            for choice in found if place is not None]


def _about_changes(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def can_rename(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        place = server.place(params.text_document.uri, params.position)
        found = place[0].symbol_at(*place[1:]) if place is not None else None
        return server.range(place[0], found[1]) if place is not None and found is not None else None

    @server.feature(lsp.TEXT_DOCUMENT_RENAME)
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        place = server.place(params.text_document.uri, params.position)
        if place is None:
            return None
        try:
            return server.workspace_edit(params.text_document.uri, changes.rename(*place, params.new_name))
        except Refused as why:
            raise JsonRpcInvalidParams(server.spoken(str(why))) from None

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        document = server.open.get(params.text_document.uri)
        return server.text_edits(document, changes.formatted(document, document.rows)) if document is not None else []

    @server.feature(lsp.TEXT_DOCUMENT_RANGE_FORMATTING)
    def formatting_part(params: lsp.DocumentRangeFormattingParams) -> list[lsp.TextEdit]:
        document = server.open.get(params.text_document.uri)
        if document is None:
            return []
        return server.text_edits(document, changes.formatted(document, _rows(document, params.range)))


def _about_actions(server: Server) -> None:
    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(
        [lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.Source]))
    def actions(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        uri = params.text_document.uri
        document = server.open.get(uri)
        if document is None:
            return []
        found = []
        edits = changes.apart(document, _rows(document, params.range))
        if edits:
            found.append(lsp.CodeAction(server.spoken("Put blanks around the keywords"), lsp.CodeActionKind.QuickFix,
                                        edit=server.workspace_edit(uri, edits)))
        title = server.spoken("Renumber the lines: 10, 20, 30...")
        found.append(lsp.CodeAction(title, lsp.CodeActionKind.Source, command=lsp.Command(title, RENUMBER, arguments=[uri])))
        return found

    @server.command(RENUMBER)
    async def renumber(*given: Any) -> None:
        numbers = [10, 0, 10]
        uri, others = given[0] if given else None, list(given[1:])
        if not isinstance(uri, str) or uri not in server.open or not all(type(one) is int for one in others):
            raise JsonRpcInvalidParams(f"{RENUMBER} wants the uri of an open listing, then numbers: new, old, step.")
        numbers[:len(others)] = others
        new, old, by = numbers[:3]
        try:
            done = changes.renumber(server.open[uri], new, old, by)
        except Refused as why:
            server.tell(str(why), warning=True)
            return
        edit = server.workspace_edit(uri, done.edits)
        await server.workspace_apply_edit_async(lsp.ApplyWorkspaceEditParams(edit, server.spoken("Renumber")))
        if done.missing:
            server.tell("\n".join(f"Undefined line {line} in {place}." for line, place in done.missing[:10]), warning=True)


def _rows(document: Document, wanted: lsp.Range) -> list[Row]:
    return document.rows[max(wanted.start.line, 0):max(wanted.end.line, 0) + 1]


def _symbol(server: Server, document: Document, one: navigation.Outlined) -> lsp.DocumentSymbol:
    whole = lsp.Range(server.range(document, one.begin.whole).start, server.range(document, one.end.whole).end)
    chosen = server.range(document, one.begin.number_span)
    return lsp.DocumentSymbol(one.name, lsp.SymbolKind.Function, whole, chosen, one.detail)


def _plain(text: str) -> str:
    """For Markdown: nothing in it is a sign for headings, tables or the like."""
    return "".join(f"\\{character}" if character in "\\`*_{}[]()<>#+-.!|~" else character for character in text)
