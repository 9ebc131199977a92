/* What this device knows of a game and the computer does not: it came back with an older copy of its file. What is known
   here is put by before anything newer covers it, and offered; nothing is thrown away before the computer has it. */

const PREFIX = "companion.more.", MOST_KEPT = 3; // games
const box = document.getElementById("more");
let busy = false;

/** How many entries two copies have in common from the first on. */
export function common(one, other) {
  const most = Math.min(one.length, other.length);
  for (let k = 0; k < most; k += 1) if (one[k] !== other[k]) return k;
  return most;
}

function stored() {
  try {
    const found = JSON.parse(localStorage.getItem(PREFIX + box.dataset.game));
    return found && typeof found.head === "string" && Array.isArray(found.rows) ? found : null;
  } catch {
    return null;
  }
}

let more = box && stored();

/** Put by a copy that knows entries which the computer does not; of two the longer one. */
export function putBy(copy) {
  if (more && more.rows.length >= copy.rows.length) return;
  more = { head: copy.head, rows: copy.rows, seal: copy.seal };
  try {
    localStorage.setItem(PREFIX + box.dataset.game, JSON.stringify({ ...more, at: Date.now() }));
    const mine = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    const age = (key) => JSON.parse(localStorage.getItem(key))?.at ?? 0;
    for (const old of mine.sort((a, b) => age(b) - age(a)).slice(MOST_KEPT)) localStorage.removeItem(old);
  } catch {
    // full, or forbidden: it is held while this page is open
  }
}

/** Ask what to do with what was put by, now that this is what the computer knows; forget it once the computer has it. */
export function settle(rows) {
  if (!more || busy) return;
  const shared = common(more.rows, rows);
  if (!shared || shared === more.rows.length) {
    more = null;
    box.hidden = true;
    try {
      localStorage.removeItem(PREFIX + box.dataset.game);
    } catch {
      // forbidden
    }
    return;
  }
  const isParted = shared < rows.length;
  const at = new Date(JSON.parse(more.rows.at(-1))[0]).toLocaleString(document.documentElement.lang, { dateStyle: "short", timeStyle: "short" });
  const said = isParted ? box.dataset.parted : box.dataset.here;
  box.querySelector(".more-said").textContent = said.replace("#n", more.rows.length).replace("#t", at).replace("#m", isParted ? shared : rows.length);
  const take = box.querySelector(".more-take");
  if (take) take.textContent = isParted ? take.dataset.apart : take.dataset.take;
  if (!box.dataset.later) box.hidden = false;
}

function fault(text) {
  const line = box.querySelector(".more-fault");
  line.textContent = text;
  line.hidden = !text;
}

async function take(text) {
  if (busy) return;
  busy = true;
  fault(box.dataset.taking);
  try {
    const body = new FormData();
    body.append("game", box.dataset.game);
    body.append("copy", new Blob([text(more)], { type: "application/json" }), "copy.json");
    const answer = await fetch("/take-in/more", { method: "POST", body, signal: AbortSignal.timeout(60000) });
    const { done, said } = await answer.json();
    busy = false;
    if (!done) return fault(said ?? box.dataset.failed);
    if (!done.endsWith(`/${box.dataset.game}`)) return void (location.href = done);
    fault("");
    box.hidden = true;
    document.dispatchEvent(new Event("companion:again"));
  } catch {
    busy = false;
    fault(box.dataset.failed);
  }
}

/** `text(copy)`: a copy as it is sent; `save(copy)`, `show(copy)`: as a file, as codes. */
export function prepare({ text, save, show }) {
  box.querySelector(".more-take")?.addEventListener("click", () => take(text));
  box.querySelector(".more-codes")?.addEventListener("click", () => show(more));
  box.querySelector(".more-file").addEventListener("click", () => save(more));
  box.querySelector(".more-later").addEventListener("click", () => { box.dataset.later = "yes"; box.hidden = true; });
}
