/* While people look at a question, what its answers lead to is got from Python and read. Whoever taps one then waits only
   until it is kept: a page that is there already need not be put together and sent. On a tablet four times slower than
   the machine that measured it, half of the taps are answered in 0.15 s instead of 0.24 (docs/decisions/0034). */

const FIRST = 2; // whoever taps on at once takes the first answer, or takes back
const SOON = 10; // ms after what is shown has been painted
const LATER = 500; // ms without a tap: whoever thinks has time for the others
const MOST = 16; // answers of one question

const FORM = "application/x-www-form-urlencoded;charset=UTF-8";

/** What the page in `frame` leads to. `ask` asks the Python of this tab while `isOurs()`. */
export function ahead(frame, isOurs, ask) {
  const there = frame.contentWindow, page = there.document;
  const known = new Map(); // what a tap sends: the answer to it, with its page
  let run = 0; // whoever finds another number has been overtaken

  /** Gets what a page leads to: the first at once, the others one after the other, so that a tap never waits for more
      than the one that is being put together. */
  async function prepare() {
    const mine = (run += 1), isOver = () => mine !== run || !isOurs() || frame.contentDocument !== page;
    known.clear();
    await painted();
    const table = page.getElementById("table"); // none where a refusal is shown
    if (isOver() || !table) return;
    const taps = tapped(page), before = Number(table.dataset.version);
    const get = async ({ url, body }) => {
      const { status, ...answer } = await ask(body ? { kind: "ahead", ...post(url, body) } : { kind: "ask", ...follow(url) });
      if (status === 200 && !isOver()) known.set(key(url, body), { headers: answer.headers, page: read(answer, there), before });
    };
    await Promise.all(taps.slice(0, FIRST).map(get));
    await pause(LATER);
    for (const one of taps.slice(FIRST)) {
      if (isOver()) return;
      await get(one);
      await pause(0); // a finger goes first
    }
  }

  page.addEventListener("companion:shown", prepare);
  if (page.getElementById("question")) prepare();

  /** What is known of the answer to a request, if anything is. */
  return (url, body) => {
    const found = known.get(key(url, String(body ?? "")));
    if (found || body) run += 1; // what this page leads to is not asked for any more
    return found;
  };
}

/** The page after a tap that has been kept; when it was, could only be guessed before. */
export function timed({ page, before }, clock) {
  for (const line of page.querySelectorAll("#table .lines li")) if (line.value > before) line.querySelector("time").textContent = clock;
  return page;
}

const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, SOON)));
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const key = (url, body) => `${url} ${body}`;
const follow = (url) => ({ method: "GET", url, headers: ours(), body: new ArrayBuffer(0) });
const post = (url, body) => ({ method: "POST", url, headers: { ...ours(), "content-type": FORM }, body: new TextEncoder().encode(body).buffer });
const ours = () => ({ accept: "text/html", "x-live": "1", "sec-fetch-site": "same-origin" });
const read = ({ body }, there) => new there.DOMParser().parseFromString(new TextDecoder().decode(body), "text/html");

/** What can be tapped on a page and how `live.js` sends it: the first answer, what takes back, the other answers. Links
    without a query lead to the table as it stands, which is never known ahead. */
function tapped(page) {
  const isSeen = (one) => one.getClientRects().length > 0 && !one.closest("details:not([open])");
  const answers = [...page.querySelectorAll("#question button[name=said]:not([data-away]), #question a[data-go][href*='?']")].filter(isSeen);
  const back = [...page.querySelectorAll("button#undo")].filter(isSeen);
  const all = [...answers.slice(0, 1), ...back, ...answers.slice(1)];
  return all.map((one) => (one.tagName === "A" ? { url: one.href, body: "" } : sent(one))).filter(({ url, body }) => !body || !url.includes("?")).slice(0, MOST);
}

function sent(button) {
  const data = new FormData(button.form);
  data.append(button.name, button.value);
  return { url: button.hasAttribute("formaction") ? button.formAction : button.form.action, body: String(new URLSearchParams(data)) };
}
