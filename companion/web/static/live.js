/* Keeps the table on this device in step with the others, and sends what is pressed without loading the page anew.
   Everything it does works without it, by plain links and forms. No address outside this machine. */

import { filled, fits, isFilling, put } from "./fields.js";
import "./pair.js";
import { follow } from "./stream.js";

const state = document.getElementById("live");
const DEADLINE = 15000; // ms in which whatever is asked has to be answered
const SLOW = 250; // ms after which it is seen that an answer is waited for: before, painting it would only hold it up
const DEAD = 4000; // ms after which what was pressed before the line was lost gets no answer any more

let busy = null; // what is being asked for: whose it is, since when, and what gives it up
let isDue = false; // the page is to be asked for when that is done
let lostAt = 0;
let heldUntil = 0; // why nothing can be said now stays readable for a while
let newsUntil = 0; // and so does what has become of the question
let mode = "on";
let line = null;
let clock = 0;

/** The address of what is shown: what stands behind the # is never sent and changes nothing of it. */
const address = () => location.pathname + location.search;
let shownAt = address();

const table = () => document.getElementById("table");
const shown = () => Number(table()?.dataset.newest ?? 0);

// -- replacing what is shown, keeping what is the same ------------------------------------------------------------

/** What fitting.js has found out about the room here; it says so anew whenever something is shown. */
const OURS = new Set(["data-fitted", "data-dense", "data-large", "data-first", "data-turned"]);
const isOurs = (name, { id }) => OURS.has(name) || (name === "style" && id === "actor");

/** Makes `old` look like `fresh`, keeping every element that is still there (by id, else by kind, in order). What stands in
    one with `data-here` is this device's own. */
function morph(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && name !== "open" && !isOurs(name, old)) old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes]) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const wanted = [...fresh.childNodes];
  const stay = pairs(old, wanted);
  let here = old.firstChild;
  for (const next of wanted) {
    const match = stay.get(next);
    if (!match) {
      old.insertBefore(document.importNode(next, true), here);
      continue;
    }
    // A text that stands in the way is put in its place later: that is cheaper than to move what holds half the page.
    while (here && here !== match && here.nodeType === Node.TEXT_NODE && match.nodeType === Node.ELEMENT_NODE) here = here.nextSibling;
    if (match !== here) old.insertBefore(match, here);
    else here = here.nextSibling;
    if (next.nodeType === Node.ELEMENT_NODE) match.isEqualNode(next) || match.hasAttribute("data-here") || morph(match, next);
    else if (match.data !== next.data) match.data = next.data;
  }
}

/** Which child of `old` becomes which of those wanted. The others go at once: what stays need not be moved past them,
    and so is not laid out anew. */
function pairs(old, wanted) {
  const left = new Map();
  for (const child of old.childNodes) {
    const key = kind(child);
    if (left.has(key)) left.get(key).push(child);
    else left.set(key, [child]);
  }
  const found = new Map();
  for (const next of wanted) {
    const match = left.get(kind(next))?.shift();
    if (match) found.set(next, match);
  }
  for (const rest of left.values()) for (const child of rest) child.remove();
  return found;
}

const kind = (node) => `${node.nodeName} ${node.id ? `#${node.id}` : (node.getAttribute?.("class") ?? "")}`;

/** Other parts (what moves, what sounds) hear of a change before it is shown and after. */
const announce = (name, detail) => document.dispatchEvent(new CustomEvent(`companion:${name}`, { detail }));

