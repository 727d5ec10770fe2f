// @ts-check
/// <reference lib="webworker" />
// The memory of a Python that has just been started, with our packages loaded: the next visit begins with it and waits
// a second instead of several. It belongs to one build of the site and to one browser, and holds nothing of a person's.

/** The service worker's cache, which goes when the site's version changes. @param {string} version */
const cacheOf = (version) => caches.open(`cpc-${version}`);
const key = () => `started?${encodeURIComponent(navigator.userAgent)}`;

/** @param {string} version of the site @returns {Promise<Uint8Array | null>} */
export async function keptMemory(version) {
    try {
        const kept = await (await cacheOf(version)).match(key());
        if (!kept?.body) return null;
        return new Uint8Array(await new Response(kept.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
    } catch {
        return null; // no caches on this address, or damaged
    }
}

/** @param {string} version @param {Uint8Array<ArrayBuffer>} memory */
export async function keepMemory(version, memory) {
    try {
        const packed = new Blob([memory]).stream().pipeThrough(new CompressionStream("gzip"));
        const whole = await new Response(packed).blob();
        await (await cacheOf(version)).put(key(), new Response(whole));
    } catch {
        // No room: the next visit starts Python again.
    }
}

/** @param {string} version */
export async function forgetMemory(version) {
    await (await cacheOf(version)).delete(key());
}
