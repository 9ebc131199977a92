/* Every request of a page comes here: files of the site from the cache, everything else from the Python that a tab of this
   site runs. The four lines below are written anew for each site that is made. */

const SITE = "{{site}}";
const FILES = JSON.parse('{{files}}'); // path in the site: its kind, and its bytes as they come (packed with gzip)
const LATER = JSON.parse('{{later}}'); // the same, of what the first page can do without
const WORDS = {{words}}; // what is said where no page answers, by language
const ROOT = new URL(".", location.href);
const OURS = `companion${ROOT.pathname}`; // a host may have several sites, each in a folder
const CACHE = `${OURS}${SITE}`;
const PATIENCE = 60_000; // ms for the tab that has the games; Python may be waking in it
const LOOK = "html{color-scheme:dark;background:#0a1420;font:1.125rem/1.5 system-ui,sans-serif}main{max-width:32rem;margin:20vh auto;padding:0 1.5rem}a{display:inline-block;padding:.75rem 0}";
const START = "_site/index.html";
const addressOf = (path) => new URL(path, ROOT).href;

const ALL = { ...FILES, ...LATER };
const endOf = (path) => path.slice(path.lastIndexOf("."));
/** A file that is not listed is of the next version, which the host has already. */
const kindOf = (path) => (ALL[path] ?? Object.entries(ALL).find(([other]) => endOf(other) === endOf(path))?.[1])?.[0];

async function unpacked(path) {
  const answer = await fetch(addressOf(`${path}.z`), { cache: "no-store" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const unzipped = answer.body.pipeThrough(counted()).pipeThrough(new DecompressionStream("gzip"));
  // The start page answers for every address of the site, however deep.
  const body = path === START ? (await new Response(unzipped).text()).replace("<head>", `<head><base href="${ROOT.pathname}">`) : unzipped;
  const cache = await caches.open(CACHE);
  await cache.put(addressOf(path), new Response(body, { headers: { "Content-Type": kindOf(path) } }));
}

const underway = new Map();
let [wanted, come, percent] = [0, 0, 0]; // bytes of all that is underway, those that have come, and so much of them

/** Fetches a file once, however many ask for it. */
function fetched(path) {
  if (!underway.size) [wanted, come, percent] = [0, 0, 0];
  if (!underway.has(path)) {
    wanted += ALL[path]?.[1] ?? 0;
    underway.set(path, unpacked(path).finally(() => underway.delete(path)));
  }
  return underway.get(path);
}

/** Fetches those that are not kept: browsers let go of a cache and keep its service worker. */
async function fill(paths) {
  const cache = await caches.open(CACHE);
  const there = new Set((await cache.keys()).map(({ url }) => url));
  await Promise.all(paths.filter((path) => !there.has(addressOf(path))).map(fetched));
}

/** Lets a file through, and tells the start page how much of all that is underway has come. */
function counted() {
  return new TransformStream({
    transform(piece, stream) {
      come += piece.length;
      stream.enqueue(piece);
      const now = wanted && Math.min(100, Math.floor((100 * come) / wanted));
      if (now !== percent) tellAll({ kind: "coming", percent: (percent = now) });
    },
  });
}

async function tellAll(what) {
  for (const tab of await windows()) tab.postMessage(what);
}

self.addEventListener("install", (event) => {
  // Nobody waits for a newer site: it takes its place with all that belongs to it.
  event.waitUntil(Promise.all(Object.keys(self.registration.active ? ALL : FILES).map(fetched)));
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
  if (event.data?.kind === "later") event.waitUntil(fill(Object.keys(ALL)));
  if (event.data?.kind === "news") event.waitUntil(told(event.ports[0]));
  if (event.data?.kind === "now") event.waitUntil(begun(event.ports[0]));
});

/** Which site this is, and what has changed in it. */
async function told(port) {
  const news = await kept("_site/news.json").then((file) => file.json(), () => ({})); // with the network back it is there
  port.postMessage({ site: SITE, ...news });
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
  if (request.mode === "navigate" && request.destination === "document") return event.respondWith(kept(START).catch(gone));
  if (url.pathname.startsWith(`${ROOT.pathname}_site/`)) return event.respondWith(kept(url.pathname));
  event.respondWith(answered(request, url));
});

async function kept(path) {
  const address = addressOf(path);
  const cache = await caches.open(CACHE);
  const found = await cache.match(address);
  if (found) return found;
  const name = new URL(address).pathname.slice(ROOT.pathname.length);
  if (name in FILES) fill(Object.keys(FILES)).catch(() => {}); // the others are gone too; each is told of where it is asked for
  await fetched(name);
  return cache.match(address);
}

/** The page where not even the start page is kept, nor can be fetched. */
function gone() {
  const language = ownLanguage();
  const { gone, reload } = WORDS[language];
  const page = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>La Cosa</title><style>${LOOK}</style><main><p>${gone}</p><p><a href="">${reload}</a></p></main>`;
  return new Response(page, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}

/** The first of the browser's languages that has words; pages know better which one is read. */
function ownLanguage() {
  const wanted = navigator.languages.map((tag) => tag.toLowerCase().split("-")[0]);
  return wanted.find((lang) => Object.hasOwn(WORDS, lang)) ?? Object.keys(WORDS)[0];
}

/** What the Python of the tab that owns the games answers. */
async function answered(request, url) {
  const body = request.method === "GET" || request.method === "HEAD" ? new ArrayBuffer(0) : await request.arrayBuffer();
  const headers = Object.fromEntries(request.headers);
  // Browsers tell a service worker neither origin nor site; the page that asks is told, and our own never hide it.
  delete headers.authorization;
  headers["sec-fetch-site"] = request.referrer.startsWith(`${location.origin}/`) ? "same-origin" : "cross-site";
  const tabs = await windows();
  const until = Date.now() + PATIENCE;
  let language = ownLanguage(); // until a page says which it is
  if (!tabs.length) return new Response("", { status: 503 });
  const answer = await new Promise((done) => {
    setTimeout(done, PATIENCE);
    for (const tab of tabs) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => (data.language ? (language = data.language) : done(data));
      tab.postMessage({ kind: "ask", method: request.method, url: url.href, headers, body, until }, [port2]);
    }
  });
  if (!answer) {
    return new Response(WORDS[language].silent, { status: 503, headers: { "Content-Type": "text/plain; charset=utf-8" } });
  }
  const isEmpty = answer.status === 204 || answer.status === 304 || request.method === "HEAD";
  return new Response(isEmpty ? null : answer.body, { status: answer.status, headers: answer.headers });
}
