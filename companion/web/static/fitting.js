/* The question laid out so that nothing one can choose now lies out of sight. It is turned to whoever must act where it
   fits so, closer together if need be; else upright beside the ring; else upright before the ring. The rest scrolls. */

/* The steps of fitting.css, the densest last: as close as the third, its letters are first tried as large as before it. */
const STEPS = [{ dense: 0 }, { dense: 1 }, { dense: 2, large: true }, { dense: 2 }, { dense: 3 }, { dense: 4 }];
const [LOOSE, CLOSEST] = [STEPS[1], STEPS.at(-1)];
const SMALLEST = 4; // the smallest of the steps of letters
const EDGE = 6; // CSS px between the last choice and what ends the view
const FADE = 36; // CSS px of a turned sheet that fade out where it goes on below

/** Elsewhere a phone is held upright in the hand: the page scrolls, as pages do there. */
const beside = matchMedia("(min-width: 541px)");

/** What answers the question asked now; what stands in a drawer (rare things) or behind a refusal is not of the moment. */
const MOMENT = "#sheet :is(.choice, .main, .step-back, .segment, .as-list, input:not([type=hidden]), select)";

/** The choices of the moment that are laid out. */
const choices = () => [...document.querySelectorAll(MOMENT)].filter((one) => !one.closest("details.quiet") && one.offsetParent);

/** The lower and the right edge of a choice in the sheet's own measure, however the sheet is turned. */
function edges(one, sheet) {
  let left = 0, top = 0;
  for (let at = one; at && at !== sheet; at = at.offsetParent) {
    left += at.offsetLeft;
    top += at.offsetTop;
  }
  return [top + one.offsetHeight, left + one.offsetWidth];
}

/** How far down from its top the question can be seen while the page stands at its top, in the sheet's own measure. */
function room(actor) {
  const box = actor.getBoundingClientRect();
  const scale = box.width / actor.offsetWidth || 1;
  const dock = document.querySelector(".round > .dock");
  const below = dock && getComputedStyle(dock).position === "fixed" ? dock.getBoundingClientRect().top : innerHeight;
  const end = below > box.top + scrollY ? below : innerHeight; // what can be taken back stands under the question or in the bar
  return (end - box.top - scrollY) / scale - EDGE;
}

function fits(actor, sheet) {
  const turned = actor.hasAttribute("data-turned");
  const goesOn = turned && sheet.scrollHeight > sheet.clientHeight + 1;
  const low = turned ? sheet.clientHeight - (goesOn ? FADE : 0) : room(actor);
  return choices().every((one) => {
    const [bottom, right] = edges(one, sheet);
    return bottom <= low && right <= sheet.clientWidth + 1;
  });
}

/** The ways to lay the question out, the best first. */
function* ways(quarter) {
  if (quarter !== "0") for (const step of STEPS) yield { turned: quarter, ...step };
  yield* STEPS;
  // The board stays in sight of a table in the course of play; a correction may stand before it.
  const before = innerHeight > 500 ? "#question[data-midway]:not(:has(.dice, .by-map))" : "#question:not(:has(.by-map))";
  if (document.querySelector("#table.boarded") && !document.querySelector(before)) return;
  if (document.querySelector("#sheet .roles")) return; // in the end the plates tell who was what: the ring stays in sight
  for (const step of STEPS) yield { ...step, first: true };
}

/** The same again would be a change to a browser: everything below would be styled anew. */
function put(one, name, value) {
  if (!value) one.removeAttribute(name);
  else if (one.getAttribute(name) !== value) one.setAttribute(name, value);
}

function lay(table, actor, { turned, dense, large, first }) {
  put(actor, "data-turned", turned);
  put(table, "data-dense", dense ? String(dense) : "");
  table.toggleAttribute("data-large", !!large);
  table.toggleAttribute("data-first", !!first);
  if (!turned) return actor.removeAttribute("style");
  const high = `${Math.max(0, room(actor))}px`;
  if (actor.style.height !== high) actor.style.height = high;
}

/** What newcomers are told stands under the question where that costs no choice its place, else it is one touch away. */
function tuck(lesson, away) {
  if (!lesson || (lesson.open && lesson.hasAttribute("data-tucked") && away)) return; // it is being read
  lesson.toggleAttribute("data-tucked", away);
  lesson.open = !away;
}

/** The same layout with the lesson in it, closer together if need be; where it fits in no way it stays one touch away. */
function withLesson(lesson, table, actor, sheet, way) {
  if (!lesson) return;
  tuck(lesson, false);
  const from = STEPS.findIndex((step) => step.dense === (way.dense ?? 0) && !step.large === !way.large);
  for (const step of STEPS.slice(from)) {
    lay(table, actor, { ...way, large: false, ...step });
    if (fits(actor, sheet)) return;
  }
  tuck(lesson, true);
  lay(table, actor, way);
}

/** How what was asked before was laid out, by how it looks: every way that is tried costs a layout of the question. */
const laid = new Map();
const MOST = 60; // questions; the one laid out longest ago is forgotten
const UNSEEN = / (?:href|action|value|data-key)="[^"]*"|<p class="skip"[^]*?<\/p>/g;

function looks(sheet, quarter) {
  const { className, dataset, lang } = document.documentElement;
  return [innerWidth, innerHeight, devicePixelRatio, className, dataset.distance, lang, quarter, sheet.innerHTML.replace(UNSEEN, "")].join("|");
}

