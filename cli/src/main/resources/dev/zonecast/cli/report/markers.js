// Markers: what they say, and where they are. A marker is its number in the columns.

import { bytes, duration, number, sinceStart, time } from "./format.js";
import { lowerBound } from "./sorted.js";

const INTERVAL = 1;
const CUT_OFF = 2;
const PLACE = /\{([^{}]*)\}/g;
const CHOICE = /^marker\.data\.(\w+)\s*\?\s*'([^']*)'\s*:\s*'([^']*)'$/;
const DATA = /^marker\.data\.(\w+)$/;
const MILLI = 1e6;

/** Markers of a track that do not overlap, from..to of the columns. */
class Lane {
  constructor(track, from, to) {
    this.track = track;
    this.from = from;
    this.to = to;
  }
}

/** A value as its schema wants it. Milliseconds and so on get the unit that suits them. */
function shown(format, value) {
  switch (format) {
    case "duration":
    case "milliseconds":
      return duration(value * MILLI);
    case "time":
      return sinceStart(value * MILLI);
    case "seconds":
      return duration(value * 1e9);
    case "microseconds":
      return duration(value * 1e3);
    case "nanoseconds":
      return duration(value);
    case "bytes":
      return bytes(value);
    case "percentage":
      return `${number(value * 100)} %`;
    case "hexadecimal":
      return `0x${Math.trunc(value).toString(16)}`;
    case "pid":
    case "tid":
      return String(value);
    default:
      return number(value);
  }
}

export class Markers {
  /** Lanes are given to the tracks. */
  constructor(meta, columns, tracks) {
    Object.assign(this, columns);
    this.kinds = meta.markerKinds;
    this.texts = meta.texts;
    this.tracks = tracks;
    this.starts = [];
    let from = 0;
    for (const track of tracks) {
      this.starts.push(from);
      const lanes = track.lanes;
      track.lanes = [];
      lanes.forEach((length, i) => {
        // The last ones are in no lane: their schema wants it so.
        if (i + 1 < lanes.length) {
          track.lanes.push(new Lane(track.index, from, from + length));
        }
        from += length;
      });
    }
  }

  kindOf(marker) {
    return this.kinds[this.kind[marker]];
  }

  trackOf(marker) {
    return this.tracks[lowerBound(this.starts, marker + 1) - 1];
  }

  laneOf(marker) {
    return this.trackOf(marker).lanes.find((lane) => marker >= lane.from && marker < lane.to) ?? null;
  }

  isInterval(marker) {
    return (this.flags[marker] & INTERVAL) !== 0;
  }

  end(marker) {
    return this.begin[marker] + this.duration[marker];
  }

  /** A field's value for people, by the field's number; null if it is missing. */
  value(marker, field) {
    const at = this.firstValue[marker] + field;
    const type = this.valueTypes[at];
    if (type === 0) {
      return null;
    }
    return type === 1 ? this.texts[this.values[at]] : shown(this.kindOf(marker).fields[field].format, this.values[at]);
  }

  /** Whether a field chooses the first text of a label: no number 0, no empty text and no false. */
  #isSet(marker, field) {
    const at = this.firstValue[marker] + field;
    const raw = this.values[at];
    return this.valueTypes[at] === 1 ? this.texts[raw] !== "" && this.texts[raw] !== "false" : this.valueTypes[at] === 2 && Boolean(raw);
  }

  /** A label of the schema with its places filled. */
  fill(marker, label) {
    const kind = this.kindOf(marker);
    const data = (key, of) => {
      const field = kind.fields.findIndex((other) => other.key === key);
      return field < 0 ? null : of(field);
    };
    return label.replace(PLACE, (whole, place) => {
      const wanted = place.trim();
      const choice = CHOICE.exec(wanted);
      if (choice) {
        return data(choice[1], (field) => this.#isSet(marker, field)) ? choice[2] : choice[3];
      }
      const field = DATA.exec(wanted);
      return (field ? data(field[1], (i) => this.value(marker, i)) : this.#common(marker, wanted)) ?? "";
    });
  }

  #common(marker, place) {
    switch (place) {
      case "marker.name":
        return this.kindOf(marker).name;
      case "marker.category":
        return this.kindOf(marker).category;
      case "marker.start":
        return time(this.begin[marker]);
      case "marker.end":
        return time(this.end(marker));
      case "marker.duration":
        return duration(this.duration[marker]);
      default:
        return "";
    }
  }

  chartLabel(marker) {
    return this.fill(marker, this.kindOf(marker).chartLabel) || this.kindOf(marker).name;
  }

  heading(marker) {
    return this.fill(marker, this.kindOf(marker).tooltipLabel) || this.kindOf(marker).name;
  }

  tableLabel(marker) {
    return this.fill(marker, this.kindOf(marker).tableLabel);
  }

  /** Names and values of a marker: its own, then its data. */
  facts(marker) {
    const kind = this.kindOf(marker);
    const heading = this.heading(marker);
    return [
      ...(this.isInterval(marker) ? [["took", duration(this.duration[marker])]] : []),
      ["at", time(this.begin[marker])],
      ...(heading === kind.name ? [] : [["marker", kind.name]]),
      ["category", kind.category],
      ...kind.fields
        .map((field, i) => (field.hidden ? null : [field.label, this.value(marker, i)]))
        .filter((fact) => fact !== null && fact[1] !== null),
    ];
  }

  notes(marker) {
    const { description } = this.kindOf(marker);
    return [
      ...(description ? [description] : []),
      ...((this.flags[marker] & CUT_OFF) !== 0 ? ["was still open at the end of the recording"] : []),
    ];
  }

  /** The first marker of a lane that ends after a time, as far as that can be told by the one before. */
  firstIn(lane, timeNanos) {
    const first = lowerBound(this.begin, timeNanos, lane.from, lane.to);
    return first > lane.from && this.end(first - 1) > timeNanos ? first - 1 : first;
  }

  /** The marker of a lane at a time, or the next one that is so near; -1 if there is none. */
  at(lane, now, near) {
    const next = lowerBound(this.begin, now, lane.from, lane.to);
    const before = next - 1;
    if (before >= lane.from && this.isInterval(before) && this.end(before) >= now) {
      return before;
    }
    const distance = (marker) =>
      marker < lane.from || marker >= lane.to ? Infinity : Math.max(this.begin[marker] - now, now - this.end(marker), 0);
    const best = distance(before) <= distance(next) ? before : next;
    return distance(best) <= near ? best : -1;
  }

  /** Which markers have a text in their name, their category, or a field that is to be searched: 1 for each, and their number. */
  find(text) {
    const found = new Uint8Array(this.count);
    const hasText = this.texts.map((one) => one.toLowerCase().includes(text));
    const ofKind = this.kinds.map((kind) => `${kind.name}\n${kind.category}`.toLowerCase().includes(text));
    const searched = this.kinds.map((kind) => kind.fields.flatMap((field, i) => (field.searchable ? [i] : [])));
    let amount = 0;
    for (let marker = 0; marker < this.count; marker++) {
      const kind = this.kind[marker];
      if (ofKind[kind] || searched[kind].some((field) => this.#has(marker, field, text, hasText))) {
        found[marker] = 1;
        amount++;
      }
    }
    return { found, amount };
  }

  #has(marker, field, text, hasText) {
    const at = this.firstValue[marker] + field;
    return this.valueTypes[at] === 1
      ? hasText[this.values[at]]
      : this.valueTypes[at] === 2 && (this.value(marker, field).toLowerCase().includes(text) || String(this.values[at]) === text);
  }
}
