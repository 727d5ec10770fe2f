// @ts-check
/// <reference lib="webworker" />
// The service worker: keeps the site for visits without a network. Its version and what it keeps are put in when the site is built.

const VERSION = "@VERSION@";
const KEPT = ["@KEPT@"];
const own = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

own.addEventListener("install", (event) => {
    event.waitUntil((async () => {
        const cache = await caches.open(`cpc-${VERSION}`);
        await cache.addAll(KEPT);
        await own.skipWaiting();
    })());
});

own.addEventListener("activate", (event) => {
    event.waitUntil((async () => {
        for (const name of await caches.keys()) if (name.startsWith("cpc-") && name !== `cpc-${VERSION}`) await caches.delete(name);
        await own.clients.claim();
    })());
});

own.addEventListener("fetch", (event) => {
    if (event.request.method !== "GET") return;
    event.respondWith((async () => {
        const cache = await caches.open(`cpc-${VERSION}`);
        const plain = new URL(event.request.url);
        plain.search = "";
        const kept = event.request.mode === "navigate" ? await cache.match("./")
            : await cache.match(event.request) ?? await cache.match(plain.href);
        return kept ?? fetch(event.request);
    })());
});
