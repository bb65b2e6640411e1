// The way of each frame from the input to the screen: a row of bars in the table of frames, and its figures.

import { PHASE_TIMES } from "./data.js";
import { element } from "./dom.js";
import { count, duration } from "./format.js";

/** Of the longest frames, which would make all others small. */
const CLIPPED = 0.02;

/** Bars of a row: name, first time and last time, and the lane; "begin" and "end" are those of the frame. */
const BARS = [
  ["input and simulation", "input", "submit", "cpu"],
  ["submission", "submit", "presentBegin", "cpu"],
  ["present call", "presentBegin", "presentEnd", "cpu"],
  ["queued for the screen", "presentEnd", "screen", "cpu"],
  ["GPU", "gpuBegin", "gpuEnd", "gpu"],
];

export class Phases {
  constructor(times) {
    this.times = times;
    this.any = times.some((time) => !Number.isNaN(time));
    const ends = [];
    for (let frame = 0; frame * PHASE_TIMES < times.length; frame++) {
      const last = this.lastOf(frame);
      if (last > 0) {
        ends.push(last);
      }
    }
    ends.sort((a, b) => a - b);
    this.scale = Math.max(1, ends[Math.floor((ends.length - 1) * (1 - CLIPPED))] ?? 1);
  }

  /** Times from the frame's begin on; NaN for what is not known. */
  of(frame) {
    const [input, submit, gpuBegin, gpuEnd, presentBegin, presentEnd, screen] = this.times.subarray(frame * PHASE_TIMES, (frame + 1) * PHASE_TIMES);
    return { input, submit, gpuBegin, gpuEnd, presentBegin, presentEnd, screen };
  }

  /** The last known time of a frame, from its begin on; 0 if none is known. */
  lastOf(frame) {
    let last = 0;
    for (const time of this.times.subarray(frame * PHASE_TIMES, (frame + 1) * PHASE_TIMES)) {
      last = time > last ? time : last;
    }
    return last;
  }

  /** From the input, or the begin of the frame, to the last known time. */
  latencyOf(frame) {
    const { input } = this.of(frame);
    return this.lastOf(frame) - (Number.isNaN(input) ? 0 : input);
  }
}

/** The bars of a frame. Processor and GPU are one below the other. */
export function phaseBars(phases, frame) {
  const times = phases.of(frame);
  const row = element("div", { class: "phases" });
  const texts = [];
  for (const [name, from, to, lane] of BARS) {
    const begin = times[from];
    const end = times[to];
    if (end >= begin) {
      const bar = element("i", { class: `phase-${lane} phase-${from}` });
      bar.style.left = `${(begin / phases.scale) * 100}%`;
      bar.style.width = `${((end - begin) / phases.scale) * 100}%`;
      row.append(bar);
      texts.push(`${name} ${duration(end - begin)}, from ${duration(begin)} on`);
    }
  }
  row.title = texts.join("\n");
  return row;
}

/** What the colours of the bars mean. */
export function phaseLegend() {
  return element(
    "p",
    { class: "phase-legend hint" },
    ...BARS.map(([name, from]) => element("span", {}, element("span", { class: `swatch phase-${from}`, "aria-hidden": "true" }), name)),
  );
}

/** Names and values about how evenly frames follow each other, and how long their phases take. */
export function pacingFigures(set) {
  const { pacing, phases } = set;
  const figures = [];
  if (pacing) {
    figures.push(["interval", duration(pacing.median)], ["jitter", duration(pacing.jitter)]);
    if (pacing.display > 0) {
      figures.push(["display", duration(pacing.display)]);
    }
    figures.push(["missed", count(pacing.missed)]);
  }
  for (const { title, p50, p99 } of phases ?? []) {
    figures.push([title, `${duration(p50)}, p99 ${duration(p99)}`]);
  }
  return figures;
}
