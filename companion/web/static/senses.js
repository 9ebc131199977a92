/* What a device plays, shakes and reads aloud, where its people want that: short tones made here, no file. */

const root = document.documentElement;
const wants = (name) => root.dataset[name] === "on";

// -- sound -------------------------------------------------------------------------------------------------------

let context = null;
/** Frequencies in Hz, one after the other; the length of each in seconds. */
const TUNES = {
  turn: { notes: [392, 523.3], each: 0.11 },
  asked: { notes: [659.3, 659.3], each: 0.08 },
  card: { notes: [523.3], each: 0.07 },
  door: { notes: [98, 73.4], each: 0.16 },
  swap: { notes: [392, 493.9, 392], each: 0.09 },
  away: { notes: [220, 185, 146.8], each: 0.2 },
  heart: { notes: [110, 92.5], each: 0.22 },
  won: { notes: [392, 493.9, 587.3, 784], each: 0.16 },
};

/** Whether this browser can play anything at all. */
export const ready = () => "AudioContext" in window;

/** Plays one of the tunes, if this device wants sound (or `anyway`); tells whether it plays. */
export async function play(name, anyway = false) {
  if (!ready() || !(anyway || wants("sound"))) return false;
  context ??= new AudioContext();
  if (context.state === "suspended") await Promise.race([context.resume(), new Promise((done) => setTimeout(done, 400))]);
  if (context.state !== "running") return false;
  const { notes, each } = TUNES[name];
  notes.forEach((pitch, k) => tone(pitch, context.currentTime + k * each, each));
  return true;
}

function tone(pitch, start, length) {
  const voice = context.createOscillator();
  const level = context.createGain();
  voice.type = "triangle";
  voice.frequency.value = pitch;
  level.gain.setValueAtTime(0, start);
  level.gain.linearRampToValueAtTime(0.2, start + 0.012);
  level.gain.exponentialRampToValueAtTime(0.001, start + length * 1.6);
  voice.connect(level).connect(context.destination);
  voice.start(start);
  voice.stop(start + length * 1.7);
}

// -- vibration and speech --------------------------------------------------------------------------------------------

export function shake(pattern) {
  if (wants("shake")) navigator.vibrate?.(pattern);
}

/** Reads a sentence in the page's language, if this device wants it read (or `anyway`); what was still being read gives way. */
export function speak(text, anyway = false) {
  if (!(anyway || wants("voice")) || !("speechSynthesis" in window) || !text) return;
  const said = new SpeechSynthesisUtterance(text);
  said.lang = root.lang;
  said.rate = 1.05;
  speechSynthesis.cancel();
  speechSynthesis.speak(said);
  return said;
}

/** A button that has something on the page read aloud, and stops it. */
for (const button of document.querySelectorAll("[data-aloud]")) {
  const label = button.textContent;
  const rests = () => (button.textContent = label);
  button.hidden = !("speechSynthesis" in window);
  button.addEventListener("click", () => {
    if (button.textContent !== label) return rests(), speechSynthesis.cancel();
    const said = speak(document.querySelector(button.dataset.aloud).innerText, true);
    button.textContent = button.dataset.stop;
    said.onend = said.onerror = rests;
  });
}
