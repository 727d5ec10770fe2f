// @ts-check
// How a listing comes in and goes out: files, links, addresses; and the link that carries a program.

import { text } from "./texts.js";

export const LARGEST = 4 << 20;         // bytes of a file
const LONGEST_LINK = 60000;             // characters
const LARGEST_SHARED = 1 << 20;         // bytes of a link's program
const FORMAT = "deflate-raw";

/** A sentence for the person. */
export class Unusable extends Error {}

/** @param {Blob & {name?: string}} file @returns {Promise<Uint8Array>} */
export async function bytesOf(file) {
    if (file.size > LARGEST) throw new Unusable(text("toobig", file.name ?? "", LARGEST >> 20));
    return new Uint8Array(await file.arrayBuffer());
}

/** @param {ReadableStream<Uint8Array>} stream @param {number} most @returns {Promise<Uint8Array | null>} null: there is more */
async function readUpTo(stream, most) {
    const reader = stream.getReader();
    const parts = [];
    let size = 0;
    for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        size += value.length;
        if (size > most) {
            reader.cancel().catch(() => {});
            return null;
        }
        parts.push(value);
    }
    const whole = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
        whole.set(part, at);
        at += part.length;
    }
    return whole;
}

/** A program from an address: of this site, or of one that allows it. @param {string} address */
export async function fetchProgram(address) {
    /** @type {URL} */
    let url;
    try {
        url = new URL(address, document.baseURI);
    } catch {
        throw new Unusable(text("noaddress", address.slice(0, 100)));
    }
    if (url.protocol !== "https:" && url.protocol !== "http:") throw new Unusable(text("noaddress", address.slice(0, 100)));
    const name = decodeURIComponent(url.pathname.split("/").pop() || "program.bas");
    /** @type {Response} */
    let answer;
    try {
        answer = await fetch(url, { credentials: "omit", referrerPolicy: "no-referrer" });
    } catch {
        throw new Unusable(text("notfetched", name, text("noanswer")));
    }
    if (!answer.ok || !answer.body) throw new Unusable(text("notfetched", name, answer.status));
    const data = await readUpTo(answer.body, LARGEST);
    if (!data) throw new Unusable(text("toobig", name, LARGEST >> 20));
    return { name, data };
}

/** @param {string} listing @returns {Promise<string>} a link to this page with the program in it */
export async function linkFor(listing) {
    const stream = new Blob([listing]).stream().pipeThrough(new CompressionStream(FORMAT));
    const packed = new Uint8Array(await new Response(stream).arrayBuffer());
    let letters = "";
    for (const byte of packed) letters += String.fromCharCode(byte);
    const link = new URL(location.href);
    link.search = "";
    link.hash = "p=" + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    if (link.href.length > LONGEST_LINK) throw new Unusable(text("longlink"));
    return link.href;
}

/** The program in a link's fragment; null where the fragment is another one. @param {string} hash */
export async function programIn(hash) {
    const found = /^#p=(.*)$/.exec(hash);
    if (!found) return null;
    try {
        const packed = Uint8Array.from(atob(found[1].replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
        const stream = /** @type {ReadableStream<Uint8Array>} */ (
            new Blob([packed]).stream().pipeThrough(new DecompressionStream(FORMAT)));
        const data = await readUpTo(stream, LARGEST_SHARED);
        const listing = data && new TextDecoder("utf-8", { fatal: true }).decode(data);
        if (listing?.trim()) return listing;
    } catch { /* damaged, as is an empty one */ }
    throw new Unusable(text("badlink"));
}

/** Gives the person a file. @param {string} name @param {Uint8Array | string} data @param {string} type */
export function download(name, data, type = "application/octet-stream") {
    const link = document.createElement("a");
    const url = URL.createObjectURL(new Blob([/** @type {BlobPart} */ (data)], { type }));
    link.href = url;
    link.download = name.replace(/[^\w.\- ]/g, "_");
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10000);
}
