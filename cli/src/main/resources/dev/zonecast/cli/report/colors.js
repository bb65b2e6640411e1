// The theme, and the colours of zones in it.

const HUES = [255, 150, 60, 300, 200, 25, 105, 345, 230, 175, 80, 320];

function linear(channel) {
  const c = channel / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

function gamma(c) {
  const value = c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055;
  return Math.round(255 * Math.min(1, Math.max(0, value)));
}

/** Oklch, hue in degrees, as [red, green, blue]. Björn Ottosson, "A perceptual color space for image processing". */
function fromOklch(lightness, chroma, hue) {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    gamma(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    gamma(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    gamma(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function toOklch(rgb) {
  const r = linear(rgb >> 16);
  const g = linear((rgb >> 8) & 0xff);
  const b = linear(rgb & 0xff);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, Math.hypot(x, y), (Math.atan2(y, x) * 180) / Math.PI];
}

function hash(text) {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  return value >>> 0;
}

function mix([r, g, b], [r2, g2, b2], part) {
  const at = (from, to) => Math.round(from + (to - from) * part);
  return `rgb(${at(r2, r)},${at(g2, g)},${at(b2, b)})`;
}

/** Strengths in which a zone's colour is drawn: several zones in one pixel look the denser, the more of it they cover. */
export const LEVELS = 6;
/** Of zones that a search did not find. */
export const MUTED = LEVELS;

export class Theme {
  #media = matchMedia("(prefers-color-scheme: dark)");
  #listeners = [];
  #shades = [];
  #places;

  constructor(places) {
    this.#places = places;
    this.choice = "auto";
    try {
      this.choice = localStorage.getItem("zonecast-theme") ?? "auto";
    } catch {
      // A page from the disk may have no storage.
    }
    this.#media.addEventListener("change", () => this.#apply());
    this.#apply();
  }

  onChange(listener) {
    this.#listeners.push(listener);
  }

  choose(choice) {
    this.choice = choice;
    try {
      localStorage.setItem("zonecast-theme", choice);
    } catch {
      // As above.
    }
    this.#apply();
  }

  #apply() {
    this.dark = this.choice === "dark" || (this.choice === "auto" && this.#media.matches);
    document.documentElement.dataset.theme = this.dark ? "dark" : "light";
    const style = getComputedStyle(document.documentElement);
    for (const name of ["bg", "panel", "line", "text", "muted", "accent", "good", "fair", "bad", "row", "track", "selection", "grid"]) {
      this[name] = style.getPropertyValue(`--${name}`).trim();
    }
    this.background = this.dark ? [24, 26, 32] : [255, 255, 255];
    this.#shades = this.#places.map(() => null);
    this.#own = new Map();
    this.#listeners.forEach((listener) => listener());
  }

  #own = new Map();

  /** Red, green, blue: the colour that the program chose, made fit for the theme, else one by the name. */
  #color(rgb, name) {
    if (rgb > 0) {
      const [lightness, chroma, hue] = toOklch(rgb);
      const fit = this.dark ? Math.min(0.66, Math.max(0.46, lightness)) : Math.min(0.86, Math.max(0.68, lightness));
      return fromOklch(fit, Math.min(chroma, 0.13), hue);
    }
    const number = hash(name);
    const step = ((number >>> 8) % 3) * 0.035;
    const hue = HUES[number % HUES.length];
    return this.dark ? fromOklch(0.5 + step, 0.09, hue) : fromOklch(0.77 + step, 0.09, hue);
  }

  #shadesOf(color) {
    const shades = [];
    for (let level = 0; level < LEVELS; level++) {
      shades.push(mix(color, this.background, 0.3 + (0.7 * level) / (LEVELS - 1)));
    }
    shades.push(mix(color, this.background, 0.22));
    return shades;
  }

  /** Strengths of a place's colour, the faintest first, then the muted one. */
  shades(place) {
    this.#shades[place] ??= this.#shadesOf(this.#color(this.#places[place].rgb, this.#places[place].name));
    return this.#shades[place];
  }

  /** As shades, of a colour that a single zone or a plot has. */
  shadesOfColor(rgb, name = "") {
    const key = `${rgb} ${name}`;
    if (!this.#own.has(key)) {
      this.#own.set(key, this.#shadesOf(this.#color(rgb, name)));
    }
    return this.#own.get(key);
  }

  /** The full colour of a place. */
  full(place) {
    return this.shades(place)[LEVELS - 1];
  }

  get zoneText() {
    return this.dark ? "#fff" : "#16181d";
  }
}
