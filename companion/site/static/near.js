/* What a page of this tab asks goes straight to the Python of this tab. The way through the service worker leads through
   two more processes and back: on a slow tablet that is felt at every tap. */

import { ahead, timed } from "./ahead.js";

/** Pages in `frame` ask by `ask` while `isOurs()`, else as ever. `ask` takes what the service worker would have sent. */
export function near(frame, isOurs, ask) {
  const there = frame.contentWindow;
  const far = there.fetch.bind(there);
  const foreseen = ahead(frame, isOurs, ask);
  there.fetch = async (what, how) => {
    const request = new there.Request(what, how);
    if (!isOurs() || new URL(request.url).origin !== location.origin) return far(request);
    return answered(request, ask, there, foreseen(request.url, how?.body));
  };
}

/** `known`: what the page got ready for this request, if anything. */
async function answered(request, ask, there, known) {
  let { method, url } = request;
  if (known && method === "GET") return told({ status: 200, ...known }, method, url, false, there);
  const headers = { ...Object.fromEntries(request.headers), "sec-fetch-site": "same-origin", ...(known && { "x-ahead": "1" }) };
  delete headers.authorization;
  let body = method === "GET" || method === "HEAD" ? new ArrayBuffer(0) : await request.arrayBuffer();
  for (let isLed = false; ; isLed = true) {
    const answer = await unlessGivenUp(request.signal, ask({ kind: "ask", method, url, headers, body }));
    const given = new there.Headers(answer.headers);
    if (known && answer.status === 204) return told({ status: 200, headers: answer.headers, page: timed(known, given.get("x-ahead")) }, method, url, isLed, there);
    const leads = given.get("location");
    if (!leads || answer.status < 300 || answer.status > 399 || request.redirect !== "follow") return told(answer, method, url, isLed, there);
    url = new URL(leads, url).href;
    [method, body] = ["GET", new ArrayBuffer(0)]; // the house answers what was sent with 303 alone
  }
}

/** An answer as `fetch` gives it; one whose page has been read already has it as `page` (live.js shows it). */
function told({ status, headers, body, page }, method, url, redirected, there) {
  const isEmpty = !body || status === 204 || status === 304 || method === "HEAD";
  const answer = new there.Response(isEmpty ? null : body, { status, headers });
  return Object.defineProperties(answer, { url: { value: url }, redirected: { value: redirected }, page: { value: page } });
}

function unlessGivenUp(signal, answer) {
  return new Promise((done, broke) => {
    signal.throwIfAborted();
    signal.addEventListener("abort", () => broke(signal.reason), { once: true });
    answer.then(done, broke);
  });
}
