// @ts-check
// What is to be back at the next visit, in IndexedDB: the files of the drive, the program that is not saved.
// Each open tab has a place of its own, so that none overwrites another's.

const PLACES = 8;

/** @returns {Promise<IDBDatabase>} */
function opened() {
    return new Promise((resolve, reject) => {
        const request = indexedDB.open("cpc", 1);
        request.onupgradeneeded = () => request.result.createObjectStore("files");
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
        request.onblocked = () => reject(new Error("blocked"));
    });
}

/** @returns {Promise<number>} */
async function freePlace() {
    if (!navigator.locks) return 0;
    for (let place = 0; place < PLACES; place++) {
        const got = await new Promise((resolve) => {
            navigator.locks.request(`cpc-${place}`, { ifAvailable: true }, (lock) => {
                resolve(lock !== null);
                return lock ? new Promise(() => {}) : undefined; // held as long as the page is there
            }).catch(() => resolve(true));
        });
        if (got) return place;
    }
    return PLACES;
}

export class Store {
    /** @param {(error: unknown) => void} failed is told once that nothing can be kept */
    constructor(failed) {
        this.failed = failed;
        /** @type {IDBDatabase | null} */
        this.base = null;
        this.place = 0;
    }

    /** @param {unknown} error */
    fail(error) {
        this.base = null;
        this.failed(error);
    }

    /** What was kept here. @returns {Promise<Record<string, Uint8Array>>} */
    async begin() {
        try {
            this.place = await freePlace();
            const base = this.base = await opened();
            return await new Promise((resolve, reject) => {
                /** @type {Record<string, Uint8Array>} */
                const files = {};
                const request = base.transaction("files").objectStore("files").openCursor(IDBKeyRange.bound(`${this.place}/`,
                    `${this.place}0`, false, true));
                request.onsuccess = () => {
                    const cursor = request.result;
                    if (!cursor) return resolve(files);
                    files[String(cursor.key).slice(2)] = cursor.value;
                    cursor.continue();
                };
                request.onerror = () => reject(request.error);
            });
        } catch (error) {
            this.fail(error);
            return {};
        }
    }

    /** @param {[string, Uint8Array][]} files @param {string[]} gone */
    keep(files, gone) {
        if (!this.base) return Promise.resolve();
        return /** @type {Promise<void>} */ (new Promise((resolve) => {
            try {
                const change = /** @type {IDBDatabase} */ (this.base).transaction("files", "readwrite");
                const store = change.objectStore("files");
                for (const name of gone) store.delete(`${this.place}/${name}`);
                for (const [name, data] of files) store.put(data, `${this.place}/${name}`);
                change.oncomplete = () => resolve();
                change.onabort = change.onerror = () => { this.fail(change.error); resolve(); };
            } catch (error) {
                this.fail(error);
                resolve();
            }
        }));
    }
}
