/* The table put right by hand: a card dragged into a gap or before a person, from its corner or from where it lies, and a
   plate to its seat. What would change is shown before anything does; whoever cannot drag touches the place itself. */

import { at, draggable } from "./drag.js";
import { order } from "./seats.js";

const SVG = "http://www.w3.org/2000/svg";
const NEAR = 120; // units of the drawing: how far from its place a thing may be let go

let dragged = false; // the click that follows a drag means nothing

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

function lift(event) {
  dragged = false;
  const lifted = event.target.closest?.(".by-hand :is(.piece, .grip[data-moves], .seat)");
  return lifted && { lifted, hand: lifted.closest(".by-hand"), svg: lifted.closest("svg") };
}

function begin(drag, event) {
  const { hand, svg, lifted } = drag;
  drag.places = places(hand, lifted).map(([one, to]) => ({ one, to, spot: middle(svg, one) }));
  drag.ghost = ghost(lifted);
  svg.append(drag.ghost);
  svg.classList.add("dragging");
  lifted.classList.add("lifted");
  drag.places.forEach(({ one }) => one.classList.add("takes"));
  svg.setPointerCapture?.(event.pointerId);
  dragged = true;
}

function move(drag, event) {
  const [x, y] = at(drag.svg, event);
  drag.ghost.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
  const far = ({ spot }) => Math.hypot(spot[0] - x, spot[1] - y);
  const nearest = drag.places.reduce((best, one) => (!best || far(one) < far(best) ? one : best), null);
  drag.over = nearest && far(nearest) < NEAR ? nearest : null;
  drag.places.forEach((place) => place.one.classList.toggle("there", place === drag.over));
}

function drop({ svg, lifted, ghost: copy, places: all, over }, event) {
  copy.remove();
  svg.classList.remove("dragging");
  lifted.classList.remove("lifted");
  all.forEach(({ one }) => one.classList.remove("takes", "there"));
  if (over && event.type === "pointerup") location.href = over.to;
}

document.addEventListener("touchmove", draggable({ lift, begin, move, drop }), { passive: false });
addEventListener("dragstart", (event) => event.target.closest?.(".by-hand .ring") && event.preventDefault());
addEventListener("click", (event) => {
  if (!event.target.closest?.(".by-hand")) return;
  const choice = document.getElementById(event.target.closest(".seat[data-press]")?.dataset.press ?? "");
  if (!dragged && !choice) return;
  if (!dragged) location.href = choice.href;
  dragged = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
