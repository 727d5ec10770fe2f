// Starts `cpc lsp` for the listings that the editor shows, and shows the CPC's picture where one is debugged.
"use strict";

const vscode = require("vscode");
const debugViews = require("./debug_views");
const { LanguageClient } = require("./language_client");

let client;

function activate(context) {
    client = new LanguageClient(vscode);
    client.start();
    debugViews.activate(context);
    context.subscriptions.push(
        client,
        vscode.commands.registerCommand("cpc.askRenumber", () => askRenumber(client)),
        vscode.commands.registerCommand("cpc.restart", () => client.restart()));
    return client;              // for tests
}

async function askRenumber(client) {
    const editor = vscode.window.activeTextEditor;
    if (!editor || editor.document.languageId !== "cpc-basic") {
        return;
    }
    const given = await vscode.window.showInputBox({
        title: "RENUM: first number, from line, step",
        value: "10,0,10",
        validateInput: text => /^\s*\d+\s*(,\s*\d+\s*){0,2}$/.test(text) ? null : "Up to three numbers, as 100,0,10",
    });
    if (given !== undefined) {
        await client.renumber(editor.document, given.split(",").map(Number));
    }
}

function deactivate() {
    return client && client.stop();
}

module.exports = { activate, deactivate };
