// Reads what the page carries: JSON with the names, and columns of numbers, as Zonecast's ReportPage writes them.

const HAS_NAME = 1;
const HAS_TEXT = 2;
const HAS_COLOR = 4;
const CUT_OFF = 8;

function fromBase64(text) {
  if (Uint8Array.fromBase64) {
    return Uint8Array.fromBase64(text);
  }
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = binary.charCodeAt(i);
  }
  return bytes;
}

/** Bytes that were deflated and written as base64. */
export async function inflated(base64) {
  const stream = new Blob([fromBase64(base64)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Text of a data block of the page, which is dropped there: it is large. */
function takeBlock(id) {
  const element = document.getElementById(id);
  const text = element.textContent;
  element.remove();
  return text;
}

/** Numbers in LEB128, one after the other. */
/** Times of a frame's phases. */
export const PHASE_TIMES = 7;

class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  next() {
    const bytes = this.bytes;
    let byte = bytes[this.at++];
    if (byte < 0x80) {
      return byte;
    }
    // Beyond 31 bits by multiplication: shifts are of 32 bits.
    let value = byte & 0x7f;
    let factor = 0x80;
    do {
      byte = bytes[this.at++];
      value += (byte & 0x7f) * factor;
      factor *= 0x80;
    } while (byte >= 0x80);
    return value;
  }

  signed() {
    const value = this.next();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  double() {
    const value = this.view.getFloat64(this.at, true);
    this.at += 8;
    return value;
  }
}

/** The zones of all tracks: row after row, in the order of their begins within a row. */
function readZones(reader, meta) {
  const total = meta.tracks.reduce((sum, track) => track.rows.reduce((rows, length) => rows + length, sum), 0);
  const zones = {
    count: total,
    begin: new Float64Array(total),
    duration: new Float64Array(total),
    self: new Float64Array(total),
    place: new Uint32Array(total),
    submit: new Map(),
    name: new Map(),
    text: new Map(),
    color: new Map(),
    cutOff: new Set(),
  };
  let from = 0;
  for (const track of meta.tracks) {
    from = readTrack(reader, meta, track, zones, from);
  }
  return zones;
}

function readTrack(reader, meta, track, zones, first) {
  const { begin, duration, self, place } = zones;
  let at = first;
  for (const length of track.rows) {
    let time = 0;
    for (const end = at + length; at < end; at++) {
      time += reader.next();
      begin[at] = time;
    }
  }
  const end = at;
  if (end === first) {
    return end;
  }
  for (let i = first; i < end; i++) {
    duration[i] = reader.next();
  }
  for (let i = first; i < end; i++) {
    self[i] = duration[i] - reader.next();
  }
  for (let i = first; i < end; i++) {
    place[i] = reader.next();
  }
  if (track.kind === "gpu") {
    for (let i = first; i < end; i++) {
      const latency = reader.next();
      if (latency > 0) {
        zones.submit.set(i, begin[i] - (latency - 1));
      }
    }
  }
  let zone = first;
  for (let left = reader.next(); left > 0; left--) {
    zone += reader.next();
    const flags = reader.next();
    if (flags & HAS_NAME) {
      zones.name.set(zone, meta.texts[reader.next()]);
    }
    if (flags & HAS_TEXT) {
      zones.text.set(zone, meta.texts[reader.next()]);
    }
    if (flags & HAS_COLOR) {
      zones.color.set(zone, reader.next());
    }
    if (flags & CUT_OFF) {
      zones.cutOff.add(zone);
    }
  }
  return end;
}

function readFrames(reader, set) {
  const begin = new Float64Array(set.count);
  const duration = new Float64Array(set.count);
  const number = new Float64Array(set.count);
  let time = 0;
  for (let i = 0; i < set.count; i++) {
    time += reader.signed();
    begin[i] = time;
  }
  for (let i = 0; i < set.count; i++) {
    duration[i] = reader.next();
  }
  let expected = 0;
  for (let i = 0; i < set.count; i++) {
    number[i] = expected + reader.signed();
    expected = number[i] + 1;
  }
  return { ...set, begin, duration, number };
}

function readPlot(reader, plot) {
  const time = new Float64Array(plot.count);
  const value = new Float64Array(plot.count);
  let now = 0;
  for (let i = 0; i < plot.count; i++) {
    now += reader.next();
    time[i] = now;
  }
  for (let i = 0; i < plot.count; i++) {
    value[i] = reader.double();
  }
  return { ...plot, time, value };
}

function readMessages(reader, meta) {
  const messages = [];
  let time = 0;
  for (let i = 0; i < meta.messages; i++) {
    time += reader.next();
    messages.push({
      index: i,
      time,
      track: reader.next(),
      text: meta.texts[reader.next()],
      severity: meta.texts[reader.next()],
      ofProfiler: reader.next() === 1,
      rgb: reader.signed(),
    });
  }
  return messages;
}

function readLocks(reader, meta) {
  const spans = [];
  let time = 0;
  for (let i = 0; i < meta.locks; i++) {
    time += reader.next();
    spans.push({
      begin: time,
      duration: reader.next(),
      track: reader.next(),
      lock: reader.signed(),
      hold: reader.next() === 1,
      name: meta.texts[reader.next()],
      outcome: meta.texts[reader.next()],
    });
  }
  return spans;
}

function readFlows(reader, meta) {
  const flows = [];
  let begin = 0;
  for (let i = 0; i < meta.flows; i++) {
    begin += reader.next();
    const end = begin + reader.next();
    flows.push({ begin, end, from: reader.next(), to: reader.next(), name: meta.texts[reader.next()] });
  }
  return flows;
}

/** The columns of all markers; values are places in the texts, or numbers. */
function readMarkers(reader, meta) {
  const total = meta.markers;
  const markers = {
    count: total,
    begin: new Float64Array(total),
    duration: new Float64Array(total),
    kind: new Uint32Array(total),
    flags: new Uint8Array(total),
    firstValue: new Uint32Array(total + 1),
    valueTypes: new Uint8Array(meta.markerValues),
    values: new Float64Array(meta.markerValues),
  };
  let at = 0;
  for (const track of meta.tracks) {
    for (const length of track.lanes) {
      let time = 0;
      for (const end = at + length; at < end; at++) {
        time += reader.next();
        markers.begin[at] = time;
      }
    }
  }
  for (const column of [markers.duration, markers.kind, markers.flags]) {
    for (let i = 0; i < total; i++) {
      column[i] = reader.next();
    }
  }
  let value = 0;
  for (let i = 0; i < total; i++) {
    for (const end = value + meta.markerKinds[markers.kind[i]].fields.length; value < end; value++) {
      const type = reader.next();
      markers.valueTypes[value] = type;
      markers.values[value] = type === 1 ? reader.next() : type === 2 ? reader.double() : 0;
    }
    markers.firstValue[i + 1] = value;
  }
  return markers;
}

/** What was in the slowest frames of the base set, by the frame's place: lists with the largest part first. */
function readContents(reader, meta) {
  const contents = new Map();
  const list = (read) => Array.from({ length: reader.next() }, read);
  for (let left = reader.next(); left > 0; left--) {
    contents.set(reader.next(), {
      most: list(() => ({ index: reader.next(), nanos: reader.next(), threads: reader.next() })),
      longer: list(() => ({ index: reader.next(), nanos: reader.next() })),
      waits: list(() => ({ name: meta.texts[reader.next()], nanos: reader.next() })),
      jvm: list(() => ({ index: reader.next(), track: meta.texts[reader.next()], nanos: reader.next() })),
    });
  }
  return contents;
}

/** What bounds each frame of the base set: places of causes from 1 on, and parts of four numbers each. */
function readVerdicts(reader) {
  const count = reader.next();
  const verdicts = { cause: new Uint8Array(count), firstPart: new Uint32Array(count + 1), parts: [] };
  for (let frame = 0; frame < count; frame++) {
    verdicts.cause[frame] = reader.next();
    for (let left = verdicts.cause[frame] > 0 ? reader.next() : 0; left > 0; left--) {
      verdicts.parts.push(reader.next(), reader.next(), reader.next(), reader.next());
    }
    verdicts.firstPart[frame + 1] = verdicts.parts.length / 4;
  }
  return verdicts;
}

/** When each frame of the base set went through its phases: times from the frame's begin on, NaN for what is not known. */
function readPhases(reader) {
  const count = reader.next();
  const times = new Float64Array(count * PHASE_TIMES).fill(NaN);
  for (let frame = 0; frame < count; frame++) {
    const known = reader.next();
    for (let i = 0; i < PHASE_TIMES; i++) {
      if (known & (1 << i)) {
        times[frame * PHASE_TIMES + i] = reader.signed();
      }
    }
  }
  return times;
}

/** Stack samples: functions, stacks as paths of a tree whose root is 0, and the samples of each track in the order of time. */
function readSamples(reader, meta) {
  const functions = [];
  const numbers = new Map();
  const calls = Array.from({ length: reader.next() }, () => {
    const id = reader.next();
    const name = meta.texts[reader.next()];
    const file = meta.texts[reader.next()];
    if (!numbers.has(id)) {
      numbers.set(id, functions.length);
      functions.push({ name, file });
    }
    return { number: numbers.get(id), line: reader.next() };
  });
  const count = reader.next() + 1;
  const caller = new Uint32Array(count);
  const functionOf = new Uint32Array(count);
  const line = new Uint32Array(count);
  for (let stack = 1; stack < count; stack++) {
    caller[stack] = stack - reader.next();
    const call = calls[reader.next()];
    functionOf[stack] = call.number;
    line[stack] = call.line;
  }
  const tracks = meta.tracks.map(() => {
    const length = reader.next();
    const track = {
      time: new Float64Array(length),
      stack: new Uint32Array(length),
      kinds: new Uint8Array(length),
      weight: new Float64Array(length),
      type: [],
    };
    let time = 0;
    for (let i = 0; i < length; i++) {
      time += reader.next();
      track.time[i] = time;
      track.stack[i] = reader.next();
      track.kinds[i] = reader.next();
      track.weight[i] = reader.next();
      track.type.push(meta.texts[reader.next()]);
    }
    return track;
  });
  return { functions, functionOf, caller, line, tracks };
}

/** Blocks of memory, in the order of their begins. */
function readMemory(reader, meta) {
  const pools = Array.from({ length: reader.next() }, () => ({ name: meta.texts[reader.next()], process: reader.next() }));
  const count = reader.next();
  const memory = {
    pools,
    begin: new Float64Array(count),
    end: new Float64Array(count),
    bytes: new Float64Array(count),
    weight: new Float64Array(count),
    pool: new Uint32Array(count),
    track: new Uint32Array(count),
    stack: new Uint32Array(count),
  };
  let time = 0;
  for (let i = 0; i < count; i++) {
    time += reader.next();
    memory.begin[i] = time;
    const life = reader.next();
    memory.end[i] = life === 0 ? Infinity : time + life - 1;
    memory.bytes[i] = reader.next();
    memory.weight[i] = (reader.next() || 1000) / 1000;
    memory.pool[i] = reader.next();
    memory.track[i] = reader.next();
    memory.stack[i] = reader.next();
  }
  return memory;
}

/** A block of JSON. */
export async function loadJson(id) {
  return JSON.parse(new TextDecoder().decode(await inflated(takeBlock(id))));
}

/**
 * A recording that the page carries. Times are nanoseconds since the earliest of them.
 *
 * `suffix` is that of its blocks.
 */
export async function load(suffix) {
  const [meta, columnBytes] = await Promise.all([loadJson(`meta${suffix}`), inflated(takeBlock(`columns${suffix}`))]);
  const reader = new Reader(columnBytes);
  const zones = readZones(reader, meta);
  const frames = meta.frames.map((set) => readFrames(reader, set));
  const plots = meta.plots.map((plot) => readPlot(reader, plot));
  const messages = readMessages(reader, meta);
  const locks = readLocks(reader, meta);
  const flows = readFlows(reader, meta);
  const markers = readMarkers(reader, meta);
  const contents = readContents(reader, meta);
  const verdicts = readVerdicts(reader);
  const phases = readPhases(reader);
  const samples = readSamples(reader, meta);
  const memory = readMemory(reader, meta);
  const lines = meta.pictures.length > 0 ? takeBlock("pictures").split("\n") : [];
  const pictures = meta.pictures.map((picture, i) => ({ ...picture, deflated: lines[i] }));
  return { meta, zones, frames, plots, messages, locks, flows, markers, contents, verdicts, phases, samples, memory, pictures };
}
