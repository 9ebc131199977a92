/* Keeps the table on this device in step with the others, and sends what is pressed without loading the page anew.
   Everything it does works without it, by plain links and forms. No address outside this machine. */

import "./pair.js";
import { follow } from "./stream.js";

const state = document.getElementById("live");
let busy = null;
let lostAt = 0;
let heldUntil = 0; // why nothing can be said now stays readable for a while
let mode = "on";
let line = null;
let clock = 0;

const table = () => document.getElementById("table");
const shown = () => Number(table()?.dataset.newest ?? 0);

// -- replacing what is shown, keeping what is the same ------------------------------------------------------------

/** Makes `old` look like `fresh`, keeping every element that is still there (by id, else by place and name). */
function morph(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes]) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  let here = old.firstChild;
  for (const next of [...fresh.childNodes]) {
    const match = found(old, here, next);
    if (!match) {
      old.insertBefore(document.importNode(next, true), here);
      continue;
    }
    if (match !== here) old.insertBefore(match, here);
    else here = here.nextSibling;
    if (next.nodeType === Node.ELEMENT_NODE) morph(match, next);
    else if (match.data !== next.data) match.data = next.data;
  }
  while (here) {
    const rest = here.nextSibling;
    here.remove();
    here = rest;
  }
}

function found(old, here, next) {
  if (next.id) return [...old.children].find((one) => one.id === next.id && one.nodeName === next.nodeName);
  if (here && !here.id && here.nodeName === next.nodeName && here.className?.toString() === next.className?.toString()) return here;
  return undefined;
}

/** Other parts (what moves, what sounds) hear of a change before it is shown and after. */
const announce = (name, detail) => document.dispatchEvent(new CustomEvent(`companion:${name}`, { detail }));

function show(html, url, push, mine) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  announce("before", { mine });
  const prompt = document.getElementById("prompt")?.textContent;
  const focused = document.activeElement?.id;
  for (const open of document.querySelectorAll("#ask details[open]")) open.removeAttribute("open");
  document.documentElement.lang = fresh.documentElement.lang;
  document.body.className = fresh.body.className;
  document.title = fresh.title;
  morph(document.querySelector("header.bar nav"), fresh.querySelector("header.bar nav"));
  morph(document.getElementById("main"), fresh.getElementById("main"));
  for (const input of document.querySelectorAll("#ask input, #ask select")) refresh(input);
  if (push) history.pushState({}, "", url);
  else history.replaceState({}, "", url);
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
  const asked = document.getElementById("prompt");
  if (mine && asked && asked.textContent !== prompt) reveal(asked);
  if (mine) document.getElementById("notice")?.scrollIntoView({ block: "nearest" });
  announce("shown", { mine });
}

/** A field shows what the page says, not what was typed before. */
function refresh(input) {
  if (input.type === "radio" || input.type === "checkbox") input.checked = input.defaultChecked;
  else if (input.tagName === "SELECT") {
    const chosen = [...input.options].findIndex((option) => option.defaultSelected);
    input.selectedIndex = Math.max(chosen, 0);
  } else if (input.type !== "hidden") input.value = input.defaultValue;
}

/** The prompt comes into view when it has changed and the finger has wandered off below. */
function reveal(asked) {
  const box = asked.getBoundingClientRect();
  if (box.top < 56) asked.scrollIntoView({ block: "nearest" });
}

// -- going somewhere, sending something ---------------------------------------------------------------------------

async function go(url, { push = true, mine = true, ...how } = {}) {
  if (busy) {
    // Something is sent after a page that came by itself; a second tap on what is being sent is no second action.
    if (mine && !busy.mine) setTimeout(() => go(url, { push, mine, ...how }), 60);
    return;
  }
  busy = { mine };
  document.documentElement.dataset.busy = "";
  try {
    const answer = await fetch(url, { redirect: "follow", headers: { Accept: "text/html", "X-Live": "1" }, ...how });
    const html = await answer.text();
    const at = new URL(answer.url);
    const there = how.method === "POST" && !answer.redirected ? new URL(`/games/${table().dataset.game}`, location.href) : at;
    show(html, there.href, push && there.href !== location.href, mine);
    tell(mode);
  } catch {
    tell(how.method === "POST" ? "unsent" : "lost");
  } finally {
    busy = null;
    delete document.documentElement.dataset.busy;
  }
}

function send(form, button) {
  const data = new FormData(form);
  if (button?.name) data.append(button.name, button.value);
  go(button?.hasAttribute("formaction") ? button.formAction : form.action, { method: "POST", body: new URLSearchParams(data) });
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.submitter?.hasAttribute("data-away")) return; // leads to a page of its own
  if (!table() || form.method !== "post" || !form.closest("#table")) return;
  event.preventDefault();
  if (isStale()) return tell("held");
  send(form, event.submitter);
});

