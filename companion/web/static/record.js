/* A copy of the game on every device that looks on: so that a dead computer ends nothing. The copy is renewed at every
   change; without any server it can be saved as a file, or shown as a chain of codes to a new host's camera. */

import { common, prepare, putBy, settle } from "./more.js";
import { onceItStands } from "./stands.js";

const PREFIX = "companion.record.", MOST_KEPT = 3, A_CODE = 700, AGAIN = 3000; // games; ms
const box = document.getElementById("keep");
const codes = document.getElementById("codes");
const live = document.getElementById("live");

// -- the copy -----------------------------------------------------------------------------------------------------

let kept = null;
let fetching = false;

const newest = () => Number(document.getElementById("table")?.dataset.newest ?? box.dataset.newest ?? 0);

function remembered(game) {
  try {
    const found = JSON.parse(localStorage.getItem(PREFIX + game));
    return found && typeof found.head === "string" && Array.isArray(found.rows) ? found : null;
  } catch {
    return null;
  }
}

/** Keep it for a page that is opened again; where nothing can be kept, this page holds it. */
function remember() {
  try {
    localStorage.setItem(PREFIX + box.dataset.game, JSON.stringify({ ...kept, at: Date.now() }));
    const mine = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    const age = (key) => JSON.parse(localStorage.getItem(key))?.at ?? 0;
    for (const old of mine.sort((a, b) => age(b) - age(a)).slice(MOST_KEPT)) localStorage.removeItem(old);
  } catch {
    // full, or forbidden
  }
}

async function renew() {
  if (fetching || (kept?.sure && kept.rows.length === newest())) return;
  fetching = true;
  try {
    const query = kept ? `?after=${kept.rows.length}&seal=${kept.seal}` : "";
    const answer = await fetch(`/games/${box.dataset.game}/record/rows${query}`, { cache: "no-store", signal: AbortSignal.timeout(15000) });
    if (!answer.ok) throw new Error(String(answer.status));
    const { head, after, rows, seal } = await answer.json();
    if (kept && !after) covered(rows);
    kept = { head, rows: after ? [...kept.rows.slice(0, after), ...rows] : rows, seal, sure: true };
    remember();
    say();
    settle(kept.rows);
  } catch {
    // asked again
  }
  fetching = false;
  if (!kept?.sure || kept.rows.length < newest()) setTimeout(renew, AGAIN); // a computer may lack what is shown here
}

/** The computer no longer knows the newest entry of the copy here: what it lacks is not covered, but asked about. */
function covered(rows) {
  const shared = common(kept.rows, rows);
  if (shared && shared < kept.rows.length) putBy(kept);
}

const text = (copy) => `${copy.head.slice(0, -1)},"seal":"${copy.seal}","rows":[${copy.rows.join(",")}]}`;

function say() {
  const said = box.querySelector(".keep-said");
  said.textContent = kept ? box.dataset.said.replace("#", String(kept.rows.length)) : box.dataset.nothing;
  for (const button of box.querySelectorAll("button")) button.disabled = !kept && !button.matches(".keep-close");
}

// -- a file -------------------------------------------------------------------------------------------------------

function save(copy) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text(copy)], { type: "application/json" }));
  link.download = `${box.dataset.game}-${copy.rows.length}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// -- a chain of codes ---------------------------------------------------------------------------------------------

let chain = [], at = 0, timer = 0;
let drawn, pieces; // what draws them comes once the page stands: nobody needs it for the first picture

const drawing = async () => ({ drawn, pieces } = await import("./qr.js"));

async function show(copy) {
  if (!pieces) await drawing();
  chain = await pieces(text(copy));
  at = 0;
  codes.showModal();
  turn(0);
  play(chain.length > 1);
}

function turn(step) {
  at = (at + step + chain.length) % chain.length;
  const picture = drawn(chain[at]);
  const count = `${at + 1} / ${chain.length}`;
  picture.setAttribute("aria-label", count);
  codes.querySelector(".codes-picture").replaceChildren(picture);
  codes.querySelector(".codes-count").textContent = count;
}

function play(on) {
  clearInterval(timer);
  timer = on ? setInterval(() => turn(1), A_CODE) : 0;
  const button = codes.querySelector(".codes-play");
  button.textContent = on ? button.dataset.pause : button.dataset.play;
}

function byHand(step) {
  play(false);
  turn(step);
}

// -- the page -----------------------------------------------------------------------------------------------------

if (box) {
  onceItStands(() => drawing().catch(() => {})); // while there is still a computer to ask
  kept = remembered(box.dataset.game);
  if (kept) kept.sure = false;
  say();
  renew();
  const main = document.getElementById("main");
  new MutationObserver(renew).observe(main, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-newest"] });
  box.querySelector(".keep-file").addEventListener("click", () => save(kept));
  box.querySelector(".keep-codes").addEventListener("click", () => show(kept));
  prepare({ text, save, show });
  box.querySelector(".keep-close")?.addEventListener("click", () => { box.dataset.closed = "yes"; box.hidden = true; });
  codes.querySelector(".codes-picture").addEventListener("click", () => byHand(1));
  codes.querySelector(".codes-next").addEventListener("click", () => byHand(1));
  codes.querySelector(".codes-back").addEventListener("click", () => byHand(-1));
  codes.querySelector(".codes-play").addEventListener("click", () => play(!timer));
  codes.querySelector(".codes-close").addEventListener("click", () => codes.close());
  codes.addEventListener("close", () => clearInterval(timer));
  if (!box.hasAttribute("data-open") && live) new MutationObserver(offer).observe(live, { attributes: true, attributeFilter: ["class"] });
}

/** Offered where the connection has been lost for a while, until it is there again. */
function offer() {
  if (live.classList.contains("on")) {
    box.hidden = true;
    delete box.dataset.closed;
  } else if (live.classList.contains("since") && !box.dataset.closed) box.hidden = false;
}
