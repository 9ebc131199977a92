/* The ring spun by dragging a plate, until it lies as the people sit; and touches that nobody meant. */

import { draggable, FAR } from "./drag.js";
import "./fitting.js";
import "./motion.js";
import "./over.js";
import { line, part, spot } from "./ring.js";

const LONG = 1200; // ms: a hand that rests, not a finger that taps
const PALM = 70; // CSS px across
const TWICE = 250, CLOSE = 30; // ms and CSS px between two taps of which the second only wants to be sure of the first
const SETTLED = 300; // ms after another device changed the table, in which nobody can mean what has just come

const ring = () => document.querySelector("#table[data-live] .round > svg.ring, #table .round > svg.ring");
const WHOLE = 110880; // parts of a turn, as `device_settings.py` has them
const large = matchMedia("(min-width: 601px) and (min-height: 501px)");

// -- the drag ---------------------------------------------------------------------------------------------------------

function under({ svg, path }, event) {
  const box = svg.getBoundingClientRect();
  const whole = svg.viewBox.baseVal, scale = Math.min(box.width / whole.width, box.height / whole.height);
  return part(path, path.x + (event.clientX - box.left - box.width / 2) / scale, path.y + (event.clientY - box.top - box.height / 2) / scale);
}

function lift(event) {
  const svg = ring();
  if (!large.matches || !svg || !event.target.closest?.(".round .seat")) return null;
  const drag = { svg, path: line(svg), by: 0 };
  return Object.assign(drag, { from: under(drag, event) });
}

function begin(drag, event) {
  drag.svg.setPointerCapture(event.pointerId);
  drag.svg.classList.add("spinning");
  drag.seats = [...drag.svg.querySelectorAll(".seat, .empty")].map((seat) => [seat.querySelector("g"), seat.querySelector(".turned"), Number(seat.dataset.slot)]);
}

function move(drag, event) {
  drag.by = under(drag, event) - drag.from;
  drag.frame ||= requestAnimationFrame(() => draw(drag));
}

function draw(drag) {
  const { seats, svg, path, by, over } = drag;
  drag.frame = 0;
  if (over) return;
  const count = Number(svg.dataset.places), spin = Number(svg.dataset.spin) / (4 * count);
  seats.forEach(([g, turned, k]) => {
    const [x, y, angle] = spot(path, k / count + spin + by);
    g.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    turned.setAttribute("transform", `rotate(${angle.toFixed(1)})`);
  });
}

async function drop(drag) {
  const { svg, by } = drag;
  drag.over = true;
  svg.classList.remove("spinning");
  const all = 4 * Number(svg.dataset.places);
  const turn = (Number(svg.dataset.spin) + Math.round(by * all)) / all - Number(svg.dataset.stayed);
  const spin = Math.round((((turn % 1) + 1) % 1) * WHOLE);
  const body = new URLSearchParams({ spin });
  await fetch("/device", { method: "POST", body, redirect: "manual", signal: AbortSignal.timeout(4000) }).catch(() => {});
  document.dispatchEvent(new CustomEvent("companion:again"));
}

const hold = draggable({ lift, begin, move, drop });
const held = () => document.querySelector("#table .round")?.addEventListener("touchmove", hold, { passive: false });
document.addEventListener("companion:shown", held);
held();
addEventListener("dragstart", (event) => event.target.closest?.(".seat") && event.preventDefault()); // not as a link

// -- touches that nobody meant ------------------------------------------------------------------------------------------

const down = new Map();
let changedAt = -SETTLED;
let last = null; // the tap before: where, when, and whether what it asked for has been shown since

addEventListener("pointerdown", (event) => {
  down.set(event.pointerId, { x: event.clientX, y: event.clientY, at: event.timeStamp, wide: Math.max(event.width, event.height), far: 0 });
}, true);
addEventListener("pointermove", (event) => {
  const one = down.get(event.pointerId);
  if (one) one.far = Math.max(one.far, Math.hypot(event.clientX - one.x, event.clientY - one.y));
}, { capture: true, passive: true });
document.addEventListener("companion:shown", (event) => {
  if (!event.detail.mine) changedAt = performance.now();
  else if (last) last.isAnswered = true;
});

/** A drag, a hand that rests, a palm, a tap on what has just come from elsewhere, or the second of a double tap that finds
    the next question under it: none of it says anything. */
addEventListener("click", (event) => {
  const one = down.get(event.pointerId);
  if (!one || !event.target.closest?.("#table")) return;
  down.delete(event.pointerId);
  const isTwice = last?.isAnswered && one.at - last.at < TWICE && Math.hypot(one.x - last.x, one.y - last.y) < CLOSE;
  last = { x: one.x, y: one.y, at: one.at, isAnswered: false };
  const meant = !isTwice && one.far < FAR && event.timeStamp - one.at < LONG && one.wide < PALM && one.at - changedAt > SETTLED;
  if (meant) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
