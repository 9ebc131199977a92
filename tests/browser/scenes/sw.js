/* The service worker of a site in a folder: what it keeps, for whom it makes way, and what it answers with whom. */
const ROOT = "https://x.test/club/mesa/", asked = [], texts = {
  "_site/index.html": "<head><title>", "_site/a.js": "let a = 1;".repeat(400), "_site/news.json": '{"version":"2","says":{"es":"Dos."}}', "_site/zxing/z.wasm": "wasm", "_site/next.js": "next",
};
const gz = {};
for (const [path, text] of Object.entries(texts)) gz[path] = await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer();
const listed = (...paths) => JSON.stringify(Object.fromEntries(paths.map((path) => [path, [{ html: "text/html", js: "text/javascript", json: "application/json", wasm: "application/wasm" }[path.split(".").pop()], gz[path].byteLength]])));
let isDown = false;
const fetch = async (url, { cache }) => {
  asked.push(`${url.replace(ROOT, "")} ${cache}`);
  const found = gz[url.replace(ROOT, "").replace(/\.z$/, "")];
  if (isDown) throw new TypeError("Failed to fetch");
  return new Response(found, { status: found ? 200 : 404 });
};
const shelves = new Map(), caches = {
  keys: async () => [...shelves.keys()], delete: async (name) => shelves.delete(name),
  open: async (name) => {
    const shelf = shelves.get(name) ?? shelves.set(name, new Map()).get(name);
    return { put: async (url, answer) => void shelf.set(url, await answer.blob().then((blob) => [answer.headers.get("content-type"), blob])), keys: async () => [...shelf.keys()].map((url) => ({ url })),
      match: async (url) => shelf.has(url) ? new Response(shelf.get(url)[1], { headers: { "content-type": shelf.get(url)[0] } }) : undefined };
  },
};
const heard = {}, tabs = [], did = [], saw = [];
const tab = (url, answers = () => {}, frameType = "top-level") => tabs.push({ url, frameType, postMessage: (what, ports) => { saw.push([url, what]); answers(what, ports?.[0]); } });
const self_ = {
  registration: { active: null }, skipWaiting: async () => did.push("skip"), addEventListener: (name, hears) => (heard[name] = hears),
  clients: { claim: async () => did.push("claim"), matchAll: async ({ type, includeUncontrolled }) => (type === "window" && includeUncontrolled ? tabs : []) },
};
const given = { self: self_, location: new URL(`${ROOT}sw.js`), caches, fetch, navigator: { languages: ["fr-FR", "en-GB", "es"] }, site: "s2", files: listed("_site/index.html", "_site/a.js", "_site/news.json"), later: listed("_site/zxing/z.wasm"),
  words: '{"es":{"gone":"Ido","reload":"Otra vez","silent":"Nadie"},"en":{"gone":"Gone","reload":"Again","silent":"Nobody"}}' };
const fresh = () => bench.script("/_site/sw.js", given);
const hears = (name, more = {}) => { // what it waits for, and what it answers
  let waits, answer;
  heard[name]({ ...more, waitUntil: (one) => (waits = one), respondWith: (one) => (answer = one) });
  return waits ?? answer;
};
const asks = async (kind) => {
  const { port1, port2 } = new MessageChannel(), said = [];
  port1.onmessage = ({ data }) => said.push(data);
  await hears("message", { data: { kind }, ports: [port2] });
  await until(() => said.length);
  return said[0];
};
const kept = (name = "companion/club/mesa/s2") => [...(shelves.get(name)?.keys() ?? [])].map((url) => url.replace(ROOT, "")).sort();
const wants = (path, more = {}) => hears("fetch", { request: { url: ROOT + path, mode: "cors", destination: "", method: "GET", headers: new Headers(), referrer: "", arrayBuffer: async () => new ArrayBuffer(0), ...more } });

/* Put in for the first time: what the first page needs, told to every tab of this site and to no other. */
await fresh();
tab(`${ROOT}x`);
tab("https://x.test/other/");
tab(`${ROOT}inner`, undefined, "nested");
await hears("install");
is(asked.splice(0).sort(), ["_site/a.js.z no-store", "_site/index.html.z no-store", "_site/news.json.z no-store"]);
is(kept(), ["_site/a.js", "_site/index.html", "_site/news.json"]);
is([new Set(saw.map(([url]) => url)).size, saw[0][0], saw.at(-1)[1]], [1, `${ROOT}x`, { kind: "coming", percent: 100 }]);
is(saw.every(([, { percent }], k) => percent <= 100 && percent > (saw[k - 1]?.[1].percent ?? -1)), true);
saw.length = tabs.length = 0;
/* In the place of an older one: with all that belongs to it, and that alone is thrown away. */
for (const name of ["companion/club/mesa/s1", "companion/club/mesa/inner/s9", "companion/club/s0", "another"]) await caches.open(name);
await hears("activate");
is([[...shelves.keys()].sort(), did.splice(0)], [["another", "companion/club/mesa/inner/s9", "companion/club/mesa/s2", "companion/club/s0"], ["claim"]]);
shelves.clear();
self_.registration.active = {};
await hears("install");
is([asked.splice(0).length, kept().length], [4, 4]);

