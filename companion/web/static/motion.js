/* What moves explains: people glide to their new chairs, a door falls into its gap, a chair goes dark, the arrows turn,
   the question turns to whoever must act. What is heard and felt goes with it. */

import { play, shake, speak } from "./senses.js";

const root = document.documentElement;
const still = () => root.dataset.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
const table = () => document.getElementById("table");
const ring = () => document.querySelector(".round > svg.ring");
const EASE = "cubic-bezier(.3, .1, .2, 1)";
const CHAIRS = 700, FALLS = 520, FADES = 900, TURNS = 480; // ms

/** An SVG transform as CSS writes it. */
const css = (text) => text.replace(/translate\(([-\d.]+) ([-\d.]+)\)/, "translate($1px, $2px)").replace(/rotate\(([-\d.]+)( 500 468)?\)/, "rotate($1deg)");
const transforms = (selector) => new Map([...document.querySelectorAll(selector)].map((one) => [one.closest("[id]")?.id ?? one, one.getAttribute("transform") ?? ""]));

let before = null;
const FLIES = 620, LARGE = 2200, BETWEEN = 70, UNVEILS = 1600, ALL = 12000; // ms

/** What is shown now. `fresh`: what will be in its place. */
function note({ detail: { fresh } }) {
  const svg = ring();
  before = svg && {
    chairs: transforms(".round .seat > g"),
    drawn: new Map([...svg.querySelectorAll(".seat[id]")].map((seat) => [seat.id, fresh.getElementById(seat.id) ? seat : seat.cloneNode(true)])),
    gaps: new Map([...svg.querySelectorAll(".gap")].map((gap) => [gap.id, gap.querySelectorAll(".mark").length])),
    heads: [...svg.querySelectorAll(".head")].map((head) => head.getAttribute("transform")),
    way: svg.querySelector(".way")?.getAttribute("aria-label"),
    spin: svg.dataset.spin,
    turned: document.getElementById("actor")?.dataset.turned,
    prompt: document.getElementById("prompt")?.textContent,
    last: document.getElementById("last")?.textContent,
    version: document.getElementById("moment")?.dataset.version,
    places: fresh.getElementById("moment")?.dataset.flights ? places() : null,
    things: things(svg),
  };
}

function explain() {
  const svg = ring();
  if (!before || !svg) return;
  const moved = glide(svg);
  const fallen = fall(svg);
  const gone = darken(svg);
  const turned = turnArrows(svg);
  afterwards(travel, svg, before.things);
  if (document.getElementById("moment")?.dataset.kind === "end") moment(before); // who was what is not seen before its turn
  else afterwards(moment, before);
  const said = document.getElementById("last")?.textContent !== before.last;
  const asks = document.getElementById("prompt")?.textContent !== before.prompt;
  turnQuestion();
  if (said || asks) {
    const over = document.querySelector("#table .roles .won"), isTurning = table().classList.contains("unveiling");
    if (!isTurning) play(document.getElementById("hush") ? "heart" : over ? "won" : gone ? "away" : fallen ? "door" : moved || turned ? "swap" : asks ? "turn" : "card");
    shake(gone ? [60, 80, 60] : asks ? 40 : 20);
  }
  if (asks) speak((document.getElementById("hush") ?? document.getElementById("prompt"))?.textContent);
  before = null;
}

/** Once the table is painted as it is now: nobody waits for what flies over it. */
const afterwards = (work, ...given) => requestAnimationFrame(() => setTimeout(work, 0, ...given));

/** Everybody who sits elsewhere now glides there. */
function glide(svg) {
  let moved = false;
  for (const g of svg.querySelectorAll(".seat > g")) {
    const was = before.chairs.get(g.parentNode.id), is = g.getAttribute("transform");
    if (!was || was === is) continue;
    moved ||= before.chairs.size === svg.querySelectorAll(".seat").length && svg.dataset.spin === before.spin;
    if (!still()) g.animate([{ transform: css(was) }, { transform: css(is) }], { duration: CHAIRS, easing: EASE });
  }
  return moved;
}

