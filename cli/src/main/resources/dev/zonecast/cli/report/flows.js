// Flows: from the zone in which one begins to the zone in which it ends, and the critical path of a frame over threads.

import { firstAt } from "./messages.js";

const MOST_STEPS = 1000;

export class Flows {
  #into;
  #from;

  constructor(trace, flows) {
    this.trace = trace;
    /** { begin, end, from, to, name }, by begin; from and to are tracks. */
    this.all = flows;
    this.#into = trace.tracks.map(() => []);
    this.#from = trace.tracks.map(() => []);
    for (const flow of flows) {
      this.#into[flow.to].push(flow);
      this.#from[flow.from].push(flow);
    }
    this.#into.forEach((list) => list.sort((a, b) => a.end - b.end));
  }

  /** The innermost zone of a track that is open at a time; -1 if none is. */
  zoneAt(track, time) {
    const { rows } = this.trace.tracks[track];
    for (let depth = rows.length - 1; depth >= 0; depth--) {
      const zone = this.trace.at(rows[depth], time);
      if (zone >= 0) {
        return zone;
      }
    }
    return -1;
  }

  /** Flows that end in a zone and not in one inside of it. */
  into(zone) {
    return this.#of(zone, this.#into, "end");
  }

  /** Flows that begin in a zone and not in one inside of it. */
  from(zone) {
    return this.#of(zone, this.#from, "begin");
  }

  #of(zone, lists, time) {
    const track = this.trace.trackOf(zone).index;
    const list = lists[track];
    const end = this.trace.end(zone);
    const found = [];
    for (let i = firstAt(list, this.trace.zones.begin[zone], time); i < list.length && list[i][time] < end; i++) {
      if (this.zoneAt(track, list[i][time]) === zone) {
        found.push(list[i]);
      }
    }
    return found;
  }

  /**
   * What a frame waited for, piece by piece: { track, from, to, flow }. A piece follows the flow that its thread had waited for; the first
   * one has none.
   */
  pathOf(frame) {
    const { frames, tracks } = this.trace;
    let track = tracks.findIndex((known) => known.kind === "thread" && known.id === frames.thread && known.process === frames.process);
    const begin = frames.begin[frame];
    let to = begin + frames.duration[frame];
    const pieces = [];
    while (track >= 0 && pieces.length < MOST_STEPS) {
      const flow = this.#waitedFor(track, begin, to);
      pieces.unshift({ track, from: flow ? flow.end : begin, to, flow });
      if (!flow || flow.begin <= begin) {
        break;
      }
      to = flow.begin;
      track = flow.from;
    }
    return pieces;
  }

  /** The last flow that ended a wait of a thread within a time. */
  #waitedFor(track, from, to) {
    const list = this.#into[track];
    for (let i = firstAt(list, to, "end") - 1; i >= 0 && list[i].end > from; i--) {
      if (this.#endsWait(list[i])) {
        return list[i];
      }
    }
    return null;
  }

  /** True if the thread did nothing else between the begin of a flow and its end. */
  #endsWait(flow) {
    const { zones } = this.trace;
    const zone = this.zoneAt(flow.to, flow.end);
    if (zone < 0 || zones.begin[zone] <= flow.begin) {
      // A zone that waits, or none.
      return true;
    }
    const row = this.trace.rowOf(zone);
    const busyTo = zone > row.from ? this.trace.end(zone - 1) : -Infinity;
    return busyTo <= flow.begin;
  }
}
