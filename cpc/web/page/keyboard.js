// @ts-check
// The CPC's keyboard and a joystick on the page, for fingers, for the mouse, and for keys that a PC does not have.

import { addTexts, text } from "./texts.js";

/** @typedef {import("./machine.js").Machine} Machine */

addTexts({
    sticktitle: { en: "Joystick", de: "Joystick" },
    fire: { en: "Fire {0}", de: "Feuer {0}" },
    functions: { en: "f0-f9", de: "f0-f9" },
});

// The rows of the CPC 464: the name of a key, and how wide it is if it is wider than the others.
const ROWS = [
    "ESC 1 2 3 4 5 6 7 8 9 0 - ^ CLR DEL",
    "TAB:1.3 Q W E R T Y U I O P @ [ RETURN:1.7",
    "CAPSLOCK:1.5 A S D F G H J K L : ; ] COPY:1.5",
    "SHIFT:1.9 Z X C V B N M , . / \\ UP:1.1 SHIFT:1.9",
    "CONTROL:1.9 ENTER:1.6 SPACE:6.5 LEFT:1.6 DOWN:1.6 RIGHT:1.6",
];
const FUNCTIONS = "F7 F8 F9 F4 F5 F6 F1 F2 F3 F0 F.";
/** @type {Record<string, string>} */
const WRITTEN = { UP: "▲", DOWN: "▼", LEFT: "◀", RIGHT: "▶", CAPSLOCK: "CAPS", CONTROL: "CTRL", SPACE: " ", RETURN: "ENTER",
    ENTER: "↵" };
/** @type {Record<string, string>} */
const COLOURED = { ESC: "red", RETURN: "blue", ENTER: "blue", COPY: "green", CLR: "green", DEL: "green", SHIFT: "green",
    CONTROL: "green", TAB: "green", CAPSLOCK: "green" };
const STAY = new Set(["SHIFT", "CONTROL"]);
const SHORTEST = 80; // milliseconds that a key is down

export class ScreenKeyboard {
    /** @param {Machine} machine @param {HTMLElement} place */
    constructor(machine, place) {
        this.machine = machine;
        this.place = place;
        /** How long SHIFT and CONTROL stay down: 0 not, 1 for one key, 2 until they are touched again. @type {Record<string, number>} */
        this.held = { SHIFT: 0, CONTROL: 0 };
        this.made = false;
    }

    /** @param {boolean} on */
    async show(on) {
        this.place.hidden = !on;
        if (on && !this.made) {
            this.made = true;
            const told = await this.machine.ask("keyboard");
            /** @type {Record<string, number>} */
            this.numbers = told.numbers;
            this.make(told);
        }
    }

    /** @param {{normal: number[], shifted: number[], numbers: Record<string, number>}} told */
    make(told) {
        const keys = document.createElement("div");
        keys.className = "keys";
        for (const row of ROWS) keys.append(this.row(row, told));
        const more = document.createElement("div");
        more.className = "extra";
        const functions = this.row(FUNCTIONS, told);
        functions.classList.add("functions");
        more.append(functions, this.stick());
        this.place.replaceChildren(keys, more);
    }

    /** @param {string} names @param {{normal: number[], shifted: number[], numbers: Record<string, number>}} told */
    row(names, told) {
        const row = document.createElement("div");
        row.className = "row";
        for (const one of names.split(" ")) {
            const [, name, wide] = /** @type {RegExpExecArray} */ (/^(.+?)(?::([\d.]+))?$/.exec(one));
            const number = told.numbers[name];
            const button = document.createElement("button");
            button.type = "button";
            button.style.flexGrow = wide ?? "1";
            button.dataset.key = name;
            if (COLOURED[name]) button.classList.add(COLOURED[name]);
            const main = WRITTEN[name] ?? (/^F\d$/.test(name) ? name.toLowerCase() : name === "F." ? "." : name);
            const shifted = name.length === 1 ? String.fromCharCode(told.shifted[number]) : "";
            if (shifted && shifted !== main) {
                const above = document.createElement("small");
                above.textContent = shifted;
                button.append(above, document.createTextNode(main));
            } else button.textContent = main;
            button.setAttribute("aria-label", name === "SPACE" ? "SPACE" : shifted && shifted !== main ? `${main} ${shifted}` : name);
            if (STAY.has(name)) {
                button.setAttribute("aria-pressed", "false");
                button.onclick = () => this.stay(name);
            } else this.press(button, number);
            row.append(button);
        }
        return row;
    }

