// Flows in words, beside the timeline.

import { element } from "./dom.js";
import { duration } from "./format.js";

const MOST = 8;

function link(name, figure, title, click) {
  return element(
    "li",
    {},
    element("button", { class: "link", title, click }, element("span", { class: "name" }, name), element("span", { class: "figure" }, figure)),
  );
}

function list(title, items) {
  return items.length > 0 ? [element("h4", {}, title), element("ul", { class: "links" }, ...items.slice(0, MOST))] : [];
}

function nameAt(trace, track, time) {
  const zone = trace.flows.zoneAt(track, time);
  const thread = trace.tracks[track].name;
  return zone < 0 ? thread : `${trace.name(zone)} · ${thread}`;
}

function go(trace, view, track, time) {
  const zone = trace.flows.zoneAt(track, time);
  if (zone >= 0) {
    view.selectZone(zone, true);
  } else {
    view.showMoment(time);
  }
}

/** Where the flows of a zone come from, and where they lead. */
export function flowList(trace, view, zone) {
  const { flows } = trace;
  const item = (flow, track, time) =>
    link(nameAt(trace, track, time), duration(flow.end - flow.begin), flow.name, () => go(trace, view, track, time));
  return [
    ...list("Queued by", flows.into(zone).map((flow) => item(flow, flow.from, flow.begin))),
    ...list("Leads to", flows.from(zone).map((flow) => item(flow, flow.to, flow.end))),
  ];
}

/** The threads that the selected frame waited for, one after the other. */
export function pathList(trace, view) {
  const path = view.frame >= 0 && trace.flows.all.length > 0 ? trace.flows.pathOf(view.frame) : [];
  if (path.length < 2) {
    return [];
  }
  const pieces = path.flatMap((piece) => [
    ...(piece.flow ? [{ name: `${piece.flow.name}: on its way`, nanos: piece.flow.end - piece.flow.begin, track: piece.track, time: piece.from }] : []),
    { name: nameAt(trace, piece.track, (piece.from + piece.to) / 2), nanos: piece.to - piece.from, track: piece.track, time: (piece.from + piece.to) / 2 },
  ]);
  const longest = [...pieces].sort((a, b) => b.nanos - a.nanos).slice(0, MOST);
  const shown = pieces.filter((piece) => longest.includes(piece));
  const title = `Critical path over ${new Set(path.map(({ track }) => track)).size} threads`;
  return list(title, shown.map(({ name, nanos, track, time }) => link(name, duration(nanos), null, () => go(trace, view, track, time))));
}
