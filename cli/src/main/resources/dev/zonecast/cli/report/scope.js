// What the tables and flame graphs are of: the whole recording, what is visible, the selected time, or the worst frames.

import { byId } from "./dom.js";

/** As many as `stats` lists. */
const WORST = 10;
export const WHOLE = [[-Infinity, Infinity]];

/** Times of the slowest frames of the base set, in the order of time. */
export function worstFrames({ frames }) {
  if (!frames) {
    return [];
  }
  const { begin, duration, count } = frames;
  const worst = [];
  for (let i = 0; i < count; i++) {
    if (worst.length < WORST || duration[i] > duration[worst.at(-1)]) {
      const at = worst.findIndex((other) => duration[other] < duration[i]);
      worst.splice(at < 0 ? worst.length : at, 0, i);
      worst.length = Math.min(worst.length, WORST);
    }
  }
  return worst.sort((a, b) => a - b).map((i) => [begin[i], begin[i] + duration[i]]);
}

export class Scope {
  #listeners = [];

  constructor(trace, view) {
    this.view = view;
    this.worst = worstFrames(trace);
    this.select = byId("scope");
    const worst = this.select.querySelector('[value="worst"]');
    worst.disabled = this.worst.length === 0;
    worst.textContent = `the ${this.worst.length || ""} slowest frames`;
    this.select.addEventListener("change", () => this.#changed());
    view.add(this);
  }

  onChange(listener) {
    this.#listeners.push(listener);
  }

  get name() {
    return this.select.value;
  }

  has(name) {
    this.draw();
    return [...this.select.options].some(({ value, disabled }) => value === name && !disabled);
  }

  choose(name) {
    this.select.value = name;
    this.#changed();
  }

  #changed() {
    this.#listeners.forEach((listener) => listener());
    this.view.changed();
  }

  /** Ranges of time [[from, to], ...]; null for the whole recording. */
  get ranges() {
    const { range } = this.view;
    switch (this.name) {
      case "visible":
        return [[this.view.from, this.view.to]];
      case "range":
        return range ? [[range.from, range.to]] : null;
      case "worst":
        return this.worst;
      default:
        return null;
    }
  }

  /** Another one where the ranges are others. */
  get key() {
    const { ranges } = this;
    return ranges ? `${this.name} ${ranges.join(" ")}` : "";
  }

  draw() {
    this.select.querySelector('[value="range"]').disabled = !this.view.range;
    if (this.name === "range" && !this.view.range) {
      this.choose("all");
    }
  }
}
