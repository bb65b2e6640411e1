// The tracks: drawn on a canvas as high as the window, whatever they are high together.

import { fitCanvas, font, Labels, RowPainter, ticks } from "./draw.js";
import { byId, debounced, hideTooltip, showTooltip } from "./dom.js";
import { count, duration, placeText, plotValue, time } from "./format.js";
import { drawFlows } from "./flowarrows.js";
import { Gutter } from "./gutter.js";
import { Layout } from "./layout.js";
import { MarkerPainter } from "./markerlanes.js";
import { drawMessages, firstAt, nearest } from "./messages.js";
import { drawPlot, plotAt } from "./plots.js";
import { drawSamples, sampleAt } from "./samples.js";
import { LEVELS } from "./colors.js";
import { lowerBound } from "./sorted.js";

const CLICK_PIXELS = 4;
const NEAR_PIXELS = 3;
/** Of the height of the timeline. */
const MOST_PINNED = 0.6;
const REFOLD_MILLIS = 150;

export class Timeline {
  #labels = new Labels();
  #pointer = null;
  #drag = null;

  constructor(trace, view, theme) {
    this.trace = trace;
    this.view = view;
    this.theme = theme;
    this.layout = new Layout(trace);
    this.canvas = byId("tracks");
    this.scroller = byId("tracks-scroll");
    this.inner = byId("tracks-inner");
    this.gutter = new Gutter(this);
    this.painter = new RowPainter(trace, theme, this.#labels);
    this.markerPainter = new MarkerPainter(trace.markers, theme, this.#labels);
    this.refold = debounced(REFOLD_MILLIS, () => {
      if (this.layout.fold(view.from, view.to)) {
        this.gutter.clear();
        view.changed();
      }
    });
    this.#listen();
    new ResizeObserver(() => view.changed()).observe(this.scroller);
    view.add(this);
  }

  draw() {
    this.inner.style.height = `${this.layout.height}px`;
    this.canvas.style.height = `${this.scroller.clientHeight}px`;
    // The ruler ends where the tracks do: before the scroll bar.
    byId("ruler-box").style.paddingRight = `${this.scroller.offsetWidth - this.scroller.clientWidth}px`;
    this.refold();
    this.gutter.draw(this.#visible(), (item) => item.y + this.scroller.scrollTop - this.top(item.pinned));
    const { context, width, height, scale } = fitCanvas(this.canvas);
    this.perNano = this.canvas.clientWidth / this.view.span;
    const { theme, view } = this;
    context.fillStyle = theme.bg;
    context.fillRect(0, 0, width, height);
    const visible = this.#visible();
    context.textBaseline = "middle";
    this.painter.begin(context, view, width, scale);
    this.markerPainter.begin(context, view, width, scale);
    const paint = (pinned) => {
      const top = this.top(pinned);
      const items = visible.filter((item) => item.pinned === pinned);
      for (const item of items) {
        context.fillStyle = item.group ? theme.row : theme.track;
        context.fillRect(0, Math.round((item.y - top) * scale), width, Math.round((item.height - 1) * scale));
      }
      this.#drawGrid(context, width, items, top, scale);
      this.#labels.begin(context, font(11.5 * scale));
      items.forEach((item) => this.#drawItem(context, item, top, width, scale));
    };
    paint(false);
    if (this.layout.pinnedHeight > 0) {
      const bottom = Math.round((this.layout.pinnedHeight - this.top(true)) * scale);
      context.fillStyle = theme.bg;
      context.fillRect(0, 0, width, bottom);
      paint(true);
      context.fillStyle = theme.accent;
      context.fillRect(0, bottom - 1, width, 1);
    }
    this.#drawRange(context, height, scale);
    this.#drawSelected(context, scale);
    this.#drawSubmission(context, scale);
    drawFlows(this, context, scale);
    if (view.revealed) {
      const { revealed } = view;
      view.revealed = null;
      this.#scrollTo(revealed);
    }
    this.#updateHover();
  }

  /** Pinned tracks stay at the top, unless they would take most of the room. */
  get #sticks() {
    return this.layout.pinnedHeight <= this.scroller.clientHeight * MOST_PINNED;
  }

  /** What is scrolled away of the tracks, of the pinned or the others. */
  top(pinned) {
    return pinned && this.#sticks ? 0 : this.scroller.scrollTop;
  }

  #visible() {
    const bottom = this.scroller.clientHeight;
    return this.layout.items.filter((item) => {
      const y = item.y - this.top(item.pinned);
      return y + item.height > 0 && y < bottom;
    });
  }

  x(timeNanos) {
    return (timeNanos - this.view.from) * this.perNano;
  }

  timeAt(x) {
    return this.view.from + x / this.perNano;
  }

  /** Lines behind the items. */
  #drawGrid(context, width, items, top, scale) {
    const { frames } = this.trace;
    const from = items.length > 0 ? (items[0].y - top) * scale : 0;
    const height = items.length > 0 ? (items.at(-1).y + items.at(-1).height - top) * scale - from : 0;
    context.fillStyle = this.theme.grid;
    if (frames) {
      const first = lowerBound(frames.begin, this.view.from);
      const last = lowerBound(frames.begin, this.view.to);
      if (last - first < width / (6 * scale)) {
        for (let i = first; i < last; i++) {
          context.fillRect(Math.round(this.x(frames.begin[i]) * scale), from, 1, height);
        }
        return;
      }
    }
    for (const tick of ticks(this.view.from, this.view.to, width / (110 * scale), this.trace.origin).all) {
      context.fillRect(Math.round(this.x(tick) * scale), from, 1, height);
    }
  }

  #drawItem(context, item, top, width, scale) {
    if (item.plot) {
      drawPlot(context, item.plot, this.view, this.theme, this.#labels, {
        y: (item.y - top) * scale,
        height: (item.height - 1) * scale,
        width,
        scale,
      });
      return;
    }
    for (const part of item.parts) {
      const y = Math.round((item.y + part.y - top) * scale);
      const height = Math.max(1, Math.round((part.height - 1) * scale));
      if (part.row) {
        this.painter.row(part.row, y, height);
        const found = this.view.search?.byRow.get(part.row);
        if (found) {
          this.painter.found(found, y, height);
        }
      } else if (part.lane) {
        this.markerPainter.lane(part.lane, y + (part.low ? 0 : scale), height - (part.low ? 0 : 2 * scale), !part.low);
      } else if (part.messages) {
        drawMessages(this, context, part.messages, y, height, scale);
      } else if (part.samples) {
        drawSamples(this, context, part.samples, y, height, scale);
      } else {
        this.#drawSpans(context, part.spans, y, height, scale);
      }
    }
  }

  #drawSpans(context, spans, y, height, scale) {
    let drawnTo = -Infinity;
    for (let i = Math.max(0, firstAt(spans, this.view.from, "begin") - 1); i < spans.length; i++) {
      const span = spans[i];
      if (span.begin > this.view.to) {
        break;
      }
      const x = this.x(span.begin) * scale;
      const width = Math.max(1, span.duration * this.perNano * scale);
      if (x + width < 0 || x + width <= drawnTo) {
        continue;
      }
      context.fillStyle = span.hold ? this.theme.shadesOfColor(0, span.name)[LEVELS - 1] : this.theme.bad;
      const left = Math.max(0, x);
      const right = Math.min(this.painter.width, x + width);
      context.fillRect(left, y, Math.max(1, right - left - (width > 4 ? 1 : 0)), height);
      const text = height > 9 * scale && right - left > 24 * scale ? this.#labels.fit(span.name, right - left - 8 * scale) : "";
      if (text) {
        context.fillStyle = this.theme.zoneText;
        context.fillText(text, left + 4 * scale, y + height / 2);
      }
      drawnTo = Math.floor(x + width);
    }
  }

  #drawRange(context, height, scale) {
    const { range } = this.view;
    if (!range) {
      return;
    }
    const left = this.x(range.from) * scale;
    const right = this.x(range.to) * scale;
    context.fillStyle = this.theme.selection;
    context.fillRect(0, 0, Math.max(0, left), height);
    context.fillRect(right, 0, Math.max(0, this.painter.width - right), height);
    context.fillStyle = this.theme.accent;
    context.fillRect(Math.round(left) - 1, 0, 1, height);
    context.fillRect(Math.round(right), 0, 1, height);
  }

  /** Where a row of zones or a lane of markers is on the canvas: { y, height }; null if it is not shown. */
  rowPlace(row) {
    const place = this.layout.byRow.get(row);
    return place ? { y: place.y - this.top(place.pinned), height: place.height } : null;
  }

  #boxOf(zone) {
    const place = this.rowPlace(this.trace.rowOf(zone));
    if (!place) {
      return null;
    }
    const x = this.x(this.trace.zones.begin[zone]);
    return { x, y: place.y, width: Math.max(2, this.trace.zones.duration[zone] * this.perNano), height: place.height - 1 };
  }

  #drawSelected(context, scale) {
    const { zone, marker } = this.view;
    const place = marker >= 0 ? this.rowPlace(this.trace.markers.laneOf(marker)) : null;
    if (place) {
      this.markerPainter.outline(marker, place.y * scale, (place.height - 1) * scale);
    }
    const box = zone >= 0 ? this.#boxOf(zone) : null;
    if (box) {
      const left = Math.max(-4, box.x);
      const right = Math.min(this.canvas.clientWidth + 4, box.x + box.width);
      context.strokeStyle = this.theme.text;
      context.lineWidth = 2 * scale;
      context.strokeRect(left * scale, box.y * scale, Math.max(2, right - left) * scale, box.height * scale);
    }
  }

  /** From where a GPU zone was submitted to the zone. */
  #drawSubmission(context, scale) {
    const { zone } = this.view;
    const submit = zone >= 0 ? this.trace.zones.submit.get(zone) : undefined;
    const box = submit === undefined ? null : this.#boxOf(zone);
    if (!box) {
      return;
    }
    const gpu = this.trace.trackOf(zone);
    const thread = this.layout.items.find(
      ({ track }) => track?.kind === "thread" && track.id === gpu.submitter && track.process === gpu.process,
    );
    if (!thread) {
      return;
    }
    const x = this.x(submit) * scale;
    const y = (thread.y + thread.height - this.top(thread.pinned) - 6) * scale;
    const toX = box.x * scale;
    const toY = (box.y + box.height / 2) * scale;
    context.strokeStyle = this.theme.accent;
    context.lineWidth = 1.5 * scale;
    context.beginPath();
    context.arc(x, y, 3 * scale, 0, 2 * Math.PI);
    context.moveTo(x, y);
    context.bezierCurveTo(x, toY, x, toY, toX, toY);
    context.stroke();
  }

  /** Scrolls to a row of zones, or a lane of markers. */
  #scrollTo(row) {
    for (const key of [`process ${this.trace.tracks[row.track].process}`, `track ${row.track}`]) {
      if (this.layout.collapsed.has(key)) {
        this.layout.toggle(key);
        this.gutter.clear();
      }
    }
    const { choice } = this.layout;
    const track = this.trace.tracks[row.track];
    if (choice.folded.has(track.index) || !choice.shows(`track ${track.index}`, track.name)) {
      choice.kept.add(track.index);
      choice.hidden.delete(`track ${track.index}`);
      choice.filter = track.name.toLowerCase().includes(choice.filter) ? choice.filter : "";
      this.rearrange();
    }
    const place = this.layout.byRow.get(row);
    const { scrollTop, clientHeight } = this.scroller;
    if (place && !place.pinned && (place.y < scrollTop + this.layout.pinnedHeight || place.y + place.height > scrollTop + clientHeight)) {
      this.scroller.scrollTop = Math.max(0, place.y - clientHeight / 3);
    }
    this.view.changed();
  }

  /** Lays the tracks out anew: another choice of them is shown. */
  rearrange() {
    this.layout.choice.fold(this.view.from, this.view.to);
    this.layout.arrange();
    this.gutter.clear();
    this.onArranged?.();
    this.view.changed();
  }

  // --- pointer

  /** What is at a place of the canvas: { zone }, { marker }, { message }, { span }, { samples, sample }, { plot, index } or null. */
  at(x, y) {
    const pinned = y + this.top(true) < this.layout.pinnedHeight;
    const top = this.top(pinned);
    const item = this.layout.itemAt(y + top, pinned);
    if (!item) {
      return null;
    }
    const now = this.timeAt(x);
    if (item.plot) {
      const index = plotAt(item.plot, now);
      return index < 0 ? null : { plot: item.plot, index };
    }
    const part = item.parts.find((p) => y + top >= item.y + p.y && y + top < item.y + p.y + p.height);
    if (!part) {
      return null;
    }
    const near = NEAR_PIXELS / this.perNano;
    if (part.row) {
      return this.#zoneAt(part.row, now, near);
    }
    if (part.lane) {
      const marker = this.trace.markers.at(part.lane, now, near);
      return marker < 0 ? null : { marker };
    }
    if (part.messages) {
      return nearest(part.messages, now, near * 2, "message");
    }
    if (part.samples) {
      return sampleAt(part.samples, now, near * 2);
    }
    const i = firstAt(part.spans, now + near, "begin") - 1;
    const span = part.spans[i];
    return span && span.begin + span.duration >= now - near ? { span } : null;
  }

  #zoneAt(row, now, near) {
    const exact = this.trace.at(row, now);
    if (exact >= 0 && this.trace.zones.duration[exact] * this.perNano >= 1.5) {
      return { zone: exact, together: [exact, exact + 1] };
    }
    const [first, end] = this.trace.within(row, now - near, now + near);
    if (end > first) {
      return { zone: this.trace.longestOf(first, end), together: [first, end] };
    }
    return exact >= 0 ? { zone: exact, together: [exact, exact + 1] } : null;
  }

  #listen() {
    const { canvas, view, scroller } = this;
    scroller.addEventListener("scroll", () => view.changed(), { passive: true });
    canvas.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event));
    canvas.addEventListener("pointercancel", () => (this.#drag = null));
    canvas.addEventListener("pointerleave", () => {
      this.#pointer = null;
      hideTooltip();
    });
    canvas.addEventListener("dblclick", (event) => {
      const hit = this.at(event.offsetX, event.offsetY);
      const bars = hit?.zone >= 0 ? this.trace.zones : this.trace.markers;
      const bar = hit?.zone ?? hit?.marker ?? -1;
      if (bar >= 0 && bars.duration[bar] > 0) {
        const begin = bars.begin[bar];
        const length = bars.duration[bar];
        view.show(begin - length * 0.05, begin + length * 1.05, true);
      }
    });
  }

  #wheel(event) {
    event.preventDefault();
    if (event.shiftKey && !event.ctrlKey) {
      this.scroller.scrollTop += event.deltaY || event.deltaX;
    } else if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.view.pan(event.deltaX / this.perNano);
    } else {
      const lines = event.deltaMode === 1 ? 30 : 1;
      this.view.zoom(Math.exp(Math.max(-300, Math.min(300, event.deltaY * lines)) * 0.002), this.timeAt(event.offsetX));
    }
  }

  #down(event) {
    // A second finger ends the drag of the first without a click: both zoom.
    this.#drag = null;
    if (event.button > 1 || !event.isPrimary) {
      return;
    }
    this.canvas.setPointerCapture(event.pointerId);
    this.#drag = {
      x: event.offsetX,
      y: event.offsetY,
      from: this.view.from,
      to: this.view.to,
      time: this.timeAt(event.offsetX),
      top: this.scroller.scrollTop,
      selecting: event.shiftKey,
      moved: false,
    };
  }

  #move(event) {
    this.#pointer = { x: event.offsetX, y: event.offsetY, pageX: event.clientX, pageY: event.clientY };
    const drag = this.#drag;
    if (!drag) {
      this.#updateHover();
      return;
    }
    drag.moved ||= Math.hypot(event.offsetX - drag.x, event.offsetY - drag.y) > CLICK_PIXELS;
    if (!drag.moved) {
      return;
    }
    hideTooltip();
    if (drag.selecting) {
      this.view.selectRange(drag.time, this.timeAt(event.offsetX));
    } else {
      const nanos = (event.offsetX - drag.x) / this.perNano;
      this.scroller.scrollTop = drag.top - (event.offsetY - drag.y);
      this.view.show(drag.from - nanos, drag.to - nanos);
    }
  }

  #up(event) {
    const drag = this.#drag;
    this.#drag = null;
    if (drag && !drag.moved && event.button === 0) {
      const hit = this.at(event.offsetX, event.offsetY);
      if (hit?.message) {
        this.onMessage?.(hit.message);
      } else if (hit?.marker >= 0) {
        this.view.selectMarker(hit.marker);
      } else {
        this.view.selectZone(hit?.zone ?? -1);
      }
    }
  }

  #updateHover() {
    const pointer = this.#pointer;
    if (!pointer || this.#drag?.moved) {
      return;
    }
    const hit = this.at(pointer.x, pointer.y);
    this.canvas.style.cursor = hit && !hit.plot ? "pointer" : "grab";
    if (hit) {
      showTooltip(pointer.pageX, pointer.pageY, this.#describe(hit));
    } else {
      hideTooltip();
    }
  }

  #describe({ zone, together, marker, message, span, plot, index, samples, sample }) {
    if (samples) {
      return this.trace.samples.describe(samples, sample);
    }
    if (marker >= 0) {
      const { markers } = this.trace;
      return [markers.heading(marker), ...markers.facts(marker), ...markers.notes(marker)];
    }
    if (message) {
      return [message.severity || "message", message.text, ["at", time(message.time)]];
    }
    if (span) {
      return [span.name, ["took", duration(span.duration)], ["at", time(span.begin)], ["outcome", span.outcome || "–"]];
    }
    if (plot) {
      return [plot.name, ["value", plotValue(plot.format, plot.value[index])], ["at", time(plot.time[index])]];
    }
    return this.describeZone(zone, together);
  }

  describeZone(zone, [first, end] = [zone, zone + 1]) {
    const { trace } = this;
    const { zones } = trace;
    const place = trace.placeOf(zone);
    const submit = zones.submit.get(zone);
    const text = zones.text.get(zone);
    const total = zones.sums[end] - zones.sums[first];
    return [
      trace.name(zone),
      ["took", duration(zones.duration[zone])],
      ["itself", duration(zones.self[zone])],
      ["at", time(zones.begin[zone])],
      ...(submit === undefined ? [] : [["submitted", `${duration(zones.begin[zone] - submit)} before`]]),
      ...(place.file ? [["source", placeText(place)]] : []),
      ...(place.function && place.function !== place.name ? [["function", place.function]] : []),
      ...(text ? text.split("\n").slice(0, 6) : []),
      ...(zones.cutOff.has(zone) ? ["was still open at the end of the recording"] : []),
      ...(end - first > 1 ? [`the longest of ${count(end - first)} zones here, ${duration(total)} together`] : []),
    ];
  }
}
