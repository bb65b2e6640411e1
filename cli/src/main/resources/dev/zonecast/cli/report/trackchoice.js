// Chooses the tracks of the timeline. The filter finds them, hidden ones are left out, pinned ones are on top.

import { lowerBound } from "./sorted.js";

/** Fewer virtual threads are shown even where they do nothing. */
const FEW_VIRTUAL = 5;
/** Of more virtual threads that do something at once, the rest is folded. */
const MOST_VIRTUAL = 60;

export class TrackChoice {
  constructor(trace) {
    this.trace = trace;
    this.hidden = new Set();
    this.pinned = new Set();
    this.filter = "";
    /** Virtual threads that the view has gone to stay. */
    this.kept = new Set();
    this.unfolded = false;
    this.folded = new Set();
    this.virtual = trace.tracks.filter((track) => track.virtual);
  }

  toggle(set, key) {
    if (!set.delete(key)) {
      set.add(key);
    }
  }

  shows(key, title) {
    return this.pinned.has(key) || (!this.hidden.has(key) && title.toLowerCase().includes(this.filter));
  }

  /** Finds the virtual threads that do nothing from..to, and says whether these are others than before. */
  fold(from, to) {
    const before = [...this.folded].join();
    this.folded = new Set();
    if (!this.unfolded && this.virtual.length > FEW_VIRTUAL) {
      let busy = 0;
      for (const track of this.virtual) {
        const isBusy = this.#isBusy(track, from, to);
        busy += Number(isBusy);
        if (!this.kept.has(track.index) && (!isBusy || busy > MOST_VIRTUAL)) {
          this.folded.add(track.index);
        }
      }
    }
    return before !== [...this.folded].join();
  }

  #isBusy({ rows, lanes }, from, to) {
    const { zones, markers } = this.trace;
    const has = ({ from: first, to: end }, { begin, duration }) => {
      const next = lowerBound(begin, to, first, end) - 1;
      return next >= first && begin[next] + duration[next] >= from;
    };
    return rows.some((row) => has(row, zones)) || lanes.some((lane) => has(lane, markers));
  }
}
