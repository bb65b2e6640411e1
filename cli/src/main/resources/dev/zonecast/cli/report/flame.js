// A flame graph on a canvas: a bar for each node of a call tree, as wide as its time, below its caller (or above, for callers).

import { fitCanvas, font, Labels } from "./draw.js";
import { announce, element, hideTooltip, showTooltip } from "./dom.js";
import { percent } from "./format.js";

const ROW = 19;
/** Narrower bars are drawn as one. */
const LEAST_PIXELS = 1;

/** Pixels that a tree needs in all. */
export function flameHeight(tree) {
  return (tree.depth + 2) * ROW;
}

export class FlameChart {
  #labels = new Labels();
  #boxes = [];

  /**
   * `onChoose` gets the node that was clicked. `up` draws callers above, without the root.
   */
  constructor({ theme, label, onChoose, up = false, hideRoot = up }) {
    Object.assign(this, { theme, onChoose, up });
    this.first = hideRoot ? 1 : 0;
    this.canvas = element("canvas", { tabindex: 0, role: "application", "aria-label": `${label}: arrow keys move, Enter zooms, Escape shows all` });
    this.inner = element("div", { class: "flame-inner" }, this.canvas);
    this.element = element("div", { class: "flame" }, this.inner);
    this.element.addEventListener("scroll", () => this.draw(), { passive: true });
    new ResizeObserver(() => this.draw()).observe(this.element);
    this.canvas.addEventListener("pointermove", (event) => this.#hover(event));
    this.canvas.addEventListener("pointerleave", hideTooltip);
    this.canvas.addEventListener("click", (event) => this.#choose(this.nodeAt(event.offsetX, event.offsetY)));
    this.canvas.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * `source` knows the functions: name(frame), shades(node) from faint to full, isMuted(frame), describe(node, tree) for the tooltip,
   * format(sum). With widest(node) a node that is zoomed to covers a part of the chart: the rest is up to that width.
   */
  set(tree, source) {
    this.tree = tree;
    this.source = source;
    this.focus = tree.root;
    this.current = null;
    this.draw();
    this.element.scrollTop = this.up ? this.element.scrollHeight : 0;
  }

  /** Children with the most time first. */
  #children(node) {
    node.sorted ??= node.children ? [...node.children.values()].sort((a, b) => b.width - a.width) : [];
    return node.sorted;
  }

  #y(depth, height) {
    const row = depth - this.first;
    return this.up ? height - (row + 1) * ROW : row * ROW;
  }

  draw() {
    if (!this.tree || this.element.clientWidth === 0) {
      return;
    }
    const rows = Math.max(1, this.tree.depth + 1 - this.first);
    const full = Math.max(rows * ROW, this.up ? this.element.clientHeight : 0);
    this.inner.style.height = `${full}px`;
    this.canvas.style.height = `${this.element.clientHeight}px`;
    const { context, width, height, scale } = fitCanvas(this.canvas);
    context.fillStyle = this.theme.bg;
    context.fillRect(0, 0, width, height);
    this.#labels.begin(context, font(11.5 * scale));
    context.textBaseline = "middle";
    this.#boxes = [];
    const path = [];
    for (let node = this.focus; node; node = node.parent) {
      path.push(node);
    }
    const top = this.element.scrollTop;
    const bottom = top + this.element.clientHeight;
    const paint = (node, x, barWidth, isAround) => {
      const y = this.#y(node.depth, full);
      if (node.depth >= this.first && y + ROW > top && y < bottom) {
        this.#boxes.push({ node, x, y: y - top, width: barWidth });
        this.#bar(context, node, x * scale, (y - top) * scale, barWidth * scale, scale, isAround);
      }
    };
    const most = this.source.widest?.(this.focus) ?? this.focus.width;
    const pixels = most > 0 ? (this.canvas.clientWidth * this.focus.width) / most : this.canvas.clientWidth;
    path.slice(1).forEach((node) => paint(node, 0, pixels, true));
    const pending = [{ node: this.focus, x: 0, width: pixels }];
    while (pending.length > 0) {
      const { node, x, width: barWidth } = pending.pop();
      paint(node, x, barWidth, false);
      let at = x;
      const perUnit = node.width > 0 ? barWidth / node.width : 0;
      let narrow = 0;
      for (const child of this.#children(node)) {
        const childWidth = child.width * perUnit;
        if (childWidth < LEAST_PIXELS) {
          narrow += childWidth;
        } else {
          pending.push({ node: child, x: at, width: childWidth });
          at += childWidth;
        }
      }
      if (narrow >= LEAST_PIXELS) {
        context.fillStyle = this.theme.row;
        context.fillRect(at * scale, (this.#y(node.depth + 1, full) - top) * scale, narrow * scale, (ROW - 1) * scale);
      }
    }
    if (this.current) {
      this.#outline(context, scale);
    }
  }

  #bar(context, node, x, y, width, scale, isAround) {
    const { source, theme, tree } = this;
    const gap = width > 4 * scale ? 1 : 0;
    const shades = node === tree.root ? null : source.shades(node);
    const muted = node !== tree.root && source.isMuted(node.frame);
    context.fillStyle = shades ? shades.at(muted ? -1 : -2) : theme.row;
    context.globalAlpha = isAround ? 0.6 : 1;
    context.fillRect(x, y, Math.max(1, width - gap), (ROW - 1) * scale);
    const room = width - 8 * scale;
    if (room > 14 * scale) {
      const name = this.name(node);
      const share = `${name}  ${percent(node.width / (tree.root.width || 1))}`;
      const text = this.#labels.width(share) <= room ? share : this.#labels.fit(name, room);
      context.fillStyle = muted ? theme.muted : shades ? theme.zoneText : theme.text;
      context.fillText(text, x + 4 * scale, y + (ROW / 2) * scale);
    }
    context.globalAlpha = 1;
  }

  name(node) {
    return node === this.tree.root ? `all: ${this.source.format(node.width)}` : this.source.name(node.frame);
  }

  #outline(context, scale) {
    const box = this.#boxes.find(({ node }) => node === this.current);
    if (box) {
      context.strokeStyle = this.theme.text;
      context.lineWidth = 2 * scale;
      context.strokeRect(box.x * scale + 1, box.y * scale + 1, Math.max(2, box.width * scale - 2), (ROW - 2) * scale);
    }
  }

  /** The node that is drawn at a place of the canvas; null if there is none. */
  nodeAt(x, y) {
    return this.#boxes.find((box) => y >= box.y && y < box.y + ROW && x >= box.x && x < box.x + Math.max(1, box.width))?.node ?? null;
  }

  #hover(event) {
    const node = this.nodeAt(event.offsetX, event.offsetY);
    this.canvas.style.cursor = node ? "pointer" : "default";
    if (node && node !== this.tree.root) {
      showTooltip(event.clientX, event.clientY, this.source.describe(node, this.tree));
    } else {
      hideTooltip();
    }
  }