document.addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const seat = event.target.closest?.(".seat");
  if (seat && table()) {
    event.preventDefault();
    touched(seat);
    return;
  }
  const link = event.target.closest?.("a[data-go]");
  if (link && table()) {
    event.preventDefault();
    if (isStale()) return tell("held");
    go(link.href);
  }
});

/** A seat stands for a choice, or says who sits there. */
function touched(seat) {
  const choice = document.getElementById(seat.dataset.press ?? "");
  if (!choice) return whole(seat);
  if (choice.tagName === "DETAILS") {
    choice.closest("details.quiet")?.setAttribute("open", "");
    choice.setAttribute("open", "");
    choice.scrollIntoView({ block: "center" });
    choice.querySelector("summary").focus({ preventScroll: true });
  } else choice.click();
}

function whole(seat) {
  let card = document.getElementById("whole");
  if (!card) {
    card = document.createElement("p");
    card.id = "whole";
    card.setAttribute("role", "status");
    document.body.append(card);
  }
  card.textContent = seat.getAttribute("aria-label");
  card.hidden = false;
  clearTimeout(clock);
  clock = setTimeout(() => (card.hidden = true), 4000);
}

document.addEventListener("companion:again", () => table() && go(location.href, { push: false, mine: false }));
addEventListener("popstate", () => (table() ? go(location.href, { push: false }) : location.reload()));

// -- in step with the others --------------------------------------------------------------------------------------

function tell(key, seconds = 0) {
  if (!state) return;
  if (key === "on" || key === "poll") lostAt = heldUntil = 0;
  if (key === "held") heldUntil = Date.now() + 4000;
  document.documentElement.toggleAttribute("data-stale", isStale());
  state.hidden = false;
  state.dataset.version = String(shown());
  if (!lostAt) state.title = new Date().toLocaleTimeString(document.documentElement.lang);
  state.className = `state ${key}`;
  const text = (state.dataset[key] ?? "").replace("#", String(seconds));
  if (state.textContent !== text) state.textContent = text;
}

/** Whether what is shown may be out of date: then nothing is said from here, as it might be said of another table. */
const isStale = () => lostAt > 0 && Date.now() - lostAt > 2000;

function lost() {
  lostAt ||= Date.now();
  if (Date.now() < heldUntil) return;
  const seconds = Math.round((Date.now() - lostAt) / 1000);
  tell(seconds < 5 ? "lost" : "since", seconds);
}

/** Whether somebody is filling something in that a new table would wipe out. */
function typing() {
  const fields = [...document.querySelectorAll("#question input:not([type=hidden]), #question select")];
  return fields.some((one) => (one.type === "radio" || one.type === "checkbox" ? one.checked !== one.defaultChecked
    : one.tagName === "SELECT" ? !(one.selectedOptions[0]?.defaultSelected ?? true) && one.selectedIndex > 0
    : one.value !== one.defaultValue));
}

async function changed(version) {
  if (version <= shown() || !table()?.hasAttribute("data-live")) return;
  if (busy) return void setTimeout(() => changed(version), 60);
  if (typing()) return tell("moved");
  const midway = location.search.includes("said=");
  await go(table().dataset.home ?? `/games/${table().dataset.game}`, { push: false, mine: false });
  if (midway) tell("moved");
}

function listen() {
  const { game } = table().dataset;
  line = follow(game, {
    seen: changed,
    told: (note) => import("./private.js").then(({ arrived }) => arrived(note, game)),
    up,
    down: lost,
  });
}

/** A host that has gone without a word (a closed lid, a lost Wi-Fi) is noticed by asking. */
async function beat() {
  if (document.hidden) return;
  try {
    const answer = await fetch("/api/health", { cache: "no-store", signal: AbortSignal.timeout(4000) });
    if (!answer.ok) lost();
    else if (lostAt) line.wake();
  } catch {
    lost();
  }
}

/** The line stands, again or still; after a while without, the table is shown as it is now. */
async function up(how) {
  mode = how === "poll" ? "poll" : "on";
  if (lostAt && table()?.hasAttribute("data-live") && !typing()) await go(location.href, { push: false, mine: false });
  tell(mode);
}

if (table()) {
  tell("connecting");
  listen();
  setInterval(beat, 10000);
  setInterval(() => lostAt && lost(), 1000);
  document.addEventListener("visibilitychange", () => document.hidden || beat());
}
