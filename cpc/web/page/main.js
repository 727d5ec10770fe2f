// @ts-check
// The page: puts its parts together.

import { openGallery } from "./gallery.js";
import { ScreenKeyboard } from "./keyboard.js";
import { Keys, watchGamepads } from "./keys.js";
import { Learner } from "./learn.js";
import { Unusable, bytesOf, fetchProgram, linkFor, programIn } from "./listings.js";
import { Machine, Refused, script } from "./machine.js";
import { Screen } from "./screen.js";
import { Sound } from "./sound.js";
import { Store } from "./store.js";
import { bindTaking } from "./taking.js";
import { chosen, firstLanguage, remember, remembered, speak, text } from "./texts.js";
import { TypeIn } from "./typein.js";

/** @template {HTMLElement} T @param {string} id @returns {T} */
const the = (id) => /** @type {T} */ (document.getElementById(id));
/** @param {string} id @returns {HTMLSelectElement} */
const select = (id) => the(id);
/** @param {string} id @returns {HTMLDialogElement} */
const dialog = (id) => the(id);

const typed = /** @type {HTMLTextAreaElement} */ (the("typed"));
/** @type {{name: string, idle: boolean, recording?: string[], medium?: string}} what the machine has told of itself */
const state = { name: "program", idle: false };
const TOUCHED = "(pointer: coarse)";

/** @param {string} sentence @param {boolean} [bad] */
function say(sentence, bad = false) {
    const notice = the("notice");
    notice.textContent = sentence;
    notice.classList.toggle("bad", bad);
}

/** Does something that may fail with a sentence. @param {() => Promise<unknown> | unknown} what */
async function attempt(what) {
    try {
        return await what();
    } catch (error) {
        if (error instanceof Unusable || error instanceof Refused) say(error.message, true);
        else {
            say(String(error), true);
            console.error(error);
        }
        return undefined;
    }
}

// the look and the language

function applyChoices() {
    const look = remembered("look");
    if (look) document.documentElement.dataset.look = look;
    select("look").value = look ?? "";
    speak(firstLanguage());
    select("language").value = document.documentElement.lang;
    select("look").onchange = () => {
        remember("look", select("look").value);
        document.documentElement.dataset.look = select("look").value;
    };
    select("language").onchange = () => {
        remember("language", select("language").value);
        speak(select("language").value);
        for (const name of ["learn", "typein"]) { // what is open is built again, in the other language
            if (the(name).getAttribute("aria-pressed") === "true") {
                the(name).click();
                setTimeout(() => the(name).click(), 300);
            }
        }
    };
}

applyChoices();
if (typeof WebAssembly !== "object") {
    the("progress").hidden = true;
    say(text("nowasm"), true);
} else {
    begin();
}

function begin() {
    const machine = new Machine();
    const screen = new Screen(/** @type {HTMLCanvasElement} */ (the("screen")));
    const sound = new Sound(machine);
    const store = new Store(() => say(text("notkept"), true));
    new Keys(machine, typed);
    watchGamepads(machine);
    heed(machine, screen, store);
    bind(machine, sound);
    takeIn(machine);
    for (const what of ["keydown", "pointerdown"]) addEventListener(what, () => sound.begin(), { capture: true });
    store.begin().then((files) => {
        const model = remembered("model");
        const options = { language: chosen(), ...(["664", "6128"].includes(model ?? "") ? { model } : {}) };
        machine.send("start", { files, options });
        select("language").addEventListener("change", () => machine.send("language", { language: chosen() }));
    });
    if (navigator.serviceWorker && location.protocol.startsWith("http")) {
        navigator.serviceWorker.register(script("sw.js")).catch(() => {}); // without it, the page only works with a network
    }
}