/** What was not in a gap before falls into it. */
function fall(svg) {
  let fallen = false;
  for (const gap of svg.querySelectorAll(".gap")) {
    const had = before.gaps.get(gap.id) ?? 0;
    if (gap.querySelectorAll(".mark").length <= had || before.chairs.size !== svg.querySelectorAll(".seat").length) continue;
    fallen = true;
    if (still()) continue;
    gap.animate([{ opacity: 0 }, { opacity: 1, offset: 0.4 }, { opacity: 1 }], { duration: FALLS });
    for (const mark of [...gap.querySelectorAll(".mark")].slice(had)) {
      const at = css(mark.getAttribute("transform"));
      mark.animate(
        [{ transform: `${at} scale(2.6) rotate(-14deg)`, opacity: 0 }, { transform: `${at} scale(.92)`, opacity: 1, offset: 0.7 }, { transform: at }],
        { duration: FALLS, easing: "ease-in" },
      );
    }
  }
  return fallen;
}

/** A chair that is empty now goes dark where it stood, while the others close the ring. */
function darken(svg) {
  const here = new Set([...svg.querySelectorAll(".seat")].map((seat) => seat.id));
  let gone = false;
  for (const [id, seat] of before.drawn) {
    if (here.has(id)) continue;
    gone = true;
    if (still()) continue;
    seat.removeAttribute("id");
    seat.setAttribute("aria-hidden", "true");
    seat.classList.add("leaving");
    svg.append(seat);
    seat.animate([{ opacity: 1, filter: "none" }, { opacity: 0.5, filter: "grayscale(1) brightness(.5)", offset: 0.4 }, { opacity: 0, filter: "grayscale(1) brightness(.3)" }], { duration: FADES, easing: "ease-in" }).finished.finally(() => seat.remove());
  }
  return gone;
}

// -- a board: what lies in its rooms goes to where it lies now, and the rooms light up ---------------------------------

const TRAVELS = 350, APART = 60, FLYING = 5, LIT = 1200; // ms, and how many at most

/** What lies in the rooms: in which, how many of it, and the middle of where it is drawn, in px of the screen. */
function things(svg) {
  return [...svg.querySelectorAll(".tile [data-thing]")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return { one, room: one.closest(".tile").id, name: one.dataset.thing, count: Number(one.dataset.count ?? 1), at: [x + width / 2, y + height / 2] };
  });
}

/** A figure goes to its room, tokens from where there are fewer to where there are more, with the number as it was and is.
    Where nothing moves the lamplight alone says it. */
function travel(svg, were) {
  const are = things(svg);
  const key = ({ room, name }) => `${room} ${name}`;
  const had = new Map(were.map((one) => [key(one), one])), has = new Map(are.map((one) => [key(one), one]));
  const more = are.filter((one) => one.count > (had.get(key(one))?.count ?? 0));
  const fewer = were.filter((one) => one.count > (has.get(key(one))?.count ?? 0));
  const rooms = new Set([...more, ...fewer].map(({ room }) => room));
  if (!rooms.size || rooms.size > FLYING + 1) return; // another moment of the game
  for (const room of document.querySelectorAll([...rooms].map((id) => `#${id}, [data-room="${id}"]`).join())) {
    room.classList.add("lit");
    setTimeout(() => room.classList.remove("lit"), LIT);
  }
  for (const one of [...more, ...fewer]) if (one.one.dataset.count && one.at[0]) becomes(one, had.get(key(one))?.count ?? 0, has.get(key(one))?.count ?? 0);
  if (still()) return;
  more.slice(0, FLYING).forEach((one, k) => {
    const from = fewer.find(({ name, room }) => name === one.name && room !== one.room);
    if (from?.at[0] && one.at[0]) carry(one, from.at, k * APART);
  });
}

const laid = (what, [x, y]) => {
  const far = Number(getComputedStyle(document.body).zoom) || 1;
  what.setAttribute("aria-hidden", "true");
  document.body.append(what);
  return `translate(${x / far}px, ${y / far}px)`;
};

/** "6 → 4" on what there was six of and is four of now. */
function becomes({ at }, was, is) {
  const said = document.createElement("b");
  said.className = "flying becomes";
  said.textContent = `${was} → ${is}`;
  said.style.transform = `${laid(said, at)} translate(-50%, -50%)`;
  setTimeout(() => said.remove(), LIT);
}

