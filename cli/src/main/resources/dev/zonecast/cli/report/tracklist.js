// The list of all tracks: to find, hide and pin them.

import { byId, element } from "./dom.js";
import { count } from "./format.js";

/** More tracks are found by the filter. */
const MOST = 500;

export class TrackList {
  constructor(timeline) {
    this.timeline = timeline;
    this.layout = timeline.layout;
    this.choice = timeline.layout.choice;
    this.button = byId("tracks-button");
    this.dialog = byId("track-list");
    this.filter = byId("track-filter");
    this.button.addEventListener("click", () => (this.dialog.open ? this.dialog.close() : this.#open()));
    this.filter.addEventListener("input", () => {
      this.choice.filter = this.filter.value.trim().toLowerCase();
      this.#changed();
    });
    byId("tracks-all").addEventListener("click", () => {
      this.filter.value = "";
      this.choice.filter = "";
      this.choice.hidden.clear();
      this.choice.pinned.clear();
      this.#changed();
    });
    this.dialog.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Escape") {
        this.dialog.close();
        this.button.focus();
      }
    });
    timeline.onArranged = () => this.#label();
    this.#label();
  }

  #open() {
    this.filter.value = this.choice.filter;
    this.#fill();
    this.dialog.show();
    this.filter.focus();
  }

  #changed() {
    this.timeline.rearrange();
    this.#fill();
  }

  get #entries() {
    const { processes, locks, plots } = this.layout.entries;
    const threads = processes.flatMap(({ members }) => members).sort((a, b) => Number(a.track.virtual) - Number(b.track.virtual));
    return [...threads, ...locks, ...plots];
  }

  /** How many tracks are not shown. */
  #label() {
    const hidden = this.#entries.filter(({ key, title }) => !this.choice.shows(key, title)).length;
    this.button.textContent = hidden > 0 ? `Tracks: ${count(hidden)} hidden` : "Tracks";
  }

  #fill() {
    const found = this.#entries.filter(({ title }) => title.toLowerCase().includes(this.choice.filter));
    const more = found.length - MOST;
    byId("track-rows").replaceChildren(
      ...found.slice(0, MOST).map((entry) => this.#row(entry)),
      ...(more > 0 ? [element("li", { class: "hint" }, `and ${count(more)} more: filter to find them`)] : []),
      ...(found.length === 0 ? [element("li", { class: "hint" }, "no track has this in its name")] : []),
    );
  }

  #row({ key, title }) {
    const { choice } = this;
    const toggle = (set, other) => () => {
      choice.toggle(set, key);
      other.delete(key);
      this.#changed();
      byId("track-rows").querySelector(`[data-key="${CSS.escape(key)}"] ${set === choice.pinned ? "button" : "input"}`)?.focus();
    };
    const shown = element("input", { type: "checkbox", change: toggle(choice.hidden, choice.pinned) });
    shown.checked = !choice.hidden.has(key);
    return element(
      "li",
      { "data-key": key },
      element("label", { title }, shown, element("span", { class: "name" }, title)),
      element("button", { "aria-pressed": String(choice.pinned.has(key)), "aria-label": `Pin ${title}`, click: toggle(choice.pinned, choice.hidden) }, "pin"),
    );
  }
}
