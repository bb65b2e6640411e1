// How the durations of the zones of a place are distributed.

import { fitCanvas, font, Labels } from "./draw.js";
import { hideTooltip, showTooltip } from "./dom.js";
import { count, duration } from "./format.js";
import { lowerBound } from "./sorted.js";

const MOST_BINS = 60;
const AXIS = 16;

export class Histogram {
  #labels = new Labels();
  #bins = [];
  #figures = null;
  #mark = -1;

  constructor(canvas, theme) {
    this.canvas = canvas;
    this.theme = theme;
    canvas.addEventListener("pointermove", (event) => this.#hover(event));
    canvas.addEventListener("pointerleave", hideTooltip);
    new ResizeObserver(() => this.draw()).observe(canvas);
  }

  /** Shows figures of a place with its durations, sorted; `mark` is the duration of a single zone, -1 = none. */
  set(figures, values, mark) {
    this.#figures = figures;
    this.#mark = mark;
    this.#bins = values.length > 0 ? binned(values) : [];
    this.canvas.setAttribute(
      "aria-label",
      figures
        ? `Durations of ${figures.place.name}: ${count(figures.count)} from ${duration(figures.min)} to ${duration(figures.max)}${figures.p50 === undefined ? "" : `, median ${duration(figures.p50)}`}`
        : "",
    );
    this.draw();
  }

  draw() {
    const { context, width, height, scale } = fitCanvas(this.canvas);
    context.clearRect(0, 0, width, height);
    if (this.#bins.length === 0) {
      return;
    }
    const bins = this.#bins;
    const most = Math.max(...bins.map((bin) => bin.count));
    const bottom = height - AXIS * scale;
    bins.forEach((bin, i) => {
      const left = (i * width) / bins.length;
      const right = ((i + 1) * width) / bins.length;
      const tall = bin.count === 0 ? 0 : Math.max(2 * scale, (bin.count / most) * (bottom - 4 * scale));
      context.fillStyle = this.theme.full(this.#figures.index);
      context.fillRect(left, bottom - tall, Math.max(1, right - left - 1), tall);
    });
    this.#labels.begin(context, font(10.5 * scale));
    context.textBaseline = "middle";
    context.fillStyle = this.theme.muted;
    const least = duration(bins[0].from);
    const greatest = duration(bins.at(-1).to);
    context.fillText(least, 0, height - 6 * scale);
    context.fillText(greatest, width - this.#labels.width(greatest), height - 6 * scale);
    if (this.#figures.p50 !== undefined) {
      this.#drawMark(context, this.#figures.p50, "p50", this.theme.muted, width, bottom, scale);
    }
    if (this.#mark >= 0) {
      this.#drawMark(context, this.#mark, "this one", this.theme.accent, width, bottom, scale);
    }
  }

  #drawMark(context, value, text, color, width, bottom, scale) {
    const x = Math.min(width - 1, Math.max(0, this.#place(value) * width));
    context.fillStyle = color;
    context.fillRect(Math.round(x), 0, 1.5 * scale, bottom);
    const room = this.#labels.width(text) + 4 * scale;
    context.fillText(text, x + room > width ? x - room : x + 4 * scale, text === "p50" ? 7 * scale : 19 * scale);
  }

  #place(value) {
    const bins = this.#bins;
    const from = Math.log(bins[0].from || 1);
    const to = Math.log(bins.at(-1).to);
    return to === from ? 0.5 : (Math.log(Math.max(1, value)) - from) / (to - from);
  }

  #hover(event) {
    const bin = this.#bins[Math.floor((event.offsetX / this.canvas.clientWidth) * this.#bins.length)];
    if (bin) {
      showTooltip(event.clientX, event.clientY, [`${count(bin.count)} zones`, `${duration(bin.from)} to ${duration(bin.to)}`]);
    }
  }
}

/** Bins of equal width by the logarithm: durations spread over powers of ten. */
function binned(sorted) {
  const least = Math.max(1, sorted[0]);
  const greatest = Math.max(least + 1, sorted.at(-1) + 1);
  const bins = Math.max(1, Math.min(MOST_BINS, Math.ceil(Math.sqrt(sorted.length) * 2), Math.round(greatest - least)));
  const ratio = (greatest / least) ** (1 / bins);
  const all = [];
  let from = least;
  let first = 0;
  for (let i = 0; i < bins; i++) {
    const to = i === bins - 1 ? greatest : least * ratio ** (i + 1);
    const end = i === bins - 1 ? sorted.length : lowerBound(sorted, to);
    all.push({ from, to, count: end - first });
    from = to;
    first = end;
  }
  return all;
}
