// Draws plots: lines, or the least and greatest value of each pixel where there are more values than pixels.

import { LEVELS } from "./colors.js";
import { plotValue } from "./format.js";
import { lowerBound } from "./sorted.js";

/** Place of the value that holds at a time; -1 before the first one. */
export function plotAt(plot, time) {
  return lowerBound(plot.time, time + 0.5) - 1;
}

function extent(plot, first, end) {
  let min = Infinity;
  let max = -Infinity;
  for (let i = first; i < end; i++) {
    min = Math.min(min, plot.value[i]);
    max = Math.max(max, plot.value[i]);
  }
  return [min, max];
}

export function drawPlot(context, plot, view, theme, labels, { y, height, width, scale }) {
  const first = Math.max(0, lowerBound(plot.time, view.from) - 1);
  const end = Math.min(plot.count, lowerBound(plot.time, view.to) + 1);
  if (end <= first) {
    return;
  }
  const [min, max] = extent(plot, first, end);
  const low = plot.fill || plot.format !== "number" ? Math.min(0, min) : min;
  const high = max > low ? max : low + 1;
  const pad = 5 * scale;
  const perNano = width / view.span;
  const x = (i) => (plot.time[i] - view.from) * perNano;
  const yOf = (value) => y + height - pad - ((value - low) / (high - low)) * (height - 2 * pad);
  const shades = theme.shadesOfColor(plot.rgb, plot.name);

  context.save();
  context.beginPath();
  context.rect(0, y, width, height);
  context.clip();
  context.beginPath();
  if (end - first > width) {
    tracePixels(context, plot, first, end, x, yOf);
  } else {
    context.moveTo(x(first), yOf(plot.value[first]));
    for (let i = first + 1; i < end; i++) {
      if (plot.step) {
        context.lineTo(x(i), yOf(plot.value[i - 1]));
      }
      context.lineTo(x(i), yOf(plot.value[i]));
    }
    if (plot.step && end === plot.count) {
      context.lineTo(width, yOf(plot.value[end - 1]));
    }
  }
  context.strokeStyle = shades[LEVELS - 1];
  context.lineWidth = 1.5 * scale;
  context.stroke();
  if (plot.fill) {
    context.lineTo(plot.step && end === plot.count ? width : x(end - 1), y + height);
    context.lineTo(x(first), y + height);
    context.globalAlpha = 0.25;
    context.fillStyle = shades[LEVELS - 1];
    context.fill();
    context.globalAlpha = 1;
  }
  context.restore();

  context.fillStyle = theme.muted;
  context.fillText(plotValue(plot.format, max), 4 * scale, y + 8 * scale);
  if (max > min) {
    context.fillText(plotValue(plot.format, min), 4 * scale, y + height - 7 * scale);
  }
}

function tracePixels(context, plot, first, end, x, yOf) {
  let i = first;
  context.moveTo(x(i), yOf(plot.value[i]));
  while (i < end) {
    const pixel = Math.floor(x(i));
    let min = plot.value[i];
    let max = min;
    let last = min;
    for (; i < end && x(i) < pixel + 1; i++) {
      last = plot.value[i];
      min = Math.min(min, last);
      max = Math.max(max, last);
    }
    context.lineTo(pixel, yOf(min));
    context.lineTo(pixel, yOf(max));
    context.lineTo(pixel, yOf(last));
  }
}
