// Stack samples: what they are, and where they are on the timeline.

import { LEVELS } from "./colors.js";
import { bytes, count, duration, time } from "./format.js";
import { lowerBound } from "./sorted.js";

/** Kinds in the order of the numbers in the columns. `word` is that of a sample's weight. */
export const SAMPLE_KINDS = [
  { name: "CPU samples", one: "ran", format: duration },
  { name: "native samples", one: "was in native code", format: duration },
  { name: "sleeps", one: "fell asleep", format: duration },
  { name: "allocations", one: "allocated", format: bytes },
];

/** In a tooltip. */
const MOST_CALLS = 12;
const NONE = { time: [], stack: [], kinds: [], weight: [], type: [] };

export class Samples {
  constructor({ functions, functionOf, caller, line, tracks }) {
    Object.assign(this, { functions, functionOf, caller, line, tracks });
    this.count = tracks.reduce((sum, { time }) => sum + time.length, 0);
  }

  ofTrack(track) {
    return this.tracks[track.index] ?? NONE;
  }

  /** Places in SAMPLE_KINDS of all kinds that there are. */
  get kinds() {
    const found = new Set();
    this.tracks.forEach(({ kinds }) => kinds.forEach((kind) => found.add(kind)));
    return [...found].sort((a, b) => a - b);
  }

  /** The calls of a stack, innermost first, as text. */
  calls(stack) {
    const lines = [];
    for (let at = stack; at > 0; at = this.caller[at]) {
      const { name, file } = this.functions[this.functionOf[at]];
      lines.push(file ? `${name} (${file}${this.line[at] ? `:${this.line[at]}` : ""})` : name);
    }
    return lines;
  }

  /** Lines about a sample of a track: what happened, when, and the innermost calls. */
  describe({ time: times, stack, kinds, weight, type }, sample) {
    const { one, format } = SAMPLE_KINDS[kinds[sample]];
    const calls = this.calls(stack[sample]);
    return [
      `${one} ${format(weight[sample])}${type[sample] ? ` of ${type[sample]}` : ""}`,
      ["at", time(times[sample])],
      ...calls.slice(0, MOST_CALLS),
      ...(calls.length > MOST_CALLS ? [`and ${count(calls.length - MOST_CALLS)} callers`] : []),
    ];
  }

  nameOf(stack) {
    return stack > 0 ? this.functions[this.functionOf[stack]].name : "(no stack)";
  }
}

/** A tick for each sample in the colour of its innermost function; what falls on one pixel is drawn once. */
export function drawSamples(timeline, context, samples, y, height, scale) {
  const { time: times, stack, kinds } = samples;
  const { view, theme, trace } = timeline;
  let drawnTo = -Infinity;
  for (let i = lowerBound(times, view.from); i < times.length && times[i] <= view.to; i++) {
    const x = timeline.x(times[i]) * scale;
    if (x < drawnTo) {
      continue;
    }
    const shades = theme.shadesOfColor(0, trace.samples.nameOf(stack[i]));
    context.fillStyle = shades[kinds[i] === 0 ? LEVELS - 1 : 1];
    context.fillRect(Math.floor(x), y, Math.max(1, scale), height);
    drawnTo = Math.floor(x) + Math.max(1, scale);
  }
}

/** The sample nearest to a time: { samples, sample } or null. */
export function sampleAt(samples, now, near) {
  const after = lowerBound(samples.time, now);
  const [best] = [after - 1, after]
    .filter((i) => i >= 0 && i < samples.time.length && Math.abs(samples.time[i] - now) <= near)
    .sort((a, b) => Math.abs(samples.time[a] - now) - Math.abs(samples.time[b] - now));
  return best === undefined ? null : { samples, sample: best };
}
