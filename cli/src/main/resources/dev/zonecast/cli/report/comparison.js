// Starts the page that compares two recordings, A and B.

import { ComparedFlames } from "./comparedflames.js";
import { Theme } from "./colors.js";
import { loadJson } from "./data.js";
import { byId, element, show } from "./dom.js";
import { fitCanvas } from "./draw.js";
import { count, duration, placeText, rate } from "./format.js";
import { Trace } from "./model.js";
import { Table } from "./table.js";

/** Names of the verdicts, in their order. */
const VERDICTS = { SLOWER: "slower", FASTER: "faster", ONLY_IN_A: "only in A", ONLY_IN_B: "only in B", TOO_FEW: "too few", SAME: "same" };
const VERDICT_ORDER = Object.keys(VERDICTS);
const TABLE_ROW = 24;
const TABLE_HEIGHT = 380;

/** A change in percent, from A to B. */
function change(a, b) {
  return a > 0 && b > 0 ? `${b >= a ? "+" : "−"}${Math.abs((b / a - 1) * 100).toFixed(1)} %` : "";
}

function header(sides) {
  byId("program").textContent = sides.map(({ letter, title }) => `${letter}: ${title}`).join("   ");
  byId("facts").textContent = "";
  const notes = sides.flatMap(({ letter, trace: { meta } }) => [
    ...(meta.zonesLeftOut + meta.zonesTooDeep > 0 ? [`The flame graph of ${letter} is without ${count(meta.zonesLeftOut + meta.zonesTooDeep)} zones that are short or too deep.`] : []),
    ...(meta.othersLeftOut > 0 ? [`${count(meta.othersLeftOut)} later frames, texts or other parts of ${letter} are left out.`] : []),
    ...meta.cut.map((program) => `In ${letter}, the recording${program ? ` of ${program}` : ""} was cut short: it is shown up to its last whole record.`),
    ...(meta.lost ? [`Something is missing in ${letter}: see its losses by zonecast stats.`] : []),
    ...meta.ends.map((end) => `${letter}: ${end}`),
  ]);
  byId("notes").textContent = notes.join(" ");
  byId("notes").hidden = notes.length === 0;
}

/**
 * Chooses a set of frames that both recordings have: the base set, else one of the same name. If a recording has base sets of several
 * programs, of programs of the same name, as `compare` does. A recording beside one without frames keeps its own.
 */
function pairFrames([a, b]) {
  if (a.frameSets.length === 0 || b.frameSets.length === 0) {
    return;
  }
  const byProgram = [a, b].some(({ frameSets }) => frameSets.filter(({ base }) => base).length > 1);
  const isNamesake = (ofA, ofB) =>
    ofA.base === ofB.base && (ofA.base || ofA.name === ofB.name) && (!byProgram || a.nameOf(ofA.process) === b.nameOf(ofB.process));
  const namesake = (ofA) => b.frameSets.find((ofB) => isNamesake(ofA, ofB));
  const baseFirst = a.frameSets.slice().sort((x, y) => Number(y.base) - Number(x.base));
  a.frames = baseFirst.find(namesake) ?? null;
  b.frames = a.frames && namesake(a.frames);
}

/** Frame times of both on one scale: the slowest frame of each pixel. */
function drawFrames(canvas, { trace: { frames }, theme }, top) {
  const { context, width, height } = fitCanvas(canvas);
  context.fillStyle = theme.panel;
  context.fillRect(0, 0, width, height);
  const bars = Math.min(width, frames?.count ?? 0);
  for (let bar = 0; bar < bars; bar++) {
    let slowest = 0;
    const end = Math.max(Math.floor((bar * frames.count) / bars) + 1, Math.floor(((bar + 1) * frames.count) / bars));
    for (let i = Math.floor((bar * frames.count) / bars); i < end; i++) {
      slowest = Math.max(slowest, frames.duration[i]);
    }
    const { p50 } = frames.figures;
    const tall = Math.max(1, Math.min(1, slowest / top) * height);
    const left = Math.round((bar * width) / bars);
    context.fillStyle = slowest > 2.5 * p50 ? theme.bad : slowest > 1.5 * p50 ? theme.fair : theme.good;
    context.fillRect(left, height - tall, Math.max(1, Math.round(((bar + 1) * width) / bars) - left - (width / bars > 4 ? 1 : 0)), tall);
  }
}

