/* The page that stays: it owns the worker in which Python runs, and shows the companion's own pages in a frame, so that
   going from one page to the next does not end it. Of several tabs one owns the games at a time (Web Locks); the pages
   of the others are answered by it, and one of them takes over when it is closed. */

import { near } from "./near.js";
import { news } from "./news.js";
import { holdsPictures, withoutPictures } from "./pictures.js";

const WORDS = {
  es: {
    fetching: "Se trae el compañero. Solo la primera vez…",
    waking: "La mesa despierta…",
    old: "Este navegador no puede guardar partidas sin servidor. Prueba con Chrome, Edge, Firefox o Safari de hoy, con la página abierta por https y fuera del modo privado.",
    failed: "No ha podido abrirse. Lo que estaba guardado sigue guardado: cierra las demás pestañas de esta página y cárgala otra vez.",
  },
  en: {
    fetching: "Fetching the companion. Only this first time…",
    waking: "The table wakes…",
    old: "This browser cannot keep games without a server. Try today's Chrome, Edge, Firefox or Safari, with the page opened by https and not in private mode.",
    failed: "It could not be opened. What was kept is still kept: close the other tabs of this page and load it again.",
  },
};
const words = WORDS[navigator.language.toLowerCase().startsWith("en") ? "en" : "es"];
document.documentElement.lang = words === WORDS.en ? "en" : "es";

const frame = document.getElementById("table");
const start = document.getElementById("start");
const ROOT = new URL("..", import.meta.url);
const OURS = `companion${ROOT.pathname}`;
const GAME = /\/games\/[^/]+/;
const changes = new BroadcastChannel("companion");
let worker = null;
let isReady = false;
let hasAll = false;
let told = () => {}; // at every page: what is new, if anything is
const waiting = []; // what was asked before Python answered

const say = (key, more = "") => (document.getElementById("said").textContent = more ? `${words[key]}\n(${more})` : words[key]);

async function hand([ask, port]) {
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
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
    if (data.kind !== "ask" || !worker) return; // the owner's tab answers
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
      } else if (data.kind === "changed") changes.postMessage(data.what);
      else if (data.kind === "broken") broke(new Error(data.why));
    });
    worker.addEventListener("error", (event) => broke(new Error(event.message)));
  });
}

/** A file to keep: browsers ask the host itself for what a link with `download` names, and it has none. */
async function saved(event) {
  const link = event.target.closest?.("a[download]");
  if (!link || link.protocol === "blob:") return;
  event.preventDefault();
  const answer = await fetch(link.href);
  const name = /filename="?([^";]+)/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? link.download;
  const given = document.createElement("a");
  given.href = URL.createObjectURL(await answer.blob());
  given.download = name;
  given.click();
  setTimeout(() => URL.revokeObjectURL(given.href), 60_000);
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
    told();
    const at = frame.contentWindow.location;
    document.title = frame.contentDocument.title;
    if (at.protocol.startsWith("http")) history.replaceState({}, "", at.pathname + at.search + at.hash);
  });
}

async function begin() {
  if (!("serviceWorker" in navigator) || !("locks" in navigator) || !navigator.storage?.getDirectory) return say("old");
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
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  told = news(registration, () => GAME.test(frame.contentWindow.location.pathname), `companion.site${ROOT.pathname}`);
  say("waking");
  const cache = (await caches.keys()).filter((name) => name.startsWith(OURS) && !name.slice(OURS.length).includes("/")).at(-1);
  listen();
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
  say("failed", fault.message);
});
