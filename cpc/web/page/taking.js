// @ts-check
// The dialog for taking things out: the program, pictures, moving pictures, sound, and the files of the drive.

import { download } from "./listings.js";
import { addTexts, text } from "./texts.js";

/** @typedef {import("./machine.js").Machine} Machine */

addTexts({
    takebas: { en: "Program (.bas)", de: "Programm (.bas)" },
    takedsk: { en: "Disc with the program (.dsk)", de: "Diskette mit dem Programm (.dsk)" },
    takepng: { en: "Picture (.png)", de: "Bild (.png)" },
    takegif: { en: "Record the picture (.gif)", de: "Bild aufnehmen (.gif)" },
    endgif: { en: "End the recording (.gif)", de: "Aufnahme beenden (.gif)" },
    takewav: { en: "Record the sound (.wav)", de: "Ton aufnehmen (.wav)" },
    endwav: { en: "End the recording (.wav)", de: "Aufnahme beenden (.wav)" },
    eject: { en: "Take out", de: "Herausnehmen:" },
});

const KINDS = ["bas", "dsk", "png", "gif", "wav"];

/**
 * @param {Machine} machine @param {HTMLDialogElement} box @param {{name: string, recording?: string[], medium?: string}} state
 * @param {(what: () => Promise<unknown>) => Promise<unknown>} attempt @param {(sentence: string) => void} say
 */
export function bindTaking(machine, box, state, attempt, say) {
    const kinds = /** @type {HTMLElement} */ (box.querySelector("#kinds"));
    const drive = /** @type {HTMLElement} */ (box.querySelector("#drive"));

    async function open() {
        kinds.replaceChildren(...KINDS.map((kind) => {
            const on = state.recording?.includes(kind) ?? false;
            const button = document.createElement("button");
            button.type = "button";
            button.id = `take-${kind}`;
            button.textContent = text((on ? "end" : "take") + kind);
            button.onclick = () => {
                box.close();
                attempt(() => machine.ask("take", { kind, name: state.name, on: !on }));
            };
            return button;
        }));
        if (state.medium) {
            const eject = document.createElement("button");
            eject.type = "button";
            eject.textContent = `${text("eject")} (${state.medium})`;
            eject.onclick = () => { box.close(); machine.send("eject"); };
            kinds.append(eject);
        }
        const files = await machine.ask("files");
        drive.replaceChildren(...files.map((/** @type {string} */ name) => {
            const row = document.createElement("li"), button = document.createElement("button");
            button.type = "button";
            button.textContent = name.slice(name.indexOf("/") + 1);
            button.onclick = () => attempt(() => machine.ask("get", { name }));
            row.append(button);
            return row;
        }));
        if (!files.length) drive.textContent = text("nofiles");
        box.showModal();
    }

    machine.on("file", ({ name, data }) => {
        download(name, data);
        say(text("saved", name));
    });
    return open;
}
