// What a flame graph shows: zones or stack samples, and the tracks that it can be of.

import { sampleTree, zoneTree } from "./calltree.js";
import { bytes, count, duration, percent, placeText } from "./format.js";
import { UNKNOWN } from "./memory.js";
import { SAMPLE_KINDS } from "./samples.js";

/** The choices of tracks by kind, in their order. */
export const TRACK_KINDS = { thread: "all threads", gpu: "all of the GPU", jvm: "all of the JVM", profiler: "the profiler" };

/** Finds a subject of `compare` in both recordings. Its kind `on` is that of the place; waits and compilations have kinds of their own. */
export const subjectKey = ({ name, function: code, file, on }) => [name, code, file, on].join("\n");

/** The zones of a recording. `ofPlaces`: its functions are places of zones. */
function zoneSource(trace, theme, view) {
  return {
    word: "call",
    ofPlaces: true,
    format: duration,
    once: false,
    tree: (tracks, ranges) => zoneTree(trace, tracks, ranges),
    key: (index) => {
      const { name, function: code, file, on, time } = trace.places[index];
      return subjectKey({ name, function: code, file, on: ["wait", "compiler"].includes(time) ? time : on });
    },
    name: (place) => trace.places[place].name,
    file: (place) => placeText(trace.places[place]),
    shades: ({ frame }) => theme.shades(frame),
    isMuted: (place) => Boolean(view.search) && !view.search.isPlace[place],
    describe(node, tree) {
      const place = trace.places[node.frame];
      return [
        place.name,
        ...facts(this, node, tree),
        ...(node.count > 0 ? [["mean", duration(node.total / node.count)]] : []),
        ...(place.file ? [["source", placeText(place)]] : []),
        ...(place.function && place.function !== place.name ? [["function", place.function]] : []),
      ];
    },
  };
}

/** The stack samples of a kind. */
function sampleSource(trace, theme, view, kind) {
  const { functions } = trace.samples;
  const { format } = SAMPLE_KINDS[kind];
  return {
    word: "sample",
    ofPlaces: false,
    format,
    once: true,
    tree: (tracks, ranges) => sampleTree(trace.samples, tracks, ranges, kind),
    key: (index) => `${functions[index].name}\n${functions[index].file}`,
    name: (index) => functions[index].name,
    file: (index) => functions[index].file,
    shades: ({ frame }) => theme.shadesOfColor(0, functions[frame].name),
    isMuted: (index) => Boolean(view.search) && !functions[index].name.toLowerCase().includes(view.search.text),
    describe(node, tree) {
      const { name, file } = functions[node.frame];
      return [name, ...facts(this, node, tree), ...(file ? [["file", file]] : [])];
    },
  };
}

function facts(source, node, tree) {
  return [
    ["total", `${source.format(node.width)}, ${percent(node.width / (tree.root.width || 1))}`],
    ["itself", source.format(node.self)],
    [`${source.word}s`, count(node.count)],
  ];
}

const MEMORY = {
  "memory-calls": { title: "memory by calls", byZone: false, stays: false },
  "memory-zones": { title: "memory by zone", byZone: true, stays: false },
  "left-calls": { title: "memory live at the end, by calls", byZone: false, stays: true },
  "left-zones": { title: "memory live at the end, by zone", byZone: true, stays: true },
};

/** Blocks of memory, by the calls or by the zones that allocated them. */
function memorySource(trace, theme, view, choice) {
  const { byZone } = choice;
  const of = byZone ? zoneSource(trace, theme, view) : sampleSource(trace, theme, view, 0);
  const known = (what, unknown) => (index, ...more) => (index === UNKNOWN ? unknown : what(index, ...more));
  return {
    word: "block",
    ofPlaces: byZone,
    format: bytes,
    once: true,
    tree: (tracks, ranges) => trace.memory.tree(tracks, ranges, choice),
    key: known(of.key, ""),
    name: known(of.name, byZone ? "(outside zones)" : "(no call stack)"),
    file: known(of.file, ""),
    shades: (node) => (node.frame === UNKNOWN ? theme.shadesOfColor(0) : of.shades(node)),
    isMuted: known(of.isMuted, Boolean(view.search)),
    describe(node, tree) {
      const file = this.file(node.frame);
      return [this.name(node.frame), ...facts(this, node, tree), ...(file ? [["source", file]] : [])];
    },
  };
}

/** The source of that name: "zones", one of memory, or the number of a kind of samples. */
export function sourceOf(what, trace, theme, view) {
  if (what in MEMORY) {
    return memorySource(trace, theme, view, MEMORY[what]);
  }
  return what === "zones" ? zoneSource(trace, theme, view) : sampleSource(trace, theme, view, Number(what));
}

/** The names of all sources that recordings have, with titles. */
export function sourcesOf(...traces) {
  const kinds = new Set(traces.flatMap(({ samples }) => samples.kinds));
  return [
    ...(traces.some(({ zones }) => zones.count > 0) ? [["zones", "zones"]] : []),
    ...SAMPLE_KINDS.map(({ name }, kind) => [String(kind), name]).filter(([kind]) => kinds.has(Number(kind))),
    ...(traces.some(({ memory }) => memory.count > 0) ? Object.entries(MEMORY).map(([name, { title }]) => [name, title]) : []),
  ];
}
