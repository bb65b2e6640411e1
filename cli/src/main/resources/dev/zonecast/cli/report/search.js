// Finds zones by their names, sources and texts, markers, and messages.

import { announce, byId, debounced, element } from "./dom.js";
import { amount, count, duration, placeText, time } from "./format.js";
import { markerSwatch } from "./markertable.js";

const MOST = 12;

export class Search {
  constructor(trace, view, theme, panels) {
    this.trace = trace;
    this.view = view;
    this.theme = theme;
    this.panels = panels;
    this.input = byId("search");
    this.results = byId("search-results");
    const find = debounced(120, () => this.find(this.input.value));
    this.input.addEventListener("input", find);
    this.input.addEventListener("focus", () => this.#open());
    this.input.addEventListener("keydown", (event) => this.#key(event));
    byId("search-box").addEventListener("focusout", (event) => {
      if (!byId("search-box").contains(event.relatedTarget)) {
        this.results.hidden = true;
      }
    });
    byId("search-previous").addEventListener("click", () => this.step(-1));
    byId("search-next").addEventListener("click", () => this.step(1));
  }

  #key(event) {
    if (event.key === "Enter") {
      event.preventDefault();
      this.find(this.input.value);
      this.step(event.shiftKey ? -1 : 1);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      this.input.value = "";
      this.find("");
      this.input.blur();
    }
  }

  #open() {
    this.results.hidden = !this.view.search;
  }

  /** Looks for a text; an empty one ends the search. */
  find(text) {
    const wanted = text.trim().toLowerCase();
    if (wanted === (this.view.search?.text ?? "")) {
      return;
    }
    this.view.search = wanted ? this.#search(wanted) : null;
    this.#show();
    this.view.changed();
  }

  #search(text) {
    const { trace } = this;
    const { zones } = trace;
    const isPlace = Uint8Array.from(trace.places, (place) =>
      Number(`${place.name}\n${place.function}\n${place.file}:${place.line}`.toLowerCase().includes(text)),
    );
    const single = new Set();
    for (const texts of [zones.name, zones.text]) {
      for (const [zone, said] of texts) {
        if (said.toLowerCase().includes(text)) {
          single.add(zone);
        }
      }
    }
    const accept = (zone) => isPlace[zones.place[zone]] === 1 || single.has(zone);
    const byRow = new Map();
    const counts = new Uint32Array(trace.places.length);
    let found = 0;
    for (const row of trace.rows) {
      const ids = [];
      for (let i = row.from; i < row.to; i++) {
        if (accept(i)) {
          ids.push(i);
          counts[zones.place[i]]++;
        }
      }
      if (ids.length > 0) {
        byRow.set(row, Int32Array.from(ids));
        found += ids.length;
      }
    }
    const messages = trace.messages.filter((message) => message.text.toLowerCase().includes(text));
    const { found: foundMarkers, amount: markerCount } = trace.markers.find(text);
    return { text, accept, isPlace, byRow, counts, count: found, messages, foundMarkers, markerCount };
  }

  #show() {
    const { search } = this.view;
    byId("search-steps").hidden = !search;
    this.results.hidden = !search;
    if (!search) {
      byId("search-count").textContent = "";
      return;
    }
    const markers = search.markerCount > 0 ? `, ${amount(search.markerCount, "marker")}` : "";
    byId("search-count").textContent = `${amount(search.count, "zone")}${markers}`;
    announce(`${amount(search.count, "zone")}${markers} and ${amount(search.messages.length, "message")} found`);
    const places = this.trace.places
      .map((place, index) => ({ place, index, count: search.counts[index] }))
      .filter((entry) => entry.count > 0)
      .sort((a, b) => b.count - a.count);
    this.results.replaceChildren(
      ...places.slice(0, MOST).map((entry) => this.#place(entry)),
      ...this.#firstMarkers(search.foundMarkers).map((marker) => this.#marker(marker)),
      ...search.messages.slice(0, MOST).map((message) => this.#message(message)),
      ...this.#rest(places.length - MOST, "places"),
      ...this.#rest(search.markerCount - MOST, "markers"),
      ...this.#rest(search.messages.length - MOST, "messages"),
      ...(places.length + search.markerCount + search.messages.length === 0 ? [element("li", { class: "hint" }, "nothing found")] : []),
    );
  }

  #rest(more, of) {
    return more > 0 ? [element("li", { class: "hint" }, `and ${count(more)} more ${of}`)] : [];
  }

  #place({ place, index, count: amount }) {
    const swatch = element("span", { class: "swatch", "aria-hidden": "true" });
    swatch.style.background = this.theme.full(index);
    const go = () => {
      this.view.selectPlace(index);
      const next = this.trace.nextZone(-1, 1, (zone) => this.trace.zones.place[zone] === index && this.view.search.accept(zone));
      this.view.selectZone(next, true);
      this.panels.show("zones");
    };
    return element(
      "li",
      {},
      element(
        "button",
        { class: "link", click: go },
        swatch,
        element("span", { class: "name" }, place.name),
        element("span", { class: "sub" }, placeText(place)),
        element("span", { class: "figure" }, `${count(amount)} ×`),
      ),
    );
  }

  #firstMarkers(found) {
    const first = [];
    for (let marker = found.indexOf(1); marker >= 0 && first.length < MOST; marker = found.indexOf(1, marker + 1)) {
      first.push(marker);
    }
    return first;
  }

  #marker(marker) {
    const { markers } = this.trace;
    const go = () => {
      this.view.selectMarker(marker, true);
      this.panels.show("markers");
      this.panels.markerTable.reveal(marker);
    };
    return element(
      "li",
      {},
      element(
        "button",
        { class: "link", click: go },
        markerSwatch(this.theme, markers.kindOf(marker)),
        element("span", { class: "name" }, markers.chartLabel(marker)),
        element("span", { class: "sub" }, markers.kindOf(marker).category),
        element("span", { class: "figure" }, time(markers.begin[marker])),
      ),
    );
  }

  #message(message) {
    const go = () => {
      this.panels.showMessage(message);
      this.view.showMoment(message.time);
    };
    return element(
      "li",
      {},
      element("button", { class: "link", click: go }, element("span", { class: "name" }, `“${message.text}”`), element("span", { class: "figure" }, time(message.time))),
    );
  }

  /** Goes to the next zone that was found, or the one before; after the last one to the first, and the other way round. */
  step(direction) {
    const { search, zone } = this.view;
    if (!search || search.count === 0) {
      return;
    }
    const from = zone >= 0 && search.accept(zone) ? zone : -1;
    let next = this.trace.nextZone(from, direction, search.accept);
    if (next < 0) {
      next = this.trace.nextZone(-1, direction, search.accept);
    }
    this.view.selectZone(next, true);
    announce(`${this.trace.name(next)}, ${duration(this.trace.zones.duration[next])}`);
  }
}
