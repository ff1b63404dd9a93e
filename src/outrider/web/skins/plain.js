// @ts-check
/**
 * The table of a game that brings no skin: its picture in characters, as the game itself draws it.
 * Everything that may be done is a button, and all else can be typed.
 */

/** @returns {import("./skin.js").Skin} */
export const plain = () => ({
  unit: 1,
  text: true,
  box: () => ({ left: 0, bottom: 0, right: 1, top: 1 }),
  ground: () => {},
  tokens: () => [],
  card: (state, id) => ({ title: id, chips: [] }),
  go: () => null,
  aim: () => [],
  heading: () => "On the table",
});
