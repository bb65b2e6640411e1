// Starts the page of a fleet: percentiles by place, or changes of places, and a table of all rows.

import { Theme } from "./colors.js";
import { loadJson } from "./data.js";
import { byId, element, show } from "./dom.js";
import { count, duration } from "./format.js";
import { Table } from "./table.js";

const PERCENTILES = ["p50", "p90", "p99"];
const FIRST_PLACES = 12;
const FIRST_CHANGES = 40;
const SERIES = 6;
const TABLE_ROW = 24;
const TABLE_HEIGHT = 480;

const percent = (part) => `${part < 0 ? "−" : "+"}${Math.abs(part * 100).toFixed(1)} %`;

/** Round values from 0 on: at most five steps of 1, 2 or 5 times a power of ten. */
function steps(low, high) {
  const power = 10 ** Math.floor(Math.log10((high - low) / 4));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => (high - low) / one <= 5);
  const found = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high; i++) {
    found.push(i * step);
  }
  return found;
}

/** An element at a part of the width of its parent. */
function placed(part, tag, className, ...contents) {
  const made = element(tag, { class: className }, ...contents);
  made.style.left = `${part * 100}%`;
  return made;
}

function line(from, to) {
  const made = placed(from, "i", "line");
  made.style.width = `${(to - from) * 100}%`;
  return made;
}

function axis(marks, at, text) {
  return element("div", { class: "axis", "aria-hidden": "true" }, ...marks.map((mark) => placed(at(mark), "span", null, text(mark))));
}

const label = (row, by) => by.map((column) => row[column] ?? "-").join(" · ") || "all sessions";

/** Rows of one place: those with equal other columns lie together, so that builds are compared. */
function placePanel(rows, by, seriesOf) {
  const rest = (row) => label(row, [...by.slice(1), ...by.slice(0, 1)]);
  const sorted = rows.toSorted((a, b) => rest(a).localeCompare(rest(b), "en", { numeric: true }));
  const high = Math.max(1, ...rows.map((row) => row.p99_ns)) * 1.02;
  const at = (nanos) => nanos / high;
  const marks = steps(0, high);
  return element(
    "div",
    { class: "place", role: "group", "aria-label": rows[0].name },
    element("h3", {}, rows[0].name, element("span", { class: "hint" }, ` ${rows[0].kind}`)),
    element("div", { class: "row heads" }, element("span", { class: "key" }, by.join(" · ")), ...PERCENTILES.map((name) => element("span", {}, name))),
    ...sorted.map((row) =>
      element(
        "div",
        { class: "row" },
        element("span", { class: "key", title: label(row, by) }, label(row, by)),
        ...PERCENTILES.map((name) => element("span", {}, duration(row[`${name}_ns`]))),
        element(
          "span",
          { class: `plot series-${seriesOf(row)}` },
          ...marks.map((mark) => placed(at(mark), "i", "step")),
          line(at(row.p50_ns), at(row.p99_ns)),
          ...PERCENTILES.map((name) => placed(at(row[`${name}_ns`]), "i", `mark ${name}`)),
        ),
      ),
    ),
    axis(marks, at, (mark) => (mark === 0 ? "0" : duration(mark).replace(/\.?0+ /, " "))),
  );
}

function percentiles({ rows, by }) {
  const places = new Map();
  for (const row of rows) {
    const key = JSON.stringify([row.kind, row.name]);
    places.set(key, places.get(key) ?? []);
    places.get(key).push(row);
  }
  const self = (some) => some.reduce((sum, row) => sum + row.self_ns, 0);
  const values = [...new Set(rows.map((row) => row[by[0]]))].sort();
  const seriesOf = (row) => (by.length === 0 ? 0 : values.indexOf(row[by[0]]) % SERIES);
  byId("picture-title").textContent = "Percentiles by place";
  byId("legend").append(
    "Places with the most self time first. Each scale begins at 0.",
    ...PERCENTILES.flatMap((name) => [element("i", { class: `mark ${name}` }), name]),
  );
  draw([...places.values()].sort((a, b) => self(b) - self(a)).map((some) => () => placePanel(some, by, seriesOf)), FIRST_PLACES);
}

