/* Every request of a page comes here: files of the site from the cache, everything else from the Python that a tab of this
   site runs. The line below is written anew for each site that is made. */

const SITE = "{{site}}";
const FILES = JSON.parse('{{files}}'); // path: its kind; all are packed (gzip) on the way
const CACHE = `companion-${SITE}`;

async function unpacked([path, kind]) {
  const answer = await fetch(`${path}.z`, { cache: "no-store" });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const body = answer.body.pipeThrough(new DecompressionStream("gzip"));
  const cache = await caches.open(CACHE);
  await cache.put(path, new Response(body, { headers: { "Content-Type": kind } }));
}

self.addEventListener("install", (event) => {
  event.waitUntil(Promise.all(Object.entries(FILES).map(unpacked)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith("companion-") && name !== CACHE) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("message", (event) => {
  if (event.data?.kind === "claim") event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.mode === "navigate" && request.destination === "document") return event.respondWith(kept("/_site/index.html"));
  if (url.pathname.startsWith("/_site/")) return event.respondWith(kept(url.pathname));
  event.respondWith(asked(request, url));
});

async function kept(path) {
  const cache = await caches.open(CACHE);
  return (await cache.match(path)) ?? fetch(path);
}

/** What the Python of the tab that owns the games answers. */
async function asked(request, url) {
  const body = request.method === "GET" || request.method === "HEAD" ? new ArrayBuffer(0) : await request.arrayBuffer();
  const headers = Object.fromEntries(request.headers);
  // Browsers tell a service worker neither origin nor site; the page that asks is told, and our own never hide it.
  delete headers.authorization;
  headers["sec-fetch-site"] = request.referrer.startsWith(`${location.origin}/`) ? "same-origin" : "cross-site";
  const tabs = (await self.clients.matchAll({ type: "window", includeUncontrolled: true })).filter((tab) => tab.frameType === "top-level");
  if (!tabs.length) return new Response("", { status: 503 });
  const answer = await new Promise((done) => {
    for (const tab of tabs) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => done(data);
      tab.postMessage({ kind: "ask", method: request.method, url: url.href, headers, body }, [port2]);
    }
  });
  const isEmpty = answer.status === 204 || answer.status === 304 || request.method === "HEAD";
  return new Response(isEmpty ? null : answer.body, { status: answer.status, headers: answer.headers });
}
