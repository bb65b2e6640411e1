// The table of messages. Many messages of one source are one row until it is clicked.

import { byId, element } from "./dom.js";
import { count, time } from "./format.js";
import { Table } from "./table.js";

/** Fewer messages of one source stay apart. */
const HEAP = 5;

/** Messages of one source differ in their numbers alone. */
function sourceOf({ track, severity, text }) {
  return `${track} ${severity} ${text.replace(/\d+(?:[.,]\d+)*/g, "#")}`;
}

export class MessageTable {
  constructor(trace, view) {
    this.trace = trace;
    this.view = view;
    this.current = null;
    this.opened = new Set();
    this.heaps = new Map();
    this.filled = false;
    const heap = (message) => this.heaps.get(message);
    this.table = new Table({
      label: "Messages",
      sort: 0,
      descending: false,
      columns: [
        { title: "at", number: true, value: (message) => message.time, text: (message) => time(message.time) },
        { title: "severity", value: (message) => message.severity, text: (message) => this.#severity(message) },
        { title: "thread", value: (message) => trace.tracks[message.track].name, text: (message) => trace.tracks[message.track].name },
        { title: "alike", number: true, value: (message) => heap(message)?.length ?? 1, text: (message) => this.#alike(message) },
        { title: "message", wide: true, value: (message) => message.text, text: (message) => message.text },
      ],
      onRow: (message) => this.#choose(message),
      isCurrent: (message) => message === this.current,
    });
    byId("message-table").append(this.table.element);
  }

  /** Sorted into heaps when it is seen first: many texts take a moment. */
  open() {
    if (this.filled) {
      return;
    }
    this.filled = true;
    const sources = new Map();
    for (const message of this.trace.messages) {
      const source = sourceOf(message);
      const alike = sources.get(source);
      if (alike) {
        alike.push(message);
      } else {
        sources.set(source, [message]);
      }
    }
    for (const alike of sources.values()) {
      if (alike.length >= HEAP) {
        alike.forEach((message) => this.heaps.set(message, alike));
      }
    }
    this.#fill();
  }

  /** A heap that is not open is its first message. */
  #fill() {
    this.table.set(
      this.trace.messages.filter((message) => {
        const heap = this.heaps.get(message);
        return !heap || this.opened.has(heap) || heap[0] === message;
      }),
    );
  }

  #alike(message) {
    const heap = this.heaps.get(message);
    if (heap?.[0] !== message) {
      return "";
    }
    const isOpen = this.opened.has(heap);
    const title = `${isOpen ? "Fold" : "Show"} ${count(heap.length)} messages of this source, until ${time(heap.at(-1).time)}`;
    return element("span", { title }, `${isOpen ? "▾" : "▸"} ${count(heap.length)}`);
  }

  #choose(message) {
    const heap = this.heaps.get(message);
    if (heap?.[0] === message) {
      if (!this.opened.delete(heap)) {
        this.opened.add(heap);
      }
      this.#fill();
    }
    this.current = message;
    this.view.showMoment(message.time);
  }

  #severity({ severity }) {
    return severity ? element("span", { class: `severity ${severity.toLowerCase()}` }, severity) : "";
  }

  /** Goes to a message, and opens its heap. */
  reveal(message) {
    this.open();
    const heap = this.heaps.get(message);
    if (heap && heap[0] !== message && !this.opened.has(heap)) {
      this.opened.add(heap);
      this.#fill();
    }
    this.current = message;
    this.table.reveal(message);
  }
}
