// Blocks of memory: when they lived, who allocated them, and what stays.

import { CallTree } from "./calltree.js";
import { lowerBound } from "./sorted.js";

export class Memory {
  /**
   * `begin` is in order; `end` is Infinity for a block that was not freed. A block that was sampled represents `bytes` and for `weight` blocks.
   */
  constructor({ pools, begin, end, bytes, weight, pool, track, stack }, trace) {
    Object.assign(this, { pools, begin, end, bytes, weight, pool, track, stack, trace });
    this.count = begin.length;
  }

  /** Blocks that were allocated within ranges, each with the end of its range. */
  *allocated(ranges) {
    for (const [from, to] of ranges) {
      const last = lowerBound(this.begin, to);
      for (let block = lowerBound(this.begin, from); block < last; block++) {
        yield [block, to];
      }
    }
  }

  /** Whether a block lives at a time, or was never freed. */
  livesAt(block, time) {
    return this.end[block] >= time;
  }

  /** Figures of each pool for what was allocated within ranges. `stay` is what lives at the end of its range. */
  figures(ranges) {
    const all = this.pools.map(({ name, process }) => ({ name, process, allocations: 0, allocatedBytes: 0, stayBlocks: 0, stayBytes: 0 }));
    for (const [block, to] of this.allocated(ranges)) {
      this.#add(all[this.pool[block]], block, to);
    }
    return all.filter(({ allocations }) => allocations > 0).map(rounded);
  }

  /** The same figures of each place of a zone, by the innermost zone of the allocation; place -1 is outside zones. */
  zones(ranges) {
    const all = new Map();
    for (const [block, to] of this.allocated(ranges)) {
      const place = this.path(block).at(-1) ?? -1;
      if (!all.has(place)) {
        all.set(place, { place, allocations: 0, allocatedBytes: 0, stayBlocks: 0, stayBytes: 0 });
      }
      this.#add(all.get(place), block, to);
    }
    return [...all.values()].map(rounded);
  }

  #add(figures, block, to) {
    figures.allocations += this.weight[block];
    figures.allocatedBytes += this.bytes[block];
    if (this.livesAt(block, to)) {
      figures.stayBlocks += this.weight[block];
      figures.stayBytes += this.bytes[block];
    }
  }

  /** Bytes that the program with the frames allocated from..to. */
  bytesWithin(from, to) {
    const { tracks, frames } = this.trace;
    this.sums ??= this.bytes.reduce((sums, bytes, i) => {
      sums[i + 1] = sums[i] + (tracks[this.track[i]].process === frames.process ? bytes : 0);
      return sums;
    }, new Float64Array(this.count + 1));
    return this.sums[lowerBound(this.begin, to)] - this.sums[lowerBound(this.begin, from)];
  }

  /** Places of the zones that were open on the block's thread when it was allocated, the outermost first. */
  path(block) {
    const { trace } = this;
    const places = [];
    for (const row of trace.tracks[this.track[block]].rows) {
      const zone = trace.at(row, this.begin[block]);
      // A row has a gap where a zone is not on the page; zones inside it may be.
      if (zone >= 0) {
        places.push(trace.zones.place[zone]);
      }
    }
    return places;
  }

  /** Bytes by call stack or by zones, of tracks and ranges; only of blocks that live at the end of their range if `stays`. */
  tree(tracks, ranges, { byZone, stays }) {
    const tree = new CallTree();
    const { caller, functionOf } = this.trace.samples;
    const wanted = new Set(tracks.map(({ index }) => index));
    const stackNode = (stack) => (stack === 0 ? tree.root : tree.child(stackNode(caller[stack]), functionOf[stack]));
    for (const [block, to] of this.allocated(ranges)) {
      if (wanted.has(this.track[block]) && (!stays || this.livesAt(block, to))) {
        let node = byZone ? this.path(block).reduce((outer, place) => tree.child(outer, place), tree.root) : stackNode(this.stack[block]);
        // What has no stack, or no zone around it, is a function of its own.
        node = node === tree.root ? tree.child(node, UNKNOWN) : node;
        node.count += this.weight[block];
        node.self += this.bytes[block];
      }
    }
    return tree.endInclusive();
  }
}

/** The function of blocks without a call stack, or outside of zones. */
export const UNKNOWN = -2;

/** Weights of sampled blocks are no whole numbers. */
function rounded(figures) {
  return { ...figures, allocations: Math.round(figures.allocations), stayBlocks: Math.round(figures.stayBlocks) };
}
