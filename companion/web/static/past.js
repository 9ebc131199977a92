/* The time line under a finger: every place it passes is fetched and drawn, chairs glide to where they were.
   Without it the arrows are links and the line is a form. No address outside this machine. */

const line = document.getElementById("timeline");
const scrub = document.getElementById("scrub");
const place = document.getElementById("place");
const kept = new Map();
let wanted = Number(scrub?.value ?? 0);
let drawing = false;

const frame = () => document.getElementById("frame");
const part = (n) => `${line.dataset.href}${n}?part`;

/** A place as HTML; the ones fetched last are kept, so that going to and fro is at once. */
async function fetched(n) {
  if (!kept.has(n)) {
    const how = { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(15000) };
    kept.set(n, fetch(part(n), how).then((answer) => (answer.ok ? answer.text() : Promise.reject(answer))));
    if (kept.size > 60) kept.delete(kept.keys().next().value);
  }
  try {
    return await kept.get(n);
  } catch (fault) {
    kept.delete(n);
    throw fault;
  }
}

const places = () => new Map([...document.querySelectorAll("#frame .seat > g")].map((g) => [g.parentNode.id, g.getAttribute("transform")]));

function glide(before, time) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const css = (text) => text.replace(/translate\(([-\d.]+)[ ,]+([-\d.]+)\)/g, "translate($1px, $2px)").replace(/rotate\(([-\d.]+)\)/g, "rotate($1deg)");
  for (const g of document.querySelectorAll("#frame .seat > g")) {
    const was = before.get(g.parentNode.id);
    const is = g.getAttribute("transform");
    if (was && is && was !== is) g.animate([{ transform: css(was) }, { transform: css(is) }], { duration: time, easing: "ease-in-out" });
  }
}

function say(n) {
  place.textContent = `${n} / ${scrub.max}`;
  document.dispatchEvent(new CustomEvent("moment", { detail: n }));
  for (const [id, to] of [["earlier", Math.max(n - 1, Number(scrub.min))], ["later", Math.min(n + 1, Number(scrub.max))]]) {
    document.getElementById(id).href = `${line.dataset.href}${to}`;
  }
}

/** The line of the log that is looked at. */
function mark(n) {
  document.querySelector("#whole-log li[aria-current]")?.removeAttribute("aria-current");
  document.querySelector(`#whole-log #line-${n}`)?.setAttribute("aria-current", "true");
}

/** Draw the place wanted last; those that were passed meanwhile are left out. */
async function draw(time = 350) {
  if (drawing) return;
  drawing = true;
  try {
    while (Number(frame().dataset.number) !== wanted) {
      const n = wanted;
      const fresh = new DOMParser().parseFromString(await fetched(n), "text/html").getElementById("frame");
      if (!fresh) break;
      const before = places();
      const open = new Set([...frame().querySelectorAll("details[open][id]")].map((one) => one.id));
      frame().replaceWith(document.importNode(fresh, true));
      document.getElementById("aloud").textContent = document.getElementById("told")?.textContent.trim() ?? "";
      for (const id of open) document.getElementById(id)?.setAttribute("open", "");
      glide(before, time);
      mark(n);
      history.replaceState({}, "", `${line.dataset.href}${n}`);
      if (Number(frame().dataset.number) !== n) break;
    }
    delete line.dataset.lost;
  } catch {
    line.dataset.lost = "";
  } finally {
    drawing = false;
  }
}

/** Go to a place; true where there was one to go to. */
function goTo(n, time) {
  const to = Math.min(Math.max(n, Number(scrub.min)), Number(scrub.max));
  const moved = to !== wanted;
  wanted = to;
  scrub.value = String(to);
  say(to);
  draw(time);
  return moved;
}

const here = () => wanted;
const isDrawing = () => drawing;

if (line && scrub) {
  line.classList.add("live");
  mark(wanted);
  document.getElementById("whole-log")?.addEventListener("click", (event) => {
    const to = event.target.closest(`a[href^="${line.dataset.href}"]`);
    if (!to || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    goTo(Number(to.getAttribute("href").slice(line.dataset.href.length)));
    scrollTo({ top: 0, behavior: "instant" });
  });
  scrub.addEventListener("input", () => goTo(Number(scrub.value), 200));
  line.addEventListener("submit", (event) => event.preventDefault());
  for (const [id, by] of [["earlier", -1], ["later", 1]]) {
    document.getElementById(id).addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey) return;
      event.preventDefault();
      goTo(wanted + by);
    });
  }
}

// A choice that is made in a form with `data-again` asks at once what it leads to.
for (const form of document.querySelectorAll("form[data-again]")) {
  form.addEventListener("change", () => form.requestSubmit(form.querySelector("button[data-again]")));
}

// The film: frame after frame at the speed that was chosen, until its end or a touch.
const player = document.getElementById("player");
const play = document.getElementById("play");
const speed = () => Number(document.querySelector("input[name=speed]:checked").value);
const passed = new Set((line?.dataset.passed ?? "").split(" ").map(Number));
let running = 0;

function stop() {
  clearTimeout(running);
  running = 0;
  play.textContent = play.dataset.play;
  play.setAttribute("aria-pressed", "false");
}

/** The next place that still counts; what was taken back is no scene. */
function after(n) {
  do n++;
  while (passed.has(n) && n < Number(scrub.max));
  return passed.has(n) ? here() : n;
}

function next() {
  const time = speed();
  if (!isDrawing() && !goTo(after(here()), Math.min(600, time * 0.7))) return stop();
  fetched(Math.min(after(here()), Number(scrub.max))).catch(() => {}); // the one after is on its way already
  running = setTimeout(next, time);
}

if (player && play) {
  player.hidden = false;
  play.addEventListener("click", () => {
    if (running) return stop();
    if (here() >= Number(scrub.max) || after(here()) === here()) goTo(Number(scrub.min));
    play.textContent = play.dataset.pause;
    play.setAttribute("aria-pressed", "true");
    running = setTimeout(next, 300);
  });
  scrub.addEventListener("pointerdown", () => running && stop());
}
