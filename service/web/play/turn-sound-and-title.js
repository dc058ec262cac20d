// Quiet sounds for what happens at the table, and a title when it is the reader's turn.

import { $ } from "../page/element.js";
import * as words from "../page/words.js";

const KEY = "hanabi-silent";
const NOTE_S = 0.16;
// The notes of each sound, in hertz.
const NOTES = { turn: [659.3, 880], over: [523.3, 659.3, 784], strike: [196, 155.6], play: [784], discard: [330], clue: [587.3] };

let context = null;

// Browsers allow sound only after the reader has done something on the page.
export function begin() {
  const control = $("sound");
  const show = () => control.setAttribute("aria-pressed", `${!localStorage.getItem(KEY)}`);
  control.addEventListener("click", () => {
    localStorage.getItem(KEY) ? localStorage.removeItem(KEY) : localStorage.setItem(KEY, "yes");
    show();
    sound("turn");
  });
  show();
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => (context ??= new AudioContext()), { once: true });
}

export function title(mine) {
  document.title = `${mine ? `● ${words.say("your-turn")}` : words.say("play")} · Hanabi`;
}

// Plays what is heard of an event. The reader's turn and the end are heard in its place.
export function hear({ type, landed }, { mine, over }) {
  sound(over ? "over" : mine ? "turn" : type === "play" && landed === false ? "strike" : type);
}

function sound(kind) {
  if (!context || !NOTES[kind] || localStorage.getItem(KEY)) return;
  for (const [place, hertz] of NOTES[kind].entries()) {
    const [tone, volume, start] = [context.createOscillator(), context.createGain(), context.currentTime + place * NOTE_S];
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.06, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + 2 * NOTE_S);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + 2 * NOTE_S);
  }
}
