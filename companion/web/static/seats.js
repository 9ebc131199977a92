/* Seats by dragging: a small ring that shows the order of a list, and puts the list in the order of the ring.
   Without it the list has buttons, or menus, that do the same. */

const SVG = "http://www.w3.org/2000/svg";
const WIDE = 640, HIGH = 520;
/** The size of a plate and of the letters on it, and how many letters fit, by the most seats it is for. */
const PLATES = [[7, 166, 76, 38, 10], [9, 140, 72, 32, 10], [24, 118, 64, 26, 11]];
const plate = (n) => PLATES.find(([most]) => n <= most) ?? PLATES.at(-1);

function made(name, attributes, text = "") {
  const one = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  one.textContent = text;
  return one;
}

/** Where place k of n lies: the first at the bottom, the others clockwise. */
function spot(k, n) {
  const turn = Math.PI / 2 + (2 * Math.PI * k) / n;
  const [, wide, high] = plate(n);
  return [WIDE / 2 + (WIDE - wide - 12) / 2 * Math.cos(turn), HIGH / 2 + (HIGH - high - 12) / 2 * Math.sin(turn)];
}

/** Which place of n is nearest to a point. */
function nearest(x, y, n) {
  let best = 0, least = Infinity;
  for (let k = 0; k < n; k++) {
    const [a, b] = spot(k, n);
    const far = (a - x) ** 2 + (b - y) ** 2;
    if (far < least) [best, least] = [k, far];
  }
  return best;
}

const short = (name, most) => (name.length > most ? `${name.slice(0, most - 1)}…` : name);

/** A ring in `box` for the names that `names()` gives now; `moved(order)` is told the new order of their places. */
export function room(box, names, moved) {
  const svg = made("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "seats", role: "img", "aria-label": box.dataset.label ?? "" });
  const legend = document.createElement("p");
  legend.className = "help";
  legend.textContent = box.dataset.label ?? "";
  box.replaceChildren(legend, svg);

  function draw() {
    const people = names();
    box.hidden = people.length < 3;
    svg.replaceChildren(made("ellipse", { cx: WIDE / 2, cy: HIGH / 2, rx: 170, ry: 96, class: "floor" }));
    people.forEach((name, k) => svg.append(seat(name, k, people.length)));
  }

  function seat(name, k, n) {
    const g = made("g", { class: "chair", tabindex: "0", role: "button", "aria-label": name });
    const [, wide, high, size, most] = plate(n);
    g.append(made("rect", { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: 14 }));
    g.append(made("text", { y: size * 0.34, "font-size": size }, short(name, most)));
    g.append(made("title", {}, name));
    g.place = k;
    put(g, ...spot(k, n));
    g.addEventListener("pointerdown", (event) => grab(event, g));
    g.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const to = (g.place + step + n) % n;
      done(order(n, g.place, to));
      svg.querySelectorAll(".chair")[to]?.focus();
    });
    return g;
  }

  const put = (g, x, y) => g.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);

  function grab(event, g) {
    event.preventDefault();
    const n = names().length, from = g.place;
    let to = from;
    svg.append(g); // above the others; a node that is moved lets go of the finger, so this comes first
    g.setPointerCapture(event.pointerId);
    g.classList.add("held");
    const move = (at) => {
      const point = new DOMPoint(at.clientX, at.clientY).matrixTransform(svg.getScreenCTM().inverse());
      put(g, point.x, point.y);
      to = nearest(point.x, point.y, n);
      const places = order(n, from, to);
      for (const other of svg.querySelectorAll(".chair")) if (other !== g) put(other, ...spot(places.indexOf(other.place), n));
    };
    const end = () => {
      g.removeEventListener("pointermove", move);
      g.removeEventListener("pointerup", end);
      g.removeEventListener("pointercancel", end);
      done(order(n, from, to));
    };
    g.addEventListener("pointermove", move);
    g.addEventListener("pointerup", end);
    g.addEventListener("pointercancel", end);
  }

  function done(places) {
    if (places.some((place, k) => place !== k)) moved(places);
    draw();
  }

  draw();
  return draw;
}

/** The places of n after the one at `from` has been put at `to`. */
function order(n, from, to) {
  const places = [...Array(n).keys()];
  places.splice(to, 0, ...places.splice(from, 1));
  return places;
}

// -- the form of a new game ---------------------------------------------------------------------------------------

function rows() {
  return [...document.querySelectorAll(".names ol > li")];
}

const nameOf = (row) => row.querySelector("input[name=name]");

/** Rows carry their number in several places: who starts, the buttons, what is read out. */
function renumber() {
  rows().forEach((row, k) => {
    row.querySelector(".number").textContent = k + 1;
    row.querySelector("input[name=first]").value = k;
    for (const button of row.querySelectorAll("button[name=do]")) {
      button.value = button.value.replace(/\d+$/, k);
      button.setAttribute("aria-label", button.getAttribute("aria-label").replace(/\d+$/, k + 1));
      if (button.value.startsWith("up.")) button.disabled = k === 0;
    }
    const box = nameOf(row);
    box.setAttribute("aria-label", box.getAttribute("aria-label").replace(/\d+$/, k + 1));
  });
}

function newGame(box) {
  const filled = () => rows().filter((row) => nameOf(row).value.trim());
  const draw = room(box, () => filled().map((row) => nameOf(row).value.trim()), (places) => {
    const before = filled();
    const list = document.querySelector(".names ol");
    const empty = rows().filter((row) => !before.includes(row));
    list.replaceChildren(...places.map((place) => before[place]), ...empty);
    renumber();
  });
  document.querySelector(".names ol").addEventListener("input", draw);
  document.addEventListener("click", (event) => {
    const chip = event.target.closest("button[data-seat]");
    const free = rows().find((row) => !nameOf(row).value.trim());
    if (!chip || !free) return; // without a free row the server adds one
    event.preventDefault();
    nameOf(free).value = chip.dataset.seat;
    chip.remove();
    draw();
  });
}

// -- any form that asks for an order by menus -----------------------------------------------------------------------

/** Menus that all offer the same choices, as many as there are menus, are an order: it can be dragged. */
export function menus(question) {
  const found = [...question.querySelectorAll("select")].filter((one) => /\.\d+$/.test(one.name));
  const values = (one) => [...one.options].map((option) => option.value).join("\n");
  if (found.length < 3 || found.some((one) => one.options.length !== found.length || values(one) !== values(found[0]))) return;
  if (question.querySelector(".room")) return;
  const box = document.createElement("div");
  box.className = "room";
  box.dataset.label = document.body.dataset.drag ?? "";
  question.prepend(box);
  const draw = room(box, () => found.map((one) => one.selectedOptions[0].textContent), (places) => {
    const now = found.map((one) => one.value);
    places.forEach((place, k) => (found[k].value = now[place]));
  });
  question.addEventListener("change", draw);
}

const box = document.getElementById("room");
if (box) newGame(box);
