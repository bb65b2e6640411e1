// Where the tracks lie below each other. Sizes are pixels of the page.

import { count } from "./format.js";
import { TrackChoice } from "./trackchoice.js";

const ROW = 19;
const COLLAPSED_ROW = 4;
const MAX_COLLAPSED = 5;
const HEADER = 4;
const MESSAGES = 11;
const WAITS = 7;
const SAMPLES = 9;
const LANE = 18;
const LOW_LANE = 5;
const PLOT = 46;
const GROUP = 26;
const LEAST = 24;

/** GPU tracks, the lanes of a context and thread one below the other. */
function laneOrder(gpus) {
  const keyOf = (gpu) => `${gpu.process} ${gpu.context} ${gpu.submitter}`;
  const first = new Map();
  gpus.forEach((gpu, i) => first.set(keyOf(gpu), first.get(keyOf(gpu)) ?? i));
  return [...gpus].sort((a, b) => first.get(keyOf(a)) - first.get(keyOf(b)) || a.lane - b.lane);
}

/** Tracks of one process. */
function trackOrder(tracks) {
  const ordered = [];
  const threads = tracks.filter((track) => track.kind === "thread");
  const gpus = new Set(laneOrder(tracks.filter((track) => track.kind === "gpu")));
  // GPU contexts come after the thread that submits to them.
  for (const thread of threads) {
    ordered.push(thread);
    for (const gpu of gpus) {
      if (gpu.submitter === thread.id && gpu.process === thread.process) {
        ordered.push(gpu);
        gpus.delete(gpu);
      }
    }
  }
  ordered.push(...gpus);
  const rest = (kind) => tracks.filter((track) => track.kind === kind);
  return [...ordered, ...rest("jvm"), ...rest("profiler")];
}

function subtitle(track, trace) {
  switch (track.kind) {
    case "gpu":
      return track.api ? `GPU · ${track.api}` : "GPU";
    case "lock":
      return trace.fullName("lock", track.process);
    case "jvm":
      return "the virtual machine";
    case "profiler":
      return "the profiler";
    default:
      return `thread ${track.id}`;
  }
}

export class Layout {
  constructor(trace) {
    this.trace = trace;
    this.choice = new TrackChoice(trace);
    this.collapsed = new Set();
    this.locks = trace.tracks.filter((track) => track.kind === "lock" && track.spans.length > 0);
    if (this.locks.length > 12) {
      this.collapsed.add("locks");
    }
    const shown = trace.tracks.filter(
      (track) =>
        track.rows.length > 0 || track.lanes.length > 0 || track.messages.length > 0 || track.spans.length > 0 || trace.samples.ofTrack(track).time.length > 0,
    );
    this.processes = [...new Set(trace.tracks.map((track) => track.process))].map((process) => ({
      process,
      tracks: trackOrder(shown.filter((track) => track.process === process)),
    }));
    this.fold(trace.start, trace.length);
    this.arrange();
  }

  toggle(key) {
    if (key === "virtual") {
      this.choice.unfolded = !this.choice.unfolded;
      this.choice.fold(...this.folded);
    } else if (!this.collapsed.delete(key)) {
      this.collapsed.add(key);
    }
    this.arrange();
  }

  /** Folds virtual threads that do nothing from..to; says whether that changed anything. */
  fold(from, to) {
    this.folded = [from, to];
    const isOther = this.choice.fold(from, to);
    if (isOther) {
      this.arrange();
    }
    return isOther;
  }

