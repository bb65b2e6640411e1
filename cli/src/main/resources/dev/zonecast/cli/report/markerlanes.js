// Draws markers: intervals as bars, moments as ticks, in the colour of their category.

import { LEVELS, MUTED } from "./colors.js";
import { lowerBound } from "./sorted.js";

const FULL = LEVELS - 1;
const TICK = 2;
/** A bar that is narrower is drawn as a tick. */
const LEAST_BAR = 3;

export class MarkerPainter {
  constructor(markers, theme, labels) {
    this.markers = markers;
    this.theme = theme;
    this.labels = labels;
  }

  /** What all lanes of a picture have in common. */
  begin(context, view, width, scale) {
    this.context = context;
    this.view = view;
    this.width = width;
    this.scale = scale;
    this.perNano = width / view.span;
  }

  #x(timeNanos) {
    return (timeNanos - this.view.from) * this.perNano;
  }

  lane(lane, y, height, withLabels) {
    const { markers, scale } = this;
    const found = this.view.search?.foundMarkers ?? null;
    const tick = TICK * scale;
    let i = markers.firstIn(lane, this.view.from - tick / this.perNano);
    while (i < lane.to && markers.begin[i] <= this.view.to) {
      const x = this.#x(markers.begin[i]);
      const width = markers.duration[i] * this.perNano;
      if (markers.isInterval(i) && width >= LEAST_BAR * scale) {
        this.#bar(i, x, y, width, height, withLabels, found);
        i++;
        continue;
      }
      // Those that fall together are one tick; one that was found stands for them.
      const next = this.#next(i, lane.to, markers.begin[i] + tick / this.perNano);
      let shown = i;
      for (let k = i; found && k < next; k++) {
        shown = found[k] ? k : shown;
        k = found[k] ? next : k;
      }
      this.#tick(shown, x, y, height, next, lane, withLabels, found);
      i = next;
    }
  }

  /** The first marker after one that begins at a time or later, or that is wide enough for a bar. */
  #next(marker, end, timeNanos) {
    const { begin, duration } = this.markers;
    const next = Math.max(marker + 1, lowerBound(begin, timeNanos, marker + 1, end));
    const last = next - 1;
    return last > marker && duration[last] * this.perNano >= LEAST_BAR * this.scale ? last : next;
  }

  #level(marker, found) {
    return found === null || found[marker] ? FULL : MUTED;
  }

  #color(marker, level) {
    const kind = this.markers.kindOf(marker);
    return this.theme.shadesOfColor(kind.rgb, kind.category)[level];
  }

  #bar(marker, x, y, width, height, withLabel, found) {
    const { context, scale } = this;
    const left = Math.max(0, x);
    const right = Math.min(this.width, x + width);
    const level = this.#level(marker, found);
    context.fillStyle = this.#color(marker, level);
    context.beginPath();
    context.roundRect(left, y, Math.max(1, right - left - scale), height, 3 * scale);
    context.fill();
    this.#text(marker, left + 5 * scale, right - left - 9 * scale, y + height / 2, withLabel, level === MUTED ? this.theme.muted : this.theme.zoneText);
  }

  #tick(marker, x, y, height, next, lane, withLabel, found) {
    const { context, markers, scale } = this;
    const level = this.#level(marker, found);
    context.fillStyle = this.#color(marker, level);
    context.fillRect(Math.round(x), y, TICK * scale, height);
    const end = next < lane.to ? Math.min(this.width, this.#x(markers.begin[next])) : this.width;
    // A head, where there is room for one: a moment is then told from a narrow bar.
    if (end - x > 8 * scale) {
      context.beginPath();
      context.arc(Math.round(x) + scale, y + 3 * scale, 3 * scale, 0, 2 * Math.PI);
      context.fill();
    }
    this.#text(marker, x + 7 * scale, end - x - 12 * scale, y + height / 2, withLabel, this.theme.muted);
  }

  #text(marker, x, room, y, withLabel, color) {
    if (!withLabel || room < 16 * this.scale) {
      return;
    }
    const text = this.labels.fit(this.markers.chartLabel(marker), room);
    if (text) {
      this.context.fillStyle = color;
      this.context.fillText(text, x, y + 0.5);
    }
  }

  /** A frame around a marker. */
  outline(marker, y, height) {
    const { context, scale } = this;
    const left = Math.max(-4 * scale, this.#x(this.markers.begin[marker]));
    const right = Math.min(this.width + 4 * scale, this.#x(this.markers.end(marker)));
    context.strokeStyle = this.theme.text;
    context.lineWidth = 2 * scale;
    context.strokeRect(left - scale, y, Math.max(TICK * scale + 2 * scale, right - left + scale), height);
  }
}