function changeRow(row, by, at, marks) {
  const name = element("b", {}, row.name);
  return element(
    "div",
    { class: `change-row ${row.verdict}` },
    element("span", { class: "key", title: [row.name, ...by.map((column) => row[column])].join(" · ") }, name, ` ${[row.kind, ...by.map((column) => row[column])].join(" · ")}`),
    element(
      "span",
      { class: "plot" },
      ...marks.map((mark) => placed(at(mark), "i", mark === 0 ? "zero" : "step")),
      line(at(row.change_low), at(row.change_high)),
      placed(at(row.change), "i", "mark p50"),
    ),
    element("span", { class: "figures" }, `${percent(row.change)} (${[row.change_low, row.change_high].map((end) => percent(end).slice(0, -2)).join(" to ")})`),
  );
}

function changes({ rows, by }) {
  const tested = rows.filter((row) => row.p_value !== null).sort((a, b) => b.change - a.change);
  const certain = (row) => row.verdict !== "same";
  const size = (row) => (certain(row) ? Infinity : Math.abs(row.change));
  // All that is certain, then the largest of the others.
  const first = new Set(tested.toSorted((a, b) => size(b) - size(a)).slice(0, Math.max(FIRST_CHANGES, tested.filter(certain).length)));
  const low = Math.min(-0.01, ...tested.map((row) => row.change_low)) * 1.04;
  const high = Math.max(0.01, ...tested.map((row) => row.change_high)) * 1.04;
  const at = (change) => (change - low) / (high - low);
  const marks = steps(low, high);
  byId("figures").className = "changes-plot";
  byId("picture-title").textContent = `Changes: ${tested.filter((row) => row.verdict === "slower").length} slower, ${tested.filter((row) => row.verdict === "faster").length} faster, ${tested.filter((row) => !certain(row)).length} without a difference beyond chance`;
  byId("legend").append("A dot is the change of the mean time of a session. Its line is an interval: all intervals hold at once with the probability 1 − alpha. Zones that lie in one baseline or candidate alone are in the table.");
  const scale = () => element("div", { class: "change-row" }, element("span", {}), axis(marks, at, (mark) => `${Math.round(mark * 1e4) / 100} %`), element("span", {}));
  const parts = [...tested.filter((row) => first.has(row)), ...tested.filter((row) => !first.has(row))].map((row) => () => changeRow(row, by, at, marks));
  draw(parts.length > 0 ? [scale, ...parts] : [], first.size + 1);
}

/** Draws the first parts of the picture, and the others when they are asked for. */
function draw(parts, first) {
  const box = byId("figures");
  box.append(...parts.slice(0, first).map((part) => part()));
  if (parts.length === 0) {
    box.append(element("p", { class: "hint" }, "There is nothing to draw."));
  }
  const more = byId("more");
  more.hidden = parts.length <= first;
  more.textContent = `${count(parts.length - first)} more`;
  more.addEventListener("click", () => {
    more.hidden = true;
    box.append(...parts.slice(first).map((part) => part()));
  });
}

const cell = (name, value) =>
  value === null || value === undefined
    ? "-"
    : typeof value !== "number"
      ? String(value)
      : name.endsWith("_ns")
        ? duration(value)
        : name.startsWith("change")
          ? percent(value)
          : Number.isInteger(value)
            ? count(value)
            : value.toPrecision(3);

function table({ rows, more }) {
  const names = Object.keys(rows[0] ?? { name: "" });
  const isNumber = (name) => rows.some((row) => typeof row[name] === "number");
  const made = new Table({
    label: "All rows",
    sort: -1,
    empty: "no rows",
    columns: names.map((name) => ({
      title: name.replace(/_ns$/, "").replace(/_/g, " "),
      wide: name === "name",
      number: isNumber(name),
      value: (row) => row[name] ?? (isNumber(name) ? -Infinity : ""),
      text: (row) => cell(name, row[name]),
    })),
  });
  made.set(rows);
  byId("rows-title").textContent = `${count(rows.length)} rows${more > 0 ? `; ${count(more)} more are not on this page` : ""}`;
  byId("difference-table").style.height = `${Math.min(TABLE_HEIGHT, (rows.length + 2) * TABLE_ROW)}px`;
  byId("difference-table").append(made.element);
  return made;
}

async function start() {
  const data = await loadJson("rows");
  const theme = new Theme([]);
  byId("loading").remove();
  byId("program").textContent = document.title.replace(/ · Zonecast$/, "");
  byId("asked").textContent = data.facts;
  byId("asked").hidden = data.facts === "";
  if (data.view === "regressions") {
    changes(data);
  } else {
    percentiles(data);
  }
  const rows = table(data);
  const choice = byId("theme");
  choice.value = theme.choice;
  choice.addEventListener("change", () => theme.choose(choice.value));
  // For people at the console, and for tests.
  window.zonecast = { data, theme, table: rows };
}

show(start);
