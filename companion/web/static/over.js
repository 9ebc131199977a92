/* What is laid over the table without leaving what is asked: the face of a card, the log, what can be put right. It faces
   whoever must act, as the question does. Without it every link leads to the page of the same things. */

import { FAR } from "./drag.js";
import { onceItStands } from "./stands.js";

const HOLD = 550; // ms a finger rests on a card to have it held up
const table = () => document.getElementById("table");
const lying = () => document.documentElement.classList.contains("lying");

/** The faces of all cards, fetched at once and kept: which of them is looked at, nobody else can tell. */
let faces = null;

function fetched() {
  faces ??= read(`/games/${table().dataset.game}/faces`).catch(() => (faces = null));
  return faces;
}

async function read(url) {
  const answer = await fetch(url, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(15000) });
  if (!answer.ok) throw new Error(url);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

// -- the sheet ------------------------------------------------------------------------------------------------------

let isNew = false; // the finger that called it has not left the screen yet

function sheet() {
  let over = document.getElementById("over");
  if (over) return over;
  over = document.createElement("dialog");
  over.id = "over";
  over.append(document.createElement("div"));
  over.addEventListener("click", (event) => {
    if (isNew) return;
    const aside = event.target === over || event.target.closest("#close-over");
    if (aside || (over.dataset.of === "face" && !event.target.closest("a"))) over.close();
  });
  document.body.append(over);
  return over;
}

/** Lays something over the table, turned to whoever must act. */
export function lay(of, nodes, label, held = false) {
  const over = sheet();
  over.dataset.of = of;
  over.setAttribute("aria-label", label);
  over.dataset.turned = lying() ? document.getElementById("actor")?.dataset.quarter ?? "0" : "0";
  const close = document.createElement("button");
  close.id = "close-over";
  close.textContent = "✕";
  close.setAttribute("aria-label", document.body.dataset.close);
  over.firstChild.replaceChildren(close, ...nodes);
  over.firstChild.scrollTop = 0;
  isNew = held;
  look(false);
  if (!over.open) over.showModal();
}

async function hold(slug, held = false) {
  const face = (await fetched())?.getElementById(`face-${slug}`);
  if (!face) return false;
  const copy = document.importNode(face, true);
  copy.removeAttribute("id");
  lay("face", [copy], copy.querySelector("h2").textContent, held);
  return true;
}

/** A link within the drawing keeps its address elsewhere than one of the page. */
const address = (link) => new URL(link.getAttribute("href"), location.href);

async function page(link) {
  try {
    const main = (await read(address(link))).getElementById("main");
    lay("page", [...document.importNode(main, true).childNodes], link.getAttribute("aria-label"));
    if (main.querySelector(".by-hand")) import("./hand.js");
  } catch {
    location.href = address(link).href;
  }
}

// -- what calls it --------------------------------------------------------------------------------------------------

/** While cards are looked at, a touch of one holds it up and chooses nothing. */
function look(on) {
  table()?.toggleAttribute("data-looking", on);
  document.getElementById("corner-look")?.setAttribute("aria-pressed", String(on));
}

const slugOf = (one) => one?.closest?.("#table [data-card]")?.dataset.card;

document.addEventListener("click", (event) => {
  if (!table() || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const at = event.target;
  const stop = () => {
    event.preventDefault();
    event.stopPropagation();
  };
  if (isHeld) {
    isHeld = false;
    return stop();
  }
  const isLooking = table().hasAttribute("data-looking");
  const slug = isLooking || at.closest?.(".gap") ? slugOf(at) : "";
  const named = at.closest?.("#table a[href*='/rules#card-'], #over a[href*='/rules#card-']");
  const over = at.closest?.("#table a[data-over]");
  if (at.closest?.("#corner-look")) {
    stop();
    look(!isLooking);
  } else if (slug) {
    stop();
    hold(slug);
  } else if (named) {
    stop();
    const to = address(named);
    hold(to.hash.slice("#card-".length)).then((found) => found || (location.href = to.href));
  } else if (over) {
    stop();
    page(over);
  } else if (isLooking) look(false);
}, true);

let rest = 0, from = null, isHeld = false;

addEventListener("pointerdown", (event) => {
  isNew = isHeld = false;
  clearTimeout(rest);
  const slug = table() && !event.button && slugOf(event.target);
  if (!slug) return;
  from = [event.clientX, event.clientY];
  rest = setTimeout(() => {
    isHeld = true;
    hold(slug, true);
  }, HOLD);
}, true);
addEventListener("pointermove", (event) => from && Math.hypot(event.clientX - from[0], event.clientY - from[1]) > FAR && clearTimeout(rest), true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => clearTimeout(rest), true);
for (const own of ["contextmenu", "dragstart"]) addEventListener(own, (event) => slugOf(event.target) && event.preventDefault());
addEventListener("keydown", (event) => event.key === "Escape" && look(false));

if (table()) onceItStands(() => (window.requestIdleCallback ?? setTimeout)(() => table() && fetched()));
