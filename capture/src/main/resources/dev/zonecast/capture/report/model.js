// What can be asked of a recording.

import { load } from "./data.js";
import { Markers } from "./markers.js";
import { lowerBound } from "./sorted.js";

const BLOCK = 64;

/** A row of zones: those of one depth of a track, one beside the other. */
class Row {
  constructor(track, depth, from, to) {
    this.track = track;
    this.depth = depth;
    this.from = from;
    this.to = to;
  }
}

/** A part counts as longer than usual from that part of the frame's time on. */
const LONGER_FROM = 0.02;

/** Of the recording's length: what is shown of the time before it, where results of the GPU may lie. */
const START_MARGIN = 0.02;

/** Tracks of the waits of a thread are called so, and then its name. */
const WAITS = "JVM: waits of ";

export class Trace {
  static async load() {
    return new Trace(await load());
  }

  constructor({ meta, zones, frames, plots, messages, locks, markers, pictures }) {
    this.meta = meta;
    this.zones = zones;
    this.places = meta.places;
    this.plots = plots;
    this.messages = messages;
    this.locks = locks;
    this.length = meta.lengthNanos;
    this.origin = meta.session?.startNanos ?? 0;
    // What was open when the recording began may have begun long before.
    this.start = Math.max(0, this.origin - START_MARGIN * meta.lengthNanos);
    this.frameSets = frames;
    this.frames = frames.find((set) => set.base) ?? frames[0] ?? null;
    /** Processes that have anything: { id, name }, in the order of the recording. */
    this.processes = meta.processes.filter(({ id }) => meta.tracks.some((track) => track.process === id));
    this.pictures = pictures.filter((picture) => !this.several || picture.process === this.frames?.process);
    this.rows = [];
    this.tracks = meta.tracks.map((track, index) => this.#track(track, index));
    this.rowStarts = Float64Array.from(this.rows, (row) => row.from);
    this.markers = new Markers(meta, markers, this.tracks);
    messages.forEach((message) => this.tracks[message.track].messages.push(message));
    locks.forEach((span) => this.tracks[span.track].spans.push(span));
    this.#sumUp();
  }

  /** Programs were recorded together. */
  get several() {
    return this.processes.length > 1;
  }

  nameOf(process) {
    return this.processes.find(({ id }) => id === process)?.name || "process";
  }

  /** Rows of the program whose frames are shown. */
  get #rowsOfFrames() {
    return this.several && this.frames ? this.rows.filter((row) => this.tracks[row.track].process === this.frames.process) : this.rows;
  }