/* What it is told. */
await hears("message", { data: { kind: "claim" }, ports: [] });
is(did.splice(0), ["claim"]);
shelves.get("companion/club/mesa/s2").delete(`${ROOT}_site/zxing/z.wasm`);
await hears("message", { data: { kind: "later" }, ports: [] });
is([asked.splice(0), kept().length], [["_site/zxing/z.wasm.z no-store"], 4]);
is(await asks("news"), { site: "s2", version: "2", says: { es: "Dos." } });
is([hears("message", { data: null, ports: [] }), asked], [undefined, []]);
for (const [url, frame, isPlaying] of [[`${ROOT}games/g`, "top-level", true], [`${ROOT}games/g`, "nested", false], ["https://x.test/games/g", "top-level", false], [`${ROOT}new?games/`, "top-level", false]]) {
  tabs.length = 0;
  tab(url, undefined, frame);
  is([await asks("now"), did.splice(0)], [{ isPlaying }, isPlaying ? [] : ["skip"]]);
}

/* Pages and files of the site: one page for every address, a file from where it is kept, or as it comes. */
const page = await wants("games/g?x", { mode: "navigate", destination: "document" });
is([page.headers.get("content-type"), await page.text(), asked], ["text/html", '<head><base href="/club/mesa/"><title>', []]);
is([await (await wants("_site/a.js")).text(), asked], [texts["_site/a.js"], []]);
is(hears("fetch", { request: { url: "https://other.test/club/mesa/_site/a.js" } }), undefined);
const next = await wants("_site/next.js");
is([next.headers.get("content-type"), await next.text(), asked.splice(0)], ["text/javascript", "next", ["_site/next.js.z no-store"]]);
is([await wants("_site/none.js").catch(({ message }) => message), asked.splice(0)], ["_site/none.js: 404", ["_site/none.js.z no-store"]]);
/* A cache that the browser let go of comes back whole; two that ask at once fetch once. */
shelves.clear();
const both = await Promise.all([wants("_site/a.js"), wants("_site/a.js"), wants("_site/news.json")]);
await until(() => kept().length === 3);
is([both.length, asked.splice(0).length, kept()], [3, 3, ["_site/a.js", "_site/index.html", "_site/news.json"]]);
shelves.clear();
isDown = true;
const gone = await wants("", { mode: "navigate", destination: "document" }), told = await gone.text();
is([gone.status, gone.headers.get("content-type"), /lang="en".*<p>Gone<\/p>.*<a href="">Again</s.test(told)], [503, "text/html; charset=utf-8", true]);
is(await asks("news"), { site: "s2" });

/* All else is asked of every tab; the one that has the games answers. */
tabs.length = 0;
const nobody = await wants("games/g");
is([nobody.status, await nobody.text()], [503, ""]);
const answer = (status, text, headers = []) => (_, port) => port.postMessage({ status, headers, body: new TextEncoder().encode(text).buffer });
tab(`${ROOT}idle`, (_, port) => port.postMessage({ language: "es" }));
tab(`${ROOT}mine`, answer(201, "hola", [["x-one", "1"]]));
saw.length = 0;
const sent = { method: "POST", headers: new Headers({ authorization: "no", accept: "text/html", "sec-fetch-site": "none" }), arrayBuffer: async () => new TextEncoder().encode("said=x").buffer, referrer: `${ROOT}games/g` };
const made = await wants("games/g/act?v=2", sent), [[, what], other] = saw;
is([made.status, made.headers.get("x-one"), await made.text(), other[0]], [201, "1", "hola", `${ROOT}mine`]);
is([what.kind, what.method, what.url, what.headers, new TextDecoder().decode(what.body), what.until - Date.now()], ["ask", "POST", `${ROOT}games/g/act?v=2`, { accept: "text/html", "sec-fetch-site": "same-origin" }, "said=x", 60000]);
saw.length = 0;
await wants("games/g", { mode: "navigate", destination: "iframe", referrer: "https://x.test.evil/", arrayBuffer: () => { throw new Error("a GET has no body"); } });
is([saw[0][1].headers, saw[0][1].body.byteLength, saw[0][1].method], [{ "sec-fetch-site": "cross-site" }, 0, "GET"]);
for (const [status, method, text] of [[204, "GET", ""], [304, "GET", ""], [200, "HEAD", ""], [404, "GET", "no"]]) {
  tabs.length = 0;
  tab(ROOT, answer(status, status === 404 ? "no" : "", []));
  const one = await wants("games/g", { method });
  is([one.status, await one.text()], [status, text]);
}
/* Nobody answers: after a minute it says so, in the language of the page that is read. */
tabs.length = 0;
tab(ROOT, (_, port) => port.postMessage({ language: "es" }));
let silent = null;
const waits = wants("games/g").then((one) => (silent = one));
await until(() => saw.at(-1)[0] === ROOT);
await go(59_000);
is(silent, null);
await go(1_000);
await waits;
is([silent.status, silent.headers.get("content-type"), await silent.text()], [503, "text/plain; charset=utf-8", "Nadie"]);
