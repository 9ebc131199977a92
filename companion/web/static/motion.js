/* What moves explains: people glide to their new chairs, a door falls into its gap, a chair goes dark, the arrows turn,
   the question turns to whoever must act. What is heard and felt goes with it. */

import { play, shake, speak } from "./senses.js";

const root = document.documentElement;
const still = () => root.dataset.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
const ring = () => document.querySelector(".round > svg.ring");
const EASE = "cubic-bezier(.3, .1, .2, 1)";
const CHAIRS = 700, FALLS = 520, FADES = 900, TURNS = 480; // ms

/** An SVG transform as CSS writes it. */
const css = (text) => text.replace(/translate\(([-\d.]+) ([-\d.]+)\)/, "translate($1px, $2px)").replace(/rotate\(([-\d.]+)( 500 468)?\)/, "rotate($1deg)");
const transforms = (selector) => new Map([...document.querySelectorAll(selector)].map((one) => [one.closest("[id]")?.id ?? one, one.getAttribute("transform") ?? ""]));

let before = null;

function note() {
  const svg = ring();
  before = svg && {
    chairs: transforms(".round .seat > g"),
    drawn: new Map([...svg.querySelectorAll(".seat")].map((seat) => [seat.id, seat.cloneNode(true)])),
    gaps: new Map([...svg.querySelectorAll(".gap")].map((gap) => [gap.id, gap.querySelectorAll(".mark").length])),
    heads: [...svg.querySelectorAll(".head")].map((head) => head.getAttribute("transform")),
    way: svg.querySelector(".way")?.getAttribute("aria-label"),
    spin: svg.dataset.spin,
    quarter: document.getElementById("actor")?.dataset.quarter,
    prompt: document.getElementById("prompt")?.textContent,
    last: document.getElementById("last")?.textContent,
  };
}

function explain() {
  const svg = ring();
  if (!before || !svg) return;
  const moved = glide(svg);
  const fallen = fall(svg);
  const gone = darken(svg);
  const turned = turnArrows(svg);
  const said = document.getElementById("last")?.textContent !== before.last;
  const asks = document.getElementById("prompt")?.textContent !== before.prompt;
  turnQuestion();
  if (said || asks) {
    const over = document.querySelector("#table .roles .won");
    play(over ? "won" : gone ? "away" : fallen ? "door" : moved || turned ? "swap" : asks ? "turn" : "card");
    shake(gone ? [60, 80, 60] : asks ? 40 : 20);
  }
  if (asks) speak(document.getElementById("prompt")?.textContent);
  before = null;
}

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
  if (!actor || actor.dataset.quarter === before.quarter || !root.classList.contains("lying")) return;
  sheet.scrollTop = 0;
  if (still()) return;
  const by = (Number(before.quarter) - Number(actor.dataset.quarter)) * 90;
  const short = ((by + 540) % 360) - 180;
  sheet.animate([{ opacity: 0, rotate: `${short / 3}deg`, scale: 0.9 }, { opacity: 1, rotate: "0deg", scale: 1 }], { duration: TURNS, easing: EASE });
}

document.addEventListener("companion:before", note);
document.addEventListener("companion:shown", explain);
