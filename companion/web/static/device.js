/* The page of this device: what works, each with the one fix; the size measured against a bank card. */

import { play, ready } from "./senses.js";

const CARD = 85.6; // millimetres, ISO/IEC 7810 ID-1
const root = document.documentElement;
const form = document.getElementById("settings");
const card = document.getElementById("card");
const checks = document.getElementById("checks");

/** Capitals are 0.71 of the size; 20 minutes of arc are 1/172 of the distance. */
const CAPITAL = 0.71, READS_AT = 172, BODY = 28, ENOUGH = 80;

function tell(name, key, blanks = {}) {
  const row = document.getElementById(`check-${name}`);
  row.className = key === "good" ? "good" : "poor";
  let text = row.dataset[key];
  for (const [blank, value] of Object.entries(blanks)) text = text.replace(`{${blank}}`, value);
  row.querySelector("span").textContent = text;
}

// -- what works -------------------------------------------------------------------------------------------------

async function awake() {
  try {
    const lock = await navigator.wakeLock.request("screen");
    await lock.release();
    tell("awake", "good");
  } catch {
    tell("awake", "poor");
  }
}

async function camera() {
  if (!navigator.mediaDevices?.enumerateDevices) return tell("camera", "poor");
  const asked = await navigator.permissions?.query({ name: "camera" }).catch(() => null);
  if (asked?.state === "denied") return tell("camera", "denied");
  const found = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  tell("camera", found.some((one) => one.kind === "videoinput") ? "good" : "none");
}

function sound() {
  const button = document.getElementById("try-sound");
  button.hidden = false;
  if (!ready()) return tell("sound", "poor");
  tell("sound", "waits");
  button.onclick = async () => tell("sound", (await play("turn", true)) ? "good" : "poor");
}

/** The middle of five short answers, in milliseconds. */
async function connection() {
  const times = [];
  try {
    for (let k = 0; k < 5; k++) {
      const start = performance.now();
      const answer = await fetch(checks.dataset.probe, { cache: "no-store", signal: AbortSignal.timeout(3000) });
      if (!answer.ok) throw new Error(answer.status);
      times.push(performance.now() - start);
    }
  } catch {
    tell("connection", "poor");
    return tell("delay", "poor", { ms: "> 3000" });
  }
  const middle = Math.round(times.sort((a, b) => a - b)[2]);
  tell("connection", "good");
  tell("delay", middle <= 150 ? "good" : "poor", { ms: String(middle) });
}

function size() {
  const measured = Number(card.dataset.measured);
  if (!measured) return tell("size", "poor");
  const scale = Number(root.dataset.distance ?? 100) / 100;
  const body = matchMedia("(max-width: 600px), (max-height: 500px)").matches ? 17 : BODY;
  const mm = (body * scale * CAPITAL * CARD) / measured;
  const cm = Math.round((mm * READS_AT) / 10);
  const near = matchMedia("(max-width: 600px), (max-height: 500px)").matches ? 35 : ENOUGH;
  tell("size", cm >= near ? "good" : "small", { mm: mm.toFixed(1), cm: String(cm) });
}

// -- what is chosen ------------------------------------------------------------------------------------------------

let sending = null;

/** All choices as they are now. What was sent before is given up: answered late, it would bring back what was chosen before. */
async function keep() {
  sending?.abort();
  const mine = (sending = new AbortController());
  setTimeout(() => mine.abort(), 15000);
  const data = new FormData(form);
  if (!Number(card.dataset.measured)) data.delete("card");
  const body = new URLSearchParams(data);
  await fetch(form.action, { method: "POST", body, redirect: "manual", keepalive: true, signal: mine.signal }).catch(() => {});
}

function apply() {
  const data = new FormData(form);
  root.dataset.facing = data.get("facing");
  if (data.get("distance") === "100") delete root.dataset.distance;
  else root.dataset.distance = data.get("distance");
  for (const box of form.querySelectorAll("input[type=checkbox]")) {
    if (box.checked) root.dataset[box.name] = box.value;
    else delete root.dataset[box.name];
  }
}

/** The drawing is as wide as the slider says, whatever this page is enlarged by. */
function draw() {
  const scale = Number(root.dataset.distance ?? 100) / 100;
  document.getElementById("bank").style.width = `${Number(card.value) / scale}px`;
}

document.getElementById("measure").hidden = false;
card.addEventListener("input", () => {
  card.dataset.measured = card.value;
  draw();
  size();
});
form.addEventListener("change", () => {
  apply();
  draw();
  size();
  keep();
});
draw();
size();
sound();
awake();
camera();
connection();
