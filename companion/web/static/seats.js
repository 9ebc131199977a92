/* Who sits where: the plates of a new game change places by their numbers, menus that are an order change with each other.
   Without it the plates have buttons, and menus that name somebody twice are refused. */

import { draggable } from "./drag.js";

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

const where = (row) => row.className.match(/\b(?:left|middle|right) row-\d+/)[0];

/** Rows carry their number in several places: where they stand (`places`), who starts, the buttons, what is read out. */
function renumber(places) {
  rows().forEach((row, k) => {
    row.className = `${places[k]}${row.classList.contains("wrong") ? " wrong" : ""}`;
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
    const all = rows(), places = all.map(where);
    if (from !== to) list.replaceChildren(...order(all.length, from, to).map((k) => all[k]));
    renumber(places);
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
  const way = (drag, event) => [event.clientX - drag.x, event.clientY - drag.y];
  /** The place nearest to where the plate is held. */
  function over({ spots, from, ...drag }, event) {
    const [x, y] = way(drag, event).map((value, k) => spots[from][k] + value);
    const far = ([a, b]) => (a - x) ** 2 + (b - y) ** 2;
    return spots.reduce((best, spot, k) => (far(spot) < far(spots[best]) ? k : best), 0);
  }
  draggable({
    lift(event) {
      const grip = event.target.closest?.(".number");
      if (!grip || !list.contains(grip)) return null;
      event.preventDefault();
      return { row: grip.closest("li"), x: event.clientX, y: event.clientY };
    },
    begin(drag) {
      const all = rows();
      drag.spots = all.map((one) => one.getBoundingClientRect()).map((at) => [at.x + at.width / 2, at.y + at.height / 2]);
      drag.from = all.indexOf(drag.row);
      drag.row.classList.add("held");
    },
    move(drag, event) {
      drag.row.style.transform = `translate(${way(drag, event).join("px, ")}px)`;
      rows().forEach((one, k) => one.classList.toggle("there", k === over(drag, event) && k !== drag.from));
    },
    drop(drag, event) {
      drag.row.style.transform = "";
      put(drag.from, event.type === "pointerup" ? over(drag, event) : drag.from);
    },
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

const LEAST = 0.6; // of the size of its letters

/** A name too long for its field is written smaller; of one that is longer still the end is seen, which tells it apart. */
function fit(input) {
  input.style.fontSize = "";
  const over = input.scrollWidth / input.clientWidth;
  if (over <= 1) return;
  input.style.fontSize = `${parseFloat(getComputedStyle(input).fontSize) * Math.max(LEAST, 0.98 / over)}px`;
  if (input !== document.activeElement) input.scrollLeft = input.scrollWidth;
}
const fitAll = () => rows().forEach((row) => fit(nameOf(row)));

/** How many answers are not the usual ones stands on the line that opens them. */
function told(rulings) {
  rulings.addEventListener("change", () => {
    const own = [...rulings.querySelectorAll("[data-usual] input:checked")].filter((one) => one.value !== one.closest("[data-usual]").dataset.usual);
    const count = own.length + (rulings.querySelector("textarea").value.trim() ? 1 : 0);
    rulings.querySelector("summary").textContent = count ? rulings.dataset.other.replace("#", count) : rulings.dataset.usual;
  });
}

/** A second tap comes before the page that answers the first, and takes its place: so each says how many rows are wanted. */
function counted(add) {
  let wanted = 0;
  add.addEventListener("click", () => (add.value = `add.${++wanted}`));
  addEventListener("pageshow", () => (wanted = 0)); // somebody came back to this form
}

/** Who is written down, and what was agreed, comes back from a page of the box: its board, its cards. */
function remembered(form) {
  form.addEventListener("click", (event) => {
    if (!event.target.closest(".links a")) return;
    const told = [...new FormData(form)].filter(([key, value]) => (key === "name" && value.trim()) || /^(box$|option\.)/.test(key));
    sessionStorage.setItem("written", new URLSearchParams(told));
  });
  const written = sessionStorage.getItem("written");
  sessionStorage.removeItem("written");
  if (written && rows().every((row) => !nameOf(row).value)) location.replace(`/new?${written}`);
}

function newGame(form) {
  remembered(form);
  plates(form.querySelector(".names ol"));
  const add = form.querySelector("button.add");
  if (add) counted(add);
  told(form.querySelector(".rulings"));
  for (const kind of ["input", "focusout"]) form.addEventListener(kind, fitAll);
  addEventListener("resize", fitAll);
  document.fonts.ready.then(fitAll);
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
    fit(nameOf(free));
    chip.remove();
    form.querySelector(".same")?.remove();
  });
}

// -- any form that asks for an order by menus -----------------------------------------------------------------------

const known = new WeakSet();

/** Fields that all offer the same choices, as many as there are fields, are an order: whoever is put into a place changes
    with who was there. */
export function menus(question) {
  const places = new Map();
  for (const one of question.querySelectorAll("select, [type=radio]")) if (/\.\d+$/.test(one.name)) places.set(one.name, one.form.elements[one.name]);
  const found = [...places.values()]; // menus and groups of buttons alike: each says its value
  const choices = (one) => [...(one.options ?? one)].map((option) => option.value).join("\n");
  if (found.length < 3 || found.some((one) => one.length !== found.length || choices(one) !== choices(found[0]))) return;
  if (known.has(question)) return;
  known.add(question);
  let before = found.map((one) => one.value);
  question.addEventListener("change", (event) => {
    const k = [...places.keys()].indexOf(event.target.name);
    const twin = found.find((one, n) => n !== k && one.value === event.target.value);
    if (k >= 0 && twin) twin.value = before[k];
    before = found.map((one) => one.value);
  });
}

const form = document.querySelector("form.new");
if (form) newGame(form);
