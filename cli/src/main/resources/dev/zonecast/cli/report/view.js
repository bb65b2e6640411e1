// What is shown and what is selected. All parts of the page look at one view, and are drawn again when it changes.

const SHORTEST_NANOS = 20;
const ANIMATION_MILLIS = 140;
/** On each side of the worst frame, when the page opens. */
const FRAMES_AROUND = 2;

export class View {
  #parts = [];
  #asked = false;
  #animation = 0;
  #calm = matchMedia("(prefers-reduced-motion: reduce)");

  constructor(trace) {
    this.trace = trace;
    /** The time that is shown. */
    this.from = trace.start;
    this.to = trace.length;
    /** The zone that is selected, -1 = none. */
    this.zone = -1;
    /** The marker that is selected, -1 = none; not while a zone is. */
    this.marker = -1;
    /** The place whose zones are looked at, -1 = none. */
    this.place = -1;
    /** A selected time, or null. */
    this.range = null;
    /** The frame of the base set that is selected, -1 = none. */
    this.frame = -1;
    /** What is searched for: { places, zones, count } or null. */
    this.search = null;
    /** A row of zones or a lane of markers that the timeline has to scroll to, or null. */
    this.revealed = null;
    this.#openAtWorstFrame();
  }

  /** Who opens a page asks what was slow: the worst frame is selected, with some before and behind it. Without frames all is shown. */
  #openAtWorstFrame() {
    const { frames } = this.trace;
    if (!frames || frames.count === 0) {
      return;
    }
    const { begin, duration, count } = frames;
    const worst = duration.indexOf(duration.reduce((longest, nanos) => Math.max(longest, nanos), 0));
    this.selectFrame(worst, false);
    const last = Math.min(count - 1, worst + FRAMES_AROUND);
    this.show(begin[Math.max(0, worst - FRAMES_AROUND)], begin[last] + duration[last]);
    this.revealed = this.#busiest(begin[worst], begin[worst] + duration[worst]);
  }

  /** How much of a time the zones of a row fill. */
  #filled(row, from, to) {
    const { trace } = this;
    const [first, end] = trace.within(row, from, to);
    const before = trace.at(row, from);
    const inside = trace.zones.sums[end] - trace.zones.sums[first] - (end > first ? Math.max(0, trace.end(end - 1) - to) : 0);
    return inside + (before >= 0 && before < first ? Math.min(trace.end(before), to) - from : 0);
  }

  /** The outermost row of the thread whose zones fill most of a time; null if no thread has a zone there. */
  #busiest(from, to) {
    const { trace } = this;
    const process = trace.frames.process;
    let best = null;
    let most = 0;
    for (const { rows, kind, process: owner } of trace.tracks) {
      if (kind === "thread" && owner === process && rows.length > 0) {
        const nanos = this.#filled(rows[0], from, to);
        if (nanos > most) {
          most = nanos;
          [best] = rows;
        }
      }
    }
    return best;
  }

  /** Calls `draw` before the next picture on the screen after any change. */
  add(part) {
    this.#parts.push(part);
    this.changed();
  }

  changed() {
    if (!this.#asked) {
      this.#asked = true;
      requestAnimationFrame(() => {
        this.#asked = false;
        this.#parts.forEach((part) => part.draw());
      });
    }
  }

  get span() {
    return this.to - this.from;
  }

  /** Shows a time; as much of it as there is. A time that is no number is not shown: the page could not leave it. */
  show(from, to, smoothly = false) {
    if (!Number.isFinite(from + to)) {
      return;
    }
    const [first, last] = this.#within(from, to);
    cancelAnimationFrame(this.#animation);
    if (!smoothly || this.#calm.matches) {
      this.#set(first, last);
      return;
    }
    const began = performance.now();
    const { from: oldFrom, to: oldTo } = this;
    const step = (now) => {
      const part = Math.min(1, (now - began) / ANIMATION_MILLIS);
      const eased = 1 - (1 - part) ** 3;
      this.#set(oldFrom + (first - oldFrom) * eased, oldTo + (last - oldTo) * eased);
      if (part < 1) {
        this.#animation = requestAnimationFrame(step);
      }
    };
    this.#animation = requestAnimationFrame(step);
  }

  #within(from, to) {
    const whole = this.trace.length;
    const span = Math.min(whole * 1.02, Math.max(SHORTEST_NANOS, to - from));
    const middle = (from + to) / 2;
    const margin = Math.min(span, whole) * 0.01;
    const first = Math.min(Math.max(middle - span / 2, -margin), Math.max(-margin, whole + margin - span));
    return [first, first + span];
  }

  #set(from, to) {
    this.from = from;
    this.to = to;
    this.changed();
  }

  zoom(factor, at = (this.from + this.to) / 2, smoothly = false) {
    this.show(at - (at - this.from) * factor, at + (this.to - at) * factor, smoothly);
  }

  pan(nanos, smoothly = false) {
    this.show(this.from + nanos, this.to + nanos, smoothly);
  }

  showAll() {
    this.show(this.trace.start, this.trace.length, true);
  }

  // --- selection

  selectZone(zone, reveal = false) {
    this.zone = zone;
    this.marker = -1;
    if (zone >= 0) {
      this.place = this.trace.zones.place[zone];
      if (reveal) {
        this.#reveal(this.trace.zones.begin[zone], this.trace.end(zone));
        this.revealed = this.trace.rowOf(zone);
      }
    }
    this.changed();
  }

  selectMarker(marker, reveal = false) {
    this.zone = -1;
    this.marker = marker;
    if (marker >= 0 && reveal) {
      const { markers } = this.trace;
      if (markers.duration[marker] > 0) {
        this.#reveal(markers.begin[marker], markers.end(marker));
      } else {
        this.showMoment(markers.begin[marker]);
      }
      this.revealed = markers.laneOf(marker);
    }
    this.changed();
  }

  selectPlace(place) {
    this.place = place;
    this.changed();
  }

  selectRange(from, to) {
    this.range = from === to ? null : { from: Math.min(from, to), to: Math.max(from, to) };
    this.frame = -1;
    this.changed();
  }

  /** Selects a frame of the base set, and goes there. */
  selectFrame(frame, show = true) {
    this.selectFrames(frame, frame, show);
    this.frame = frame;
    return this.trace.frameName(frame);
  }

  selectFrames(first, last, show = true) {
    const { begin, duration } = this.trace.frames;
    this.range = { from: begin[first], to: begin[last] + duration[last], frames: [first, last] };
    this.frame = first === last ? first : -1;
    if (show) {
      const margin = (this.range.to - this.range.from) * 0.04;
      this.show(this.range.from - margin, this.range.to + margin, true);
    }
    this.changed();
  }

  clear() {
    this.zone = -1;
    this.marker = -1;
    this.range = null;
    this.frame = -1;
    this.changed();
  }

  /** Goes to a time, and zooms only if what is there would be too large or too small to see. */
  #reveal(from, to) {
    const length = to - from;
    const visible = from >= this.from && to <= this.to;
    if (visible && length > this.span / 200) {
      return;
    }
    const span = length > this.span / 200 && length < this.span * 0.9 ? this.span : Math.max(length * 8, SHORTEST_NANOS);
    const middle = from + length / 2;
    this.show(middle - span / 2, middle + span / 2, true);
  }

  showMoment(time) {
    this.show(time - this.span / 2, time + this.span / 2, true);
  }

  /** The frame that the page has its eye on: the selected one, else that in the middle. */
  get frameInView() {
    return this.frame >= 0 ? this.frame : this.trace.frameAt((this.from + this.to) / 2);
  }
}
