// The graph of frame times: a bar a frame, or the slowest frame of a pixel where there are more frames than pixels.

import { fitCanvas, font, Labels } from "./draw.js";
import { announce, byId, element, hideTooltip, showTooltip } from "./dom.js";
import { count, duration, rate, time } from "./format.js";
import { PictureCanvas } from "./pictures.js";
import { lowerBound } from "./sorted.js";

const REFERENCES = [[1e9 / 144, "144 fps"], [1e9 / 60, "60 fps"], [1e9 / 30, "30 fps"], [1e8, "10 fps"]];
const CLICK_PIXELS = 4;
const AXIS = 62;

export class FrameGraph {
  #labels = new Labels();
  #drag = null;

  constructor(trace, view, theme) {
    this.trace = trace;
    this.view = view;
    this.theme = theme;
    this.canvas = byId("frame-graph");
    this.set = trace.frames;
    if (!this.set) {
      byId("frames").hidden = true;
      return;
    }
    this.first = 0;
    this.last = this.set.count;
    this.figures = this.set.figures;
    const { p50, p99, max } = this.figures;
    this.top = Math.max(1, Math.min(max, Math.max(p99 * 1.3, p50 * 2)) * 1.06);
    this.thumbnailCanvas = element("canvas", { class: "thumbnail" });
    this.thumbnail = new PictureCanvas(this.thumbnailCanvas);
    this.#summary();
    this.#listen();
    view.add(this);
  }

