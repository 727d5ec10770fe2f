// @ts-check
// The learner's view: the listing with the line that runs, breakpoints, steps forwards and back, variables, boards, heat.

import { Asking } from "./ask.js";
import { Refused } from "./machine.js";
import { addTexts, text, translate } from "./texts.js";

/** @typedef {import("./machine.js").Machine} Machine */
/** @typedef {{line: number | null, first: number, last: number, why: string, stands: boolean, sentence: string, explained: string[]}} Here */

addTexts({
    go: { en: "Go on", de: "Weiter" },
    stop: { en: "Stop here", de: "Anhalten" },
    start: { en: "RUN, and stop at the first line", de: "RUN, und in der ersten Zeile halten" },
    into: { en: "Step", de: "Schritt" },
    over: { en: "Step over", de: "Schritt über GOSUB" },
    out: { en: "Step out", de: "Bis RETURN" },
    stepback: { en: "Step back", de: "Schritt zurück" },
    slow: { en: "Slow motion", de: "Zeitlupe" },
    heat: { en: "Heat", de: "Hitze" },
    variables: { en: "Variables", de: "Variablen" },
    arrays: { en: "Arrays", de: "Felder" },
    stack: { en: "Loops and GOSUBs", de: "Schleifen und GOSUBs" },
    findings: { en: "What may be wrong", de: "Was falsch sein kann" },
    breakat: { en: "Breakpoint in line {0}", de: "Haltepunkt in Zeile {0}" },
    edit: { en: "Edit line {0}", de: "Zeile {0} ändern" },
    newline: { en: "New line, with its number", de: "Neue Zeile, mit ihrer Nummer" },
    newvalue: { en: "New value of {0}", de: "Neuer Wert von {0}" },
    allvalues: { en: "All values of {0}", de: "Alle Werte von {0}" },
    explained: { en: "What the statement does", de: "Was die Anweisung tut" },
    standsat: { en: "It stands at line {0}.", de: "Es steht in Zeile {0}." },
    runs: { en: "It runs.", de: "Es läuft." },
    opening: { en: "The debugger is being loaded.", de: "Der Debugger wird geladen." },
    noprog: { en: "There is no program yet.", de: "Es ist noch kein Programm da." },
});

const REFRESH_MS = 700; // between two looks at the variables while the program runs
const SLOW = 4; // statements a second
const MOST = 400; // variables that are shown
const SOURCE = { sourceReference: 1 };

/** @template {keyof HTMLElementTagNameMap} K @param {K} kind @param {string} [className] @param {string} [content] */
function made(kind, className = "", content = "") {
    const one = document.createElement(kind);
    if (className) one.className = className;
    if (content) one.textContent = content;
    return one;
}

/** Puts a line's text into a place, coloured. @param {HTMLElement} place @param {string} line @param {Set<string>} words */
export function colour(place, line, words) {
    const parts = /("[^"]*"?)|(&[XxHh]?[\dA-Fa-f]+|\d+(?:\.\d+)?(?:[Ee][+-]?\d+)?)|([A-Za-z][A-Za-z0-9.]*[$%!]?)|(')|([^])/g;
    let rest = "";
    for (const [whole, string, number, word, quote] of line.matchAll(parts)) {
        const kind = string ? "string" : number ? "number" : word && words.has(word.toUpperCase()) ? "word" : "";
        const remark = quote || word?.toUpperCase() === "REM";
        if ((kind || remark) && rest) {
            place.append(rest);
            rest = "";
        }
        if (remark) {
            const at = line.indexOf(whole, place.textContent?.length);
            place.append(made("span", "remark", line.slice(at)));
            return;
        }
        if (kind) place.append(made("span", kind, whole));
        else rest += whole;
    }
    place.append(rest);
}

export class Learner {
    /**
     * @param {Machine} machine @param {HTMLElement} side
     * @param {(what: () => Promise<unknown>) => Promise<unknown>} attempt
     */
    constructor(machine, side, attempt) {
        this.machine = machine;
        this.side = side;
        this.attempt = attempt;
        this.open = false;
        this.turns = 0; // that are not done yet
        /** @type {Promise<void>} */
        this.turning = Promise.resolve();
        this.version = -1;
        /** @type {Map<number, HTMLElement>} */
        this.rows = new Map();
        /** @type {number[]} */
        this.numbers = [];
        /** @type {Set<number>} */
        this.breaks = new Set();
        /** @type {Set<string>} */
        this.boards = new Set();
        /** @type {Here | null} */
        this.here = null;
        this.heated = false;
        this.slow = false;
        this.asked = 0;
        /** @type {Map<number, {resolve: (body: any) => void, reject: (error: Error) => void}>} */
        this.waiting = new Map();
        this.looked = 0;
        machine.on("dap", ({ message }) => this.heard(message));
        machine.on("here", (here) => { if (this.open) this.isHere(/** @type {Here} */ (here)); });
        machine.on("state", (state) => {
            if (this.open && state.version !== this.version) this.attempt(() => this.list(state.version));
        });
    }