  #track(track, index) {
    const rows = [];
    let from = this.rows.length === 0 ? 0 : this.rows.at(-1).to;
    track.rows.forEach((length, depth) => {
      rows.push(new Row(index, depth, from, from + length));
      from += length;
    });
    this.rows.push(...rows);
    return { ...track, index, rows, messages: [], spans: [] };
  }

  /** Sums for what a pixel covers, the longest zone of each block, and times without the zones inside. */
  #sumUp() {
    const { count, begin, duration } = this.zones;
    const sums = new Float64Array(count + 1);
    const longest = new Int32Array(Math.ceil(count / BLOCK));
    for (let i = 0, block = 0; i < count; block++) {
      let best = i;
      for (const end = Math.min(count, i + BLOCK); i < end; i++) {
        sums[i + 1] = sums[i] + duration[i];
        if (duration[i] > duration[best]) {
          best = i;
        }
      }
      longest[block] = best;
    }
    const self = duration.slice();
    for (const track of this.tracks) {
      for (let depth = 0; depth + 1 < track.rows.length; depth++) {
        const row = track.rows[depth];
        const inner = track.rows[depth + 1];
        let child = inner.from;
        for (let i = row.from; i < row.to; i++) {
          const end = begin[i] + duration[i];
          while (child < inner.to && begin[child] < begin[i]) {
            child++;
          }
          while (child < inner.to && begin[child] < end) {
            self[i] -= duration[child++];
          }
          if (self[i] < 0) {
            self[i] = 0;
          }
        }
      }
    }
    Object.assign(this.zones, { self, sums, longest });
  }

  /** The longest of the zones from..to of one row. */
  longestOf(from, to) {
    const { duration, longest } = this.zones;
    let best = from;
    let i = from;
    while (i < to) {
      if (i % BLOCK === 0 && i + BLOCK <= to) {
        const candidate = longest[i / BLOCK];
        best = duration[candidate] > duration[best] ? candidate : best;
        i += BLOCK;
      } else {
        best = duration[i] > duration[best] ? i : best;
        i++;
      }
    }
    return best;
  }

  // --- a zone

  name(zone) {
    return this.zones.name.get(zone) ?? this.places[this.zones.place[zone]].name;
  }

  placeOf(zone) {
    return this.places[this.zones.place[zone]];
  }

  end(zone) {
    return this.zones.begin[zone] + this.zones.duration[zone];
  }

  rowOf(zone) {
    return this.rows[lowerBound(this.rowStarts, zone + 1) - 1];
  }

  trackOf(zone) {
    return this.tracks[this.rowOf(zone).track];
  }

  /** The zone around a zone; -1 if there is none. */
  parent(zone) {
    const row = this.rowOf(zone);
    for (let depth = row.depth - 1; depth >= 0; depth--) {
      const outer = this.tracks[row.track].rows[depth];
      const candidate = this.at(outer, this.zones.begin[zone]);
      if (candidate >= 0) {
        return candidate;
      }
    }
    return -1;
  }

  /** The zones directly inside a zone, as first and last + 1. */
  children(zone) {
    const row = this.rowOf(zone);
    const inner = this.tracks[row.track].rows[row.depth + 1];
    return inner ? this.within(inner, this.zones.begin[zone], this.end(zone)) : [0, 0];
  }

  /** The zone of a row that is open at a time; -1 if none is. */
  at(row, time) {
    const { begin, duration } = this.zones;
    const i = lowerBound(begin, time, row.from, row.to);
    if (i < row.to && begin[i] === time) {
      return i;
    }
    return i > row.from && begin[i - 1] + duration[i - 1] > time ? i - 1 : -1;
  }

  /** Zones of a row that begin from..to, as first and last + 1. */
  within(row, from, to) {
    const first = lowerBound(this.zones.begin, from, row.from, row.to);
    return [first, lowerBound(this.zones.begin, to, first, row.to)];
  }

  // --- frames and pictures

  /** The frame of the base set at a time, or the last one before it; -1 if there is none. */
  frameAt(time) {
    return this.frames ? lowerBound(this.frames.begin, time + 0.5) - 1 : -1;
  }

  /** The picture of a frame, or the last one before it; null if there is none. */
  pictureOf(frame) {
    if (frame < 0 || this.pictures.length === 0) {
      return null;
    }
    const number = this.frames.number[frame];
    let found = null;
    for (const picture of this.pictures) {
      if (picture.frame > number) {
        break;
      }
      found = picture;
    }
    return found;
  }

  // --- figures

  /**
   * Figures of the zones that begin within a time, by place: those with the most time of their own first, what only waits last.
   * `values` are all durations, sorted.
   */
  zoneStatistics(from, to) {
    const { place, duration, self } = this.zones;
    const ranges = this.rows.map((row) => this.within(row, from, to)).filter(([first, end]) => end > first);
    const counts = new Uint32Array(this.places.length);
    for (const [first, end] of ranges) {
      for (let i = first; i < end; i++) {
        counts[place[i]]++;
      }
    }
    const all = [];
    const byPlace = this.places.map((p, index) => {
      if (counts[index] === 0) {
        return null;
      }
      const figures = { index, place: p, count: 0, total: 0, self: 0, values: new Float64Array(counts[index]) };
      all.push(figures);
      return figures;
    });
    for (const [first, end] of ranges) {
      for (let i = first; i < end; i++) {
        const figures = byPlace[place[i]];
        figures.values[figures.count++] = duration[i];
        figures.total += duration[i];
        figures.self += self[i];
      }
    }
    const allSelf = all.reduce((sum, figures) => sum + (figures.place.idle ? 0 : figures.self), 0);
    all.forEach((figures) => completeFigures(figures, allSelf));
    return all.sort((a, b) => a.place.idle - b.place.idle || b.self - a.self);
  }

  /** How many zones begin within a time. */
  countWithin(from, to) {
    return this.rows.reduce((sum, row) => {
      const [first, end] = this.within(row, from, to);
      return sum + end - first;
    }, 0);
  }

  /** Time of its own that each place has in a frame on the average. */
  get usualSelf() {
    if (!this.usual) {
      const { place, self } = this.zones;
      this.usual = new Float64Array(this.places.length);
      for (const row of this.#rowsOfFrames) {
        for (let i = row.from; i < row.to; i++) {
          this.usual[place[i]] += self[i] / this.frames.count;
        }
      }
    }
    return this.usual;
  }

  /** Places that took more time to work in some frames than they do on the average, the largest excess first. */
  longerThanUsual(first, last) {
    const { begin, duration } = this.frames;
    const from = begin[first];
    const to = begin[last] + duration[last];
    const excess = new Map();
    for (const row of this.#rowsOfFrames) {
      if (this.tracks[row.track].kind !== "jvm") {
        const [start, end] = this.within(row, from, to);
        for (let i = start; i < end; i++) {
          const { place, self } = this.zones;
          excess.set(place[i], (excess.get(place[i]) ?? 0) + self[i]);
        }
      }
    }
    return [...excess]
      .map(([index, self]) => ({ index, place: this.places[index], excess: self - this.usualSelf[index] * (last - first + 1) }))
      .filter((part) => part.excess >= LONGER_FROM * (to - from) && !part.place.idle)
      .sort((a, b) => b.excess - a.excess);
  }

  /** Places with the time of their own that they have in a frame, [place, nanoseconds], the largest first, without what only waits. */
  contentsOf(frame) {
    const from = this.frames.begin[frame];
    const to = from + this.frames.duration[frame];
    const { place, self } = this.zones;
    const sums = new Map();
    for (const row of this.#rowsOfFrames) {
      const [first, end] = this.within(row, from, to);
      for (let i = first; i < end; i++) {
        sums.set(place[i], (sums.get(place[i]) ?? 0) + Math.min(self[i], to - from));
      }
    }
    return [...sums].filter(([index]) => !this.places[index].idle).sort((a, b) => b[1] - a[1]);
  }

  /** What the virtual machine did within a time, by name and track, the longest first; a zone counts as far as it lies within. */
  jvmWithin(from, to) {
    const { begin, duration } = this.zones;
    const parts = new Map();
    for (const row of this.#rowsOfFrames) {
      const track = this.tracks[row.track];
      if (track.kind === "jvm") {
        // Those of a row follow each other: only the one before the first may reach in.
        const [start, end] = this.within(row, from, to);
        for (let i = Math.max(row.from, start - 1); i < end; i++) {
          const nanos = Math.min(to, begin[i] + duration[i]) - Math.max(from, begin[i]);
          if (nanos > 0) {
            const key = `${this.name(i)}\n${track.name}`;
            const who = track.name.startsWith(WAITS) ? ` of ${track.name.slice(WAITS.length)}` : "";
            const part = parts.get(key) ?? { name: this.name(i) + who, track: track.name, zone: i, nanos: 0 };
            part.nanos += nanos;
            parts.set(key, part);
          }
        }
      }
    }
    return [...parts.values()].sort((a, b) => b.nanos - a.nanos);
  }

  /** The longest zones of a place that begin within a time. */
  longestOfPlace(placeIndex, from, to, most) {
    const { place, duration } = this.zones;
    const found = [];
    for (const row of this.rows) {
      const [first, end] = this.within(row, from, to);
      for (let i = first; i < end; i++) {
        if (place[i] === placeIndex && (found.length < most || duration[i] > duration[found.at(-1)])) {
          const at = found.findIndex((other) => duration[other] < duration[i]);
          found.splice(at < 0 ? found.length : at, 0, i);
          found.length = Math.min(found.length, most);
        }
      }
    }
    return found;
  }

  /** The next zone, by its begin, that a test accepts, after another; -1 if there is none. */
  nextZone(after, step, accept) {
    const { begin, count } = this.zones;
    const time = after < 0 ? -Infinity : begin[after];
    let best = -1;
    for (let i = 0; i < count; i++) {
      const later = step > 0 ? begin[i] > time || (begin[i] === time && i > after) : begin[i] < time || (begin[i] === time && i < after);
      if (later && accept(i) && (best < 0 || (step > 0 ? begin[i] < begin[best] : begin[i] >= begin[best]))) {
        best = i;
      }
    }
    return best;
  }
}