/** Shows a page that came. `kept`: what is filled in and outlives it. */
function show(fresh, url, push, mine, kept) {
  announce("before", { mine, fresh });
  const prompt = document.getElementById("prompt")?.textContent;
  const focused = document.activeElement?.id;
  const isSame = prompt === fresh.getElementById("prompt")?.textContent;
  if (mine || !isSame) for (const open of document.querySelectorAll("#ask details[open]")) open.removeAttribute("open");
  // The same again would be a change, too: all of the page would be styled anew.
  if (document.documentElement.lang !== fresh.documentElement.lang) document.documentElement.lang = fresh.documentElement.lang;
  if (document.body.className !== fresh.body.className) document.body.className = fresh.body.className;
  document.title = fresh.title;
  morph(document.querySelector("header.bar nav"), fresh.querySelector("header.bar nav"));
  morph(document.getElementById("main"), fresh.getElementById("main"));
  if (push) history.pushState({}, "", url);
  else if (url !== location.href) history.replaceState({}, "", url); // the same again would be told to the browser, too
  shownAt = address();
  if (focused && document.activeElement?.id !== focused) document.getElementById(focused)?.focus({ preventScroll: true });
  put(kept);
  announce("shown", { mine });
  // After it is laid out: what is measured before that has to be laid out twice.
  const notice = document.getElementById("notice"), asked = document.getElementById("prompt");
  if (mine && notice) reveal(notice);
  else if (mine && asked && asked.textContent !== prompt) reveal(asked);
}

/** What is said now comes into view where the finger has wandered off below. At its top the page stands as the question was
    laid out. A turned question is turning still: only the place that it turns in can be measured. */
function reveal(said) {
  const turned = said.closest("[data-turned]");
  if (turned) said.closest("#sheet").scrollTop = 0;
  if (scrollY) (turned ?? said).scrollIntoView({ block: "nearest" });
}

// -- going somewhere, sending something ---------------------------------------------------------------------------

async function go(url, { push = true, mine = true, ...how } = {}) {
  if (busy) {
    // Something is sent after a page that came by itself; a second tap on what is being sent is no second action.
    if (mine && !busy.mine) setTimeout(() => go(url, { push, mine, ...how }), 60);
    return;
  }
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), DEADLINE);
  const since = performance.now();
  busy = { mine, since, stop };
  document.documentElement.dataset.busy = "";
  const slow = setTimeout(() => (document.documentElement.dataset.slow = ""), SLOW);
  try {
    const headers = { Accept: "text/html", "X-Live": "1" };
    const answer = await fetch(url, { redirect: "follow", headers, signal: stop.signal, ...how });
    // A house that is too busy for a page nobody pressed for has not said how the table stands.
    if (!mine && (answer.status === 429 || answer.status >= 500)) throw new Error(String(answer.status));
    const at = new URL(answer.url);
    const there = how.method === "POST" && !answer.redirected ? new URL(table().dataset.home, location.href) : at;
    // A tablet alone may have read it before it was asked for (companion/site/static/ahead.js).
    const fresh = answer.page ?? new DOMParser().parseFromString(await answer.text(), "text/html");
    // What was pressed leaves the page as its sender meant to; only a refusal asks the same again, and then what was
    // chosen meanwhile is newer than what it brings back.
    const kept = filled(mine ? (answer.ok ? Infinity : since) : 0);
    const hasRoom = fits(kept, fresh);
    const stays = !hasRoom && !mine && isMidway();
    if (!stays) show(fresh, there.href, push && there.href !== location.href, mine, kept);
    if (mine) newsUntil = 0;
    tell(mode);
    if (!hasRoom) tell(stays ? "kept" : "dropped");
  } catch {
    if (how.method === "POST") tell("unsent");
    else if (!isDue) line?.again();
  } finally {
    clearTimeout(timer);
    clearTimeout(slow);
    busy = null;
    delete document.documentElement.dataset.busy;
    delete document.documentElement.dataset.slow;
    if (isDue) refresh();
  }
}

