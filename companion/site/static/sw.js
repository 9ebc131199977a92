/* Every request of a page comes here: files of the site from the cache, everything else from the Python that a tab of this
   site runs. The three lines below are written anew for each site that is made. */

const SITE = "{{site}}";
const FILES = JSON.parse('{{files}}'); // path in the site: its kind; all are packed (gzip) on the way
const LATER = JSON.parse('{{later}}'); // the same, of what the first page can do without
const ROOT = new URL(".", location.href);
const OURS = `companion${ROOT.pathname}`; // a host may have several sites, each in a folder
const CACHE = `${OURS}${SITE}`;
const PATIENCE = 60_000; // ms for the tab that has the games; Python may be waking in it
const SILENT = {
  es: "Otra pestaña tiene las partidas y no contesta. Ciérrala y carga esta página otra vez: lo guardado sigue guardado.",
  en: "Another tab has the games and does not answer. Close it and load this page again: what was kept is still kept.",
};

const addressOf = (path) => new URL(path, ROOT).href;

async function unpacked([path, kind]) {
  const answer = await fetch(addressOf(`${path}.z`), { cache: "no-store" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const unzipped = answer.body.pipeThrough(new DecompressionStream("gzip"));
  // The start page answers for every address of the site, however deep.
  const body = path === "_site/index.html" ? (await new Response(unzipped).text()).replace("<head>", `<head><base href="${ROOT.pathname}">`) : unzipped;
  const cache = await caches.open(CACHE);
  await cache.put(addressOf(path), new Response(body, { headers: { "Content-Type": kind } }));
}

self.addEventListener("install", (event) => {
  // Nobody waits for a newer site: it takes its place with all that belongs to it.
  const wanted = self.registration.active ? { ...FILES, ...LATER } : FILES;
  event.waitUntil(Promise.all(Object.entries(wanted).map(unpacked)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const isOlder = (name) => name.startsWith(OURS) && !name.slice(OURS.length).includes("/") && name !== CACHE;
      for (const name of await caches.keys()) if (isOlder(name)) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("message", (event) => {
  if (event.data?.kind === "claim") event.waitUntil(self.clients.claim());
  if (event.data?.kind === "later") event.waitUntil(Promise.all(Object.keys(LATER).map(kept)));
  if (event.data?.kind === "news") event.waitUntil(told(event.ports[0]));
  if (event.data?.kind === "now") event.waitUntil(begun(event.ports[0]));
});

/** Which site this is, and what has changed in it. */
async function told(port) {
  port.postMessage({ site: SITE, ...(await (await kept("_site/news.json")).json()) });
}

/** Takes the place of the one before, unless a tab shows a game. */
async function begun(port) {
  const tabs = await windows();
  const isPlaying = tabs.some((tab) => new URL(tab.url).pathname.startsWith(`${ROOT.pathname}games/`));
  port?.postMessage({ isPlaying });
  if (!isPlaying) await self.skipWaiting();
}

/** The tabs of this site, also those that the service worker before answers for. */
async function windows() {
  const all = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.filter((tab) => tab.frameType === "top-level" && tab.url.startsWith(ROOT.href));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.mode === "navigate" && request.destination === "document") return event.respondWith(kept("_site/index.html"));
  if (url.pathname.startsWith(`${ROOT.pathname}_site/`)) return event.respondWith(kept(url.pathname));
  event.respondWith(asked(request, url));
});

async function kept(path) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(addressOf(path));
  if (found) return found;
  const later = Object.entries(LATER).find(([name]) => addressOf(name) === addressOf(path));
  if (!later) return fetch(addressOf(path));
  await fetched(later);
  return cache.match(addressOf(path));
}

const underway = new Map();

/** One of what comes later, fetched once however many ask for it. */
function fetched(later) {
  const [path] = later;
  if (!underway.has(path)) underway.set(path, unpacked(later).finally(() => underway.delete(path)));
  return underway.get(path);
}

/** What the Python of the tab that owns the games answers. */
async function asked(request, url) {
  const body = request.method === "GET" || request.method === "HEAD" ? new ArrayBuffer(0) : await request.arrayBuffer();
  const headers = Object.fromEntries(request.headers);
  // Browsers tell a service worker neither origin nor site; the page that asks is told, and our own never hide it.
  delete headers.authorization;
  headers["sec-fetch-site"] = request.referrer.startsWith(`${location.origin}/`) ? "same-origin" : "cross-site";
  const tabs = await windows();
  const until = Date.now() + PATIENCE;
  if (!tabs.length) return new Response("", { status: 503 });
  const answer = await new Promise((done) => {
    setTimeout(done, PATIENCE);
    for (const tab of tabs) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => done(data);
      tab.postMessage({ kind: "ask", method: request.method, url: url.href, headers, body, until }, [port2]);
    }
  });
  if (!answer) {
    const said = SILENT[navigator.language.toLowerCase().startsWith("en") ? "en" : "es"];
    return new Response(said, { status: 503, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  }
  const isEmpty = answer.status === 204 || answer.status === 304 || request.method === "HEAD";
  return new Response(isEmpty ? null : answer.body, { status: answer.status, headers: answer.headers });
}
