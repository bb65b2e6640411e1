// The names of the tracks, left of them.

import { byId, element } from "./dom.js";

/** Labels of tracks that are lower have one line. */
const LOW = 36;

export class Gutter {
  #key = "";

  constructor(timeline) {
    this.timeline = timeline;
    this.element = byId("gutter");
  }

  /** Makes the labels anew at the next picture. */
  clear() {
    this.#key = "";
  }

  /** Shows the labels of items; `yOf` is where they are among the tracks. */
  draw(items, yOf) {
    const key = items.map((item) => `${item.key}@${yOf(item)}`).join();
    if (key === this.#key) {
      return;
    }
    this.#key = key;
    const focused = document.activeElement?.dataset?.key;
    this.element.replaceChildren(...items.map((item) => this.#label(item, yOf(item))));
    if (focused) {
      this.element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
    }
  }

  #label(item, y) {
    const { layout, view } = this.timeline;
    const folded = item.folded ?? layout.collapsed.has(item.key);
    const text = [
      element("span", { class: "name", title: item.title }, item.title),
      item.subtitle ? element("span", { class: "sub" }, item.subtitle) : null,
    ];
    const label = item.canCollapse
      ? element(
          "button",
          {
            "aria-expanded": String(!folded),
            "data-key": item.key,
            click: () => {
              layout.toggle(item.key);
              this.clear();
              view.changed();
            },
          },
          ...text,
        )
      : element("div", {}, ...text);
    const kind = item.group ? "group" : item.plot ? "plot" : item.track.kind;
    const box = element("div", { class: `label ${kind} ${item.height < LOW ? "low" : ""} ${item.pinned ? "pinned" : ""}` }, label);
    box.style.top = `${y}px`;
    box.style.height = `${item.height - 1}px`;
    return box;
  }
}
