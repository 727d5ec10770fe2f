// @ts-check
// Questions about the past, as in the debugger's other faces: typed ones, ready ones, and answers whose rows lead somewhere.

import { addTexts, text } from "./texts.js";

addTexts({
    question: { en: "Ask the past: log 100 i,x   history x   who x   help",
        de: "Die Vergangenheit fragen: log 100 i,x   history x   who x   help" },
    answer: { en: "Answer", de: "Antwort" },
    asking: { en: "Looking through the past", de: "Die Vergangenheit wird durchgesehen" },
    askprofile: { en: "Where the time goes", de: "Wo die Zeit bleibt" },
    askcalls: { en: "What calls what", de: "Was ruft was" },
    asktree: { en: "The search tree", de: "Der Suchbaum" },
    goesthere: { en: "Go to this moment", de: "Zu diesem Moment gehen" },
});

const READY = ["profile", "calls", "tree"];
const NUMBERED = /^(log|history|tree)\b/i; // commands whose rows begin with the number that `at` takes
const IN_TIME = /^(log|history)\b/i;
const ONE = /^who\b/i; // what a single moment answers

export class Asking {
    /**
     * @param {(line: string) => Promise<string>} obey says what a command says
     * @param {(what: () => Promise<unknown>) => Promise<unknown>} attempt
     */
    constructor(obey, attempt) {
        this.obey = obey;
        this.attempt = attempt;
        /** @type {string[]} */
        this.earlier = [];
        this.back = 0;
        this.place = document.createElement("section");
        this.place.className = "asking";
        this.field = document.createElement("input");
        this.field.id = "learn-ask";
        this.field.spellcheck = false;
        this.field.autocapitalize = "off";
        this.field.dataset.label = "question";
        this.field.placeholder = text("question");
        this.field.onkeydown = (event) => this.key(event);
        const ready = document.createElement("div");
        ready.className = "ready";
        for (const name of READY) {
            const button = document.createElement("button");
            button.id = `learn-${name}`;
            button.dataset.text = `ask${name}`;
            button.onclick = () => this.attempt(() => this.ask(name));
            ready.append(button);
        }
        this.bar = document.createElement("progress");
        this.bar.dataset.label = "asking";
        this.bar.hidden = true;
        this.answer = document.createElement("div");
        this.answer.className = "answer";
        this.answer.setAttribute("role", "log");
        this.answer.dataset.label = "answer";
        this.place.append(this.field, ready, this.bar, this.answer);
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        if (event.key === "Enter" && this.field.value.trim()) {
            const line = this.field.value.trim();
            this.field.value = "";
            this.attempt(() => this.ask(line));
        } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
            event.preventDefault();
            this.back = Math.min(Math.max(this.back + (event.key === "ArrowUp" ? 1 : -1), 0), this.earlier.length);
            this.field.value = this.back ? this.earlier[this.earlier.length - this.back] : "";
        }
    }

    /** @param {string} line */
    async ask(line) {
        if (this.earlier[this.earlier.length - 1] !== line) this.earlier.push(line);
        this.back = 0;
        const rows = (await this.obey(line)).split("\n");
        this.answer.replaceChildren(...rows.map((row, at) => {
            const number = NUMBERED.test(line) ? /^\s*(\d+)\s/.exec(row)?.[1] : ONE.test(line) && rows.length > 1 && !at ? "1" : "";
            const one = document.createElement(number ? "button" : "p");
            one.textContent = row;
            if (number) {
                one.title = text("goesthere");
                one.onclick = () => this.attempt(() => this.go(one, `at ${number}`));
            }
            return one;
        }));
        if (IN_TIME.test(line)) this.answer.scrollTop = this.answer.scrollHeight; // to the latest
    }

    /** @param {HTMLElement} row @param {string} line */
    async go(row, line) {
        for (const other of this.answer.children) other.removeAttribute("aria-current");
        row.setAttribute("aria-current", "true");
        await this.obey(line);
    }

    /** How much of the past has been looked through; null: all. @param {number | null} part */
    progress(part) {
        this.bar.hidden = part === null;
        if (part !== null) this.bar.value = part;
    }
}
