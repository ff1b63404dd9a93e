// @ts-check
/** JSON that never changes in place: what stands at a place, and the same with another value. */

/** A place such as `sides.red.pieces[2].at`, taken apart. @param {string} place */
export const steps = (place) =>
  [...place.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, number]) =>
    number === undefined ? name : Number(number),
  );

/** @param {any} whole @param {string} place @returns {any} */
export const valueAt = (whole, place) =>
  steps(place).reduce((/** @type {any} */ found, step) => found?.[step], whole);

/**
 * The same with another value at a place; with none, what is there is taken away.
 * @param {any} whole @param {string} place @param {any} value @returns {any}
 */
export const changed = (whole, place, value) => along(whole, steps(place), value);

/** @param {any} whole @param {(string | number)[]} way @param {any} value @returns {any} */
function along(whole, [first, ...rest], value) {
  if (first === undefined) return value;
  if (Array.isArray(whole)) {
    if (!rest.length && value === undefined) return whole.filter((_, n) => n !== first);
    const made = [...whole];
    made[Number(first)] = along(whole[Number(first)], rest, value);
    return made;
  }
  const made = { ...whole };
  if (!rest.length && value === undefined) delete made[first];
  else made[first] = along(made[first], rest, value);
  return made;
}

/** Inches as the contract has them: whole thousandths. @param {number} value */
export const exact = (value) => Math.round(value * 1000) / 1000;
