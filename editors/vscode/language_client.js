// Speaks with `cpc lsp`: gives it the texts, and the editor its answers. The client is our own because an extension of files
// only can be installed from its folder, without Node.js and without a build.
"use strict";

const { spawn } = require("child_process");
const { Connection } = require("./json_rpc");

const LANGUAGE = "cpc-basic";
const MOST_STARTS = 4;          // of a server that ends by itself
const SORTS = { 3: "Function", 6: "Variable", 14: "Keyword", 18: "Reference" };

class LanguageClient {
    constructor(vscode) {
        this.vscode = vscode;
        this.starts = 0;
        this.connection = null;
        this.ready = Promise.reject(new Error("cpc lsp has not started"));
        this.ready.catch(() => {});
        this.problems = vscode.languages.createDiagnosticCollection("cpc");
        const { workspace } = vscode;
        this.disposables = [
            this.problems,
            workspace.onDidOpenTextDocument(document => this.opened(document)),
            workspace.onDidChangeTextDocument(event => event.contentChanges.length && this.changed(event.document)),
            workspace.onDidCloseTextDocument(document => this.closed(document)),
            workspace.onDidChangeConfiguration(event => event.affectsConfiguration("cpc") && this.configured(event)),
            ...this.providers(),
        ];
    }

    // the process

    start() {
        this.starts += 1;
        const settings = this.vscode.workspace.getConfiguration("cpc");
        const command = settings.get("command") || "cpc";
        const process = spawn(command, ["lsp"], { stdio: ["pipe", "pipe", "pipe"], shell: false });
        let said = "";
        process.stderr.on("data", data => { said = (said + data).slice(-2000); });
        process.on("error", error => this.lost(process, `${command} cannot be started: ${error.message}. The setting `
            + "cpc.command says where it is."));
        process.on("exit", () => this.lost(process, said.trim().split("\n").pop() || "cpc lsp has ended."));
        this.process = process;
        const connection = new Connection(process, (method, params) => this.asked(method, params));
        this.connection = connection;
        this.ready = connection.request("initialize", {
            processId: null, rootUri: null, locale: this.vscode.env.language,
            capabilities: { textDocument: { completion: { completionItem: { documentationFormat: ["plaintext"] } } } },
            initializationOptions: this.options(),
        }).then(() => {
            connection.notify("initialized", {});
            this.vscode.workspace.textDocuments.forEach(document => this.opened(document));
        });
        this.ready.catch(() => {});
    }

    lost(process, why) {
        if (this.process !== process) {
            return;
        }
        this.process = null;
        this.connection.close(why);
        this.connection = null;
        this.problems.clear();
        if (why.startsWith("cpc: ") || this.starts >= MOST_STARTS || why.includes("cannot be started")) {
            this.vscode.window.showErrorMessage(why);
        } else {
            this.start();
        }
    }

    async stop() {
        const { process, connection } = this;
        this.process = null;
        if (process) {
            try {
                await connection.request("shutdown", null);
                connection.notify("exit", null);
            } catch {
                // it has ended already
            }
            process.stdin.end();
        }
    }

    async restart() {
        await this.stop();
        this.starts = 0;
        this.start();
    }

    dispose() {
        this.disposables.forEach(one => one.dispose());
        this.stop();
    }

    options() {
        const settings = this.vscode.workspace.getConfiguration("cpc");
        return { model: settings.get("model"), dialect: settings.get("dialect") };
    }

    // what the server wants

    asked(method, params) {
        const { window, workspace, Uri, Diagnostic, DiagnosticSeverity } = this.vscode;
        if (method === "textDocument/publishDiagnostics") {
            this.problems.set(Uri.parse(params.uri), params.diagnostics.map(one => {
                const made = new Diagnostic(this.range(one.range), one.message,
                    one.severity === 1 ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning);
                made.source = one.source;
                return made;
            }));
        } else if (method === "window/showMessage") {
            (params.type <= 2 ? window.showWarningMessage : window.showInformationMessage)(params.message);
        } else if (method === "workspace/applyEdit") {
            return workspace.applyEdit(this.edit(params.edit)).then(applied => ({ applied }));
        }
        return null;
    }

    // the texts

    async tell(method, params) {
        await this.ready.catch(() => {});
        if (this.connection) {
            this.connection.notify(method, params);
        }
    }

    opened(document) {
        if (document.languageId === LANGUAGE) {
            this.tell("textDocument/didOpen", { textDocument: { uri: document.uri.toString(), languageId: LANGUAGE,
                version: document.version, text: document.getText() } });
        }
    }

    changed(document) {
        if (document.languageId === LANGUAGE) {
            this.tell("textDocument/didChange", { textDocument: { uri: document.uri.toString(), version: document.version },
                contentChanges: [{ text: document.getText() }] });
        }
    }

    closed(document) {
        if (document.languageId === LANGUAGE) {
            this.tell("textDocument/didClose", { textDocument: { uri: document.uri.toString() } });
        }
    }

    configured(event) {
        if (event.affectsConfiguration("cpc.command")) {
            this.restart();
        } else {
            this.tell("workspace/didChangeConfiguration", { settings: { cpc: this.options() } });
        }
    }

    async renumber(document, numbers) {
        await this.ask("workspace/executeCommand", { command: "cpc.renumber", arguments: [document.uri.toString(), ...numbers] });
    }

