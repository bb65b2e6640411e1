// Above the tracks: the time, and the frames of each set.

import { fitCanvas, font, Labels, ticks } from "./draw.js";
import { announce, byId, hideTooltip, showTooltip } from "./dom.js";
import { duration, tickText, time } from "./format.js";
import { lowerBound } from "./sorted.js";

const TICKS = 22;
const FRAMES = 19;
const MAX_SETS = 4;
const CLICK_PIXELS = 4;

export class Ruler {
  #labels = new Labels();
  #drag = null;

  constructor(trace, view, theme) {
    this.trace = trace;
    this.view = view;
    this.theme = theme;
    this.canvas = byId("ruler");
    this.sets = trace.frameSets.slice().sort((a, b) => Number(b.base) - Number(a.base)).slice(0, MAX_SETS);
    this.canvas.style.height = `${TICKS + this.sets.length * FRAMES}px`;
    const head = byId("ruler-head");
    head.style.height = this.canvas.style.height;
    head.style.lineHeight = `${FRAMES}px`;
    head.style.paddingTop = `${TICKS}px`;
    byId("ruler-text").replaceChildren(...this.sets.map((set) => {
      const line = document.createElement("div");
      line.textContent = (set.base ? "Frames" : set.name) + (trace.several ? ` of ${trace.titleOf(set.process)}` : "");
      line.title = line.textContent;
      return line;
    }));
    this.#listen();
    view.add(this);
  }

  draw() {
    const { context, width, height, scale } = fitCanvas(this.canvas);
    const { theme, view } = this;
    this.perNano = this.canvas.clientWidth / view.span;
    context.fillStyle = theme.panel;
    context.fillRect(0, 0, width, height);
    context.textBaseline = "middle";
    this.#labels.begin(context, font(11 * scale));
    const { step, all } = ticks(view.from, view.to, width / (110 * scale), this.trace.origin);
    for (const tick of all) {
      const x = Math.round(this.#x(tick) * scale);
      context.fillStyle = theme.line;
      context.fillRect(x, 0, 1, TICKS * scale);
      context.fillStyle = theme.muted;
      context.fillText(tickText(tick, step, this.trace.length), x + 4 * scale, (TICKS / 2) * scale);
    }
    this.sets.forEach((set, i) => this.#drawSet(context, set, TICKS + i * FRAMES, width, scale));
    this.#drawRange(context, width, scale);
  }

  #x(timeNanos) {
    return (timeNanos - this.view.from) * this.perNano;
  }

  timeAt(x) {
    return this.view.from + x / this.perNano;
  }

  #drawSet(context, set, y, width, scale) {
    const { theme, view } = this;
    const top = y * scale;
    const height = (FRAMES - 2) * scale;
    let drawnTo = -1;
    for (let i = Math.max(0, lowerBound(set.begin, view.from) - 1); i < set.count && set.begin[i] < view.to; i++) {
      const x = this.#x(set.begin[i]) * scale;
      const end = x + Math.max(1, set.duration[i] * this.perNano * scale);
      if (end <= drawnTo || end < 0) {
        continue;
      }
      const left = Math.max(0, x);
      const right = Math.min(width, end);
      const selected = set === this.trace.frames && view.range?.frames && i >= view.range.frames[0] && i <= view.range.frames[1];
      context.fillStyle = selected ? theme.accent : i % 2 === 0 ? theme.row : theme.line;
      context.fillRect(left, top, Math.max(1, right - left - (right - left > 4 ? 1 : 0)), height);
      const label = set.number[i] >= 0 ? `${set.number[i]} · ${duration(set.duration[i])}` : duration(set.duration[i]);
      const text = right - left > 30 * scale ? this.#labels.fit(label, right - left - 8 * scale) : "";
      if (text) {
        context.fillStyle = selected ? theme.bg : theme.text;
        context.fillText(text, left + 4 * scale, top + height / 2);
      }
      drawnTo = Math.floor(end);
    }
  }

  #drawRange(context, width, scale) {
    const { range } = this.view;
    if (!range) {
      return;
    }
    const left = Math.max(0, this.#x(range.from) * scale);
    const right = Math.min(width, this.#x(range.to) * scale);
    if (right <= left) {
      return;
    }
    context.fillStyle = this.theme.accent;
    context.fillRect(left, (TICKS - 3) * scale, right - left, 3 * scale);
    const text = duration(range.to - range.from);
    const room = this.#labels.width(text) + 10 * scale;
    const middle = Math.min(width - room / 2, Math.max(room / 2, (left + right) / 2));
    context.fillRect(middle - room / 2, 2 * scale, room, 15 * scale);
    context.fillStyle = this.theme.bg;
    context.fillText(text, middle - room / 2 + 5 * scale, 9.5 * scale);
  }

  #frameAt(x, y) {
    const set = this.sets[Math.floor((y - TICKS) / FRAMES)];
    if (!set || y < TICKS) {
      return null;
    }
    const now = this.timeAt(x);
    const index = lowerBound(set.begin, now) - 1;
    return index >= 0 && set.begin[index] + set.duration[index] >= now ? { set, index } : null;
  }

  #listen() {
    const { canvas, view } = this;
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      this.#drag = { x: event.offsetX, time: this.timeAt(event.offsetX), moved: false };
    });
    canvas.addEventListener("pointermove", (event) => {
      const drag = this.#drag;
      if (drag) {
        drag.moved ||= Math.abs(event.offsetX - drag.x) > CLICK_PIXELS;
        if (drag.moved) {
          hideTooltip();
          view.selectRange(drag.time, this.timeAt(event.offsetX));
        }
        return;
      }
      const hit = this.#frameAt(event.offsetX, event.offsetY);
      if (hit) {
        const { set, index } = hit;
        const name = set.number[index] >= 0 ? `${set.name} ${set.number[index]}` : set.name;
        showTooltip(event.clientX, event.clientY, [name, ["took", duration(set.duration[index])], ["at", time(set.begin[index])]]);
      } else {
        hideTooltip();
      }
    });
    canvas.addEventListener("pointerup", (event) => {
      const drag = this.#drag;
      this.#drag = null;
      if (!drag || drag.moved) {
        return;
      }
      const hit = this.#frameAt(event.offsetX, event.offsetY);
      if (hit?.set === this.trace.frames) {
        announce(`Frame ${view.selectFrame(hit.index)}`);
      } else if (hit) {
        view.selectRange(hit.set.begin[hit.index], hit.set.begin[hit.index] + hit.set.duration[hit.index]);
      } else {
        view.selectRange(0, 0);
      }
    });
    canvas.addEventListener("pointerleave", hideTooltip);
    canvas.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        view.zoom(Math.exp(Math.max(-300, Math.min(300, event.deltaY)) * 0.002), this.timeAt(event.offsetX));
      },
      { passive: false },
    );
  }
}