function frameTable(sides) {
  const figures = sides.map(({ trace }) => trace.frames?.figures);
  if (!figures.some(Boolean)) {
    const none = sides.some(({ trace }) => trace.frameSets.length > 0) ? "No set of frames is in both recordings." : "Neither recording has frames.";
    return element("p", { class: "hint" }, none);
  }
  const row = (name, key, format, of = (value) => value) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, name),
      ...figures.map((side) => element("td", { class: "number" }, side ? format(of(side[key])) : "")),
      element("td", { class: "number" }, figures.every(Boolean) ? change(figures[0][key], figures[1][key]) : ""),
    );
  return element(
    "table",
    { class: "changes", "aria-label": "Frames" },
    element("thead", {}, element("tr", {}, ...["", "A", "B", "change"].map((title) => element("th", { scope: "col", class: title ? "number" : null }, title)))),
    element(
      "tbody",
      {},
      row("frames", "count", count),
      row("mean rate", "rate", rate),
      row("1 % low", "low1", rate),
      row("p50", "p50", duration),
      row("p90", "p90", duration),
      row("p99", "p99", duration),
      row("slowest", "max", duration),
    ),
  );
}

function frames(sides) {
  const tops = sides.map(({ trace }) => trace.frames).filter(Boolean).map(({ figures }) => Math.min(figures.max, Math.max(figures.p99 * 1.3, figures.p50 * 2)));
  const top = Math.max(1, ...tops) * 1.06;
  const canvases = sides.map(({ letter }) => byId(`frames-${letter.toLowerCase()}`));
  sides.forEach(({ letter, title, trace }, i) => {
    byId(`name-${letter.toLowerCase()}`).textContent = `${letter}: ${title}`;
    canvases[i].setAttribute("aria-label", trace.frames ? `Frame times of ${letter}: median ${duration(trace.frames.figures.p50)}` : `No frames of ${letter}`);
  });
  byId("frame-changes").append(frameTable(sides));
  const draw = () => sides.forEach((side, i) => drawFrames(canvases[i], side, top));
  canvases.forEach((canvas) => new ResizeObserver(draw).observe(canvas));
  return draw;
}

function differenceTable(differences, onRow) {
  const present = (row, i) => row.count[i] > 0;
  const both = (row) => present(row, 0) && present(row, 1);
  const of = (title, key, i) => ({ title, number: true, value: (row) => row[key][i], text: (row) => (present(row, i) ? duration(row[key][i]) : "") });
  const changes = (key) => ({ title: key, number: true, value: (row) => (both(row) ? row[key][1] / Math.max(1, row[key][0]) : 0), text: (row) => (both(row) ? change(...row[key]) : "") });
  const word = (row) => VERDICTS[row.verdict];
  const verdict = (row) => element("span", { class: `verdict ${row.verdict.toLowerCase()}` }, word(row));
  let current = null;
  const table = new Table({
    label: "Zones by difference",
    sort: -1,
    empty: "no zones",
    columns: [
      { title: "zone", wide: true, value: (row) => row.name, text: (row) => row.name },
      { title: "source", wide: true, value: placeText, text: placeText },
      { title: "on", value: (row) => row.on, text: (row) => row.on },
      { title: "verdict", value: (row) => VERDICT_ORDER.indexOf(row.verdict), number: true, text: verdict },
      ...[0, 1].map((i) => ({ title: `calls ${"AB"[i]}`, number: true, value: (row) => row.count[i], text: (row) => count(row.count[i]) })),
      of("total A", "total", 0),
      of("total B", "total", 1),
      of("p50 A", "p50", 0),
      of("p50 B", "p50", 1),
      changes("p50"),
      changes("mean"),
      changes("p99"),
      { title: "p-value", number: true, value: (row) => row.pValue, text: (row) => (both(row) ? row.pValue.toPrecision(2) : "") },
    ],
    onRow: (row) => {
      current = row === current ? null : row;
      onRow(current);
    },
    isCurrent: (row) => row === current,
  });
  table.set(differences);
  byId("difference-table").style.height = `${Math.min(TABLE_HEIGHT, (differences.length + 2) * TABLE_ROW)}px`;
  byId("difference-table").append(table.element);
  return table;
}

async function start() {
  const [a, b, { differences, titles }] = await Promise.all([Trace.load("-a"), Trace.load("-b"), loadJson("differences")]);
  pairFrames([a, b]);
  const sides = [a, b].map((trace, i) => ({ letter: "AB"[i], title: titles[i], trace, theme: new Theme(trace.places) }));
  byId("loading").remove();
  header(sides);
  const drawFrameTimes = frames(sides);
  const flames = new ComparedFlames(sides);
  const table = differenceTable(differences, (row) => flames.select(row));
  const choice = byId("theme");
  choice.value = sides[0].theme.choice;
  choice.addEventListener("change", () => sides.forEach(({ theme }) => theme.choose(choice.value)));
  sides[1].theme.onChange(() => {
    drawFrameTimes();
    flames.draw();
    table.redraw();
  });
  // For people at the console, and for tests.
  window.zonecast = { sides, flames, table };
}

show(start);
