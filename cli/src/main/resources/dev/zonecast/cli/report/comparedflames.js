// The flame graphs of two recordings side by side: a frame's time on one scale, coloured by the difference.

import { byId, element } from "./dom.js";
import { FlameChart, flameHeight } from "./flame.js";
import { sourceOf, sourcesOf, subjectKey, TRACK_KINDS } from "./flamesource.js";
import { percent } from "./format.js";
import { WHOLE, worstFrames } from "./scope.js";

/** Smaller differences have no colour. */
const LEAST_CHANGE = 0.02;
const MOST_PIXELS = 480;

export class ComparedFlames {
  constructor(sides) {
    this.sides = sides;
    this.key = null;
    const traces = sides.map(({ trace }) => trace);
    const option = (value, text) => element("option", { value }, text);
    byId("flame-what").append(...sourcesOf(...traces).map(([value, name]) => option(value, name)));
    const kinds = new Set(traces.flatMap(({ tracks }) => tracks.filter(({ rows }) => rows.length > 0).map(({ kind }) => kind)));
    byId("flame-tracks").append(
      ...Object.keys(TRACK_KINDS).filter((kind) => kinds.has(kind)).map((kind) => option(kind, TRACK_KINDS[kind])),
      ...(kinds.size === 1 ? [] : [option("all", "all tracks")]),
    );
    byId("scope").querySelector('[value="worst"]').disabled = !traces.every(({ frames }) => frames);
    this.charts = sides.map(({ letter, theme }, i) => {
      const chart = new FlameChart({ theme, label: `Flame graph of ${letter}`, onChoose: (node) => this.#zoom(i, node) });
      byId(`flame-${letter.toLowerCase()}`).append(chart.element);
      return chart;
    });
    for (const id of ["flame-what", "flame-tracks", "scope"]) {
      byId(id).addEventListener("change", () => this.fill());
    }
    this.fill();
  }

  fill() {
    const what = byId("flame-what").value;
    if (!what) {
      return;
    }
    const kind = byId("flame-tracks").value;
    const isWorst = byId("scope").value === "worst";
    const ofFrames = this.sides.every(({ trace }) => trace.frames);
    this.parts = this.sides.map(({ trace, theme }) => {
      const tracks = trace.tracks.filter((track) => kind === "all" || track.kind === kind);
      const ranges = isWorst ? worstFrames(trace) : WHOLE;
      const source = sourceOf(what, trace, theme, { search: null });
      const frames = isWorst ? ranges.length : (trace.frames?.count ?? 1);
      return { source, tree: source.tree(tracks, ranges), scale: ofFrames ? 1 / Math.max(1, frames) : 1 };
    });
    byId("flame-scale").textContent = ofFrames ? "Widths are means of a frame, on one scale. Red is longer in B, blue is shorter." : "Widths are totals, on one scale. Red is longer in B, blue is shorter.";
    this.#pair();
    const height = Math.min(MOST_PIXELS, Math.max(...this.parts.map(({ tree }) => flameHeight(tree))));
    for (const { letter } of this.sides) {
      byId(`flame-${letter.toLowerCase()}`).style.height = `${height}px`;
    }
    this.charts.forEach((chart, i) => chart.set(this.parts[i].tree, this.#source(i)));
  }

  /** Finds for each node the one with the same path in the other recording. */
  #pair() {
    const [a, b] = this.parts;
    this.partners = new Map();
    const pending = [[a.tree.root, b.tree.root]];
    while (pending.length > 0) {
      const [ofA, ofB] = pending.pop();
      this.partners.set(ofA, ofB);
      this.partners.set(ofB, ofA);
      // Zones at several lines of a function have one key: the first is paired with the first.
      const byKey = new Map();
      for (const node of ofB.children?.values() ?? []) {
        const key = b.source.key(node.frame);
        byKey.set(key, [...(byKey.get(key) ?? []), node]);
      }
      for (const node of ofA.children?.values() ?? []) {
        const partner = byKey.get(a.source.key(node.frame))?.shift();
        if (partner) {
          pending.push([node, partner]);
        }
      }
    }
  }

  /** The widths of a node of a side in A and in B, on the common scale. */
  widths(side, node) {
    const partner = this.partners.get(node);
    const own = node.width * this.parts[side].scale;
    const other = partner ? partner.width * this.parts[1 - side].scale : 0;
    return side === 0 ? [own, other] : [other, own];
  }

  #source(side) {
    const { source, scale } = this.parts[side];
    return {
      format: (sum) => source.format(sum * scale),
      name: source.name,
      widest: (node) => Math.max(...this.widths(side, node)) / scale,
      isMuted: (frame) => this.key !== null && source.key(frame) !== this.key,
      shades: (node) => this.#shades(side, node),
      describe: (node) => {
        const [a, b] = this.widths(side, node);
        const file = source.file(node.frame);
        return [
          source.name(node.frame),
          ["A", source.format(a)],
          ["B", source.format(b)],
          ["difference", `${b >= a ? "+" : "−"}${source.format(Math.abs(b - a))}${a > 0 ? `, ${b >= a ? "+" : "−"}${percent(Math.abs(b / a - 1))}` : ""}`],
          ...(file ? [["source", file]] : []),
        ];
      },
    };
  }

  /** The full colour of a node, and the muted one. */
  #shades(side, node) {
    const { theme } = this.sides[side];
    const [a, b] = this.widths(side, node);
    const part = (b - a) / Math.max(a, b, Number.MIN_VALUE);
    const strength = Math.abs(part) < LEAST_CHANGE ? 0 : Math.min(80, 25 + Math.abs(part) * 90);
    const colour = `color-mix(in srgb, ${part > 0 ? theme.bad : theme.accent} ${strength.toFixed(0)}%, ${theme.line})`;
    return [colour, `color-mix(in srgb, ${colour} 25%, ${theme.bg})`];
  }

  #zoom(side, node) {
    this.charts[1 - side].zoomTo(this.partners.get(node) ?? this.parts[1 - side].tree.root);
  }

  /** Brings out the nodes of a zone; null shows all alike, and so does a set of frames, which has no node. */
  select(row) {
    this.key = row && row.on !== "frame" ? subjectKey(row) : null;
    this.draw();
  }

  draw() {
    this.charts.forEach((chart) => chart.draw());
  }
}