/** What the machine tells. @param {Machine} machine @param {Screen} screen @param {Store} store */
function heed(machine, screen, store) {
    const part = /** @type {HTMLProgressElement} */ (the("part"));
    machine.on("loading", (fields) => { part.value = fields.part; })
        .on("palette", ({ colours }) => screen.setPalette(colours))
        .on("picture", (picture) => screen.show(/** @type {any} */ (picture)))
        .on("notice", ({ about, text: sentence }) => say(sentence, about === "mistake"))
        .on("said", (fields) => {
            the("shown").textContent = fields.screen;
            const line = document.createElement("p");
            line.textContent = fields.text;
            the("said").append(line);
            while (the("said").children.length > 20) the("said").firstChild?.remove();
        })
        .on("kept", ({ files, gone }) => store.keep(files, gone))
        .on("state", (now) => {
            Object.assign(state, now);
            the("model").textContent = now.model;
            select("choosemodel").value = now.model;
            the("pause").setAttribute("aria-pressed", String(now.paused));
            select("speed").value = now.speed === 1 ? "real" : String(now.speed);
            the("typing").hidden = now.typing == null;
            if (now.typing != null) /** @type {HTMLProgressElement} */ (the("typedpart")).value = now.typing;
        })
        .on("dead", ({ text: why, loading }) => {
            the("progress").hidden = true;
            say(text(loading ? "notloaded" : "dead", String(why).trim().split("\n").pop() ?? ""), true);
        })
        .on("ready", ({ from }) => attempt(async () => {
            the("progress").hidden = true;
            offer(machine, screen, from);
            if (document.activeElement === document.body) typed.focus();
            await comeIn(machine);
        }));
}

/**
 * For scripts and tests: all are promises.
 * @param {Machine} machine @param {Screen} screen @param {string} from where Python comes from: start or memory
 */
function offer(machine, screen, from) {
    const cpc = {
        /** @param {string} keys */ type: (keys) => machine.ask("type", { text: keys }),
        text: () => machine.ask("text"),
        pens: () => machine.ask("pens"),
        /** @param {number} [seconds] */ runUntilIdle: (seconds = 600) => machine.ask("idle", { seconds }),
        /** @param {number} seconds */ run: (seconds) => machine.ask("run", { seconds }),
        /** @param {string} program @param {object} [options] */
        load: (program, options = {}) => machine.ask("program", { text: program, afresh: true, ...options }),
        state: () => machine.ask("state"),
        look: () => machine.ask("look"),
        printed: () => machine.ask("printed"),
        /** @param {number} key @param {boolean} down */ key: (key, down) => machine.ask("key", { key, down }),
        /** @param {boolean} on */ hold: (on) => machine.ask("pause", { on }),
        /** @param {string} name @param {object} [fields] */ ask: (name, fields) => machine.ask(name, fields),
        drawn: async () => screen.drawn,
    };
    /** @type {any} */ (globalThis).cpc = cpc;
    document.documentElement.dataset.ready = from;
}

// listings

/** @param {Machine} machine @param {{name: string, data?: Uint8Array, text?: string}} program @param {boolean} run */
async function load(machine, program, run) {
    await machine.ask("program", { ...program, run });
    state.name = program.name.replace(/\.\w+$/, "");
    typed.focus();
}

/** What the page's address asks for. @param {Machine} machine */
async function comeIn(machine) {
    const shared = await programIn(location.hash);
    const address = new URLSearchParams(location.search).get("run") ?? new URLSearchParams(location.hash.slice(1)).get("run");
    if (shared) await load(machine, { name: "shared.bas", text: shared }, true);
    else if (address) await load(machine, await fetchProgram(address), true);
}

/** Files that are dropped or picked, pasted texts. @param {Machine} machine */
function takeIn(machine) {
    const picker = /** @type {HTMLInputElement} */ (the("picker"));
    /** @param {FileList | null | undefined} files */
    const takeFiles = (files) => attempt(async () => {
        const file = files?.[0];
        if (file) await load(machine, { name: file.name, data: await bytesOf(file) }, false);
    });
    the("open").onclick = () => picker.click();
    picker.onchange = async () => {
        await takeFiles(picker.files);
        picker.value = "";
    };
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
        event.preventDefault();
        const dropped = event.dataTransfer?.getData("text/plain");
        if (event.dataTransfer?.files.length) takeFiles(event.dataTransfer.files);
        else if (dropped) attempt(() => machine.ask("paste", { text: dropped }));
    });
    typed.addEventListener("paste", (event) => {
        event.preventDefault();
        attempt(() => machine.ask("paste", { text: event.clipboardData?.getData("text/plain") ?? "" }));
    });
    addEventListener("hashchange", () => attempt(() => comeIn(machine)));
}