  #summary() {
    const { count: n, rate: fps, low1, p50, p99, max } = this.figures;
    const figures = [
      ["frames", count(n)],
      ["mean", rate(fps)],
      ["1 % low", rate(low1)],
      ["p50", duration(p50)],
      ["p99", duration(p99)],
      ["slowest", duration(max)],
    ];
    byId("frame-figures").replaceChildren(
      ...figures.map(([name, value]) => element("span", {}, `${name} `, element("b", {}, value))),
    );
    this.canvas.setAttribute(
      "aria-label",
      `Frame times: ${figures.map((pair) => pair.join(" ")).join(", ")}. Arrow keys go from frame to frame.`,
    );
  }

  get #plotWidth() {
    return Math.max(1, this.canvas.clientWidth - AXIS);
  }

  #x(index) {
    return AXIS + ((index - this.first) / (this.last - this.first)) * this.#plotWidth;
  }

  #indexAt(x) {
    const index = Math.floor(this.first + ((x - AXIS) / this.#plotWidth) * (this.last - this.first));
    return Math.min(this.last - 1, Math.max(this.first, index));
  }

  /** The slowest frame of the pixel at x. */
  #frameAt(x) {
    const from = this.#indexAt(x);
    const to = Math.max(from + 1, this.#indexAt(x + 1));
    return this.#slowest(from, to);
  }

  #slowest(from, to) {
    let best = from;
    for (let i = from + 1; i < to; i++) {
      if (this.set.duration[i] > this.set.duration[best]) {
        best = i;
      }
    }
    return best;
  }

  /** By how it stands out among the others: what is slow depends on the program. */
  #color(nanos) {
    const { p50 } = this.figures;
    return nanos > 2.5 * p50 ? this.theme.bad : nanos > 1.5 * p50 ? this.theme.fair : this.theme.good;
  }

  draw() {
    const { context, width, height, scale } = fitCanvas(this.canvas);
    const { theme, set } = this;
    context.fillStyle = theme.panel;
    context.fillRect(0, 0, width, height);
    this.#drawReferences(context, width, height, scale);
    for (const { frame, left, right } of this.bars(width, scale)) {
      const gap = right - left > 4 * scale ? 1 : 0;
      const tall = Math.max(1, Math.min(1, set.duration[frame] / this.top) * (height - 4 * scale));
      context.fillStyle = this.#color(set.duration[frame]);
      context.globalAlpha = this.#isShown(frame) ? 1 : 0.45;
      context.fillRect(left, height - tall, Math.max(1, right - left - gap), tall);
      if (set.duration[frame] > this.top) {
        context.fillStyle = theme.text;
        context.fillRect(left, 0, Math.max(1, right - left - gap), 2 * scale);
      }
    }
    context.globalAlpha = 1;
    this.#drawWindow(context, width, height, scale);
  }

  /** What is drawn of the frames, each with its place in pixels of a canvas of that width. */
  *bars(width, scale) {
    const axis = AXIS * scale;
    const bars = Math.min(this.last - this.first, width - axis);
    for (let bar = 0; bar < bars; bar++) {
      const from = Math.floor(this.first + (bar * (this.last - this.first)) / bars);
      const to = Math.max(from + 1, Math.floor(this.first + ((bar + 1) * (this.last - this.first)) / bars));
      const left = axis + (bar * (width - axis)) / bars;
      const right = axis + ((bar + 1) * (width - axis)) / bars;
      yield { frame: this.#slowest(from, to), left, right };
    }
  }

  /** The frame that is drawn at a place; null beside the frames. */
  frameAt(x) {
    return x < AXIS ? null : this.#frameAt(x);
  }

  #isShown(frame) {
    const { range } = this.view;
    if (range?.frames) {
      return frame >= range.frames[0] && frame <= range.frames[1];
    }
    const { begin, duration: length } = this.set;
    return begin[frame] < this.view.to && begin[frame] + length[frame] > this.view.from;
  }

  #drawReferences(context, width, height, scale) {
    this.#labels.begin(context, font(10.5 * scale));
    context.textBaseline = "middle";
    const y = (nanos) => height - (nanos / this.top) * (height - 4 * scale);
    const lines = REFERENCES.filter(([nanos]) => nanos < this.top * 0.95 && nanos > this.top * 0.06);
    const { p50 } = this.figures;
    for (const [nanos, name] of [...lines.slice(-2), [p50, `p50 ${duration(p50)}`]]) {
      const isMedian = nanos === p50;
      context.fillStyle = isMedian ? this.theme.muted : this.theme.line;
      context.fillRect(AXIS * scale, Math.round(y(nanos)), width, 1);
      const clash = !isMedian && Math.abs(y(nanos) - y(p50)) < 12 * scale;
      if (!clash) {
        context.fillStyle = this.theme.muted;
        const text = isMedian ? duration(p50) : name;
        context.fillText(text, (AXIS - 6) * scale - this.#labels.width(text), Math.min(height - 7 * scale, Math.max(7 * scale, y(nanos))));
      }
    }
  }

  /** What the timeline shows. */
  #drawWindow(context, width, height, scale) {
    const { begin, count: n } = this.set;
    const place = (time) => {
      const i = Math.max(0, lowerBound(begin, time) - 1);
      const length = this.set.duration[i] || 1;
      return this.#x(Math.min(n, i + Math.min(1, Math.max(0, (time - begin[i]) / length))));
    };
    const left = Math.max(AXIS, place(this.view.from)) * scale;
    const right = Math.max(left + 2, Math.min(this.canvas.clientWidth, place(this.view.to)) * scale);
    context.strokeStyle = this.theme.accent;
    context.lineWidth = 1.5 * scale;
    context.strokeRect(left, 1, right - left, height - 2);
  }

  #describe(frame) {
    const { set } = this;
    const lines = [
      `${set.name} ${this.trace.frameName(frame)}`,
      ["took", duration(set.duration[frame])],
      ["rate", rate(1e9 / Math.max(1, set.duration[frame]))],
      ["at", time(set.begin[frame])],
    ];
    const bound = this.trace.verdicts.sentence(frame);
    if (bound) {
      lines.push(["bound by", bound]);
    }
    const picture = this.trace.pictureOf(frame);
    if (picture) {
      this.thumbnail.show(picture);
      lines.push(this.thumbnailCanvas);
    }
    return lines;
  }

  #listen() {
    const { canvas, view } = this;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.#drag = { x: event.offsetX, frame: this.#frameAt(event.offsetX), moved: false };
    });
    canvas.addEventListener("pointermove", (event) => {
      const drag = this.#drag;
      if (drag) {
        drag.moved ||= Math.abs(event.offsetX - drag.x) > CLICK_PIXELS;
        if (drag.moved) {
          const other = this.#indexAt(event.offsetX);
          view.selectFrames(Math.min(drag.frame, other), Math.max(drag.frame, other), false);
        }
      }
      if (event.offsetX >= AXIS) {
        showTooltip(event.clientX, event.clientY, this.#describe(this.#frameAt(event.offsetX)));
      }
    });
    canvas.addEventListener("pointerup", () => {
      const drag = this.#drag;
      this.#drag = null;
      if (drag?.moved && view.range?.frames) {
        view.selectFrames(...view.range.frames);
      } else if (drag) {
        announce(`Frame ${view.selectFrame(drag.frame)}`);
      }
    });
    canvas.addEventListener("pointercancel", () => (this.#drag = null));
    canvas.addEventListener("pointerleave", hideTooltip);
    canvas.addEventListener("wheel", (event) => this.#zoom(event), { passive: false });
    canvas.addEventListener("keydown", (event) => this.#key(event));
  }

  #zoom(event) {
    event.preventDefault();
    const at = this.#indexAt(event.offsetX);
    const factor = Math.exp(Math.max(-300, Math.min(300, event.deltaY)) * 0.002);
    const most = this.set.count;
    const span = Math.min(most, Math.max(Math.min(20, most), (this.last - this.first) * factor));
    const part = (at - this.first) / (this.last - this.first);
    const first = Math.min(Math.max(0, Math.round(at - part * span)), most - Math.round(span));
    this.first = Math.max(0, first);
    this.last = Math.min(most, this.first + Math.round(span));
    this.view.changed();
  }

  #key(event) {
    const steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };
    if (event.key in steps) {
      event.preventDefault();
      event.stopPropagation();
      this.step(steps[event.key]);
    }
  }

  /** Selects the frame so many after the one in view. */
  step(frames) {
    if (!this.set || this.set.count === 0) {
      return;
    }
    const index = Math.min(this.set.count - 1, Math.max(0, this.view.frameInView + frames));
    if (index < this.first || index >= this.last) {
      const span = this.last - this.first;
      this.first = Math.max(0, Math.min(this.set.count - span, Math.round(index - span / 2)));
      this.last = this.first + span;
    }
    announce(`Frame ${this.view.selectFrame(index)}, ${duration(this.set.duration[index])}`);
  }
}
