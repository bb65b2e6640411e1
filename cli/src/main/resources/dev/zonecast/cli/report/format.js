// Numbers for people. Times are nanoseconds.

const TIME_UNITS = [["s", 1e9], ["ms", 1e6], ["µs", 1e3], ["ns", 1]];
const BYTE_UNITS = ["B", "KiB", "MiB", "GiB", "TiB"];
const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });

/** A duration with four digits that matter. */
export function duration(nanos) {
  if (nanos === 0) {
    return "0 ns";
  }
  const size = Math.abs(nanos);
  const [unit, factor] = TIME_UNITS.find(([, f]) => size >= f) ?? TIME_UNITS[3];
  const value = nanos / factor;
  if (factor === 1) {
    return `${Math.round(value)} ns`;
  }
  const decimals = Math.abs(value) < 10 ? 3 : Math.abs(value) < 100 ? 2 : 1;
  return `${value.toFixed(decimals)} ${unit}`;
}

/** When the recording began: times are told from there. */
let origin = 0;

export function tellTimesFrom(nanos) {
  origin = nanos;
}

/** A time since the start of the recording, with as many digits as a step of that length needs. */
export function time(nanos, stepNanos = 1000) {
  return sinceStart(nanos - origin, stepNanos);
}

/** As `time`, of a time that counts from the start of the recording. */
export function sinceStart(nanos, stepNanos = 1000) {
  const decimals = Math.min(9, Math.max(0, Math.ceil(9 - Math.log10(Math.max(1, stepNanos)))));
  return `${(nanos / 1e9).toFixed(decimals)} s`;
}

/** A time of the ruler, in the unit that suits the whole recording. */
export function tickText(nanos, stepNanos, lengthNanos) {
  const [unit, factor] = TIME_UNITS.find(([, f]) => lengthNanos >= f) ?? TIME_UNITS[3];
  const decimals = Math.max(0, Math.ceil(Math.log10(factor / stepNanos) - 1e-9));
  const since = nanos - origin;
  return `${(Math.abs(since) < stepNanos / 2 ? 0 : since / factor).toFixed(decimals)} ${unit}`;
}

export function count(value) {
  return whole.format(value);
}

/** So many of something: "1 zone", "2 zones". */
export function amount(value, one) {
  return `${count(value)} ${one}${value === 1 ? "" : "s"}`;
}

export function bytes(value) {
  let unit = 0;
  let rest = value;
  while (Math.abs(rest) >= 1024 && unit < BYTE_UNITS.length - 1) {
    rest /= 1024;
    unit++;
  }
  return unit === 0 ? `${Math.round(rest)} B` : `${rest.toFixed(1)} ${BYTE_UNITS[unit]}`;
}

export function number(value) {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) {
    return whole.format(value);
  }
  const size = Math.abs(value);
  if (size >= 1e15 || size < 1e-3) {
    return value.toPrecision(4);
  }
  return size >= 1000 ? whole.format(value) : value.toFixed(size < 10 ? 3 : 2);
}

/** A value of a plot, by what its numbers are. */
export function plotValue(format, value) {
  return format === "memory" ? bytes(value) : format === "percentage" ? `${number(value)} %` : number(value);
}

export function percent(part) {
  return `${(part * 100).toFixed(1)} %`;
}

export function rate(framesPerSecond) {
  return `${framesPerSecond.toFixed(1)} fps`;
}

/** The last part of a path. */
export function fileName(path) {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}

/** Where a zone is, short. */
export function placeText(place) {
  return place.file ? `${fileName(place.file)}${place.line ? `:${place.line}` : ""}` : "";
}
