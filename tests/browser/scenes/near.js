/* What a page of this tab asks goes to the Python of this tab: as the browser would send it, led on, given up. */
Object.defineProperty(navigator, "serviceWorker", { value: {} });
const { near } = await import("/_site/near.js");
const frame = document.body.appendChild(document.createElement("iframe"));
frame.contentDocument.body.innerHTML = '<div id="table" data-version="4"></div>';
const there = frame.contentWindow, far = [], asked = [], answered = [];
there.fetch = async (request) => (far.push(request.url), new Response("far"));
let isOurs = true;
const plain = (text) => new TextEncoder().encode(text).buffer;
near(frame, () => isOurs, async (what) => { asked.push(what); return answered.shift() ?? new Promise(() => {}); });
const url = `${location.origin}/games/g`;
answered.push({ status: 200, headers: [["x-one", "1"]], body: plain("hola") });
const first = await there.fetch(url, { headers: { accept: "text/html", authorization: "no" } });
is([await first.text(), first.url, first.redirected, first.headers.get("x-one"), far], ["hola", url, false, "1", []]);
is([asked[0].kind, asked[0].method, asked[0].url, asked[0].headers, asked[0].body.byteLength], ["ask", "GET", url, { accept: "text/html", "sec-fetch-site": "same-origin" }, 0]);
/* Sent, and led on. */
answered.push({ status: 303, headers: [["location", "/games/g?v=2"]], body: plain("") }, { status: 200, headers: [], body: plain("dos") });
const second = await there.fetch(`${url}/act`, { method: "POST", body: "said=x" });
is([await second.text(), second.url, second.redirected, new TextDecoder().decode(asked[1].body), asked.slice(1).map((one) => `${one.method} ${one.url}`)], ["dos", `${url}?v=2`, true, "said=x", [`POST ${url}/act`, `GET ${url}?v=2`]]);
answered.push({ status: 303, headers: [["location", "/x"]], body: plain("") });
const third = await there.fetch(url, { method: "POST", redirect: "manual" });
is([third.status, third.redirected], [303, false]);
answered.push({ status: 304, headers: [], body: plain("x") });
is([(await there.fetch(url)).status, asked.length], [304, 5]);
/* Given up, elsewhere, and no more of this tab. */
const stop = new AbortController(), lost = there.fetch(url, { signal: stop.signal }).catch((fault) => fault.name);
stop.abort();
is(await lost, "AbortError");
await there.fetch("http://other.test/x");
isOurs = false;
await there.fetch(url);
is(far, ["http://other.test/x", url]);
