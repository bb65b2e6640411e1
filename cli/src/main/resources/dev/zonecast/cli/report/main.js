// Starts the page.

import { Address } from "./address.js";
import { Theme } from "./colors.js";
import { Details } from "./details.js";
import { byId, show } from "./dom.js";
import { count, duration, tellTimesFrom } from "./format.js";
import { FrameGraph } from "./frames.js";
import { Keys } from "./keys.js";
import { TrackList } from "./tracklist.js";
import { Trace } from "./model.js";
import { Panels } from "./panels.js";
import { pinchZoom } from "./pinch.js";
import { Ruler } from "./ruler.js";
import { Search } from "./search.js";
import { Timeline } from "./timeline.js";
import { VerdictStrip } from "./verdicts.js";
import { View } from "./view.js";

function header(trace) {
  const { meta, frames } = trace;
  const { session } = meta;
  const facts = [
    session ? new Date(session.epochMillis).toLocaleString() : "",
    duration(meta.recordedNanos),
    `${count(meta.figures.zones.reduce((sum, figures) => sum + figures.count, 0))} zones`,
    frames ? `${count(frames.figures.count)} frames${trace.several ? ` of ${trace.titleOf(frames.process)}` : ""}` : "",
  ];
  const names = new Set(trace.processes.map(({ name }) => name).filter(Boolean));
  byId("program").textContent = [...names].join(", ") || document.title;
  byId("facts").textContent = facts.filter(Boolean).join(" · ");
  const notes = [];
  if (meta.zonesLeftOut > 0) {
    notes.push(`${count(meta.zonesLeftOut)} zones shorter than ${duration(meta.shortestNanos)} are left out of the time line and of the figures of a selected time.`);
  }
  if (meta.zonesTooDeep > 0) {
    notes.push(`${count(meta.zonesTooDeep)} zones inside too many others are left out of the same.`);
  }
  if (meta.othersLeftOut > 0) {
    notes.push(`${count(meta.othersLeftOut)} later frames, markers, messages, stack samples, blocks of memory, values of plots and zones, spans of locks, flows, frame images or texts are left out.`);
  }
  notes.push(...meta.ends);
  for (const program of meta.cut) {
    notes.push(`The recording${program ? ` of ${program}` : ""} was cut short: it is shown up to its last whole record.`);
  }
  if (meta.lost) {
    notes.push("Something is missing: see Losses in About.");
  }
  byId("notes").textContent = notes.join(" ");
  byId("notes").hidden = notes.length === 0;
}

/** A bar between two parts of the page that moves, by pointer or arrow keys. */
function splitter(id, property, horizontal, least, most) {
  const bar = byId(id);
  const root = document.documentElement;
  const sized = bar.nextElementSibling;
  const size = () => (horizontal ? sized.offsetHeight : sized.offsetWidth);
  const set = (pixels) => {
    const fit = Math.min(most(), Math.max(least, pixels));
    root.style.setProperty(property, `${fit}px`);
    bar.setAttribute("aria-valuenow", Math.round(fit));
  };
  bar.setAttribute("aria-valuenow", Math.round(size()));
  bar.addEventListener("pointerdown", (event) => {
    bar.setPointerCapture(event.pointerId);
    const start = { at: horizontal ? event.clientY : event.clientX, size: size() };
    const move = (moved) => set(start.size - ((horizontal ? moved.clientY : moved.clientX) - start.at));
    bar.addEventListener("pointermove", move);
    bar.addEventListener("pointerup", () => bar.removeEventListener("pointermove", move), { once: true });
  });
  bar.addEventListener("keydown", (event) => {
    const step = { ArrowUp: 24, ArrowLeft: 24, ArrowDown: -24, ArrowRight: -24 }[event.key];
    if (step) {
      event.preventDefault();
      event.stopPropagation();
      set(size() + step);
    }
  });
}

function themeSwitch(theme) {
  const choice = byId("theme");
  choice.value = theme.choice;
  choice.addEventListener("change", () => theme.choose(choice.value));
}

async function start() {
  const trace = await Trace.load();
  tellTimesFrom(trace.origin);
  const theme = new Theme(trace.places);
  const view = new View(trace);
  themeSwitch(theme);
  header(trace);
  splitter("split-bottom", "--bottom", true, 120, () => window.innerHeight * 0.7);
  splitter("split-side", "--side", false, 200, () => window.innerWidth * 0.5);
  byId("loading").remove();
  const timeline = new Timeline(trace, view, theme);
  const trackList = new TrackList(timeline);
  const ruler = new Ruler(trace, view, theme);
  const graph = new FrameGraph(trace, view, theme);
  const strip = new VerdictStrip(trace, view, theme, graph);
  const details = new Details(trace, view, theme);
  const panels = new Panels(trace, view, theme);
  const search = new Search(trace, view, theme, panels);
  const keys = new Keys({ trace, view, timeline, graph, search });
  pinchZoom(timeline, view);
  timeline.onMessage = (message) => panels.showMessage(message);
  theme.onChange(() => view.changed());
  window.addEventListener("resize", () => view.changed());
  byId("help-button").addEventListener("click", () => byId("help").showModal());
  byId("show-all").addEventListener("click", () => view.showAll());
  const address = new Address(trace, view, search, panels);
  // For people at the console, and for tests.
  window.zonecast = { trace, view, theme, ruler, timeline, trackList, graph, strip, details, panels, search, keys, address };
}

show(start);
