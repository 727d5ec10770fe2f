// What an editor shows of a CPC that is debugged: its picture in a tab, and the values of names in the listing.
"use strict";

const vscode = require("vscode");

const RUNNING_MS = 100;         // between two pictures while the program runs
const STANDING_MS = 500;        // and while it stands
const NAME = /[A-Za-z][A-Za-z0-9.]*[$%!]?/g;
const NOT_CODE = /"[^"]*"?|'.*$|\bREM\b.*$|\bDATA\b[^:]*/gi;

class Picture {
    constructor() {
        this.panel = undefined;
        this.timer = undefined;
        this.shown = "";
    }

    open() {
        if (this.panel) {
            this.panel.reveal(undefined, true);
            return;
        }
        this.panel = vscode.window.createWebviewPanel("cpcPicture", "CPC", { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
            { enableScripts: true, retainContextWhenHidden: true });
        this.panel.webview.html = page();
        this.panel.webview.onDidReceiveMessage(message => this.type(message.text));
        this.panel.onDidDispose(() => { this.panel = undefined; this.rest(); });
        this.shown = "";
        this.look();
    }

    rest() {
        clearTimeout(this.timer);
        this.timer = undefined;
    }

    session() {
        const session = vscode.debug.activeDebugSession;
        return session && session.type === "cpc" ? session : undefined;
    }

    // Asks for the picture again and again as long as the tab and a session are there.
    async look() {
        this.rest();
        const session = this.session();
        if (!this.panel || !session) {
            return;
        }
        let wait = STANDING_MS;
        try {
            const found = await session.customRequest("picture");
            wait = found.running ? RUNNING_MS : STANDING_MS;
            if (this.panel && found.png !== this.shown) {
                this.shown = found.png;
                this.panel.webview.postMessage(found);
            }
        } catch (error) {
            // The program is not there yet, or not any more.
        }
        if (this.panel && !this.timer) {
            this.timer = setTimeout(() => this.look(), wait);
        }
    }

    // Keys that are pressed on the picture are the CPC's.
    async type(text) {
        const session = this.session();
        if (session && text) {
            try {
                await session.customRequest("keys", { text });
            } catch (error) {
                vscode.window.setStatusBarMessage(error.message, 3000);
            }
        }
    }
}

function page() {
    return `<!DOCTYPE html>
<html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<style>
html, body { height: 100%; margin: 0; background: #000080; }
body { display: flex; align-items: center; justify-content: center; outline: none; }
img { width: calc(100% - 48px); max-height: calc(100% - 48px); object-fit: contain; image-rendering: pixelated; }
</style></head>
<body tabindex="0"><img alt="The picture of the CPC">
<script>
const vscode = acquireVsCodeApi(), image = document.querySelector("img");
window.addEventListener("message", event => {
    image.src = "data:image/png;base64," + event.data.png;
    document.documentElement.style.background = document.body.style.background = event.data.border;
});
document.body.addEventListener("keydown", event => {
    const text = event.key === "Enter" ? "\\n" : event.key.length === 1 ? event.key : "";
    if (text && !event.ctrlKey && !event.metaKey) {
        event.preventDefault();
        vscode.postMessage({ text });
    }
});
document.body.focus();
</script></body></html>`;
}

// The name at a place of a line, with the brackets and subscripts behind it; undefined in texts and remarks.
function nameAt(line, column) {
    const code = line.replace(NOT_CODE, text => " ".repeat(text.length));
    for (const match of code.matchAll(NAME)) {
        if (match.index <= column && column < match.index + match[0].length) {
            return { begin: match.index, text: match[0] + subscripts(code, match.index + match[0].length) };
        }
    }
    return undefined;
}

function subscripts(code, begin) {
    if (code[begin] !== "(") {
        return "";
    }
    for (let at = begin, depth = 0; at < code.length; at++) {
        depth += code[at] === "(" ? 1 : code[at] === ")" ? -1 : 0;
        if (depth === 0) {
            return code.slice(begin, at + 1);
        }
    }
    return "";
}

// All names of a line, each with its place.
function namesIn(line) {
    const code = line.replace(NOT_CODE, text => " ".repeat(text.length));
    return [...code.matchAll(NAME)].map(match => ({ begin: match.index, text: match[0] }));
}

function activate(context) {
    const picture = new Picture();
    context.subscriptions.push(
        vscode.commands.registerCommand("cpc.picture", () => picture.open()),
        vscode.debug.onDidStartDebugSession(session => {
            if (session.type === "cpc" && vscode.workspace.getConfiguration("cpc").get("picture", true)) {
                picture.open();
                picture.look();
            }
        }),
        vscode.debug.onDidTerminateDebugSession(() => picture.rest()),
        vscode.debug.onDidChangeActiveDebugSession(() => picture.look()),
        vscode.languages.registerEvaluatableExpressionProvider("cpc-basic", {
            provideEvaluatableExpression(document, position) {
                const found = nameAt(document.lineAt(position.line).text, position.character);
                return found && new vscode.EvaluatableExpression(
                    new vscode.Range(position.line, found.begin, position.line, found.begin + found.text.length), found.text);
            },
        }),
        vscode.languages.registerInlineValuesProvider("cpc-basic", {
            provideInlineValues(document, viewPort, stopped) {
                const found = [];
                for (let row = viewPort.start.line; row <= Math.min(viewPort.end.line, stopped.stoppedLocation.end.line); row++) {
                    for (const name of namesIn(document.lineAt(row).text)) {
                        const range = new vscode.Range(row, name.begin, row, name.begin + name.text.length);
                        found.push(new vscode.InlineValueVariableLookup(range, name.text, false));
                    }
                }
                return found;
            },
        }));
    return { picture, nameAt, namesIn };        // for tests
}

module.exports = { activate };
