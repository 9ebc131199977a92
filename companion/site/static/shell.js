/* The page that stays: it owns the worker in which Python runs, and shows the companion's own pages in a frame, so that
   going from one page to the next does not end it. Of several tabs one owns the games at a time (Web Locks); the pages
   of the others are answered by it, and one of them takes over when it is closed. */

import { ACCEPTED, language, remember, said } from "./language.js";
import { near } from "./near.js";
import { ask as askWorker, news, tell } from "./news.js";
import { holdsPictures, withoutPictures } from "./pictures.js";

document.documentElement.lang = language();

const frame = document.getElementById("table");
const start = document.getElementById("start");
const ROOT = new URL("..", import.meta.url);
const OURS = `companion${ROOT.pathname}`;
const bar = document.getElementById("bar");
const GAME = /\/games\/([^/]+)/;
const changes = new BroadcastChannel("companion");
let worker = null;
let isReady = false;
let hasAll = false;
let isComing = false; // files of the site are fetched
let isDeleted = false; // what this page kept
let told = () => {}; // at every page: what is new, if anything is
const waiting = []; // what was asked before Python answered

const say = (key, more = "") => (document.getElementById("said").textContent = said(`start.${key}`) + (more && `\n(${more})`));

/** How far what is waited for has come: hidden where that is not known. */
function progress(percent) {
  bar.hidden = percent === null;
  bar.value = percent ?? 0;
}

async function hand([given, port]) {
  const ask = { ...given, headers: { "accept-language": ACCEPTED, ...given.headers } };
  const read = holdsPictures(ask) ? await withoutPictures(ask).catch(() => ask) : ask;
  if (read.until < Date.now()) return; // whoever asked has been told that nobody answered
  worker.postMessage(read, [port]);
}

/** Asks the Python of this tab. */
function ask(what) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.onmessage = ({ data }) => done(data);
    hand([what, port2]);
  });
}

function listen() {
  navigator.serviceWorker.addEventListener("message", ({ data, ports, source }) => {
    const { controller } = navigator.serviceWorker;
    if (data.kind === "coming" && !start.hidden && (!controller || source === controller)) {
      isComing = data.percent < 100;
      say(!controller ? "fetching" : isComing ? "again" : "waking");
      progress(data.percent);
    }
    if (data.kind !== "ask") return;
    if (!worker) return ports[0].postMessage({ language: language() }); // the owner's tab answers
    if (data.until < Date.now()) return; // this tab was suspended: whoever asked has been told that nobody answered
    if (isReady) hand([data, ports[0]]);
    else waiting.push([data, ports[0]]);
  });
  navigator.serviceWorker.startMessages();
}

/** Hold the games until this tab ends. Gives back when Python answers. */
function own(cache) {
  return new Promise((begun, broke) => {
    worker = new Worker(new URL(`home.js?cache=${encodeURIComponent(cache)}`, import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => {
      if (data.kind === "ready") {
        isReady = true;
        // A browser may ask the person first: nothing waits for the answer.
        navigator.storage.persist?.().then((keeps) => worker.postMessage({ kind: "keeps", keeps }));
        for (const one of waiting.splice(0)) hand(one);
        document.documentElement.dataset.started = JSON.stringify(data.marks);
        begun();
      } else if (data.kind === "deleted") deleted();
      else if (data.kind === "step" && !isComing) progress(data.percent);
      else if (data.kind === "changed") changes.postMessage(data.what);
      else if (data.kind === "broken") broke(new Error(data.why));
    });
    worker.addEventListener("error", (event) => broke(new Error(event.message)));
  });
}

/** Gives the browser a file to keep. */
function give(content, name) {
  const given = document.createElement("a");
  given.href = URL.createObjectURL(content);
  given.download = name;
  given.click();
  setTimeout(() => URL.revokeObjectURL(given.href), 60_000);
}

/** The browser has deleted what this page kept while it was open. What is in memory can still be had; nothing more is
    noted, and no other page would be found. */
function deleted() {
  isDeleted = true;
  frame.inert = true;
  const again = [said("start.reload"), () => location.replace(ROOT)];
  const save = () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => data.forEach(([name, text]) => give(new Blob([text], { type: "application/json" }), name));
    worker.postMessage({ kind: "files", game: GAME.exec(frame.contentWindow.location.pathname)?.[1] ?? "" }, [port2]);
    tell(said("deleted.says"), { put: [said("deleted.save"), save], seen: again });
  };
  tell(said("deleted.says"), { put: [said("deleted.save"), save], seen: [] }); // before it is saved nobody loads it again
}

/** A file to keep: browsers ask the host itself for what a link with `download` names, and it has none. */
async function saved(event) {
  const link = event.target.closest?.("a[download]");
  if (!link || link.protocol === "blob:") return;
  event.preventDefault();
  const answer = await fetch(link.href);
  const name = /filename="?([^";]+)/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? link.download;
  give(await answer.blob(), name);
}

function show() {
  if (!frame.hidden) return;
  frame.src = location.pathname.replace(/\/index\.html$/, "/") + location.search + location.hash;
  frame.hidden = false;
  frame.addEventListener("load", () => {
    start.hidden = true;
    if (!hasAll) navigator.serviceWorker.controller?.postMessage({ kind: "later" }); // what the first page can do without
    hasAll = true;
    frame.contentDocument.addEventListener("click", saved);
    near(frame, () => isReady, ask);
    if (!isDeleted) told();
    const at = frame.contentWindow.location;
    document.title = frame.contentDocument.title;
    remember(frame.contentDocument.documentElement.lang);
    document.documentElement.lang = language();
    if (at.protocol.startsWith("http")) history.replaceState({}, "", at.pathname + at.search + at.hash);
  });
}

async function begin() {
  if (!("serviceWorker" in navigator) || !("locks" in navigator) || !navigator.storage?.getDirectory) return say("old");
  listen();
  const registration = await navigator.serviceWorker.register(new URL("sw.js", ROOT), { updateViaCache: "none" });
  if (!navigator.serviceWorker.controller) {
    say("fetching");
    const installing = registration.installing ?? registration.waiting ?? registration.active;
    await new Promise((done, broke) => {
      navigator.serviceWorker.addEventListener("controllerchange", done, { once: true });
      installing?.addEventListener("statechange", () => installing.state === "redundant" && broke(new Error("install")));
      // A page that was loaded past its service worker (a forced reload) asks to be taken on again.
      if (registration.active) registration.active.postMessage({ kind: "claim" });
    });
  }
  // Where something newer answers for this page, what runs in it is of the version before.
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (navigator.serviceWorker.controller && !isDeleted) location.reload();
    else worker?.postMessage({ kind: "look" }); // the browser has taken it away
  });
  told = news(registration, () => GAME.test(frame.contentWindow.location.pathname), `companion.site${ROOT.pathname}`);
  if (!isComing) say("waking");
  // Of the version that answers here, and not of one that waits.
  const cache = OURS + ((await askWorker(navigator.serviceWorker.controller, "news"))?.site ?? "");
  const owned = navigator.locks.request(OURS, async () => {
    await own(cache);
    show();
    return new Promise(() => {}); // until the tab ends
  });
  navigator.locks.query().then(({ held }) => held.some((one) => one.name === OURS) && !worker && show());
  await owned;
}

begin().catch((fault) => {
  start.hidden = false;
  frame.hidden = true;
  progress(null);
  say("failed", fault.message);
});
