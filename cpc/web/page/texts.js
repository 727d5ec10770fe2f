// @ts-check
// What the page says, in English and German. The machine's own messages are English, as on the CPC.

/** @type {Record<string, Record<string, string>>} */
const TEXTS = {
    skip: { en: "To the CPC's keyboard", de: "Zur Tastatur des CPC" },
    tools: { en: "Tools", de: "Werkzeuge" },
    open: { en: "Open", de: "Öffnen" },
    gallery: { en: "Gallery", de: "Galerie" },
    paste: { en: "Paste", de: "Einfügen" },
    share: { en: "Share", de: "Teilen" },
    take: { en: "Save", de: "Sichern" },
    learn: { en: "Listing", de: "Listing" },
    typein: { en: "Type in", de: "Abtippen" },
    pad: { en: "Keys", de: "Tasten" },
    more: { en: "More", de: "Mehr" },
    machine: { en: "The CPC", de: "Der CPC" },
    screen: { en: "The CPC's screen", de: "Der Bildschirm des CPC" },
    typed: { en: "The CPC's keyboard: what you type goes to the CPC", de: "Tastatur des CPC: was Sie tippen, bekommt der CPC" },
    loading: { en: "The CPC is starting", de: "Der CPC startet" },
    typingin: { en: "Typing in (ESC stops it)", de: "Wird eingetippt (ESC hält an)" },
    said: { en: "What the CPC prints", de: "Was der CPC schreibt" },
    keyboard: { en: "Keyboard of the CPC", de: "Tastatur des CPC" },
    close: { en: "Close", de: "Schließen" },
    pastehead: { en: "A listing to be loaded, or text to be typed", de: "Ein Listing zum Laden oder Text zum Tippen" },
    listing: { en: "Listing", de: "Listing" },
    load: { en: "Load", de: "Laden" },
    typeit: { en: "Type it", de: "Tippen" },
    sharewhat: { en: "This link carries the whole program. No server keeps it.",
        de: "Dieser Link enthält das ganze Programm. Kein Server behält es." },
    link: { en: "Link", de: "Link" },
    copy: { en: "Copy", de: "Kopieren" },
    copied: { en: "The link is in the clipboard.", de: "Der Link ist in der Zwischenablage." },
    drive: { en: "Files on the drive", de: "Dateien auf dem Laufwerk" },
    model: { en: "Model", de: "Modell" },
    speed: { en: "Speed", de: "Geschwindigkeit" },
    sound: { en: "Sound", de: "Ton" },
    on: { en: "on", de: "an" },
    off: { en: "off", de: "aus" },
    sticks: { en: "Cursor keys are", de: "Cursortasten sind" },
    cursor: { en: "cursor keys", de: "Cursortasten" },
    joystick: { en: "joystick", de: "Joystick" },
    language: { en: "Language", de: "Sprache" },
    look: { en: "Look", de: "Aussehen" },
    aslook: { en: "as the computer's", de: "wie der Rechner" },
    dark: { en: "dark", de: "dunkel" },
    light: { en: "light", de: "hell" },
    pause: { en: "Pause", de: "Pause" },
    reset: { en: "Switch off and on", de: "Aus- und einschalten" },
    full: { en: "Full screen", de: "Vollbild" },
    back: { en: "Bring back the replaced program", de: "Ersetztes Programm zurückholen" },
    noback: { en: "No program has been replaced.", de: "Es wurde kein Programm ersetzt." },
    nowasm: { en: "This browser has no WebAssembly, without which the CPC cannot run. A current Firefox, Chrome or Safari has it.",
        de: "Dieser Browser hat kein WebAssembly, ohne das der CPC nicht läuft. Ein aktueller Firefox, Chrome oder Safari hat es." },
    notloaded: { en: "The CPC could not be loaded ({0}). Loading the page again may help.",
        de: "Der CPC konnte nicht geladen werden ({0}). Die Seite neu zu laden kann helfen." },
    dead: { en: "The CPC has stopped working ({0}). Load the page again; the program is kept.",
        de: "Der CPC ist ausgefallen ({0}). Bitte die Seite neu laden; das Programm ist aufgehoben." },
    notkept: { en: "This browser keeps nothing for the page (storage is full or not allowed): save the program as a file.",
        de: "Dieser Browser hebt für die Seite nichts auf (Speicher voll oder gesperrt): bitte das Programm als Datei sichern." },
    badlink: { en: "The link is damaged: no program could be read from it.",
        de: "Der Link ist beschädigt: Es war kein Programm darin zu lesen." },
    longlink: { en: "The program is too long for a link; save it as a file.",
        de: "Das Programm ist zu lang für einen Link; bitte als Datei sichern." },
    noprogram: { en: "There is no program in memory.", de: "Es ist kein Programm im Speicher." },
    toobig: { en: "{0} is too big: more than {1} MB.", de: "{0} ist zu groß: mehr als {1} MB." },
    notfetched: { en: "{0} could not be fetched: {1}.", de: "{0} konnte nicht geholt werden: {1}." },
    noaddress: { en: "{0} is not an address that a page may fetch.", de: "{0} ist keine Adresse, die eine Seite holen darf." },
    noanswer: { en: "no answer, or its server does not allow it (CORS)", de: "keine Antwort, oder der Server erlaubt es nicht (CORS)" },
    saved: { en: "{0} is saved.", de: "{0} ist gesichert." },
    nofiles: { en: "none", de: "keine" },
};

