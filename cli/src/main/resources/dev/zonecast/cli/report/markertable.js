// The table of markers.

import { byId, element } from "./dom.js";
import { duration, time } from "./format.js";
import { Table } from "./table.js";

/** A dot in the colour of a marker's category. */
export function markerSwatch(theme, kind) {
  const swatch = element("span", { class: "swatch", "aria-hidden": "true" });
  const shades = theme.shadesOfColor(kind.rgb, kind.category);
  swatch.style.background = shades[shades.length - 2];
  return swatch;
}

export class MarkerTable {
  #filled = false;

  constructor(trace, view, theme) {
    const { markers } = trace;
    this.trace = trace;
    this.view = view;
    this.table = new Table({
      label: "Markers",
      sort: 0,
      descending: false,
      columns: [
        { title: "at", number: true, value: (i) => markers.begin[i], text: (i) => time(markers.begin[i]) },
        { title: "took", number: true, value: (i) => markers.duration[i], text: (i) => (markers.isInterval(i) ? duration(markers.duration[i]) : "") },
        {
          title: "marker",
          value: (i) => markers.kindOf(i).name,
          text: (i) => element("span", {}, markerSwatch(theme, markers.kindOf(i)), markers.kindOf(i).name),
        },
        { title: "category", value: (i) => markers.kindOf(i).category, text: (i) => markers.kindOf(i).category },
        { title: "thread", value: (i) => markers.trackOf(i).name, text: (i) => markers.trackOf(i).name },
        { title: "data", wide: true, value: (i) => markers.tableLabel(i), text: (i) => markers.tableLabel(i) },
      ],
      onRow: (i) => view.selectMarker(i, true),
      isCurrent: (i) => i === view.marker,
    });
    byId("marker-table").append(this.table.element);
  }

  /** Filled when it is seen first: a million takes a moment to sort. */
  open() {
    if (!this.#filled) {
      this.#filled = true;
      const { markers } = this.trace;
      const listed = [];
      for (let i = 0; i < markers.count; i++) {
        if (markers.kindOf(i).inTable) {
          listed.push(i);
        }
      }
      this.table.set(listed);
    }
  }

  draw() {
    if (this.#filled && this.shown !== this.view.marker) {
      this.shown = this.view.marker;
      this.table.redraw();
    }
  }

  reveal(marker) {
    this.open();
    this.table.reveal(marker);
  }
}