    // what the editor asks

    async ask(method, params, cancelled) {
        await this.ready;
        return this.connection.request(method, params, cancelled);
    }

    at(document, position) {
        return { textDocument: { uri: document.uri.toString() }, position: { line: position.line, character: position.character } };
    }

    providers() {
        const { languages, CodeActionKind, Location, DocumentHighlight } = this.vscode;
        const only = { language: LANGUAGE };
        const place = (document, position) => this.at(document, position);
        const text = document => ({ textDocument: { uri: document.uri.toString() } });
        const locations = found => (found ? [found].flat() : []).map(one =>
            new Location(this.vscode.Uri.parse(one.uri), this.range(one.range)));
        return [
            languages.registerHoverProvider(only, { provideHover: (document, position, token) =>
                this.ask("textDocument/hover", place(document, position), token).then(found => found && this.hover(found)) }),
            languages.registerDefinitionProvider(only, { provideDefinition: (document, position, token) =>
                this.ask("textDocument/definition", place(document, position), token).then(locations) }),
            languages.registerReferenceProvider(only, { provideReferences: (document, position, context, token) =>
                this.ask("textDocument/references", { ...place(document, position),
                    context: { includeDeclaration: context.includeDeclaration } }, token).then(locations) }),
            languages.registerDocumentHighlightProvider(only, { provideDocumentHighlights: (document, position, token) =>
                this.ask("textDocument/documentHighlight", place(document, position), token)
                    .then(found => found.map(one => new DocumentHighlight(this.range(one.range)))) }),
            languages.registerDocumentSymbolProvider(only, { provideDocumentSymbols: (document, token) =>
                this.ask("textDocument/documentSymbol", text(document), token).then(found => found.map(one => this.symbol(one))) }),
            languages.registerCompletionItemProvider(only, { provideCompletionItems: (document, position, token) =>
                this.ask("textDocument/completion", place(document, position), token)
                    .then(found => found.map(one => this.choice(one))) }),
            languages.registerRenameProvider(only, {
                provideRenameEdits: (document, position, newName, token) =>
                    this.ask("textDocument/rename", { ...place(document, position), newName }, token).then(found => this.edit(found)),
                prepareRename: (document, position, token) =>
                    this.ask("textDocument/prepareRename", place(document, position), token).then(found => {
                        if (!found) {
                            throw new Error("There is no name of a variable here.");
                        }
                        return this.range(found);
                    }),
            }),
            languages.registerDocumentFormattingEditProvider(only, { provideDocumentFormattingEdits: (document, options, token) =>
                this.ask("textDocument/formatting", { ...text(document), options }, token).then(found => this.edits(found)) }),
            languages.registerDocumentRangeFormattingEditProvider(only, {
                provideDocumentRangeFormattingEdits: (document, range, options, token) =>
                    this.ask("textDocument/rangeFormatting", { ...text(document), range: this.plain(range), options }, token)
                        .then(found => this.edits(found)) }),
            languages.registerCodeActionsProvider(only, { provideCodeActions: (document, range, context, token) =>
                this.ask("textDocument/codeAction", { ...text(document), range: this.plain(range),
                    context: { diagnostics: [] } }, token)
                    .then(found => found.map(one => this.action(document, one))) },
            { providedCodeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.Source] }),
        ];
    }

    // the protocol's things as the editor's

    range(one) {
        return new this.vscode.Range(one.start.line, one.start.character, one.end.line, one.end.character);
    }

    plain({ start, end }) {     // the editor's own JSON of a range is a list
        return { start: { line: start.line, character: start.character }, end: { line: end.line, character: end.character } };
    }

    edits(found) {
        return (found || []).map(one => new this.vscode.TextEdit(this.range(one.range), one.newText));
    }

    edit(found) {
        const made = new this.vscode.WorkspaceEdit();
        for (const [uri, edits] of Object.entries((found && found.changes) || {})) {
            made.set(this.vscode.Uri.parse(uri), this.edits(edits));
        }
        return made;
    }

    hover(found) {
        return new this.vscode.Hover(new this.vscode.MarkdownString(found.contents.value), found.range && this.range(found.range));
    }

    symbol(one) {
        const { DocumentSymbol, SymbolKind } = this.vscode;
        return new DocumentSymbol(one.name, one.detail || "", SymbolKind.Function, this.range(one.range), this.range(one.selectionRange));
    }

    choice(one) {
        const { CompletionItem, CompletionItemKind } = this.vscode;
        const made = new CompletionItem(one.label, CompletionItemKind[SORTS[one.kind]]);
        made.detail = one.detail;
        made.documentation = one.documentation;
        made.filterText = one.filterText;
        made.insertText = one.textEdit.newText;
        made.range = this.range(one.textEdit.range);
        return made;
    }

    action(document, one) {
        const { CodeAction, CodeActionKind } = this.vscode;
        const made = new CodeAction(one.title, one.kind === "quickfix" ? CodeActionKind.QuickFix : CodeActionKind.Source);
        if (one.edit) {
            made.edit = this.edit(one.edit);
        }
        if (one.command) {          // the editor knows our command only with its box for numbers
            made.command = { title: one.title, command: "cpc.askRenumber" };
        }
        return made;
    }
}

module.exports = { LanguageClient };
