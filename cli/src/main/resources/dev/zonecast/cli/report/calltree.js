// Call trees: what called what, with sums. One walk makes the tree of any ranges of time, so that all figures have one source.

import { lowerBound } from "./sorted.js";

/** A function below a path of callers. `width` is what a flame graph draws: the time in the node and in the nodes inside it. */
class Node {
  constructor(index, parent, frame) {
    this.index = index;
    this.parent = parent;
    this.frame = frame;
    this.depth = parent ? parent.depth + 1 : 0;
    this.children = null;
    this.count = 0;
    this.total = 0;
    this.self = 0;
    this.width = 0;
  }
}

export class CallTree {
  constructor() {
    this.root = new Node(0, null, -1);
    /** Callers come before what they call. */
    this.nodes = [this.root];
    this.depth = 0;
  }

  child(node, frame) {
    node.children ??= new Map();
    let child = node.children.get(frame);
    if (!child) {
      child = new Node(this.nodes.length, node, frame);
      node.children.set(frame, child);
      this.nodes.push(child);
      this.depth = Math.max(this.depth, child.depth);
    }
    return child;
  }

  /** Sums up the widths; to be called once, when all is counted. */
  end() {
    for (let i = this.nodes.length - 1; i > 0; i--) {
      const node = this.nodes[i];
      // `width` is that of the nodes inside so far. Zones that are left out are time of no node.
      node.width = Math.max(node.total, node.self + node.width);
      node.parent.width += node.width;
    }
    this.root.total = this.root.width;
    return this;
  }

  /** As end, of a tree whose nodes have their own sums and counts alone. */
  endInclusive() {
    for (let i = this.nodes.length - 1; i > 0; i--) {
      const node = this.nodes[i];
      node.total += node.self;
      node.parent.total += node.total;
      node.parent.count += node.count;
    }
    return this.end();
  }

  /** The figures of each function, by its number: a function that calls itself counts its total once if `once` is set. */
  figures(once) {
    const all = new Map();
    for (const node of this.nodes) {
      if (node === this.root || (node.count === 0 && node.total === 0)) {
        continue;
      }
      let sum = all.get(node.frame);
      if (!sum) {
        sum = { index: node.frame, count: 0, self: 0, total: 0 };
        all.set(node.frame, sum);
      }
      sum.self += node.self;
      if (!once || !isInside(node)) {
        sum.count += node.count;
        sum.total += node.total;
      }
    }
    return [...all.values()];
  }
}

/** Whether a node of the same function is around a node. */
function isInside(node) {
  for (let outer = node.parent; outer; outer = outer.parent) {
    if (outer.frame === node.frame) {
      return true;
    }
  }
  return false;
}

/** All that a function calls, from whatever it is called. */
export function calleesOf(tree, frame) {
  const callees = new CallTree();
  const copies = new Map();
  for (const node of tree.nodes) {
    const parent = copies.get(node.parent) ?? (node.frame === frame ? callees.root : null);
    if (parent) {
      const copy = callees.child(parent, node.frame);
      copy.count += node.count;
      copy.total += node.total;
      copy.self += node.self;
      copies.set(node, copy);
    }
  }
  return callees.end();
}

/** All that calls a function: its callers are below it, with the time that they spent in it. */
export function callersOf(tree, frame) {
  const callers = new CallTree();
  for (const node of tree.nodes) {
    if (node.frame === frame && !isInside(node)) {
      let to = callers.root;
      for (let caller = node; caller !== tree.root; caller = caller.parent) {
        to = callers.child(to, caller.frame);
        to.count += node.count;
        to.total += node.width;
      }
    }
  }
  return callers.end();
}

/**
 * The tree of the zones of tracks that begin within ranges of time: [[from, to], ...]. Zones around them that begin before are on
 * the path, but count nothing. So the sums are those of the table of zones.
 */
export function zoneTree(trace, tracks, ranges) {
  const tree = new CallTree();
  const { begin, duration, self, place, cutOff } = trace.zones;
  /** The index of each zone's node, 0 = not known. */
  const nodeOf = new Int32Array(trace.zones.count);
  /** Of each row the zone that was found last: most often the next one is the same or its neighbour. */
  let hints = [];
  const isLastBefore = (zone, row, time) =>
    zone >= row.from && zone < row.to && begin[zone] <= time && (zone + 1 === row.to || begin[zone + 1] > time);
  const openAt = (row, time) => {
    let zone = hints[row.depth] ?? row.from;
    if (!isLastBefore(zone, row, time) && !isLastBefore(++zone, row, time)) {
      zone = lowerBound(begin, time, row.from, row.to);
      zone = zone < row.to && begin[zone] === time ? zone : zone - 1;
    }
    hints[row.depth] = zone;
    return zone >= row.from && (begin[zone] === time || begin[zone] + duration[zone] > time) ? zone : -1;
  };
  const nodeFor = (rows, depth, zone) => {
    if (nodeOf[zone] === 0) {
      let parent = tree.root;
      for (let outer = depth - 1; outer >= 0 && parent === tree.root; outer--) {
        const around = openAt(rows[outer], begin[zone]);
        parent = around >= 0 ? nodeFor(rows, outer, around) : parent;
      }
      nodeOf[zone] = tree.child(parent, place[zone]).index;
    }
    return tree.nodes[nodeOf[zone]];
  };
  for (const { rows } of tracks) {
    hints = [];
    for (const row of rows) {
      for (const [from, to] of ranges) {
        const [first, end] = trace.within(row, from, to);
        for (let zone = first; zone < end; zone++) {
          const node = nodeFor(rows, row.depth, zone);
          // Zones that the recording's end cut off are in no figure.
          if (cutOff.size === 0 || !cutOff.has(zone)) {
            node.count++;
            node.total += duration[zone];
            node.self += self[zone];
          }
        }
      }
    }
  }
  return tree.end();
}

/** The tree of the stack samples of a kind, of tracks and ranges of time. Totals are sums of the samples' weights. */
export function sampleTree(samples, tracks, ranges, kind) {
  const tree = new CallTree();
  const { caller, functionOf } = samples;
  const nodes = new Array(caller.length);
  nodes[0] = tree.root;
  const nodeFor = (stack) => (nodes[stack] ??= tree.child(nodeFor(caller[stack]), functionOf[stack]));
  for (const track of tracks) {
    const { time, stack, kinds, weight } = samples.ofTrack(track);
    for (const [from, to] of ranges) {
      const end = lowerBound(time, to);
      for (let i = lowerBound(time, from); i < end; i++) {
        if (kinds[i] === kind) {
          const node = nodeFor(stack[i]);
          node.count++;
          node.self += weight[i];
        }
      }
    }
  }
  return tree.endInclusive();
}
