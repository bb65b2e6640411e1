// Small things of the document.

export const byId = (id) => document.getElementById(id);

/** An element with attributes (`class`, `title` and so on; functions are listeners) and contents. */
export function element(tag, attributes = {}, ...contents) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      made.addEventListener(name, value);
    } else if (value !== null && value !== undefined && value !== false) {
      made.setAttribute(name, value === true ? "" : value);
    }
  }
  made.append(...contents.filter((content) => content !== null && content !== undefined));
  return made;
}

/** Calls a function when it was not asked for again for so long. */
export function debounced(millis, call) {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(call, millis);
  };
}

/** Says something to those who cannot see it. */
export function announce(text) {
  byId("announcements").textContent = text;
}

const tooltip = () => byId("tooltip");

/** Shows lines beside the pointer: the first is the heading, pairs are a name and a value. */
export function showTooltip(x, y, lines) {
  const tip = tooltip();
  tip.replaceChildren(
    ...lines.map((line, i) =>
      Array.isArray(line)
        ? element("div", { class: "pair" }, element("span", {}, line[0]), element("b", {}, line[1]))
        : line instanceof Node
          ? line
          : element("div", { class: i === 0 ? "heading" : "line" }, line),
    ),
  );
  tip.hidden = false;
  const { offsetWidth, offsetHeight } = tip;
  const left = x + 14 + offsetWidth > window.innerWidth ? x - offsetWidth - 10 : x + 14;
  const top = y + 18 + offsetHeight > window.innerHeight ? y - offsetHeight - 10 : y + 18;
  tip.style.left = `${Math.max(4, left)}px`;
  tip.style.top = `${Math.max(4, top)}px`;
}

export function hideTooltip() {
  tooltip().hidden = true;
}

/** Runs what draws the page, and marks the page as ready; or says why it could not. */
export async function show(start) {
  try {
    await start();
    requestAnimationFrame(() => requestAnimationFrame(() => (document.documentElement.dataset.ready = Math.round(performance.now()))));
  } catch (error) {
    if (byId("loading")) {
      byId("loading").textContent = `This page could not be shown: ${error.message}. It needs a browser of 2023 or newer.`;
    }
    console.error(error);
  }
}
