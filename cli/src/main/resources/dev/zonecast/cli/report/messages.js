// Messages on the timeline: small triangles.

import { LEVELS } from "./colors.js";

export function drawMessages(timeline, context, messages, y, height, scale) {
  let drawnTo = -Infinity;
  for (let i = firstAt(messages, timeline.view.from, "time"); i < messages.length; i++) {
    const message = messages[i];
    const x = timeline.x(message.time) * scale;
    if (message.time > timeline.view.to) {
      break;
    }
    if (x < drawnTo) {
      continue;
    }
    context.fillStyle = messageColor(timeline.theme, message);
    const half = 3.5 * scale;
    context.beginPath();
    context.moveTo(x - half, y + 1);
    context.lineTo(x + half, y + 1);
    context.lineTo(x, y + height - 1);
    context.fill();
    drawnTo = x + 2 * scale;
  }
}

function messageColor(theme, { severity, rgb }) {
  if (rgb > 0) {
    return theme.shadesOfColor(rgb)[LEVELS - 1];
  }
  return severity === "ERROR" || severity === "FATAL" ? theme.bad : severity === "WARNING" ? theme.fair : theme.accent;
}

/** First place of a list, sorted by that property, whose value is at least that. */
export function firstAt(list, value, property) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle][property] < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

export function nearest(messages, now, near, name) {
  const i = firstAt(messages, now, "time");
  const candidates = [messages[i - 1], messages[i]].filter((m) => m && Math.abs(m.time - now) <= near);
  candidates.sort((a, b) => Math.abs(a.time - now) - Math.abs(b.time - now));
  return candidates.length > 0 ? { [name]: candidates[0] } : null;
}
