// The view as part of the page's address: it can be kept and sent.

import { debounced } from "./dom.js";

/** Two times, the earlier first; null if a text is none. */
function times(text) {
  const found = /^(-?\d+)-(-?\d+)$/.exec(text ?? "")?.slice(1).map(Number);
  return found && found[1] > found[0] ? found : null;
}

export class Address {
  constructor(trace, view, search, panels) {
    this.trace = trace;
    this.view = view;
    this.search = search;
    this.panels = panels;
    this.written = "";
    this.write = debounced(300, () => this.#write());
    window.addEventListener("hashchange", () => this.read());
    this.read();
    view.add(this);
  }

  draw() {
    this.write();
  }

  #write() {
    const { view, panels } = this;
    const parts = new URLSearchParams();
    parts.set("t", `${Math.round(view.from)}-${Math.round(view.to)}`);
    if (view.zone >= 0) {
      parts.set("zone", view.zone);
    }
    if (view.frame >= 0) {
      parts.set("frame", this.trace.frameName(view.frame));
    } else if (view.range) {
      parts.set("range", `${Math.round(view.range.from)}-${Math.round(view.range.to)}`);
    }
    if (view.search) {
      parts.set("find", view.search.text);
    }
    if (panels.tab !== "zones") {
      parts.set("tab", panels.tab);
    }
    if (panels.scope.name !== "all") {
      parts.set("of", panels.scope.name);
    }
    const hash = `#${parts}`;
    if (hash !== this.written) {
      this.written = hash;
      history.replaceState(null, "", hash);
    }
  }

  read() {
    if (location.hash === this.written || location.hash.length < 2) {
      return;
    }
    const { trace, view, panels } = this;
    const parts = new URLSearchParams(location.hash.slice(1));
    const frame = trace.frames && parts.has("frame") ? trace.frameOf(Number(parts.get("frame"))) : -1;
    if (frame >= 0) {
      view.selectFrame(frame);
    }
    const range = times(parts.get("range"));
    if (range) {
      view.selectRange(...range);
    }
    const shown = times(parts.get("t"));
    if (shown) {
      view.show(...shown);
    }
    const zone = Number(parts.get("zone") ?? -1);
    if (Number.isInteger(zone) && zone >= 0 && zone < trace.zones.count) {
      view.selectZone(zone, !shown);
    }
    if (parts.has("find")) {
      this.search.input.value = parts.get("find");
      this.search.find(parts.get("find"));
      this.search.results.hidden = true;
    }
    if (panels.scope.has(parts.get("of"))) {
      panels.scope.choose(parts.get("of"));
    }
    if (document.getElementById(`panel-${parts.get("tab")}`)) {
      panels.show(parts.get("tab"));
    }
  }
}
