// @ts-check
/**
 * A text as a QR code (ISO/IEC 18004): bytes, error correction M, versions 1 to 10, which is room
 * for 213 bytes. An invitation is a secret, so that it is drawn where it is read.
 */
import { svg } from "../board/svg.js";

/** For each version: codewords of error correction in a block, and how many blocks there are. */
const BLOCKS = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
];
/** Modules of paper that have to be left free around the code. */
const QUIET = 4;
/** What is added to the data until it fills the code. */
const PADDING = [0xec, 0x11];

/**
 * Which modules each of the eight masks turns over.
 * @type {((x: number, y: number) => boolean)[]}
 */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (x, y) => y % 2 === 0,
  (x, y) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** In the field of 256 elements over 0x11D. @param {number} a @param {number} b */
function product(a, b) {
  let made = 0;
  for (let bit = 7; bit >= 0; bit--) {
    made = (made << 1) ^ ((made >>> 7) * 0x11d);
    made ^= ((b >>> bit) & 1) * a;
  }
  return made;
}

/**
 * Reed-Solomon: what is left of the data over the generator.
 * @param {number[]} data @param {number} count
 */
function correction(data, count) {
  const generator = new Array(count).fill(0);
  generator[count - 1] = 1;
  let root = 1;
  for (let k = 0; k < count; k++) {
    for (let j = 0; j < count; j++) {
      generator[j] = product(generator[j], root);
      if (j + 1 < count) generator[j] ^= generator[j + 1];
    }
    root = product(root, 2);
  }
  /** @type {number[]} */
  const left = new Array(count).fill(0);
  for (const each of data) {
    const factor = each ^ /** @type {number} */ (left.shift());
    left.push(0);
    generator.forEach((part, k) => (left[k] ^= product(part, factor)));
  }
  return left;
}

/**
 * Codewords that fit into a version, those of error correction included.
 * @param {number} version
 */
function room(version) {
  let modules = (16 * version + 128) * version + 64;
  if (version > 1) {
    const marks = Math.floor(version / 7) + 2;
    modules -= (25 * marks - 10) * marks - 55;
    if (version > 6) modules -= 36;
  }
  return Math.floor(modules / 8);
}

/** Codewords of data alone. @param {number} version */
function capacity(version) {
  const [each, blocks] = BLOCKS[version - 1];
  return room(version) - each * blocks;
}

/** The text as codewords: mode, length, bytes, an end and padding. @param {Uint8Array} bytes */
function encoded(bytes) {
  const wide = (/** @type {number} */ version) => (version < 10 ? 8 : 16);
  const version =
    BLOCKS.findIndex((_, k) => 4 + wide(k + 1) + 8 * bytes.length <= 8 * capacity(k + 1)) + 1;
  if (!version) throw new Error("That is too long for a code to be photographed.");
  /** @type {number[]} */
  const bits = [];
  const put = (/** @type {number} */ value, /** @type {number} */ count) => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1);
  };
  put(4, 4);
  put(bytes.length, wide(version));
  for (const byte of bytes) put(byte, 8);
  const most = 8 * capacity(version);
  put(0, Math.min(4, most - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let k = 0; bits.length < most; k++) put(PADDING[k % 2], 8);
  const words = Array.from({ length: most / 8 }, (_, at) =>
    bits.slice(8 * at, 8 * at + 8).reduce((sum, bit) => 2 * sum + bit, 0),
  );
  return { version, words };
}

/** In blocks with their error correction, one codeword of each in turn. @param {number} version
 * @param {number[]} words */
function woven(version, words) {
  const [count, blocks] = BLOCKS[version - 1];
  const short = Math.floor(words.length / blocks),
    long = words.length % blocks;
  /** @type {number[][]} */
  const data = [];
  for (let k = 0, from = 0; k < blocks; k++) {
    const size = short + (k < blocks - long ? 0 : 1);
    data.push(words.slice(from, from + size));
    from += size;
  }
  const checks = data.map((block) => correction(block, count));
  const across = (/** @type {number[][]} */ rows, /** @type {number} */ most) =>
    Array.from({ length: most }, (_, k) => rows.map((row) => row[k]))
      .flat()
      .filter((each) => each !== undefined);
  return [...across(data, short + 1), ...across(checks, count)];
}

/** A grid of modules, each dark or light; what has its place is not masked. */
class Grid {
  /** @param {number} version */
  constructor(version) {
    this.version = version;
    this.size = 17 + 4 * version;
    /** @type {boolean[][]} */
    this.dark = Array.from({ length: this.size }, () => new Array(this.size).fill(false));
    /** @type {boolean[][]} */
    this.fixed = this.dark.map((row) => [...row]);
    this.frame();
  }

  /** @param {number} x @param {number} y @param {boolean} dark */
  fix(x, y, dark) {
    this.dark[y][x] = dark;
    this.fixed[y][x] = true;
  }

  /** Rings around a middle; what would lie outside is left out. @param {number} cx
   * @param {number} cy @param {number} far @param {(ring: number) => boolean} dark */
  rings(cx, cy, far, dark) {
    for (let y = cy - far; y <= cy + far; y++)
      for (let x = cx - far; x <= cx + far; x++)
        if (x >= 0 && y >= 0 && x < this.size && y < this.size)
          this.fix(x, y, dark(Math.max(Math.abs(x - cx), Math.abs(y - cy))));
  }

