// The tab of memory: pools, and the zones that allocated.

import { byId, debounced } from "./dom.js";
import { bytes, count } from "./format.js";
import { Table } from "./table.js";

export class MemoryPanel {
  constructor(trace, view, theme, scope) {
    Object.assign(this, { trace, view, theme, scope });
    this.isOpen = false;
    this.refresh = debounced(120, () => this.#fill());
    const amount = (title, key) => ({ title, number: true, value: (row) => row[key] ?? -1, text: (row) => (row[key] === undefined ? "" : count(row[key])) });
    const size = (title, key) => ({ title, number: true, value: (row) => row[key] ?? -1, text: (row) => (row[key] === undefined ? "" : bytes(row[key])) });
    const name = ({ name: pool, process }) => trace.fullName(pool, process);
    this.pools = new Table({
      label: "Memory",
      sort: 2,
      empty: "nothing was allocated",
      columns: [
        { title: "pool", wide: true, value: name, text: name },
        amount("allocations", "allocations"),
        size("bytes", "allocatedBytes"),
        amount("frees", "frees"),
        size("bytes", "freedBytes"),
        size("peak", "peakBytes"),
        amount("live at the end", "stayBlocks"),
        size("bytes", "stayBytes"),
      ],
    });
    byId("pool-table").append(this.pools.element);
    this.zones = new Table({
      label: "Memory by zone",
      sort: 2,
      empty: "nothing was allocated",
      columns: [
        { title: "allocated in", wide: true, value: (row) => this.#zone(row), text: (row) => this.#zone(row) },
        amount("allocations", "allocations"),
        size("bytes", "allocatedBytes"),
        amount("live at the end", "stayBlocks"),
        size("bytes", "stayBytes"),
      ],
      onRow: ({ place }) => place >= 0 && view.selectPlace(place),
      isCurrent: ({ place }) => place >= 0 && place === view.place,
    });
    byId("memory-zones").append(this.zones.element);
    scope.onChange(() => this.isOpen && this.#fill());
    view.add(this);
  }

  #zone({ place }) {
    return place < 0 ? "(outside zones)" : this.trace.places[place].name;
  }

  open() {
    this.isOpen = true;
    this.#fill();
  }

  close() {
    this.isOpen = false;
  }

  draw() {
    if (this.isOpen && this.key !== this.scope.key) {
      this.refresh();
    }
  }

  #fill() {
    if (!this.isOpen || this.key === this.scope.key) {
      return;
    }
    this.key = this.scope.key;
    const { memory, meta } = this.trace;
    const { ranges } = this.scope;
    // The whole recording has the figures of `stats`.
    this.pools.set(
      ranges
        ? memory.figures(ranges)
        : meta.figures.memory.map((pool) => ({ ...pool, stayBlocks: pool.liveBlocks, stayBytes: pool.liveBytes })),
    );
    this.zones.set(ranges ? memory.zones(ranges) : meta.figures.memoryZones);
  }
}
