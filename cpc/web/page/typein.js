// @ts-check
// Help with typing in a listing from its book: each line is checked, a scan is read, the book's checks are run.

import { bytesOf } from "./listings.js";
import { addTexts, text, translate } from "./texts.js";

/** @typedef {import("./machine.js").Machine} Machine */

addTexts({
    book: { en: "Book", de: "Buch" },
    ownbook: { en: "A manifest of your own", de: "Ein eigenes Manifest" },
    part: { en: "Part", de: "Teil" },
    nextline: { en: "Type line {0}, or paste several", de: "Zeile {0} tippen, oder mehrere einfügen" },
    complete: { en: "All lines are there.", de: "Alle Zeilen sind da." },
    enter: { en: "Check", de: "Prüfen" },
    takeslip: { en: "Take the mended line", de: "Die verbesserte Zeile nehmen" },
    keepline: { en: "Keep it as I typed it", de: "So lassen, wie ich sie getippt habe" },
    counts: { en: "{0} of {1} lines, {2} doubtful. Missing: {3}", de: "{0} von {1} Zeilen, {2} zweifelhaft. Es fehlen: {3}" },
    right: { en: "right", de: "richtig" },
    doubtful: { en: "doubtful", de: "zweifelhaft" },
    mended: { en: "mended", de: "verbessert" },
    rightline: { en: "Line {0} is right.", de: "Zeile {0} stimmt." },
    scan: { en: "Read the text of a scan", de: "Text eines Scans lesen" },
    scanned: { en: "{0} lines as read, {1} mended, {2} open.", de: "{0} Zeilen wie gelesen, {1} verbessert, {2} offen." },
    bookload: { en: "Load it into the CPC", de: "In den CPC laden" },
    runchecks: { en: "Run the book's checks", de: "Die Prüfungen des Buchs starten" },
    checksend: { en: "{0} of {1} checks passed.", de: "{0} von {1} Prüfungen bestanden." },
    lines: { en: "Lines", de: "Zeilen" },
});

/** @template {keyof HTMLElementTagNameMap} K @param {K} kind @param {string} [name] @param {string} [className] */
function made(kind, name = "", className = "") {
    const one = document.createElement(kind);
    if (name) one.dataset.text = name;
    if (className) one.className = className;
    return one;
}

export class TypeIn {
    /**
     * @param {Machine} machine @param {HTMLElement} side
     * @param {(what: () => Promise<unknown>) => Promise<unknown>} attempt
     * @param {(program: {name: string, data: Uint8Array}, settings: object) => Promise<unknown>} load
     */
    constructor(machine, side, attempt, load) {
        this.machine = machine;
        this.side = side;
        this.attempt = attempt;
        this.load = load;
        /** @type {{name: string, title: string, parts: [string, string, number][]}[]} */
        this.books = [];
        this.passed = 0;
        this.done = 0;
        machine.on("check", (one) => this.checked(one));
        machine.on("checked", () => { if (this.report) this.say(text("checksend", this.passed, this.done)); });
    }

    async show() {
        this.books = await this.machine.ask("books");
        this.build();
        if (this.books.length) await this.choose();
    }

    build() {
        this.book = made("select");
        this.book.id = "book";
        this.part = made("select");
        this.part.id = "part";
        this.fill();
        this.book.onchange = () => this.attempt(() => this.choose());
        this.part.onchange = () => this.attempt(() => this.choosePart());
        const own = made("input");
        own.type = "file";
        own.accept = ".toml";
        own.dataset.label = "ownbook";
        own.onchange = () => this.attempt(async () => {
            const file = own.files?.[0];
            if (!file) return;
            this.showState(await this.machine.ask("book", { name: file.name, data: await bytesOf(file) }));
            this.books = await this.machine.ask("books");
            this.fill(`${file.name.replace(/\.\w+$/, "")}.toml`);
        });
        const choice = made("p", "", "choices"), bookLabel = made("label"), partLabel = made("label"), ownLabel = made("label");
        bookLabel.append(made("span", "book"), " ", this.book);
        partLabel.append(made("span", "part"), " ", this.part);
        ownLabel.append(made("span", "ownbook"), " ", own);
        choice.append(bookLabel, partLabel, ownLabel);

        this.field = made("textarea");
        this.field.id = "bookline";
        this.field.rows = 2;
        this.field.spellcheck = false;
        this.field.onkeydown = (event) => {
            if (event.key === "Enter" && !event.shiftKey) {
                event.preventDefault();
                this.attempt(() => this.enter());
            }
        };
        this.field.onpaste = (event) => {
            const pasted = event.clipboardData?.getData("text/plain") ?? "";
            if (!pasted.includes("\n")) return;
            event.preventDefault();
            this.attempt(() => this.enter(pasted));
        };
        this.verdict = made("p", "", "verdict");
        this.verdict.setAttribute("role", "status");
        this.slip = made("p", "", "slip");
        /** @param {string} name @param {() => Promise<unknown>} what */
        const tool = (name, what) => {
            const button = made("button", name);
            button.id = `type-${name}`;
            button.onclick = () => this.attempt(what);
            return button;
        };
        this.takeButton = tool("takeslip", () => this.enter(this.mendedLine));
        this.keepButton = tool("keepline", () => this.enter(this.typed, true));
        const buttons = made("p");
        buttons.append(tool("enter", () => this.enter()), " ", this.takeButton, " ", this.keepButton);
        this.counts = made("p");
        const scan = made("textarea");
        scan.id = "scantext";
        scan.rows = 3;
        scan.dataset.label = "scan";
        const more = made("p");
        more.append(tool("scan", async () => {
            const found = await this.machine.ask("scan", { text: scan.value });
            this.showState(found);
            this.say(text("scanned", found.as_read, found.mended.length, found.open.length));
            this.mark(found.mended.map((/** @type {[number]} */ one) => one[0]));
        }), " ", tool("bookload", async () => {
            const { name, data, model, dialect } = await this.machine.ask("booktext");
            await this.load({ name, data }, { model, dialect, afresh: true });
        }), " ", tool("runchecks", async () => {
            this.report?.replaceChildren();
            this.passed = this.done = 0;
            await this.machine.ask("check", { name: this.book?.value });
        }));
        this.report = made("ul", "", "findings");
        this.lines = made("div", "", "listing");
        this.side.replaceChildren(choice, this.field, buttons, this.verdict, this.slip, this.counts, scan, more, this.report,
            this.lines);
        translate(this.side);
        this.offer("", "");
    }

