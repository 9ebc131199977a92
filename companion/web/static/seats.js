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
export function order(n, from, to) {
  const places = [...Array(n).keys()];
  places.splice(to, 0, ...places.splice(from, 1));
  return places;
}

// -- the form of a new game: its rows are the plates round the table ---------------------------------------------------

function rows() {
  return [...document.querySelectorAll(".names ol > li")];
}

const nameOf = (row) => row.querySelector("input[name=name]");

/** Where seat k of n stands: the first below, then clockwise (`place_of` on the server says the same). */
function place(k, n) {
  const all = Math.floor((n - 1) / 2) + 1 + (n % 2 === 0);
  if (k === 0) return `middle row-${all}`;
  if (2 * k === n) return "middle row-1";
  return 2 * k < n ? `left row-${all - k}` : `right row-${all - (n - k)}`;
}

/** Rows carry their number in several places: where they stand, who starts, the buttons, what is read out. */
function renumber() {
  const all = rows();
  all.forEach((row, k) => {
    row.className = `${place(k, all.length)}${row.classList.contains("wrong") ? " wrong" : ""}`;
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

/** Enter leads to the next name, on the last one to a new row, and never into a game. */
function next(field) {
  const names = rows().map(nameOf);
  const at = names.indexOf(field);
  if (at < 0) return field.blur(); // what the game is called: it is said, and the keyboard goes away
  const free = names[at + 1] ?? names.find((one) => !one.value.trim());
  const add = document.querySelector("form.new button.add");
  if (free && free !== field) free.focus();
  else if (field.value.trim() && add) add.click();
  else field.blur();
}

/** The plates change places: each by its number, dragged or with the arrows. */
function plates(list) {
  function put(from, to) {
    const all = rows();
    if (from !== to) list.replaceChildren(...order(all.length, from, to).map((k) => all[k]));
    renumber();
    ready();
  }
  function ready() {
    for (const row of rows()) {
      const grip = row.querySelector(".number");
      grip.removeAttribute("aria-hidden");
      grip.tabIndex = 0;
      grip.role = "button";
      grip.setAttribute("aria-label", `${list.dataset.label}: ${nameOf(row).value || grip.textContent}`);
    }
  }
  function nearest(x, y, spots) {
    const far = ([a, b]) => (a - x) ** 2 + (b - y) ** 2;
    return spots.reduce((best, spot, k) => (far(spot) < far(spots[best]) ? k : best), 0);
  }
  list.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest(".number");
    if (!grip) return;
    event.preventDefault();
    const row = grip.closest("li"), all = rows(), from = all.indexOf(row);
    const spots = all.map((one) => one.getBoundingClientRect()).map((at) => [at.x + at.width / 2, at.y + at.height / 2]);
    const moved = (at) => [at.clientX - event.clientX, at.clientY - event.clientY];
    const over = (at) => nearest(spots[from][0] + moved(at)[0], spots[from][1] + moved(at)[1], spots);
    grip.setPointerCapture(event.pointerId);
    row.classList.add("held");
    const move = (at) => {
      row.style.transform = `translate(${moved(at)[0]}px, ${moved(at)[1]}px)`;
      all.forEach((one, k) => one.classList.toggle("there", k === over(at) && k !== from));
    };
    const end = (at) => {
      for (const kind of ["pointermove", "pointerup", "pointercancel"]) grip.removeEventListener(kind, kind === "pointermove" ? move : end);
      row.style.transform = "";
      put(from, at.type === "pointerup" ? over(at) : from);
    };
    grip.addEventListener("pointermove", move);
    grip.addEventListener("pointerup", end);
    grip.addEventListener("pointercancel", end);
  });
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const grip = event.target.closest(".number");
    if (!step || !grip) return;
    event.preventDefault();
    const n = rows().length, from = rows().indexOf(grip.closest("li"));
    put(from, (from + step + n) % n);
    grip.focus();
  });
  list.addEventListener("input", ready);
  ready();
}

/** How many answers are not the usual ones stands on the line that opens them. */
function told(rulings) {
  rulings.addEventListener("change", () => {
    const own = [...rulings.querySelectorAll("[data-usual] input:checked")].filter((one) => one.value !== one.closest("[data-usual]").dataset.usual);
    const count = own.length + (rulings.querySelector("textarea").value.trim() ? 1 : 0);
    rulings.querySelector("summary").textContent = count ? rulings.dataset.other.replace("#", count) : rulings.dataset.usual;
  });
}

function newGame(form) {
  plates(form.querySelector(".names ol"));
  told(form.querySelector(".rulings"));
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing || !event.target.matches("input")) return;
    event.preventDefault();
    next(event.target);
  });
  document.addEventListener("click", (event) => {
    const chip = event.target.closest("button[data-seat]");
    const free = rows().find((row) => !nameOf(row).value.trim());
    if (!chip || !free) return; // without a free row the server adds one
    event.preventDefault();
    nameOf(free).value = chip.dataset.seat;
    chip.remove();
    form.querySelector(".same")?.remove();
  });
}

// -- any form that asks for an order by menus -----------------------------------------------------------------------

/** Menus that all offer the same choices, as many as there are menus, are an order: it can be dragged, and whoever is
    put into a place changes with who was there. */
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
    before = found.map((one) => one.value);
  });
  let before = found.map((one) => one.value);
  question.addEventListener("change", (event) => {
    const k = found.indexOf(event.target);
    const twin = found.find((one) => one !== event.target && one.value === event.target.value);
    if (k >= 0 && twin) twin.value = before[k];
    before = found.map((one) => one.value);
    draw();
  });
}

const form = document.querySelector("form.new");
if (form) newGame(form);
