/* What a page of this tab asks goes straight to the Python of this tab. The way through the service worker leads through
   two more processes and back: on a slow tablet that is felt at every tap. */

/** Pages in `frame` ask by `ask` while `isOurs()`, else as ever. `ask` takes what the service worker would have sent. */
export function near(frame, isOurs, ask) {
  const there = frame.contentWindow;
  const far = there.fetch.bind(there);
  there.fetch = async (what, how) => {
    const request = new there.Request(what, how);
    if (!isOurs() || new URL(request.url).origin !== location.origin) return far(request);
    return answered(request, ask, there);
  };
}

async function answered(request, ask, there) {
  const headers = { ...Object.fromEntries(request.headers), "sec-fetch-site": "same-origin" };
  delete headers.authorization;
  let { method, url } = request;
  let body = method === "GET" || method === "HEAD" ? new ArrayBuffer(0) : await request.arrayBuffer();
  for (let isLed = false; ; isLed = true) {
    const answer = await unlessGivenUp(request.signal, ask({ kind: "ask", method, url, headers, body }));
    const leads = new there.Headers(answer.headers).get("location");
    if (!leads || answer.status < 300 || answer.status > 399 || request.redirect !== "follow") return told(answer, method, url, isLed, there);
    url = new URL(leads, url).href;
    [method, body] = ["GET", new ArrayBuffer(0)]; // the house answers what was sent with 303 alone
  }
}

function told({ status, headers, body }, method, url, redirected, there) {
  const isEmpty = status === 204 || status === 304 || method === "HEAD";
  const answer = new there.Response(isEmpty ? null : body, { status, headers });
  return Object.defineProperties(answer, { url: { value: url }, redirected: { value: redirected } });
}

function unlessGivenUp(signal, answer) {
  return new Promise((done, broke) => {
    signal.throwIfAborted();
    signal.addEventListener("abort", () => broke(signal.reason), { once: true });
    answer.then(done, broke);
  });
}