    /** @param {string} [chosen] */
    fill(chosen) {
        if (!this.book) return;
        this.book.replaceChildren(...this.books.map(({ name, title }) => new Option(title ? `${name}: ${title}` : name, name)));
        if (chosen) this.book.value = chosen;
        this.fillParts();
    }

    fillParts() {
        const book = this.books.find(({ name }) => name === this.book?.value);
        this.part?.replaceChildren(...(book?.parts ?? []).map(([name, what, lines]) => new Option(
            `${name}${what ? ` ${what}` : ""} (${lines})`, name)));
    }

    async choose() {
        this.fillParts();
        await this.choosePart();
    }

    async choosePart() {
        this.showState(await this.machine.ask("book", { name: this.book?.value, part: this.part?.value }));
    }

    // lines

    /** @param {string} [line] @param {boolean} [keep] */
    async enter(line = this.field?.value ?? "", keep = false) {
        this.typed = line;
        const state = await this.machine.ask("typeline", { text: line, keep });
        this.showState(state);
        const verdict = state.verdict;
        if (!verdict) return;
        if (verdict.right || keep) {
            if (this.field) this.field.value = "";
            this.say(verdict.right ? text("rightline", verdict.number) : "");
            this.offer("", "");
        } else {
            this.say(verdict.message, true);
            this.offer(verdict.slip && `${verdict.number} ${verdict.slip}`, line);
        }
        this.field?.focus();
    }

    /** @param {string} mended @param {string} typed */
    offer(mended, typed) {
        this.mendedLine = mended;
        if (this.slip) this.slip.textContent = mended;
        if (this.takeButton) this.takeButton.hidden = !mended;
        if (this.keepButton) this.keepButton.hidden = !typed;
    }

    /** @param {string} sentence @param {boolean} [bad] */
    say(sentence, bad = false) {
        if (!this.verdict) return;
        this.verdict.textContent = sentence;
        this.verdict.classList.toggle("wrong", bad);
    }

    /** @param {any} state */
    showState(state) {
        if (this.field) this.field.placeholder = state.at == null ? text("complete") : text("nextline", state.at);
        this.field?.setAttribute("aria-label", this.field.placeholder);
        if (this.counts) this.counts.textContent = text("counts", state.typed, state.total, state.doubtful.length, state.missing || "-");
        this.lines?.replaceChildren(...state.lines.map((/** @type {[number, string, boolean]} */ [number, line, right]) => {
            const row = made("div", "", right ? "line right" : "line doubtful"), margin = document.createElement("span"),
                code = document.createElement("code");
            margin.className = "margin";
            margin.textContent = String(number);
            margin.title = text(right ? "right" : "doubtful");
            margin.setAttribute("aria-label", `${number} ${margin.title}`);
            code.textContent = line;
            row.dataset.number = String(number);
            row.append(margin, code);
            return row;
        }));
    }

    /** @param {number[]} numbers of lines that were mended */
    mark(numbers) {
        for (const number of numbers) {
            const row = this.lines?.querySelector(`[data-number="${number}"]`);
            row?.classList.add("mended");
            row?.querySelector(".margin")?.setAttribute("title", text("mended"));
        }
    }

    /** @param {any} one */
    checked(one) {
        this.done++;
        this.passed += Number(one.passed);
        const row = document.createElement("li");
        row.className = one.passed ? "right" : "wrong";
        row.textContent = one.text;
        this.report?.append(row);
    }
}
