/* Pictures that a page sends never reach Python: a worker reads the codes in them (eyes.js), and what it found goes in
   the place of each. The first picture wakes the worker; after a minute without one its memory is given back. */

const RESTS = 60_000; // ms
const HEAD = "companion-codes\n"; // how what stands for a picture begins: see companion/site/eyes.py
const WHERE = /\/(?:games\/[^/]+\/scan\/.+|(?:take-in|count)(?:\/frame)?)$/;
const SHOWN = /\/(?:scan\/deck|count)$/; // the pages that show a photo again

let worker = null, resting = 0;

/** Whether a request brings a form that may hold pictures. */
export function holdsPictures({ method, url, headers }) {
  return method === "POST" && (headers["content-type"] ?? "").startsWith("multipart/form-data") && WHERE.test(new URL(url).pathname);
}

/** The request with what was read in its pictures in their place. What no browser opens stays as it is. */
export async function withoutPictures(ask) {
  const type = ask.headers["content-type"], path = new URL(ask.url).pathname;
  const form = await new Response(ask.body, { headers: { "Content-Type": type } }).formData();
  const told = new FormData();
  for (const [name, value] of form) {
    const isPicture = value instanceof File && value.size && (value.type.startsWith("image/") || name !== "file");
    const found = isPicture ? await read(value, path.endsWith("/frame"), SHOWN.test(path)) : null;
    if (found) told.append(name, new Blob([HEAD, JSON.stringify(found)]), value.name);
    else told.append(name, value);
  }
  const packed = new Response(told);
  return { ...ask, headers: { ...ask.headers, "content-type": packed.headers.get("content-type") }, body: await packed.arrayBuffer() };
}

function read(picture, isFrame, isShown) {
  clearTimeout(resting);
  worker ??= new Worker(new URL("eyes.js", import.meta.url), { type: "module" });
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    const asked = worker;
    // A script that cannot be loaded, or a worker whose memory ran out: the next picture wakes another.
    asked.addEventListener("error", () => {
      if (worker === asked) worker = null;
      done({ fault: "decoder" });
    }, { once: true });
    port1.onmessage = ({ data }) => {
      clearTimeout(resting);
      resting = setTimeout(rest, RESTS);
      done(data);
    };
    asked.postMessage({ picture, isFrame, isShown }, [port2]);
  });
}

function rest() {
  worker?.terminate();
  worker = null;
}
