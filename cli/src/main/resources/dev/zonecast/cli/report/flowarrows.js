// Draws flows as arrows, and the critical path of the selected frame.

/** If more flows are in view, those of the selected zone and of the critical path are drawn alone. */
const MOST_ARROWS = 200;
const HEAD = 5;

export function drawFlows(timeline, context, scale) {
  const { trace, view, theme } = timeline;
  const { flows } = trace;
  if (flows.all.length === 0) {
    return;
  }
  const path = view.frame >= 0 ? flows.pathOf(view.frame) : [];
  const inView = flows.all.filter((flow) => flow.end >= view.from && flow.begin <= view.to);
  context.save();
  const draw = (flow, color, width) => {
    context.strokeStyle = color;
    context.fillStyle = color;
    context.lineWidth = width * scale;
    arrow(timeline, context, flow, scale);
  };
  if (inView.length <= MOST_ARROWS) {
    inView.forEach((flow) => draw(flow, theme.muted, 1));
  }
  if (path.length > 1) {
    path.forEach((piece) => pieceOfPath(timeline, context, piece, scale));
    path.filter((piece) => piece.flow).forEach((piece) => draw(piece.flow, theme.bad, 2));
  }
  if (view.zone >= 0) {
    [...flows.into(view.zone), ...flows.from(view.zone)].slice(0, MOST_ARROWS).forEach((flow) => draw(flow, theme.accent, 2));
  }
  context.restore();
}

/** Middle of the row of the zone that is open on a track at a time; without one the lower edge of the track. */
function placeOf(timeline, track, time) {
  const { trace } = timeline;
  const zone = trace.flows.zoneAt(track, time);
  const row = zone >= 0 ? timeline.rowPlace(trace.rowOf(zone)) : null;
  return row ? row.y + row.height / 2 : lowerEdge(timeline, track);
}

/** Null for a track that is hidden. */
function lowerEdge(timeline, track) {
  const item = timeline.layout.items.find((known) => known.track?.index === track);
  return item ? item.y + item.height - timeline.top(item.pinned) - 4 : null;
}

function arrow(timeline, context, flow, scale) {
  const fromY = placeOf(timeline, flow.from, flow.begin);
  const toY = placeOf(timeline, flow.to, flow.end);
  if (fromY === null || toY === null) {
    return;
  }
  const x = timeline.x(flow.begin) * scale;
  const y = fromY * scale;
  const toX = timeline.x(flow.end) * scale;
  const endY = toY * scale;
  const bend = Math.max(12 * scale, (toX - x) / 2);
  const head = HEAD * scale;
  context.beginPath();
  context.moveTo(x, y);
  context.bezierCurveTo(x + bend, y, toX - bend, endY, toX - head, endY);
  context.stroke();
  context.beginPath();
  context.arc(x, y, 2 * scale, 0, 2 * Math.PI);
  context.moveTo(toX, endY);
  context.lineTo(toX - head, endY - head / 1.6);
  context.lineTo(toX - head, endY + head / 1.6);
  context.fill();
}

/** A line below the track for the time that the frame waited for it. */
function pieceOfPath(timeline, context, { track, from, to }, scale) {
  const y = lowerEdge(timeline, track);
  if (y === null) {
    return;
  }
  const left = Math.max(-4, timeline.x(from)) * scale;
  const right = Math.min(timeline.canvas.clientWidth + 4, timeline.x(to)) * scale;
  if (right > left) {
    context.fillStyle = timeline.theme.bad;
    context.fillRect(left, y * scale, Math.max(scale, right - left), 3 * scale);
  }
}
