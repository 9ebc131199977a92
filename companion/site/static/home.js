/* Python, the product and its games, in a worker of the page that stays. A request is answered after what it wrote has been
   flushed to the browser's storage: SQLite's own commit on files that are held open (see kept.js). */

import { loadPyodide } from "/_site/pyodide/pyodide.mjs";
import { keptFolder } from "/_site/kept.js";

/* The cache of the site that this worker belongs to: the newest, as an older one is deleted before a newer answers. */
const CACHE = new URL(self.location.href).searchParams.get("cache");

const BEGIN = `
import json, os, sys
from pathlib import Path
sys.path.insert(0, "/app")
sys.dont_write_bytecode = False
for path in Path("/app").rglob("*.py"):
    os.utime(path, (0, 0))  # what was compiled of it the last time is known by this
from companion.site.home import Home
home = Home(Path("/kept"), HOST)

def answer(method, url, headers, body):
    said = home.answer(method, url, json.loads(headers), body.to_bytes())
    return said.status, json.dumps(said.headers), said.body, said.changed
answer
`;

/** What Python has compiled while it started: the next start need not do it again. */
const COMPILED = `
import io, zipfile
packed = io.BytesIO()
with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
    for path in Path("/app").rglob("*.pyc"):
        archive.write(path, path.relative_to("/app"))
packed.getvalue()
`;
const COMPILED_AT = "/_site/compiled.zip";

async function begin() {
  const cache = await caches.open(CACHE);
  const [python, product, folder, compiled] = await Promise.all([
    loadPyodide({ indexURL: "/_site/pyodide/" }),
    fetch("/_site/app.zip").then((answer) => answer.arrayBuffer()),
    keptFolder(),
    cache.match(COMPILED_AT).then((answer) => answer?.arrayBuffer()),
  ]);
  performance.mark("loaded");
  python.unpackArchive(product, "zip", { extractDir: "/app" });
  if (compiled) python.unpackArchive(compiled, "zip", { extractDir: "/app" });
  performance.mark("unpacked");
  folder.mount(python.FS, "/kept");
  python.globals.set("HOST", location.hostname);
  const answer = python.runPython(BEGIN);
  if (!compiled) setTimeout(() => keep(python, cache), 1500);
  return answer;
}

async function keep(python, cache) {
  const packed = python.runPython(COMPILED);
  await cache.put(COMPILED_AT, new Response(packed.toJs())).catch(() => {}); // no room for it: the next start takes longer
  packed.destroy();
}

const begun = begin();
begun.then(
  () => postMessage({ kind: "ready", marks: performance.getEntriesByType("mark").map(({ name, startTime }) => [name, startTime]) }),
  (fault) => postMessage({ kind: "broken", why: String(fault.message ?? fault).trim().split("\n").at(-1) }),
);

self.addEventListener("message", async ({ data, ports }) => {
  const answer = await begun;
  const since = performance.now();
  const said = answer(data.method, data.url, JSON.stringify(data.headers), new Uint8Array(data.body));
  const [status, headers, body, changed] = said.toJs();
  said.destroy();
  const sent = body.slice().buffer;
  const took = (performance.now() - since).toFixed(1);
  ports[0].postMessage({ status, headers: [...JSON.parse(headers), ["Server-Timing", `python;dur=${took}`]], body: sent }, [sent]);
  if (changed) postMessage({ kind: "changed", what: JSON.parse(changed) });
});