    // the protocol

    /** @param {string} command @param {object} [given] @returns {Promise<any>} */
    request(command, given = {}) {
        const seq = ++this.asked;
        return new Promise((resolve, reject) => {
            this.waiting.set(seq, { resolve, reject });
            this.machine.ask("dap", { message: { seq, type: "request", command, arguments: given } }).catch(reject);
        });
    }

    /** @param {any} message */
    heard(message) {
        if (message.event === "progressUpdate") this.asking?.progress(message.body.percentage / 100);
        else if (message.event === "progressEnd") this.asking?.progress(null);
        const waiting = message.type === "response" && this.waiting.get(message.request_seq);
        if (!waiting) return;
        this.waiting.delete(message.request_seq);
        if (message.success) waiting.resolve(message.body ?? {});
        else waiting.reject(new Refused(message.message));
    }

    // opening and closing

    /** Opens or closes the view, when what was asked for before is done. @param {boolean} on */
    show(on) {
        this.turns++;
        this.side.setAttribute("aria-busy", "true");
        const turned = this.turning.then(() => this.turn(on)).finally(() => {
            if (!--this.turns) this.side.removeAttribute("aria-busy");
        });
        this.turning = turned.catch(() => {});
        return turned;
    }

    /** @param {boolean} on */
    async turn(on) {
        if (on === this.open) return;
        this.side.replaceChildren(...on ? [made("p", "where", text("opening"))] : []); // nothing that is closed can be clicked on
        await this.machine.ask("learn", { on });
        this.open = on;
        this.breaks.clear();
        if (!on) return;
        this.build();
        await this.list(-1);
    }

    build() {
        const tools = made("div", "tools");
        tools.setAttribute("role", "toolbar");
        /** @param {string} name @param {string} sign @param {() => Promise<unknown>} what */
        const tool = (name, sign, what) => {
            const button = made("button");
            button.id = `learn-${name}`;
            button.dataset.text = name;
            button.dataset.sign = sign;
            button.onclick = () => this.attempt(what);
            tools.append(button);
            return button;
        };
        this.goButton = tool("go", "▶", () => this.request(this.here?.stands ? "continue" : "pause"));
        tool("into", "↓", () => this.step("stepIn"));
        tool("over", "↷", () => this.step("next"));
        tool("out", "↑", () => this.step("stepOut"));
        tool("stepback", "↶", () => this.step("stepBack"));
        tool("start", "", () => this.machine.ask("rerun"));
        this.slowButton = tool("slow", "", async () => {
            this.slow = !this.slow;
            this.slowButton?.setAttribute("aria-pressed", String(this.slow));
            await this.machine.ask("slow", { rate: this.slow ? SLOW : 0 });
        });
        this.heatButton = tool("heat", "", async () => {
            this.heated = !this.heated;
            this.heatButton?.setAttribute("aria-pressed", String(this.heated));
            this.showHeat(await this.machine.ask("heat", { on: this.heated }));
        });
        for (const button of [this.slowButton, this.heatButton]) button.setAttribute("aria-pressed", "false");
        this.where = made("p", "where");
        this.where.setAttribute("role", "status");
        this.explained = made("pre", "explained");
        this.explained.dataset.label = "explained";
        this.listing = made("div", "listing");
        this.listing.setAttribute("role", "list");
        this.listing.dataset.label = "listing";
        this.fresh = made("input", "fresh");
        this.fresh.dataset.label = "newline";
        this.fresh.placeholder = text("newline");
        this.fresh.onkeydown = (event) => {
            if (event.key === "Enter" && this.fresh?.value.trim()) this.attempt(() => this.enter(this.fresh?.value ?? ""));
        };
        this.findings = made("ul", "findings");
        this.values = made("div", "values");
        this.asking = new Asking(async (line) => (await this.request("evaluate", { expression: line, context: "repl" })).result,
            this.attempt);
        this.side.replaceChildren(tools, this.where, this.explained, this.listing, this.fresh, this.findings,
            this.asking.place, this.values);
        translate(this.side);
    }