/** Lays the question out as the last time, where it still stands in the same place. Says whether it does. */
function again(look, table, actor, sheet) {
  const before = laid.get(look);
  if (!before) return false;
  lay(table, actor, before.way);
  return fits(actor, sheet) === before.fitted && actor.getBoundingClientRect().top + scrollY === before.top;
}

/** Which of the ways did for a question of so many choices: the next of them, of somebody else, is most often alike. */
const did = new Map();

/** The first of the ways that shows every choice. Each that is tried costs a layout of the table: the one that did for a
    question like this is tried first, with the one before it, which must not do. */
function best(all, like, shows) {
  const before = did.get(like) ?? 0;
  const isAlike = before > 1 && before < all.length && !shows(all[before - 1]) && shows(all[before]);
  const found = isAlike ? before : all.findIndex(shows);
  did.set(like, found);
  return all[found];
}

/** Tries one way after the other. What fits in no way (a long form) stands upright beside the ring and scrolls with the page. */
function search(look, table, actor, sheet, quarter) {
  const like = [innerWidth, innerHeight, quarter, sheet.querySelectorAll(MOMENT).length].join();
  const way = best([...ways(quarter)], like, (one) => (lay(table, actor, one), fits(actor, sheet)));
  const last = sheet.querySelector(".roles") ? CLOSEST : LOOSE;
  if (!way) lay(table, actor, last);
  laid.delete(look);
  laid.set(look, { way: way ?? last, fitted: fits(actor, sheet), top: actor.getBoundingClientRect().top + scrollY });
  if (laid.size > MOST) laid.delete(laid.keys().next().value);
  return way;
}

function layOut(table, actor, sheet) {
  if (!beside.matches) return lay(table, actor, {});
  const quarter = document.documentElement.classList.contains("lying") ? actor.dataset.quarter : "0";
  const lesson = document.getElementById("lesson");
  const look = looks(sheet, quarter);
  if (!lesson && again(look, table, actor, sheet)) return;
  tuck(lesson, true);
  const way = search(look, table, actor, sheet, quarter);
  if (way) withLesson(lesson, table, actor, sheet, way);
}

/** Words longer than their choice or their room is wide get smaller letters, in steps (app.css): no letter stands alone on the next line. */
function shrink() {
  const labels = choices().filter((one) => one.matches(".choice")).map((one) => one.querySelector(":scope > span, :scope > summary > span"));
  labels.push(...document.querySelectorAll(".board-room b, .strip b"));
  for (let small = 1; small <= SMALLEST; small++) {
    const wide = labels.filter((one) => one && one.scrollWidth > one.clientWidth);
    if (!wide.length) return;
    for (const one of wide) one.dataset.small = small;
  }
}

const OTHER_SCRIPT = /[^\u0000-\u024f\u2000-\u206f]/u; // the others were measured in our own typeface: engine/scripts.py
const [MARGIN, WIDER] = [14, 1.12]; // as in table/plates.py

/** Names in a script that the system's typefaces draw get smaller letters where they are wider than was reckoned. */
function measureNames() {
  for (const name of document.querySelectorAll(".ring .name")) {
    if (!OTHER_SCRIPT.test(name.textContent)) continue;
    const size = (name.dataset.size ??= name.getAttribute("font-size"));
    name.setAttribute("font-size", size);
    const plate = name.closest(".turned")?.querySelector(".plate")?.width.baseVal.value ?? 0;
    const room = plate * (name.matches(".brief") ? WIDER : 1) - MARGIN, wide = name.getComputedTextLength();
    if (plate && wide > room) name.setAttribute("font-size", (size * room / wide).toFixed(1));
  }
}

/** Lays the question out. */
export function fit() {
  measureNames();
  const table = document.getElementById("table"), actor = document.getElementById("actor"), sheet = document.getElementById("sheet");
  if (!table || !actor || !sheet) return;
  table.toggleAttribute("data-fitted", true);
  for (const one of table.querySelectorAll("[data-small]")) one.removeAttribute("data-small"); // it is laid out with letters of full size
  const undo = document.getElementById("undo"); // four lines of smaller letters where three do not hold what is said
  undo?.removeAttribute("data-long");
  undo?.toggleAttribute("data-long", undo.scrollHeight > undo.clientHeight + 1);
  const whole = document.getElementById("undo-all"); // what four do not hold opens over the table
  if (whole) whole.hidden = undo.scrollHeight <= undo.clientHeight + 1;
  layOut(table, actor, sheet);
  shrink();
  // What can be taken back stands in the bar of a phone on its side, beside the links: how wide they are the words decide.
  const wide = `${document.querySelector(".bar nav")?.offsetWidth ?? 220}px`;
  const { style } = document.documentElement;
  if (style.getPropertyValue("--nav") !== wide) style.setProperty("--nav", wide);
}

/** The letters it was measured with were others. */
function anew() {
  laid.clear();
  did.clear();
  fit();
}

if (document.getElementById("table")) {
  document.addEventListener("companion:shown", fit);
  addEventListener("resize", fit);
  // Whether it lies, how far away it is read, and the keys shown on choices.
  new MutationObserver(fit).observe(document.documentElement, { attributes: true, attributeFilter: ["class", "data-distance"] });
  document.fonts?.ready.then(anew);
  fit();
}
