// @ts-check
/// <reference lib="webworker" />
// The worker: Pyodide, our wheels in it, and the bridge (cpc/web/bridge.py), which is given messages and turns.

import { forgetMemory, keepMemory, keptMemory } from "./started.js";

/** @typedef {{url: string, files: Record<string, string>, lock: object}} PyodideFiles */
/** @typedef {{pyodide: PyodideFiles, wheels: string[], made: string[], version: string}} Site */

const RATE = 44100;
const AHEAD = Math.round(RATE * 0.06); // samples that lie ready in the loudspeaker
const BLOCK = 441;

/** @type {any} */
let bridge = null;
/** @type {any} */
let python = null;
/** @type {MessagePort | null} */
let loudspeaker = null;
let sent = 0;
let played = 0;
const soon = new MessageChannel();
soon.port1.onmessage = turn;

/** @param {string} what @param {object} body @param {Transferable[]} [moved] */
function tell(what, body, moved = []) {
    self.postMessage({ what, ...body }, { transfer: moved });
}

/** @param {any} error some of Emscripten's are no Error @returns {string} */
const why = (error) => (error instanceof Error ? String(error) : String(error?.message ?? error?.name ?? "?"));

/** @param {string} path */
const here = (path) => new URL(path, self.location.href).href;

/** @param {string} path @param {RequestInit} [how] */
async function fetched(path, how) {
    const answer = await fetch(here(path), how);
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return answer;
}

/**
 * Pyodide's modules, each checked against its hash before it runs.
 * @param {PyodideFiles} from @param {string} name
 */
async function checkedModule(from, name) {
    const url = here(from.url + name);
    if (new URL(url).origin === self.location.origin) return import(url);
    const answer = await fetched(url, { integrity: from.files[name] });
    const blob = new Blob([await answer.blob()], { type: "text/javascript" });
    return import(URL.createObjectURL(blob));
}

/**
 * Starts Python, or goes on with the memory of one that an earlier visit has started.
 * @param {(how: object) => Promise<any>} loadPyodide @param {string} version
 * @param {{createPyodideModule: (settings: object) => Promise<any>, [option: string]: any}} how
 * @returns {Promise<boolean>} whether it was started
 */
async function begin(loadPyodide, version, how) {
    const memory = await keptMemory(version);
    if (memory) {
        try {
            python = await loadPyodide({ ...how, _loadSnapshot: memory,
                createPyodideModule: async (/** @type {object} */ settings) => {
                    const module = await how.createPyodideModule(settings);
                    // Python's memory had grown, so this one has to grow before the other takes its place.
                    if (module.HEAP8.length < memory.length) module._malloc(memory.length);
                    return module;
                } });
            return false;
        } catch {
            await forgetMemory(version);
        }
    }
    python = await loadPyodide({ ...how, _makeSnapshot: true });
    return true;
}

/** @param {Site} site @returns {Promise<Uint8Array<ArrayBuffer> | null>} the memory of a Python started here, for keepMemory */
async function loadPython(site) {
    const from = site.pyodide;
    const plainFetch = self.fetch;
    const base = here(from.url);
    self.fetch = (what, how) => {
        const url = String(what instanceof Request ? what.url : what);
        const hash = url.startsWith(base) ? from.files[url.slice(base.length)] : undefined;
        return plainFetch.call(self, what, hash ? { ...how, integrity: hash } : how);
    };
    /** @param {string[]} names */
    const loaded = (names) => Promise.all(names.map(async (name) => (await fetched("wheels/" + name)).arrayBuffer()));
    const wheels = loaded(site.wheels), made = loaded(site.made);
    const { loadPyodide } = await checkedModule(from, "pyodide.mjs");
    const inner = (await checkedModule(from, "pyodide.asm.mjs")).default;
    const fresh = await begin(loadPyodide, site.version, { indexURL: base, lockFileContents: from.lock,
        createPyodideModule: inner,
        env: { HOME: "/home/cpc", XDG_CACHE_HOME: "/home/cpc/.cache", XDG_DATA_HOME: "/home/cpc" } });
    self.fetch = plainFetch;
    tell("loading", { part: 0.7 });
    for (const wheel of await wheels) python.unpackArchive(wheel, "wheel");
    python.FS.mkdirTree("/home/cpc/.cache/cpc-listings");
    for (const [number, content] of (await made).entries()) {
        python.FS.writeFile("/home/cpc/.cache/cpc-listings/" + site.made[number], new Uint8Array(content));
    }
    if (!fresh) return null;
    python.runPython("import cpc.commands.web_worker");
    return python.makeMemorySnapshot();
}

/** @param {any} message */
async function start(message) {
    const site = await (await fetched("site.json", { cache: "no-cache" })).json();
    tell("loading", { part: 0.1 });
    const memory = await loadPython(site);
    const { start: connect } = python.pyimport("cpc.commands.web_worker");
    bridge = connect(fromPython, "/home/cpc", python.toPy(message.options ?? {}), python.toPy(message.files ?? {}));
    tell("loading", { part: 1 });
    bridge.turn();
    tell("ready", { from: memory ? "start" : "memory" });
    turn();
    if (memory) await keepMemory(site.version, memory);
}

/** @param {string} what @param {any} body a proxy of a Python dict */
function fromPython(what, body) {
    const plain = body.toJs({ dict_converter: Object.fromEntries, create_pyproxies: false });
    tell(what, plain, what === "picture" ? [plain.pixels.buffer] : []);
}

function turn() {
    /** @type {number} */
    let wait;
    try {
        wait = bridge.turn();
        feed();
    } catch (error) {
        tell("dead", { text: why(error) });
        return;
    }
    if (wait > 0.001) setTimeout(turn, wait * 1000);
    else soon.port2.postMessage(0);
}

/** Gives the loudspeaker what it has room for. */
function feed() {
    if (!loudspeaker) return;
    while (sent - played < AHEAD) {
        const proxy = bridge.samples(BLOCK);
        if (!proxy) {
            sent = played;
            return;
        }
        const bytes = proxy.toJs();
        proxy.destroy();
        sent += BLOCK;
        loudspeaker.postMessage(bytes.buffer, [bytes.buffer]);
    }
}

/** @param {MessagePort} port */
function plugIn(port) {
    loudspeaker = port;
    sent = played = 0;
    port.onmessage = (event) => { played = Math.min(played + event.data, sent); };
    bridge.take(python.toPy({ do: "listen", on: true }));
}

self.onmessage = (event) => {
    const message = event.data;
    if (message.do === "start") {
        start(message).catch((error) => tell("dead", { text: why(error), loading: true }));
    } else if (message.do === "loudspeaker") {
        plugIn(message.port);
    } else if (bridge) {
        const given = python.toPy(message);
        try {
            bridge.take(given);
        } catch (error) {
            tell("dead", { text: why(error) });
        } finally {
            given.destroy?.();
        }
    }
};