/** The table as it is now, as soon as nothing else is asked for. What was on its way when the line was lost is given up. */
function refresh() {
  isDue = Boolean(busy);
  if (!busy) return go(location.href, { push: false, mine: false });
  if (!busy.mine || performance.now() - busy.since > DEAD) busy.stop.abort();
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
  event.target.closest?.(".as-list")?.closest(".by-map").classList.toggle("is-list");
  const dock = document.querySelector(".round > .dock"); // all that an undo moves, until the next touch
  dock?.toggleAttribute("data-whole", !!event.target.closest?.(".undo-all") && !dock.hasAttribute("data-whole"));
  const seat = event.target.closest?.(".seat, .room");
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

/** A seat or a room stands for a choice, or says who is there. */
function touched(seat) {
  const choice = document.getElementById(seat.dataset.press ?? "");
  if (!choice) return whole(seat);
  if (choice.tagName === "DETAILS") {
    choice.closest("details.quiet")?.setAttribute("open", "");
    choice.setAttribute("open", "");
    choice.scrollIntoView({ block: "nearest" });
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
addEventListener("popstate", () => {
  if (address() === shownAt) return; // another place on the same page, or a link that lets this device in (pair.js)
  table() ? go(location.href, { push: false }) : location.reload();
});

// -- in step with the others --------------------------------------------------------------------------------------

const NEWS = new Set(["moved", "kept", "dropped"]);
const isCalm = (key) => key === "on" || key === "poll";

function tell(key, seconds = 0) {
  if (!state) return;
  if (isCalm(key)) lostAt = heldUntil = 0;
  if (key === "held") heldUntil = Date.now() + 4000;
  if (NEWS.has(key)) newsUntil = Date.now() + 6000;
  document.documentElement.toggleAttribute("data-stale", isStale());
  state.hidden = false;
  if (isCalm(key) && Date.now() < newsUntil) return;
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

/** Whether a question was opened that the table itself does not ask. */
const isMidway = () => document.querySelector("#question[data-midway]") !== null;

async function changed(version) {
  if (version <= shown() || !table()?.hasAttribute("data-live")) return;
  if (busy) return void setTimeout(() => changed(version), 60);
  const midway = isMidway();
  if (midway && isFilling()) return tell("kept");
  await go(table().dataset.home, { push: false, mine: false });
  if (midway && !isMidway()) tell("moved");
}

function listen() {
  const { game } = table().dataset;
  line = follow(game, {
    seen: changed,
    told: (note) => import("./private.js").then(({ arrived }) => arrived(note, game)),
    away,
    moved: (where) => import("./network.js").then(({ moved }) => moved(where)),
    at: () => sessionStorage.getItem("companion-address") ?? "",
    look: () => document.dispatchEvent(new Event("companion:again")),
    up,
    down: lost,
  });
}

/** A club's database is away, or there again: nobody has to touch anything to hear of it. */
function away(on) {
  const note = document.getElementById("away");
  if (!note || note.hidden !== on) return;
  note.hidden = !on;
  dispatchEvent(new Event("resize")); // there is more or less room for the question
}

/** The line stands, again or still; after a while without, the table is shown as it is now. */
async function up(how) {
  mode = how === "poll" ? "poll" : "on";
  if (lostAt && table()?.hasAttribute("data-live")) await refresh();
  else tell(mode);
}

if (table() && !("led" in table().dataset)) { // nobody else is at a practice evening
  tell("connecting");
  listen();
  setInterval(() => lostAt && lost(), 1000);
}

// -- a referee's evening -------------------------------------------------------------------------------------------

/** A photo is sent as soon as it is taken. */
document.addEventListener("change", (event) => {
  const input = event.target;
  if (!input.matches?.("input[type=file][data-send]") || !input.files.length) return;
  const label = input.closest("label").querySelector("[data-wait]");
  label.textContent = label.dataset.wait;
  input.form.submit();
});

/** That somebody has shown theirs from a phone changes nothing on the table: it is asked for where it is waited for. */
async function due() {
  const waiting = document.getElementById("referee-due");
  if (!waiting || document.hidden || busy) return;
  try {
    const answer = await fetch(`/games/${table().dataset.game}/scan/evening`, { cache: "no-store", signal: AbortSignal.timeout(4000) });
    if (answer.ok && (await answer.json()).due !== waiting.dataset.due) document.dispatchEvent(new Event("companion:again"));
  } catch {
    // the line tells of it
  }
}
if (table()) setInterval(due, 2000);