  /** Zooms to a node. */
  zoomTo(node) {
    this.focus = node;
    this.current = node === this.tree.root ? null : node;
    this.draw();
  }

  #choose(node) {
    if (node) {
      this.zoomTo(node);
      this.onChoose?.(node);
    }
  }

  #key(event) {
    const node = this.current ?? this.tree?.root;
    if (!node || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const siblings = node.parent ? this.#children(node.parent) : [node];
    const step = (by) => siblings[siblings.indexOf(node) + by] ?? node;
    const inward = () => this.#children(node)[0] ?? node;
    const outward = () => (node.depth > this.first ? node.parent : node);
    const moves = {
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      ArrowDown: this.up ? outward : inward,
      ArrowUp: this.up ? inward : outward,
    };
    if (event.key in moves) {
      this.#moveTo(moves[event.key]());
    } else if (event.key === "Enter") {
      this.#choose(node);
    } else if (event.key === "Escape") {
      this.#choose(this.tree.root);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #moveTo(node) {
    this.current = node;
    const y = this.#y(node.depth, this.inner.offsetHeight);
    const { scrollTop, clientHeight } = this.element;
    if (y < scrollTop || y + ROW > scrollTop + clientHeight) {
      this.element.scrollTop = Math.max(0, y - clientHeight / 2);
    }
    announce(`${this.name(node)}, ${this.source.format(node.width)}, ${percent(node.width / (this.tree.root.width || 1))}`);
    this.draw();
  }
}