/** What the help says: a key, and what it does. @type {[string, Record<string, string>][]} */
const HELP = [
    ["ESC ESC", { en: "stops a program", de: "hält ein Programm an" }],
    ["ALT 0-9, pad 0-9", { en: "f0 to f9", de: "f0 bis f9" }],
    ["Backspace, Delete, End", { en: "DEL, CLR, COPY", de: "DEL, CLR, COPY" }],
    ["Insert", { en: "insert or overwrite", de: "Einfügen oder Überschreiben" }],
    ["SHIFT + cursor", { en: "the copy cursor", de: "der Kopiercursor" }],
    ["CTRL V", { en: "types the clipboard", de: "tippt die Zwischenablage" }],
    ["Tab", { en: "goes on to the next button", de: "geht zum nächsten Knopf" }],
    [".bas .txt .dsk .cdt .sna .zip", { en: "can be dropped on the page", de: "kann man auf die Seite ziehen" }],
];

let language = "en";

/** @param {string} name @param {...(string | number)} parts */
export function text(name, ...parts) {
    const found = TEXTS[name]?.[language] ?? name;
    return found.replace(/\{(\d)\}/g, (_, at) => String(parts[at]));
}

/** @param {Record<string, Record<string, string>>} more */
export function addTexts(more) {
    Object.assign(TEXTS, more);
}

export const chosen = () => language;

/** The browser's language, or what was chosen before. */
export function firstLanguage() {
    return remembered("language") ?? (navigator.language.toLowerCase().startsWith("de") ? "de" : "en");
}

/** Puts a language on all that is on the page. @param {string} to */
export function speak(to) {
    language = to === "de" ? "de" : "en";
    document.documentElement.lang = language;
    translate(document);
    const list = document.createElement("dl");
    for (const [key, what] of HELP) {
        const term = document.createElement("dt"), meaning = document.createElement("dd");
        term.textContent = key;
        meaning.textContent = what[language];
        list.append(term, meaning);
    }
    document.getElementById("help")?.replaceChildren(list);
}

/** @param {ParentNode} inside */
export function translate(inside) {
    for (const one of inside.querySelectorAll("[data-text]")) one.textContent = text(String(one.getAttribute("data-text")));
    for (const one of inside.querySelectorAll("[data-label]")) one.setAttribute("aria-label", text(String(one.getAttribute("data-label"))));
}

/** A choice of the person's. Where nothing may be kept, there is none. @param {string} name */
export function remembered(name) {
    try {
        return localStorage.getItem(`cpc-${name}`);
    } catch {
        return null;
    }
}

/** @param {string} name @param {string} value */
export function remember(name, value) {
    try {
        localStorage.setItem(`cpc-${name}`, value);
    } catch { /* it lasts as long as the page then */ }
}
