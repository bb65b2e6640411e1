// The keyboard, wherever the focus is, but for fields that take text.

import { announce, byId } from "./dom.js";
import { duration } from "./format.js";

const ZOOM = 0.7;
const PAN = 0.2;

export class Keys {
  constructor({ trace, view, timeline, graph, search }) {
    this.parts = { trace, view, timeline, graph, search };
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || byId("help").open) {
      return;
    }
    const field = event.target.closest("input, select, textarea");
    if (field && event.key !== "Escape") {
      return;
    }
    // What a control does with these keys is its own.
    if (event.target.closest("button, a, [role=tab]") && ["Enter", " "].includes(event.key)) {
      return;
    }
    const action = this.#action(event.key);
    if (action) {
      event.preventDefault();
      action();
    }
  }

  #action(key) {
    const { view, timeline, graph, search } = this.parts;
    const actions = {
      w: () => view.zoom(ZOOM, undefined, true),
      s: () => view.zoom(1 / ZOOM, undefined, true),
      "+": () => view.zoom(ZOOM, undefined, true),
      "-": () => view.zoom(1 / ZOOM, undefined, true),
      a: () => view.pan(-view.span * PAN, true),
      d: () => view.pan(view.span * PAN, true),
      ArrowLeft: () => view.pan(-view.span * PAN, true),
      ArrowRight: () => view.pan(view.span * PAN, true),
      ArrowUp: () => timeline.scroller.scrollBy(0, -60),
      ArrowDown: () => timeline.scroller.scrollBy(0, 60),
      Home: () => view.showAll(),
      0: () => view.showAll(),
      ",": () => graph.step(-1),
      ".": () => graph.step(1),
      f: () => this.#fit(),
      n: () => this.#same(1),
      p: () => this.#same(-1),
      o: () => this.#go(this.parts.trace.parent(view.zone)),
      i: () => this.#inside(),
      Enter: () => this.#fit(),
      "]": () => search.step(1),
      "[": () => search.step(-1),
      "/": () => byId("search").focus(),
      Escape: () => view.clear(),
      "?": () => byId("help").showModal(),
    };
    const needsZone = ["o", "i", "n", "p"].includes(key) && view.zone < 0;
    return needsZone ? undefined : actions[key];
  }

  #go(zone) {
    if (zone >= 0) {
      const { trace, view } = this.parts;
      view.selectZone(zone, true);
      announce(`${trace.name(zone)}, ${duration(trace.zones.duration[zone])}`);
    }
  }

  #same(step) {
    const { trace, view } = this.parts;
    const place = trace.zones.place[view.zone];
    this.#go(trace.nextZone(view.zone, step, (zone) => trace.zones.place[zone] === place));
  }

  /** The longest zone inside. */
  #inside() {
    const { trace, view } = this.parts;
    const [first, end] = trace.children(view.zone);
    this.#go(end > first ? trace.longestOf(first, end) : -1);
  }

  #fit() {
    const { trace, view } = this.parts;
    if (view.zone >= 0) {
      const begin = trace.zones.begin[view.zone];
      const length = trace.zones.duration[view.zone];
      view.show(begin - length * 0.1, begin + length * 1.1, true);
    } else if (view.marker >= 0 && trace.markers.duration[view.marker] > 0) {
      const begin = trace.markers.begin[view.marker];
      const length = trace.markers.duration[view.marker];
      view.show(begin - length * 0.1, begin + length * 1.1, true);
    } else if (view.range) {
      view.show(view.range.from, view.range.to, true);
    }
  }
}
