// @ts-check
// The AudioWorklet: plays blocks of samples (16 bits, left and right in turn) one after the other.

class Loudspeaker extends AudioWorkletProcessor {
    constructor() {
        super();
        /** @type {Int16Array[]} */
        this.blocks = [];
        this.at = 0; // in the first block
        this.left = 0;
        this.right = 0;
        /** @type {MessagePort | null} */
        this.worker = null;
        this.port.onmessage = (event) => {
            this.worker = event.data;
            if (this.worker) this.worker.onmessage = (block) => this.blocks.push(new Int16Array(block.data));
        };
    }

    /** @param {Float32Array[][]} _inputs @param {Float32Array[][]} outputs */
    process(_inputs, outputs) {
        const [left, right] = outputs[0];
        let played = 0;
        for (let i = 0; i < left.length; i++) {
            const block = this.blocks[0];
            if (block) {
                this.left = block[this.at++] / 32768;
                this.right = block[this.at++] / 32768;
                played++;
                if (this.at >= block.length) {
                    this.blocks.shift();
                    this.at = 0;
                }
            } else { // nothing is there: it fades, so that it does not click
                this.left *= 0.995;
                this.right *= 0.995;
            }
            left[i] = this.left;
            right[i] = this.right;
        }
        if (played && this.worker) this.worker.postMessage(played);
        return true;
    }
}

registerProcessor("loudspeaker", Loudspeaker);
