// The tables below the timeline.

import { byId, debounced, element } from "./dom.js";
import { bytes, count, duration, number, percent, placeText, plotValue, rate, time } from "./format.js";
import { FlamePanel } from "./flamepanel.js";
import { Histogram } from "./histogram.js";
import { MarkerTable } from "./markertable.js";
import { MessageTable } from "./messagetable.js";
import { MemoryPanel } from "./memorypanel.js";
import { pacingFigures, phaseBars, phaseLegend } from "./phases.js";
import { Scope, WHOLE } from "./scope.js";
import { Table } from "./table.js";
import { verdictCell } from "./verdicts.js";

const MOST_CALLS = 50;
const TABS = ["zones", "flame", "frames", "markers", "messages", "locks", "plots", "memory", "about"];

/** Of a frame, in a cell. */
const MOST_PARTS = 4;

const PROCESSORS = { cpu: "CPU", gpu: "GPU", lua: "Lua", jvm: "JVM" };
/** Kinds of time, each with a total of its own, in the order of the table. */
const TIMES = { work: "work", gpu: "GPU", jvm: "JVM", compiler: "compiler", wait: "waiting" };
const TIME_ORDER = Object.keys(TIMES);

export class Panels {
  constructor(trace, view, theme) {
    this.trace = trace;
    this.view = view;
    this.theme = theme;
    this.tab = "zones";
    this.scope = new Scope(trace, view);
    this.histogram = new Histogram(byId("histogram"), theme);
    this.refresh = debounced(120, () => this.#figures());
    this.#tabs();
    this.#zones();
    this.#frames();
    this.markerTable = new MarkerTable(trace, view, theme);
    this.messageTable = new MessageTable(trace, view);
    this.#locks();
    this.#plots();
    this.#about();
    this.flame = new FlamePanel(trace, view, theme, this.scope);
    this.memory = new MemoryPanel(trace, view, theme, this.scope);
    byId("tab-flame").disabled = !this.flame.has;
    this.#figures();
    this.scope.onChange(() => this.#figures());
    theme.onChange(() => {
      this.zoneTable.redraw();
      this.frameTable?.redraw();
      this.markerTable.table.redraw();
      this.histogram.draw();
    });
    view.add(this);
  }

  #tabs() {
    const amounts = {
      frames: this.trace.frames?.figures.count ?? 0,
      markers: this.trace.markers.count,
      messages: this.trace.messages.length,
      locks: this.trace.meta.figures.locks.length,
      plots: this.trace.meta.figures.plots.length,
      memory: this.trace.memory.count,
    };
    for (const name of TABS) {
      const tab = byId(`tab-${name}`);
      if (name in amounts) {
        tab.append(" ", element("span", { class: "amount" }, count(amounts[name])));
        tab.disabled = amounts[name] === 0;
      }
      tab.addEventListener("click", () => this.show(name));
      tab.addEventListener("keydown", (event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (step) {
          event.stopPropagation();
          const open = TABS.filter((other) => !byId(`tab-${other}`).disabled);
          const next = open[(open.indexOf(name) + step + open.length) % open.length];
          this.show(next);
          byId(`tab-${next}`).focus();
        }
      });
    }
    byId("kind").addEventListener("change", () => this.#fillZones());
    byId("filter").addEventListener("input", () => this.#fillZones());
  }

  show(name) {
    this.tab = name;
    for (const other of TABS) {
      const open = other === name;
      byId(`tab-${other}`).setAttribute("aria-selected", String(open));
      byId(`tab-${other}`).tabIndex = open ? 0 : -1;
      byId(`panel-${other}`).hidden = !open;
    }
    // On a narrow screen the tabs scroll.
    const tab = byId(`tab-${name}`);
    tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.offsetLeft - tab.parentElement.clientWidth / 3;
    byId("zone-controls").hidden = name !== "zones";
    byId("flame-controls").hidden = name !== "flame";
    byId("scope-box").hidden = !["zones", "flame", "memory"].includes(name);
    for (const [tab, panel] of [["flame", this.flame], ["memory", this.memory]]) {
      if (tab === name) {
        panel.open();
      } else {
        panel.close();
      }
    }
    if (name === "markers") {
      this.markerTable.open();
    } else if (name === "messages") {
      this.messageTable.open();
    }
    this.view.changed();
  }

  draw() {
    const { view } = this;
    const { key } = this.scope;
    if (key !== this.scopeKey) {
      this.scopeKey = key;
      this.refresh();
    }
    const selection = `${view.place} ${view.zone}`;
    if (selection !== this.selectionKey) {
      this.selectionKey = selection;
      this.#fillCalls();
      this.zoneTable.redraw();
    }
    if (view.frame !== this.shownFrame) {
      this.shownFrame = view.frame;
      this.frameTable?.redraw();
    }
    this.markerTable.draw();
  }

  // --- zones

  #zones() {
    // A part of the recording has sums alone.
    const times = (title, key) => ({
      title,
      number: true,
      value: (row) => row[key] ?? -1,
      text: (row) => (row[key] === undefined ? "" : duration(row[key])),
    });
    // What the GPU counted: the mean of a zone.
    const counted = new Set(this.trace.meta.figures.zones.flatMap((zone) => Object.keys(zone.counts ?? {})));
    const counts = (title) => ({
      title,
      number: true,
      value: (row) => row.counts?.[title] ?? -1,
      text: (row) => (row.counts?.[title] === undefined ? "" : count(Math.round(row.counts[title]))),
    });
    this.zoneTable = new Table({
      label: "Zones",
      sort: -1,
      empty: "no zones",
      columns: [
        { title: "zone", wide: true, value: (row) => row.place.name, text: (row) => this.#placeName(row) },
        { title: "source", wide: true, value: (row) => placeText(row.place), text: (row) => placeText(row.place) },
        { title: "on", value: (row) => row.place.on, text: (row) => PROCESSORS[row.place.on] },
        { title: "time", value: (row) => TIME_ORDER.indexOf(row.place.time), number: true, text: (row) => TIMES[row.place.time] },
        { title: "count", number: true, value: (row) => row.count, text: (row) => count(row.count) },
        times("self", "self"),
        { title: "self %", number: true, value: (row) => row.share ?? -1, text: (row) => (row.share === null ? "" : this.#bar(row.share)) },
        { title: "waited", number: true, value: (row) => row.waited ?? -1, text: (row) => (row.waited > 0 ? duration(row.waited) : "") },
        times("total", "total"),
        times("mean", "mean"),
        times("min", "min"),
        times("p50", "p50"),
        times("p90", "p90"),
        times("p99", "p99"),
        times("max", "max"),
        times("std", "std"),
        ...[...counted].map(counts),
      ],
      onRow: (row) => {
        this.view.selectPlace(row.index);
      },
      isCurrent: (row) => row.index === this.view.place,
    });
    byId("zone-table").append(this.zoneTable.element);
    this.callTable = new Table({
      label: "Longest zones",
      sort: 0,
      empty: "none",
      columns: [
        { title: "took", number: true, value: (zone) => this.trace.zones.duration[zone], text: (zone) => duration(this.trace.zones.duration[zone]) },
        { title: "at", number: true, value: (zone) => this.trace.zones.begin[zone], text: (zone) => time(this.trace.zones.begin[zone]) },
        { title: "on", wide: true, value: (zone) => this.trace.trackOf(zone).name, text: (zone) => this.trace.trackOf(zone).name },
      ],
      onRow: (zone) => this.view.selectZone(zone, true),
      isCurrent: (zone) => zone === this.view.zone,
    });
    byId("call-table").append(this.callTable.element);
  }

  #placeName(row) {
    const swatch = element("span", { class: "swatch", "aria-hidden": "true" });
    swatch.style.background = this.theme.full(row.index);
    return element("span", { title: `${row.place.name}${row.place.function ? `\n${row.place.function}` : ""}` }, swatch, row.place.name);
  }

  #bar(part) {
    const bar = element("span", { class: "bar" }, element("i"));
    bar.firstChild.style.width = `${(part * 100).toFixed(1)}%`;
    return element("span", { class: "bar-cell" }, bar, percent(part));
  }

  #figures() {
    this.statistics = this.trace
      .zoneFigures(this.scope.ranges)
      .sort((a, b) => TIME_ORDER.indexOf(a.place.time) - TIME_ORDER.indexOf(b.place.time) || b.self - a.self);
    this.#fillZones();
    this.#fillCalls();
  }

  #fillZones() {
    const kind = byId("kind").value;
    const text = byId("filter").value.toLowerCase();
    const rows = this.statistics.filter(
      ({ place }) =>
        (kind === "all" || place.on === kind || place.time === kind) &&
        `${place.name} ${place.file} ${place.function}`.toLowerCase().includes(text),
    );
    const zones = rows.reduce((sum, row) => sum + row.count, 0);
    const { zonesLeftOut, zonesTooDeep, shortestNanos } = this.trace.meta;
    const partial = this.scope.ranges && zonesLeftOut + zonesTooDeep > 0 ? `, without those that are left out (shorter than ${duration(shortestNanos)}, or too deep)` : "";
    byId("zone-count").textContent = `${count(zones)} zones, ${count(rows.length)} places${partial}`;
    this.zoneTable.set(rows);
  }

  #fillCalls() {
    const figures = this.statistics.find((row) => row.index === this.view.place) ?? null;
    byId("calls").hidden = !figures;
    if (!figures) {
      return;
    }
    byId("calls-name").textContent = figures.place.name;
    const { zone } = this.view;
    const isHere = zone >= 0 && this.trace.zones.place[zone] === figures.index;
    const ranges = this.scope.ranges ?? WHOLE;
    const key = `${figures.index} ${this.scope.key}`;
    const isNew = key !== this.callsKey;
    if (isNew) {
      this.callsKey = key;
      this.durations = this.trace.durationsOf(figures.index, ranges);
    }
    this.histogram.set(figures, this.durations, isHere ? this.trace.zones.duration[zone] : -1);
    if (isNew) {
      this.callTable.set(this.trace.longestOfPlace(figures.index, ranges, MOST_CALLS));
    } else {
      this.callTable.redraw();
    }
  }