/** What lies in its place now is seen coming there. */
function carry({ one, at }, from, delay) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const copy = one.cloneNode(true);
  copy.removeAttribute("transform");
  svg.setAttribute("viewBox", "-44 -22 88 44");
  svg.setAttribute("class", "flying carried tile");
  svg.append(copy);
  const [start, end] = [laid(svg, from), laid(svg, at)];
  one.animate([{ opacity: 0 }, { opacity: 0 }], { duration: TRAVELS + delay });
  svg.animate([{ transform: start }, { transform: end }], { duration: TRAVELS, delay, easing: "cubic-bezier(.2, .8, .2, 1)", fill: "both" }).finished.finally(() => svg.remove());
}

/** The turns go the other way round: every arrow swings. */
function turnArrows(svg) {
  if (svg.querySelector(".way")?.getAttribute("aria-label") === before.way) return false;
  [...svg.querySelectorAll(".head")].forEach((head, k) => {
    const is = head.getAttribute("transform"), was = before.heads[k];
    if (was && was !== is && !still()) head.animate([{ transform: css(was) }, { transform: css(is) }], { duration: CHAIRS, easing: EASE });
  });
  return true;
}

/** The sheet turns from one reader to the next. */
function turnQuestion() {
  const actor = document.getElementById("actor"), sheet = document.getElementById("sheet");
  if (!actor || actor.dataset.turned === before.turned || !root.classList.contains("lying")) return;
  sheet.scrollTop = 0;
  if (still()) return;
  const by = (Number(before.turned ?? 0) - Number(actor.dataset.turned ?? 0)) * 90;
  const short = ((by + 540) % 360) - 180;
  sheet.animate([{ opacity: 0, rotate: `${short / 3}deg`, scale: 0.9 }, { opacity: 1, rotate: "0deg", scale: 1 }], { duration: TURNS, easing: EASE });
}

// -- moments: cards fly from place to place, and what was played stands large over the ring ---------------------------

let shows = null, turning = [], cues = [];

/** The middle of everything that cards come from and go to, in px of the screen. */
function places() {
  const found = new Map();
  const middle = (one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return width ? [x + width / 2, y + height / 2] : null;
  };
  for (const one of document.querySelectorAll(".round .seat, .round .gap, .round .pile")) {
    const at = middle(one.querySelector(".plate") ?? one);
    if (at) found.set(one.id, at);
  }
  const centre = document.querySelector(".round .played, .round .lane");
  if (centre) found.set("centre", middle(centre));
  return found;
}

function moment(was) {
  const box = document.getElementById("moment");
  if (!box?.dataset.kind && !box?.dataset.flights) return;
  if (still() || !(Number(box.dataset.version) > Number(was?.version ?? 0))) return;
  if (box.dataset.order) return unveil(box);
  fly(box.dataset.flights.trim().split(" ").filter(Boolean), was?.places ?? new Map());
  const large = box.querySelector(".large");
  if (!large || ["deal", "claim"].includes(box.dataset.kind)) return; // these are told on the plates
  box.hidden = false;
  for (const face of box.querySelectorAll(".picture, .die")) face.animate([{ scale: 0.3, rotate: "-20deg" }, { scale: 1.12, offset: 0.7 }, { scale: 1, rotate: "0deg" }], { duration: TURNS, easing: EASE });
  shows?.cancel();
  shows = large.animate([{ opacity: 0, scale: 0.8 }, { opacity: 1, scale: 1, offset: 0.08 }, { opacity: 1, scale: 1, offset: 0.88 }, { opacity: 0, scale: 0.96 }], { duration: LARGE, easing: "ease-out" });
  shows.finished.then(() => (box.hidden = true), () => {}); // cancelled by the next
}

/** The end: the light falls, and plates turn one after the other and show what everybody was, large in the middle, too; then
    it is light again, and the winners are named. A touch turns all at once. */
