// Where the tracks lie below each other. Sizes are pixels of the page.

const ROW = 19;
const COLLAPSED_ROW = 4;
const MAX_COLLAPSED = 5;
const HEADER = 4;
const MESSAGES = 11;
const WAITS = 7;
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

function subtitle(track) {
  switch (track.kind) {
    case "gpu":
      return track.api ? `GPU · ${track.api}` : "GPU";
    case "lock":
      return "lock";
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
    this.collapsed = new Set();
    this.locks = trace.tracks.filter((track) => track.kind === "lock" && track.spans.length > 0);
    if (this.locks.length > 12) {
      this.collapsed.add("locks");
    }
    const shown = trace.tracks.filter(
      (track) => track.rows.length > 0 || track.lanes.length > 0 || track.messages.length > 0 || track.spans.length > 0,
    );
    this.processes = [...new Set(trace.tracks.map((track) => track.process))].map((process) => ({
      process,
      tracks: trackOrder(shown.filter((track) => track.process === process)),
    }));
    this.arrange();
  }

  toggle(key) {
    if (!this.collapsed.delete(key)) {
      this.collapsed.add(key);
    }
    this.arrange();
  }

  arrange() {
    this.items = [];
    this.height = 0;
    for (const { process, tracks } of this.processes) {
      if (this.trace.several) {
        this.#group(`process ${process}`, this.trace.nameOf(process), tracks, (track) => this.#track(track), this.trace.idOf(process));
      } else {
        tracks.forEach((track) => this.#track(track));
      }
    }
    this.#group("locks", "Locks", this.locks, (lock) => this.#track(lock));
    this.#group("plots", "Plots", this.trace.plots, (plot, i) => this.#add({ key: `plot ${i}`, plot, title: plot.name, subtitle: this.trace.several ? this.trace.titleOf(plot.process) : "", parts: [] }, PLOT));
    this.byRow = new Map();
    for (const item of this.items) {
      for (const part of item.parts) {
        if (part.row ?? part.lane) {
          this.byRow.set(part.row ?? part.lane, { y: item.y + part.y, height: part.height });
        }
      }
    }
  }

  #group(key, title, members, add, subtitle = members.length) {
    if (members.length === 0) {
      return;
    }
    this.#add({ key, title, subtitle: `${subtitle}`, group: true, canCollapse: true, parts: [] }, GROUP);
    if (!this.collapsed.has(key)) {
      members.forEach(add);
    }
  }

  #add(item, height) {
    this.items.push({ ...item, y: this.height, height });
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
      { key, track, title: track.name, subtitle: subtitle(track), canCollapse: track.rows.length + track.lanes.length > 1, parts },
      Math.max(LEAST, y + HEADER),
    );
  }

  /** The item at a height; null if there is none. */
  itemAt(y) {
    return this.items.find((item) => y >= item.y && y < item.y + item.height) ?? null;
  }
}