  /** All that is the same for every text. */
  frame() {
    const { size, version } = this;
    for (let k = 0; k < size; k++) {
      this.fix(6, k, k % 2 === 0);
      this.fix(k, 6, k % 2 === 0);
    }
    for (const [x, y] of [
      [3, 3],
      [size - 4, 3],
      [3, size - 4],
    ])
      this.rings(x, y, 4, (ring) => ring !== 2 && ring !== 4);
    const places = this.places();
    const last = places.length - 1;
    places.forEach((y, j) =>
      places.forEach((x, i) => {
        const corner = (!i && !j) || (!i && j === last) || (i === last && !j);
        if (!corner) this.rings(x, y, 2, (ring) => ring !== 1);
      }),
    );
    this.format(0);
    if (version < 7) return;
    let rest = version;
    for (let k = 0; k < 12; k++) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let k = 0; k < 18; k++) {
      const [a, b] = [size - 11 + (k % 3), Math.floor(k / 3)];
      const dark = Boolean((bits >>> k) & 1);
      this.fix(a, b, dark);
      this.fix(b, a, dark);
    }
  }

  /** Where the small squares stand by which a camera sees how the paper is bent. */
  places() {
    const { version, size } = this;
    if (version === 1) return [];
    const count = Math.floor(version / 7) + 2;
    const step = Math.ceil((4 * version + 4) / (2 * count - 2)) * 2;
    const found = Array.from({ length: count - 1 }, (_, k) => size - 7 - k * step);
    return [6, ...found.reverse()];
  }

  /** Which mask there is, twice; error correction M is 0. @param {number} mask */
  format(mask) {
    let rest = mask;
    for (let k = 0; k < 10; k++) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    const bits = ((mask << 10) | rest) ^ 0x5412;
    const { size } = this;
    const bit = (/** @type {number} */ k) => Boolean((bits >>> k) & 1);
    for (let k = 0; k < 6; k++) this.fix(8, k, bit(k));
    this.fix(8, 7, bit(6));
    this.fix(8, 8, bit(7));
    this.fix(7, 8, bit(8));
    for (let k = 9; k < 15; k++) this.fix(14 - k, 8, bit(k));
    for (let k = 0; k < 8; k++) this.fix(size - 1 - k, 8, bit(k));
    for (let k = 8; k < 15; k++) this.fix(8, size - 15 + k, bit(k));
    this.fix(8, size - 8, true);
  }

  /** In columns of two, up and down by turns. @param {number[]} words */
  fill(words) {
    const { size } = this;
    let at = 0;
    for (let right = size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5;
      const upward = ((right + 1) & 2) === 0;
      for (let k = 0; k < size; k++)
        for (const x of [right, right - 1]) {
          const y = upward ? size - 1 - k : k;
          if (this.fixed[y][x] || at >= 8 * words.length) continue;
          this.dark[y][x] = Boolean((words[at >>> 3] >>> (7 - (at & 7))) & 1);
          at++;
        }
    }
  }

  /** The same twice is as before. @param {number} mask */
  turnOver(mask) {
    for (let y = 0; y < this.size; y++)
      for (let x = 0; x < this.size; x++)
        if (!this.fixed[y][x] && MASKS[mask](x, y)) this.dark[y][x] = !this.dark[y][x];
  }

  /** How hard it would be to read: long runs, blocks, what looks like a corner, much of one. */
  fault() {
    const { dark, size } = this;
    const columns = dark.map((_, x) => dark.map((row) => row[x]));
    let sum = 0,
      black = 0;
    for (const line of [...dark, ...columns]) {
      const text = line.map(Number).join("");
      for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
      for (const like of ["10111010000", "00001011101"])
        for (let k = text.indexOf(like); k >= 0; k = text.indexOf(like, k + 1)) sum += 40;
    }
    for (let y = 0; y < size; y++)
      for (let x = 0; x < size; x++) {
        if (dark[y][x]) black++;
        if (!x || !y) continue;
        const same = [dark[y - 1][x], dark[y][x - 1], dark[y - 1][x - 1]];
        if (same.every((each) => each === dark[y][x])) sum += 3;
      }
    return sum + 10 * Math.floor(Math.abs((20 * black) / (size * size) - 10));
  }
}

/** The modules of a text's code, row by row. @param {string} text */
export function modules(text) {
  const { version, words } = encoded(new TextEncoder().encode(text));
  const grid = new Grid(version);
  grid.fill(woven(version, words));
  let best = 0,
    least = Infinity;
  MASKS.forEach((_, mask) => {
    grid.turnOver(mask);
    grid.format(mask);
    const fault = grid.fault();
    if (fault < least) [best, least] = [mask, fault];
    grid.turnOver(mask);
  });
  grid.turnOver(best);
  grid.format(best);
  return grid.dark;
}

/**
 * A text as a code, dark on light whatever the page looks like: cameras expect that.
 * @param {string} text @param {string} label
 */
export function code(text, label) {
  const rows = modules(text);
  const wide = rows.length + 2 * QUIET;
  let d = "";
  rows.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (dark) d += `M${x + QUIET} ${y + QUIET}h1v1h-1z`;
    }),
  );
  return svg(
    "svg",
    { class: "code", viewBox: `0 0 ${wide} ${wide}`, role: "img", "aria-label": label },
    svg("rect", { width: wide, height: wide, fill: "#FFFFFF" }),
    svg("path", { d, fill: "#000000", "shape-rendering": "crispEdges" }),
  );
}