function unveil(box) {
  const order = box.dataset.order.split(" "), each = Math.min(UNVEILS, ALL / order.length);
  const place = (one) => order.indexOf((one.dataset.of ?? one.id).replace(/\D+/, ""));
  const rows = [...document.querySelectorAll(".shown-roles li")].map((row, k) => [row, order.indexOf(String(k))]);
  const tokens = [...document.querySelectorAll(".round .role-token")].map((token) => [token, place(token)]);
  if (!tokens.length) return;
  const stage = box.querySelector(".unveiled");
  box.hidden = false;
  table().classList.add("unveiling");
  turning = [...rows, ...tokens].flatMap(([one, k]) => {
    const delay = FADES + k * each;
    const seat = one.dataset.of && document.querySelector(`#${one.dataset.of} > g > g > g, #${one.dataset.of} .turned`);
    const flip = seat?.animate([{ scale: "1 1" }, { scale: "1 0", offset: 0.5 }, { scale: "1 1" }], { duration: TURNS, delay });
    const parts = one.dataset.of ? [...one.querySelectorAll("circle, use")] : [one];
    const shown = parts.map((part) => part.animate([{ opacity: 0 }, { opacity: 0, offset: 0.5 }, { opacity: 1 }], { duration: TURNS, delay, fill: "backwards" }));
    return flip ? [flip, ...shown] : shown;
  });
  cues = tokens.map(([token, k]) => setTimeout(() => {
    const { name, role } = token.dataset;
    stage.className = `unveiled ${token.classList[1] ?? ""}`;
    stage.querySelector("use").setAttribute("href", token.querySelector("use").getAttribute("href"));
    stage.querySelector("b").textContent = name;
    stage.querySelector("p").textContent = role;
    stage.animate([{ opacity: 0, scale: 0.8 }, { opacity: 1, scale: 1 }], { duration: TURNS, easing: EASE });
    play("heart");
  }, FADES + k * each + TURNS / 2));
  cues.push(setTimeout(lighten, FADES + order.length * each + UNVEILS));
}

/** All plates are turned: it is light again. */
function lighten() {
  for (const cue of cues.splice(0)) clearTimeout(cue);
  for (const one of turning.splice(0)) one.finish();
  if (!table()?.classList.contains("unveiling")) return;
  table().classList.remove("unveiling");
  document.getElementById("moment").hidden = true;
  play("won");
}

function fly(flights, were) {
  const are = places();
  const cards = flights.flatMap((text) => {
    const [start, end, count] = text.split(",");
    const from = are.get(start) ?? were.get(start), to = are.get(end) ?? were.get(end);
    return from && to ? Array(Number(count)).fill([from, to]) : [];
  });
  const far = Number(getComputedStyle(document.body).zoom) || 1;
  cards.forEach(([[x, y], [u, v]], k) => {
    const card = document.createElement("i");
    card.className = "flying";
    card.setAttribute("aria-hidden", "true");
    document.body.append(card);
    const at = (a, b) => `translate(${a / far}px, ${b / far}px)`;
    const delay = Math.min(k * BETWEEN, 12 * BETWEEN);
    const goes = card.animate([{ transform: `${at(x, y)} scale(.7)`, opacity: 0 }, { opacity: 1, offset: 0.15 }, { opacity: 1, offset: 0.85 }, { transform: `${at(u, v)} scale(.9) rotate(8deg)`, opacity: 0 }], { duration: FLIES, delay, easing: EASE, fill: "backwards" });
    goes.finished.finally(() => card.remove());
  });
}

/** Whoever touches the screen has seen it: nothing still moves while what is said next is answered. */
addEventListener("pointerdown", () => {
  const box = document.getElementById("moment");
  if (box) box.hidden = true;
  for (const card of document.querySelectorAll(".flying")) card.remove();
  lighten();
}, true);

// The deal is seen by whoever has just opened the table, before anything was said.
if (document.getElementById("moment")?.dataset.kind === "deal") moment(null);

document.addEventListener("companion:before", note);
document.addEventListener("companion:shown", explain);

/** The sand of a turn with a limit: it runs on while the same turn is shown, and stops nobody. */
function pour() {
  const glass = document.querySelector(".sandglass:not([data-runs])");
  if (!glass) return;
  const limit = Number(glass.dataset.limit) * 1000;
  const how = { duration: limit, delay: -1000 * Number(glass.dataset.gone), fill: "both", easing: `steps(${glass.dataset.limit})` };
  glass.dataset.runs = "";
  glass.querySelector(".below").animate([{ transform: "translateY(12px)" }, { transform: "none" }], how);
  const sand = glass.querySelector(".above").animate([{ transform: "none" }, { transform: "translateY(12px)" }], how);
  sand.finished.then(() => glass.classList.add("over"), () => {});
}

pour();
document.addEventListener("companion:shown", pour);