  // --- frames

  #frames() {
    const set = this.trace.frames;
    if (!set) {
      return;
    }
    this.frameTable = new Table({
      label: "Frames",
      sort: 1,
      columns: [
        { title: "frame", number: true, value: (i) => set.number[i], text: (i) => String(this.trace.frameName(i)) },
        { title: "took", number: true, value: (i) => set.duration[i], text: (i) => duration(set.duration[i]) },
        { title: "rate", number: true, value: (i) => -set.duration[i], text: (i) => rate(1e9 / Math.max(1, set.duration[i])) },
        { title: "at", number: true, value: (i) => set.begin[i], text: (i) => time(set.begin[i]) },
        ...this.#boundAndPhases(),
        ...(this.trace.memory.count > 0 ? [{ title: "allocated", number: true, value: (i) => this.#allocated(i), text: (i) => bytes(this.#allocated(i)) }] : []),
        ...this.#contents(),
      ],
      onRow: (i) => this.view.selectFrame(i),
      isCurrent: (i) => i === this.view.frame,
    });
    this.frameTable.set(Array.from({ length: set.count }, (_, i) => i));
    const { figures } = set;
    byId("frame-summary").append(
      ...[
        ["frames", count(figures.count)], ["mean", `${duration(figures.mean)}, ${rate(figures.rate)}`],
        ["1 % low", rate(figures.low1)], ["0.1 % low", rate(figures.low01)], ["least", duration(figures.min)],
        ["p50", duration(figures.p50)], ["p99", duration(figures.p99)], ["greatest", duration(figures.max)],
        ...pacingFigures(set),
      ].flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]),
    );
    byId("frame-table").append(...(this.trace.phases.any ? [phaseLegend()] : []), this.frameTable.element);
  }

