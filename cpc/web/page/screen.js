// @ts-check
// The picture on a canvas: whole steps of the CPC's pixels, its border around them.

const WIDTH = 320, LINES = 200, LEAST_BORDER = 8;

export class Screen {
    /** @param {HTMLCanvasElement} canvas */
    constructor(canvas) {
        this.canvas = canvas;
        this.context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { alpha: false }));
        this.small = document.createElement("canvas");
        this.inside = /** @type {CanvasRenderingContext2D} */ (this.small.getContext("2d", { alpha: false }));
        /** @type {number[][]} */
        this.colours = [];
        this.palette = new Uint32Array(27);
        /** @type {{pixels: Uint8Array, width: number, inks: number[], border: number} | null} */
        this.picture = null;
        this.drawn = 0; // pictures
        this.waits = false;
        new ResizeObserver(() => this.fit()).observe(canvas);
    }

    /** @param {number[][]} colours red, green and blue of the 27 colours */
    setPalette(colours) {
        this.colours = colours;
        this.palette = Uint32Array.from(colours, ([r, g, b]) => 0xff000000 | (b << 16) | (g << 8) | r);
    }

    /** @param {number} colour */
    css(colour) {
        return `rgb(${this.colours[colour].join(" ")})`;
    }

    /** @param {{pixels: Uint8Array, width: number, inks: number[], border: number}} picture */
    show(picture) {
        this.picture = picture;
        if (this.waits) return;
        this.waits = true;
        requestAnimationFrame(() => this.draw());
    }

    fit() {
        const ratio = devicePixelRatio || 1;
        const { width, height } = this.canvas.getBoundingClientRect();
        const wide = Math.max(Math.round(width * ratio), 1), high = Math.max(Math.round(height * ratio), 1);
        if (wide !== this.canvas.width || high !== this.canvas.height) {
            this.canvas.width = wide;
            this.canvas.height = high;
            if (this.picture) this.draw();
        }
    }

    draw() {
        this.waits = false;
        const picture = this.picture;
        if (!picture || !this.colours.length) return;
        this.decode(picture, this.inside, this.small);
        const { width, height } = this.canvas;
        const steps = Math.min(Math.floor(width / (WIDTH + 2 * LEAST_BORDER)), Math.floor(height / (LINES + 2 * LEAST_BORDER)));
        const scale = steps || Math.min(width / (WIDTH + 2 * LEAST_BORDER), height / (LINES + 2 * LEAST_BORDER));
        const wide = Math.round(WIDTH * scale), high = Math.round(LINES * scale);
        const left = (width - wide) >> 1, top = (height - high) >> 1;
        this.context.fillStyle = this.css(picture.border);
        this.context.fillRect(0, 0, width, height);
        this.context.imageSmoothingEnabled = wide % picture.width !== 0;
        this.context.drawImage(this.small, left, top, wide, high);
        this.drawn++;
    }

    /**
     * @param {{pixels: Uint8Array, width: number, inks: number[]}} picture
     * @param {CanvasRenderingContext2D} context @param {HTMLCanvasElement} canvas
     */
    decode(picture, context, canvas) {
        if (canvas.width !== picture.width || canvas.height !== LINES) {
            canvas.width = picture.width;
            canvas.height = LINES;
        }
        const inks = Uint32Array.from(picture.inks, (ink) => this.palette[ink]);
        const image = context.createImageData(picture.width, LINES);
        const dots = new Uint32Array(image.data.buffer);
        const pixels = picture.pixels;
        for (let i = 0; i < dots.length; i++) dots[i] = inks[pixels[i]];
        context.putImageData(image, 0, 0);
    }
}
