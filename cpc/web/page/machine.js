// @ts-check
// The machine as the page sees it: messages to the worker, promises for answers, listeners for what it tells.

/** @typedef {Record<string, any>} Fields */

const policy = /** @type {any} */ (globalThis).trustedTypes?.createPolicy("cpc", {
    /** @param {string} url */
    createScriptURL(url) {
        if (new URL(url, document.baseURI).origin !== location.origin) throw new TypeError("not of this site");
        return url;
    },
});

/** The address of a script of this site, as the browser wants it. @param {string} path @returns {any} */
export const script = (path) => (policy ? policy.createScriptURL(path) : path);

/** What the machine has refused; the message is a sentence. */
export class Refused extends Error {}

export class Machine {
    constructor() {
        this.worker = new Worker(script("worker.js"), { type: "module" });
        this.worker.onmessage = (event) => this.heard(event.data);
        this.worker.onerror = (event) => this.tell("dead", { text: event.message ?? "", loading: !this.ready });
        this.ready = false;
        this.asked = 0;
        /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
        this.waiting = new Map();
        /** @type {Map<string, ((fields: Fields) => void)[]>} */
        this.listeners = new Map();
    }

    /** @param {string} what @param {(fields: Fields) => void} listener */
    on(what, listener) {
        this.listeners.set(what, [...(this.listeners.get(what) ?? []), listener]);
        return this;
    }

    /** @param {string} what @param {Fields} fields */
    tell(what, fields) {
        for (const listener of this.listeners.get(what) ?? []) listener(fields);
    }

    /** @param {Fields} message */
    heard(message) {
        const { what, ...fields } = message;
        const waiting = this.waiting.get(fields.id);
        if (what === "answer" || what === "refused") {
            this.waiting.delete(fields.id);
            if (what === "answer") waiting?.resolve(fields.value);
            else waiting?.reject(new Refused(fields.sentence));
            return;
        }
        if (what === "ready") this.ready = true;
        this.tell(what, fields);
    }

    /** Without an answer. @param {string} name @param {Fields} [fields] @param {Transferable[]} [moved] */
    send(name, fields = {}, moved = []) {
        this.worker.postMessage({ do: name, ...fields }, moved);
    }

    /** @param {string} name @param {Fields} [fields] @returns {Promise<any>} */
    ask(name, fields = {}) {
        const id = ++this.asked;
        return new Promise((resolve, reject) => {
            this.waiting.set(id, { resolve, reject });
            this.send(name, { ...fields, id });
        });
    }
}