/** Of sorted values: the one that as large a part does not exceed. */
export function percentile(sorted, part) {
  return sorted.length === 0 ? 0 : sorted[Math.min(sorted.length, Math.max(1, Math.ceil(part * sorted.length))) - 1];
}

function completeFigures(figures, allSelf) {
  const { values, total, count } = figures;
  values.sort();
  figures.mean = total / count;
  figures.min = values[0];
  figures.max = values[count - 1];
  figures.p50 = percentile(values, 0.5);
  figures.p90 = percentile(values, 0.9);
  figures.p99 = percentile(values, 0.99);
  figures.selfPart = allSelf === 0 || figures.place.idle ? 0 : figures.self / allSelf;
  let squares = 0;
  for (const value of values) {
    squares += (value - figures.mean) ** 2;
  }
  figures.std = count < 2 ? 0 : Math.sqrt(squares / (count - 1));
}

/** Figures of frames from..to of a set; frames that the recording's end cut off are left out. */
export function frameStatistics(set, from, to) {
  const end = set.lastCutOff && to === set.count ? to - 1 : to;
  const values = set.duration.slice(from, Math.max(from, end)).sort();
  const total = values.reduce((sum, value) => sum + value, 0);
  const low = (part) => {
    const taken = Math.max(1, Math.ceil(part * values.length));
    const slowest = values.slice(values.length - taken).reduce((sum, value) => sum + value, 0);
    return slowest === 0 ? 0 : (taken * 1e9) / slowest;
  };
  return {
    count: values.length,
    values,
    mean: values.length === 0 ? 0 : total / values.length,
    rate: total === 0 ? 0 : (values.length * 1e9) / total,
    low1: low(0.01),
    low01: low(0.001),
    min: values[0] ?? 0,
    p50: percentile(values, 0.5),
    p99: percentile(values, 0.99),
    max: values.at(-1) ?? 0,
  };
}
