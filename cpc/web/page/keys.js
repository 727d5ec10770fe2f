// @ts-check
// The keyboard of the host: each key goes to the CPC with its place and its meaning; characters without a key as letters.

/** @typedef {import("./machine.js").Machine} Machine */

const FOR_THE_BROWSER = new Set(["Tab", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12", "Dead",
    "Process", "Unidentified", "Compose", "CapsLock", "ContextMenu", "PrintScreen"]);

/** @param {KeyboardEvent} event */
function leftToBrowser(event) {
    return FOR_THE_BROWSER.has(event.key) || event.isComposing || event.metaKey
        || event.ctrlKey && event.shiftKey && !event.getModifierState("AltGraph");
}

export class Keys {
    /** @param {Machine} machine @param {HTMLTextAreaElement} field what has the focus while one types */
    constructor(machine, field) {
        this.machine = machine;
        this.field = field;
        field.addEventListener("keydown", (event) => this.down(event));
        field.addEventListener("keyup", (event) => { if (event.code) machine.send("up", { code: event.code }); });
        field.addEventListener("input", (event) => this.written(/** @type {InputEvent} */ (event)));
        field.addEventListener("compositionend", () => this.takeLetters());
        field.addEventListener("blur", () => machine.send("release"));
        addEventListener("blur", () => machine.send("release"));
    }

    /** @param {KeyboardEvent} event */
    down(event) {
        const v = event.ctrlKey && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "v";
        if (leftToBrowser(event) || v) return; // what dead keys and other ways of writing make comes as input
        event.preventDefault();
        if (event.repeat) return; // the CPC's keys repeat by themselves
        this.machine.send("down", { code: event.code || event.key, key: event.key, shift: event.shiftKey, ctrl: event.ctrlKey,
            alt: event.altKey, altgraph: event.getModifierState("AltGraph") });
    }

    /** @param {InputEvent} event */
    written(event) {
        if (!event.isComposing) this.takeLetters();
    }

    takeLetters() {
        const text = this.field.value;
        this.field.value = "";
        if (text) this.machine.send("letters", { text: text.replace(/\n/g, "") });
        if (text.includes("\n")) this.machine.send("paste", { text: "\n" });
    }
}

const STANDARD = { 12: 0, 13: 1, 14: 2, 15: 3, 0: 4, 1: 5, 2: 4, 3: 5 }; // buttons of a gamepad: direction or fire

/** The first gamepad is joystick 0, the second joystick 1. @param {Machine} machine */
export function watchGamepads(machine) {
    /** @type {boolean[][]} */
    const held = [[], []];
    let looking = false;

    function look() {
        const pads = navigator.getGamepads().filter((pad) => pad?.connected).slice(0, 2);
        for (const [stick, down] of held.entries()) {
            const now = new Array(6).fill(false);
            const pad = pads[stick];
            if (pad) {
                for (const [button, direction] of Object.entries(STANDARD)) {
                    if (pad.buttons[Number(button)]?.pressed) now[direction] = true;
                }
                now[0] ||= pad.axes[1] < -0.5;
                now[1] ||= pad.axes[1] > 0.5;
                now[2] ||= pad.axes[0] < -0.5;
                now[3] ||= pad.axes[0] > 0.5;
            }
            now.forEach((on, direction) => {
                if (on !== Boolean(down[direction])) machine.send("stick", { stick, direction, on });
                down[direction] = on;
            });
        }
        looking = pads.length > 0;
        if (looking) requestAnimationFrame(look);
    }

    addEventListener("gamepadconnected", () => { if (!looking) look(); });
}
