/* The ring spun by dragging a plate, until it lies as the people sit; and touches that nobody meant. */

import "./fitting.js";
import "./motion.js";
import "./over.js";

const SAMPLES = 720;
const FAR = 14; // CSS px: a touch that wanders further is a drag
const LONG = 1200; // ms: a hand that rests, not a finger that taps
const PALM = 70; // CSS px across
const TWICE = 250, CLOSE = 30; // ms and CSS px between two taps of which the second only wants to be sure of the first
const SETTLED = 300; // ms after another device changed the table, in which nobody can mean what has just come

const ring = () => document.querySelector("#table[data-live] .round > svg.ring, #table .round > svg.ring");
const WHOLE = 110880; // parts of a turn, as `device_settings.py` has them
const large = matchMedia("(min-width: 601px) and (min-height: 501px)");

// -- the line on which the plates lie, as the drawing says it -------------------------------------------------------

const lines = new Map();

let CENTRE, ROUND; // as the drawing says

function line({ radii, centre, roundness }) {
  CENTRE = centre.split(" ").map(Number);
  ROUND = Number(roundness);
  if (!lines.has(radii)) {
    const [a, b] = radii.split(" ").map(Number);
    const points = [], lengths = [0];
    for (let k = 0; k <= SAMPLES; k++) {
      const turn = Math.PI / 2 + (2 * Math.PI * k) / SAMPLES;
      const along = (value) => Math.sign(value) * Math.abs(value) ** (2 / ROUND);
      points.push([CENTRE[0] + a * along(Math.cos(turn)), CENTRE[1] + b * along(Math.sin(turn))]);
      if (k) lengths.push(lengths[k - 1] + Math.hypot(points[k][0] - points[k - 1][0], points[k][1] - points[k - 1][1]));
    }
    lines.set(radii, { a, b, points, lengths });
  }
  return lines.get(radii);
}

/** The point at a part (0…1) of the line, and the angle at which a plate lies there. */
function spot({ a, b, points, lengths }, part) {
  const far = (((part % 1) + 1) % 1) * lengths[SAMPLES];
  let low = 0, high = SAMPLES;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lengths[middle] < far) low = middle + 1;
    else high = middle;
  }
  const [x, y] = points[low];
  const out = [[x - CENTRE[0], a], [y - CENTRE[1], b]].map(([d, r]) => (Math.sign(d) * Math.abs(d / r) ** (ROUND - 1)) / r);
  return [x, y, (Math.atan2(-out[1], -out[0]) * 180) / Math.PI + 90];
}

/** The part of the line that lies in the direction of a point. */
function part({ lengths }, x, y) {
  const turn = Math.atan2(y - CENTRE[1], x - CENTRE[0]) - Math.PI / 2;
  const power = (value) => Math.sign(value) * Math.abs(value) ** (ROUND / 2);
  const even = Math.atan2(power(Math.sin(turn + Math.PI / 2)), power(Math.cos(turn + Math.PI / 2))) - Math.PI / 2;
  const whole = (((even / (2 * Math.PI)) % 1) + 1) % 1;
  return lengths[Math.round(whole * SAMPLES)] / lengths[SAMPLES];
}

// -- the drag ---------------------------------------------------------------------------------------------------------

let drag = null;

function under(svg, event) {
  const box = svg.getBoundingClientRect();
  const whole = svg.viewBox.baseVal, scale = Math.min(box.width / whole.width, box.height / whole.height);
  return [CENTRE[0] + (event.clientX - box.left - box.width / 2) / scale, CENTRE[1] + (event.clientY - box.top - box.height / 2) / scale];
}

function start(event) {
  const svg = ring();
  if (drag || !large.matches || event.button || !svg || !event.target.closest?.(".round .seat")) return;
  const path = line(svg.dataset);
  drag = { id: event.pointerId, x: event.clientX, y: event.clientY, svg, path, from: part(path, ...under(svg, event)), by: 0, on: false };
}

function move(event) {
  if (event.pointerId !== drag?.id) return;
  if (!drag.on && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
  if (!drag.on) begin(event);
  event.preventDefault();
  drag.by = part(drag.path, ...under(drag.svg, event)) - drag.from;
  drag.frame ||= requestAnimationFrame(draw);
}

function begin(event) {
  drag.on = true;
  drag.svg.setPointerCapture(event.pointerId);
  drag.svg.classList.add("spinning");
  drag.seats = [...drag.svg.querySelectorAll(".seat, .empty")].map((seat) => [seat.querySelector("g"), seat.querySelector(".turned"), Number(seat.dataset.slot)]);
}

function draw() {
  if (!drag?.on) return;
  drag.frame = 0;
  const { seats, svg, path, by } = drag;
  const count = Number(svg.dataset.places), spin = Number(svg.dataset.spin) / (4 * count);
  seats.forEach(([g, turned, k]) => {
    const [x, y, angle] = spot(path, k / count + spin + by);
    g.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    turned.setAttribute("transform", `rotate(${angle.toFixed(1)})`);
  });
}

async function stop(event) {
  if (event.pointerId !== drag?.id) return;
  const { on, svg, by } = drag;
  drag = null;
  if (!on) return;
  svg.classList.remove("spinning");
  const all = 4 * Number(svg.dataset.places);
  const turn = (Number(svg.dataset.spin) + Math.round(by * all)) / all - Number(svg.dataset.stayed);
  const spin = Math.round((((turn % 1) + 1) % 1) * WHOLE);
  const body = new URLSearchParams({ spin });
  await fetch("/device", { method: "POST", body, redirect: "manual", signal: AbortSignal.timeout(4000) }).catch(() => {});
  document.dispatchEvent(new CustomEvent("companion:again"));
}

addEventListener("pointerdown", start);
addEventListener("pointermove", move, { passive: false });
addEventListener("pointerup", stop);
addEventListener("pointercancel", stop);

/** A finger on a plate drags it and does not scroll the page. CSS cannot say so: `touch-action` does nothing on what
    stands within a drawing, and on the whole drawing it would leave no place to scroll by. */
const hold = (event) => drag && event.cancelable && event.preventDefault();
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
