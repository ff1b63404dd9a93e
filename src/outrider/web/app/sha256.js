// @ts-check
/**
 * SHA-256 and HMAC in plain JavaScript: a page on plain http, as in a home network, has no other.
 */

const K = new Uint32Array(64);
const FIRST = new Uint32Array(8);

/** The constants are the first bits of the roots of the first primes. */
function prime() {
  const fraction = (/** @type {number} */ root) => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
  let found = 0;
  for (let candidate = 2; found < 64; candidate++) {
    let divisor = 2;
    while (divisor * divisor <= candidate && candidate % divisor) divisor++;
    if (divisor * divisor <= candidate) continue;
    if (found < 8) FIRST[found] = fraction(Math.sqrt(candidate));
    K[found++] = fraction(Math.cbrt(candidate));
  }
}
prime();

/** @param {number} word @param {number} by */
const turn = (word, by) => (word >>> by) | (word << (32 - by));

/** One block of 64 bytes. @param {Uint32Array} state @param {DataView} view @param {number} at */
function mix(state, view, at) {
  const w = new Uint32Array(64);
  for (let i = 0; i < 16; i++) w[i] = view.getUint32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const a = w[i - 15],
      b = w[i - 2];
    const low = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3),
      high = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    w[i] = w[i - 16] + low + w[i - 7] + high;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const one = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i];
    const two = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] += word;
  });
}

/** @param {Uint8Array} bytes @returns {Uint8Array} */
export function digest(bytes) {
  const length = (((bytes.length + 8) >> 6) << 6) + 64;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(length - 4, (bytes.length * 8) >>> 0);
  const state = FIRST.slice();
  for (let at = 0; at < length; at += 64) mix(state, view, at);
  const made = new DataView(new ArrayBuffer(32));
  state.forEach((word, i) => made.setUint32(4 * i, word));
  return new Uint8Array(made.buffer);
}

const encoder = new TextEncoder();
/** @param {string} text */
export const bytes = (text) => encoder.encode(text);

/** @param {Uint8Array} given */
export const hex = (given) =>
  Array.from(given, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Of a text, in hexadecimal. @param {string} text */
export const sha256 = (text) => hex(digest(bytes(text)));

/** @param {string} key @param {string} text @returns {Uint8Array} */
export function hmac(key, text) {
  const raw = bytes(key).length > 64 ? digest(bytes(key)) : bytes(key);
  const said = bytes(text);
  const inner = new Uint8Array(64 + said.length),
    outer = new Uint8Array(96);
  inner.fill(0x36, 0, 64);
  outer.fill(0x5c, 0, 64);
  raw.forEach((byte, i) => {
    inner[i] ^= byte;
    outer[i] ^= byte;
  });
  inner.set(said, 64);
  outer.set(digest(inner), 64);
  return digest(outer);
}

/**
 * One die by a key.
 * @param {string} key
 * @param {string} said
 * @param {number} r
 * @param {number} k
 */
export function face(key, said, r, k) {
  let byte = 255;
  for (let t = 0; byte >= 252; t++) byte = hmac(key, `${said}|${r}|${k}|${t}`)[0];
  return (byte % 6) + 1;
}
