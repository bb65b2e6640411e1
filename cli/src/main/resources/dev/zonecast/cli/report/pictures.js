// Frame images: BC1 (DXT1) blocks, drawn by the page itself.

import { inflated } from "./data.js";

function expanded(color) {
  const red = color >> 11;
  const green = (color >> 5) & 63;
  const blue = color & 31;
  return [(red << 3) | (red >> 2), (green << 2) | (green >> 4), (blue << 3) | (blue >> 2)];
}

const packed = ([red, green, blue]) => (255 << 24) | (blue << 16) | (green << 8) | red;
const mixed = (a, b, partsOfA, parts) =>
  a.map((value, i) => Math.trunc((value * partsOfA + b[i] * (parts - partsOfA)) / parts));

/** The four colours of a block, as Direct3D 10 and later require. */
function palette(first, second) {
  const a = expanded(first);
  const b = expanded(second);
  return first > second
    ? [packed(a), packed(b), packed(mixed(a, b, 2, 3)), packed(mixed(a, b, 1, 3))]
    : [packed(a), packed(b), packed(mixed(a, b, 1, 2)), packed([0, 0, 0])];
}

/** Pixels of a picture. Its blocks come as all colours first, then all choices. */
async function decoded({ deflated, width, height, bottomUp }) {
  const bytes = await inflated(deflated);
  const view = new DataView(bytes.buffer);
  const image = new ImageData(width, height);
  const pixels = new Int32Array(image.data.buffer);
  const columns = width / 4;
  const blocks = (columns * height) / 4;
  for (let block = 0; block < blocks; block++) {
    const colors = palette(view.getUint16(block * 4, true), view.getUint16(block * 4 + 2, true));
    const choices = view.getUint32(blocks * 4 + block * 4, true);
    const x = (block % columns) * 4;
    const y = Math.floor(block / columns) * 4;
    for (let i = 0; i < 16; i++) {
      const row = y + (i >> 2);
      pixels[(bottomUp ? height - 1 - row : row) * width + x + (i & 3)] = colors[(choices >>> (2 * i)) & 3];
    }
  }
  return image;
}

/** Draws a picture in a canvas; of several that are asked for quickly, the last one. */
export class PictureCanvas {
  #canvas;
  #wanted = null;
  #cache = new Map();

  constructor(canvas) {
    this.#canvas = canvas;
  }

  get picture() {
    return this.#wanted;
  }

  async show(picture) {
    if (picture === this.#wanted) {
      return;
    }
    this.#wanted = picture;
    if (!picture) {
      return;
    }
    let image = this.#cache.get(picture);
    if (!image) {
      image = await decoded(picture);
      if (this.#cache.size > 40) {
        this.#cache.clear();
      }
      this.#cache.set(picture, image);
    }
    if (this.#wanted === picture) {
      this.#canvas.width = picture.width;
      this.#canvas.height = picture.height;
      this.#canvas.getContext("2d").putImageData(image, 0, 0);
      this.#canvas.dataset.frame = picture.frame;
    }
  }
}