  /** Columns for what the recording has: what bounds a frame, and its way to the screen. */
  #boundAndPhases() {
    const { verdicts, phases } = this.trace;
    const bound = { title: "bound by", wide: true, value: (i) => verdicts.causeOf(i)?.title ?? "", text: (i) => verdictCell(this.theme, verdicts, i) };
    const way = { title: "input to screen", wide: true, number: true, value: (i) => phases.latencyOf(i), text: (i) => phaseBars(phases, i) };
    return [...(verdicts.any ? [bound] : []), ...(phases.any ? [way] : [])];
  }

  /** Columns for the contents of frames. A list that is empty in all frames has none. */
  #contents() {
    const known = [...this.trace.contents.values()];
    return [["most of it in", "most"], ["longer than usual", "longer", "+"], ["its thread waited", "waits"], ["JVM events", "jvm"]]
      .filter(([, list]) => known.some((frame) => frame[list].length > 0))
      .map(([title, list, sign]) => ({ title, wide: true, text: (i) => this.#parts(i, list, sign) }));
  }

  /** Bytes that all threads of the program allocated in a frame. */
  #allocated(frame) {
    const { begin, duration: length } = this.trace.frames;
    return this.trace.memory.bytesWithin(begin[frame], begin[frame] + length[frame]);
  }

  /** A list of what was in a frame; empty where the contents are not known. */
  #parts(frame, list, sign = "") {
    const parts = this.trace.contents.get(frame)?.[list] ?? [];
    return parts
      .slice(0, MOST_PARTS)
      .map((part) => `${part.name ?? this.trace.places[part.index].name} ${sign}${duration(part.nanos)}`)
      .join(", ");
  }

  showMessage(message) {
    this.show("messages");
    this.messageTable.reveal(message);
  }

  // --- locks, plots

  #locks() {
    const rows = this.trace.meta.figures.locks;
    const figures = (title, of, key) => ({ title, number: true, value: (row) => row[of][key], text: (row) => key === "count" ? count(row[of].count) : duration(row[of][key]) });
    const name = (row) => this.trace.fullName(row.name, row.process);
    this.lockTable = new Table({
      label: "Locks",
      sort: 5,
      columns: [
        { title: "lock", wide: true, value: name, text: name },
        figures("holds", "held", "count"),
        figures("held", "held", "total"),
        figures("longest hold", "held", "max"),
        figures("waits", "waited", "count"),
        figures("waited", "waited", "total"),
        figures("longest wait", "waited", "max"),
      ],
      onRow: (row) => {
        const ofRow = ({ hold, lock, track }) =>
          hold === (row.waited.count === 0) && lock === row.lock && this.trace.tracks[track].process === row.process;
        const longest = this.trace.locks.filter(ofRow).reduce((best, span) => (best?.duration >= span.duration ? best : span), null);
        if (longest) {
          this.view.show(longest.begin - longest.duration * 2, longest.begin + longest.duration * 3, true);
        }
      },
    });
    this.lockTable.set(rows);
    byId("lock-table").append(this.lockTable.element);
  }

  #plots() {
    const { view } = this;
    const rows = this.trace.meta.figures.plots;
    const value = (title, key) => ({ title, number: true, value: (row) => row[key], text: (row) => (row[key] === null ? "–" : plotValue(row.format, row[key])) });
    const name = (row) => this.trace.fullName(row.name, row.process);
    this.plotTable = new Table({
      label: "Plots",
      sort: 0,
      descending: false,
      columns: [
        { title: "plot", wide: true, value: name, text: name },
        { title: "values", number: true, value: (row) => row.count, text: (row) => count(row.count) },
        value("min", "min"), value("mean", "mean"), value("max", "max"), value("last", "last"),
      ],
      onRow: ({ name, process, max }) => {
        const plot = this.trace.plots.find((other) => other.name === name && other.process === process);
        // The page has the first values of a plot alone: its greatest may be a later one.
        const index = plot ? plot.value.indexOf(max) : -1;
        if (index >= 0) {
          view.showMoment(plot.time[index]);
        }
      },
    });
    this.plotTable.set(rows);
    byId("plot-table").append(this.plotTable.element);
  }

  #about() {
    const { meta } = this.trace;
    const { session } = meta;
    const pairs = [["program", this.trace.processes.map(({ id }) => `${this.trace.nameOf(id)} ${this.trace.idOf(id)}`).join(", ") || "not known"]];
    if (session) {
      pairs.push(
        ["recorded", new Date(session.epochMillis).toLocaleString()],
        ["Java", session.java],
        ["system", session.system],
        ["clock", `${session.clock} (${session.clockReason})`],
      );
    }
    pairs.push(["length", duration(meta.recordedNanos)], ["zones", count(meta.zonesRead)], ["whole recording", bytes(meta.bytes)]);
    for (const { name, process, worstError, leastDrift, mostDrift } of meta.figures.gpuClocks) {
      const drift = leastDrift === null ? "" : `, drift ${number(leastDrift)} to ${number(mostDrift)} ppm`;
      pairs.push([`GPU clock of ${this.trace.fullName(name, process)}`, `within ${duration(worstError)} of the CPU's${drift}`]);
    }
    if (meta.losses.length === 0) {
      pairs.push(["losses", "none"]);
    }
    byId("about").append(...pairs.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
    for (const { name, meaning, count: amount, of } of meta.losses) {
      const parts = Object.entries(of).map(([what, part]) => (part === amount ? what : `${count(part)} ${what}`));
      byId("about").append(
        element("dt", {}, name),
        element("dd", { title: meaning }, [count(amount), ...(parts.length > 0 ? [parts.join(", ")] : [])].join(": ")),
      );
    }
  }
}
