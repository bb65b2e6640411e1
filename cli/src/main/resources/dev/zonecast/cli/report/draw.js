// Draws rows of zones as a pixel can show them: what is narrower than one is drawn together with its neighbours.

import { LEVELS, MUTED } from "./colors.js";
import { lowerBound } from "./sorted.js";

const FULL = LEVELS - 1;
const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif";

/** Sizes a canvas to what it covers on the screen, in the screen's own pixels. */
export function fitCanvas(canvas) {
  const scale = window.devicePixelRatio || 1;
  const width = Math.max(1, Math.round(canvas.clientWidth * scale));
  const height = Math.max(1, Math.round(canvas.clientHeight * scale));
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const context = canvas.getContext("2d");
  context.setTransform(1, 0, 0, 1, 0, 0);
  return { context, width, height, scale };
}

export function font(pixels, weight = 400) {
  return `${weight} ${pixels}px ${FONT}`;
}

/** Texts cut to a width. Widths are kept: to measure takes longer than to draw. */
export class Labels {
  #widths = new Map();
  #context = null;
  #font = "";

  begin(context, fontText) {
    this.#context = context;
    context.font = fontText;
    if (fontText !== this.#font) {
      this.#widths.clear();
      this.#font = fontText;
    }
  }

  width(text) {
    let width = this.#widths.get(text);
    if (width === undefined) {
      width = this.#context.measureText(text).width;
      if (this.#widths.size > 20000) {
        this.#widths.clear();
      }
      this.#widths.set(text, width);
    }
    return width;
  }

  /** The text, or its first letters; empty if not even three have room. */
  fit(text, room) {
    const width = this.width(text);
    if (width <= room) {
      return text;
    }
    const letters = Math.floor((text.length * room) / width) - 1;
    return letters < 2 ? "" : `${text.slice(0, letters)}…`;
  }
}

export class RowPainter {
  #trace;
  #theme;
  #labels;

  constructor(trace, theme, labels) {
    this.#trace = trace;
    this.#theme = theme;
    this.#labels = labels;
  }

  /** What all rows of a picture have in common. */
  begin(context, view, width, scale) {
    this.context = context;
    this.from = view.from;
    this.to = view.to;
    this.width = width;
    this.scale = scale;
    this.perNano = width / view.span;
    this.muted = view.search !== null;
  }

  /** Draws the zones from..to, a row or a part of it. */
  row(row, y, height) {
    const { begin, duration, sums, place } = this.#trace.zones;
    const { context, from, perNano } = this;
    const nanosPerPixel = 1 / perNano;
    let i = lowerBound(begin, from, row.from, row.to);
    if (i > row.from && begin[i - 1] + duration[i - 1] > from) {
      i--;
    }
    const run = { x: 0, width: 0, style: "" };
    while (i < row.to && begin[i] < this.to) {
      const x = (begin[i] - from) * perNano;
      const width = duration[i] * perNano;
      if (width >= 1.5) {
        this.#flush(run, y, height);
        this.#zone(i, x, y, width, height);
        i++;
        continue;
      }
      const pixel = Math.floor(x);
      const next = this.#next(i, row.to, from + (pixel + 1) * nanosPerPixel);
      const covered = Math.min(1, (sums[next] - sums[i]) * perNano);
      const longest = next - i === 1 ? i : this.#trace.longestOf(i, next);
      const level = this.muted ? MUTED : Math.min(FULL, Math.floor(covered * LEVELS));
      const style = this.#shades(longest, place)[level];
      if (run.style === style && run.x + run.width === pixel) {
        run.width++;
      } else {
        this.#flush(run, y, height);
        run.x = pixel;
        run.width = 1;
        run.style = style;
      }
      i = next;
    }
    this.#flush(run, y, height);
  }

  #flush(run, y, height) {
    if (run.width > 0) {
      this.context.fillStyle = run.style;
      this.context.fillRect(run.x, y, run.width, height);
      run.width = 0;
    }
  }

  /** The first zone after one that begins at a time or later, or that is wide enough to be drawn alone. */
  #next(zone, end, time) {
    const { begin, duration } = this.#trace.zones;
    let step = 1;
    let low = zone + 1;
    let high = zone + 1;
    while (high < end && begin[high] < time) {
      low = high + 1;
      high += step;
      step *= 2;
    }
    const next = lowerBound(begin, time, low, Math.min(high, end));
    const last = next - 1;
    return last > zone && duration[last] * this.perNano >= 1.5 ? last : next;
  }

  #shades(zone, place) {
    const own = this.#trace.zones.color.get(zone);
    return own === undefined ? this.#theme.shades(place[zone]) : this.#theme.shadesOfColor(own);
  }

  #zone(zone, x, y, width, height, level = this.muted ? MUTED : FULL) {
    const { context } = this;
    const left = Math.max(0, x);
    const right = Math.min(this.width, x + width);
    const gap = right - left > 4 ? 1 : 0;
    context.fillStyle = this.#shades(zone, this.#trace.zones.place)[level];
    context.fillRect(left, y, Math.max(1, right - left - gap), height);
    const room = right - left - 8 * this.scale;
    if (room > 12 * this.scale && height > 9 * this.scale) {
      const text = this.#labels.fit(this.#trace.name(zone), room);
      if (text) {
        context.fillStyle = level === MUTED ? this.#theme.muted : this.#theme.zoneText;
        context.fillText(text, left + 4 * this.scale, y + height / 2 + 0.5);
      }
    }
  }

  /** Draws those zones of a row that a search has found. */
  found(ids, y, height) {
    const { begin, duration } = this.#trace.zones;
    let low = 0;
    let high = ids.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (begin[ids[middle]] + duration[ids[middle]] < this.from) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    let drawnTo = -1;
    for (let k = low; k < ids.length && begin[ids[k]] < this.to; k++) {
      const zone = ids[k];
      const x = (begin[zone] - this.from) * this.perNano;
      const width = Math.max(1, duration[zone] * this.perNano);
      if (x + width <= drawnTo) {
        continue;
      }
      this.#zone(zone, x, y, width, height, FULL);
      drawnTo = Math.floor(x + width);
    }
  }
}

/** Steps of 1, 2 or 5 of a power of ten, as far apart as a label needs. */
export function ticks(from, to, most, origin) {
  const rough = (to - from) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough);
  const all = [];
  for (let tick = origin + Math.ceil((from - origin) / step) * step; tick <= to; tick += step) {
    all.push(tick);
  }
  return { step, all };
}
