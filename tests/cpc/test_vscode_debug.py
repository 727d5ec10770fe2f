"""The extension's debugging side, in Node with a stand-in for VS Code."""

import json
import shutil
import subprocess

import pytest

from tests.places import PATIENCE, REPO

SCRIPT = r"""
const Module = require("module");
const told = [], asked = [], providers = {}, handlers = {};
const webview = { html: "", postMessage: message => told.push(message), onDidReceiveMessage: f => { handlers.typed = f; } };
const session = { type: "cpc", customRequest: async (name, given) => {
    asked.push([name, given || null]);
    return { png: "UE5H", border: "#000080", running: false };
} };
class Range { constructor(...at) { this.at = at; } }
const vscode = {
    ViewColumn: { Beside: -2 }, Range,
    EvaluatableExpression: class { constructor(range, text) { this.range = range; this.text = text; } },
    InlineValueVariableLookup: class { constructor(range, name, exact) { Object.assign(this, { range, name, exact }); } },
    workspace: { getConfiguration: () => ({ get: (name, usual) => usual }) },
    commands: { registerCommand: (name, f) => { handlers[name] = f; } },
    window: { createWebviewPanel: (...given) => ({ webview, reveal() {}, onDidDispose: f => { handlers.closed = f; } }) },
    debug: { activeDebugSession: session, onDidStartDebugSession: f => { handlers.started = f; },
        onDidTerminateDebugSession: f => { handlers.ended = f; }, onDidChangeActiveDebugSession() {} },
    languages: { registerEvaluatableExpressionProvider: (id, one) => { providers.hover = one; },
        registerInlineValuesProvider: (id, one) => { providers.values = one; } },
};
const load = Module._load;
Module._load = (name, ...rest) => name === "vscode" ? vscode : load(name, ...rest);
const views = require(process.argv[1]);
const { nameAt } = views.activate({ subscriptions: [] });
const line = '10 b%(i+1,f(2))=v:PRINT "v";a$ REM v';
const document = { lineAt: () => ({ text: line }) };
(async () => {
    handlers.started(session);
    await new Promise(done => setTimeout(done, 50));
    await handlers.typed({ text: "e2" });
    handlers.closed();
    const values = providers.values.provideInlineValues(document, { start: { line: 0 }, end: { line: 9 } },
        { stoppedLocation: { end: { line: 0 } } });
    console.log(JSON.stringify({
        told, asked, html: webview.html.includes("default-src 'none'"), values: values.map(one => one.name),
        names: [3, 6, 10, 16, 25, 28, 34].map(at => (nameAt(line, at) || {}).text || null),
        hover: providers.hover.provideEvaluatableExpression(document, { line: 0, character: 3 }).text,
    }));
    process.exit(0);
})();
"""


@pytest.mark.skipif(not shutil.which("node"), reason="needs node")
def test_the_picture_and_the_names():
    views = REPO / "editors" / "vscode" / "debug_views.js"
    ended = subprocess.run(["node", "-e", SCRIPT, str(views)], check=True, capture_output=True, text=True, timeout=PATIENCE)
    found = json.loads(ended.stdout)
    assert found["told"][0] == {"png": "UE5H", "border": "#000080", "running": False} and len(found["told"]) == 1
    assert found["asked"][0] == ["picture", None] and ["keys", {"text": "e2"}] in found["asked"] and found["html"]
    assert found["names"] == ["b%(i+1,f(2))", "i", "f(2)", "v", None, "a$", None]
    assert found["hover"] == "b%(i+1,f(2))"
    assert found["values"][:4] == ["b%", "i", "f", "v"] and "a$" in found["values"] and found["values"].count("v") == 1
