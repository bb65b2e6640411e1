// A table of any length: only the rows that can be seen are in the document.

import { element } from "./dom.js";

const ROW = 24;
const SPARE = 8;
const COLLATOR = new Intl.Collator();

export class Table {
  /**
   * `columns`: { title, value(row) for sorting, text(row), number, wide }; `onRow` is called when a row is chosen,
   * `isCurrent` says which one is.
   */
  constructor({ label, columns, sort, descending = true, onRow, isCurrent = () => false, empty = "nothing" }) {
    this.columns = columns;
    this.sort = sort;
    this.descending = descending;
    this.onRow = onRow;
    this.isCurrent = isCurrent;
    this.empty = empty;
    this.rows = [];
    this.body = element("tbody");
    this.heads = columns.map((column, i) =>
      element(
        "th",
        { scope: "col", class: `${column.number ? "number" : ""} ${column.wide ? "wide" : ""}` },
        column.value ? element("button", { click: () => this.#sortBy(i) }, column.title) : column.title,
      ),
    );
    const table = element("table", { "aria-label": label }, element("thead", {}, element("tr", {}, ...this.heads)), this.body);
    this.table = table;
    this.element = element("div", { class: "table" }, table);
    this.element.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  set(rows) {
    this.rows = rows;
    this.#order();
  }

  #sortBy(column) {
    this.descending = this.sort === column ? !this.descending : Boolean(this.columns[column].number);
    this.sort = column;
    this.element.scrollTop = 0;
    this.#order();
  }

  #order() {
    const column = this.columns[this.sort];
    this.sorted = this.rows;
    if (column) {
      const sign = this.descending ? -1 : 1;
      // Once for each row: a label takes longer to make than to compare.
      const keys = this.rows.map((row) => (column.number ? column.value(row) : String(column.value(row))));
      const compare = column.number ? (a, b) => a - b : COLLATOR.compare;
      const order = Array.from(keys.keys()).sort((a, b) => sign * compare(keys[a], keys[b]));
      this.sorted = order.map((i) => this.rows[i]);
    }
    this.heads.forEach((head, i) => {
      if (this.columns[i].value) {
        head.setAttribute("aria-sort", i !== this.sort ? "none" : this.descending ? "descending" : "ascending");
      }
    });
    this.drawn = "";
    this.draw();
  }

  /** Draws the rows that can be seen, if they are not there already. */
  draw() {
    const rows = this.sorted ?? [];
    const first = Math.max(0, Math.floor(this.element.scrollTop / ROW) - SPARE);
    const last = Math.min(rows.length, Math.ceil((this.element.scrollTop + (this.element.clientHeight || 400)) / ROW) + SPARE);
    const key = `${first} ${last} ${rows.slice(first, last).findIndex((row) => this.isCurrent(row))}`;
    if (key === this.drawn) {
      return;
    }
    this.drawn = key;
    this.table.setAttribute("aria-rowcount", rows.length + 1);
    const space = (count) => {
      const row = element("tr", { class: "space", "aria-hidden": "true" });
      row.style.height = `${count * ROW}px`;
      return row;
    };
    const { activeElement } = document;
    const focused = this.body.contains(activeElement) ? activeElement.closest("tr").getAttribute("aria-rowindex") : null;
    this.body.replaceChildren(
      space(first),
      ...rows.slice(first, last).map((row, i) => this.#row(row, first + i)),
      space(rows.length - last),
      ...(rows.length === 0 ? [element("tr", {}, element("td", { colspan: this.columns.length, class: "hint" }, this.empty))] : []),
    );
    if (focused) {
      this.body.querySelector(`[aria-rowindex="${focused}"] button`)?.focus({ preventScroll: true });
    }
  }

  /** Draws the rows again: what is current has changed. */
  redraw() {
    this.drawn = "";
    this.draw();
  }

  #row(row, index) {
    const current = this.isCurrent(row);
    return element(
      "tr",
      { "aria-rowindex": index + 2, "aria-current": current ? "true" : null, click: () => this.#choose(row) },
      ...this.columns.map((column, i) => {
        const content = column.text(row);
        const cell = element("td", { class: column.number ? "number" : "" });
        const inner = i === 0 ? element("button", { class: "cell" }, content) : content;
        cell.append(column.wide ? element("div", { class: "clip" }, inner) : inner);
        if (column.wide && typeof content === "string") {
          cell.title = content;
        }
        return cell;
      }),
    );
  }

  #choose(row) {
    this.onRow?.(row);
    this.redraw();
  }

  reveal(row) {
    const index = this.sorted.indexOf(row);
    if (index >= 0) {
      this.element.scrollTop = Math.max(0, (index - 3) * ROW);
      this.redraw();
    }
  }
}
