/* The table put right by hand: a card dragged into a gap or before a person, from its corner or from where it lies, and a
   plate to its seat. What would change is shown before anything does; whoever cannot drag touches the place itself. */

import { order } from "./seats.js";

const SVG = "http://www.w3.org/2000/svg";
const FAR = 14; // CSS px: a touch that wanders further is a drag
const NEAR = 120; // units of the drawing: how far from its place a thing may be let go

let drag = null;
let dragged = false; // the click that follows a drag means nothing

/** Where the finger is, in units of the drawing. */
function at(svg, event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
}

/** The middle of something drawn, in units of the drawing. */
function middle(svg, one) {
  const box = one.getBoundingClientRect();
  return at(svg, { clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 });
}

const seats = (hand) => [...hand.querySelectorAll(".ring .seat")];

/** Where a thing can be let go: each place, and the address that shows what it would change. */
function places(hand, lifted) {
  const fix = (said) => `${hand.dataset.fix}?said=${encodeURIComponent(said)}`;
  if (lifted.matches(".seat")) {
    if (!hand.dataset.seated) return [];
    const all = seats(hand), said = JSON.parse(hand.dataset.seated), [name] = Object.keys(said.set);
    const now = said.set[name], from = all.indexOf(lifted);
    return all.map((seat, to) => [seat, fix(JSON.stringify({ ...said, set: { [name]: order(now.length, from, to).map((k) => now[k]) } }))])
      .filter(([seat]) => seat !== lifted);
  }
  const moves = JSON.parse(lifted.dataset.moves ?? "null");
  return [...hand.querySelectorAll(`.grip[data-sign="+"]`)]
    .filter((grip) => grip.dataset.lays === lifted.dataset.lays && (!moves || grip.dataset.at in moves))
    .map((grip) => [grip, moves ? fix(moves[grip.dataset.at]) : grip.getAttribute("href")]);
}

/** What moves with the finger. */
function ghost(lifted) {
  const g = document.createElementNS(SVG, "g");
  g.setAttribute("class", "ghost");
  const shape = lifted.matches(".seat") ? lifted.querySelector("g") : lifted.matches(".grip") ? lifted.querySelector("g") : lifted;
  const copy = shape.cloneNode(true);
  copy.removeAttribute("class");
  copy.removeAttribute("transform");
  copy.querySelectorAll(".reach, title").forEach((one) => one.remove());
  g.append(copy);
  return g;
}

function start(event) {
  dragged = false;
  const lifted = !drag && !event.button && event.target.closest?.(".by-hand :is(.piece, .grip[data-moves], .seat)");
  if (!lifted) return;
  drag = { id: event.pointerId, x: event.clientX, y: event.clientY, lifted, hand: lifted.closest(".by-hand"), svg: lifted.closest("svg") };
}

function begin() {
  const { hand, svg, lifted } = drag;
  drag.places = places(hand, lifted).map(([one, to]) => ({ one, to, spot: middle(svg, one) }));
  drag.ghost = ghost(lifted);
  svg.append(drag.ghost);
  svg.classList.add("dragging");
  lifted.classList.add("lifted");
  drag.places.forEach(({ one }) => one.classList.add("takes"));
  svg.setPointerCapture?.(drag.id);
  dragged = true;
}

function move(event) {
  if (event.pointerId !== drag?.id) return;
  if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
  if (!drag.ghost) begin();
  event.preventDefault();
  const [x, y] = at(drag.svg, event);
  drag.ghost.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
  const far = ({ spot }) => Math.hypot(spot[0] - x, spot[1] - y);
  const nearest = drag.places.reduce((best, one) => (!best || far(one) < far(best) ? one : best), null);
  drag.over = nearest && far(nearest) < NEAR ? nearest : null;
  drag.places.forEach((place) => place.one.classList.toggle("there", place === drag.over));
}

function stop(event) {
  if (event.pointerId !== drag?.id) return;
  const { svg, lifted, ghost: copy, places: all, over } = drag;
  drag = null;
  if (!copy) return;
  copy.remove();
  svg.classList.remove("dragging");
  lifted.classList.remove("lifted");
  all.forEach(({ one }) => one.classList.remove("takes", "there"));
  if (over && event.type === "pointerup") location.href = over.to;
}

addEventListener("pointerdown", start);
addEventListener("pointermove", move, { passive: false });
addEventListener("pointerup", stop);
addEventListener("pointercancel", stop);
/** A finger that drags does not scroll the page; CSS cannot say so of what stands within a drawing (facing.js). */
document.addEventListener("touchmove", (event) => drag && event.cancelable && event.preventDefault(), { passive: false });
addEventListener("dragstart", (event) => event.target.closest?.(".by-hand .ring") && event.preventDefault());
addEventListener("click", (event) => {
  if (!dragged || !event.target.closest?.(".by-hand")) return;
  dragged = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
