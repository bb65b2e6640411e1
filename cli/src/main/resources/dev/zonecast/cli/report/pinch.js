// Two fingers on the tracks zoom and move.

export function pinchZoom(timeline, view) {
  const { canvas } = timeline;
  const fingers = new Map();
  let last = null;
  const measure = () => {
    const [a, b] = [...fingers.values()];
    return { middle: (a + b) / 2, apart: Math.max(20, Math.abs(a - b)) };
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch") {
      fingers.set(event.pointerId, event.offsetX);
      last = fingers.size === 2 ? measure() : null;
    }
  });
  canvas.addEventListener(
    "pointermove",
    (event) => {
      if (!fingers.has(event.pointerId)) {
        return;
      }
      fingers.set(event.pointerId, event.offsetX);
      if (fingers.size === 2) {
        event.stopImmediatePropagation();
        const next = measure();
        view.pan((last.middle - next.middle) / timeline.perNano);
        view.zoom(last.apart / next.apart, timeline.timeAt(next.middle));
        last = next;
      }
    },
    { capture: true },
  );
  for (const name of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(name, (event) => fingers.delete(event.pointerId), { capture: true });
  }
}
