// What can be asked of a recording.

import { load } from "./data.js";
import { Flows } from "./flows.js";
import { Markers } from "./markers.js";
import { Memory } from "./memory.js";
import { Phases } from "./phases.js";
import { Samples } from "./samples.js";
import { lowerBound } from "./sorted.js";
import { Verdicts } from "./verdicts.js";

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

/** Of the recording's length: what is shown of the time before it, where results of the GPU may lie. */
const START_MARGIN = 0.02;

export class Trace {
  /** Reads the recording of the page, or one of two by the suffix of its blocks. */
  static async load(suffix = "") {
    return new Trace(await load(suffix));
  }

  constructor({ meta, zones, frames, plots, messages, locks, flows, markers, contents, verdicts, phases, samples, memory, pictures }) {
    this.meta = meta;
    this.zones = zones;
    this.places = meta.places;
    this.plots = plots;
    this.messages = messages;
    this.locks = locks;
    this.contents = contents;
    this.verdicts = new Verdicts(meta, verdicts);
    this.phases = new Phases(phases);
    this.samples = new Samples(samples);
    this.length = meta.lengthNanos;
    this.origin = meta.startNanos;
    // What was open when the recording began may have begun long before.
    this.start = Math.max(0, meta.earliestStartNanos - START_MARGIN * meta.lengthNanos);
    this.frameSets = frames;
    this.frames = frames.find((set) => set.base) ?? frames[0] ?? null;
    /** Processes that have anything: { id, shownId, name }, in the order of the recording. */
    this.processes = meta.processes.filter(({ id }) => meta.tracks.some((track) => track.process === id));
    this.pictures = pictures;
    this.rows = [];
    this.tracks = meta.tracks.map((track, index) => this.#track(track, index));
    this.rowStarts = Float64Array.from(this.rows, (row) => row.from);
    this.markers = new Markers(meta, markers, this.tracks);
    messages.forEach((message) => this.tracks[message.track].messages.push(message));
    locks.forEach((span) => this.tracks[span.track].spans.push(span));
    this.flows = new Flows(this, flows);
    this.#sumUp();
    this.memory = new Memory(memory, this);
  }

  /** Programs were recorded together. */
  get several() {
    return this.processes.length > 1;
  }

  /** Process id as the recording has it; two programs may share one. */
  idOf(process) {
    return this.processes.find(({ id }) => id === process)?.shownId ?? process;
  }

  nameOf(process) {
    return this.processes.find(({ id }) => id === process)?.name || "process";
  }

  /** The program's name; with its id where programs have one name, or none. */
  titleOf(process) {
    const id = this.idOf(process);
    const name = this.processes.find((known) => known.id === process)?.name;
    const namesakes = this.processes.filter((known) => known.name === name).length;
    return !name ? id : namesakes > 1 ? `${name} (${id})` : name;
  }

  /** What a program has, with the program's name where there are several. */
  fullName(name, process) {
    return this.several ? `${name} of ${this.titleOf(process)}` : name;
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

  /** Sums for what a pixel covers, and the longest zone of each block. */
  #sumUp() {
    const { count, duration } = this.zones;
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
    Object.assign(this.zones, { sums, longest });
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

  /** What a frame of the base set is called: its number, or its place where it has none. */
  frameName(frame) {
    const number = this.frames.number[frame];
    return number >= 0 ? number : frame;
  }

  /** The frame of that name; -1 if there is none. */
  frameOf(name) {
    const { number } = this.frames;
    if (number[name] < 0) {
      return name;
    }
    return name >= 0 ? number.indexOf(name) : -1;
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
   * Figures of places, as `stats` has them: of the whole recording without ranges, else of the zones that begin within one of the
   * ranges [[from, to], ...]. The latter are sums of what the recording's zones have, without percentiles.
   */
  zoneFigures(ranges) {
    return ranges
      ? this.#figuresWithin(ranges)
      : this.meta.figures.zones.map((figures) => ({ ...figures, place: this.places[figures.index] }));
  }

  /** The parts of rows with zones that begin within ranges, as first and last + 1. */
  *#partsWithin(ranges) {
    for (const row of this.rows) {
      for (const [from, to] of ranges) {
        yield this.within(row, from, to);
      }
    }
  }

  #figuresWithin(ranges) {
    const { place, duration, self, cutOff } = this.zones;
    const byPlace = new Map();
    for (const [first, end] of this.#partsWithin(ranges)) {
      for (let i = first; i < end; i++) {
        if (cutOff.size > 0 && cutOff.has(i)) {
          continue;
        }
        let figures = byPlace.get(place[i]);
        if (!figures) {
          figures = { index: place[i], place: this.places[place[i]], count: 0, total: 0, self: 0, min: Infinity, max: 0 };
          byPlace.set(place[i], figures);
        }
        figures.count++;
        figures.total += duration[i];
        figures.self += self[i];
        figures.min = Math.min(figures.min, duration[i]);
        figures.max = Math.max(figures.max, duration[i]);
      }
    }
    const all = [...byPlace.values()];
    const sums = {};
    all.forEach(({ place: { time }, self: nanos }) => (sums[time] = (sums[time] ?? 0) + nanos));
    for (const figures of all) {
      const sum = sums[figures.place.time];
      figures.mean = figures.total / figures.count;
      figures.share = figures.place.time === "wait" ? null : sum === 0 ? 0 : figures.self / sum;
    }
    return all;
  }

  /** Durations of the zones of a place that begin within ranges, for its histogram. */
  durationsOf(placeIndex, ranges) {
    const { place, duration, cutOff } = this.zones;
    const values = [];
    for (const [first, end] of this.#partsWithin(ranges)) {
      for (let i = first; i < end; i++) {
        if (place[i] === placeIndex && !cutOff.has(i)) {
          values.push(duration[i]);
        }
      }
    }
    return Float64Array.from(values).sort();
  }

  /** How many zones begin within a time. */
  countWithin(from, to) {
    return this.rows.reduce((sum, row) => {
      const [first, end] = this.within(row, from, to);
      return sum + end - first;
    }, 0);
  }

  /** The longest whole zones of a place that begin within ranges. */
  longestOfPlace(placeIndex, ranges, most) {
    const { place, duration, cutOff } = this.zones;
    const found = [];
    for (const [first, end] of this.#partsWithin(ranges)) {
      for (let i = first; i < end; i++) {
        if (place[i] === placeIndex && !cutOff.has(i) && (found.length < most || duration[i] > duration[found.at(-1)])) {
          const at = found.findIndex((other) => duration[other] < duration[i]);
          found.splice(at < 0 ? found.length : at, 0, i);
          found.length = Math.min(found.length, most);
        }
      }
    }
    return found;
  }

  /** The next zone, by its begin, that a test accepts, after another, or the first one after -1; -1 if there is none. */
  nextZone(after, step, accept) {
    const { begin, count } = this.zones;
    const time = after >= 0 ? begin[after] : step > 0 ? -Infinity : Infinity;
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
