// @ts-check
// The sound: a worklet that gets its samples from the worker, over a channel of their own.

import { script } from "./machine.js";

const RATE = 44100;

export class Sound {
    /** @param {import("./machine.js").Machine} machine */
    constructor(machine) {
        this.machine = machine;
        /** @type {AudioContext | null} */
        this.context = null;
        this.on = true;
    }

    /** Browsers let a page sound only after a key or a click. */
    async begin() {
        if (!this.on || this.context || !this.machine.ready || !("AudioWorkletNode" in globalThis)) return;
        try {
            const context = this.context = new AudioContext({ sampleRate: RATE, latencyHint: "interactive" });
            await context.audioWorklet.addModule(script("loudspeaker.js"));
            const node = new AudioWorkletNode(context, "loudspeaker", { numberOfInputs: 0, outputChannelCount: [2] });
            node.connect(context.destination);
            const channel = new MessageChannel();
            node.port.postMessage(channel.port1, [channel.port1]);
            this.machine.send("loudspeaker", { port: channel.port2 }, [channel.port2]);
            await context.resume();
        } catch { // no sound hardware, or not allowed: the page works without
            this.context = null;
            this.on = false;
        }
    }

    /** @param {boolean} on */
    async turn(on) {
        this.on = on;
        if (!this.context) return this.begin();
        return on ? this.context.resume() : this.context.suspend();
    }
}