    /** @param {HTMLElement} button @param {number} number */
    press(button, number) {
        let since = 0;
        const down = () => {
            since = performance.now();
            button.classList.add("down");
            this.machine.send("press", { key: number, down: true, shift: this.held.SHIFT > 0, control: this.held.CONTROL > 0,
                place: `key${number}` });
        };
        const up = () => {
            if (!button.classList.contains("down")) return;
            button.classList.remove("down");
            const rest = SHORTEST - (performance.now() - since);
            setTimeout(() => this.machine.send("press", { key: number, down: false, place: `key${number}` }), Math.max(rest, 0));
            for (const name of STAY) if (this.held[name] === 1) this.hold(name, 0);
        };
        button.addEventListener("pointerdown", (event) => {
            event.preventDefault(); // the focus stays where it is
            button.setPointerCapture(event.pointerId);
            down();
        });
        button.addEventListener("pointerup", up);
        button.addEventListener("pointercancel", up);
        button.addEventListener("click", (event) => { // by a keyboard or by what reads the page aloud
            if (event.detail === 0) {
                down();
                up();
            }
        });
        button.addEventListener("contextmenu", (event) => event.preventDefault());
    }

    /** @param {string} name */
    stay(name) {
        this.hold(name, (this.held[name] + 1) % 3);
    }

    /** @param {string} name @param {number} how */
    hold(name, how) {
        this.held[name] = how;
        for (const button of this.place.querySelectorAll(`[data-key=${name}]`)) {
            button.setAttribute("aria-pressed", String(how > 0));
            button.classList.toggle("locked", how === 2);
        }
        this.machine.send("press", { key: this.numbers?.[name] ?? 0, down: how > 0, place: name });
    }

    /** A joystick: the thumb's place on a disc is its direction. */
    stick() {
        const box = document.createElement("div");
        box.className = "stick";
        const disc = document.createElement("div"), knob = document.createElement("span");
        disc.className = "disc";
        disc.setAttribute("role", "img");
        disc.dataset.label = "sticktitle";
        disc.setAttribute("aria-label", text("sticktitle"));
        disc.append(knob);
        /** @type {boolean[]} */
        let held = [false, false, false, false];
        /** @param {boolean[]} now */
        const move = (now) => {
            now.forEach((on, direction) => {
                if (on !== held[direction]) this.machine.send("stick", { stick: 0, direction, on });
            });
            held = now;
            knob.style.transform = `translate(${(Number(now[3]) - Number(now[2])) * 60}%, ${(Number(now[1]) - Number(now[0])) * 60}%)`;
        };
        /** @param {PointerEvent} event */
        const follow = (event) => {
            const { left, top, width, height } = disc.getBoundingClientRect();
            const x = (event.clientX - left) / width - 0.5, y = (event.clientY - top) / height - 0.5;
            move([y < -0.15, y > 0.15, x < -0.15, x > 0.15]);
        };
        disc.addEventListener("pointerdown", (event) => {
            event.preventDefault();
            disc.setPointerCapture(event.pointerId);
            follow(event);
        });
        disc.addEventListener("pointermove", (event) => { if (disc.hasPointerCapture(event.pointerId)) follow(event); });
        for (const end of ["pointerup", "pointercancel"]) disc.addEventListener(end, () => move([false, false, false, false]));
        box.append(disc);
        for (const [at, direction] of [5, 4].entries()) {
            const button = document.createElement("button");
            button.type = "button";
            button.className = "fire red";
            button.textContent = text("fire", at + 1);
            const send = (/** @type {boolean} */ on) => this.machine.send("stick", { stick: 0, direction, on });
            button.addEventListener("pointerdown", (event) => { event.preventDefault(); send(true); });
            for (const end of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(end, () => send(false));
            button.addEventListener("click", (event) => {
                if (event.detail === 0) {
                    send(true);
                    setTimeout(() => send(false), SHORTEST);
                }
            });
            box.append(button);
        }
        return box;
    }
}
