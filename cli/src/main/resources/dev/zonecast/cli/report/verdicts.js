// What bounds each frame: a strip above the graph of frame times, its legend, and the evidence in words.

import { fitCanvas } from "./draw.js";
import { byId, element, hideTooltip, showTooltip } from "./dom.js";
import { count, duration, percent } from "./format.js";

/** For the light theme and the dark one. */
const COLORS = {
  cpu: ["#4a7fd6", "#5b8fe6"],
  starved_gpu: ["#8ab4f0", "#9cc0f5"],
  worker: ["#2a9d8f", "#35b5a5"],
  lock: ["#d64545", "#e86060"],
  io: ["#b9770e", "#d39a3a"],
  pause: ["#7b2d8b", "#a95bbb"],
  compile: ["#e0569b", "#ee76b2"],
  upload: ["#e07a3f", "#ee9560"],
  gpu: ["#e3b505", "#efc93d"],
  present: ["#7a8699", "#93a0b5"],
  wait: ["#a58d7f", "#b8a294"],
  outside: ["#c5cad3", "#4a505d"],
  none: ["#8fc9a3", "#3f7f57"],
};

export class Verdicts {
  constructor(meta, columns) {
    this.causes = meta.causes;
    this.texts = meta.texts;
    this.columns = columns;
  }

  get any() {
    return this.columns.cause.some((cause) => cause > 0);
  }

  /** The verdict of a frame: { name, title }; null if there is none. */
  causeOf(frame) {
    return this.causes[(this.columns.cause[frame] ?? 0) - 1] ?? null;
  }

  /** The parts of a frame, the largest first. */
  partsOf(frame) {
    const { firstPart, parts } = this.columns;
    const found = [];
    for (let i = firstPart[frame]; i < firstPart[frame + 1]; i++) {
      const [cause, nanos, text, subjectNanos] = parts.slice(4 * i, 4 * i + 4);
      found.push({ cause: this.causes[cause - 1], nanos, subject: this.texts[text], subjectNanos });
    }
    return found;
  }

  /** How many frames each cause bounds, and their share of the frames with a verdict; the most frequent first. */
  shares() {
    const frames = new Array(this.causes.length + 1).fill(0);
    this.columns.cause.forEach((cause) => frames[cause]++);
    const all = this.columns.cause.length - frames[0];
    return this.causes
      .map((cause, i) => ({ cause, frames: frames[i + 1], share: frames[i + 1] / all }))
      .filter((share) => share.frames > 0)
      .sort((a, b) => b.frames - a.frames);
  }

  /** What a cell of a table has room for: the cause and its largest subject. */
  short(frame) {
    const cause = this.causeOf(frame);
    const [largest] = this.partsOf(frame);
    return !largest || cause.name === "none" ? cause.title : `${cause.title}: ${largest.subject}`;
  }

  /** The verdict in words; empty if there is none. */
  sentence(frame) {
    const cause = this.causeOf(frame);
    const [largest] = this.partsOf(frame);
    if (!cause) {
      return "";
    }
    return largest ? `${cause.title}: ${duration(largest.nanos)} (${largest.subject} ${duration(largest.subjectNanos)})` : cause.title;
  }
}

export function causeColor(theme, cause) {
  return COLORS[cause.name][theme.dark ? 1 : 0];
}

/** A frame's verdict in a cell: its colour, its name and the largest part. */
export function verdictCell(theme, verdicts, frame) {
  const cause = verdicts.causeOf(frame);
  if (!cause) {
    return "";
  }
  const swatch = element("span", { class: "swatch", "aria-hidden": "true" });
  swatch.style.background = causeColor(theme, cause);
  return element("span", { title: verdicts.sentence(frame) }, swatch, verdicts.short(frame));
}

/** A list of the parts of a frame, each with the colour of its cause. */
export function partList(theme, parts) {
  return element(
    "ul",
    { class: "links" },
    ...parts.map(({ cause, nanos, subject }) => {
      const swatch = element("span", { class: "swatch", "aria-hidden": "true" });
      swatch.style.background = causeColor(theme, cause);
      return element(
        "li",
        {},
        element(
          "div",
          { class: "link plain", title: subject },
          swatch,
          element("span", { class: "name" }, `${cause.title} · ${subject}`),
          element("span", { class: "figure" }, duration(nanos)),
        ),
      );
    }),
  );
}

/** The strip. The graph of frame times gives it the frames and their places. */
export class VerdictStrip {
  constructor(trace, view, theme, graph) {
    Object.assign(this, { trace, view, theme, graph });
    this.canvas = byId("verdict-strip");
    if (!trace.verdicts.any) {
      this.canvas.hidden = true;
      byId("verdict-legend").hidden = true;
      return;
    }
    const shares = trace.verdicts.shares();
    this.canvas.setAttribute(
      "aria-label",
      `What bounds the frames: ${shares.map(({ cause, share }) => `${cause.title} ${percent(share)}`).join(", ")}`,
    );
    this.canvas.addEventListener("pointermove", (event) => this.#hover(event));
    this.canvas.addEventListener("pointerleave", hideTooltip);
    this.canvas.addEventListener("click", (event) => {
      const frame = graph.frameAt(event.offsetX);
      if (frame !== null) {
        view.selectFrame(frame);
      }
    });
    theme.onChange(() => this.#legend(shares));
    this.#legend(shares);
    view.add(this);
  }

  #legend(shares) {
    byId("verdict-legend").replaceChildren(
      element("span", {}, "bound by"),
      ...shares.map(({ cause, frames, share }) => {
        const swatch = element("span", { class: "swatch", "aria-hidden": "true" });
        swatch.style.background = causeColor(this.theme, cause);
        return element("span", { title: `${count(frames)} frames` }, swatch, `${cause.title} `, element("b", {}, percent(share)));
      }),
    );
  }

  draw() {
    const { context, width, height, scale } = fitCanvas(this.canvas);
    context.fillStyle = this.theme.panel;
    context.fillRect(0, 0, width, height);
    for (const { frame, left, right } of this.graph.bars(width, scale)) {
      const cause = this.trace.verdicts.causeOf(frame);
      if (cause) {
        context.fillStyle = causeColor(this.theme, cause);
        context.fillRect(left, 0, Math.max(1, right - left), height);
      }
    }
  }

  #hover(event) {
    const frame = this.graph.frameAt(event.offsetX);
    if (frame === null) {
      hideTooltip();
      return;
    }
    const { verdicts, frames } = this.trace;
    const cause = verdicts.causeOf(frame);
    showTooltip(event.clientX, event.clientY, [
      `${frames.name} ${this.trace.frameName(frame)}: ${cause ? cause.title : "no verdict"}`,
      ["took", duration(frames.duration[frame])],
      partList(this.theme, verdicts.partsOf(frame)),
    ]);
  }
}