    /** @param {string} command */
    step(command) {
        if (!this.here?.stands) return this.request("pause");
        return this.request(command);
    }

    // the listing

    /** @param {number} version */
    async list(version) {
        this.version = version;
        const { lines, words } = await this.machine.ask("lines");
        const known = new Set(/** @type {string[]} */ (words));
        this.rows.clear();
        this.numbers = [];
        const rows = [];
        for (const [number, line] of lines) {
            const row = made("div", "line"), margin = made("button", "margin", String(number)), code = made("code");
            row.setAttribute("role", "listitem");
            margin.title = text("breakat", number);
            margin.setAttribute("aria-label", margin.title);
            margin.setAttribute("aria-pressed", String(this.breaks.has(number)));
            margin.onclick = () => this.attempt(() => this.toggle(number));
            colour(code, line.slice(String(number).length + 1), known);
            code.tabIndex = 0;
            code.setAttribute("role", "button");
            code.setAttribute("aria-label", `${text("edit", number)}: ${line}`);
            code.dataset.line = line;
            code.onclick = () => this.edit(row, code);
            code.onkeydown = (event) => { if (event.key === "Enter") this.edit(row, code); };
            row.append(margin, code);
            rows.push(row);
            this.rows.set(number, row);
            this.numbers.push(number);
        }
        if (!rows.length) rows.push(made("p", "", text("noprog")));
        this.listing?.replaceChildren(...rows);
        this.mark();
        this.showFindings(await this.machine.ask("lint"));
        if (this.breaks.size) await this.sendBreaks();
        await this.look();
    }

    /** @param {HTMLElement} row @param {HTMLElement} code */
    edit(row, code) {
        const field = made("input");
        field.value = code.dataset.line ?? "";
        field.spellcheck = false;
        field.setAttribute("aria-label", code.getAttribute("aria-label") ?? "");
        let done = false;
        const end = () => {
            if (done) return;
            done = true;
            field.replaceWith(code);
        };
        field.onkeydown = (event) => {
            if (event.key === "Escape") end();
            else if (event.key === "Enter") {
                if (field.value !== code.dataset.line) this.attempt(() => this.enter(field.value));
                end();
            }
        };
        field.onblur = end;
        code.replaceWith(field);
        field.focus();
    }

    /** A line as if typed. @param {string} line */
    async enter(line) {
        await this.request("evaluate", { expression: `edit ${line}`, context: "repl" });
        if (this.fresh) this.fresh.value = "";
        if (!this.here?.stands) return;
        await this.list(this.version);
    }

    /** @param {number} number */
    async toggle(number) {
        if (!this.breaks.delete(number)) this.breaks.add(number);
        this.rows.get(number)?.querySelector(".margin")?.setAttribute("aria-pressed", String(this.breaks.has(number)));
        await this.sendBreaks();
    }

    sendBreaks() {
        for (const number of this.breaks) if (!this.rows.has(number)) this.breaks.delete(number);
        const breakpoints = [...this.breaks].map((number) => ({ line: this.numbers.indexOf(number) + 1 }));
        return this.request("setBreakpoints", { source: SOURCE, breakpoints });
    }

    /** @param {[number, number, string, string][]} found */
    showFindings(found) {
        this.findings?.replaceChildren();
        if (!found.length) return;
        const head = made("li", "head", text("findings"));
        this.findings?.append(head);
        for (const [number, , severity, message] of found) {
            const row = this.rows.get(number);
            row?.classList.add(severity === "error" ? "wrong" : "doubtful");
            if (row) row.title = message;
            const one = made("li", severity === "error" ? "wrong" : "doubtful", `${number}: ${message}`);
            this.findings?.append(one);
        }
    }

    /** @param {[number, number, number][]} table */
    showHeat(table) {
        for (const row of this.rows.values()) row.style.removeProperty("--heat");
        for (const [number, share, count] of table) {
            const row = this.rows.get(number);
            row?.style.setProperty("--heat", String(Math.max(Math.sqrt(share), 0.04)));
            if (row) row.dataset.count = `${(share * 100).toFixed(1)} %, ${count}`;
        }
    }

    // where the program is