  /** All that can be shown, pinned and hidden: { key, title, track, add() }. */
  get entries() {
    const ofTrack = (track) => ({ key: `track ${track.index}`, title: track.name, track, add: () => this.#track(track) });
    const ofPlot = (plot, i) => ({ key: `plot ${i}`, title: plot.name, add: () => this.#plot(plot, i) });
    return {
      processes: this.processes.map(({ process, tracks }) => ({ process, members: tracks.map(ofTrack) })),
      locks: this.locks.map(ofTrack),
      plots: this.trace.plots.map(ofPlot),
    };
  }

  arrange() {
    const { choice } = this;
    this.items = [];
    this.height = 0;
    const { processes, locks, plots } = this.entries;
    const all = [...processes.flatMap(({ members }) => members), ...locks, ...plots];
    this.pinning = true;
    all.filter(({ key }) => choice.pinned.has(key)).forEach((entry) => entry.add());
    this.pinning = false;
    this.pinnedHeight = this.height;
    const shown = (members) => members.filter(({ key, title }) => choice.shows(key, title) && !choice.pinned.has(key));
    for (const { process, members } of processes) {
      const { several } = this.trace;
      if (several) {
        this.#group(`process ${process}`, this.trace.nameOf(process), shown(members), this.trace.idOf(process));
      }
      if (!several || !this.collapsed.has(`process ${process}`)) {
        this.#tracks(process, shown(members));
      }
    }
    for (const [key, title, members] of [["locks", "Locks", shown(locks)], ["plots", "Plots", shown(plots)]]) {
      this.#group(key, title, members);
      if (!this.collapsed.has(key)) {
        members.forEach((entry) => entry.add());
      }
    }
    this.byRow = new Map();
    for (const item of this.items) {
      for (const part of item.parts) {
        if (part.row ?? part.lane) {
          this.byRow.set(part.row ?? part.lane, { y: item.y + part.y, height: part.height, pinned: item.pinned });
        }
      }
    }
  }

  /** Tracks of a process; virtual threads that do nothing in view are one line. */
  #tracks(process, members) {
    const { choice } = this;
    const isFolded = ({ track }) => choice.folded.has(track.index);
    members.filter((entry) => !isFolded(entry)).forEach((entry) => entry.add());
    const folded = members.filter(isFolded).length;
    const virtual = members.filter(({ track }) => track.virtual).length;
    if (folded > 0 || (choice.unfolded && virtual > 0)) {
      const title = choice.unfolded ? "All virtual threads" : `${count(folded)} idle virtual threads`;
      this.#add({ key: "virtual", title, subtitle: "", folded: !choice.unfolded, group: true, canCollapse: true, parts: [] }, GROUP);
    }
  }

  #group(key, title, members, subtitle = members.length) {
    if (members.length > 0) {
      this.#add({ key, title, subtitle: `${subtitle}`, group: true, canCollapse: true, parts: [] }, GROUP);
    }
  }

  #plot(plot, i) {
    const subtitle = this.trace.several ? this.trace.titleOf(plot.process) : "";
    this.#add({ key: `plot ${i}`, plot, title: plot.name, subtitle, parts: [] }, PLOT);
  }

  #add(item, height) {
    this.items.push({ ...item, y: this.height, height, pinned: this.pinning });
    this.height += height;
  }

  #track(track) {
    const key = `track ${track.index}`;
    const folded = this.collapsed.has(key);
    const parts = [];
    let y = HEADER;
    const part = (more, height) => {
      parts.push({ ...more, y, height });
      y += height;
    };
    if (track.messages.length > 0) {
      part({ messages: track.messages }, MESSAGES);
    }
    const samples = this.trace.samples.ofTrack(track);
    if (samples.time.length > 0) {
      part({ samples }, SAMPLES);
    }
    const rows = folded ? track.rows.slice(0, MAX_COLLAPSED) : track.rows;
    rows.forEach((row) => part({ row }, folded ? COLLAPSED_ROW : ROW));
    track.lanes.forEach((lane) => part({ lane, low: folded }, folded ? LOW_LANE : LANE));
    const holds = track.spans.filter((span) => span.hold);
    const waits = track.spans.filter((span) => !span.hold);
    if (holds.length > 0) {
      part({ spans: holds }, ROW);
    }
    if (waits.length > 0) {
      part({ spans: waits }, WAITS);
    }
    this.#add(
      { key, track, title: track.name, subtitle: subtitle(track, this.trace), canCollapse: track.rows.length + track.lanes.length > 1, parts },
      Math.max(LEAST, y + HEADER),
    );
  }

  /** The item at a height, among the pinned ones or the others; null if there is none. */
  itemAt(y, pinned) {
    return this.items.find((item) => item.pinned === pinned && y >= item.y && y < item.y + item.height) ?? null;
  }
}
