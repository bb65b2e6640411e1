// The tab with the flame graph, and with the callers and callees of one function.

import { CallTree, calleesOf, callersOf } from "./calltree.js";
import { byId, debounced, element } from "./dom.js";
import { amount, count, duration } from "./format.js";
import { FlameChart } from "./flame.js";
import { sourceOf, sourcesOf, TRACK_KINDS } from "./flamesource.js";
import { WHOLE } from "./scope.js";
import { Table } from "./table.js";

export class FlamePanel {
  #key = "";

  constructor(trace, view, theme, scope) {
    Object.assign(this, { trace, view, theme, scope });
    this.source = null;
    this.isOpen = false;
    this.chosen = -1;
    this.what = byId("flame-what");
    this.tracks = byId("flame-tracks");
    this.sandwich = byId("flame-sandwich");
    this.#choices();
    const chart = (label, more) =>
      new FlameChart({
        theme,
        label,
        onChoose: (node) => this.#choose(node.frame),
        ...more,
      });
    this.flame = chart("Flame graph");
    this.callers = chart("Callers", { up: true });
    this.callees = chart("Callees", { hideRoot: true });
    byId("flame-box").append(this.flame.element);
    byId("callers-box").append(this.callers.element);
    byId("callees-box").append(this.callees.element);
    this.#table();
    this.refresh = debounced(120, () => this.#fill());
    for (const control of [this.what, this.tracks]) {
      control.addEventListener("change", () => this.#fill());
    }
    this.sandwich.addEventListener("change", () => this.#show());
    scope.onChange(() => this.isOpen && this.#fill());
    theme.onChange(() => this.redraw());
    view.add(this);
  }

  #choices() {
    const { trace } = this;
    const option = (value, text) => element("option", { value }, text);
    this.what.append(...sourcesOf(trace).map(([value, name]) => option(value, name)));
    this.has = this.what.options.length > 0;
    const filled = trace.tracks.filter((track) => track.rows.length > 0 || trace.samples.ofTrack(track).time.length > 0);
    const kinds = [...new Set(filled.map(({ kind }) => kind))];
    this.tracks.append(
      ...Object.keys(TRACK_KINDS).filter((kind) => kinds.includes(kind)).map((kind) => option(kind, TRACK_KINDS[kind])),
      ...(kinds.length > 1 ? [option("all", "all tracks")] : []),
      ...filled.map((track) => option(track.index, trace.fullName(track.name, track.process))),
    );
  }

  get #chosenTracks() {
    const { value } = this.tracks;
    return this.trace.tracks.filter(({ kind, index }) => value === "all" || value === kind || value === String(index));
  }

  #table() {
    const { view } = this;
    const figure = (title, key) => ({ title, number: true, value: (row) => row[key], text: (row) => this.source.format(row[key]) });
    this.table = new Table({
      label: "Functions",
      sort: 2,
      empty: "nothing",
      columns: [
        { title: "function", wide: true, value: (row) => this.source.name(row.index), text: (row) => this.#name(row.index) },
        { title: "count", number: true, value: (row) => row.count, text: (row) => count(row.count) },
        figure("self", "self"),
        figure("total", "total"),
      ],
      onRow: (row) => this.#choose(row.index),
      isCurrent: (row) => row.index === this.chosen,
    });
    byId("function-table").append(this.table.element);
    view.changed();
  }

  #name(index) {
    const swatch = element("span", { class: "swatch", "aria-hidden": "true" });
    swatch.style.background = this.source.shades({ frame: index }).at(-2);
    return element("span", { title: `${this.source.name(index)}\n${this.source.file(index)}` }, swatch, this.source.name(index));
  }

  open() {
    this.isOpen = true;
    this.#show();
    this.#fill();
  }

  close() {
    this.isOpen = false;
  }

  draw() {
    if (!this.isOpen) {
      return;
    }
    const key = `${this.scope.key} ${this.view.search?.text}`;
    if (key !== this.drawnKey) {
      this.drawnKey = key;
      this.refresh();
    }
    // Once for each place: where it has no row here, another function is chosen.
    const { place } = this.view;
    if (this.isOfZones && place >= 0 && place !== this.followed) {
      this.#choose(place);
    }
    this.followed = place;
  }

  get isOfZones() {
    return this.what.value === "zones";
  }

  #fill() {
    if (!this.isOpen || !this.has) {
      return;
    }
    const { trace, view, theme } = this;
    const key = `${this.what.value} ${this.tracks.value} ${this.scope.key}`;
    if (key !== this.#key) {
      this.#key = key;
      const before = this.source;
      this.source = sourceOf(this.what.value, trace, theme, view);
      // Places and functions of call stacks have numbers of their own.
      const isSameKind = this.source.ofPlaces === before?.ofPlaces;
      this.chosen = this.isOfZones ? view.place : isSameKind ? this.chosen : -1;
      this.current = this.source.tree(this.#chosenTracks, this.scope.ranges ?? WHOLE);
      this.rows = this.current.figures(this.source.once);
      this.flame.set(this.current, this.source);
      this.#note();
      this.table.set(this.rows);
      this.#around();
    } else {
      this.redraw();
    }
  }

  #note() {
    const { zonesLeftOut, zonesTooDeep, shortestNanos } = this.trace.meta;
    const calls = this.rows.reduce((sum, row) => sum + row.count, 0);
    const partial = this.source.ofPlaces && zonesLeftOut + zonesTooDeep > 0 ? `, without zones that are left out (shorter than ${duration(shortestNanos)}, or too deep)` : "";
    const shown = this.isOfZones ? amount(calls, "zone") : amount(Math.round(this.current.root.count), this.source.word);
    byId("flame-count").textContent = shown + partial;
  }

  #choose(frame) {
    if (frame < 0 || frame === this.chosen) {
      return;
    }
    this.chosen = frame;
    if (this.isOfZones) {
      this.view.selectPlace(frame);
    }
    this.table.redraw();
    this.#around();
  }

  /** Callers and callees of the chosen function; of that with the most time of its own if none is chosen. */
  #around() {
    if (!this.sandwich.checked) {
      return;
    }
    const row = this.rows.find(({ index }) => index === this.chosen) ?? this.table.sorted[0];
    this.chosen = row?.index ?? -1;
    this.table.redraw();
    byId("function-name").textContent = row ? `${this.source.name(row.index)}: ${this.source.format(row.total)}, itself ${this.source.format(row.self)}` : "";
    this.callers.set(row ? callersOf(this.current, row.index) : new CallTree(), this.source);
    this.callees.set(row ? calleesOf(this.current, row.index) : new CallTree(), this.source);
  }

  #show() {
    const both = this.sandwich.checked;
    byId("flame-box").hidden = both;
    byId("sandwich-box").hidden = !both;
    if (both && this.current) {
      this.#around();
    }
    this.redraw();
  }

  redraw() {
    if (this.isOpen && this.current) {
      this.flame.draw();
      this.callers.draw();
      this.callees.draw();
      this.table.redraw();
    }
  }
}
