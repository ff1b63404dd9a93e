// @ts-check
/** Small sounds, muted until somebody wants them. */
import { keep, recall } from "./api.js";

let on = recall("sound", false);
/** @type {AudioContext | null} */
let context = null;

/** @type {Record<string, [number, number][]>} */
const TUNES = {
  turn: [
    [523, 0.09],
    [659, 0.12],
  ],
  roll: [
    [180, 0.04],
    [220, 0.04],
    [160, 0.05],
  ],
  hurt: [[140, 0.14]],
  over: [
    [392, 0.14],
    [523, 0.2],
  ],
};

/** @param {keyof typeof TUNES} name */
export function play(name) {
  if (!on) return;
  context ??= new AudioContext();
  let at = context.currentTime;
  for (const [pitch, length] of TUNES[name] ?? []) {
    const tone = context.createOscillator(),
      loud = context.createGain();
    tone.frequency.value = pitch;
    loud.gain.setValueAtTime(0.08, at);
    loud.gain.exponentialRampToValueAtTime(0.001, at + length);
    tone.connect(loud).connect(context.destination);
    tone.start(at);
    tone.stop(at + length);
    at += length;
  }
}

/** The button in the header. */
export function sounds() {
  const button = document.getElementById("sound");
  if (!button) return;
  const show = () => {
    button.textContent = on ? "Sound on" : "Sound off";
    button.setAttribute("aria-pressed", String(on));
  };
  button.addEventListener("click", () => {
    on = !on;
    keep("sound", on);
    show();
    play("turn");
  });
  show();
}
