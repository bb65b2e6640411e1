// The panel beside the timeline: the picture of the frame in view, and the zone that is selected.

import { byId, element } from "./dom.js";
import { flowList, pathList } from "./flowlists.js";
import { count, duration, percent, placeText, rate, time } from "./format.js";
import { markerSwatch } from "./markertable.js";
import { PictureCanvas } from "./pictures.js";
import { partList } from "./verdicts.js";

const MOST_PARTS = 8;
/** A selection of more zones than this is summed up by the table below only: it takes too long for each move of a pointer. */
const MOST_SUMMED = 100000;

export class Details {
  #shown = "";

  constructor(trace, view, theme) {
    this.trace = trace;
    this.view = view;
    this.theme = theme;
    this.picture = new PictureCanvas(byId("picture"));
    theme.onChange(() => (this.#shown = ""));
    view.add(this);
  }

  draw() {
    this.#frame();
    const key = `${this.view.zone} ${this.view.marker} ${this.view.range?.from} ${this.view.range?.to}`;
    if (key !== this.#shown) {
      this.#shown = key;
      byId("details").replaceChildren(...this.#zone(), ...this.#marker(), ...this.#range());
    }
  }

  #marker() {
    const { trace, view, theme } = this;
    const { marker } = view;
    if (marker < 0) {
      return [];
    }
    const { markers } = trace;
    return [
      element("h3", {}, markerSwatch(theme, markers.kindOf(marker)), markers.heading(marker)),
      this.#list([...markers.facts(marker), ["on", markers.trackOf(marker).name]]),
      ...markers.notes(marker).map((note) => element("p", { class: "hint" }, note)),
    ];
  }

  #frame() {
    const { trace, view } = this;
    const frame = view.frameInView;
    const box = byId("frame-box");
    box.hidden = frame < 0;
    if (frame < 0) {
      return;
    }
    const { number, duration: length } = trace.frames;
    const nanos = length[frame];
    byId("frame-name").textContent = `Frame ${trace.frameName(frame)}`;
    byId("frame-time").textContent = `${duration(nanos)} · ${rate(1e9 / Math.max(1, nanos))}`;
    byId("frame-bound").textContent = trace.verdicts.sentence(frame);
    const picture = trace.pictureOf(frame);
    byId("picture").hidden = !picture;
    byId("picture-note").textContent =
      picture && picture.frame !== number[frame] ? `picture of frame ${picture.frame}` : "";
    byId("picture").setAttribute("aria-label", picture ? `Picture of frame ${picture.frame}` : "");
    this.picture.show(picture);
  }

  #range() {
    const { range } = this.view;
    if (!range) {
      return [];
    }
    const frames = this.trace.frames;
    const inside = range.frames ? range.frames[1] - range.frames[0] + 1 : null;
    return [
      element("h3", { class: "range" }, "Selected time"),
      this.#list([
        ["length", duration(range.to - range.from)],
        ["from", time(range.from)],
        ["to", time(range.to)],
        ...(inside && frames ? [["frames", count(inside)]] : []),
      ]),
      ...this.#bound(),
      ...pathList(this.trace, this.view),
      ...this.#most(range),
      ...this.#slow(),
    ];
  }

  /** What most of a selected time was spent in: of one frame as the table of frames has it, else of the zones that begin in it. */
  #most({ from, to }) {
    const frame = this.trace.contents.get(this.view.frame);
    if (frame) {
      return this.#parts("Most of it in", frame.most);
    }
    const zones = this.trace.countWithin(from, to);
    if (zones === 0 || zones > MOST_SUMMED) {
      return [];
    }
    const parts = this.trace
      .zoneFigures([[from, to]])
      .filter(({ place }) => place.time === "work" || place.time === "gpu")
      .sort((a, b) => b.self - a.self)
      .map(({ index, self }) => ({ index, nanos: self }));
    return this.#parts(`Most of it in (${count(zones)} zones)`, parts);
  }

  /** What bounds a frame: its parts add up to it. */
  #bound() {
    const { verdicts } = this.trace;
    const cause = this.view.frame >= 0 ? verdicts.causeOf(this.view.frame) : null;
    return cause
      ? [element("h4", {}, `Bound by: ${cause.title}`), partList(this.theme, verdicts.partsOf(this.view.frame))]
      : [];
  }

  /** Why a frame was slow: what took longer than usual, what its thread waited for, and what the virtual machine did meanwhile. */
  #slow() {
    const frame = this.trace.contents.get(this.view.frame);
    return frame
      ? [
          ...this.#parts("Longer than usual", frame.longer, "+"),
          ...this.#parts("Its thread waited", frame.waits),
          ...this.#parts("JVM events", frame.jvm),
        ]
      : [];
  }

  /** A list of parts of a time; those of a place lead to it. */
  #parts(title, parts, sign = "") {
    const items = parts
      .slice(0, MOST_PARTS)
      .map(({ index, name, nanos, track, threads }) =>
        index === undefined
          ? element("li", {}, element("div", { class: "link plain" }, element("span", { class: "name" }, name), element("span", { class: "figure" }, duration(nanos))))
          : this.#part(index, this.trace.places[index].name, `${sign}${duration(nanos)}`, track ?? (threads > 1 ? `on one of ${threads} threads` : ""), () => this.view.selectPlace(index)),
      );
    return items.length > 0 ? [element("h4", {}, title), element("ul", { class: "links" }, ...items)] : [];
  }

  #part(place, name, figure, title, click) {
    const swatch = element("span", { class: "swatch", "aria-hidden": "true" });
    swatch.style.background = this.theme.full(place);
    return element(
      "li",
      {},
      element(
        "button",
        { class: "link", title: title || null, click },
        swatch,
        element("span", { class: "name" }, name),
        element("span", { class: "figure" }, figure),
      ),
    );
  }

  #list(pairs) {
    return element(
      "dl",
      {},
      ...pairs.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]),
    );
  }

  #zone() {
    const { trace, view } = this;
    const { zone } = view;
    if (zone < 0) {
      return this.view.range || this.view.marker >= 0
        ? []
        : [element("p", { class: "hint" }, "Click a zone or a marker to see what it is; drag to move, turn the wheel to zoom. ", element("kbd", {}, "?"), " lists the keys.")];
    }
    const { zones } = trace;
    const place = trace.placeOf(zone);
    const track = trace.trackOf(zone);
    const submit = zones.submit.get(zone);
    const frame = this.#frameOf(zone);
    const pairs = [
      ["took", duration(zones.duration[zone])],
      ["itself", `${duration(zones.self[zone])} (${percent(zones.duration[zone] === 0 ? 1 : zones.self[zone] / zones.duration[zone])})`],
      ["began at", time(zones.begin[zone], 1)],
      ["on", track.name],
    ];
    if (submit !== undefined) {
      pairs.push(["submitted", `${duration(zones.begin[zone] - submit)} before`]);
    }
    if (frame >= 0) {
      const length = trace.frames.duration[frame];
      pairs.push(["frame", `${trace.frameName(frame)}, ${percent(zones.duration[zone] / Math.max(1, length))} of it`]);
    }
    if (place.file) {
      pairs.push(["source", element("span", { title: place.file }, placeText(place))]);
    }
    if (place.function) {
      pairs.push(["function", place.function]);
    }
    const text = zones.text.get(zone);
    return [
      element("h3", {}, this.#swatch(zone), trace.name(zone)),
      this.#list(pairs),
      ...(text ? [element("pre", {}, text)] : []),
      ...(zones.cutOff.has(zone) ? [element("p", { class: "hint" }, "Was still open when the recording ended.")] : []),
      this.#steps(zone),
      ...flowList(trace, view, zone),
      ...this.#around(zone),
      ...this.#inside(zone),
    ];
  }

  /** The frame that a zone begins in; -1 after the last one, between two, and for a zone of another program. */
  #frameOf(zone) {
    const { frames, zones } = this.trace;
    const begin = zones.begin[zone];
    const frame = this.trace.trackOf(zone).process === frames?.process ? this.trace.frameAt(begin) : -1;
    return frame >= 0 && begin < frames.begin[frame] + frames.duration[frame] ? frame : -1;
  }

  #swatch(zone) {
    const swatch = element("span", { class: "swatch", "aria-hidden": "true" });
    swatch.style.background = this.theme.full(this.trace.zones.place[zone]);
    return swatch;
  }

  #link(zone, note) {
    const link = element(
      "button",
      { class: "link", click: () => this.view.selectZone(zone, true) },
      this.#swatch(zone),
      element("span", { class: "name" }, this.trace.name(zone)),
      element("span", { class: "figure" }, note),
    );
    return element("li", {}, link);
  }

  #steps(zone) {
    const { trace, view } = this;
    const same = (other) => trace.zones.place[other] === trace.zones.place[zone];
    const go = (step) => () => {
      const next = trace.nextZone(zone, step, same);
      if (next >= 0) {
        view.selectZone(next, true);
      }
    };
    const begin = trace.zones.begin[zone];
    const length = trace.zones.duration[zone];
    return element(
      "div",
      { class: "steps" },
      element("button", { click: go(-1), title: "The one before of the same name (p)" }, "← previous"),
      element("button", { click: () => view.show(begin - length * 0.1, begin + length * 1.1, true), title: "Zoom to it (f)" }, "zoom to it"),
      element("button", { click: go(1), title: "The next of the same name (n)" }, "next →"),
    );
  }

  #around(zone) {
    const outer = [];
    for (let parent = this.trace.parent(zone); parent >= 0; parent = this.trace.parent(parent)) {
      outer.push(this.#link(parent, duration(this.trace.zones.duration[parent])));
    }
    return outer.length > 0 ? [element("h4", {}, "Inside of"), element("ul", { class: "links" }, ...outer)] : [];
  }

  /** The zones inside, by place, those with the most time first. */
  #inside(zone) {
    const { place, duration: length } = this.trace.zones;
    const [first, end] = this.trace.children(zone);
    const parts = new Map();
    for (let i = first; i < end; i++) {
      const part = parts.get(place[i]) ?? { zone: i, total: 0, count: 0 };
      part.total += length[i];
      part.count++;
      part.zone = length[i] > length[part.zone] ? i : part.zone;
      parts.set(place[i], part);
    }
    const sorted = [...parts.values()].sort((a, b) => b.total - a.total);
    const links = sorted.slice(0, MOST_PARTS).map((part) =>
      this.#link(part.zone, `${part.count > 1 ? `${count(part.count)} × ` : ""}${duration(part.total)}`),
    );
    const more = sorted.length - links.length;
    return links.length === 0
      ? []
      : [
          element("h4", {}, "Zones inside"),
          element("ul", { class: "links" }, ...links),
          ...(more > 0 ? [element("p", { class: "hint" }, `and ${count(more)} more places`)] : []),
        ];
  }
}
