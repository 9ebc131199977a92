/* What makes an evening easier on a screen that can run it: keys for a whole turn, the lock that slides, a screen that
   stays awake or says that it will not, and what to do when the computer cannot be reached. */

import "./choose.js";
import { menus } from "./seats.js";

const table = () => document.getElementById("table");
const advice = document.getElementById("advice");

// -- keys: a whole turn without a finger ------------------------------------------------------------------------------

const KEYS = [..."1234567890qwertyiopasdfghjklzxcvbnm"]; // u undoes
const shownAs = new Map();

const visible = (one) => !one.closest("details:not([open])");

/** Each open choice gets the next key, in the order in which they stand. */
function label() {
  shownAs.clear();
  const choices = [...document.querySelectorAll("#question .choice:not(.refused)")].filter(visible);
  choices.slice(0, KEYS.length).forEach((choice, k) => {
    if (choice.dataset.key !== KEYS[k]) choice.dataset.key = KEYS[k];
    shownAs.set(KEYS[k], choice);
  });
}

const typing = (one) => one?.matches?.("input:not([type=radio]):not([type=checkbox]), select, textarea, [contenteditable]");

function pressed(event) {
  if (!table() || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  label();
  if (key === "?") {
    const keys = document.getElementById("keys");
    import("./over.js").then(({ lay }) => lay("keys", [...keys.content.cloneNode(true).children], keys.content.firstChild.textContent));
  }
  const found =
    key === "u" || key === "Backspace" ? document.querySelector(event.shiftKey ? "button#redo" : "button#undo")
    : key === "Escape" ? document.querySelector(".step-back")
    : key === "Enter" && !event.target.closest?.("a, button, summary, input") ? document.querySelector("#question > .ends > .main")
    : shownAs.get(key);
  if (!found) return;
  event.preventDefault();
  showKeys();
  found.click();
}

/** On the root, which stays: what comes in the place of a page would take it from the body, and have it laid out twice. */
function showKeys() {
  const { classList } = document.documentElement;
  if (!classList.contains("keys")) classList.add("keys"); // the same again would be a change, too
}

document.addEventListener("keydown", pressed);
const hasKeys = matchMedia("(hover: hover) and (pointer: fine) and (min-width: 1000px)").matches;

function refresh() {
  if (!table()) return;
  label();
  for (const order of document.querySelectorAll("#question .fields:not(.aside)")) menus(order);
}

if (table()) {
  if (hasKeys) showKeys();
  refresh();
  document.addEventListener("companion:shown", label, true); // before it is laid out: with them it is laid out once
  const watcher = new MutationObserver(() => {
    refresh();
    slides();
    sayAwake();
    watcher.takeRecords(); // what we have just done ourselves
  });
  watcher.observe(document.getElementById("main"), { childList: true, subtree: true, attributes: true, attributeFilter: ["data-key", "hidden"] });
}
document.addEventListener("toggle", refresh, true);
document.addEventListener("toggle", ({ target }) => { // what was opened under the fold comes above it
  if (target.open && target.matches("#question > .quiet")) target.scrollIntoView({ block: "nearest" });
}, true);

// -- the lock -----------------------------------------------------------------------------------------------------------

function slides() {
  const unlock = document.getElementById("unlock");
  if (!unlock) return;
  for (const plain of unlock.querySelectorAll(".plain")) plain.hidden = true;
  const slide = unlock.querySelector(".slide");
  slide.hidden = false;
}

document.addEventListener("input", (event) => {
  const range = event.target.closest?.("#unlock input[type=range]");
  if (range && Number(range.value) > 96) location.href = document.getElementById("unlock").action;
});
document.addEventListener("change", (event) => {
  if (event.target.matches?.("#unlock input[type=range]") && Number(event.target.value) <= 96) event.target.value = 0;
});

// -- awake, asleep, out of reach ------------------------------------------------------------------------------------------

let lock = null;
let isAsking = false;
let hiddenAt = 0;

/** Once it has been told who has won, a screen that nobody touches may go dark. */
const isPlayed = () => !table()?.hasAttribute("data-over");

/** Keeps the screen awake while the game is played. */
async function stayAwake() {
  if (isPlayed() && "wakeLock" in navigator && !document.hidden && !lock && !isAsking) {
    isAsking = true;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => (lock = null));
    } catch {
      lock = null; // low battery, or the system says no: the advice stands instead
    }
    isAsking = false;
  }
  if (!isPlayed()) await lock?.release();
  sayAwake();
}

function sayAwake() {
  const state = document.getElementById("awake");
  const text = isPlayed() ? advice.dataset[lock ? "awake" : "sleeps"] : "";
  if (state && state.textContent !== text) state.textContent = text;
}

/** Shows an advice with a button that puts it away, after which `understood` is called; none for an empty key. */
export function advise(key, text = advice?.dataset[key], understood = null) {
  if (!advice || (advice.dataset.shown === key && !understood)) return;
  advice.dataset.shown = key;
  advice.hidden = !key;
  if (!key) return;
  const close = document.createElement("button");
  close.textContent = advice.dataset.close;
  close.addEventListener("click", () => {
    understood?.();
    advise("");
  });
  const said = document.createElement("p");
  said.textContent = text;
  advice.replaceChildren(said, close);
}

const live = document.getElementById("live");
if (live && table()) {
  const seen = () => {
    if (live.classList.contains("since")) advise(navigator.onLine ? "lost" : "offline");
    else if (live.classList.contains("on") && ["lost", "offline"].includes(advice.dataset.shown)) advise("");
  };
  new MutationObserver(seen).observe(live, { attributes: true, attributeFilter: ["class"] });
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) hiddenAt = Date.now();
    else {
      if (hiddenAt && Date.now() - hiddenAt > 20000 && !lock && isPlayed() && document.documentElement.classList.contains("slept")) advise("slept");
      stayAwake();
    }
  });
  document.addEventListener("companion:shown", stayAwake);
  stayAwake();
}
// A screen that goes dark hides the page while nobody touches it; one that is put aside was touched just before.
let touchedAt = Date.now();
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => (touchedAt = Date.now()), true);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) document.documentElement.classList.toggle("slept", Date.now() - touchedAt > 15000);
}, true);

// -- a host that is none any more ----------------------------------------------------------------------------------------------

async function stillMine() {
  if (document.hidden || !table() || !document.getElementById("question")) return;
  try {
    const answer = await fetch("/screens/mine", { cache: "no-store", signal: AbortSignal.timeout(4000) });
    if (answer.ok && !(await answer.json()).host) location.reload();
  } catch {
    // out of reach: the state of the connection says so
  }
}

if (table() && !table().hasAttribute("data-alone")) { // a tablet alone has nobody to hand the game to
  setInterval(stillMine, 5000);
  document.addEventListener("visibilitychange", stillMine);
}
slides();
