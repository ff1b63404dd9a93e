// @ts-check
/** Where on a table it is close: who of different sides stands near whom. */

/** @typedef {{id: string, seat: string, x: number, y: number, alive: boolean}} Stands */
/** @typedef {import("./board.js").Box} Box */

/** @param {Stands} a @param {Stands} b */
const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

/**
 * The fights on a table, the nearest to somebody first, else the closest: each a part of the table
 * with all who are in it.
 * @param {Stands[]} tokens @param {number} unit @param {string | null} [about]
 * @returns {Box[]}
 */
export function fights(tokens, unit, about) {
  const living = tokens.filter((token) => token.alive);
  const pairs = living
    .flatMap((a, k) => living.slice(k + 1).map((b) => ({ a, b, far: apart(a, b) })))
    .filter(({ a, b }) => a.seat !== b.seat)
    .sort((one, other) => one.far - other.far);
  if (!pairs.length) return [];
  // Everybody who stands about as near as the two who are nearest to each other.
  const reach = Math.max(3 * unit, 1.4 * pairs[0].far);
  const beside = Math.max(3 * unit, 0.5 * pairs[0].far);
  /** @type {Set<string>} */
  const taken = new Set();
  /** @type {{ids: Set<string>, box: Box}[]} */
  const found = [];
  for (const { a, b, far } of pairs) {
    if (far > reach || taken.has(a.id) || taken.has(b.id)) continue;
    const inside = [a, b];
    for (const one of inside)
      for (const other of living)
        if (!inside.includes(other) && !taken.has(other.id) && apart(one, other) <= beside)
          inside.push(other);
    for (const each of inside) taken.add(each.id);
    found.push({ ids: new Set(inside.map((each) => each.id)), box: around(inside, unit) });
  }
  if (about) found.sort((one, other) => Number(other.ids.has(about)) - Number(one.ids.has(about)));
  return found.map(({ box }) => box);
}

/** @param {Stands[]} tokens @param {number} unit @returns {Box} */
function around(tokens, unit) {
  const [xs, ys] = [tokens.map((each) => each.x), tokens.map((each) => each.y)];
  // With some ground about it: one wants to see where they stand.
  const rim = Math.max(2 * unit, 5 * unit - Math.max(...ys) / 2 + Math.min(...ys) / 2);
  return {
    left: Math.min(...xs) - rim,
    right: Math.max(...xs) + rim,
    bottom: Math.min(...ys) - rim,
    top: Math.max(...ys) + rim,
  };
}