// buttons

/** @param {Machine} machine @param {Sound} sound */
function bind(machine, sound) {
    const pasted = /** @type {HTMLTextAreaElement} */ (the("pasted"));
    the("run").onclick = () => { machine.send("paste", { text: "RUN\n" }); typed.focus(); };
    the("escape").onclick = () => { machine.send("escape"); typed.focus(); };
    the("gallery").onclick = () => attempt(() => openGallery(dialog("gallerybox"), the("pictures"),
        (program) => attempt(() => load(machine, program, true))));
    the("paste").onclick = () => { pasted.value = ""; dialog("pastebox").showModal(); };
    dialog("pastebox").onclose = () => attempt(async () => {
        const how = dialog("pastebox").returnValue;
        if (how === "load") await load(machine, { name: "pasted.bas", text: pasted.value }, false);
        else if (how === "type") await machine.ask("paste", { text: pasted.value });
        typed.focus();
    });
    the("share").onclick = () => attempt(async () => {
        const listing = await machine.ask("listing");
        if (!listing.trim()) throw new Unusable(text("noprogram"));
        /** @type {HTMLInputElement} */ (the("link")).value = await linkFor(listing);
        dialog("sharebox").showModal();
    });
    the("copylink").onclick = () => attempt(async () => {
        const link = /** @type {HTMLInputElement} */ (the("link"));
        link.select();
        await navigator.clipboard.writeText(link.value);
        say(text("copied"));
    });
    const openTaking = bindTaking(machine, dialog("takebox"), state, attempt, say);
    the("take").onclick = () => attempt(openTaking);
    const keyboard = new ScreenKeyboard(machine, the("keyboard"));
    /** @param {boolean} on */
    const showKeyboard = (on) => attempt(async () => {
        the("pad").setAttribute("aria-pressed", String(on));
        await keyboard.show(on);
    });
    the("pad").onclick = () => showKeyboard(the("pad").getAttribute("aria-pressed") !== "true");
    machine.on("ready", () => { if (matchMedia(TOUCHED).matches) showKeyboard(true); });
    bindSide(machine);
    bindMore(machine, sound);
}

/** What is beside the screen: the listing, or help with typing in. @param {Machine} machine */
function bindSide(machine) {
    const side = the("side");
    const learner = new Learner(machine, side, attempt);
    const typeIn = new TypeIn(machine, side, attempt, (program, settings) => machine.ask("program", { ...program, ...settings }));
    /** @param {"learn" | "typein" | ""} name */
    const show = (name) => attempt(async () => {
        for (const one of ["learn", "typein"]) the(one).setAttribute("aria-pressed", String(one === name));
        side.hidden = name === "";
        await learner.show(name === "learn");
        if (name === "typein") await typeIn.show();
    });
    for (const name of /** @type {("learn" | "typein")[]} */ (["learn", "typein"])) {
        the(name).onclick = () => show(the(name).getAttribute("aria-pressed") === "true" ? "" : name);
    }
}

/** @param {Machine} machine @param {Sound} sound */
function bindMore(machine, sound) {
    const more = dialog("morebox");
    the("more").onclick = () => more.showModal();
    select("speed").onchange = () => machine.send("speed", { speed: select("speed").value });
    select("choosemodel").onchange = () => {
        remember("model", select("choosemodel").value);
        machine.send("reset", { model: select("choosemodel").value });
    };
    select("sound").onchange = () => sound.turn(select("sound").value === "on");
    select("sticks").onchange = () => machine.send("joystick", { on: select("sticks").value === "joystick" });
    the("pause").onclick = () => machine.send("pause", { on: the("pause").getAttribute("aria-pressed") !== "true" });
    more.onclose = () => attempt(async () => {
        const what = more.returnValue;
        more.returnValue = "";
        if (what === "reset") machine.send("reset");
        else if (what === "full") await the("machine").requestFullscreen();
        else if (what === "back" && !await machine.ask("back")) say(text("noback"));
        typed.focus();
    });
}