    /** @param {Here} here */
    isHere(here) {
        const stood = this.here?.stands;
        this.here = here;
        if (this.goButton) {
            this.goButton.dataset.text = here.stands ? "go" : "stop";
            this.goButton.dataset.sign = here.stands ? "▶" : "■";
            this.goButton.textContent = text(here.stands ? "go" : "stop");
        }
        if (here.stands && this.slow) {
            this.slow = false;
            this.slowButton?.setAttribute("aria-pressed", "false");
        }
        this.mark();
        const now = performance.now();
        if (here.stands || stood || now - this.looked > REFRESH_MS) {
            this.looked = now;
            this.attempt(() => this.look());
        }
    }

    mark() {
        for (const row of this.rows.values()) row.classList.remove("here", "stands");
        const here = this.here;
        if (!here) return;
        const row = here.line === null || here.line === undefined ? undefined : this.rows.get(here.line);
        row?.classList.add("here");
        if (here.stands) row?.classList.add("stands");
        row?.scrollIntoView({ block: "nearest" });
        const place = here.stands && row ? text("standsat", here.line ?? 0) : row ? text("runs") : here.sentence;
        if (this.where) this.where.textContent = [place, here.why].filter(Boolean).join(" ");
        if (this.explained) this.explained.textContent = (here.explained ?? []).join("\n");
    }

    // variables

    async look() {
        if (!this.open) return;
        const asked = await Promise.all([1, 2, 3].map((variablesReference) => this.request("variables",
            { variablesReference, count: MOST })));
        const [scalars, arrays, stack] = asked.map((body) => body.variables);
        const blocks = [];
        if (scalars.length) blocks.push(this.table("variables", scalars, true));
        if (arrays.length) blocks.push(this.arrays(arrays));
        if (stack.length) blocks.push(this.table("stack", stack, false));
        if (!this.values?.contains(document.activeElement)) this.values?.replaceChildren(...blocks);
        if (this.heated) this.showHeat(await this.machine.ask("heat"));
    }

    /** @param {string} title @param {{name: string, value: string}[]} entries @param {boolean} changeable */
    table(title, entries, changeable) {
        const block = made("section"), table = made("table");
        block.append(made("h3", "", text(title)), table);
        for (const { name, value } of entries) {
            const row = made("tr"), head = made("th"), cell = made("td");
            row.append(head, cell);
            if (!changeable) head.textContent = name;
            else {
                const all = made("button", "", name);
                all.title = text("allvalues", name);
                all.setAttribute("aria-label", all.title);
                all.onclick = () => this.attempt(async () => this.asking?.ask(`history ${name}`));
                head.append(all);
            }
            if (changeable) {
                const field = made("input");
                field.value = value;
                field.setAttribute("aria-label", text("newvalue", name));
                field.onchange = () => this.attempt(() => this.request("setVariable", { variablesReference: 1, name,
                    value: field.value }));
                cell.append(field);
            } else cell.textContent = value;
            table.append(row);
        }
        return block;
    }

    /** @param {{name: string, value: string}[]} arrays */
    arrays(arrays) {
        const block = made("section");
        block.append(made("h3", "", text("arrays")));
        for (const { name, value } of arrays) {
            const plain = name.slice(0, -2), button = made("button", "", plain + value), board = made("div", "board");
            button.setAttribute("aria-expanded", String(this.boards.has(plain)));
            button.onclick = () => this.attempt(async () => {
                if (!this.boards.delete(plain)) this.boards.add(plain);
                button.setAttribute("aria-expanded", String(this.boards.has(plain)));
                await this.board(plain, board);
            });
            block.append(button, board);
            if (this.boards.has(plain)) this.attempt(() => this.board(plain, board));
        }
        return block;
    }

    /** @param {string} name @param {HTMLElement} place */
    async board(name, place) {
        place.replaceChildren();
        if (!this.boards.has(name)) return;
        const { rows, changed, down, across } = await this.machine.ask("board", { name });
        const table = made("table");
        /** @param {string} label @param {string} scope */
        const head = (label, scope) => { // of a row or a column of a board
            const cell = made("th", "", label);
            cell.setAttribute("scope", scope);
            return cell;
        };
        rows.forEach((/** @type {string[]} */ cells, /** @type {number} */ y) => {
            const row = made("tr");
            if (down) row.append(head(down[y], "row"));
            cells.forEach((cell, x) => row.append(made("td", changed[y][x] ? "changed" : "", cell)));
            table.append(row);
        });
        if (across) {
            const row = made("tr");
            row.append(made("td", "corner"), ...across.map((/** @type {string} */ label) => head(label, "col")));
            table.append(row);
        }
        place.append(table);
    }
}
